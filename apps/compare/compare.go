// Package compare decides whether two models are the same puzzle.
//
// Models with moves are compared move by move, from the start. Models visits pairs of states that the same moves lead
// to, and stops at a shortest disagreement. A disagreement is a move that only one model allows, another cost, a goal
// in only one model, or another value of what is observed. The representation of states does not matter. Models without
// moves are compared by their solutions: the values of the state variables with equal names. With an objective these
// are the best solutions.
//
// There are three verdicts. Equal is proved. A difference was replayed on the reference semantics of both models. Open
// means that a limit was reached first.
package compare

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// How models with moves are compared, for the maintainer.
//
// A ground move is deterministic, so two models are the same if the same sequences of moves are possible from their
// starts, with the same costs, goals and observed values. Hopcroft and Karp (A linear algorithm for testing equivalence
// of finite automata, Cornell TR 71-114, 1971) visit pairs of states. A union-find structure over the states of both
// models leaves out pairs that follow from others, so that there are fewer pairs than states. Breadth-first order makes
// the first disagreement a shortest one. Suppose that a pair that was left out disagrees after k moves. Then so does
// one of the pairs that it follows from, and none of these is farther from the start.

// Verdict is the result of a comparison.
type Verdict string

// The verdicts.
const (
	Equal  Verdict = "equal"
	Differ Verdict = "differ"
	Open   Verdict = "not told apart"
)

// Side is one of the two models.
type Side int

// The two models.
const (
	Reference Side = iota
	Other
	Neither Side = -1
)

// Against returns the other side.
func (s Side) Against() Side { return 1 - s }

// Kind says in what two models differ.
type Kind string

// The kinds of differences.
const (
	OfStart    Kind = "start"    // a start that only one has
	OfMove     Kind = "move"     // a move that only one allows
	OfCost     Kind = "cost"     // a move that costs something else
	OfGoal     Kind = "goal"     // a state that is a goal in one alone
	ofValue    Kind = "value"    // an observed value
	OfSolution Kind = "solution" // without moves: an assignment that only one allows
	OfVariable Kind = "variable" // without moves: a state variable that only one has
)

// Options select what is compared; the zero value is the default.
type Options struct {
	// Same are lines `take(t) = row(t)`, `across[w] = at[w] == far` or `at[w]`: a move of the reference and the move of
	// the other model that corresponds to it. Or a line has an expression of the reference and one of the other model that
	// must have equal values in corresponding states. An expression alone is for both models.
	Same []string
	// Extra allows the other model moves that the reference does not have, if they change nothing that is compared.
	Extra bool
	// NoCosts leaves costs out of the comparison.
	NoCosts bool
	// Pairs is the greatest number of pairs of states, 0 for mostPairs.
	Pairs int
	// Conflicts is the greatest number of contradictions that a solver may meet for a question, 0 for mostConflicts. A
	// model with `reaches` has no such limit.
	Conflicts int64
	// Memory is the memory limit of solvers, in bytes; 0 for the default.
	Memory int64
	// Work is a limit of counted work, for solvers and for moves in pairs of states; nil: none.
	Work *backends.Work
}

// mostPairs is the number of pairs of states after which a comparison ends, unless Options say otherwise.
const mostPairs = 5_000_000

// mostConflicts is the default number of contradictions after which a solver gives up a question.
const mostConflicts = 500_000

// Result is the result of a comparison.
type Result struct {
	Verdict Verdict
	Reason  string      // open: the limit that was reached
	Pairs   int         // pairs of states that were visited
	Depth   int         // no disagreement needs fewer moves than this
	Diff    *Difference // nil unless the models differ
	Notes   []Note      // names that do not match
	Puzzles [2]*puzzle.Puzzle
}

// Note names a part that a model does not have, with a similar name.
type Note struct {
	In   Side
	Text string
	Move string // the move that is not there, or has other parameters; "": the note is about a line of Options.Same
}

// Sentence writes a note, with names for the two models.
func (n Note) Sentence(names [2]string) string { return "In " + names[n.In] + ", " + n.Text + "." }

