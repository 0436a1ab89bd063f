package semantics

import (
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
)

// ParsePlan reads a plan: one ground move on each line; empty lines are skipped. Package readback reads comments and
// other forms of plans. name is the name of the file, for diagnostics. The list is that of ParseMoves.
func (x *Machine) ParsePlan(name, text string) ([]Move, diag.List) {
	var moves []PlacedMove
	at := diag.Pos{Filename: name, Line: 1, Column: 1}
	for line := range strings.SplitSeq(text, "\n") {
		if strings.TrimSpace(line) != "" {
			moves = append(moves, PlacedMove{line, at})
		}
		at.Offset, at.Line = at.Offset+len(line)+1, at.Line+1
	}
	return x.ParseMoves(moves)
}

// PlacedMove is the text of a move and where it stands.
type PlacedMove struct {
	Text string
	At   diag.Pos
}

// ParseMoves reads moves. The list has an error for each text that does not name a move or has invalid arguments.
// ParseMoves stops after maxBadMoves errors.
func (x *Machine) ParseMoves(moves []PlacedMove) ([]Move, diag.List) {
	var plan []Move
	var errs diag.List
	if x.parsed == nil {
		x.parsed = map[string]Move{}
	}
	for _, m := range moves {
		mv, again := x.parsed[m.Text]
		if !again {
			var list diag.List
			mv, list = x.ParseMove(m.At.Filename, m.Text)
			for _, d := range list {
				shift(&d.Span.Start, m.At)
				shift(&d.Span.End, m.At)
			}
			errs = append(errs, list...)
			if len(errs) >= maxBadMoves || x.ev.Ended() {
				break
			}
			if list.HasErrors() {
				continue
			}
			x.parsed[m.Text] = mv
		}
		plan = append(plan, mv)
	}
	return plan, errs
}

const maxBadMoves = 100

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

// ParseMove reads one ground move, for example `slide((0, 1), (1, 1))`, or as the notation of the model writes it.
func (x *Machine) ParseMove(name, text string) (Move, diag.List) {
	if n := x.m.Notation; n != nil && strings.HasPrefix(strings.TrimSpace(text), "(") {
		read, errs := n.Read(name, text)
		if errs.HasErrors() {
			return Move{}, errs
		}
		text = read
	}
	pattern, errs := dsl.ParseMove(name, text)
	if errs.HasErrors() {
		return Move{}, errs
	}
	d := x.moveNamed(pattern.Move, &errs)
	if d == nil {
		return Move{}, errs
	}
	if len(pattern.Args) != len(d.Params) {
		e := errs.Errorf(pattern.Span(), CodePlan,
			"`%s` has %s, %d given", d.Name, count(len(d.Params), "parameter"), len(pattern.Args))
		e.Help = "write `" + signature(d) + "`"
		return Move{}, errs
	}
	mv := Move{Decl: d}
	f := make(Frame, d.Slots)
	for i, a := range pattern.Args {
		v, ok := x.argument(&d.Params[i], a, f, &errs)
		if !ok {
			return Move{}, errs
		}
		f[d.Params[i].Slot] = Slot{v, true}
		mv.Args = append(mv.Args, v)
	}
	if r := x.CheckMove(mv); r != nil {
		errs.Errorf(pattern.Span(), CodePlan, "%s", r.Text)
	}
	return mv, errs
}

func signature(d *model.Move) string {
	if len(d.Params) == 0 {
		return d.Name
	}
	names := make([]string, len(d.Params))
	for i, p := range d.Params {
		names[i] = p.Name
	}
	return d.Name + "(" + strings.Join(names, ", ") + ")"
}

func (x *Machine) moveNamed(id dsl.Ident, errs *diag.List) *model.Move {
	var names []string
	for _, d := range x.m.Moves {
		if d.Name == id.Name {
			return d
		}
		names = append(names, d.Name)
	}
	e := errs.Errorf(id.Span(), CodePlan, "%s has no move `%s`", x.m.Puzzle, id.Name)
	if near := diag.Nearest(id.Name, names); near != "" {
		e.Help = "did you mean `" + near + "`?"
	} else if len(names) > 0 {
		e.Help = "its moves are " + strings.Join(names, ", ")
	}
	return nil
}

// argument reads an argument and checks that it is in the parameter's type.
func (x *Machine) argument(p *model.Variable, a dsl.Expr, f Frame, errs *diag.List) (model.Value, bool) {
	t := p.Set.Type().Elem()
	v, problem := x.parseValue(t, a)
	if problem != "" {
		errs.Errorf(a.Span(), CodePlan, "`%s` %s", p.Name, problem)
		return undefined, false
	}
	if !x.ev.Contains(p.Set, v, f) {
		b := &builder{p: x.m.Program, m: x.m, ev: x.ev}
		errs.Errorf(a.Span(), CodePlan, "`%s` is %s, outside %s", p.Name, x.m.Format(t, v), b.describe(p.Set))
		return undefined, false
	}
	return v, true
}

