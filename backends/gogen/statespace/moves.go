package statespace

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// family is a move of the model with the arguments with which it can be made. Its moves have the numbers that the task
// gives them.
type family struct {
	Decl  *model.Move
	Moves []semantics.Move
	First int // number of the first
	// collides tells that a phase may write two values to one element.
	collides bool
}

// HasMoves reports whether the model has moves, even if none of them can ever be made.
func (space *Space) HasMoves() bool { return len(space.Model.Moves) > 0 }

// listFamilies lists the moves of the task by their declarations.
func (space *Space) listFamilies() {
	n := 0
	for _, mv := range space.Machine.Instances() {
		if n == len(space.Task.Moves) || space.Task.Moves[n].Name != space.Machine.Name(mv) {
			continue // grounding found it impossible
		}
		if last := len(space.Families) - 1; last < 0 || space.Families[last].Decl != mv.Decl {
			space.Families = append(space.Families, family{Decl: mv.Decl, First: n})
		}
		f := &space.Families[len(space.Families)-1]
		f.Moves = append(f.Moves, mv)
		f.collides = f.collides || space.over.Collides(mv.Decl, mv.Args)
		n++
	}
}

// Moves writes all of moves.go.
func (space *Space) Moves(b *code.Block) {
	space.writeSuccessors(b)
	for i := range space.Families {
		f := &space.Families[i]
		space.writeArguments(b, f)
		space.writeMove(b, f)
		if f.Decl.Order != nil {
			space.writeOrder(b, f)
		}
		if _, constant := space.constantCost(f); !constant {
			space.writeCost(b, f)
		}
		if f.Decl.Label != nil {
			space.writeLabel(b, f)
		}
	}
	space.writeMake(b)
	space.writeNames(b)
}

// writeMove writes the function that makes a move: plainly, or as grounding has it.
func (space *Space) writeMove(b *code.Block, f *family) {
	d, sc := f.Decl, space.moveScope(f.Decl, f.Moves)
	if err := Try(func() { space.plainMove(sc, f) }); err != nil {
		sc = space.moveScope(d, f.Moves)
		space.groundMove(sc, f)
	}
	space.Describe(b, space.MoveName[d], space.movePurpose(d), d.Span)
	b.Func(sc.Block, "func (s *State) %s(%s) (next State, ok bool)", space.MoveName[d], sc.params(d))
}

func (space *Space) plainMove(sc *Scope, f *family) {
	d := f.Decl
	switch {
	case len(d.Then) > 0:
		GiveUp(d.Span, "effects that follow others")
	case f.collides:
		GiveUp(d.Span, "effects that may write two values to one element")
	case !f.keepsDistinct(space):
		GiveUp(d.Span, "effects that may make two elements equal")
	}
	fail := Returning(code.Name("next"), code.False.Expr())
	for i := range d.When {
		because(sc, &d.When[i])
		sc.require(d.When[i].Expr, fail)
	}
	sc.Block.Line("next = *s")
	writeEffects(sc, d.Body, fail)
	returnNext(space, sc)
}

// returnNext returns the state that a move leads to, and whether it is allowed.
func returnNext(space *Space, sc *Scope) {
	next, ok := code.Name("next"), code.True.Expr()
	if len(space.Model.Always) > 0 {
		ok = next.Call("allowed")
	}
	sc.Block.Return(next, ok)
}

// groundMove writes a move for each combination of its arguments.
func (space *Space) groundMove(sc *Scope, f *family) {
	d, cases := f.Decl, make([]groundedCase, len(f.Moves))
	for i, mv := range f.Moves {
		cases[i] = groundedCase{args: mv.Args, x: task.None, move: f.First + i}
	}
	slices.SortFunc(cases, compareCases)
	var params []code.Param
	var kinds []*model.Type
	for _, p := range d.Params {
		params = append(params, code.Param{Name: sc.Slots[p.Slot].Expr.String()})
		kinds = append(kinds, p.Set.Type().Elem())
	}
	branch(sc.Block, space.Writer, params, kinds, cases, 0, func(c groundedCase) {
		mv := &space.Task.Moves[c.move]
		roots := []task.Expr{mv.Guard}
		for _, e := range mv.Effects {
			roots = append(roots, e.Cond, e.Value)
		}
		g := space.dag(sc.Block, roots...)
		for _, c := range space.Task.Pool.Conjuncts(mv.Guard) {
			if c != task.True {
				g.leaveIf(code.Not(g.truth(c)), code.Name("next"), code.False.Expr())
			}
		}
		sc.Block.Line("next = *s")
		for _, e := range mv.Effects {
			place := space.Task.Vars[e.Var].State
			x := g.number(e.Value)
			if g.of.boolean(e.Var) {
				x = g.truth(e.Value).Expr()
			}
			if c := g.truth(e.Cond); c.IsTrue() {
				sc.Block.Assign(space.element(code.Name("next"), place), x)
			} else {
				sc.where(c, func() { sc.Block.Assign(space.element(code.Name("next"), place), x) })
			}
		}
	})
	returnNext(space, sc)
}

