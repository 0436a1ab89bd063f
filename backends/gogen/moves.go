package gogen

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/semantics"
)

// family is a move of the model with the arguments that it can be made with.
type family struct {
	decl  *model.Move
	moves []semantics.Move
	first int // number of the first among all moves
}

// families lists the moves; those that grounding found impossible are left out.
func (g *generator) listFamilies() {
	possible := map[string]bool{}
	for i := range g.t.Moves {
		possible[g.t.Moves[i].Name] = true
	}
	n := 0
	for _, d := range g.m.Moves {
		f := family{decl: d, first: n}
		for _, mv := range g.machine.Instances() {
			if mv.Decl == d && possible[g.machine.Format(mv)] {
				f.moves = append(f.moves, mv)
			}
		}
		n += len(f.moves)
		if len(f.moves) > 0 {
			g.families = append(g.families, f)
		}
	}
}

// moveScope is the scope of a move: its parameters have the values that they are made with.
func (g *generator) moveScope(f *family) *scope {
	d := f.decl
	sc := g.scope(d.Slots, "s")
	sc.frames = nil
	for _, mv := range f.moves {
		if len(sc.frames) == maxFrames {
			break
		}
		frame := make(semantics.Frame, d.Slots)
		for i, p := range d.Params {
			frame[p.Slot] = semantics.Slot{Value: mv.Args[i], OK: true}
		}
		sc.frames = append(sc.frames, frame)
	}
	for i, p := range d.Params {
		t := p.Set.Type().Elem()
		if !t.Scalar() {
			giveUp(p.Set.Span(), "a parameter that is no single value")
		}
		vals := make([]int64, len(f.moves))
		for k, mv := range f.moves {
			vals[k] = mv.Args[i].N
		}
		l := named(sc.names.Take(code.Own(p.Name)))
		l.dom, l.static, l.truth = domainOf(vals), len(f.moves) <= maxFrames, t.Kind == model.Boolean
		sc.slots[p.Slot] = l
	}
	return sc
}

func (g *generator) params(f *family, sc *scope) string {
	var out []string
	for _, p := range f.decl.Params {
		out = append(out, sc.slots[p.Slot].expr.String()+" "+g.setType(p.Set))
	}
	return joinParams(out)
}

// writeMove writes the function that makes a move.
func (g *generator) writeMove(f *family) string {
	d := f.decl
	sc := g.moveScope(f)
	var head strings.Builder
	head.WriteString(code.Comment(g.docOf(g.moveName[d], g.movePurpose(d)) + g.where(d.Span)))
	fmt.Fprintf(&head, "func (s *State) %s(%s) (next State, ok bool) {\n", g.moveName[d], g.params(f, sc))
	fail := returning(code.Name("next"), code.False.Expr())
	for i := range d.When {
		sc.because(&d.When[i])
		sc.require(d.When[i].Expr, fail)
	}
	sc.b.Line("next = *s")
	sc.phase(d.Body, fail)
	if len(d.Then) > 0 {
		t := sc.sub()
		t.b = &code.Block{}
		t.state, t.known, t.vars, t.bounds = code.Name("mid"), stateless(sc.known), statelessVars(sc.vars), map[string]domain{}
		t.phase(d.Then, fail)
		if t.b.HasEffect() {
			sc.b.Line("")
			sc.b.Comment("What happens then.")
			sc.b.Define("mid", code.Name("next"))
			sc.b.Append(t.b)
		}
	}
	g.checkNext(sc, f, fail)
	return head.String() + sc.b.String() + "}\n"
}

// movePurpose is what the model says of a move, and how it is declared.
func (g *generator) movePurpose(d *model.Move) string {
	var params []string
	for _, p := range d.Params {
		params = append(params, p.Name+": "+g.source(p.Set.Span()))
	}
	text := "move " + d.Name
	if len(params) > 0 {
		text += "(" + strings.Join(params, ", ") + ")"
	}
	if d.Where != nil {
		text += " where " + g.source(d.Where.Span())
	}
	if d.Doc != "" {
		return d.Doc + "\n\n" + text
	}
	return text
}

// stateless are the conditions that do not depend on the state.
func stateless(known map[string]code.Cond) map[string]code.Cond {
	out := maps.Clone(known)
	maps.DeleteFunc(out, func(_ string, c code.Cond) bool { return c.Reads("s") })
	return out
}

func statelessVars(vars map[string]variable) map[string]variable {
	out := maps.Clone(vars)
	maps.DeleteFunc(out, func(_ string, v variable) bool { return v.of.Reads("s") })
	return out
}

