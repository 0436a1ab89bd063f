package gamepage

import (
	"bytes"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/internal/present/gamepage/positions"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// The same game has the same bytes. Only a page that needs the compiler has it, and may run it.
func TestWrite(t *testing.T) {
	game := func(text string) *positions.Book {
		p, diags := puzzle.Load(fstest.MapFS{"m.pz": {Data: []byte(text)}}, "m.pz")
		require.False(t, diags.HasErrors(), "%v", diags)
		z, diags := p.Instantiate(puzzle.Data{})
		require.False(t, diags.HasErrors(), "%v", diags)
		g := &positions.Game{Title: "P", Levels: []positions.Level{{Puzzle: z}}}
		return &positions.Book{Title: "<b>@DATA@", Games: []*positions.Game{g}}
	}
	about, _, err := positions.JSON(t.Context(), game("puzzle P\nauthor \"Ada\"\nstate n: 0..9 = any\ngoal n == 4\n"))
	require.NoError(t, err)
	assert.Contains(t, string(about), `"author":"Ada"`)
	assert.Contains(t, string(about), `"clues":["n == 4"]`)
	engine := &Engine{Wasm: []byte("wasm"), Exec: []byte("exec")}
	moving := game("puzzle P\nstate n: 0..9 = 0\nmove up when n < 9 { n := n + 1 }\ngoal n == 9\n")
	form := game("puzzle P\nstate n: 0..9 = any\ngoal n == 4\n")
	var one, two, three bytes.Buffer
	require.NoError(t, Write(t.Context(), &one, moving, nil))
	require.NoError(t, Write(t.Context(), &two, moving, engine))
	assert.Equal(t, one.String(), two.String())
	assert.Contains(t, one.String(), `<h1 id="title">&lt;b&gt;@DATA@</h1>`)
	assert.NotContains(t, one.String(), "wasm-unsafe-eval")
	require.ErrorIs(t, Write(t.Context(), &three, form, nil), ErrEngine)
	require.NoError(t, Write(t.Context(), &three, form, engine))
	assert.Contains(t, three.String(), "wasm-unsafe-eval")
	engine.Shared = true
	var four bytes.Buffer
	require.NoError(t, Write(t.Context(), &four, form, engine))
	name, script, err := engine.Script()
	require.NoError(t, err)
	assert.Contains(t, four.String(), `<script src="`+name+`">`)
	assert.NotContains(t, four.String(), encode(engine.Wasm))
	assert.Contains(t, script, encode(engine.Wasm))
	assert.Regexp(t, `^pzc-[0-9a-f]{8}\.js$`, name)
	for _, mark := range []string{"@POLICY@", "@STYLE@", "@SCRIPT@", "@ENGINE@", "@WASM@", "@TITLE@"} {
		assert.NotContains(t, three.String(), mark)
	}
}
