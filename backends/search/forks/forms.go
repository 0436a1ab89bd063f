//go:build !js

package forks

const (
	mostShort = 3    // the greatest length of a short fork
	wideDives = true // states of two or three words have dives
	teams     = true // threads share long passes
)
