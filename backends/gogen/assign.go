package gogen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/backends/gogen/statespace"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// A puzzle without moves is an assignment: places whose values are chosen, and constraints on few places each.
// Conditions are split at `and`, `forall` and `distinct`, because small constraints refute a wrong choice sooner than
// large ones.

// rule is a family of constraints: a condition for several values of its locals.
type rule struct {
	sc     *statespace.Scope
	slots  []int
	uses   []use
	source string
}

// use is one constraint of a rule: the values of its locals and the places that it reads.
type use struct {
	args   []int64
	places []int
}

// maxChoice bounds the values among which an initial value is chosen.
const maxChoice = 1 << 12

// writeAssignment writes the starting state, the places and the constraints.
func (g *starts) writeAssignment(b *code.Block) {
	if o := g.Model.Objective; o != nil {
		bound := map[string]string{"minimize": "<=", "maximize": ">="}
		statespace.GiveUpFor("ask for a value in a goal: `goal e "+bound[o.Word()]+" 10`", o.Span, "`%s`", o.Word())
	}
	state := g.fixedState()
	free := map[int]int{} // place in a state → number of the choice
	for i, v := range g.Task.Vars {
		if g.Task.Free[i] {
			free[v.State] = len(free)
			state[v.State] = v.Values[0]
			if len(v.Values) > maxChoice {
				a, _ := g.Model.ArrayAt(v.State)
				statespace.GiveUp(a.Value.Span(), "a choice among more than %d values", maxChoice)
			}
		}
	}
	c := &constraints{g: g, free: free}
	conditions := [][]model.Formula{g.Model.Inits, g.Model.Always}
	grounded := slices.ContainsFunc(g.Model.StateArrays(), g.startIsGrounded)
	if grounded {
		conditions = nil
		c.ground(g.Task.InitCond)
	}
	if !g.HasMoves() {
		conditions = append(conditions, g.Model.Goals)
	}
	for _, fs := range conditions {
		for i := range fs {
			c.split(g.Scope(fs[i].Slots, "s"), fs[i].Expr)
		}
	}
	for _, a := range g.Model.StateArrays() {
		if a.Distinct && !grounded {
			c.split(g.Scope(1, "s"), distinct(a))
			c.rules[len(c.rules)-1].source = a.Name + " is distinct"
		}
	}
	b.Comment("start has the values that are given; the others are chosen.")
	b.Line("var start = %s\n", g.StateLiteral(state))
	all, places, rules := &code.Block{}, &code.Block{}, &code.Block{}
	all.Define("a", code.Literal("&search.Assignment[State]{Start: start}"))
	g.writePlaces(all, places)
	c.write(all, rules)
	all.Return(code.Name("a"))
	b.Comment("Assignment is the puzzle as the search package wants it: places that take values, and constraints on them.")
	b.Func(all, "func Assignment() *search.Assignment[State]")
	b.Append(rules)
	b.Append(places)
	if g.HasMoves() {
		g.writeManyStarts(b)
	}
}

// startIsGrounded tells whether the conditions on the start are written as grounding has them: the values of an array
// depend on chosen ones, or they must be distinct and are not numbered by one index.
func (g *starts) startIsGrounded(a *model.Array) bool {
	if a.Value != nil && g.ReadsState(a.Value) {
		return true
	}
	dims := g.Dims(a)
	return a.Distinct && (len(dims) != 1 || dims[0].Numbered() || dims[0].Set.Type.Kind == model.Boolean)
}

// ground adds the parts of a condition of the task.
func (c *constraints) ground(e task.Expr) {
	for _, part := range c.g.Task.Pool.Conjuncts(e) {
		if part == task.True {
			continue
		}
		sc := c.g.Scope(0, "s")
		c.add(sc, func(t *statespace.Scope) { t.ReturnGrounded(part) }, sc.Frames,
			func(semantics.Frame) []int { return c.g.Places(part) }, "what the model says of the start")
	}
}