// Difference is a disagreement: a shortest one if the models have moves.
type Difference struct {
	Kind Kind
	Only Side // the model that allows the start, the move, the goal or the solution; Neither for other kinds
	// Way is the moves from the start to the states that are compared, in each model.
	Way [2]puzzle.Solution
	// Has reports whether Way is known in a model. It is not if the model has no such initial state or no such values.
	Has  [2]bool
	Move [2]string // the move, in the names of each model; "" without one
	What [2]string // the observed expression, as each model writes it
	// Values are the cost of the move, or the observed value, in each model.
	Values [2]string
	// Refusals says which conditions of the model that is not Only refuse the move, the goal or the solution.
	Refusals []*semantics.Refusal
	// Near is a nearest solution of the model that refuses, and Changed the elements in which it differs.
	Near    []int64
	Changed []string
}

// Moves returns the length of the disagreement: the number of moves that show it.
func (d *Difference) Moves() int {
	n := len(d.Way[Other].Steps)
	if d.Kind == OfMove || d.Kind == OfCost {
		n++
	}
	return n
}

// Sentence describes the difference, with names for the two models.
func (d *Difference) Sentence(names [2]string) string {
	after := "At the start"
	if n := len(d.Way[Other].Steps); n > 0 {
		after = "After " + text.Count(n, "move")
	}
	switch d.Kind {
	case OfStart:
		return fmt.Sprintf("%s has a start that %s does not have.", capital(names[d.Only]), names[d.Only.Against()])
	case OfSolution:
		return fmt.Sprintf("%s accepts values that %s refuses.", capital(names[d.Only]), names[d.Only.Against()])
	case OfVariable:
		return fmt.Sprintf("%s has no state variable `%s`.", capital(names[d.Only.Against()]), d.What[Reference])
	case OfMove:
		return fmt.Sprintf("%s, only %s allows `%s`.", after, names[d.Only], d.Move[d.Only])
	case OfGoal:
		return fmt.Sprintf("%s, a goal is reached in %s alone.", after, names[d.Only])
	case OfCost:
		return fmt.Sprintf("%s, `%s` costs %s in %s and %s in %s.", after, d.Move[Other], d.Values[Reference],
			names[Reference], d.Values[Other], names[Other])
	default: // ofValue
		return fmt.Sprintf("%s, `%s` is %s in %s and %s in %s.", after, d.What[Other], d.Values[Reference], names[Reference],
			d.Values[Other], names[Other])
	}
}

// capital begins a text with a capital, unless it is the name of a file.
func capital(s string) string {
	if strings.HasPrefix(s, "the ") || strings.HasPrefix(s, "your ") {
		return strings.ToUpper(s[:1]) + s[1:]
	}
	return s
}

// Names returns the names of the two models in sentences.
func Names(programs [2]*puzzle.Program) [2]string {
	names := [2]string{programs[0].Model().Name, programs[1].Model().Name}
	if names[0] == names[1] {
		names = [2]string{"the reference", "the other model"}
	}
	return names
}

