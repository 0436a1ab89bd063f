package compiler

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
	tests    map[diag.Span]int // doubts tested, by place
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
	g.diags = slices.DeleteFunc(g.diags, func(d *diag.Diagnostic) bool { return d.Code == codeWriteMaybe && d.Span == g.crash.span })
	d := g.diags.Errorf(g.crash.span, codeWriteTwice, "`%s` always writes two values to one variable, and can never be made", mv.Name)
	d.Related = append(d.Related, diag.Related{Span: g.crash.other, Msg: "the other write"})
	d.Help = "write it once, or put the second write into a `then { … }`"
}

// Limits of the search for values that break something.
const (
	testsPerPlace = 400     // ground moves that are looked at for one place in the text
	testCases     = 50_000  // assignments for one doubt
	allTestCases  = 500_000 // assignments for all doubts of one place
)

// testDoubts looks for values under which a move's doubts are justified, and warns.
func (g *grounder) testDoubts(w *writing) {
	if g.tests == nil {
		g.tests, g.tried, g.warned = map[diag.Span]int{}, map[diag.Span]int{}, map[diag.Span]bool{}
	}
	g.doubts = nil
	for _, found := range w.found {
		var context []task.Expr
		for i, c := range w.whens {
			if i != found.stage {
				context = append(context, g.pool.Conjuncts(c)...)
			}
		}
		for i := range found.doubts {
			d := &found.doubts[i]
			if g.warned[d.span] || g.tests[d.span] >= testsPerPlace || g.tried[d.span] > allTestCases || slices.Contains(context, task.False) {
				continue
			}
			g.tests[d.span]++
			if values, broken := g.breaks(d, context); broken {
				g.warned[d.span] = true
				g.warn(w, d, values)
			}
		}
	}
}

// breaks looks for values of the variables for which a doubt is justified. values are nil if there are too many to try.
func (g *grounder) breaks(d *doubt, context []task.Expr) (values map[int]int64, broken bool) {
	p := g.pool
	bad := p.And(append(slices.Clone(d.path), p.Not(d.ok))...)
	if bad == task.False {
		return nil, false
	}
	values, tried, ok := possible(p, p.Conjuncts(bad), context, g.varsOf, func(v int) []int64 { return g.domains[v] })
	if !ok {
		return nil, g.breaksLoosely(d, append(slices.Clone(d.path), context...))
	}
	g.tried[d.span] += tried
	return values, values != nil
}

// breaksLoosely is false if a doubt is unjustified whatever values sums have.
func (g *grounder) breaksLoosely(d *doubt, context []task.Expr) bool {
	l := loosen(g.pool)
	bad := l.of(g.pool.Not(d.ok))
	loose := make([]task.Expr, len(context))
	for i, c := range context {
		loose[i] = l.of(c)
	}
	values, tried, ok := possible(l.pool, l.pool.Conjuncts(bad), loose, l.pool.Vars, func(v int) []int64 { return l.values[v] })
	g.tried[d.span] += tried
	return !ok || values != nil
}

// possible looks for values of the variables for which all of conds hold, and as many of those of the context that speak of the same
// variables as may be tried. tried is the number of cases; false if there are too many.
func possible(p *task.Pool, conds, context []task.Expr, varsOf func(task.Expr) []int, domain func(int) []int64) (values map[int]int64, tried int, ok bool) {
	var vars []int
	for _, c := range conds {
		vars = unionOf(vars, varsOf(c))
	}
	if casesOf(vars, domain) > testCases {
		return nil, 0, false
	}
	conds = slices.Clone(conds)
	for again := true; again; { // conditions that speak of these variables, and of a few more
		again = false
		rest := context[:0:0]
		for _, c := range context {
			cv := varsOf(c)
			union := unionOf(vars, cv)
			if len(union) == len(vars)+len(cv) && len(cv) > 0 || casesOf(union, domain) > testCases {
				rest = append(rest, c)
				continue
			}
			conds, vars, again = append(conds, c), union, true
		}
		context = rest
	}
	s := newScan(p, conds, len(conds), vars, domain)
	s.run(func() bool {
		values = map[int]int64{}
		for i, v := range vars {
			values[v] = s.now[i]
		}
		return false
	})
	return values, casesOf(vars, domain), true
}

// casesOf is the number of assignments to some variables, up to a limit.
func casesOf(vars []int, domain func(int) []int64) int {
	n := 1
	for _, v := range vars {
		if n *= len(domain(v)); n > 1<<24 {
			break
		}
	}
	return n
}

func unionOf(a, b []int) []int {
	out := append(slices.Clone(a), b...)
	slices.Sort(out)
	return slices.Compact(out)
}

// warn says what may go wrong in a move.
func (g *grounder) warn(w *writing, d *doubt, values map[int]int64) {
	name := g.moveName(w.mv, w.args)
	where := fmt.Sprintf("in `%s`", name)
	if with := g.example(d, values); with != "" {
		where += " with " + with
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
		x := g.diags.Warnf(d.span, codeLeaveArray, "%s, the index %s outside %s", where, would, rangeText(d.set))
		x.Help = g.guardHelp(w, d, "")
	case outsideDoubt:
		of := "its type"
		if text := exprText(d.what); text != "" {
			of += " " + text
		}
		x := g.diags.Warnf(d.span, codeLeaveType, "%s, this %s outside %s: it counts as undefined", where, would, of)
		x.Help = g.guardHelp(w, d, exprText(d.what))
	case writeDoubt:
		x := g.diags.Warnf(d.span, codeLeaveType, "%s, the new value %s outside %s: such a move cannot be made", where, would, rangeText(d.set))
		x.Help = g.guardHelp(w, d, "")
	case uniqueDoubt:
		x := g.diags.Warnf(d.span, codeNotUnique, "%s, `the` finds no value, or several", where)
		x.Help = "say in the condition which one is meant, or use `min` or `max`"
	case clashDoubt:
		x := g.diags.Warnf(d.span, codeWriteMaybe, "%s, %s is written twice, with two values: such a move cannot be made", where, g.m.StateName(d.place))
		x.Related = append(x.Related, diag.Related{Span: d.other, Msg: "the other write"})
		x.Help = "exclude it by `where` or `when`"
	}
}

// example names the values of the variables under which a doubt is justified.
func (g *grounder) example(d *doubt, values map[int]int64) string {
	bad := append([]task.Expr{d.ok}, d.path...)
	var parts []string
	for _, v := range g.varsOf(g.pool.And(append(bad, task.True)...)) {
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
