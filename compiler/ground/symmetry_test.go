package ground_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/compilertest"
	"github.com/pzc-lang/pzc/compiler/ground"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/task"
)

// symmetries compares the images of a state. Those of the task are images in the model. Those that are missing lead to
// values that the task has not, or break a condition on all states.
func (a *agreement) symmetries(s, c []int64) {
	images := map[string]bool{}
	for _, sym := range a.m.Symmetries {
		for _, inst := range a.x.SymmetryInstances(sym) {
			if next, refusal := a.x.ApplySymmetry(s, sym, inst.Args); refusal == nil {
				images[fmt.Sprint(next)] = a.inside(next) && a.x.Always(next) == nil && !slices.Equal(next, s)
			}
		}
	}
	p := a.task.Pool
	for i := range a.task.Symmetries {
		sym := &a.task.Symmetries[i]
		if p.Eval(sym.Guard, c) == 0 {
			continue
		}
		next := slices.Clone(c)
		for _, e := range sym.Effects {
			if p.Eval(e.Cond, c) != 0 {
				next[e.Var] = p.Eval(e.Value, c)
				require.GreaterOrEqual(a.t, a.task.Vars[e.Var].Place(next[e.Var]), 0, "%s writes %d in %v", sym.Name, next[e.Var],
					s)
			}
		}
		k := fmt.Sprint(a.task.ModelState(next))
		_, known := images[k]
		require.True(a.t, known, "the symmetry %s does not lead from %v to %s", sym.Name, s, k)
		images[k] = false
		require.True(a.t, a.inside(a.task.ModelState(next)), "the symmetry %s leads from %v to %s, which is never reached",
			sym.Name, s, k)
	}
	for k, missing := range images {
		require.False(a.t, missing, "no symmetry leads from %v to %s", s, k)
	}
}

// inside tells whether a state of the model is one of the task.
func (a *agreement) inside(s []int64) bool {
	code := make([]int64, len(a.task.Vars))
	for v := range a.task.Vars {
		code[v] = s[a.task.Vars[v].State]
		if a.task.Vars[v].Place(code[v]) < 0 {
			return false
		}
	}
	if !slices.Equal(s, a.task.ModelState(code)) {
		return false
	}
	for _, arr := range a.task.Arrays {
		seen := map[int64]bool{}
		for _, e := range arr.Elems {
			v := a.task.Pool.Eval(e, code)
			if arr.Distinct && seen[v] {
				return false
			}
			seen[v] = true
		}
	}
	return true
}

const symmetric = `puzzle Symmetric
type Cell = grid(3, 3)
state at[i in 0..2]: Cell distinct = nth(Cell, i)
state n: 0..5 = 0
state still: 0..3 = 1
move go(i: 0..2, d: Dir) when n < 3 { at[i] := at[i] + d  n := n + 1 }
move back when n > 0 { n := n - 1 }
goal at[0] == (2, 2)
symmetry exchange(i: 0..2, j: 0..2) where 0 < i and i < j { at[i], at[j] := at[j], at[i] }
symmetry flip { for i in 0..2 { at[i] := (at[i].row, 2 - at[i].col) } }
symmetry later(k: 0..5) when n > 0 { n := k }
symmetry shift { still := (still + 1) % 4 }
symmetry one(i: 1..2) { at[i] := (0, 0) }
prune go(i, d), go(i, _)
prune go(i, _), go(j, e), back where i > j and e == up
prune back
prune go(0, left), go(2, d)
`

func grounded(t *testing.T, text string) (*agreement, []string) {
	m := compilertest.Built(t, text, "")
	g, diags := ground.Task(context.Background(), m, ground.Options{})
	require.False(t, diags.HasErrors(), "%v", diags)
	var said []string
	for _, d := range diags {
		said = append(said, d.Msg)
	}
	return newAgreement(t, m, g), said
}