// writePlaces writes the places whose values are chosen, and into decls the declarations that these need.
func (g *starts) writePlaces(b, decls *code.Block) {
	var all []rowPiece
	for i, v := range g.Task.Vars {
		if !g.Task.Free[i] {
			continue
		}
		a, k := g.Model.ArrayAt(v.State)
		p := rowPiece{text: "s." + g.Name(a)}
		for j, d := range g.Dims(a) {
			at := g.Model.Data[a.ID].IndexAt(k)[j]
			place := at.N - d.Lo
			if d.Numbered() {
				place = int64(d.Set.Index(at))
			}
			p.text += "[" + rowMark + "]"
			p.holes = append(p.holes, fmt.Sprint(place))
		}
		low, high := v.Values[0], v.Values[len(v.Values)-1]
		value := "n"
		switch {
		case a.Type.Kind == model.Boolean:
			value = "n == 1"
		case high-low != int64(len(v.Values)-1):
			var list []string
			for _, x := range v.Values {
				list = append(list, fmt.Sprint(x))
			}
			value = "[]int{" + strings.Join(list, ", ") + "}[n]"
		case low != 0:
			value += code.Plus(low)
		}
		p.text = fmt.Sprintf("a.Places = append(a.Places, search.Place[State]{Values: %d, Set: func(s *State, n "+
			"int) { %s = %s }})",
			len(v.Values), p.text, value)
		all = append(all, p)
	}
	(&rowWriter{block: b, decls: decls, name: "place"}).write(all)
}

// constraints gathers the rules.
type constraints struct {
	g     *starts
	free  map[int]int
	rules []*rule
}

// split adds a condition as one rule or several.
func (c *constraints) split(sc *statespace.Scope, e model.Expr) {
	switch e := e.(type) {
	case *model.Lit:
		if e.Value.N != 0 {
			return
		}
	case *model.Binary:
		if e.Op == model.And {
			c.split(sc, e.L)
			c.split(sc, e.R)
			return
		}
	case *model.Fold:
		if e.Where != nil && c.g.ReadsState(e.Where) {
			break
		}
		t := sc.Sub()
		t.BindVars(e.Vars, e.Where)
		if !allStatic(t, e.Vars) {
			break
		}
		switch e.Kind {
		case model.ForAll:
			c.split(t, e.Body)
			return
		case model.DistinctOf:
			if c.pairs(sc, t, e) {
				return
			}
		default:
		}
	default:
	}
	write := func(t *statespace.Scope) { t.ReturnCond(e, true) }
	c.add(sc, write, sc.Frames, func(f semantics.Frame) []int { return c.g.Reads(e, f) }, c.g.Source(e.Span()))
}

func allStatic(sc *statespace.Scope, vars []model.Bind) bool {
	for _, v := range vars {
		for slot := range v.Target.Slots() {
			if !sc.Slots[slot].Static {
				return false
			}
		}
	}
	return true
}

// pairs turns a distinct into constraints on two places each.
func (c *constraints) pairs(outer, sc *statespace.Scope, e *model.Fold) bool {
	if e.Body.Type().Kind == model.Boolean || !e.Body.Type().Scalar() {
		return false
	}
	n := len(sc.Slots)
	var frames []semantics.Frame
	for i, f := range sc.Frames {
		for _, h := range sc.Frames[:i] {
			if !c.sameOuter(outer, f, h) {
				continue
			}
			if frames = append(frames, append(append(make(semantics.Frame, 0, 2*n), h...),
				f...)); len(frames) > 50*statespace.MaxFrames {
				return false
			}
		}
	}
	two := sc.Sub()
	two.Slots = append(two.Slots, make([]statespace.Local, n)...)
	for slot := range n {
		l := sc.Slots[slot]
		if !l.Bound {
			continue
		}
		two.Slots[n+slot] = l
		if !outer.Slots[slot].Bound || outer.Slots[slot].Expr.String() != l.Expr.String() {
			two.Slots[n+slot].Expr = code.Name(sc.Names.Take(l.Expr.String()))
		}
	}
	write := func(t *statespace.Scope) {
		first := t.Sub()
		first.Slots = first.Slots[:n]
		first.Frames = sc.Frames
		a := first.Value(e.Body)
		second := t.Sub()
		second.Slots = second.Slots[n:]
		second.Frames = sc.Frames
		b := second.Value(e.Body)
		t.Block.Return(code.And(append(append(slices.Clone(a.Need), b.Need...),
			code.Compare(a.Expr, "!=", b.Expr))...).Expr())
	}
	places := func(f semantics.Frame) []int {
		return append(slices.Clone(c.g.Reads(e.Body, f[:n:n])), c.g.Reads(e.Body, f[n:])...)
	}
	c.add(two, write, frames, places, c.g.Source(e.Span()))
	return true
}

