package semantics

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/room"
)

// folding is the evaluation of a binder.
type folding struct {
	kind        model.FoldKind
	collect     bool // the binder is a set comprehension: body is the element
	most        int  // the greatest number of elements that are collected
	vars        []model.Bind
	where, body model.Expr
	f           Frame

	n         int64
	best      model.Value
	found     bool
	undecided bool
	now       []model.Value // the present value of each variable; only for `the`
}

func (ev *Evaluator) fold(e *model.Fold, f Frame) (model.Value, bool) {
	s := folding{kind: e.Kind, vars: e.Vars, where: e.Where, body: e.Body, f: f}
	base := len(ev.scratch)
	if e.Kind == model.ProductOf {
		s.n = 1
	}
	if e.Kind == model.The {
		s.now = make([]model.Value, len(e.Vars))
	}
	ev.loop(&s, 0)
	v, ok := ev.folded(&s, base)
	ev.scratch = ev.scratch[:base]
	return v, ok && ev.steps >= 0
}

// loop visits the values of the variables from number i on. It returns false if the remaining values cannot change the
// result.
func (ev *Evaluator) loop(s *folding, i int) bool {
	if i == len(s.vars) {
		return ev.visit(s)
	}
	it, ok := ev.elems(s.vars[i].Set, s.f)
	if !ok {
		s.undecided = true
		return s.keepsOn()
	}
	for k := range it.n {
		v := it.at(k)
		s.f.Bind(s.vars[i].Target, v, true)
		if s.now != nil {
			s.now[i] = v
		}
		if !ev.loop(s, i+1) || ev.steps < 0 {
			return false
		}
	}
	return true
}

// keepsOn reports whether further elements can decide the result although one element is undecided.
func (s *folding) keepsOn() bool {
	return !s.collect && (s.kind == model.ForAll || s.kind == model.Exists || s.kind == model.DistinctOf)
}

// Bind gives a value to the name of a target, or its parts to the names of a tuple.
func (f Frame) Bind(t *model.Target, v model.Value, ok bool) {
	if t.Elems == nil {
		if t.Slot >= 0 {
			f[t.Slot] = Slot{v, ok}
		}
		return
	}
	for i, e := range t.Elems {
		if ok && v.C != nil && i < len(v.C.Tuple) {
			f.Bind(e, v.C.Tuple[i], true)
		} else {
			f.Bind(e, undefined, false)
		}
	}
}

// visit evaluates the body for one element. It returns false if the remaining elements cannot change the result.
func (ev *Evaluator) visit(s *folding) bool {
	outer := ev.unknown
	ev.unknown = false
	if s.where != nil {
		w, ok := ev.eval(s.where, s.f)
		if !ok && ev.unknown {
			s.undecided = true
			return s.keepsOn()
		}
		if !ok || w.N == 0 {
			ev.unknown = ev.unknown || outer
			return true
		}
	}
	v, ok := ev.eval(s.body, s.f)
	unknown := !ok && ev.unknown
	ev.unknown = ev.unknown || outer
	if unknown {
		s.undecided = true
		return s.keepsOn()
	}
	return ev.take(s, v, ok)
}

// roomInScratch makes room for one more collected value. If there is no memory, no steps remain.
func (ev *Evaluator) roomInScratch() bool {
	if ev.ctx == nil || len(ev.scratch) < cap(ev.scratch) {
		return true
	}
	var ok bool
	if ev.scratch, ok = room.Grow(ev.ctx, ev.scratch); !ok {
		ev.steps = -1
	}
	return ok
}

// take adds one value to the result. It returns false if the remaining values cannot change the result.
func (ev *Evaluator) take(s *folding, v model.Value, ok bool) bool {
	if s.collect {
		if ok && ev.roomInScratch() {
			ev.scratch = append(ev.scratch, v)
		}
		return len(ev.scratch) <= s.most && ev.steps >= 0
	}
	switch s.kind {
	case model.ForAll, model.Exists:
		if !ok {
			s.undecided = true
			return true
		}
		s.found = (v.N != 0) == (s.kind == model.Exists)
		return !s.found
	case model.Count:
		if ok {
			s.n += v.N
		}
		return true
	case model.The:
		if !ok || v.N == 0 {
			return true
		}
		if s.found {
			s.undecided = true
			return false
		}
		s.found, s.best = true, s.now[0]
		if len(s.now) > 1 {
			s.best = model.TupleOf(slices.Clone(s.now)...)
		}
		return true
	default:
	}
	if !ok {
		s.undecided = true
		return s.keepsOn()
	}
	switch s.kind {
	case model.Sum, model.ProductOf:
		op := model.Add
		if s.kind == model.ProductOf {
			op = model.Mul
		}
		n, fits := arithmetic(op, s.n, v.N)
		if !fits || n.N > maxNumber || n.N < -maxNumber {
			ev.tooFar(s.body)
			s.undecided = true
			return false
		}
		s.n = n.N
	case model.DistinctOf:
		ev.scratch = append(ev.scratch, v)
	default:
		c := model.Compare(v, s.best)
		if !s.found || s.kind == model.MinOf && c < 0 || s.kind == model.MaxOf && c > 0 {
			s.found, s.best = true, v
		}
	}
	return true
}

// folded returns the result of a binder.
func (ev *Evaluator) folded(s *folding, base int) (model.Value, bool) {
	switch s.kind {
	case model.ForAll:
		return model.Bool(!s.found), s.found || !s.undecided
	case model.Exists:
		return model.Bool(s.found), s.found || !s.undecided
	case model.Count, model.Sum, model.ProductOf:
		return model.Int(s.n), !s.undecided
	case model.DistinctOf:
		if repeats(ev.scratch[base:]) {
			return model.Bool(false), true
		}
		return model.Bool(true), !s.undecided
	default:
		return s.best, s.found && !s.undecided
	}
}

// repeats reports whether two of the values are equal. It may reorder them.
func repeats(vs []model.Value) bool {
	if len(vs) > 12 {
		slices.SortStableFunc(vs, model.Compare)
		for i := 1; i < len(vs); i++ {
			if model.Compare(vs[i-1], vs[i]) == 0 {
				return true
			}
		}
		return false
	}
	for i := range vs {
		for j := range i {
			if model.Compare(vs[i], vs[j]) == 0 {
				return true
			}
		}
	}
	return false
}
