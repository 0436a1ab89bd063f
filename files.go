package pzc

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"

	"github.com/pzc-lang/pzc/models"
)

// MaxFile is the size of the largest file that is read, in bytes.
const MaxFile = 16 << 20

// Files is the operating system's files as an fs.FS for Load. Unlike os.DirFS it takes names as people write them, with `..`
// and absolute ones, and it refuses files that are larger than MaxFile.
func Files() fs.FS { return osFiles{} }

type osFiles struct{}

func (osFiles) Open(name string) (fs.File, error) { return os.Open(name) }

func (osFiles) ReadFile(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadAll(name, f)
}

// ReadAll reads a text of at most MaxFile bytes; errors name it.
func ReadAll(name string, r io.Reader) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, MaxFile+1))
	if err == nil && len(text) > MaxFile {
		err = fmt.Errorf("it has more than %d MB", MaxFile>>20)
	}
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: name, Err: reason(err)}
	}
	return text, nil
}

// reason is what a file error says beside the operation and the name.
func reason(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

// Library finds a model of the library that comes with pzc: "taquin" and "taquin/taquin" are taquin/taquin.pz.
func Library(name string) (fsys fs.FS, file string, ok bool) {
	for _, file := range libraryFiles() {
		if libraryName(file) == name || file == name+".pz" {
			return models.FS(), file, true
		}
	}
	return nil, "", false
}

// LibraryNames lists the models of the library, in order.
func LibraryNames() []string {
	var names []string
	for _, file := range libraryFiles() {
		names = append(names, libraryName(file))
	}
	return names
}

func libraryName(file string) string { return strings.TrimSuffix(path.Base(file), ".pz") }

func libraryFiles() []string {
	var files []string
	// The walk is over embedded files, which can all be read.
	_ = fs.WalkDir(models.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && path.Ext(name) == ".pz" {
			files = append(files, name)
		}
		return err
	})
	return files
}
