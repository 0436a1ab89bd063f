package ground

// The evaluator translates expressions of a model into expressions of a task, for all states at once.
//
// It gives each expression a value. The reference evaluator computes everything that does not depend on the state:
// sets, the tables of `steps`, static parts of expressions (static.go). After watch(true) the evaluator records doubts:
// positions where a number may leave its type, an index may leave its array, or `the` may find several values. A doubt
// holds the condition under which no mistake occurs.

import (
	"github.com/pzc-lang/pzc/compiler/ground/work"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/diag"
	"github.com/pzc-lang/pzc/task"
)

// evaluator computes expressions of a model in a symbolic state.
type evaluator struct {
	*work.Work
	m     *model.Model
	o     hooks
	state func(place int) task.Expr

	memo, staticMemo map[string]binding // calls of defs, in this state and in all states
	depth            int                // of nested calls
	key              []byte
	defs             map[*model.Def]defFact
	reads            model.StateReads
	statics          map[model.Expr]*staticFact
	doubtfulDefs     map[*model.Def]bool

	// Tables that were built, by their keys.
	filters   filters
	tables    map[tableKey]value
	mapReads  map[mapKey]task.Expr
	indexes   map[setKey][2]task.Expr
	steppings map[stepKey]value
	boxes     map[*model.Set][]*model.Set
	graphs    map[*model.Grid]int
	// linkGraphs holds the numbers of graphs of links by a key text. joined holds the links of relations.
	linkGraphs map[string]int
	joined     map[linksKey]*links
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
	other     *evaluator                 // the evaluator of the two-valued reading
	base      *evaluator                 // in the two-valued evaluator: the evaluator of the language
	stateID   int                        // changes with the state

	watching bool
	doubts   []doubt
	path     *pathNode
	ignored  map[diag.Span]bool // places whose doubts are dropped
}

// hooks are functions of the caller.
type hooks struct {
	// estimate computes a node that occurs only in heuristics: another heuristic, or the cost of a simpler puzzle.
	estimate func(e model.Expr) value
	// placeOf returns the place in the model's state of a variable of the task.
	placeOf func(v int) int
}

// newEvaluator makes an evaluator. Call setState before an expression that reads the state.
func newEvaluator(w *work.Work, m *model.Model, o hooks) *evaluator {
	return &evaluator{
		Work: w, m: m, o: o, memo: map[string]binding{}, staticMemo: map[string]binding{}, defs: map[*model.Def]defFact{},
		statics: map[model.Expr]*staticFact{}, doubtfulDefs: map[*model.Def]bool{},
		filters: filters{facts: map[model.Expr]*filterFact{}, kept: map[filterKey][][]value{}},
		tables:  map[tableKey]value{}, mapReads: map[mapKey]task.Expr{}, indexes: map[setKey][2]task.Expr{},
		steppings: map[stepKey]value{}, boxes: map[*model.Set][]*model.Set{}, graphs: map[*model.Grid]int{},
		linkGraphs: map[string]int{}, joined: map[linksKey]*links{},
		closed: map[model.Expr]*model.Set{}, locals: map[model.Expr][]*model.Local{},
		relations: map[*model.Relation][]*model.Local{},
		heldSets:  map[*model.Set]*model.Composite{}, heldIDs: map[*model.Composite]int{}, ignored: map[diag.Span]bool{},
		denials: newDenials(), settled: map[model.Expr]bool{}, agreed: map[[2]task.Expr]bool{},
		decisions: map[[2]task.Expr]task.Expr{},
	}
}

// setState sets the expressions of the places of the state, and drops results of the state before.
func (ev *evaluator) setState(state func(place int) task.Expr) {
	ev.state = state
	ev.stateID++
	clear(ev.memo)
}

// inState runs a computation in another state.
func (ev *evaluator) inState(state func(place int) task.Expr, do func()) {
	old, memo := ev.state, ev.memo
	ev.state, ev.memo = state, map[string]binding{}
	ev.stateID++
	do()
	ev.state, ev.memo = old, memo
	ev.stateID++
}

// readsState reports whether an expression reads the state.
func (ev *evaluator) readsState(e model.Expr) bool { return ev.reads.By(e) }

// defFact holds facts about a def.
type defFact struct {
	number     int
	readsState bool
}

func (ev *evaluator) defFact(d *model.Def) defFact {
	fact, ok := ev.defs[d]
	if !ok {
		fact = defFact{number: len(ev.defs), readsState: ev.readsState(d.Body)}
		ev.defs[d] = fact
	}
	return fact
}

// binding is the content of a slot of a frame.
type binding struct {
	v value
	// doubts of a let: they count where the name is used, not where it is bound.
	doubts []doubt
}

// frame holds the values of local names by their slots.
type frame []binding

// frameFor returns a frame for an expression that is computed outside its own frame.
func frameFor(e model.Expr) frame { return make(frame, model.SlotsFor(e)) }

// at returns the value of a slot.
func (f frame) at(slot int) value { return f[slot].v }

// set sets the value of a slot.
func (f frame) set(slot int, v value) { f[slot] = binding{v: v} }
