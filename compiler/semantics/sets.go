package semantics

import (
	"iter"
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/diag"
)

// maxElements is the greatest size of arrays and sets. Larger ones would fill the memory before an error could be
// reported.
const maxElements = 10_000_000

// maxValues is the greatest number of values of a state variable. Grounding visits each of them: millions take seconds.
const maxValues = 1 << 22

// maxState is the greatest number of elements of a state. Grounding needs many times the memory of a state.
const maxState = 500_000

// setFact says whether a set expression is closed, that is, depends on no local name and no state. It keeps the
// elements of a closed set.
type setFact struct {
	closed bool
	slots  int
	set    *model.Set
}

// elements is the elements of a set: list, or n scalars from lo on.
type elements struct {
	n    int
	lo   int64
	list []model.Value
}

func (e *elements) at(k int) model.Value {
	if e.list != nil {
		return e.list[k]
	}
	return model.Value{N: e.lo + int64(k)}
}

// Set lists a static set expression. It returns false if the set is undefined or cannot be listed.
func (ev *Evaluator) Set(e model.Expr, f Frame) (*model.Set, bool) { return ev.set(e, f) }

// Contains reports whether v is an element of a set. The set need not be listable.
func (ev *Evaluator) Contains(set model.Expr, v model.Value, f Frame) bool {
	in, ok := ev.contains(set, v, f)
	return in && ok
}

// Elements visits the elements of a set in the order of the language. It returns false if they cannot be listed.
func (ev *Evaluator) Elements(e model.Expr, f Frame) (iter.Seq[model.Value], bool) {
	it, ok := ev.elems(e, f)
	return func(yield func(model.Value) bool) {
		for k := range it.n {
			if !yield(it.at(k)) {
				return
			}
		}
	}, ok
}

// elems returns the elements of a set.
func (ev *Evaluator) elems(e model.Expr, f Frame) (elements, bool) {
	switch e := e.(type) {
	case *model.FullSet:
		return elements{n: fullSize(e.Ty.Elem())}, true
	case *model.GridSet:
		d := ev.dims(e.Grid)
		return elements{n: int(d.Rows * d.Cols)}, true
	case *model.Range:
		lo, hi, ok := ev.bounds(e, f)
		if !ok || hi < lo {
			return elements{}, ok
		}
		if uint64(hi)-uint64(lo) >= uint64(ev.maxSet) {
			ev.tooLarge(e.Sp, "the range %d..%d has too many values: at most %d can be listed", lo, hi, ev.maxSet)
			return elements{}, false
		}
		return elements{n: int(hi - lo + 1), lo: lo}, true
	case *model.NamedSet:
		if s := ev.typeSet(e.Decl); s != nil {
			return elements{n: len(s.Elems), list: s.Elems}, true
		}
		if ev.tainted {
			return elements{}, false
		}
		return ev.elems(e.Decl.Set, make(Frame, e.Decl.Slots)) // too long to be listed: reports it
	default:
		s, ok := ev.set(e, f)
		if !ok {
			return elements{}, false
		}
		return elements{n: len(s.Elems), list: s.Elems}, true
	}
}

// limit returns the greatest number of elements of a type that can be listed. A tuple or set needs more memory than a
// scalar.
func (ev *Evaluator) limit(t *model.Type) int {
	if t == nil || t.Scalar() {
		return ev.maxSet
	}
	return ev.maxSet / 8
}

func fullSize(t *model.Type) int {
	switch t.Kind {
	case model.Boolean:
		return 2
	case model.Direction:
		return len(model.DirNames)
	case model.Enumerated:
		return len(t.Enum.Values)
	default:
		return 0
	}
}

func (ev *Evaluator) bounds(e *model.Range, f Frame) (lo, hi int64, ok bool) {
	l, lok := ev.eval(e.Lo, f)
	h, hok := ev.eval(e.Hi, f)
	return l.N, h.N, lok && hok
}

