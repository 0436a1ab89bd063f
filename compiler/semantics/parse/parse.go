// Package parse reads moves, plans and values as the language writes them. A Machine judges what was read.
package parse

import (
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/text"
)

// Reader reads many moves: it keeps the moves that it has read. Long plans, and many plans, have the same moves again
// and again.
type Reader struct {
	machine *semantics.Machine
	known   map[string]semantics.Move // by text
}

// NewReader returns a reader of the moves of a machine.
func NewReader(machine *semantics.Machine) *Reader {
	return &Reader{machine, map[string]semantics.Move{}}
}

// Plan reads a plan: one ground move on each line; empty lines are skipped. Package readback reads comments and other
// forms of plans. name is the name of the file, for diagnostics. The list is that of Moves.
func (r *Reader) Plan(name, text string) ([]semantics.Move, diag.List) {
	var moves []Placed
	at := diag.Pos{Filename: name, Line: 1, Column: 1}
	for line := range strings.SplitSeq(text, "\n") {
		if strings.TrimSpace(line) != "" {
			moves = append(moves, Placed{line, at})
		}
		at.Offset, at.Line = at.Offset+len(line)+1, at.Line+1
	}
	return r.Moves(moves)
}

// Placed is the text of a move and where it stands.
type Placed struct {
	Text string
	At   diag.Pos
}

const maxBadMoves = 100

// Moves reads moves. The list has an error for each text that does not name a move or has invalid arguments. Moves
// stops after maxBadMoves errors. In a notation, arguments are valid if they are of their types.
func (r *Reader) Moves(moves []Placed) ([]semantics.Move, diag.List) {
	var plan []semantics.Move
	var errs diag.List
	for _, m := range moves {
		mv, again := r.known[m.Text]
		if !again {
			var list diag.List
			mv, list = read(r.machine, m.At.Filename, m.Text, false)
			for _, d := range list {
				shift(&d.Span.Start, m.At)
				shift(&d.Span.End, m.At)
			}
			errs = append(errs, list...)
			if len(errs) >= maxBadMoves || r.machine.Ended() {
				break
			}
			if list.HasErrors() {
				continue
			}
			r.known[m.Text] = mv
		}
		plan = append(plan, mv)
	}
	return plan, errs
}

// shift moves a position in the text of a move to its position in the file. Positions in the model stay.
func shift(p *diag.Pos, at diag.Pos) {
	if !p.IsValid() {
		return
	}
	if p.Line == 1 {
		p.Column += at.Column - 1
	}
	p.Line += at.Line - 1
	p.Offset += at.Offset
}

// Move reads one ground move, for example `slide((0, 1), (1, 1))`, or as the notation of the model writes it. The list
// has an error for a move that CheckMove refuses.
func Move(machine *semantics.Machine, name, move string) (semantics.Move, diag.List) {
	return read(machine, name, move, true)
}

// read is Move, but leaves preconditions in a notation to the replay unless they are checked.
func read(machine *semantics.Machine, name, move string, checked bool) (semantics.Move, diag.List) {
	m := machine.Model()
	noted := m.Notation != nil
	if noted {
		action := move // also as name(a, b), or its words without brackets
		if !strings.HasPrefix(strings.TrimSpace(move), "(") {
			action = "(" + strings.NewReplacer("(", " ", ",", " ", ")", " ").Replace(move) + ")"
		}
		read, errs := m.Notation.Read(name, action)
		switch written, wrong := dsl.ParseMove(name, move); {
		case !errs.HasErrors():
			move = read
		case action == move || wrong.HasErrors() || moveNamed(m, written.Move, &wrong) == nil:
			return semantics.Move{}, errs
		default: // of a generated program
			noted = false
		}
	}
	pattern, errs := dsl.ParseMove(name, move)
	if errs.HasErrors() {
		return semantics.Move{}, errs
	}
	d := moveNamed(m, pattern.Move, &errs)
	if d == nil {
		return semantics.Move{}, errs
	}
	if len(pattern.Args) != len(d.Params) {
		e := errs.Errorf(pattern.Span(), semantics.CodePlan,
			"`%s` has %s, %d given", d.Name, parameters(d), len(pattern.Args))
		e.Help = "write `" + signature(d) + "`"
		return semantics.Move{}, errs
	}
	mv := semantics.Move{Decl: d}
	f := make(semantics.Frame, d.Slots)
	for i, a := range pattern.Args {
		v, ok := argument(machine, &d.Params[i], a, f, noted, &errs)
		if !ok {
			return semantics.Move{}, errs
		}
		f[d.Params[i].Slot] = semantics.Slot{Value: v, OK: true}
		mv.Args = append(mv.Args, v)
	}
	if r := machine.CheckMove(mv); r != nil && (checked || !noted) {
		errs.Errorf(pattern.Span(), semantics.CodePlan, "%s", r.Text)
	}
	return mv, errs
}

func parameters(d *model.Move) string {
	if len(d.Params) == 0 {
		return "no parameters"
	}
	return text.Count(len(d.Params), "parameter")
}

func signature(d *model.Move) string {
	if len(d.Params) == 0 {
		return d.Name
	}
	names := lists.Map(d.Params, func(p model.Variable) string { return p.Name })
	return d.Name + "(" + strings.Join(names, ", ") + ")"
}

func moveNamed(m *model.Model, id dsl.Ident, errs *diag.List) *model.Move {
	var names []string
	for _, d := range m.Moves {
		if d.Name == id.Name {
			return d
		}
		names = append(names, d.Name)
	}
	e := errs.Errorf(id.Span(), semantics.CodePlan, "%s has no move `%s`", m.Puzzle, id.Name)
	if len(names) > 0 {
		e.Help = diag.Meant(id.Name, names, "its moves are "+strings.Join(names, ", "))
	}
	return nil
}