// distinct is the condition that the elements of an array differ.
func distinct(a *model.Array) model.Expr {
	base := func(t *model.Type) model.Base { return model.Base{Sp: a.Span, Ty: t} }
	set := a.Index[0].Set
	i := &model.Local{Base: base(set.Type().Elem()), Name: "i"}
	return &model.Fold{
		Base: base(model.BooleanType), Kind: model.DistinctOf,
		Vars: []model.Bind{{Target: &model.Target{Name: "i"}, Set: set}},
		Body: &model.Read{Base: base(a.Type), Array: a, Index: []model.Expr{i}},
	}
}

// sameOuter tells whether two frames agree on the locals that are bound outside.
func (c *constraints) sameOuter(outer *statespace.Scope, f, h semantics.Frame) bool {
	for slot := range outer.Slots {
		if outer.Slots[slot].Static && model.Compare(f[slot].Value, h[slot].Value) != 0 {
			return false
		}
	}
	return true
}

// add adds a condition as one rule.
func (c *constraints) add(sc *statespace.Scope, write func(*statespace.Scope), frames []semantics.Frame,
	places func(semantics.Frame) []int, source string,
) {
	r := &rule{sc: sc.Sub(), source: source}
	r.sc.Block, r.sc.Names = &code.Block{}, c.g.Names.Inner()
	for slot, l := range sc.Slots {
		if l.Static && l.Bound && !slices.ContainsFunc(r.slots,
			func(s int) bool { return sc.Slots[s].Expr.String() == l.Expr.String() }) {
			r.slots = append(r.slots, slot)
			r.sc.Names.Keep(l.Expr.String())
		}
	}
	write(r.sc)
	for _, f := range frames {
		u := use{}
		for _, s := range r.slots {
			u.args = append(u.args, f[s].Value.N)
		}
		for _, p := range places(f) {
			if k, ok := c.free[p]; ok {
				u.places = append(u.places, k)
			}
		}
		slices.Sort(u.places)
		u.places = slices.Compact(u.places)
		r.uses = append(r.uses, u)
	}
	c.rules = append(c.rules, r)
}

// write writes the list of constraints, and into decls the functions of the rules and their uses.
func (c *constraints) write(b, decls *code.Block) {
	tables := &code.Block{}
	for i, r := range c.rules {
		name := fmt.Sprintf("rule%d", i+1)
		var params []code.Param
		var args []code.Expr
		u := code.Name("u")
		used := r.used()
		for k, s := range r.slots {
			if !used[k] {
				continue
			}
			l := r.sc.Slots[s]
			kind := code.Name("int")
			if l.Truth {
				kind = code.Name("bool")
			}
			params = append(params, code.Param{Name: l.Expr.String(), Type: kind})
			args = append(args, u.Field(l.Expr.String()))
		}
		decls.Comment("%s: %s", name, r.source)
		decls.Func(r.sc.Block, "func (s *State) %s(%s) bool", name, code.Params(params))
		tables.Comment("%sUses are the values for which it must hold, and the places that it is about.", name)
		tables.Line("var %sUses = []struct { %s }{%s\n}\n", name,
			code.Fields(append(params, code.Param{Name: "places", Type: code.Name("[]int")})), code.Lines(r.rows(used)))
		b.Loop("_", "u", code.Name(name+"Uses"))
		b.Line("a.Constraints = append(a.Constraints, search.Constraint[State]{Places: %s, Holds: func(s *State) "+
			"bool { return s.%s(%s) }})", u.Field("places"), name, code.Join(args, ", "))
		b.End()
	}
	decls.Append(tables)
}

// rows are the uses of a rule.
func (r *rule) rows(used []bool) (rows []string) {
	for _, u := range r.uses {
		row := ""
		for k, a := range u.args {
			switch {
			case !used[k]:
			case r.sc.Slots[r.slots[k]].Truth:
				row += fmt.Sprintf("%t, ", a != 0)
			default:
				row += fmt.Sprintf("%d, ", a)
			}
		}
		rows = append(rows, "{"+row+"[]int{"+code.Numbers(u.places)+"}}")
	}
	return rows
}

// used tells which locals the condition of a rule reads in Go. The other locals only select the places.
func (r *rule) used() []bool {
	return lists.Map(r.slots, func(s int) bool { return slices.Contains(r.sc.Block.NamesRead(), r.sc.Slots[s].Expr.String()) })
}
