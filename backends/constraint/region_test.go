package constraint

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/compiler/task/tasktest"
)

// drawRegions draws conditions on the regions of a small graph. Its nodes are joined by Booleans, or by equal labels.
func drawRegions(seed uint64) drawn {
	rnd := rand.New(rand.NewPCG(seed, 22))
	nodes := 4 + rnd.IntN(3)
	var pairs [][]int32
	for b := range int32(nodes) {
		for a := range b {
			if rnd.IntN(2) == 0 && len(pairs) < 9 {
				pairs = append(pairs, []int32{a, b})
			}
		}
	}
	labels := rnd.IntN(2) == 0
	n, most := len(pairs)+1, int64(1)
	if labels {
		n, most = nodes, int64(1+rnd.IntN(3))
	}
	domains := make([][]int64, n)
	for v := range domains {
		for k := range most + 1 {
			domains[v] = append(domains[v], k)
		}
	}
	p := task.NewPool(func(v int) []int64 { return domains[v] })
	t := &task.Task{Pool: p, Always: task.True, Dead: task.False, Goal: task.True}
	for v := range n {
		names := make([]string, len(domains[v]))
		for i, k := range domains[v] {
			names[i] = fmt.Sprint(k)
		}
		t.Vars = append(t.Vars, task.Var{Name: fmt.Sprint("v", v), Values: domains[v], Names: names})
	}
	t.Init, t.Free = make([]int64, n), slices.Repeat([]bool{true}, n)

	next, free := slices.Repeat([][]int32{nil}, nodes), slices.Repeat([]task.Expr{task.True}, nodes)
	joined := make([]task.Expr, len(pairs))
	for i, pair := range pairs {
		switch joined[i] = p.Var(i % n); {
		case labels:
			joined[i] = p.Eq(p.Var(int(pair[0])), p.Var(int(pair[1])))
		case rnd.IntN(8) == 0:
			joined[i] = task.True
		case rnd.IntN(4) == 0:
			joined[i] = p.Not(p.Var(rnd.IntN(n)))
		}
		for k := range 2 {
			next[pair[k]] = append(next[pair[k]], int32(len(next)))
			next, free = append(next, []int32{pair[1-k]}), append(free, joined[i])
		}
	}
	beside, cells := make([][]int32, nodes), make([]task.Expr, nodes) // a graph whose nodes are free or not
	for i := range cells {
		if cells[i] = task.False; rnd.IntN(3) > 0 {
			cells[i] = p.Eq(p.Var(rnd.IntN(n)), p.Const(1))
		}
	}
	for _, pair := range pairs {
		beside[pair[0]] = append(beside[pair[0]], pair[1])
		if rnd.IntN(10) > 0 {
			beside[pair[1]] = append(beside[pair[1]], pair[0])
		}
	}
	meeting, met := slices.Clone(pairs), []task.Expr(nil) // pairs of free nodes, and free nodes
	for _, pair := range pairs {
		met = append(met, p.And(cells[pair[0]], cells[pair[1]]))
	}
	for i := range int32(nodes) {
		meeting, met = append(meeting, []int32{i, i}), append(met, cells[i])
	}
	p.Graphs = []task.Graph{{Next: next}, {Next: pairs}, {Next: beside}, {Next: meeting}}
	node := func() task.Expr { return p.Const(int64(rnd.IntN(nodes))) }
	reached := func() task.Expr {
		var to []task.Expr
		some := rnd.IntN(3) == 0
		for k := range nodes {
			if !some || rnd.IntN(2) == 0 {
				to = append(to, p.Const(int64(k)))
			}
		}
		if rnd.IntN(2) == 0 {
			return p.Reached(2, node(), cells, to)
		}
		return p.Reached(0, node(), free, to)
	}
	number := func() task.Expr {
		switch rnd.IntN(4) {
		case 0:
			return p.Var(rnd.IntN(n))
		case 1:
			return reached()
		}
		return p.Const(int64(1 + rnd.IntN(nodes-1)))
	}
	atom := func() task.Expr {
		switch rnd.IntN(11) {
		case 0:
			return p.Reach(0, node(), node(), free)
		case 1:
			return p.Not(p.Reach(0, node(), node(), free))
		case 2:
			return p.Acyclic(1, joined)
		case 3:
			return p.Not(p.Acyclic(1, joined))
		case 7:
			return p.Connected(1, joined)
		case 8:
			return p.Not(p.Connected(1, joined))
		case 9:
			return p.Connected(3, met)
		case 10:
			return p.Not(p.Connected(3, met))
		case 4:
			return p.Le(number(), reached())
		case 5:
			return p.Le(reached(), number())
		}
		return p.Eq(reached(), number())
	}
	for range 2 + rnd.IntN(3) {
		if e := atom(); rnd.IntN(3) == 0 {
			t.Goal = p.And(t.Goal, p.Or(e, atom()))
		} else {
			t.Goal = p.And(t.Goal, e)
		}
	}
	t.InitCond = task.True
	d := drawn{task: t, cost: task.None}
	tasktest.EachState(domains, nil, func(state []int64) {
		if p.Eval(t.Goal, state) != 0 {
			d.all = append(d.all, slices.Clone(state))
		}
	})
	return d
}

// TestRandomRegions compares with all combinations of values.
func TestRandomRegions(t *testing.T) { compareDrawn(t, 400, drawRegions) }

func TestLongRandomRegions(t *testing.T) { compareDrawn(t, 2000, drawRegions) }
