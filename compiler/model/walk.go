package model

import (
	"iter"
	"slices"
)

// How trees are walked, for the maintainer.
//
// visit is the only place that knows what each node consists of: its parts, the slots that it binds, the arrays that it
// names and the def that it calls. visitEffect does the same for effects. All other walks are made of these two
// functions: parts, slots, what is read, copies. A new node needs a type in tree.go and a case in visit; the linter
// reports a missing case.

// visitor holds the functions that visit calls for a node. A function may be nil.
type visitor struct {
	part  func(*Expr)   // for each direct part that is not nil, in the order of the fields
	slot  func(int)     // for each slot that the node binds in its parts
	array func(**Array) // for each array that the node names
	def   func(**Def)   // for the def that the node calls
}

func (v *visitor) one(p *Expr) {
	if *p != nil && v.part != nil {
		v.part(p)
	}
}

func (v *visitor) each(parts ...*Expr) {
	for _, p := range parts {
		v.one(p)
	}
}

func (v *visitor) all(list []Expr) {
	for i := range list {
		v.one(&list[i])
	}
}

func (v *visitor) binds(vars []Bind) {
	for i := range vars {
		v.target(vars[i].Target)
		v.one(&vars[i].Set)
	}
}

func (v *visitor) target(t *Target) {
	if v.slot != nil {
		for slot := range t.Slots() {
			v.slot(slot)
		}
	}
}

func (v *visitor) relation(r *Relation) {
	if v.slot != nil {
		for _, slot := range r.Holes {
			v.slot(slot)
		}
	}
	v.each(&r.Domain, &r.Body, &r.Pairs)
}

func (v *visitor) names(a **Array) {
	if v.array != nil {
		v.array(a)
	}
}

// visit calls the functions of v for what a node consists of. The body of a def is not a part of its calls. Cases look
// alike where nodes have as many parts.
func visit(e Expr, v *visitor) {
	switch e := e.(type) {
	case *Text:
		for i := range e.Parts {
			v.one(&e.Parts[i].Expr)
		}
	case *Read:
		v.names(&e.Array)
		v.all(e.Index)
	case *Call:
		if v.def != nil {
			v.def(&e.Def)
		}
		v.all(e.Args)
	case *Not:
		v.one(&e.X)
	case *Neg:
		v.one(&e.X)
	case *Opposite:
		v.one(&e.X)
	case *Binary:
		v.each(&e.L, &e.R)
	case *Scale:
		v.each(&e.N, &e.X)
	case *Shift:
		v.each(&e.Cell, &e.By)
	case *Between:
		v.each(&e.A, &e.B)
	case *ToOffset:
		v.one(&e.X)
	case *ToCell:
		v.one(&e.X)
	case *If:
		v.each(&e.Cond, &e.Then, &e.Else)
	case *Fold:
		v.binds(e.Vars)
		v.each(&e.Where, &e.Body)
	case *MapAt:
		v.each(&e.Map, &e.Cell)
	case *Coord:
		v.one(&e.X)
	case *Extent:
		v.one(&e.Map)
	case *TupleOfExprs:
		v.all(e.Elems)
	case *Component:
		v.one(&e.X)
	case *In:
		v.each(&e.X, &e.Set)
	case *Func:
		v.all(e.Args)
	case *Size:
		v.one(&e.Set)
	case *Nth:
		v.each(&e.Set, &e.I)
	case *Find:
		v.names(&e.Array)
		v.one(&e.X)
	case *Steps:
		v.relation(e.Rel)
		v.each(&e.A, &e.B)
	case *Reaches:
		v.relation(e.Rel)
		v.each(&e.A, &e.B)
	case *Links:
		v.relation(e.Rel)
	case *List:
		v.all(e.Elems)
	case *ListValue:
		v.all(e.Elems)
	case *PatternCost:
		v.names(&e.Array)
		v.each(&e.Values, &e.Tracked)
	case *AdditiveCost:
		for i := range e.Parts {
			p := Expr(e.Parts[i])
			v.one(&p)
			if now, ok := p.(*PatternCost); ok && now != e.Parts[i] {
				e.Parts[i] = now
			}
		}
	case *ProjectCost:
		for i := range e.Arrays {
			v.names(&e.Arrays[i])
		}
	case *Range:
		v.each(&e.Lo, &e.Hi)
	case *SetLit:
		v.all(e.Elems)
	case *SetComp:
		v.binds(e.Vars)
		v.each(&e.Where, &e.Elem)
	case *Product:
		v.all(e.Elems)
	case *Union:
		v.all(e.Sets)
	case *AnySet:
		v.one(&e.Elem)
	case *AnyList:
		v.one(&e.Elem)
	case *Subsets:
		v.one(&e.Elem)
		v.all(e.Least)
		v.all(e.Most)
	case *AnyMap:
		v.one(&e.Alphabet)
	case *AnyChar, *AnyValue, *FullSet, *GridSet, *HeuristicRef, *Lit, *Local, *NamedSet, *RelaxationRef:
	}
}

