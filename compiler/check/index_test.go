package check_test

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/compilertest"
	"github.com/pzc-lang/pzc/compiler/index"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/models"
)

// TestIndexKnowsEachName: each name of each library model is declared, used or a member, or it is predeclared.
func TestIndexKnowsEachName(t *testing.T) {
	predeclared := " bool Dir char text up right down left abs min max size index nth find adjacent manhattan chebyshev " +
		"digit union intersect minus subset defined steps reaches connected region acyclic grid pattern additive " +
		"project none _ "
	for _, m := range compilertest.LibraryFiles(t) {
		text, err := fs.ReadFile(models.FS(), m)
		require.NoError(t, err)
		x := &index.Index{}
		_, diags := (&check.Loader{FS: models.FS(), Index: x}).Load(m)
		require.False(t, diags.HasErrors())
		members := map[diag.Pos]bool{}
		for _, mem := range x.Members {
			members[mem.Span.Start] = true
		}
		f, _ := dsl.Parse(m, text)
		for _, tok := range dsl.Tokens(f) {
			if tok.Kind != dsl.TokenName || strings.Contains(predeclared, " "+tok.Text+" ") || members[tok.Pos] {
				continue
			}
			s, _ := x.At(m, tok.Pos.Offset)
			if assert.NotNil(t, s, "%s: %s", tok.Pos, tok.Text) {
				assert.Equal(t, tok.Text, s.Name, "%s", tok.Pos)
			}
		}
		for _, s := range x.Symbols {
			if s.Kind == index.Local {
				assert.Greater(t, s.Whole.End.Offset, s.Span.End.Offset, "%s: %s is visible nowhere", s.Span.Start, s.Name)
			}
		}
	}
}

func TestIndex(t *testing.T) {
	x := &index.Index{}
	text := `puzzle P
use "b.pz"
// How far.
state at: 0..n = 0
move go(k: 1..2) when at + k <= n { let next = at + k  at := next }
goal at == n and boord
`
	files := fstest.MapFS{"b.pz": {Data: []byte("param n: 1..9 = 3\n")}}
	_, diags := (&check.Loader{FS: files, Index: x}).LoadText("a.pz", text)
	require.Len(t, diags, 1)

	at := func(before string) (*index.Symbol, diag.Span) { return x.At("a.pz", strings.Index(text, before)) }
	s, _ := at("at: 0")
	assert.Equal(t, index.State, s.Kind)
	assert.Equal(t, "How far.", s.Doc)
	assert.Equal(t, "a number", s.TypeText)
	assert.Equal(t, "state at: 0..n = 0", text[s.Whole.Start.Offset:s.Whole.End.Offset])
	s, _ = at("n and")
	assert.Equal(t, "b.pz", s.Span.Start.Filename)
	s, _ = at("k <=")
	assert.Equal(t, index.Local, s.Kind)
	s, _ = at("go(")
	assert.Equal(t, []string{"k: 1..2"}, s.Params)
	writes := 0
	for _, u := range x.Uses {
		if u.Write {
			writes++
			assert.Equal(t, strings.Index(text, "at := "), u.Span.Start.Offset)
		}
	}
	assert.Equal(t, 1, writes)
	names := func(before string) (all []string) {
		for _, s := range x.Visible("a.pz", strings.Index(text, before)) {
			all = append(all, s.Name)
		}
		return all
	}
	assert.Equal(t, []string{"next", "k", "n", "at", "go"}, names("next }"))
	assert.Equal(t, []string{"n", "at", "go"}, names("boord"))
}
