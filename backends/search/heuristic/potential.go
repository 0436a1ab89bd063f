package heuristic

import (
	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/potential"
	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/compiler/task"
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
				for _, l := range bounds(&p) {
					if len(all) < mostBounds {
						chosen = append(chosen, len(all))
						all = append(all, l.estimate(m.Space, &p))
					}
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

// mostBounds is the greatest number of bounds whose maximum is the estimate.
const mostBounds = 8

// bound is times·potential + base, divided by div, rounded down, and multiplied by mul: a lower bound on the cost.
type bound struct{ times, base, div, mul int64 }

// bounds lists the bounds that a potential gives: by the way that is left to its values in goal states, and a large one
// for states from where no move leads back to these values.
func bounds(p *potential.Potential) (all []bound) {
	const large = 1 << 28 // the terms of a sum have 32 bits
	least, most := p.Range()
	if most-least > large/max(1, p.Cost) || p.Least > p.Most || least == most {
		return nil
	}
	side := func(reachable bool, sign, goal int64) {
		switch {
		case reachable && p.Cost > 0:
			all = append(all, bound{sign * p.Cost, p.Change - 1 - sign*goal*p.Cost, p.Change, 1})
		case !reachable:
			all = append(all, bound{sign, most - least - 1 - sign*goal, most - least, task.Unreachable})
		}
	}
	if most > p.Most {
		side(p.Low < 0, 1, p.Most)
	}
	if least < p.Least {
		side(p.High > 0, -1, p.Least)
	}
	return all
}

// estimate returns the bound as an estimate.
func (b bound) estimate(sp *space.Space, p *potential.Potential) estimate.Estimate {
	a := sp.Program.NewAdder()
	a.Base = b.base
	for k, v := range p.Vars {
		terms := a.Terms(int32(v))
		for at, w := range p.Weights[k] {
			terms[at] += b.times * w
		}
	}
	e := estimate.Estimate{Trusted: true, Ends: true, Linear: &estimate.Linear{Div: b.div, Mul: b.mul}}
	e.Inst, e.Linear.Sum = a.Instruction()
	if b.div > 1 {
		e.Inst = sp.Program.Quotient(e.Inst, b.div)
	}
	if b.mul > 1 {
		e.Inst = sp.Program.Product(e.Inst, b.mul)
	}
	return e
}
