package outside_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/outside"
	"github.com/pzc-lang/pzc/backends/sat/sattest"
)

// The proof that cadical writes is one of the formula beside it: each clause follows by unit propagation (Goldberg and
// Novikov 2003).
func TestProof(t *testing.T) {
	if _, err := exec.LookPath("cadical"); err != nil {
		t.Skip("cadical is not installed")
	}
	x, err := outside.NewExternal("cadical -q --no-binary", true)
	require.NoError(t, err)
	x.Folder = t.TempDir()
	text := written(t, sattest.Tiles(2, 3, []int64{4, 5, 0, 1, 2, 3}), outside.Options{Horizon: 8, Encoding: "textbook"})
	require.NoError(t, os.WriteFile(x.Formula(), []byte(text), 0o600))
	require.NoError(t, x.Run(context.Background(), func(r *bufio.Reader, exit int) error {
		_, err := io.Copy(io.Discard, r)
		require.Equal(t, outside.ExitUnsatisfiable, exit)
		return err
	}))
	proof, err := os.ReadFile(x.Proof())
	require.NoError(t, err)
	_, clauses := parseCNF(t, text)
	refuted := false
	for line := range bytes.Lines(proof) {
		words := strings.Fields(string(line))
		if words[0] == "d" {
			continue // what is deleted stays here: more follows from it
		}
		var c []cnf.Lit
		for _, w := range words[:len(words)-1] {
			var l cnf.Lit
			_, err := fmt.Sscan(w, &l)
			require.NoError(t, err)
			c = append(c, l)
		}
		require.True(t, follows(clauses, c), "%s", line)
		clauses, refuted = append(clauses, c), refuted || len(c) == 0
	}
	require.True(t, refuted)
}

// follows tells whether the negation of a clause leads to a contradiction by unit propagation.
func follows(clauses [][]cnf.Lit, c []cnf.Lit) bool {
	truth := map[cnf.Lit]bool{}
	for _, l := range c {
		truth[-l] = true
	}
	for changed := true; changed; {
		changed = false
		for _, d := range clauses {
			open, held := []cnf.Lit(nil), false
			for _, l := range d {
				held = held || truth[l]
				if !truth[-l] {
					open = append(open, l)
				}
			}
			switch {
			case held:
			case len(open) == 0:
				return true
			case len(open) == 1:
				truth[open[0]], changed = true, true
			}
		}
	}
	return false
}
