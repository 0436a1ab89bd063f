package native

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Built programs are kept in a folder, one file each. Its name is a hash of the source and the go command, then a hash of the program
// itself: it is built under another name and renamed, so that it is whole or not there, and one that was damaged since does not have the hash
// that it is called by, and is built again.

type store struct {
	folder string
	key    string
}

const (
	programSuffix = ".program"
	unfinished    = "unfinished-"
	keptBytes     = 256 << 20 // of all programs; the least recently used go first
	forgotten     = 24 * time.Hour
)

// find is the program with the key.
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
		now := time.Now()
		_ = os.Chtimes(path, now, now) // for the choice of what to remove; the program is good without
		return path, true
	}
	return "", false
}

// sumOf is the hash of a file.
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

// workshop is a new folder to build in, in the store if that can be written to.
func (s store) workshop() (dir string, kept bool, err error) {
	if s.folder != "" && os.MkdirAll(s.folder, 0o750) == nil {
		if dir, err := os.MkdirTemp(s.folder, unfinished); err == nil {
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
	s.tidy()
	return to, nil
}

// tidy removes what other processes left unfinished, and the least recently used programs beyond the limit.
func (s store) tidy() {
	entries, err := os.ReadDir(s.folder)
	if err != nil {
		return
	}
	var programs []fs.FileInfo
	total := int64(0)
	for _, e := range entries {
		info, err := e.Info()
		switch {
		case err != nil:
		case strings.HasPrefix(e.Name(), unfinished) && time.Since(info.ModTime()) > forgotten:
			_ = os.RemoveAll(filepath.Join(s.folder, e.Name()))
		case strings.HasSuffix(e.Name(), programSuffix+suffix()):
			programs = append(programs, info)
			total += info.Size()
		}
	}
	slices.SortFunc(programs, func(x, y fs.FileInfo) int { return cmp.Compare(x.ModTime().UnixNano(), y.ModTime().UnixNano()) })
	for _, info := range programs {
		if total <= keptBytes {
			return
		}
		if err := os.Remove(filepath.Join(s.folder, info.Name())); err == nil || errors.Is(err, fs.ErrNotExist) {
			total -= info.Size()
		}
	}
}
