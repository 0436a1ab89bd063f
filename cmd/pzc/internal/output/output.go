// Package output writes what commands write: files whole or not at all, and folders of files.
package output

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

// Write writes a file: whole, or not at all.
func Write(name string, fill func(io.Writer) error) error {
	return Plain(whole.Write(name, fill))
}

// Create writes a file that must not exist yet.
func Create(file, text string) error {
	err := whole.Create(file, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s: it is there already, and is left as it is; take another name", file)
	}
	return Plain(err)
}

// InFolder makes a folder, unless it exists, and calls fill with its name.
func InFolder(folder string, fill func(string) error) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return Plain(err)
	}
	return fill(folder)
}

// EndsIn demands that the name of the file that a flag gives has one of some endings; "" is accepted.
func EndsIn(flag, file string, endings ...string) error {
	for _, e := range endings {
		if file == "" || strings.EqualFold(filepath.Ext(file), e) {
			return nil
		}
	}
	return fmt.Errorf("%s %s: the file's name must end in %s", flag, file, strings.Join(endings, " or "))
}

// Plain returns an error about a file without the name of the operation that failed.
func Plain(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return fmt.Errorf("%s: %w", pe.Path, pe.Err)
	}
	return err
}
