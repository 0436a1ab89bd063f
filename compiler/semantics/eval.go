package semantics

import (
	"context"
	"math"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/room"
)

// Slot holds the value of a local name. OK is false if the value is undefined or undecided.
type Slot struct {
	Value model.Value
	OK    bool
}

// Frame holds the local names of one declaration.
type Frame []Slot

// stackSlots is the size of the stack for the frames of defs. Deeper calls allocate their frames on the heap.
const stackSlots = 4096

// Evaluator computes expressions of one model. It is not safe for concurrent use.
type Evaluator struct {
	reading func(ev *Evaluator, e model.Expr, f Frame) (model.Value, bool) // node or twoValued

	m     *model.Model
	state []int64
	known []bool // which elements of state are chosen; nil: all
	// unknown is set when an element is read that is not chosen yet: see the note in doc.go.
	unknown bool
	missed  int  // the last of these elements
	logging bool // all unknown elements that are read are added to misses
	misses  []int

	build   unfinished       // while the model is built: computes what is not computed yet
	two     bool             // conditions are true or false: see NewTwoValued
	strict  bool             // a number outside the range of numbers is a problem, as it is while the model is built
	tainted bool             // data were read that could not be built
	problem *diag.Diagnostic // the first set or table that is too large or takes too long
	steps   int64            // the steps that remain; negative: all evaluations give up
	ctx     context.Context  // ends the work, by making steps negative; nil: never
	extra   int64            // the steps that remain when the context ends
	late    bool             // the context has ended, and the extra steps are being made

	maxSet int // the greatest number of elements of a set that is listed

	stack   Frame
	sp      int
	scratch []model.Value
	sets    map[model.Expr]*setFact
	grids   []*model.Set
	tables  map[*model.Relation]*stepCache
	// changing holds, for each relation that was analysed, whether it reads the state.
	changing map[*model.Relation]bool
	walked   *walk // the last search along links
	floods   []*flood
	depth    int // the number of nested floods
	recall   recall

	// estimate evaluates heuristics that are costs in simpler puzzles, and references to heuristics.
	estimate func(e model.Expr) (model.Value, bool)
}

// unfinished computes data of a model that is being built, as soon as they are needed.
type unfinished interface {
	array(a *model.Array) *model.ArrayData
	grid(g *model.Grid) model.Dims
	typeSet(t *model.TypeDecl) *model.Set
}

// dataWhileBuilding returns the data of an array. While the model is built, it computes missing data. d is the data
// known so far.
func (ev *Evaluator) dataWhileBuilding(a *model.Array, d *model.ArrayData) *model.ArrayData {
	if ev.build != nil {
		d = ev.build.array(a)
	}
	if d == nil {
		return &model.ArrayData{}
	}
	return d
}

// NewEvaluator returns an evaluator for a model that Build made.
func NewEvaluator(m *model.Model) *Evaluator {
	return &Evaluator{
		reading: (*Evaluator).node, m: m, recall: newRecall(m.Program), steps: math.MaxInt64, maxSet: maxElements,
		stack: make(Frame, stackSlots), sets: map[model.Expr]*setFact{},
		grids: make([]*model.Set, len(m.Grids)), tables: map[*model.Relation]*stepCache{},
		changing: map[*model.Relation]bool{},
	}
}

// NewTwoValued returns an evaluator that reads conditions as Frisch and Stuckey do (The proper treatment of
// undefinedness in constraint languages, CP 2009): the innermost condition about something undefined is false. The
// reading of the language is three-valued: such a condition is neither true nor false.
func NewTwoValued(m *model.Model) *Evaluator {
	ev := NewEvaluator(m)
	ev.readTwoValued(true)
	return ev
}

// readTwoValued chooses the reading, and returns what it was.
func (ev *Evaluator) readTwoValued(two bool) (was bool) {
	was, ev.two, ev.reading = ev.two, two, (*Evaluator).node
	if two {
		ev.reading = (*Evaluator).twoValued
	}
	return was
}

// stepsPerLook is the number of steps between two checks of the context. They take less than a millisecond.
const stepsPerLook = 1 << 13

