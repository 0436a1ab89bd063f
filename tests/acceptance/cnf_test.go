package acceptance_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/apps/emit"
	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// external runs a SAT solver on a formula and returns what it says of it.
func external(t *testing.T, solver string, cnf []byte) string {
	t.Helper()
	in := filepath.Join(t.TempDir(), "task.cnf")
	require.NoError(t, os.WriteFile(in, cnf, 0o600))
	if solver != "minisat" { // competition style: the answer on standard output
		out, _ := exec.CommandContext(t.Context(), solver, "-q", in).Output() // the exit status is the verdict
		return string(out)
	}
	answer := filepath.Join(t.TempDir(), "answer")
	_ = exec.CommandContext(t.Context(), solver, "-verb=0", in, answer).Run()
	text, err := os.ReadFile(answer)
	require.NoError(t, err)
	return string(text)
}

// A formula, an external solver, and the way back to a plan that the judge accepts.
func TestExternalSolvers(t *testing.T) {
	for _, solver := range []string{"minisat", "cadical", "kissat"} {
		t.Run(solver, func(t *testing.T) {
			if _, err := exec.LookPath(solver); err != nil {
				t.Skip("not installed")
			}
			for _, x := range []struct {
				file    string
				data    params
				horizon int
				solved  bool
			}{
				{taquin, params{"start": []int{1, 2, 3, 4, 0, 5, 7, 8, 6}}, 2, true},
				{taquin, params{"rows": 2, "start": []int{4, 5, 0, 1, 2, 3}}, 21, true},
				{taquin, params{"rows": 2, "start": []int{4, 5, 0, 1, 2, 3}}, 19, false},
				{"bloxorz/bloxorz.pz", nil, 16, true},
				{"sokoban/sokoban_pushes.pz", nil, 4, true},
				{"hanoi.pz", nil, 7, true},
				{"jugs.pz", nil, 6, true},
				{"queens.pz", nil, 0, true},
			} {
				z := grounded(t, x.file, x.data)
				var cnf bytes.Buffer
				require.NoError(t, emit.CNF(t.Context(), &cnf, z, emit.Formula{Horizon: x.horizon}))
				answer := puzzle.Text{Name: solver, Text: external(t, solver, cnf.Bytes())}
				a, err := emit.Decode(t.Context(), z, emit.Formula{Horizon: x.horizon}, answer)
				require.NoError(t, err, "%s", answer.Text)
				if !x.solved {
					assert.NotEqual(t, backends.Solved, a.Status, "%s at %d", x.file, x.horizon)
					continue
				}
				require.Equal(t, backends.Solved, a.Status, "%s at %d: %s", x.file, x.horizon, a.Reason)
				assert.Len(t, a.Solutions[0].Steps, x.horizon)
				validate(t, z, a.Solutions[0])
			}
		})
	}
}

// validate reads a plan back as `pzc validate` does.
func validate(t *testing.T, z *puzzle.Puzzle, s puzzle.Solution) {
	t.Helper()
	if len(s.Steps) == 0 {
		return
	}
	var plan bytes.Buffer
	for _, step := range s.Steps {
		fmt.Fprintln(&plan, step.Move)
	}
	check, diags := z.Validate(t.Context(), puzzle.Text{Name: "plan", Text: plan.String()},
		puzzle.ValidateOptions{Partial: true})
	require.False(t, diags.HasErrors(), "%v", diags)
	require.Len(t, check, 1)
	assert.True(t, check[0].Valid())
}
