package task

import (
	"math"
	"slices"

	"github.com/pzc-lang/pzc/internal/lists"
)

// Not returns the negation of a Boolean.
func (p *Pool) Not(e Expr) Expr {
	switch n := p.nodes.at(e); n.Op {
	case OpConst:
		return p.Const(1 - n.N)
	case OpNot:
		return n.Args[0]
	}
	return p.cons(OpNot, 0, []Expr{e})
}

// And returns the conjunction, True without arguments.
func (p *Pool) And(es ...Expr) Expr { return p.junction(OpAnd, True, es) }

// Or returns the disjunction, False without arguments.
func (p *Pool) Or(es ...Expr) Expr { return p.junction(OpOr, False, es) }

// Implies returns a => b.
func (p *Pool) Implies(a, b Expr) Expr { return p.Or(p.Not(a), b) }

// junction flattens nested junctions, drops neutral and duplicate members, sorts, detects x with not x, and joins
// members that have the same root.
func (p *Pool) junction(op Op, neutral Expr, es []Expr) Expr {
	other := func(e Expr) bool { return e != neutral }
	if k := slices.IndexFunc(es, other); k >= 0 && !slices.ContainsFunc(es[k+1:], other) {
		return es[k]
	}
	absorbing := False
	if op == OpOr {
		absorbing = True
	}
	if !p.fits(len(es)) {
		return absorbing
	}
	flat := make([]Expr, 0, len(es))
	for _, e := range es {
		if e == absorbing {
			return absorbing
		}
		if p.nodes.at(e).Op == op {
			flat = append(flat, p.nodes.at(e).Args...)
		} else if e != neutral {
			flat = append(flat, e)
		}
	}
	for {
		slices.Sort(flat)
		flat = slices.Compact(flat)
		for _, e := range flat {
			if p.nodes.at(e).Op == OpNot {
				if _, found := slices.BinarySearch(flat, p.nodes.at(e).Args[0]); found {
					return absorbing
				}
			}
		}
		joined, again := p.joinRoots(op, flat)
		if !again {
			break
		}
		flat = flat[:0]
		for _, e := range joined {
			switch {
			case e == absorbing:
				return absorbing
			case e != neutral:
				flat = append(flat, e)
			}
		}
	}
	switch len(flat) {
	case 0:
		return neutral
	case 1:
		return flat[0]
	}
	return p.cons(op, 0, flat)
}

// mark says in which call of joinRoots a root was last seen, and where.
type mark struct {
	epoch uint32
	place int32
}

// joinRoots joins the members of a junction that have the same root. again reports whether any were joined.
func (p *Pool) joinRoots(op Op, flat []Expr) (joined []Expr, again bool) {
	if len(flat) < 2 {
		return flat, false
	}
	p.epoch++
	epoch := p.epoch
	var groups [][]Expr
	for i, e := range flat {
		root := p.nodes.root(e)
		if root == None || root == e || p.isBool(root) || !p.small(root) {
			continue
		}
		for int(root) >= len(p.mark) {
			p.mark = append(p.mark, make([]mark, max(1024, len(p.mark)))...)
		}
		m := &p.mark[root]
		switch {
		case m.epoch != epoch:
			*m = mark{epoch, int32(i)}
		case m.place >= 0: // the second of its group
			groups = append(groups, []Expr{flat[m.place], e})
			m.place = -int32(len(groups))
		default:
			groups[-m.place-1] = append(groups[-m.place-1], e)
		}
	}
	if groups == nil {
		return flat, false
	}
	gone := lists.Set(slices.Concat(groups...))
	joined = lists.Filter(flat, func(e Expr) bool { return !gone[e] })
	for _, g := range groups {
		e, ok := p.tabulate(op, 0, g, p.nodes.root(g[0]))
		if !ok { // the values lie too far apart for a table: the junction stays as it is
			return flat, false
		}
		joined = append(joined, e)
	}
	return joined, true
}

// Ite returns a if c holds, else b.
func (p *Pool) Ite(c, a, b Expr) Expr {
	switch {
	case c == True || a == b:
		return a
	case c == False:
		return b
	case a == True && b == False:
		return c
	case a == False && b == True:
		return p.Not(c)
	case p.nodes.at(c).Op == OpNot:
		return p.Ite(p.nodes.at(c).Args[0], b, a)
	}
	if n := p.nodes.at(a); n.Op == OpIte && n.Args[0] == c {
		return p.Ite(c, n.Args[1], b)
	}
	if n := p.nodes.at(b); n.Op == OpIte && n.Args[0] == c {
		return p.Ite(c, a, n.Args[2])
	}
	if p.isBool(a) && p.isBool(b) {
		switch {
		case a == True || a == c:
			return p.Or(c, b)
		case a == False:
			return p.And(p.Not(c), b)
		case b == True:
			return p.Or(p.Not(c), a)
		case b == False || b == c:
			return p.And(c, a)
		}
	}
	return p.cons(OpIte, 0, []Expr{c, a, b})
}

