package task

import "slices"

// Add is the sum; 0 without arguments. What is added and subtracted cancels out.
func (p *Pool) Add(es ...Expr) Expr {
	if !p.fits(len(es)) {
		return False
	}
	var sum int64
	flat := make([]Expr, 0, len(es))
	negative := false
	add := func(e Expr) {
		n := p.nodes.at(e)
		if n.Op == OpConst {
			sum = satAdd(sum, n.N)
			return
		}
		negative = negative || n.Op == OpMul && p.isConst(n.Args[0]) && p.nodes.at(n.Args[0]).N < 0
		flat = append(flat, e)
	}
	for _, e := range es {
		if n := p.nodes.at(e); n.Op == OpAdd {
			for _, a := range n.Args {
				add(a)
			}
		} else {
			add(e)
		}
	}
	if negative {
		flat = p.cancel(flat)
	}
	if sum != 0 || len(flat) == 0 {
		flat = append(flat, p.Const(sum))
	}
	if len(flat) == 1 {
		return flat[0]
	}
	slices.Sort(flat)
	var lo, hi int64
	for _, e := range flat {
		lo, hi = satAdd(lo, p.nodes.at(e).Lo), satAdd(hi, p.nodes.at(e).Hi)
	}
	return p.cons(OpAdd, 0, flat, lo, hi)
}

// cancel removes pairs of x and -x.
func (p *Pool) cancel(flat []Expr) []Expr {
	have := make(map[Expr]int, len(flat))
	for _, e := range flat {
		have[e]++
	}
	for _, e := range flat {
		n := p.nodes.at(e)
		if n.Op != OpMul || !p.isConst(n.Args[0]) || p.nodes.at(n.Args[0]).N != -1 {
			continue
		}
		if x := n.Args[1]; have[e] > 0 && have[x] > 0 {
			have[e]--
			have[x]--
		}
	}
	out := flat[:0]
	for _, e := range flat {
		if have[e] > 0 {
			have[e]--
			out = append(out, e)
		}
	}
	return out
}

// Neg is -e.
func (p *Pool) Neg(e Expr) Expr { return p.Mul(p.Const(-1), e) }

// Sub is a - b.
func (p *Pool) Sub(a, b Expr) Expr {
	if a == b {
		return p.Const(0)
	}
	return p.Add(a, p.Neg(b))
}

// Mul is the product of two numbers.
func (p *Pool) Mul(a, b Expr) Expr {
	x, y := *p.nodes.at(a), *p.nodes.at(b)
	switch {
	case x.Op == OpConst && y.Op == OpConst:
		return p.Const(satMul(x.N, y.N))
	case x.Op == OpConst && x.N == 1:
		return b
	case y.Op == OpConst && y.N == 1:
		return a
	case x.Op == OpConst && y.Op == OpMul && p.isConst(y.Args[0]):
		return p.Mul(p.Const(satMul(x.N, p.nodes.at(y.Args[0]).N)), y.Args[1])
	case y.Op == OpConst:
		return p.Mul(b, a)
	case x.Op != OpConst && a > b:
		a, b = b, a
	}
	lo, hi := span(satMul(x.Lo, y.Lo), satMul(x.Lo, y.Hi), satMul(x.Hi, y.Lo), satMul(x.Hi, y.Hi))
	return p.cons(OpMul, 0, []Expr{a, b}, lo, hi)
}

// Div is the Euclidean quotient.
func (p *Pool) Div(a, b Expr) Expr {
	x, y := p.nodes.at(a), p.nodes.at(b)
	if x.Op == OpConst && y.Op == OpConst {
		return p.Const(EuclidDiv(x.N, y.N))
	}
	if y.Op == OpConst && y.N == 1 {
		return a
	}
	m := max(absSat(x.Lo), absSat(x.Hi))
	lo, hi := -m, m
	if y.Op == OpConst && y.N > 0 {
		lo, hi = EuclidDiv(x.Lo, y.N), EuclidDiv(x.Hi, y.N)
	}
	return p.cons(OpDiv, 0, []Expr{a, b}, lo, hi)
}

// Mod is the Euclidean remainder.
func (p *Pool) Mod(a, b Expr) Expr {
	x, y := p.nodes.at(a), p.nodes.at(b)
	if x.Op == OpConst && y.Op == OpConst {
		return p.Const(EuclidMod(x.N, y.N))
	}
	if y.Op == OpConst && x.Lo >= 0 && x.Hi < y.N {
		return a
	}
	return p.cons(OpMod, 0, []Expr{a, b}, 0, max(absSat(y.Lo), absSat(y.Hi), 1)-1)
}

// Abs is the absolute value.
func (p *Pool) Abs(e Expr) Expr {
	n := p.nodes.at(e)
	switch {
	case n.Lo >= 0:
		return e
	case n.Hi <= 0:
		return p.Neg(e)
	}
	return p.cons(OpAbs, 0, []Expr{e}, 0, max(-n.Lo, n.Hi))
}

// Min is the smallest of one or more numbers.
func (p *Pool) Min(es ...Expr) Expr { return p.extreme(OpMin, es) }

// Max is the largest of one or more numbers.
func (p *Pool) Max(es ...Expr) Expr { return p.extreme(OpMax, es) }

func (p *Pool) extreme(op Op, es []Expr) Expr {
	es = slices.Clone(es)
	slices.Sort(es)
	es = slices.Compact(es)
	lo, hi := p.nodes.at(es[0]).Lo, p.nodes.at(es[0]).Hi
	decisive := es[0] // the argument that bounds the result
	for _, e := range es[1:] {
		n := p.nodes.at(e)
		if op == OpMin {
			if n.Hi < hi || n.Hi == hi && n.Lo < p.nodes.at(decisive).Lo {
				decisive = e
			}
			lo, hi = min(lo, n.Lo), min(hi, n.Hi)
		} else {
			if n.Lo > lo || n.Lo == lo && n.Hi > p.nodes.at(decisive).Hi {
				decisive = e
			}
			lo, hi = max(lo, n.Lo), max(hi, n.Hi)
		}
	}
	// an argument that the decisive one is always as good as is dropped
	kept := es[:0]
	for _, e := range es {
		n := p.nodes.at(e)
		if e != decisive && (op == OpMin && n.Lo >= hi || op == OpMax && n.Hi <= lo) {
			continue
		}
		kept = append(kept, e)
	}
	if len(kept) == 1 {
		return kept[0]
	}
	return p.cons(op, 0, kept, lo, hi)
}
