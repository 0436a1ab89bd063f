package task

import (
	"context"
	"strings"
)

// projection is the view that keeps some variables and hides the others.
type projection struct {
	*maker
	at map[int]int // for each kept variable: its number in the abstract task
}

// Project returns the puzzle that keeps only the given variables, in ascending order. An abstract move exists if some
// values of the other variables make the move possible; each condition is checked by itself, so there may be more
// abstract moves. The values that an abstract move writes, and its cost, are ones that some values of the other
// variables give. Project guarantees what Pattern guarantees. Without kept variables the abstract task has no
// variables.
func Project(ctx context.Context, t *Task, vars []int) (Abstraction, []Expr, error) {
	p := &projection{at: map[int]int{}}
	var kept []Var
	var image []Expr
	names := make([]string, len(vars))
	for i, v := range vars {
		p.at[v] = i
		kept = append(kept, t.Vars[v])
		image = append(image, t.Pool.Var(v))
		names[i] = t.Vars[v].Name
	}
	p.maker = newMaker(t, "project("+strings.Join(names, ", ")+")", kept, image, hiddenValues(t))
	p.view = p
	return p.build(ctx)
}

func (p *projection) variable(v int) Expr {
	if k, ok := p.at[v]; ok {
		return p.w.Var(k)
	}
	return p.hide(v)
}

func (p *projection) special(Expr) (Expr, bool) { return None, false }

func (p *projection) effects(es []Effect) (out []Effect, counts Expr) {
	for _, e := range es {
		if k, ok := p.at[e.Var]; ok {
			out = append(out, Effect{Var: k, Cond: p.translate(e.Cond), Value: p.translate(e.Value)})
		}
	}
	return out, True
}
