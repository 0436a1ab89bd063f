package ground

import (
	"context"
	"slices"

	"github.com/pzc-lang/pzc/compiler/ground/symbolic"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Over grounds expressions of a model over the state of its finished task.
type Over struct{ g *grounder }

// NewOver returns an Over. Its expressions become nodes of the task's pool.
func NewOver(ctx context.Context, m *model.Model, t *task.Task) *Over {
	return &Over{overTask(ctx, t, m)}
}

// OverState returns an Over for a model that was not grounded: each place of a state is a variable with the values of
// its type, but for those that are fixed.
func OverState(ctx context.Context, m *model.Model, fixed map[int]int64) *Over {
	domains := declaredDomains(m)
	t := &task.Task{Fixed: make([]int64, m.StateSize)}
	for place, values := range domains {
		if n, known := fixed[place]; known {
			t.Fixed[place] = n
		} else {
			t.Vars = append(t.Vars, task.Var{State: place, Values: values})
		}
	}
	t.Pool = task.NewPool(func(v int) []int64 { return t.Vars[v].Values })
	return NewOver(ctx, m, t)
}

// Eval returns an expression of a single value as an expression of the task. The locals have the values of a frame. Of
// a condition, x says that it is true and d that it is false; of other expressions, x is the code and d says that it is
// defined. sure tells that the value is defined in all states. ok is false if the work had to end.
func (o *Over) Eval(e model.Expr, f semantics.Frame) (x, d task.Expr, sure, ok bool) {
	frame := symbolic.FrameFor(e)
	for _, l := range o.g.LocalsOf(e) {
		if f[l.Slot].OK {
			frame.Set(l.Slot, o.g.Lift(l.Ty, f[l.Slot].Value))
		}
	}
	v := o.g.Eval(e, frame)
	return v.X, v.D, o.g.Defined(e.Type(), v) == task.True, !o.g.Halted()
}

// Constant returns the value of an expression of Eval that has one value.
func (o *Over) Constant(x task.Expr) (int64, bool) { return o.g.Pool.Value(x) }

// Collides reports whether a phase of a move may write two values to one element.
func (o *Over) Collides(mv *model.Move, args []model.Value) bool {
	w := o.g.newWriting(mv)
	w.begin(args)
	w.ground(&task.Move{})
	p := o.g.Pool
	return o.g.Halted() || slices.ContainsFunc(w.clashes, func(clash task.Expr) bool {
		both := clash
		for _, c := range w.guard {
			if c != p.Not(clash) {
				both = p.And(both, c)
			}
		}
		return both != task.False
	})
}

// Permutes reports whether a move only permutes the values of some variables.
func (o *Over) Permutes(mv *task.Move, vars []task.Expr) bool {
	p, known := o.g.Pool, o.g.Pool.KnownUnder(mv.Guard)
	var before, after []task.Expr
	for _, e := range mv.Effects {
		if !slices.Contains(vars, p.Var(e.Var)) {
			continue
		}
		if e.Cond != task.True {
			return false
		}
		before, after = append(before, known.Of(p, e.Var)), append(after, e.Value)
	}
	slices.Sort(before)
	slices.Sort(after)
	return slices.Equal(before, after)
}
