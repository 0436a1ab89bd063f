package pzc

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/diag"
)

// MaxFile is the size of the largest file that is read, in bytes.
const MaxFile = 16 << 20

// LoadFile is Load for a file that the user named, as ReadFile finds it. What the model uses must lie in its folder or below, also where there are
// links, and end in .pz: a model from somebody else reads nothing of its reader's.
func LoadFile(name string) (*Program, diag.List, error) {
	text, err := ReadFile(name)
	if err != nil {
		return nil, nil, err
	}
	program, diags := LoadText(Folder(filepath.Dir(name)), name, string(text))
	return program, diags, nil
}

// ReadFile reads a file that the user named: one of the operating system or, if its name begins with `std:`, of the library.
func ReadFile(name string) ([]byte, error) {
	f, err := open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadAll(name, f)
}

// ErrNotOrdinary says that ReadOrdinary does not read a file.
var ErrNotOrdinary = errors.New("it is a link, or no ordinary file")

// ReadOrdinary is ReadFile for the file of a stranger, which must be no link: findings quote what is read, and a link leads to files that
// its author may not see.
func ReadOrdinary(name string) ([]byte, error) {
	if strings.HasPrefix(name, check.Std) {
		return ReadFile(name)
	}
	refused := &fs.PathError{Op: "open", Path: name, Err: ErrNotOrdinary}
	named, err := os.Lstat(name)
	switch {
	case err != nil:
		return nil, err
	case !named.Mode().IsRegular():
		return nil, refused
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if opened, err := f.Stat(); err != nil || !os.SameFile(named, opened) { // exchanged meanwhile
		return nil, refused
	}
	return ReadAll(name, f)
}

func open(name string) (fs.File, error) {
	if file, builtIn := strings.CutPrefix(name, check.Std); builtIn {
		return openLibrary(name, file)
	}
	return os.Open(name)
}

// Folder is the models in and below a folder, as an fs.FS for LoadText. Names are paths of the operating system; those that leave
// the folder, by `..` or by links, and those that do not end in .pz are refused. Names that begin with `std:` are those of the library.
func Folder(dir string) fs.FS { return folder(dir) }

type folder string

// Open implements fs.FS.
func (d folder) Open(name string) (fs.File, error) {
	if file, builtIn := strings.CutPrefix(name, check.Std); builtIn {
		return openLibrary(name, file)
	}
	refused := func(why string) error { return &fs.PathError{Op: "open", Path: name, Err: errors.New(why)} }
	local, err := filepath.Rel(string(d), filepath.FromSlash(name))
	switch {
	case err != nil || !filepath.IsLocal(local):
		return nil, refused("it lies outside the model's folder, and a model reads nothing there; put the file beside the model")
	case filepath.Ext(local) != ".pz":
		return nil, refused("a model uses files whose names end in .pz, and no others")
	}
	root, err := os.OpenRoot(string(d))
	if err != nil {
		return nil, err
	}
	defer root.Close()
	switch info, err := root.Stat(local); {
	case err != nil && strings.Contains(err.Error(), "escapes"): // os.Root has no error to compare with
		return nil, refused("a link leads out of the model's folder, and a model reads nothing there")
	case err != nil:
		return nil, &fs.PathError{Op: "open", Path: name, Err: reason(err)}
	case !info.Mode().IsRegular():
		return nil, refused("it is no ordinary file")
	}
	return root.Open(local)
}

// ReadFile implements fs.ReadFileFS.
func (d folder) ReadFile(name string) ([]byte, error) {
	f, err := d.Open(name)
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
