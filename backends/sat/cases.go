package sat

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/pzc-lang/pzc/task"
)

// A move that computes where it acts ("the block rolls to the left") reads much: the place, and what lies on all places. Once the place has a
// value, little of that remains. So such a move is taken apart into cases, one for each value of the variable that selects; they exclude one
// another, since the guard of each fixes that variable.

// addMoves makes the moves ready, in cases if that takes wide expressions apart.
func (p *problem) addMoves(ctx context.Context) error {
	p.ops = nil
	for m := range p.task.Moves {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if o, possible := p.newOp(m); possible {
			p.addCases(o, p.lim.cases/len(p.task.Moves))
		}
	}
	return nil
}

// refineMoves takes the moves that still read much apart further, as far as the layers know which values occur together. Moves that can
// never be made are left out.
func (p *problem) refineMoves(lay *layers) {
	p.known = lay.ever
	old := p.ops
	p.ops = nil
	wide, possible := 0, 0
	for i := range old {
		wide += int(boolInt(!lay.dead[i] && len(p.wide(&old[i])) > 0))
		possible += int(boolInt(!lay.dead[i]))
	}
	for i := range old {
		if !lay.dead[i] {
			p.addCases(old[i], (p.lim.cases-possible)/max(wide, 1))
		}
	}
}

// caseOf says which case of a move one is: " when man = (1, 2)".
func (p *problem) caseOf(o *op) string {
	text, sign := "", " when "
	for _, v := range o.selected {
		place := p.task.Vars[v].Place(p.single(&o.guard)[v])
		text += sign + p.task.Vars[v].Name + " = " + p.task.Vars[v].Names[place]
		sign = ", "
	}
	return text
}

// addCases adds a move, in so many cases at most.
func (p *problem) addCases(o op, room int) {
	v := p.selector(&o, room)
	if v < 0 {
		p.finish(&o)
		p.ops = append(p.ops, o)
		return
	}
	places := p.placesUnder(&o.guard, v)
	for _, place := range places {
		if one, possible := p.caseAt(o, v, place); possible {
			one.selected = append(slices.Clip(o.selected), v)
			p.addCases(one, room/len(places))
		}
	}
}

// placesUnder are the places that a condition leaves to a variable, as far as it speaks of single variables and it is known which values
// may occur together.
func (p *problem) placesUnder(c *condition, v int) []int {
	places := p.all(v)
	for _, s := range c.sets {
		if s.v == v {
			places = s.at
		}
	}
	if p.known == nil {
		return places
	}
	var out []int
	for _, place := range places {
		f := p.fact(v, place)
		if p.known.alive(f) && !slices.ContainsFunc(c.sets, func(s valueSet) bool { return len(s.at) == 1 && !p.known.has(f, p.fact(s.v, s.at[0])) }) {
			out = append(out, place)
		}
	}
	return out
}

// wide is the expressions of a move that read more than is worth a table.
func (p *problem) wide(o *op) []task.Expr {
	var out []task.Expr
	for _, x := range o.guard.rest {
		if sc := p.scopes.get(x); len(sc.vars) > p.lim.narrow || !p.tabulable(sc) {
			out = append(out, x)
		}
	}
	for i := range o.writes {
		w := &o.writes[i]
		if sc := p.writeScope(w); len(sc.vars) > p.lim.narrow || !p.tabulable(sc) {
			out = append(out, w.cond, w.value)
		}
	}
	return out
}

// maxSelectors is the number of variables that are tried as selectors, with few values of each; those of them that look best are tried with many.
const (
	maxSelectors            = 12
	bestSelectors           = 2
	fewSamples, manySamples = 3, 12
)

// selector is the variable whose value takes most out of what a move reads, beside itself, measured in bits of what that could be; −1 if
// none takes out half as much as it brings in, or its values are more than there is room for.
func (p *problem) selector(o *op, room int) int {
	parts := p.wide(o)
	if len(parts) == 0 || !p.layered {
		return -1
	}
	seen := make(map[int]float64) // what the parts that read a variable could be, in bits
	before := 0.0
	for _, e := range parts {
		vars := p.reads(e)
		all := p.bits(vars)
		for _, v := range vars {
			seen[v] += all
		}
		before += all
	}
	vars := sortedKeys(seen)
	slices.SortStableFunc(vars, func(a, b int) int {
		return int(math.Round(seen[b]*p.bits([]int{b}) - seen[a]*p.bits([]int{a})))
	})
	var found []selector
	for _, v := range vars[:min(len(vars), maxSelectors)] {
		if places := p.placesUnder(&o.guard, v); 2 <= len(places) && len(places) <= room {
			found = append(found, selector{v: v, places: places})
		}
	}
	for _, samples := range []int{fewSamples, manySamples} {
		for i := range found {
			found[i].gain = before - p.after(parts, &found[i], samples)
		}
		slices.SortStableFunc(found, func(a, b selector) int { return cmp.Compare(b.gain, a.gain) })
		found = found[:min(len(found), bestSelectors)]
	}
	for _, s := range found {
		if s.gain > 0 && s.gain > p.bits([]int{s.v})/2 {
			return s.v
		}
	}
	return -1
}

// selector is a variable by whose values a move may be taken apart.
type selector struct {
	v      int
	places []int
	gain   float64
}

// after is what expressions read on the average when a variable has one of some values. The variable itself still counts, once
// for each expression that reads it.
func (p *problem) after(parts []task.Expr, s *selector, samples int) float64 {
	sum, n := 0.0, min(samples, len(s.places))
	for k := range n {
		place := s.places[k*(len(s.places)-1)/max(n-1, 1)]
		fixed := p.given(map[int]int64{s.v: p.domain(s.v)[place]})
		for _, e := range parts {
			if vars := p.reads(e); slices.Contains(vars, s.v) {
				sum += p.bits(fixed.vars(e)) + p.bits([]int{s.v})
			} else {
				sum += p.bits(vars)
			}
		}
	}
	return sum / float64(n)
}

// bits is the logarithm of the number of combinations of some variables' values.
func (p *problem) bits(vars []int) float64 {
	sum := 0.0
	for _, v := range vars {
		sum += math.Log2(float64(len(p.domain(v))))
	}
	return sum
}

// reads is the variables of an expression, ascending.
func (p *problem) reads(e task.Expr) []int {
	if vars, known := p.read[e]; known {
		return vars
	}
	var vars []int
	if n := p.pool.Node(e); n.Op == task.OpVar {
		vars = []int{int(n.N)}
	} else {
		for _, a := range n.Args {
			vars = append(vars, p.reads(a)...)
		}
	}
	slices.Sort(vars)
	vars = slices.Compact(vars)
	p.read[e] = vars
	return vars
}
