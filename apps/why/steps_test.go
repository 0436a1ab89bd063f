package why

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/models"
)

// drawnRules draws goals about elements 0 to 3 of x, whose values are 1 to 3.
func drawnRules(rng *rand.Rand) string {
	var text strings.Builder
	text.WriteString("puzzle Drawn\nstate x[i in 0..3]: 1..3 = any\n")
	for range 3 + rng.IntN(4) {
		i, j, k := rng.IntN(4), rng.IntN(4), 1+rng.IntN(5)
		text.WriteString([]string{
			fmt.Sprintf("goal x[%d] < x[%d]\n", i, (i+1)%4),
			fmt.Sprintf("goal x[%d] != x[%d]\n", i, (i+1)%4),
			fmt.Sprintf("goal x[%d] + x[%d] == %d\n", i, j, k),
			fmt.Sprintf("goal x[%d] == %d => x[%d] == 2\n", i, 1+k%3, j),
			fmt.Sprintf("goal x[%d] + x[%d] + x[3] <= %d\n", i, j, k+2),
			"goal distinct i in 0..2: x[i]\n",
		}[rng.IntN(6)])
	}
	return text.String()
}

func grounded(t *testing.T, text string) *puzzle.Puzzle {
	p, diags := puzzle.Load(fstest.MapFS{"m.pz": {Data: []byte(text)}}, "m.pz")
	require.False(t, diags.HasErrors(), "%s", diags)
	z, diags := p.Instantiate(puzzle.Data{})
	require.False(t, diags.HasErrors(), "%s", diags)
	diags = z.Ground(t.Context())
	require.False(t, diags.HasErrors(), "%s", diags)
	return z
}

// consistent lists the combinations of values that satisfy some rules and lie within what is known of some places.
func (s *stepper) consistent(rules, places []int) (all [][]int64) {
	machine := s.z.Machine()
	var extend func(state []int64)
	extend = func(state []int64) {
		if p := len(state); p < len(s.values) {
			for i, v := range s.values[p] {
				if !slices.Contains(places, p) || !s.out[p][i] {
					extend(append(slices.Clip(state), v))
				}
			}
			return
		}
		for _, c := range s.clausesOf(rules) {
			if !machine.Holds(s.clauses[c].formula(), state) {
				return
			}
		}
		all = append(all, state)
	}
	extend(nil)
	return all
}

// excludes tells whether a deduction follows from some rules and what is known of some places.
func (s *stepper) excludes(d *deduction, rules, places []int) bool {
	all := s.consistent(rules, places)
	return !slices.ContainsFunc(d.drops, func(x drop) bool {
		return slices.ContainsFunc(all, func(state []int64) bool { return state[x.place] == s.values[x.place][x.value] })
	})
}

// excludesAny tells whether some rules, and all that is known, exclude a value.
func (s *stepper) excludesAny(rules []int) bool {
	possible := s.consistent(rules, upTo(len(s.values)))
	for p := range s.values {
		for i, v := range s.values[p] {
			if !s.out[p][i] && !slices.ContainsFunc(possible, func(state []int64) bool { return state[p] == v }) {
				return true
			}
		}
	}
	return false
}

// TestStepsFollow compares deductions with all combinations of values: Each follows from its rules and its elements,
// and does not without one of these elements or rules. Where two or three rules are named, no fewer rules exclude
// anything. In the end exactly the values of solutions are left.
func TestStepsFollow(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 7))
	steps, sizes := 0, [4]int{}
	for range 150 {
		z := grounded(t, drawnRules(rng))
		s, err := newStepper(t.Context(), z, Options{})
		require.NoError(t, err)
		if err := s.begin(); err != nil {
			require.ErrorIs(t, err, ErrNone)
			continue
		}
		everywhere := upTo(len(s.values))
		for {
			d, err := s.next()
			require.NoError(t, err)
			if d == nil {
				break
			}
			steps++
			require.True(t, s.excludes(d, d.rules, d.uses))
			for i := range d.uses {
				if len(d.rules) > MostTogether {
					break
				}
				require.False(t, s.excludes(d, d.rules, slices.Delete(slices.Clone(d.uses), i, i+1)), "too much is used")
			}
			sizes[min(len(d.rules), 3)]++
			for r := range s.rules {
				require.False(t, len(d.rules) > 1 && s.excludesAny([]int{r}), "one rule is enough")
				for q := range r {
					require.False(t, len(d.rules) > 2 && s.excludesAny([]int{q, r}), "two rules are enough")
				}
			}
			for i := range d.rules {
				require.False(t, s.excludes(d, slices.Delete(slices.Clone(d.rules), i, i+1), everywhere), "too many rules")
			}
			s.apply(d)
		}
		solutions := s.consistent(upTo(len(s.rules)), nil)
		for p := range s.values {
			for i, v := range s.values[p] {
				has := slices.ContainsFunc(solutions, func(state []int64) bool { return state[p] == v })
				require.Equal(t, has, !s.out[p][i])
			}
		}
	}
	require.Greater(t, steps, 100)
	require.Greater(t, min(sizes[1], sizes[2], sizes[3]), 5, "%d", sizes)
}

