package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

const module = "github.com/pzc-lang/pzc/internal/puzzle"

// listed is the output of `go list` about a package.
type listed struct {
	ImportPath, Dir, Export string
	GoFiles                 []string
}

// marked reads a package and inserts switches for faults.
func marked(ctx context.Context, dir string) (*marker, *listed, error) {
	p, exports, err := list(ctx, dir)
	if err != nil {
		return nil, nil, err
	}
	m := &marker{fset: token.NewFileSet(), src: map[string][]byte{}, edits: map[string][]insertion{}}
	m.info = &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	var files []*ast.File
	for _, name := range p.GoFiles {
		path := filepath.Join(p.Dir, name)
		src, err := os.ReadFile(path)
		if err != nil {
			return nil, nil, err
		}
		f, err := parser.ParseFile(m.fset, path, src, parser.ParseComments)
		if err != nil {
			return nil, nil, err
		}
		m.src[path] = src
		files = append(files, f)
	}
	lookup := func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }
	config := types.Config{Importer: importer.ForCompiler(m.fset, "gc", lookup)}
	if _, err := config.Check(p.ImportPath, m.fset, files, m.info); err != nil {
		return nil, nil, err
	}
	for _, f := range files {
		m.mark(f)
	}
	return m, p, nil
}

// list returns a package, and for each package that it imports the file with its types.
func list(ctx context.Context, dir string) (*listed, map[string]string, error) {
	cmd := exec.CommandContext(ctx, "go", "list", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles", dir)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, nil, err
	}
	exports := map[string]string{}
	var p *listed
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		next := &listed{}
		if err := dec.Decode(next); errors.Is(err, io.EOF) {
			return p, exports, nil // the last is the package itself
		} else if err != nil {
			return nil, nil, err
		}
		exports[next.ImportPath], p = next.Export, next
	}
}
