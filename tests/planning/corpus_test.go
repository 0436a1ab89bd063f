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
	program, diags := puzzle.LoadPDDL(domain, problem)
	require.False(t, diags.HasErrors(), "%v", diags)
	return c.solve(t, program, "", limit)
}

// solve solves an instance of a program that was read from PDDL, as check does.
func (c task) solve(t *testing.T, program *puzzle.Program, instance string, limit time.Duration) bool {
	domain, problem := c.read(t)
	ctx, stop := context.WithTimeout(t.Context(), limit)
	defer stop()
	z, diags := program.InstantiateContext(ctx, puzzle.Data{Instance: instance})
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
	read, _ := pddl.Read(pddl.Text(domain), pddl.Text(problem))
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
		case "blocks", "gripper", "miconic", "psr-small", "ged-opt14-strips", "airport":
			t.Run(c.folder+"/"+c.problem, func(t *testing.T) {
				assert.True(t, c.check(t, time.Hour), "the limit is not for these")
			})
		}
	}
}

// Each task of the corpus that is solved in some time has the cost that is known. How many are solved depends on the
// machine.
func TestLongCorpus(t *testing.T) { wholeCorpus(t, time.Second/4) }

func TestHoursCorpus(t *testing.T) { wholeCorpus(t, 10*time.Second) }

func wholeCorpus(t *testing.T, limit time.Duration) {
	t.Helper()
	solved, all := 0, tasks(t)
	for _, c := range all {
		t.Run(c.folder+"/"+c.problem, func(t *testing.T) {
			if c.check(t, limit) {
				solved++
			}
		})
	}
	t.Logf("%d of %d tasks solved", solved, len(all))
}

// instances solves the tasks of a folder as instances of one model, if they have one domain. Each has the cost that is
// known, and the evaluator replays its plan.
func instances(t *testing.T, folder []task, limit time.Duration) (solved int) {
	t.Helper()
	var problems []puzzle.Text
	domain, _ := folder[0].read(t)
	for _, c := range folder {
		own, problem := c.read(t)
		if own.Text != domain.Text {
			t.Skip("several domains")
		}
		problems = append(problems, problem)
	}
	program, diags := puzzle.LoadPDDL(domain, problems...)
	require.False(t, diags.HasErrors(), "%v", diags)
	names := program.Instances()
	require.Len(t, names, len(folder))
	for i, c := range folder {
		t.Run(c.problem, func(t *testing.T) {
			if c.solve(t, program, names[i], limit) {
				solved++
			}
		})
	}
	return solved
}

// folders returns the tasks of each folder.
func folders(t *testing.T) (all [][]task) {
	t.Helper()
	for _, c := range tasks(t) {
		if len(all) == 0 || all[len(all)-1][0].folder != c.folder {
			all = append(all, nil)
		}
		all[len(all)-1] = append(all[len(all)-1], c)
	}
	return all
}

func TestInstances(t *testing.T) {
	for _, f := range folders(t) {
		switch f[0].folder {
		case "blocks", "gripper", "ferry", "miconic", "ged-opt14-strips":
			t.Run(f[0].folder, func(t *testing.T) { assert.Equal(t, len(f), instances(t, f, time.Hour)) })
		}
	}
}

// How many are solved depends on the machine.
func TestHoursInstances(t *testing.T) {
	solved := 0
	for _, f := range folders(t) {
		t.Run(f[0].folder, func(t *testing.T) { solved += instances(t, f, time.Second) })
	}
	t.Logf("%d tasks solved", solved)
}