// TestStepsOfAnswers compares what steps leave open with all solutions. Steps are about comparisons of neighbours. What
// lies right of an element is the left of the next one, so most rules read the other side of an answer.
func TestStepsOfAnswers(t *testing.T) {
	rng, solved := rand.New(rand.NewPCG(5, 7)), 0
	for range 100 {
		text := drawnRules(rng) + "type Side = {-1, 1}\nanswer apart = false\n" +
			"def apart(i: 0..3, d: Side) = if i + d in 0..3 then x[i] != x[i + d] else false\n"
		for range 1 + rng.IntN(2) {
			text += fmt.Sprintf("goal (count d in Side: apart(%d, d)) == %d\n", rng.IntN(4), rng.IntN(3))
		}
		z := grounded(t, text)
		all, err := z.Solve(t.Context(), puzzle.Options{Options: backends.Options{All: true}})
		require.NoError(t, err)
		l, err := Climb(t.Context(), z, Options{})
		if len(all.Solutions) == 0 {
			require.ErrorIs(t, err, ErrNone, text)
			continue
		}
		require.NoError(t, err, text)
		open, asked := 0, z.Asked(t.Context())
		for place := range z.Model().StateSize {
			values := lists.Map(all.Solutions, func(s puzzle.Solution) int64 { return s.Start[place] })
			if asked(place) && slices.Min(values) < slices.Max(values) {
				open++
			}
		}
		require.Equal(t, open, l.Open, text)
		solved++
	}
	require.Greater(t, solved, 20)
}

// TestStepsOfComputedElements: steps know no elements whose initial values depend on what is chosen.
func TestStepsOfComputedElements(t *testing.T) {
	for _, answer := range []string{"", "answer t\n"} {
		z := grounded(t, "puzzle Computed\nstate n[0..1]: 1..2 = any\nstate t: bool = n[0] == n[1]\ngoal true\n"+answer)
		_, err := Climb(t.Context(), z, Options{})
		require.ErrorContains(t, err, "depend on each other")
	}
}

func stepsOf(t *testing.T, name, instance string) *Answer {
	p, _ := puzzle.Load(models.FS(), name)
	z, diags := p.Instantiate(puzzle.Data{Instance: instance})
	require.False(t, diags.HasErrors(), "%s", diags)
	require.False(t, z.Ground(t.Context()).HasErrors())
	a, err := steps(context.WithoutCancel(t.Context()), z, Options{})
	require.NoError(t, err)
	return a
}

// TestPencilPuzzlesAreSolvedByOneRuleAtATime reads like a person's solution: no step needs two rules.
func TestPencilPuzzlesAreSolvedByOneRuleAtATime(t *testing.T) {
	for name, instance := range map[string]string{"futoshiki.pz": "four", "nonogram.pz": ""} {
		a := stepsOf(t, name, instance)
		require.Contains(t, a.Facts[0].Text, "without guessing. Each step uses one rule.", name)
		require.Empty(t, a.Limit)
	}
}

// TestBothSidesOfAnEdge: a step about an edge is one about the same edge, seen from the other side.
func TestBothSidesOfAnEdge(t *testing.T) {
	require.Contains(t, stepsOf(t, "loops/simple_loop.pz", "").Facts[0].Text, "Solved in ")
}

