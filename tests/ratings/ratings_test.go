// Package ratings compares how hard pzc rates puzzles with how hard other people say they are.
//
// testdata has boards of Simon Tatham's Portable Puzzle Collection, as Debian's sgt-puzzles makes them: in each line a
// label, a seed, and what `sgt-GAME --generate 1 'PARAMETERS#SEED'` prints. Nobody told pzc what the labels mean.
//
//	make rate-tatham                         all boards: half an hour; PZC_GAMES=slitherlink,hitori: some games
package ratings

import (
	"cmp"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/apps/rate"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// games are the games with the rank correlation of labels and ratings that was reached.
var games = map[string]float64{
	"bridges": 0.83, "dominosa": 0.93, "futoshiki": 0.89, "galaxies": 0.48, "hitori": 0.33, "kenken": 0.72,
	"light_up": 0.86, "masyu": 0.77, "skyscrapers": 0.89, "slant": 0.87, "slitherlink": 0.76, "sudoku": 0.88,
	"takuzu": 0.88, "tents": 0.81,
}

// board is a line of testdata: label is the place of its label among those of the game, the easiest first.
type board struct {
	label      int
	seed, text string
	rows, cols int
}

var line = regexp.MustCompile(`(?m)^(\w+) (\d+) (\d+)(?:x(\d+))?[^:]*:(.+)$`)

func boards(t *testing.T, game string) (all []board) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", game+".txt"))
	require.NoError(t, err)
	labels := []string{}
	for _, m := range line.FindAllStringSubmatch(string(text), -1) {
		if !slices.Contains(labels, m[1]) {
			labels = append(labels, m[1])
		}
		cols, _ := strconv.Atoi(m[3])
		rows, _ := strconv.Atoi(cmp.Or(m[4], m[3]))
		all = append(all, board{slices.Index(labels, m[1]), m[2], m[5], rows, cols})
	}
	return all
}

// hardness is the one formula for all games. known is false if pzc cannot rate the board.
func hardness(t *testing.T, program *puzzle.Program, game string, b board) (h float64, undecided int64, known bool) {
	t.Helper()
	data, err := json.Marshal(decoders[game](b.text, b.rows, b.cols))
	require.NoError(t, err)
	z, diags := program.Instantiate(puzzle.Data{JSON: &puzzle.Text{Name: game + b.seed, Text: string(data)}})
	require.NoError(t, diags.Err(), "%s %s %s", game, b.seed, data)
	require.NoError(t, z.Ground(t.Context()).Err())
	v, err := rate.Of(t.Context(), z, rate.Options{})
	require.NoError(t, err, "%s %s", game, data)
	require.False(t, v.Several, "%s %s", game, data)
	undecided, _ = v.Value("undecided")
	for name, more := range map[string]float64{"joint_steps": 1, "most_rules": 0, "look_ahead": 0, "open_elements": 1} {
		n, ok := v.Value(name)
		if !ok {
			return 0, undecided, false
		}
		h += math.Log2(more + max(1-more, float64(n)))
	}
	return h, undecided, true
}

// spearman is the rank correlation of two lists; equal values have the mean of their ranks.
func spearman(x, y []float64) float64 {
	ranks := func(v []float64) (out []float64) {
		for _, a := range v {
			rank := -0.5
			for _, b := range v {
				rank += 0.5 * float64(1+cmp.Compare(a, b))
			}
			out = append(out, rank)
		}
		return out
	}
	x, y = ranks(x), ranks(y)
	mean := float64(len(x)-1) / 2
	var both, xx, yy float64
	for i := range x {
		both += (x[i] - mean) * (y[i] - mean)
		xx += (x[i] - mean) * (x[i] - mean)
		yy += (y[i] - mean) * (y[i] - mean)
	}
	return both / math.Sqrt(xx*yy)
}

// correlation rates every nth board of a game.
func correlation(t *testing.T, game string, nth int) float64 {
	t.Helper()
	program, diags, err := puzzle.LoadFile("std:" + game + ".pz")
	require.NoError(t, err)
	require.NoError(t, diags.Err())
	var labels, rated []float64
	slow, unknown := 0, 0
	for i, b := range boards(t, game) {
		if i%nth != 0 {
			continue
		}
		h, undecided, known := hardness(t, program, game, b)
		if undecided > 0 {
			slow++
		}
		if !known {
			unknown++
			continue
		}
		labels, rated = append(labels, float64(b.label)), append(rated, h)
	}
	r := spearman(labels, rated)
	t.Logf("%-12s %.2f  %d boards, %d not rated, in %d a question took too long", game, r, len(rated), unknown, slow)
	return r
}

func chosen() (all []string) {
	only := strings.FieldsFunc(os.Getenv("PZC_GAMES"), func(r rune) bool { return r == ',' })
	for game := range games {
		if len(only) == 0 || slices.Contains(only, game) {
			all = append(all, game)
		}
	}
	slices.Sort(all)
	return all
}

// TestRatings rates a few boards of each game.
func TestRatings(t *testing.T) {
	for _, game := range chosen() {
		correlation(t, game, 59)
	}
}

// TestLongRatings rates each fourth slitherlink.
func TestLongRatings(t *testing.T) {
	assert.GreaterOrEqual(t, correlation(t, "slitherlink", 4), 0.65)
}

// TestHoursRatings rates all boards. No game may lose more than 0.02.
func TestHoursRatings(t *testing.T) {
	for _, game := range chosen() {
		r := correlation(t, game, 1)
		assert.GreaterOrEqual(t, r, games[game]-0.02, game)
	}
}
