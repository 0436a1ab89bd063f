package check

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
)

// The relation of `steps`, `reaches`, `region` or `acyclic` is a def, a call of a def with `_` in the open places, or a
// constant set.

func (s *scope) walk(e *dsl.Call) model.Expr {
	holes := 2
	if e.Fun.Name == "reaches" {
		holes = s.openPlaces(e.Args[0])
	}
	suffix := " for `" + e.Fun.Name + "`"
	var a, b model.Expr
	var cell *model.Type
	if writtenSet(e.Args[0]) {
		a, b = s.hint(e.Args[1], nil), s.hint(e.Args[2], nil)
		cell = s.cellAmong(a.Type(), b.Type())
	}
	rel, point := s.relation(e.Args[0], holes, e.Fun.Name, cell)
	if a != nil {
		a, b = s.expect(a, point, suffix), s.expect(b, point, suffix)
	} else {
		a, b = s.value(e.Args[1], point, suffix), s.value(e.Args[2], point, suffix)
	}
	if rel == nil || hasWrong(point) {
		return wrongAt(e.Span())
	}
	if e.Fun.Name == "steps" {
		return &model.Steps{Base: model.Base{Sp: e.Span(), Ty: model.NumberType}, Rel: rel, A: a, B: b}
	}
	return &model.Reaches{Base: model.Base{Sp: e.Span(), Ty: model.BooleanType}, Rel: rel, A: a, B: b}
}

// region checks `region(link, a)`. It is short for `count x in T: reaches(link, a, x)`, where T holds all values that
// the relation joins.
func (s *scope) region(e *dsl.Call) model.Expr {
	from := s.hint(e.Args[1], nil)
	rel, point := s.relation(e.Args[0], s.openPlaces(e.Args[0]), e.Fun.Name, s.cellAmong(from.Type()))
	if from = s.expect(from, point, " for `region`"); rel == nil || hasWrong(point) {
		return wrongAt(e.Span())
	}
	domain := rel.Domain
	if rel.Pairs != nil {
		domain = s.ends(rel.Pairs, point)
	}
	x := &model.Target{Name: "x", Slot: s.newSlot()}
	to := &model.Local{Base: model.Base{Sp: e.Args[0].Span(), Ty: point}, Name: x.Name, Slot: x.Slot}
	return &model.Fold{
		Base: model.Base{Sp: e.Span(), Ty: model.NumberType}, Kind: model.Count,
		Vars: []model.Bind{{Target: x, Set: domain}},
		Body: &model.Reaches{Base: model.Base{Sp: e.Span(), Ty: model.BooleanType}, Rel: rel, A: from, B: to},
	}
}

// ends returns the set of the values that stand in the pairs of a set.
func (s *scope) ends(pairs model.Expr, point *model.Type) model.Expr {
	base := model.Base{Sp: pairs.Span(), Ty: model.SetOf(point)}
	all := &model.Union{Base: base}
	for k := range 2 {
		x := &model.Target{Name: "x", Slot: s.newSlot()}
		pair := &model.Target{Slot: -1, Elems: []*model.Target{{Slot: -1}, {Slot: -1}}}
		pair.Elems[k] = x
		all.Sets = append(all.Sets, &model.SetComp{
			Base: base, Vars: []model.Bind{{Target: pair, Set: pairs}},
			Elem: &model.Local{Base: model.Base{Sp: base.Sp, Ty: point}, Name: x.Name, Slot: x.Slot},
		})
	}
	return s.hoist(all)
}

// links checks `acyclic(link)` or `connected(link)`.
func (s *scope) links(e *dsl.Call) model.Expr {
	whole := e.Fun.Name == "connected"
	var cell *model.Type
	if whole && writtenSet(e.Args[0]) {
		cell = s.cellAmong()
	}
	rel, point := s.relation(e.Args[0], s.openPlaces(e.Args[0]), e.Fun.Name, cell)
	if rel == nil || hasWrong(point) {
		return wrongAt(e.Span())
	}
	return &model.Links{Base: model.Base{Sp: e.Span(), Ty: model.BooleanType}, Rel: rel, Connected: whole}
}

// writtenSet reports whether a relation is a set in braces, in which pairs of numbers may stand for cells.
func writtenSet(e dsl.Expr) bool {
	switch unparen(e).(type) {
	case *dsl.SetLit, *dsl.SetComp:
		return true
	default:
		return false
	}
}

// cellAmong returns the type of the cells that the ends of a way are: that of an end which is a cell or, if both are
// pairs of numbers, that of the model's only grid. It returns nil for other ends.
func (s *scope) cellAmong(ends ...*model.Type) *model.Type {
	pairs := true
	for _, t := range ends {
		if t.Kind == model.CellKind {
			return t
		}
		pairs = pairs && isOffset(t)
	}
	if pairs && len(s.program.Grids) == 1 {
		return &model.Type{Kind: model.CellKind, Grid: s.program.Grids[0]}
	}
	return nil
}

