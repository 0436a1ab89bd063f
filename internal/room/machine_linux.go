package room

import (
	"bytes"
	"os"
	"strconv"
)

// Machine returns the bytes of memory that the machine has, or those that the control group of the process may use if
// that is less. It returns false if the system does not tell.
func Machine() (int64, bool) {
	text, err := os.ReadFile("/proc/meminfo")
	fields := bytes.Fields(text) // MemTotal: 24576000 kB …
	if err != nil || len(fields) < 2 {
		return 0, false
	}
	kib, err := strconv.ParseInt(string(fields[1]), 10, 64)
	if err != nil {
		return 0, false
	}
	least := kib << 10
	for _, file := range []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		if text, err := os.ReadFile(file); err == nil {
			if n, err := strconv.ParseInt(string(bytes.TrimSpace(text)), 10, 64); err == nil { // not "max"
				least = min(least, n)
			}
		}
	}
	return least, true
}
