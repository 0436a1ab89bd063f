package statespace

import (
	"strconv"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
)

// text translates a text: a label or the text of a view. Undefined values are shown as question marks.
func (sc *Scope) text(e model.Expr) code.Expr {
	if e.Type().Kind != model.TextKind {
		return sc.shown(e)
	}
	switch e := e.(type) {
	case *model.Text:
		var parts []code.Expr
		for _, p := range e.Parts {
			if p.Text != "" {
				parts = append(parts, quote(p.Text))
			}
			if p.Expr != nil {
				parts = append(parts, sc.shown(p.Expr))
			}
		}
		if len(parts) == 0 {
			return quote("")
		}
		text := parts[0]
		for _, p := range parts[1:] {
			text = code.Arithmetic(text, "+", p)
		}
		return text
	case *model.Lit:
		return quote(e.Value.C.Text)
	case *model.If:
		return sc.chosenText(e)
	case *model.Call:
		return sc.callOf(e, variant{def: e.Def}, sc.arguments(e))
	case *model.Read:
		return sc.textElement(e)
	default:
		GiveUp(e.Span(), "this text")
	}
	return code.Expr{}
}

// textElement is an element of a parameter or constant with texts. In its data, undefined texts are question marks.
func (sc *Scope) textElement(e *model.Read) code.Expr {
	if f, ok := sc.factOf(e); ok && f.constant {
		return quote(f.value.C.Text)
	}
	x, need := sc.element(e.Array, code.Name(sc.Writer.Name(e.Array)), e.Index)
	return sc.unless(need, x)
}

// quote is a text as a Go string literal.
func quote(text string) code.Expr { return code.Literal(strconv.Quote(text)) }

func (sc *Scope) chosenText(e *model.If) code.Expr {
	c := sc.cond(e.Cond, true)
	switch {
	case c.IsTrue():
		return sc.text(e.Then)
	case c.IsFalse():
		return sc.text(e.Else)
	}
	name := sc.Names.TakeHere("shown")
	shown := code.Name(name)
	if x, ok := sc.inPlace(func(t *Scope) code.Expr { return t.text(e.Else) }); ok {
		sc.Block.Define(name, x)
		sc.branches(c, func(t *Scope) { t.setText(shown, e.Then) }, func(*Scope) {})
		return shown
	}
	sc.Block.Define(name, quote(""))
	sc.setText(shown, e)
	return shown
}

// setText gives a variable a text.
func (sc *Scope) setText(shown code.Expr, e model.Expr) {
	if x, ok := e.(*model.If); ok && x.Ty.Kind == model.TextKind {
		if c := sc.cond(x.Cond, true); !c.Known() {
			sc.branches(c, func(t *Scope) { t.setText(shown, x.Then) }, func(t *Scope) { t.setText(shown, x.Else) })
			return
		}
	}
	sc.Block.Assign(shown, sc.text(e))
}

// shown is a value as a text shows it.
func (sc *Scope) shown(e model.Expr) code.Expr {
	if e.Type().Kind == model.TextKind {
		return sc.text(e)
	}
	if f, ok := sc.factOf(e); ok && f.constant {
		return quote(sc.Writer.Model.FormatText(e.Type(), f.value))
	}
	if !e.Type().Scalar() {
		return sc.shownComposite(e)
	}
	v := sc.Value(e)
	return sc.unless(v.Need, sc.Writer.format(e.Type(), v))
}

// shownComposite is a value that is no scalar as a text.
func (sc *Scope) shownComposite(e model.Expr) code.Expr {
	l, isLocal := e.(*model.Local)
	if !isLocal || !sc.groundable(e) {
		GiveUp(e.Span(), "showing this value")
	}
	return code.Name("composites").At(sc.Slots[l.Slot].Expr)
}

// unless is a text, or a question mark unless some conditions hold.
func (sc *Scope) unless(need []code.Cond, text code.Expr) code.Expr {
	if len(need) == 0 {
		return text
	}
	name := sc.Names.TakeHere("shown")
	sc.Block.Define(name, quote("?"))
	sc.Block.If(code.And(need...))
	sc.Block.Assign(code.Name(name), text)
	sc.Block.End()
	return code.Name(name)
}

// format is the Go expression for a value as text, written as in the language.
func (w *Writer) format(t *model.Type, v Value) code.Expr {
	switch t.Kind {
	case model.Boolean:
		return code.Call("strconv.FormatBool", v.Expr)
	case model.Character:
		return code.Call("string", code.Call("rune", v.Expr))
	case model.Direction:
		return code.Name("dirNames").At(asIndex(v))
	case model.Enumerated:
		return code.Name(namesName(w.enumName[t.Enum])).At(asIndex(v))
	case model.CellKind:
		return code.Call("search.Cell", v.Expr, code.Name(w.gridHelper(t.Grid, "Cols")))
	default:
		return code.Call("strconv.Itoa", v.Expr)
	}
}

// quoted is format for the arguments of a move, where characters have quotes.
func (w *Writer) quoted(t *model.Type, x code.Expr) code.Expr {
	switch {
	case t.Kind == model.Character:
		return code.Call("search.Quote", x)
	case !t.Scalar():
		return code.Name("composites").At(x)
	}
	return w.format(t, valueOf(x, unbounded))
}
