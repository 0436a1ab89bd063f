package sat

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/task"
)

// generator draws tasks and expressions.
type generator struct {
	*builder
	t *rapid.T
}

func (g *generator) upTo(n int, what string) int { return rapid.IntRange(0, n).Draw(g.t, what) }

func (g *generator) variables(free bool) {
	for i := range 1 + g.upTo(3, "variables") {
		domain := upTo(int64(2 + g.upTo(2, "values")))
		if g.upTo(4, "shifted") == 0 {
			for k := range domain {
				domain[k] = 3*domain[k] - 2
			}
		}
		if free || g.upTo(5, "free") == 0 {
			g.free(fmt.Sprintf("v%d", i), domain...)
		} else {
			g.variable(fmt.Sprintf("v%d", i), domain[g.upTo(len(domain)-1, "init")], domain...)
		}
	}
}

// number draws an expression with a small value. What lies outside a table or divides by zero is left out: such values may be any.
func (g *generator) number(depth int) task.Expr {
	p := g.Pool
	if depth == 0 {
		if g.upTo(3, "leaf") == 0 {
			return p.Const(int64(g.upTo(6, "constant") - 2))
		}
		return p.Var(g.upTo(len(g.Vars)-1, "variable"))
	}
	n := func() task.Expr { return g.number(depth - 1) }
	some := func() []task.Expr {
		out := make([]task.Expr, 2+g.upTo(2, "arguments"))
		for i := range out {
			out[i] = n()
		}
		return out
	}
	switch g.upTo(11, "number") {
	case 0:
		return p.Add(some()...)
	case 1:
		return p.Sub(n(), n())
	case 2:
		return p.Mul(n(), n())
	case 3:
		return p.Div(n(), p.Add(p.Abs(n()), p.Const(1)))
	case 4:
		return p.Mod(n(), p.Add(p.Abs(n()), p.Const(1)))
	case 5:
		return p.Abs(n())
	case 6:
		return p.Min(some()...)
	case 7:
		return p.Max(some()...)
	case 8:
		elems := some()
		return p.Select(p.Mod(n(), p.Const(int64(len(elems)))), elems...)
	case 9:
		return p.Find(n(), some()...)
	case 10:
		return p.Ite(g.boolean(depth-1), n(), n())
	}
	return p.Add(g.boolean(depth-1), g.boolean(depth-1), g.boolean(depth-1))
}

func (g *generator) boolean(depth int) task.Expr {
	p := g.Pool
	if depth == 0 {
		v := g.upTo(len(g.Vars)-1, "variable")
		return g.is(v, g.Vars[v].Values[g.upTo(len(g.Vars[v].Values)-1, "value")])
	}
	b := func() task.Expr { return g.boolean(depth - 1) }
	n := func() task.Expr { return g.number(depth - 1) }
	switch g.upTo(9, "boolean") {
	case 0:
		return p.Not(b())
	case 1:
		return p.And(b(), b(), b())
	case 2:
		return p.Or(b(), b(), b())
	case 3:
		return p.Ite(b(), b(), b())
	case 4:
		return p.Eq(n(), n())
	case 5:
		return p.Lt(n(), n())
	case 6:
		return p.Le(n(), n())
	case 7:
		return p.Distinct(n(), n(), n())
	case 8:
		node := func() task.Expr { return p.Mod(n(), p.Const(5)) }
		return p.Reach(0, node(), node(), []task.Expr{b(), b(), b(), b(), task.True})
	}
	return p.Not(p.Distinct(n(), n(), n()))
}

func newGenerator(t *rapid.T, free bool) *generator {
	g := &generator{newBuilder("random"), t}
	// a ring of five nodes with a one-way shortcut
	g.Pool.Graphs = []task.Graph{{Next: [][]int32{{1, 4}, {0, 2}, {1, 3}, {2, 4, 0}, {3, 0}}}}
	g.variables(free)
	return g
}

