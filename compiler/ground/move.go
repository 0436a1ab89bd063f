package ground

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/compiler/ground/symbolic"
	"github.com/pzc-lang/pzc/compiler/ground/work"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/diag"
	"github.com/pzc-lang/pzc/task"
)

// schema counts the instances of a declared move.
type schema struct {
	decl      *model.Move
	instances int // number of instances that `where` admits
	possible  int // number of these that are applicable in some state
}

// makeMoves grounds all moves, in the order of the language.
func (g *grounder) makeMoves(t *task.Task) []schema {
	schemas := make([]schema, len(g.m.Moves))
	for i, mv := range g.m.Moves {
		g.At = mv.Span
		instances := g.instances(mv, len(t.Moves))
		if g.Halted() {
			return nil
		}
		schemas[i] = schema{decl: mv, instances: len(instances)}
		collisions := 0
		var last *symbolic.Doubt
		for _, args := range instances {
			gm, ok, crash := g.instance(mv, i, args)
			if g.Halted() {
				return nil
			}
			if crash != nil {
				collisions, last = collisions+1, crash
			}
			if ok {
				if t.Moves, ok = work.Grown(g.Work, t.Moves); !ok {
					return nil
				}
				schemas[i].possible++
				t.Moves = append(t.Moves, gm)
			} else {
				t.Facts.ImpossibleMoves++
			}
		}
		if collisions > 0 && collisions == len(instances) {
			g.collisionError(mv, last)
		}
	}
	return schemas
}

// plan is the order in which a move's parameters are bound, each with the conditions that can be tested then.
type plan struct {
	order []int          // parameters
	tests [][]model.Expr // tests[k] after k parameters are bound
}

// instances lists the arguments that `where` and the static parts of `when` admit, in the order of the language.
func (g *grounder) instances(mv *model.Move, before int) [][]model.Value {
	p := g.bindingPlan(mv)
	f := make(symbolic.Frame, mv.Slots)
	args := make([]model.Value, len(mv.Params))
	var out [][]model.Value
	tried := 0
	placed := map[int]bool{} // slots of parameters that have values
	bound := func(slot int) bool { return placed[slot] }
	passes := func(tests []model.Expr) bool {
		for _, e := range tests {
			v := g.Eval(e, f)
			if g.Denies(e) && g.Decided(v) != task.True && !slices.Contains(g.needs(mv, f, bound), task.False) {
				g.Settle(e, v, f)
			}
			if v.X != task.True {
				return false
			}
		}
		return true
	}
	var bind func(k int) bool
	bind = func(k int) bool {
		if k == len(p.order) {
			var ok bool
			if out, ok = work.Grown(g.Work, out); !ok {
				return false
			}
			out = append(out, slices.Clone(args))
			return g.roomFor(mv, before, len(out), tried)
		}
		i := p.order[k]
		set, t, ok := g.Listing(mv.Params[i].Set, f)
		if !ok {
			return true
		}
		for _, v := range set.Elems {
			tried++
			if g.Halted() || !g.roomFor(mv, before, len(out), tried) {
				return false
			}
			args[i] = v
			f.Set(mv.Params[i].Slot, g.Lift(t, v))
			placed[mv.Params[i].Slot] = true
			if passes(p.tests[k+1]) && !bind(k+1) {
				return false
			}
		}
		placed[mv.Params[i].Slot] = false
		return true
	}
	g.comparing("the parameters of `"+mv.Name+"`", func() {
		if passes(p.tests[0]) {
			bind(0)
		}
	})
	if !slices.IsSorted(p.order) {
		slices.SortStableFunc(out, func(a, b []model.Value) int { return slices.CompareFunc(a, b, model.Compare) })
	}
	return out
}

// roomFor reports an error if a move has too many instances, or too many tuples to try.
func (g *grounder) roomFor(mv *model.Move, before, found, tried int) bool {
	if before+found <= g.o.MaxMoves && tried <= 200*g.o.MaxMoves {
		return true
	}
	msg := fmt.Sprintf("`%s` has %s", mv.Name, g.product(mv))
	if before > 0 {
		msg += fmt.Sprintf(" (%s moves come before it)", diag.Thousands(before))
	}
	g.ErrorOnce(mv.Span, codeTooMany, msg+": more than "+diag.Thousands(g.o.MaxMoves)+" ground moves do not fit",
		"exclude with `where` the instances that can never be applied, or remove parameters that the others determine")
	g.Stopped = true
	return false
}

