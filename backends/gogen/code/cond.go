package code

import (
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/internal/lists"
)

// Cond is a Go condition that can be negated and joined with others without needless brackets.
type Cond struct {
	kind  condKind
	parts []Cond // of a conjunction or a disjunction
	// An atom is a comparison, left op right, or, where op is "", the Boolean left, negated where not is set.
	left, right Expr
	op          string
	not         bool
}

type condKind uint8

const (
	atom condKind = iota
	always
	never
	all
	some
)

// True and False are the constant conditions.
var (
	True  = Cond{kind: always}
	False = Cond{kind: never}
)

// Constant returns True or False.
func Constant(b bool) Cond {
	if b {
		return True
	}
	return False
}

// Holds is the condition that a Boolean expression is true.
func Holds(x Expr) Cond { return Cond{left: x} }

// Compare is a comparison; op is one of Go's.
func Compare(l Expr, op string, r Expr) Cond { return Cond{left: l, op: op, right: r} }

// opposite returns the negation of a comparison.
func opposite(op string) string {
	i := slices.Index(comparisons[:], op)
	return comparisons[i^1]
}

// comparisons has each comparison beside its negation.
var comparisons = [...]string{"==", "!=", "<", ">=", ">", "<="}

// And is the conjunction of conditions.
func And(parts ...Cond) Cond { return junction(all, always, never, parts) }

// Or is the disjunction of conditions.
func Or(parts ...Cond) Cond { return junction(some, never, always, parts) }

// junction joins conditions. Neutral and repeated conditions are left out. If one condition is decisive, it is the
// result.
func junction(kind, neutral, decisive condKind, parts []Cond) Cond {
	out := Cond{kind: kind}
	seen := map[string]bool{}
	for _, p := range parts {
		own := []Cond{p}
		switch p.kind {
		case neutral:
			continue
		case decisive:
			return p
		case kind:
			own = p.parts
		default:
		}
		for _, q := range own {
			if t := q.String(); !seen[t] {
				seen[t] = true
				out.parts = append(out.parts, q)
			}
		}
	}
	switch len(out.parts) {
	case 0:
		return Cond{kind: neutral}
	case 1:
		return out.parts[0]
	}
	return out
}

// Not is the negation of t.
func Not(t Cond) Cond {
	switch t.kind {
	case always:
		return False
	case never:
		return True
	case atom:
		if t.op != "" {
			return Compare(t.left, opposite(t.op), t.right)
		}
		return Cond{left: t.left, not: !t.not}
	default:
	}
	parts := lists.Map(t.parts, Not)
	if t.kind == all {
		return Or(parts...)
	}
	return And(parts...)
}

// IsTrue tells whether t always holds.
func (t Cond) IsTrue() bool { return t.kind == always }

// IsFalse tells whether t never holds.
func (t Cond) IsFalse() bool { return t.kind == never }

// Known tells whether t is constant.
func (t Cond) Known() bool { return t.kind == always || t.kind == never }

// Conjuncts are the parts of a conjunction; of another condition, the condition itself; of True, nothing.
func (t Cond) Conjuncts() []Cond {
	switch t.kind {
	case always:
		return nil
	case all:
		return t.parts
	default:
		return []Cond{t}
	}
}

// Atoms are the conjuncts that are comparisons or Booleans.
func (t Cond) Atoms() []Cond {
	return slices.DeleteFunc(slices.Clone(t.Conjuncts()), func(p Cond) bool { return p.kind != atom })
}

// Comparison is the parts of a comparison; ok is false for another condition.
func (t Cond) Comparison() (l Expr, op string, r Expr, ok bool) {
	return t.left, t.op, t.right, t.kind == atom && t.op != ""
}

// Expr is the condition as an expression.
func (t Cond) Expr() Expr {
	x := Literal(t.String())
	switch {
	case t.kind == all:
		x.prec = precAnd
	case t.kind == some:
		x.prec = precOr
	case t.kind == atom && t.op != "":
		x.prec = precCompare
	case t.kind == atom && !t.not:
		return t.left
	}
	return x
}

func (t Cond) String() string {
	switch t.kind {
	case always:
		return "true"
	case never:
		return "false"
	case atom:
		if t.op != "" {
			return t.left.in(precAdd) + " " + t.op + " " + t.right.in(precAdd)
		}
		if t.not {
			return "!" + t.left.in(precOperand)
		}
		return t.left.text
	case all:
		return t.join(" && ", some)
	default:
		return t.join(" || ", all)
	}
}

// join puts brackets around the parts of one kind. Go does not need brackets around && in ||; they are for the reader.
func (t Cond) join(op string, bracket condKind) string {
	parts := lists.Map(t.parts, func(p Cond) string {
		if p.kind == bracket {
			return "(" + p.String() + ")"
		}
		return p.String()
	})
	return strings.Join(parts, op)
}
