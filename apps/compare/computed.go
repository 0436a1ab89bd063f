package compare

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// formula is an argument that is computed: an expression of a model that reads no state.
type formula struct {
	expr model.Expr
	size int // of the frame
}

// mayStand says what an argument may be.
const mayStand = "an argument is a variable of the other side, a value, or an expression of these and of constants"

// direct sets the directions of the lines about moves, and reads the arguments that are computed.
func (c *comparison) direct(ctx context.Context) diag.List {
	c.formulas = map[string]formula{}
	for i := range c.face.moves {
		r := &c.face.moves[i]
		var alone, compound [2]bool
		for s := range r.side {
			unknown := func(w string) bool { return !strings.ContainsAny(w[:1], `'"`) && !c.valueNames(Side(s))[w] }
			for k, a := range r.side[s].args {
				switch {
				case objectShape.Get().MatchString(a):
					alone[s] = alone[s] || unknown(a) && !slices.Contains(r.side[1-s].args, a)
				case slices.ContainsFunc(words.Get().FindAllString(a, -1), unknown):
					compound[s] = true
				default:
					c.argument(r, Side(s), k, a) // a value
				}
			}
		}
		switch {
		case compound[Reference] && compound[Other]:
			r.fail(&c.wrong, "both sides compute", "write variables and values on one side: `slide(a, b) = push(a, b - a)`")
		case compound[Reference]:
			r.from = Other
		case compound[Other] || alone[Other] || alone[Reference]:
			r.from = Reference
		}
	}
	for s, z := range c.z {
		if !slices.ContainsFunc(c.face.moves, func(r rename) bool { return r.from == Side(s) }) || z.GroundOnce(ctx).HasErrors() {
			continue
		}
		for _, m := range z.Task().Moves {
			if c.translate(Side(s), m.Name); c.wrong.HasErrors() {
				return c.wrong
			}
		}
	}
	return c.wrong
}

// fail reports an error of a line.
func (r *rename) fail(diags *diag.List, what, help string) {
	at := diag.Pos{Filename: r.name, Line: 1, Column: 1}
	diags.Errorf(diag.Span{Start: at, End: at}, codeSame, "`%s`: %s", r.line, what).Help = help
}

// made returns the move of a model that a line makes of the values of its variables.
func (c *comparison) made(r *rename, to Side, bound map[string]string) string {
	p := pattern{name: r.side[to].name, pddl: c.face.pddl}
	for i, a := range r.side[to].args {
		if bound[a] != "" {
			a = bound[a]
		} else if !c.valueNames(to)[a] {
			a = c.argument(r, to, i, words.Get().ReplaceAllStringFunc(a, func(w string) string {
				if bound[w] != "" {
					return c.literal(r, to, bound[w])
				}
				return w
			}))
		}
		p.args = append(p.args, a)
	}
	return p.text(nil)
}

// literal writes the value of a variable in an expression: a pair is a cell of the grid of a parameter of the move.
func (c *comparison) literal(r *rename, to Side, value string) string {
	for _, p := range c.move(r, to).Params {
		if t := p.Set.Type().Elem(); t.Kind == model.CellKind && pairShape.Get().MatchString(value) {
			return fmt.Sprintf("(the _cell in %s: _cell == %s)", t.Grid.Name, value)
		}
	}
	return "(" + value + ")"
}

// move returns the declaration of the move of a model that a line is about.
func (c *comparison) move(r *rename, s Side) *model.Move {
	program := c.z[s].Program
	return program.Model().Moves[slices.Index(c.face.moveNames(program), r.side[s].name)]
}

// argument returns the value of an argument that is computed, "undefined" if it has none. Before there are evaluators,
// argument only reads the expression.
func (c *comparison) argument(r *rename, to Side, i int, text string) string {
	param := c.move(r, to).Params[i].Set.Type().Elem()
	f, known := c.formulas[fmt.Sprint(to, text)]
	switch {
	case c.face.pddl && text[0] != '?':
		return text // an object of another problem
	case c.face.pddl:
		r.fail(&c.wrong, "`"+text+"` does not stand on the other side", "variables that are made stand on both sides")
		return ""
	case !known:
		var diags diag.List
		f.expr, f.size, diags = c.z[to].Program.Expression(r.name+", computed", text)
		c.formulas[fmt.Sprint(to, text)] = f
		switch diags = onlyErrors(diags); {
		case len(diags) > 0:
			r.fail(&c.wrong, diags[0].Msg, cmp.Or(diags[0].Help, mayStand))
		case model.ReadsState(f.expr):
			r.fail(&c.wrong, "`"+text+"` reads the state", mayStand)
		case !f.fits(param):
			r.fail(&c.wrong, fmt.Sprintf("`%s` is a %s, where `%s` wants a %s", text, f.expr.Type(), r.side[to].name, param), "")
		}
	}
	if c.eval[to] == nil {
		return ""
	}
	v, ok := c.eval[to].Eval(f.expr, make(semantics.Frame, f.size), nil)
	switch {
	case !ok:
		return "undefined"
	case param.Kind == model.Direction && f.expr.Type().IsOffset():
		step := [2]int64{v.C.Tuple[0].N, v.C.Tuple[1].N}
		if d := slices.Index(model.DirOffsets[:], step); d >= 0 {
			return model.DirNames[d]
		}
	}
	return squeeze(c.z[to].Model().Format(f.expr.Type(), v))
}

