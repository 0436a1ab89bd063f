package acceptance_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/internal/levels"
)

// bloxorzLevel reads a level of the corpus: the parameters of the model, and the least number of moves, swaps counted
// as 0 and as 1.
func bloxorzLevel(t *testing.T, n int) (params, []int64) {
	t.Helper()
	name := fmt.Sprintf("bloxorz/level%02d.json", n)
	text := corpusFile(t, name)
	all := levels.Formats()
	format := all[slices.IndexFunc(all, func(f levels.Format) bool { return f.Name == "bloxorz" })]
	found, diags := levels.Read(format, name, text, levels.Options{})
	require.Empty(t, diags)
	object, err := found[0].JSON()
	require.NoError(t, err)
	var p params
	require.NoError(t, json.Unmarshal(object, &p))
	for _, line := range corpusLines(t, "bloxorz.txt") {
		if c := columns(line); number(t, c[0]) == n {
			return p, []int64{int64(number(t, c[1])), int64(number(t, c[2]))}
		}
	}
	require.Fail(t, "no known answer", name)
	return nil, nil
}

func TestBloxorzLevels(t *testing.T) { bloxorzLevels(t, 1, 5, 13) }

func TestLongBloxorzLevels(t *testing.T) { bloxorzLevels(t, 3, 17) }

func TestHoursBloxorzLevels(t *testing.T) {
	bloxorzLevels(t, 7, 9, 11, 15, 19, 21, 23, 25, 27, 29, 31, 33)
}

func bloxorzLevels(t *testing.T, numbers ...int) {
	t.Helper()
	for _, n := range numbers {
		p, wanted := bloxorzLevel(t, n)
		for swapcost, want := range wanted {
			p["swapcost"] = swapcost
			t.Run(fmt.Sprintf("%d/swapcost=%d", n, swapcost), func(t *testing.T) {
				puzzle := grounded(t, "moves/bloxorz.pz", p)
				wantCost(t, want, solve(t, puzzle, by("search", "", "")))
				wantCost(t, want, solve(t, puzzle, by("sat", "", "")))
			})
		}
	}
}
