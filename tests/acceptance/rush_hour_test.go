package acceptance_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Rush Hour, counting moves and counting steps.
func TestLongRushHour(t *testing.T) { rushHour(t, func(i int) bool { return i%8 == 0 }) }

func TestHoursRushHour(t *testing.T) { rushHour(t, func(i int) bool { return i%8 != 0 }) }

// rushHour takes the lines that are chosen, and those that are unsolvable.
func rushHour(t *testing.T, chosen func(i int) bool) {
	t.Helper()
	for i, line := range corpusLines(t, "rushhour.txt") {
		c := columns(line)
		unsolvable := c[0] == "UNSOLVABLE"
		if !chosen(i) && !unsolvable {
			continue
		}
		board := c[2]
		if !unsolvable {
			board = c[3]
		}
		wanted := c[:2]
		if unsolvable {
			wanted = []string{c[0], c[0]}
		}
		for single, want := range wanted {
			t.Run(fmt.Sprintf("%s/single=%d", board, single), func(t *testing.T) {
				level := rows(strings.ReplaceAll(board, "o", "."), 6)
				puzzle := grounded(t, "rush_hour.pz", params{"level": level, "single": single == 1})
				wantCost(t, optimum(t, want), solve(t, puzzle, by("search", "", "")))
				states := c[1]
				if !unsolvable {
					states = c[2]
				}
				assert.EqualValues(t, number(t, states), explored(t, puzzle).States())
			})
		}
	}
}
