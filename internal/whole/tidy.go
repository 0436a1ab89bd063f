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

// forgotten is the age from which on an unfinished file counts as left by a process that ended.
const forgotten = 24 * time.Hour

// Tidy tidies a folder of kept files. It removes unfinished files of other processes. If the files whose names end with
// suffix take more than most bytes, it removes the least recently used of them. It ignores files that it cannot remove.
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
	slices.SortFunc(files, func(x, y fs.FileInfo) int {
		return cmp.Compare(x.ModTime().UnixNano(), y.ModTime().UnixNano())
	})
	for _, info := range files {
		if total <= most {
			return
		}
		if err := os.Remove(filepath.Join(folder, info.Name())); err == nil || errors.Is(err, fs.ErrNotExist) {
			total -= info.Size()
		}
	}
}

// Used records that a file was used, so that Tidy removes it later. It ignores errors, because the file is valid
// without the record.
func Used(name string) {
	now := time.Now()
	_ = os.Chtimes(name, now, now)
}
