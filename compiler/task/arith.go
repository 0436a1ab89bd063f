package task

import "slices"

// Add returns the sum, 0 without arguments. An argument and its negation cancel out.
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
	return p.cons(OpAdd, 0, flat)
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

// Neg returns -e.
func (p *Pool) Neg(e Expr) Expr { return p.Mul(p.Const(-1), e) }

// Sub returns a - b.
func (p *Pool) Sub(a, b Expr) Expr {
	if a == b {
		return p.Const(0)
	}
	return p.Add(a, p.Neg(b))
}

// Mul returns the product of two numbers.
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
	return p.cons(OpMul, 0, []Expr{a, b})
}

// Div returns the Euclidean quotient.
func (p *Pool) Div(a, b Expr) Expr {
	x, y := p.nodes.at(a), p.nodes.at(b)
	if x.Op == OpConst && y.Op == OpConst {
		return p.Const(EuclidDiv(x.N, y.N))
	}
	if y.Op == OpConst && y.N == 1 {
		return a
	}
	return p.cons(OpDiv, 0, []Expr{a, b})
}

// Mod returns the Euclidean remainder.
func (p *Pool) Mod(a, b Expr) Expr {
	x, y := p.nodes.at(a), p.nodes.at(b)
	if x.Op == OpConst && y.Op == OpConst {
		return p.Const(EuclidMod(x.N, y.N))
	}
	if y.Op == OpConst && x.Lo >= 0 && x.Hi < y.N {
		return a
	}
	return p.cons(OpMod, 0, []Expr{a, b})
}

// Abs returns the absolute value.
func (p *Pool) Abs(e Expr) Expr {
	n := p.nodes.at(e)
	switch {
	case n.Lo >= 0:
		return e
	case n.Hi <= 0:
		return p.Neg(e)
	}
	return p.cons(OpAbs, 0, []Expr{e})
}

// Min returns the smallest of one or more numbers.
func (p *Pool) Min(es ...Expr) Expr { return p.extreme(OpMin, es) }

// Max returns the largest of one or more numbers.
func (p *Pool) Max(es ...Expr) Expr { return p.extreme(OpMax, es) }

func (p *Pool) extreme(op Op, es []Expr) Expr {
	es = slices.Clone(es)
	slices.Sort(es)
	es = slices.Compact(es)
	decisive := es[0] // the argument that bounds the result
	for _, e := range es[1:] {
		n, d := p.nodes.at(e), p.nodes.at(decisive)
		if op == OpMin && (n.Hi < d.Hi || n.Hi == d.Hi && n.Lo < d.Lo) ||
			op == OpMax && (n.Lo > d.Lo || n.Lo == d.Lo && n.Hi > d.Hi) {
			decisive = e
		}
	}
	// An argument is redundant if the decisive one is always at least as extreme.
	bound := p.nodes.at(decisive)
	kept := es[:0]
	for _, e := range es {
		n := p.nodes.at(e)
		if e != decisive && (op == OpMin && n.Lo >= bound.Hi || op == OpMax && n.Hi <= bound.Lo) {
			continue
		}
		kept = append(kept, e)
	}
	if len(kept) == 1 {
		return kept[0]
	}
	return p.cons(op, 0, kept)
}
