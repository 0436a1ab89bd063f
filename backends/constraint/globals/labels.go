package globals

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// labelled makes labels for pairs of nodes that paths join, if no two of these paths can meet: ways do not branch, and
// at most one way leads to an end. Joined nodes have one label, the number of their path. A path from an end must lead
// to each other node, so there is one label for it. It is then enough that a path leads to each node from one end of
// any pair, so one search of the graph does for all paths. labelled returns false if paths may meet.
func (g *walks) labelled() bool {
	label := map[int64]task.Expr{}
	var starts []int64
	for i, x := range g.single {
		if len(x.rest) > 0 || g.degree[x.a] != 1 || g.degree[x.b] != 1 {
			return false
		}
		label[x.a], label[x.b] = g.pool.Const(int64(i)), g.pool.Const(int64(i))
		starts = append(starts, x.a)
	}
	inside := func(k int64) bool { _, end := label[k]; return !end }
	g.rooted = slices.DeleteFunc(g.rooted, func(x rooted) bool { return slices.ContainsFunc(x.ends, inside) })
	led := lists.Set(lists.Map(g.rooted, func(x rooted) int64 { return x.node }))
	ways := slices.SortedFunc(maps.Keys(g.ways), func(a, b task.Way[task.Expr]) int {
		return cmp.Or(cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B), cmp.Compare(a.Free, b.Free))
	})
	at := map[int64][]task.Expr{} // by node: its ways
	for _, x := range ways {
		at[int64(x.A)] = append(at[int64(x.A)], x.Free)
	}
	most, nodes := g.most(), slices.Sorted(maps.Keys(at))
	for _, node := range nodes {
		n := most(at[node])
		if len(starts) < 2 || g.free[node] != task.True || inside(node) && (n > 2 || !led[node]) || !inside(node) && n > 1 {
			return false
		}
	}
	for _, node := range nodes {
		if inside(node) {
			label[node] = g.further(upTo(len(starts)))
		}
	}
	for _, x := range ways {
		if x.A < x.B {
			same := g.pool.Eq(label[int64(x.A)], label[int64(x.B)])
			g.Conditions = append(g.Conditions, g.pool.Or(g.pool.Not(x.Free), same))
		}
	}
	for _, x := range g.single {
		g.Conditions[x.i] = g.fromRoot(x.b, starts)
	}
	for _, x := range g.rooted {
		g.Conditions[x.i] = g.fromRoot(x.node, starts)
	}
	return true
}

// most returns a function that bounds how many of some conditions hold together.
func (w *rewriting) most() func(some []task.Expr) int {
	key := func(events []event) string {
		all := lists.Map(events, func(ev event) string { return fmt.Sprint(ev) })
		slices.Sort(all)
		return strings.Join(all, " ")
	}
	known := map[string]int{}
	for _, e := range w.Conditions {
		for _, c := range w.counts(e) {
			k := key(c.events)
			if most, stated := known[k]; !stated || c.most < most {
				known[k] = c.most
			}
		}
	}
	return func(some []task.Expr) int {
		var events []event
		one := true // they give one variable other values
		for _, e := range some {
			ev, ok := w.unary(part{e: e})
			if !ok {
				return len(some)
			}
			one = one && len(ev.values) == 1 && !slices.ContainsFunc(events, func(x event) bool {
				return x.v != ev.v || x.values[0] == ev.values[0]
			})
			events = append(events, ev)
		}
		if most, stated := known[key(events)]; stated {
			return most
		}
		if one {
			return min(len(some), 1)
		}
		return len(some)
	}
}
