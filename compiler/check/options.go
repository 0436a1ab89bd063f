package check

import (
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/static"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
)

// Value checks the text of a value for a parameter, for example from a command line, and keeps the text for printing.
// Positions have name as their file name. Value may add types and grids to the program, so it must be called before the
// program is instantiated.
func (l *Loader) Value(p *model.Program, param *model.Array, name, text string) (model.InstanceValue, diag.List) {
	e, c := l.option(p, name, text)
	if c.diags.HasErrors() {
		return model.InstanceValue{}, c.diags.Sorted()
	}
	s := c.newScope(nil).dataScope(nil)
	v := model.InstanceValue{Param: param, Value: s.paramValue(e, param)}
	v.Slots = s.slots
	w := c.optionStatics()
	w.Constant(v.Value, "the value of a parameter")
	return v, c.diags.Sorted()
}

// Heuristic checks the text of a heuristic under the same conditions as Value. Its name is its text. It is admissible
// if model.Admissible says so.
func (l *Loader) Heuristic(p *model.Program, name, text string) (*model.Heuristic, diag.List) {
	e, c := l.option(p, name, text)
	if c.diags.HasErrors() {
		return nil, c.diags.Sorted()
	}
	if n, ok := e.(*dsl.Name); ok && c.names[n.Name] != nil && c.names[n.Name].heur != nil {
		return c.names[n.Name].heur, nil
	}
	s := c.newScope(nil).dataScope(nil)
	s.heuristic = true
	h := &model.Heuristic{Name: text, Span: e.Span(), Value: s.number(e)}
	h.Slots = s.slots
	c.optionStatics().Reads(h.Value)
	if c.diags.HasErrors() {
		return nil, c.diags.Sorted()
	}
	h.Admissible = model.Admissible(h.Value, true)
	return h, c.diags.Sorted()
}

// Expression checks the text of an expression of any type but text, under the same conditions as Value. It may read the
// state. It also returns the size of the frame of the expression.
func (l *Loader) Expression(p *model.Program, name, text string) (e model.Expr, slots int, diags diag.List) {
	parsed, c := l.option(p, name, text)
	if c.diags.HasErrors() {
		return nil, 0, c.diags.Sorted()
	}
	s := c.newScope(nil).dataScope(nil)
	e = s.value(parsed, nil, "")
	c.optionStatics().Reads(e)
	return e, s.slots, c.diags.Sorted()
}

// option parses the text of an expression, and makes a checker that knows the names of a program.
func (l *Loader) option(p *model.Program, name, text string) (dsl.Expr, *checker) {
	l.Keep(name, text)
	c := newChecker(l)
	c.adopt(p)
	e, diags := dsl.ParseExpr(name, text)
	c.diags = diags
	return e, c
}

// optionStatics is statics for an expression that is not in the model. It looks at the lists in the expression.
func (c *checker) optionStatics() *static.Analysis {
	w := c.statics()
	w.Lists()
	return w
}
