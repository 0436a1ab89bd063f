package outside

import (
	"bufio"
	"context"
	"fmt"
	"io"
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
func verdict(ctx context.Context, t require.TestingT, x *External, vars int, clauses [][]cnf.Lit) (int, error) {
	rec, text := recordClauses(vars, clauses)
	require.NoError(t, os.WriteFile(x.Formula(), text, 0o600))
	said := &solution{rec: rec, value: make([]int8, vars+1)}
	err := x.Run(ctx, func(r *bufio.Reader, exit int) error {
		if err := said.read(r); err != nil {
			return err
		}
		assert.Equal(t, map[int]int{
			solver.Satisfiable:   exitSatisfiable,
			solver.Unsatisfiable: ExitUnsatisfiable,
		}[said.status], exit)
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
func TestExternalAgreesWithGini(t *testing.T) { externalAgrees(t, 60) }

// The same for many formulas.
func TestLongExternalAgreesWithGini(t *testing.T) { externalAgrees(t, 1000) }

func externalAgrees(t *testing.T, formulas int) {
	t.Helper()
	for _, name := range []string{"minisat", "cadical"} {
		t.Run(name, func(t *testing.T) {
			installed(t, name)
			before := runtime.NumGoroutine()
			var all sync.WaitGroup
			for worker := range 4 {
				x, err := NewExternal(name, false)
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
			for runtime.NumGoroutine() > before { // one that stays runs into the deadline of the tests
				time.Sleep(time.Millisecond)
			}
		})
	}
}

func agree(t *testing.T, x *External, rng *rand.Rand) {
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

// A cancelled solver ends, and with it what it has started: a child that keeps a pipe open.
func TestExternalIsEnded(t *testing.T) {
	installed(t, "mkfifo")
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	require.NoError(t, exec.Command("mkfifo", pipe).Run())
	require.NoError(t, os.WriteFile(filepath.Join(dir, "endless-solver"),
		[]byte("#!/bin/sh\n(while :; do sleep 1; done) >\""+pipe+"\" &\nwait\n"), 0o700))
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	x, err := NewExternal("endless-solver", false)
	require.NoError(t, err)
	x.Folder = dir
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	ended := make(chan error)
	go func() {
		held, err := os.Open(pipe) // waits for the child
		cancel()
		if err == nil {
			_, err = io.Copy(io.Discard, held) // waits for the end of the child
			held.Close()
		}
		ended <- err
	}()
	_, err = verdict(ctx, t, x, 1, [][]cnf.Lit{{1}})
	require.ErrorIs(t, err, context.Canceled)
	require.NoError(t, <-ended)
}
