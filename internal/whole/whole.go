// Package whole writes files completely or not at all. If the process is killed while it writes, or the disk is full,
// the old file stays as it was.
package whole

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Prefix begins the names of unfinished files. A file with this prefix that remains was left by a process that was
// killed.
const Prefix = ".pzc-unfinished-"

// Write writes a file, and replaces an old one. A file that is not regular, for example a terminal or a pipe, is
// written directly. Errors name the file.
func Write(name string, fill func(io.Writer) error) error {
	target := name
	if place, err := filepath.EvalSymlinks(name); err == nil {
		target = place // a link stays a link
	}
	return write(name, target, fill)
}

// Replace is Write for a file of pzc's own in a folder where others may have put a link of the same name. It replaces
// the link and leaves the target of the link as it is.
func Replace(name string, fill func(io.Writer) error) error {
	if info, err := os.Lstat(name); err == nil && !info.Mode().IsRegular() {
		if err := os.Remove(name); err != nil {
			return err
		}
	}
	return write(name, name, fill)
}

// write writes the file target. name is its name in errors.
func write(name, target string, fill func(io.Writer) error) error {
	mode := fs.FileMode(0o666)
	switch info, err := os.Stat(target); {
	case err == nil && !info.Mode().IsRegular(), strings.HasPrefix(name, "/dev/"): // /dev/stdout may be a regular file
		return writeThrough(name, fill)
	case err == nil:
		mode = info.Mode().Perm()
	}
	tmp, err := finish(target, fill)
	if err != nil {
		return named(name, tmp, err)
	}
	if mode != 0o666 {
		err = os.Chmod(tmp, mode)
	}
	if err == nil {
		err = os.Rename(tmp, target)
	}
	return discard(name, tmp, err)
}

// Create is Write for a file that must not exist. If the file exists, the error is fs.ErrExist.
func Create(name string, fill func(io.Writer) error) error {
	if _, err := os.Lstat(name); err == nil {
		return &fs.PathError{Op: "create", Path: name, Err: fs.ErrExist}
	}
	tmp, err := finish(name, fill)
	if err != nil {
		return named(name, tmp, err)
	}
	if err = os.Link(tmp, name); err == nil || errors.Is(err, fs.ErrExist) { // of two processes that create, one fails
		return discard(name, tmp, errors.Join(err, os.Remove(tmp)))
	}
	return discard(name, tmp, os.Rename(tmp, name)) // the file system has no links
}

// finish writes a file with a temporary name beside another file. After an error no file remains.
func finish(beside string, fill func(io.Writer) error) (tmp string, err error) {
	tmp = filepath.Join(filepath.Dir(beside), fmt.Sprintf("%s%x", Prefix, rand.Uint64()))
	f, err := os.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return tmp, err
	}
	if err = errors.Join(fill(f), f.Close()); err != nil {
		err = errors.Join(err, os.Remove(tmp))
	}
	return tmp, err
}

// discard removes the temporary file if err is not nil.
func discard(name, tmp string, err error) error {
	if err == nil {
		return nil
	}
	_ = os.Remove(tmp)
	return named(name, tmp, err)
}

// writeThrough writes to a file that is not regular.
func writeThrough(name string, fill func(io.Writer) error) error {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(fill(f), f.Close())
}

// named replaces the name of the temporary file in an error by the name of the wanted file.
func named(name, tmp string, err error) error {
	var of *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &of) && of.Path == tmp:
		return &fs.PathError{Op: of.Op, Path: name, Err: of.Err}
	case errors.As(err, &link) && link.Old == tmp:
		return &fs.PathError{Op: link.Op, Path: name, Err: link.Err}
	}
	return err
}

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
