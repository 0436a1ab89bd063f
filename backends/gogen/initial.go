package gogen

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/backends/gogen/statespace"
	"github.com/pzc-lang/pzc/compiler/model"
)

// If some initial values are chosen and others given as data, only the running program knows which. So each value that
// may depend on data is a place. If data give its value, this is a constraint on the one place, which leaves the place
// no other value before the search begins.

// guard is a condition on data. A constraint must hold where cond is true (if want), or where it is not true.
type guard struct {
	cond model.Expr
	want bool
}

// with adds a guard.
func with(guards []guard, cond model.Expr, want bool) []guard {
	return append(slices.Clone(guards), guard{cond, want})
}

// unless writes that a constraint is satisfied if a guard does not hold.
func unless(sc *statespace.Scope, guards []guard) {
	for _, g := range guards {
		if g.want {
			sc.Require(g.cond, statespace.Yields(true))
		} else {
			sc.Forbid(g.cond, true, statespace.Yields(true))
		}
	}
}

// readsFields tells whether an expression reads a field of State, and not only data.
func (g *starts) readsFields(e model.Expr) bool {
	if !g.ReadsState(e) {
		return false
	}
	fields := map[*model.Array]bool{}
	for _, a := range g.Fields() {
		fields[a] = true
	}
	return statespace.ReadsAny(e, fields)
}

// readsDataOnly tells whether an expression reads data and no field of State.
func (g *starts) readsDataOnly(e model.Expr) bool { return g.ReadsState(e) && !g.readsFields(e) }

// chosenHere tells whether a variable of the task is a place.
func (g *starts) chosenHere(v int) bool {
	a, _ := g.Model.ArrayAt(g.Task.Vars[v].State)
	return g.Task.Free[v] && a.Later == nil
}

// givenFields are the fields of State whose initial values may depend on data.
func (g *starts) givenFields() (out []*model.Array) {
	if g.Given == nil {
		return nil
	}
	for _, a := range OpenArrays(g.Model) {
		if a.Later == nil {
			out = append(out, a)
		}
	}
	return out
}

// given adds the constraints that places have the values given by data.
func (c *constraints) given() {
	for _, a := range c.g.givenFields() {
		c.g.eachStart(a, func(sc *statespace.Scope, place *model.Read, e model.Expr, over func(model.Expr) model.Expr) {
			c.split(sc, over(c.g.startsWith(place, e)), nil)
		})
	}
}

// startsWith is the condition that an element has the initial value e.
func (g *starts) startsWith(place *model.Read, e model.Expr) model.Expr {
	base := model.Base{Sp: place.Sp, Ty: model.BooleanType}
	switch x := e.(type) {
	case *model.AnyValue:
		return &model.Lit{Base: base, Value: model.Bool(true)}
	case *model.If:
		return &model.If{Base: base, Cond: x.Cond, Then: g.startsWith(place, x.Then), Else: g.startsWith(place, x.Else)}
	default:
		return &model.Binary{Base: base, Op: model.Eq, L: place, R: e}
	}
}

// mayStart is the condition that an initial value is in the type of its element.
func (g *starts) mayStart(a *model.Array, e model.Expr) model.Expr {
	base := model.Base{Sp: e.Span(), Ty: model.BooleanType}
	switch x := e.(type) {
	case *model.AnyValue:
		return &model.Lit{Base: base, Value: model.Bool(true)}
	case *model.If:
		return &model.If{Base: base, Cond: x.Cond, Then: g.mayStart(a, x.Then), Else: g.mayStart(a, x.Else)}
	default:
		if a.Type.Kind == model.Boolean {
			return &model.Func{Base: base, Fn: model.Defined, Args: []model.Expr{e}}
		}
		return &model.In{Base: base, X: e, Set: a.Domain}
	}
}

// eachStart calls do for each initial value of an array: with the element, and with a function that extends a condition
// on this element to all elements that share the value.
func (g *starts) eachStart(a *model.Array, do func(sc *statespace.Scope, place *model.Read, e model.Expr,
	over func(model.Expr) model.Expr),
) {
	n := a.Slots
	read := &model.Read{Base: model.Base{Sp: a.Value.Span(), Ty: a.Type}, Array: a}
	if list, ok := a.Value.(*model.List); ok && len(a.Index) > 0 {
		d := g.Model.Data[a.ID]
		for k, e := range list.Leaves() {
			place := *read
			for i, v := range d.IndexAt(k) {
				place.Index = append(place.Index, &model.Lit{
					Base:  model.Base{Sp: e.Span(), Ty: d.Index[i].Type},
					Value: v,
				})
			}
			do(g.Scope(n, "s"), &place, e, func(c model.Expr) model.Expr { return c })
		}
		return
	}
	var vars []model.Bind
	for i, x := range a.Index {
		slot, name := x.Slot, []string{"i", "j", "k", "l", "m"}[min(i, 4)]
		if slot < 0 {
			slot, n = n, n+1
		}
		vars = append(vars, model.Bind{Target: &model.Target{Name: name, Slot: slot}, Set: x.Set})
		read.Index = append(read.Index, &model.Local{
			Base: model.Base{Sp: x.Set.Span(), Ty: x.Set.Type().Elem()},
			Name: name, Slot: slot,
		})
	}
	do(g.Scope(n, "s"), read, a.Value, func(c model.Expr) model.Expr {
		if len(vars) == 0 {
			return c
		}
		return &model.Fold{
			Base: model.Base{Sp: a.Value.Span(), Ty: model.BooleanType}, Kind: model.ForAll, Vars: vars,
			Body: c,
		}
	})
}

// writeGiven writes the functions that read data: they compute the constants that depend on data, and check whether the
// data allow initial values.
func (g *starts) writeGiven(b *code.Block) {
	if g.Given == nil {
		return
	}
	im := g.dataWriter(nil)
	g.writeAssumes(im, returnError)
	for _, a := range g.givenFields() {
		g.eachStart(a, func(sc *statespace.Scope, _ *model.Read, e model.Expr, over func(model.Expr) model.Expr) {
			sc.Block, sc.Names = im.Block, im.Names
			sc.Require(over(g.mayStart(a, e)), returnError("an initial value of "+a.Name+" is undefined or outside its type"))
		})
	}
	g.writeDerive(b, g.derivedConstants())
	dataFunction(b, "begin",
		"begin looks whether the data allow an initial state; an error if they do not.", im.Block)
}

// derivedConstants are the constants that depend on data. Each comes after the constants that it reads.
func (g *starts) derivedConstants() []*model.Array {
	return slices.DeleteFunc(OpenArrays(g.Model),
		func(a *model.Array) bool { return !statespace.IsLater(a, model.Const) })
}
