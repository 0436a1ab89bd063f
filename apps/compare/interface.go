package compare

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lazy"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// codeSame is the code of findings about the lines of Options.Same.
const codeSame = "same"

// face is how two models correspond.
type face struct {
	moves []rename
	seen  []observed
	pddl  bool // both are tasks of PDDL: actions and objects are matched by their names there
}

// rename is a pair of corresponding move patterns, of the reference and of the other model.
type rename [2]pattern

// pattern is a move with arguments: values, or names of variables.
type pattern struct {
	name string
	args []string
	pddl bool // it is written as in PDDL: (row ?w 2)
}

// observed is a pair of expressions that must have equal values.
type observed struct {
	text [2]string
	expr [2]model.Expr
	size [2]int // of the frames
}

// readInterface reads the lines of Options.Same.
func readInterface(programs [2]*puzzle.Program, o Options) (*face, diag.List) {
	f, diags := &face{}, diag.List(nil)
	f.pddl = programs[Reference].Model().Notation != nil && programs[Other].Model().Notation != nil
	for i, line := range o.Same {
		left, right, two := cutSame(line)
		if !two {
			right = left
		}
		at := diag.Pos{Filename: fmt.Sprintf("same %d", i+1), Line: 1, Column: 1}
		from, isMove := f.pattern(left)
		if isMove && slices.Contains(f.moveNames(programs[Reference]), from.name) {
			to, ok := f.pattern(right)
			if names := f.moveNames(programs[Other]); !ok || !slices.Contains(names, to.name) {
				d := diags.Errorf(diag.Span{Start: at, End: at}, codeSame, "`%s`: the other model has no move `%s`", line, to.name)
				_ = d.DidYouMean(to.name, diag.Nearest(to.name, names), names)
				continue
			}
			f.moves = append(f.moves, rename{from, to})
			continue
		}
		f.seen = append(f.seen, observed{text: [2]string{left, right}})
	}
	return f, diags
}

// cutSame cuts a line at a `=` that is part of no other operator and stands outside of quotes.
func cutSame(line string) (left, right string, two bool) {
	quote := byte(0)
	for i := range len(line) {
		switch ch := line[i]; {
		case quote != 0:
			if ch == quote {
				quote = 0
			}
		case ch == '\'' || ch == '"':
			quote = ch
		case ch == '=' && (i == 0 || !strings.ContainsRune("=<>!", rune(line[i-1]))) &&
			(i+1 == len(line) || !strings.ContainsRune("=>", rune(line[i+1]))):
			return strings.TrimSpace(line[:i]), strings.TrimSpace(line[i+1:]), true
		}
	}
	return strings.TrimSpace(line), "", false
}

var (
	callShape  = lazy.Compile(`^([A-Za-z_][\w-]*)\s*(?:\((.*)\))?$`)
	arrayShape = lazy.Compile(`([A-Za-z_]\w*)\s*\[([^\[\]]*)\]`)
	nameShape  = lazy.Compile(`^[A-Za-z_]\w*$`)
	listShape  = lazy.Compile(`^\(\s*([^\s(),]+(?:\s+[^\s(),]+)*)\s*\)$`)
	words      = lazy.Compile(`'(?:\\.|[^'])*'|"(?:\\.|[^"])*"|[A-Za-z_]\w*`)
)

// pattern reads a pattern of Options.Same. Between tasks of PDDL, `row(w, 2)` is short for `(row ?w 2)`.
func (f *face) pattern(text string) (pattern, bool) {
	p, ok := readPattern(text)
	p.pddl = f.pddl
	return p, ok
}

// readPattern reads `row(w, 2)` or `(row ?w 2)`.
func readPattern(text string) (pattern, bool) {
	text = strings.TrimSpace(text)
	if m := listShape.Get().FindStringSubmatch(text); m != nil {
		words := strings.Fields(m[1])
		return pattern{words[0], words[1:], true}, true
	}
	m := callShape.Get().FindStringSubmatch(text)
	if m == nil {
		return pattern{name: text}, false
	}
	return pattern{m[1], splitArgs(m[2]), false}, true
}

// splitArgs cuts a list at its commas outside of parentheses and quotes, and drops blanks.
func splitArgs(list string) (args []string) {
	depth, begin := 0, 0
	quoted := false
	for i, ch := range list {
		switch {
		case ch == '\'':
			quoted = !quoted
		case quoted:
		case strings.ContainsRune("([{", ch):
			depth++
		case strings.ContainsRune(")]}", ch):
			depth--
		case ch == ',' && depth == 0:
			args, begin = append(args, squeeze(list[begin:i])), i+1
		}
	}
	if last := squeeze(list[begin:]); last != "" || len(args) > 0 {
		args = append(args, last)
	}
	return args
}

