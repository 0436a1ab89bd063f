package gogen

import (
	"fmt"
	"slices"
	"strings"

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
		sc.slots[p.Slot] = local{text: sc.b.names.take(own(p.Name)), dom: domainOf(vals), static: len(f.moves) <= maxFrames, truth: t.Kind == model.Boolean}
	}
	return sc
}

func (g *generator) params(f *family, sc *scope) string {
	var out []string
	for _, p := range f.decl.Params {
		out = append(out, sc.slots[p.Slot].text+" "+g.setType(p.Set))
	}
	return joinParams(out)
}

// writeMove writes the function that makes a move.
func (g *generator) writeMove(f *family) string {
	d := f.decl
	sc := g.moveScope(f)
	var head strings.Builder
	head.WriteString(comment("", g.docOf(g.moveName[d], g.movePurpose(d))+g.where(d.Span)))
	fmt.Fprintf(&head, "func (s *State) %s(%s) (next State, ok bool) {\n", g.moveName[d], g.params(f, sc))
	const fail = "return next, false"
	for i := range d.When {
		sc.because(&d.When[i])
		sc.require(d.When[i].Expr, fail)
	}
	sc.b.line("next = *s")
	sc.phase(d.Body, fail)
	if len(d.Then) > 0 {
		t := sc.sub()
		t.b = &block{names: sc.b.names}
		t.state, t.known, t.vars, t.bounds = "mid", stateless(sc.known), statelessVars(sc.vars), map[string]domain{}
		t.phase(d.Then, fail)
		if len(t.b.lines) > 0 {
			sc.b.line("")
			sc.b.line("// What happens then.")
			sc.b.line("mid := next")
			sc.b.lines = append(sc.b.lines, t.b.lines...)
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
func stateless(known map[string]bool) map[string]bool {
	out := map[string]bool{}
	for k := range known {
		if !strings.Contains(k, "s.") {
			out[k] = true
		}
	}
	return out
}

func statelessVars(vars map[string]string) map[string]string {
	out := map[string]string{}
	for k, v := range vars {
		if !strings.Contains(k, "s.") {
			out[k] = v
		}
	}
	return out
}

// requireDistinct writes that no value occurs twice in an array.
func (g *generator) requireDistinct(b *block, a *model.Array, state, fail string) {
	if len(g.m.Data[a.ID].Index) != 1 || !g.m.Data[a.ID].Index[0].Type.Scalar() || a.Type.Kind == model.Boolean {
		giveUp(a.Span, "a distinct array of this kind")
	}
	dim := g.dims(a)[0]
	part := "[:]"
	if dim.holes {
		giveUp(a.Span, "a distinct array with gaps")
	}
	if first := dim.set.Elems[0].N - dim.lo; first > 0 {
		part = fmt.Sprintf("[%d:]", first)
	}
	b.line("if !%s(%s.%s%s) {", g.need("distinctValues"), state, g.field(a), part)
	b.line("%s", fail)
	b.line("}")
}

// checkNext looks at the state that a move leads to, and returns it.
func (g *generator) checkNext(sc *scope, f *family, fail string) {
	for _, a := range g.fields() {
		if a.Distinct && g.m.Data[a.ID].Size > 1 && !f.permutes(g, a) {
			g.requireDistinct(sc.b, a, "next", fail)
		}
	}
	if len(g.m.Always) > 0 {
		sc.b.line("return next, next.allowed()")
	} else {
		sc.b.line("return next, true")
	}
}

// because writes the reason of a condition as a comment.
func (sc *scope) because(c *model.Cond) {
	if c.Reason == nil {
		return
	}
	sc.b.line("%s", strings.TrimSuffix(comment("", "Else: "+sc.g.reasonText(c.Reason)+"."), "\n"))
}

// reasonText is a reason as the model writes it.
func (g *generator) reasonText(reason *model.Text) string {
	text := ""
	for _, p := range reason.Parts {
		if text += p.Text; p.Expr != nil {
			text += "{" + g.source(p.Expr.Span()) + "}"
		}
	}
	return oneLine(text)
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
	sc.returnValue(f.decl.Order, func(code) []truth { return nil })
	name := g.moveName[f.decl] + "Order"
	return comment("", name+" is small for moves that are to be tried first: "+g.source(f.decl.Order.Span())) +
		fmt.Sprintf("func (s *State) %s(%s) int {\n", name, g.params(f, sc)) + sc.b.String() + "}\n"
}

// maxCost is the greatest cost of one move.
const maxCost = 1 << 31

func (g *generator) writeCost(f *family) string {
	sc := g.moveScope(f)
	sc.returnValue(f.decl.Cost, func(c code) []truth { return inBounds(c, 0, maxCost) })
	name := g.moveName[f.decl] + "Cost"
	return comment("", name+" is "+g.source(f.decl.Cost.Span())) +
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
	text := sc.text(f.decl.Label)
	return fmt.Sprintf("// %sLabel is what the model calls the move.\nfunc (s *State) %[1]sLabel(%s) string {\n", g.moveName[f.decl], g.params(f, sc)) + strings.TrimPrefix(sc.b.String(), "\n") + "return " + text + "\n}\n"
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
			vals = append(vals, g.literal(d.Params[i].Set.Type().Elem(), v))
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
	return comment("", doc) + "var " + name + " = []struct{ " + strings.Join(mergeFields(fields), "; ") + " }{" + text + "\n}\n"
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
	if n := own(name); n != "type" && !slices.Contains(reserved[:25], n) {
		return n
	}
	return own(name) + "2"
}

// writeSuccessors writes the list of families, in the model's order.
func (g *generator) writeSuccessors() string {
	var b block
	ordered := slices.ContainsFunc(g.families, func(f family) bool { return f.decl.Order != nil })
	b.line("// Successors appends the moves that can be made in s, and the states that they lead to.")
	b.line("func (s *State) Successors(steps []search.Step[State]) []search.Step[State] {")
	if ordered {
		b.line("var keys []int // of the moves found here, smaller first")
		b.line("before := len(steps)")
	}
	for i := range g.families {
		g.writeFamily(&b, &g.families[i], ordered)
	}
	if ordered {
		b.line("search.SortSteps(steps[before:], keys)")
	}
	b.line("return steps")
	b.line("}")
	return b.String()
}

func (g *generator) writeFamily(b *block, f *family, ordered bool) {
	name, args, number := g.moveName[f.decl], g.callArgs(f), fmt.Sprint(f.first)
	if len(f.decl.Params) > 0 {
		number = "i"
		if f.first > 0 {
			number = fmt.Sprintf("%d + i", f.first)
		}
		b.line("for i, a := range %sMoves {", name)
	}
	b.line("if next, ok := s.%s(%s); ok {", name, args)
	cost, constant := g.constantCost(f)
	costText := fmt.Sprint(cost)
	if !constant {
		costText = "cost"
		b.line("if cost := s.%sCost(%s); cost != none {", name, args)
		g.need("none")
	}
	b.line("steps = append(steps, search.Step[State]{Move: %s, Cost: %s, Next: next})", number, costText)
	switch {
	case f.decl.Order != nil:
		b.line("keys = append(keys, search.OrderKey(s.%sOrder(%s)))", name, args)
	case ordered:
		b.line("keys = append(keys, %d)", noKey)
	}
	if !constant {
		b.line("}")
	}
	b.line("}")
	if len(f.decl.Params) > 0 {
		b.line("}")
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
	var b block
	b.line("// MoveName is a move as plans write it.")
	b.line("func MoveName(move int) string {")
	g.eachFamily(&b, func(f *family) {
		if len(f.decl.Params) == 0 {
			b.line("return %q", f.decl.Name)
			return
		}
		b.line("a := %sMoves[move%s]", g.moveName[f.decl], minusFirst(f.first))
		text := fmt.Sprintf("%q", f.decl.Name+"(")
		for k, p := range f.decl.Params {
			if k > 0 {
				text += ` + ", "`
			}
			text += " + " + g.quoted(p.Set.Type().Elem(), operand("a."+g.argField(p.Name), unbounded))
		}
		b.line("return %s + \")\"", text)
	})
	b.line("}")
	b.line("")
	b.line("// Label is what the model calls a move in s: \"\" if it has no other name for it.")
	b.line("func (s *State) Label(move int) string {")
	g.eachFamily(&b, func(f *family) {
		if f.decl.Label == nil {
			b.line("return \"\"")
			return
		}
		if len(f.decl.Params) > 0 {
			b.line("a := %sMoves[move%s]", g.moveName[f.decl], minusFirst(f.first))
		}
		b.line("return s.%sLabel(%s)", g.moveName[f.decl], g.callArgs(f))
	})
	b.line("}")
	return b.String()
}

// eachFamily writes what is to be returned for a move of each family.
func (g *generator) eachFamily(b *block, write func(f *family)) {
	if len(g.families) == 1 {
		write(&g.families[0])
		return
	}
	b.line("switch {")
	for i := range g.families {
		f := &g.families[i]
		b.line("case move < %d:", f.first+len(f.moves))
		write(f)
	}
	b.line("}")
	b.line("return \"\"")
}

func minusFirst(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("-%d", n)
}
