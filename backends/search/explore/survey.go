package explore

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/text"
)

// SurveyOptions are options of TakeSurvey; the zero value is the default.
type SurveyOptions struct {
	Options
	Heuristics []string // compared with exact distances
	Diameter   bool     // compute the diameter, however long it takes
	NoDiameter bool     // do not compute it, however little time it takes
	Keep       bool     // keep the states and moves, if there are at most MostKept of each
	// Each, if not nil, is given each state from which a goal is reachable, as codes of its variables, with its exact
	// distance to a goal.
	Each     func(codes []int64, rest int64)
	Hardness bool // measure what makes the puzzle hard for people
}

// Survey describes the reachable states and the moves between them. All distances are costs.
type Survey struct {
	*Exploration
	// Surveyed reports whether all fields below are known. If not, Reason says why.
	Surveyed bool

	Distances []Distance // states by their exact distance to a goal, ascending
	Goals     int64
	DeadEnds  int64 // states without an applicable move that are not goals
	Hopeless  int64 // states from which no goal is reachable
	Trap      *trap // the earliest move into a hopeless state; nil if there is none

	Optimal    int64    // least cost of a plan, -1 if there is none
	Plans      *big.Int // number of plans of that cost that repeat no state; nil if they were not counted
	NotCounted string   // why

	Farthest    Extreme // from the start, by cost
	Hardest     Extreme // farthest from the goals, among states from which one can be reached
	Diameter    *diameter
	NoDiameter  string // why the diameter was not computed
	Comparisons []Comparison
	Kept        *kept     // nil unless SurveyOptions.Keep is set and the space is small enough
	Hardness    *Hardness // nil unless SurveyOptions.Hardness is set and there is a plan
}

// Distance is the number of states at one distance.
type Distance struct{ Distance, States int64 }

// Extreme describes the states at the greatest distance.
type Extreme struct {
	Distance
	Example []int64 // one of them, the codes of its variables; nil if there are none
}

// trap is a move from a state from which a goal is reachable into a state from which no goal is reachable.
type trap struct {
	Move   int
	Before int // number of moves from the start to the state before
	State  []int64
}

// diameter is the greatest distance between two states of which the second is reachable from the first.
type diameter struct {
	Distance int64
	From, To []int64
}

// kept is a whole small space: states in the order of their number of moves from the start, with all their moves.
type kept struct {
	States [][]int64
	Depths []int
	Goals  []bool
	Rests  []int64 // exact distance to a goal, -1 if no goal is reachable
	Moves  []keptMove
}

// keptMove is a move between two states.
type keptMove struct {
	From, To, Move int
	Cost           int64
}

// MostKept is the greatest number of states, and of moves, that are kept.
const MostKept = 20_000

// TakeSurvey explores a space and then studies all its states together with the moves between them.
func TakeSurvey(ctx context.Context, t *task.Task, o SurveyOptions) (*Survey, error) {
	e, err := exploring(ctx, t, o.Options)
	if err != nil {
		return nil, err
	}
	v := &survey{Job: e.Job, o: o, Survey: &Survey{Exploration: e.Exploration, Optimal: -1}}
	if !e.Complete || e.States() == 0 {
		return v.Survey, nil
	}
	explored := v.Counts
	v.begin()
	ok := v.fitsAnew(e.visited)
	if ok {
		ok, err = v.takeAnew(e)
	}
	if !ok && err == nil && v.Stop == "" {
		e.visited, v.Survey = nil, &Survey{Exploration: e.Exploration, Optimal: -1}
		if v.Reason = v.room(); v.Reason != "" {
			return v.Survey, nil
		}
		v.begin()
		err = v.take()
	}
	v.Counts = explored
	if v.Stop != "" && v.Reason == "" {
		v.Reason = v.Stop
	}
	return v.Survey, err
}

// begin sets all counters to zero.
func (survey *survey) begin() {
	survey.Counts, survey.Work, survey.Check, survey.Report = backends.Stats{}, 0, 0, 0
}

// survey is a survey being taken.
type survey struct {
	*job.Job
	*Survey
	o    SurveyOptions
	net  *network
	back *network
	rest []int64 // by state: exact distance to a goal, job.NoCost if there is none
}

// room returns the reason why the network cannot be made; "" if it can.
func (survey *survey) room() string {
	states, moves := survey.States(), survey.Moves()
	need := networkBytes(survey.Space, states, moves)
	switch {
	case survey.Space.MaxCost > task.MaxCost/states:
		return backends.ReasonTotal(task.MaxCost)
	case states >= math.MaxUint32 || moves >= math.MaxUint32:
		return fmt.Sprintf("%s and %s are too many to be looked at together", text.Plural(states, "state"),
			text.Plural(moves, "move"))
	case need > survey.Memory:
		return fmt.Sprintf("%s with %s need about %s to be looked at together, the memory limit is %s",
			text.Plural(states, "state"), text.Plural(moves, "move"), text.Bytes(need), text.Bytes(survey.Memory))
	}
	return ""
}

