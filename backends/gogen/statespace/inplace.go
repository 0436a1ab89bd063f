package statespace

import (
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// Depth-first search in place: a move overwrites elements of the state, and is taken back by what they were. A move
// whose effects are not a few assignments copies the state instead.

// Follow is what is known of the moves that may follow a move. Moves have their numbers in the program.
type Follow struct {
	// Lists holds, by the last move and the value of Selector before it, the moves that may follow.
	Lists          [][]int
	Selector       *task.Var // nil: the last move decides alone
	Sure           []bool    // by move: its conditions hold wherever a list has it
	Deepens, Rises bool
	Sums           []Sum // the best first: a program lists the terms of one
}

// Sum is a heuristic that is a sum of terms of one variable.
type Sum struct {
	Name  string
	Terms [][]int64 // by variable of the task and place; nil: the variable has no terms
}

// blind is the name of the estimate 0 in programs.
const blind = "blind"

// blindIsZero tells whether no heuristic of the model has that name.
func (space *Space) blindIsZero() bool {
	return !slices.ContainsFunc(space.Model.Heuristics, func(h *model.Heuristic) bool { return h.Name == blind })
}

// mostTerms is the greatest number of terms of an estimate that a program lists.
const mostTerms = 2048

// InPlace writes depth-first search in place.
func (space *Space) InPlace(b *code.Block, f *Follow) {
	space.writeFollow(b, f)
	sum, a := space.sum(f)
	below, copies := space.writeBelow(f, a)
	if copies && a != nil { // a move that copies the state would need the sum of all terms
		a = nil
		below, _ = space.writeBelow(f, nil)
	}
	if a != nil {
		space.writeTerms(b, sum, a)
	}
	space.writeDescent(b, a != nil)
	b.Append(below)
}

// writeFollow writes the lists of moves that may follow.
func (space *Space) writeFollow(b *code.Block, f *Follow) {
	by := "by the last move"
	if f.Selector != nil {
		by += " and the value of `" + f.Selector.Name + "` before it"
	}
	b.Comment("follow lists the moves that may follow, %s. Moves that cannot be made then are left out, and so is one "+
		"that only takes the last one back (Taylor and Korf, Pruning Duplicate Nodes in Depth-First Search, 1993).", by)
	b.Line("var follow = [][]int{%s\n}\n", code.Lines(lists.Map(f.Lists, func(list []int) string {
		return "{" + code.Numbers(list) + "}"
	})))
}

// sum returns the best estimate of which a program can have the terms, and the state variable whose elements have them;
// nil if there is none.
func (space *Space) sum(f *Follow) (Sum, *model.Array) {
	for _, s := range f.Sums {
		var all []*model.Array
		for v, terms := range s.Terms {
			if a := space.arrayOf(&space.Task.Vars[v]); terms != nil && !slices.Contains(all, a) {
				all = append(all, a)
			}
		}
		if len(all) == 1 && s.Name != blind && space.plainTerms(all[0]) {
			return s, all[0]
		}
	}
	return Sum{}, nil
}

// plainTerms tells whether terms of an array can be listed by element and value.
func (space *Space) plainTerms(a *model.Array) bool {
	if a == nil || a.Type.Kind == model.Boolean || space.width(a)*int64(space.Model.Data[a.ID].Size) > mostTerms {
		return false
	}
	dims := space.Dims(a)
	return len(dims) == 1 && !dims[0].Numbered() && dims[0].Set.Type.Kind != model.Boolean && !dims[0].Holes
}

// width is the number of values from the least to the greatest of an element.
func (space *Space) width(a *model.Array) int64 {
	d := space.Model.Data[a.ID].Domain
	return d.Elems[d.Len()-1].N - d.Elems[0].N + 1
}

// writeTerms writes an estimate that is a sum of terms of a state variable.
func (space *Space) writeTerms(b *code.Block, s Sum, a *model.Array) {
	b.Comment("terms is an estimate that is a sum of a term for each element of the state, by the element and its value.")
	b.Line("type terms struct {\n%s %s\n}\n", space.Name(a), space.termType(a))
	b.Comment("termsOf holds these estimates. A move changes the terms of a few elements, so nothing else is computed.")
	b.Line("var termsOf = map[string]*terms{")
	if space.blindIsZero() {
		b.Line("%q: {},", blind)
	}
	b.Line("%q: {%s: %s%s},\n}\n", s.Name, space.Name(a), space.termType(a), space.termRows(s, a))
}

func (space *Space) termType(a *model.Array) string {
	return fmt.Sprintf("[%d][%d]int", space.Dims(a)[0].Length, space.width(a))
}

// termRows are the terms of an array as Go writes them.
func (space *Space) termRows(s Sum, a *model.Array) string {
	d, dim := space.Model.Data[a.ID], space.Dims(a)[0]
	rows := slices.Repeat([]string{"{}"}, int(dim.Length))
	for v, terms := range s.Terms {
		if terms == nil {
			continue
		}
		x, row := &space.Task.Vars[v], make([]int64, space.width(a))
		for place, value := range x.Values {
			row[value-d.Domain.Elems[0].N] = terms[place]
		}
		rows[d.Index[0].Elems[x.State-d.Offset].N-dim.Lo] = "{" + code.Numbers(row) + "}"
	}
	return "{" + code.Lines(rows) + "\n}"
}

// writeDescent writes the type of a search in place.
func (space *Space) writeDescent(b *code.Block, terms bool) {
	b.Comment("descent is a depth-first search in place.")
	b.Line("type descent struct {\nsearch.Descent\nestimate search.Heuristic[State]")
	if terms {
		b.Line("terms *terms")
	}
	b.Line("}\n")
	b.Comment("inPlace is the function that searches below a state with an estimate.")
	b.Line("func inPlace(heuristic string, h search.Heuristic[State]) (search.Below[State], *search.Descent) {")
	b.Line("d := &descent{estimate: h}")
	if terms {
		b.Line("if d.terms = termsOf[heuristic]; d.terms == nil {\nd.terms, d.Computed = &terms{}, true\n}")
	} else if space.blindIsZero() {
		b.Line("d.Computed = heuristic != %q", blind)
	} else {
		b.Line("d.Computed = true")
	}
	b.Line("return d.below, &d.Descent\n}\n")
}

// writeBelow writes the recursive function. a is the state variable whose elements have terms. copies tells that a move
// copies the state.
func (space *Space) writeBelow(f *Follow, a *model.Array) (b *code.Block, copies bool) {
	body := &code.Block{}
	body.Line("if d.Computed && d.Exceeds(d.estimate(s), room) {\nreturn false\n}")
	if len(space.Model.Deads) > 0 {
		body.Line("if s.Dead() {\nd.Dead()\nreturn false\n}")
	}
	body.Line("if (h <= 0 || !d.Admissible) && s.Goal() && d.Found(depth) {\nreturn true\n}")
	body.Line("if d.Left--; d.Left < 0 && d.Look(h, depth) {\nreturn true\n}")
	if a != nil {
		body.Define("t", code.Name("d").Field("terms"))
	}
	body.Line("for _, move := range follow[list] {")
	names := space.Names.Inner()
	names.Keep("s", "d", "t", "h", "list", "room", "depth", "move", "now", "rest", "after", "next", "ok", "cost")
	if len(space.Families) > 1 {
		body.Line("switch {")
	}
	for i := range space.Families {
		fam := &space.Families[i]
		if len(space.Families) > 1 {
			body.Line("case move < %d: // %s", fam.First+len(fam.Moves), fam.Decl.Name)
		}
		w := &inPlaceWriter{Space: space, f: f, fam: fam, terms: a, names: names}
		if err := Try(func() { w.overwrite(body) }); err != nil {
			w.copy(body)
			copies = true
		}
	}
	if len(space.Families) > 1 {
		body.Line("}")
	}
	body.Line("}\nreturn false")
	b = &code.Block{}
	b.Comment("below searches below a state, the last of a path of depth moves: it tries the moves of a list. h is its " +
		"estimate, and room is what the rest of the plan may cost.")
	b.Func(body, "func (d *descent) below(s *State, list, h, room, depth int) bool")
	return b, copies
}

// ListAfter is the function that returns the number of the list after a move that is made in s.
func (space *Space) ListAfter(f *Follow) string {
	s := "s"
	if f.Selector == nil {
		s = "_"
	}
	return fmt.Sprintf("func(%s *State, move int) int { return %s }", s, space.listAfter(f))
}

func (space *Space) listAfter(f *Follow) string {
	if f.Selector == nil {
		return "move"
	}
	a := space.arrayOf(f.Selector)
	return fmt.Sprintf("move*%d + s.%s%s", len(f.Selector.Values), space.Name(a), code.Plus(-f.Selector.Values[0]))
}

// Selects tells whether a program can find its lists by a variable.
func (space *Space) Selects(v *task.Var) bool {
	a := space.arrayOf(v)
	return a != nil && len(a.Index) == 0 && a.Type.Kind != model.Boolean &&
		v.Values[len(v.Values)-1]-v.Values[0] == int64(len(v.Values)-1)
}

// inPlaceWriter writes a family of moves in the recursive function.
type inPlaceWriter struct {
	*Space
	f     *Follow
	fam   *family
	terms *model.Array // its elements have terms
	names *code.Names
}

// scope is the scope of the family, whose parameters are fields of a variable.
func (w *inPlaceWriter) scope() (sc *Scope, arguments string) {
	d := w.fam.Decl
	sc = w.moveScope(d, w.fam.Moves)
	sc.Names = w.names
	if len(d.Params) > 0 {
		arguments = w.names.Take("a")
	}
	for _, p := range d.Params {
		sc.Slots[p.Slot].Expr = code.Name(arguments).Field(w.argField(p.Name))
	}
	if arguments != "" {
		sc.Block.Define(arguments, code.Format("%sMoves[move%s]", w.MoveName[d], minusFirst(w.fam.First)))
	}
	return sc, arguments
}

func (w *inPlaceWriter) call(arguments, what string) string {
	return fmt.Sprintf("s.%s%s(%s)", w.MoveName[w.fam.Decl], what, w.callArgs(w.fam, arguments))
}

// simple tells whether the effects of the family are assignments to different elements, and no condition reads the
// state that they lead to.
func (w *inPlaceWriter) simple() bool {
	d := w.fam.Decl
	if len(d.Then) > 0 || len(w.Model.Always) > 0 || w.fam.collides || !w.fam.keepsDistinct(w.Space) {
		return false
	}
	for _, e := range d.Body {
		assign, ok := e.(*model.Assign)
		if !ok {
			return false
		}
		for i := range assign.Targets {
			if slices.ContainsFunc(assign.Targets[i].Index, func(x model.Expr) bool {
				return model.ReadsState(x) && (!x.Type().Scalar() || x.Type().Kind == model.Boolean)
			}) {
				return false
			}
		}
	}
	return true
}

// overwrite writes a move that overwrites elements.
func (w *inPlaceWriter) overwrite(b *code.Block) {
	sc, arguments := w.scope()
	d := w.fam.Decl
	if !w.simple() {
		GiveUp(d.Span, "such effects in place")
	}
	sure := true
	for i := range w.fam.Moves {
		sure = sure && w.f.Sure[w.fam.First+i]
	}
	if !sure {
		for i := range d.When {
			because(sc, &d.When[i])
			sc.require(d.When[i].Expr, skip)
		}
	}
	var places, values, terms, olds []code.Expr
	assigns := lists.Map(d.Body, func(e model.Effect) *model.Assign { return fixed(sc, e.(*model.Assign)) })
	for _, assign := range assigns {
		p, v := written(sc, assign, "s", skip)
		places, values = append(places, p...), append(values, v...)
		for i := range assign.Targets {
			t := &assign.Targets[i]
			x := code.Expr{}
			if t.Array == w.terms {
				x, _ = sc.element(t.Array, code.Name("t").Field(w.Name(t.Array)), t.Index)
			}
			terms = append(terms, x)
		}
	}
	was := map[string]code.Expr{}
	var names []string
	for _, p := range places {
		names = append(names, w.names.Take("was"))
		x := code.Name(names[len(names)-1])
		was[p.String()], olds = x, append(olds, x)
	}
	sc.Block.DefineAll(names, places)
	for i, v := range values {
		if x, ok := was[v.String()]; ok {
			values[i] = x
		} else if terms[i].String() != "" && !v.Simple() {
			name := w.names.Take("new")
			sc.Block.Define(name, v)
			values[i] = code.Name(name)
		}
	}
	now := code.Name("h")
	k := 0
	for _, assign := range assigns {
		for _, t := range assign.Targets {
			if x := terms[k]; x.String() != "" {
				low := w.Model.Data[t.Array.ID].Domain.Elems[0].N
				term := func(v code.Expr) code.Expr { return x.At(code.Arithmetic(v, "-", code.Int(low))) }
				if low == 0 {
					term = func(v code.Expr) code.Expr { return x.At(v) }
				}
				now = code.Arithmetic(code.Arithmetic(now, "+", term(values[k])), "-", term(olds[k]))
			}
			k++
		}
	}
	b.Append(sc.Block)
	estimate := "h"
	if now.String() != "h" {
		b.Line("now := %s", now)
		estimate = "now"
	}
	rest := w.bound(b, arguments, estimate)
	b.Append(assigned(places, values))
	w.enter(b, estimate, rest)
	b.Append(assigned(places, olds))
}

// fixed returns an assignment whose indices do not change with the state: those that read it are put into variables.
func fixed(sc *Scope, e *model.Assign) *model.Assign {
	out := *e
	out.Targets = slices.Clone(e.Targets)
	for i := range out.Targets {
		t := &out.Targets[i]
		t.Index = slices.Clone(t.Index)
		for k, x := range t.Index {
			if !model.ReadsState(x) {
				continue
			}
			v := sc.Value(x)
			for _, n := range sc.open(v.Need) {
				sc.demand(n, skip)
			}
			v = sc.hoist(v, "at")
			t.Index[k] = &model.Local{Base: model.Base{Sp: x.Span(), Ty: x.Type()}, Slot: len(sc.Slots)}
			sc.Slots = append(sc.Slots, Local{Bound: true, Expr: v.Expr, Dom: v.Dom})
		}
	}
	return &out
}

func assigned(places, values []code.Expr) *code.Block {
	b := &code.Block{}
	b.AssignAll(places, values)
	return b
}

// copy writes a move that copies the state.
func (w *inPlaceWriter) copy(b *code.Block) {
	sc, arguments := w.scope()
	b.Append(sc.Block)
	b.Line("next, ok := %s\nif !ok {\ncontinue\n}", w.call(arguments, ""))
	rest := w.bound(b, arguments, "h")
	was := w.names.Take("was")
	b.Line("%s := *s\n*s = next", was)
	w.enter(b, "h", rest)
	b.Line("*s = %s", was)
}

// bound writes what the move costs and the test of the bound.
func (w *inPlaceWriter) bound(b *code.Block, arguments, estimate string) (rest string) {
	cost, constant := w.constantCost(w.fam)
	rest = fmt.Sprintf("room-%d", cost)
	if !constant {
		rest = "room-cost"
		b.Line("cost := %s\nif cost == %s {\ncontinue\n}", w.call(arguments, "Cost"), none)
	}
	b.Line("if d.Exceeds(%s, %s) {\ncontinue\n}", estimate, rest)
	if w.f.Selector != nil {
		b.Line("after := %s", w.listAfter(w.f))
	}
	b.Line("d.Moves[depth] = move")
	return rest
}

// enter writes the search below the state that the move led to.
func (w *inPlaceWriter) enter(b *code.Block, estimate, rest string) {
	list := "move"
	if w.f.Selector != nil {
		list = "after"
	}
	b.Line("if d.below(s, %s, %s, %s, depth+1) {\nreturn true\n}", list, estimate, rest)
}
