//go:build unix

// Package processor tells the time of the processor, and lets two workers share it.
package processor

import (
	"syscall"
	"time"
)

// Time returns the time that the process has taken of the processor, user and system.
func Time() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return time.Duration(time.Now().UnixNano())
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
