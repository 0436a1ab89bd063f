package room

import "runtime"

// Stack grows the stack of the goroutine to 32 KiB at once. A stack that grows by itself doubles each time, and reads
// the tables of all functions on it: more than 1 MiB of pages of the program that nothing else touches.
//
//go:noinline
func Stack() {
	var frame [24 << 10]byte
	runtime.KeepAlive(&frame)
}
