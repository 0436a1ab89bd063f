//go:build !linux

package room

// Resident is how many bytes of memory the process has that are not those of files. False where the system does not say.
func Resident() (int64, bool) { return 0, false }
