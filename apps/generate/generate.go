// Package generate makes puzzles: data for a model, with proved answers and measures.
//
// A source draws candidates (clues.go, vary.go, backwards.go, from.go). Generate gives each to the model, solves it,
// measures it (package rate), and keeps those that meet the want (rate.Want). Candidates are numbered, each has random
// numbers of its own, and all limits count work. So the same options give the same puzzles on any number of cores.
package generate

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"

	"github.com/pzc-lang/pzc/apps/rate"
	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/mention"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// Options say what to make.
type Options struct {
	Base *puzzle.Puzzle // the model with its data; not grounded
	Want *rate.Want     // nil: a puzzle that has a solution; without moves, only one
	// Count is the number of puzzles, and Tries the greatest number of candidates; 0: 1000, and 100 for each puzzle.
	Count, Tries int
	Seed         uint64
	Rate         bool // the puzzles are measured

	Symmetric bool           // clues are removed in pairs that a half turn exchanges
	Clues     int            // the number of clues at which no more are removed
	Vary      []string       // parameters whose values are random: see vary.go
	Backwards bool           // start states are taken from the explored space
	From      *puzzle.Puzzle // a generator, whose solutions are data
	Threads   int            // candidates that are worked on at the same time; 0: as many as there are cores
	Solve     puzzle.Options // its limit of memory is read, and progress is reported
	// Draft returns what was found about a candidate elsewhere; nil: all candidates are drawn here.
	Draft func(ctx context.Context, number int) (*Draft, error)
}

// Level is a puzzle that was made.
type Level struct {
	Puzzle   *puzzle.Puzzle // grounded
	Data     map[string]json.RawMessage
	Expect   []model.Expect
	Solution *puzzle.Solution // or one of several
	Rating   *rate.Vector     // nil: not measured
	Gap      float64          // from the want; 0: met
	Unique   bool             // proved to have one solution; with moves, one plan of least cost
}

// Result is what was made.
type Result struct {
	Levels  []Level
	Nearest *Level // the best one of those that do not meet the want, if there are too few that do
	Tried   int
	// Left counts candidates that were left out, by the reason.
	Left      map[Reason]int
	Undecided int   // questions about clues that were given up: a clue more than needed may be left
	Ended     error // why the work ended before its end; nil: it did not
	Exhausted bool  // the last candidates were all there before: there may be no more
	Own       bool  // an instance was chosen, and the generator that the model names takes nothing of it
}

// Reason is the reason why a candidate is left out.
type Reason string

// The reasons, in the order in which they are shown.
const (
	invalid    Reason = "do not fit the model"
	unsolvable Reason = "have no solution"
	several    Reason = "have several solutions"
	open       Reason = "were not decided within the limits"
	double     Reason = "are the same as one before, or its image"
	unwanted   Reason = "do not meet the want"
)

// Reasons lists all reasons.
func Reasons() []Reason { return []Reason{invalid, unsolvable, several, open, double, unwanted} }

// Summary says what was made of the number that was wanted, and what became of the other candidates: sentences that
// name options as package mention does.
func (r *Result) Summary(wanted int) (lines []string) {
	line := text.Count(len(r.Levels), "puzzle")
	if len(r.Levels) < wanted {
		line = fmt.Sprintf("%d of %s", len(r.Levels), text.Count(wanted, "puzzle"))
	}
	line += " from " + text.Count(r.Tried, "candidate")
	between := ": "
	for _, reason := range Reasons() {
		if n := r.Left[reason]; n > 0 {
			line, between = fmt.Sprintf("%s%s%d %s", line, between, n, reason), ", "
		}
	}
	lines = append(lines, line)
	if r.Undecided > 0 {
		lines = append(lines, text.Count(r.Undecided, "question")+
			" whether a clue is needed took too long: a clue more than needed may be left")
	}
	if r.Exhausted {
		lines = append(lines, "the last 500 candidates had all been there before: there are hardly more")
	}
	if r.Own {
		lines = append(lines, "the generator that the model names draws boards of its own: nothing was taken of the instance")
	}
	if r.Ended != nil {
		lines = append(lines, "ended early: "+r.Ended.Error())
	}
	if r.Nearest != nil {
		lines = append(lines, "the nearest to the want is the last instance, called nearest")
	}
	return lines
}

