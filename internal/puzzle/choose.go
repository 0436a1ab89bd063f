package puzzle

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/constraint"
	"github.com/pzc-lang/pzc/backends/relay"
	"github.com/pzc-lang/pzc/backends/sat"
	"github.com/pzc-lang/pzc/backends/search"
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/mention"
)

// table returns the table of backends.
func table() []backends.Backend {
	return []backends.Backend{search.Backend{}, sat.Backend{}, constraint.Backend{}}
}

// way is how a puzzle is solved: by one backend or by two of a relay, with options that go together.
type way struct {
	relay.Relay
	why     string // these backends were chosen, in a line; "": they were named
	options backends.Options
}

// choose finds the backends that the options name or that suit the task. An error says which options do not go
// together.
func (puzzle *Puzzle) choose(t *task.Task, o Options) (w way, err error) {
	if o.On, err = puzzle.projected(o); err != nil {
		return w, err
	}
	if err := cmp.Or(backends.CheckWithout(o.Without), puzzle.conflict(o)); err != nil {
		return w, err
	}
	w.options, w.Beside = o.Options, o.Beside
	if o.Work != nil {
		w.options.Threads, w.options.Tables = 1, ""
	}
	switch {
	case o.SATSolver != nil:
		w.First, w.why = o.SATSolver, "sat, because a SAT solver was named"
	case o.Engine == Native:
		w.First, w.why = o.NativeEngine(puzzle.model), "search, because its engine "+o.Engine+" was named"
	case named(o.Backend):
		i := slices.IndexFunc(table(), func(b backends.Backend) bool { return b.Name() == o.Backend })
		if i < 0 {
			return w, &backends.UnknownError{What: "backend", Name: o.Backend, Known: Backends()}
		}
		w.First = table()[i]
	default:
		if w.prefer(t, len(o.Project) > 0); o.LeftOut().Has(technique.Relay) {
			w.Second = nil
		}
	}
	return w, nil
}

// conflict returns an error if options contradict one another or the puzzle.
func (puzzle *Puzzle) conflict(o Options) error {
	engines := []string{Auto, Interp}
	if o.NativeEngine != nil {
		engines = append(engines, Native)
	}
	engine := mention.With(mention.Engine, o.Engine)
	switch {
	case encodes(o.Options) && searches(o):
		return fmt.Errorf("search writes no formulas; %s, %s and, for techniques of formulas, %s go with %s",
			mention.Encoding, mention.AtMost, mention.Without, withSAT)
	case o.Parallel && len(puzzle.Program.checked.Moves) == 0:
		return ErrNothingTogether
	case o.Parallel && (searches(o) || named(o.Heuristic) || o.Weight != 0):
		return fmt.Errorf("search makes one move after another; %s goes with %s, without algorithms, heuristics and weights",
			mention.Parallel, withSAT)
	case o.Parallel && o.All:
		return errors.New(mention.Parallel +
			" finds one plan, in which the order of moves within a step is of no account; leave it out to find all")
	case o.Engine != "" && !slices.Contains(engines, o.Engine):
		return &backends.UnknownError{What: "engine", Name: o.Engine, Known: engines}
	case o.Engine == Native &&
		(named(o.Backend) && o.Backend != "search" || o.SATSolver != nil || encodes(o.Options) || o.Parallel):
		return fmt.Errorf("%s is a way to search; it does not go with formulas and other backends", engine)
	case o.Engine == Native && o.Project != nil:
		return fmt.Errorf("%s finds one plan; solutions are told apart by some variables only with %s", engine, withSAT)
	case o.Work != nil && (o.SATSolver != nil || o.Engine == Native || o.Threads > 1):
		return errors.New(mention.Work + " goes with pzc's own solvers on one core")
	case o.SATSolver != nil && searches(o):
		return errors.New("an outside SAT solver goes with the backend sat, which has no algorithms to choose from")
	}
	return nil
}

// withSAT names the option that chooses the SAT backend.
var withSAT = mention.With(mention.Backend, "sat")

// named reports whether an option has a value other than Auto.
func named(value string) bool { return value != "" && value != Auto }

