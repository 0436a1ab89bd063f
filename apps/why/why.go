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
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// How reasons are found, for the maintainer.
//
// A model is split into clauses (clauses.go): goals, `always`, `when`, `init`, initial values, down to the instances of
// a `forall`. A question is then asked about sets of clauses: can these hold together (asker)? Without moves one
// formula answers, with a Boolean state variable for each clause (assumed.go). With moves a model is solved without the
// other clauses (relaxed.go). What is made of the answers is in core.go: irreducible and smallest sets.

// Answer is the answer to a question.
type Answer struct {
	Kind  Kind
	Facts []Fact
	Limit string // the limit that was reached, and what is therefore not known; "" if nothing is missing
	// Ladder measures the deductions of Stepwise, without Chains; nil for other questions.
	Ladder *Ladder
}

// Kind is the question that was answered.
type Kind string

// The questions.
const (
	NoValues Kind = "no values" // why no values fit
	NoPlan   Kind = "no plan"   // why there is no plan
	Cheapest Kind = "cheapest"  // why no plan costs less
	Refused  Kind = "refused"   // why a move cannot be made
	Replay   Kind = "plan"      // where a plan goes wrong
	Unique   Kind = "unique"    // whether there is a second solution
	Leavable Kind = "redundant" // which clauses could be left out
	Stepwise Kind = "steps"     // how a person would solve it
)

// Role says what a fact is about, for programs.
type Role string

// The roles.
const (
	Verdict  Role = "verdict"  // the answer in a sentence
	Reason   Role = "reason"   // a clause that takes part in the reason
	GiveWay  Role = "give way" // a clause without which there is a solution
	Never    Role = "never"    // a goal that cannot be met, even without the other goals
	Unmet    Role = "unmet"    // a goal that is not met in the nearest state
	Refusing Role = "refuses"  // a clause that refuses a move
	Nearest  Role = "nearest"  // the nearest state or solution
	Repair   Role = "repair"   // a change of a plan that makes it valid
	Left     Role = "left"     // the least cost that is left after a move
	Layer    Role = "layer"    // states at one distance
	Differs  Role = "differs"  // an element that has another value
	Note     Role = "note"     // what the answer rests on
	Deduced  Role = "deduced"  // a step of a solution
)

// Fact is a sentence of an answer.
type Fact struct {
	Role Role
	Text string
	Span diag.Span // in the model or the plan; zero without a place
	// Instances are the values of the variables for which a clause is meant, or the values that it reads.
	Instances [][]Named
	Plan      []puzzle.Step
	// the elements after a step that gives one its value, line by line; a dot where several values are left
	Board []string
	// Known is the same by place in the state, without the elements that are not chosen.
	Known map[int]int64
	Parts []Fact // further facts that belong to this one
}

// Named is a name and its value as the language writes it.
type Named = semantics.Witness

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