// Models compares two models with the data of the reference. The other model gets the values of the parameters that it
// has too, and an instance of the same name if it has one. The list has the errors of Options.Same, of the data and of
// grounding. An error is a *puzzle.Fault. If the context ends first, the verdict is Open.
func Models(
	ctx context.Context, reference, other *puzzle.Program, data puzzle.Data, o Options,
) (*Result, diag.List, error) {
	programs := [2]*puzzle.Program{reference, other}
	o.Pairs, o.Conflicts = cmp.Or(o.Pairs, mostPairs), cmp.Or(o.Conflicts, mostConflicts)
	face, diags := readInterface(programs, o.Same)
	if diags.HasErrors() {
		return nil, diags, nil
	}
	c := &comparison{Options: o, face: face, Result: &Result{Verdict: Equal}, formulas: map[string]observed{}}
	c.byAnswers = len(o.Same) == 0 && sameAnswers(programs)
	for range 2 { // the second time with the expressions, which may add types and grids to the programs
		for side, p := range programs {
			given := data
			if Side(side) == Other {
				given = handed(c.z[Reference], other)
			}
			given.Plain = !c.byAnswers
			z, more := p.InstantiateContext(ctx, given)
			if z == nil {
				return c.halt(ctx, onlyErrors(more))
			}
			c.z[side], c.Puzzles[side] = z, z
		}
		if len(face.seen) == 0 || face.seen[0].expr[0] != nil {
			break
		}
		if diags = c.observe(); diags.HasErrors() {
			return nil, diags, nil
		}
	}
	for _, z := range c.z {
		more := z.GroundOnce(ctx)
		if ctx.Err() != nil || more.HasErrors() {
			return c.halt(ctx, more)
		}
	}
	moves := reference.HasMoves() || other.HasMoves()
	if problem, err := c.onlyBest(ctx, moves); problem != "" || err != nil {
		c.open(problem)
		return c.Result, nil, err
	}
	for side, z := range c.z {
		c.machine[side], c.eval[side] = z.Machine(), semantics.NewEvaluator(z.Model())
	}
	if c.matchMoves(); c.wrong.HasErrors() {
		return nil, c.wrong, nil
	}
	var err error
	if moves {
		err = c.pairs(ctx)
	} else {
		err = c.solutions(ctx)
	}
	return c.Result, nil, err
}

// onlyBest replaces models with an objective by their best solutions. The problem says why that is not possible, ""
// for none.
func (c *comparison) onlyBest(ctx context.Context, moves bool) (problem string, err error) {
	for side, z := range c.z {
		objective := z.Model().Objective
		switch {
		case objective == nil:
			continue
		case moves:
			return "a model with moves has no solutions that `" + objective.Word() + "` of the other one could judge", nil
		}
		best, _, err := z.OnlyBest(ctx, c.limits())
		limit := (*backends.LimitError)(nil)
		switch {
		case errors.As(err, &limit):
			return limit.What, nil
		case ctx.Err() != nil:
			return context.Cause(ctx).Error(), nil
		case err != nil:
			return "", err
		}
		c.z[side], c.Puzzles[side] = best, best
	}
	return "", nil
}

// limits are the options of each call of a solver.
func (c *comparison) limits() puzzle.Options {
	o := puzzle.Options{Options: backends.Options{Memory: c.Memory, Conflicts: c.Conflicts, Work: c.Work}}
	if c.Work != nil {
		o.Threads = 1
	}
	return o
}

// halt ends a comparison that could not begin: with the errors, or else as open because the context ended.
func (c *comparison) halt(ctx context.Context, diags diag.List) (*Result, diag.List, error) {
	if ctx.Err() != nil {
		c.open(context.Cause(ctx).Error())
		return c.Result, nil, nil
	}
	return nil, diags, nil
}

func (c *comparison) open(reason string) { c.Verdict, c.Reason = Open, reason }

func onlyErrors(diags diag.List) diag.List {
	return lists.Filter(diags, func(d *diag.Diagnostic) bool { return d.Severity == diag.Error })
}

// comparison is a comparison at work.
type comparison struct {
	Options
	*Result
	face     *face
	z        [2]*puzzle.Puzzle
	machine  [2]*semantics.Machine
	eval     [2]*semantics.Evaluator
	formulas map[string]observed // computed arguments, by their texts
	// byAnswers: both models have answers of the same names, and these are compared.
	byAnswers bool
	wrong     diag.List // the first error of these
	to        []int32   // by ground move of the reference: that of the other model, -1 if it has none
	from      [][]int32 // by ground move of the other model: those of the reference
}

// Others compares two models that were both written for a reference, whose puzzle is given. Both get its data, and of a
// line of Options.Same the side of the other model is for both.
func Others(
	ctx context.Context, reference *puzzle.Puzzle, a, b *puzzle.Program, o Options,
) (*Result, diag.List, error) {
	o.Same = lists.Map(o.Same, func(line string) string {
		if _, right, two := cutSame(line); two {
			return right // of moves, it says that names are equal
		}
		return line
	})
	return Models(ctx, a, b, handed(reference, a), o)
}
