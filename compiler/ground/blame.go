package ground

import (
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/diag"
	"github.com/pzc-lang/pzc/task"
)

// warnReadings reports that the two readings of a condition differ, at the innermost part that is negated and
// undefined. values are values of the variables for which they differ; nil if there were too many to try.
func (l *linter) warnReadings(m *draft, d *doubt, values map[int]int64) {
	b := &blame{ev: l.ev, m: l.m, part: d.expr, frame: d.frame}
	if values != nil {
		b.state = make([]int64, l.m.StateSize)
		for v, c := range values {
			b.state[v] = c
		}
	}
	b.denied(d.expr, append(d.frame, make(frame, model.SlotsFor(d.expr))...), true)
	at := b.part.Span()
	if at != d.span && l.warned[at] {
		return
	}
	l.warned[at] = true
	b.names = append(b.localNames(m, d), b.names...)
	x := l.ev.Diags.Warnf(at, codeDenied, "%s", l.readingsText(m, d, b, values))
	x.Help = b.definedHelp()
	if cond := b.culpritDefined(); cond != "" {
		x.Help += "; if its negation shall hold there, write `not (" + cond + " and …)`"
	}
	if b.part != d.expr {
		x.Related = append(x.Related, diag.Related{Span: d.span, Msg: "this depends on it"})
	}
}

func (l *linter) readingsText(m *draft, d *doubt, b *blame, values map[int]int64) string {
	text := "in " + l.name(m) + ", this is undefined"
	cases := b.names
	if with := l.valuesOf(b.readBy(d), values); with != "" {
		cases = append(slices.Clip(cases), with)
	}
	if len(cases) > 0 {
		text += " for " + strings.Join(cases, ", ")
	}
	return text + ", so that neither it nor its negation is true"
}

// readBy lists the variables that decide whether the innermost part is defined, or else all variables of the doubt.
func (b *blame) readBy(d *doubt) []int {
	part, _ := b.culprit(b.part, nil)
	if vars := b.ev.Pool.Reads(b.ev.defined(part.Type(), b.ev.eval(part, b.frame))); len(vars) > 0 {
		return vars
	}
	return b.ev.Pool.Reads(b.ev.Pool.And(append(slices.Clone(d.path), d.ok, task.True)...))
}

// localNames returns the values of the outer local names of a condition. It omits the parameters of the move, because
// the name of the move contains their values.
func (b *blame) localNames(m *draft, d *doubt) []string {
	params := map[int]bool{}
	if m.decl != nil {
		for i := range m.decl.Params {
			params[m.decl.Params[i].Slot] = true
		}
	}
	var names []string
	for _, x := range b.ev.localsOf(d.expr) {
		if params[x.Slot] || x.Slot >= len(d.frame) {
			continue
		}
		names = b.nameTarget(names, &model.Target{Name: x.Name, Slot: x.Slot}, x.Ty, d.frame.at(x.Slot))
	}
	return names
}
