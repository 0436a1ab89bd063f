package constraint

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/constraint/cdcl"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/mention"
)

// run is one call of Solve.
type run struct {
	ctx    context.Context
	task   *task.Task
	o      backends.Options
	result *backends.Result
	began  time.Time

	c      *compiler
	s      *store
	stated stated
	posed  rewritten // what is stated to the engine
	cost   view
	images []func(state []int64) []int64 // an assignment must not be greater than its images
	chosen []intVar                      // the variables of the task
	told   []intVar                      // the variables that tell assignments apart
	isTold map[intVar]bool
	turns  bool // see manyValues

	brief  bool   // see store.Brief
	plain  bool   // conditions are stated as they are written: questions are asked about them
	found  int64  // assignments
	held   int64  // bytes of the plans that are listed
	asked  int64  // how often stop was called
	visits int64  // of the solver, when stop was last called
	limit  string // why the search stopped although the context goes on
}

// rewritten is what the engine decides in place of the conditions of a task. It has the same assignments.
type rewritten struct {
	conditions []task.Expr
	cost       task.Expr
	more       [][]int64         // the values of further variables, which come after those of the task
	is         map[int]task.Expr // by variable of the task that no condition reads: its value
}

// reportEach is the number of conflicts, or of pauses without one, after which progress is reported.
const reportEach = 1 << 11

// build compiles the task. most is the greatest cost of an assignment that is wanted.
func (r *run) build(most int64) error {
	r.c = newCompiler(r.task)
	r.s = r.c.s
	r.s.Brief = r.brief
	r.stated = r.c.statement(r.task)
	r.posed = rewritten{conditions: r.stated.conditions, cost: r.stated.cost}
	r.images = nil
	for _, rewrite := range techniques().rewrite {
		rewrite(r)
	}
	r.c.declare(r.task, r.posed)
	for _, add := range techniques().before {
		add(r)
	}
	for _, e := range r.posed.conditions {
		r.c.require(e, true)
	}
	r.c.byIndex()
	if r.optimises() {
		r.cost = r.c.view(r.posed.cost)
		if r.task.Objective == nil {
			r.s.Sat.Add(r.s.atLeast(r.cost, 0))
		}
		if most < math.MaxInt64 {
			r.s.Sat.Add(r.s.atLeast(r.cost, most+1).Not())
		}
	}
	r.told, r.chosen, r.isTold = nil, nil, map[intVar]bool{}
	for v, view := range r.c.vars {
		_, placed := r.posed.is[v]
		if view.A == 0 || placed {
			continue
		}
		r.chosen = append(r.chosen, view.X)
		if r.o.On == nil || slices.Contains(r.o.On, v) {
			r.told = append(r.told, view.X)
			r.isTold[view.X] = true
		}
	}
	values := int64(0)
	for _, x := range r.chosen {
		values += r.s.Size(x)
	}
	r.turns = values >= manyValues*int64(len(r.chosen)) && !r.s.Conditional
	for _, add := range techniques().after {
		add(r)
	}
	r.s.order(r.c.arcs)
	if r.o.Trace != nil {
		r.trace()
	}
	return r.c.err
}

func (r *run) optimises() bool { return r.stated.cost != task.None }

func (r *run) solve() error {
	if why := r.task.Facts.Unsolvable; why != "" {
		r.unsolvable(backends.ProofInvariant, why)
		return nil
	}
	if err := r.build(math.MaxInt64); err != nil {
		return err
	}
	if (r.o.All || r.o.Count) && !r.optimises() {
		return r.list()
	}
	status, err := r.improve()
	if err != nil {
		return err
	}
	if (r.o.All || r.o.Count) && status == cdcl.Unsat && len(r.result.Plans) > 0 {
		return r.listBest(r.result.Plans[0])
	}
	r.ended(status)
	return nil
}

