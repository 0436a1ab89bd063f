package describe

import (
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc/compiler/task"
)

// exprWriter writes expressions of a task for people. It cuts off expressions that are too long.
type exprWriter struct {
	t    *task.Task
	left int // the number of characters that may still be written
}

const exprWidth = 400

func (x *exprWriter) write(e task.Expr) string {
	x.left = exprWidth
	return x.text(e)
}

// valueOf returns e, a value for variable v, as text.
func (x *exprWriter) valueOf(v int, e task.Expr) string {
	x.left = exprWidth
	return x.named(v, e)
}

// named writes a constant as the type of variable v writes it.
func (x *exprWriter) named(v int, e task.Expr) string {
	if n, ok := x.t.Pool.Value(e); ok {
		if k := x.t.Vars[v].Place(n); k >= 0 {
			return x.t.Vars[v].Names[k]
		}
	}
	return x.text(e)
}

func (x *exprWriter) text(e task.Expr) string {
	if x.left <= 0 {
		return "…"
	}
	x.left -= 2
	n := x.t.Pool.Node(e)
	switch n.Op {
	case task.OpConst:
		return fmt.Sprint(n.N)
	case task.OpVar:
		name := x.t.Vars[n.N].Name
		x.left -= len(name)
		return name
	case task.OpNot:
		return x.not(n.Args[0])
	case task.OpEq:
		return x.comparison(n, " == ")
	case task.OpIte:
		return "(if " + x.text(n.Args[0]) + " then " + x.text(n.Args[1]) + " else " + x.text(n.Args[2]) + ")"
	case task.OpSelect:
		return x.table(n)
	case task.OpReach:
		return fmt.Sprintf("reach(%s, %s, {%s})", x.text(n.Args[0]), x.text(n.Args[1]), x.list(n.Args[2:], "; "))
	case task.OpCost:
		return fmt.Sprintf("cost(%s, {%s})", x.t.Abstractions[n.N].Name, x.list(n.Args, "; "))
	}
	if between, ok := n.Op.Infix(); ok {
		return "(" + x.list(n.Args, between) + ")"
	}
	return n.Op.String() + "(" + x.list(n.Args, ", ") + ")"
}

func (x *exprWriter) not(e task.Expr) string {
	if n := x.t.Pool.Node(e); n.Op == task.OpEq {
		return x.comparison(n, " != ")
	}
	return "not " + x.text(e)
}

func (x *exprWriter) comparison(n *task.Node, op string) string {
	a, b := n.Args[0], n.Args[1]
	if x.t.Pool.Node(a).Op == task.OpConst {
		a, b = b, a
	}
	if v := x.t.Pool.Node(a); v.Op == task.OpVar {
		return x.text(a) + op + x.named(int(v.N), b)
	}
	return x.text(a) + op + x.text(b)
}

// table writes a table of constants over one variable: a Boolean table as the set of values for which it is true, any
// other as a list.
func (x *exprWriter) table(n *task.Node) string {
	v := x.t.Pool.Node(n.Args[0])
	if v.Op == task.OpVar && n.Lo == 0 && n.Hi == 1 {
		variable := &x.t.Vars[v.N]
		var in, out []string
		for k, code := range variable.Values {
			if code < 0 || int(code) >= len(n.Args)-1 {
				return variable.Name + "[" + x.list(n.Args[1:], ", ") + "]"
			}
			switch n.Args[code+1] {
			case task.True:
				in = append(in, variable.Names[k])
			case task.False:
				out = append(out, variable.Names[k])
			default:
				return x.text(n.Args[0]) + "[" + x.list(n.Args[1:], ", ") + "]"
			}
		}
		if len(out) < len(in) {
			return x.clip(variable.Name + " not in {" + strings.Join(out, ", ") + "}")
		}
		return x.clip(variable.Name + " in {" + strings.Join(in, ", ") + "}")
	}
	return "[" + x.list(n.Args[1:], ", ") + "][" + x.text(n.Args[0]) + "]"
}

func (x *exprWriter) clip(s string) string {
	x.left -= len(s)
	return s
}

func (x *exprWriter) list(es []task.Expr, sep string) string {
	parts := make([]string, 0, len(es))
	for _, e := range es {
		if x.left <= 0 {
			parts = append(parts, "…")
			break
		}
		parts = append(parts, x.text(e))
	}
	return strings.Join(parts, sep)
}