// searches reports whether the options ask for the search backend.
func searches(o Options) bool { return o.Backend == "search" || named(o.Algorithm) }

// encodes reports whether the options set how formulas are written.
func encodes(o backends.Options) bool {
	return o.Encoding != "" || o.AtMost != "" || o.Without.OfFormulas()
}

// prefer is the choice of Auto: the first backend, a second backend that is started later, and the reason in one line.
// told says that the options name the variables that tell solutions apart.
func (w *way) prefer(t *task.Task, told bool) {
	o := w.options
	switch {
	case o.On != nil && (told || constraint.Refuses(t, o) != ""):
		w.First, w.why = sat.Backend{}, "sat, because solutions are told apart by some variables only"
	case encodes(o):
		w.First, w.why = sat.Backend{}, "sat, because it was said how formulas are written"
	case o.Parallel:
		w.First, w.why = sat.Backend{}, "sat, because several moves may go together in a step"
	case named(o.Algorithm):
		w.First, w.why = search.Backend{}, "search, because an algorithm was named"
	case o.Weight != 0:
		w.First, w.why = search.Backend{}, "search, because a weight was given"
	case named(o.Heuristic):
		w.First, w.why = search.Backend{}, "search, because a heuristic was named"
	case constraint.Suits(t, o):
		w.First, w.why = constraint.Backend{}, "constraint, because numbers are chosen that are added or paid"
		w.Second, w.Work = search.Backend{}, constraintAlone
		if t.Starts() > manyStarts || o.On != nil {
			w.Second = sat.Backend{}
		}
	case o.On == nil && o.Count && o.Limit == 0 && permutes(t):
		w.First, w.Second = search.Backend{}, sat.Backend{}
		w.why = "search, because all values differ and are counted one by one"
	case len(t.Moves) == 0 && t.HasFree() && constraint.Refuses(t, o) == "":
		w.First, w.Second, w.Work = constraint.Backend{}, sat.Backend{}, valuesAlone
		w.why = "constraint, because values are to be chosen and nothing moves"
	case len(t.Moves) == 0 && t.HasFree():
		w.First, w.Second = sat.Backend{}, search.Backend{}
		w.why = "sat, because values are to be chosen and nothing moves"
	case t.Starts() > manyStarts:
		w.First, w.Second = sat.Backend{}, search.Backend{}
		w.why = "sat, because there are too many initial states to search from each"
	default:
		w.First, w.why = search.Backend{}, "search, because a plan is sought from one initial state or few"
		if o.Horizon == nil && o.MaxHorizon == nil && !o.All { // else a search that gave up did so at a limit
			w.Second = sat.Backend{}
		}
	}
}

// constraintAlone is the number of conclusions that the constraint engine draws alone, as relay.Relay.Work. In proofs
// that it ends with fewer, which takes up to 10 to 20 seconds, the second backend only takes time.
const constraintAlone = 100_000_000

// valuesAlone is constraintAlone if SAT is the second backend, which may be faster on puzzles that take seconds.
const valuesAlone = 50_000_000

// manyStarts is the number of initial states above which a search from all of them takes too long.
const manyStarts = 100_000

// permutes reports whether the task chooses a permutation: one `distinct` holds all chosen values, and each other
// condition is a `distinct` too or reads one variable. Each choice then narrows all others, and what SAT learns does
// not pay: search counts langford 11 in 1.1 s, SAT in 6.4 s.
func permutes(t *task.Task) bool {
	free := 0
	for _, f := range t.Free {
		if f {
			free++
		}
	}
	all := false
	for _, e := range append(t.Pool.Conjuncts(t.Goal), t.Pool.Conjuncts(t.InitCond)...) {
		vars := slices.DeleteFunc(t.Pool.Vars(e), func(v int) bool { return !t.Free[v] })
		if t.Pool.Node(e).Op != task.OpDistinct && len(vars) > 1 {
			return false
		}
		all = all || len(vars) == free
	}
	return all && len(t.Moves) == 0 && t.Objective == nil
}
