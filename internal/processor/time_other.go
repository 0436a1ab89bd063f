//go:build !unix

// Package processor tells the time of the processor, and lets two workers share it.
package processor

import "time"

// Time returns the time of the clock: this operating system does not tell that of the processor.
func Time() time.Duration { return time.Duration(time.Now().UnixNano()) }