// openPlaces returns the number of open places of a relation of `reaches`: 1 for a condition on cells, 2 for links.
func (s *scope) openPlaces(e dsl.Expr) int {
	open := 1
	switch x := e.(type) {
	case *dsl.Paren:
		return s.openPlaces(x.X)
	case *dsl.Name, *dsl.Call, *dsl.Index:
		name, _ := e.(*dsl.Name)
		if a := s.apply(e); a != nil {
			open = len(lists.Filter(a.args, isOpen))
		} else if name == nil {
			open = 0
		} else if array := s.names[name.Name]; array != nil && array.array != nil {
			s.signature(array)
			if t := array.array.Type; t != nil && t.Kind == model.SetKind && !hasWrong(t) && t.Elem().Kind == model.TupleKind {
				open = 2
			}
		}
	case *dsl.SetLit:
		if len(x.Elems) > 0 {
			return s.openPlaces(x.Elems[0])
		}
	case *dsl.SetComp:
		return s.openPlaces(x.Elem)
	case *dsl.Tuple:
		return 2
	default:
	}
	return max(1, min(open, 2))
}

// relation returns the relation and the type of its points. With an error, the relation is nil. cell is for
// setRelation.
func (s *scope) relation(e dsl.Expr, holes int, fn string, cell *model.Type) (*model.Relation, *model.Type) {
	e = unparen(e)
	a := s.apply(e)
	if a != nil && (a.sym.def != nil || a.typ.Kind == model.Boolean) && slices.ContainsFunc(a.args, isOpen) {
		return s.openRelation(a, holes, fn)
	}
	switch x := e.(type) {
	case *dsl.Name:
		if _, isDef := s.function(x.Name); isDef && !s.isLocal(x.Name) { // in a cycle
			return nil, wrong
		}
		if predeclaredFunction(x.Name) != nil && !s.isLocal(x.Name) {
			return s.functionRelation(e.Span(), x.Name, fn)
		}
	case *dsl.Call:
		if sym, isDef := s.function(x.Fun.Name); isDef {
			if !isWrong(s.callDef(x, sym)) {
				s.diags.Errorf(e.Span(), codeRelation, "this call leaves 0 places open, `%s` walks on %d", fn,
					holes).Help = "write `_` in each open place"
			}
			return nil, wrong
		}
		if predeclaredFunction(x.Fun.Name) != nil {
			return s.functionRelation(x.Fun.Span(), x.Fun.Name, fn)
		}
	default:
	}
	return s.setRelation(e, holes, fn, cell)
}

// functionRelation reports a predeclared function in the place of a def.
func (s *scope) functionRelation(at diag.Span, function, fn string) (*model.Relation, *model.Type) {
	d := s.diags.Errorf(at, codeRelation, "`%s` walks on a def, not on the function `%s`", fn, function)
	d.Help = "name it: `def next(a: T, b: T) = " + function + "(a, b)`"
	return nil, wrong
}

// openRelation is the relation of a def or an array of Booleans with open places.
func (s *scope) openRelation(e *applied, holes int, fn string) (*model.Relation, *model.Type) {
	open := len(lists.Filter(e.args, isOpen))
	if e.bare && open != holes {
		d := s.diags.Errorf(e.Span(), codeRelation, "`%s` has %s, `%s` walks on %d", e.sym.name,
			count(open, "parameter", "parameters"), fn, holes)
		if open > holes {
			d.Help = "write a call with `_` in the open places: `" + e.sym.name + "(…, _)`"
		}
		return nil, wrong
	}
	rel := &model.Relation{Name: e.sym.name}
	var sets []model.Expr
	for i, arg := range e.args {
		w, ok := arg.(*dsl.Wild)
		if !ok || e.sets[i] == nil {
			continue
		}
		sets = append(sets, e.sets[i])
		slot := s.newSlot()
		rel.Holes = append(rel.Holes, slot)
		s.wild[w] = &model.Local{Base: model.Base{Sp: w.Span(), Ty: elemOf(e.sets[i])}, Name: "_", Slot: slot}
	}
	rel.Body = s.holds(e)
	if isWrong(rel.Body) {
		return nil, wrong
	}
	rel.Body = s.expect(rel.Body, model.BooleanType, " for `"+fn+"` to walk on")
	if len(rel.Holes) != holes {
		s.diags.Errorf(e.Span(), codeRelation, "this call leaves %s open, `%s` walks on %d",
			count(len(rel.Holes), "place", "places"), fn, holes).Help = "write `_` in each open place"
		return nil, wrong
	}
	point := elemOf(sets[0])
	if holes == 2 && !same(point, elemOf(sets[1])) {
		s.diags.Errorf(e.Span(), codeRelation, "`%s` leads from %s to %s: no way has more than one step", e.sym.name,
			describe(point), describe(elemOf(sets[1]))).Help = "both open places have one kind"
		return nil, wrong
	}
	if isWrong(rel.Body) || hasWrong(point) {
		return nil, wrong
	}
	if rel.Domain = s.domain(e, sets, point, fn); rel.Domain == nil {
		return nil, wrong
	}
	if holes == 1 && point.Kind != model.CellKind {
		s.diags.Errorf(e.Span(), codeRelation, "`%s` walks on cells, not on %s", fn,
			plural(point)).Help = "of other values say which are joined: a def with two parameters, or a constant set of pairs"
		return nil, wrong
	}
	return rel, point
}

