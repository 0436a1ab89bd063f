package gogen

import (
	"fmt"
	"maps"
	"slices"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/diag"
	"github.com/pzc-lang/pzc/semantics"
)

// value is a Go expression and what is known about it.
type value struct {
	code.Expr
	// need must hold for the value to be defined, each under those before it.
	need []code.Cond
	// total: where need fails, the expression is still safe to compute, and gives `none`.
	total bool
	dom   domain // the values that it may have where it is defined
}

func valueOf(x code.Expr, dom domain) value { return value{Expr: x, dom: dom} }

// none is the value of a number that is undefined.
var none = code.Name("none")

// isNone tells whether a value is written as `none`: it is undefined everywhere.
func (v value) isNone() bool { return v.IsName("none") }

// onlyDefined tells whether a value needs nothing but to be another one than `none`.
func (v value) onlyDefined() bool { return len(v.need) == 1 && saysDefined(v.need[0], v.Expr) }

// defined says that a number is not `none`.
func defined(x code.Expr) code.Cond { return code.Compare(x, "!=", none) }

// saysDefined tells whether a condition is that of defined.
func saysDefined(c code.Cond, x code.Expr) bool {
	l, op, r, ok := c.Comparison()
	return ok && op == "!=" && r.IsName("none") && l.String() == x.String()
}

// domain is what values a number may have: those from lo to hi; if vals is not nil, only these, in ascending order.
type domain struct {
	lo, hi int64
	vals   []int64
}

// maxListed is how many values a domain lists.
const maxListed = 1024

// unbounded is what nothing is known of.
var unbounded = domain{lo: -1 << 62, hi: 1 << 62}

func domainOf(vals []int64) domain {
	if len(vals) == 0 {
		return domain{lo: 0, hi: -1}
	}
	slices.Sort(vals)
	vals = slices.Compact(vals)
	d := domain{lo: vals[0], hi: vals[len(vals)-1]}
	if len(vals) <= maxListed {
		d.vals = vals
	}
	return d
}

func span(lo, hi int64) domain { return domain{lo: lo, hi: hi} }

func setDomain(s *model.Set) domain {
	if s == nil {
		return unbounded
	}
	vals := make([]int64, len(s.Elems))
	for i, v := range s.Elems {
		vals[i] = v.N
	}
	return domainOf(vals)
}

func (d domain) union(e domain) domain {
	switch {
	case d.lo > d.hi:
		return e
	case e.lo > e.hi:
		return d
	case d.vals != nil && e.vals != nil:
		return domainOf(append(slices.Clone(d.vals), e.vals...))
	}
	return span(min(d.lo, e.lo), max(d.hi, e.hi))
}

// within tells whether all values are elements of a set.
func (d domain) within(s *model.Set) bool {
	if d.lo > d.hi {
		return true
	}
	if d.vals != nil {
		return !slices.ContainsFunc(d.vals, func(v int64) bool { return !s.Contains(model.Int(v)) })
	}
	return gapless(s) && s.Contains(model.Int(d.lo)) && s.Contains(model.Int(d.hi))
}

func gapless(s *model.Set) bool { return s.Gapless() }

// local is what a slot holds.
type local struct {
	bound  bool // it holds something
	expr   code.Expr
	dom    domain
	static bool        // its values are those of scope.frames
	maybe  bool        // it may be `none`
	truth  bool        // it is a Go bool
	fields []code.Expr // of a tuple: its parts
}

// named is a local variable of Go.
func named(name string) local { return local{bound: true, expr: code.Name(name)} }

// scope is where an expression stands: what its slots hold, which state it reads, and where statements can be put before it.
type scope struct {
	g     *generator
	b     *code.Block
	names *code.Names
	state code.Expr // the state that is read
	slots []local
	// frames are all combinations of values that the static slots may have.
	frames []semantics.Frame
	known  map[string]code.Cond // conditions that hold here, by their text
	bounds map[string]domain    // what values expressions can have here, by those conditions
	vars   map[string]variable  // expressions that are variables already, by their text
}

// variable is an expression whose value a variable holds.
type variable struct {
	name string
	of   code.Expr
}

func (g *generator) scope(slots int, state string) *scope {
	return &scope{
		g: g, b: &code.Block{}, names: g.names.Inner(), state: code.Name(state), slots: make([]local, slots),
		frames: []semantics.Frame{make(semantics.Frame, slots)}, known: map[string]code.Cond{}, bounds: map[string]domain{}, vars: map[string]variable{},
	}
}

