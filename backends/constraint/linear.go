package constraint

import "github.com/pzc-lang/pzc/backends/constraint/cdcl"

// linear is the constraint that the sum of the terms plus more is at most 0 if when holds.
type linear struct {
	when  cdcl.Lit
	terms []view // B is 0
	more  int64
}

const (
	fewTerms = 3
	notWhen  = -1 // the number under which when is refuted
)

// sum makes the sum of some views at most k if when holds. No variable occurs twice. The caller makes sure that the sum
// of the spans does not overflow.
func (s *store) sum(when cdcl.Lit, views []view, k int64) {
	c := &linear{when: when, more: -k}
	for _, v := range views {
		c.more += v.B
		if v.A != 0 {
			c.terms = append(c.terms, view{v.X, v.A, 0})
		}
	}
	rank := uint8(later)
	if len(c.terms) <= fewTerms {
		rank = soon
	}
	for _, t := range c.terms {
		if s.vars[t.X].late {
			rank = last
		}
	}
	id := s.post(c, rank)
	for _, t := range c.terms {
		s.wakeOnMin(t, id)
	}
	if when != cdcl.True {
		s.Conditional = true
		s.onTrue(when, id)
	}
}

func (c *linear) propagate(s *store, id int32) bool {
	if s.Sat.Value(c.when) < 0 {
		return true
	}
	sum := c.more
	for _, t := range c.terms {
		sum += s.Min(t)
	}
	if sum > 0 {
		return s.Sat.ImplyBy(c.when.Not(), id, notWhen)
	}
	if s.Sat.Value(c.when) == 0 {
		return true
	}
	for j, t := range c.terms {
		e := &s.ends[t.X]
		if span := t.A * (e[1] - e[0]); (span > -sum || span < sum) && !s.raise(t.times(-1), sum-s.Min(t), id, int32(j)) {
			return false
		}
	}
	return true
}

// explain drops and weakens literals that are not needed, because the sum exceeds the bound by slack.
func (c *linear) explain(s *store, l cdcl.Lit, aux int32, claim int64, place int32, out []cdcl.Lit) []cdcl.Lit {
	slack := c.more - 1
	if aux != notWhen {
		slack = c.more - s.claimed(c.terms[aux].times(-1), l, claim)
		if c.when != cdcl.True {
			out = append(out, c.when)
		}
	}
	for i, t := range c.terms {
		if int32(i) != aux {
			slack += s.minBefore(t, place)
		}
	}
	from := len(out)
	for i, t := range c.terms {
		if int32(i) == aux {
			continue
		}
		least := s.minBefore(t, place)
		if excess := least - s.minRoot(t); excess <= slack {
			slack -= excess
			continue
		}
		out = append(out, cdcl.Lit(i))
	}
	for k := from; k < len(out); k++ {
		t := c.terms[out[k]]
		b := s.before(t.X, t.A < 0, place)
		least := t.A * b.value
		if slack > 0 {
			at, upper := t.inverse(least - slack)
			l := s.weaker(t.X, upper, at, b, place)
			if l != b.lit {
				slack -= least - s.claimed(t, l, 0)
			}
			out[k] = l
		} else {
			out[k] = b.lit
		}
	}
	return out
}