// domain returns a set that holds all points of a relation whose open parameters have the given sets. The set may be
// larger: a point outside the set of a parameter is an undefined argument.
func (s *scope) domain(e *applied, sets []model.Expr, point *model.Type, fn string) model.Expr {
	base := model.Base{Sp: sets[0].Span(), Ty: model.SetOf(point)}
	listed := endless(sets[0]) == "" && len(model.FreeLocals(sets[0])) == 0 &&
		(len(sets) == 1 || key(sets[0]) == key(sets[1]))
	switch {
	case listed && len(sets) == 2 && fn != "steps":
		return s.hoist(sets[0])
	case point.Kind == model.CellKind:
		return &model.GridSet{Base: base, Grid: point.Grid}
	case point.Kind == model.Direction || point.Kind == model.Enumerated || point.Kind == model.Boolean:
		return &model.FullSet{Base: base}
	case !listed:
		s.diags.Errorf(e.Span(), codeRelation, "the points that `%s` leads over are not known",
			e.sym.name).Help = "declare its open parameters with one named type"
		return nil
	}
	return s.hoist(sets[0])
}

// setRelation is the relation of a constant set: of pairs for steps, of cells for reaches. Where the points are cells,
// cell is their type, so that a set of pairs of numbers is one of cells.
func (s *scope) setRelation(e dsl.Expr, holes int, fn string, cell *model.Type) (*model.Relation, *model.Type) {
	set := s.hint(e, anySet)
	if isWrong(set) {
		return nil, wrong
	}
	if cell != nil {
		if cells, ok := convert(set, model.SetOf(cell)); ok && fn != "steps" {
			set, holes = cells, 1
		} else if links, ok := convert(set, model.SetOf(&model.Type{
			Kind: model.TupleKind, Elems: []*model.Type{cell, cell},
		})); ok {
			set = links
		}
	}
	t := set.Type()
	switch {
	case t.Elem() == nil:
	case holes == 1 && t.Elem().Kind == model.CellKind:
		slot := s.newSlot()
		hole := &model.Local{Base: model.Base{Sp: e.Span(), Ty: t.Elem()}, Name: "_", Slot: slot}
		return &model.Relation{
			Name: s.text1(e), Holes: []int{slot},
			Domain: &model.GridSet{Base: model.Base{Sp: e.Span(), Ty: model.SetOf(t.Elem())}, Grid: t.Elem().Grid},
			Body:   &model.In{Base: model.Base{Sp: e.Span(), Ty: model.BooleanType}, X: hole, Set: set},
		}, t.Elem()
	case holes == 2 && t.Elem().Kind == model.TupleKind && len(t.Elem().Elems) == 2:
		from, to := t.Elem().Elems[0], t.Elem().Elems[1]
		if !same(from, to) {
			s.diags.Errorf(e.Span(), codeRelation, "this set leads from %s to %s: no way has more than one step",
				describe(from), describe(to))
			return nil, wrong
		}
		s.listed(set)
		return &model.Relation{Name: s.text1(e), Pairs: set}, from
	}
	what := "cells, or a def with one parameter"
	switch {
	case fn == "region" || fn == "acyclic" || fn == "connected":
		what = "cells or pairs, or a def with one or two parameters"
	case holes == 2:
		what = "pairs, or a def with two parameters"
	}
	s.diags.Errorf(e.Span(), codeRelation, "this is %s, `%s` walks on a constant set of %s", describe(t), fn, what)
	return nil, wrong
}

// open returns the value of an open place `_`.
func (s *scope) open(e *dsl.Wild) model.Expr {
	if l, ok := s.wild[e]; ok {
		return l
	}
	return s.refuse(e.Span(), codeWild, "",
		"`_` can stand only in patterns of `prune` and as an open place of a relation or a condition, as in `reaches`")
}

// hoist makes a declared type of a set that needs slots, so that the set can be used outside its frame.
func (c *checker) hoist(set model.Expr) model.Expr {
	slots := model.SlotsFor(set)
	if slots == 0 {
		return set
	}
	t := &model.TypeDecl{ID: len(c.program.Types), Name: c.text(set.Span()), Span: set.Span(), Set: set, Slots: slots}
	c.program.Types = append(c.program.Types, t)
	return &model.NamedSet{Base: model.Base{Sp: set.Span(), Ty: set.Type()}, Decl: t}
}
