package difftest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/semantics/verify"
)

// Goals drawn blindly hold at once or never, and promises drawn blindly are wrong. So a model is explored before it
// gets them. Goals are made of what some state is like, for the most part one that takes some moves. Only what is true
// of all states is promised.

// survey explores the model as far as it is written; nil if it is wrong, too large, or has no states.
func (a *author) survey(limit int) *space {
	m := quietly(a.b.String() + "goal true\n")
	if m == nil {
		return nil
	}
	if s := exploreModel(a.t, m, limit); s != nil && len(s.states) > 0 && m.StateSize > 0 {
		return s
	}
	return nil
}

// equation says that an element of the state has a value.
func (s *space) equation(place int, value int64) string {
	m := s.x.Model()
	array, _ := m.ArrayAt(place)
	return m.StateName(place) + " == " + m.Format(array.Type, model.Value{N: value})
}

// aim asks for some of what a state is like; those far from the start come more often.
func (a *author) aim(s *space) {
	at := s.states[max(a.upTo(len(s.states)-1), a.upTo(len(s.states)-1))]
	a.line("goal %s", a.likeness(s, at, 11))
}

// likeness is what some elements of a state are, each with the given chance.
func (a *author) likeness(s *space, state []int64, n int) string {
	first := a.upTo(len(state) - 1)
	parts := []string{s.equation(first, state[first])}
	for place := range state {
		if place != first && a.chance(n) {
			parts = append(parts, s.equation(place, state[place]))
		}
	}
	return strings.Join(parts, " and ")
}

// claims promises some of what is true of a finished model.
func (a *author) claims(limit int) {
	if !a.chance(7) {
		return
	}
	s := a.survey(limit)
	if s == nil {
		return
	}
	left := s.left()
	if a.chance(5) {
		a.deadEnd(s, left)
	}
	if a.chance(5) {
		a.invariant(s)
	}
	if a.chance(8) {
		a.admissible(s, left)
	}
	if a.chance(8) {
		a.symmetries(s, limit)
	}
	if a.chance(8) {
		a.prunes(s)
	}
}

// left is the least cost from each state to a goal, none where there is no way.
func (s *space) left() []int64 {
	left := make([]int64, len(s.states))
	for i := range left {
		if left[i] = none; s.goal[i] {
			left[i] = 0
		}
	}
	for changed := true; changed; {
		changed = false
		for i, steps := range s.steps {
			for _, e := range steps {
				if left[e.to] != none && left[e.to]+e.cost < left[i] {
					left[i], changed = left[e.to]+e.cost, true
				}
			}
		}
	}
	return left
}

// deadEnd promises that states like one without a way to a goal have none, if that is so.
func (a *author) deadEnd(s *space, left []int64) {
	var lost []int
	for i, c := range left {
		if c == none {
			lost = append(lost, i)
		}
	}
	if lost == nil {
		return
	}
	like := a.likeness(s, s.states[pick(a, lost...)], 4)
	a.tries("dead "+like, func(x *semantics.Machine) bool {
		for i, state := range s.states {
			if left[i] != none && x.Dead(state) {
				return false
			}
		}
		return true
	})
}

// tries writes a line if the model is right with it and what it says is true.
func (a *author) tries(line string, right func(x *semantics.Machine) bool) bool {
	m := quietly(a.b.String() + line + "\n")
	if m == nil || !right(semantics.NewMachine(m)) {
		return false
	}
	a.line("%s", line)
	return true
}

// invariant names the values that an element has.
func (a *author) invariant(s *space) {
	place := a.upTo(len(s.states[0]) - 1)
	var values []string
	for _, state := range s.states {
		if e := s.equation(place, state[place]); !slices.Contains(values, e) {
			values = append(values, e)
		}
	}
	a.line("invariant %s", strings.Join(values, " or "))
}

// most bounds the estimates.
const most = 9

// estimate is the least cost that is left where an element has its value. It is admissible, and often not consistent.
func (a *author) estimate(s *space, left []int64) string {
	place := a.upTo(len(s.states[0]) - 1)
	least := map[int64]int64{}
	for i, state := range s.states {
		if old, ok := least[state[place]]; !ok || left[i] < old {
			least[state[place]] = min(left[i], most)
		}
	}
	text := ""
	for _, v := range sortedKeys(least) {
		if least[v] > 0 {
			text += fmt.Sprintf("if %s then %d else ", s.equation(place, v), least[v])
		}
	}
	return text + "0"
}

func sortedKeys(m map[int64]int64) []int64 {
	var keys []int64
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// other is the puzzle that serves as a relaxation: what is left can be paid at once, and owing more costs nothing.
const other = `puzzle Debt
state n: 0..9 = 0
move pay(d: 1..9) when n >= d cost d { n := n - d }
move owe(d: 1..9) when n + d <= 9 cost 0 { n := n + d }
goal n == 0
`

// admissible declares estimates that are never too high: one that is written out, larger ones, and one that is another
// puzzle's cost.
func (a *author) admissible(s *space, left []int64) {
	a.line("heuristic sure admissible = %s", a.estimate(s, left))
	if a.chance(8) {
		a.line("heuristic surer admissible = max(sure, %s)", a.estimate(s, left))
	}
	if !a.chance(8) {
		return
	}
	owed := a.estimate(s, left) // and so much costs a plan of the other puzzle
	m := quietly(a.b.String() + "heuristic owed = " + owed + "\n")
	if m != nil && s.consistent(semantics.NewMachine(m), "owed") {
		a.line("relaxation debt of \"other.pz\" { n = %s }\nheuristic owed admissible = debt", owed)
	}
}

// consistent tells whether an estimate never falls by more than a move costs.
func (s *space) consistent(x *semantics.Machine, name string) bool {
	heuristics := x.Model().Heuristics
	h := heuristics[slices.IndexFunc(heuristics, func(h *model.Heuristic) bool { return h.Name == name })]
	estimates, values := verify.NewEstimates(x, nil), make([]int64, len(s.states))
	for i, state := range s.states {
		v, err := estimates.Of(h, state)
		if err != nil || s.goal[i] && v > 0 {
			return false
		}
		values[i] = v
	}
	for i, steps := range s.steps {
		for _, e := range steps {
			if values[i] > values[e.to]+e.cost {
				return false
			}
		}
	}
	return true
}
