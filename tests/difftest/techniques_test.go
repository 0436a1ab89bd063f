package difftest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// TestLongTechniques solves instances of the library that need many techniques, without each of them: the answers
// are the same, or none. Random models are too small for some techniques.
func TestLongTechniques(t *testing.T) {
	asked, decided := 0, 0
	for _, name := range []string{
		"atomix/apart", "ball_sort", "bloxorz_levels/twins", "bridge/lantern", "golomb/four", "hanoi/five6",
		"hanoi/line4",
		"jugs/litres", "keys", "knight/four", "knight_circuit/five", "langford/eight", "magic",
		"map_colouring/empire", "pegs/triangle", "river", "sokoban_pushes/three", "sokoban_steps/swap", "taquin/small",
	} {
		t.Run(name, func(t *testing.T) {
			model, instance, _ := strings.Cut(name, "/")
			z := librarian(t, model, instance)
			all := []backends.Options{{}}
			if !z.HasMoves() {
				all = append(all, backends.Options{All: true}, backends.Options{All: true, Count: true})
			}
			for _, o := range all {
				want := withoutTechnique(t, z, o, 600_000_000)
				require.NotEqual(t, backends.Unknown, want.Status, want.Reason)
				for _, out := range append(technique.ForSAT(), technique.Symmetry) {
					left := out.Name()
					o.Without = technique.Set{left}
					asked++
					got := withoutTechnique(t, z, o, 3_000_000)
					if got.Status == backends.Unknown || (o.All && !got.Complete) {
						continue
					}
					decided++
					require.Equal(t, want.Status, got.Status, left)
					require.Equal(t, want.Count.String(), got.Count.String(), left)
					require.Len(t, got.Solutions, len(want.Solutions), left)
					if got.Optimal && want.Optimal && len(want.Solutions) > 0 {
						require.Equal(t, want.Solutions[0].Cost, got.Solutions[0].Cost, left)
					}
				}
			}
		})
	}
	t.Logf("%d of %d decided", decided, asked)
	require.LessOrEqual(t, asked-decided, 5)
}

// librarian is an instance of the library.
func librarian(t *testing.T, model, instance string) *puzzle.Puzzle {
	m, found := puzzle.Library(model)
	require.True(t, found)
	p, diags, err := puzzle.LoadFile(m.File)
	require.NoError(t, err)
	require.False(t, diags.HasErrors())
	z, diags := p.Instantiate(puzzle.Data{Instance: instance})
	require.False(t, diags.HasErrors())
	require.False(t, z.Ground(t.Context()).HasErrors())
	return z
}

// withoutTechnique asks the SAT backend. A limit of work leaves the puzzle undecided.
func withoutTechnique(t *testing.T, z *puzzle.Puzzle, o backends.Options, limit int64) *puzzle.Answer {
	o.Work = &backends.Work{Most: limit}
	a, err := z.Solve(t.Context(), puzzle.Options{Backend: "sat", Options: o})
	require.NoError(t, err, "%q: %s", o.Without, faultReport(err))
	return a
}
