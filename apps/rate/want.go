package rate

import (
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
)

// CodeWant is the code of findings about a want.
const CodeWant = "want"

// KeyUnique is the key that says whether a puzzle has one solution; with moves, one plan of least cost. KeyCost is that
// of the cost of a plan, which is known without the other measures.
const (
	KeyUnique = "unique"
	KeyCost   = "cost"
)

// Want is a condition on the measures of a puzzle: an expression of the language over their names and `unique`.
type Want struct {
	e    dsl.Expr
	keys []string // those that the expression reads
}

// values returns the value of a measure. known is false if it is not known.
type values func(key string) (n int64, known bool)

// ParseWant reads a want. keys are the names of numbers. Findings name the text where.
func ParseWant(where, text string, keys []string) (*Want, diag.List) {
	e, diags := dsl.ParseExpr(where, text)
	if diags.HasErrors() {
		return nil, diags
	}
	w := &wanting{Want: &Want{e: e}, known: keys}
	w.check(e, aCondition)
	return w.Want, w.diags
}

// Reads reports whether a want reads a measure.
func (w *Want) Reads(key string) bool { return w != nil && slices.Contains(w.keys, key) }

// Measures reports whether a want reads more than whether a puzzle is unique, and the cost of a plan.
func (w *Want) Measures() bool {
	return w != nil && slices.ContainsFunc(w.keys, func(k string) bool { return k != KeyUnique && k != KeyCost })
}

// wanting checks a want.
type wanting struct {
	*Want
	known []string
	diags diag.List
}

func (w *wanting) refuse(e dsl.Expr, help, format string, args ...any) {
	w.diags.Errorf(e.Span(), CodeWant, format, args...).Help = help
}

// The kinds of expressions in a want, as messages name them.
const (
	aCondition = "a condition on measures is"
	aNumber    = "a number is"
	aSet       = "numbers are"
)

var wantHelp = map[string]string{
	aCondition: "a want compares measures, such as `unique and most_rules <= 2 and steps in 20..60`",
	aNumber:    "write a measure, a numeral, or a sum, difference or product of these",
	aSet:       "write a range or a set: `steps in 20..60`, `most_rules in {1, 3}`",
}

// operands are the kinds of both sides of the operators of each kind.
var operands = map[string]map[string][2]string{
	aCondition: {
		"and": {aCondition, aCondition}, "or": {aCondition, aCondition}, "=>": {aCondition, aCondition},
		"==": {aNumber, aNumber}, "!=": {aNumber, aNumber}, "<": {aNumber, aNumber}, "<=": {aNumber, aNumber},
		">": {aNumber, aNumber}, ">=": {aNumber, aNumber}, "in": {aNumber, aSet}, "not in": {aNumber, aSet},
	},
	aNumber: {"+": {aNumber, aNumber}, "-": {aNumber, aNumber}, "*": {aNumber, aNumber}},
	aSet:    {"..": {aNumber, aNumber}},
}

// check demands an expression of a kind.
func (w *wanting) check(e dsl.Expr, kind string) {
	ok := false
	switch e := e.(type) {
	case *dsl.Paren:
		w.check(e.X, kind)
		return
	case *dsl.Name:
		if kind != aSet {
			w.name(e, kind)
			return
		}
	case *dsl.Bool:
		ok = kind == aCondition
	case *dsl.Num:
		ok = kind == aNumber
	case *dsl.Unary:
		if ok = kind == map[string]string{"not": aCondition, "-": aNumber}[e.Op]; ok {
			w.check(e.X, kind)
		}
	case *dsl.Binary:
		var sides [2]string
		if sides, ok = operands[kind][e.Op]; ok {
			w.check(e.L, sides[0])
			w.check(e.R, sides[1])
		}
	case *dsl.SetLit:
		if ok = kind == aSet; ok {
			for _, x := range e.Elems {
				w.check(x, aNumber)
			}
		}
	default:
	}
	if !ok {
		w.refuse(e, wantHelp[kind], "%s wanted here", kind)
	}
}

// name checks a measure.
func (w *wanting) name(e *dsl.Name, kind string) {
	all := append([]string{KeyUnique}, w.known...)
	switch isNumber := slices.Contains(w.known, e.Name); {
	case e.Name == KeyUnique && kind == aNumber:
		w.refuse(e, "write `unique` or `not unique`", "`unique` is true or false, and a number is wanted")
	case isNumber && kind == aCondition:
		w.refuse(e, "compare it: `"+e.Name+" <= 2`", "`%s` is a number, and a condition is wanted", e.Name)
	case isNumber || e.Name == KeyUnique:
		w.keys = append(w.keys, e.Name)
	default:
		w.refuse(e, diag.Meant(e.Name, all, "the measures are "+strings.Join(all, ", ")), "there is no measure `%s`", e.Name)
	}
}