// sub is a scope for statements inside of this one: what becomes known in it is not known outside.
func (sc *scope) sub() *scope {
	t := *sc
	t.slots = slices.Clone(sc.slots)
	t.known, t.vars, t.bounds = maps.Clone(sc.known), maps.Clone(sc.vars), maps.Clone(sc.bounds)
	return &t
}

// probe is a scope to ask questions in: its statements are thrown away.
func (sc *scope) probe() *scope {
	t := sc.sub()
	t.b, t.names = &code.Block{}, sc.names.Inner()
	return t
}

// inPlace is an expression that needs no statements before it; false if it does.
func (sc *scope) inPlace(write func(t *scope) code.Expr) (code.Expr, bool) {
	p := sc.probe()
	p.names = sc.names
	x := write(p)
	return x, p.b.Empty()
}

// assume notes that a condition holds from here on.
func (sc *scope) assume(c code.Cond) {
	for _, p := range c.Implied() {
		sc.known[p.String()] = p
		sc.bound(p)
	}
}

// bound notes what a comparison with a number says about the values of its left side.
func (sc *scope) bound(c code.Cond) {
	l, op, r, _ := c.Comparison()
	n, ok := r.Number()
	if !ok {
		return
	}
	d, ok := sc.bounds[l.String()]
	if !ok {
		d = unbounded
	}
	switch op {
	case "<":
		d.hi = min(d.hi, n-1)
	case "<=":
		d.hi = min(d.hi, n)
	case ">":
		d.lo = max(d.lo, n+1)
	case ">=":
		d.lo = max(d.lo, n)
	case "==":
		d.lo, d.hi = max(d.lo, n), min(d.hi, n)
	default:
		return
	}
	sc.bounds[l.String()] = d
}

// bounded is a number with what is known of its values here.
func (sc *scope) bounded(v value) value {
	d, ok := sc.bounds[v.String()]
	if !ok || d.lo <= v.dom.lo && d.hi >= v.dom.hi {
		return v
	}
	lo, hi := max(d.lo, v.dom.lo), min(d.hi, v.dom.hi)
	if lo > hi {
		return v
	}
	vals := slices.DeleteFunc(slices.Clone(v.dom.vals), func(x int64) bool { return x < lo || x > hi })
	if v.dom = span(lo, hi); len(vals) > 0 {
		v.dom.vals = vals
	}
	return v
}

// holds tells whether a condition is known to hold here.
func (sc *scope) holds(c code.Cond) bool {
	_, ok := sc.known[c.String()]
	return ok
}

// open leaves out the conditions that are known to hold.
func (sc *scope) open(need []code.Cond) []code.Cond {
	var out []code.Cond
	for _, n := range need {
		if !n.IsTrue() && !sc.holds(n) {
			out = append(out, n)
		}
	}
	return out
}

// hoist gives an expression a name, so that it is computed once. What is undefined in places is `none` there, rather than a panic.
func (sc *scope) hoist(v value, name string) value {
	if v.Simple() {
		return v
	}
	if v.need = sc.open(v.need); len(v.need) > 0 && !v.total {
		return sc.total(v, name)
	}
	x, ok := sc.vars[v.String()]
	if !ok {
		x = variable{sc.names.TakeHere(code.Own(name)), v.Expr}
		sc.b.Define(x.name, v.Expr)
		sc.vars[v.String()] = x
	}
	return sc.rename(v, code.Name(x.name))
}

// rename is the same value in a variable.
func (sc *scope) rename(v value, x code.Expr) value {
	need := make([]code.Cond, len(v.need))
	for i, n := range v.need {
		need[i] = n
		if saysDefined(n, v.Expr) {
			need[i] = defined(x)
		}
	}
	return value{Expr: x, need: sc.open(need), total: v.total, dom: v.dom}
}

// total makes an expression one that is `none` where it is undefined.
func (sc *scope) total(v value, name string) value {
	if len(v.need) == 0 || v.total {
		return v
	}
	x := code.Name(sc.names.TakeHere(code.Own(name)))
	sc.b.Define(x.String(), none)
	sc.b.If(code.And(v.need...))
	sc.b.Assign(x, v.Expr)
	sc.b.End()
	return value{Expr: x, need: []code.Cond{defined(x)}, total: true, dom: v.dom}
}

// unsupported is the panic by which the translation gives up; Emit makes an error of it.
type unsupported struct {
	span diag.Span
	what string
}

func giveUp(sp diag.Span, format string, args ...any) {
	panic(unsupported{sp, fmt.Sprintf(format, args...)})
}
