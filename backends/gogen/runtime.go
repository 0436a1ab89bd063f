package gogen

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode"
)

// runtimeFiles are the files of the search package that a program uses: those that declare what its own files read, and
// what these read in turn.
func runtimeFiles(source fs.FS, program []File) (files []File, err error) {
	all, err := fs.Glob(source, "*.go")
	if err != nil {
		return nil, fmt.Errorf("the search package: %w", err)
	}
	owner, parsed := map[string]string{}, map[string]*ast.File{}
	texts := map[string][]byte{}
	for _, name := range all {
		if texts[name], err = fs.ReadFile(source, name); err == nil {
			parsed[name], err = parser.ParseFile(token.NewFileSet(), name, texts[name], 0)
		}
		if err != nil {
			return nil, fmt.Errorf("the search package: %w", err)
		}
		for declared := range parsed[name].Scope.Objects {
			owner[declared] = name
		}
	}
	used := map[string]bool{"": true}
	var use func(name string)
	use = func(name string) {
		if file := owner[name]; !used[file] {
			used[file] = true
			for _, x := range parsed[file].Unresolved {
				use(x.Name)
			}
		}
	}
	for _, f := range program {
		for _, rest := range strings.Split(string(f.Text), "search.")[1:] {
			use(rest[:max(strings.IndexFunc(rest, func(r rune) bool { return !unicode.IsLetter(r) }), 0)])
		}
	}
	for _, name := range slices.DeleteFunc(all, func(name string) bool { return !used[name] }) {
		files = append(files, File{Name: path.Join("search", name), Text: texts[name]})
	}
	return files, nil
}
