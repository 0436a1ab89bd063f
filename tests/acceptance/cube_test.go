package acceptance_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/explore"
)

const (
	stickers = "moves/rubik2.pz"
	cubies   = "moves/rubik2_cubies.pz"
)

// colours reads the stickers of a cube as the corpus writes them.
func colours(text string) []string {
	names := map[rune]string{'U': "white", 'R': "red", 'F': "green", 'D': "yellow", 'L': "orange", 'B': "blue"}
	var out []string
	for _, sticker := range text {
		out = append(out, names[sticker])
	}
	return out
}

// The 2×2×2 cube: scrambles and the deepest positions, in both metrics, by its stickers and by its pieces.
func TestCube(t *testing.T) {
	cube(t, func(turns int, halves bool) bool { return turns <= 9 && (turns <= 7 || !halves) })
}

func TestHoursCube(t *testing.T) {
	cube(t, func(turns int, halves bool) bool { return turns > 9 || turns > 7 && halves })
}

// cube takes the positions that are chosen by the number of turns, with half turns and without.
func cube(t *testing.T, chosen func(turns int, halves bool) bool) {
	t.Helper()
	for _, line := range corpusLines(t, "cube2x2x2.txt") {
		c := columns(line)
		var scramble, halves, quarters, six string
		switch strings.Fields(line)[0] {
		case "SCR":
			scramble, halves, quarters, six = c[2], c[3], c[4], c[5]
		case "DEEP":
			scramble, halves, quarters, six = c[1], c[2], c[3], c[4]
		default:
			continue
		}
		for _, x := range []struct {
			file   string
			faces  []string
			halves bool
			want   string
		}{
			{stickers, []string{"U", "R", "F", "D", "L", "B"}, true, six},
			{stickers, []string{"U", "R", "F"}, true, halves},
			{stickers, []string{"U", "R", "F"}, false, quarters},
			{cubies, []string{"U", "R", "F"}, true, halves},
			{cubies, []string{"U", "R", "F"}, false, quarters},
		} {
			want := number(t, x.want)
			if !chosen(want, x.halves) {
				continue
			}
			t.Run(fmt.Sprintf("%s/%s/%d faces/halves=%t", c[0], x.file, len(x.faces), x.halves), func(t *testing.T) {
				z := grounded(t, x.file, params{"scramble": colours(scramble), "faces": x.faces, "halves": x.halves})
				wantCost(t, int64(want), solve(t, z, by("search", "", "")))
			})
		}
	}
}

// A corner that is twisted in its place.
func TestTwistedCube(t *testing.T) { twistedCube(t, cubies) }

func TestHoursTwistedCube(t *testing.T) { twistedCube(t, stickers) }

func twistedCube(t *testing.T, file string) {
	t.Helper()
	for _, line := range corpusLines(t, "unsolvable.txt") {
		c := columns(line)
		if c[0] != "CUBE2" {
			continue
		}
		t.Run(c[1], func(t *testing.T) {
			p := params{"scramble": colours(c[1]), "faces": []string{"U", "R", "F"}}
			wantUnsolvable(t, solve(t, grounded(t, file, p), by("search", "", "")))
		})
	}
}

// How many states are how far from the solved cube, in both metrics.
func TestLongCubeDistributions(t *testing.T) {
	cubeDistributions(t, distribution{"URF-HTM", cubies, params{"faces": threeFaces}})
}

func TestHoursCubeDistributions(t *testing.T) {
	cubeDistributions(t,
		distribution{"URF-QTM", cubies, params{"faces": threeFaces, "halves": false}},
		distribution{"URF-HTM", stickers, params{"faces": threeFaces}},
		distribution{"URF-QTM", stickers, params{"faces": threeFaces, "halves": false}},
		distribution{"ALL6-FIXED-HTM", cubies, params{"faces": []string{"U", "R", "F", "D", "L", "B"}}},
		distribution{"ALL6-FIXED-HTM", stickers, nil},
	)
}

var threeFaces = []string{"U", "R", "F"}

// distribution is a metric and a model with parameters.
type distribution struct {
	metric, file string
	p            params
}

func cubeDistributions(t *testing.T, all ...distribution) {
	t.Helper()
	for _, x := range all {
		t.Run(x.metric+"/"+x.file, func(t *testing.T) {
			wantLayers(t, distances(t, "cube2x2x2.txt", x.metric), explored(t, grounded(t, x.file, x.p)))
		})
	}
}

// With all six faces, the cube held fast: the first layers, by stickers and by pieces.
func TestCubeHeldFast(t *testing.T) {
	want := distances(t, "cube2x2x2.txt", "ALL6-FIXED-HTM")[:5]
	for _, file := range []string{stickers, cubies} {
		most := len(want) - 1
		z := grounded(t, file, params{"faces": []string{"U", "R", "F", "D", "L", "B"}})
		e, err := z.Explore(t.Context(), explore.Options{Options: backends.Options{MaxHorizon: &most}})
		require.NoError(t, err)
		wantLayers(t, want, e)
	}
}
