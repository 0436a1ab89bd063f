package compare

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/dsl"
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
type rename struct {
	line, name string
	side       [2]pattern
	// from is the model whose moves are mapped: the other pattern may compute arguments. It is Neither if no argument is
	// computed, so that both directions are known.
	from Side
}

// pattern is a move with arguments: values, names of variables, or expressions of these.
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

// readInterface reads the lines of Options.Same. The other program is nil if it is not known.
func readInterface(programs [2]*puzzle.Program, same []string) (*face, diag.List) {
	f, diags := &face{}, diag.List(nil)
	f.pddl = programs[Reference].Model().Notation != nil && (programs[Other] == nil || programs[Other].Model().Notation != nil)
	for i, line := range same {
		f.read(programs, fmt.Sprintf("same %d", i+1), line, &diags)
	}
	return f, diags
}

// Lines returns what is wrong with lines of Options.Same for a reference, whatever the other model is.
func Lines(reference *puzzle.Program, same []string) diag.List {
	f, diags := readInterface([2]*puzzle.Program{reference, nil}, same)
	z, _ := reference.Instantiate(reference.Chosen(puzzle.Data{})[0])
	if diags.HasErrors() || z == nil {
		return diags
	}
	c := &comparison{face: f, z: [2]*puzzle.Puzzle{z, nil}}
	return c.observe()
}

var (
	headShape   = lazy.Compile(`^([A-Za-z_][\w-]*)\s*(?:\(|$)`)
	actionShape = lazy.Compile(`^\(\s*([^\s(),]*)`)
	pairShape   = lazy.Compile(`^\(\d+,\d+\)$`)
	objectShape = lazy.Compile(`^\??[A-Za-z_][\w-]*$`)
)

// read reads a line. It is about moves if one of its sides begins with the name of a move, and otherwise about values.
func (f *face) read(programs [2]*puzzle.Program, name, line string, diags *diag.List) {
	left, right, two := cutSame(line)
	if !two {
		right = left
	}
	texts, isMove := [2]string{left, right}, false
	for s, text := range texts {
		head := headShape.Get().FindStringSubmatch(text)
		if f.pddl && head == nil {
			head = actionShape.Get().FindStringSubmatch(text)
			isMove = isMove || head != nil
		}
		isMove = isMove || head != nil && programs[s] != nil && slices.Contains(f.moveNames(programs[s]), head[1])
	}
	if !isMove {
		f.seen = append(f.seen, observed{text: texts})
		return
	}
	r := rename{line: line, name: name, from: Neither}
	for s := range texts {
		if !f.side(programs[s], Side(s), name, texts[s], &r.side[s], diags) {
			return
		}
	}
	if two {
		f.moves = append(f.moves, r)
	}
}

// side reads a side of a line about moves.
func (f *face) side(p *puzzle.Program, s Side, name, line string, to *pattern, diags *diag.List) bool {
	at := diag.Pos{Filename: name, Line: 1, Column: 1}
	fail := func(format string, args ...any) *diag.Diagnostic {
		return diags.Errorf(diag.Span{Start: at, End: at}, codeSame, "`%s`: "+format, append([]any{line}, args...)...)
	}
	read := true
	if f.pddl {
		*to, read = f.pattern(line)
		read = read && !slices.ContainsFunc(to.args, func(a string) bool { return !objectShape.Get().MatchString(a) })
	} else {
		m, list := dsl.ParseMove(name, line)
		if list.HasErrors() {
			fail("%s", list[0].Msg).Help = "write a move with its arguments: `push(a, b - a)`"
			return false
		}
		to.name = m.Move.Name
		to.args = lists.Map(m.Args, func(a dsl.Expr) string { return line[a.Span().Start.Offset:a.Span().End.Offset] })
	}
	if p == nil && read {
		return true
	}
	model, names := [2]string{"the reference", "the other model"}[s], []string(nil)
	if p != nil {
		names = f.moveNames(p)
	}
	i := slices.Index(names, to.name)
	switch {
	case !read:
		fail("this is no action").Help = "write an action with variables and objects: `(move ?a ?b)`"
	case i < 0:
		d := fail("%s has no move `%s`", model, to.name)
		d.Help = "its moves are " + strings.Join(names, ", ")
		_ = d.DidYouMean(to.name, diag.Nearest(to.name, names), names)
	case len(to.args) != len(p.Model().Moves[i].Params):
		params := p.Model().Moves[i].Params
		fail("`%s` of %s has %s, %d given", to.name, model, text.Count(len(params), "parameter"), len(to.args)).Help =
			"write `" + f.example(to.name, params) + "`"
	default:
		return true
	}
	return false
}

// example writes a move with the names of its parameters.
func (f *face) example(name string, params []model.Variable) string {
	p := pattern{name: name, pddl: f.pddl}
	for _, v := range params {
		arg := strings.TrimRight(v.Name, "_")
		if f.pddl {
			arg = "?" + arg
		}
		p.args = append(p.args, arg)
	}
	return spaced(p.text(nil))
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

// spaced writes a squeezed move for people.
func spaced(s string) string { return strings.ReplaceAll(s, ",", ", ") }

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
		case squeeze(a) == g.args[i]:
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
