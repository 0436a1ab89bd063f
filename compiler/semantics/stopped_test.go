package semantics_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/compilertest"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/semantics/verify"
	"github.com/pzc-lang/pzc/compiler/semantics/view"
)

// long is an expression whose evaluation takes minutes.
const long = `(count a in 1..30, b in 1..30, c in 1..30, d in 1..30, e in 1..30, f in 1..30: a + b + c ` +
	`+ d + e + f == x)`

// Each place of a model that holds an expression stops when the context ends, and the machine reports it.
func TestEachPlaceEnds(t *testing.T) {
	const open = "puzzle P\nstate x: 0..3 = 0\nmove m(k: 0..3) when x < 3 { x := x + 1 }\n"
	const puzzle = open + "goal x == 3\n"
	const rest = "puzzle P\nstate x: 0..3 = 0\ngoal x == 3\n"
	m := func(x *semantics.Machine) semantics.Move { return x.Instances()[0] }
	apply := func(x *semantics.Machine, s []int64) { x.Apply(s, m(x)) }
	replay := func(x *semantics.Machine, s []int64) { x.Replay([]semantics.Move{m(x)}, s) }
	for _, c := range []struct {
		name, text string
		ask        func(x *semantics.Machine, s []int64)
	}{
		{"as", rest + `move m as "{` + long + `}" { x := x + 1 }`, replay},
		{"order", rest + `move m order ` + long + ` { x := x + 1 }`, func(x *semantics.Machine, s []int64) {
			x.OrderKey(s, m(x))
		}},
		{"cost", rest + `move m cost ` + long + ` { x := x + 1 }`, replay},
		{"when", rest + `move m when ` + long + ` == 9 { x := x + 1 }`, apply},
		{"reason", rest + `move m when x == 2 else "{` + long + `}" { x := x + 1 }`, apply},
		{"require", rest + `move m { require ` + long + ` == 9  x := x + 1 }`, apply},
		{"for", rest + `move m { for a in 1..3000, b in 1..3000, c in 1..3000 { x := 1 } }`, apply},
		{"always", puzzle + `always ` + long + ` == 9`, apply},
		{"goal", open + `goal ` + long + ` == 9`, func(x *semantics.Machine, s []int64) { x.Goal(s) }},
		{
			"why no goal", open + `goal ` + long + ` == 9`,
			func(x *semantics.Machine, s []int64) { semantics.ExplainGoal(x, s) },
		},
		{"dead", puzzle + `dead ` + long + ` == 9`, func(x *semantics.Machine, s []int64) { x.Dead(s) }},
		{"invariant", puzzle + `invariant ` + long + ` == 9`, func(x *semantics.Machine, s []int64) { x.Invariant(s) }},
		{"init", puzzle + `init ` + long + ` == 9`, func(x *semantics.Machine, s []int64) { x.CheckInitial(s) }},
		{"view", puzzle + `view "{` + long + `}"`, func(x *semantics.Machine, s []int64) { view.Boards(x, s) }},
		{
			"fill", puzzle + "type C = grid(9, 9)\n" + `view o in C: "." fill if ` + long + ` == o.row then "red" else "blue"`,
			func(x *semantics.Machine, s []int64) { view.Boards(x, s) },
		},
		{
			"prune", puzzle + `prune m(i), m(j) where forall a in 1..3000, b in 1..3000, c in 1..3000: a + b + c + i + j > 0`,
			func(x *semantics.Machine, _ []int64) {
				x.PruneMatches(x.Model().Prunes[0], []semantics.Move{m(x), m(x)})
			},
		},
		{
			"symmetry", puzzle + `symmetry s(a: 1..30, b: 1..30, c: 1..30, d: 1..30, e: 1..30) { x := x }`,
			func(x *semantics.Machine, _ []int64) { x.SymmetryInstances(x.Model().Symmetries[0]) },
		},
		{
			"image", puzzle + `symmetry s { x := ` + long + ` }`,
			func(x *semantics.Machine, s []int64) { x.ApplySymmetry(s, x.Model().Symmetries[0], nil) },
		},
		{
			"heuristic", puzzle + `heuristic h = ` + long,
			func(x *semantics.Machine, s []int64) {
				_, _ = verify.NewEstimates(x, nil).Of(x.Model().Heuristics[0], s)
			},
		},
		{
			"find", "puzzle P\nstate a[i in 0..4999]: 0..4999 distinct = i\n" +
				"move m(v: 0..4999) { a[find(a, v)] := a[0]  a[0] := v }\ngoal find(a, 3) == 0",
			func(x *semantics.Machine, s []int64) { x.Legal(s) },
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := semantics.NewMachine(compilertest.ModelOf(t, c.text))
			s := make([]int64, x.Model().StateSize)
			for i := range s {
				s[i] = int64(i)
			}
			for _, looks := range []int{0, 3} {
				if c.name != "symmetry" {
					x.Instances()
				}
				undo := x.Within(&endsAfter{context.Background(), looks})
				c.ask(x, s)
				require.True(t, x.Ended())
				undo()
				require.False(t, x.Ended())
			}
		})
	}
}

// Building stops if parameters or assumptions take minutes.
func TestDataEnd(t *testing.T) {
	const big = `forall a in 1..30, b in 1..30, c in 1..30, d in 1..30, e in 1..30: a + b + c + d + e > 0`
	for _, text := range []string{
		"puzzle P\nassume " + big + "\nstate x: 0..3 = 0 move m { x := 1 } goal x == 1",
		"puzzle P\nconst c: 0..1 = if " + big + " then 1 else 0\nstate x: 0..3 = c move m { x := 1 } goal x == 1",
		"puzzle P\nstate x: 0..3 = if " + big + " then 1 else 0\nmove m { x := 1 } goal x == 1",
	} {
		soon := &endsAfter{context.Background(), 9}
		m, diags := semantics.BuildContext(soon, compilertest.Checked(t, text), nil, nil)
		require.Nil(t, m)
		require.Equal(t, semantics.CodeStopped, diags[0].Code)
	}
}

// Results of an interrupted computation are not kept: a later query computes them again.
func TestNothingEndedIsKept(t *testing.T) {
	x, s := compilertest.Machine(t, `puzzle P
		def r(a: 0..199, b: 0..199) = b == a + 1
		state x: 0..199 = 0
		move m(k: 0..199) where k % 7 == 1 { x := k }
		goal steps(r, x, 199) == 199 and x in {k % 200 for k in 0..9999}
	`)
	for looks := range 12 {
		undo := x.Within(&endsAfter{context.Background(), looks})
		x.Instances()
		x.Goal(s)
		undo()
	}
	require.Len(t, x.Instances(), 29)
	require.True(t, x.Goal(s))
}

// endsAfter is a context that ends after a number of looks at it.
type endsAfter struct {
	context.Context
	looks int
}

// Err implements context.Context.
func (e *endsAfter) Err() error {
	if e.looks--; e.looks < 0 {
		return context.Canceled
	}
	return nil
}