// ParseElement reads the value of an element of the state. The text is empty, or says what is wrong, as the end of a
// sentence.
func (x *Machine) ParseElement(place int, text string) (int64, string) {
	a, k := x.m.ArrayAt(place)
	pattern, errs := dsl.ParseMove("", "value("+whole(text)+")")
	if errs.HasErrors() || len(pattern.Args) != 1 {
		return 0, "must be " + kindName(a.Type)
	}
	v, problem := x.parseValue(a.Type, pattern.Args[0])
	if d := x.m.Data[a.ID]; problem == "" && !d.DomainAt(k).Contains(v) {
		b := &builder{p: x.m.Program, m: x.m, ev: x.ev}
		problem = "is " + x.m.Format(a.Type, v) + ", outside " + b.describeAt(a, d, k)
	}
	return v.N, problem
}

// parseValue reads a literal of a type. The text is empty, or says what is wrong, as the end of a sentence.
func (x *Machine) parseValue(t *model.Type, e dsl.Expr) (model.Value, string) {
	wrong := func() (model.Value, string) { return undefined, "must be " + kindName(t) }
	switch e := e.(type) {
	case *dsl.Paren:
		return x.parseValue(t, e.X)
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
		return parseName(t, e.Name)
	case *dsl.Tuple:
		if t.Kind == model.CellKind {
			return x.parseCell(t, e)
		}
		if t.Kind == model.TupleKind && len(t.Elems) == len(e.Elems) {
			return x.parseAll(e.Elems, t.Elems)
		}
	case *dsl.SetLit:
		if t.Kind == model.SetKind && t.Elem() != nil {
			return x.parseSet(t, e)
		}
	default:
	}
	return wrong()
}

func (x *Machine) parseSet(t *model.Type, e *dsl.SetLit) (model.Value, string) {
	vs := make([]model.Value, len(e.Elems))
	for i, elem := range e.Elems {
		v, problem := x.parseValue(t.Elem(), elem)
		if problem != "" {
			return undefined, "holds a value that " + problem
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

func parseName(t *model.Type, name string) (model.Value, string) {
	var names []string
	switch t.Kind {
	case model.Direction:
		names = model.DirNames[:]
	case model.Enumerated:
		names = t.Enum.Values
	default:
	}
	for i, n := range names {
		if n == name {
			return model.Int(int64(i)), ""
		}
	}
	problem := "must be " + kindName(t)
	if near := diag.Nearest(name, names); near != "" {
		problem += "; did you mean `" + near + "`?"
	}
	return undefined, problem
}

func (x *Machine) parseAll(es []dsl.Expr, ts []*model.Type) (model.Value, string) {
	vs := make([]model.Value, len(es))
	for i, e := range es {
		v, problem := x.parseValue(ts[i], e)
		if problem != "" {
			return undefined, problem
		}
		vs[i] = v
	}
	return model.TupleOf(vs...), ""
}

func (x *Machine) parseCell(t *model.Type, e *dsl.Tuple) (model.Value, string) {
	if len(e.Elems) != 2 {
		return undefined, "must be " + kindName(t)
	}
	v, problem := x.parseAll(e.Elems, model.OffsetType.Elems)
	if problem != "" {
		return undefined, "must be " + kindName(t)
	}
	d := x.m.Dims[t.Grid.ID]
	c, ok := cellAt(d, v.C.Tuple[0].N, v.C.Tuple[1].N)
	if !ok {
		return undefined, "is off the board, which has " + sizeOf(d)
	}
	return c, ""
}

// Step is one move of a replayed plan.
type Step struct {
	Move  Move
	Label string
	Cost  int64
	State []int64 // after the move
}

// Replay is the result of replaying a plan.
type Replay struct {
	Start  []int64
	Steps  []Step // the moves up to the first that is not applicable
	Cost   int64  // the sum of their costs
	Failed int    // the index of the move that is not applicable or makes the cost greater than model.MaxCost, or -1
	Goal   bool   // the last state is a goal
}

// OK reports whether the plan is a solution.
func (r *Replay) OK() bool { return r.Failed < 0 && r.Goal }

// Final returns the state after the last move that was applicable.
func (r *Replay) Final() []int64 {
	if len(r.Steps) == 0 {
		return r.Start
	}
	return r.Steps[len(r.Steps)-1].State
}

// stepsPerMove is about the time that a move takes beside evaluation, in steps of evaluation.
const stepsPerMove = 16

// Replay makes the moves of a plan one after another. It does not check the start: see CheckInitial. If the work was
// ended (see Ended), the result must not be used. Package explain says why a plan is no solution.
func (x *Machine) Replay(plan []Move, start []int64) *Replay {
	r := &Replay{Start: start, Failed: -1}
	for i, mv := range plan {
		if !x.ev.Spend(stepsPerMove) {
			return r
		}
		state := r.Final()
		next := make([]int64, len(state))
		allowed := x.CheckMove(mv) == nil
		var cost int64
		if allowed {
			cost, allowed = x.Make(state, mv, next)
		}
		if !allowed || r.Cost+cost > model.MaxCost {
			r.Failed = i
			return r
		}
		r.Steps = append(r.Steps, Step{mv, x.Label(state, mv), cost, next})
		r.Cost += cost
	}
	r.Goal = x.Goal(r.Final())
	return r
}
