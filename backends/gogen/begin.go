package gogen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/backends/gogen/statespace"
	"github.com/pzc-lang/pzc/compiler/model"
)

// writeBegin writes how the initial state is made from the parameters that were read.
func (g *starts) writeBegin(b *code.Block) {
	open := map[*model.Array]bool{}
	fields := g.givenFields()
	for _, a := range fields {
		open[a] = true
	}
	s := code.Name("s")
	fail := func(text string) statespace.Exit { return statespace.Returning(s, errorOf(text)) }
	im := g.dataWriter(s.Field)
	closed := slices.DeleteFunc(g.Fields(), func(a *model.Array) bool { return open[a] || g.Model.Data[a.ID].Size == 0 })
	if len(closed) > 0 {
		im.Block.Assign(s, code.Format("State%s", g.SomeValues(g.fixedState(), closed)))
	}
	g.writeAssumes(im, fail)
	g.writeValues(im, fields, fail)
	g.writeInits(im, fail)
	im.Block.Return(s, code.Name("nil"))
	b.Comment("begin is the initial state; an error if the data do not allow one.")
	b.Func(im.Block, "func begin() (s State, err error)")
	b.Comment("Starts are the states that a plan may start from: the model's initial state.")
	b.Line("func Starts() []State {\ns, err := begin()\nif err != nil {\nreturn nil\n}\nreturn []State{s}\n}\n")
}

// writeDerive writes how the constants that depend on these parameters are computed when the program runs.
func (g *starts) writeDerive(b *code.Block, constants []*model.Array) {
	if len(constants) == 0 {
		return
	}
	im := g.dataWriter(code.Name)
	g.writeValues(im, constants, returnError)
	dataFunction(b, "derive",
		"derive computes the constants that depend on the data; an error if one of them is undefined.", im.Block)
}

// dataWriter writes statements that compute values from data when the program runs.
func (g *starts) dataWriter(into func(field string) code.Expr) *statespace.Image {
	return &statespace.Image{Writer: g.Writer, Block: &code.Block{}, Names: g.Names.Inner(), Into: into}
}

// errorOf is the Go expression for an error with a text. No % of the model's text is taken for a verb.
func errorOf(text string) code.Expr {
	return code.Call("fmt.Errorf", code.Literal(fmt.Sprintf("%q", strings.ReplaceAll(text, "%", "%%"))))
}

// returnError is the exit that returns an error with a text.
func returnError(text string) statespace.Exit { return statespace.Returning(errorOf(text)) }

// dataFunction writes a function that reads data.
func dataFunction(to *code.Block, name, doc string, b *code.Block) {
	body := &code.Block{}
	body.Var(code.Name("State"), "s") // functions that read data are methods
	body.Append(b)
	body.Return(code.Name("nil"))
	to.Comment("%s", doc)
	to.Func(body, "func %s() error", name)
}

// writeValues writes values that are computed, each after those that it reads.
func (g *starts) writeValues(im *statespace.Image, arrays []*model.Array, fail func(text string) statespace.Exit) {
	waits := map[*model.Array]bool{}
	for _, a := range arrays {
		waits[a] = true
	}
	for _, a := range arrays {
		if statespace.ReadsAny(a.Value, waits) {
			statespace.GiveUp(a.Value.Span(),
				"a value that reads itself by way of others, where data are given when the program runs,")
		}
		delete(waits, a)
		im.Fail = fail(a.Name + " is undefined or outside its type")
		if a.Later == nil {
			im.Fail = fail("an initial value of " + a.Name + " is undefined or outside its type")
		}
		v := &model.RelaxationValue{Target: a, Value: a.Value, Slots: a.Slots}
		for _, i := range a.Index {
			v.Index = append(v.Index, i.Slot)
		}
		im.Value(v)
		if a.Distinct && g.Model.Data[a.ID].Size > 1 {
			g.RequireDistinct(im.Scope(0), a, "s", fail("a value occurs twice in "+a.Name+" at the start"))
		}
	}
}

// fixedState is a state with the values that are known when the program is written.
func (g *starts) fixedState() []int64 {
	state := slices.Clone(g.Task.Fixed)
	for i, v := range g.Task.Vars {
		state[v.State] = g.Task.Init[i]
	}
	return state
}

// writeAssumes writes the assumptions that depend on data.
func (g *starts) writeAssumes(im *statespace.Image, fail func(text string) statespace.Exit) {
	for i := range g.Model.Assumes {
		f := &g.Model.Assumes[i]
		if !statespace.ReadsAny(f.Expr, g.Given) {
			continue
		}
		reason := "the data do not meet this: " + g.Source(f.Expr.Span())
		if f.Reason != nil {
			reason = g.ReasonText(f.Reason)
		}
		im.Scope(f.Slots).Require(f.Expr, fail(reason))
	}
}

// writeInits writes the conditions on the initial state.
func (g *starts) writeInits(im *statespace.Image, fail func(text string) statespace.Exit) {
	for _, fs := range [][]model.Formula{g.Model.Inits, g.Model.Always} {
		for i := range fs {
			im.Scope(fs[i].Slots).Require(fs[i].Expr,
				fail("the initial state does not meet this: "+g.Source(fs[i].Expr.Span())))
		}
	}
}
