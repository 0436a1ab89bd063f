package emit_test

import (
	"context"
	"errors"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/apps/emit"
	"github.com/pzc-lang/pzc/backends/sat/encode"
	"github.com/pzc-lang/pzc/backends/sat/outside"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

const walk = `
puzzle Walk
param n: 1..9 = 3
state at: 0..n = 0
move step when at < n cost 2 as "to {at + 1}" { at := at + 1 }
goal at == n
`

// FuzzDecode reads what a solver says. Claims that the formula does not bear out are errors.
func FuzzDecode(f *testing.F) {
	for i, text := range []string{
		"s SATISFIABLE\nv 1 -2 3 -4 5 6 7 0\n", "s UNSATISFIABLE\n", "SAT\n1 2 3 0\n", "UNSAT\n",
		"sat\n((define-fun x1 () Bool true))\n", "unsat", "o 3\ns OPTIMUM FOUND\nv x1 -x2 x3\n", "c nothing\n", "s UNKNOWN\n",
		"v 1 2",
	} {
		f.Add(uint8(i), uint8(i), text)
	}
	p, diags := puzzle.LoadText(fstest.MapFS{}, "m.pz", walk)
	require.Empty(f, diags)
	z, diags := p.Instantiate(puzzle.Data{})
	require.Empty(f, diags)
	require.Empty(f, z.Ground(context.Background()))
	f.Fuzz(func(t *testing.T, encoding, format uint8, text string) {
		encodings, formats := encode.Encodings(), outside.Formats()
		x := emit.Formula{
			Horizon: 3, Encoding: encodings[int(encoding)%len(encodings)], Format: formats[int(format)%len(formats)],
		}
		a, err := emit.Decode(t.Context(), z, x, puzzle.Text{Name: "solution", Text: text})
		if fault := (*puzzle.Fault)(nil); errors.As(err, &fault) {
			t.Fatal(fault.Report)
		}
		if err == nil {
			require.NotNil(t, a)
		}
	})
}
