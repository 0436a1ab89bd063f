package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// mostExported is the greatest number of exported names: functions, types, variables, constants, and methods of
// exported types, in all files but tests.
const mostExported = 2750

// TestExported: what no other package uses is private, so what a package shows to others is little.
func TestExported(t *testing.T) {
	names := 0
	eachSource(t, func(name string) {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, decl := range f.Decls {
			names += exported(decl)
		}
	})
	t.Logf("%d exported names", names)
	assert.LessOrEqual(t, names, mostExported)
}

// exported counts the exported names of a declaration.
func exported(decl ast.Decl) (n int) {
	count := func(id *ast.Ident) {
		if id.IsExported() {
			n++
		}
	}
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil || ast.IsExported(strings.TrimPrefix(types.ExprString(d.Recv.List[0].Type), "*")) {
			count(d.Name)
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				count(s.Name)
			case *ast.ValueSpec:
				for _, id := range s.Names {
					count(id)
				}
			}
		}
	}
	return n
}
