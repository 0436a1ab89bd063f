package why

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/models"
)

func ask(t *testing.T, model, question, move string) *Answer {
	p, diags := puzzle.LoadText(fstest.MapFS{}, "p.pz", model)
	require.NoError(t, diags.Err())
	z, diags := p.Instantiate(puzzle.Data{})
	require.NoError(t, diags.Err())
	require.NoError(t, z.Ground(t.Context()).Err())
	a, err := On(t.Context(), z, question, move, puzzle.Text{Name: "plan"}, Options{})
	require.NoError(t, err)
	return a
}

// The way to a state in which a move can be made has the fewest moves, whatever the moves cost.
func TestNearestStateByMoves(t *testing.T) {
	a := ask(t, `puzzle Z
state k: 0..6 = 0
state d: 0..9 = 0
move spin(i: 1..3) cost 0 { d := (d + i) % 10 }
move jump cost 9 when d == 9 { k := 6 }
move go cost 1 when k < 6 { k := k + 1 }
move open when k == 6 { k := 0 }
goal k == 6`, "move", "open")
	f := a.Find(Nearest)
	require.NotNil(t, f)
	assert.Equal(t, "The nearest state in which it can be made is 4 moves away:", f.Text)
	assert.Len(t, f.Plan, 4)
}

// A move whose cost is undefined or negative cannot be made.
func TestCostsThatForbidAMove(t *testing.T) {
	a := ask(t, `puzzle N
state k: 0..3 = 0
move up when k < 3 { k := k + 1 }
move down cost 6 / k - 9 { k := 0 }
goal k == 3`, "move", "down")
	f := a.Find(Nearest)
	require.NotNil(t, f)
	assert.Contains(t, f.Text, "No moves lead from here to a state in which it can be made.")
}

// One written rule is not said to be two, and goals that can be met are not called never met.
func TestRuleAsAWhole(t *testing.T) {
	a := ask(t, `puzzle L
enum W { a, b, c }
state at[w in W]: 0..3 = 0
lost exists w in W: at[w] == 2 and w != c else "{w} fell"
move go(w: W) when at[w] < 3 { at[w] := at[w] + 1 }
goal at[a] == 3
goal at[b] == 3`, "solution", "")
	assert.Equal(t, "There is a plan if this rule gives way as a whole; no single case of it is enough:",
		a.Find(giveWay).Text)

	a = ask(t, `puzzle Two
state x: 0..3 = 0
state y: 0..3 = 0
move up when x + y < 3 { x := x + 1 }
move over when x + y < 3 { y := y + 1 }
goal x == 3
goal y == 1`, "solution", "")
	f := a.Find(Nearest)
	require.NotNil(t, f)
	assert.Equal(t, unmet, f.Parts[0].Role)
	assert.Nil(t, a.Find(neverMet))
}

// The facts on which a step rests are told apart by another sign than the values of one of them.
func TestFactsOfAStep(t *testing.T) {
	a := ask(t, `puzzle S
state x[i in 0..3]: 1..4 distinct = any
goal x[0] != 1 and x[0] != 2
goal x[1] != 1 and x[1] != 2
goal x[2] == 1`, "steps", "")
	var all string
	for _, f := range a.Facts {
		all += f.Text + "\n"
	}
	assert.Regexp(t, `since x\[\d\] [^;\n]*; x\[\d\]`, all)
}

// Questions about a puzzle with an objective are about its best solutions.
func TestQuestionsOfBestSolutions(t *testing.T) {
	const split = "puzzle P state x: 0..3 = any state y: 0..3 = any goal x + y == 3 minimize x"
	for _, tt := range []struct{ model, question, plan, want string }{
		{split, "steps", "", "Solved in 2 steps"},
		{split, "redundant", "", "The solution is the only one, and each of the 2 clauses is needed"},
		{split, "unique", "", "The solution is the only one."},
		{split, "plan", "x = 0\ny = 3", "The values are a best solution."},
		{split, "plan", "x = 1\ny = 2", "The values are no best solution:"},
		{split, "plan", "x = 0", "The values can be completed"},
		{split, "plan", "x = 1", "The values cannot be completed."},
		{split + " goal x > 3", "steps", "", "This alone cannot hold"},
		{strings.Replace(split, "minimize x", "maximize abs(x - 1)", 1), "unique", "", "The solution is the only one."},
		{strings.Replace(split, "minimize x", "maximize x * y", 1), "unique", "", "There is a second solution."},
	} {
		t.Run(tt.question+" "+tt.plan, func(t *testing.T) {
			p, diags := puzzle.LoadText(fstest.MapFS{}, "p.pz", tt.model)
			require.NoError(t, diags.Err())
			z, diags := p.Instantiate(puzzle.Data{})
			require.NoError(t, diags.Err())
			require.NoError(t, z.Ground(t.Context()).Err())
			a, err := On(t.Context(), z, tt.question, "", puzzle.Text{Name: "plan", Text: tt.plan}, Options{})
			require.NoError(t, err)
			assert.Contains(t, a.Facts[0].Text, tt.want)
		})
	}
}

// TestLongLibrary asks about each instance of the library that is expected to have no solution. The work inside checks
// reasons, and returns an error if a check fails.
func TestLongLibrary(t *testing.T) {
	asked := 0
	for _, m := range puzzle.LibraryModels() {
		program, diags := puzzle.Load(models.FS(), strings.TrimPrefix(m.File, "std:"))
		require.NoError(t, diags.Err())
		for _, name := range program.Instances() {
			unsolvable := func(e model.Expect) bool { return e.Kind == model.ExpectUnsolvable }
			if !slices.ContainsFunc(program.Expectations(name), unsolvable) {
				continue
			}
			z, diags := program.Instantiate(puzzle.Data{Instance: name})
			require.NoError(t, diags.Err())
			if m.Name == "ramsey" && name == "nine" {
				continue // a reason of 210 clauses takes ten seconds
			}
			t.Run(m.Name+"/"+name, func(t *testing.T) {
				asked++
				require.NoError(t, z.Ground(t.Context()).Err())
				a, err := Ask(t.Context(), z, Options{Each: 20 * time.Millisecond})
				require.NoError(t, err)
				assert.NotEmpty(t, a.Facts)
				assert.Contains(t, []kind{NoValues, NoPlan}, a.Kind)
			})
		}
	}
	assert.Greater(t, asked, 50)
}
