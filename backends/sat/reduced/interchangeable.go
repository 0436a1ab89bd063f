package reduced

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/task"
)

// Bounds on the work.
const (
	mostImages        = 1 << 18 // moves that are compared
	mostTableOfImage  = 1 << 14 // combinations of values for which a condition is compared
	mostTablesOfImage = 1 << 23 // all of these together
)

// Interchangeable reports whether it is proved that moves, costs and conditions stay the same when each variable takes
// the value of another one: from is that variable, by variable. The initial state does not matter.
func Interchangeable(t *task.Task, from []int) bool {
	if len(t.Moves) > mostImages {
		return false
	}
	for v, w := range from {
		if !slices.Equal(t.Vars[v].Values, t.Vars[w].Values) {
			return false
		}
	}
	return newSymmetryProof(t).keeps(from)
}

// symmetryProof compares the moves and conditions of a task with their images.
type symmetryProof struct {
	t      *task.Task
	pool   *task.Pool // its own pool, because others may use the task's pool at the same time
	plain  *Importer
	scopes *Scopes
	known  map[task.Expr]string
	room   int // combinations of values that may still be compared
}

func newSymmetryProof(t *task.Task) *symmetryProof {
	g := &symmetryProof{
		t: t, pool: task.NewPool(func(v int) []int64 { return t.Vars[v].Values }),
		known: map[task.Expr]string{}, room: mostTablesOfImage,
	}
	g.pool.Graphs = t.Pool.Graphs
	g.plain, g.scopes = newImporter(t.Pool, g.pool, nil), &Scopes{pool: g.pool}
	return g
}

// keeps reports whether moves are mapped to moves, and each condition to itself.
func (g *symmetryProof) keeps(from []int) bool {
	turned := newImporter(g.t.Pool, g.pool, func(v int) task.Expr { return g.pool.Var(from[v]) })
	if g.all(turned.Expr(g.t.Goal)) != g.all(g.plain.Expr(g.t.Goal)) ||
		g.all(turned.Expr(g.t.Always)) != g.all(g.plain.Expr(g.t.Always)) {
		return false
	}
	images := map[string]bool{}
	for m := range g.t.Moves {
		images[g.move(&g.t.Moves[m], turned, from)] = true
	}
	for m := range g.t.Moves {
		if !images[g.move(&g.t.Moves[m], g.plain, nil)] {
			return false
		}
	}
	return true
}

// move returns a key of a move: equal keys mean the same guard, the same cost and the same effects. With from, it is
// the key of the move's image.
func (g *symmetryProof) move(m *task.Move, im *Importer, from []int) string {
	guard := im.Expr(m.Guard)
	out := make([]string, 0, len(m.Effects)+2)
	for _, e := range m.Effects {
		v := e.Var
		value := g.pool.Ite(im.Expr(e.Cond), im.Expr(e.Value), im.Expr(g.t.Pool.Var(v)))
		// where the move is not applicable, the value does not matter
		value = g.pool.Ite(g.about(guard, value), value, im.Expr(g.t.Pool.Var(v)))
		if from != nil {
			v = from[v]
		}
		if value != g.pool.Var(v) {
			out = append(out, fmt.Sprint(v, ":", g.one(value)))
		}
	}
	slices.Sort(out)
	cost := im.Expr(m.Cost)
	cost = g.pool.Ite(g.about(guard, cost), cost, task.False)
	return strings.Join(append(out, g.one(cost), g.all(guard)), ";")
}

// about returns the conjunction of the parts of cond that read only variables of e.
func (g *symmetryProof) about(cond, e task.Expr) task.Expr {
	var out []task.Expr
	of := g.scopes.Get(e)
	for _, c := range g.pool.Conjuncts(cond) {
		if sc := g.scopes.Get(c); !sc.Wide && !of.Wide &&
			!slices.ContainsFunc(sc.Vars, func(v int) bool { return !slices.Contains(of.Vars, v) }) {
			out = append(out, c)
		}
	}
	return g.pool.And(out...)
}

// all returns a key of a conjunction. Values for which another part over the same variables is false do not matter for
// a part.
func (g *symmetryProof) all(e task.Expr) string {
	var out []string
	for _, c := range g.pool.Conjuncts(e) {
		if about := g.about(e, c); about != task.True {
			c = about
		}
		out = append(out, g.one(c))
	}
	slices.Sort(out)
	return strings.Join(slices.Compact(out), "&")
}

// one returns a key of an expression: the table of its values if it is small, otherwise the expression itself.
func (g *symmetryProof) one(e task.Expr) string {
	if key, known := g.known[e]; known {
		return key
	}
	key := fmt.Sprint("e", e)
	if sc := g.scopes.Get(e); !sc.Wide && len(sc.Vars) > 0 {
		size, places := 1, make([][]int, len(sc.Vars))
		for i, v := range sc.Vars {
			size *= len(g.t.Vars[v].Values)
			for k := range g.t.Vars[v].Values {
				places[i] = append(places[i], k)
			}
		}
		if size <= min(mostTableOfImage, g.room) {
			g.room -= size
			table := []byte(fmt.Sprint(sc.Vars))
			add := func(_ []int, values []int64) { table = binary.AppendVarint(table, values[0]) }
			scan(g.pool, sc.Vars, places, add, e)
			key = string(table)
		}
	}
	g.known[e] = key
	return key
}
