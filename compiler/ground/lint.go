package ground

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/diag"
	"github.com/pzc-lang/pzc/task"
)

// doubtKind says what may go wrong.
type doubtKind uint8

const (
	indexDoubt   doubtKind = iota // a number outside an array's index
	outsideDoubt                  // a number outside the type of a def's parameter or result
	writeDoubt                    // a number written outside its type
	uniqueDoubt                   // `the` without a unique witness
	clashDoubt                    // two values for one place
)

// doubt is a place where something may go wrong: all is well where ok holds. It matters only where all of path hold.
type doubt struct {
	kind  doubtKind
	span  diag.Span
	other diag.Span // clashDoubt: the other write
	ok    task.Expr
	path  []task.Expr
	value task.Expr // the number
	typ   *model.Type
	set   *model.Set // what it should be in; nil if only what is known
	what  model.Expr
	expr  model.Expr // the value as it is written
	place int        // clashDoubt
}

// pathNode is a condition under which an expression is computed, inside others.
type pathNode struct {
	cond task.Expr
	up   *pathNode
}

// linter collects doubts while moves are grounded.
type linter struct {
	watching bool
	doubts   []doubt
	path     *pathNode
	doubtful []doubtful        // moves with doubts
	tests    map[diag.Span]int // doubts noted, by place
	tried    map[diag.Span]int // assignments tried for them
	warned   map[diag.Span]bool
	at       diag.Span // the move that is being grounded
	collided bool      // the instance surely writes two values to one place
	crash    doubt     // the collision
}

// foundDoubts are the doubts of one clause of a move.
type foundDoubts struct {
	stage  int // number in writing.whens, effectStage for the rest
	doubts []doubt
}

const effectStage = -1

// under computes something that matters only where c holds.
func (g *grounder) under(c task.Expr, f func() sym) sym {
	if !g.watching || c == task.True {
		return f()
	}
	outer := g.path
	g.path = &pathNode{c, outer}
	v := f()
	g.path = outer
	return v
}

// underNot computes something that matters only where c does not hold.
func (g *grounder) underNot(c task.Expr, f func() sym) sym {
	if !g.watching || c == task.False {
		return f()
	}
	return g.under(g.pool.Not(c), f)
}

// doubt notes that something may go wrong.
func (g *grounder) doubt(d doubt) {
	if !g.watching || d.ok == task.True || g.warned[d.span] || len(g.doubts) >= maxDoubts {
		return
	}
	for n := g.path; n != nil; n = n.up {
		d.path = append(d.path, n.cond)
	}
	g.doubts = append(g.doubts, d)
}

// maxDoubts bounds the doubts of one clause of a ground move.
const maxDoubts = 1000

// repeatDoubts notes doubts once more where what they belong to is used again.
func (g *grounder) repeatDoubts(ds []doubt) {
	for _, d := range ds {
		d.path = slices.Clone(d.path)
		g.doubt(d)
	}
}

// keepDoubts puts the doubts of a clause aside until the whole move is known.
func (w *writing) keepDoubts(stage int) {
	if len(w.g.doubts) > 0 {
		w.found = append(w.found, foundDoubts{stage, w.g.doubts})
	}
	w.g.doubts = nil
}

// clash notes that two writes of a phase may differ.
func (w *writing) clash(place int, a, b placeWrite, cond task.Expr) {
	d := doubt{kind: clashDoubt, span: a.span, other: b.span, ok: w.g.pool.Not(cond), place: place}
	if cond == task.True {
		w.g.collided, w.g.crash = true, d
	}
	if a.span != b.span || cond != task.True {
		w.g.doubt(d)
	}
}

// collisionError reports a move that always writes two values to one place.
func (g *grounder) collisionError(mv *model.Move) {
	g.warned[g.crash.span] = true
	d := g.diags.Errorf(g.crash.span, codeWriteTwice, "`%s` always writes two values to one variable, and can never be made", mv.Name)
	d.Related = append(d.Related, diag.Related{Span: g.crash.other, Msg: "the other write"})
	d.Help = "write it once, or put the second write into a `then { … }`"
}

