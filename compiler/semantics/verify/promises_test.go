package verify

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/compilertest"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
)

const square = `puzzle Square
type Cell = grid(3, 3)
state at: Cell = (0, 0)
state coin[c in Cell]: bool = c == (0, 2) or c == (2, 0)
move step(d: Dir) { at := at + d coin[at + d] := false }
goal at == (2, 2)
goal forall c in Cell: not coin[c]
`

func TestPromises(t *testing.T) {
	for _, tt := range []struct{ name, src, want string }{
		{"all kept", `symmetry mirror { at := (at.col, at.row) for c in Cell { coin[c] := coin[(c.col, c.row)] } }
			invariant (count c in Cell: coin[c]) <= 2 dead false prune step(d), step(e) where d == -e and false
			heuristic h admissible = manhattan(at, (2, 2))`, ""},
		{"invariant", "invariant at.row < 2", "an `invariant` fails in a state that can be reached: at = (2, "},
		{"dead", "dead at == (1, 1) or at == (1, 2)", "a state is `dead` from which a goal can be reached: at = (1, "},
		{
			"admissible", "heuristic h admissible = 3 * manhattan(at, (2, 2)) + (count c in Cell: coin[c])",
			"`h` is not admissible: it says ",
		},
		{
			"symmetry that loses the goal",
			"symmetry corner when at == (2, 2) and (forall c in Cell: not coin[c]) { at := (0, 0) }",
			"the symmetry `corner` does not keep the goal: at = (2, 2)",
		},
		{
			"symmetry that loses a move", "symmetry shift when at == (0, 0) { at := (2, 2) }",
			"the symmetry `shift` does not keep the move `step(",
		},
		{"symmetry off the board", "symmetry off(d: Dir) { at := at + d }", "the symmetry `off("},
		{"prune", "prune step(d), step(d)", "`prune` forbids `step("},
		{
			"prune what others do for more", "move slow(d: Dir) cost 5 { at := at + d coin[at + d] := false } prune step(_)",
			"`prune` forbids `step(",
		},
		{"prune what others do as well", "move again(d: Dir) { at := at + d coin[at + d] := false } prune step(_)", ""},
		{"relaxation", "relaxation r of \"o.pz\" { x = at.row } heuristic h = r", "relaxation r: `step("},
		{
			"relaxation's goal", "relaxation r of \"o.pz\" { x = 0 } heuristic h = r",
			"relaxation r: a goal does not map to a goal: at = (2, 2)",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			x, s := compilertest.Machine(t,
				square+tt.src, "o.pz", "puzzle O state x: 0..2 = 0 goal x == 2 move down cost 2 { x := x + 1 }")
			diags := Sample(t.Context(), x.Model(), s, Sampling{Walks: 40, Steps: 60})
			require.False(t, diags.HasErrors())
			if tt.want == "" {
				assert.Empty(t, diags)
				return
			}
			if assert.Len(t, diags, 1) {
				assert.True(t, strings.HasPrefix(diags[0].Msg, tt.want), diags[0].Msg)
				assert.True(t, diags[0].Span.Start.IsValid())
			}
		})
	}
}

func TestPromisesOfTheLibrary(t *testing.T) {
	for _, file := range []string{
		"moves/taquin.pz", "pegs.pz", "moves/sokoban_pushes.pz", "klotski.pz", "moves/rubik2.pz", "moves/bloxorz.pz",
		"moves/knight.pz",
	} {
		m := compilertest.Instance(t, compilertest.Load(t, file), "", nil)
		x := semantics.NewMachine(m)
		states, _, err := x.InitialStates(t.Context(), 1)
		require.NoError(t, err)
		assert.Empty(t, Sample(t.Context(), m, states[0], Sampling{Work: 2_000_000}), file)
	}
}

func TestSymmetryAndPrune(t *testing.T) {
	x, s := compilertest.Machine(t, square+`move wait { }
	symmetry mirror { at := (at.col, at.row) for c in Cell { coin[c] := coin[(c.col, c.row)] } }
	symmetry jump(c: Cell) where c.row == 2 when at == (2, 0) else "not in the corner" { at := c }
	prune step(d), step(e) where e == -d
	prune step(up), wait
	prune wait, step(_), wait
	prune step(d), step(d)`)
	m := x.Model()
	assert.Len(t, x.SymmetryInstances(m.Symmetries[1]), 3)
	next, refusal := x.ApplySymmetry(append([]int64{6}, s[1:]...), m.Symmetries[1], []model.Value{model.Int(8)})
	require.Nil(t, refusal)
	assert.EqualValues(t, 8, next[0])
	_, refusal = x.ApplySymmetry(s, m.Symmetries[1], []model.Value{model.Int(8)})
	assert.Equal(t, "not in the corner", refusal.Reason)
	at := func(cell int64) []int64 { return append([]int64{cell}, s[1:]...) }
	// (2, 0), (2, 1), (2, 2), and the mirror images of the first two
	for cell, equivalent := range []bool{false, false, true, false, false, true, true, true, true} {
		same, known := Equivalent(x, at(6), at(int64(cell)), 100)
		assert.True(t, known)
		assert.Equal(t, equivalent, same, cell)
	}
	_, known := Equivalent(x, at(6), at(6), 2)
	assert.False(t, known)

	for _, tt := range []struct {
		moves string
		want  []bool
	}{
		{"step(up) step(down)", []bool{true, false, false, false}},
		{"step(up) step(up)", []bool{false, false, false, true}},
		{"step(up) wait", []bool{false, true, false, false}},
		{"step(down) wait", []bool{false, false, false, false}},
		{"wait step(left) wait", []bool{false, false, true, false}},
		{"wait step(left) step(right)", []bool{true, false, false, false}},
		{"wait", []bool{false, false, false, false}},
	} {
		var moves []semantics.Move
		for _, text := range strings.Fields(tt.moves) {
			moves = append(moves, compilertest.Move(t, x, text))
		}
		for i, p := range m.Prunes {
			assert.Equal(t, tt.want[i], x.PruneMatches(p, moves), "prune %d, %s", i+1, tt.moves)
		}
	}
}

func TestRandomWalk(t *testing.T) {
	x, s := compilertest.Machine(t, square)
	a := RandomWalk(x, s, rand.New(rand.NewPCG(1, 2)), 30, 1<<30)
	b := RandomWalk(x, s, rand.New(rand.NewPCG(1, 2)), 30, 1<<30)
	assert.Len(t, a, 30)
	assert.Equal(t, a, b, "the same seed, the same walk")
}