func TestRedundantClauses(t *testing.T) {
	z := grounded(t,
		"puzzle P\nstate x: 1..3 = any\nstate y: 1..3 = any\ngoal x < y\ngoal y < 3\ngoal x == 1\ngoal x != 3\n")
	a, err := redundant(t.Context(), z, Options{})
	require.NoError(t, err)
	require.Equal(t, "The solution is the only one. 2 of 4 clauses could each be left out:", a.Facts[0].Text)
	require.Contains(t, a.Find(note).Text, "2 of them could be left out together")
	z = grounded(t, "puzzle P\nstate x: 1..3 = any\ngoal x < 3\n")
	a, err = redundant(t.Context(), z, Options{})
	require.NoError(t, err)
	require.Contains(t, a.Facts[0].Text, "more than one solution")
}

// TestLongStepsBySAT asks SAT about each deduction about puzzles of the library: the rules and what is used are
// contradicted by each value that is excluded.
func TestLongStepsBySAT(t *testing.T) {
	for _, name := range []string{"zebra.pz", "sudoku.pz", "nonogram.pz", "hitori.pz"} {
		p, _ := puzzle.Load(models.FS(), name)
		z, diags := p.Instantiate(puzzle.Data{})
		require.False(t, diags.HasErrors(), "%s", diags)
		require.False(t, z.Ground(t.Context()).HasErrors())
		s, err := newStepper(t.Context(), z, Options{})
		require.NoError(t, err)
		require.NoError(t, s.begin())
		clauses, number := slices.Clone(s.clauses), map[drop]int{}
		for p, values := range s.values {
			for i, n := range values {
				number[drop{p, i}] = len(clauses)
				clauses = append(clauses, notClause(z.Model(), p, n))
			}
		}
		a, err := newAssumed(t.Context(), z, clauses, Options{}.Solve)
		require.NoError(t, err)
		for {
			d, err := s.next()
			require.NoError(t, err)
			if d == nil {
				break
			}
			for _, x := range d.drops {
				set := s.clausesOf(d.rules)
				for y, c := range number {
					if y.place == x.place && y != x || slices.Contains(d.uses, y.place) && s.out[y.place][y.value] {
						set = append(set, c)
					}
				}
				v, _ := a.ask(t.Context(), ascending(set))
				require.Equal(t, clash, v, "%s: %v", name, d)
			}
			s.apply(d)
		}
	}
}

// notClause says that an element does not have a value.
func notClause(m *model.Model, place int, n int64) clause {
	a, _ := m.ArrayAt(place)
	return clause{
		kind: "not", array: a, place: place,
		expr: &model.Binary{
			Base: model.Base{Ty: model.BooleanType}, Op: model.Ne, L: m.Element(place),
			R: &model.Lit{Base: model.Base{Ty: a.Type}, Value: model.Int(n)},
		},
	}
}

// TestLongHardPuzzles has steps of three and more rules.
func TestLongHardPuzzles(t *testing.T) {
	for _, of := range [][2]string{{"sudoku.pz", "escargot"}, {"slitherlink.pz", "eight"}, {"nonogram.pz", "cat"}} {
		a := stepsOf(t, of[0], of[1])
		require.Contains(t, a.Facts[0].Text, "without guessing.", of)
		require.Empty(t, a.Limit)
	}
}

// TestStepsOfSlowQuestions: each step excludes a value and has a chain, however soon questions are given up.
func TestStepsOfSlowQuestions(t *testing.T) {
	for _, file := range []string{"slitherlink.pz", "magic.pz"} {
		p, diags := puzzle.Load(models.FS(), file)
		require.NoError(t, diags.Err())
		z, diags := p.Instantiate(puzzle.Data{})
		require.NoError(t, diags.Err())
		require.NoError(t, z.Ground(t.Context()).Err())
		s, err := newStepper(t.Context(), z, Options{})
		require.NoError(t, err)
		s.measures, s.patience = true, 1
		require.NoError(t, s.begin())
		l, err := s.climb(func(step int, d *deduction) { require.NotEmpty(t, d.drops, "%s: step %d", file, step) })
		require.NoError(t, err)
		require.Len(t, l.Chains, len(l.Rules))
		require.Positive(t, l.Slow)
	}
}
