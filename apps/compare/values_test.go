package compare

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/internal/puzzle"
)

const queens = `puzzle Queens
param n: 1..20 = 6
type Line = 0..n-1
state queen[r in Line]: Line = any
goal distinct r in Line: queen[r]
goal distinct r in Line: queen[r] + r
goal distinct r in Line: queen[r] - r`

const pairwise = `puzzle Pairwise
param n: 1..20 = 6
type Line = 0..n-1
state queen[r in Line]: Line = any
goal forall r in Line, s in Line where r < s: queen[r] != queen[s]
goal forall r in Line, s in Line where r < s: queen[r] + r != queen[s] + s
goal forall r in Line, s in Line where r < s: queen[r] - r != queen[s] - s`

const board = `puzzle Board
param n: 1..20 = 6
type Line = 0..n-1
state on[r in Line, c in Line]: bool = any
goal forall r in Line: (count c in Line: on[r, c]) == 1
goal forall c in Line: (count r in Line: on[r, c]) == 1
goal forall r in Line, c in Line, s in Line, d in Line where r < s and abs(c - d) == s - r: not (on[r, c] and on[s, d])`

// TestSolutions compares models without moves.
func TestSolutions(t *testing.T) {
	last := pairwise[:strings.LastIndex(pairwise, "goal")]
	for _, tt := range []struct {
		name, a, b string
		want       Verdict
		only       Side
		refused    int // line of the clause that refuses
	}{
		{"itself", queens, queens, Equal, 0, 0},
		{"pairs", queens, pairwise, Equal, 0, 0},
		{"pairs, the other way round", pairwise, queens, Equal, 0, 0},
		{
			"other words", queens, strings.Replace(last, "queen[r] + r != queen[s] + s", "abs(queen[r] - queen[s]) != s - r", 1),
			Equal, 0, 0,
		},
		{
			"a size that no solver proves", strings.Replace(queens, "= 6", "= 20", 1),
			strings.Replace(strings.Replace(last, "= 6", "= 20", 1), "queen[r] + r != queen[s] + s",
				"abs(queen[r] - queen[s]) != s - r", 1), Equal, 0, 0,
		},
		{"a rule is missing", queens, last, Differ, Other, 7},
		{"a rule too many", queens, pairwise + " goal queen[0] < 3", Differ, Reference, 7},
		{
			"a type that is too small", queens, strings.Replace(pairwise, "Line = any", "0..n-2 = any", 1), Differ,
			Reference, 4,
		},
		{
			"a type that is too large", queens, strings.Replace(pairwise, "Line = any", "0..n = any", 1), Differ,
			Other, 4,
		},
		{"an init", queens, pairwise + " init queen[1] > 0", Differ, Reference, 7},
		{"no solution", queens, pairwise + " goal queen[0] == queen[1]", Differ, Reference, 7},
		{"the same objective", queens + " minimize queen[0]", pairwise + " minimize queen[0]", Equal, 0, 0},
		{
			"an objective in other words", queens + " minimize 2 * queen[0]", pairwise + " maximize -queen[0]", Equal, 0,
			0,
		},
		{"the converse", queens + " minimize queen[0]", pairwise + " maximize queen[0]", Differ, Other, 7},
		{"no objective", queens + "\nminimize queen[0]", pairwise, Differ, Other, 8},
		{"an objective too many", queens, pairwise + "\nminimize queen[0]", Differ, Reference, 8},
		{"all are best", queens, pairwise + " minimize 7", Equal, 0, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := both(t, tt.a, tt.b, Options{})
			require.Equal(t, tt.want, r.Verdict, "%s %+v", r.Reason, r.Diff)
			if r.Verdict == Differ {
				assert.Equal(t, tt.only, r.Diff.Only)
				if len(r.Diff.Refusals) > 0 {
					assert.Equal(t, tt.refused, r.Diff.Refusals[0].Span.Start.Line)
				}
			}
		})
	}
}

// TestNearest counts elements that only one value fits among those that differ.
func TestNearest(t *testing.T) {
	const a = `puzzle A state w[i in 0..2]: -1..1 = any state v: 0..4 = any goal w[v] == 0 always v == 0`
	r := both(t, a, strings.Replace(a, "v == 0", "v == 1", 1), Options{})
	require.Equal(t, Differ, r.Verdict)
	assert.Equal(t, []string{"v"}, r.Diff.Changed, "%v", r.Diff.Way)
}

