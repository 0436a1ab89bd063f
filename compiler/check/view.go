package check

import (
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/draw"
)

// viewClause checks a clause of a view.
func (s *scope) viewClause(d *dsl.ViewClause, v *model.View) {
	c := model.ViewClause{Kind: model.ClauseKind(d.Kind), Slot: -1}
	if slices.ContainsFunc(v.Clauses, func(o model.ViewClause) bool { return o.Kind == c.Kind }) {
		s.diags.Errorf(d.Span(), codeDuplicate, "this view has two clauses `%s`",
			d.Kind).Help = "join them with `if … then … else …`"
	}
	if v.Set == nil && c.Kind != model.ClauseFill {
		s.diags.Errorf(d.Span(), codeKind, "a line of text has no `%s`, only a board has one", d.Kind).Help =
			"write `view c in Cell: … " + string(d.Kind) + " …`"
	}
	defer s.release(s.mark())
	switch c.Kind {
	case model.ClauseLine, model.ClauseDouble, model.ClauseEdge, model.ClauseSide, model.ClausePoint:
		want := model.SetOf(model.DirectionType)
		c.Set = s.expect(s.set(d.Domain), want, ": a line leads in directions")
		c.Slot = s.bind(d.Var.Name, model.DirectionType, d.Var.Span())
		if c.Kind == model.ClauseSide || c.Kind == model.ClausePoint {
			c.Expr = s.text(d.Expr)
		} else {
			c.Expr = s.cond(d.Expr)
		}
	case model.ClauseRegion, model.ClausePiece, model.ClauseCage:
		c.Expr = s.raw(d.Expr, nil)
		if t := c.Expr.Type(); !hasWrong(t) && !t.Ordered() && t.Kind != model.TextKind {
			s.diags.Errorf(d.Expr.Span(), codeKind, "this is %s; `%s` wants a value that neighbours may share", describe(t),
				d.Kind).Help = "write a number, a character, a cell, a value of an enum, or a tuple of these"
		}
	default:
		c.Expr = s.text(d.Expr)
		s.words(c.Kind, c.Expr)
	}
	v.Clauses = append(v.Clauses, c)
}

// words warns of words in a text that have no meaning in pictures.
func (s *scope) words(kind model.ClauseKind, e model.Expr) {
	switch kind {
	case model.ClauseFill:
		s.colours(e, func(text string) []string { return []string{text} }, Looks(kind), draw.IsFill)
	case model.ClauseInk:
		s.colours(e, strings.Fields, Looks(kind), draw.IsInk)
	case model.ClausePen:
		s.colours(e, strings.Fields, Looks(kind), draw.IsPen)
	case model.ClauseShape:
		s.colours(e, strings.Fields, Looks(kind), draw.IsShape)
	default:
	}
}

// Looks lists the words that have a meaning in the text of a clause of a view: colours and shapes.
func Looks(kind model.ClauseKind) []string {
	switch kind {
	case model.ClauseFill:
		return draw.Fills()
	case model.ClauseInk:
		return append(draw.Fills(), "bold")
	case model.ClausePen:
		return append(draw.Fills(), "thin")
	case model.ClauseShape, model.ClauseSide, model.ClausePoint:
		return slices.Concat(draw.Shapes(), draw.Fills(), []string{"small", "thin"})
	default:
		return nil
	}
}

// colours warns of unknown colour words. It skips texts that contain values.
func (c *checker) colours(e model.Expr, split func(string) []string, names []string, known func(string) bool) {
	for e := range model.All(e) {
		switch e := e.(type) { // palettes: warnings about their texts are given once, at the declaration
		case *model.Read:
			c.palette(e.Array.Value, split, names, known)
		case *model.Call:
			c.palette(e.Def.Body, split, names, known)
		case *model.Text:
			if len(e.Parts) != 1 || e.Parts[0].Expr != nil {
				continue
			}
			for _, word := range split(e.Parts[0].Text) {
				if !known(word) {
					c.unknownWord(e.Span(), word, e.Parts[0].Text, names)
				}
			}
		default:
		}
	}
}

func (c *checker) palette(e model.Expr, split func(string) []string, names []string, known func(string) bool) {
	if e != nil && !c.palettes[e] {
		c.palettes[e] = true
		c.colours(e, split, names, known)
	}
}

func (c *checker) unknownWord(at diag.Span, word, whole string, names []string) {
	what := "colour"
	if !slices.Equal(names, draw.Fills()) {
		what = "colour or other word"
	}
	d := c.diags.Warnf(at, codeColour, "there is no %s %q", what, word)
	d.Help = "write one of " + strings.Join(names, ", ") + ", or `#rrggbb`"
	if near := diag.Nearest(word, names); near != "" {
		d.DidYouMean(word, near, names)
		d.Help = "did you mean \"" + near + "\"?"
		if d.Fix != nil {
			d.Fix.Text = `"` + strings.Replace(whole, word, near, 1) + `"`
		}
	}
}

func (c *checker) view(d *dsl.ViewDecl) {
	s := c.newScope(nil)
	v := &model.View{Span: d.Span(), Slot: -1}
	if d.Var != nil {
		v.Set = s.set(d.Domain)
		s.listed(v.Set)
		if t := elemOf(v.Set); !hasWrong(t) && t.Kind != model.CellKind {
			c.diags.Errorf(d.Domain.Span(), codeKind, "this is a set of %s, a view goes over cells",
				plural(t)).Help = "write lines without a board as `view \"… {e} …\"`"
		}
		v.Slot = s.bind(d.Var.Name, elemOf(v.Set), d.Var.Span())
		if v.Slot < 0 {
			v.Slot = s.newSlot()
		}
	}
	v.Text = s.text(d.Text)
	for _, clause := range d.Clauses {
		s.viewClause(clause, v)
	}
	v.Slots = s.slots
	c.program.Views = append(c.program.Views, v)
}
