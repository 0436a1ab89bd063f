package planning

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/pddl"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// corpus holds tasks of the planning competitions with optimal costs, beside the repository.
const corpus = "../../../shared/corpus/pddl"

// task is a task of the corpus: its folder, its files, and its optimal cost, "?" if it is not known.
type task struct{ folder, problem, domain, cost string }

func tasks(t *testing.T) (all []task) {
	t.Helper()
	costs, err := os.ReadFile(filepath.Join(corpus, "costs.txt"))
	if err != nil {
		t.Skipf("the corpus is not here: %v", err)
	}
	for line := range strings.Lines(string(costs)) {
		if f := strings.Fields(line); len(f) == 4 && f[0] != "#" {
			all = append(all, task{f[0], f[1], f[2], f[3]})
		}
	}
	return all
}

func (c task) read(t *testing.T) (domain, problem puzzle.Text) {
	t.Helper()
	for _, f := range []struct {
		name string
		to   *puzzle.Text
	}{{c.domain, &domain}, {c.problem, &problem}} {
		text, err := os.ReadFile(filepath.Join(corpus, c.folder, f.name))
		require.NoError(t, err)
		*f.to = puzzle.Text{Name: f.name, Text: string(text)}
	}
	return domain, problem
}

// check solves a task and compares its cost. The evaluator replays the plan. It reports whether the task was solved.
func (c task) check(t *testing.T, limit time.Duration) bool {
	domain, problem := c.read(t)
	ctx, stop := context.WithTimeout(t.Context(), limit)
	defer stop()
	program, diags := puzzle.LoadPDDL(domain, problem)
	require.False(t, diags.HasErrors(), "%v", diags)
	z, diags := program.InstantiateContext(ctx, puzzle.Data{})
	require.False(t, diags.HasErrors(), "%v", diags)
	diags = z.Ground(ctx)
	if ctx.Err() != nil {
		return false
	}
	require.False(t, diags.HasErrors(), "%v", diags)
	a, err := z.Solve(ctx, puzzle.Options{Options: backends.Options{Memory: 1 << 30}})
	require.NoError(t, err)
	if a.Status != backends.Solved || !a.Optimal {
		return a.Status == backends.Unsolvable
	}
	read, _ := pddl.Read(pddl.Text(domain), (*pddl.Text)(&problem))
	paid, err := (&evaluator{read}).replay(moves(a))
	require.NoError(t, err)
	assert.Equal(t, paid, a.Solutions[0].Cost)
	if c.cost != "?" {
		assert.Equal(t, c.cost, strconv.FormatInt(paid, 10))
	}
	return true
}

// The small tasks of some domains have the costs that are known.
func TestCorpus(t *testing.T) {
	for _, c := range tasks(t) {
		switch c.folder {
		case "blocks", "gripper", "ferry", "miconic", "psr-small", "ged-opt14-strips", "airport":
			t.Run(c.folder+"/"+c.problem, func(t *testing.T) {
				assert.True(t, c.check(t, time.Hour), "the limit is not for these")
			})
		}
	}
}

// Each task of the corpus that is solved in a second has the cost that is known. How many are solved depends on
// the machine.
func TestLongCorpus(t *testing.T) {
	solved, all := 0, tasks(t)
	for _, c := range all {
		t.Run(c.folder+"/"+c.problem, func(t *testing.T) {
			if c.check(t, time.Second) {
				solved++
			}
		})
	}
	t.Logf("%d of %d tasks solved", solved, len(all))
}