// movePurpose is the comment of a move: the comment of the model, and the declaration.
func (space *Space) movePurpose(d *model.Move) string {
	params := lists.Map(d.Params, func(p model.Variable) string { return p.Name + ": " + space.Source(p.Set.Span()) })
	text := "move " + d.Name
	if len(params) > 0 {
		text += "(" + strings.Join(params, ", ") + ")"
	}
	if d.Where != nil {
		text += " where " + space.Source(d.Where.Span())
	}
	if d.Doc != "" {
		return d.Doc + "\n\n" + text
	}
	return text
}

// because writes the reason of a condition as a comment.
func because(sc *Scope, c *model.Cond) {
	if c.Reason == nil {
		return
	}
	sc.Block.Comment("Else: %s.", sc.Writer.reasonText(c.Reason))
}

// reasonText is a reason as the model writes it.
func (w *Writer) reasonText(reason *model.Text) string {
	text := ""
	for _, p := range reason.Parts {
		if text += p.Text; p.Expr != nil {
			text += "{" + w.Source(p.Expr.Span()) + "}"
		}
	}
	return code.OneLine(text)
}

// writeOrder writes the key by which tree searches sort moves.
func (space *Space) writeOrder(b *code.Block, f *family) {
	sc := space.moveScope(f.Decl, f.Moves)
	sc.returnValue(f.Decl.Order, func(Value) []code.Cond { return nil })
	doc := "is small for moves that are to be tried first: " + space.Source(f.Decl.Order.Span())
	space.writeOf(b, f, sc, "Order", doc, "int")
}

func (space *Space) writeCost(b *code.Block, f *family) {
	sc := space.moveScope(f.Decl, f.Moves)
	sc.returnValue(f.Decl.Cost, func(v Value) []code.Cond { // searches bound it
		if v.Dom.Lo >= 0 {
			return nil
		}
		return []code.Cond{code.Compare(v.Expr, ">=", code.Int(0))}
	})
	space.writeOf(b, f, sc, "Cost", "is "+space.Source(f.Decl.Cost.Span()), "int")
}

func (space *Space) writeLabel(b *code.Block, f *family) {
	sc := space.moveScope(f.Decl, f.Moves)
	sc.Block.Return(sc.text(f.Decl.Label))
	space.writeOf(b, f, sc, "Label", "is what the model calls the move.", "string")
}

// writeOf writes a function that says something of a move.
func (space *Space) writeOf(b *code.Block, f *family, sc *Scope, what, doc, kind string) {
	name := space.MoveName[f.Decl] + what
	b.Comment("%s %s", name, doc)
	b.Func(sc.Block, "func (s *State) %s(%s) %s", name, sc.params(f.Decl), kind)
}

// constantCost is the cost of all moves of a family, if it is the same.
func (space *Space) constantCost(f *family) (int64, bool) {
	if f.Decl.Cost == nil {
		return 1, true
	}
	sc := space.moveScope(f.Decl, f.Moves)
	if cost, known := sc.constant(f.Decl.Cost); known {
		return cost.N, cost.N >= 0 && cost.N <= model.MaxCost
	}
	c := sc.Value(f.Decl.Cost) // the cost reads the state, but may be the same in all states
	return c.Dom.Lo, len(c.Need) == 0 && c.Dom.Lo == c.Dom.Hi && c.Dom.Lo >= 0 && c.Dom.Hi <= model.MaxCost
}

// writeArguments writes the list of a family's arguments.
func (space *Space) writeArguments(b *code.Block, f *family) {
	d := f.Decl
	if len(d.Params) == 0 {
		return
	}
	name := space.MoveName[d] + "Moves"
	fields := lists.Map(d.Params, func(p model.Variable) code.Param {
		return code.Param{Name: space.argField(p.Name), Type: space.paramType(p.Set)}
	})
	var rows []code.Expr
	for _, mv := range f.Moves {
		var vals []code.Expr
		for i, v := range mv.Args {
			vals = append(vals, space.argument(d.Params[i].Set.Type().Elem(), v))
		}
		rows = append(rows, code.Literally(code.Expr{}, vals...))
	}
	per := max(1, 72/(len(rows[0].String())+2))
	b.Comment("%s are the arguments with which %s can ever be made.", name, space.MoveName[d])
	b.Line("var %s = []struct{ %s }{", name, code.Fields(fields))
	for list := range slices.Chunk(rows, per) {
		b.Line("%s,", code.Join(list, ", "))
	}
	b.Line("}\n")
}

// argField is the name of a field of a move's arguments.
func (space *Space) argField(name string) string {
	if name = code.Own(name); token.IsKeyword(name) {
		name += "2"
	}
	return name
}