// run is a run with limits that are low at times, so that each technique is used.
func (g *generator) run(o backends.Options) *run {
	o.Encoding, o.AtMost = g.among("encoding", Encodings()), g.among("at most one", AtMostOnes())
	r := newRun(g.Task, o)
	r.chainFrom = []float64{chainFrom, 0, 2}[g.upTo(2, "chain")]
	if g.upTo(1, "few tables") == 0 {
		r.lim.table, r.lim.tableScope, r.lim.pair = 5, 1, 0
	}
	if g.upTo(1, "circuits") == 0 {
		r.lim.fold, r.lim.diagram = 6, 6
	}
	if g.upTo(1, "no layers") == 0 {
		r.lim.layerFacts = 0
	}
	if g.upTo(3, "no cases") == 0 {
		r.lim.cases = 0
	}
	if g.upTo(1, "few solutions") == 0 {
		r.lim.few = 1
	}
	if g.upTo(1, "differences") == 0 {
		r.lim.wide = 2
	}
	r.lim.doubled = []float64{0, r.lim.doubled, 1000}[g.upTo(2, "two moves at a step")]
	r.lim.doubledFrom = g.upTo(3, "two moves from")
	switch g.upTo(3, "fused") {
	case 0: // nothing
		r.lim.fused = 0
	case 1: // all that can be
		r.lim.fusedSum, r.lim.fusedPart, r.lim.growth = 100, 1, 100
	}
	return r
}

// eachState visits all combinations of values.
func eachState(t *task.Task, visit func(state []int64)) {
	state := make([]int64, len(t.Vars))
	var loop func(v int)
	loop = func(v int) {
		if v == len(state) {
			visit(slices.Clone(state))
			return
		}
		for _, k := range t.Vars[v].Values {
			state[v] = k
			loop(v + 1)
		}
	}
	loop(0)
}

// starts are the initial states.
func starts(t *task.Task) (out [][]int64) {
	eachState(t, func(state []int64) {
		for v := range t.Vars {
			if !t.Free[v] && state[v] != t.Init[v] {
				return
			}
		}
		if t.Pool.Eval(t.InitCond, state) != 0 {
			out = append(out, state)
		}
	})
	return out
}

func TestTabulatedValuesAreTheExpressions(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := newGenerator(rt, true)
		e := g.Pool.Add(g.number(3), g.boolean(3))
		vars := make([]int, len(g.Vars))
		for v := range vars {
			vars[v] = v
		}
		p, err := newProblem(context.Background(), g.Task, defaultLimits())
		require.NoError(rt, err)
		e2 := newImporter(g.Pool, p.pool, nil).expr(e)
		newProgram(p.pool, vars, e2).run(p.places(vars), func(place []int, vals []int64) {
			state := make([]int64, len(place))
			for v, i := range place {
				state[v] = g.Vars[v].Values[i]
			}
			require.Equal(rt, g.Pool.Eval(e, state), vals[0])
		})
	})
}

func TestAllAssignmentsAreFound(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := newGenerator(rt, true)
		g.Goal = g.boolean(3)
		if g.upTo(2, "condition") == 0 {
			g.InitCond = g.boolean(2)
		}
		want := map[string]bool{}
		eachState(g.Task, func(state []int64) {
			if g.Pool.Eval(g.Goal, state) != 0 && g.Pool.Eval(g.InitCond, state) != 0 {
				want[fmt.Sprint(state)] = true
			}
		})
		one := g.run(backends.Options{})
		if g.upTo(1, "encoding as it comes") == 0 {
			one.o.Encoding = ""
		}
		r, err := one.report(context.Background())
		require.NoError(rt, err)
		require.Equal(rt, len(want) > 0, r.Status == backends.Solved)
		r, err = g.run(backends.Options{All: true}).report(context.Background())
		require.NoError(rt, err)
		if len(want) == 0 {
			require.Equal(rt, backends.Unsolvable, r.Status)
			return
		}
		require.True(rt, r.Complete)
		require.Len(rt, r.Plans, len(want))
		for _, p := range r.Plans {
			require.Contains(rt, want, fmt.Sprint(p.Start))
			delete(want, fmt.Sprint(p.Start))
		}
	})
}

