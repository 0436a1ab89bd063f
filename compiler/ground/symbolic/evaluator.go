// Package symbolic translates expressions of a model into expressions of a task, for all states at once.
//
// An Evaluator gives each expression a Value. The names that an expression reads have their values in a Frame. While it
// is told to, an Evaluator records Doubts. These are positions where a number may leave its type, an index may leave
// its array, `the` may find several values, or the two readings of a condition differ. A Doubt holds the condition
// under which no mistake occurs.
package symbolic

// How to read the files: value.go and evaluator.go first, then eval.go, where Eval has a case for each node of the
// tree. The cases are in fold.go (binders), read.go (arrays), sets.go, cells.go (cells and functions), paths.go and
// links.go (reachability among cells and along links). Two files save work: the reference evaluator computes what does
// not read the state (static.go), so constants have the same values everywhere; only values are tried for which a
// condition may hold (candidates.go). doubts.go records doubts, settle.go compares the two readings of a condition.

import (
	"github.com/pzc-lang/pzc/compiler/ground/work"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/diag"
)

// Evaluator computes expressions of a model in a symbolic state: an expression of the task for each place of the state.
type Evaluator struct {
	*work.Work
	m     *model.Model
	o     Hooks
	state func(place int) task.Expr

	memo         memo               // of this state
	staticMemo   map[string]binding // calls of defs, in all states
	depth        int                // of nested calls
	key          []byte
	ids          map[any]int // numbers of defs, folds and relations in keys
	defs         map[*model.Def]defFact
	reads        model.StateReads
	statics      map[model.Expr]*staticFact
	doubtfulDefs map[*model.Def]bool

	// Tables that were built, by their keys.
	joins      map[joinsKey][]*Join
	tables     map[tableKey]Value
	indexes    map[setKey][2]task.Expr
	steppings  map[stepKey]Value
	boxes      map[*model.Set][]*model.Set
	graphs     map[*model.Grid]int
	linkGraphs map[string]int // numbers of graphs of links, by a key
	closed     map[model.Expr]*model.Set
	locals     map[model.Expr][]*model.Local
	relations  map[*model.Relation][]*model.Local
	heldSets   map[*model.Set]*model.Composite
	heldIDs    map[*model.Composite]int

	denials   denials
	decisions map[[2]task.Expr]task.Expr // the condition that one of the two conditions of a Boolean holds
	agreed    map[[2]task.Expr]bool      // two-valued and three-valued conditions of which the first implies the second
	settled   map[model.Expr]bool        // sets with one value whose readings were compared
	comparing bool                       // doubts about the two readings are recorded
	other     *Evaluator                 // the evaluator of the two-valued reading
	base      *Evaluator                 // in the two-valued evaluator: the evaluator of the language
	stateID   int                        // changes with the state

	watching bool
	doubts   []Doubt
	path     *pathNode
	ignored  map[diag.Span]bool // places whose doubts are dropped
}

// Hooks are functions of the caller.
type Hooks struct {
	// Estimate computes a node that occurs only in heuristics: another heuristic, or the cost of a simpler puzzle.
	Estimate func(e model.Expr) Value
	// PlaceOf returns the place in the model's state of a variable of the task.
	PlaceOf func(v int) int
	// AllValues makes candidates of all values; for tests.
	AllValues bool
}

// New makes an evaluator. Call SetState before an expression that reads the state.
func New(w *work.Work, m *model.Model, o Hooks) *Evaluator {
	return &Evaluator{
		Work: w, m: m, o: o, staticMemo: map[string]binding{}, ids: map[any]int{}, defs: map[*model.Def]defFact{},
		statics: map[model.Expr]*staticFact{}, doubtfulDefs: map[*model.Def]bool{},
		joins:  map[joinsKey][]*Join{},
		tables: map[tableKey]Value{}, indexes: map[setKey][2]task.Expr{},
		steppings: map[stepKey]Value{}, boxes: map[*model.Set][]*model.Set{}, graphs: map[*model.Grid]int{},
		linkGraphs: map[string]int{},
		closed:     map[model.Expr]*model.Set{}, locals: map[model.Expr][]*model.Local{},
		relations: map[*model.Relation][]*model.Local{},
		heldSets:  map[*model.Set]*model.Composite{}, heldIDs: map[*model.Composite]int{}, ignored: map[diag.Span]bool{},
		denials: newDenials(), settled: map[model.Expr]bool{}, agreed: map[[2]task.Expr]bool{},
		decisions: map[[2]task.Expr]task.Expr{},
	}
}

// SetState sets the expressions of the places of the state, and drops results of the state before.
func (ev *Evaluator) SetState(state func(place int) task.Expr) {
	ev.state = state
	ev.stateID++
	ev.memo = memo{}
}

// InState runs a computation in another state.
func (ev *Evaluator) InState(state func(place int) task.Expr, do func()) {
	old, kept := ev.state, ev.memo
	ev.state, ev.memo = state, memo{}
	ev.stateID++
	do()
	ev.state, ev.memo = old, kept
	ev.stateID++
}

// ReadsState reports whether an expression reads the state.
func (ev *Evaluator) ReadsState(e model.Expr) bool { return ev.reads.By(e) }

// memo keeps what was computed in a state, by keys.
type memo struct {
	values map[string]binding // calls of defs, and binders without names from outside
	walks  map[string]*walk
	size   int // of the walks
}

// idOf numbers defs, folds and relations.
func (ev *Evaluator) idOf(x any) int {
	id, ok := ev.ids[x]
	if !ok {
		id = len(ev.ids)
		ev.ids[x] = id
	}
	return id
}

// defFact holds facts about a def.
type defFact struct {
	number     int
	readsState bool
}

func (ev *Evaluator) defFact(d *model.Def) defFact {
	fact, ok := ev.defs[d]
	if !ok {
		fact = defFact{number: ev.idOf(d), readsState: ev.ReadsState(d.Body)}
		ev.defs[d] = fact
	}
	return fact
}

// binding is the content of a slot of a frame.
type binding struct {
	v Value
	// doubts of a let: they count where the name is used, not where it is bound.
	doubts []Doubt
}

// Frame holds the values of local names by their slots.
type Frame []binding

// FrameFor returns a frame for an expression that is computed outside its own frame.
func FrameFor(e model.Expr) Frame { return make(Frame, model.SlotsFor(e)) }

// At returns the value of a slot.
func (f Frame) At(slot int) Value { return f[slot].v }

// Set sets the value of a slot.
func (f Frame) Set(slot int, v Value) { f[slot] = binding{v: v} }
