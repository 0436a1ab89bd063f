//go:build unix

package main

import (
	"os/signal"
	"syscall"
)

// ignoreFileSize makes a write past the limit of a file's size (ulimit -f) an error, as a full disk is, and not the end
// of pzc.
func ignoreFileSize() { signal.Ignore(syscall.SIGXFSZ) }