// listBest finds all assignments that are as good as a best one.
func (r *run) listBest(best backends.Plan) error {
	r.result.Plans = nil
	if err := r.build(r.costOf(best)); err != nil {
		return err
	}
	if err := r.list(); err != nil {
		return err
	}
	if r.result.Status, r.result.Optimal = backends.Solved, true; len(r.result.Plans) == 0 {
		r.result.Plans = []backends.Plan{best} // the end came before any of them
	}
	r.proved(best.Cost)
	return nil
}

// proved says that no value is better.
func (r *run) proved(value int64) {
	if r.task.Objective != nil {
		r.result.Bound = &value
	}
}

func (r *run) maximises() bool { return r.task.Objective != nil && r.task.Objective.Maximize }

// costOf returns what is to be least: the cost of a plan, or the negation of a value that is to be greatest.
func (r *run) costOf(p backends.Plan) int64 {
	if r.maximises() {
		return -p.Cost
	}
	return p.Cost
}

// bound returns a bound on the costs or the values of all assignments.
func (r *run) bound() int64 {
	if r.maximises() {
		return -r.s.least(r.cost)
	}
	return r.s.least(r.cost)
}

// improve looks for an assignment, and for better ones as long as there are any. The cost that is to be undercut
// becomes a fact, so that what was learnt stays true.
func (r *run) improve() (cdcl.Status, error) {
	r.s.Choose = r.alternating
	for {
		status := r.s.Sat.Solve(r.stop)
		r.count()
		if status != cdcl.Sat {
			return status, nil
		}
		plan, err := r.read()
		if err != nil {
			return status, err
		}
		r.result.Status, r.result.Plans = backends.Solved, []backends.Plan{plan}
		if !r.optimises() {
			return cdcl.Unsat, nil
		}
		if !r.s.Sat.Root() || !r.s.Sat.Implied(r.s.atLeast(r.cost, r.costOf(plan)).Not()) {
			return cdcl.Unsat, nil
		}
		r.report()
	}
}

// few is the number of assignments that are looked for one by one, each by restarts and activity, before the rest is
// listed in one search. Few assignments are rare ones, and a fixed order of choices finds these late.
const few = 32

// fewTold is few if some variables tell assignments apart: to choose these first, as Block wants it, costs more.
const fewTold = 4096

// list finds all assignments that differ in what tells them apart.
func (r *run) list() error {
	r.s.Choose = r.alternating
	alone := few
	if r.o.On != nil {
		alone = fewTold
	}
	if r.o.Count {
		r.result.Count = new(big.Int)
	}
	for found := 1; ; found++ {
		status := r.s.Sat.Solve(r.stop)
		r.count()
		if status != cdcl.Sat {
			r.ended(status)
			r.result.Complete = status == cdcl.Unsat
			return nil
		}
		plan, err := r.read()
		if err != nil {
			return err
		}
		full := r.addAll(plan)
		switch {
		case full:
		case found <= alone:
			if full = !r.exclude(); found == alone { // Block needs that all choices were made by smallest, of told
				r.s.Choose = func() cdcl.Lit { return r.smallest(r.told) }
			}
		default:
			full = !r.s.Sat.Block(r.lastTold())
		}
		if full {
			r.ended(cdcl.Unsat)
			r.result.Complete = !r.isFull()
			return nil
		}
	}
}

// exclude leaves out the assignment that was found. It returns false if nothing is left.
func (r *run) exclude() bool {
	values := lists.Map(r.told, func(x intVar) int64 { return r.s.Min(view{X: x, A: 1}) })
	if !r.s.Sat.Root() {
		return false
	}
	others := make([]cdcl.Lit, len(values))
	for i, k := range values {
		others[i] = r.s.equals(view{X: r.told[i], A: 1}, k).Not()
	}
	r.s.Sat.Add(others...)
	return true
}

// lastTold returns the highest level at which a variable that tells assignments apart was decided.
func (r *run) lastTold() int {
	level := r.s.Sat.Level()
	for level > 0 {
		if b, ok := r.s.of(r.s.Sat.Choice(level)); ok && r.isTold[b.X] {
			break
		}
		level--
	}
	return level
}