// ended reports whether the context ended and the extra steps were made. If so, no steps remain.
func (ev *Evaluator) ended() bool {
	if ev.ctx == nil {
		return false
	}
	room.Spend(ev.ctx, stepsPerLook)
	switch {
	case ev.late:
		return ev.steps < 0
	case !room.Ended(ev.ctx):
		return false
	case ev.extra > 0:
		ev.late, ev.steps = true, min(ev.steps, ev.extra)
		return false
	}
	ev.steps = -1
	return true
}

// Spend counts n steps of work outside of expressions. It returns false if the work has to end.
func (ev *Evaluator) Spend(n int) bool {
	looks := ev.steps / stepsPerLook
	ev.steps -= int64(n)
	return ev.steps >= 0 && (ev.steps/stepsPerLook == looks || !ev.ended())
}

// stopped reports whether no steps remain because the context ended.
func (ev *Evaluator) stopped() bool { return ev.steps < 0 && ev.ctx != nil && ev.ctx.Err() != nil }

// fits reports whether there is memory for n values of the given number of bytes. If not, no steps remain.
func (ev *Evaluator) fits(n, bytes int) bool {
	if n < room.Large/bytes || ev.ctx == nil || ev.extra > 0 || room.For(ev.ctx, int64(n)*int64(bytes)) {
		return true
	}
	ev.steps = -1
	return false
}

// The memory of values, in bytes.
const (
	valueBytes = 16
	tupleBytes = 64 // without its values
	placeBytes = 48 // of a value in the index of a set
)

// Problem returns the first set or table that was too large to be listed, or nil. After a problem, results must not be
// used, because expressions that depend on the set or table count as undefined.
func (ev *Evaluator) Problem() *diag.Diagnostic { return ev.problem }

// ReportRange makes a number outside of the range of numbers a problem. Without ReportRange, the number is undefined.
func (ev *Evaluator) ReportRange() { ev.strict = true }

// Within makes the work end with a context, until undo is called. Results that are computed after the end of the
// context must not be used.
func (ev *Evaluator) Within(ctx context.Context) (undo func()) { return ev.beyond(ctx, 0) }

// Context returns the context with which the work ends, nil if there is none.
func (ev *Evaluator) Context() context.Context { return ev.ctx }

// Left returns the number of steps of evaluation that remain.
func (ev *Evaluator) Left() int64 { return ev.steps }

// beyond is like Within, but allows extra steps after the end of the context, without a limit on memory.
func (ev *Evaluator) beyond(ctx context.Context, extra int64) (undo func()) {
	old, left, before, late := ev.ctx, ev.steps, ev.extra, ev.late
	ev.ctx, ev.extra, ev.late = ctx, extra, false
	return func() { ev.ctx, ev.steps, ev.extra, ev.late = old, left, before, late }
}

// Eval computes an expression. f holds its local names; state may be nil for static expressions. The second result is
// false if the value is undefined or undecided.
func (ev *Evaluator) Eval(e model.Expr, f Frame, state []int64) (model.Value, bool) {
	old := ev.state
	ev.state = state
	v, ok := ev.eval(e, f)
	ev.state = old
	return v, ok
}

// SetState sets the state that is read by all methods without a state.
func (ev *Evaluator) SetState(state []int64) { ev.state = state }

// Value is Eval in the state that was set last.
func (ev *Evaluator) Value(e model.Expr, f Frame) (model.Value, bool) { return ev.eval(e, f) }

// Alone is Value of an expression that has a frame of its own with the given number of slots.
func (ev *Evaluator) Alone(e model.Expr, slots int) (model.Value, bool) {
	base := ev.sp
	v, ok := ev.eval(e, ev.push(slots))
	ev.sp = base
	return v, ok
}

// SetEstimate sets the function that evaluates the nodes that stand for heuristics: package verify has it.
func (ev *Evaluator) SetEstimate(estimate func(e model.Expr) (model.Value, bool)) {
	ev.estimate = estimate
}

var (
	undefined = model.Value{}
	// unknownMark marks a local name whose value is unknown in a partial state, because the place N has no value.
	unknownMark = &model.Composite{}
)

