package generate

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/constraint"
	"github.com/pzc-lang/pzc/internal/lists"
)

// digging removes clues from a full set as long as the puzzle has one solution. All questions are asked of one sampler:
// the clues are its assumptions, and so is the condition that the solution is another one.
type digging struct {
	*clues
	ctx       context.Context
	s         *constraint.Sampler
	rand      *rand.Rand
	sign      []int64              // by element: the clue that holds for the solution; the blank if there is none
	on, off   []constraint.Literal // by element: it has its sign, or is blank
	other     constraint.Literal   // the solution is another one
	undecided int                  // questions that were given up
}

// dig makes a puzzle with one solution. err is several or a *backends.LimitError if there is none from this start.
func (c *clues) candidate(ctx context.Context, r *rand.Rand, o Options) (made, error) {
	s, err := c.z.Sampler(o.Solve)
	if err != nil {
		return made{}, err
	}
	d := &digging{clues: c, ctx: ctx, s: s, rand: r}
	kept, err := d.fill()
	if err == nil {
		kept, err = d.remove(kept, o)
	}
	if err != nil {
		return made{undecided: d.undecided}, err
	}
	now := lists.Map(c.elements, func(e element) int64 { return e.blank })
	for _, i := range kept {
		now[i] = d.sign[i]
	}
	return made{data: c.data(now), undecided: d.undecided}, nil
}

// fill draws a full solution and gives each element the sign that holds for it. It returns the elements with a clue.
func (d *digging) fill() (with []int, err error) {
	var fixed, now []constraint.Literal // the elements that are no clues have their values
	for i := range d.elements {
		e := &d.elements[i]
		now = append(now, e.is(d.s, e.now))
		if d.off = append(d.off, e.is(d.s, e.blank)); !e.hasOne {
			fixed = append(fixed, d.off[i])
		}
	}
	var state []int64
	tries := [][]constraint.Literal{d.off, fixed} // a puzzle may need some clue
	if d.present {
		tries = [][]constraint.Literal{now}
	}
	for _, assumed := range tries {
		if state, err = d.draw(d.ctx, d.s, d.shuffled(d.rand), d.rand, assumed...); err != nil || state != nil {
			break
		}
	}
	if err != nil || state == nil {
		return nil, cmp.Or(err, errNoSolution)
	}
	values := d.state(d.s, state)
	d.s.Possible(append(fixed, values...)...)
	d.sign = make([]int64, len(d.elements))
	for i := range d.elements {
		e := &d.elements[i]
		if d.sign[i] = e.blank; !e.hasOne {
			continue
		}
		signs := lists.Filter(d.s.Left(e.v), func(w int64) bool { return d.weaker(e, w, e.blank) })
		if len(signs) > 0 {
			d.sign[i] = signs[d.rand.IntN(len(signs))]
			with = append(with, i)
		}
	}
	for i := range d.elements {
		d.on = append(d.on, d.elements[i].is(d.s, d.sign[i]))
	}
	if with, err = d.holding(values, with); err != nil {
		return nil, err
	}
	d.other = d.s.Other(d.values, state)
	return with, nil
}

// holding drops clues until all hold together for the solution.
func (d *digging) holding(values []constraint.Literal, with []int) ([]int, error) {
	for {
		assumed := slices.Concat(values, d.lits(with))
		state, clash, err := d.s.Draw(d.ctx, constraint.Draw{Assumed: assumed, Conflicts: askLimit})
		if err != nil || state != nil {
			return with, err
		}
		bad := slices.IndexFunc(with, func(i int) bool { return slices.Contains(clash, d.on[i]) })
		if bad < 0 {
			return nil, several
		}
		with = slices.Delete(with, bad, bad+1)
	}
}

// lits returns the literals of all elements: those of a set have their signs, and the others are blank.
func (d *digging) lits(set []int) []constraint.Literal {
	lits := slices.Clone(d.off)
	for _, i := range set {
		lits[i] = d.on[i]
	}
	return lits
}

// remove removes clues from an ascending set until no clue, or no group of clues, can be spared.
func (d *digging) remove(set []int, o Options) ([]int, error) {
	only, err := d.unique(set)
	if err != nil || !only {
		return nil, cmp.Or(err, error(several))
	}
	for _, g := range d.groups(set, o.Symmetric) {
		if len(set)-len(g) < o.Clues {
			continue
		}
		rest := slices.DeleteFunc(slices.Clone(set), func(i int) bool { return slices.Contains(g, i) })
		only, err := d.unique(rest)
		if err != nil {
			return nil, err
		}
		if only {
			set = rest
		}
	}
	return set, nil
}

// unique reports whether no other solution fits a set of clues. It is false if the question was given up.
func (d *digging) unique(set []int) (bool, error) {
	assumed := append(d.lits(set), d.other)
	state, _, err := d.s.Draw(d.ctx, constraint.Draw{Assumed: assumed, Conflicts: askLimit})
	if large := (*backends.LimitError)(nil); errors.As(err, &large) {
		d.undecided++
		return false, nil
	}
	return err == nil && state == nil, err
}

// groups returns the clues in random order; if symmetric, clues that a half turn exchanges are a group.
func (d *digging) groups(set []int, symmetric bool) (groups [][]int) {
	first, last := make([]int, len(d.params)), make([]int, len(d.params))
	for i := range d.elements { // the elements of a parameter follow one another
		last[d.elements[i].param] = i
		first[d.elements[i].param] = i - d.elements[i].place
	}
	for _, at := range d.rand.Perm(len(set)) {
		i := set[at]
		mate := first[d.elements[i].param] + last[d.elements[i].param] - i
		switch {
		case !symmetric || mate == i || !slices.Contains(set, mate):
			groups = append(groups, []int{i})
		case mate > i:
			groups = append(groups, []int{i, mate})
		}
	}
	return groups
}