// requireDistinct writes that no value occurs twice in an array.
func (g *generator) requireDistinct(sc *scope, a *model.Array, state string, fail exit) {
	if len(g.m.Data[a.ID].Index) != 1 || !g.m.Data[a.ID].Index[0].Type.Scalar() || a.Type.Kind == model.Boolean {
		giveUp(a.Span, "a distinct array of this kind")
	}
	dim := g.dims(a)[0]
	if dim.holes {
		giveUp(a.Span, "a distinct array with gaps")
	}
	values := code.Name(state).Field(g.field(a))
	if first := dim.set.Elems[0].N - dim.lo; first > 0 {
		values = values.From(first)
	} else {
		values = values.All()
	}
	sc.leaveIf(code.Not(code.Holds(code.Call(g.need("distinctValues"), values))), fail)
}

// checkNext looks at the state that a move leads to, and returns it.
func (g *generator) checkNext(sc *scope, f *family, fail exit) {
	for _, a := range g.fields() {
		if a.Distinct && g.m.Data[a.ID].Size > 1 && !f.permutes(g, a) {
			g.requireDistinct(sc, a, "next", fail)
		}
	}
	next, ok := code.Name("next"), code.True.Expr()
	if len(g.m.Always) > 0 {
		ok = next.Call("allowed")
	}
	sc.b.Return(next, ok)
}

// because writes the reason of a condition as a comment.
func (sc *scope) because(c *model.Cond) {
	if c.Reason == nil {
		return
	}
	sc.b.Comment("Else: " + sc.g.reasonText(c.Reason) + ".")
}

// reasonText is a reason as the model writes it.
func (g *generator) reasonText(reason *model.Text) string {
	text := ""
	for _, p := range reason.Parts {
		if text += p.Text; p.Expr != nil {
			text += "{" + g.source(p.Expr.Span()) + "}"
		}
	}
	return code.OneLine(text)
}

func orElse(s, t string) string {
	if s == "" {
		return t
	}
	return s
}

// writeOrder writes the key by which tree searches sort a move.
func (g *generator) writeOrder(f *family) string {
	sc := g.moveScope(f)
	sc.returnValue(f.decl.Order, func(value) []code.Cond { return nil })
	name := g.moveName[f.decl] + "Order"
	return code.Comment(name+" is small for moves that are to be tried first: "+g.source(f.decl.Order.Span())) +
		fmt.Sprintf("func (s *State) %s(%s) int {\n", name, g.params(f, sc)) + sc.b.String() + "}\n"
}

// maxCost is the greatest cost of one move.
const maxCost = 1 << 31

func (g *generator) writeCost(f *family) string {
	sc := g.moveScope(f)
	sc.returnValue(f.decl.Cost, func(v value) []code.Cond { return inBounds(v, 0, maxCost) })
	name := g.moveName[f.decl] + "Cost"
	return code.Comment(name+" is "+g.source(f.decl.Cost.Span())) +
		fmt.Sprintf("func (s *State) %s(%s) int {\n", name, g.params(f, sc)) + sc.b.String() + "}\n"
}

// constantCost is the cost of all moves of a family, if it is known.
func (g *generator) constantCost(f *family) (int64, bool) {
	if f.decl.Cost == nil {
		return 1, true
	}
	sc := g.moveScope(f)
	if fact, ok := sc.factOf(f.decl.Cost); ok {
		return fact.value.N, fact.constant && fact.value.N >= 0 && fact.value.N <= maxCost
	}
	c := sc.value(f.decl.Cost) // it reads the state, but may come to the same everywhere
	return c.dom.lo, len(c.need) == 0 && c.dom.lo == c.dom.hi && c.dom.lo >= 0 && c.dom.hi <= maxCost
}

func (g *generator) writeLabel(f *family) string {
	sc := g.moveScope(f)
	sc.b.Return(sc.text(f.decl.Label))
	return fmt.Sprintf("// %sLabel is what the model calls the move.\nfunc (s *State) %[1]sLabel(%s) string {\n", g.moveName[f.decl], g.params(f, sc)) + sc.b.String() + "}\n"
}

// writeArguments writes the list of a family's arguments.
func (g *generator) writeArguments(f *family) string {
	d := f.decl
	if len(d.Params) == 0 {
		return ""
	}
	name := g.moveName[d] + "Moves"
	var fields []string
	for _, p := range d.Params {
		fields = append(fields, g.argField(p.Name)+" "+g.setType(p.Set))
	}
	var rows []string
	for _, mv := range f.moves {
		var vals []string
		for i, v := range mv.Args {
			vals = append(vals, g.literal(d.Params[i].Set.Type().Elem(), v).String())
		}
		rows = append(rows, "{"+strings.Join(vals, ", ")+"}")
	}
	per := max(1, 72/(len(rows[0])+2))
	text := ""
	for i, r := range rows {
		if i%per == 0 {
			text += "\n"
		}
		text += r + ", "
	}
	doc := name + " are the arguments with which " + g.moveName[d] + " can ever be made."
	return code.Comment(doc) + "var " + name + " = []struct{ " + strings.Join(mergeFields(fields), "; ") + " }{" + text + "\n}\n"
}

