package verify

import (
	"context"
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/internal/diag"
)

// Refutation holds the promises of a model that a plan refutes.
type Refutation struct {
	Promises []string       // "admissible manhattan"
	Warnings diag.List      // for each promise
	Left     *model.Program // the program without these promises
}

// Refute tries promises of a model on a plan from an initial state: each invariant, and what relied names, such as
// "dead" and "admissible manhattan", with the relaxations that these heuristics read. It returns nil if the plan
// refutes none. beyond computes heuristics that read the costs of simpler puzzles. If the context ends, nothing is
// refuted.
func Refute(ctx context.Context, m *model.Model, start []int64, plan []semantics.Move, relied []string, beyond Beyond,
) *Refutation {
	if len(relied) == 0 && len(m.Invariants) == 0 {
		return nil
	}
	c := newPromises(m, beyond)
	defer c.x.Within(ctx)()
	for _, r := range m.Relaxations {
		c.told[r] = true
	}
	for _, h := range m.Heuristics {
		c.told[h] = !slices.Contains(relied, "admissible "+h.Name)
		for _, r := range m.Relaxations {
			c.told[r] = c.told[r] && (c.told[h] || !h.Reads(r))
		}
	}
	for i := range m.Deads {
		c.told[&m.Deads[i]] = !slices.Contains(relied, "dead")
	}
	left := *m.Program
	out := &Refutation{Left: &left}
	c.found = func(what any, span diag.Span, text string) {
		left.Withdraw(what)
		name := "invariant"
		switch x := what.(type) {
		case *model.Heuristic:
			name = "admissible " + x.Name
		case *model.Relaxation:
			name = "relaxation " + x.Name
		case *model.Formula:
			if slices.ContainsFunc(m.Deads, func(f model.Formula) bool { return f.Expr == x.Expr }) {
				name = "dead"
			}
		}
		out.Promises = append(out.Promises, name)
		out.Warnings.Warnf(span, codePromise, "%s", text)
	}
	states := [][]int64{start}
	var made []semantics.Made
	for _, move := range plan {
		state, cost, refusal := c.x.Apply(states[len(states)-1], move)
		if refusal != nil {
			return nil // Replay has another reason to say so
		}
		made, states = append(made, semantics.Made{Move: move, Cost: cost, State: state}), append(states, state)
	}
	c.walk(start, made)
	for i, state := range states {
		if c.invariants(state); i < len(made) {
			c.move(state, made[i])
		}
	}
	if len(out.Promises) == 0 || ctx.Err() != nil {
		return nil
	}
	return out
}
