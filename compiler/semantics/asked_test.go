package semantics_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/compilertest"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/semantics/verify"
	"github.com/pzc-lang/pzc/compiler/semantics/view"
)

const asked = `puzzle Asked
type N = 0..2
type C = grid(2, 2)
state x: N = any
state a[N]: N = any
state c: C = any
def heavy(n: N) = sum i in N, j in N: if a[i] == j and a[n] != i then a[j] else x
def free(o: C) = o.row == x or a[0] == 1
always a[0] + a[1] < 4 else "{a[0]}"
move step(n: N) when heavy(n) > x else "x is {x}" cost 1 + a[n] order heavy(a[n]) as "{x} {a[n]}" { x := a[n]  a[n] := x } then { require a[0] != a[1] or x == 0  c := (x % 2, a[n] % 2) }
move walk(d: Dir) when reaches(free, c, c + d) { c := c + d }
goal heavy(x) == 2 and c == (1, 1)
dead a[0] == 2 and x == 1
invariant a[x] != 2 or heavy(1) > 1
heuristic h = heavy(a[x])
symmetry turn(n: N) { a[n] := x  x := a[n] }
view "{x} {heavy(0)}"
view o in C: if o == c then "@" else "." fill if free(o) then "red" else "blue"
`

// Queries about a state have the same answers whatever was asked before, and about which state.
func TestAskedInAnyOrder(t *testing.T) {
	m := compilertest.ModelOf(t, asked)
	refused := func(r *semantics.Refusal) string {
		if r == nil {
			return ""
		}
		return r.Text
	}
	texts := func(all []*semantics.Refusal) (texts []string) {
		for _, r := range all {
			texts = append(texts, r.Text)
		}
		return texts
	}
	type question func(x *semantics.Machine, s []int64) string
	questions := []question{
		func(x *semantics.Machine, s []int64) string { return fmt.Sprint(x.Goal(s)) },
		func(x *semantics.Machine, s []int64) string { return fmt.Sprint(x.Dead(s)) },
		func(x *semantics.Machine, s []int64) string { return refused(x.Always(s)) },
		func(x *semantics.Machine, s []int64) string { return refused(x.Invariant(s)) },
		func(x *semantics.Machine, s []int64) string { return refused(x.CheckInitial(s)) },
		func(x *semantics.Machine, s []int64) string { return fmt.Sprint(texts(semantics.ExplainGoal(x, s))) },
		func(x *semantics.Machine, s []int64) string { return fmt.Sprint(texts(semantics.ExplainInitial(x, s))) },
		func(x *semantics.Machine, s []int64) string {
			h, err := verify.NewEstimates(x, nil).Of(m.Heuristics[0], s)
			return fmt.Sprint(h, err)
		},
		func(x *semantics.Machine, s []int64) string { return fmt.Sprint(view.Lines(x, s)) },
		func(x *semantics.Machine, s []int64) string { return fmt.Sprint(viewFill(x, s)) },
	}
	for _, mv := range semantics.NewMachine(m).Instances() {
		questions = append(questions,
			func(x *semantics.Machine, s []int64) string {
				next, cost, refusal := x.Apply(s, mv)
				return fmt.Sprint(next, cost, refused(refusal))
			},
			func(x *semantics.Machine, s []int64) string { return fmt.Sprint(x.CanTry(s, mv)) },
			func(x *semantics.Machine, s []int64) string {
				return fmt.Sprint(texts(semantics.ExplainMove(x, s, mv)))
			},
			func(x *semantics.Machine, s []int64) string { return x.Label(s, mv) },
			func(x *semantics.Machine, s []int64) string { return fmt.Sprint(x.OrderKey(s, mv)) },
		)
	}
	for _, inst := range semantics.NewMachine(m).SymmetryInstances(m.Symmetries[0]) {
		questions = append(questions, func(x *semantics.Machine, s []int64) string {
			next, refusal := x.ApplySymmetry(s, m.Symmetries[0], inst.Args)
			return fmt.Sprint(next, refused(refusal))
		})
	}
	rnd := rand.New(rand.NewPCG(1, 6))
	used := semantics.NewMachine(m)
	answers := make([]map[string]bool, len(questions))
	for range 5000 {
		s := []int64{int64(rnd.IntN(3)), int64(rnd.IntN(3)), int64(rnd.IntN(3)), int64(rnd.IntN(3)), int64(rnd.IntN(4))}
		k := rnd.IntN(len(questions))
		want := questions[k](semantics.NewMachine(m), s)
		require.Equal(t, want, questions[k](used, s), "question %d of %v", k, s)
		if answers[k] == nil {
			answers[k] = map[string]bool{}
		}
		answers[k][want] = true
	}
	same := 0
	for k := range questions {
		if len(answers[k]) < 2 {
			same++
		}
	}
	require.Equal(t, 8, same, "only walk's four labels and keys are always the same")
}
