package task

import (
	"context"
	"strings"
)

// projection sees some of the variables and hides the others.
type projection struct {
	*maker
	at map[int]int // of the variables that are kept, their numbers
}

// Project is the puzzle that keeps only some variables, given in ascending order. An abstract move exists if some values of the
// others make the move possible, as far as a look at each condition by itself tells; what it writes to a variable that is kept, and
// its cost, is then one of what these values make of it. It guarantees what Pattern does. Without any variables, the
// abstract task has none.
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