// made is a candidate: values for parameters, as --data gives them.
type made struct {
	data      map[string]any
	undecided int
}

// source draws candidates. An error is a Reason to leave the candidate out, or ends the work. Several goroutines call
// it.
type source interface {
	candidate(ctx context.Context, r *rand.Rand, o Options) (made, error)
}

func (r Reason) Error() string { return string(r) }

// source returns the source that the options ask for.
func (o Options) source(ctx context.Context) (s source, err error) {
	switch {
	case o.From != nil:
		s, err = newFrom(ctx, o)
	case len(o.Vary) > 0:
		s, err = newVary(o)
	case o.Base.Program.HasGenerator():
		s, err = newNamed(ctx, o)
	}
	switch {
	case err == nil && o.Backwards:
		return newBackwards(ctx, o, s)
	case err != nil || s != nil:
		return s, err
	case o.Base.HasMoves():
		return nil, errMoves
	}
	return findClues(ctx, o.Base, o.Seed)
}

var errMoves = errors.New("a puzzle with moves has no clues that could be removed; its data are made by " +
	mention.With(mention.Vary, "NAME") + ", " + mention.Backwards + " or " + mention.With(mention.From, "GENERATOR"))

// Generate makes puzzles.
func Generate(ctx context.Context, o Options) (*Result, error) {
	s, err := o.source(ctx)
	if err != nil && ctx.Err() != nil {
		return &Result{Ended: context.Cause(ctx)}, nil
	}
	if err != nil {
		return nil, err
	}
	threads := cmp.Or(o.Threads, runtime.GOMAXPROCS(0))
	work := ctx // one candidate at a time is always awaited, and a context may look at the clock when it is asked
	if threads > 1 {
		var cancel func()
		work, cancel = context.WithCancel(ctx)
		defer cancel()
	}
	r, first, again := &Result{Left: map[Reason]int{}}, &firsts{by: map[string]int{}}, 0
	if n, is := s.(*named); is {
		r.Own = n.own
	}
	for c := range inOrder(work, threads, cmp.Or(o.Tries, 1000+100*o.Count),
		func(i int) outcome { return o.level(work, s, i, first) }) {
		if ctx.Err() != nil {
			break
		}
		r.Tried++
		r.Undecided += c.undecided
		if c.err != nil {
			return nil, c.err
		}
		if first.again(c.key, c.number) || first.again(c.class, c.number) {
			c.left = double
		}
		r.take(c)
		if again++; c.left != double {
			again = 0
		}
		if o.Solve.Progress != nil {
			o.Solve.Progress(backends.Progress{
				Doing: "generating", Done: int64(r.Tried), Unit: "candidate", Level: "made", At: int64(len(r.Levels)),
			})
		}
		if len(r.Levels) == o.Count {
			r.Nearest = nil
			break
		}
		if r.Exhausted = again == mostAgain; r.Exhausted {
			break
		}
	}
	r.Ended = context.Cause(ctx)
	return r, nil
}

// mostAgain is the number of candidates that were there before, one after the other, after which no new ones are
// expected.
const mostAgain = 500

// take adds an outcome to the result.
func (r *Result) take(c outcome) {
	switch {
	case c.left != "":
		r.Left[c.left]++
	case c.Gap > 0:
		r.Left[unwanted]++
		if r.Nearest == nil || c.Gap < r.Nearest.Gap {
			r.Nearest = &c.Level
		}
	default:
		r.Levels = append(r.Levels, c.Level)
	}
}