// TestOtherVariables compares models whose variables differ, by what corresponds.
func TestOtherVariables(t *testing.T) {
	same := Options{Same: []string{"queen[r] = the c in Line: on[r, c]"}}
	assert.Equal(t, Equal, both(t, queens, board, same).Verdict)
	r := both(t, queens, board+" goal not on[0, 1]", same)
	require.Equal(t, Differ, r.Verdict)
	assert.Equal(t, Reference, r.Diff.Only)
	r = both(t, queens, board, Options{})
	require.Equal(t, Differ, r.Verdict)
	assert.Equal(t, "The other one has no state variable `queen[0]`.",
		r.Diff.Sentence([2]string{"the reference", "the other one"}))
	helped := " state odd[r in Line]: bool = any goal forall r in Line: odd[r] == (queen[r] % 2 == 1)"
	assert.Equal(t, Equal, both(t, queens, pairwise+helped, Options{}).Verdict)
}

// TestAnswersInOrder compares answers by their names, whatever the order in which they are declared.
func TestAnswersInOrder(t *testing.T) {
	sum := `puzzle A state x: 0..3 = any state y: 0..3 = any goal x >= 1
		def big() = x + y >= 2 def low() = x == 0 answer big, low`
	one := `puzzle B state p: 0..9 = any def big(): bool = p > 3 def low(): bool = p > 11 goal p < 7 answer low, big`
	assert.Equal(t, Equal, both(t, sum, one, Options{}).Verdict)
	assert.Equal(t, Differ, both(t, sum, one+" goal p < 3", Options{}).Verdict)
}

// TestEnumValues matches enum values by name, in whatever order they are declared.
func TestEnumValues(t *testing.T) {
	const a = `puzzle A enum C { red, green, blue } state c[i in 1..3]: C = any goal c[1] == red goal c[2] != c[3]`
	b := strings.Replace(a, "red, green, blue", "blue, red, green", 1)
	assert.Equal(t, Equal, both(t, a, b, Options{}).Verdict)
	r := both(t, a, strings.Replace(b, "c[1] == red", "c[1] != blue", 1), Options{})
	require.Equal(t, Differ, r.Verdict)
	assert.Equal(t, Other, r.Diff.Only)
	assert.Equal(t, []string{"c[1]"}, r.Diff.Changed)
}

// bestOf lists the solutions among some states than which none has a better value.
func bestOf(z *puzzle.Puzzle, states [][]int64) map[string]bool {
	best, top := map[string]bool{}, int64(0)
	for _, state := range states {
		if !z.Machine().Goal(state) {
			continue
		}
		value, judged := z.Machine().Objective(state)
		if len(best) == 0 || judged && z.Model().Objective.Better(value, top) {
			best, top = map[string]bool{}, value
		}
		if value == top {
			best[fmt.Sprint(state)] = true
		}
	}
	return best
}

// TestDrawnConditions compares drawn models with the lists of their solutions.
func TestDrawnConditions(t *testing.T) {
	conditions := []string{
		"x[0] < x[1]", "x[1] < x[2]", "x[0] + x[1] + x[2] == 4", "distinct i in I: x[i]", "x[0] != x[2]", "x[2] % 2 == 0",
		"exists i in I: x[i] == 3", "forall i in I where i > 0: x[i] != x[i - 1]", "x[0] * x[1] <= x[2]", "4 / x[0] == 2",
		"find(x, 1) == 2", "not (x[1] == 0)", "(count i in I: x[i] > 1) == 1", "y == x[0]", "y in {0, x[2]}",
	}
	objectives := []string{
		"", "minimize x[0] + x[1]", "maximize x[0] + x[1]", "minimize -x[0]", "maximize 6 / x[2]", "minimize 3",
		"maximize y * x[1]",
	}
	rapid.Check(t, func(rt *rapid.T) {
		var text [2]string
		for s := range text {
			text[s] = fmt.Sprintf("puzzle P type I = 0..2 state x[i in I]: 0..%d = any state y: 0..2 = %s goal x[0] >= 0 ",
				rapid.IntRange(2, 3).Draw(rt, "most"), rapid.SampledFrom([]string{"any", "1", "x[1] % 3"}).Draw(rt, "y"))
			for range rapid.IntRange(0, 3).Draw(rt, "conditions") {
				text[s] += rapid.SampledFrom([]string{"goal ", "init ", "always "}).Draw(rt, "word") +
					rapid.SampledFrom(conditions).Draw(rt, "condition") + " "
			}
			text[s] += rapid.SampledFrom(objectives).Draw(rt, "objective")
		}
		var want [2]map[string]bool
		for s := range text {
			p, diags := puzzle.LoadText(fstest.MapFS{}, "p.pz", text[s])
			require.NoError(rt, diags.Err())
			z, diags := p.Instantiate(puzzle.Data{})
			require.NoError(rt, diags.Err())
			states, _, err := z.Machine().InitialStates(t.Context(), 0)
			require.NoError(rt, err)
			want[s] = bestOf(z, states)
		}
		verdict := Equal
		if fmt.Sprint(want[0]) != fmt.Sprint(want[1]) {
			verdict = Differ
		}
		r := both(t, text[0], text[1], Options{})
		require.Equal(rt, verdict, r.Verdict, "%s\n%s", text[0], text[1])
	})
}
