package statespace

import (
	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/diag"
)

// Cost says how Go reads the cost of a simpler puzzle.
type Cost struct {
	Name string // of a variable with a method Build
	// The cost is the result of a method of the state; or of name.Cost, whose argument is the places of values; or
	// constant.
	Method   string
	Places   string
	Constant code.Expr
	Maybe    bool   // the cost is `none` where a state has no image
	Why      string // why the puzzle cannot be written; "": it can
}

// simplerCost writes the cost of a simpler puzzle, or the sum of several.
func (sc *Scope) simplerCost(e model.Expr) Value {
	costs := sc.Writer.Costs[e]
	sum := sc.costOf(costs[0])
	for _, c := range costs[1:] {
		sum = code.Arithmetic(sum, "+", sc.costOf(c))
	}
	v := valueOf(sum, span(0, unbounded.Hi))
	if r, ok := e.(*model.RelaxationRef); ok && costs[0].Maybe {
		v = sc.hoist(v, r.Relaxation.Name)
		v.Need, v.total = sc.open([]code.Cond{defined(v.Expr)}), true
	}
	return v
}

// costOf writes the cost of one simpler puzzle. The places of values are computed once.
func (sc *Scope) costOf(c *Cost) code.Expr {
	switch {
	case c.Why != "":
		GiveUp(diag.Span{}, "%s", c.Why)
	case c.Places != "":
		at := sc.hoist(valueOf(sc.State.Call(c.Places), unbounded), "places")
		return code.Name(c.Name).Call("Cost", at.All())
	case c.Method != "":
		return sc.State.Call(c.Method)
	}
	return c.Constant
}

// heuristicCost writes the estimate of another heuristic.
func (sc *Scope) heuristicCost(h *model.Heuristic) Value {
	if why := sc.Writer.Missing[h]; why != "" {
		GiveUp(h.Span, "%s", why)
	}
	return valueOf(sc.State.Call(sc.Writer.Heuristic[h]), span(0, unbounded.Hi))
}