// firsts knows the least number of the candidates with the same data. A candidate is a double if a lower number has its
// data. Whether that is known before the candidate is solved or when it is taken makes no difference.
type firsts struct {
	sync.Mutex
	by map[string]int
}

// again reports whether a lower number has the key. None has the key "".
func (f *firsts) again(key string, i int) bool {
	if key == "" {
		return false
	}
	f.Lock()
	defer f.Unlock()
	first, known := f.by[key]
	if !known || i < first {
		f.by[key] = i
	}
	return known && first < i
}

// outcome is what became of a candidate.
type outcome struct {
	Level
	key       string // of its data
	class     string // of the puzzle: see puzzle.Class
	number    int
	left      Reason // why it is left out; "": it is not
	undecided int
	err       error
}

// inOrder works on the numbers below n, several at a time, and yields the outcomes in their order.
func inOrder(ctx context.Context, workers, n int, work func(i int) outcome) func(yield func(outcome) bool) {
	return func(yield func(outcome) bool) {
		var all sync.WaitGroup
		defer all.Wait()
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		queue := make(chan chan outcome, max(workers-1, 0)) // what is at work, and one that waits to be yielded
		all.Go(func() {
			defer close(queue)
			for i := range n {
				one := make(chan outcome, 1)
				select {
				case queue <- one:
				case <-ctx.Done():
					return
				}
				all.Go(func() { one <- work(i) })
			}
		})
		for one := range queue {
			if !yield(<-one) {
				return
			}
		}
	}
}

// solveLimit is the number of contradictions after which a puzzle without moves is not decided.
const solveLimit = 200_000

// level draws a candidate, solves it and measures it.
func (o Options) level(ctx context.Context, s source, i int, first *firsts) (out outcome) {
	out.number = i
	err := o.draft(ctx, s, &out)
	if err == nil || out.Data != nil {
		if out.key = keyOf(out.Data); first.again(out.key, i) {
			err = double
		}
	}
	if err == nil {
		err = o.solve(ctx, &out.Level)
	}
	if err == nil {
		out.class = out.Puzzle.Class(ctx)
	}
	large := (*backends.LimitError)(nil)
	switch reason := Reason(""); {
	case errors.As(err, &reason):
		out.left = reason
	case errors.As(err, &large):
		out.left = open
	case errors.Is(err, rate.ErrNone):
		out.left = unsolvable
	case ctx.Err() == nil:
		out.err = err
	}
	return out
}

// draft makes the data of a candidate, or takes what was found about it elsewhere. An error is a Reason if the
// candidate is left out.
func (o Options) draft(ctx context.Context, s source, out *outcome) error {
	if o.Draft == nil {
		m, err := s.candidate(ctx, rand.New(rand.NewPCG(o.Seed, uint64(out.number))), o)
		out.undecided = m.undecided
		if err == nil {
			out.Data, err = raw(m.data)
		}
		return err
	}
	d, err := o.Draft(ctx, out.number)
	if err == nil {
		out.undecided, out.Data, out.Rating = d.Undecided, d.Data, d.Rating
		if d.Left != "" {
			err = d.Left
		}
	}
	return err
}

// given grounds the puzzle with other data. An error is invalid if they do not fit the model.
func (o Options) given(ctx context.Context, data map[string]json.RawMessage) (*puzzle.Puzzle, error) {
	z, diags := o.Base.Given(ctx, data)
	if !diags.HasErrors() && ctx.Err() == nil {
		diags = z.GroundOnce(ctx)
	}
	switch {
	case diags.HasErrors():
		return nil, invalid
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	}
	return z, nil
}

// solve solves and measures the puzzle with its data.
func (o Options) solve(ctx context.Context, l *Level) error {
	z, err := o.given(ctx, l.Data)
	if err != nil {
		return err
	}
	l.Puzzle = z
	so := puzzle.Options{Beside: manyBeside}
	so.Memory, so.Threads = o.Solve.Memory, 1
	if z.HasMoves() {
		return o.solveMoves(ctx, l, so)
	}
	return o.solveStill(ctx, l, so)
}

