package statespace

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/task"
)

// If moves only exchange the elements of a distinct array, the array stays distinct, and the program needs no test for
// it.

// exchange is what a move does to an array, for one frame of arguments: element to gets what element from had.
type exchange struct {
	g        *Space
	array    *model.Array
	to, from []int
	unknown  bool
}

// permutes tells whether all moves of a family leave an array alone or exchange its elements.
func (f *family) permutes(g *Space, a *model.Array) bool {
	return !g.assigns(f.Decl.Then, a) && f.exchanges(g, a)
}

// noteProofs notes the arrays that are proved distinct in all states and also between the two phases of each move.
func (space *Space) noteProofs() {
	for _, a := range space.Model.StateArrays() {
		at := slices.IndexFunc(space.Task.Arrays, func(x task.Array) bool { return x.Name == a.Name })
		if at < 0 {
			continue
		}
		x := &space.Task.Arrays[at]
		if (x.Permutation || x.Distinct) && !space.unsettled(a) {
			space.Permutation[a], space.Distinct[a] = x.Permutation, x.Distinct
		}
	}
}

// unsettled tells whether an array that is distinct in all states may not be distinct between the two phases of a move.
func (space *Space) unsettled(a *model.Array) bool {
	return slices.ContainsFunc(space.Families, func(f family) bool {
		return len(f.Decl.Then) > 0 && !f.exchanges(space, a)
	})
}

// exchanges tells whether the first phases of all moves of a family leave an array alone or exchange its elements.
func (f *family) exchanges(g *Space, a *model.Array) bool {
	if !g.assigns(f.Decl.Body, a) {
		return true
	}
	if len(f.Moves) > MaxFrames {
		return false
	}
	for _, frame := range g.moveScope(f.Decl, f.Moves).Frames {
		x := &exchange{g: g, array: a}
		x.effects(f.Decl.Body, append(semantics.Frame(nil), frame...))
		slices.Sort(x.to)
		slices.Sort(x.from)
		if x.unknown || !slices.Equal(x.to, x.from) || len(slices.Compact(x.to)) != len(x.from) {
			return false
		}
	}
	return true
}

// assigns tells whether effects write to an array.
func (space *Space) assigns(effects []model.Effect, a *model.Array) bool {
	for e := range model.AllEffects(effects) {
		if assign, ok := e.(*model.Assign); ok && slices.ContainsFunc(assign.Targets,
			func(t model.Place) bool { return t.Array == a }) {
			return true
		}
	}
	return false
}

func (x *exchange) effects(effects []model.Effect, f semantics.Frame) {
	for _, e := range effects {
		switch e := e.(type) {
		case *model.Assign:
			for i := range e.Targets {
				if e.Targets[i].Array == x.array {
					x.write(&e.Targets[i], e.Values[i], f)
				}
			}
		case *model.Let:
			c := &collision{sc: &Scope{Writer: x.g.Writer}}
			c.let(e, f)
		case *model.IfEffect:
			x.branch(e, f)
		case *model.ForEffect:
			x.loop(e, f, 0)
		case *model.Require:
		}
		if x.unknown {
			return
		}
	}
}

// write notes that an element gets the value of another one.
func (x *exchange) write(p *model.Place, value model.Expr, f semantics.Frame) {
	read, ok := value.(*model.Read)
	if !ok || read.Array != x.array {
		x.unknown = true
		return
	}
	to, from := x.place(p.Index, f), x.place(read.Index, f)
	x.unknown = x.unknown || to < 0 || from < 0
	x.to, x.from = append(x.to, to), append(x.from, from)
}

func (x *exchange) place(index []model.Expr, f semantics.Frame) int {
	values := make([]model.Value, len(index))
	for i, e := range index {
		if x.g.ReadsState(e) {
			return -1
		}
		v, ok := x.g.Eval(e, f)
		if !ok {
			return -1
		}
		values[i] = v
	}
	return x.g.Model.Data[x.array.ID].Place(values...)
}

func (x *exchange) branch(e *model.IfEffect, f semantics.Frame) {
	if !x.g.assigns(e.Then, x.array) && !x.g.assigns(e.Else, x.array) {
		return
	}
	if x.g.ReadsState(e.Cond) {
		x.unknown = true
		return
	}
	if v, ok := x.g.Eval(e.Cond, f); ok && v.N != 0 {
		x.effects(e.Then, f)
	} else {
		x.effects(e.Else, f)
	}
}

func (x *exchange) loop(e *model.ForEffect, f semantics.Frame, i int) {
	if !x.g.assigns(e.Body, x.array) {
		return
	}
	if i == len(e.Vars) {
		if e.Where != nil {
			if x.g.ReadsState(e.Where) {
				x.unknown = true
				return
			}
			if v, ok := x.g.Eval(e.Where, f); !ok || v.N == 0 {
				return
			}
		}
		x.effects(e.Body, f)
		return
	}
	s, ok := x.g.EvalSet(e.Vars[i].Set, f)
	if !ok || x.g.ReadsState(e.Vars[i].Set) {
		x.unknown = true
		return
	}
	for _, v := range s.Elems {
		BindTarget(f, e.Vars[i].Target, v)
		if x.loop(e, f, i+1); x.unknown {
			return
		}
	}
}