// named computes the value of a local name. If the value is unknown, not undefined, the result is marked with
// unknownMark.
func (ev *Evaluator) named(e model.Expr, f Frame) (model.Value, bool) {
	if ev.known == nil {
		return ev.eval(e, f)
	}
	outer := ev.unknown
	ev.unknown = false
	v, ok := ev.eval(e, f)
	if !ok && ev.unknown {
		v = model.Value{N: int64(ev.missed), C: unknownMark}
	}
	ev.unknown = ev.unknown || outer
	return v, ok
}

// eval has a case for each expression. Grounding and gogen have the same cases and share no code with eval, so that
// tests can compare them.
func (ev *Evaluator) eval(e model.Expr, f Frame) (model.Value, bool) { return ev.reading(ev, e, f) }

// twoValued is the reading of NewTwoValued.
func (ev *Evaluator) twoValued(e model.Expr, f Frame) (model.Value, bool) {
	v, ok := ev.node(e, f)
	if !ok && e.Type() != nil && e.Type().Kind == model.Boolean {
		return model.Bool(false), true
	}
	return v, ok
}

func (ev *Evaluator) node(e model.Expr, f Frame) (model.Value, bool) {
	if ev.steps--; ev.steps < 0 || ev.steps&(stepsPerLook-1) == 0 && ev.ended() {
		return undefined, false
	}
	switch e := e.(type) {
	case *model.Local:
		s := f[e.Slot]
		if !s.OK && s.Value.C == unknownMark {
			ev.miss(int(s.Value.N))
		}
		return s.Value, s.OK
	case *model.Lit:
		return e.Value, true
	case *model.Read:
		return ev.read(e, f)
	case *model.Call:
		return ev.call(e, f)
	case *model.Binary:
		return ev.binary(e, f)
	case *model.Not:
		v, ok := ev.eval(e.X, f)
		return model.Value{N: 1 - v.N}, ok
	case *model.If:
		branch, ok := ev.branch(e, f)
		if !ok {
			return undefined, false
		}
		return ev.eval(branch, f)
	case *model.Fold:
		return ev.fold(e, f)
	case *model.In:
		return ev.in(e, f)
	case *model.MapAt:
		return ev.mapAt(e, f)
	case *model.Func:
		return ev.fn(e, f)
	case *model.Find:
		return ev.find(e, f)
	case *model.Steps:
		return ev.stepsBetween(e, f)
	case *model.Reaches:
		return ev.reaches(e, f)
	case *model.Links:
		return ev.links(e, f)
	case *model.Size:
		it, ok := ev.elems(e.Set, f)
		return model.Int(int64(it.n)), ok
	case *model.Nth:
		return ev.nth(e, f)
	case *model.Text:
		return ev.text(e, f), true
	case *model.ListValue:
		vs, ok := ev.evalAll(e.Elems, f)
		return model.ListValueOf(vs), ok
	case *model.TupleOfExprs:
		vs, ok := ev.evalAll(e.Elems, f)
		return model.TupleOf(vs...), ok
	case *model.Component:
		v, ok := ev.eval(e.X, f)
		if !ok || v.C == nil || e.I >= len(v.C.Tuple) {
			return undefined, false
		}
		return v.C.Tuple[e.I], true
	case *model.Shift, *model.ToCell, *model.Coord, *model.Extent, *model.Opposite:
		return ev.cell(e, f)
	case *model.Neg:
		if e.Ty.Kind == model.Number {
			v, ok := ev.eval(e.X, f)
			return model.Int(-v.N), ok
		}
		return ev.offsetValue(e, f)
	case *model.Scale, *model.Between, *model.ToOffset:
		return ev.offsetValue(e, f)
	case *model.HeuristicRef, *model.RelaxationRef, *model.PatternCost, *model.AdditiveCost, *model.ProjectCost:
		if ev.estimate == nil {
			return undefined, false
		}
		return ev.estimate(e)
	case *model.SetLit:
		return ev.setLit(e, f)
	case *model.NamedSet, *model.FullSet, *model.GridSet, *model.Range, *model.SetComp, *model.Product,
		*model.Union, *model.Subsets:
		s, ok := ev.set(e, f)
		if !ok {
			return undefined, false
		}
		return model.SetValue(s), true
	case *model.AnyValue, *model.List, *model.AnyChar, *model.AnySet, *model.AnyList, *model.AnyMap:
		return undefined, false
	}
	return undefined, false
}