// writeSuccessors writes the list of families, in the model's order.
func (space *Space) writeSuccessors(b *code.Block) {
	ordered := slices.ContainsFunc(space.Families, func(f family) bool { return f.Decl.Order != nil })
	b.Comment("Successors appends the moves that can be made in s, and the states that they lead to.")
	b.Line("func (s *State) Successors(steps []search.Step[State]) []search.Step[State] {")
	if ordered {
		b.Line("var keys []int // of the moves found here, smaller first")
		b.Line("before := len(steps)")
	}
	for i := range space.Families {
		space.writeFamily(b, &space.Families[i], ordered)
	}
	if ordered {
		b.Line("search.SortSteps(steps[before:], keys)")
	}
	b.Line("return steps\n}\n")
}

func (space *Space) writeFamily(b *code.Block, f *family, ordered bool) {
	name, args, number := space.MoveName[f.Decl], space.callArgs(f, "a"), fmt.Sprint(f.First)
	if len(f.Decl.Params) > 0 {
		number = "i"
		if f.First > 0 {
			number = fmt.Sprintf("%d + i", f.First)
		}
		b.Line("for i, a := range %sMoves {", name)
	}
	b.Line("if next, ok := s.%s(%s); ok {", name, args)
	cost, constant := space.constantCost(f)
	costText := fmt.Sprint(cost)
	if !constant {
		costText = "cost"
		b.Line("if cost := s.%sCost(%s); cost != %s {", name, args, code.Name("none"))
	}
	b.Line("steps = append(steps, search.Step[State]{Move: %s, Cost: %s, Next: next})", number, costText)
	switch {
	case f.Decl.Order != nil:
		b.Line("keys = append(keys, search.OrderKey(s.%sOrder(%s)))", name, args)
	case ordered:
		b.Line("keys = append(keys, %d)", noKey)
	}
	if !constant {
		b.Line("}")
	}
	b.Line("}")
	if len(f.Decl.Params) > 0 {
		b.Line("}")
	}
}

// noKey is the order key of a move that has none.
const noKey = 0

// callArgs are the arguments of a call for a family: the fields of a variable.
func (space *Space) callArgs(f *family, of string) string {
	args := lists.Map(f.Decl.Params, func(p model.Variable) string { return of + "." + space.argField(p.Name) })
	return strings.Join(args, ", ")
}

// writeMake writes the function that makes a move by its number.
func (space *Space) writeMake(b *code.Block) {
	b.Comment("Make makes a move.")
	b.Line("func (s *State) Make(move int) (next State, ok bool) {")
	space.eachFamily(b, "next, false", func(f *family) {
		if len(f.Decl.Params) > 0 {
			b.Line("a := %sMoves[move%s]", space.MoveName[f.Decl], minusFirst(f.First))
		}
		b.Line("return s.%s(%s)", space.MoveName[f.Decl], space.callArgs(f, "a"))
	})
	b.Line("}\n")
}

// writeNames writes the functions that print moves.
func (space *Space) writeNames(b *code.Block) {
	b.Comment("MoveName is a move as plans write it.")
	b.Line("func MoveName(move int) string {")
	space.eachFamily(b, `""`, func(f *family) {
		if len(f.Decl.Params) == 0 {
			b.Line("return %q", f.Decl.Name)
			return
		}
		b.Line("a := %sMoves[move%s]", space.MoveName[f.Decl], minusFirst(f.First))
		text := quote(f.Decl.Name + "(")
		for k, p := range f.Decl.Params {
			if k > 0 {
				text = code.Arithmetic(text, "+", quote(", "))
			}
			text = code.Arithmetic(text, "+", space.quoted(p.Set.Type().Elem(), code.Name("a").Field(space.argField(p.Name))))
		}
		b.Line("return %s + \")\"", text)
	})
	b.Line("}\n")
	b.Comment("Label is what the model calls a move in s: \"\" if it has no other name for it.")
	b.Line("func (s *State) Label(move int) string {")
	space.eachFamily(b, `""`, func(f *family) {
		if f.Decl.Label == nil {
			b.Line("return \"\"")
			return
		}
		if len(f.Decl.Params) > 0 {
			b.Line("a := %sMoves[move%s]", space.MoveName[f.Decl], minusFirst(f.First))
		}
		b.Line("return s.%sLabel(%s)", space.MoveName[f.Decl], space.callArgs(f, "a"))
	})
	b.Line("}")
}

// eachFamily writes a switch over the families of moves. write writes the return for one family, and otherwise is what
// is returned for another number.
func (space *Space) eachFamily(b *code.Block, otherwise string, write func(f *family)) {
	if len(space.Families) == 1 {
		write(&space.Families[0])
		return
	}
	b.Line("switch {")
	for i := range space.Families {
		f := &space.Families[i]
		b.Line("case move < %d:", f.First+len(f.Moves))
		write(f)
	}
	b.Line("}")
	b.Line("return %s", otherwise)
}

func minusFirst(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("-%d", n)
}
