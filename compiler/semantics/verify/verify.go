// Package verify checks what a model promises of its puzzle: invariants, dead states, symmetries, relaxations, prunings
// and admissible heuristics. All visits each reachable state; Sample visits states of random walks.
//
// The package uses only the machine of package semantics: what plans cost does not depend on grounding or on a backend.
// One thing is asked of others: the values of heuristics that read the costs of simpler puzzles, which are then judged
// like all others (Beyond).
package verify

import (
	"context"
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/internal/diag"
)

// Limits limits the memory of All.
type Limits struct {
	States int // the greatest number of states
	// Beyond computes heuristics that read the costs of simpler puzzles; nil: these stay open.
	Beyond Beyond
	// Along are reachable states from which states are visited as from the initial ones: near a goal, small costs are
	// known even if there are too many states.
	Along [][]int64
}

// Verification is the result of checking the promises of a puzzle.
type Verification struct {
	States   int
	Complete bool // all reachable states were visited
	Claims   []*claim
}

// claim is one promise of a model.
type claim struct {
	Name    string // for example "admissible manhattan"
	Span    diag.Span
	Checked bool   // in all reachable states
	Open    string // why it was not checked in all states
	Note    string // a further result
	Fault   *Breach
}

// Breach is a state that breaks a promise.
type Breach struct {
	Text  string
	Start []int64          // an initial state or one of Limits.Along; nil if no path to the state is known
	Way   []semantics.Move // a shortest path from Start to the state
	Rest  []semantics.Move // a path from the state to a goal; nil if the promise does not speak of goals
}

// All checks the promises of a model in each reachable state, by the reference semantics alone. If there are more
// states than the limit, it checks the states nearest to the initial states, and states of random walks. The context
// may end the check early.
func All(ctx context.Context, m *model.Model, l Limits) *Verification {
	if !m.Promises() {
		return &Verification{Complete: true}
	}
	c := newPromises(m, l.Beyond)
	defer c.x.Within(ctx)()
	v := &verifier{ctx: ctx, x: c.x, c: c, claims: map[any]*claim{}, out: &Verification{Complete: true}}
	c.found = v.breach
	if v.list(); len(v.claims) == 0 {
		return v.out
	}
	g, err := newGraph(ctx, c.x, l)
	v.g, v.out.States, v.out.Complete = g, len(g.states), g.complete
	if err == nil {
		c.classes, c.legal = newClasses(c.x, l.States), g.legal
		v.states()
		v.prunes(l.States)
		v.samples()
	}
	v.close(err)
	return v.out
}

// states checks all states.
func (v *verifier) states() {
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

// verifier checks the promises of one puzzle.
type verifier struct {
	ctx    context.Context
	x      *semantics.Machine
	c      *promises
	g      *graph
	at     int // the present state, -1 for none
	rest   bool
	claims map[any]*claim
	out    *Verification
}

// list makes the claims, in the order of the model.
func (v *verifier) list() {
	m := v.x.Model()
	add := func(what any, name string, span diag.Span) {
		c := &claim{Name: name, Span: span}
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
	slices.SortStableFunc(v.out.Claims, func(a, b *claim) int { return a.Span.Start.Offset - b.Span.Start.Offset })
	if len(m.Prunes) > 1 {
		add(allPrunes{}, AllPrunes, m.Prunes[0].Span)
	}
}

// AllPrunes is the name of the claim about all prunings together.
const AllPrunes = "all prunes together"

// allPrunes stands for the claim about all prunings together.
type allPrunes struct{}

// breach records the first state that breaks a promise.
func (v *verifier) breach(what any, _ diag.Span, text string) {
	c := v.claims[what]
	if c == nil || c.Fault != nil || v.ctx.Err() != nil {
		return // results after the end of the context may be wrong
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

// state checks one state and the moves from it.
func (v *verifier) state(i int) {
	x, c, g := v.x, v.c, v.g
	state := g.states[i]
	c.invariants(state)
	if g.left[i] >= 0 {
		v.rest = true
		c.ahead(state, g.left[i])
		v.rest = false
	}
	for _, sym := range x.Model().Symmetries {
		for _, s := range c.instances(sym) {
			if c.told[sym] {
				break
			}
			c.symmetry(state, s)
		}
	}
	if len(x.Model().Relaxations) > 0 {
		for _, m := range g.legal(state) {
			c.move(state, m)
		}
	}
	for _, h := range x.Model().Heuristics {
		if h.Admissible {
			v.consistent(h, i)
		}
	}
}

// consistent records the first move along which an estimate falls by more than the cost of the move. An inconsistent
// heuristic is not a fault, because searches reopen states.
func (v *verifier) consistent(h *model.Heuristic, i int) {
	claim := v.claims[h]
	if claim.Note != "" || claim.Open != "" {
		return
	}
	here, err := v.c.estimates.Of(h, v.g.states[i])
	if err != nil {
		claim.Open = err.Error()
		return
	}
	for _, e := range v.g.edges(i) {
		there, err := v.c.estimates.Of(h, v.g.states[e.to])
		if err == nil && here > there+e.cost && v.ctx.Err() == nil {
			claim.Note = fmt.Sprintf("not consistent: `%s` of cost %d takes it from %s to %s",
				v.x.Format(v.g.moves[e.move]), e.cost, shortEstimate(here), shortEstimate(there))
			return
		}
	}
}

func shortEstimate(v int64) string {
	if v >= unreachable {
		return "∞"
	}
	return fmt.Sprint(v)
}

// samples checks states of random walks if not all states were visited.
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

// close sets which claims were checked everywhere. err says why nothing was checked.
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
