package gogen

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/backends/gogen/expr"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/diag"
	"github.com/pzc-lang/pzc/semantics"
	"github.com/pzc-lang/pzc/task"
)

// writeRelaxation writes the other puzzle of a relaxation as a package, and how a state of this one is mapped to it.
func (g *generator) writeRelaxation(x *simpler, r *model.Relaxation) {
	h := g.otherPuzzle(r)
	name, folder := g.Relaxation[r], g.Packages[r]
	for _, f := range h.files {
		g.others = append(g.others, File{folder + "/" + f.Name, f.Text})
	}
	var b code.Block
	x.Maybe = g.writeImage(&b, r, h.generator)
	g.writeRelaxedCosts(&b, r, x.Maybe)
	x.Name, x.Method, x.text = name+"Costs", name, b.String()
}

// otherPuzzle is another puzzle that was written as a package.
type otherPuzzle struct {
	*generator
	files []File
}

// otherPuzzle writes the other puzzle of a relaxation, once.
func (g *generator) otherPuzzle(r *model.Relaxation) *otherPuzzle {
	if h := g.otherPuzzles[r]; h != nil {
		return h
	}
	other, diags := semantics.BuildRelaxation(g.Model, r)
	at := slices.IndexFunc(g.t.Abstractions, func(a task.Abstraction) bool { return a.Name == "relaxation "+r.Name })
	if diags.HasErrors() || at < 0 {
		expr.GiveUp(r.Span, "`%s`, which could not be made,", r.Name)
	}
	folder := g.Packages[r]
	o := Options{Package: folder, Module: g.module() + "/" + folder, Sources: g.o.Sources, within: cmp.Or(g.o.within, g.module())}
	h, err := newGenerator(g.ctx, other, g.t.Abstractions[at].Task, o)
	if err != nil {
		expr.GiveUp(r.Span, "`%s`, which has too many moves,", r.Name)
	}
	parts, err := h.settle(h.writeOther)
	if err != nil {
		expr.GiveUp(r.Span, "%s", err)
	}
	files, err := h.finished(parts)
	if err != nil {
		expr.GiveUp(r.Span, "%s", err)
	}
	g.otherPuzzles[r] = &otherPuzzle{h, files}
	return g.otherPuzzles[r]
}

// writeOther writes what is needed of a puzzle whose costs another one asks for.
func (g *generator) writeOther() ([]part, error) {
	if len(g.families) == 0 {
		expr.GiveUp(diag.Span{}, "a relaxation without moves")
	}
	g.reset()
	parts := []part{
		{"state.go", "", g.writeState()},
		{"moves.go", movesDoc, g.writeMoves()},
		{"goal.go", relaxedGoalDoc, g.writeGoal()},
		{"defs.go", defsDoc, g.Defs()},
	}
	return append(parts, part{"data.go", dataDoc, g.Declarations()}), nil
}

// writeImage writes the function that maps a state; it tells whether some states may have no image.
func (g *generator) writeImage(b *code.Block, r *model.Relaxation, h *generator) (maybe bool) {
	name, image := g.Relaxation[r], code.Name("image")
	im := &imageWriter{g: g, h: h, b: &code.Block{}, names: g.Names.Inner(), fail: expr.Returning(image, code.False.Expr())}
	im.names.Take("image")
	im.into = image.Field
	given := map[*model.Array]bool{}
	for i := range r.States {
		im.value(&r.States[i])
		given[r.States[i].Target] = true
	}
	for _, a := range h.Fields() {
		if !given[a] && h.Model.Data[a.ID].Size > 0 {
			expr.GiveUp(r.Span, "a relaxation that gives `%s` no value", a.Name)
		}
	}
	without, results := "", fmt.Sprintf("image %s.State", g.Packages[r])
	if im.maybe {
		without, results = "; false without one", results+", ok bool"
		im.b.Return(image, code.True.Expr())
	} else {
		im.b.Return(image)
	}
	b.Comment(fmt.Sprintf("%sImage is the state of the puzzle %s to which a state is mapped%s.%s", name, h.Model.Puzzle, without, g.Where(r.Span)))
	b.Line("func (s *State) %sImage() (%s) {", name, results)
	b.Append(im.b)
	b.Line("}")
	b.Line("")
	return im.maybe
}

// writeRelaxedCosts writes the table, and the look into it.
func (g *generator) writeRelaxedCosts(b *code.Block, r *model.Relaxation, maybe bool) {
	name, folder := g.Relaxation[r], g.Packages[r]
	start, look := "problem.Starts = append(problem.Starts, s.%[1]sImage())", "image := s.%[1]sImage()"
	doc := ""
	if maybe {
		start = "if image, ok := s.%[1]sImage(); ok {\nproblem.Starts = append(problem.Starts, image)\n}"
		look = "image, ok := s.%[1]sImage()\nif !ok {\nreturn none\n}"
		doc = " It is none where there is no such state."
		g.Need("none")
	}
	b.Line(`// %[1]sCosts are the exact costs in that puzzle, from all its states that can be reached.
var %[1]sCosts = &search.Table[%[2]s.State, %[2]s.Key]{Name: %[3]q, Problem: func() *search.Problem[%[2]s.State, %[2]s.Key] {
	problem := &search.Problem[%[2]s.State, %[2]s.Key]{
		Successors: (*%[2]s.State).Successors,
		Goal: (*%[2]s.State).Goal,
		Pack: (*%[2]s.State).Pack,
		Unpack: %[2]s.Key.Unpack,
	}
	for _, s := range Starts() {
		`+start+`
	}
	return problem
}}
`, name, folder, code.OneLine(r.Name))
	b.Comment(g.DocOf(name, cmp.Or(r.Doc, name+" is what a state costs in that puzzle.")) + doc)
	b.Line("func (s *State) %[1]s() int {\n"+look+"\nreturn %[1]sCosts.Cost(&image)\n}", name)
}

