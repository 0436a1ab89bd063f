package reduced

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/task"
)

// Interchangeable objects give each plan many images, and a solver refutes all of them. Examples of such objects: balls
// that are all carried from one room to another; pegs of the towers of Hanoi that are neither first nor last.
//
// A declared symmetry promises that a state and its image have the same cost, but not that the images of a plan's
// states are the states of a plan. pzc proves this: the symmetry gives each variable the value of one variable, perhaps
// renamed; it maps moves to moves; and the initial state and the goal are their own images. Answers do not rely on the
// promise.

// Automorphism maps plans to plans of the same cost.
type Automorphism struct {
	From []int   // by variable: the variable whose value it has in the image
	as   [][]int // by variable: its place in the image, by the place of that variable
}

// Bounds on the work.
const (
	mostAutomorphisms = 64
	mostImages        = 1 << 18 // moves that are compared
	mostTableOfImage  = 1 << 14 // combinations of values for which a condition is compared
	mostTablesOfImage = 1 << 23 // all of these together
)

// Automorphisms lists the declared symmetries that are proved to map plans to plans, and their compositions.
func Automorphisms(t *task.Task) []*Automorphism {
	if t.HasFree() || len(t.Moves) == 0 || len(t.Symmetries) == 0 {
		return nil
	}
	g := newSymmetryProof(t)
	var out []*Automorphism
	for i := range t.Symmetries {
		if len(out) == mostAutomorphisms || (i+1)*len(t.Moves) > mostImages {
			break
		}
		if x := automorphismOf(t, &t.Symmetries[i]); x != nil && g.keeps(x) {
			out = append(out, x)
		}
	}
	return closure(out)
}

// automorphismOf returns the automorphism of a symmetry, nil if the symmetry does not give each variable the value of
// one variable, two variables never the same, or if it changes the initial state. The guard of the symmetry does not
// matter, because the automorphism is proved.
func automorphismOf(t *task.Task, y *task.Symmetry) *Automorphism {
	x := &Automorphism{From: make([]int, len(t.Vars)), as: make([][]int, len(t.Vars))}
	for v := range t.Vars {
		x.From[v], x.as[v] = v, make([]int, len(t.Vars[v].Values))
		for i := range x.as[v] {
			x.as[v][i] = i
		}
	}
	state := slices.Clone(t.Init)
	for _, e := range y.Effects {
		read := slices.Concat(t.Pool.Vars(e.Cond), t.Pool.Vars(e.Value))
		if e.Cond != task.True {
			read = append(read, e.Var)
		}
		slices.Sort(read)
		if read = slices.Compact(read); len(read) != 1 {
			return nil
		}
		w := read[0]
		x.From[e.Var], x.as[e.Var] = w, nil
		for _, code := range t.Vars[w].Values {
			state[w] = code
			if t.Pool.Eval(e.Cond, state) != 0 {
				code = t.Pool.Eval(e.Value, state)
			}
			x.as[e.Var] = append(x.as[e.Var], t.Vars[e.Var].Place(code))
		}
		state[w] = t.Init[w]
	}
	if !x.permutes(t) || x.identical() {
		return nil
	}
	return x
}

// permutes reports whether different states have different images, and the initial state is its own image.
func (x *Automorphism) permutes(t *task.Task) bool {
	taken := make([]bool, len(x.From))
	for v, w := range x.From {
		seen := make([]bool, len(t.Vars[v].Values))
		if taken[w] || len(x.as[v]) != len(seen) || x.as[v][t.Vars[w].Place(t.Init[w])] != t.Vars[v].Place(t.Init[v]) {
			return false
		}
		taken[w] = true
		for _, i := range x.as[v] {
			if i < 0 || seen[i] {
				return false
			}
			seen[i] = true
		}
	}
	return true
}

// identical reports whether each state is its own image.
func (x *Automorphism) identical() bool {
	for v, w := range x.From {
		if v != w || !inOrder(x.as[v]) {
			return false
		}
	}
	return true
}

// inOrder reports whether each place is mapped to itself.
func inOrder(places []int) bool {
	for i, p := range places {
		if i != p {
			return false
		}
	}
	return true
}

// after returns the composition: first y, then x.
func (x *Automorphism) after(y *Automorphism) *Automorphism {
	z := &Automorphism{}
	for v, w := range x.From {
		as := make([]int, len(x.as[v]))
		for i, p := range y.as[w] {
			as[i] = x.as[v][p]
		}
		z.From, z.as = append(z.From, y.From[w]), append(z.as, as)
	}
	return z
}

// Exchanges reports whether two variables exchange their values, renamed in the same way in both directions.
func (x *Automorphism) Exchanges(v, w int) bool {
	return x.From[v] == w && x.From[w] == v && slices.Equal(inverse(x.as[v]), x.as[w])
}

func (x *Automorphism) equal(y *Automorphism) bool {
	return slices.Equal(x.From, y.From) && slices.EqualFunc(x.as, y.as, slices.Equal)
}

