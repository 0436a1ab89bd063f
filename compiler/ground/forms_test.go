package ground_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/compilertest"
	"github.com/pzc-lang/pzc/compiler/ground"
	"github.com/pzc-lang/pzc/compiler/task/tasktest"
	"github.com/pzc-lang/pzc/tests/forms"
)

// Each form of the language means the same in the task as in the reference semantics: true, false and undefined, in all
// states.
func TestFormsAgree(t *testing.T) {
	moves := map[string]string{} // by the variables that they read
	for i, f := range forms.All {
		moves[strings.Join(forms.Reads(f),
			" ")] += fmt.Sprintf("move yes%d when %s { z := not z }\nmove no%d when not (%s) { z := not z }\n", i, f, i, f)
	}
	for vars, text := range moves {
		agree(t, compilertest.Built(t, forms.Choosing(strings.Fields(vars))+text, ""), 1200)
	}
}

// In an array without repetition a value has one place, though two conditions may be about the same element, or none.
func TestWitnessesInDistinctArrays(t *testing.T) {
	text := forms.DistinctHead
	for i, f := range forms.OfDistinct {
		text += fmt.Sprintf("move yes%d when %s { z := not z }\nmove no%d when not (%s) { z := not z }\n", i, f, i, f)
	}
	for i, effects := range forms.DistinctMoves {
		text += fmt.Sprintf("move two%d %s\n", i, effects)
	}
	agree(t, compilertest.Built(t, text, ""), 400)
}

// What does not depend on a move's parameters is looked at for each move, also for one without parameters.
func TestConstantConditionsOfMoves(t *testing.T) {
	g := taskOf(t, compilertest.Built(t, `puzzle P
param k: 0..3 = 2
state x: 0..3 = 0
move no where k == 1 { x := 3 }
move never(i: 0..1) where k == 1 { x := 3 }
move yes where k == 2 { x := 1 }
move also(i: 0..3) where k == 2 and i == 1 when k == 2 { x := 2 }
move closed when k == 1 { x := 3 }
goal x == 3
`, ""))
	var names []string
	for i := range g.Moves {
		names = append(names, g.Moves[i].Name)
	}
	assert.Equal(t, []string{"yes", "also(1)"}, names)
}

// What a start that the solver chooses is said to be before it is chosen is one of the values that it may have.
func TestChosenStartsAreValues(t *testing.T) {
	g := taskOf(t, compilertest.Built(t,
		"puzzle P\nstate x: 3..5 = any\nstate y: {2, 7} = if x == 4 then 7 else any\nmove go { x := 7 - y }\ngoal x == y\n",
		""))
	require.Len(t, g.Init, 2)
	for v := range g.Vars {
		assert.Contains(t, g.Vars[v].Values, g.Init[v], g.Vars[v].Name)
	}
}

// Arguments that are many to try and few to keep end at the limit of moves, too.
func TestManyArgumentsAreFewMoves(t *testing.T) {
	m := compilertest.Built(t,
		"puzzle P\nstate x: 0..9 = 0\nmove m(a: 0..99, b: 0..99, c: 0..99, d: 0..99) where a + b + c + d == 396 { x := a % "+
			"10 }\ngoal x == 9\n", "")
	_, diags := ground.Task(context.Background(), m, ground.Options{MaxMoves: 100})
	require.True(t, diags.HasErrors())
	assert.Equal(t, "too-many-moves", diags[0].Code)
}

// A pattern is of the array that it names, whichever it is, and of the values that it lists, however they are written.
func TestPatternsOfTheirArrays(t *testing.T) {
	const model = `puzzle P
type T = 0..3
const two: set T = {1, 2}
state other[i in T]: T distinct = 3 - i
state a[i in T]: T distinct = (i + 2) %% 4
move turn { for i in T { other[i] := (other[i] + 1) %% 4 } }
move swap(i: 0..2) when a[i] == 0 or a[i + 1] == 0 { a[i], a[i + 1] := a[i + 1], a[i] }
goal forall i in T: a[i] == i
heuristic h = %s
`
	costs := func(heuristic string) (out []int64) {
		m := compilertest.Built(t, fmt.Sprintf(model, heuristic), "")
		compareSimpler(t, m)
		g := taskOf(t, m)
		tasktest.SolveSimpler(t, g, 1_000_000)
		for _, s := range tasktest.Explored(g, 10_000).States {
			out = append(out, g.Pool.Eval(g.Heuristics[0].Value, s))
		}
		return out
	}
	want := costs("pattern(a, {1, 2})")
	assert.Greater(t, want[0], int64(1))
	for _, same := range []string{
		"pattern(a, two)", "pattern(a, {i for i in T where i in two})", "pattern(a, {i + 1 for i in 0..1})",
		"pattern(a, 1..2)",
	} {
		assert.Equal(t, want, costs(same), same)
	}
	want = costs("additive(pattern(a, {1}, {0}), pattern(a, {2}, {0}))")
	assert.Positive(t, want[0])
	assert.Equal(t, want, costs("additive(pattern(a, {i for i in 1..1}, {i for i in 0..0}), pattern(a, {i for i in "+
		"2..2}, {i - i for i in T}))"))
}
