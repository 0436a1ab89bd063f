package main

// Here is how commands write files: whole or not at all, and folders of files.

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/pzc-lang/pzc/internal/whole"
)

// writeFile writes a file: whole, or not at all.
func writeFile(name string, fill func(io.Writer) error) error {
	return plainError(whole.Write(name, fill))
}

// createFile writes a file that must not exist yet.
func createFile(file, text string) error {
	err := whole.Create(file, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
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
