//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package search

import "os"

// mapped is what a file holds.
func mapped(file string) ([]byte, error) { return os.ReadFile(file) }
