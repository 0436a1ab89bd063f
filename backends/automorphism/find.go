package automorphism

import (
	"context"
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
)

// Bounds on the search.
const (
	mostSize  = 1 << 17 // nodes and places of the graph
	mostFails = 24      // candidates that no proof was found for
	mostMarks = 12      // things that a candidate fixes one after another
)

// Find returns permutations that are proved to map moves to moves of the same cost, and the goal to itself. The initial
// state need not be its own image. Of each orbit, Find tries to exchange two things that are next to one another, and
// to keep as much as possible. Large tasks have no permutations. The work is counted, in units of about 10 ns: Find
// returns false if more work may find more.
func Find(ctx context.Context, t *task.Task, most int) (found []Permutation, all bool) {
	g := newGraph(t, min(mostSize, most/mostRounds))
	if g == nil {
		return nil, most/mostRounds >= mostSize
	}
	f := &finder{ctx: ctx, graph: g, base: g.plain(), most: most}
	f.work = f.refine(f.base)
	f.orbit = make([]int, len(f.base))
	for i := range f.orbit {
		f.orbit[i] = i
	}
	if len(t.Moves) > 0 {
		f.variables()
		f.fails = 0
	}
	for v := range t.Vars {
		if f.orbit[v] == v {
			for i := range t.Vars[v].Values {
				f.exchange(f.fact(v, i), f.fact(v, 0), f.fact(v, i))
			}
		}
	}
	if len(t.Moves) == 0 {
		f.variables()
	}
	return f.found, f.work < f.most
}

// finder looks for permutations. Its things are variables, and after them facts.
type finder struct {
	*graph
	ctx   context.Context
	base  colours
	orbit []int // by thing: the first of those that permutations map to one another
	proof *Proof
	found []Permutation
	work  int
	most  int
	fails int
}

// variables tries to exchange variables.
func (f *finder) variables() {
	f.fails = 0
	for v := range f.t.Vars {
		f.exchange(v, 0, v)
	}
}

func (f *finder) fact(v, i int) int { return len(f.t.Vars) + int(f.first[v]) + i }

// exchange tries to exchange a thing with one of things from … to - 1 of another orbit.
func (f *finder) exchange(x, from, to int) {
	for y := to - 1; y >= from; y-- {
		if f.base[x] != f.base[y] || f.orbit[x] == f.orbit[y] {
			continue
		}
		if f.work >= f.most || f.fails > mostFails || f.ctx.Err() != nil {
			return
		}
		p, ok := f.plainly(x, y)
		if ok = ok && f.proved(p); !ok {
			p, ok = f.candidate(x, y)
			ok = ok && f.proved(p)
		}
		if ok {
			p.Orbit = f.orbit[y]
			f.found = append(f.found, p)
			f.join(p)
			return
		}
		f.fails++
	}
}

func (f *finder) proved(p Permutation) bool {
	before := 0
	if f.proof == nil {
		f.proof = NewProof(f.t)
		f.proof.room = min(f.proof.room, f.most/8)
	} else {
		before = f.proof.work
	}
	ok := f.proof.Keeps(p)
	f.work += 8 * (f.proof.work - before)
	return ok
}

// plainly returns the permutation that exchanges two variables and nothing else.
func (f *finder) plainly(x, y int) (p Permutation, ok bool) {
	if max(x, y) >= len(f.t.Vars) || !slices.Equal(f.t.Vars[x].Values, f.t.Vars[y].Values) {
		return p, false
	}
	p = Identity(f.t.Vars)
	p.From[x], p.From[y] = y, x
	return p, true
}

// join joins the orbits of things that a permutation maps to one another.
func (f *finder) join(p Permutation) {
	join := func(x, y int) {
		a, b := min(f.orbit[x], f.orbit[y]), max(f.orbit[x], f.orbit[y])
		for i := range f.orbit {
			if f.orbit[i] == b {
				f.orbit[i] = a
			}
		}
	}
	for v, w := range p.From {
		if join(v, w); p.Moves(f.t.Vars, v) {
			for i, k := range p.To[v] {
				join(f.fact(w, i), f.fact(v, f.t.Vars[v].Place(k)))
			}
		}
	}
}

// candidate returns a permutation that exchanges two things, if colours show one. In one colouring x and y have other
// colours, in another one these colours are exchanged: the permutation maps each thing to the one that has its colour
// in the other colouring. Where a colour leaves a choice, it is marked too.
func (f *finder) candidate(x, y int) (Permutation, bool) {
	one, two := slices.Clone(f.base), slices.Clone(f.base)
	one[x], one[y] = mix(one[x]+1), mix(one[y]+2)
	two[x], two[y] = mix(two[x]+2), mix(two[y]+1)
	for mark := range uint64(mostMarks) {
		f.work += f.refine(one, two)
		p, a, b := f.match(one, two)
		switch {
		case a < 0:
			return p, b < 0
		case f.work > f.most:
			return p, false
		}
		one[a], two[b] = mix(one[a]+mark+3), mix(two[b]+mark+3)
	}
	return Permutation{}, false
}

// match maps things of one colouring to those of another. If there is a choice, it returns two things of the same
// colour, and else -1; -1 and 0 if things cannot be mapped.
func (f *finder) match(one, two colours) (p Permutation, a, b int) {
	n := len(f.t.Vars)
	for v := range n {
		w, unique := of(one[:n], two[v], v)
		if w < 0 {
			return p, -1, 0
		}
		if !unique {
			return p, w, v
		}
		p.From = append(p.From, w)
	}
	for v, w := range p.From {
		from, to := f.t.Vars[w].Values, f.t.Vars[v].Values
		if len(from) != len(to) {
			return p, -1, 0
		}
		its := two[f.fact(v, 0):f.fact(v, len(to))]
		values := make([]int64, len(from))
		for i, k := range from {
			j, unique := of(its, one[f.fact(w, i)], f.t.Vars[v].Place(k))
			if j < 0 {
				return p, -1, 0
			}
			if !unique {
				return p, f.fact(w, i), f.fact(v, j)
			}
			values[i] = to[j]
		}
		p.To = append(p.To, values)
	}
	return p, -1, -1
}

// of returns a place of a colour, the wanted one if it has the colour, and whether there is no choice. -1: no place has
// the colour.
func of(in colours, colour uint64, wanted int) (at int, unique bool) {
	if wanted >= 0 && in[wanted] == colour {
		return wanted, true
	}
	at = slices.Index(in, colour)
	return at, at < 0 || !slices.Contains(in[at+1:], colour)
}
