package compare

import (
	"cmp"
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
	line, name string // as written, and its name in findings
	side       [2]pattern
}

// pattern is a move with arguments: values, or names of variables. In the other model, they may be expressions.
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

// readInterface reads the lines of Options.Same. The other program may be nil: then it is not known.
func readInterface(programs [2]*puzzle.Program, same []string) (*face, diag.List) {
	f, diags := &face{}, diag.List(nil)
	noPDDL := func(p *puzzle.Program) bool { return p != nil && p.Model().Notation == nil }
	f.pddl = !slices.ContainsFunc(programs[:], noPDDL)
	for i, line := range same {
		f.read(programs, rename{line: line, name: fmt.Sprintf("same %d", i+1)}, &diags)
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
	return (&comparison{face: f, z: [2]*puzzle.Puzzle{z, nil}}).observe()
}

// read reads a line. It is about moves if one of its sides begins with the name of a move, and otherwise about values.
func (f *face) read(programs [2]*puzzle.Program, r rename, diags *diag.List) {
	left, right, two := cutSame(r.line)
	if !two {
		right = left
	}
	texts, isMove := [2]string{left, right}, f.pddl && strings.HasPrefix(left, "(")
	for s, text := range texts {
		head := headShape.Get().FindStringSubmatch(text)
		isMove = isMove || head != nil && programs[s] != nil && slices.Contains(f.moveNames(programs[s]), head[1])
	}
	if !isMove {
		f.seen = append(f.seen, observed{text: texts})
		return
	}
	for s, text := range texts {
		if fault, help := f.side(programs[s], Side(s), text, &r.side[s]); fault != "" {
			r.fail(diags, fault, help)
			return
		}
	}
	if two {
		f.moves = append(f.moves, r)
	}
}

// fail reports an error of a line.
func (r *rename) fail(diags *diag.List, fault, help string) {
	at := diag.Pos{Filename: r.name, Line: 1, Column: 1}
	diags.Errorf(diag.Span{Start: at, End: at}, codeSame, "`%s`: %s", r.line, fault).Help = help
}

// side reads a side of a line about moves. The fault says what is wrong, "" if nothing is.
func (f *face) side(p *puzzle.Program, s Side, written string, to *pattern) (fault, help string) {
	var ok bool
	if *to, ok = f.pattern(written); !ok {
		return "`" + written + "` is no move", "write `slide(a, b) = push(a, b - a)`, in PDDL `(move ?a ?b) = (go ?b ?a)`"
	}
	for _, a := range to.args {
		switch e, diags := dsl.ParseExpr("", a); {
		case f.pddl && a != "" || a == "_":
		case diags.HasErrors():
			return "`" + a + "`: " + diags[0].Msg, mayStand
		case s == Reference && computes(e):
			return "`" + a + "` is computed on the left side", "compute on the right side: `slide(a, b) = push(a, b - a)`"
		}
	}
	if p == nil {
		return "", ""
	}
	who, names := [2]string{"the reference", "the other model"}[s], f.moveNames(p)
	i := slices.Index(names, to.name)
	if i < 0 {
		return fmt.Sprintf("%s has no move `%s`", who, to.name),
			diag.Meant(to.name, names, "its moves are "+strings.Join(names, ", "))
	}
	params := p.Model().Moves[i].Params
	if len(params) == len(to.args) {
		return "", ""
	}
	names = lists.Map(params, func(v model.Variable) string {
		return map[bool]string{true: "?"}[f.pddl] + strings.TrimRight(v.Name, "_")
	})
	return fmt.Sprintf("`%s` of %s has %s, %d given", to.name, who, text.Count(len(params), "parameter"), len(to.args)),
		"write `" + pattern{to.name, names, f.pddl}.text(nil) + "`"
}

// computes reports whether an argument is an expression of several parts.
func computes(e dsl.Expr) bool {
	switch e.(type) {
	case *dsl.Name, *dsl.Num, *dsl.Bool, *dsl.Char, *dsl.Unary, *dsl.Tuple, *dsl.SetLit, *dsl.Paren:
		return false
	default:
		return true
	}
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
	headShape  = lazy.Compile(`^\(?\s*([A-Za-z_][\w-]*)`)
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
			args, begin = append(args, strings.TrimSpace(list[begin:i])), i+1
		}
	}
	if last := strings.TrimSpace(list[begin:]); last != "" || len(args) > 0 {
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
	args := lists.Map(p.args, func(a string) string { return cmp.Or(bound[a], a) })
	switch {
	case p.pddl:
		return "(" + strings.Join(append([]string{p.name}, args...), " ") + ")"
	case len(args) == 0:
		return p.name
	}
	return p.name + "(" + strings.Join(args, ",") + ")"
}
