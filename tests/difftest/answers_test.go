package difftest

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/apps/why"
	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// writeAnswers writes a model without moves that says what a person decides: two defs, and often a state variable.
func writeAnswers(t *rapid.T, limit int) string {
	a := &author{t: t, budget: limit, any: 10}
	a.head()
	a.variables(3)
	a.defs()
	reads := func() string { // something that a state variable decides
		v := pick(a, a.states...)
		element, index := v.name, []string{}
		for _, set := range v.sets {
			index = append(index, "nth("+set+", 0)")
		}
		if len(index) > 0 {
			element += "[" + strings.Join(index, ", ") + "]"
		}
		return "(" + element + " == nth(" + v.of + ", 0))"
	}
	a.line("goal %s or %s", reads(), a.truth(2))
	a.line("def told(i: 0..1) = if i == 0 then %s => %s else %s", reads(), a.truth(2), a.truth(2))
	a.line("def counted(): 0..2 = if %s then %s else %s", reads(), a.number(1), a.number(2))
	names := pick(a, "told", "told = true", "counted", "told, counted", "counted = 1\nanswer told = false")
	if a.chance(4) {
		names = a.states[len(a.states)-1].name + ", " + names
	}
	a.line("answer %s", names)
	return a.b.String()
}

// answersOf returns what a person decides in a state: the state variables among the answers, and then the defs.
func answersOf(m *model.Model, machine *semantics.Machine, state []int64) string {
	var out []int64
	for place := range state {
		array, _ := m.ArrayAt(place)
		if slices.ContainsFunc(m.Answers, func(a model.Answer) bool { return a.Array == array }) {
			out = append(out, state[place])
		}
	}
	ev := machine.Evaluator()
	ev.SetState(state)
	for _, a := range m.Answers {
		if a.Value == nil {
			continue
		}
		for i := range 1 + int64(len(a.Array.Index)) { // told has two elements
			frame := make(semantics.Frame, max(a.Array.Slots, model.SlotsFor(a.Value)))
			for _, x := range a.Array.Index {
				frame[x.Slot] = semantics.Slot{Value: model.Int(i), OK: true}
			}
			v, ok := ev.Value(a.Value, frame)
			if !ok {
				return "" // a value outside the type of the result
			}
			out = append(out, v.N)
		}
	}
	return key(out)
}

// TestAnswersAgree: all backends, with and without techniques, find and count the answers of the solutions that the
// semantics accepts, each once. The steps leave something open if, and only if, there are several answers.
func TestAnswersAgree(t *testing.T) {
	several := 0
	property(t, func(rt *rapid.T) {
		text := anyModel(rt, writeAnswers, 200)
		m := load(rt, text)
		if m == nil {
			return
		}
		p := newPuzzle(rt, text)
		s := exploreModel(rt, m, 500)
		if p == nil || s == nil {
			return
		}
		machine, wanted := semantics.NewMachine(m), map[string]bool{}
		assignments(m, func(state []int64) {
			if s.x.CheckInitial(state) == nil && s.x.Goal(state) {
				wanted[answersOf(m, machine, state)] = true
			}
		})
		want := slices.Sorted(maps.Keys(wanted))
		sub := &subject{space: s, rt: rt, puzzle: p, least: s.best()}
		answers := func(a *puzzle.Answer) (all []string) {
			for _, x := range a.Solutions {
				var out []int64
				for place, n := range x.Start {
					if p.Decides(place) {
						out = append(out, n)
					}
				}
				all = append(all, key(out))
			}
			slices.Sort(all)
			require.Len(rt, slices.Compact(slices.Clone(all)), len(all), "an answer comes twice")
			return all
		}
		for _, name := range []string{"search", "sat", "constraint"} {
			a, err := sub.try(name, backends.Options{All: true})
			if err != nil && name != "sat" {
				continue // it says that it cannot
			}
			require.NoError(rt, err, name)
			same(rt, want, answers(a), name)
			n, err := sub.try(name, backends.Options{All: true, Count: true})
			require.NoError(rt, err, name)
			require.EqualValues(rt, len(want), n.Count.Int64(), name)
		}
		plain, err := p.Solve(context.Background(), puzzle.Options{
			Options: backends.Options{All: true, Without: technique.Set{technique.All}},
		})
		require.NoError(rt, err)
		same(rt, want, answers(plain), "without all")
		if len(want) == 0 {
			return
		}
		for _, without := range []technique.Set{nil, {technique.All}} {
			l, err := why.Climb(context.Background(), p, why.Options{Solve: puzzle.Options{
				Options: backends.Options{Without: without},
			}})
			if limit := (*backends.LimitError)(nil); errors.As(err, &limit) { // values depend on others from the start
				continue
			}
			require.NoError(rt, err)
			require.Equal(rt, len(want) > 1, l.Open > 0, "%d answers, %d elements are open", len(want), l.Open)
		}
		if several++; len(want) < 2 {
			several--
		}
	})
	require.Positive(t, several)
}
