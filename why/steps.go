package why

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/pzc-lang/pzc"
	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/diag"
	"github.com/pzc-lang/pzc/internal/text"
	"github.com/pzc-lang/pzc/task"
)

// Steps solves a puzzle without moves as a person would: one deduction after the other. A deduction is a set of rules
// together with what is known of some elements; it excludes values, and where one value is left, the element has it.
//
// The easiest deduction comes first: by one rule, if any excludes a value, else by two, else by the smallest set that
// is found among the sets that a solver names. All single rules and all pairs of rules that share an element are tried,
// so that sets of one and of two are the smallest. What is known is reduced to elements without any of which the
// deduction does not follow. The idea is Demystify's (Espasa, Gent, Hoffmann, Jefferson and Lynch, "Using small MUSes
// to explain how to solve pen and paper puzzles", 2021).
func Steps(ctx context.Context, z *pzc.Puzzle, o Options) (*Answer, error) {
	a := &Answer{Kind: Stepwise}
	if z.HasMoves() {
		return nil, &pzc.OptionsError{Err: errStepMoves}
	}
	s, err := newStepper(ctx, z, o)
	if err != nil {
		return limited(ctx, a, err)
	}
	if err := s.begin(); errors.Is(err, errNone) {
		answer, err := z.Solve(ctx, o.Solve)
		if err != nil {
			return nil, err
		}
		if answer.Status == backends.Unsolvable {
			return noValues(ctx, z, answer, o)
		}
		return nil, errDisagree
	} else if err != nil {
		return limited(ctx, a, err)
	}
	verdict := a.add(Verdict, "")
	hardest, steps := 0, 0
	for {
		d, err := s.next()
		if err != nil {
			verdict.Text = "The deductions that were found:"
			return limited(ctx, a, err)
		}
		if d == nil {
			break
		}
		steps++
		hardest = max(hardest, len(d.rules))
		s.apply(d)
		f := s.fact(d)
		f.Text = fmt.Sprintf("%d. ", steps) + f.Text
		a.Facts = append(a.Facts, f)
	}
	a.Facts[0].Text = s.summary(steps, hardest)
	if s.slow > 0 {
		a.add(Note, fmt.Sprintf("%s to the solver took too long: easier steps may have been missed.",
			text.Count(s.slow, "question")))
	}
	return a, nil
}

// summary is the sentence that comes first.
func (s *stepper) summary(steps, hardest int) string {
	open := 0
	for p := range s.values {
		if s.left(p) > 1 {
			open++
		}
	}
	words := fmt.Sprintf("Solved in %s, without guessing. ", text.Count(steps, "step"))
	if open > 0 {
		words = fmt.Sprintf("After %s the rules force nothing more: %s may differ from solution to solution. ",
			text.Count(steps, "step"), text.Count(open, "element"))
	}
	switch hardest {
	case 0:
		return words
	case 1:
		return words + "Each step uses one rule."
	}
	return words + fmt.Sprintf("The hardest step uses %d rules together.", hardest)
}

var (
	errStepMoves = errors.New("steps explain puzzles in which values are chosen; this one has moves")
	errNone      = errors.New("no values fit")
)

// stepper knows what was deduced.
type stepper struct {
	ctx   context.Context
	z     *pzc.Puzzle
	a     *assumed
	said  int     // clauses from 0 on are the model's; then come the clauses "element p is not v"
	rules [][]int // the clauses of each rule, see group

	values [][]int64 // by place in a state: the values of the element; nil if it is not chosen
	clause [][]int   // the number of the clause that excludes the value
	out    [][]bool  // it is excluded
	scopes [][]int   // by rule: the places that it reads

	stale []bool       // by rule: something changed in its scope since it was tried
	found []*deduction // by rule: what it forces now, nil if it forces nothing new
	pairs map[[2]int]bool
	slow  int // questions that took too long
}

// A deduction excludes values.
type deduction struct {
	rules []int
	uses  []int    // the elements about which something must be known
	words []string // what is known of them: "x = 3"
	drops [][2]int // place and number of value
}

// maxCandidates is the number of values of all elements together up to which steps are looked for.
const maxCandidates = 20_000

func newStepper(ctx context.Context, z *pzc.Puzzle, o Options) (*stepper, error) {
	m := z.Model()
	all := stillClauses(m, z.Machine())
	s := &stepper{ctx: ctx, z: z, pairs: map[[2]int]bool{}}
	var clauses []clause
	fixed := map[int]model.Value{}
	for _, g := range z.Machine().Givens() {
		fixed[g.Place] = g.Value
	}
	for _, c := range all {
		if c.kind != "given" {
			clauses = append(clauses, c)
		}
	}
	s.said = len(clauses)
	read := readAtStart(m)
	for place := range m.StateSize {
		array, k := m.ArrayAt(place)
		values, own := []int64(nil), []int(nil)
		if set := m.Data[array.ID].DomainAt(k); set != nil && wholly(array) && !read[array] {
			for _, v := range set.Elems {
				if len(clauses)-s.said == maxCandidates {
					return nil, &backends.LimitError{What: fmt.Sprintf("the elements have more than %d values together",
						maxCandidates)}
				}
				values, own = append(values, v.N), append(own, len(clauses))
				clauses = append(clauses, notClause(m, array, place, v))
			}
		}
		s.values, s.clause, s.out = append(s.values, values), append(s.clause, own), append(s.out, make([]bool, len(values)))
		for i, v := range values {
			if g, ok := fixed[place]; ok && g.N != v {
				s.out[place][i] = true
			}
		}
	}
	var err error
	if s.a, err = newAssumed(ctx, z, clauses, o.Solve); err != nil {
		return nil, err
	}
	s.group(s.scope())
	s.stale, s.found = slices.Repeat([]bool{true}, len(s.rules)), make([]*deduction, len(s.rules))
	return s, nil
}

