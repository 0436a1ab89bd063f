//go:build unix

package main

import (
	"syscall"
	"time"
)

// processorTime returns the time that the process has taken of the processor.
func processorTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		fail(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
