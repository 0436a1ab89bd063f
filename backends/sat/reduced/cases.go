package reduced

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"

	"github.com/pzc-lang/pzc/backends/sat/layers"
	"github.com/pzc-lang/pzc/task"
)

// A move that computes where it acts ("the block rolls to the left") reads much: the place, and what lies on all places. Once the place has a
// value, little of that remains. So such a move is taken apart into cases, one for each value of the variable that selects; they exclude one
// another, since the guard of each fixes that variable.

// addMoves makes the moves ready, in cases if that takes wide expressions apart.
func (p *Problem) addMoves(ctx context.Context) error {
	p.Ops = nil
	for m := range p.Task.Moves {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if o, possible := p.newOp(m); possible {
			p.addCases(o, p.Lim.Cases/len(p.Task.Moves))
		}
	}
	return nil
}

// refineMoves takes the moves that still read much apart further, as far as the layers know which values occur together. Moves that can
// never be made are left out.
func (p *Problem) refineMoves(lay *layers.Layers) {
	p.known = lay.Ever
	old := p.Ops
	p.Ops = nil
	wide, possible := 0, 0
	for i := range old {
		if lay.Dead[i] {
			continue
		}
		possible++
		if len(p.wide(&old[i])) > 0 {
			wide++
		}
	}
	for i := range old {
		if !lay.Dead[i] {
			p.addCases(old[i], (p.Lim.Cases-possible)/max(wide, 1))
		}
	}
}

// CaseOf says which case of a move one is: " when man = (1, 2)".
func (p *Problem) CaseOf(o *layers.Op) string {
	text, sign := "", " when "
	for _, v := range o.Selected {
		place := p.Task.Vars[v].Place(p.single(&o.Guard)[v])
		text += sign + p.Task.Vars[v].Name + " = " + p.Task.Vars[v].Names[place]
		sign = ", "
	}
	return text
}

// addCases adds a move, in so many cases at most.
func (p *Problem) addCases(o layers.Op, room int) {
	v := p.selector(&o, room)
	if v < 0 {
		p.finish(&o)
		p.Ops = append(p.Ops, o)
		return
	}
	places := p.placesUnder(&o.Guard, v)
	for _, place := range places {
		if one, possible := p.caseAt(o, v, place); possible {
			one.Selected = append(slices.Clip(o.Selected), v)
			p.addCases(one, room/len(places))
		}
	}
}

// placesUnder are the places that a condition leaves to a variable, as far as it speaks of single variables and it is known which values
// may occur together.
func (p *Problem) placesUnder(c *layers.Condition, v int) []int {
	places := p.All(v)
	for _, s := range c.Sets {
		if s.V == v {
			places = s.At
		}
	}
	if p.known == nil {
		return places
	}
	var out []int
	for _, place := range places {
		f := p.Fact(v, place)
		if p.known.Alive(f) && !slices.ContainsFunc(c.Sets, func(s layers.ValueSet) bool { return len(s.At) == 1 && !p.known.Has(f, p.Fact(s.V, s.At[0])) }) {
			out = append(out, place)
		}
	}
	return out
}

// wide is the expressions of a move that read more than is worth a table.
func (p *Problem) wide(o *layers.Op) []task.Expr {
	var out []task.Expr
	for _, x := range o.Guard.Rest {
		if sc := p.Scopes.Get(x); len(sc.Vars) > p.Lim.Narrow || !p.tabulable(sc) {
			out = append(out, x)
		}
	}
	for i := range o.Writes {
		w := &o.Writes[i]
		if sc := p.writeScope(w); len(sc.Vars) > p.Lim.Narrow || !p.tabulable(sc) {
			out = append(out, w.Cond, w.Value)
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
func (p *Problem) selector(o *layers.Op, room int) int {
	parts := p.wide(o)
	if len(parts) == 0 || !p.Layered {
		return -1
	}
	seen := make(map[int]float64) // what the parts that read a variable could be, in bits
	before := 0.0
	for _, e := range parts {
		vars := p.Reads(e)
		all := p.bits(vars)
		for _, v := range vars {
			seen[v] += all
		}
		before += all
	}
	vars := slices.Sorted(maps.Keys(seen))
	slices.SortStableFunc(vars, func(a, b int) int {
		return int(math.Round(seen[b]*p.bits([]int{b}) - seen[a]*p.bits([]int{a})))
	})
	var found []selector
	for _, v := range vars[:min(len(vars), maxSelectors)] {
		if places := p.placesUnder(&o.Guard, v); 2 <= len(places) && len(places) <= room {
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
func (p *Problem) after(parts []task.Expr, s *selector, samples int) float64 {
	sum, n := 0.0, min(samples, len(s.places))
	for k := range n {
		place := s.places[k*(len(s.places)-1)/max(n-1, 1)]
		fixed := p.given(map[int]int64{s.v: p.Domain(s.v)[place]})
		for _, e := range parts {
			if vars := p.Reads(e); slices.Contains(vars, s.v) {
				sum += p.bits(fixed.vars(e)) + p.bits([]int{s.v})
			} else {
				sum += p.bits(vars)
			}
		}
	}
	return sum / float64(n)
}

// bits is the logarithm of the number of combinations of some variables' values.
func (p *Problem) bits(vars []int) float64 {
	sum := 0.0
	for _, v := range vars {
		sum += math.Log2(float64(len(p.Domain(v))))
	}
	return sum
}

// Reads is the variables of an expression, ascending.
func (p *Problem) Reads(e task.Expr) []int {
	if vars, known := p.read[e]; known {
		return vars
	}
	var vars []int
	if n := p.Pool.Node(e); n.Op == task.OpVar {
		vars = []int{int(n.N)}
	} else {
		for _, a := range n.Args {
			vars = append(vars, p.Reads(a)...)
		}
	}
	slices.Sort(vars)
	vars = slices.Compact(vars)
	p.read[e] = vars
	return vars
}