// smallest decides the variable with the fewest values among some, late variables last.
func (r *run) smallest(among []intVar) cdcl.Lit {
	best, size := intVar(-1), int64(math.MaxInt64)
	for _, x := range among {
		n := r.s.Size(x)
		if n > 1 && r.s.isLate(x) {
			n += beyond
		}
		if n > 1 && n < size {
			best, size = x, n
			if n == 2 {
				break
			}
		}
	}
	if best < 0 {
		return cdcl.NoLit
	}
	return r.s.split(best)
}

// beyond is a number that is greater than the number of values of any variable.
const beyond = 1 << 62

// manyValues is the number of values that the model's variables have on average from which on they choose in turn with
// the activities, from restart to restart. If they have fewer, or if sums are conditional, they choose only before the
// first restart of a question under assumptions: a choice among the conditions says more than one among the values.
const manyValues = 8

func (r *run) alternating() cdcl.Lit {
	if n := r.s.Sat.Restarts; n == 0 || r.turns && n%2 == 0 {
		return r.smallest(r.chosen)
	}
	return cdcl.NoLit
}

// read returns the assignment that was found, after it was checked.
func (r *run) read() (backends.Plan, error) {
	state := lists.Map(r.c.vars, r.s.Min)
	for v, e := range r.posed.is {
		state[v] = r.c.pool.Eval(e, state)
	}
	state = state[:len(r.task.Vars)]
	plan := backends.Plan{Start: state}
	if r.optimises() {
		cost := r.c.pool.Eval(r.stated.cost, state)
		if plan.Cost = cost; r.maximises() {
			plan.Cost = -cost
		}
		if len(r.task.Moves) > 0 && r.c.pool.Eval(r.stated.atOnce, state) == 0 {
			plan.Moves = []int{0}
		}
		if cost > r.s.Min(r.cost) {
			return plan, fmt.Errorf("constraint: an assignment costs %d, not %d", cost, r.s.Min(r.cost))
		}
	}
	for _, e := range r.stated.conditions {
		if r.c.pool.Eval(e, state) == 0 {
			return plan, fmt.Errorf("constraint: an assignment violates a condition: %v", state)
		}
	}
	return plan, nil
}

// addAll lists an assignment and its images, unless one of them is smaller: then all of them are listed with that one.
// It returns true if no more are wanted.
func (r *run) addAll(plan backends.Plan) (full bool) {
	orbit := [][]int64{plan.Start}
	for _, image := range r.images {
		state := image(plan.Start)
		if slices.Compare(state, plan.Start) < 0 {
			return false
		}
		orbit = append(orbit, state)
	}
	slices.SortStableFunc(orbit, slices.Compare[[]int64])
	for _, state := range slices.CompactFunc(orbit, slices.Equal[[]int64]) {
		plan.Start = state
		if r.add(plan) || r.goesOn(plan) && r.add(backends.Plan{Start: state, Moves: []int{0}, Cost: plan.Cost}) {
			return true
		}
	}
	return false
}

// goesOn reports whether a plan without moves may go on at no cost to another goal.
func (r *run) goesOn(plan backends.Plan) bool {
	return r.stated.goesOn != task.None && len(plan.Moves) == 0 && r.c.pool.Eval(r.stated.goesOn, plan.Start) != 0
}

// add lists an assignment. It returns true if no more are wanted.
func (r *run) add(plan backends.Plan) (full bool) {
	r.found++
	r.result.Status = backends.Solved
	if r.o.Count {
		r.result.Plans = []backends.Plan{plan}
		r.result.Count = new(big.Int).Add(r.result.Count, big.NewInt(1))
		return r.isFull()
	}
	if r.o.Found != nil {
		made, bytes := r.o.Found(plan)
		plan.Made = made
		r.held += bytes
	}
	r.result.Plans = append(r.result.Plans, plan)
	if r.held += plan.Bytes(); r.held > r.o.Memory && !r.isFull() {
		r.o.Limit = len(r.result.Plans)
		r.result.Reason = fmt.Sprintf("more than %d solutions do not fit into the memory limit; %s counts "+
			"without keeping them",
			r.o.Limit, mention.Count)
	}
	return r.isFull()
}

