//go:build !js

// Command wasm is built for js/wasm: see main.go.
package main

func main() {}
