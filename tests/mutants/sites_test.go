package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSwitches checks the switch of each kind of fault, and that the package with all switches compiles.
func TestSwitches(t *testing.T) {
	const src = `package p

func f(a, b int, c, d bool) (int, bool) {
	if a < b && (c || d) {
		a = b + 1
		g()
	}
	for a >= 3 {
		a--
	}
	x := a == b
	y := uint64(3) &^ (1<<(a&63) - 1)
	_ = y
	return -a * b, true == x
}

func g() bool { return false }
`
	m := &marker{fset: token.NewFileSet(), src: map[string][]byte{"p.go": []byte(src)}, edits: map[string][]insertion{}}
	m.info = &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	f, err := parser.ParseFile(m.fset, "p.go", src, 0)
	require.NoError(t, err)
	_, err = new(types.Config).Check("p", m.fset, []*ast.File{f}, m.info)
	require.NoError(t, err)
	m.mark(f)
	text := m.rewritten("p.go")
	for _, want := range []string{
		"if mutant.Flip(1, ((mutant.Less(4, a , b) || mutant.Is(2))) && (((((c) && !mutant.Is(5)) || ((d) && " +
			"!mutant.Is(6)))) || mutant.Is(3))) {",
		"if !mutant.Is(7) { a = mutant.More(9, b + 1) }",
		"for !mutant.Less(10, a , 3) {",
		"return mutant.More(13, -a * b), mutant.Flip(14, true == x)",
		"func g() bool { return mutant.Flip(15, false) }",
	} {
		assert.Contains(t, text, want)
	}
	_, err = parser.ParseFile(token.NewFileSet(), "p.go", text, 0)
	require.NoError(t, err, text)
	kinds := map[string]bool{}
	for _, s := range m.sites {
		kinds[s.kind] = true
	}
	assert.Len(t, kinds, 7)
}
