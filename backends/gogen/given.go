package gogen

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/backends/gogen/expr"
	"github.com/pzc-lang/pzc/backends/gogen/statespace"
	"github.com/pzc-lang/pzc/compiler/model"
)

// Parameters need not be known when a program is written: it can read them when it runs. Those that decide nothing but the initial state are
// parameters of the model as ever. All others, and the constants that depend on them, are state variables of the model (model.Array.Later), so that
// nothing here takes them for known; but in Go they are data, and no part of a State.

// RunTimeData says which parameters a program reads when it runs.
type RunTimeData struct {
	Names []string
	// With lists by the name of a parameter others that must be given with it.
	With map[string][]string
	// LeftOut says of heuristics that the model does not have any more, by name, why.
	LeftOut map[string]string
}

// Given is a parameter, and why it cannot be given when the program runs; "": it can.
type Given struct {
	Array *model.Array
	Why   string
}

// GivenLater looks at all parameters of a model: which of them decide nothing but the initial state.
func GivenLater(m *model.Model) (all []Given) {
	uses := usesOf(m)
	for _, a := range m.Arrays {
		if a.Role != model.Param {
			continue
		}
		x := Given{Array: a, Why: uses[a]}
		if x.Why == "" && !m.Plain(a) {
			x.Why = "it is no number, name or cell, or no list of such"
		}
		all = append(all, x)
	}
	return all
}

// DecidingMore are the parameters of some names that decide more than the initial state: compiler.Defer must take them out of the model.
func DecidingMore(m *model.Model, names []string) (arrays []*model.Array) {
	for _, x := range GivenLater(m) {
		if x.Why != "" && slices.Contains(names, x.Array.Name) {
			arrays = append(arrays, x.Array)
		}
	}
	return arrays
}

// OpenArrays are the state variables whose initial values depend on parameters that a program reads, themselves or by way of other initial values;
// each before those that depend on it, unless they depend on one another in a circle.
func OpenArrays(m *model.Model, names []string) (open []*model.Array) {
	depends := map[*model.Array]bool{}
	for _, x := range given(m, names) {
		if depends[x.Array] = x.Why == ""; x.Why == "" && x.Array.Later != nil {
			open = append(open, x.Array)
		}
	}
	for more := true; more; {
		more = false
		for _, a := range m.StateArrays() {
			if a.Value != nil && !depends[a] && expr.ReadsAny(a.Value, depends) {
				open, more, depends[a] = append(open, a), true, true
			}
		}
	}
	return ordered(open)
}

// ordered puts arrays after those that they read.
func ordered(open []*model.Array) (out []*model.Array) {
	open = slices.Clone(open)
	for len(open) > 0 {
		next := max(0, slices.IndexFunc(open, func(a *model.Array) bool {
			return !slices.ContainsFunc(open, func(b *model.Array) bool { return a != b && expr.ReadsAny(a.Value, map[*model.Array]bool{b: true}) })
		}))
		out = append(out, open[next])
		open = slices.Delete(open, next, next+1)
	}
	return out
}

// given looks at all parameters of a model as a program with data of its own has them.
func given(m *model.Model, names []string) (all []Given) {
	all = GivenLater(m)
	for i := range all {
		if x := &all[i]; x.Why == "" && !slices.Contains(names, x.Array.Name) {
			x.Why = "it was not named as one that is given when the program runs"
		}
	}
	for _, a := range m.Arrays {
		if expr.IsLater(a, model.Param) {
			all = append(all, Given{Array: a})
		}
	}
	slices.SortFunc(all, func(x, y Given) int { return x.Array.ID - y.Array.ID })
	return all
}

