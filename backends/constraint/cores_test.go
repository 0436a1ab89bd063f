package constraint

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/compiler/task/tasktest"
)

// switched is a random task whose conditions each hold where a further variable is true.
type switched struct {
	task       *task.Task
	switches   []int
	conditions []task.Expr
	domains    [][]int64
}

// drawSwitched makes a task of up to eight conditions on a few variables.
func drawSwitched(seed uint64) switched {
	rnd := rand.New(rand.NewPCG(seed, 22))
	n, k := 2+rnd.IntN(3), 2+rnd.IntN(7)
	out := switched{}
	for range n {
		low, domain := int64(rnd.IntN(5)-2), []int64(nil)
		for i := range int64(2 + rnd.IntN(3)) {
			domain = append(domain, low+i)
		}
		out.domains = append(out.domains, domain)
	}
	domain := func(v int) []int64 {
		if v < n {
			return out.domains[v]
		}
		return []int64{0, 1}
	}
	p := task.NewPool(domain)
	exprs := tasktest.Exprs{Rnd: rnd, Pool: p, N: n}
	out.task = &task.Task{Pool: p, InitCond: task.True, Goal: task.True, Always: task.True, Dead: task.False}
	for v := range n + k {
		out.task.Vars = append(out.task.Vars, task.Var{Values: domain(v), Names: make([]string, len(domain(v)))})
		out.task.Init, out.task.Free = append(out.task.Init, domain(v)[0]), append(out.task.Free, true)
	}
	for i := range k {
		e := exprs.Truth(3)
		out.conditions, out.switches = append(out.conditions, e), append(out.switches, n+i)
		out.task.Goal = p.And(out.task.Goal, p.Or(p.Not(p.Var(n+i)), e))
	}
	return out
}

// together reports whether some conditions hold in one assignment.
func (w switched) together(on []int) (found bool) {
	tasktest.EachState(w.domains, nil, func(state []int64) {
		found = found || !slices.ContainsFunc(on, func(i int) bool { return w.task.Pool.Eval(w.conditions[i], state) == 0 })
	})
	return found
}

// TestCores asks about random sets of conditions. A core must clash; made smaller by deletion, it must be minimal.
// All answers are compared with all combinations of values.
func TestCores(t *testing.T) { cores(t, 300) }

func TestLongCores(t *testing.T) { cores(t, 4000) }

func cores(t *testing.T, tasks uint64) {
	t.Helper()
	clashes := uint64(0)
	for seed := range tasks {
		w := drawSwitched(seed)
		p, err := NewProber(w.task, w.switches, backends.Options{})
		require.NoError(t, err, "seed %d", seed)
		ask := func(on []int) (core []int, clash bool) {
			q := Probe{On: on}
			for _, i := range on {
				q.Vars = append(q.Vars, p.Reads(i)...)
			}
			values, lits, err := p.Ask(t.Context(), q)
			require.NoError(t, err, "seed %d", seed)
			require.Equal(t, w.together(on), values != nil, "seed %d: %d", seed, on)
			for _, i := range on {
				if slices.Contains(lits, p.Switch(i)) {
					core = append(core, i)
				}
			}
			require.Len(t, core, len(lits), "seed %d", seed)
			require.False(t, values == nil && w.together(core), "seed %d: the core %d does not clash", seed, core)
			return core, values == nil
		}
		rnd := rand.New(rand.NewPCG(seed, 23))
		for range 4 {
			core, clash := ask(rnd.Perm(len(w.switches))[:1+rnd.IntN(len(w.switches))])
			for i := 0; clash && i < len(core); {
				if smaller, clashes := ask(slices.Delete(slices.Clone(core), i, i+1)); clashes {
					core, i = smaller, 0
				} else {
					i++
				}
			}
			if !clash {
				continue
			}
			clashes++
			for i := range core {
				require.True(t, w.together(slices.Delete(slices.Clone(core), i, i+1)), "seed %d: not minimal", seed)
			}
		}
	}
	require.Greater(t, clashes, tasks/2)
}