// closure adds compositions, up to mostAutomorphisms.
func closure(of []*Automorphism) []*Automorphism {
	all := slices.Clone(of)
	for i := 0; i < len(all); i++ {
		for _, y := range of {
			if len(all) >= mostAutomorphisms {
				return all
			}
			if z := all[i].after(y); !z.identical() && !slices.ContainsFunc(all, z.equal) {
				all = append(all, z)
			}
		}
	}
	return all
}

// symmetryProof compares the moves and conditions of a task with their images.
type symmetryProof struct {
	t      *task.Task
	pool   *task.Pool // its own pool, because others may use the task's pool at the same time
	plain  *Importer
	scopes *Scopes
	known  map[task.Expr]string
	moves  map[string]bool
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

// keeps reports whether an automorphism maps moves to moves, and each condition to itself.
func (g *symmetryProof) keeps(x *Automorphism) bool {
	turned := newImporter(g.t.Pool, g.pool, func(v int) task.Expr {
		return g.renamed(g.pool.Var(x.From[v]), x.From[v], v, x.as[v])
	})
	if g.all(turned.Expr(g.t.Goal)) != g.all(g.plain.Expr(g.t.Goal)) ||
		g.all(turned.Expr(g.t.Always)) != g.all(g.plain.Expr(g.t.Always)) {
		return false
	}
	images := map[string]bool{}
	for m := range g.t.Moves {
		images[g.move(&g.t.Moves[m], turned, x)] = true
	}
	if g.moves == nil {
		g.moves = map[string]bool{}
		for m := range g.t.Moves {
			g.moves[g.move(&g.t.Moves[m], g.plain, nil)] = true
		}
	}
	for m := range g.moves {
		if !images[m] {
			return false
		}
	}
	return true
}

// renamed returns a value of variable v as a value of variable w, by their places.
func (g *symmetryProof) renamed(value task.Expr, v, w int, as []int) task.Expr {
	if inOrder(as) && slices.Equal(g.t.Vars[v].Values, g.t.Vars[w].Values) {
		return value
	}
	return rename(g.pool, value, g.t.Vars[v].Values, g.t.Vars[w].Values, as)
}

// rename maps a number that is one of values to the number of others at the place as[place].
func rename(pool *task.Pool, value task.Expr, values, others []int64, as []int) task.Expr {
	from, to := make([]task.Expr, len(values)), make([]task.Expr, len(values))
	for i, code := range values {
		from[i], to[i] = pool.Const(code), pool.Const(others[as[i]])
	}
	return pool.Select(pool.Find(value, from...), to...)
}

// move returns a key of a move: equal keys mean the same guard, the same cost and the same effects. With x, it is the
// key of the move's image.
func (g *symmetryProof) move(m *task.Move, im *Importer, x *Automorphism) string {
	guard := im.Expr(m.Guard)
	out := make([]string, 0, len(m.Effects)+2)
	for _, e := range m.Effects {
		v := e.Var
		value := g.pool.Ite(im.Expr(e.Cond), im.Expr(e.Value), im.Expr(g.t.Pool.Var(v)))
		// where the move is not applicable, the value does not matter
		value = g.pool.Ite(g.about(guard, value), value, im.Expr(g.t.Pool.Var(v)))
		if x != nil {
			w := x.From[v]
			value = g.renamed(value, v, w, inverse(x.as[v]))
			v = w
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

func inverse(places []int) []int {
	out := make([]int, len(places))
	for i, p := range places {
		out[p] = i
	}
	return out
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

// Variable returns the value of an original variable, which may be a part of a fused one.
func (p *Problem) Variable(v int) task.Expr {
	m := p.View.members[v]
	of := p.Pool.Var(m.v)
	if slices.Equal(p.View.From.Vars[v].Values, p.Domain(m.v)) && inOrder(m.at) {
		return of
	}
	codes := make([]task.Expr, len(m.at))
	for i, place := range m.at {
		codes[i] = p.Pool.Const(p.View.From.Vars[v].Values[place])
	}
	return p.Pool.Select(of, codes...)
}

// Image returns the value of an original variable in the image.
func (p *Problem) Image(x *Automorphism, v int) task.Expr {
	w := x.From[v]
	values, others := p.View.From.Vars[w].Values, p.View.From.Vars[v].Values
	if inOrder(x.as[v]) && slices.Equal(values, others) {
		return p.Variable(w)
	}
	return rename(p.Pool, p.Variable(w), values, others, x.as[v])
}

// Interchangeable reports whether it is proved that moves, costs and conditions stay the same when each variable takes
// the value of another one: from is that variable, by variable. The initial state does not matter.
func Interchangeable(t *task.Task, from []int) bool {
	if len(t.Moves) > mostImages {
		return false
	}
	x := &Automorphism{From: from, as: make([][]int, len(from))}
	for v, w := range from {
		if !slices.Equal(t.Vars[v].Values, t.Vars[w].Values) {
			return false
		}
		x.as[v] = make([]int, len(t.Vars[v].Values))
		for i := range x.as[v] {
			x.as[v][i] = i
		}
	}
	return newSymmetryProof(t).keeps(x)
}