// usesOf says of each parameter that more depends on than the initial state, what does.
func usesOf(m *model.Model) map[*model.Array]string {
	uses := map[*model.Array]string{}
	note := func(what string, es ...model.Expr) {
		for _, e := range es {
			for a := range model.ArraysRead(e) {
				if a != nil && a.Role == model.Param && uses[a] == "" {
					uses[a] = what
				}
			}
		}
	}
	noteAll := func(what string, es iter.Seq[model.Expr]) {
		for e := range es {
			note(what, e)
		}
	}
	for _, g := range m.Grids {
		note("the size of "+g.Name+" depends on it", g.Map, g.Rows, g.Cols)
	}
	for _, t := range m.Types {
		note("the type "+t.Name+" depends on it", t.Set)
	}
	for _, a := range m.Arrays {
		note("the type of "+a.Name+" depends on it", a.Domain)
		for _, i := range a.Index {
			note("the size of "+a.Name+" depends on it", i.Set)
		}
		if a.Value != nil && a.Role != model.State {
			note(a.Name+" depends on it", a.Value)
		}
	}
	for _, mv := range m.Moves {
		noteAll("the move "+mv.Name+" depends on it", mv.Exprs())
	}
	for _, h := range m.Heuristics {
		note("the heuristic "+h.Name+" depends on it", h.Value)
	}
	for _, r := range m.Relaxations {
		for _, v := range slices.Concat(r.Params, r.States) {
			note("the relaxation "+r.Name+" depends on it", v.Value)
		}
	}
	for i := range m.Goals {
		noteAll("the goal depends on it", m.Goals[i].Exprs())
	}
	const condition = "a condition of the model depends on it"
	for _, f := range slices.Concat(m.Always, m.Deads) {
		noteAll(condition, f.Exprs())
	}
	for _, s := range m.Symmetries {
		noteAll(condition, s.Exprs())
	}
	for _, p := range m.Prunes {
		for _, step := range p.Steps {
			for _, a := range step.Args {
				note(condition, a.Value)
			}
		}
		note(condition, p.Where)
	}
	for _, v := range m.Views {
		note("a view depends on it", v.Set, v.Text, v.Fill)
	}
	return uses
}

// givenArrays are the parameters that a program reads when it runs, and the constants that depend on them.
func givenArrays(m *model.Model, data *RunTimeData) map[*model.Array]bool {
	if data == nil {
		return nil
	}
	arrays := map[*model.Array]bool{}
	for _, x := range given(m, data.Names) {
		if x.Why == "" {
			arrays[x.Array] = true
		}
	}
	for _, a := range m.Arrays {
		if expr.IsLater(a, model.Const) {
			arrays[a] = true
		}
	}
	return arrays
}

// writeBegin writes the initial state, made of what was given.
func (g *generator) writeBegin() string {
	for a := range g.Given {
		g.Data(a)
	}
	open := map[*model.Array]bool{}
	fields := g.givenFields()
	for _, a := range fields {
		open[a] = true
	}
	derive := g.writeDerive(g.derivedConstants())
	s := code.Name("s")
	fail := func(text string) expr.Exit { return expr.Returning(s, errorOf(text)) }
	im := g.dataWriter(s.Field)
	g.writeAssumes(im, fail)
	g.writeValues(im, fields, fail)
	g.writeInits(im, fail)
	var b strings.Builder
	b.WriteString(derive)
	b.WriteString("// begin is the initial state; an error if the data do not allow one.\nfunc begin() (s State, err error) {\n")
	if literal := g.closedLiteral(open); literal != "" {
		b.WriteString("s = " + literal + "\n")
	}
	b.WriteString(im.Block.String() + "return s, nil\n}\n\n")
	b.WriteString("// Starts are the states that a plan may start from: the model's initial state.\nfunc Starts() []State {\ns, err := begin()\nif err != nil {\nreturn nil\n}\nreturn []State{s}\n}\n\n")
	return b.String()
}

// writeDerive writes the constants that depend on what was given, as they are computed when the program runs.
func (g *generator) writeDerive(constants []*model.Array) string {
	if len(constants) == 0 {
		return ""
	}
	im := g.dataWriter(code.Name)
	g.writeValues(im, constants, returnError)
	return g.dataFunction("derive", "derive computes the constants that depend on the data; an error if one of them is undefined.", im.Block)
}

