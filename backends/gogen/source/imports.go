package source

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
)

// packages are the names before dots in Go code that may be packages.
func packages(text string) (map[string]bool, error) {
	file, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+text, parser.SkipObjectResolution)
	if err != nil {
		return nil, fmt.Errorf("the Go program is wrong: %w\n%s", err, numbered(text))
	}
	used := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok {
				used[id.Name] = true
			}
		}
		return true
	})
	return used, nil
}