// warn says what may go wrong in a move.
func (g *grounder) warn(w *writing, d *doubt, values map[int]int64) {
	name := g.moveName(w.mv, w.args)
	where := fmt.Sprintf("in `%s`,", name)
	never := ""
	if with := g.example(d, values); with != "" {
		where += " if " + with + ","
		never = "; if no state that is reached is like this, say so by an `invariant`"
	}
	would := "may be"
	if values != nil && (d.kind == indexDoubt || d.kind == outsideDoubt || d.kind == writeDoubt) {
		state := make([]int64, len(g.domains))
		for v, c := range values {
			state[v] = c
		}
		would = "would be " + g.m.Format(model.NumberType, model.Int(g.pool.Eval(d.value, state))) + ","
	}
	switch d.kind {
	case indexDoubt:
		x := g.diags.Warnf(d.span, codeLeaveArray, "%s the index %s outside %s", where, would, rangeText(d.set))
		x.Help = g.guardHelp(w, d, "") + never
	case outsideDoubt:
		of := "its type"
		if text := exprText(d.what); text != "" {
			of += " " + text
		}
		x := g.diags.Warnf(d.span, codeLeaveType, "%s this %s outside %s: it counts as undefined", where, would, of)
		x.Help = g.guardHelp(w, d, exprText(d.what)) + never
	case writeDoubt:
		x := g.diags.Warnf(d.span, codeLeaveType, "%s the new value %s outside %s: such a move cannot be made", where, would, rangeText(d.set))
		x.Help = g.guardHelp(w, d, "") + never
	case uniqueDoubt:
		x := g.diags.Warnf(d.span, codeNotUnique, "%s `the` finds no value, or several", where)
		x.Help = "say in the condition which one is meant, or use `min` or `max`" + never
	case clashDoubt:
		x := g.diags.Warnf(d.span, codeWriteMaybe, "%s %s is written twice, with two values: such a move cannot be made", where, g.m.StateName(d.place))
		x.Related = append(x.Related, diag.Related{Span: d.other, Msg: "the other write"})
		x.Help = "exclude it by `where` or `when`" + never
	}
}

// example names the values of the variables under which a doubt is justified.
func (g *grounder) example(d *doubt, values map[int]int64) string {
	bad := append([]task.Expr{d.ok}, d.path...)
	var parts []string
	for _, v := range g.varsRead.Of(g.pool.And(append(bad, task.True)...)) {
		if c, ok := values[v]; ok && len(parts) < 4 {
			place := v
			a, _ := g.m.ArrayAt(place)
			parts = append(parts, g.m.StateName(place)+" = "+g.m.Format(a.Type, model.Int(c)))
		}
	}
	return strings.Join(parts, ", ")
}

// guardHelp offers the guard to write.
func (g *grounder) guardHelp(w *writing, d *doubt, set string) string {
	switch {
	case set != "":
	case d.set == nil:
		set = "its type"
	default:
		set = rangeText(d.set)
	}
	text := ""
	if d.expr != nil {
		text = exprText(d.expr)
	}
	if text == "" || set == "its type" {
		return "add a `when` that keeps it in " + set
	}
	word := "when"
	if !g.readsState(d.expr) && len(w.mv.Params) > 0 {
		word = "where"
	}
	return "add `" + word + " " + text + " in " + set + "` if that is what is meant"
}

// rangeText writes a set of numbers.
func rangeText(s *model.Set) string {
	n := s.Len()
	if n > 0 && s.Elems[n-1].N-s.Elems[0].N == int64(n-1) {
		return fmt.Sprintf("%d..%d", s.Elems[0].N, s.Elems[n-1].N)
	}
	var parts []string
	for i, v := range s.Elems {
		if i == 8 {
			parts = append(parts, "…")
			break
		}
		parts = append(parts, fmt.Sprint(v.N))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}