// visitEffect does the same for an effect. Its parts are its outermost expressions and its reason. block is called for
// each block of the effect.
func visitEffect(e Effect, v *visitor, block func(*[]Effect)) {
	switch e := e.(type) {
	case *Assign:
		for i := range e.Targets {
			v.names(&e.Targets[i].Array)
			v.all(e.Targets[i].Index)
		}
		v.all(e.Values)
	case *Let:
		v.target(e.Target)
		v.one(&e.Value)
	case *IfEffect:
		v.one(&e.Cond)
		block(&e.Then)
		block(&e.Else)
	case *ForEffect:
		v.binds(e.Vars)
		v.one(&e.Where)
		block(&e.Body)
	case *Require:
		v.cond(&e.Cond)
	}
}

func (v *visitor) cond(c *Cond) {
	v.one(&c.Expr)
	for _, text := range []**Text{&c.Reason, &c.Rule} {
		if *text == nil {
			continue
		}
		e := Expr(*text)
		v.one(&e)
		if now, ok := e.(*Text); ok && now != *text {
			*text = now
		}
	}
}

// partsIn goes through the parts that a visitor is called for.
func partsIn(visited func(*visitor)) iter.Seq[Expr] {
	return func(yield func(Expr) bool) {
		more := true
		visited(&visitor{part: func(p *Expr) { more = more && yield(*p) }})
	}
}

// Parts goes through the direct parts of an expression, sets included.
func Parts(e Expr) iter.Seq[Expr] { return partsIn(func(v *visitor) { visit(e, v) }) }

// All goes through an expression and its parts at any depth, each node before its parts. The expression may be nil.
func All(e Expr) iter.Seq[Expr] {
	return func(yield func(Expr) bool) { walk(e, yield) }
}

// Contains reports whether p holds for an expression or for a part of it at any depth.
func Contains(e Expr, p func(Expr) bool) bool {
	return !walk(e, func(x Expr) bool { return !p(x) })
}

// walk calls yield for an expression and its parts until yield returns false; it returns false then.
func walk(e Expr, yield func(Expr) bool) bool {
	if e == nil {
		return true
	}
	more := yield(e)
	if more {
		visit(e, &visitor{part: func(p *Expr) { more = more && walk(*p, yield) }})
	}
	return more
}

// AllEffects goes through effects and the effects in their blocks, each effect before its blocks.
func AllEffects(list []Effect) iter.Seq[Effect] {
	return func(yield func(Effect) bool) { walkEffects(list, yield) }
}

func walkEffects(list []Effect, yield func(Effect) bool) bool {
	more := true
	for _, e := range list {
		if more = more && yield(e); !more {
			break
		}
		visitEffect(e, &visitor{}, func(block *[]Effect) { more = more && walkEffects(*block, yield) })
	}
	return more
}

// Exprs goes through the outermost expressions of a move or symmetry: of effects the indices, assigned values,
// conditions, reasons and sets, also in their blocks.
func (m *Move) Exprs() iter.Seq[Expr] {
	return partsIn(func(v *visitor) {
		for i := range m.Params {
			v.one(&m.Params[i].Set)
		}
		v.one(&m.Where)
		for i := range m.When {
			v.cond(&m.When[i])
		}
		v.each(&m.Cost, &m.Order, &m.Label)
		for e := range AllEffects(slices.Concat(m.Body, m.Then)) {
			visitEffect(e, v, func(*[]Effect) {})
		}
	})
}

// Exprs goes through a condition and its reason.
func (c *Cond) Exprs() iter.Seq[Expr] { return partsIn(func(v *visitor) { v.cond(c) }) }

// A slot is bound by only one node of a frame, and is read only in the parts of this node. So the walks below need no
// scopes.

// Slots enumerates the slots that a target binds.
func (t *Target) Slots() iter.Seq[int] {
	return func(yield func(int) bool) { t.slots(yield) }
}

func (t *Target) slots(yield func(int) bool) bool {
	if t.Elems == nil {
		return t.Slot < 0 || yield(t.Slot)
	}
	return !slices.ContainsFunc(t.Elems, func(e *Target) bool { return !e.slots(yield) })
}

// SlotsFor returns the size of a frame in which expressions can be evaluated: one more than the largest slot that they
// read or bind. Expressions may be nil.
func SlotsFor(es ...Expr) int {
	n := 0
	use := func(slot int) { n = max(n, slot+1) }
	v := visitor{slot: use}
	for _, e := range es {
		for x := range All(e) {
			if l, ok := x.(*Local); ok {
				use(l.Slot)
			}
			visit(x, &v)
		}
	}
	return n
}

// FreeLocals lists the locals that an expression reads and does not bind, the first one of each slot.
func FreeLocals(e Expr) []*Local {
	return freeLocals(func(yield func(Expr) bool) { yield(e) })
}

func freeLocals(es iter.Seq[Expr], bound ...int) []*Local {
	var out []*Local
	seen := map[int]bool{} // bound, or in the list
	for _, slot := range bound {
		seen[slot] = true
	}
	v := visitor{slot: func(slot int) { seen[slot] = true }}
	for e := range es {
		for x := range All(e) {
			if l, ok := x.(*Local); ok && !seen[l.Slot] {
				seen[l.Slot] = true
				out = append(out, l)
			}
			visit(x, &v)
		}
	}
	return out
}

// FreeLocals lists the locals that a relation reads, other than its holes.
func (r *Relation) FreeLocals() []*Local {
	return freeLocals(partsIn(func(v *visitor) { v.relation(r) }), r.Holes...)
}
