package difftest

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/compiler/ground"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/diag"
	"github.com/pzc-lang/pzc/semantics"
)

// TestReadingsAgree: a model without the warnings denied-undefined and never-holds means the same in the two-valued
// reading of conditions: in all states that are reached, the same moves lead to the same states, and the same states
// are goals.
func TestReadingsAgree(t *testing.T) {
	compared, warned := 0, 0
	property(t, func(rt *rapid.T) {
		m := load(rt, anyModel(rt, writeModel, 300))
		if m == nil {
			return
		}
		_, diags := ground.Task(context.Background(), m, ground.Options{})
		if diags.HasErrors() {
			return
		}
		s := explore(rt, m, 300)
		if s == nil {
			return
		}
		if slices.ContainsFunc(diags, func(d *diag.Diagnostic) bool {
			return d.Code == "denied-undefined" || d.Code == "never-holds"
		}) {
			warned++
			return
		}
		compared++
		readingsAgree(rt, m, s)
	})
	t.Log(compared, "compared,", warned, "warned")
	require.Positive(t, compared)
	require.Positive(t, warned)
}

func readingsAgree(rt *rapid.T, m *model.Model, s *space) {
	two := semantics.NewTwoValuedMachine(m)
	require.Equal(rt, moveNames(s.x), moveNames(two), "moves that `where` admits")
	for i, st := range s.states {
		require.Equal(rt, s.goal[i], two.Goal(st), "goal in %v", st)
		require.Equal(rt, s.x.Dead(st), two.Dead(st), "dead in %v", st)
		for _, h := range m.Heuristics {
			a, errA := s.x.Heuristic(h, st)
			b, errB := two.Heuristic(h, st)
			require.Equal(rt, errA == nil, errB == nil)
			require.Equal(rt, a, b, "heuristic %s in %v", h.Name, st)
		}
		for _, mv := range s.x.Instances() {
			next, cost, refusal := s.x.Apply(st, mv)
			next2, cost2, refusal2 := two.Apply(st, mv)
			require.Equal(rt, refusal == nil, refusal2 == nil, "%s in %v", s.x.Format(mv), st)
			if refusal == nil {
				require.Equal(rt, next, next2, "%s in %v", s.x.Format(mv), st)
				require.Equal(rt, cost, cost2, "%s in %v", s.x.Format(mv), st)
			}
		}
	}
}

func moveNames(x *semantics.Machine) (names []string) {
	for _, mv := range x.Instances() {
		names = append(names, x.Format(mv))
	}
	return names
}
