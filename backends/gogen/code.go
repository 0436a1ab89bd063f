package gogen

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/diag"
	"github.com/pzc-lang/pzc/semantics"
)

// code is a Go expression and what is known about it.
type code struct {
	text string
	prec int // how tightly it binds: see the constants below
	// need must hold for the value to be defined, each under those before it.
	need []truth
	// total: where need fails, the expression is still safe to compute, and gives `none`.
	total bool
	dom   domain // the values that it may have where it is defined
}

// How tightly Go's operators bind.
const (
	precOr = iota + 1
	precAnd
	precCompare
	precAdd
	precMul
	precOperand
)

// in is the text as an operand of an operator that binds so tightly.
func (c code) in(prec int) string {
	if c.prec < prec {
		return "(" + c.text + ")"
	}
	return c.text
}

func operand(text string, dom domain) code { return code{text: text, prec: precOperand, dom: dom} }

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
	text   string // Go expression; "" if the slot is not bound
	dom    domain
	static bool     // its values are those of scope.frames
	maybe  bool     // it may be `none`
	truth  bool     // it is a Go bool
	fields []string // of a tuple: the Go expressions of its parts
}

// block is a list of Go statements.
type block struct {
	lines []string
	names *namer
}

func (b *block) line(format string, args ...any) {
	b.lines = append(b.lines, fmt.Sprintf(format, args...))
}

func (b *block) String() string { return strings.Join(b.lines, "\n") + "\n" }

// scope is where an expression stands: what its slots hold, which state it reads, and where statements can be put before it.
type scope struct {
	g     *generator
	b     *block
	state string // Go name of the state that is read
	slots []local
	// frames are all combinations of values that the static slots may have.
	frames []semantics.Frame
	known  map[string]bool   // conditions that hold here
	bounds map[string]domain // what values expressions can have here, by those conditions
	vars   map[string]string // expressions that are variables already
}

func (g *generator) scope(slots int, state string) *scope {
	return &scope{
		g: g, b: &block{names: g.names.inner()}, state: state, slots: make([]local, slots),
		frames: []semantics.Frame{make(semantics.Frame, slots)}, known: map[string]bool{}, bounds: map[string]domain{}, vars: map[string]string{},
	}
}

// sub is a scope for statements inside of this one: what becomes known in it is not known outside.
func (sc *scope) sub() *scope {
	t := *sc
	t.slots = slices.Clone(sc.slots)
	t.known, t.vars, t.bounds = map[string]bool{}, map[string]string{}, maps.Clone(sc.bounds)
	for k := range sc.known {
		t.known[k] = true
	}
	for k, v := range sc.vars {
		t.vars[k] = v
	}
	return &t
}

// probe is a scope to ask questions in: its statements are thrown away.
func (sc *scope) probe() *scope {
	t := sc.sub()
	t.b = &block{names: sc.b.names.inner()}
	return t
}

// inPlace is an expression that needs no statements before it; false if it does.
func (sc *scope) inPlace(write func(t *scope) string) (string, bool) {
	p := sc.probe()
	p.b.names = sc.b.names
	text := write(p)
	return text, len(p.b.lines) == 0
}

// assume notes that a condition holds from here on.
func (sc *scope) assume(t truth) {
	switch t.kind {
	case all:
		for _, p := range t.parts {
			sc.assume(p)
		}
	case atom:
		sc.known[t.text] = true
		sc.bound(t)
		for _, i := range t.implies {
			sc.known[i] = true
		}
	default:
	}
}

// bound notes what a comparison with a number says about the values of its left side.
func (sc *scope) bound(t truth) {
	n, err := strconv.ParseInt(t.right, 10, 64)
	if err != nil {
		return
	}
	d, ok := sc.bounds[t.left]
	if !ok {
		d = unbounded
	}
	switch t.op {
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
	sc.bounds[t.left] = d
}

// bounded is a number with what is known of its values here.
func (sc *scope) bounded(c code) code {
	d, ok := sc.bounds[c.text]
	if !ok || d.lo <= c.dom.lo && d.hi >= c.dom.hi {
		return c
	}
	lo, hi := max(d.lo, c.dom.lo), min(d.hi, c.dom.hi)
	if lo > hi {
		return c
	}
	vals := slices.DeleteFunc(slices.Clone(c.dom.vals), func(v int64) bool { return v < lo || v > hi })
	if c.dom = span(lo, hi); len(vals) > 0 {
		c.dom.vals = vals
	}
	return c
}

// open leaves out the conditions that are known to hold.
func (sc *scope) open(need []truth) []truth {
	var out []truth
	for _, n := range need {
		if n.kind != always && !sc.known[n.String()] {
			out = append(out, n)
		}
	}
	return out
}

// hoist gives an expression a name, so that it is computed once. What is undefined in places is `none` there, rather than a panic.
func (sc *scope) hoist(c code, name string) code {
	if isName(c.text) {
		return c
	}
	if c.need = sc.open(c.need); len(c.need) > 0 && !c.total {
		return sc.total(c, name)
	}
	v, ok := sc.vars[c.text]
	if !ok {
		v = sc.b.names.takeHere(own(name))
		sc.b.line("%s := %s", v, c.text)
		sc.vars[c.text] = v
	}
	return sc.rename(c, v)
}

// rename is the same value in a variable.
func (sc *scope) rename(c code, v string) code {
	need := make([]truth, len(c.need))
	for i, n := range c.need {
		need[i] = n
		if n.text == c.text+" != none" {
			need[i] = defined(v)
		}
	}
	return code{text: v, prec: precOperand, need: sc.open(need), total: c.total, dom: c.dom}
}

func isName(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	})
}

// defined says that a number is not `none`.
func defined(text string) truth { return compare(text, "!=", "none") }

// total makes an expression one that is `none` where it is undefined.
func (sc *scope) total(c code, name string) code {
	if len(c.need) == 0 || c.total {
		return c
	}
	v := sc.b.names.takeHere(own(name))
	sc.b.line("%s := none", v)
	sc.b.line("if %s {", and(c.need...))
	sc.b.line("%s = %s", v, c.text)
	sc.b.line("}")
	return code{text: v, prec: precOperand, need: []truth{defined(v)}, total: true, dom: c.dom}
}

// unsupported is the panic by which the translation gives up; Emit makes an error of it.
type unsupported struct {
	span diag.Span
	what string
}

func giveUp(sp diag.Span, format string, args ...any) {
	panic(unsupported{sp, fmt.Sprintf(format, args...)})
}
