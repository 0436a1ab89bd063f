package lint

import (
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/ground/symbolic"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/diag"
)

// warnReadings reports that the two readings of a condition differ, at the innermost part that is negated and
// undefined. values are values of the variables for which they differ; nil if there were too many to try.
func (l *Linter) warnReadings(m *Draft, d *symbolic.Doubt, values map[int]int64) {
	b := &blame{ev: l.ev, m: l.m, part: d.Expr, frame: d.Frame, value: d.Part}
	if values != nil {
		b.state = make([]int64, l.m.StateSize)
		for v, c := range values {
			b.state[v] = c
		}
	}
	look := func() bool {
		return b.denied(d.Expr, append(slices.Clip(d.Frame), make(symbolic.Frame, model.SlotsFor(d.Expr))...), true)
	}
	denied := look()
	if state := b.state; !denied { // the condition may be false only because of variables that were not tried
		b.state = nil
		denied = look()
		b.state = state
	}
	at := b.part.Span()
	if at != d.Span && l.warned[at] {
		return
	}
	l.warned[at] = true
	b.names = append(b.localNames(m, d), b.names...)
	x := l.ev.Diags.Warnf(at, codeDenied, "%s", l.readingsText(m, d, b, values))
	b.rewrite(x, denied && !b.value && !b.inDef)
	if b.part != d.Expr {
		x.See(d.Span, "this depends on it")
	}
}

// rewrite proposes to say where the part is defined. keeps tells whether a condition in its place can keep the meaning:
// the part is negated, and where it is undefined what contains it is not true.
func (b *blame) rewrite(d *diag.Diagnostic, keeps bool) {
	culprit, _ := b.culprit(b.part, nil)
	cond, text := b.definedWhere(culprit), b.m.Text(b.part.Span())
	d.Help = b.definedHelp()
	_, isName := b.part.(*model.Local)
	if isName || cond == "" || text == "" || strings.Contains(text, "//") || b.part.Type().Kind != model.Boolean {
		return
	}
	composed := model.Contains(b.part, func(e model.Expr) bool { // it may be defined where a part of it is not
		switch e.(type) {
		case *model.Call, *model.If, *model.Fold:
			return true
		default:
			return e != b.part && e.Type() != nil && e.Type().Kind == model.Boolean
		}
	})
	if composed {
		cond = "defined(" + text + ")"
	}
	if call, ok := b.part.(*model.Call); ok && !b.ev.Denies(call.Def.Body) { // false in the other reading
		composed = false
	}
	at, same, edge := b.part.Span(), "("+cond+" => "+text+")", "("+cond+" and "+text+")"
	if b.not != nil && b.not.Span() == at { // `not in`
		same, edge = edge, same
	} else if b.not != nil && b.m.Text(b.not.Span()) != "" {
		at, same, edge = b.not.Span(), "("+cond+" and not "+text+")", "not ("+cond+" and "+text+")"
	}
	switch {
	case keeps && composed:
		d.Write(at, same, ", which keeps the meaning").Fix.Guess = true
	case keeps:
		d.Write(at, same, ", which keeps the meaning; if the edge shall count, `"+edge+"`").Fix.Guess = true
	case !composed:
		d.Help += "; if the edge shall count, write `" + edge + "`"
		d.Fix = &diag.Fix{Span: at, Text: edge, Guess: true}
	}
}

func (l *Linter) readingsText(m *Draft, d *symbolic.Doubt, b *blame, values map[int]int64) string {
	text := "in " + l.name(m) + ", this is undefined"
	if values == nil { // it is not proved
		text = "in " + l.name(m) + ", this may be undefined"
	}
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
func (b *blame) readBy(d *symbolic.Doubt) []int {
	part, _ := b.culprit(b.part, nil)
	if vars := b.ev.Pool.Reads(b.ev.Defined(part.Type(), b.ev.Eval(part, b.frame))); len(vars) > 0 {
		return vars
	}
	return b.ev.Pool.Reads(b.ev.Pool.And(append(slices.Clone(d.Path), d.OK, task.True)...))
}

// localNames returns the values of the outer local names of a condition. It omits the parameters of the move, because
// the name of the move contains their values.
func (b *blame) localNames(m *Draft, d *symbolic.Doubt) []string {
	params := map[int]bool{}
	if m.Decl != nil {
		for i := range m.Decl.Params {
			params[m.Decl.Params[i].Slot] = true
		}
	}
	var names []string
	for _, x := range b.ev.LocalsOf(d.Expr) {
		if params[x.Slot] || x.Slot >= len(d.Frame) {
			continue
		}
		names = b.nameTarget(names, &model.Target{Name: x.Name, Slot: x.Slot}, x.Ty, d.Frame.At(x.Slot))
	}
	return names
}
