package task

import (
	"encoding/binary"
	"maps"
	"slices"
)

// Expr is the number of a node of a Pool.
type Expr int32

// None stands for a missing expression.
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
	OpConst     Op = iota // N
	OpVar                 // the code of variable N
	OpNot                 // Boolean
	OpAnd                 // Booleans, two or more, sorted
	OpOr                  // Booleans, two or more, sorted
	OpIte                 // Boolean, value, value
	OpEq                  // two values
	OpLt                  // two numbers
	OpLe                  // two numbers
	OpAdd                 // numbers, two or more, sorted; a sum of Booleans counts them
	OpMul                 // two numbers
	OpDiv                 // two numbers, Euclidean
	OpMod                 // two numbers, Euclidean
	OpAbs                 // number
	OpMin                 // numbers, two or more
	OpMax                 // numbers, two or more
	OpSelect              // index, then the elements 0, 1, …: the element with that index; undefined outside
	OpFind                // value, then elements: the smallest index of an element equal to it, or -1; N: FindAny, …
	OpDistinct            // values, two or more: true if no two are equal
	OpReach               // from, to, then one Boolean for each node of graph N: whether a path of free nodes leads there
	OpReached             // from, one Boolean for each node of graph N, then nodes: how many a path of free nodes leads to
	OpAcyclic             // one Boolean for each pair of nodes in graph N: whether the true pairs form no cycle
	OpConnected           // likewise: whether the nodes of the true pairs hang together
	OpCost                // codes of the variables of abstraction N that are not folded: the exact cost, or Unreachable
)

// MaxCost is the greatest cost of a move, and the greatest total that is added: JSON readers keep integers up to it.
const MaxCost int64 = 1 << 53

// Unreachable is the value of an OpCost if the simpler puzzle has no plan; then the puzzle has no plan either. It is
// greater than the costs that tables of simpler puzzles hold, and small enough to be multiplied. Plans may cost more.
const Unreachable int64 = 1 << 47

// What is known about the elements of an OpFind.
const (
	FindAny  int64 = iota
	FindOne        // no two elements are equal
	FindSure       // no two elements are equal and one of them equals the value
)

// Node is an operator with its arguments. Lo and Hi are bounds of its value.
type Node struct {
	Op     Op
	N      int64
	Args   []Expr
	Lo, Hi int64
}

// Pool is a hash-consed graph of expressions. Equal expressions are one node. Constants are folded when a node is made.
// The arguments of a node have smaller numbers than the node.
//
// The root of a node is the one variable or Find on which the value of the node depends alone, if its root has few
// values. Such nodes have a normal form on which backends may rely. A Boolean is Eq(root, constant) or its Not, the
// root itself or its Not if the root's values are 0 and 1, or a Select from constants. A number is the root, the sum or
// product of the root and a constant, or a Select from constants. The index of the Select is the root, or the root plus
// a constant. (Lt and Le with a constant stay as they are if the root has many values.)
type Pool struct {
	nodes  chunked
	index  map[string]Expr
	consts [constCache]Expr // the constants from 0 on, plus one; 0 is unset
	domain func(v int) []int64
	Graphs []Graph
	// CostOf returns the value of an OpCost for Eval; without it the value is 0. Backends have tables of their own.
	CostOf func(abstraction int, codes []int64) int64
	// Room, if set, is asked whether a number of bytes can be taken, before an operator with very many arguments is
	// made. If Room returns false, the nodes made from then on are wrong and Full returns true.
	Room    func(bytes int64) bool
	full    bool
	key     []byte
	mark    []mark  // scratch of junction
	columns []int64 // scratch of tabulate
	epoch   uint32
	args    int // the number of arguments of all nodes
}

const constCache = 256

// Graph is the graph of a Reach: Next[i] lists the neighbours of node i. In the graph of an Acyclic, Next[i] is a pair
// of different nodes. In the graph of a Connected, Next[i] is a pair of nodes.
type Graph struct{ Next [][]int32 }

// NewPool returns a pool over variables. domain returns the values of a variable, ascending and not empty.
func NewPool(domain func(v int) []int64) *Pool {
	p := &Pool{index: map[string]Expr{}, domain: domain}
	p.Const(0)
	p.Const(1)
	return p
}

