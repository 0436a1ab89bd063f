// Package ground makes the ground task of a model with data: Task evaluates initial values, moves with all their arguments, goals and
// heuristics symbolically, for all states at once, and removes what can never happen.
//
// An error means that there is no task; a warning names something that is probably not meant, with the values for which it happens.
// Codes lists the codes of the diagnostics.
package ground

// How grounding works, for the maintainer.
//
// 1. The start: initial values are computed symbolically; what the solver chooses is a free variable, and what depends on its choice
//    becomes a condition (ground_start.go).
// 2. Moves: for each declared move the instances that `where` admits, and for each of them guard and effects, by a symbolic
//    evaluator over the typed tree (ground_move.go, ground_effects.go; values in ground_value.go). `then` reads the symbolic state
//    that the first phase made; `always` and `distinct` are regressed into the guards (ground_regress.go).
// 3. Reachability without deletes gives the values that a variable can take; moves that need others are dropped, and the
//    whole is rebuilt over what is left (ground_reach.go, ground_shrink.go), until nothing changes.
// 4. Facts: bounds of costs, distinct arrays, goals that are out of reach, invariants modulo 2 (facts.go, invariant.go).
//
// On the way every place where a number may leave its type is noted as a doubt with the condition under which all is well;
// lint.go looks for values that break it.

import (
	"context"
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/diag"
	"github.com/pzc-lang/pzc/internal/room"
	"github.com/pzc-lang/pzc/semantics"
	"github.com/pzc-lang/pzc/task"
)

// Options are the limits of grounding; the zero value is the default.
type Options struct {
	MaxMoves   int  // ground moves; 0: 5 million
	MaxNodes   int  // size of the expression graph, see task.Pool.Size; 0: 20 million
	NoWarnings bool // leaves out the search for values that leave their types
	// Open are state variables whose initial values are not known yet: nothing may rest on those of this instance.
	Open []*model.Array
}

const (
	defaultMaxMoves = 5_000_000
	defaultMaxNodes = 20_000_000
)

// Task makes the ground task of an instance. With errors in the list the task is nil.
func Task(ctx context.Context, m *model.Model, o Options) (*task.Task, diag.List) {
	return newGrounder(ctx, m, o).ground()
}

func (g *grounder) ground() (*task.Task, diag.List) {
	g.domains = declaredDomains(g.m)
	g.pool = g.newPool(func(v int) []int64 { return g.domains[v] })
	g.varsRead = task.NewReads(g.pool)
	t := g.build()
	g.stopIfEnded()
	if g.sem.Problem() != nil { // doubts about the rest would rest on what is not there
		return nil, slices.DeleteFunc(g.diags.Sorted(), func(d *diag.Diagnostic) bool { return d.Severity != diag.Error })
	}
	if g.diags.HasErrors() {
		return nil, g.diags.Sorted()
	}
	t.Pool.Room = nil // what comes later has limits of its own
	return t, g.diags.Sorted()
}

// newPool is an empty pool that keeps to the limit of memory.
func (g *grounder) newPool(domain func(v int) []int64) *task.Pool {
	p := task.NewPool(domain)
	p.Room = func(bytes int64) bool { return room.For(g.ctx, bytes) }
	return p
}

// grounder is grounding at work.
type grounder struct {
	ctx   context.Context
	o     Options
	m     *model.Model
	sem   *semantics.Evaluator
	pool  *task.Pool
	diags diag.List
	said  map[said]bool // diagnostics that were given
	stop  bool          // an error makes the rest useless
	ticks int

	// The state that is read: an expression for each place, or, while the start is computed, a function.
	state   []task.Expr
	start   *starter
	varAt   []int // the place of each variable; nil: the same number
	domains [][]int64

	memo, staticMemo map[string]binding // calls of defs, in this state and in all
	depth            int
	key              []byte
	defFacts         map[*model.Def]*defFact
	stateReads       model.StateReads
	estimates        map[*model.Heuristic]task.Expr
	missing          string // why the heuristic in hand is no expression yet

	// For simpler puzzles: the finished task that they belong to, what they became, and where one of them starts.
	task        *task.Task
	relaxations map[*model.Relaxation]sym
	image       *imageStart

	// Tables that were built: by what they are read with.
	filters   filters
	tables    map[tableKey]sym
	mapReads  map[mapKey]task.Expr
	indexes   map[setKey][2]task.Expr
	steppings map[stepKey]sym
	boxes     map[*model.Set][]*model.Set
	graphs    map[*model.Grid]int
	closed    map[model.Expr]*model.Set
	locals    map[model.Expr][]*model.Local
	relations map[*model.Relation][]*model.Local
	heldSets  map[*model.Set]*model.Composite
	heldIDs   map[*model.Composite]int

	linter
	moveArgs map[string][]model.Value // by the name of a ground move, if a `prune` may ask for them
	always   []task.Expr              // conjuncts of `always` that are regressed into the guards
	sizes    []int32                  // size of expressions as trees, 0 unknown
	varsRead *task.Reads
	walkFrom int // combinations that reachability tries before it walks
}