// branch returns the branch of an `if` that is evaluated: Then if the condition is true, else Else. It returns false if
// the condition is unknown.
func (ev *Evaluator) branch(e *model.If, f Frame) (model.Expr, bool) {
	outer := ev.unknown
	ev.unknown = false
	v, ok := ev.eval(e.Cond, f)
	if !ok && ev.unknown {
		return nil, false
	}
	ev.unknown = ev.unknown || outer
	if ok && v.N != 0 {
		return e.Then, true
	}
	return e.Else, true
}

// holds reports whether a condition is true in the state that was set last.
func (ev *Evaluator) holds(e model.Expr, f Frame) bool {
	v, ok := ev.eval(e, f)
	return ok && v.N != 0
}

// data returns the data of an array. An array that could not be built has no elements.
func (ev *Evaluator) data(a *model.Array) *model.ArrayData {
	d := ev.m.Data[a.ID]
	if d == nil || ev.build != nil {
		return ev.dataWhileBuilding(a, d)
	}
	return d
}

func (ev *Evaluator) read(e *model.Read, f Frame) (model.Value, bool) {
	d := ev.data(e.Array)
	place, ok := ev.place(d, e.Index, f)
	if !ok {
		return undefined, false
	}
	return ev.element(e.Array, d, place)
}

// element returns the value of an array at a place.
func (ev *Evaluator) element(a *model.Array, d *model.ArrayData, place int) (model.Value, bool) {
	if a.Role != model.State {
		if place >= len(d.Values) {
			return undefined, false
		}
		return d.Values[place], d.Defined[place]
	}
	place += d.Offset
	if place >= len(ev.state) {
		return undefined, false
	}
	if ev.known != nil && !ev.known[place] {
		ev.miss(place)
		return undefined, false
	}
	return model.Value{N: ev.state[place]}, true
}

// miss records that an unknown element was read.
func (ev *Evaluator) miss(place int) {
	ev.unknown, ev.missed = true, place
	if ev.logging {
		ev.misses = append(ev.misses, place)
	}
}

// place returns the number of the element with the given indices.
func (ev *Evaluator) place(d *model.ArrayData, index []model.Expr, f Frame) (int, bool) {
	if len(index) != len(d.Index) {
		return 0, false
	}
	place, ok := 0, true
	for i, e := range index {
		v, defined := ev.eval(e, f)
		if !defined {
			return 0, false
		}
		k := d.Index[i].Index(v)
		if k < 0 {
			ok = false
		}
		place = place*d.Index[i].Len() + k
	}
	return place, ok
}

func (ev *Evaluator) call(e *model.Call, f Frame) (model.Value, bool) {
	base := ev.sp
	g := ev.push(e.Def.Slots)
	for i, a := range e.Args {
		ev.pass(e.Def, i, a, f, g)
	}
	v, ok := ev.body(e.Def, g)
	if ok && e.Def.Result != nil {
		in, known := ev.contains(e.Def.Result, v, g)
		ok = in && known
	}
	ev.sp = base
	return v, ok
}

// pass computes argument i of a def in f, and stores it in g, the frame of the def.
func (ev *Evaluator) pass(d *model.Def, i int, a model.Expr, f, g Frame) {
	p := &d.Params[i]
	v, ok := ev.named(a, f)
	if ok && p.Set != nil {
		in, known := ev.contains(p.Set, v, g)
		ok = in && known
	}
	g[p.Slot] = Slot{v, ok}
}

// push returns a new frame. The caller restores ev.sp.
func (ev *Evaluator) push(n int) Frame {
	if ev.sp+n > len(ev.stack) {
		return make(Frame, n)
	}
	f := ev.stack[ev.sp : ev.sp+n : ev.sp+n]
	ev.sp += n
	return f
}

