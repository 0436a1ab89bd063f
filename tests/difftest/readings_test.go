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
		s := exploreModel(rt, m, 300)
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
	return machinesDiffer(s.states, m, s.x, m, semantics.NewTwoValuedMachine(m))
}

// machinesDiffer says in which of some states two machines differ, those of two models with the same moves and state;
// "" if in none.
func machinesDiffer(
	states [][]int64, m *model.Model, x *semantics.Machine, m2 *model.Model, x2 *semantics.Machine,
) string {
	says, says2 := verify.NewEstimates(x, nil), verify.NewEstimates(x2, nil)
	admitted, admitted2 := byName(x), byName(x2)
	moves := maps.Clone(admitted) // a move that only one machine admits must be refused in it
	maps.Copy(moves, admitted2)
	for _, st := range states {
		if x.Goal(st) != x2.Goal(st) || x.Dead(st) != x2.Dead(st) {
			return fmt.Sprintf("goal or dead in %v", st)
		}
		for i, h := range m.Heuristics {
			a, errA := says.Of(h, st)
			b, errB := says2.Of(m2.Heuristics[i], st)
			if a != b || (errA == nil) != (errB == nil) {
				return fmt.Sprintf("heuristic %s in %v", h.Name, st)
			}
		}
		for name := range moves {
			next, cost, made := applied(x, st, admitted, name)
			next2, cost2, made2 := applied(x2, st, admitted2, name)
			if made != made2 || made && (!slices.Equal(next, next2) || cost != cost2) {
				return fmt.Sprintf("%s in %v", name, st)
			}
		}
	}
	return ""
}

// applied makes a move if the machine admits it.
func applied(x *semantics.Machine, st []int64, admitted map[string]semantics.Move, name string) (
	next []int64, cost int64, made bool,
) {
	mv, is := admitted[name]
	if !is {
		return nil, 0, false
	}
	next, cost, refusal := x.Apply(st, mv)
	return next, cost, refusal == nil
}

func byName(x *semantics.Machine) map[string]semantics.Move {
	moves := map[string]semantics.Move{}
	for _, mv := range x.Instances() {
		moves[x.Format(mv)] = mv
	}
	return moves
}
