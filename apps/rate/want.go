package rate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
)

// codeWant is the code of findings about a want.
const codeWant = "want"

// KeyUnique is the key that says whether a puzzle has one solution; with moves, one plan of least cost. KeyCost is that
// of the cost of a plan, which is known without the other measures.
const (
	KeyUnique = "unique"
	KeyCost   = "cost"
)

// truths are the names in a want that are true or false.
var truths = append([]string{KeyUnique}, degrees...)

// Want is a condition on the measures of a puzzle: an expression of the language over their names and truths.
type Want struct {
	gap  condition
	keys []string // those that the expression reads
}

// values returns the value of a measure. known is false if it is not known.
type values func(key string) (n int64, known bool)

// A condition returns how far it is from a truth value, and a number its value.
type (
	condition func(g gapped, truth bool) float64
	number    func(v values) (n int64, known bool)
)

// gapped has the values of all measures, and the gap of a comparison whose measure is unknown.
type gapped struct {
	values
	unknown float64
}

// Gap returns how far values are from what is wanted, 0 if they meet it. Conditions that are joined by `and` add up, of
// those joined by `or` the nearest counts. A comparison counts the relative difference. A measure that is not known
// meets no condition.
func (w *Want) Gap(v values) float64 {
	if w == nil {
		return 0
	}
	return w.gap(gapped{v, 2 * far}, true)
}

// Least is the least gap that is possible whatever the measures are that are not known.
func (w *Want) Least(v values) float64 {
	if w == nil {
		return 0
	}
	return w.gap(gapped{v, 0}, true)
}

// Reads reports whether a want reads a measure.
func (w *Want) Reads(key string) bool { return w != nil && slices.Contains(w.keys, key) }

// Measures reports whether a want reads more than whether a puzzle is unique, and the cost of a plan.
func (w *Want) Measures() bool {
	return w != nil && slices.ContainsFunc(w.keys, func(k string) bool { return k != KeyUnique && k != KeyCost })
}

// ParseWant reads a want. names are those of numbers. Findings name the text where.
func ParseWant(where, text string, names []string) (*Want, diag.List) {
	e, diags := dsl.ParseExpr(where, text)
	if diags.HasErrors() {
		return nil, diags
	}
	w := &wanting{names: names}
	gap := w.condition(e)
	return &Want{gap, w.keys}, w.diags
}

// wanting reads a want.
type wanting struct {
	names, keys []string
	diags       diag.List
}

func (w *wanting) refuse(e dsl.Expr, help, format string, args ...any) {
	w.diags.Errorf(e.Span(), codeWant, format, args...).Help = help
}

// condition reads a condition; nil if it is none.
func (w *wanting) condition(e dsl.Expr) condition {
	switch e := e.(type) {
	case *dsl.Paren:
		return w.condition(e.X)
	case *dsl.Bool:
		return func(_ gapped, truth bool) float64 { return unless(e.Value == truth) }
	case *dsl.Name:
		if slices.Contains(w.names, e.Name) {
			w.refuse(e, "compare it: `"+e.Name+" <= 2`", "`%s` is a number, and a condition is wanted", e.Name)
		}
		w.name(e)
		return func(g gapped, truth bool) float64 {
			n, known := g.values(e.Name)
			return unless(known && (n != 0) == truth)
		}
	case *dsl.Unary:
		if e.Op == "not" {
			x := w.condition(e.X)
			return func(g gapped, truth bool) float64 { return x(g, !truth) }
		}
	case *dsl.Binary:
		switch e.Op {
		case "and", "or", "=>":
			l, r := w.condition(e.L), w.condition(e.R)
			return func(g gapped, truth bool) float64 {
				l, r := l(g, truth == (e.Op != "=>")), r(g, truth)
				if truth == (e.Op == "and") {
					return l + r
				}
				return min(l, r)
			}
		case "in", "not in":
			return member(e.Op == "in", w.number(e.L), w.ranges(e.R))
		}
		if opposite[e.Op] != "" {
			return compared(e.Op, w.number(e.L), w.number(e.R))
		}
	default:
	}
	w.refuse(e, "a want compares measures, such as `unique and most_rules <= 2 and steps in 20..60`",
		"a condition on measures is wanted here")
	return nil
}

