// Package source makes Go files: it writes the head of a file before the text of its declarations.
package source

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

// Part is a file before it has a head.
type Part struct {
	Name, Doc string
	Text      *code.Block
	// OfPackage tells that Doc describes the package, not the file.
	OfPackage bool
}

// Package is a Go package.
type Package struct {
	Name string
	// Imports are the paths of packages that its files may import, by name. Those of the standard library are known.
	Imports map[string]string
	// Bare leaves out comments, but for those that end a line.
	Bare bool
}

// standard are the packages of the standard library that generated code may use, by name; no name of the model is
// called so.
var standard = map[string]string{
	"strconv": "strconv", "math": "math", "slices": "slices", "fmt": "fmt", "context": "context", "flag": "flag",
	"os":     "os",
	"signal": "os/signal", "json": "encoding/json", "time": "time", "testing": "testing",
}

// Files makes the files of a package. A part without declarations becomes no file.
func (p *Package) Files(parts []Part) ([]File, error) {
	var files []File
	for _, part := range parts {
		if part.Text.Empty() {
			continue
		}
		text, err := p.file(part)
		if err != nil {
			return nil, err
		}
		files = append(files, File{part.Name, text})
	}
	return files, nil
}

// file writes the head of a part and formats the file.
func (p *Package) file(part Part) ([]byte, error) {
	clause, doc := "package "+p.Name+"\n\n", code.Comment(part.Doc)
	text := clause + doc + "\n"
	switch {
	case p.Bare:
		text = clause
	case part.OfPackage:
		text = doc + clause
	}
	used := part.Text.NamesRead()
	std, ours := quoted(standard, used), quoted(p.Imports, used)
	if len(std)+len(ours) > 0 {
		text += "import (\n" + strings.Join(std, "\n") + "\n\n" + strings.Join(ours, "\n") + "\n)\n\n"
	}
	text += part.Text.Text(!p.Bare)
	file, err := format.Source([]byte(text))
	if err != nil {
		return nil, fmt.Errorf("the Go program is wrong in %s: %w\n%s", part.Name, err, numbered(text))
	}
	return file, nil
}

// quoted are the paths of those packages that are used, ascending.
func quoted(paths map[string]string, used []string) []string {
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