func (ev *Evaluator) set(e model.Expr, f Frame) (*model.Set, bool) {
	switch e := e.(type) {
	case *model.NamedSet:
		if s := ev.typeSet(e.Decl); s != nil || ev.tainted {
			return s, s != nil
		}
		return ev.set(e.Decl.Set, make(Frame, e.Decl.Slots)) // too long to be listed: reports it
	case *model.GridSet:
		return ev.gridSet(e), true
	case *model.FullSet, *model.Range, *model.SetLit, *model.SetComp, *model.Product, *model.Union, *model.Subsets:
	case *model.AnyChar, *model.AnySet, *model.AnyList, *model.AnyMap:
		return nil, false
	default: // an expression whose value is a set
		v, ok := ev.eval(e, f)
		if !ok || v.C == nil || v.C.Set == nil {
			return nil, false
		}
		return v.C.Set, true
	}
	fact := ev.factOf(e)
	if !fact.closed {
		return ev.list(e, f)
	}
	if fact.set != nil {
		return fact.set, true
	}
	s, ok := ev.list(e, make(Frame, fact.slots))
	if ok && !ev.tainted && ev.steps >= 0 {
		fact.set = s
	}
	return s, ok
}

func (ev *Evaluator) factOf(e model.Expr) *setFact {
	fact := ev.sets[e]
	if fact == nil {
		fact = &setFact{closed: len(model.FreeLocals(e)) == 0 && !model.ReadsState(e), slots: model.SlotsFor(e)}
		ev.sets[e] = fact
	}
	return fact
}

func (ev *Evaluator) typeSet(d *model.TypeDecl) *model.Set {
	if ev.build != nil {
		return ev.build.typeSet(d)
	}
	return ev.m.Sets[d.ID]
}

func (ev *Evaluator) gridSet(e *model.GridSet) *model.Set {
	d := ev.dims(e.Grid)
	if s := ev.grids[e.Grid.ID]; s != nil {
		return s
	}
	s := scalars(e.Ty.Elem(), 0, int(d.Rows*d.Cols))
	if !ev.tainted {
		ev.grids[e.Grid.ID] = s
	}
	return s
}

func scalars(t *model.Type, lo int64, n int) *model.Set {
	vs := make([]model.Value, n)
	for i := range vs {
		vs[i].N = lo + int64(i)
	}
	return model.NewSet(t, vs)
}

// list computes the elements of a set expression. It leaves out undefined elements.
func (ev *Evaluator) list(e model.Expr, f Frame) (*model.Set, bool) {
	elem := e.Type().Elem()
	switch e := e.(type) {
	case *model.FullSet, *model.Range:
		it, ok := ev.elems(e, f)
		if !ok || !ev.fits(it.n, valueBytes) {
			return nil, false
		}
		return scalars(elem, it.lo, it.n), true
	case *model.SetLit:
		var vs []model.Value
		for _, x := range e.Elems {
			if v, ok := ev.eval(x, f); ok {
				vs = append(vs, v)
			}
		}
		return model.NewSet(elem, vs), true
	case *model.SetComp:
		return ev.comprehension(e, f)
	case *model.Product:
		return ev.product(e, f)
	case *model.Union:
		return ev.union(e, f)
	case *model.Subsets:
		return ev.subsets(e, f)
	default:
		return nil, false
	}
}

func (ev *Evaluator) comprehension(e *model.SetComp, f Frame) (*model.Set, bool) {
	base, limit := len(ev.scratch), ev.limit(e.Ty.Elem())
	s := folding{collect: true, most: base + limit, vars: e.Vars, where: e.Where, body: e.Elem, f: f}
	ev.loop(&s, 0)
	found := ev.scratch[base:]
	ev.scratch = ev.scratch[:base]
	if len(found) > limit {
		ev.tooLarge(e.Sp, "the set has too many elements: at most %d can be listed", limit)
		return nil, false
	}
	if !ev.fits(len(found), valueBytes+placeBytes) {
		return nil, false
	}
	vs := slices.Clone(found)
	return model.NewSet(e.Ty.Elem(), vs), !s.undecided && ev.steps >= 0
}

