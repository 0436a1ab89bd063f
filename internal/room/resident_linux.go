package room

import (
	"bytes"
	"os"
	"strconv"
)

// Resident returns the number of bytes of memory that the process uses, without files. Memory that is allocated but not
// written yet does not count. It returns false if the system does not tell.
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
