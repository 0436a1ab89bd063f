package task

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
)

// Expr is a node of a Pool.
type Expr int32

// None stands for an expression that is not there.
const None Expr = -1

// False and True are nodes of every pool.
const (
	False Expr = 0
	True  Expr = 1
)

// Op is the operator of a node. Booleans are the numbers 0 and 1.
type Op uint8

// The operators.
const (
	OpConst    Op = iota // N
	OpVar                // the code of variable N
	OpNot                // Boolean
	OpAnd                // Booleans, two or more, sorted
	OpOr                 // Booleans, two or more, sorted
	OpIte                // Boolean, value, value
	OpEq                 // two values
	OpLt                 // two numbers
	OpLe                 // two numbers
	OpAdd                // numbers, two or more, sorted; a sum of Booleans counts them
	OpMul                // two numbers
	OpDiv                // two numbers, Euclidean
	OpMod                // two numbers, Euclidean
	OpAbs                // number
	OpMin                // numbers, two or more
	OpMax                // numbers, two or more
	OpSelect             // index, then the elements 0, 1, …: the element with that index; anything outside
	OpFind               // value, then elements: the smallest index whose element equals the value, -1 without one
	OpDistinct           // values, two or more: true if no two are equal
	OpReach              // from, to, then one Boolean for each node of graph N: a path from from to to of which every node but from is free
)

// Node is an operator with its arguments. Lo and Hi bound its value.
type Node struct {
	Op     Op
	N      int64
	Args   []Expr
	Lo, Hi int64
}

// Pool is a hash-consed graph of expressions: equal parts exist once, constants are folded while it is built, and the
// arguments of a node have smaller numbers than the node.
type Pool struct {
	nodes  []Node
	index  map[string]Expr
	domain func(v int) []int64
	Graphs []Graph
	key    []byte
}

// Graph is the board of a Reach: Next[i] are the neighbours of node i.
type Graph struct{ Next [][]int32 }

// NewPool makes a pool over variables whose values domain gives, ascending and not empty.
func NewPool(domain func(v int) []int64) *Pool {
	p := &Pool{index: map[string]Expr{}, domain: domain}
	p.Const(0)
	p.Const(1)
	return p
}

// Node gives a node; its Args must not be changed.
func (p *Pool) Node(e Expr) *Node { return &p.nodes[e] }

// Len is the number of nodes.
func (p *Pool) Len() int { return len(p.nodes) }

// Value is the value of a constant.
func (p *Pool) Value(e Expr) (int64, bool) {
	n := &p.nodes[e]
	return n.N, n.Op == OpConst
}

// Domain is the values of variable v.
func (p *Pool) Domain(v int) []int64 { return p.domain(v) }

func (p *Pool) cons(op Op, n int64, args []Expr, lo, hi int64) Expr {
	if lo == hi && op != OpConst {
		return p.Const(lo)
	}
	k := append(p.key[:0], byte(op))
	k = binary.AppendVarint(k, n)
	for _, a := range args {
		k = binary.AppendUvarint(k, uint64(a))
	}
	p.key = k
	if e, ok := p.index[string(k)]; ok {
		return e
	}
	e := Expr(len(p.nodes))
	p.nodes = append(p.nodes, Node{Op: op, N: n, Args: slices.Clone(args), Lo: lo, Hi: hi})
	p.index[string(k)] = e
	return e
}

// Const is a number.
func (p *Pool) Const(n int64) Expr { return p.cons(OpConst, n, nil, n, n) }

// Bool is a truth value.
func (p *Pool) Bool(b bool) Expr {
	if b {
		return True
	}
	return False
}

// Var is the code of a variable.
func (p *Pool) Var(v int) Expr {
	d := p.domain(v)
	return p.cons(OpVar, int64(v), nil, d[0], d[len(d)-1])
}

// Not negates a Boolean.
func (p *Pool) Not(e Expr) Expr {
	switch n := &p.nodes[e]; n.Op {
	case OpConst:
		return p.Const(1 - n.N)
	case OpNot:
		return n.Args[0]
	}
	return p.cons(OpNot, 0, []Expr{e}, 0, 1)
}

// And is the conjunction; True without arguments.
func (p *Pool) And(es ...Expr) Expr { return p.junction(OpAnd, True, es) }

// Or is the disjunction; False without arguments.
func (p *Pool) Or(es ...Expr) Expr { return p.junction(OpOr, False, es) }