// imageWriter writes the statements that give the other puzzle's state its values.
type imageWriter struct {
	g     *generator
	h     *generator // of the other puzzle
	b     *code.Block
	names *code.Names
	into  func(field string) code.Expr // a field of the other puzzle's state
	fail  expr.Exit                    // where there is no value
	maybe bool                         // there is such a statement
}

// scope is that of an expression of this puzzle.
func (im *imageWriter) scope(slots int) *expr.Scope {
	sc := im.g.Scope(slots, "s")
	sc.Block, sc.Names = im.b, im.names
	return sc
}

// value gives a state variable its value.
func (im *imageWriter) value(v *model.RelaxationValue) {
	d := im.h.Model.Data[v.Target.ID]
	sc := im.scope(v.Slots)
	list, isList := v.Value.(*model.List)
	switch {
	case isList && len(d.Index) > 0:
		for k, e := range list.Leaves() {
			im.assign(sc, v.Target, im.element(v.Target, d.IndexAt(k)), e)
		}
	case im.loops(v, d):
		im.loop(sc, v, 0, im.into(im.h.Field(v.Target)))
	default:
		for k := range d.Size {
			t := sc.Sub()
			at := d.IndexAt(k)
			for i, slot := range v.Index {
				if slot >= 0 {
					bindOne(t, slot, d.Index[i].Type, at[i])
				}
			}
			im.assign(t, v.Target, im.element(v.Target, at), v.Value)
		}
	}
}

// loops tells whether all indices are numbers without gaps.
func (im *imageWriter) loops(v *model.RelaxationValue, d *model.ArrayData) bool {
	for i, x := range im.h.Dims(v.Target) {
		if x.Holes || !x.Set.Type.Scalar() || x.Set.Type.Kind == model.Boolean || x.Set.Len() == 0 || i >= len(v.Index) || x.Set.Type.Kind == model.Character {
			return false
		}
	}
	return len(d.Index) > 0
}

// loop writes a loop for each index.
func (im *imageWriter) loop(sc *expr.Scope, v *model.RelaxationValue, i int, element code.Expr) {
	dims := im.h.Dims(v.Target)
	if i == len(dims) {
		im.assign(sc, v.Target, element, v.Value)
		return
	}
	x := dims[i]
	names := []string{"row", "col", "k", "l", "m"}
	if len(dims) == 1 {
		names[0] = "i"
	}
	name := sc.Names.Take(names[min(i, 4)])
	t := sc.Sub()
	if slot := v.Index[i]; slot >= 0 {
		t.BindSet(slot, x.Set, code.Name(name))
	}
	first, last := x.Set.Elems[0].N, x.Set.Elems[x.Set.Len()-1].N
	if first == 0 {
		sc.Block.Loop(name, "_", code.Int(last+1))
	} else {
		sc.Block.Count(name, code.Int(first), code.Int(last))
	}
	im.loop(t, v, i+1, element.At(x.At(im.h.Writer, code.Name(name))))
	sc.Block.End()
}

// bindOne gives a slot one value.
func bindOne(sc *expr.Scope, slot int, kind *model.Type, v model.Value) {
	if !kind.Scalar() || kind.Kind == model.Boolean {
		expr.GiveUp(diag.Span{}, "a relaxation with such an index")
	}
	sc.BindSet(slot, model.NewSet(kind, []model.Value{v}), code.Int(v.N))
}

// element is an element of the other puzzle's state.
func (im *imageWriter) element(a *model.Array, at []model.Value) code.Expr {
	x := im.into(im.h.Field(a))
	for i, d := range im.h.Dims(a) {
		if !d.Set.Type.Scalar() {
			x = x.At(code.Int(int64(d.Set.Index(at[i]))))
			continue
		}
		x = x.At(code.Int(at[i].N - d.Lo))
	}
	return x
}

// assign writes that an element gets a value.
func (im *imageWriter) assign(sc *expr.Scope, a *model.Array, element code.Expr, e model.Expr) {
	im.alike(e, a)
	if a.Type.Kind == model.Boolean {
		if !sc.Decided(e) {
			expr.GiveUp(e.Span(), "a condition that may be undecided, in a relaxation,")
		}
		sc.Block.Assign(element, sc.Cond(e, true).Expr())
		return
	}
	v := sc.Value(e)
	domain := im.h.Model.Data[a.ID].Domain
	need := slices.Clone(v.Need)
	if !v.Dom.Within(domain) {
		if !domain.Gapless() {
			expr.GiveUp(e.Span(), "a relaxation to a type with gaps")
		}
		need = append(need, sc.Limits(v, domain)...)
	}
	all := code.And(need...)
	im.maybe = im.maybe || !all.IsTrue()
	sc.LeaveIf(code.Not(all), im.fail)
	sc.Block.Assign(element, v.Expr)
}

// alike gives up where the values of two types are not written alike.
func (im *imageWriter) alike(e model.Expr, a *model.Array) {
	from, to := e.Type(), a.Type
	switch to.Kind {
	case model.CellKind:
		if im.g.Model.Dims[from.Grid.ID] == im.h.Model.Dims[to.Grid.ID] {
			return
		}
	case model.Enumerated:
		if slices.Equal(from.Enum.Values, to.Enum.Values) {
			return
		}
	default:
		return
	}
	expr.GiveUp(e.Span(), "a relaxation to another type of cells or names")
}