// manyBeside says that very many puzzles are solved at the same time, so that no second backend starts by the clock.
const manyBeside = 1 << 10

// solveStill solves and measures a puzzle without moves.
func (o Options) solveStill(ctx context.Context, l *Level, so puzzle.Options) error {
	so.Backend, so.All, so.Limit, so.Conflicts = "constraint", true, 2, solveLimit
	a, err := l.ask(ctx, so)
	if err != nil {
		return err
	}
	switch l.Unique = a.Complete && len(a.Solutions) == 1; {
	case !l.Unique && o.Want == nil:
		return several
	case l.Unique:
		l.Expect = []model.Expect{{Kind: model.ExpectSolutions, Number: 1}}
	default:
		l.Expect = []model.Expect{{Kind: model.ExpectSolvable}}
	}
	if !l.Unique && o.Want.Reads(rate.KeyUnique) {
		o.Rate = false
	}
	return o.rate(ctx, l, so)
}

// rate measures a level, and compares it with the want.
func (o Options) rate(ctx context.Context, l *Level, so puzzle.Options) (err error) {
	if o.Rate && l.Rating == nil {
		if l.Rating, err = rate.Of(ctx, l.Puzzle, rate.Options{Puzzle: so}); err != nil {
			return err
		}
	}
	l.Gap = o.Want.Gap(l.value)
	return nil
}

// movesMemory bounds the search for a plan.
const movesMemory = 1 << 29

// solveMoves solves a puzzle with moves. It is measured only if its cost may be wanted.
func (o Options) solveMoves(ctx context.Context, l *Level, so puzzle.Options) error {
	all := so
	so.Backend, so.Memory = "search", min(cmp.Or(so.Memory, movesMemory), movesMemory)
	if so.All = o.Want.Reads(rate.KeyUnique); so.All {
		so.Limit = 2
	}
	a, err := l.ask(ctx, so)
	switch {
	case err != nil:
		return err
	case !a.Optimal:
		return open
	}
	l.Expect = []model.Expect{{Kind: model.ExpectCost, Number: l.Solution.Cost}}
	if l.Unique = so.All && a.Complete && len(a.Solutions) == 1; l.Unique {
		l.Expect = append(l.Expect, model.Expect{Kind: model.ExpectSolutions, Number: 1})
	}
	if l.Gap = o.Want.Least(l.value); l.Gap > 0 {
		return nil
	}
	if err = o.rate(ctx, l, all); err != nil || l.Rating == nil {
		return err
	}
	if cost, known := l.Rating.Value(rate.KeyCost); known && cost != l.Solution.Cost {
		return fmt.Errorf("internal error: a plan costs %d, the states say %d", l.Solution.Cost, cost)
	}
	return nil
}

// ask solves the puzzle. An error is a Reason if there is no answer.
func (l *Level) ask(ctx context.Context, so puzzle.Options) (*puzzle.Answer, error) {
	a, err := l.Puzzle.Solve(ctx, so)
	switch {
	case err != nil:
		return nil, err
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case a.Status == backends.Unsolvable:
		return nil, unsolvable
	case len(a.Solutions) == 0 || !a.Complete && so.All && len(a.Solutions) < so.Limit:
		return nil, open
	}
	l.Solution = &a.Solutions[0]
	return a, nil
}

// value returns a measure of the level.
func (l *Level) value(key string) (n int64, known bool) {
	switch {
	case key == rate.KeyUnique && l.Unique:
		return 1, true
	case key == rate.KeyUnique:
		return 0, true
	case key == rate.KeyCost && l.Puzzle.HasMoves():
		return l.Solution.Cost, true
	case l.Rating == nil:
		return 0, false
	}
	return l.Rating.Value(key)
}
