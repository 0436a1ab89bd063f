// Package rate measures how hard a puzzle is. The result is a vector of measures, never one number alone.
//
//	z, diags := program.Instantiate(data)         // as for every question about a puzzle
//	diags = z.Ground(ctx)
//	v, err := rate.Of(ctx, z, rate.Options{})
//	n, known := v.Value("most_rules")             // a whole number; not known: v.Reason("most_rules") says why
//	for _, k := range rate.Keys(z.HasMoves()) {}  // all keys in their order, with a sentence each
//
// A measure is a whole number, or it is not known, with the reason. All limits count work, so the same puzzle and
// options give the same vector on every machine. The exceptions are Options.Solve, and the search for the best value of
// a puzzle with `minimize` or `maximize`.
package rate

// How the measures are found, for the maintainer.
//
// A puzzle without moves is solved by the deductions of package why (still.go). Of a puzzle with moves all states are
// explored, if there are not too many (moving.go).

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"github.com/pzc-lang/pzc/backends/search/explore"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// Options are options of Of; the zero value is the default.
type Options struct {
	// Work is the number of conclusions of the constraint engine, for a puzzle without moves, and States the number of
	// states, for a puzzle with moves, up to which a puzzle is measured; 0: mostWork, mostStates.
	Work, States int64
	// Solve asks for the cost of a puzzle with more states. The search may take long, and is ended by the context.
	Solve bool
	// Puzzle holds the limit of memory, and reports progress.
	Puzzle puzzle.Options
}

// The default limits of work.
const (
	mostWork   = 200_000_000
	mostStates = 500_000
)

// ErrNone means that the puzzle has no solution, so that nothing is hard about it.
var ErrNone = errors.New("there is no solution, so there is nothing to rate")

// Measure is a measure of a puzzle.
type Measure struct {
	Key
	Value  int64
	Reason string // why the value is not known; "": it is known
}

// Vector holds the measures of a puzzle, in the order of Keys.
type Vector struct {
	Measures []Measure
	// Notes say what else is to be known, such as that there are several solutions.
	Notes []string
	// Several reports that a puzzle without moves was found to have several solutions.
	Several bool
	// Survey describes the states of a puzzle with moves; nil if there are too many.
	Survey *explore.Survey
}

// Of measures a puzzle, which must have been grounded. It fails with ErrNone if there is no solution. Other errors are
// those of Puzzle.Solve, and the cause of the context. There is a vector also with an error.
func Of(ctx context.Context, z *puzzle.Puzzle, o Options) (v *Vector, err error) {
	unknown := func(k Key) Measure { return Measure{Key: k, Reason: "not measured"} }
	v = &Vector{Measures: lists.Map(Keys(z.HasMoves()), unknown)}
	if z.HasMoves() {
		err = v.moving(ctx, z, o)
	} else {
		err = v.still(ctx, z, o)
	}
	if err != nil {
		v.unknown(err.Error())
	}
	return v, err
}

// find returns a measure, nil if the puzzle has none of this name.
func (v *Vector) find(name string) *Measure {
	if i := slices.IndexFunc(v.Measures, func(m Measure) bool { return m.Name == name }); i >= 0 {
		return &v.Measures[i]
	}
	return nil
}

// Value returns a measure by its name. known is false if it is not known, or if there is none of this name. A degree of
// hardness, such as "easy", is 1 if Hardness returns it, and 0 otherwise.
func (v *Vector) Value(name string) (n int64, known bool) {
	if slices.Contains(degrees, name) {
		hardness := v.Hardness()
		return int64(len(lists.Filter(degrees, func(d string) bool { return d == name && d == hardness }))), hardness != ""
	}
	if m := v.find(name); m != nil && m.Reason == "" {
		return m.Value, true
	}
	return 0, false
}

// Rank returns a measure by which puzzles are sorted: one that is not known comes last.
func (v *Vector) Rank(name string) int64 {
	if n, known := v.Value(name); known {
		return n
	}
	return math.MaxInt64
}

// Reason returns why a measure is not known, "" if it is known. There must be a measure of this name.
func (v *Vector) Reason(name string) string { return v.find(name).Reason }

func (v *Vector) set(name string, n int64) {
	m := v.find(name)
	m.Value, m.Reason = n, ""
}

// unknown gives the reason why measures are not known. No names mean all that are not known yet.
func (v *Vector) unknown(reason string, names ...string) {
	for i := range v.Measures {
		if m := &v.Measures[i]; slices.Contains(names, m.Name) || len(names) == 0 && m.Reason != "" {
			m.Reason = reason
		}
	}
}

// Known returns the measures that are known.
func (v *Vector) Known() (all []Measure) {
	return lists.Filter(v.Measures, func(m Measure) bool { return m.Reason == "" })
}

// Instances measures the instances of a model, for Percentile. It leaves out those that cannot be measured, and all
// others when the context ends. It does not read Options.Solve.
func Instances(ctx context.Context, p *puzzle.Program, o Options) (all []*Vector) {
	o.Solve = false
	for _, name := range p.Instances() {
		z, diags := p.InstantiateContext(ctx, puzzle.Data{Instance: name})
		if diags.HasErrors() || ctx.Err() != nil || z.Compile(ctx) != nil {
			continue
		}
		if v, err := Of(ctx, z, o); err == nil {
			all = append(all, v)
		}
	}
	return all
}

// Percentile returns how many of 100 vectors have a smaller value of a measure, where equal values count half. It is
// not known if fewer than two vectors have the measure.
func Percentile(all []*Vector, name string, value int64) (percent int, known bool) {
	halves, of := 0, 0
	for _, v := range all {
		if n, known := v.Value(name); known {
			of++
			halves += 1 + cmp.Compare(value, n)
		}
	}
	return 50 * halves / max(of, 1), of > 1
}

// Key is a measure: its name in JSON and in wants, and what it means, in a sentence.
type Key struct{ Name, Meaning string }

// Keys lists the measures of puzzles with moves, or of puzzles without, in their order.
func Keys(moves bool) []Key {
	if moves {
		return moving
	}
	return still
}

// Names lists the names of Keys.
func Names(moves bool) (names []string) {
	return lists.Map(Keys(moves), func(k Key) string { return k.Name })
}

// Their order is that of every output.
var still = []Key{
	{"steps", "deductions until all values are known"},
	{"joint_steps", "deductions that need two rules or more together, or one about more than half of the elements"},
	{"most_rules", "rules that the hardest deduction needs together"},
	{"look_ahead", "rules that are applied one after the other, at most, until the opposite of a deduction is refuted"},
	{"open_elements", "elements without a value that the rules of a deduction read, added up for all deductions"},
	{"guesses", "deductions that need more than five rules together, where a person would guess"},
	{"undecided", "questions that took too long, so that an easier deduction may have been missed"},
}

var moving = []Key{
	{"cost", "the least cost of a plan"},
	{"optimal_plans", "plans of least cost; plans are one if they differ only in the order of moves that commute"},
	{"states", "states that can be reached from the start"},
	{"dead_share", "of 100 states, those from which no goal can be reached, rounded up"},
	{"trap_depth", "moves to look ahead, at most, until a wrong move on a cheapest plan is seen to lose; 0: none loses"},
	{"forced", "moves of a cheapest plan, at least, where all others lose"},
	{"counterintuitive", "moves of a cheapest plan, at least, that seem to lead away from the goal: a heuristic rises"},
	{"switches", "changes of the moved piece in a cheapest plan, at least"},
	{"second_best", "the cost of the best plan that leaves the cheapest ones and comes to no state of them but a goal"},
}