type said struct {
	span diag.Span
	code string
}

func newGrounder(ctx context.Context, m *model.Model, o Options) *grounder {
	if o.MaxMoves <= 0 {
		o.MaxMoves = defaultMaxMoves
	}
	if o.MaxNodes <= 0 {
		o.MaxNodes = defaultMaxNodes
	}
	sem := semantics.NewEvaluator(m)
	sem.Within(ctx)
	return &grounder{
		ctx: ctx, o: o, m: m, sem: sem, said: map[said]bool{}, walkFrom: walkFrom,
		memo: map[string]binding{}, staticMemo: map[string]binding{}, defFacts: map[*model.Def]*defFact{},
		estimates: map[*model.Heuristic]task.Expr{}, relaxations: map[*model.Relaxation]sym{},
		filters: filters{facts: map[model.Expr]*filterFact{}, kept: map[filterKey][][]sym{}},
		tables:  map[tableKey]sym{}, mapReads: map[mapKey]task.Expr{}, indexes: map[setKey][2]task.Expr{},
		steppings: map[stepKey]sym{}, boxes: map[*model.Set][]*model.Set{}, graphs: map[*model.Grid]int{},
		closed: map[model.Expr]*model.Set{}, locals: map[model.Expr][]*model.Local{}, relations: map[*model.Relation][]*model.Local{},
		heldSets: map[*model.Set]*model.Composite{}, heldIDs: map[*model.Composite]int{}, moveArgs: map[string][]model.Value{},
	}
}

// build runs the steps of grounding.
func (g *grounder) build() *task.Task {
	t := &task.Task{Puzzle: g.m.Puzzle, Pool: g.pool}
	if g.m.Instance != nil {
		t.Instance = g.m.Instance.Name
	}
	g.makeStart(t)
	if g.stop {
		return nil
	}
	g.conditions(t)
	schemas := g.makeMoves(t)
	if g.halted() {
		return nil
	}
	if g.image == nil {
		g.makeSymmetries(t)
		g.makeHeuristics(t)
	}
	t = g.shrink(t, schemas)
	if g.halted() || t == nil {
		return nil
	}
	g.findFacts(t)
	g.keepDistinct(t)
	if g.image == nil {
		g.makePrunings(t)
		g.simplerPuzzles(t)
	}
	return t
}

// conditions computes goal, dead, always and the conditions on the start.
func (g *grounder) conditions(t *task.Task) {
	always := g.pool.Conjuncts(g.conjunction(g.m.Always))
	t.Always = task.True
	for _, c := range always {
		if g.sizeOf(c) <= regressLimit {
			g.always = append(g.always, c)
		} else {
			t.Always = g.pool.And(t.Always, c)
		}
	}
	t.Goal = g.conjunction(g.m.Goals)
	g.warnUndefined("the goal", g.m.Goals)
	g.warnUndefined("`always`", g.m.Always)
	g.warnUndefined("`init`", g.m.Inits)
	t.Dead = task.False
	for i := range g.m.Deads {
		t.Dead = g.pool.Or(t.Dead, g.formula(&g.m.Deads[i]))
	}
	conds := append([]task.Expr{t.InitCond, g.conjunction(g.m.Inits)}, always...)
	for _, a := range g.m.StateArrays() {
		if a.Distinct {
			d := g.m.Data[a.ID]
			conds = append(conds, g.pool.Distinct(g.state[d.Offset:d.Offset+d.Size]...))
		}
	}
	t.InitCond = g.atStart(t, g.pool.And(conds...))
	if g.image != nil { // the image is what it is
		t.InitCond = task.True
	}
}

