// Package whole writes files that are there with all they are to hold, or not at all: whoever is killed while writing, or finds
// the disk full, leaves the old file as it was.
package whole

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// Prefix begins the names of files that are being written. One that stays belongs to a process that was killed.
const Prefix = ".pzc-unfinished-"

// Write fills a file, in the place of an old one if there is one. What is no ordinary file, such as a terminal or a pipe, is
// written to as it is. Errors name the file.
func Write(name string, fill func(io.Writer) error) error {
	target := name
	if place, err := filepath.EvalSymlinks(name); err == nil {
		target = place // a link stays a link
	}
	return write(name, target, fill)
}

// Replace is Write for a file of pzc's own, in a folder where others may have put something in its place: a link is replaced, and what it
// leads to stays as it is.
func Replace(name string, fill func(io.Writer) error) error {
	if info, err := os.Lstat(name); err == nil && !info.Mode().IsRegular() {
		if err := os.Remove(name); err != nil {
			return err
		}
	}
	return write(name, name, fill)
}

// write fills the file that a name leads to.
func write(name, target string, fill func(io.Writer) error) error {
	mode := fs.FileMode(0o666)
	switch info, err := os.Stat(target); {
	case err == nil && !info.Mode().IsRegular(), strings.HasPrefix(name, "/dev/"): // /dev/stdout may lead to an ordinary one
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

// Create is Write for a file that must not be there yet; if it is, the error is fs.ErrExist.
func Create(name string, fill func(io.Writer) error) error {
	if _, err := os.Lstat(name); err == nil {
		return &fs.PathError{Op: "create", Path: name, Err: fs.ErrExist}
	}
	tmp, err := finish(name, fill)
	if err != nil {
		return named(name, tmp, err)
	}
	if err = os.Link(tmp, name); err == nil || errors.Is(err, fs.ErrExist) { // of two that create at once, one fails
		return discard(name, tmp, errors.Join(err, os.Remove(tmp)))
	}
	return discard(name, tmp, os.Rename(tmp, name)) // where the disk has no links
}

// finish writes a file beside another, under a name of its own. If that fails nothing stays.
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

// discard removes a file that could not get its name.
func discard(name, tmp string, err error) error {
	if err == nil {
		return nil
	}
	_ = os.Remove(tmp)
	return named(name, tmp, err)
}

// writeThrough writes to what is no ordinary file.
func writeThrough(name string, fill func(io.Writer) error) error {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(fill(f), f.Close())
}

// named makes an error about the file of the passing name one about the file that was wanted.
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
