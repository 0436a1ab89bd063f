package compare

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/semantics/parse"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// shown returns the name of a ground move by which it is matched, without blanks or as PDDL writes it.
func (c *comparison) shown(s Side, move string) string {
	if c.face.pddl {
		return c.z[s].Model().Notation.Move(move)
	}
	return squeeze(move)
}

// translate returns the name of a ground move of one model in the other one, as shown returns it, and the line that
// says so.
func (c *comparison) translate(from Side, move string) (string, *rename) {
	move = c.shown(from, move)
	g, _ := readPattern(move)
	for i := range c.face.moves {
		r := &c.face.moves[i]
		if bound, ok := r.side[from].match(g, c.valueNames(from)); ok && from == Reference {
			return c.made(r, bound), r
		} else if ok {
			return r.side[Reference].text(bound), r
		}
	}
	return move, nil
}

// valueNames returns the names that are values in a model: enum values, directions, true and false.
func (c *comparison) valueNames(s Side) map[string]bool {
	values := lists.Set(append([]string{"true", "false"}, puzzle.Directions[:]...))
	for _, e := range c.z[s].Model().Enums {
		for _, v := range e.Values {
			if c.face.pddl {
				v = c.z[s].Model().Notation.Value(v)
			}
			values[v] = true
		}
	}
	return values
}

// matchMoves fills to and from. Notes give a move of which a line makes none, or two of which lines make one.
func (c *comparison) matchMoves() {
	number := map[string]int32{}
	for i, m := range c.z[Other].Task().Moves {
		number[c.shown(Other, m.Name)] = int32(i)
	}
	c.from = make([][]int32, len(number))
	moves, note := c.z[Reference].Task().Moves, ""
	for i, m := range moves {
		name, r := c.translate(Reference, m.Name)
		o, known := number[name]
		if !known {
			c.to = append(c.to, -1)
			if _, diags := parse.Move(c.machine[Other], "move", name); r != nil && note == "" && diags.HasErrors() {
				note = fmt.Sprintf("there is no move `%s`, which `%s` makes of `%s`", name, r.line, c.shown(Reference, m.Name))
			}
			continue
		}
		c.to = append(c.to, o)
		if c.from[o] = append(c.from[o], int32(i)); len(c.from[o]) == 2 && note == "" {
			note = fmt.Sprintf("two moves correspond to `%s`, `%s` and `%s`", name,
				c.shown(Reference, moves[c.from[o][0]].Name), c.shown(Reference, m.Name))
		}
	}
	if note != "" {
		c.Notes = append(c.Notes, Note{In: Other, Text: note})
	}
	c.noteMoves()
}

// noteMoves writes notes about declared moves without a counterpart.
func (c *comparison) noteMoves() {
	for _, side := range []Side{Reference, Other} {
		theirs := c.z[side.Against()].Model().Moves
		names := c.face.moveNames(c.z[side.Against()].Program)
		for k, m := range c.z[side].Model().Moves {
			name := c.face.moveNames(c.z[side].Program)[k]
			if slices.ContainsFunc(c.face.moves, func(r rename) bool { return r.side[side].name == name }) {
				continue
			}
			i := slices.Index(names, name)
			var note string
			switch {
			case i < 0 && side == Other && c.Extra:
				continue
			case i < 0:
				note = fmt.Sprintf("there is no move `%s`", name)
				if near := diag.Nearest(name, names); near != "" {
					note += fmt.Sprintf("; is it `%s`?", near)
				}
			case c.face.pddl && len(m.Params) != len(theirs[i].Params):
				note = fmt.Sprintf("`%s` has %s, not %d", name, text.Count(len(theirs[i].Params), "parameter"), len(m.Params))
			case c.face.pddl && c.apart(side, m, theirs[i]):
				note = fmt.Sprintf("the parameters of `%s` differ: one of them has other objects", name)
			case !c.face.pddl && kinds(m) != kinds(theirs[i]):
				note = fmt.Sprintf("the parameters of the move `%s` are (%s), not (%s)", m.Name, kinds(theirs[i]), kinds(m))
			default:
				continue
			}
			c.Notes = append(c.Notes, Note{side.Against(), note, name})
		}
	}
}

