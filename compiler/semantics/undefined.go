package semantics

import (
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/lists"
)

// whyUndefined says why an undefined expression is undefined, as the end of a sentence: ": division by zero". It
// returns "" if the reason is not known. It looks for a part that is undefined although its own parts are defined.
func (ev *Evaluator) whyUndefined(e model.Expr, f Frame) string {
	if why := ev.undefinedPart(e, f); why != "" {
		return ": " + why
	}
	return ""
}

func (ev *Evaluator) undefinedPart(e model.Expr, f Frame) string {
	switch e := e.(type) {
	case *model.If:
		if taken, ok := ev.branch(e, f); ok {
			return ev.undefinedPart(taken, f)
		}
		return ""
	case *model.Call:
		if g, ok := ev.frameOf(e, f); ok {
			return ev.undefinedPart(e.Def.Body, g)
		}
	case *model.Fold:
		return ev.undefinedFold(e, f)
	default:
	}
	for part := range model.Parts(e) {
		if _, ok := ev.eval(part, f); !ok {
			return ev.undefinedPart(part, f)
		}
	}
	return ev.undefinedAlone(e, f)
}

// frameOf returns the frame of a call's def. It returns false if an argument is undefined or outside its type.
func (ev *Evaluator) frameOf(e *model.Call, f Frame) (Frame, bool) {
	g := make(Frame, e.Def.Slots)
	for i, a := range e.Args {
		p := &e.Def.Params[i]
		v, ok := ev.eval(a, f)
		if !ok || p.Set != nil && !ev.Contains(p.Set, v, g) {
			return nil, false
		}
		g[p.Slot] = Slot{v, true}
	}
	return g, true
}

// mostChosen is the greatest number of elements that the message names if a `the` finds several.
const mostChosen = 3

// undefinedFold says why a binder is undefined: the elements of a `the`, a minimum of nothing, an undefined element.
func (ev *Evaluator) undefinedFold(e *model.Fold, f Frame) (why string) {
	var chosen []string
	elements := 0
	ev.EachBinding(e, f, func() bool {
		elements++
		v, ok := ev.eval(e.Body, f)
		switch {
		case e.Kind == model.The && ok && v.N != 0:
			chosen = append(chosen, values(ev.bound(nil, e, f)))
		case e.Kind != model.The && !ok:
			why = strings.TrimPrefix(ev.undefinedPart(e.Body, f)+forWhich(ev.bound(nil, e, f)), " ")
			return false
		}
		return true
	})
	switch {
	case why != "":
		return why
	case e.Kind == model.The && len(chosen) == 0:
		return "no " + named(e) + " satisfies this"
	case e.Kind == model.The && len(chosen) > mostChosen:
		return fmt.Sprintf("%d satisfy this: %s, …", len(chosen), strings.Join(chosen[:mostChosen], ", "))
	case e.Kind == model.The && len(chosen) > 1:
		return fmt.Sprintf("%d satisfy this: %s", len(chosen), strings.Join(chosen, ", "))
	case elements == 0 && (e.Kind == model.MinOf || e.Kind == model.MaxOf):
		return "there is no " + named(e) + " to choose from"
	}
	return ""
}

// values joins the values of witnesses: "(0, 1)".
func values(ws []Witness) string {
	return strings.Join(lists.Map(ws, func(w Witness) string { return w.Value }), " ")
}

// named joins the names of a binder's variables: "c".
func named(e *model.Fold) string {
	var list []string
	for _, v := range e.Vars {
		if v.Target.Elems == nil {
			list = append(list, v.Target.Name)
		}
	}
	if len(list) == 0 {
		return "element"
	}
	return strings.Join(list, ", ")
}

// undefinedAlone says why an expression is undefined although all its parts are defined.
func (ev *Evaluator) undefinedAlone(e model.Expr, f Frame) string {
	show := func(x model.Expr) string {
		v, _ := ev.eval(x, f)
		return ev.m.Format(x.Type(), v)
	}
	switch e := e.(type) {
	case *model.Binary:
		if r, ok := ev.eval(e.R, f); ok && r.N == 0 && e.Op.Divides() {
			return "division by zero"
		}
	case *model.Read:
		index := lists.Map(e.Index, show)
		if len(index) > 0 {
			return fmt.Sprintf("there is no %s[%s]", e.Array.Name, strings.Join(index, ", "))
		}
	case *model.Func:
		if e.Fn == model.Digit {
			return show(e.Args[0]) + " is no digit"
		}
	case *model.Shift:
		sign := "+"
		if e.Minus {
			sign = "-"
		}
		return fmt.Sprintf("%s %s %s is off the board", show(e.Cell), sign, show(e.By))
	case *model.ToCell:
		return show(e.X) + " is off the board"
	default:
	}
	return ""
}
