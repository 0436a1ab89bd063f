package export

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/solver"
)

// randomFormula is a formula of clauses of three literals, about as often satisfiable as not.
func randomFormula(rng *rand.Rand) (vars int, clauses [][]cnf.Lit) {
	vars = 3 + rng.IntN(28)
	for range 1 + int(float64(vars)*(3.3+2*rng.Float64())) {
		var c []cnf.Lit
		for range 1 + rng.IntN(4)*2/3 {
			c = append(c, cnf.Lit(1+rng.IntN(vars))*cnf.Lit(1-2*rng.IntN(2)))
		}
		clauses = append(clauses, c)
	}
	return vars, clauses
}

func recordClauses(vars int, clauses [][]cnf.Lit) (*cnf.Recorder, []byte) {
	rec := cnf.NewRecorder()
	for range vars {
		rec.NewVar()
	}
	text := fmt.Appendf(nil, "p cnf %d %d\n", vars, len(clauses))
	for _, c := range clauses {
		rec.Clause(c)
		for _, l := range c {
			text = fmt.Appendf(text, "%d ", l)
		}
		text = append(text, "0\n"...)
	}
	return rec, text
}

// verdict is what a program says of a formula; a model that it gives is checked.
func verdict(ctx context.Context, t require.TestingT, x *solver.External, vars int, clauses [][]cnf.Lit) (int, error) {
	rec, text := recordClauses(vars, clauses)
	require.NoError(t, os.WriteFile(x.Formula(), text, 0o600))
	said := &solution{rec: rec, value: make([]int8, vars+1)}
	err := x.Run(ctx, func(r *bufio.Reader, exit int) error {
		if err := said.read(r); err != nil {
			return err
		}
		assert.Equal(t, map[int]int{solver.Satisfiable: solver.ExitSatisfiable, solver.Unsatisfiable: solver.ExitUnsatisfiable}[said.status], exit)
		return nil
	})
	if err == nil && said.status == solver.Satisfiable {
		for _, c := range clauses {
			holds := false
			for _, l := range c {
				holds = holds || said.isTrue(l)
			}
			assert.True(t, holds, "%v", c)
		}
	}
	return said.status, err
}

func installed(t *testing.T, name string) {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		t.Skipf("%s is not installed", name)
	}
}

// Random formulas have one answer, whoever is asked, while others are asked and cancelled; nothing stays behind.
func TestExternalAgreesWithGini(t *testing.T) {
	formulas := 1000
	if testing.Short() {
		formulas = 60
	}
	for _, name := range []string{"minisat", "cadical"} {
		t.Run(name, func(t *testing.T) {
			installed(t, name)
			before := runtime.NumGoroutine()
			var all sync.WaitGroup
			for worker := range 4 {
				x, err := solver.NewExternal(name, false)
				require.NoError(t, err)
				x.Folder = t.TempDir()
				all.Go(func() {
					rng := rand.New(rand.NewPCG(uint64(worker), 7))
					for range formulas / 4 {
						agree(t, x, rng)
					}
				})
			}
			all.Wait()
			for wait := time.Now(); runtime.NumGoroutine() > before && time.Since(wait) < 5*time.Second; {
				time.Sleep(time.Millisecond)
			}
			require.LessOrEqual(t, runtime.NumGoroutine(), before, "goroutines stay")
		})
	}
}

func agree(t *testing.T, x *solver.External, rng *rand.Rand) {
	vars, clauses := randomFormula(rng)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	cancelled := rng.IntN(4) == 0
	if cancelled {
		defer time.AfterFunc(time.Duration(rng.IntN(3000))*time.Microsecond, cancel).Stop()
	}
	s := solver.New()
	for range vars {
		s.NewVar()
	}
	for _, c := range clauses {
		s.Clause(c)
	}
	got, err := verdict(ctx, t, x, vars, clauses)
	if err != nil {
		assert.True(t, cancelled, "%v", err)
		assert.ErrorIs(t, err, context.Canceled)
		return
	}
	assert.Equal(t, s.Solve(context.Background()), got)
}

// A cancelled solver ends at once, and with it what it has started.
func TestExternalIsEnded(t *testing.T) {
	installed(t, "sh")
	dir := t.TempDir()
	alive := filepath.Join(dir, "alive")
	script := filepath.Join(dir, "solver")
	require.NoError(t, os.WriteFile(script, []byte("(while :; do date >"+alive+"; sleep 0.02; done) &\nwait\n"), 0o600))
	x, err := solver.NewExternal("sh "+script, false)
	require.NoError(t, err)
	x.Folder = dir
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	begin := time.Now()
	_, err = verdict(ctx, t, x, 1, [][]cnf.Lit{{1}})
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.Less(t, time.Since(begin), 5*time.Second)
	require.Eventually(t, func() bool {
		_ = os.Remove(alive)
		time.Sleep(150 * time.Millisecond)
		_, err := os.Stat(alive)
		return os.IsNotExist(err)
	}, 5*time.Second, time.Millisecond, "the solver's child runs on")
}