// argument reads an argument and checks that it is in the parameter's type. A notation has checked that already: the
// set may be smaller than the type.
func argument(
	machine *semantics.Machine, p *model.Variable, a dsl.Expr, f semantics.Frame, noted bool, errs *diag.List,
) (model.Value, bool) {
	t := p.Set.Type().Elem()
	v, problem := value(machine.Model(), t, a)
	if problem != "" {
		errs.Errorf(a.Span(), semantics.CodePlan, "`%s` %s", p.Name, problem)
		return v, false
	}
	if !noted && !machine.Evaluator().Contains(p.Set, v, f) {
		errs.Errorf(a.Span(), semantics.CodePlan, "`%s` is %s, outside %s", p.Name, machine.Model().Format(t, v),
			machine.DescribeSet(p.Set))
		return v, false
	}
	return v, true
}

// None is written in place of an answer that is not defined.
const None = "none"

// Element reads the value of an element of the state. The text is empty, or says what is wrong, as the end of a
// sentence.
func Element(machine *semantics.Machine, place int, literal string) (int64, string) {
	m := machine.Model()
	a, k := m.ArrayAt(place)
	isAnswer := func(x model.Answer) bool { return x.Array.ID == a.ID && x.Value != nil }
	if literal == None && slices.ContainsFunc(m.Answers, isAnswer) {
		return m.Data[a.ID].DomainAt(k).Elems[0].N, ""
	}
	pattern, errs := dsl.ParseMove("", "value("+semantics.WholeNumber(literal)+")")
	if errs.HasErrors() || len(pattern.Args) != 1 {
		return 0, "must be " + kindName(a.Type)
	}
	v, problem := value(m, a.Type, pattern.Args[0])
	if problem == "" && !m.Data[a.ID].DomainAt(k).Contains(v) {
		problem = "is " + m.Format(a.Type, v) + ", outside " + machine.DescribeDomain(a, k)
	}
	return v.N, problem
}

// value reads a literal of a type. The text is empty, or says what is wrong, as the end of a sentence.
func value(m *model.Model, t *model.Type, e dsl.Expr) (model.Value, string) {
	switch e := e.(type) {
	case *dsl.Paren:
		return value(m, t, e.X)
	case *dsl.Num:
		if t.Kind == model.Number {
			return model.Int(e.Value), ""
		}
	case *dsl.Unary:
		if n, ok := e.X.(*dsl.Num); ok && e.Op == "-" && t.Kind == model.Number {
			return model.Int(-n.Value), ""
		}
	case *dsl.Bool:
		if t.Kind == model.Boolean {
			return model.Bool(e.Value), ""
		}
	case *dsl.Char:
		if t.Kind == model.Character {
			return model.Int(int64(e.Value)), ""
		}
	case *dsl.Name:
		return named(t, e.Name)
	case *dsl.Tuple:
		if t.Kind == model.CellKind {
			return cell(m, t, e)
		}
		if t.Kind == model.TupleKind && len(t.Elems) == len(e.Elems) {
			return tuple(m, e.Elems, t.Elems)
		}
	case *dsl.SetLit:
		if t.Kind == model.SetKind && t.Elem() != nil {
			return set(m, t, e)
		}
	default:
	}
	return model.Value{}, "must be " + kindName(t)
}

func set(m *model.Model, t *model.Type, e *dsl.SetLit) (model.Value, string) {
	vs := make([]model.Value, len(e.Elems))
	for i, elem := range e.Elems {
		v, problem := value(m, t.Elem(), elem)
		if problem != "" {
			return model.Value{}, "holds a value that " + problem
		}
		vs[i] = v
	}
	return model.SetValue(model.NewSet(t.Elem(), vs)), ""
}

func kindName(t *model.Type) string {
	switch t.Kind {
	case model.Number:
		return "a number"
	case model.Boolean:
		return "true or false"
	case model.Character:
		return "a character, such as 'x'"
	case model.Direction:
		return "a direction: " + strings.Join(model.DirNames[:], ", ")
	case model.Enumerated:
		return "a value of " + t.Enum.Name + ": " + strings.Join(t.Enum.Values, ", ")
	case model.CellKind:
		return "a cell, such as (0, 1)"
	default:
		return t.String()
	}
}

func named(t *model.Type, name string) (model.Value, string) {
	var names []string
	switch t.Kind {
	case model.Direction:
		names = model.DirNames[:]
	case model.Enumerated:
		names = t.Enum.Values
	default:
	}
	if i := slices.Index(names, name); i >= 0 {
		return model.Int(int64(i)), ""
	}
	problem := "must be " + kindName(t)
	if near := diag.Nearest(name, names); near != "" {
		problem += "; did you mean `" + near + "`?"
	}
	return model.Value{}, problem
}

func tuple(m *model.Model, es []dsl.Expr, ts []*model.Type) (model.Value, string) {
	vs := make([]model.Value, len(es))
	for i, e := range es {
		v, problem := value(m, ts[i], e)
		if problem != "" {
			return model.Value{}, problem
		}
		vs[i] = v
	}
	return model.TupleOf(vs...), ""
}

func cell(m *model.Model, t *model.Type, e *dsl.Tuple) (model.Value, string) {
	if len(e.Elems) != 2 {
		return model.Value{}, "must be " + kindName(t)
	}
	v, problem := tuple(m, e.Elems, model.OffsetType.Elems)
	if problem != "" {
		return model.Value{}, "must be " + kindName(t)
	}
	d := m.Dims[t.Grid.ID]
	c, ok := semantics.CellAt(d, v.C.Tuple[0].N, v.C.Tuple[1].N)
	if !ok {
		return model.Value{}, "is off the board, which has " + semantics.SizeOf(d)
	}
	return c, ""
}
