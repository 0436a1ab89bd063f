package gogen

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/backends/gogen/statespace"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/diag"
)

// writeRelaxation writes the other puzzle of a relaxation as a package, and how a state of this one is mapped to it.
func (g *estimates) writeRelaxation(x *simpler, r *model.Relaxation) {
	h := g.otherPuzzle(r)
	name, folder := g.Relaxation[r], g.Packages[r]
	for _, f := range h.files {
		g.others = append(g.others, File{Name: folder + "/" + f.Name, Text: f.Text})
	}
	x.text.Uses(folder)
	x.Maybe = g.writeImage(&x.text, r, h.Space)
	g.writeRelaxedCosts(&x.text, r, x.Maybe)
	x.Name, x.Method = name+"Costs", name
}

// otherPuzzle is the other puzzle of a relaxation, written as a package.
type otherPuzzle struct {
	*statespace.Space
	files []File
}

// otherPuzzle writes the other puzzle of a relaxation, once.
func (g *estimates) otherPuzzle(r *model.Relaxation) *otherPuzzle {
	if h := g.otherPuzzles[r]; h != nil {
		return h
	}
	other, diags := semantics.BuildRelaxation(g.Model, r)
	at := slices.IndexFunc(g.Task.Abstractions, func(a task.Abstraction) bool { return a.Name == "relaxation "+r.Name })
	if diags.HasErrors() || at < 0 {
		statespace.GiveUp(r.Span, "`%s`, which could not be made,", r.Name)
	}
	machine := semantics.NewMachine(other)
	if err := machine.CheckInstances(); err != nil {
		statespace.GiveUp(r.Span, "`%s`, which has too many moves,", r.Name)
	}
	h := &otherPuzzle{Space: statespace.New(g.Other(other), g.Task.Abstractions[at].Task, machine)}
	var parts []filePart
	err := h.Settle(g.ctx, func() error {
		parts = h.parts(g.Packages[r])
		return nil
	})
	if err == nil {
		p := goPackage{name: g.Packages[r], imports: map[string]string{"search": g.module + "/search"}}
		h.files, err = p.files(parts)
	}
	if err != nil {
		statespace.GiveUp(r.Span, "%s", err)
	}
	g.otherPuzzles[r] = h
	return h
}

// parts writes the parts of the other puzzle that its costs need.
func (h *otherPuzzle) parts(name string) []filePart {
	if len(h.Families) == 0 {
		statespace.GiveUp(diag.Span{}, "a relaxation without moves")
	}
	h.Forget()
	doc := "Package " + name + " is the puzzle " + h.Model.Puzzle +
		", whose exact costs are an estimate of another puzzle.\n\n" +
		writtenBy + " " + h.Model.Name + "."
	var state, moves, goal code.Block
	h.State(&state)
	h.Moves(&moves)
	h.Goal(&goal)
	defs, data := h.Declarations(&state, &moves, &goal)
	return []filePart{
		{name: "state.go", doc: doc, text: &state, ofPackage: true},
		{name: "moves.go", doc: movesDoc, text: &moves},
		{name: "goal.go", doc: relaxedGoalDoc, text: &goal},
		{name: "defs.go", doc: defsDoc, text: defs},
		{name: "data.go", doc: dataDoc, text: data},
	}
}

// writeImage writes the function that maps a state to the other puzzle. It returns whether some states may have no
// image.
func (g *estimates) writeImage(b *code.Block, r *model.Relaxation, h *statespace.Space) (maybe bool) {
	name, image := g.Relaxation[r], code.Name("image")
	im := &statespace.Image{
		From: g.Writer, To: h.Writer, Block: &code.Block{}, Names: g.Names.Inner(),
		Fail: statespace.Returning(image, code.False.Expr()),
	}
	im.Names.Take("image")
	im.Into = image.Field
	given := map[*model.Array]bool{}
	for i := range r.States {
		im.Value(&r.States[i])
		given[r.States[i].Target] = true
	}
	for _, a := range h.Fields() {
		if !given[a] && h.Model.Data[a.ID].Size > 0 {
			statespace.GiveUp(r.Span, "a relaxation that gives `%s` no value", a.Name)
		}
	}
	without, results := "", fmt.Sprintf("image %s.State", g.Packages[r])
	if im.Maybe {
		without, results = "; false without one", results+", ok bool"
		im.Block.Return(image, code.True.Expr())
	} else {
		im.Block.Return(image)
	}
	b.Comment("%sImage is the state of the puzzle %s to which a state is mapped%s.%s", name, h.Model.Puzzle, without,
		g.Where(r.Span))
	b.Func(im.Block, "func (s *State) %sImage() (%s)", name, results)
	return im.Maybe
}

// writeRelaxedCosts writes the table of costs, and the function that reads it.
func (g *estimates) writeRelaxedCosts(b *code.Block, r *model.Relaxation, maybe bool) {
	name, folder := g.Relaxation[r], g.Packages[r]
	start, look := "problem.Starts = append(problem.Starts, s.%[1]sImage())", "image := s.%[1]sImage()"
	doc := ""
	if maybe {
		start = "if image, ok := s.%[1]sImage(); ok {\nproblem.Starts = append(problem.Starts, image)\n}"
		look = "image, ok := s.%[1]sImage()\nif !ok {\nreturn none\n}"
		b.Uses("none")
		doc = " It is none where there is no such state."
	}
	b.Comment("%sCosts are the exact costs in that puzzle, from all its states that can be reached.", name)
	b.Line(`var %[1]sCosts = &search.Table[%[2]s.State, %[2]s.Key]{Name: %[3]q, Problem: func() *search.Problem[%[2]s.State, %[2]s.Key] {
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
	b.Comment("%s", g.DocOf(name, cmp.Or(r.Doc, name+" is what a state costs in that puzzle."))+doc)
	b.Line("func (s *State) %[1]s() int {\n"+look+"\nreturn %[1]sCosts.Cost(&image)\n}\n", name)
}
