package main

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Boards of pencil puzzles at the sizes that people play. Each has one solution; all programs look for a second one.

// boards returns the rows for the boards in the folder data.
func boards() (all []row, err error) {
	for _, name := range []string{"slitherlink20", "slitherlink30"} {
		level, err := text("data/" + name + ".txt")
		if err != nil {
			return nil, err
		}
		data := map[string]any{"level": level}
		all = append(all, board(name, "slitherlink", data, clues(strings.Fields(level)))...)
	}
	picture, err := text("data/nonogram30.txt")
	if err != nil {
		return nil, err
	}
	rows, cols, _ := strings.Cut(strings.TrimSpace(picture), "\n\n")
	data := map[string]any{
		"height": strings.Count(rows, "\n") + 1, "width": strings.Count(cols, "\n") + 1,
		"row_clues": runs(rows), "col_clues": runs(cols),
	}
	facts := fmt.Sprintf("#const height = %d. #const width = %d.\n", data["height"], data["width"]) +
		runFacts("row", runs(rows)) + runFacts("col", runs(cols))
	return append(all, board("nonogram30", "nonogram", data, facts)...), nil
}

// board is two rows for a board with one solution: pzc solves it and looks for a second solution, or counts.
func board(name, model string, data map[string]any, facts string) []row {
	r := row{
		name: name, want: "1", pzc: solve(model, "--limit", "2", "--data", "{data}"), read: solutions, data: data,
		facts: facts, peers: []peer{clingo(model, counted, "2", "-q")},
	}
	counting := r
	counting.name, counting.pzc, counting.read = name+", counted", count(model, "--limit", "2", "--data", "{data}"), answer
	return []row{r, counting}
}

// solutions counts the solutions that pzc writes.
func solutions(out string) string {
	var a struct {
		Status    string
		Solutions []any
	}
	if err := json.Unmarshal([]byte(out), &a); err != nil {
		return err.Error()
	}
	if a.Status != "solved" {
		return a.Status
	}
	return strconv.Itoa(len(a.Solutions))
}

// clues are the facts of a board of Slitherlink. The search for the loop begins at a clue that is not 0.
func clues(lines []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "#const rows = %d. #const cols = %d.\n", len(lines), len(lines[0]))
	start := ""
	for r, line := range lines {
		for c, ch := range line {
			if ch == '.' {
				continue
			}
			fmt.Fprintf(&b, "clue(%d,%d,%c).\n", r, c, ch)
			if ch != '0' {
				start = fmt.Sprintf("start(%d,%d).\n", r, c)
			}
		}
	}
	return b.String() + start
}

// runs reads the runs of each line, which are written in one line.
func runs(text string) (all [][]int) {
	for line := range strings.SplitSeq(text, "\n") {
		list := []int{}
		for word := range strings.FieldsSeq(line) {
			n, _ := strconv.Atoi(word)
			list = append(list, n)
		}
		all = append(all, list)
	}
	return all
}

// runFacts are the runs of the lines of one direction.
func runFacts(line string, runs [][]int) string {
	var b strings.Builder
	for i, list := range runs {
		for k, n := range list {
			fmt.Fprintf(&b, "run(%s(%d),%d,%d).\n", line, i, k, n)
		}
	}
	return b.String()
}