// apart reports whether a parameter of an action has no object that the same parameter of the other action has.
func (c *comparison) apart(s Side, mine, theirs *model.Move) bool {
	objects := func(s Side, p model.Variable) []string {
		v, _ := c.eval[s].Eval(p.Set, nil, nil)
		return lists.Map(v.C.Set.Elems, func(e model.Value) string { return c.z[s].Model().Format(p.Set.Type().Elem(), e) })
	}
	for i, p := range mine.Params {
		all := lists.Set(objects(s.Against(), theirs.Params[i]))
		if len(lists.Filter(objects(s, p), func(o string) bool { return all[o] })) == 0 {
			return true
		}
	}
	return false
}

// kinds names the kinds of the parameters of a move. An enum is named by its values, because its type may have another
// name.
func kinds(m *model.Move) string {
	return strings.Join(lists.Map(m.Params, func(p model.Variable) string {
		switch t := p.Set.Type().Elem(); t.Kind {
		case model.Enumerated:
			return "{" + strings.Join(slices.Sorted(slices.Values(t.Enum.Values)), ", ") + "}"
		case model.CellKind:
			return "cell"
		default:
			return t.String()
		}
	}), ", ")
}

// moveNames lists the names of the moves, in order.
func (f *face) moveNames(p *puzzle.Program) []string {
	return lists.Map(p.Model().Moves, func(m *model.Move) string {
		if f.pddl {
			return p.Model().Notation.Action(m.Name)
		}
		return m.Name
	})
}

// mayStand says what an argument may be.
const mayStand = "an argument is a variable of the left side, a value, or an expression of these and of constants"

// made returns the move of the other model that a line makes of the values of its variables.
func (c *comparison) made(r *rename, bound map[string]string) string {
	program, p := c.z[Other].Program, pattern{name: r.side[Other].name, pddl: c.face.pddl}
	params := program.Model().Moves[slices.Index(c.face.moveNames(program), p.name)].Params
	for i, a := range r.side[Other].args {
		value, fault := bound[a], ""
		if value == "" {
			value, fault = c.argument(substitute(a, bound), params[i].Set.Type().Elem())
		}
		if fault != "" && len(c.wrong) == 0 {
			r.fail(&c.wrong, fault, mayStand)
		}
		p.args = append(p.args, value)
	}
	return p.text(nil)
}

// argument returns the value of an argument of a move of the other model, "undefined" if it has none. The fault says
// why it cannot be computed, "" if it can.
func (c *comparison) argument(text string, param *model.Type) (value, fault string) {
	switch {
	case c.face.pddl && strings.HasPrefix(text, "?"):
		return "", "`" + text + "` does not stand on the left side"
	case c.face.pddl:
		return text, "" // an object
	}
	o, known := c.formulas[text]
	if !known {
		p, m := c.z[Other].Program.Model(), c.z[Other].Model()
		var diags diag.List
		switch o.expr[Other], o.size[Other], diags = c.z[Other].Program.Expression("same", text); {
		case diags.HasErrors():
			return "", onlyErrors(diags)[0].Msg
		case model.ReadsState(o.expr[Other]):
			return "", "`" + text + "` reads the state"
		case len(p.Grids) != len(m.Dims) || len(p.Arrays) != len(m.Data):
			return "", "`" + text + "` has a grid that is not in the model"
		}
		c.formulas[text] = o
	}
	t := o.expr[Other].Type()
	if !t.Equal(param) && (!t.IsOffset() || param.Kind != model.CellKind && param.Kind != model.Direction) {
		return "", fmt.Sprintf("`%s` is a %s, not a %s", text, t, param)
	}
	value = c.value(Other, &o, nil)
	for d, step := range model.DirOffsets {
		if param.Kind == model.Direction && value == fmt.Sprintf("(%d,%d)", step[0], step[1]) {
			return model.DirNames[d], ""
		}
	}
	return value, ""
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
			bound := map[string]string{name: c.z[Reference].Model().Format(index.Type, v)}
			more = append(more, [2]string{substitute(t[0], bound), substitute(t[1], bound)})
		}
	}
	return more
}

// substitute writes values in the place of names.
func substitute(text string, bound map[string]string) string {
	return words.Get().ReplaceAllStringFunc(text, func(w string) string {
		v := cmp.Or(bound[w], w)
		if v[0] == '-' {
			return "(" + v + ")"
		}
		return v
	})
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
		case a.Type.Kind == model.MapKind && len(a.Type.Elems) == 0:
			v.Map, v.Text.Text = true, strings.Join(m.MapRows(a.Type, m.Data[a.ID].Values[0].C.Map), "\n")
		default:
			v.Text.Text = values[0]
		}
		data.Values = append(data.Values, v)
	}
	return data
}