// junction flattens, drops the neutral element, sorts, removes repetitions, and finds x with not x.
func (p *Pool) junction(op Op, neutral Expr, es []Expr) Expr {
	absorbing := p.Not(neutral)
	flat := make([]Expr, 0, len(es))
	for _, e := range es {
		if e == absorbing {
			return absorbing
		}
		if p.nodes[e].Op == op {
			flat = append(flat, p.nodes[e].Args...)
		} else if e != neutral {
			flat = append(flat, e)
		}
	}
	slices.Sort(flat)
	flat = slices.Compact(flat)
	for _, e := range flat {
		if p.nodes[e].Op == OpNot {
			if _, found := slices.BinarySearch(flat, p.nodes[e].Args[0]); found {
				return absorbing
			}
		}
	}
	switch len(flat) {
	case 0:
		return neutral
	case 1:
		return flat[0]
	}
	return p.cons(op, 0, flat, 0, 1)
}

// Ite is a if c holds, else b.
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
	case p.nodes[c].Op == OpNot:
		return p.Ite(p.nodes[c].Args[0], b, a)
	}
	if p.isBool(a) && p.isBool(b) {
		switch {
		case a == True:
			return p.Or(c, b)
		case a == False:
			return p.And(p.Not(c), b)
		case b == True:
			return p.Or(p.Not(c), a)
		case b == False:
			return p.And(c, a)
		}
	}
	x, y := &p.nodes[a], &p.nodes[b]
	return p.cons(OpIte, 0, []Expr{c, a, b}, min(x.Lo, y.Lo), max(x.Hi, y.Hi))
}

func (p *Pool) isBool(e Expr) bool {
	n := &p.nodes[e]
	return n.Lo >= 0 && n.Hi <= 1
}

// Eq compares two values.
func (p *Pool) Eq(a, b Expr) Expr {
	x, y := &p.nodes[a], &p.nodes[b]
	switch {
	case a == b:
		return True
	case x.Hi < y.Lo || y.Hi < x.Lo:
		return False
	case x.Op == OpConst:
		return p.eqConst(b, x.N)
	case y.Op == OpConst:
		return p.eqConst(a, y.N)
	case p.isBool(a) && p.isBool(b) && p.nodes[a].Op == OpNot && p.nodes[a].Args[0] == b:
		return False
	}
	return p.cons(OpEq, 0, []Expr{min(a, b), max(a, b)}, 0, 1)
}

// eqConst compares with a constant, looking into tables and choices of constants.
func (p *Pool) eqConst(e Expr, n int64) Expr {
	x := p.nodes[e]
	switch {
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
	}
	c := p.Const(n)
	return p.cons(OpEq, 0, []Expr{min(e, c), max(e, c)}, 0, 1)
}

func (p *Pool) isConst(e Expr) bool { return p.nodes[e].Op == OpConst }

// Lt tells whether a < b.
func (p *Pool) Lt(a, b Expr) Expr {
	x, y := &p.nodes[a], &p.nodes[b]
	switch {
	case x.Hi < y.Lo:
		return True
	case a == b || x.Lo >= y.Hi:
		return False
	}
	return p.cons(OpLt, 0, []Expr{a, b}, 0, 1)
}

// Le tells whether a <= b.
func (p *Pool) Le(a, b Expr) Expr {
	x, y := &p.nodes[a], &p.nodes[b]
	switch {
	case a == b || x.Hi <= y.Lo:
		return True
	case x.Lo > y.Hi:
		return False
	}
	return p.cons(OpLe, 0, []Expr{a, b}, 0, 1)
}

