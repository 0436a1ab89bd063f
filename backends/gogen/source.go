package gogen

import (
	"fmt"
	"go/format"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
)

// File is a file of a program.
type File struct {
	Name string // relative to the folder of the program, with slashes
	Text []byte
}

// filePart is a file before it has a head.
type filePart struct {
	name, doc string
	text      *code.Block
	// ofPackage tells that Doc describes the package, not the file.
	ofPackage bool
}

// goPackage is a Go package.
type goPackage struct {
	name string
	// imports are the paths of packages that its files may import, by name. Those of the standard library are known.
	imports map[string]string
}

// standard returns the packages of the standard library that generated code may use, by name; no name of the model is
// called so.
func standard() map[string]string {
	return map[string]string{
		"strconv": "strconv", "math": "math", "slices": "slices", "fmt": "fmt", "context": "context", "flag": "flag",
		"os": "os", "signal": "os/signal", "json": "encoding/json", "time": "time", "testing": "testing",
	}
}

// files makes the files of a package. A part without declarations becomes no file.
func (p *goPackage) files(parts []filePart) ([]File, error) {
	var files []File
	for _, part := range parts {
		if part.text.Empty() {
			continue
		}
		text, err := p.file(part)
		if err != nil {
			return nil, err
		}
		files = append(files, File{part.name, text})
	}
	return files, nil
}

// file writes the head of a part and formats the file.
func (p *goPackage) file(part filePart) ([]byte, error) {
	clause, doc := "package "+p.name+"\n\n", code.Comment(part.doc)
	text := clause + doc + "\n"
	if part.ofPackage {
		text = doc + clause
	}
	used := part.text.NamesRead()
	std, ours := importPaths(standard(), used), importPaths(p.imports, used)
	switch len(std) + len(ours) {
	case 0:
	case 1:
		text += "import " + strings.Join(append(std, ours...), "") + "\n\n"
	default:
		text += "import (\n" + strings.Join(std, "\n") + "\n\n" + strings.Join(ours, "\n") + "\n)\n\n"
	}
	text += part.text.String()
	file, err := format.Source([]byte(text))
	if err != nil {
		return nil, fmt.Errorf("the Go program is wrong in %s: %w\n%s", part.name, err, numbered(text))
	}
	return file, nil
}

// importPaths are the paths of those packages that are used, ascending.
func importPaths(paths map[string]string, used []string) []string {
	var out []string
	for name, path := range paths {
		if slices.Contains(used, name) {
			out = append(out, fmt.Sprintf("%q", path))
		}
	}
	slices.Sort(out)
	return out
}

func numbered(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = fmt.Sprintf("%4d %s", i+1, lines[i])
	}
	return strings.Join(lines, "\n")
}
