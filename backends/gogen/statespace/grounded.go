package statespace

import (
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// What cannot be written plainly is written as grounding has it: a function with one case for each combination of
// values of the locals, and in each case an expression of the task (dag.go).

// or writes an expression plainly. If that is not possible, or writes it as grounding has it. The values of all its
// locals must then be known.
func (sc *Scope) or(e model.Expr, plain, grounded func()) {
	mark, before := sc.Block.Mark(), *sc.Sub()
	err := Try(plain)
	switch {
	case err == nil:
	case !sc.groundable(e):
		panic(err)
	default:
		sc.Block.BackTo(mark)
		*sc = before
		grounded()
	}
}

// groundable tells whether the values of all locals of an expression are known, and it asks for no simpler puzzle.
func (sc *Scope) groundable(e model.Expr) bool {
	for slot := range sc.Writer.freeSlots(e) {
		if slot >= len(sc.Slots) || !sc.Slots[slot].Static || sc.Slots[slot].maybe || sc.Slots[slot].parts != nil {
			return false
		}
	}
	return !model.Contains(e, func(x model.Expr) bool {
		switch x := x.(type) {
		case *model.RelaxationRef, *model.PatternCost, *model.AdditiveCost, *model.ProjectCost:
			return true
		case *model.HeuristicRef:
			return sc.Writer.Missing[x.Heuristic] != ""
		default:
			return x.Type().Kind == model.TextKind
		}
	})
}

// aspect is what a grounded function returns of an expression.
type aspect uint8

const (
	value     aspect = iota // a number, `none` where it is undefined
	truth                   // whether a condition is true
	falsehood               // whether it is false
)

// grounded is a function for an expression, by the values of its locals.
type grounded struct {
	name   string
	of     model.Expr
	aspect aspect
	slots  []int
	params []code.Param
	kinds  []*model.Type
	cases  []groundedCase
}

type groundedCase struct {
	args    []model.Value
	x, need task.Expr
	sure    bool // the value is defined in all states
	move    int  // of a move: its number in the task
}

// ground is the call of the function for an expression. sure tells that the value is always defined.
func (sc *Scope) ground(e model.Expr, a aspect) (call code.Expr, dom Domain, sure bool) {
	w := sc.Writer
	key := groundedKey{e, a}
	f := w.grounded[key]
	if f == nil {
		f = &grounded{name: fmt.Sprintf("ground%d", len(w.grounded)+1), of: e, aspect: a}
		w.grounded[key] = f
		w.groundedOrder = append(w.groundedOrder, f)
		names := w.Names.Inner()
		names.Keep("s")
		for _, l := range model.FreeLocals(e) {
			kind := code.Name("int")
			if l.Ty.Scalar() {
				kind = w.goType(l.Ty)
			}
			f.slots, f.kinds = append(f.slots, l.Slot), append(f.kinds, l.Ty)
			f.params = append(f.params, code.Param{Name: names.Take(code.Own(l.Name)), Type: kind})
		}
	}
	dom, sure = domainOf(nil), true
	for _, frame := range sc.Frames {
		c := f.add(w, frame)
		n := w.task.Pool.Node(c.x)
		dom, sure = dom.union(span(n.Lo, n.Hi)), sure && c.sure
	}
	args := lists.Map(f.slots, func(slot int) code.Expr { return sc.Slots[slot].Expr })
	if w.ReadsState(e) {
		return sc.State.Call(f.name, args...), dom, sure
	}
	return code.Call(f.name, args...), dom, sure
}

type groundedKey struct {
	of     model.Expr
	aspect aspect
}

// add adds the case of a frame, unless it is there.
func (f *grounded) add(w *Writer, frame semantics.Frame) groundedCase {
	c := groundedCase{args: lists.Map(f.slots, func(slot int) model.Value { return frame[slot].Value }), need: task.True}
	i, known := slices.BinarySearchFunc(f.cases, c, compareCases)
	if known {
		return f.cases[i]
	}
	v := w.evaluated(f.of, frame)
	switch c.x, c.sure = v.x, v.sure; {
	case f.aspect == falsehood:
		c.x = v.d
	case f.aspect == value && f.of.Type().Kind != model.Boolean:
		c.need = v.d
	}
	f.cases = slices.Insert(f.cases, i, c)
	return c
}

func compareCases(a, b groundedCase) int { return slices.CompareFunc(a.args, b.args, model.Compare) }

// write writes the function.
func (f *grounded) write(w *Writer, to *code.Block) {
	body := &code.Block{}
	result := code.Name("bool")
	if f.aspect == value {
		result = code.Name("int")
	}
	switched := branch(body, w, f.params, f.kinds, f.cases, 0, func(c groundedCase) {
		d := w.dag(body, c.need, c.x)
		if f.aspect != value {
			d.returnTruth(c.x)
			return
		}
		if c.need == task.False {
			body.Return(none)
			return
		}
		if c.need != task.True {
			d.leaveIf(code.Not(d.truth(c.need)), none)
		}
		body.Return(d.number(c.x))
	})
	if switched {
		body.Return(map[bool]code.Expr{true: none, false: code.False.Expr()}[f.aspect == value])
	}
	what := map[aspect]string{
		value: "is", truth: "tells whether this is true:", falsehood: "tells whether this is false:",
	}
	to.Comment("%s %s %s", f.name, what[f.aspect], w.Source(f.of.Span())+w.where(f.of.Span()))
	receiver := ""
	if w.ReadsState(f.of) {
		receiver = "(s *State) "
	}
	to.Func(body, "func %s%s(%s) %s", receiver, f.name, code.Params(f.params), result)
}

// branch writes a switch over the parameters from the i-th on. Its innermost cases are written by write; if all are
// equal, there is one and no switch.
func branch(b *code.Block, w *Writer, params []code.Param, kinds []*model.Type, cases []groundedCase, i int,
	write func(groundedCase),
) (switched bool) {
	same := !slices.ContainsFunc(cases, func(c groundedCase) bool { return c.x != cases[0].x || c.need != cases[0].need })
	if i == len(params) || len(cases) == 0 || same && cases[0].x != task.None {
		if len(cases) > 0 {
			write(cases[0])
		}
		return len(cases) == 0
	}
	b.Line("switch %s {", code.Name(params[i].Name))
	for len(cases) > 0 {
		n := 1
		for n < len(cases) && model.Compare(cases[n].args[i], cases[0].args[i]) == 0 {
			n++
		}
		means := ""
		if !kinds[i].Scalar() {
			means = " // " + code.OneLine(w.Model.Format(kinds[i], cases[0].args[i]))
		}
		b.Line("case %s:%s", w.argument(kinds[i], cases[0].args[i]), means)
		branch(b, w, params, kinds, cases[:n], i+1, write)
		cases = cases[n:]
	}
	b.Line("}")
	return true
}

// argument is a value of a local in Go: values that are no scalars are numbered.
func (w *Writer) argument(t *model.Type, v model.Value) code.Expr {
	if t.Scalar() {
		return w.asGo(t, v)
	}
	return code.Int(int64(w.number(t, v)))
}

// paramType is the Go type of a parameter of a move.
func (w *Writer) paramType(set model.Expr) code.Expr {
	if !set.Type().Elem().Scalar() {
		return code.Name("int")
	}
	return w.setType(set)
}

// number is the number of a value that is no scalar, in the order in which such values are met.
func (w *Writer) number(t *model.Type, v model.Value) int {
	key := w.Model.Format(t, v)
	n, ok := w.numbers[key]
	if !ok {
		n = len(w.numbers)
		w.numbers[key] = n
		w.composites = append(w.composites, key)
	}
	return n
}

// evaluated is what grounding makes of an expression: its value, where it is defined (of a condition: where it is
// false), and whether it is defined in all states.
type evaluated struct {
	x, d task.Expr
	sure bool
}

func (w *Writer) evaluated(e model.Expr, f semantics.Frame) (v evaluated) {
	var ok bool
	if v.x, v.d, v.sure, ok = w.over.Eval(e, w.room(f, e)); !ok {
		tooLarge("the expressions of this program take more memory than there is")
	}
	return v
}

// tooLarge ends the translation: nothing smaller can be written instead.
func tooLarge(format string, args ...any) {
	panic(&Error{What: fmt.Sprintf(format, args...), Final: true})
}

// named is the naming of a writer, for expressions that read the state s.
type named struct{ *Writer }

func (n named) array(v int) *model.Array { return n.arrayOf(&n.task.Vars[v]) }

// arrayOf returns the state variable to which a variable of the task belongs.
func (w *Writer) arrayOf(v *task.Var) *model.Array {
	a, _ := w.Model.ArrayAt(v.State)
	return a
}

func (n named) boolean(v int) bool { return n.array(v).Type.Kind == model.Boolean }

func (n named) variable(v int) code.Expr { return n.element(code.Name("s"), n.task.Vars[v].State) }

func (n named) literal(v int, value int64) code.Expr {
	return n.asGo(n.array(v).Type, model.Int(value))
}

func (n named) constant(x int64) code.Expr { return code.Int(x) }

// graph is the name of a graph of the task.
func (n named) graph(number int64) code.Expr { return code.Name(graphName(number)) }

// element is an element of a state in Go.
func (w *Writer) element(state code.Expr, place int) code.Expr {
	return w.elementBy(state, place, func(d Dim, index model.Value) code.Expr {
		if d.Numbered() {
			return code.Int(int64(d.Set.Index(index)))
		}
		return d.At(w, w.asGo(d.Set.Type, index))
	})
}

// Element is an element of the state s whose indices are marked.
func (w *Writer) Element(place int) code.Expr {
	return w.elementBy(code.Name("s"), place, func(d Dim, index model.Value) code.Expr {
		if d.Numbered() {
			return code.Literal(code.Hole(int64(d.Set.Index(index))))
		}
		return code.Literal(code.Hole(index.N - d.Lo))
	})
}

func (w *Writer) elementBy(state code.Expr, place int, at func(Dim, model.Value) code.Expr) code.Expr {
	a, k := w.Model.ArrayAt(place)
	x, index := state.Field(w.Name(a)), w.Model.Data[a.ID].IndexAt(k)
	for i, d := range w.Dims(a) {
		x = x.At(at(d, index[i]))
	}
	return x
}

// marked is the naming of a writer in which indices and other numbers are marked.
type marked struct{ named }

func (m marked) variable(v int) code.Expr { return m.Element(m.task.Vars[v].State) }

func (m marked) constant(x int64) code.Expr {
	if x < 0 {
		return code.Int(x)
	}
	return code.Literal(code.Hole(x))
}

func (m marked) literal(v int, value int64) code.Expr {
	if m.array(v).Type.Kind == model.Number {
		return m.constant(value)
	}
	return m.named.literal(v, value)
}

// Truth is the condition that an expression without locals is true, as grounding has it.
func (w *Writer) Truth(e model.Expr) task.Expr { return w.evaluated(e, nil).x }

// Grounded writes statements that return a condition of the task. Indices and other numbers are marked.
func (w *Writer) Grounded(e task.Expr) *code.Block {
	b := &code.Block{}
	w.newDAG(marked{named{w}}, b, e).returnTruth(e)
	return b
}

// mostNodes bounds the expressions of the task that a program holds.
const mostNodes = 200_000

// dag begins to write expressions of the task that read the state s.
func (w *Writer) dag(b *code.Block, roots ...task.Expr) *dag { return w.newDAG(named{w}, b, roots...) }

func (w *Writer) newDAG(of naming, b *code.Block, roots ...task.Expr) *dag {
	d, nodes := newDAG(w.task.Pool, of, b, w.Names.Inner(), roots...)
	if w.written += nodes; w.written > mostNodes {
		tooLarge("a program of %d expressions of its task, more than %d,", w.written, mostNodes)
	}
	return d
}

// mostParts is the greatest number of parts of a condition that stand in one expression.
const mostParts = 4

// returnTruth writes the return of a condition; one with many parts is tested part by part.
func (d *dag) returnTruth(e task.Expr) {
	n := d.pool.Node(e)
	if all := n.Op == task.OpAnd; (all || n.Op == task.OpOr) && len(n.Args) > mostParts && d.vars[e].String() == "" {
		for _, a := range n.Args {
			c := d.truth(a)
			if all {
				c = code.Not(c)
			}
			d.leaveIf(c, code.Constant(!all).Expr())
		}
		d.block.Return(code.Constant(all).Expr())
		return
	}
	d.block.Return(d.truth(e).Expr())
}
