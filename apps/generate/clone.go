package generate

import (
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/lists"
)

// cloner copies the parts of a program that may depend on deferred parameters, and the arrays, defs and types to which
// these parts refer. Of a deferred map a type can read the size, which the copy has as a number. Grids are shared,
// because their sizes are computed.
type cloner struct {
	d      *deferral
	copier model.Copier
	arrays map[*model.Array]*model.Array
	defs   map[*model.Def]*model.Def
	types  map[*model.TypeDecl]*model.TypeDecl
}

func newCloner(d *deferral) *cloner {
	c := &cloner{
		d: d, arrays: map[*model.Array]*model.Array{}, defs: map[*model.Def]*model.Def{},
		types: map[*model.TypeDecl]*model.TypeDecl{},
	}
	c.copier = model.Copier{Expr: c.expr, Array: c.array, Def: c.def}
	return c
}

// each copies a list, element by element.
func each[T any](list []T, clone func(T) T) []T {
	if list == nil {
		return nil
	}
	return lists.Map(list, clone)
}

// once copies a declaration when it is asked for the first time. The copy is in copies before fill is called, because a
// declaration may refer to itself by way of others.
func once[T any](copies map[*T]*T, x *T, fill func(*T)) *T {
	if out, ok := copies[x]; ok {
		return out
	}
	out := *x
	copies[x] = &out
	fill(&out)
	return &out
}

// expr copies an expression, which may be nil.
func (c *cloner) expr(e model.Expr) model.Expr {
	if e == nil {
		return nil
	}
	if of := c.replaced(e); of != nil {
		return of
	}
	out := c.copier.Copy(e)
	if named, ok := out.(*model.NamedSet); ok {
		named.Decl = c.typeDecl(named.Decl)
	}
	return out
}

func (c *cloner) typeDecl(t *model.TypeDecl) *model.TypeDecl {
	return once(c.types, t, func(out *model.TypeDecl) { out.Set = c.expr(t.Set) })
}

// array copies an array.
func (c *cloner) array(a *model.Array) *model.Array {
	return once(c.arrays, a, func(out *model.Array) {
		out.Index = each(a.Index, func(i model.IndexVar) model.IndexVar {
			i.Set = c.expr(i.Set)
			return i
		})
		out.Domain, out.Entry, out.Value = c.expr(a.Domain), c.expr(a.Entry), c.expr(a.Value)
		if c.d.later[a] {
			c.become(a, out)
		}
	})
}

func (c *cloner) def(d *model.Def) *model.Def {
	return once(c.defs, d, func(out *model.Def) {
		out.Params = each(d.Params, c.variable)
		out.Result, out.Body = c.expr(d.Result), c.expr(d.Body)
	})
}

func (c *cloner) variable(v model.Variable) model.Variable {
	v.Set = c.expr(v.Set)
	return v
}

func (c *cloner) formula(f model.Formula) model.Formula {
	f.Cond = c.copier.Cond(f.Cond)
	return f
}

func (c *cloner) view(v *model.View) *model.View {
	out := *v
	out.Set, out.Text = c.expr(v.Set), c.expr(v.Text)
	out.Clauses = each(v.Clauses, func(x model.ViewClause) model.ViewClause {
		x.Set, x.Expr = c.expr(x.Set), c.expr(x.Expr)
		return x
	})
	return &out
}

// become turns the copy of a parameter or constant into a state variable. The initial values of a parameter are its
// present values.
func (c *cloner) become(a, to *model.Array) {
	to.Role, to.Later = model.State, a
	if a.Role == model.Const {
		return
	}
	data := c.d.data(a)
	if c.d.isMap(a) || a.Optional {
		c.becomeList(a, to, data)
	}
	list := &model.List{Base: model.Base{Sp: a.Span, Ty: to.Type}}
	list.Elems = lists.Map(data.Values, func(v model.Value) model.Expr { return &model.Lit{Base: list.Base, Value: v} })
	if to.Value = list; len(to.Index) == 0 {
		to.Value = list.Elems[0]
	}
}
