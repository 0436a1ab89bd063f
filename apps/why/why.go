// Package why answers questions about a puzzle: why no values fit, why there is no plan, why a move cannot be made. It
// also tells why a plan is wrong, why no plan costs less, and whether a solution is the only one.
//
// An answer is a list of facts. Each fact is a sentence, with its place in the model where it has one, and with a role
// for programs. The smallest reason comes first.
//
// Reasons are checked. A set of clauses that contradict one another is solved once with all of them, and once without
// each. A plan that is shown was replayed by the reference semantics, on the model that it is a plan of. What was not
// proved, because a limit was reached, is said in Answer.Limit.
package why

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/room"
	"github.com/pzc-lang/pzc/internal/text"
)

// How reasons are found, for the maintainer.
//
// A model is split into clauses (clauses.go): goals, `always`, `when`, `init`, initial values, down to the instances of
// a `forall`. A question is then asked about sets of clauses: can these hold together (asker)? Without moves one
// formula answers, with a Boolean state variable for each clause (assumed.go). With moves a model is solved without the
// other clauses (relaxed.go). What is made of the answers is in core.go: irreducible and smallest sets.

// Answer is the answer to a question.
type Answer struct {
	Kind  kind
	Facts []Fact
	Limit string // the limit that was reached, and what is therefore not known; "" if nothing is missing
	// Ladder measures the deductions of Stepwise, without Chains; nil for other questions.
	Ladder *Ladder
}

// kind is the question that was answered.
type kind string

// The questions.
const (
	NoValues kind = "no values" // why no values fit
	NoPlan   kind = "no plan"   // why there is no plan
	Cheapest kind = "cheapest"  // why no plan costs less
	refused  kind = "refused"   // why a move cannot be made
	replay   kind = "plan"      // where a plan goes wrong
	unique   kind = "unique"    // whether there is a second solution
	leftOut  kind = "redundant" // which clauses could be left out
	Stepwise kind = "steps"     // how a person would solve it
)

// Role says what a fact is about, for programs.
type Role string

// The roles.
const (
	Verdict  Role = "verdict"  // the answer in a sentence
	because  Role = "reason"   // a clause that takes part in the reason
	giveWay  Role = "give way" // a clause without which there is a solution
	neverMet Role = "never"    // a goal that cannot be met, even without the other goals
	unmet    Role = "unmet"    // a goal that is not met in the nearest state
	refusing Role = "refuses"  // a clause that refuses a move
	Nearest  Role = "nearest"  // the nearest state or solution
	repair   Role = "repair"   // a change of a plan that makes it valid
	leftOver Role = "left"     // the least cost that is left after a move
	layer    Role = "layer"    // states at one distance
	differs  Role = "differs"  // an element that has another value
	note     Role = "note"     // what the answer rests on
	Deduced  Role = "deduced"  // a step of a solution
)

// Fact is a sentence of an answer.
type Fact struct {
	Role Role
	Text string
	Span diag.Span // in the model or the plan; zero without a place
	// Instances are the values of the variables for which a clause is meant, or the values that it reads.
	Instances [][]named
	Plan      []puzzle.Step
	// the elements after a step that gives one its value, line by line; a dot where several values are left
	Board []string
	// Known is the same by place in the state, without the elements that are not chosen.
	Known map[int]int64
	// Left has the values that are still possible after a step, for each element of which the step excludes a value.
	Left  map[string][]string
	Parts []Fact // further facts that belong to this one
}

// named is a name and its value as the language writes it.
type named = semantics.Witness

// Objects returns the instances, each as an object of names and values.
func (f *Fact) Objects() []map[string]string {
	var all []map[string]string
	for _, values := range f.Instances {
		object := map[string]string{}
		for _, v := range values {
			object[v.Name] = v.Value
		}
		all = append(all, object)
	}
	return all
}

// Moves returns the moves of the plan.
func (f *Fact) Moves() []string {
	return lists.Map(f.Plan, func(step puzzle.Step) string { return step.Move })
}