// product returns the number of argument tuples that the types of a move's parameters allow, as text.
func (g *grounder) product(mv *model.Move) string {
	f := make(symbolic.Frame, mv.Slots)
	total := 1.0
	var factors []string
	for _, p := range mv.Params {
		n := 1
		if set, t, ok := g.Listing(p.Set, f); ok {
			n = set.Len()
			if n > 0 {
				f.Set(p.Slot, g.Lift(t, set.Elems[0]))
			}
		}
		total *= float64(n)
		factors = append(factors, strconv.Itoa(n))
	}
	if len(factors) == 1 {
		return factors[0] + " combinations of arguments"
	}
	if total < 1e15 {
		return strings.Join(factors, " × ") + " = " + diag.Thousands(int(total)) + " combinations of arguments"
	}
	return strings.Join(factors, " × ") + " combinations of arguments"
}

// bindingPlan orders the parameters. The next parameter is the one after which the most conditions can be tested. Ties
// are broken by the size of the parameter's set.
func (g *grounder) bindingPlan(mv *model.Move) plan {
	type test struct {
		expr model.Expr
		uses map[int]bool // parameters
	}
	paramAt := map[int]int{}
	for i, p := range mv.Params {
		paramAt[p.Slot] = i
	}
	uses := func(e model.Expr) map[int]bool {
		m := map[int]bool{}
		for _, l := range g.LocalsOf(e) {
			if i, ok := paramAt[l.Slot]; ok {
				m[i] = true
			}
		}
		return m
	}
	var tests []test
	for _, e := range g.staticTests(mv) {
		tests = append(tests, test{e, uses(e)})
	}
	n := len(mv.Params)
	needs, sizes := make([]map[int]bool, n), make([]int, n)
	for i, p := range mv.Params {
		needs[i], sizes[i] = uses(p.Set), 16
		if len(needs[i]) == 0 {
			if set, _, ok := g.Listing(p.Set, make(symbolic.Frame, mv.Slots)); ok {
				sizes[i] = set.Len()
			}
		}
	}
	out := plan{tests: make([][]model.Expr, n+1)}
	bound := map[int]bool{}
	within := func(m map[int]bool, extra int) bool {
		for i := range m {
			if !bound[i] && i != extra {
				return false
			}
		}
		return true
	}
	take := func(k int) {
		rest := tests[:0]
		for _, t := range tests {
			if within(t.uses, -1) {
				out.tests[k] = append(out.tests[k], t.expr)
			} else {
				rest = append(rest, t)
			}
		}
		tests = rest
	}
	take(0)
	for k := range n {
		best, bestTests := -1, 0
		for i := range n {
			if bound[i] || !within(needs[i], -1) {
				continue
			}
			count := 0
			for _, t := range tests {
				if within(t.uses, i) {
					count++
				}
			}
			if best < 0 || count > bestTests || count == bestTests && sizes[i] < sizes[best] {
				best, bestTests = i, count
			}
		}
		if best < 0 { // sets of parameters that depend on each other, which the checker rejects
			best = slices.IndexFunc(sizes, func(int) bool { return true })
		}
		bound[best] = true
		out.order = append(out.order, best)
		take(k + 1)
	}
	return out
}

// staticTests are the conjuncts of `where`, and those of `when` that do not read the state.
func (g *grounder) staticTests(mv *model.Move) []model.Expr {
	var out []model.Expr
	var split func(e model.Expr, always bool)
	split = func(e model.Expr, always bool) {
		if b, ok := e.(*model.Binary); ok && b.Op == model.And {
			split(b.L, always)
			split(b.R, always)
			return
		}
		if always || !g.ReadsState(e) {
			out = append(out, e)
		}
	}
	if mv.Where != nil {
		split(mv.Where, true)
	}
	for i := range mv.When {
		split(mv.When[i].Expr, false)
	}
	return out
}

// instance grounds a move with its arguments. ok is false if the move is never applicable. crash describes two
// different values that it certainly writes to one place.
func (g *grounder) instance(mv *model.Move, schema int, args []model.Value) (gm task.Move, ok bool,
	crash *symbolic.Doubt,
) {
	w := g.newWriting(mv, args)
	g.Watch(!g.o.NoWarnings)
	g.Compare(!g.o.NoWarnings && g.image == nil)
	ok = w.ground(&gm)
	g.Watch(false)
	g.Compare(false)
	g.lint.Note(w.lint)
	if !ok {
		return gm, false, w.crash
	}
	gm.Name, gm.Schema = g.m.FormatMove(mv, args), schema
	if len(g.m.Prunes) > 0 {
		g.moveArgs[gm.Name] = args
	}
	return gm, true, w.crash
}