func TestSymmetriesAgree(t *testing.T) {
	a, _ := grounded(t, symmetric)
	require.Greater(t, agree(t, a.m, 500), 400)
	count := map[string]int{}
	for _, s := range a.task.Symmetries {
		count[s.Name]++
	}
	require.Equal(t, map[string]int{"exchange": 1, "flip": 1, "later": 4, "one": 2}, count,
		"n is at most 3, and still stays as it is")
}

// An array without repetition stays so in the images of states, also where that was proved and not said.
func TestSymmetriesKeepProvedDistinct(t *testing.T) {
	a, _ := grounded(t, `puzzle Proved
state row[i in 0..3]: 0..3 = i
move turn { for i in 0..3 { row[i] := row[(i + 1) % 4] } }
move swap { row[0], row[1] := row[1], row[0] }
goal row[3] == 0 and row[2] == 1
symmetry copy(i: 0..3, j: 0..3) { row[i] := row[j] }
symmetry write(i: 0..3, v: 0..3) { row[i] := v }
symmetry rename { for i in 0..3 { row[i] := (row[i] + 1) % 4 } }
symmetry merge { for i in 0..3 { row[i] := row[i] / 2 } }
symmetry some { for i in 0..1 { row[i] := 1 - row[i] } }
symmetry exchange { row[2], row[3] := row[3], row[2] }
`)
	require.True(t, a.task.Arrays[0].Distinct)
	require.Equal(t, 24, agree(t, a.m, 100))
	for i := range a.task.Symmetries {
		s := &a.task.Symmetries[i]
		if s.Name == "rename" || s.Name == "exchange" {
			require.Equal(t, task.True, s.Guard, "%s is a renaming", s.Name)
		}
	}
}

func TestSymmetriesAreBounded(t *testing.T) {
	text := "puzzle Many\nstate n: 0..2000 = 0\nstate m: 0..2000 = 0\n" +
		"move up when n < 2000 and m < 2000 { n, m := n + 1, m + 1 }\ngoal n == 3\n" +
		"symmetry any_two(x: 0..2000, y: 0..2000) { n := x m := y }\nsymmetry one(x: 0..2000) { n := x }"
	a, said := grounded(t, text)
	require.Len(t, a.task.Symmetries, 2001)
	require.Len(t, said, 1)
	require.Contains(t, said[0], "the symmetry `any_two` is not used")
}

// The sequences of a `prune` are those that the semantics recognises.
func TestPruningsAgree(t *testing.T) {
	a, _ := grounded(t, symmetric)
	require.Len(t, a.task.Prunings, 4)
	byName := map[string]semantics.Move{}
	for _, mv := range a.x.Instances() {
		byName[a.x.Format(mv)] = mv
	}
	for i, pr := range a.m.Prunes {
		got := a.task.Prunings[i]
		require.Empty(t, got.Missing)
		require.NotEmpty(t, got.Sequences)
		listed := map[string]bool{}
		for _, s := range got.Sequences {
			require.Len(t, s, len(pr.Steps))
			listed[fmt.Sprint(s)] = true
		}
		a.eachSequence(len(pr.Steps), nil, func(s []int32) {
			var moves []semantics.Move
			for _, m := range s {
				moves = append(moves, byName[a.task.Moves[m].Name])
			}
			require.Equal(t, a.x.PruneMatches(pr, moves), listed[fmt.Sprint(s)], "prune %d, %v", i+1, s)
		})
	}
}

func (a *agreement) eachSequence(n int, before []int32, f func([]int32)) {
	if n == 0 {
		f(before)
		return
	}
	for m := range a.task.Moves {
		a.eachSequence(n-1, append(before, int32(m)), f)
	}
}

func TestPruningsAreBounded(t *testing.T) {
	text := "puzzle Many\nstate n: 0..999 = 0\nmove to(k: 0..999) { n := k }\ngoal n == 3\nprune to(_), to(_)"
	a, _ := grounded(t, text)
	require.Equal(t, "more than 262,144 sequences of moves", a.task.Prunings[0].Missing)
	require.Empty(t, a.task.Prunings[0].Sequences)
}
