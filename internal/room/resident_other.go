//go:build !linux

package room

// Resident returns false, because this operating system does not tell the memory of a process.
func Resident() (int64, bool) { return 0, false }

// Machine returns false, because it is not known how this operating system tells its memory.
func Machine() (int64, bool) { return 0, false }