// fits reports whether a parameter of a type may have the value.
func (f formula) fits(param *model.Type) bool {
	t := f.expr.Type()
	return t.Equal(param) || t.IsOffset() && (param.Kind == model.CellKind || param.Kind == model.Direction)
}

// observe checks the observed expressions. An index of an array of the reference that is a name without a meaning
// stands for all its values.
func (c *comparison) observe() (diags diag.List) {
	var all []observed
	for i, o := range c.face.seen {
		for _, text := range c.instances(o.text) {
			o := observed{text: text}
			for side, z := range c.z {
				name := fmt.Sprintf("same %d, side %d", i+1, side+1)
				if z == nil { // it is not known
					_, more := dsl.ParseExpr(name, text[side])
					diags = append(diags, more...)
					continue
				}
				e, size, more := z.Program.Expression(name, text[side])
				diags = append(diags, onlyErrors(more)...)
				o.expr[side], o.size[side] = e, size
			}
			if diags.HasErrors() {
				return diags
			}
			all = append(all, o)
		}
	}
	c.face.seen = all
	return diags
}

// instances returns a pair of expressions for each value of the free indices of the first: names without a meaning that
// stand as an index of a state variable of the reference.
func (c *comparison) instances(text [2]string) [][2]string {
	all := [][2]string{text}
	mod := c.z[Reference].Model()
	values := c.valueNames(Reference)
	done := map[string]bool{}
	for _, m := range arrayShape.Get().FindAllStringSubmatch(text[Reference], -1) {
		i := slices.IndexFunc(mod.StateArrays(), func(a *model.Array) bool { return a.Name == m[1] })
		if i < 0 {
			continue
		}
		index := mod.Data[mod.StateArrays()[i].ID].Index
		for k, name := range splitArgs(m[2]) {
			if k < len(index) && nameShape.Get().MatchString(name) && !values[name] && !done[name] && !c.named(name) {
				done[name] = true
				all = c.replaced(all, name, index[k])
			}
		}
	}
	return all
}

// replaced returns the pairs of expressions with each value of an index in the place of its name.
func (c *comparison) replaced(all [][2]string, name string, index *model.Set) (more [][2]string) {
	for _, t := range all {
		for _, v := range index.Elems {
			literal := c.z[Reference].Model().Format(index.Type, v)
			value := func(w string) string {
				if w == name {
					return literal
				}
				return w
			}
			put := func(text string) string { return words.Get().ReplaceAllStringFunc(text, value) }
			more = append(more, [2]string{put(t[0]), put(t[1])})
		}
	}
	return more
}

// named reports whether a name means a parameter, a constant, a state variable or a def of the reference.
func (c *comparison) named(name string) bool {
	p := c.z[Reference].Model().Program
	return slices.ContainsFunc(p.Arrays, func(a *model.Array) bool { return a.Name == name }) ||
		slices.ContainsFunc(p.Defs, func(d *model.Def) bool { return d.Name == name && len(d.Params) == 0 })
}

// value returns the value of an observed expression in a state, as text.
func (c *comparison) value(s Side, o *observed, state []int64) string {
	v, ok := c.eval[s].Eval(o.expr[s], make(semantics.Frame, o.size[s]), state)
	if !ok {
		return "undefined"
	}
	return squeeze(c.z[s].Model().Format(o.expr[s].Type(), v))
}

// handed returns the data of a puzzle for another model: the values of all parameters that both have.
func handed(z *puzzle.Puzzle, to *puzzle.Program) puzzle.Data {
	data := puzzle.Data{Own: true}
	if slices.Contains(to.Instances(), z.Instance()) {
		data.Instance = z.Instance()
	}
	m := z.Model()
	for _, a := range m.ParamArrays() {
		if !slices.ContainsFunc(to.Model().ParamArrays(), func(b *model.Array) bool { return b.Name == a.Name }) {
			continue
		}
		v := puzzle.Value{Param: a.Name, Text: puzzle.Text{Name: "the reference's " + a.Name}}
		values := lists.Map(m.Data[a.ID].Values, func(x model.Value) string { return m.Format(a.Type, x) })
		switch {
		case len(a.Index) > 0:
			v.Text.Text = "[" + strings.Join(values, ", ") + "]"
		case a.Type.Kind == model.MapKind:
			v.Map, v.Text.Text = true, drawing(m.Data[a.ID].Values[0].C.Map)
		default:
			v.Text.Text = values[0]
		}
		data.Values = append(data.Values, v)
	}
	return data
}

// drawing writes a map as the text of a file.
func drawing(m *model.Map) string {
	var b strings.Builder
	for r := range m.Rows {
		b.WriteString(string(m.Cells[r*m.Cols:(r+1)*m.Cols]) + "\n")
	}
	return b.String()
}
