package compiler

import (
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/diag"
	"github.com/pzc-lang/pzc/dsl"
)

// CheckValue checks the text of a value for a parameter, as on a command line. The name stands for the file name in positions. It
// may add types and grids to the program: call it before instantiating.
func CheckValue(p *model.Program, param *model.Array, name, text string) (model.InstanceValue, diag.List) {
	return (&Loader{}).CheckValue(p, param, name, text)
}

// CheckHeuristic checks the text of a heuristic, as on a command line, under the same conditions as CheckValue.
func CheckHeuristic(p *model.Program, name, text string) (*model.Heuristic, diag.List) {
	return (&Loader{}).CheckHeuristic(p, name, text)
}

// CheckValue is the function of this name; it keeps the text for printing.
func (l *Loader) CheckValue(p *model.Program, param *model.Array, name, text string) (model.InstanceValue, diag.List) {
	e, c := l.option(p, name, text)
	if c.diags.HasErrors() {
		return model.InstanceValue{}, c.diags.Sorted()
	}
	s := c.newScope(nil)
	v := model.InstanceValue{Span: e.Span(), Param: param, Value: s.arrayOf(e, param, levels(param))}
	v.Slots = s.slots
	w := c.statics()
	w.constant(v.Value, "the value of a parameter")
	return v, c.diags.Sorted()
}

// CheckHeuristic is the function of this name; it keeps the text for printing. The heuristic's name is its text, and it claims
// nothing of admissibility beyond what the heuristics that it names claim.
func (l *Loader) CheckHeuristic(p *model.Program, name, text string) (*model.Heuristic, diag.List) {
	e, c := l.option(p, name, text)
	if c.diags.HasErrors() {
		return nil, c.diags.Sorted()
	}
	if n, ok := e.(*dsl.Name); ok && c.names[n.Name] != nil && c.names[n.Name].heur != nil {
		return c.names[n.Name].heur, nil
	}
	s := c.newScope(nil)
	s.heuristic = true
	h := &model.Heuristic{Name: text, Span: e.Span(), Value: s.number(e)}
	h.Slots = s.slots
	c.statics().walk(h.Value)
	if c.diags.HasErrors() {
		return nil, c.diags.Sorted()
	}
	h.Admissible = admissible(h.Value, true)
	return h, c.diags.Sorted()
}

// option parses the text of an expression and makes a checker that knows the names of a program.
func (l *Loader) option(p *model.Program, name, text string) (dsl.Expr, *checker) {
	l.keep(name, text)
	c := newChecker(l)
	c.adopt(p)
	e, diags := dsl.ParseExpr(name, text)
	c.diags = diags
	return e, c
}

// admissible tells whether an expression is admissible because its parts are: an estimate by itself, or the greatest of such. Heuristics
// that are called so, and relaxations, rest on their author's word, which is trusted or not.
func admissible(e model.Expr, trust bool) bool {
	switch x := e.(type) {
	case *model.HeuristicRef:
		return trust && x.Heuristic.Admissible || admissible(x.Heuristic.Value, trust)
	case *model.RelaxationRef:
		return trust
	case *model.PatternCost, *model.AdditiveCost, *model.ProjectCost:
		return true
	case *model.Func:
		if x.Fn != model.Max && x.Fn != model.Min {
			return false
		}
		for _, a := range x.Args {
			if !admissible(a, trust) {
				return false
			}
		}
		return true
	case *model.Lit:
		return x.Value.N == 0
	default:
	}
	return false
}
