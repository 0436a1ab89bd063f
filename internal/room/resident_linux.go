package room

import (
	"bytes"
	"os"
	"strconv"
)

// Resident is how many bytes of memory the process has that are not those of files: what was taken and not written to yet is none of them.
// False where the system does not say.
func Resident() (int64, bool) {
	text, err := os.ReadFile("/proc/self/statm") // in pages: size, resident, of these shared, …
	fields := bytes.Fields(text)
	if err != nil || len(fields) < 3 {
		return 0, false
	}
	resident, err1 := strconv.ParseInt(string(fields[1]), 10, 64)
	shared, err2 := strconv.ParseInt(string(fields[2]), 10, 64)
	return (resident - shared) * int64(os.Getpagesize()), err1 == nil && err2 == nil
}