// Node returns a node. The caller must not change its Args.
func (p *Pool) Node(e Expr) *Node { return p.nodes.at(e) }

// Len returns the number of nodes.
func (p *Pool) Len() int { return p.nodes.n }

// Size measures the memory of the pool: the number of nodes plus an eighth of the number of arguments.
func (p *Pool) Size() int { return p.nodes.n + p.args/8 }

// Full reports whether Room refused memory.
func (p *Pool) Full() bool { return p.full }

// manyArgs is the number of arguments from which on Room is asked. argBytes is the memory for each of them.
const (
	manyArgs = 1 << 15
	argBytes = 32
)

// fits reports whether there is room for a node with the given number of arguments.
func (p *Pool) fits(args int) bool {
	if args >= manyArgs && p.Room != nil && !p.full {
		p.full = !p.Room(int64(args) * argBytes)
	}
	return !p.full
}

// Value returns the value of a constant; ok is false for all other nodes.
func (p *Pool) Value(e Expr) (int64, bool) {
	n := p.nodes.at(e)
	return n.N, n.Op == OpConst
}

// Domain returns the values of variable v, ascending.
func (p *Pool) Domain(v int) []int64 { return p.domain(v) }

// SetDomain replaces the function that returns the values of a variable. The new one may know further variables; the
// variables that are in use must keep their values.
func (p *Pool) SetDomain(domain func(v int) []int64) { p.domain = domain }

// cons finds or makes a node. The index also maps the node that was asked for to its normal form.
func (p *Pool) cons(op Op, n int64, args []Expr) Expr {
	lo, hi := operators[op].bounds(p, n, args)
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

// append adds a node under the key that makeKey made last.
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

// Const returns the number n.
func (p *Pool) Const(n int64) Expr {
	if n < 0 || n >= constCache {
		return p.cons(OpConst, n, nil)
	}
	if p.consts[n] == 0 {
		p.consts[n] = p.cons(OpConst, n, nil) + 1
	}
	return p.consts[n] - 1
}

// Bool returns a truth value.
func (p *Pool) Bool(b bool) Expr {
	if b {
		return True
	}
	return False
}

// Var returns the code of variable v.
func (p *Pool) Var(v int) Expr { return p.cons(OpVar, int64(v), nil) }

func (p *Pool) isConst(e Expr) bool { return p.nodes.at(e).Op == OpConst }

func (p *Pool) isBool(e Expr) bool {
	n := p.nodes.at(e)
	return n.Lo >= 0 && n.Hi <= 1
}

// Clone returns a copy. Nodes may be added to the copy while others read the original.
func (p *Pool) Clone() *Pool {
	q := *p
	q.nodes, q.index = p.nodes.clone(), maps.Clone(p.index)
	q.key, q.mark, q.columns, q.epoch, q.Room = nil, nil, nil, 0, nil
	return &q
}

// chunked is the list of a pool's nodes, each with its root (see Pool) or None. It is kept in pieces, so that it grows
// without copying. A copy of a large list would briefly double the memory.
type chunked struct {
	pieces []*piece
	n      int
}

type piece struct {
	nodes [pieceSize]Node
	roots [pieceSize]Expr
}

const (
	pieceBits = 9
	pieceSize = 1 << pieceBits
)

func (c *chunked) at(e Expr) *Node { return &c.pieces[e>>pieceBits].nodes[e&(pieceSize-1)] }

func (c *chunked) root(e Expr) Expr { return c.pieces[e>>pieceBits].roots[e&(pieceSize-1)] }

func (c *chunked) add(n Node, root Expr) {
	if c.n == len(c.pieces)<<pieceBits {
		c.pieces = append(c.pieces, new(piece))
	}
	last, i := c.pieces[len(c.pieces)-1], c.n&(pieceSize-1)
	last.nodes[i], last.roots[i] = n, root
	c.n++
}

// clone shares the full pieces with the original, because nodes do not change.
func (c *chunked) clone() chunked {
	out := chunked{slices.Clone(c.pieces), c.n}
	if last := len(c.pieces) - 1; last >= 0 {
		own := *c.pieces[last]
		out.pieces[last] = &own
	}
	return out
}