// notClause says that an element does not have a value.
func notClause(m *model.Model, a *model.Array, place int, v model.Value) clause {
	base := func(t *model.Type) model.Base { return model.Base{Sp: a.Span, Ty: t} }
	return clause{
		kind: "not", span: a.Span, place: place, array: a,
		expr: &model.Binary{
			Base: base(model.BooleanType), Op: model.Ne, L: m.Element(place),
			R: &model.Lit{Base: base(a.Type), Value: v},
		},
	}
}

// scope returns the places that each clause reads, from the task.
func (s *stepper) scope() [][]int {
	t := s.a.z.Task()
	size := s.z.Model().StateSize
	scopes := make([][]int, s.said)
	reads := task.NewReads(t.Pool)
	for _, e := range slices.Concat(t.Pool.Conjuncts(t.Goal), t.Pool.Conjuncts(t.InitCond)) {
		var places, rules []int
		for _, v := range reads.Of(e) {
			switch place := t.Vars[v].State; {
			case place < size:
				places = append(places, place)
			case place-size < s.said:
				rules = append(rules, place-size)
			}
		}
		for _, r := range rules {
			scopes[r] = append(scopes[r], places...)
		}
	}
	for r := range scopes {
		scopes[r] = ascending(scopes[r])
	}
	return scopes
}

func ascending(places []int) []int {
	slices.Sort(places)
	return slices.Compact(places)
}

// group makes each clause a rule, but for the instances of one condition that read more than half of all elements: they
// are one rule, for example that all cells inside a loop hang together.
func (s *stepper) group(scopes [][]int) {
	all := 0
	for _, values := range s.values {
		if values != nil {
			all++
		}
	}
	wide := map[diag.Span]int{}
	for c, scope := range scopes {
		span := s.a.clauses[c].span
		r, ok := wide[span]
		if 2*len(scope) <= all || !ok {
			r = len(s.rules)
			s.rules, s.scopes = append(s.rules, nil), append(s.scopes, nil)
		}
		if 2*len(scope) > all {
			wide[span] = r
		}
		s.rules[r] = append(s.rules[r], c)
		s.scopes[r] = ascending(append(s.scopes[r], scope...))
	}
}

// clausesOf returns the clauses of some rules.
func (s *stepper) clausesOf(rules []int) (clauses []int) {
	for _, r := range rules {
		clauses = append(clauses, s.rules[r]...)
	}
	return clauses
}

// left is the number of values that an element may still have.
func (s *stepper) left(place int) (n int) {
	for _, out := range s.out[place] {
		if !out {
			n++
		}
	}
	return n
}

// known appends the clauses of the values that are excluded at some places.
func (s *stepper) known(set []int, places []int) []int {
	for _, p := range places {
		for i, out := range s.out[p] {
			if out {
				set = append(set, s.clause[p][i])
			}
		}
	}
	return set
}

// possible tells whether rules and what is known of some places allow an element a value. If they do, state is a
// solution, which is empty if the question took too long; else core is the clauses that exclude the value.
func (s *stepper) possible(rules, places []int, p, value int) (state []int64, core []int, err error) {
	set := s.known(s.clausesOf(rules), places)
	for i, c := range s.clause[p] {
		if i != value && !slices.Contains(set, c) {
			set = append(set, c)
		}
	}
	ctx, cancel := context.WithTimeout(s.ctx, longestAsk)
	defer cancel()
	codes, core, err := s.a.ask1.Solve(ctx, set)
	switch {
	case err != nil && ctx.Err() != nil && s.ctx.Err() == nil:
		s.slow++
		return []int64{}, nil, nil
	case err != nil || codes == nil:
		return nil, core, err
	}
	return s.a.z.StateOf(codes), nil, nil
}

// longestAsk is how long one question to the solver may take. What takes longer is no deduction that a person makes:
// the value is held to be possible. After slowAsks of them a set of rules is not asked any more until more is known.
const (
	longestAsk = 200 * time.Millisecond
	slowAsks   = 3
)

// begin excludes what is impossible without any rule, and makes sure that there is a solution.
func (s *stepper) begin() error {
	codes, _, err := s.a.ask1.Solve(s.ctx, s.known(upTo(s.said), upTo(len(s.values))))
	switch {
	case err != nil:
		return err
	case codes == nil:
		return errNone
	}
	d, err := s.deduce(nil, upTo(len(s.values)))
	if err == nil && d != nil {
		s.apply(d)
	}
	return err
}

func upTo(n int) []int { return without(n, nil) }
