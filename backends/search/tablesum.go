package search

import "github.com/pzc-lang/pzc/task"

// tableSum is a sum that a move changes in few places: a linear part and entries of tables of exact costs, addressed by sums of
// terms of one variable, so that what a move changes of them can stand beside the bits that it changes. An estimate with sums is
// the greatest of them, and at least 0:
//
//	h = max over sums of linear + Σ coef · costs[index]
type tableSum struct {
	linear *sum // its unary terms; none if it is constant
	parts  []tablePart
}

type tablePart struct {
	coef  int64
	index *sum // its unary terms
	costs *costTable
}

// tableSums finds the sums that e is; false if it is something else.
func (p *program) tableSums(e task.Expr) ([]tableSum, bool) {
	alternatives := []task.Expr{e}
	if n := p.pool.Node(e); n.Op == task.OpMax {
		alternatives = n.Args
	}
	out := make([]tableSum, len(alternatives))
	for i, e := range alternatives {
		a := p.newAdder()
		if !p.addParts(&out[i], a, e, 1) || len(a.rest)+len(a.groups) > 0 {
			return nil, false
		}
		out[i].linear = &sum{base: a.base, unary: a.unary}
	}
	return out, true
}

// addParts adds coef times e, entries of tables to t and the rest to a.
func (p *program) addParts(t *tableSum, a *adder, e task.Expr, coef int64) bool {
	n := p.pool.Node(e)
	switch n.Op {
	case task.OpAdd:
		for _, x := range n.Args {
			if !p.addParts(t, a, x, coef) {
				return false
			}
		}
		return true
	case task.OpMul:
		if c, ok := p.pool.Value(n.Args[0]); ok {
			return p.addParts(t, a, n.Args[1], coef*c)
		}
	case task.OpCost:
		costs := p.shop.tables[n.N]
		if costs == nil {
			return false
		}
		index, ok := p.indexOf(costs, n.Args)
		if !ok || len(index.rest)+len(index.groups) > 0 {
			return false
		}
		t.parts = append(t.parts, tablePart{coef, &sum{base: index.base, unary: index.unary}, costs})
		return true
	}
	a.add(e, coef)
	return true
}

// indexOf is the index of the entry for a state with these codes, as a sum; false if the table is not addressed directly, or the
// codes are not in order, or may lie outside.
func (p *program) indexOf(t *costTable, codes []task.Expr) (*adder, bool) {
	if t.states != nil || p.scratch == nil {
		return nil, false
	}
	a := p.newAdder()
	for k, e := range codes {
		values, n := t.kept.vars[k].Values, p.pool.Node(e)
		last := values[len(values)-1]
		if last-values[0] != int64(len(values)-1) || n.Lo < values[0] || n.Hi > last {
			return nil, false
		}
		a.add(e, t.stride[k])
		a.base -= t.stride[k] * values[0]
	}
	return a, true
}

// compileCost reads a table, which must be there; without one nothing is known.
func (p *program) compileCost(n *task.Node) int32 {
	t := p.shop.tables[n.N]
	if t == nil {
		return p.constant(0)
	}
	if a, ok := p.indexOf(t, n.Args); ok {
		return p.add(inst{op: opEntry, args: []int32{a.instruction()}, costs: t})
	}
	return p.add(inst{op: opCost, args: p.compileAll(n.Args), costs: t})
}
