package model

import "iter"

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
	v.one(&r.Domain)
	v.one(&r.Body)
	v.one(&r.Pairs)
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
		v.one(&e.L)
		v.one(&e.R)
	case *Scale:
		v.one(&e.N)
		v.one(&e.X)
	case *Shift:
		v.one(&e.Cell)
		v.one(&e.By)
	case *Between:
		v.one(&e.A)
		v.one(&e.B)
	case *ToOffset:
		v.one(&e.X)
	case *ToCell:
		v.one(&e.X)
	case *If:
		v.one(&e.Cond)
		v.one(&e.Then)
		v.one(&e.Else)
	case *Fold:
		v.binds(e.Vars)
		v.one(&e.Where)
		v.one(&e.Body)
	case *MapAt:
		v.one(&e.Map)
		v.one(&e.Cell)
	case *Coord:
		v.one(&e.X)
	case *Extent:
		v.one(&e.Map)
	case *TupleOfExprs:
		v.all(e.Elems)
	case *Component:
		v.one(&e.X)
	case *In:
		v.one(&e.X)
		v.one(&e.Set)
	case *Func:
		v.all(e.Args)
	case *Size:
		v.one(&e.Set)
	case *Nth:
		v.one(&e.Set)
		v.one(&e.I)
	case *Find:
		v.names(&e.Array)
		v.one(&e.X)
	case *Steps:
		v.relation(e.Rel)
		v.one(&e.A)
		v.one(&e.B)
	case *Reaches:
		v.relation(e.Rel)
		v.one(&e.A)
		v.one(&e.B)
	case *Acyclic:
		v.relation(e.Rel)
	case *List:
		v.all(e.Elems)
	case *ListValue:
		v.all(e.Elems)
	case *PatternCost:
		v.names(&e.Array)
		v.one(&e.Values)
		v.one(&e.Tracked)
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
		v.one(&e.Lo)
		v.one(&e.Hi)
	case *SetLit:
		v.all(e.Elems)
	case *SetComp:
		v.binds(e.Vars)
		v.one(&e.Where)
		v.one(&e.Elem)
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
	if c.Reason != nil {
		reason := Expr(c.Reason)
		v.one(&reason)
		if now, ok := reason.(*Text); ok && now != c.Reason {
			c.Reason = now
		}
	}
}

// Parts goes through the direct parts of an expression, sets included.
func Parts(e Expr) iter.Seq[Expr] {
	return func(yield func(Expr) bool) {
		more := true
		visit(e, &visitor{part: func(p *Expr) { more = more && yield(*p) }})
	}
}

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

// parts goes through the expressions of a relation.
func (r *Relation) parts() iter.Seq[Expr] {
	return func(yield func(Expr) bool) {
		more := true
		v := visitor{part: func(p *Expr) { more = more && yield(*p) }}
		v.relation(r)
	}
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

// effectExprs goes through the outermost expressions of effects and of the effects in their blocks: indices, assigned
// values, conditions, reasons and sets.
func effectExprs(list []Effect) iter.Seq[Expr] {
	return func(yield func(Expr) bool) {
		more := true
		v := visitor{part: func(p *Expr) { more = more && yield(*p) }}
		for e := range AllEffects(list) {
			if visitEffect(e, &v, func(*[]Effect) {}); !more {
				return
			}
		}
	}
}

// Exprs goes through the outermost expressions of a move or symmetry.
func (m *Move) Exprs() iter.Seq[Expr] {
	return func(yield func(Expr) bool) {
		more := true
		v := visitor{part: func(p *Expr) { more = more && yield(*p) }}
		for i := range m.Params {
			v.one(&m.Params[i].Set)
		}
		v.one(&m.Where)
		for i := range m.When {
			v.cond(&m.When[i])
		}
		v.one(&m.Cost)
		v.one(&m.Order)
		v.one(&m.Label)
		for _, block := range [][]Effect{m.Body, m.Then} {
			for e := range effectExprs(block) {
				v.one(&e)
			}
		}
	}
}

// Exprs goes through a condition and its reason.
func (c *Cond) Exprs() iter.Seq[Expr] {
	return func(yield func(Expr) bool) {
		more := true
		v := visitor{part: func(p *Expr) { more = more && yield(*p) }}
		v.cond(c)
	}
}
