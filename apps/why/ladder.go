package why

import (
	"context"
	"errors"
	"slices"

	"github.com/pzc-lang/pzc/internal/puzzle"
)

// ErrNone means that no values fit.
var ErrNone = errors.New("no values fit")

// Climb looks for the deductions of Steps, without their words. The puzzle must have been grounded. It fails with
// ErrNone if there is no solution, and with a *backends.LimitError at a limit; the ladder then holds the deductions
// that were found.
func Climb(ctx context.Context, z *puzzle.Puzzle, o Options) (*Ladder, error) {
	if z.HasMoves() {
		return nil, &puzzle.OptionsError{Err: errStepMoves}
	}
	s, err := newStepper(ctx, z, o)
	if err != nil {
		return nil, err
	}
	s.measures = true
	if err := s.begin(); err != nil {
		return nil, err
	}
	return s.climb(func(int, *deduction) {})
}

// climb makes one deduction after the other, and calls made after each.
func (s *stepper) climb(made func(step int, d *deduction)) (*Ladder, error) {
	l := &Ladder{}
	for {
		d, err := s.next()
		if err == nil && d != nil && s.measures {
			var n int
			n, err = s.chain(d)
			l.Chains = append(l.Chains, n)
		}
		if d == nil || err != nil {
			for p := range s.values {
				if s.left(p) > 1 {
					l.Open++
				}
			}
			l.Slow = s.slow
			return l, err
		}
		l.Rules = append(l.Rules, len(d.rules))
		if len(d.rules) > 1 || slices.ContainsFunc(d.rules, func(r int) bool { return s.wide(s.scopes[r]) }) {
			l.Joint++
		}
		l.Read += s.open(union(s.scopes, d.rules))
		s.apply(d)
		made(len(l.Rules), d)
	}
}

// chain counts the rules that are applied to the opposite of a deduction until they contradict it, see Ladder.Chains.
func (s *stepper) chain(d *deduction) (n int, err error) {
	if len(d.rules) < 2 {
		return len(d.rules), nil
	}
	out, shown, slow := s.out, s.shown, s.slow
	defer func() { s.out, s.shown, s.slow, s.supposing = out, shown, slow, false }()
	s.supposing, s.out, s.shown = true, slices.Clone(out), map[string][]witness{}
	for p := range out {
		s.out[p] = slices.Clone(out[p])
	}
	x := d.drops[0]
	for i := range s.out[x.place] {
		s.out[x.place][i] = i != x.value
	}
	for again := true; again; {
		again = false
		for _, r := range d.rules {
			rule, scope := []int{r}, s.scopes[r]
			p := s.probe(rule, scope, scope)
			p.Conflicts = s.patience
			shows, _, err := s.ask(s.prober, p)
			if err != nil || shows == nil {
				return n + 1, err
			}
			e, err := s.deduce(rule, scope, scope)
			if err != nil {
				return n, err
			}
			if e != nil {
				n++
				again = true
				for _, x := range e.drops {
					s.out[x.place][x.value] = true
				}
			}
		}
	}
	return n + 1, nil
}