// Gap returns how far values are from what is wanted, 0 if they meet it. Conditions that are joined by `and` add up, of
// those joined by `or` the nearest counts. A comparison counts the relative difference. A measure that is not known
// meets no condition.
func (w *Want) Gap(v values) float64 {
	if w == nil {
		return 0
	}
	return gapped{v, far}.gap(w.e, true)
}

// Least is the least gap that is possible whatever the measures are that are not known.
func (w *Want) Least(v values) float64 {
	if w == nil {
		return 0
	}
	return gapped{v, 0}.gap(w.e, true)
}

// gapped computes gaps.
type gapped struct {
	values
	unknown float64 // the gap of a comparison of what is not known
}

// far is the gap of a condition that no number says how far it is from true.
const far = 1.0

// gap returns how far a condition is from a truth value.
func (g gapped) gap(e dsl.Expr, truth bool) float64 {
	switch e := e.(type) {
	case *dsl.Paren:
		return g.gap(e.X, truth)
	case *dsl.Bool:
		return unless(e.Value == truth)
	case *dsl.Name:
		n, known := g.values(e.Name)
		return unless(known && (n != 0) == truth)
	case *dsl.Unary:
		return g.gap(e.X, !truth)
	case *dsl.Binary:
		if e.Op != "and" && e.Op != "or" && e.Op != "=>" {
			return g.compared(e, truth)
		}
		l, r := g.gap(e.L, truth == (e.Op != "=>")), g.gap(e.R, truth)
		if truth == (e.Op == "and") {
			return l + r
		}
		return min(l, r)
	default:
		return far
	}
}

func unless(met bool) float64 {
	if met {
		return 0
	}
	return far
}

// opposite is the operator that is true where another is false.
var opposite = map[string]string{
	"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">", "in": "not in", "not in": "in",
}

// compared is gap for a comparison.
func (g gapped) compared(e *dsl.Binary, truth bool) float64 {
	op := e.Op
	if !truth {
		op = opposite[op]
	}
	n, known := number(e.L, g.values)
	if !known {
		return 2 * g.unknown
	}
	if op == "in" || op == "not in" {
		least := 2 * far
		for _, of := range ranges(e.R) {
			lo, knownLo := number(of[0], g.values)
			hi, knownHi := number(of[1], g.values)
			if knownLo && knownHi && lo <= hi {
				least = min(least, relative(max(lo-n, n-hi, 0), max(lo, min(n, hi))))
			}
		}
		if op == "not in" {
			return unless(least > 0)
		}
		return least
	}
	m, known := number(e.R, g.values)
	if !known {
		return 2 * g.unknown
	}
	miss := map[string]int64{
		"==": max(n-m, m-n), "!=": 1 - min(1, max(n-m, m-n)), "<": n - m + 1, "<=": n - m, ">": m - n + 1, ">=": m - n,
	}[op]
	return relative(max(miss, 0), m)
}

// relative makes a difference from a number less than far.
func relative(miss, of int64) float64 {
	return far * float64(miss) / float64(miss+max(of, -of)+1)
}

// ranges returns the bounds of the ranges that make a set.
func ranges(e dsl.Expr) (all [][2]dsl.Expr) {
	switch e := e.(type) {
	case *dsl.Paren:
		return ranges(e.X)
	case *dsl.SetLit:
		for _, x := range e.Elems {
			all = append(all, [2]dsl.Expr{x, x})
		}
	case *dsl.Binary:
		all = append(all, [2]dsl.Expr{e.L, e.R})
	default:
	}
	return all
}

// number computes a number.
func number(e dsl.Expr, v values) (n int64, known bool) {
	switch e := e.(type) {
	case *dsl.Paren:
		return number(e.X, v)
	case *dsl.Num:
		return e.Value, true
	case *dsl.Name:
		return v(e.Name)
	case *dsl.Unary:
		n, known = number(e.X, v)
		return -n, known
	case *dsl.Binary:
		l, knownL := number(e.L, v)
		r, knownR := number(e.R, v)
		switch e.Op {
		case "+":
			n = l + r
		case "-":
			n = l - r
		default:
			n = l * r
		}
		return n, knownL && knownR
	default:
		return 0, false
	}
}