func (survey *survey) take() error {
	if survey.net = newNetwork(survey.Job, survey.States(), survey.Moves()); survey.net == nil {
		return nil
	}
	survey.say(backends.Progress{Doing: "distances to the goal"})
	survey.back = survey.net.reversed()
	w := survey.back.newWalker()
	w.from(survey.goalStates()...)
	survey.rest = w.dist
	survey.distances()
	survey.trap()
	survey.farthest()
	survey.countPlans()
	survey.harden()
	if survey.Ctx.Err() != nil {
		survey.Stop = "stopped after " + survey.ExpandedStates()
		return nil
	}
	survey.Surveyed = true
	survey.keep()
	survey.diameter()
	return survey.compare()
}

func (survey *survey) say(p backends.Progress) {
	if survey.Progress != nil {
		survey.Progress(p)
	}
}

func (survey *survey) goalStates() (ids []uint32) {
	for id, goal := range survey.net.goals {
		if goal {
			ids = append(ids, uint32(id))
		}
	}
	return ids
}

func (survey *survey) codes(id uint32) []int64 {
	return survey.Space.Layout.Unpack(survey.net.State(id))
}

// distances counts states by their distance to a goal.
func (survey *survey) distances() {
	by := map[int64]int64{}
	for id, d := range survey.rest {
		from, to := survey.net.out(uint32(id))
		switch {
		case survey.net.goals[id]:
			survey.Goals++
		case from == to:
			survey.DeadEnds++
		}
		if d == job.NoCost {
			survey.Hopeless++
			continue
		}
		by[d]++
		if survey.o.Each != nil {
			survey.o.Each(survey.codes(uint32(id)), d)
		}
		if d > survey.Hardest.Distance.Distance || survey.Hardest.Example == nil {
			survey.Hardest = Extreme{Distance{d, 0}, survey.codes(uint32(id))}
		}
	}
	for d, n := range by {
		survey.Distances = append(survey.Distances, Distance{d, n})
	}
	slices.SortStableFunc(survey.Distances, func(a, b Distance) int { return cmp.Compare(a.Distance, b.Distance) })
	survey.Hardest.States = by[survey.Hardest.Distance.Distance]
	for id := range uint32(survey.RootCount()) {
		if d := survey.rest[id]; d != job.NoCost && (survey.Optimal < 0 || d < survey.Optimal) {
			survey.Optimal = d
		}
	}
}

// trap finds the earliest move after which no goal is reachable. States are numbered by their number of moves from the
// start.
func (survey *survey) trap() {
	for id, d := range survey.rest {
		if d == job.NoCost {
			continue
		}
		for m, end := survey.net.out(uint32(id)); m < end; m++ {
			if survey.rest[survey.net.to[m]] == job.NoCost {
				at := uint32(id)
				survey.Trap = &trap{Move: survey.moveOf(at, m), Before: survey.net.depth(at), State: survey.codes(at)}
				return
			}
		}
	}
}

// moveOf returns the number in the task of a move in the network.
func (survey *survey) moveOf(id, move uint32) int {
	survey.Expander.Expand(survey.net.State(id))
	return int(survey.Expander.Kids[move-survey.net.first[id]].Move)
}

// farthest finds the states at the greatest distance from the starts.
func (survey *survey) farthest() {
	w := survey.net.newWalker()
	var roots []uint32
	for id := range uint32(survey.RootCount()) {
		roots = append(roots, id)
	}
	w.from(roots...)
	for id, d := range w.dist {
		if d > survey.Farthest.Distance.Distance || survey.Farthest.Example == nil {
			survey.Farthest = Extreme{Distance{d, 0}, survey.codes(uint32(id))}
		}
		if d == survey.Farthest.Distance.Distance {
			survey.Farthest.States++
		}
	}
}

// keep stores the space as a whole.
func (survey *survey) keep() {
	n := len(survey.rest)
	if !survey.o.Keep || n > MostKept || len(survey.net.to) > MostKept {
		return
	}
	k := &kept{Goals: survey.net.goals}
	for id := range uint32(n) {
		k.States = append(k.States, survey.codes(id))
		k.Depths = append(k.Depths, survey.net.depth(id))
		rest := survey.rest[id]
		if rest == job.NoCost {
			rest = -1
		}
		k.Rests = append(k.Rests, rest)
		survey.Expander.Expand(survey.net.State(id))
		for i, m := 0, survey.net.first[id]; m < survey.net.first[id+1]; i, m = i+1, m+1 {
			move := survey.Expander.Kids[i].Move
			k.Moves = append(k.Moves, keptMove{int(id), int(survey.net.to[m]), int(move), survey.net.costOf(m)})
		}
	}
	survey.Kept = k
}