// subsets lists the subsets of a set that have a number of values within bounds.
func (ev *Evaluator) subsets(e *model.Subsets, f Frame) (*model.Set, bool) {
	of, ok := ev.set(e.Elem, f)
	if !ok {
		return nil, false
	}
	least, most := int64(0), int64(of.Len())
	for _, x := range e.Least {
		if v, ok := ev.eval(x, f); ok {
			least = max(least, v.N)
		}
	}
	for _, x := range e.Most {
		if v, ok := ev.eval(x, f); ok {
			most = min(most, v.N)
		}
	}
	limit, elem := ev.limit(e.Ty.Elem()), e.Ty.Elem().Elem()
	if subsetsOf(of.Len(), least, most, limit) > limit {
		ev.tooLarge(e.Sp, "there are too many sets of these values: at most %d can be listed; bound their size in `where`",
			limit)
		return nil, false
	}
	var all, chosen []model.Value
	var choose func(from int) bool // adds the sets that begin with the chosen values
	choose = func(from int) bool {
		if n := int64(len(chosen)); n >= least && n <= most {
			if !ev.Spend(len(chosen)) {
				return false
			}
			all = append(all, model.SetValue(model.NewSet(elem, slices.Clone(chosen))))
		}
		for k := from; k < of.Len() && int64(len(chosen)) < most; k++ {
			if int64(len(chosen)+of.Len()-k) < least {
				break
			}
			chosen = append(chosen, of.Elems[k])
			more := choose(k + 1)
			if chosen = chosen[:len(chosen)-1]; !more {
				return false
			}
		}
		return true
	}
	if !choose(0) {
		return nil, false
	}
	return model.NewSet(e.Ty.Elem(), all), true
}

// subsetsOf returns the number of subsets of n values that have least to most values, or a number greater than limit.
func subsetsOf(n int, least, most int64, limit int) int {
	total, choose := 0, 1.0 // n over k
	for k := int64(0); k <= most && total <= limit; k++ {
		if k >= least {
			total += int(min(choose, float64(limit)+1))
		}
		choose = choose * float64(int64(n)-k) / float64(k+1)
	}
	return total
}

func (ev *Evaluator) union(e *model.Union, f Frame) (*model.Set, bool) {
	var vs []model.Value
	for _, x := range e.Sets {
		it, ok := ev.elems(x, f)
		if !ok || !ev.fits(len(vs)+it.n, valueBytes+placeBytes) {
			return nil, false
		}
		for k := range it.n {
			vs = append(vs, it.at(k))
		}
	}
	return model.NewSet(e.Ty.Elem(), vs), true
}

func (ev *Evaluator) product(e *model.Product, f Frame) (*model.Set, bool) {
	sides := make([]elements, len(e.Elems))
	n := 1
	for i, x := range e.Elems {
		it, ok := ev.elems(x, f)
		if !ok {
			return nil, false
		}
		sides[i] = it
		if n *= it.n; n > ev.limit(e.Ty.Elem()) {
			ev.tooLarge(e.Sp, "the set of tuples has too many elements: at most %d can be listed", ev.limit(e.Ty.Elem()))
			return nil, false
		}
	}
	if !ev.fits(n, valueBytes*(1+len(sides))+tupleBytes) {
		return nil, false
	}
	vs := make([]model.Value, n)
	for k := range vs {
		t, rest := make([]model.Value, len(sides)), k
		for i := len(sides) - 1; i >= 0; i-- {
			t[i] = sides[i].at(rest % sides[i].n)
			rest /= sides[i].n
		}
		vs[k] = model.TupleOf(t...)
	}
	return model.NewSet(e.Ty.Elem(), vs), true
}

// setLit evaluates a literal set as a value. All its elements must be defined.
func (ev *Evaluator) setLit(e *model.SetLit, f Frame) (model.Value, bool) {
	vs, ok := ev.evalAll(e.Elems, f)
	return model.SetValue(model.NewSet(e.Ty.Elem(), vs)), ok
}

// in evaluates `x in S`. A literal set is a disjunction of equalities, a range two comparisons. Each is decided as soon
// as one part decides it.
func (ev *Evaluator) in(e *model.In, f Frame) (model.Value, bool) {
	x, ok := ev.eval(e.X, f)
	if lit, isLit := e.Set.(*model.SetLit); isLit && len(lit.Elems) == 0 {
		return model.Bool(false), true
	}
	if !ok {
		return undefined, false
	}
	in, ok := ev.contains(e.Set, x, f)
	return model.Bool(in), ok
}

