package constraint

import (
	"math"

	"github.com/pzc-lang/pzc/backends/constraint/cdcl"
)

// product is z = x*y, by bounds.
type product struct{ z, x, y view }

// product makes z equal to x*y. The caller makes sure that no product of bounds overflows.
func (s *store) product(z, x, y view) {
	c := &product{z, x, y}
	id := s.post(c, later)
	for _, v := range []view{z, x, y} {
		s.wakeOnMin(v, id)
		s.wakeOnMax(v, id)
	}
}

func (c *product) of(i int32) view { return [...]view{c.z, c.x, c.y}[i] }

// The number under which a bound is implied is twice the place of its view in z, x, y; plus one for the greatest value.
func (c *product) propagate(s *store, id int32) bool {
	a, b := s.Min(c.x), s.Max(c.x)
	d, e := s.Min(c.y), s.Max(c.y)
	lo, hi := min(a*d, a*e, b*d, b*e), max(a*d, a*e, b*d, b*e)
	if !s.between(c.z, lo, hi, id, 0) {
		return false
	}
	return c.factor(s, id, 1, c.y) && c.factor(s, id, 2, c.x)
}

func (s *store) between(v view, lo, hi int64, id, which int32) bool {
	return s.raise(v, lo, id, 2*which) && s.raise(v.times(-1), -hi, id, 2*which+1)
}

// factor bounds a factor by z and the other factor, which may not be 0.
func (c *product) factor(s *store, id, which int32, other view) bool {
	d, e := s.Min(other), s.Max(other)
	if d <= 0 && e >= 0 {
		return true
	}
	if e < 0 {
		return c.quotient(s, id, which, -s.Max(c.z), -s.Min(c.z), -e, -d)
	}
	return c.quotient(s, id, which, s.Min(c.z), s.Max(c.z), d, e)
}

// quotient bounds a factor whose product with a number from d to e, both positive, lies between lo and hi.
func (c *product) quotient(s *store, id, which int32, lo, hi, d, e int64) bool {
	least := min(-floor(-lo, d), -floor(-lo, e))
	most := max(floor(hi, d), floor(hi, e))
	if least > most {
		s.scratch = c.reason(s, which, s.Sat.Here(), s.scratch[:0])
		return s.Sat.Fail(s.scratch...)
	}
	return s.between(c.of(which), least, most, id, which)
}

func (c *product) explain(s *store, _ cdcl.Lit, aux int32, _ int64, place int32, out []cdcl.Lit) []cdcl.Lit {
	return c.reason(s, aux/2, place, out)
}

// reason appends the bounds of the two other views.
func (c *product) reason(s *store, which, place int32, out []cdcl.Lit) []cdcl.Lit {
	for i := range int32(3) {
		if v := c.of(i); i != which && v.A != 0 {
			out = append(out, s.before(v.X, false, place).lit, s.before(v.X, true, place).lit)
		}
	}
	return out
}

// fits reports whether the products of the bounds of x and y fit into half of the numbers.
func (s *store) fits(x, y view) bool {
	great := func(v view) float64 { return math.Max(math.Abs(float64(s.Min(v))), math.Abs(float64(s.Max(v)))) }
	return great(x)*great(y) < math.MaxInt64/4
}
