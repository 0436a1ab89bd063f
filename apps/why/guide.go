package why

import (
	"context"
	"errors"
	"slices"

	"github.com/pzc-lang/pzc/internal/puzzle"
)

// Guide explains what follows from the values that a person has filled in: the steps of Steps, from any position. It is
// used by one goroutine at a time.
type Guide struct {
	s    *stepper
	base [][]bool // what the model itself excludes
}

// ErrContradiction means that what was filled in is not part of a solution.
var ErrContradiction = errors.New("what is filled in is not part of a solution")

// NewGuide prepares the questions. It uses nothing of the puzzle, which must have been grounded, that other goroutines
// use.
func NewGuide(ctx context.Context, z *puzzle.Puzzle, o Options) (*Guide, error) {
	if z.HasMoves() {
		return nil, &puzzle.OptionsError{Err: errStepMoves}
	}
	s, err := newStepper(ctx, z.Apart(), o)
	if err != nil {
		return nil, err
	}
	return &Guide{s, s.out}, nil
}

// Forced is an element whose value follows from what is filled in.
type Forced struct {
	Place int
	Value int64
	// Facts are the deductions, in their order. The last one gives the element its value; the others exclude values that
	// it rests on.
	Facts []Fact
}

// Next returns the element whose value is easiest to see, nil if no value follows. It fails with ErrContradiction if
// the values are not part of a solution. given holds values by place in the state.
func (g *Guide) Next(ctx context.Context, given map[int]int64) (*Forced, error) {
	s := g.s
	s.restart(ctx)
	s.out = make([][]bool, len(g.base))
	for place, out := range g.base {
		s.out[place] = slices.Clone(out)
		if n, ok := given[place]; ok {
			for i, v := range s.values[place] {
				s.out[place][i] = s.out[place][i] || v != n
			}
		}
	}
	if err := s.begin(); errors.Is(err, ErrNone) {
		return nil, ErrContradiction
	} else if err != nil {
		return nil, err
	}
	var made []*said
	for {
		if f := s.settled(given); f != nil {
			f.Facts = grounds(f.Place, made)
			return f, nil
		}
		d, err := s.next()
		if d == nil || err != nil {
			return nil, err
		}
		s.apply(d)
		made = append(made, s.say(d))
	}
}

// settled returns an element that has one value left and is neither given nor known from the model; nil if none.
func (s *stepper) settled(given map[int]int64) *Forced {
	fixed := map[int]bool{}
	for _, g := range s.z.Machine().Givens() {
		fixed[g.Place] = true
	}
	for place, values := range s.values {
		if _, known := given[place]; !known && !fixed[place] && len(values) > 1 && s.left(place) == 1 {
			return &Forced{Place: place, Value: values[slices.Index(s.out[place], false)]}
		}
	}
	return nil
}

// grounds returns the facts of the deductions that exclude values of an element, and of those that they rest on.
func grounds(place int, made []*said) (out []Fact) {
	used := map[int]bool{place: true}
	for i := len(made) - 1; i >= 0; i-- {
		w := made[i]
		if !slices.ContainsFunc(w.elements, func(p int) bool { return used[p] }) {
			continue
		}
		out = append(out, w.fact(used))
		for _, p := range w.of.uses {
			used[p] = true
		}
	}
	slices.Reverse(out)
	return out
}
