package task

import (
	"math"
	"strings"
)

// operator is a row of the table of operators. The row holds all that the project knows about an operator, except its
// value (EvalNode) and the simplification of new nodes (the Pool's method of the same name).
type operator struct {
	symbol string // in a printed task: "and", "+", "abs"; with spaces if it stands between the arguments
	noun   string // in an error: "a sum"
	infix  bool   // the symbol stands between the arguments
	truth  bool   // the value is 0 or 1, and the operator is one of logic or comparison
	least  int    // the least number of arguments
	most   int    // the greatest number of arguments

	// bounds returns the least and the greatest value of a node, from its number N and its arguments.
	bounds func(p *Pool, n int64, args []Expr) (lo, hi int64)
}

// many is the greatest number of arguments of an operator without a limit.
const many = math.MaxInt

// operators has a row for each Op. A test checks that each row is complete and that EvalNode and Make know the
// operator. To add an operator, write its constant (expr.go), its row, its case in EvalNode and in Make, and its method
// of Pool. A backend that does not know the operator refuses the task with an error that contains Noun.
var operators = [...]operator{
	OpConst: {"constant", "a number", false, false, 0, 0, func(_ *Pool, n int64, _ []Expr) (lo, hi int64) {
		return n, n
	}},
	OpVar:       {"variable", "a variable", false, false, 0, 0, varBounds},
	OpNot:       {"not", "a `not`", false, true, 1, 1, truthBounds},
	OpAnd:       {" and ", "an `and`", true, true, 2, many, truthBounds},
	OpOr:        {" or ", "an `or`", true, true, 2, many, truthBounds},
	OpIte:       {"if", "an `if`", false, false, 3, 3, iteBounds},
	OpEq:        {" == ", "a comparison", true, true, 2, 2, truthBounds},
	OpLt:        {" < ", "a comparison", true, true, 2, 2, truthBounds},
	OpLe:        {" <= ", "a comparison", true, true, 2, 2, truthBounds},
	OpAdd:       {" + ", "a sum", true, false, 2, many, addBounds},
	OpMul:       {"*", "a product", true, false, 2, 2, mulBounds},
	OpDiv:       {" / ", "a quotient", true, false, 2, 2, divBounds},
	OpMod:       {" % ", "a remainder", true, false, 2, 2, modBounds},
	OpAbs:       {"abs", "an `abs`", false, false, 1, 1, absBounds},
	OpMin:       {"min", "a minimum", false, false, 2, many, minBounds},
	OpMax:       {"max", "a maximum", false, false, 2, many, maxBounds},
	OpSelect:    {"select", "an index", false, false, 2, many, selectBounds},
	OpFind:      {"find", "a `find`", false, false, 2, many, findBounds},
	OpDistinct:  {"distinct", "a `distinct`", false, true, 2, many, truthBounds},
	OpReach:     {"reach", "a `reaches`", false, true, 3, many, truthBounds},
	OpReached:   {"reached", "a `region`", false, false, 2, many, reachedBounds},
	OpAcyclic:   {"acyclic", "an `acyclic`", false, true, 1, many, truthBounds},
	OpConnected: {"connected", "a `connected`", false, true, 1, many, truthBounds},
	OpCost: {"cost", "a simpler puzzle's cost", false, false, 0, many, func(*Pool, int64, []Expr) (lo, hi int64) {
		return 0, Unreachable
	}},
}

// NumOps is the number of operators. The operators are the numbers from 0 to NumOps-1.
const NumOps = len(operators)

// String returns the operator as printed tasks write it, for example "and" or "+".
func (op Op) String() string { return strings.TrimSpace(operators[op].symbol) }

// Noun returns the name of the operator in errors, for example "a sum".
func (op Op) Noun() string { return operators[op].noun }

// Infix returns the text between the arguments of the operator in a printed task, for example " and ". ok is false if
// the operator is written before its arguments.
func (op Op) Infix() (between string, ok bool) { return operators[op].symbol, operators[op].infix }

// Truth reports whether the value of the operator is always a truth value. It is false for OpIte and OpSelect, whose
// value has the kind of their arguments.
func (op Op) Truth() bool { return operators[op].truth }

