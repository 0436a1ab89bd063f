package constraint

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/pzc-lang/pzc/backends/constraint/cdcl"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/compiler/task/tasktest"
	"github.com/stretchr/testify/require"
)

// drawPaths makes a task about paths in a random graph of a few nodes. Most graphs have a way back for each way. Either
// nodes are chosen or links are, which are then nodes, too.
func drawPaths(seed uint64) drawn {
	rnd := rand.New(rand.NewPCG(seed, 23))
	nodes := 3 + rnd.IntN(4)
	var links [][2]int32
	for a := range nodes {
		for b := range a {
			if rnd.IntN(3) > 0 {
				links = append(links, [2]int32{int32(a), int32(b)})
			}
		}
	}
	byLinks := rnd.IntN(2) == 0
	chosen := nodes
	if byLinks {
		links = links[:min(len(links), 8)]
		chosen = max(1, len(links))
	}
	domains := slices.Repeat([][]int64{{0, 1}}, chosen)
	moving := rnd.IntN(2) == 0
	if moving {
		domains = append(domains, nil)
		for k := range nodes {
			domains[chosen] = append(domains[chosen], int64(k))
		}
	}
	p := task.NewPool(func(v int) []int64 { return domains[v] })
	next, free := slices.Repeat([][]int32{nil}, nodes), slices.Repeat([]task.Expr{task.True}, nodes)
	for i, l := range links {
		for way := range 2 {
			a, b := l[way], l[1-way]
			if byLinks && (way == 0 || rnd.IntN(20) > 0) {
				next[a] = append(next[a], int32(len(next)))
				next, free = append(next, []int32{b}), append(free, p.Var(i))
			} else if !byLinks && (way == 0 || rnd.IntN(20) > 0) {
				next[a] = append(next[a], b)
			}
		}
	}
	for v := range nodes {
		if !byLinks && rnd.IntN(6) > 0 {
			free[v] = p.Var(v)
		}
	}
	p.Graphs = []task.Graph{{Next: next}}
	end := func() task.Expr {
		if moving && rnd.IntN(3) == 0 {
			return p.Var(chosen)
		}
		return p.Const(int64(rnd.IntN(nodes)))
	}
	var goal []task.Expr
	for range 1 + rnd.IntN(4) {
		from, to := end(), end()
		if rnd.IntN(3) == 0 {
			to = p.Const(int64(rnd.IntN(len(next))))
		}
		e := p.Reach(0, from, to, free)
		switch rnd.IntN(5) {
		case 0, 1:
			e = p.Not(e)
		case 2:
			e = p.Or(e, p.Var(rnd.IntN(chosen)))
		case 3:
			e = p.Eq(p.Reach(0, end(), end(), free), e)
		}
		goal = append(goal, e)
	}
	if rnd.IntN(2) == 0 {
		var all []task.Expr
		for v := range chosen {
			all = append(all, p.Var(v))
		}
		goal = append(goal, p.Le(p.Add(all...), p.Const(int64(rnd.IntN(chosen+1)))))
	}
	t := &task.Task{Pool: p, Always: task.True, Dead: task.False, InitCond: task.True, Goal: p.And(goal...)}
	t.Init, t.Free = make([]int64, len(domains)), slices.Repeat([]bool{true}, len(domains))
	for v, values := range domains {
		names := make([]string, len(values))
		for i, k := range values {
			names[i] = fmt.Sprint(k)
		}
		t.Vars = append(t.Vars, task.Var{Name: fmt.Sprint("v", v), Values: values, Names: names})
	}
	d := drawn{task: t, cost: task.None}
	tasktest.EachState(domains, nil, func(state []int64) {
		if p.Eval(t.Goal, state) != 0 {
			d.all = append(d.all, slices.Clone(state))
		}
	})
	return d
}

func TestPaths(t *testing.T) { compareDrawn(t, 1000, drawPaths) }

func TestLongPaths(t *testing.T) { compareDrawn(t, 2500, drawPaths) }

// TestPathsOfLinks: conditions that differ in their ends share a propagator if the graph is undirected.
func TestPathsOfLinks(t *testing.T) {
	shared, others := 0, 0
	for seed := range uint64(200) {
		d := drawPaths(seed)
		c := newCompiler(d.task)
		c.declare(d.task, rewritten{})
		c.require(d.task.Goal, true)
		for _, paths := range c.paths {
			if paths != nil {
				shared++
			}
		}
		others += len(c.reached)
		for _, reached := range c.reached {
			require.NotContains(t, reached, cdcl.NoLit)
		}
	}
	require.Greater(t, shared, 30)
	require.Greater(t, others, 30)
}
