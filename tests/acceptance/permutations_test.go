package acceptance_test

import (
	"strings"
	"testing"
)

// Pancakes, burnt pancakes, TopSpin: how many arrangements are how far from order, and one that is farthest.
func TestLongPermutationPuzzles(t *testing.T) { permutationPuzzles(t, 50_000) }

func TestHoursPermutationPuzzles(t *testing.T) { permutationPuzzles(t, 4_000_000) }

// permutationPuzzles counts the arrangements of the puzzles that have at most `most` of them.
func permutationPuzzles(t *testing.T, most int64) {
	t.Helper()
	for _, line := range corpusLines(t, "permutation_puzzles.txt") {
		name, rest, _ := strings.Cut(line, ":")
		words := strings.Fields(name)
		size := func(of string) int {
			for _, w := range words {
				if value, ok := strings.CutPrefix(w, of+"="); ok {
					return number(t, value)
				}
			}
			return 0
		}
		n, k := size("n"), size("k")
		p, file, start := params{}, "pancakes.pz", "heap"
		switch words[0] {
		case "PANCAKE", "BURNT":
			p["n"], p["burnt"] = n, words[0] == "BURNT"
		case "TOPSPIN-A", "TOPSPIN-B":
			file, start = "topspin.pz", "start"
			p["tokens"], p["turntable"] = n, k
			p["counting"] = map[string]string{"TOPSPIN-A": "ring_is_free", "TOPSPIN-B": "by_steps"}[words[0]]
		}
		if n < 3 && start == "start" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			c := columns(rest)
			var counts []int64
			states := int64(0)
			for _, n := range numbers(t, c[0], " ") {
				counts = append(counts, int64(n))
				states += int64(n)
			}
			if states <= most {
				p[start] = holeFirst(n + 1)[1:]
				wantLayers(t, counts, explored(t, grounded(t, file, p)))
			}
			if len(c) < 3 {
				return
			}
			_, farthest, _ := strings.Cut(c[2], ": ")
			p[start] = numbers(t, farthest, " ")
			want := int64(len(counts) - 1)
			puzzle := grounded(t, file, p)
			wantCost(t, want, solve(t, puzzle, by("search", "", "")))
			if states <= 50_000 {
				wantCost(t, want, solve(t, puzzle, by("search", "bfs", "")))
			}
			if states <= 3000 {
				wantCost(t, want, solve(t, puzzle, by("search", "idastar", "gaps")))
			}
		})
	}
}
