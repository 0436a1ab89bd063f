package heuristic

import (
	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/potential"
	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/technique"
)

var potentialKind = estimate.Kind{
	Name: "potential", Says: "what moves never raise, or never lower, is divided by the most that one move changes it",
	Admissible: true, Consistent: true,
	Needs: "an array in which no move raises, or no move lowers, the sum or how many elements have some value",
}

// PotentialRows returns the row of the potentials.
func PotentialRows(m *estimate.Maker, _ backends.Options) []estimate.Row {
	return []estimate.Row{{
		Kind: potentialKind, Technique: technique.Potentials, Early: true,
		Make: func() (estimate.Estimate, error) {
			var all []estimate.Estimate
			var chosen []int
			for _, p := range potential.Of(m.Ctx, m.Space.Task) {
				if e, ok := byPotential(m.Space, &p); ok && len(all) < mostBounds {
					chosen = append(chosen, len(all))
					all = append(all, e)
				}
			}
			e := estimate.Blind
			switch len(all) {
			case 0:
			case 1:
				e = all[0]
			default:
				e = estimate.Maximum(m.Space, all, chosen)
			}
			e.Name = potentialKind.Name
			return e, nil
		},
	}}
}

// mostBounds is the greatest number of potentials of which the estimate is the maximum.
const mostBounds = 8

// byPotential returns the cost of the way that is left to the values of a potential in goal states. It returns false if
// this is always 0.
func byPotential(sp *space.Space, p *potential.Potential) (e estimate.Estimate, ok bool) {
	const large = 1 << 28 // the terms of a sum have 32 bits
	a := sp.Program.NewAdder()
	times := p.Cost
	switch least, most := p.Range(); {
	case p.Cost == 0 || p.Least > p.Most || most-least > large/p.Cost:
		return e, false
	case p.Low < 0 && most > p.Most:
		a.Base = p.Change - 1 - p.Most*times
	case p.High > 0 && least < p.Least:
		times = -times
		a.Base = p.Change - 1 - p.Least*times
	default:
		return e, false
	}
	for k, v := range p.Vars {
		terms := a.Terms(int32(v))
		for at, w := range p.Weights[k] {
			terms[at] += times * w
		}
	}
	e = estimate.Estimate{Trusted: true, Ends: true, Linear: &estimate.Linear{Div: p.Change, Mul: 1}}
	if e.Inst, e.Linear.Sum = a.Instruction(); p.Change > 1 {
		e.Inst = sp.Program.Quotient(e.Inst, p.Change)
	}
	return e, true
}
