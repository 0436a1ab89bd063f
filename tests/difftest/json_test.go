package difftest

import (
	"bytes"
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/apps/emit"
	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/encode"
)

// The formula as JSON is that of DIMACS: as many variables, the same clauses in the same order; and each variable means
// one thing.
func TestJSONAgrees(t *testing.T) {
	property(t, func(rt *rapid.T) {
		s := draw(rt, 200)
		if s == nil {
			return
		}
		x := emit.Formula{
			Horizon: rapid.IntRange(0, 4).Draw(rt, "horizon"), Parallel: len(s.x.Model().Moves) > 0 &&
				rapid.Bool().Draw(rt, "parallel"),
			Encoding: among(rt, "encoding", encode.Encodings()), AtMost: among(rt, "at most one", cnf.AtMostOnes()),
		}
		var dimacs, text bytes.Buffer
		require.NoError(rt, emit.CNF(context.Background(), &dimacs, s.puzzle, x))
		x.Format = "json"
		require.NoError(rt, emit.CNF(context.Background(), &text, s.puzzle, x))
		var f struct {
			Model     string
			Horizon   int
			Variables int
			Meanings  []struct {
				Variable int
				Means    string
			}
			Groups []struct {
				Name    string
				Clauses [][]int
			}
		}
		d := json.NewDecoder(&text)
		require.NoError(rt, d.Decode(&f))
		require.False(rt, d.More(), "something stands behind the object")
		require.Equal(rt, s.x.Model().Puzzle, f.Model)
		require.Equal(rt, x.Horizon, f.Horizon)
		var clauses [][]int
		for _, g := range f.Groups {
			require.NotEmpty(rt, g.Name)
			clauses = append(clauses, g.Clauses...)
		}
		variables, want := readDIMACS(rt, dimacs.String())
		require.Equal(rt, variables, f.Variables)
		require.Equal(rt, want, clauses)
		last := 0
		for _, m := range f.Meanings {
			require.True(rt, last < m.Variable && m.Variable <= variables, "variable %d after %d", m.Variable, last)
			require.NotEmpty(rt, m.Means)
			require.Contains(rt, dimacs.String(), m.Means, "what variable %d means", m.Variable)
			last = m.Variable
		}
	})
}

// readDIMACS reads a formula, and demands that it has as many clauses as its head says.
func readDIMACS(rt *rapid.T, text string) (variables int, clauses [][]int) {
	promised := -1
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] == "c" {
			continue
		}
		numbers := make([]int, len(words))
		for i, w := range words {
			numbers[i], _ = strconv.Atoi(w) // 0 of `p cnf`
		}
		if words[0] == "p" {
			variables, promised = numbers[2], numbers[3]
			continue
		}
		require.Zero(rt, numbers[len(numbers)-1], line)
		clause := numbers[:len(numbers)-1]
		for _, l := range clause {
			require.True(rt, l != 0 && max(l, -l) <= variables, line)
		}
		clauses = append(clauses, clause)
	}
	require.Len(rt, clauses, promised)
	return variables, clauses
}