func mergeFields(fields []string) []string {
	merged := joinParams(fields)
	var out []string
	var names []string
	for _, f := range strings.Split(merged, ", ") {
		if !strings.Contains(f, " ") {
			names = append(names, f)
			continue
		}
		out = append(out, strings.Join(append(names, f), ", "))
		names = nil
	}
	return out
}

// argField is a name of a field of the arguments.
func (g *generator) argField(name string) string {
	if n := code.Own(name); n != "type" && !slices.Contains(reserved[:25], n) {
		return n
	}
	return code.Own(name) + "2"
}

// writeSuccessors writes the list of families, in the model's order.
func (g *generator) writeSuccessors() string {
	var b code.Block
	ordered := slices.ContainsFunc(g.families, func(f family) bool { return f.decl.Order != nil })
	b.Line("// Successors appends the moves that can be made in s, and the states that they lead to.")
	b.Line("func (s *State) Successors(steps []search.Step[State]) []search.Step[State] {")
	if ordered {
		b.Line("var keys []int // of the moves found here, smaller first")
		b.Line("before := len(steps)")
	}
	for i := range g.families {
		g.writeFamily(&b, &g.families[i], ordered)
	}
	if ordered {
		b.Line("search.SortSteps(steps[before:], keys)")
	}
	b.Line("return steps")
	b.Line("}")
	return b.String()
}

func (g *generator) writeFamily(b *code.Block, f *family, ordered bool) {
	name, args, number := g.moveName[f.decl], g.callArgs(f), fmt.Sprint(f.first)
	if len(f.decl.Params) > 0 {
		number = "i"
		if f.first > 0 {
			number = fmt.Sprintf("%d + i", f.first)
		}
		b.Line("for i, a := range %sMoves {", name)
	}
	b.Line("if next, ok := s.%s(%s); ok {", name, args)
	cost, constant := g.constantCost(f)
	costText := fmt.Sprint(cost)
	if !constant {
		costText = "cost"
		b.Line("if cost := s.%sCost(%s); cost != none {", name, args)
		g.need("none")
	}
	b.Line("steps = append(steps, search.Step[State]{Move: %s, Cost: %s, Next: next})", number, costText)
	switch {
	case f.decl.Order != nil:
		b.Line("keys = append(keys, search.OrderKey(s.%sOrder(%s)))", name, args)
	case ordered:
		b.Line("keys = append(keys, %d)", noKey)
	}
	if !constant {
		b.Line("}")
	}
	b.Line("}")
	if len(f.decl.Params) > 0 {
		b.Line("}")
	}
}

// noKey is the order key of a move that has none.
const noKey = 0

func (g *generator) callArgs(f *family) string {
	var args []string
	for _, p := range f.decl.Params {
		args = append(args, "a."+g.argField(p.Name))
	}
	return strings.Join(args, ", ")
}

// writeNames writes the functions that print moves.
func (g *generator) writeNames() string {
	var b code.Block
	b.Line("// MoveName is a move as plans write it.")
	b.Line("func MoveName(move int) string {")
	g.eachFamily(&b, func(f *family) {
		if len(f.decl.Params) == 0 {
			b.Line("return %q", f.decl.Name)
			return
		}
		b.Line("a := %sMoves[move%s]", g.moveName[f.decl], minusFirst(f.first))
		text := fmt.Sprintf("%q", f.decl.Name+"(")
		for k, p := range f.decl.Params {
			if k > 0 {
				text += ` + ", "`
			}
			text += " + " + g.quoted(p.Set.Type().Elem(), valueOf(code.Name("a").Field(g.argField(p.Name)), unbounded)).String()
		}
		b.Line("return %s + \")\"", text)
	})
	b.Line("}")
	b.Line("")
	b.Line("// Label is what the model calls a move in s: \"\" if it has no other name for it.")
	b.Line("func (s *State) Label(move int) string {")
	g.eachFamily(&b, func(f *family) {
		if f.decl.Label == nil {
			b.Line("return \"\"")
			return
		}
		if len(f.decl.Params) > 0 {
			b.Line("a := %sMoves[move%s]", g.moveName[f.decl], minusFirst(f.first))
		}
		b.Line("return s.%sLabel(%s)", g.moveName[f.decl], g.callArgs(f))
	})
	b.Line("}")
	return b.String()
}

// eachFamily writes what is to be returned for a move of each family.
func (g *generator) eachFamily(b *code.Block, write func(f *family)) {
	if len(g.families) == 1 {
		write(&g.families[0])
		return
	}
	b.Line("switch {")
	for i := range g.families {
		f := &g.families[i]
		b.Line("case move < %d:", f.first+len(f.moves))
		write(f)
	}
	b.Line("}")
	b.Line("return \"\"")
}

func minusFirst(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("-%d", n)
}
