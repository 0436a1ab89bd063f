package acceptance_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Jugs, missionaries, wolf-goat-cabbage, bridge and torch: costs, and numbers of optimal plans.
func TestSmallStatePuzzles(t *testing.T) {
	handled := map[string]func(*testing.T, []string){
		"JUGTAP": jugTap, "JUGPOUR": jugPour, "MC": missionaries, "WGC": wolfGoatCabbage, "BRIDGE": bridge,
		"JEALOUS": husbands,
	}
	for _, line := range corpusLines(t, "small_state_puzzles.txt") {
		words := strings.Fields(line)
		run, ok := handled[words[0]]
		require.True(t, ok, words[0])
		name, _, _ := strings.Cut(line, " min_")
		t.Run(name, func(t *testing.T) { run(t, words) })
	}
}

func jugTap(t *testing.T, words []string) {
	t.Helper()
	caps := numbers(t, field(t, words, "caps"), ",")
	p := params{"jugs": len(caps), "cap": caps, "target": number(t, field(t, words, "target"))}
	steps := optimum(t, field(t, words, "min_steps"))
	puzzle := grounded(t, "jugs.pz", p)
	wantCost(t, steps, solve(t, puzzle, by("search", "", "")))
	wantCount(t, number(t, field(t, words, "optimal_paths")), solve(t, puzzle, all("search")))
	if len(caps) == 2 && steps <= 10 {
		wantCost(t, steps, solve(t, puzzle, by("sat", "", "")))
	}
	p["litres"] = true
	inLitres := grounded(t, "jugs.pz", p)
	wantCost(t, optimum(t, field(t, words, "min_litres_moved")), solve(t, inLitres, by("search", "", "")))
	wantCost(t, optimum(t, field(t, words, "min_litres_moved")), solve(t, inLitres, by("search", "ucs", "")))
	if slices.Equal(caps, []int{3, 5}) {
		wantCost(t, optimum(t, field(t, words, "min_litres_moved")), solve(t, inLitres, by("sat", "", "")))
	}
}

func jugPour(t *testing.T, words []string) {
	t.Helper()
	caps := numbers(t, field(t, words, "caps"), ",")
	puzzle := grounded(t, "jugs.pz", params{
		"jugs": len(caps), "cap": caps, "start": numbers(t, field(t, words, "start"), ","),
		"finish": numbers(t, field(t, words, "goal"), ","),
		"target": -1, "tap": false,
	})
	wantCost(t, optimum(t, field(t, words, "min_pours")), solve(t, puzzle, by("search", "", "")))
	wantCount(t, number(t, field(t, words, "optimal_paths")), solve(t, puzzle, all("search")))
}

// missionaries checks both variants: the boat counts, or the banks only. The numbers of plans follow the word `paths`.
func missionaries(t *testing.T, words []string) {
	t.Helper()
	p := params{"missionaries": number(t, words[1]), "cannibals": number(t, words[2]), "boat": number(t, words[3])}
	for i, strict := range []bool{true, false} {
		p["strict"] = strict
		puzzle := grounded(t, "missionaries.pz", p)
		wantCost(t, optimum(t, words[5+4*i]), solve(t, puzzle, by("search", "", "")))
		wantCount(t, number(t, words[7+4*i]), solve(t, puzzle, all("search")))
	}
}

func husbands(t *testing.T, words []string) {
	t.Helper()
	puzzle := grounded(t, "husbands.pz", params{
		"couples": number(t, field(t, words, "couples")), "boat": number(t, field(t, words, "boat")),
	})
	wantCost(t, optimum(t, field(t, words, "crossings")), solve(t, puzzle, by("search", "", "")))
	if ways := number(t, field(t, words, "paths")); ways <= 1000 {
		wantCount(t, ways, solve(t, puzzle, all("search")))
	}
}

func wolfGoatCabbage(t *testing.T, words []string) {
	t.Helper()
	puzzle := grounded(t, "wolf_goat_cabbage.pz", nil)
	for _, backend := range []string{"search", "sat"} {
		wantCost(t, optimum(t, field(t, words, "crossings")), solve(t, puzzle, by(backend, "", "")))
		wantCount(t, number(t, field(t, words, "optimal_paths")), solve(t, puzzle, all(backend)))
	}
}

func bridge(t *testing.T, words []string) {
	t.Helper()
	minutes := numbers(t, field(t, words, "times"), ",")
	puzzle := grounded(t, "bridge.pz", params{
		"people": len(minutes), "minutes": minutes, "capacity": number(t, field(t, words, "capacity")),
	})
	want := optimum(t, field(t, words, "min_time"))
	wantCost(t, want, solve(t, puzzle, by("search", "", "")))
	wantCost(t, want, solve(t, puzzle, by("search", "ucs", "")))
	if len(minutes) <= 4 {
		wantCost(t, want, solve(t, puzzle, by("sat", "", "")))
	}
}

func TestHanoi(t *testing.T) { hanoi(t, 0, 20_000) }

func TestHoursHanoi(t *testing.T) { hanoi(t, 20_001, 2_000_000) }

// hanoi takes the towers whose numbers of states are between two.
func hanoi(t *testing.T, least, most int) {
	t.Helper()
	rules := []string{"any_peg", "line", "circle"}
	for _, line := range corpusLines(t, "hanoi.txt") {
		c := columns(line)
		if states := number(t, c[4]); states < least || states > most {
			continue
		}
		p := params{"pegs": number(t, c[0]), "disks": number(t, c[1]), "rule": rules[number(t, c[2])]}
		want := int64(number(t, c[3]))
		t.Run(fmt.Sprintf("%s pegs/%s disks/%s", c[0], c[1], p["rule"]), func(t *testing.T) {
			puzzle := grounded(t, "hanoi.pz", p)
			wantCost(t, want, solve(t, puzzle, by("search", "", "")))
			if want <= 15 {
				wantCost(t, want, solve(t, puzzle, by("sat", "", "")))
			}
		})
	}
}
