package semantics

import (
	"context"
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/diag"
)

// Limits bounds what Verify keeps.
type Limits struct {
	States int
	Tables int // states of a simpler puzzle that serves as a heuristic
}

// Verification is what looking at the states of a puzzle says of its promises.
type Verification struct {
	States   int
	Complete bool // these are all that can be reached
	Claims   []*Claim
}

// Claim is one promise of a model.
type Claim struct {
	Name    string // such as "admissible manhattan"
	Span    diag.Span
	Checked bool   // everywhere; false where only some states were looked at
	Open    string // why it could not be checked everywhere
	Note    string // what else was found
	Fault   *Breach
}

// Breach is a state in which a promise is broken.
type Breach struct {
	Text  string
	Start []int64 // nil: no way to the state is known
	Way   []Move  // from there to the state, as few moves as possible
	Rest  []Move  // from the state on: to a goal; nil where that does not matter
}

// Verify tries what a model promises on each state that can be reached, by the reference semantics alone. With more states
// than the limit, those are taken that the fewest moves lead to, and states of random walks. The context may end it earlier.
func (x *Machine) Verify(ctx context.Context, l Limits) *Verification {
	x = NewMachine(x.m) // with tables of its own, which end with the context
	defer x.Within(ctx)()
	x.tables.limit = l.Tables
	v := &verifier{ctx: ctx, x: x, claims: map[any]*Claim{}}
	v.c = &promises{x: x, key: newKeyer(x.m), told: map[any]bool{}, found: v.breach}
	g, err := newGraph(ctx, x, l.States)
	v.g, v.out = g, &Verification{States: len(g.states), Complete: g.complete}
	v.list()
	if err == nil {
		v.c.classes, v.c.legal = newClasses(x, l.States), g.legal
		v.look()
		v.prunes(l.States)
		v.samples()
	}
	v.close(err)
	return v.out
}

// look goes through the states.
func (v *verifier) look() {
	v.at = -1
	v.c.relaxationErrors()
	for i := range v.g.states {
		if v.ctx.Err() != nil {
			return
		}
		v.at = i
		v.state(i)
	}
}

// verifier looks at the promises of one puzzle.
type verifier struct {
	ctx    context.Context
	x      *Machine
	c      *promises
	g      *graph
	at     int // the state that is looked at
	rest   bool
	claims map[any]*Claim
	out    *Verification
}

// list names the promises, in the order of the model.
func (v *verifier) list() {
	m := v.x.m
	add := func(what any, name string, span diag.Span) {
		c := &Claim{Name: name, Span: span}
		v.claims[what] = c
		v.out.Claims = append(v.out.Claims, c)
	}
	for i := range m.Invariants {
		add(&m.Invariants[i], "invariant", m.Invariants[i].Expr.Span())
	}
	for i := range m.Deads {
		add(&m.Deads[i], "dead", m.Deads[i].Expr.Span())
	}
	for _, h := range m.Heuristics {
		if h.Admissible {
			add(h, "admissible "+h.Name, h.Span)
		}
	}
	for _, r := range m.Relaxations {
		add(r, "relaxation "+r.Name, r.Span)
	}
	for _, s := range m.Symmetries {
		add(s, "symmetry "+s.Name, s.Span)
	}
	for i, p := range m.Prunes {
		add(p, fmt.Sprintf("prune %d", i+1), p.Span)
	}
	slices.SortStableFunc(v.out.Claims, func(a, b *Claim) int { return a.Span.Start.Offset - b.Span.Start.Offset })
	if len(m.Prunes) > 1 {
		add(allPrunes{}, "all prunes together", m.Prunes[0].Span)
	}
}

// allPrunes stands for what is said of all of them at once.
type allPrunes struct{}

// breach keeps the first state in which a promise is broken.
func (v *verifier) breach(what any, _ diag.Span, text string) {
	c := v.claims[what]
	if c == nil || c.Fault != nil || v.ctx.Err() != nil {
		return // what is found when the time is over is of no account
	}
	c.Fault = &Breach{Text: text}
	if v.at < 0 {
		return
	}
	c.Fault.Start, c.Fault.Way = v.g.way(v.at)
	if v.rest {
		c.Fault.Rest = v.g.rest(v.at)
	}
}

// state looks at one state and the moves from it.
func (v *verifier) state(i int) {
	x, c, g := v.x, v.c, v.g
	state := g.states[i]
	c.invariants(state)
	if g.left[i] >= 0 {
		v.rest = true
		c.ahead(state, g.left[i])
		v.rest = false
	}
	for _, sym := range x.m.Symmetries {
		for _, s := range c.instances(sym) {
			if c.told[sym] {
				break
			}
			c.symmetry(state, s)
		}
	}
	if len(x.m.Relaxations) > 0 {
		for _, m := range g.legal(state) {
			c.move(state, m)
		}
	}
	for _, h := range x.m.Heuristics {
		if h.Admissible {
			v.consistent(h, i)
		}
	}
}

// consistent notes the first move along which an estimate falls by more than the move costs. That is no fault: searches open such
// states again.
func (v *verifier) consistent(h *model.Heuristic, i int) {
	claim := v.claims[h]
	if claim.Note != "" || claim.Open != "" {
		return
	}
	here, err := v.x.Heuristic(h, v.g.states[i])
	if err != nil {
		claim.Open = err.Error()
		return
	}
	for _, e := range v.g.edges(i) {
		there, err := v.x.Heuristic(h, v.g.states[e.to])
		if err == nil && here > there+e.cost && v.ctx.Err() == nil {
			claim.Note = fmt.Sprintf("not consistent: `%s` of cost %d takes it from %s to %s", v.x.Format(v.g.moves[e.move]), e.cost, shortEstimate(here), shortEstimate(there))
			return
		}
	}
}

func shortEstimate(v int64) string {
	if v >= Unreachable {
		return "∞"
	}
	return fmt.Sprint(v)
}

// samples adds states of random walks where not all states were looked at.
func (v *verifier) samples() {
	if v.g.complete || v.ctx.Err() != nil || len(v.g.states) == 0 {
		return
	}
	v.at = -1
	for what, c := range v.claims {
		if c.Fault != nil {
			v.c.told[what] = true
		}
	}
	v.c.sample(v.g.states[0], Sampling{})
}

// close says which promises were looked at everywhere. The error is why nothing was looked at.
func (v *verifier) close(err error) {
	for what, c := range v.claims {
		_, isHeuristic := what.(*model.Heuristic)
		switch {
		case v.x.Problem() != nil:
			c.Fault, c.Open = nil, v.x.Problem().Msg
		case c.Fault != nil || c.Open != "":
		case v.ctx.Err() != nil:
			c.Open = context.Cause(v.ctx).Error()
		case err != nil:
			c.Open = err.Error()
		case !v.g.complete:
			c.Open = fmt.Sprintf("there are more than %d states", len(v.g.states))
		default:
			if c.Checked = true; isHeuristic && c.Note == "" {
				c.Note = "consistent"
			}
		}
	}
}
