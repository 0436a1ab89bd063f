package why

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/constraint"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// steps solves a puzzle without moves as a person would: one deduction after the other. A deduction is a set of rules
// together with what is known of some elements; it excludes values, and where one value is left, the element has it.
//
// The easiest deduction comes first: by one rule, if any excludes a value, else by two, else by the smallest set that
// is found among the sets that a solver names. All single rules and all pairs of rules that share an element are tried,
// so that sets of one and of two are the smallest. What is known is reduced to elements without any of which the
// deduction does not follow. The idea is Demystify's (Espasa, Gent, Hoffmann, Jefferson and Lynch, "Using small MUSes
// to explain how to solve pen and paper puzzles", 2021).
func steps(ctx context.Context, z *puzzle.Puzzle, o Options) (*Answer, error) {
	a := &Answer{Kind: Stepwise}
	if z.HasMoves() {
		return nil, &puzzle.OptionsError{Err: errStepMoves}
	}
	s, err := newStepper(ctx, z, o)
	if err != nil {
		return limited(ctx, a, err)
	}
	if err := s.begin(); errors.Is(err, ErrNone) {
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
	a.add(Verdict, "")
	l, err := s.climb(func(i int, d *deduction) {
		f := s.say(d).fact(nil)
		f.Text = fmt.Sprintf("%d. ", i) + f.Text
		a.Facts = append(a.Facts, f)
	})
	if a.Ladder = l; err != nil {
		a.Facts[0].Text = "The deductions that were found:"
		return limited(ctx, a, err)
	}
	a.Facts[0].Text = s.summary(l)
	if s.slow > 0 {
		a.add(note, fmt.Sprintf("%s took too long: easier steps may have been missed.",
			text.Count(s.slow, "question")))
	}
	return a, nil
}

// summary is the sentence that comes first.
func (s *stepper) summary(l *Ladder) string {
	steps := text.Count(len(l.Rules), "step")
	words := fmt.Sprintf("Solved in %s, without guessing. ", steps)
	if l.Open > 0 {
		words = fmt.Sprintf("After %s the rules force nothing more: %s may differ from solution to solution. ",
			steps, text.Count(l.Open, "element"))
		if s.slow > 0 {
			words = fmt.Sprintf("After %s no deduction was found that gives one of %s a value. ",
				steps, text.Count(l.Open, "further element"))
		}
	}
	switch hardest := slices.Max(append(l.Rules, 0)); hardest {
	case 0:
		return words
	case 1:
		return words + "Each step uses one rule."
	default:
		return words + fmt.Sprintf("The hardest step uses %d rules together.", hardest)
	}
}

var errStepMoves = errors.New("steps explain puzzles in which values are chosen; this one has moves")

// stepper knows what was deduced.
type stepper struct {
	ctx     context.Context
	z       *puzzle.Puzzle
	clauses []clause
	prober  *prober
	// informed is a prober of which all holds that is known of the elements. It is made when it is needed, and nil before.
	informed *prober
	probers  func() (*constraint.Prober, error)
	vars     []int   // by place in a state: the variable of the probers
	rules    [][]int // the clauses of each rule, see group
	scopes   [][]int // by rule: the places that it reads
	readers  [][]int // by place: the rules that read it
	inner    [][]int // by rule: the variables of the prober that it reads beside these, and that no step is about

	solution map[int]int // by place: the number of its value; no deduction may exclude it

	everywhere []int     // the places of the elements that are chosen
	values     [][]int64 // by place: the values of the element; nil if it is not chosen
	out        [][]bool  // the value is excluded

	stale []bool       // by rule: something changed in its scope since it was tried
	found []*deduction // by rule: what it forces now, nil if it forces nothing new
	pairs map[[2]int]bool
	shown map[string][]witness // by rules
	slow  int                  // questions that took too long

	work     int64 // Options.Work
	patience int64 // the number of contradictions after which a question is given up
	measures bool  // the ladder has chains
	// supposing means that what is known is only supposed, so that no prober is informed of it.
	supposing bool

	reasons map[drop][]int // rules that exclude a value
	models  []assignment
}

// prober asks about rules: clause i is its switch i.
type prober struct {
	*constraint.Prober
	says map[constraint.Literal]int // that a rule holds: the rule; that an element does not have a value: -1 - its place
}

// A deduction excludes values.
type deduction struct {
	rules []int
	uses  []int    // the elements about which something must be known
	since []phrase // what is known of them
	drops []drop
}

// drop is a value of an element, by its number.
type drop struct{ place, value int }

// witness is values of some places, by their numbers, with which some rules hold.
type witness []int

// maxCandidates is the number of values of all elements together up to which steps are looked for.
const maxCandidates = 20_000

func newStepper(ctx context.Context, z *puzzle.Puzzle, o Options) (*stepper, error) {
	m := z.Model()
	s := &stepper{
		ctx: ctx, z: z, work: o.Work, patience: maxConflicts, vars: make([]int, m.StateSize),
		values: make([][]int64, m.StateSize), out: make([][]bool, m.StateSize),
	}
	s.clauses = slices.DeleteFunc(allClauses(m, z.Machine()), func(c clause) bool { return c.kind == "given" })
	read := readAtStart(m)
	chosen := slices.DeleteFunc(m.StateArrays(), func(a *model.Array) bool { return !wholly(a) || read[a] })
	changed, switches, err := switched(ctx, z, s.clauses, chosen)
	if err != nil {
		return nil, err
	}
	t, values, asked := changed.Task(), 0, z.Asked(ctx)
	for v := range t.Vars {
		place := t.Vars[v].State
		if place >= m.StateSize {
			continue // a switch
		}
		a, _ := m.ArrayAt(place)
		switch {
		case !asked(place):
		case slices.Contains(chosen, a):
			s.vars[place], s.values[place] = v, t.Vars[v].Values
			s.out[place] = make([]bool, len(t.Vars[v].Values))
			s.everywhere = append(s.everywhere, place)
		case len(t.Vars[v].Values) > 1:
			return nil, &backends.LimitError{What: fmt.Sprintf("the initial values of `%s` and of other variables "+
				"depend on each other; write what is computed as a def, or as a variable with `any` and a goal", a.Name)}
		}
		if values += len(s.values[place]); values > maxCandidates {
			return nil, &backends.LimitError{What: fmt.Sprintf("the elements have more than %d values together",
				maxCandidates)}
		}
	}
	s.probers = func() (*constraint.Prober, error) {
		p, err := changed.Prober(switches, o.Solve)
		if err != nil {
			return nil, err
		}
		for _, g := range z.Machine().Givens() {
			v := slices.IndexFunc(t.Vars, func(v task.Var) bool { return v.State == g.Place })
			if v >= 0 && s.values[g.Place] == nil {
				p.Know(p.Value(v, t.Vars[v].Place(g.Value.N)))
			}
		}
		return p, nil
	}
	slices.Sort(s.everywhere)
	for _, g := range z.Machine().Givens() {
		for i, v := range s.values[g.Place] {
			s.out[g.Place][i] = v != g.Value.N
		}
	}
	plain, err := s.probers()
	if err != nil {
		return nil, err
	}
	s.group(t, plain)
	s.prober = s.reading(plain)
	s.restart(ctx)
	return s, nil
}

// reading returns a prober of which it is known what its literals say.
func (s *stepper) reading(p *constraint.Prober) *prober {
	out := &prober{p, map[constraint.Literal]int{}}
	for r, clauses := range s.rules {
		for _, c := range s.stated(clauses) {
			out.says[p.Switch(c)] = r
		}
	}
	for place, values := range s.values {
		for i := range values {
			out.says[p.Value(s.vars[place], i).Not()] = -1 - place
		}
	}
	return out
}

// inform makes sure that there is a prober that knows all that is known.
func (s *stepper) inform() error {
	if s.informed != nil {
		return nil
	}
	p, err := s.probers()
	if err != nil {
		return err
	}
	s.informed = s.reading(p)
	for place, outs := range s.out {
		for i, out := range outs {
			if out {
				s.informed.Know(p.Value(s.vars[place], i).Not())
			}
		}
	}
	return nil
}

// restart forgets what was tried.
func (s *stepper) restart(ctx context.Context) {
	s.ctx, s.slow, s.pairs, s.shown = ctx, 0, map[[2]int]bool{}, map[string][]witness{}
	s.reasons, s.models, s.informed = map[drop][]int{}, nil, nil
	s.stale, s.found = slices.Repeat([]bool{true}, len(s.rules)), make([]*deduction, len(s.rules))
}

// group makes each clause a rule, but for the instances of one condition that read more than half of all elements: they
// are one rule, for example that all black cells hang together.
//
// If the model has answers, clauses read what no step is about. Clauses that share such variables are one rule together
// with the definitions among them, unless they are about more than half of all elements: so is a row of a nonogram. A
// clause of the others is a rule with the definitions that read no further variables. A definition of which no clause
// reads all variables goes to each clause that reads one of them, and is a rule itself if there is none.
func (s *stepper) group(t *task.Task, p *constraint.Prober) {
	n := len(s.clauses)
	reads, inner := make([][]int, n), make([][]int, n) // by clause: places of elements; other variables
	at := map[int][]int{}                              // by other variable: the clauses that read it
	for c := range s.clauses {
		for _, v := range ascending(slices.Clone(p.Reads(c))) {
			place := t.Vars[v].State
			switch {
			case s.values[place] != nil:
				reads[c] = append(reads[c], place)
			case len(s.z.Model().Answers) > 0:
				inner[c], at[v] = append(inner[c], v), append(at[v], c)
			}
		}
		reads[c] = ascending(reads[c])
	}
	joined := make([]bool, n)
	for _, all := range connected(inner, at) {
		if len(inner[all[0]]) == 0 || s.wide(union(reads, all)) {
			continue
		}
		for _, x := range all {
			joined[x] = true
		}
		s.rules = append(s.rules, all)
	}
	defined := s.definitions(joined, reads, inner, at)
	var wide [][]int // rules, which come last
	of := map[diag.Span]int{}
	for c := range s.clauses {
		if joined[c] || s.clauses[c].kind == definition && len(defined[c]) == 0 {
			continue
		}
		all, span := ascending(append([]int{c}, defined[c]...)), s.clauses[c].span
		r, has := of[span]
		switch {
		case !s.wide(union(reads, all)):
			s.rules = append(s.rules, all)
		case has:
			wide[r] = ascending(append(wide[r], all...))
		default:
			of[span], wide = len(wide), append(wide, all)
		}
	}
	s.rules = append(s.rules, wide...)
	s.readers = make([][]int, len(s.values))
	for r, clauses := range s.rules {
		s.scopes, s.inner = append(s.scopes, union(reads, clauses)), append(s.inner, union(inner, clauses))
		for _, p := range s.scopes[r] {
			s.readers[p] = append(s.readers[p], r)
		}
	}
}

// definitions returns by clause the definitions that make a rule with it: of a definition that is a rule itself, this.
// Definitions of what no step is about come first: by that of the other side of an edge, a clause reads what is chosen.
// One of a variable that nothing else reads says nothing.
func (s *stepper) definitions(joined []bool, reads, inner [][]int, at map[int][]int) [][]int {
	all := make([][]int, len(s.clauses))
	order := upTo(len(s.clauses))
	slices.SortStableFunc(order, func(x, y int) int { return min(len(reads[x]), 1) - min(len(reads[y]), 1) })
	for _, x := range order {
		alone := len(reads[x]) == 0 && slices.ContainsFunc(inner[x], func(v int) bool { return len(at[v]) == 1 })
		if joined[x] || s.clauses[x].kind != definition || alone {
			continue
		}
		var some []int // the clauses that read a variable of x
		for _, v := range inner[x] {
			some = append(some, lists.Filter(at[v], func(c int) bool { return s.clauses[c].kind != definition })...)
		}
		some = ascending(some)
		whole := lists.Filter(some, func(c int) bool {
			return !slices.ContainsFunc(inner[x], func(v int) bool { return !includes(inner[c], v) })
		})
		if len(whole) == 0 {
			whole = some
		}
		for _, c := range whole {
			all[c] = append(all[c], x)
			for _, v := range inner[x] {
				if !includes(inner[c], v) {
					inner[c], at[v] = with(inner[c], v), append(at[v], c)
				}
			}
		}
		if len(some) == 0 && len(reads[x]) > 0 {
			all[x] = []int{x}
		}
	}
	return all
}

// union returns all elements of some sets, ascending.
func union(sets [][]int, of []int) (all []int) {
	for _, i := range of {
		all = append(all, sets[i]...)
	}
	return ascending(all)
}

// connected parts clauses into sets that share no variable of inner. at has the clauses that read a variable.
func connected(inner [][]int, at map[int][]int) (sets [][]int) {
	seen, used := make([]bool, len(inner)), map[int]bool{}
	for c := range inner {
		if seen[c] {
			continue
		}
		all := []int{c}
		seen[c] = true
		for i := 0; i < len(all); i++ {
			for _, v := range inner[all[i]] {
				if used[v] {
					continue
				}
				used[v] = true
				for _, x := range at[v] {
					if !seen[x] {
						all, seen[x] = append(all, x), true
					}
				}
			}
		}
		sets = append(sets, all)
	}
	return sets
}

// wide reports whether a scope is more than half of all elements.
func (s *stepper) wide(scope []int) bool { return 2*len(scope) > len(s.everywhere) }

// includes reports whether an ascending list has a number.
func includes(list []int, n int) bool {
	_, has := slices.BinarySearch(list, n)
	return has
}

func ascending(places []int) []int {
	slices.Sort(places)
	return slices.Compact(places)
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

// question is whether some rules, and what is known of some elements, allow an element a value.
type question struct {
	rules []int
	scope []int // the elements that these rules read, and further ones
	known []int // the elements of which is used what is known; nil: all of the scope
	drop
	wanted func(place, value int) bool // tells which values are to be tried first; may be nil
}

// possible answers a question. If the value is possible, shows is values of the scope, or is empty if the question took
// too long. Else shows is nil, and rules and known are a part of the question that excludes the value.
func (s *stepper) possible(q question) (shows witness, rules, known []int, err error) {
	by := s.prober
	switch {
	case q.known == nil && s.supposing:
		q.known = q.scope
	case q.known == nil:
		if err := s.inform(); err != nil {
			return nil, nil, nil, err
		}
		by = s.informed
	}
	asked := by.Value(s.vars[q.place], q.value)
	p := s.probe(q.rules, q.scope, q.known)
	p.Assumed, p.Conflicts = append(p.Assumed, asked), s.patience
	if len(q.rules) == len(s.rules) {
		p.Conflicts = mostConflicts
	}
	if q.wanted != nil {
		p.Wanted = func(k, i int) bool { return k < len(q.scope) && q.wanted(q.scope[k], i) }
	}
	shows, clash, err := s.ask(by, p)
	if err != nil || shows != nil {
		return shows[:min(len(shows), len(q.scope))], nil, nil, err
	}
	for _, l := range clash {
		switch says, ok := by.says[l]; {
		case !ok || l == asked:
		case says < 0:
			known = append(known, -1-says)
		default:
			rules = append(rules, says)
		}
	}
	return nil, ascending(rules), ascending(known), nil
}

// ask asks a prober. The values are empty if the question took too long.
func (s *stepper) ask(by *prober, p constraint.Probe) (shows witness, clash []constraint.Literal, err error) {
	work := s.prober.Work()
	if s.informed != nil {
		work += s.informed.Work()
	}
	if s.work > 0 && work >= s.work {
		return nil, nil, &backends.LimitError{What: text.Grouped(s.work) + " conclusions were drawn"}
	}
	shows, clash, err = by.Ask(s.ctx, p)
	if large := (*backends.LimitError)(nil); errors.As(err, &large) && s.ctx.Err() == nil {
		s.slow++
		return witness{}, nil, nil
	}
	return shows, clash, err
}

// probe is a question about rules and what is known of some elements.
func (s *stepper) probe(rules, scope, known []int) constraint.Probe {
	vars := lists.Map(scope, func(place int) int { return s.vars[place] })
	p := constraint.Probe{On: s.clausesOf(rules), Vars: vars}
	for _, r := range rules {
		p.Vars = append(p.Vars, s.inner[r]...)
	}
	for _, place := range known {
		for i, out := range s.out[place] {
			if out {
				p.Assumed = append(p.Assumed, s.prober.Value(s.vars[place], i).Not())
			}
		}
	}
	return p
}

// maxConflicts is the number of contradictions after which a question is given up, and mostConflicts for a question
// about all rules. What takes longer is no deduction that a person makes: the value is held to be possible. After
// slowAsks such questions a set of rules is not asked any more until more is known.
const (
	maxConflicts  = 500
	mostConflicts = 100_000
	slowAsks      = 3
)

// begin excludes what is impossible without any rule, and makes sure that there is a solution.
func (s *stepper) begin() error {
	all := s.everywhere
	p := s.probe(upTo(len(s.rules)), all, all)
	if s.work > 0 {
		p.Conflicts = mostConflicts
	}
	solution, _, err := s.prober.Ask(s.ctx, p)
	switch {
	case err != nil:
		return err
	case solution == nil:
		return ErrNone
	}
	s.solution = map[int]int{}
	for k, p := range all {
		s.solution[p] = solution[k]
	}
	d, err := s.deduce(nil, all, all)
	if err == nil && d != nil {
		s.apply(d)
	}
	return err
}