// dataWriter writes what is computed of data when the program runs.
func (g *generator) dataWriter(into func(field string) code.Expr) *statespace.Image {
	return &statespace.Image{From: g.Writer, To: g.Writer, Block: &code.Block{}, Names: g.Names.Inner(), Into: into}
}

// errorOf is an error with a text, in which nothing of the model may be taken for a verb.
func errorOf(text string) code.Expr {
	return code.Call("fmt.Errorf", code.Literal(fmt.Sprintf("%q", strings.ReplaceAll(text, "%", "%%"))))
}

// returnError leaves a function by such an error.
func returnError(text string) expr.Exit { return expr.Returning(errorOf(text)) }

// dataFunction writes a function that looks at data.
func (g *generator) dataFunction(name, doc string, b *code.Block) string {
	receiver := ""
	if b.Reads("s") { // functions that read data are methods
		receiver = "var s State\n"
	}
	return "// " + doc + "\nfunc " + name + "() error {\n" + receiver + b.String() + "return nil\n}\n\n"
}

// writeValues writes values that are computed, each after those that it reads.
func (g *generator) writeValues(im *statespace.Image, arrays []*model.Array, fail func(text string) expr.Exit) {
	waits := map[*model.Array]bool{}
	for _, a := range arrays {
		waits[a] = true
	}
	for _, a := range arrays {
		if expr.ReadsAny(a.Value, waits) {
			expr.GiveUp(a.Value.Span(), "a value that reads itself by way of others, where data are given when the program runs,")
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

// closedLiteral is the state with the values that do not depend on what is given; "" without any.
func (g *generator) closedLiteral(open map[*model.Array]bool) string {
	state := slices.Clone(g.Task.Fixed)
	for i, v := range g.Task.Vars {
		state[v.State] = g.Task.Init[i]
	}
	return g.SomeLiteral(state, func(a *model.Array) bool { return !open[a] })
}

// writeAssumes writes the assumptions that depend on what is given.
func (g *generator) writeAssumes(im *statespace.Image, fail func(text string) expr.Exit) {
	for i := range g.Model.Assumes {
		f := &g.Model.Assumes[i]
		if !expr.ReadsAny(f.Expr, g.Given) {
			continue
		}
		reason := "the data do not meet this: " + g.Source(f.Expr.Span())
		if f.Reason != nil {
			reason = g.ReasonText(f.Reason)
		}
		im.Scope(f.Slots).Require(f.Expr, fail(reason))
	}
}

// writeInits writes what must hold of the initial state.
func (g *generator) writeInits(im *statespace.Image, fail func(text string) expr.Exit) {
	for _, fs := range [][]model.Formula{g.Model.Inits, g.Model.Always} {
		for i := range fs {
			im.Scope(fs[i].Slots).Require(fs[i].Expr, fail("the initial state does not meet this: "+g.Source(fs[i].Expr.Span())))
		}
	}
}

// writeParameters writes how the parameters are read.
func (g *generator) writeParameters() string {
	var b code.Block
	b.Line("// parameters are those of the model. Some are data of this program, and can be no others.")
	b.Line("var parameters = []search.Parameter{")
	var names []string
	for _, x := range given(g.Model, g.o.RunTimeData.Names) {
		if x.Why == "" {
			names = append(names, x.Array.Name)
		}
		g.writeParameter(&b, x)
	}
	b.Line("}")
	b.Line("")
	derive, begin := "", "_, err := begin()\n\treturn err"
	if g.choosesWithData() {
		begin = "return begin()"
		if len(g.Families) > 0 {
			begin = "startStates.Forget()\n" + begin
		}
	}
	if slices.ContainsFunc(g.Model.Arrays, func(a *model.Array) bool { return expr.IsLater(a, model.Const) }) {
		derive = "\tif err := derive(); err != nil {\n\t\treturn err\n\t}\n"
	}
	b.Line("// ReadData gives parameters other values, those of a JSON object: %s. It must be called before the first estimate is asked for;\n// after an error there is nothing to search.", strings.Join(names, ", "))
	b.Line(`func ReadData(text []byte) error {
	if err := search.ReadParameters(text, parameters); err != nil {
		return err
	}
%s	%s
}`, derive, begin)
	return b.String()
}

func (g *generator) writeParameter(b *code.Block, x Given) {
	a, d := x.Array, g.Model.Data[x.Array.ID]
	why := strings.TrimSuffix(code.Comment(code.OneLine(x.Why)), "\n")
	if !g.Model.Plain(a) {
		b.Line("{Name: %q}, %s", a.Name, why)
		return
	}
	shape := ""
	if len(a.Index) > 0 {
		var dims []int64
		for _, s := range d.Index {
			if s.Type.Kind == model.CellKind {
				if board := g.Model.Dims[s.Type.Grid.ID]; board.Rows*board.Cols == int64(s.Len()) {
					dims = append(dims, board.Rows, board.Cols)
					continue
				}
			}
			dims = append(dims, int64(s.Len()))
		}
		shape = ", Shape: []int{" + code.Numbers(dims) + "}"
	}
	if a.Later != nil && a.Later.Type.Kind == model.MapKind {
		shape += ", Map: true"
	}
	head := fmt.Sprintf("Name: %q%s, Type: search.Type{%s}", a.Name, shape, g.typeText(a, d))
	if x.Why != "" {
		values := make([]int64, len(d.Values))
		for i, v := range d.Values {
			values[i] = v.N
		}
		b.Line("{%s, Fixed: []int{%s}}, %s", head, code.Numbers(values), why)
		return
	}
	value := "v"
	if a.Type.Kind == model.Boolean {
		value = "v == 1"
	}
	place, element := "_", g.Data(a)
	if len(a.Index) > 0 {
		place, element = "i", element+g.placeText(a, d)
	}
	with := ""
	if names := g.o.RunTimeData.With[a.Name]; len(names) > 0 {
		with = ", With: []string{" + quotedList(names) + "}"
	}
	b.Line("{%s%s, Set: func(%s, v int) { %s = %s }},", head, with, place, element, value)
}

// typeText is the type of a parameter.
func (g *generator) typeText(a *model.Array, d *model.ArrayData) string {
	var text string
	switch a.Type.Kind {
	case model.Boolean:
		text = `Kind: "bool"`
	case model.Character:
		text = `Kind: "character"`
	case model.Direction:
		text = fmt.Sprintf(`Kind: "name", Names: []string{%s}`, quotedList(model.DirNames[:]))
	case model.Enumerated:
		text = fmt.Sprintf(`Kind: "name", Names: []string{%s}`, quotedList(a.Type.Enum.Values))
	case model.CellKind:
		board := g.Model.Dims[a.Type.Grid.ID]
		text = fmt.Sprintf(`Kind: "cell", Rows: %d, Cols: %d`, board.Rows, board.Cols)
	default:
		text = `Kind: "number"`
	}
	if !d.Domain.Gapless() {
		var values []int64
		for _, v := range d.Domain.Elems {
			values = append(values, v.N)
		}
		return text + ", Among: []int{" + code.Numbers(values) + "}"
	}
	if low := d.Domain.Elems[0].N; low != 0 {
		text += fmt.Sprintf(", Low: %d", low)
	}
	return text + fmt.Sprintf(", High: %d", d.Domain.Elems[d.Domain.Len()-1].N)
}

func quotedList(names []string) string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = fmt.Sprintf("%q", n)
	}
	return strings.Join(out, ", ")
}

// placeText is the Go index of element i, counted row by row.
func (g *generator) placeText(a *model.Array, d *model.ArrayData) (text string) {
	stride := 1
	dims := g.Dims(a)
	for k := len(dims) - 1; k >= 0; k-- {
		at := "i"
		if stride > 1 {
			at = fmt.Sprintf("i/%d", stride)
		}
		if k > 0 {
			at += fmt.Sprintf("%%%d", d.Index[k].Len())
		}
		if first := d.Index[k].Elems[0].N - dims[k].Lo; first != 0 {
			at += fmt.Sprintf("+%d", first)
		}
		text = "[" + at + "]" + text
		stride *= d.Index[k].Len()
	}
	return text
}
