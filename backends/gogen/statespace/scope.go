package statespace

import (
	"maps"
	"slices"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/internal/lists"
)

// Value is a Go expression and what is known about it.
type Value struct {
	code.Expr
	// Need must hold for the value to be defined, each under those before it.
	Need []code.Cond
	// total: where Need fails, the expression can be computed and is `none`.
	total bool
	Dom   Domain // the values that it can have where it is defined
}

func valueOf(x code.Expr, dom Domain) Value { return Value{Expr: x, Dom: dom} }

// none is an undefined number.
var none = code.Name("none")

// isNone tells whether a value is `none` everywhere.
func (v Value) isNone() bool { return v.IsName("none") }

// onlyDefined tells whether the only need of a value is that it is not `none`.
func (v Value) onlyDefined() bool { return len(v.Need) == 1 && saysDefined(v.Need[0], v.Expr) }

// defined is the condition that a number is not `none`.
func defined(x code.Expr) code.Cond { return code.Compare(x, "!=", none) }

// saysDefined tells whether a condition is the result of defined.
func saysDefined(c code.Cond, x code.Expr) bool {
	l, op, r, ok := c.Comparison()
	return ok && op == "!=" && r.IsName("none") && l.String() == x.String()
}

// Domain is the values that a number can have: lo to hi, or only vals, in ascending order, if vals is not nil.
type Domain struct {
	Lo, Hi int64
	vals   []int64
}

// maxListed bounds the values that a domain lists.
const maxListed = 1024

// unbounded is the domain of a number about which nothing is known.
var unbounded = Domain{Lo: -1 << 62, Hi: 1 << 62}

func domainOf(vals []int64) Domain {
	if len(vals) == 0 {
		return Domain{Lo: 0, Hi: -1}
	}
	slices.Sort(vals)
	vals = slices.Compact(vals)
	d := Domain{Lo: vals[0], Hi: vals[len(vals)-1]}
	if len(vals) <= maxListed {
		d.vals = vals
	}
	return d
}

func span(lo, hi int64) Domain { return Domain{Lo: lo, Hi: hi} }

// SetDomain is the domain of the elements of a set; unbounded if the set is nil.
func SetDomain(s *model.Set) Domain {
	if s == nil {
		return unbounded
	}
	return domainOf(lists.Map(s.Elems, func(v model.Value) int64 { return v.N }))
}

func (d Domain) union(e Domain) Domain {
	switch {
	case d.Lo > d.Hi:
		return e
	case e.Lo > e.Hi:
		return d
	case d.vals != nil && e.vals != nil:
		return domainOf(append(slices.Clone(d.vals), e.vals...))
	}
	return span(min(d.Lo, e.Lo), max(d.Hi, e.Hi))
}

// within tells whether all values are elements of a set.
func (d Domain) within(s *model.Set) bool {
	if d.Lo > d.Hi {
		return true
	}
	if d.vals != nil {
		return !slices.ContainsFunc(d.vals, func(v int64) bool { return !s.Contains(model.Int(v)) })
	}
	return s.Gapless() && s.Contains(model.Int(d.Lo)) && s.Contains(model.Int(d.Hi))
}

// Local is what a slot holds.
type Local struct {
	Bound  bool // it has a value
	Expr   code.Expr
	Dom    Domain
	Static bool        // its values are in Scope.Frames
	maybe  bool        // it can be `none`
	Truth  bool        // it is a Go bool
	parts  []code.Expr // of an offset
}

// Named is a local variable of Go.
func Named(name string) Local { return Local{Bound: true, Expr: code.Name(name)} }

// Scope is the context of an expression: what its slots hold, which state it reads, and the block for statements before
// it.
type Scope struct {
	Writer *Writer
	Block  *code.Block
	Names  *code.Names
	State  code.Expr // the state that is read
	Slots  []Local
	// Frames are all combinations of values of the static slots.
	Frames []semantics.Frame
	known  map[string]code.Cond // conditions that are known to hold here, by their text
	vars   map[string]variable  // expressions that have a variable already, by their text
}

// variable is an expression and the variable with its value.
type variable struct {
	name string
	of   code.Expr
}

// Scope returns a scope for an expression with the given number of slots, which reads the state in a Go variable.
func (w *Writer) Scope(slots int, state string) *Scope {
	return &Scope{
		Writer: w, Block: &code.Block{}, Names: w.Names.Inner(), State: code.Name(state), Slots: make([]Local, slots),
		Frames: []semantics.Frame{make(semantics.Frame,
			slots)}, known: map[string]code.Cond{}, vars: map[string]variable{},
	}
}

// Sub is a scope for statements inside this one. What it comes to know is not known outside.
func (sc *Scope) Sub() *Scope {
	t := *sc
	t.Slots = slices.Clone(sc.Slots)
	t.known, t.vars = maps.Clone(sc.known), maps.Clone(sc.vars)
	return &t
}

// probe is a scope for questions. Its statements are thrown away.
func (sc *Scope) probe() *Scope {
	t := sc.Sub()
	t.Block, t.Names = &code.Block{}, sc.Names.Inner()
	return t
}

// inPlace is an expression that needs no statements before it; false if it does.
func (sc *Scope) inPlace(write func(t *Scope) code.Expr) (code.Expr, bool) {
	p := sc.probe()
	p.Names = sc.Names
	x := write(p)
	return x, p.Block.Empty()
}

// assume notes that a condition holds from here on.
func (sc *Scope) assume(c code.Cond) {
	for _, p := range c.Atoms() {
		sc.known[p.String()] = p
	}
}

// open returns the conditions that are not known to hold.
func (sc *Scope) open(need []code.Cond) []code.Cond {
	return lists.Filter(need, func(n code.Cond) bool {
		_, holds := sc.known[n.String()]
		return !n.IsTrue() && !holds
	})
}

// hoist puts an expression into a variable, so that it is computed once. Where the expression is undefined, the
// variable is `none`, and nothing panics.
func (sc *Scope) hoist(v Value, name string) Value {
	if v.Simple() {
		return v
	}
	if v.Need = sc.open(v.Need); len(v.Need) > 0 && !v.total {
		return sc.total(v, name)
	}
	x, ok := sc.vars[v.String()]
	if !ok {
		x = variable{sc.Names.TakeHere(code.Own(name)), v.Expr}
		sc.Block.Define(x.name, v.Expr)
		sc.vars[v.String()] = x
	}
	return sc.rename(v, code.Name(x.name))
}

// rename is the same value in a variable.
func (sc *Scope) rename(v Value, x code.Expr) Value {
	need := lists.Map(v.Need, func(n code.Cond) code.Cond {
		if saysDefined(n, v.Expr) {
			return defined(x)
		}
		return n
	})
	return Value{Expr: x, Need: sc.open(need), total: v.total, Dom: v.Dom}
}

// total makes an expression one that is `none` where it is undefined.
func (sc *Scope) total(v Value, name string) Value {
	if len(v.Need) == 0 || v.total {
		return v
	}
	x := code.Name(sc.Names.TakeHere(code.Own(name)))
	sc.Block.Define(x.String(), none)
	sc.Block.If(code.And(v.Need...))
	sc.Block.Assign(x, v.Expr)
	sc.Block.End()
	return Value{Expr: x, Need: []code.Cond{defined(x)}, total: true, Dom: v.Dom}
}