// name checks the name of a measure.
func (w *wanting) name(e *dsl.Name) {
	all := append(slices.Clone(truths), w.names...)
	if w.keys = append(w.keys, e.Name); !slices.Contains(all, e.Name) {
		w.refuse(e, diag.Meant(e.Name, all, "the measures are "+strings.Join(all, ", ")), "there is no measure `%s`", e.Name)
	}
}

// number reads a number; nil if it is none.
func (w *wanting) number(e dsl.Expr) number {
	switch e := e.(type) {
	case *dsl.Paren:
		return w.number(e.X)
	case *dsl.Num:
		return func(values) (int64, bool) { return e.Value, true }
	case *dsl.Name:
		if slices.Contains(truths, e.Name) {
			w.refuse(e, fmt.Sprintf("write `%s` or `not %[1]s`", e.Name), "`%s` is true or false, and a number is wanted",
				e.Name)
		}
		w.name(e)
		return func(v values) (int64, bool) { return v(e.Name) }
	case *dsl.Unary:
		if e.Op == "-" {
			return combined(arithmetic["-"], w.number(&dsl.Num{}), w.number(e.X))
		}
	case *dsl.Binary:
		if f := arithmetic[e.Op]; f != nil {
			return combined(f, w.number(e.L), w.number(e.R))
		}
	default:
	}
	w.refuse(e, "write a measure, a numeral, or a sum, difference or product of these", "a number is wanted here")
	return nil
}

var arithmetic = map[string]func(l, r int64) int64{
	"+": func(l, r int64) int64 { return l + r },
	"-": func(l, r int64) int64 { return l - r },
	"*": func(l, r int64) int64 { return l * r },
}

func combined(f func(l, r int64) int64, l, r number) number {
	return func(v values) (int64, bool) {
		x, knownX := l(v)
		y, knownY := r(v)
		return f(x, y), knownX && knownY
	}
}

// ranges reads the bounds of the ranges that make a set.
func (w *wanting) ranges(e dsl.Expr) (all [][2]number) {
	switch e := e.(type) {
	case *dsl.Paren:
		return w.ranges(e.X)
	case *dsl.SetLit:
		for _, x := range e.Elems {
			n := w.number(x)
			all = append(all, [2]number{n, n})
		}
		return all
	case *dsl.Binary:
		if e.Op == ".." {
			return [][2]number{{w.number(e.L), w.number(e.R)}}
		}
	default:
	}
	w.refuse(e, "write a range or a set: `steps in 20..60`, `most_rules in {1, 3}`", "numbers are wanted here")
	return nil
}

// far is the gap of a condition that no number says how far it is from true.
const far = 1.0

func unless(met bool) float64 {
	if met {
		return 0
	}
	return far
}

// opposite is the operator that is true where another is false.
var opposite = map[string]string{"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}

// compared is the condition that an operator holds between two numbers.
func compared(op string, l, r number) condition {
	return func(g gapped, truth bool) float64 {
		n, knownN := l(g.values)
		m, knownM := r(g.values)
		if !knownN || !knownM {
			return g.unknown
		}
		op := op
		if !truth {
			op = opposite[op]
		}
		miss := map[string]int64{
			"==": max(n-m, m-n), "!=": 1 - min(1, max(n-m, m-n)), "<": n - m + 1, "<=": n - m, ">": m - n + 1, ">=": m - n,
		}[op]
		return relative(max(miss, 0), m)
	}
}

// member is the condition that a number lies in one of some ranges or, without in, in none of them.
func member(in bool, l number, of [][2]number) condition {
	return func(g gapped, truth bool) float64 {
		n, known := l(g.values)
		if !known {
			return g.unknown
		}
		least := 2 * far
		for _, bounds := range of {
			lo, knownLo := bounds[0](g.values)
			hi, knownHi := bounds[1](g.values)
			if knownLo && knownHi && lo <= hi {
				least = min(least, relative(max(lo-n, n-hi, 0), max(lo, min(n, hi))))
			}
		}
		if in != truth {
			return unless(least > 0)
		}
		return least
	}
}

// relative makes a difference from a number less than far.
func relative(miss, of int64) float64 {
	return far * float64(miss) / float64(miss+max(of, -of)+1)
}