// RuleTexts lists the rules of a step.
func (f *Fact) RuleTexts() string {
	return strings.Join(lists.Map(f.Parts, func(p Fact) string { return p.Text }), "; ")
}

// Find returns the first fact with a role, nil if there is none.
func (a *Answer) Find(r Role) *Fact {
	if i := slices.IndexFunc(a.Facts, func(f Fact) bool { return f.Role == r }); i >= 0 {
		return &a.Facts[i]
	}
	return nil
}

func (a *Answer) add(r Role, text string) *Fact {
	a.Facts = append(a.Facts, Fact{Role: r, Text: text})
	return &a.Facts[len(a.Facts)-1]
}

// Options are options of questions; the zero value is the default.
type Options struct {
	Solve puzzle.Options // of each call of a solver
	// Work is the number of conclusions of the constraint engine after which Climb gives up; 0: never.
	Work int64
	Each time.Duration // time limit for each changed puzzle with moves; 0: defaultEach. See within
	// Found is called with facts that were found while others are looked for; it may be nil.
	Found func(facts []Fact)
}

// found tells the facts of an answer that are known, and what is done next.
func (o Options) found(a *Answer, next string) {
	if o.Found != nil {
		o.Found(append(slices.Clone(a.Facts), Fact{Role: note, Text: next}))
	}
}

// defaultEach is the default time limit for each changed puzzle with moves.
const defaultEach = 2 * time.Second

func (o Options) each() time.Duration { return cmp.Or(o.Each, defaultEach) }

// all returns the time limit for all changed puzzles of one kind together.
func (o Options) all() time.Duration { return rounds * o.each() }

const rounds = 3

// stepTime is the time of which a step is a part if Solve.Work limits the work: a second is 10 million steps.
const stepTime = 100 * time.Nanosecond

// within returns a context and options for work that may take some time; with a limit of counted work, for work that
// may take as many steps.
func (o Options) within(ctx context.Context, d time.Duration) (context.Context, Options, context.CancelFunc) {
	var end context.CancelFunc
	if o.Solve.Work == nil {
		ctx, end = room.Timed(ctx, d, context.DeadlineExceeded)
	} else {
		ctx, o.Solve.Work, end = o.Solve.Work.Within(ctx, int64(d/stepTime))
	}
	return ctx, o, end
}

// left returns the time, or the steps as a time, that a context of within leaves.
func (o Options) left(ctx context.Context) time.Duration {
	if o.Solve.Work != nil {
		return time.Duration(min(o.Solve.Work.Left(), math.MaxInt64/int64(stepTime))) * stepTime
	}
	if end, limited := ctx.Deadline(); limited {
		return time.Until(end)
	}
	return math.MaxInt64
}

// errDisagree is the error of a solution of the formula that violates a clause.
var errDisagree = errors.New("internal error: the formula and the reference semantics do not agree")

// limited adds the limit that ended the work. It returns errors that are not limits.
func limited(ctx context.Context, a *Answer, err error) (*Answer, error) {
	if ctx.Err() == nil {
		return nil, err
	}
	a.Limit = context.Cause(ctx).Error()
	return a, nil
}

// Ladder measures the deductions that solve a puzzle without moves.
type Ladder struct {
	Rules []int // by step: the number of rules that are used together
	// Chains are, by step, the rules that are applied one after the other to the opposite of what the step concludes,
	// until they contradict it. A contradiction that no single rule shows counts as one more.
	Chains []int
	Joint  int // steps that use several rules, or one that reads more than half of all elements
	Read   int // elements with several values left that the rules of a step read, added up for all steps
	Open   int // elements that have several values left
	Slow   int // questions that took too long
}

// planText says how long a plan is.
func planText(s puzzle.Solution) string {
	switch n := len(s.Steps); {
	case n == 0:
		return "the start is a goal"
	case s.Cost != int64(n):
		return fmt.Sprintf("%s, cost %d", text.Count(n, "move"), s.Cost)
	default:
		return text.Count(n, "move")
	}
}
