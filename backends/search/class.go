package search

import (
	"context"
	"fmt"
	"hash/fnv"

	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Class returns a key that two tasks share only if they are the same puzzle. Moves, costs and goals are equal but for
// names, and the declared symmetries lead from one initial state to the other. Two such tasks may still get different
// keys. The key is empty if the task has no moves or may have several initial states.
func Class(ctx context.Context, t *task.Task) string {
	if len(t.Moves) == 0 || t.HasFree() {
		return ""
	}
	p, memo, h := task.NewPool(t.Pool.Domain), map[task.Expr]task.Expr{}, fnv.New128a()
	p.Graphs = t.Pool.Graphs
	of := func(e task.Expr) task.Expr { return p.Import(t.Pool, e, p.Var, memo) }
	fmt.Fprintln(h, p.Graphs, of(t.InitCond), of(t.Goal), of(t.Always))
	for v := range t.Vars {
		fmt.Fprintln(h, t.Vars[v].Values)
	}
	for _, m := range t.Moves {
		fmt.Fprintln(h, "move", of(m.Guard), of(m.Cost))
		for _, e := range m.Effects {
			fmt.Fprintln(h, e.Var, of(e.Cond), of(e.Value))
		}
	}
	for e := range p.Len() {
		n := p.Node(task.Expr(e))
		fmt.Fprintln(h, n.Op, n.N, n.Args)
	}
	bare := *t // the representative must not depend on what is reachable from the initial state
	bare.Moves, bare.Goal, bare.Always = nil, task.False, task.True
	sp := space.New(ctx, &bare, false)
	start := make([]uint64, sp.Layout.Words)
	symmetries := techniques().symmetries
	if symmetries == nil {
		return ""
	}
	folder := symmetries(sp, t.Symmetries, start, nil)
	for v := range t.Vars {
		sp.Layout.Put(start, v, t.Vars[v].Place(t.Init[v]))
	}
	folder.Fold(start)
	return fmt.Sprintf("%x %x", h.Sum(nil), start)
}
