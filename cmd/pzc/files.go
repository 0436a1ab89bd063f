package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/pzc-lang/pzc/apps/emit"
	"github.com/pzc-lang/pzc/internal/whole"
)

// Here is how commands write files: whole or not at all, and folders of files.

// writeFile writes a file: whole, or not at all.
func writeFile(name string, fill func(io.Writer) error) error {
	return plainError(whole.Write(name, fill))
}

// writeText is writeFile for a text.
func writeText(name, text string) error { return writeFile(name, writerOf(text)) }

// writerOf returns a function that writes a text.
func writerOf(text string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
}

// createFile writes a file that must not exist yet.
func createFile(file, text string) error {
	err := whole.Create(file, writerOf(text))
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s: it is there already, and is left as it is; take another name", file)
	}
	return plainError(err)
}

// inFolder makes a folder, unless it exists, and calls fill with its name.
func inFolder(folder string, fill func(string) error) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return plainError(err)
	}
	return fill(folder)
}

// endsIn demands that the name of the file that a flag gives has one of some endings; "" is accepted.
func endsIn(flag, file string, endings ...string) error {
	for _, e := range endings {
		if file == "" || strings.EqualFold(filepath.Ext(file), e) {
			return nil
		}
	}
	return fmt.Errorf("%s %s: the file's name must end in %s", flag, file, strings.Join(endings, " or "))
}

// plainError returns an error about a file without the name of the operation that failed.
func plainError(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return fmt.Errorf("%s: %w", pe.Path, pe.Err)
	}
	return err
}

// writeFolder writes files into a folder. If one of them exists, nothing is written, unless force. A folder that does
// not exist is made with all files or not at all.
func writeFolder(dir string, files []emit.File, force bool) error {
	switch info, err := os.Stat(dir); {
	case err == nil && !info.IsDir():
		return fmt.Errorf("%s is not a folder", dir)
	case errors.Is(err, fs.ErrNotExist):
		return newFolder(filepath.Clean(dir), files)
	}
	for _, f := range files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if _, err := os.Lstat(name); err == nil && !force {
			return fmt.Errorf("%s is there already; --force writes over it", name)
		}
	}
	return fillFolder(dir, files)
}

func newFolder(dir string, files []emit.File) error {
	if err := os.MkdirAll(filepath.Dir(dir), 0o750); err != nil {
		return plainError(err)
	}
	tmp, err := os.MkdirTemp(filepath.Dir(dir), whole.Prefix)
	if pe := (*fs.PathError)(nil); errors.As(err, &pe) {
		err = fmt.Errorf("%s: %w", dir, pe.Err) // not the temporary name
	}
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp) // does nothing after it was renamed
	if err := errors.Join(fillFolder(tmp, files), os.Chmod(tmp, 0o750)); err != nil {
		return errors.New(strings.ReplaceAll(err.Error(), tmp, dir))
	}
	return os.Rename(tmp, dir)
}

func fillFolder(dir string, files []emit.File) error {
	for _, f := range files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o750); err != nil {
			return plainError(err)
		}
		if err := writeText(name, string(f.Text)); err != nil {
			return err
		}
	}
	return nil
}
