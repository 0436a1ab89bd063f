package task

import (
	"fmt"

	"github.com/pzc-lang/pzc/internal/lists"
)

// Rebuild returns e with its variables replaced: subst returns the new node of a variable. memo must be empty at first;
// calls with the same subst may share it.
func (p *Pool) Rebuild(e Expr, subst func(v int) Expr, memo map[Expr]Expr) Expr {
	return p.Import(p, e, subst, memo)
}

// Import is Rebuild for an expression of another pool. Both pools must have the same graphs.
func (p *Pool) Import(from *Pool, e Expr, subst func(v int) Expr, memo map[Expr]Expr) Expr {
	if r, ok := memo[e]; ok {
		return r
	}
	n := *from.nodes.at(e)
	var r Expr
	switch n.Op {
	case OpConst:
		return p.Const(n.N)
	case OpVar:
		r = subst(int(n.N))
	default:
		r = p.Make(n.Op, n.N, lists.Map(n.Args, func(a Expr) Expr { return p.Import(from, a, subst, memo) }))
	}
	memo[e] = r
	return r
}

// Make returns the node of an operator with arguments, simplified as by the operator's own method.
func (p *Pool) Make(op Op, n int64, args []Expr) Expr {
	switch op {
	case OpConst:
		return p.Const(n)
	case OpVar:
		return p.Var(int(n))
	case OpNot:
		return p.Not(args[0])
	case OpAnd:
		return p.And(args...)
	case OpOr:
		return p.Or(args...)
	case OpIte:
		return p.Ite(args[0], args[1], args[2])
	case OpEq:
		return p.Eq(args[0], args[1])
	case OpLt:
		return p.Lt(args[0], args[1])
	case OpLe:
		return p.Le(args[0], args[1])
	case OpAdd:
		return p.Add(args...)
	case OpMul:
		return p.Mul(args[0], args[1])
	case OpDiv:
		return p.Div(args[0], args[1])
	case OpMod:
		return p.Mod(args[0], args[1])
	case OpAbs:
		return p.Abs(args[0])
	case OpMin:
		return p.Min(args...)
	case OpMax:
		return p.Max(args...)
	case OpSelect:
		return p.Select(args[0], args[1:]...)
	case OpFind:
		return p.FindKnown(n, args[0], args[1:]...)
	case OpDistinct:
		return p.Distinct(args...)
	case OpReach:
		return p.Reach(int(n), args[0], args[1], args[2:])
	case OpReached:
		size := 1 + len(p.Graphs[n].Next)
		return p.Reached(int(n), args[0], args[1:size], args[size:])
	case OpAcyclic:
		return p.Acyclic(int(n), args)
	case OpConnected:
		return p.Connected(int(n), args)
	case OpCost:
		return p.Cost(int(n), args...)
	}
	panic(fmt.Sprintf("task: no operator %d", op))
}

// Conjuncts returns a list of conditions whose conjunction is e; nil for True.
func (p *Pool) Conjuncts(e Expr) []Expr {
	switch {
	case e == True:
		return nil
	case p.nodes.at(e).Op == OpAnd:
		return p.nodes.at(e).Args
	}
	return []Expr{e}
}
