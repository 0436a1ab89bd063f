package task

import "slices"

// tableLimit is the greatest number of values of a root whose functions become tables. compareLimit is the one for Lt
// and Le with a constant.
const (
	tableLimit   = 1024
	compareLimit = 64
)

// commonRoot returns the root of all arguments that are not constant, or None if they have several roots or none.
func (p *Pool) commonRoot(op Op, args []Expr) Expr {
	root := None
	switch op {
	case OpConst, OpVar, OpReach, OpReached, OpAcyclic, OpConnected, OpCost:
		return None
	}
	for _, a := range args {
		if p.isConst(a) {
			continue
		}
		r := p.nodes.root(a)
		if r == None || root != None && r != root {
			return None
		}
		root = r
	}
	return root
}

// settled reports whether a node with the given root is in normal form.
func (p *Pool) settled(op Op, args []Expr, root Expr) bool {
	direct := func(i, j int) bool { return args[i] == root && p.isConst(args[j]) }
	switch op {
	case OpNot:
		n := p.nodes.at(args[0])
		return args[0] == root || n.Op == OpEq || n.Op == OpLt || n.Op == OpLe
	case OpEq, OpMul, OpAdd:
		return len(args) == 2 && (direct(0, 1) || direct(1, 0)) && (op != OpMul || !p.isBool(root))
	case OpLt, OpLe:
		return (direct(0, 1) || direct(1, 0)) && p.count(root) > compareLimit
	}
	return !p.small(root)
}

// count returns the number of values of a root.
func (p *Pool) count(root Expr) int64 {
	n := p.nodes.at(root)
	if n.Op == OpVar {
		return int64(len(p.domain(int(n.N))))
	}
	return n.Hi - n.Lo + 1
}

func (p *Pool) small(root Expr) bool { return p.count(root) <= tableLimit }

// each calls f for each value of a root, ascending.
func (p *Pool) each(root Expr, f func(v int64)) {
	n := *p.nodes.at(root)
	if n.Op == OpVar {
		for _, v := range p.domain(int(n.N)) {
			f(v)
		}
		return
	}
	for v := n.Lo; v <= n.Hi; v++ {
		f(v)
	}
}

func (p *Pool) evalAt(e, root Expr, v int64) int64 {
	return (&evaluation{pool: p, root: root, value: v}).eval(e)
}

// tabulate returns the normal form of a node with the given root. ok is false if the values of the root lie too far
// apart for a table.
func (p *Pool) tabulate(op Op, n int64, args []Expr, root Expr) (e Expr, ok bool) {
	if !p.small(root) {
		return None, false
	}
	values := int(p.count(root))
	columns := slices.Grow(p.columns[:0], values*(len(args)+2))
	p.columns = nil // in use: function makes nodes
	p.each(root, func(v int64) { columns = append(columns, v) })
	keys := columns
	columns = p.column(columns, &Node{Op: op, N: n, Args: args}, root, keys)
	e, ok = p.function(root, keys, columns[values:])
	p.columns = columns
	return e, ok
}

// column appends the values that a node has where the root has the values keys.
func (p *Pool) column(to []int64, n *Node, root Expr, keys []int64) []int64 {
	start := len(to)
	args := n.Args
	switch n.Op {
	case OpConst:
		return append(to, slices.Repeat([]int64{n.N}, len(keys))...)
	case OpSelect:
		args = args[:1]
	}
	for _, a := range args {
		if a == root {
			to = append(to, keys...)
		} else {
			to = p.column(to, p.nodes.at(a), root, keys)
		}
	}
	k := 0
	arg := func(i int) int64 {
		if i < len(args) {
			return to[start+i*len(keys)+k]
		}
		if v, ok := p.Value(n.Args[i]); ok {
			return v
		}
		return p.evalAt(n.Args[i], root, keys[k]) // an entry of a table
	}
	for ; k < len(keys); k++ {
		to[start+k] = p.EvalNode(n, arg) // of this row the first argument is not read again
	}
	return to[:start+len(keys)]
}

// Function returns the expression that has the value vals[i] where variable v has its i-th value, in normal form. The
// variable must be Tabulable.
func (p *Pool) Function(v int, vals []int64) Expr {
	e, _ := p.function(p.Var(v), p.domain(v), vals)
	return e
}

// Tabulable reports whether a variable has few enough values, close enough together, for a table of them.
func (p *Pool) Tabulable(v int) bool {
	keys := p.domain(v)
	_, ok := tableStart(keys)
	return ok && len(keys) <= tableLimit
}

// function returns the normal form of the expression that has the value vals[i] where the root has the value keys[i].
// keys ascend.
func (p *Pool) function(root Expr, keys, vals []int64) (e Expr, ok bool) {
	same, identity, boolean := true, true, true
	var count [2]int
	var place [2]int64
	for i, v := range vals {
		same = same && v == vals[0]
		identity = identity && v == keys[i]
		if boolean = boolean && (v == 0 || v == 1); boolean {
			count[v]++
			place[v] = keys[i]
		}
	}
	switch {
	case same:
		return p.Const(vals[0]), true
	case identity:
		return root, true
	case boolean && count[1] == 1:
		return p.Eq(root, p.Const(place[1])), true
	case boolean && count[0] == 1:
		return p.Not(p.Eq(root, p.Const(place[0]))), true
	}
	return p.constTable(root, keys, vals)
}

// constTable returns a Select from constants.
func (p *Pool) constTable(root Expr, keys, vals []int64) (e Expr, ok bool) {
	start, ok := tableStart(keys)
	if !ok {
		return None, false
	}
	index, last := root, keys[len(keys)-1]
	if start != 0 {
		index = p.Add(root, p.Const(-start))
	}
	args := make([]Expr, 1, last-start+2)
	args[0] = index
	lo, hi := span(vals...)
	i := 0
	for v := start; v <= last; v++ {
		if i+1 < len(keys) && keys[i+1] <= v {
			i++
		}
		args = append(args, p.Const(vals[i]))
	}
	return p.finished(OpSelect, args, lo, hi, root), true
}

// tableStart returns the value of the first entry of a table over some keys. ok is false if the keys lie too far apart
// for a table.
func tableStart(keys []int64) (start int64, ok bool) {
	first, last := keys[0], keys[len(keys)-1]
	if first < 0 || first > int64(len(keys))+64 {
		start = first
	}
	return start, last-start < 4*int64(len(keys))+128
}

// finished finds or makes a node that is in normal form.
func (p *Pool) finished(op Op, args []Expr, lo, hi int64, root Expr) Expr {
	p.makeKey(op, 0, args)
	if e, ok := p.index[string(p.key)]; ok {
		return e
	}
	return p.append(Node{Op: op, Args: args, Lo: lo, Hi: hi}, root)
}
