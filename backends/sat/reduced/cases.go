package reduced

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"

	"github.com/pzc-lang/pzc/backends/sat/layers"
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/compiler/task"
)

// A move that computes the place of its effect reads many variables. Example: "the block rolls to the left" reads the
// place of the block and the cells around every place. For one place of the block, only a few of these variables
// matter. Such a move is divided into cases, one for each value of the selecting variable. The cases exclude one
// another, because their guards fix that variable.

// addMoves makes the operations of all moves, divided into cases where this makes wide expressions narrow.
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

// CaseOf describes the case of an operation, such as " when man = (1, 2)".
func (p *Problem) CaseOf(o *layers.Op) string {
	text, sign := "", " when "
	for _, v := range o.Selected {
		place := p.Task.Vars[v].Place(p.single(&o.Guard)[v])
		text += sign + p.Task.Vars[v].Name + " = " + p.Task.Vars[v].Names[place]
		sign = ", "
	}
	return text
}

// addCases adds an operation, divided into at most room cases.
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

// placesUnder lists the places that a condition allows a variable, by its conditions on single variables.
func (p *Problem) placesUnder(c *layers.Condition, v int) []int {
	for _, s := range c.Sets {
		if s.V == v {
			return s.At
		}
	}
	return p.All(v)
}

// wide lists the expressions of an operation that read too many variables for a table.
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

// maxSelectors variables are tried as selectors with few sample values; the best of them are tried with many.
const (
	maxSelectors            = 12
	bestSelectors           = 2
	fewSamples, manySamples = 3, 12
)

// selector chooses the variable to divide an operation by. A value of it must remove most from what the operation
// reads, measured in bits (the logarithm of the number of combinations). It is −1 if no variable removes half as much
// as it adds to the guards, or if its values are more than room.
func (p *Problem) selector(o *layers.Op, room int) int {
	parts := p.wide(o)
	if len(parts) == 0 || !p.Layered || p.Without.Has(technique.Cases) {
		return -1
	}
	seen := make(map[int]float64) // by variable: the bits of the expressions that read it
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

// selector is a variable that may divide an operation.
type selector struct {
	v      int
	places []int
	gain   float64
}

// after returns the average number of bits that the expressions read once the variable has a value. The variable itself
// is counted once for each expression that reads it.
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

// bits returns the logarithm of the number of combinations of some variables' values.
func (p *Problem) bits(vars []int) float64 {
	sum := 0.0
	for _, v := range vars {
		sum += math.Log2(float64(len(p.Domain(v))))
	}
	return sum
}
