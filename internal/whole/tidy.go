package whole

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// forgotten is the age of what is unfinished from which on nobody works at it.
const forgotten = 24 * time.Hour

// Tidy removes from a folder of kept files what other processes left unfinished, and, where the files that end with the suffix take more
// than so many bytes, the least recently used of them. Those of other names stay. What cannot be removed is no failure.
func Tidy(folder, suffix string, most int64) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return
	}
	var files []fs.FileInfo
	total := int64(0)
	for _, e := range entries {
		info, err := e.Info()
		switch {
		case err != nil:
		case strings.HasPrefix(e.Name(), Prefix) && time.Since(info.ModTime()) > forgotten:
			_ = os.RemoveAll(filepath.Join(folder, e.Name()))
		case strings.HasSuffix(e.Name(), suffix) && info.Mode().IsRegular():
			files = append(files, info)
			total += info.Size()
		}
	}
	slices.SortFunc(files, func(x, y fs.FileInfo) int { return cmp.Compare(x.ModTime().UnixNano(), y.ModTime().UnixNano()) })
	for _, info := range files {
		if total <= most {
			return
		}
		if err := os.Remove(filepath.Join(folder, info.Name())); err == nil || errors.Is(err, fs.ErrNotExist) {
			total -= info.Size()
		}
	}
}

// Used notes that a file was used, for the choice of what Tidy removes; the file is good without.
func Used(name string) {
	now := time.Now()
	_ = os.Chtimes(name, now, now)
}
