package puzzle

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/internal/diag"
)

// maxFile is the size of the largest file that is read, in bytes.
const maxFile = 16 << 20

// LoadFile is Load for a file that the user names, as ReadFile reads it. The files that the model uses must lie in its
// folder or below, also if they are links, and end in .pz, so that an untrusted model cannot read other files of the
// user.
func LoadFile(name string) (*Program, diag.List, error) {
	text, err := ReadFile(name)
	if err != nil {
		return nil, nil, err
	}
	program, diags := LoadText(Folder(filepath.Dir(name)), name, string(text))
	return program, diags, nil
}

// ReadFile reads a file that the user names: of the operating system or, if the name begins with `std:`, of the
// library.
func ReadFile(name string) ([]byte, error) {
	f, err := open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadAll(name, f)
}

// ErrNotOrdinary is the error of ReadOrdinary for a link or a file that is not an ordinary one.
var ErrNotOrdinary = errors.New("it is a link, or no ordinary file")

// ReadOrdinary is ReadFile for an untrusted file, which must not be a link. Findings quote the file, and a link may
// lead to a file that its author must not see.
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
	if opened, err := f.Stat(); err != nil || !os.SameFile(named, opened) { // the file was replaced in between
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

// Folder returns the models in and below a folder, as an fs.FS for LoadText. Names are paths of the operating system.
// Names that leave the folder, by `..` or by links, and names that do not end in .pz are refused. Names that begin with
// `std:` are those of the library.
func Folder(dir string) fs.FS { return folder(dir) }

type folder string

func (d folder) Open(name string) (fs.File, error) {
	if file, builtIn := strings.CutPrefix(name, check.Std); builtIn {
		return openLibrary(name, file)
	}
	refused := func(why string) error { return &fs.PathError{Op: "open", Path: name, Err: errors.New(why)} }
	local, err := filepath.Rel(string(d), filepath.FromSlash(name))
	switch {
	case err != nil || !filepath.IsLocal(local):
		return nil, refused("it lies outside the model's folder, and a model reads nothing there;" +
			" put the file beside the model")
	case filepath.Ext(local) != ".pz":
		return nil, refused("a model uses files whose names end in .pz, and no others")
	}
	root, err := os.OpenRoot(string(d))
	if err != nil {
		return nil, err
	}
	defer root.Close()
	switch info, err := root.Stat(local); {
	case err != nil && strings.Contains(err.Error(), "escapes"): // os.Root has no error value for this
		return nil, refused("a link leads out of the model's folder, and a model reads nothing there")
	case err != nil:
		return nil, &fs.PathError{Op: "open", Path: name, Err: reason(err)}
	case !info.Mode().IsRegular():
		return nil, refused("it is no ordinary file")
	}
	return root.Open(local)
}

func (d folder) ReadFile(name string) ([]byte, error) {
	f, err := d.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadAll(name, f)
}

// ReadAll reads a text of at most maxFile bytes. Errors give name as the name of the text.
func ReadAll(name string, r io.Reader) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err == nil && len(text) > maxFile {
		err = fmt.Errorf("it has more than %d MB", maxFile>>20)
	}
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: name, Err: reason(err)}
	}
	return text, nil
}

// reason returns an error about a file without the operation and the name.
func reason(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}
