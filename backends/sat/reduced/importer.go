package reduced

import "github.com/pzc-lang/pzc/compiler/task"

// Importer copies expressions into another pool, and replaces variables by expressions.
type Importer struct {
	from, to *task.Pool
	subst    func(v int) task.Expr // replaces a variable; nil: variables stay
	memo     map[task.Expr]task.Expr
	err      error // an *UnknownOperator
}

func newImporter(from, to *task.Pool, subst func(v int) task.Expr) *Importer {
	return &Importer{from: from, to: to, subst: subst, memo: map[task.Expr]task.Expr{}}
}

// Err returns the *UnknownOperator of the first expression that formulas cannot express, nil if there is none.
func (im *Importer) Err() error { return im.err }

// Expr returns the copy of an expression.
func (im *Importer) Expr(e task.Expr) task.Expr {
	if e == task.None {
		return e
	}
	if r, ok := im.memo[e]; ok {
		return r
	}
	n := im.from.Node(e)
	var r task.Expr
	switch {
	case n.Op == task.OpVar && im.subst != nil:
		r = im.subst(int(n.N))
	default:
		r = im.node(n)
	}
	im.memo[e] = r
	return r
}

// node copies a node. If the first argument of a Select or an Ite has become a constant, only the chosen argument is
// copied.
func (im *Importer) node(n *task.Node) task.Expr {
	if im.err == nil && !expressible(n.Op) {
		im.err = &UnknownOperator{n.Op}
	}
	args := make([]task.Expr, len(n.Args))
	for i, a := range n.Args {
		args[i] = im.Expr(a)
		if i > 0 {
			continue
		}
		if at, certain := im.to.Value(args[0]); certain && n.Op == task.OpSelect {
			return im.Expr(n.Args[1+min(max(at, 0), int64(len(n.Args))-2)])
		} else if certain && n.Op == task.OpIte {
			return im.Expr(n.Args[2-at])
		}
	}
	if n.Op == task.OpReached {
		return im.to.Spelled(&task.Node{N: n.N, Args: args})
	}
	return im.to.Make(n.Op, n.N, args)
}
