package gogen

import (
	"strconv"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
)

// text translates a text: a label or what a view shows. What is undefined is shown as a question mark.
func (sc *scope) text(e model.Expr) code.Expr {
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
		return concatenation(parts)
	case *model.Lit:
		if e.Ty.Kind == model.TextKind {
			return quote(e.Value.C.Text)
		}
	case *model.If:
		if e.Ty.Kind == model.TextKind {
			return sc.chosenText(e)
		}
	case *model.Call:
		if e.Ty.Kind == model.TextKind {
			args, _ := sc.arguments(e)
			return sc.callOf(e, variant{def: e.Def}, args)
		}
	case *model.Local:
		if e.Ty.Kind == model.TextKind {
			return sc.local(e).Expr
		}
	default:
	}
	if e.Type().Kind == model.TextKind {
		giveUp(e.Span(), "this text")
	}
	return sc.shown(e)
}

// quote is a text as Go writes it.
func quote(text string) code.Expr { return code.Literal(strconv.Quote(text)) }

// concatenation joins texts.
func concatenation(parts []code.Expr) code.Expr {
	x := parts[0]
	for _, p := range parts[1:] {
		x = code.Arithmetic(x, "+", p)
	}
	return x
}

func (sc *scope) chosenText(e *model.If) code.Expr {
	c := sc.cond(e.Cond, true)
	switch {
	case c.IsTrue():
		return sc.text(e.Then)
	case c.IsFalse():
		return sc.text(e.Else)
	}
	name := sc.names.TakeHere("shown")
	shown := code.Name(name)
	if x, ok := sc.inPlace(func(t *scope) code.Expr { return t.text(e.Else) }); ok {
		sc.b.Define(name, x)
		sc.b.If(c)
		t := sc.sub()
		t.assume(c)
		t.setText(shown, e.Then)
		sc.b.End()
		return shown
	}
	sc.b.Define(name, quote(""))
	sc.setText(shown, e)
	return shown
}

// setText gives a variable a text.
func (sc *scope) setText(shown code.Expr, e model.Expr) {
	if x, ok := e.(*model.If); ok && x.Ty.Kind == model.TextKind {
		if c := sc.cond(x.Cond, true); !c.Known() {
			sc.branches(c, func(t *scope, first bool) {
				if first {
					t.setText(shown, x.Then)
				} else {
					t.setText(shown, x.Else)
				}
			})
			return
		}
	}
	sc.b.Assign(shown, sc.text(e))
}

// shown is a value as a text shows it.
func (sc *scope) shown(e model.Expr) code.Expr {
	if e.Type().Kind == model.TextKind {
		return sc.text(e)
	}
	if f, ok := sc.factOf(e); ok && f.constant {
		return quote(sc.g.m.FormatText(e.Type(), f.value))
	}
	if !e.Type().Scalar() {
		giveUp(e.Span(), "showing this value")
	}
	v := sc.value(e)
	if len(v.need) == 0 {
		return sc.g.format(e.Type(), v)
	}
	name := sc.names.TakeHere("shown")
	sc.b.Define(name, quote("?"))
	sc.b.If(code.And(v.need...))
	sc.b.Assign(code.Name(name), sc.g.format(e.Type(), v))
	sc.b.End()
	return code.Name(name)
}

// format is the Go expression that writes a value as the language does.
func (g *generator) format(t *model.Type, v value) code.Expr {
	switch t.Kind {
	case model.Boolean:
		return code.Call("strconv.FormatBool", v.Expr)
	case model.Character:
		return code.Call("string", code.Call("rune", v.Expr))
	case model.Direction:
		g.need("Dir")
		return code.Name(g.need("dirNames")).At(asIndex(v))
	case model.Enumerated:
		return code.Name(g.enumText(t.Enum)).At(asIndex(v))
	case model.CellKind:
		return code.Call("search.Cell", v.Expr, code.Name(g.gridHelper(t.Grid, "Cols")))
	default:
		return code.Call("strconv.Itoa", v.Expr)
	}
}

// quoted is format for the arguments of a move, where a character stands in quotes.
func (g *generator) quoted(t *model.Type, v value) code.Expr {
	if t.Kind == model.Character {
		return code.Call("search.Quote", v.Expr)
	}
	return g.format(t, v)
}