// contains reports whether v is an element of a set. ok is false if that is undecided.
func (ev *Evaluator) contains(e model.Expr, v model.Value, f Frame) (in, ok bool) {
	switch e := e.(type) {
	case *model.FullSet, *model.AnyChar:
		return true, true
	case *model.GridSet:
		d := ev.dims(e.Grid)
		return v.N >= 0 && v.N < d.Rows*d.Cols, true
	case *model.NamedSet:
		if s := ev.typeSet(e.Decl); s != nil {
			return s.Contains(v), true
		}
		return ev.contains(e.Decl.Set, v, make(Frame, e.Decl.Slots))
	case *model.Range:
		return ev.inRange(e, v, f)
	case *model.SetLit:
		return ev.inLiteral(e, v, f)
	case *model.Product:
		return ev.inAll(e.Elems, v, f)
	case *model.AnySet:
		if v.C == nil || v.C.Set == nil {
			return false, true
		}
		return ev.allIn(e.Elem, v.C.Set.Elems, f)
	case *model.AnyList:
		return ev.allIn(e.Elem, v.C.Tuple, f)
	case *model.AnyMap:
		return ev.inAlphabet(e, v, f)
	default:
		s, ok := ev.set(e, f)
		return ok && s.Contains(v), ok
	}
}

func (ev *Evaluator) inRange(e *model.Range, v model.Value, f Frame) (in, ok bool) {
	lo, lok := ev.eval(e.Lo, f)
	if lok && v.N < lo.N {
		return false, true
	}
	hi, hok := ev.eval(e.Hi, f)
	if hok && v.N > hi.N {
		return false, true
	}
	return true, lok && hok
}

func (ev *Evaluator) inLiteral(e *model.SetLit, v model.Value, f Frame) (in, ok bool) {
	ok = true
	for _, x := range e.Elems {
		w, defined := ev.eval(x, f)
		if defined && model.Compare(v, w) == 0 {
			return true, true
		}
		ok = ok && defined
	}
	return false, ok
}

func (ev *Evaluator) inAll(sides []model.Expr, v model.Value, f Frame) (in, ok bool) {
	if v.C == nil || len(v.C.Tuple) != len(sides) {
		return false, true
	}
	ok = true
	for i, s := range sides {
		part, decided := ev.contains(s, v.C.Tuple[i], f)
		if decided && !part {
			return false, true
		}
		ok = ok && decided
	}
	return true, ok
}

func (ev *Evaluator) allIn(set model.Expr, vs []model.Value, f Frame) (in, ok bool) {
	for _, x := range vs {
		if part, decided := ev.contains(set, x, f); !x.IsNone() && (!decided || !part) {
			return false, decided
		}
	}
	return true, true
}

func (ev *Evaluator) inAlphabet(e *model.AnyMap, v model.Value, f Frame) (in, ok bool) {
	if e.Alphabet == nil || v.C == nil || v.C.Map == nil {
		return true, true
	}
	for i := range v.C.Map.Cells {
		sign := v.C.Map.At(int64(i))
		if part, decided := ev.contains(e.Alphabet, sign, f); !sign.IsNone() && (!decided || !part) {
			return false, decided
		}
	}
	return true, true
}

// nth returns the element with index i of a set.
func (ev *Evaluator) nth(e *model.Nth, f Frame) (model.Value, bool) {
	i, ok := ev.eval(e.I, f)
	if !ok {
		return undefined, false
	}
	it, ok := ev.elems(e.Set, f)
	if !ok || i.N < 0 || i.N >= int64(it.n) {
		return undefined, false
	}
	return it.at(int(i.N)), true
}

// tooLarge records the first set or table that is too large. Its value is undefined.
func (ev *Evaluator) tooLarge(span diag.Span, format string, args ...any) {
	if ev.problem == nil {
		var l diag.List
		ev.problem = l.Errorf(span, CodeTooLarge, format, args...)
	}
}
