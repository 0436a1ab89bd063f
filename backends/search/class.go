package search

import (
	"context"
	"fmt"
	"hash/fnv"
	"slices"

	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/search/symmetry"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Class returns a key that two tasks share only if they are the same puzzle. Moves, costs and goals are equal but for
// names, and the declared symmetries lead from one initial state to the other. Two such tasks may still get different
// keys. The key is empty if the task has no moves or may have several initial states.
func Class(ctx context.Context, t *task.Task) string {
	if len(t.Moves) == 0 || t.HasFree() {
		return ""
	}
	d, h := digest{t.Pool, map[task.Expr]sum{}}, fnv.New128a()
	fmt.Fprintln(h, t.Pool.Graphs, d.of(t.InitCond), d.of(t.Goal), d.of(t.Always))
	for v := range t.Vars {
		fmt.Fprintln(h, t.Vars[v].Values)
	}
	for i := range t.Moves {
		m := &t.Moves[i]
		fmt.Fprintln(h, "move", d.of(m.Guard), d.of(m.Cost), d.effects(m.Effects))
	}
	for i := range t.Symmetries {
		s := &t.Symmetries[i]
		fmt.Fprintln(h, "symmetry", s.Name, d.of(s.Guard), d.effects(s.Effects))
	}
	bare := *t // the representative must not depend on what is reachable from the initial state
	bare.Moves, bare.Goal, bare.Always = nil, task.False, task.True
	sp := space.New(ctx, &bare, false)
	start := make([]uint64, sp.Layout.Words)
	set := symmetry.New(sp, start)
	for v := range t.Vars {
		sp.Layout.Put(start, v, t.Vars[v].Place(t.Init[v]))
	}
	symmetry.NewFolder(set).Fold(start)
	return fmt.Sprintf("%x %x", h.Sum(nil), start)
}

// digest sums up expressions. The sums do not depend on the order in which the nodes of a pool were made.
type digest struct {
	pool *task.Pool
	sums map[task.Expr]sum
}

type sum [16]byte

func (d *digest) of(e task.Expr) sum {
	if s, known := d.sums[e]; known {
		return s
	}
	n := d.pool.Node(e)
	args := make([]string, len(n.Args))
	for i, a := range n.Args {
		s := d.of(a)
		args[i] = string(s[:])
	}
	if slices.Contains([]task.Op{task.OpAnd, task.OpOr, task.OpAdd, task.OpMul, task.OpEq}, n.Op) {
		slices.Sort(args)
	}
	h := fnv.New128a()
	fmt.Fprintln(h, n.Op, n.N, args)
	s := sum(h.Sum(nil))
	d.sums[e] = s
	return s
}

func (d *digest) effects(all []task.Effect) (out []string) {
	for _, e := range all {
		out = append(out, fmt.Sprint(e.Var, d.of(e.Cond), d.of(e.Value)))
	}
	return out
}