// Add is the sum; 0 without arguments.
func (p *Pool) Add(es ...Expr) Expr {
	var sum int64
	flat := make([]Expr, 0, len(es))
	for _, e := range es {
		n := &p.nodes[e]
		switch n.Op {
		case OpConst:
			sum = satAdd(sum, n.N)
		case OpAdd:
			for _, a := range n.Args {
				if c, ok := p.Value(a); ok {
					sum = satAdd(sum, c)
				} else {
					flat = append(flat, a)
				}
			}
		default:
			flat = append(flat, e)
		}
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
		lo, hi = satAdd(lo, p.nodes[e].Lo), satAdd(hi, p.nodes[e].Hi)
	}
	return p.cons(OpAdd, 0, flat, lo, hi)
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
	x, y := p.nodes[a], p.nodes[b]
	switch {
	case x.Op == OpConst && y.Op == OpConst:
		return p.Const(satMul(x.N, y.N))
	case x.Op == OpConst && x.N == 1:
		return b
	case y.Op == OpConst && y.N == 1:
		return a
	case x.Op == OpConst && y.Op == OpMul && p.isConst(y.Args[0]):
		return p.Mul(p.Const(satMul(x.N, p.nodes[y.Args[0]].N)), y.Args[1])
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
	x, y := &p.nodes[a], &p.nodes[b]
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
	x, y := &p.nodes[a], &p.nodes[b]
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
	n := &p.nodes[e]
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
	lo, hi := p.nodes[es[0]].Lo, p.nodes[es[0]].Hi
	for _, e := range es[1:] {
		if n := &p.nodes[e]; op == OpMin {
			lo, hi = min(lo, n.Lo), min(hi, n.Hi)
		} else {
			lo, hi = max(lo, n.Lo), max(hi, n.Hi)
		}
	}
	// an argument that can never decide is dropped
	kept := es[:0]
	for _, e := range es {
		n := &p.nodes[e]
		if len(es) > 1 && (op == OpMin && n.Lo > hi || op == OpMax && n.Hi < lo) {
			continue
		}
		kept = append(kept, e)
	}
	if len(kept) == 1 {
		return kept[0]
	}
	return p.cons(op, 0, kept, lo, hi)
}

// Select is the element of a table with the given index; any value if it is outside.
func (p *Pool) Select(index Expr, elems ...Expr) Expr {
	n := &p.nodes[index]
	if len(elems) == 0 {
		return p.Const(0)
	}
	if n.Op == OpConst {
		if n.N < 0 || n.N >= int64(len(elems)) {
			return elems[0]
		}
		return elems[n.N]
	}
	if n.Lo == 0 && n.Hi == 1 && len(elems) >= 2 {
		return p.Ite(index, elems[1], elems[0])
	}
	lo, hi := int64(math.MaxInt64), int64(math.MinInt64)
	same := true
	for i := max(n.Lo, 0); i <= min(n.Hi, int64(len(elems))-1); i++ {
		e := &p.nodes[elems[i]]
		lo, hi = min(lo, e.Lo), max(hi, e.Hi)
		same = same && elems[i] == elems[max(n.Lo, 0)]
	}
	switch {
	case lo > hi:
		return elems[0]
	case same:
		return elems[max(n.Lo, 0)]
	case n.Lo < 0 || n.Hi >= int64(len(elems)):
		lo, hi = min(lo, 0), max(hi, 0) // evaluation gives 0 outside
	}
	return p.cons(OpSelect, 0, append([]Expr{index}, elems...), lo, hi)
}

// Find is the smallest index whose element equals v, -1 without one.
func (p *Pool) Find(v Expr, elems ...Expr) Expr {
	if p.isConst(v) && !slices.ContainsFunc(elems, func(e Expr) bool { return !p.isConst(e) }) {
		return p.Const(int64(slices.Index(elems, v)))
	}
	return p.cons(OpFind, 0, append([]Expr{v}, elems...), -1, int64(len(elems))-1)
}

// Distinct tells whether no two values are equal.
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
	if !slices.ContainsFunc(es, func(e Expr) bool { return !p.isConst(e) }) {
		return True
	}
	return p.cons(OpDistinct, 0, es, 0, 1)
}

// Reach tells whether a path of graph g leads from from to to of which every node but from is free.
func (p *Pool) Reach(g int, from, to Expr, free []Expr) Expr {
	if from == to {
		return True
	}
	return p.cons(OpReach, int64(g), append([]Expr{from, to}, free...), 0, 1)
}

// Rebuild is e with its variables (and with them its parts) replaced: subst gives the new node of a variable. memo
// must be empty at first and may be shared by calls with the same subst.
func (p *Pool) Rebuild(e Expr, subst func(v int) Expr, memo map[Expr]Expr) Expr {
	if r, ok := memo[e]; ok {
		return r
	}
	n := p.nodes[e]
	var r Expr
	switch n.Op {
	case OpConst:
		return e
	case OpVar:
		r = subst(int(n.N))
	default:
		args := make([]Expr, len(n.Args))
		for i, a := range n.Args {
			args[i] = p.Rebuild(a, subst, memo)
		}
		r = p.Make(n.Op, n.N, args)
	}
	memo[e] = r
	return r
}

// Make builds a node from its operator, folding as the operator's own function does.
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
		return p.Find(args[0], args[1:]...)
	case OpDistinct:
		return p.Distinct(args...)
	case OpReach:
		return p.Reach(int(n), args[0], args[1], args[2:])
	}
	panic(fmt.Sprintf("task: no operator %d", op))
}

// Conjuncts is e as a list whose conjunction it is; nil for True.
func (p *Pool) Conjuncts(e Expr) []Expr {
	switch {
	case e == True:
		return nil
	case p.nodes[e].Op == OpAnd:
		return p.nodes[e].Args
	}
	return []Expr{e}
}

// Vars are the variables that e reads, ascending.
func (p *Pool) Vars(e Expr) []int {
	seen := map[Expr]bool{}
	var out []int
	var walk func(Expr)
	walk = func(e Expr) {
		if seen[e] {
			return
		}
		seen[e] = true
		n := &p.nodes[e]
		if n.Op == OpVar {
			out = append(out, int(n.N))
		}
		for _, a := range n.Args {
			walk(a)
		}
	}
	walk(e)
	slices.Sort(out)
	return out
}