// Takes reports whether the operator may have n arguments.
func (op Op) Takes(n int) bool { return n >= operators[op].least && n <= operators[op].most }

// Of returns the value of an operator with the two arguments x and y.
func (op Op) Of(x, y int64) int64 {
	n := Node{Op: op, Args: two}
	return (*Pool)(nil).EvalNode(&n, func(i int) int64 {
		if i == 0 {
			return x
		}
		return y
	})
}

var two = make([]Expr, 2)

func truthBounds(*Pool, int64, []Expr) (lo, hi int64) { return 0, 1 }

func varBounds(p *Pool, n int64, _ []Expr) (lo, hi int64) {
	d := p.domain(int(n))
	return d[0], d[len(d)-1]
}

func iteBounds(p *Pool, _ int64, args []Expr) (lo, hi int64) {
	a, b := p.nodes.at(args[1]), p.nodes.at(args[2])
	return min(a.Lo, b.Lo), max(a.Hi, b.Hi)
}

func addBounds(p *Pool, _ int64, args []Expr) (lo, hi int64) {
	for _, e := range args {
		n := p.nodes.at(e)
		lo, hi = satAdd(lo, n.Lo), satAdd(hi, n.Hi)
	}
	return lo, hi
}

func mulBounds(p *Pool, _ int64, args []Expr) (lo, hi int64) {
	x, y := p.nodes.at(args[0]), p.nodes.at(args[1])
	return span(satMul(x.Lo, y.Lo), satMul(x.Lo, y.Hi), satMul(x.Hi, y.Lo), satMul(x.Hi, y.Hi))
}

func divBounds(p *Pool, _ int64, args []Expr) (lo, hi int64) {
	x, y := p.nodes.at(args[0]), p.nodes.at(args[1])
	if y.Op == OpConst && y.N > 0 {
		return EuclidDiv(x.Lo, y.N), EuclidDiv(x.Hi, y.N)
	}
	m := max(absSat(x.Lo), absSat(x.Hi))
	return -m, m
}

func modBounds(p *Pool, _ int64, args []Expr) (lo, hi int64) {
	y := p.nodes.at(args[1])
	return 0, max(absSat(y.Lo), absSat(y.Hi), 1) - 1
}

func absBounds(p *Pool, _ int64, args []Expr) (lo, hi int64) {
	n := p.nodes.at(args[0])
	if n.Lo >= 0 {
		return n.Lo, n.Hi
	}
	return max(-n.Hi, 0), max(-n.Lo, n.Hi)
}

func minBounds(p *Pool, _ int64, args []Expr) (lo, hi int64) {
	lo, hi = p.nodes.at(args[0]).Lo, p.nodes.at(args[0]).Hi
	for _, e := range args[1:] {
		n := p.nodes.at(e)
		lo, hi = min(lo, n.Lo), min(hi, n.Hi)
	}
	return lo, hi
}

func maxBounds(p *Pool, _ int64, args []Expr) (lo, hi int64) {
	lo, hi = p.nodes.at(args[0]).Lo, p.nodes.at(args[0]).Hi
	for _, e := range args[1:] {
		n := p.nodes.at(e)
		lo, hi = max(lo, n.Lo), max(hi, n.Hi)
	}
	return lo, hi
}

// selectBounds includes 0, the value of EvalNode outside the table, if the index may lie outside.
func selectBounds(p *Pool, _ int64, args []Expr) (lo, hi int64) {
	index := p.nodes.at(args[0])
	lo, hi = math.MaxInt64, math.MinInt64
	for _, e := range args[1:] {
		lo, hi = min(lo, p.nodes.at(e).Lo), max(hi, p.nodes.at(e).Hi)
	}
	if index.Lo < 0 || index.Hi >= int64(len(args)-1) {
		lo, hi = min(lo, 0), max(hi, 0)
	}
	return lo, hi
}

func findBounds(_ *Pool, known int64, args []Expr) (lo, hi int64) {
	if known == FindSure {
		return 0, int64(len(args)) - 2
	}
	return -1, int64(len(args)) - 2
}

func reachedBounds(p *Pool, g int64, args []Expr) (lo, hi int64) {
	return 0, int64(len(args) - 1 - len(p.Graphs[g].Next))
}
