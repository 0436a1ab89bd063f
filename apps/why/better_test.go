package why_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/apps/why"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

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
			a, err := why.On(t.Context(), z, tt.question, "", puzzle.Text{Name: "plan", Text: tt.plan}, why.Options{})
			require.NoError(t, err)
			assert.Contains(t, a.Facts[0].Text, tt.want)
		})
	}
}
