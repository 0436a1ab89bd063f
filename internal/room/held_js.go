package room

import "runtime"

// Held returns the number of bytes of memory that the process holds. Reading all statistics stops the program, which is
// of no account with one thread, and makes the compiler for pages smaller than package metrics.
func Held() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys - m.HeapReleased)
}
