package why

import (
	"context"
	"errors"
	"slices"

	"github.com/pzc-lang/pzc/backends/constraint"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/internal/lists"
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

// Broken is a rule that cannot hold with what is filled in.
type Broken struct {
	Fact   Fact
	Said   bool  // the text is the author's
	Places []int // the elements of the answer whose values break it
}

// Broken lists the rules that cannot hold with what is filled in, each alone with the definitions of the answer. A rule
// that takes too long to ask about is left out. given holds values by place in the state.
func (g *Guide) Broken(ctx context.Context, given map[int]int64) (all []Broken, err error) {
	s := g.s
	s.restart(ctx)
	for r := range s.rules {
		if !slices.ContainsFunc(s.scopes[r], func(at int) bool { _, ok := given[at]; return ok }) {
			continue
		}
		shows, places, err := s.fits([]int{r}, s.scopes[r], given)
		if err != nil {
			return nil, err
		}
		if shows {
			continue
		}
		b := Broken{Places: places}
		clauses := s.stated(s.rules[r])
		b.Fact = facts(because, s.clauses, clauses, s.z.Program.Sources())[0]
		if words := s.clauses[clauses[0]].words; words != "" {
			b.Fact.Text, b.Said = words, true
		}
		all = append(all, b)
	}
	return all, nil
}

// Fits reports whether the values of all elements of the answer may be a solution.
func (g *Guide) Fits(ctx context.Context, given map[int]int64) (bool, error) {
	g.s.restart(ctx)
	fits, _, err := g.s.fits(upTo(len(g.s.rules)), g.s.everywhere, given)
	return fits, err
}

// fits reports whether some rules can hold with values that are given, or else of which elements the values clash. What
// takes too long to ask about fits.
func (s *stepper) fits(rules, scope []int, given map[int]int64) (ok bool, clashing []int, err error) {
	p, place := s.probe(rules, scope, nil), map[constraint.Literal]int{}
	for _, at := range scope {
		if n, known := given[at]; known && slices.Contains(s.values[at], n) {
			l := s.prober.Value(s.vars[at], slices.Index(s.values[at], n))
			p.Assumed, place[l] = append(p.Assumed, l), at
		}
	}
	p.Conflicts = s.patience
	shows, clash, err := s.ask(s.prober, p)
	if err != nil || shows != nil {
		return true, nil, err
	}
	for _, l := range clash {
		if at, known := place[l]; known {
			clashing = append(clashing, at)
		}
	}
	return false, clashing, nil
}

// settled returns an element that has one value left and is neither given nor known from the model; nil if none.
func (s *stepper) settled(given map[int]int64) *Forced {
	fixed := lists.Set(lists.Map(s.z.Machine().Givens(), func(g semantics.Given) int { return g.Place }))
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
