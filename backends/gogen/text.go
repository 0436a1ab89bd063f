package gogen

import (
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
)

// text translates a text: a label or what a view shows. What is undefined is shown as a question mark.
func (sc *scope) text(e model.Expr) string {
	switch e := e.(type) {
	case *model.Text:
		var parts []string
		for _, p := range e.Parts {
			if p.Text != "" {
				parts = append(parts, strconv.Quote(p.Text))
			}
			if p.Expr != nil {
				parts = append(parts, sc.shown(p.Expr))
			}
		}
		if len(parts) == 0 {
			return `""`
		}
		return strings.Join(parts, " + ")
	case *model.Lit:
		if e.Ty.Kind == model.TextKind {
			return strconv.Quote(e.Value.C.Text)
		}
	case *model.If:
		if e.Ty.Kind == model.TextKind {
			return sc.chosenText(e)
		}
	case *model.Call:
		if e.Ty.Kind == model.TextKind {
			args, _ := sc.arguments(e)
			return sc.callText(e, variant{def: e.Def}, args)
		}
	case *model.Local:
		if e.Ty.Kind == model.TextKind {
			return sc.local(e).text
		}
	default:
	}
	if e.Type().Kind == model.TextKind {
		giveUp(e.Span(), "this text")
	}
	return sc.shown(e)
}

func (sc *scope) chosenText(e *model.If) string {
	c := sc.cond(e.Cond, true)
	switch c.kind {
	case always:
		return sc.text(e.Then)
	case never:
		return sc.text(e.Else)
	default:
	}
	name := sc.b.names.takeHere("shown")
	if text, ok := sc.inPlace(func(t *scope) string { return t.text(e.Else) }); ok {
		sc.b.line("%s := %s", name, text)
		sc.b.line("if %s {", c)
		t := sc.sub()
		t.assume(c)
		t.setText(name, e.Then)
		sc.b.line("}")
		return name
	}
	sc.b.line("%s := \"\"", name)
	sc.setText(name, e)
	return name
}

// setText gives a variable a text.
func (sc *scope) setText(name string, e model.Expr) {
	if x, ok := e.(*model.If); ok && x.Ty.Kind == model.TextKind {
		if c := sc.cond(x.Cond, true); c.kind != always && c.kind != never {
			sc.branches(c, func(t *scope, first bool) {
				if first {
					t.setText(name, x.Then)
				} else {
					t.setText(name, x.Else)
				}
			})
			return
		}
	}
	sc.b.line("%s = %s", name, sc.text(e))
}

// shown is a value as a text shows it.
func (sc *scope) shown(e model.Expr) string {
	if e.Type().Kind == model.TextKind {
		return sc.text(e)
	}
	if f, ok := sc.factOf(e); ok && f.constant {
		return strconv.Quote(sc.g.m.FormatText(e.Type(), f.value))
	}
	if !e.Type().Scalar() {
		giveUp(e.Span(), "showing this value")
	}
	c := sc.value(e)
	if len(c.need) == 0 {
		return sc.g.format(e.Type(), c)
	}
	name := sc.b.names.takeHere("shown")
	sc.b.line("%s := \"?\"", name)
	sc.b.line("if %s {", and(c.need...))
	sc.b.line("%s = %s", name, sc.g.format(e.Type(), c))
	sc.b.line("}")
	return name
}

// format is the Go expression that writes a value as the language does.
func (g *generator) format(t *model.Type, c code) string {
	switch t.Kind {
	case model.Boolean:
		return "strconv.FormatBool(" + c.text + ")"
	case model.Character:
		return "string(rune(" + c.text + "))"
	case model.Direction:
		g.need("Dir")
		return g.need("dirNames") + "[" + indexText(c) + "]"
	case model.Enumerated:
		return g.enumText(t.Enum) + "[" + indexText(c) + "]"
	case model.CellKind:
		return "search.Cell(" + c.text + ", " + g.gridHelper(t.Grid, "Cols") + ")"
	default:
		return "strconv.Itoa(" + c.text + ")"
	}
}

// quoted is format for the arguments of a move, where a character stands in quotes.
func (g *generator) quoted(t *model.Type, c code) string {
	if t.Kind == model.Character {
		return "search.Quote(" + c.text + ")"
	}
	return g.format(t, c)
}
