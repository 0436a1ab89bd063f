// Package source makes Go files: it writes the head of a file before the text of its declarations.
package source

import (
	"bytes"
	"fmt"
	"go/format"
	"go/parser"
	"go/token"
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
	// Bare leaves out comments.
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
	head := "package " + p.Name + "\n\n" + code.Comment(part.Doc) + "\n"
	if part.OfPackage {
		head = code.Comment(part.Doc) + "package " + p.Name + "\n\n"
	}
	used := part.Text.NamesRead()
	std, ours := quoted(standard, used), quoted(p.Imports, used)
	if len(std)+len(ours) > 0 {
		head += "import (\n" + strings.Join(std, "\n") + "\n\n" + strings.Join(ours, "\n") + "\n)\n\n"
	}
	head += part.Text.String()
	text, err := format.Source([]byte(head))
	if err != nil {
		return nil, fmt.Errorf("the Go program is wrong in %s: %w\n%s", part.Name, err, numbered(head))
	}
	if p.Bare {
		return stripped(text)
	}
	return text, nil
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

// stripped is a file without comments.
func stripped(text []byte) ([]byte, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = format.Node(&b, fset, file)
	return b.Bytes(), err
}
