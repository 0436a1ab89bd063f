package acceptance_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc"
)

// distribution counts, by exhausting a puzzle that starts at its goal and whose moves can be undone, how many states are how far from it.
func distribution(t *testing.T, file string, p params) map[int64]int64 {
	t.Helper()
	e, err := ground(t, file, p).Explore(t.Context(), pzc.ExploreOptions{})
	require.NoError(t, err)
	require.True(t, e.Complete, e.Reason)
	counts := map[int64]int64{}
	for _, layer := range e.Layers {
		counts[layer.Distance] = layer.States
	}
	return counts
}

// layers are the counts of a line of the corpus.
func layers(counts []int) map[int64]int64 {
	out := map[int64]int64{}
	for depth, n := range counts {
		out[int64(depth)] = int64(n)
	}
	return out
}

func sum(list []int) int {
	total := 0
	for _, n := range list {
		total += n
	}
	return total
}

// Pancakes, burnt pancakes, TopSpin: how many arrangements are how far from order, and one that is farthest.
func TestPermutationPuzzles(t *testing.T) {
	most := 50_000 // states
	if *slow {
		most = 4_000_000
	}
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
			counts := numbers(t, c[0], " ")
			if sum(counts) <= most {
				p[start] = holeFirst(n + 1)[1:]
				assert.Equal(t, layers(counts), distribution(t, file, p))
			}
			if len(c) < 3 {
				return
			}
			_, farthest, _ := strings.Cut(c[2], ": ")
			p[start] = numbers(t, farthest, " ")
			want := int64(len(counts) - 1)
			puzzle := ground(t, file, p)
			wantCost(t, want, solve(t, puzzle, by("search", "", "")))
			if sum(counts) <= 50_000 {
				wantCost(t, want, solve(t, puzzle, by("search", "bfs", "")))
			}
			if sum(counts) <= 3000 {
				wantCost(t, want, solve(t, puzzle, by("search", "idastar", "gaps")))
			}
		})
	}
}

// The complete distributions of small boards of the taquin, and of the heavy 8-puzzle.
func TestTaquinDistributions(t *testing.T) {
	most := 200_000 // states
	if *slow {
		most = 300_000_000
	}
	want := map[string][]int{}
	holeLast := map[string]bool{}
	for _, line := range corpusLines(t, "sliding_tiles_distributions.txt") {
		words := strings.Fields(line)
		switch words[0] {
		case "BOARD":
			holeLast[words[1]] = strings.Contains(line, "blank=last")
		case "DIST":
			require.Len(t, want[words[1]], number(t, words[2]))
			want[words[1]] = append(want[words[1]], number(t, words[3]))
		}
	}
	for board, counts := range want {
		size := numbers(t, strings.TrimSuffix(board, "-blanklast"), "x")
		if sum(counts) > most || size[0] < 2 {
			continue
		}
		t.Run(board, func(t *testing.T) {
			finish := holeFirst(size[0] * size[1])
			if holeLast[board] {
				finish = append(finish[1:], 0)
			}
			p := params{"rows": size[0], "cols": size[1], "start": finish, "finish": finish}
			assert.Equal(t, layers(counts), distribution(t, taquin, p))
		})
	}
	t.Run("heavy 3x3", func(t *testing.T) {
		counts := distribution(t, taquin, params{"heavy": true, "start": holeFirst(9), "finish": holeFirst(9)})
		for _, line := range corpusLines(t, "eight_puzzle_heavy.txt") {
			var cost, boards int64
			if _, err := fmt.Sscanf(line, "DIST %d %d", &cost, &boards); err == nil {
				assert.Equal(t, boards, counts[cost], "at cost %d", cost)
			}
		}
	})
}
