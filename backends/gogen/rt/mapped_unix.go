//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package search

import (
	"os"
	"syscall"
)

// mapped is the content of a file. The system reads pages when they are used.
func mapped(file string) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	return syscall.Mmap(int(f.Fd()), 0, int(info.Size()), syscall.PROT_READ, syscall.MAP_SHARED)
}