// atStart is a condition in the initial state: a condition on what is free there.
func (g *grounder) atStart(t *task.Task, e task.Expr) task.Expr {
	return g.pool.Rebuild(e, func(v int) task.Expr {
		if t.Free[v] {
			return g.pool.Var(v)
		}
		return g.pool.Const(t.Init[v])
	}, map[task.Expr]task.Expr{})
}

func (g *grounder) conjunction(fs []model.Formula) task.Expr {
	es := make([]task.Expr, len(fs))
	for i := range fs {
		es[i] = g.formula(&fs[i])
	}
	return g.pool.And(es...)
}

// formula tells where a condition is true.
func (g *grounder) formula(f *model.Formula) task.Expr {
	return g.eval(f.Expr, make(frame, f.Slots)).x
}

// halted tells whether there is no point in going on; now and then it looks at the limits.
func (g *grounder) halted() bool {
	if g.stop {
		return true
	}
	if g.pool.Size() > g.o.MaxNodes {
		g.tooLarge()
	}
	if g.ticks++; g.ticks&1023 == 1 || g.pool.Full() {
		g.stopIfEnded()
	}
	return g.stop
}

// stopIfEnded ends the work if its time is over, or if something was too large to be listed: it counts as undefined, and what rests on it is wrong.
func (g *grounder) stopIfEnded() {
	if p := g.sem.Problem(); p != nil {
		g.errorOnce(p.Span, p.Code, p.Msg, p.Help)
		g.stop = true
	}
	if room.Ended(g.ctx) {
		g.errorOnce(diag.Span{}, codeStopped, "grounding was interrupted: "+context.Cause(g.ctx).Error(), "")
		g.stop = true
	}
}

// grown is a list to which a value can be appended. If there is no room, the work is ended.
func grown[T any](g *grounder, list []T) (out []T, ok bool) {
	if out, ok = room.Grow(g.ctx, list); !ok {
		g.stopIfEnded()
	}
	return out, ok
}

// tooLarge reports that the expressions outgrow their limit.
func (g *grounder) tooLarge() {
	g.errorOnce(g.at, codeTooLarge, "the ground task is too large: its conditions have more than "+diag.Thousands(g.o.MaxNodes)+" parts",
		"make the types smaller, or say less with one condition")
	g.stop = true
}

// errorOnce reports an error at most once for each place.
func (g *grounder) errorOnce(span diag.Span, code, msg, help string) {
	if g.said[said{span, code}] {
		return
	}
	g.said[said{span, code}] = true
	g.diags.Errorf(span, code, "%s", msg).Help = help
}

// defFact is what is known about a def.
type defFact struct {
	id         int
	readsState bool
}

func (g *grounder) defFact(d *model.Def) *defFact {
	if f, ok := g.defFacts[d]; ok {
		return f
	}
	f := &defFact{id: len(g.defFacts), readsState: g.readsState(d.Body)}
	g.defFacts[d] = f
	return f
}

func (g *grounder) readsState(e model.Expr) bool { return g.stateReads.By(e) }

// frameFor makes a frame for an expression that is evaluated outside of the frame in which it stands.
func frameFor(e model.Expr) frame { return make(frame, model.SlotsFor(e)) }

// declaredDomains is the values of each place of a state.
func declaredDomains(m *model.Model) [][]int64 {
	out := make([][]int64, m.StateSize)
	for _, a := range m.StateArrays() {
		d := m.Data[a.ID]
		codes := make([]int64, d.Domain.Len())
		for i, v := range d.Domain.Elems {
			codes[i] = v.N
		}
		for k := range d.Size {
			out[d.Offset+k] = codes
		}
	}
	return out
}

// makeHeuristics translates what is an expression.
func (g *grounder) makeHeuristics(t *task.Task) {
	for _, h := range g.m.Heuristics {
		t.Heuristics = append(t.Heuristics, g.heuristic(h))
	}
}

func (g *grounder) heuristic(h *model.Heuristic) task.Heuristic {
	g.missing = ""
	sure := model.Admissible(h.Value, false)
	out := task.Heuristic{Name: h.Name, Admissible: h.Admissible || sure, Proved: sure, Value: g.estimate(h)}
	if g.missing != "" {
		out.Missing, out.Value = g.missing, task.None
	}
	g.stopIfEnded()
	return out
}
