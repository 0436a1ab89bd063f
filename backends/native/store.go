package native

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/pzc-lang/pzc/internal/whole"
)

// Built programs are kept in a folder, one file for each program. The name of a file is a hash of the source and the go
// command, followed by a hash of the program. A program is built under another name and renamed, so that the file is
// complete or absent. If a file was damaged, its hash differs from its name, and the program is built again.

type store struct {
	folder string
	key    string
}

const (
	programSuffix = ".program"
	keptBytes     = 256 << 20 // of all programs; the least recently used go first
)

// find returns the program with the key.
func (s store) find() (string, bool) {
	if s.folder == "" {
		return "", false
	}
	entries, err := os.ReadDir(s.folder)
	if err != nil {
		return "", false
	}
	for _, e := range entries {
		rest, ok := strings.CutPrefix(e.Name(), s.key+"-")
		if !ok {
			continue
		}
		path := filepath.Join(s.folder, e.Name())
		if sum, err := sumOf(path); err != nil || rest != sum+programSuffix+suffix() {
			_ = os.Remove(path)
			continue
		}
		whole.Used(path)
		return path, true
	}
	return "", false
}

// sumOf returns the hash of a file.
func sumOf(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), nil
}

// workshop returns a new folder to build in, inside the store if the store is writable.
func (s store) workshop() (dir string, kept bool, err error) {
	if s.folder != "" && os.MkdirAll(s.folder, 0o750) == nil {
		if dir, err := os.MkdirTemp(s.folder, whole.Prefix); err == nil {
			return dir, true, nil
		}
	}
	dir, err = os.MkdirTemp("", "pzc-native-")
	return dir, false, err
}

// keep moves a program into the store.
func (s store) keep(path string) (string, error) {
	sum, err := sumOf(path)
	if err != nil {
		return "", err
	}
	to := filepath.Join(s.folder, s.key+"-"+sum+programSuffix+suffix())
	if err := os.Rename(path, to); err != nil {
		return "", err
	}
	whole.Tidy(s.folder, programSuffix+suffix(), keptBytes)
	return to, nil
}
