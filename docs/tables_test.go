package docs_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends/search"
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/internal/filetest"
)

// TestTables compares tables in documents with the descriptions in the code. Each table begins with its header.
func TestTables(t *testing.T) {
	for _, c := range []struct {
		file, header string
		rows         [][]string
	}{
		{"search.md", "| name | what it expands next |", algorithms()},
		{"heuristics.md", "| name | admissible |", heuristics()},
		{"techniques.md", "| name | what it does |", techniques(technique.ForEach())},
		{"techniques.md", "| technique of the search |", techniques(technique.ForSearch())},
		{"techniques.md", "| technique of constraints |", techniques(technique.ForConstraints())},
		{"techniques.md", "| technique of programs |", techniques(technique.ForPrograms())},
		{"techniques.md", "| technique of formulas |", techniques(technique.ForSAT())},
	} {
		data, err := os.ReadFile(c.file)
		require.NoError(t, err)
		before, rest, found := strings.Cut(string(data), c.header)
		require.True(t, found, c.file)
		lines := strings.SplitAfter(c.header+rest, "\n")
		n := 0
		for n < len(lines) && strings.HasPrefix(lines[n], "|") {
			n++
		}
		want := strings.Join(lines[:2], "")
		for _, row := range c.rows {
			want += "| " + strings.ReplaceAll(strings.Join(row, " | "), "*", `\*`) + " |\n"
		}
		filetest.Golden(t, c.file, []byte(before+want+strings.Join(lines[n:], "")))
	}
}

func algorithms() (rows [][]string) {
	promises := map[search.Promise]string{
		search.AnyPlan: "some plan", search.Improving: "some plan, then better ones, at last a cheapest one",
		search.Bounded:     "at most W times the cheapest",
		search.FewestMoves: "fewest moves; cheapest if all moves cost the same", search.Cheapest: "cheapest",
	}
	for _, a := range search.Algorithms() {
		plan := promises[a.Finds]
		if a.Finds == search.Cheapest && a.Guided {
			plan += " if h never overestimates"
		}
		native := yes(a.Function != "" || a.Name == "auto")
		rows = append(rows, []string{"`" + a.Name + "`", a.Expands, plan, a.Keeps, a.Suits, native})
	}
	return rows
}

func heuristics() (rows [][]string) {
	for _, k := range search.Heuristics() {
		rows = append(rows, []string{"`" + k.Name + "`", yes(k.Admissible), yes(k.Consistent), k.Says, k.Source, k.Needs})
	}
	return rows
}

func techniques(all []technique.Technique) (rows [][]string) {
	for _, t := range all {
		rows = append(rows, []string{"`" + t.Name() + "`", t.About()})
	}
	return rows
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}