// isFull reports whether as many assignments were found as are wanted.
func (r *run) isFull() bool {
	found := int64(len(r.result.Plans))
	if r.o.Count {
		found = r.result.Count.Int64()
	}
	return r.o.Limit > 0 && found >= int64(r.o.Limit)
}

// Assignments that are counted are dense if there are many and few conclusions lead to the next one. Example: dominoes
// on a board. Formulas that fall apart into independent parts are then counted faster.
const (
	denseFrom = 1000 // assignments
	dense     = 300  // conclusions for each
)

// stop reports whether the search is to end.
func (r *run) stop() bool {
	if r.asked++; r.asked%reportEach == 0 {
		r.report()
		if bytes := r.s.bytes(); bytes > r.o.Memory {
			r.limit = "the constraint engine needs more memory than the limit"
		}
	}
	if r.o.Worked != nil {
		work := r.s.Sat.Visits
		if r.o.Count && r.found >= denseFrom && work < dense*r.found {
			work = math.MaxInt64
		}
		r.o.Worked(work)
	}
	if r.o.Conflicts > 0 && r.s.Sat.Conflicts >= r.o.Conflicts {
		r.limit = fmt.Sprintf("the constraint engine met more than %d contradictions", r.o.Conflicts)
	}
	visits := r.s.Sat.Visits
	if r.o.Work.Over(visits - r.visits) {
		r.limit = r.o.Work.Reason()
	}
	r.visits = visits
	return r.limit != "" || r.ctx.Err() != nil
}

func (r *run) report() {
	if r.o.Progress == nil {
		return
	}
	p := backends.Progress{Doing: "constraint", Done: r.s.Sat.Conflicts, Unit: "conflict"}
	if r.o.All {
		p.Done, p.Unit = int64(len(r.result.Plans)), "solution"
	} else if r.optimises() {
		bound := r.bound()
		if p.Bound = &bound; len(r.result.Plans) > 0 {
			p.Best = &r.result.Plans[0].Cost
		}
	}
	r.o.Progress(p)
}

// ended makes the end of a search the result.
func (r *run) ended(status cdcl.Status) {
	switch {
	case status == cdcl.Stopped && r.limit != "":
		r.undecided(r.limit)
	case status == cdcl.Stopped:
		r.undecided(backends.ReasonEnded)
	case len(r.result.Plans) == 0:
		r.unsolvable(backends.ProofUnsat, "no assignment satisfies all conditions")
	default:
		r.result.Optimal = true
		r.proved(r.result.Plans[0].Cost)
	}
}

func (r *run) unsolvable(proof, reason string) {
	r.result.Status, r.result.Proof, r.result.Reason = backends.Unsolvable, proof, reason
}

// undecided makes what is known the result.
func (r *run) undecided(why string) {
	if len(r.result.Plans) == 0 || r.task.Objective != nil {
		r.result.Status = backends.Unknown
	}
	r.result.Reason = why
	if r.s == nil || !r.optimises() {
		return
	}
	if bound := r.bound(); r.task.Objective == nil {
		r.result.LowerBound = bound
	} else {
		r.result.Bound = &bound
	}
}

// count copies the statistics.
func (r *run) count() {
	st := &r.result.Stats
	st.Conflicts, st.Expanded = r.s.Sat.Conflicts, r.s.Sat.Decisions
	st.Variables, st.Clauses = int64(r.s.Sat.Vars()), int64(r.s.Sat.Clauses())
	st.PeakBytes = max(st.PeakBytes, r.s.bytes())
}
