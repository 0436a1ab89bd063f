package ground

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/compiler/ground/symbolic"
	"github.com/pzc-lang/pzc/compiler/ground/work"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/sorting"
	"github.com/pzc-lang/pzc/internal/text"
)

// instances lists the arguments that `where` and the static parts of `when` admit, in the order of the language.
func (g *grounder) instances(mv *model.Move, before int) instances {
	var p plan
	f := make(symbolic.Frame, mv.Slots)
	args := make([]model.Value, len(mv.Params))
	out := instances{width: len(args)}
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
			return out.add(g.Work, args) && g.roomFor(mv, before, out.n, tried)
		}
		if !g.roomFor(mv, before, out.n+p.rest[k], tried) {
			return false
		}
		i := p.order[k]
		set, t, ok := g.Listing(mv.Params[i].Set, f)
		if !ok {
			return true
		}
		for _, v := range p.joins[k].Values(set, f) {
			tried++
			if g.Halted() || !g.roomFor(mv, before, out.n, tried) {
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
		if p = g.bindingPlan(mv); passes(p.tests[0]) {
			bind(0)
		}
	})
	if !slices.IsSorted(p.order) {
		all := slices.Collect(slices.Chunk(out.args, out.width))
		sorting.Stable(all, func(a, b []model.Value) int { return slices.CompareFunc(a, b, model.Compare) })
		out.args = slices.Concat(all...)
	}
	return out
}

// instances is a list of arguments.
type instances struct {
	width int // the number of parameters
	n     int // of instances
	args  []model.Value
}

// add adds arguments. It returns false if there is no memory; then the work ends.
func (l *instances) add(w *work.Work, args []model.Value) bool {
	for _, v := range args {
		var ok bool
		if l.args, ok = work.Grown(w, l.args); !ok {
			return false
		}
		l.args = append(l.args, v)
	}
	l.n++
	return true
}

// at returns the arguments of an instance.
func (l *instances) at(i int) []model.Value { return l.args[i*l.width : (i+1)*l.width : (i+1)*l.width] }

// roomFor reports an error if a move has too many instances, or too many tuples to try.
func (g *grounder) roomFor(mv *model.Move, before, found, tried int) bool {
	if before+found <= g.o.MaxMoves && tried <= 200*g.o.MaxMoves {
		return true
	}
	msg := fmt.Sprintf("`%s` has %s", g.m.MoveName(mv), g.product(mv))
	if before > 0 {
		msg += " (after " + text.Plural(int64(before), "other move") + ")"
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