func (ev *Evaluator) binary(e *model.Binary, f Frame) (model.Value, bool) {
	switch e.Op {
	case model.And, model.Or, model.Implies:
		return ev.connective(e, f)
	case model.Add, model.Sub:
		if e.Ty.Kind != model.Number {
			return ev.offsetValue(e, f)
		}
	case model.Eq, model.Ne:
		if same, ok, done := ev.sameOffsets(e, f); done {
			return model.Bool(same == (e.Op == model.Eq)), ok
		}
	case model.Mul, model.Div, model.Mod, model.Lt, model.Le, model.Gt, model.Ge:
	}
	l, r, ok := ev.pair(e.L, e.R, f)
	if !ok {
		return undefined, false
	}
	if e.Op.Compares() {
		return model.Bool(compares(e.Op, model.Compare(l, r))), true
	}
	v, ok := arithmetic(e.Op, l.N, r.N)
	if !ok && (!e.Op.Divides() || r.N != 0) || v.N > maxNumber || v.N < -maxNumber {
		ev.tooFar(e)
		return undefined, false
	}
	return v, ok
}

// maxNumber is the greatest number of the language; -maxNumber is the smallest.
const maxNumber = 1 << 62

// tooFar records a number outside the range of numbers. Grounding refuses models in which such a number can occur.
func (ev *Evaluator) tooFar(e model.Expr) {
	if ev.problem == nil && (ev.strict || ev.build != nil) {
		var l diag.List
		ev.problem = l.Errorf(e.Span(), CodeNumberRange, "this number leaves the range of numbers, -2^62 to 2^62")
	}
}

// connective evaluates Boolean operators in strong Kleene logic: if one operand decides the result, the other need not
// be defined.
func (ev *Evaluator) connective(e *model.Binary, f Frame) (model.Value, bool) {
	// `l and r` is decided by false; `l or r` and, with l negated, `l => r` are decided by true.
	decisive, turn := int64(1), int64(0)
	switch e.Op {
	case model.And:
		decisive = 0
	case model.Implies:
		turn = 1
	default:
	}
	l, lok := ev.eval(e.L, f)
	if lok && l.N^turn == decisive {
		return model.Value{N: decisive}, true
	}
	r, rok := ev.eval(e.R, f)
	if rok && r.N == decisive {
		return model.Value{N: decisive}, true
	}
	return model.Value{N: 1 - decisive}, lok && rok
}

func compares(op model.Op, c int) bool {
	switch op {
	case model.Eq:
		return c == 0
	case model.Ne:
		return c != 0
	case model.Lt:
		return c < 0
	case model.Le:
		return c <= 0
	case model.Gt:
		return c > 0
	default:
		return c >= 0
	}
}

// arithmetic computes an operation on numbers. The result is false if it is undefined or does not fit into 64 bits.
func arithmetic(op model.Op, a, b int64) (model.Value, bool) {
	switch op {
	case model.Add:
		return model.Int(a + b), (a+b > a) == (b > 0)
	case model.Sub:
		return model.Int(a - b), (a-b < a) == (b > 0)
	case model.Mul:
		return model.Int(a * b), a == 0 || (a*b)/a == b && !(a == -1 && b == math.MinInt64)
	default:
	}
	if b == 0 {
		return undefined, false
	}
	q, r := a/b, a%b
	if r < 0 { // Euclidean: the remainder is never negative
		if b > 0 {
			q, r = q-1, r+b
		} else {
			q, r = q+1, r-b
		}
	}
	if op == model.Div {
		return model.Int(q), true
	}
	return model.Int(r), true
}

// pair returns the values of two expressions. It returns false if one of them is undefined.
func (ev *Evaluator) pair(a, b model.Expr, f Frame) (x, y model.Value, ok bool) {
	if x, ok = ev.eval(a, f); ok {
		y, ok = ev.eval(b, f)
	}
	return x, y, ok
}

// evalAll returns the values of expressions. It returns false if one of them is undefined.
func (ev *Evaluator) evalAll(es []model.Expr, f Frame) ([]model.Value, bool) {
	vs := make([]model.Value, len(es))
	for i, e := range es {
		v, ok := ev.eval(e, f)
		if !ok {
			return nil, false
		}
		vs[i] = v
	}
	return vs, true
}

func (ev *Evaluator) mapAt(e *model.MapAt, f Frame) (model.Value, bool) {
	c, ok := ev.eval(e.Cell, f)
	if !ok {
		return undefined, false
	}
	v, ok := ev.eval(e.Map, f)
	if !ok || v.C == nil || v.C.Map == nil {
		return undefined, false
	}
	v = v.C.Map.At(c.N)
	return v, !v.IsNone()
}
