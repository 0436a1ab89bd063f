//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package search

import "os"

// mapped is the content of a file.
func mapped(file string) ([]byte, error) { return os.ReadFile(file) }
