package difftest

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/compiler/ground"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/semantics/verify"
	"github.com/pzc-lang/pzc/internal/diag"
)

// TestReadingsAgree: a model without the warnings denied-undefined and never-holds means the same in the two-valued
// reading of conditions. In all states that are reached, the same moves lead to the same states, and the same states
// are goals.
func TestReadingsAgree(t *testing.T) {
	compared, warned, same := 0, 0, 0
	agree := func(rt *rapid.T) {
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
		warns := func(code string) bool {
			return slices.ContainsFunc(diags, func(d *diag.Diagnostic) bool { return d.Code == code })
		}
		differ := readingsDiffer(m, s)
		switch {
		case warns("denied-undefined"):
			warned++
			if differ == "" {
				same++
			}
			return
		case warns("never-holds"):
			return
		}
		compared++
		require.Empty(rt, differ)
	}
	for range 10 { // few models get the warning: a hundred may have none
		if property(t, agree); warned > 0 {
			break
		}
	}
	t.Logf("%d compared, %d warned; of these %d are the same in all states that are reached", compared, warned, same)
	require.Positive(t, compared)
	if !testing.Short() { // make quick draws few models
		require.Positive(t, warned)
	}
}

// readingsDiffer says where the two readings of a model differ in the states that are reached; "" if nowhere.
func readingsDiffer(m *model.Model, s *space) string {
	two := semantics.NewTwoValuedMachine(m)
	says, saysTwo := verify.NewEstimates(s.x), verify.NewEstimates(two)
	admitted, admitted2 := byName(s.x), byName(two)
	moves := maps.Clone(admitted) // a move that only one reading admits must be refused in it
	maps.Copy(moves, admitted2)
	for i, st := range s.states {
		if s.goal[i] != two.Goal(st) || s.x.Dead(st) != two.Dead(st) {
			return fmt.Sprintf("goal or dead in %v", st)
		}
		for _, h := range m.Heuristics {
			a, errA := says.Of(h, st)
			b, errB := saysTwo.Of(h, st)
			if a != b || (errA == nil) != (errB == nil) {
				return fmt.Sprintf("heuristic %s in %v", h.Name, st)
			}
		}
		for name, mv := range moves {
			next, cost, refusal := s.x.Apply(st, mv)
			next2, cost2, refusal2 := two.Apply(st, mv)
			made, made2 := refusal == nil && has(admitted, name), refusal2 == nil && has(admitted2, name)
			if made != made2 || made && (!slices.Equal(next, next2) || cost != cost2) {
				return fmt.Sprintf("%s in %v", name, st)
			}
		}
	}
	return ""
}

func byName(x *semantics.Machine) map[string]semantics.Move {
	moves := map[string]semantics.Move{}
	for _, mv := range x.Instances() {
		moves[x.Format(mv)] = mv
	}
	return moves
}

func has(moves map[string]semantics.Move, name string) bool {
	_, is := moves[name]
	return is
}
