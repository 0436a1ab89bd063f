package model

import "slices"

// Answering returns the program in which each answer that is a def is a state variable. The solver chooses its values,
// and a goal says that they are those of the def. Views read the state variables, so they can show an answer before the
// rest is known. The program itself is returned if no answer is a def.
func (p *Program) Answering() *Program {
	if !slices.ContainsFunc(p.Answers, func(a Answer) bool { return a.Def != nil }) {
		return p
	}
	out := *p
	out.Arrays, out.Answers, out.Goals = slices.Clone(p.Arrays), slices.Clone(p.Answers), slices.Clone(p.Goals)
	arrays := map[*Def]*Array{}
	for i := range out.Answers {
		if a := &out.Answers[i]; a.Def != nil {
			array := *a.Array
			array.ID = len(out.Arrays)
			out.Arrays = append(out.Arrays, &array)
			arrays[a.Def] = &array
			a.Array, a.Def = &array, nil
			out.Goals = append(out.Goals, definition(&array, a.Value))
		}
	}
	of := len(out.Goals) - len(arrays)
	goals := newAnswering(arrays, true)
	out.Always = slices.Clone(p.Always)
	for _, formulas := range [][]Formula{out.Goals[:of], out.Always} {
		for i := range formulas {
			formulas[i].Cond = goals.copier.Cond(formulas[i].Cond)
		}
	}
	r := newAnswering(arrays, false)
	out.Views = slices.Clone(p.Views)
	for i, v := range p.Views {
		w := *v
		w.Set, w.Text, w.Clauses = r.expr(v.Set), r.expr(v.Text), slices.Clone(v.Clauses)
		for k := range w.Clauses {
			w.Clauses[k].Set, w.Clauses[k].Expr = r.expr(w.Clauses[k].Set), r.expr(w.Clauses[k].Expr)
		}
		out.Views[i] = &w
	}
	return &out
}

// answering replaces calls of defs by elements of arrays. If exact, only calls whose value is defined: of others an
// element of the array has some value.
type answering struct {
	arrays map[*Def]*Array
	exact  bool
	defs   map[*Def]*Def
	copier Copier
}

func newAnswering(arrays map[*Def]*Array, exact bool) *answering {
	r := &answering{arrays: arrays, exact: exact, defs: map[*Def]*Def{}}
	r.copier = Copier{Expr: r.expr, Array: func(a *Array) *Array { return a }, Def: r.def}
	return r
}

func (r *answering) expr(e Expr) Expr {
	if e == nil {
		return nil
	}
	out := r.copier.Copy(e)
	call, ok := out.(*Call)
	if !ok || r.arrays[call.Def] == nil {
		return out
	}
	read := &Read{Base: call.Base, Array: r.arrays[call.Def], Index: call.Args}
	if !r.exact {
		return read
	}
	defined := &Func{Base: Base{call.Sp, BooleanType}, Fn: Defined, Args: []Expr{call}}
	return &If{Base: call.Base, Cond: defined, Then: read, Else: call}
}

func (r *answering) def(d *Def) *Def {
	if r.arrays[d] != nil {
		return d
	}
	if to := r.defs[d]; to != nil {
		return to
	}
	out := *d
	r.defs[d] = &out
	out.Body = r.expr(d.Body)
	return &out
}

// definition is the goal that each element of an array has a value, which is an expression in the frame of the array.
func definition(a *Array, value Expr) Formula {
	boolean := Base{value.Span(), BooleanType}
	read := &Read{Base: Base{value.Span(), a.Type}, Array: a}
	f := Formula{Slots: a.Slots, Defines: true}
	f.Expr = &Binary{Base: boolean, Op: Eq, L: read, R: value}
	if len(a.Index) == 0 {
		return f
	}
	all := &Fold{Base: boolean, Kind: ForAll, Body: f.Expr}
	for _, i := range a.Index {
		read.Index = append(read.Index, &Local{Base: Base{read.Sp, i.Set.Type().Elem()}, Name: "_", Slot: i.Slot})
		all.Vars = append(all.Vars, Bind{Target: &Target{Name: "_", Slot: i.Slot}, Set: i.Set})
	}
	f.Expr = all
	return f
}