// Eq returns the condition that two values are equal.
func (p *Pool) Eq(a, b Expr) Expr {
	x, y := p.nodes.at(a), p.nodes.at(b)
	switch {
	case a == b:
		return True
	case x.Hi < y.Lo || y.Hi < x.Lo:
		return False
	case x.Op == OpConst:
		return p.eqConst(b, x.N)
	case y.Op == OpConst:
		return p.eqConst(a, y.N)
	case p.isBool(a) && p.isBool(b) && (p.isNotOf(a, b) || p.isNotOf(b, a)):
		return False
	}
	return p.cons(OpEq, 0, []Expr{min(a, b), max(a, b)})
}

func (p *Pool) isNotOf(a, b Expr) bool {
	return p.nodes.at(a).Op == OpNot && p.nodes.at(a).Args[0] == b
}

// eqConst compares with a constant. It looks into tables and choices of constants.
func (p *Pool) eqConst(e Expr, n int64) Expr {
	x := *p.nodes.at(e)
	switch {
	case n < x.Lo || n > x.Hi:
		return False
	case x.Lo == 0 && x.Hi == 1:
		if n == 1 {
			return e
		}
		return p.Not(e)
	case x.Op == OpVar:
		if _, ok := slices.BinarySearch(p.domain(int(x.N)), n); !ok {
			return False
		}
	case x.Op == OpIte && (p.isConst(x.Args[1]) || p.isConst(x.Args[2])):
		return p.Ite(x.Args[0], p.Eq(x.Args[1], p.Const(n)), p.Eq(x.Args[2], p.Const(n)))
	case x.Op == OpFind && x.N != FindAny && n >= 0:
		return p.Eq(x.Args[n+1], x.Args[0])
	case x.Op == OpSelect && p.allConst(x.Args[1:]):
		elems := make([]Expr, len(x.Args)-1)
		for i, a := range x.Args[1:] {
			elems[i] = p.Bool(p.nodes.at(a).N == n)
		}
		return p.Select(x.Args[0], elems...)
	case x.Op == OpAdd && (n == x.Lo || n == x.Hi) && !saturated(x): // then each summand is at its bound
		parts := make([]Expr, len(x.Args))
		for i, a := range x.Args {
			bound := p.nodes.at(a).Lo
			if n == x.Hi {
				bound = p.nodes.at(a).Hi
			}
			parts[i] = p.Eq(a, p.Const(bound))
		}
		return p.And(parts...)
	case x.Op == OpAdd && len(x.Args) == 2 && p.isConst(x.Args[0]):
		return p.Eq(x.Args[1], p.Const(n-p.nodes.at(x.Args[0]).N))
	case x.Op == OpAdd && len(x.Args) == 2 && p.isConst(x.Args[1]):
		return p.Eq(x.Args[0], p.Const(n-p.nodes.at(x.Args[1]).N))
	}
	c := p.Const(n)
	return p.cons(OpEq, 0, []Expr{min(e, c), max(e, c)})
}

func saturated(n Node) bool { return n.Lo <= math.MinInt64+1 || n.Hi == math.MaxInt64 }

func (p *Pool) allConst(es []Expr) bool {
	return !slices.ContainsFunc(es, func(e Expr) bool { return !p.isConst(e) })
}

// Lt returns the condition a < b.
func (p *Pool) Lt(a, b Expr) Expr {
	x, y := p.nodes.at(a), p.nodes.at(b)
	switch {
	case x.Hi < y.Lo:
		return True
	case a == b || x.Lo >= y.Hi:
		return False
	}
	return p.cons(OpLt, 0, []Expr{a, b})
}

// Le returns the condition a <= b.
func (p *Pool) Le(a, b Expr) Expr {
	x, y := p.nodes.at(a), p.nodes.at(b)
	switch {
	case a == b || x.Hi <= y.Lo:
		return True
	case x.Lo > y.Hi:
		return False
	}
	return p.cons(OpLe, 0, []Expr{a, b})
}

// Distinct returns the condition that no two values are equal.
func (p *Pool) Distinct(es ...Expr) Expr {
	es = slices.Clone(es)
	slices.Sort(es)
	if len(slices.Compact(slices.Clone(es))) < len(es) {
		return False
	}
	switch len(es) {
	case 0, 1:
		return True
	case 2:
		return p.Not(p.Eq(es[0], es[1]))
	}
	if p.allConst(es) {
		return True
	}
	return p.cons(OpDistinct, 0, es)
}
