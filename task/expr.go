package task

import (
	"encoding/binary"
	"maps"
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
	OpFind               // value, then elements: the smallest index whose element equals the value, -1 without one; N: FindAny, FindOne or FindSure
	OpDistinct           // values, two or more: true if no two are equal
	OpReach              // from and to, which are nodes, then one Boolean for each node of graph N: a path from from to to of which every node but from is free
	OpCost               // the codes of the variables of abstraction N that are not folded: the exact cost from that abstract state, Unreachable without a plan
)

// Unreachable is the value of a Cost where the simpler puzzle has no plan: then the puzzle itself has none.
const Unreachable int64 = 1 << 40

// What is known about the elements of a Find.
const (
	FindAny  int64 = iota
	FindOne        // no two elements are equal
	FindSure       // no two elements are equal and one of them equals the value
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
//
// What depends on one small thing alone, a variable or a Find, is brought into one form, which backends may rely on: a Boolean is
// Eq(thing, constant), its Not, the thing itself or its Not if its values are 0 and 1, or a Select from constants; a number is the thing, the
// sum or product of the thing and a constant, or a Select from constants. The index of such a Select is the thing, or the thing plus a
// constant. (Only Lt and Le with a constant stay as they are where the thing has many values.)
type Pool struct {
	nodes  chunked
	index  map[string]Expr
	consts [constCache]Expr // the constants from 0 on, shifted by one: 0 is unset
	domain func(v int) []int64
	Graphs []Graph
	// CostOf gives OpCost its value in Eval; nil: 0. Backends have tables of their own.
	CostOf func(abstraction int, codes []int64) int64
	// Room, if set, is asked for so many bytes before an operator with very many arguments is made. If it says no, what is made is of no
	// use, and Full tells so.
	Room  func(bytes int64) bool
	full  bool
	key   []byte
	mark  []mark // scratch of junction
	epoch uint32
	args  int // arguments of all nodes
}

const constCache = 256

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
func (p *Pool) Node(e Expr) *Node { return p.nodes.at(e) }

// Len is the number of nodes.
func (p *Pool) Len() int { return p.nodes.n }

// Size is a measure of the memory that the pool takes: its nodes, and an eighth of their arguments.
func (p *Pool) Size() int { return p.nodes.n + p.args/8 }

// Full tells whether Room refused something.
func (p *Pool) Full() bool { return p.full }

// manyArgs is the number of arguments from which on it is worth asking for room, and argBytes what each takes on its way into a node.
const (
	manyArgs = 1 << 15
	argBytes = 32
)

// fits tells whether there is room for so many arguments.
func (p *Pool) fits(args int) bool {
	if args >= manyArgs && p.Room != nil && !p.full {
		p.full = !p.Room(int64(args) * argBytes)
	}
	return !p.full
}

// Value is the value of a constant.
func (p *Pool) Value(e Expr) (int64, bool) {
	n := p.nodes.at(e)
	return n.N, n.Op == OpConst
}

// Domain is the values of variable v.
func (p *Pool) Domain(v int) []int64 { return p.domain(v) }

// cons finds or makes a node. The index also leads from what was asked for to the form that it was brought into.
func (p *Pool) cons(op Op, n int64, args []Expr) Expr {
	lo, hi := p.bounds(op, n, args)
	if lo == hi && op != OpConst {
		return p.Const(lo)
	}
	if !p.fits(len(args)) {
		return False
	}
	p.makeKey(op, n, args)
	if e, ok := p.index[string(p.key)]; ok {
		return e
	}
	root := p.commonRoot(op, args)
	if root != None && !p.settled(op, args, root) {
		key := string(p.key)
		if e, ok := p.tabulate(op, n, args, root); ok {
			p.index[key] = e
			return e
		}
		p.key = append(p.key[:0], key...)
	}
	return p.append(Node{Op: op, N: n, Args: slices.Clone(args), Lo: lo, Hi: hi}, root)
}

func (p *Pool) makeKey(op Op, n int64, args []Expr) {
	k := append(p.key[:0], byte(op))
	k = binary.AppendVarint(k, n)
	for _, a := range args {
		k = binary.AppendUvarint(k, uint64(a))
	}
	p.key = k
}

// append adds a node under the key that was just made.
func (p *Pool) append(n Node, root Expr) Expr {
	e := Expr(p.nodes.n)
	if n.Op == OpVar || n.Op == OpFind && root == None {
		root = e
	}
	p.nodes.add(n, root)
	p.args += len(n.Args)
	p.index[string(p.key)] = e
	return e
}

// Const is a number.
func (p *Pool) Const(n int64) Expr {
	if n < 0 || n >= constCache {
		return p.cons(OpConst, n, nil)
	}
	if p.consts[n] == 0 {
		p.consts[n] = p.cons(OpConst, n, nil) + 1
	}
	return p.consts[n] - 1
}

// Bool is a truth value.
func (p *Pool) Bool(b bool) Expr {
	if b {
		return True
	}
	return False
}

// Var is the code of a variable.
func (p *Pool) Var(v int) Expr { return p.cons(OpVar, int64(v), nil) }

func (p *Pool) isConst(e Expr) bool { return p.nodes.at(e).Op == OpConst }

func (p *Pool) isBool(e Expr) bool {
	n := p.nodes.at(e)
	return n.Lo >= 0 && n.Hi <= 1
}

// Clone is a copy that may be added to while the original is read.
func (p *Pool) Clone() *Pool {
	q := *p
	q.nodes, q.index = p.nodes.clone(), maps.Clone(p.index)
	q.key, q.mark, q.epoch, q.Room = nil, nil, 0, nil
	return &q
}