func squeeze(s string) string { return strings.Join(strings.Fields(s), "") }

// match matches a ground move with a pattern and binds the variables of the pattern. values reports which names are
// values.
func (p pattern) match(g pattern, values map[string]bool) (map[string]string, bool) {
	if p.name != g.name || len(p.args) != len(g.args) {
		return nil, false
	}
	bound := map[string]string{}
	for i, a := range p.args {
		switch {
		case a == g.args[i]:
		case a == "_":
		case !nameShape.Get().MatchString(a) && !strings.HasPrefix(a, "?") || values[a]:
			return nil, false
		case bound[a] == "":
			bound[a] = g.args[i]
		case bound[a] != g.args[i]:
			return nil, false
		}
	}
	return bound, true
}

// text writes the move that a pattern and values for its variables make.
func (p pattern) text(bound map[string]string) string {
	args := make([]string, len(p.args))
	for i, a := range p.args {
		if args[i] = a; bound[a] != "" {
			args[i] = bound[a]
		}
	}
	switch {
	case p.pddl:
		return "(" + strings.Join(append([]string{p.name}, args...), " ") + ")"
	case len(args) == 0:
		return p.name
	}
	return p.name + "(" + strings.Join(args, ",") + ")"
}

// shown returns the name of a ground move by which it is matched, without blanks or as PDDL writes it.
func (c *comparison) shown(s Side, move string) string {
	if c.face.pddl {
		return c.z[s].Model().Notation.Move(move)
	}
	return squeeze(move)
}

// translate returns the name of a ground move of one model in the other one, as shown returns it.
func (c *comparison) translate(from Side, move string) string {
	move = c.shown(from, move)
	g, _ := readPattern(move)
	for _, r := range c.face.moves {
		if bound, ok := r[from].match(g, c.valueNames(from)); ok {
			return r[from.Against()].text(bound)
		}
	}
	return move
}

// valueNames returns the names that are values in a model: enum values, directions, true and false.
func (c *comparison) valueNames(s Side) map[string]bool {
	values := map[string]bool{"true": true, "false": true}
	for _, d := range puzzle.Directions {
		values[d] = true
	}
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

// matchMoves fills to and from.
func (c *comparison) matchMoves() {
	number := map[string]int32{}
	for i, m := range c.z[Other].Task().Moves {
		number[c.shown(Other, m.Name)] = int32(i)
	}
	c.from = make([][]int32, len(number))
	for i, m := range c.z[Reference].Task().Moves {
		o, known := number[c.translate(Reference, m.Name)]
		if !known {
			c.to = append(c.to, -1)
			continue
		}
		c.to = append(c.to, o)
		c.from[o] = append(c.from[o], int32(i))
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
			if slices.ContainsFunc(c.face.moves, func(r rename) bool { return r[side].name == name }) {
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
			case !c.face.pddl && kinds(m) != kinds(theirs[i]):
				note = fmt.Sprintf("the parameters of the move `%s` are (%s), not (%s)", m.Name, kinds(theirs[i]), kinds(m))
			default:
				continue
			}
			c.Notes = append(c.Notes, Note{side.Against(), note})
		}
	}
}

// kinds names the kinds of the parameters of a move. An enum is named by its values, because its type may have another
// name.
func kinds(m *model.Move) string {
	out := make([]string, len(m.Params))
	for i, p := range m.Params {
		t := p.Set.Type().Elem()
		switch t.Kind {
		case model.Enumerated:
			out[i] = "{" + strings.Join(slices.Sorted(slices.Values(t.Enum.Values)), ", ") + "}"
		case model.CellKind:
			out[i] = "cell"
		default:
			out[i] = t.String()
		}
	}
	return strings.Join(out, ", ")
}

// moveNames lists the names of the moves, in order.
func (f *face) moveNames(p *puzzle.Program) (names []string) {
	for _, m := range p.Model().Moves {
		name := m.Name
		if f.pddl {
			name = p.Model().Notation.Action(name)
		}
		names = append(names, name)
	}
	return names
}

// observe checks the observed expressions. An index of an array of the reference that is a name without a meaning
// stands for all its values.
func (c *comparison) observe() (diags diag.List) {
	var all []observed
	for i, o := range c.face.seen {
		for _, text := range c.instances(o.text) {
			o := observed{text: text}
			for side, p := range []*puzzle.Program{c.z[Reference].Program, c.z[Other].Program} {
				e, size, more := p.Expression(fmt.Sprintf("same %d, side %d", i+1, side+1), text[side])
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
