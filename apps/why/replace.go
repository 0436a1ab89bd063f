package why

import (
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/lists"
)

// replacer copies a program and replaces state variables by others of the same name and shape. All references must be
// to the new variables, because grounding compares pointers.
type replacer struct {
	arrays map[*model.Array]*model.Array
	defs   map[*model.Def]*model.Def
	copier model.Copier
}

// replaceArrays makes a program refer to the arrays of its own list. old is the list before. The expressions of the
// program are copied; the lists of the program must be its own.
func replaceArrays(p *model.Program, old []*model.Array) {
	r := &replacer{arrays: map[*model.Array]*model.Array{}, defs: map[*model.Def]*model.Def{}}
	for i, a := range old {
		if p.Arrays[i] != a {
			r.arrays[a] = p.Arrays[i]
		}
	}
	if len(r.arrays) == 0 {
		return
	}
	r.copier = model.Copier{Expr: r.expr, Array: r.array, Def: r.def}
	for _, fs := range [][]model.Formula{p.Goals, p.Always, p.Inits} {
		for i := range fs {
			fs[i].Cond = r.copier.Cond(fs[i].Cond)
		}
	}
	for i, d := range p.Moves {
		p.Moves[i] = r.move(d)
	}
}

func (r *replacer) expr(e model.Expr) model.Expr {
	if e == nil {
		return nil
	}
	return r.copier.Copy(e)
}

func (r *replacer) array(a *model.Array) *model.Array {
	if to := r.arrays[a]; to != nil {
		return to
	}
	return a
}

func (r *replacer) def(d *model.Def) *model.Def {
	if to := r.defs[d]; to != nil {
		return to
	}
	out := *d
	r.defs[d] = &out
	out.Body = r.expr(d.Body)
	return &out
}

func (r *replacer) move(d *model.Move) *model.Move {
	out := *d
	out.When = lists.Map(d.When, r.copier.Cond)
	out.Cost, out.Order, out.Label = r.expr(d.Cost), r.expr(d.Order), r.expr(d.Label)
	out.Body, out.Then = r.copier.Effects(d.Body), r.copier.Effects(d.Then)
	return &out
}
