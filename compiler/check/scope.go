package check

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
)

// scope is the frame of one declaration and the local names that are visible at the current position. No slot is bound
// twice, so a slot has one meaning in its frame.
type scope struct {
	*checker
	unit      *symbol // the symbol whose dependencies are recorded; nil for moves and conditions
	locals    []local
	hidden    []local // locals of the scope around what is fixed: named in errors only
	fixed     string  // what cannot depend on the hidden locals: "the size of a grid"
	slots     int
	heuristic bool               // heuristics and their functions may be named
	values    map[string]*symbol // of enums that are parameters: they may be named here; nil where they may not
	bound     map[int]diag.Span  // where the local of a slot is named, for an index
	// In a template, unknown has its conditions. In a def that was made of it, conds has what they stand for.
	unknown map[string]*symbol
	conds   map[string]*applied
}

type local struct {
	name string
	slot int
	typ  *model.Type
	span diag.Span
	// value is what the name stands for, if it is the name of a `let` in an expression. The slot is not used then.
	value model.Expr
}

// applied is a def or an array of Booleans with the places of its call: values, or `_` where a place is open.
type applied struct {
	dsl.Node
	head dsl.Ident // the name as it is written
	sym  *symbol
	bare bool // a name alone, which leaves all places open
	args []dsl.Expr
	sets []model.Expr // of the places; nil for a parameter that stands for a condition
	typ  *model.Type  // of the value
}

func (c *checker) newScope(unit *symbol) *scope { return &scope{checker: c, unit: unit} }

// fixedScope returns a scope in which the local names of s are hidden. what names the expression for errors.
func (s *scope) fixedScope(what string) *scope {
	inner := s.newScope(s.unit)
	inner.hidden, inner.fixed = append(slices.Clone(s.hidden), s.locals...), what
	return inner
}

// mark and release limit the visibility of locals: release(m) hides the names that were bound since m was marked.
func (s *scope) mark() int        { return len(s.locals) }
func (s *scope) release(mark int) { s.locals = s.locals[:mark] }

// bind makes a local name visible and returns its slot. For `_` it returns -1.
func (s *scope) bind(name string, typ *model.Type, span diag.Span) int {
	if name == "_" {
		return -1
	}
	if i := slices.IndexFunc(s.locals, func(l local) bool { return l.name == name }); i >= 0 {
		s.diags.Errorf(span, codeLocal, "`%s` is the name of another local value here", name).
			See(s.locals[i].span, "named here").Help = "choose another name"
	}
	s.warnHidden(name, span)
	slot := s.newSlot()
	s.noteLocal(name, slot, typ, span)
	s.locals = append(s.locals, local{name: name, slot: slot, typ: typ, span: span})
	return slot
}

// warnHidden warns of a local name that hides a declaration, because readers may confuse the two.
func (s *scope) warnHidden(name string, span diag.Span) {
	if old := s.names[name]; old != nil {
		s.diags.Warnf(span, CodeHiddenName, "this local `%s` hides %s of the same name", name, withArticle(old.what())).
			See(old.span, "declared here").Help = "choose another name"
	}
}

func (s *scope) newSlot() int {
	s.slots++
	return s.slots - 1
}

// lookup finds a local name. A later name hides an earlier one.
func (s *scope) lookup(name string) (local, bool) {
	for i := len(s.locals) - 1; i >= 0; i-- {
		if s.locals[i].name == name {
			return s.locals[i], true
		}
	}
	return local{}, false
}

func (s *scope) isLocal(name string) bool { _, ok := s.lookup(name); return ok }

// target makes the names of a binder or let visible. typ is the type of the value that they name.
func (s *scope) target(t *dsl.Target, typ *model.Type) *model.Target {
	if t.Elems == nil {
		return &model.Target{Name: t.Name, Slot: s.bind(t.Name, typ, t.Span())}
	}
	elems := make([]*model.Type, len(t.Elems))
	for i := range elems {
		elems[i] = wrong
	}
	switch {
	case typ == wrong:
	case typ.Kind != model.TupleKind:
		e := s.diags.Errorf(t.Span(), codeTarget, "%d names are given to %s", len(elems), describe(typ))
		if typ.Kind == model.CellKind {
			e.Help = "name the cell, `c`, and write `c.row` and `c.col`"
		} else {
			e.Help = "write a single name"
		}
	case len(typ.Elems) != len(elems):
		s.diags.Errorf(t.Span(), codeTarget, "%d names are given to a tuple of %d values", len(elems),
			len(typ.Elems)).Help = "write `_` for values without a name"
	default:
		elems = typ.Elems
	}
	out := &model.Target{Slot: -1, Elems: make([]*model.Target, len(elems))}
	for i, e := range t.Elems {
		out.Elems[i] = s.target(e, elems[i])
	}
	return out
}