// moves draws moves whose values stay in their domains.
func (g *generator) moves(costs bool) {
	for m := range 1 + g.upTo(3, "moves") {
		guard := []task.Expr{g.boolean(g.upTo(2, "depth"))}
		var effects []task.Effect
		for v := range g.Vars {
			if g.upTo(1, "written") == 0 {
				continue
			}
			e := task.Effect{Var: v, Cond: task.True, Value: g.Pool.Const(g.Vars[v].Values[g.upTo(len(g.Vars[v].Values)-1, "value")])}
			if g.upTo(1, "conditional") == 0 {
				e.Cond = g.boolean(g.upTo(2, "depth"))
			}
			if g.upTo(1, "computed") == 0 && e.Cond != task.False {
				e.Value = g.number(g.upTo(2, "depth"))
				inside := make([]task.Expr, len(g.Vars[v].Values))
				for i, k := range g.Vars[v].Values {
					inside[i] = g.Pool.Eq(e.Value, g.Pool.Const(k))
				}
				guard = append(guard, g.Pool.Or(g.Pool.Not(e.Cond), g.Pool.Or(inside...)))
			}
			effects = append(effects, e)
		}
		g.move(fmt.Sprintf("m%d", m), g.Pool.And(guard...), effects...)
		if costs {
			cost := g.Pool.Const(int64(g.upTo(3, "cost")))
			if g.upTo(2, "by state") == 0 {
				cost = g.Pool.Abs(g.number(1))
			}
			g.Moves[m].Cost = cost
		}
	}
}

// cheapest is the least cost of a plan by relaxation until nothing changes, −1 without a plan.
func cheapest(t *task.Task) int64 { return cheapestFrom(t, 0) }

// cheapestFrom is the least cost of a plan of so many moves or more.
func cheapestFrom(t *task.Task, moves int) int64 {
	type node struct {
		state []int64
		made  int // no more than are wanted
	}
	cost := map[string]int64{}
	var open []node
	for _, s := range starts(t) {
		open = append(open, node{s, 0})
		cost[fmt.Sprint(s, 0)] = 0
	}
	best := int64(math.MaxInt64)
	for len(open) > 0 {
		n := open[0]
		open = open[1:]
		c := cost[fmt.Sprint(n.state, n.made)]
		if n.made == moves && t.Pool.Eval(t.Goal, n.state) != 0 {
			best = min(best, c)
		}
		for m := range t.Moves {
			next, k, ok := t.Apply(n.state, m)
			if !ok {
				continue
			}
			after := node{next, min(n.made+1, moves)}
			key := fmt.Sprint(after.state, after.made)
			if old, known := cost[key]; !known || c+k < old {
				cost[key] = c + k
				open = append(open, after)
			}
		}
	}
	if best == math.MaxInt64 {
		return -1
	}
	return best
}

// newPuzzle writes a task with moves, a goal, and now and then a condition that always holds.
func newPuzzle(rt *rapid.T) *generator {
	g := newGenerator(rt, false)
	g.moves(rapid.Bool().Draw(rt, "costs"))
	g.Goal = g.boolean(2)
	if g.upTo(2, "always") == 0 {
		g.Always = g.boolean(2)
		g.InitCond = g.Always
	}
	return g
}

func TestPlansAreOptimal(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := newPuzzle(rt)
		want := cheapest(g.Task)
		r, err := g.run(backends.Options{}).report(context.Background())
		require.NoError(rt, err)
		if want < 0 {
			require.Equal(rt, backends.Unsolvable, r.Status)
			return
		}
		require.Equal(rt, backends.Solved, r.Status, r.Reason)
		require.GreaterOrEqual(rt, r.Plans[0].Cost, want)
		if r.Optimal {
			require.Equal(rt, want, r.Plans[0].Cost)
		}
	})
}

func TestLongPlansAreOptimal(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := newGenerator(rt, false)
		g.moves(true)
		g.Goal = g.boolean(2)
		o := backends.Options{MinHorizon: 1 + g.upTo(9, "at least")}
		want := cheapestFrom(g.Task, o.MinHorizon)
		r, err := g.run(o).report(context.Background())
		require.NoError(rt, err)
		if want < 0 && cheapest(g.Task) >= 0 {
			require.Equal(rt, backends.Unknown, r.Status)
			require.Equal(rt, fmt.Sprintf("no plan of at least %d moves", o.MinHorizon), r.Reason)
			return
		}
		if want < 0 {
			require.Equal(rt, backends.Unsolvable, r.Status, r.Reason)
			return
		}
		require.Equal(rt, backends.Solved, r.Status, r.Reason)
		require.GreaterOrEqual(rt, r.Plans[0].Cost, want)
		require.GreaterOrEqual(rt, len(r.Plans[0].Moves), o.MinHorizon)
		if r.Optimal {
			require.Equal(rt, want, r.Plans[0].Cost)
		}
	})
}
