package acceptance_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var pegEnd = regexp.MustCompile(`\((\d+),(\d+)\):seq=(\d+),moves=(\d+)`)

// Peg solitaire on rectangles and triangles: in which hole can the last peg be, in how many moves, in how many ways?
func TestLongPegBoards(t *testing.T) {
	board := regexp.MustCompile(`^PEG (square|rect|line|triangle)(\d+)(?:x(\d+))? holes \d+ start_vacancy ` +
		`\((\d+),(\d+)\) (\w+)`)
	for _, line := range corpusLines(t, "peg_solitaire.txt") {
		m := board.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		level := pegBoard(t, m[1], m[2], m[3])
		r, c := number(t, m[4]), number(t, m[5])
		level[r] = level[r][:c] + "." + level[r][c+1:]
		p := params{"level": level, "triangle": m[1] == "triangle"}
		words := strings.Fields(line)
		jumps := int64(number(t, field(t, words, "jumps_to_1")))
		t.Run(strings.Join(words[1:6], " "), func(t *testing.T) {
			ends := pegEnd.FindAllStringSubmatch(line, -1)
			if m[6] == "UNSOLVABLE" {
				assert.Empty(t, ends)
				p["finish"] = [2]int{r, c}
				pegs(t, p, -1, -1, 0)
			}
			for _, e := range ends {
				p["finish"] = [2]int{number(t, e[1]), number(t, e[2])}
				pegs(t, p, jumps, int64(number(t, e[4])), number(t, e[3]))
			}
		})
	}
}

// pegBoard is a board full of pegs: triangle5 has five rows, line6 is one row, square4x4 and rect3x4 have rows and
// columns.
func pegBoard(t *testing.T, shape, first, second string) []string {
	t.Helper()
	n := number(t, first)
	if shape == "triangle" {
		var level []string
		for r := range n {
			level = append(level, strings.Repeat("o", r+1))
		}
		return level
	}
	if second == "" {
		return []string{strings.Repeat("o", n)}
	}
	return rows(strings.Repeat("o", n*number(t, second)), number(t, second))
}

// pegs checks one finish: jumps, moves (chains of jumps), and how many ways there are if these can be listed.
func pegs(t *testing.T, p params, jumps, chained int64, ways int) {
	t.Helper()
	p["chained"] = false
	puzzle := grounded(t, "pegs.pz", p)
	wantCost(t, jumps, solve(t, puzzle, by("search", "", "")))
	if ways <= 1000 {
		wantCount(t, ways, solve(t, puzzle, all("search")))
	}
	if chained >= 0 {
		p["chained"] = true
		wantCost(t, chained, solve(t, grounded(t, "pegs.pz", p), by("search", "", "")))
	}
}

// Problems on the English board.
func TestEnglishPegProblems(t *testing.T) {
	for _, line := range corpusLines(t, "peg_solitaire.txt") {
		words := strings.Fields(line)
		if words[0] != "ENGPEG" {
			continue
		}
		t.Run(words[1], func(t *testing.T) {
			level := []string{"  ...  ", "  ...  ", ".......", ".......", ".......", "  ...  ", "  ...  "}
			start, _, _ := strings.Cut(line[strings.Index(line, "start ")+6:], " |")
			for hole := range strings.FieldsSeq(start) {
				at := numbers(t, hole, ",")
				level[at[0]] = level[at[0]][:at[1]] + "o" + level[at[0]][at[1]+1:]
			}
			_, ends, _ := strings.Cut(line, "ends ")
			if ends == "-" {
				puzzle := grounded(t, "pegs.pz", params{"level": level, "finish": [2]int{3, 3}})
				wantUnsolvable(t, solve(t, puzzle, by("search", "", "")))
				return
			}
			for end := range strings.FieldsSeq(ends) {
				hole, ways, _ := strings.Cut(end, ":")
				at := numbers(t, hole, ",")
				pegs(t, params{"level": level, "finish": [2]int{at[0], at[1]}}, int64(number(t, field(t, words, "jumps"))), -1,
					number(t, ways))
			}
		})
	}
}

// Central solitaire: 31 jumps, as each takes one of 32 pegs.
func TestLongCentralSolitaire(t *testing.T) {
	p := params{"finish": [2]int{3, 3}, "level": []string{
		"  ooo  ", "  ooo  ", "ooooooo", "ooo.ooo", "ooooooo", "  ooo  ", "  ooo  ",
	}}
	wantCost(t, 31, solve(t, grounded(t, "pegs.pz", p), by("search", "", "")))
}

// L'âne rouge in three ways of counting.
func TestLongKlotski(t *testing.T) { klotski(t, 0, 6) }

func TestHoursKlotski(t *testing.T) { klotski(t, 6, 40) }

// klotski takes the lines from a number to another, without that.
func klotski(t *testing.T, first, end int) {
	t.Helper()
	for i, line := range corpusLines(t, "klotski.txt") {
		if i < first || i >= end {
			continue
		}
		c := columns(line)
		for k, metric := range []string{"anywhere", "straight", "single"} {
			t.Run(c[0]+"/"+metric, func(t *testing.T) {
				puzzle := grounded(t, "klotski.pz", params{"level": rows(c[1], 4), "metric": metric})
				wantCost(t, optimum(t, c[2+k]), solve(t, puzzle, by("search", "", "")))
				if metric == "single" {
					assert.EqualValues(t, number(t, c[5]), explored(t, puzzle).States())
				}
			})
		}
	}
}

// microban reads the levels; level n follows the line `; n`.
func microban(t *testing.T) map[int][]string {
	t.Helper()
	levels := map[int][]string{}
	n := 0
	for line := range strings.Lines(corpusFile(t, "microban.xsb")) {
		line = strings.TrimRight(line, "\r\n")
		var next int
		switch {
		case strings.HasPrefix(line, ";"):
			if _, err := fmt.Sscanf(line, "; %d", &next); err == nil {
				n = next
			}
		case strings.Contains(line, "#"):
			levels[n] = append(levels[n], line)
		}
	}
	return levels
}

func TestLongMicroban(t *testing.T) { microbanResults(t, 0, 24) }

func TestHoursMicroban(t *testing.T) { microbanResults(t, 24, 78) }

// microbanResults takes the results from a number to another, without that.
func microbanResults(t *testing.T, first, end int) {
	t.Helper()
	levels := microban(t)
	for i, line := range corpusLines(t, "microban_results.txt") {
		if i < first || i >= end {
			continue
		}
		c := columns(line)
		n := number(t, c[0])
		require.NotEmpty(t, levels[n])
		for _, x := range []struct{ file, want string }{
			{"moves/sokoban_pushes.pz", c[2]}, {"moves/sokoban_steps.pz", c[3]},
		} {
			if x.want == "?" {
				continue // nobody knows
			}
			t.Run(fmt.Sprintf("%d/%s", n, x.file), func(t *testing.T) {
				a := solve(t, grounded(t, x.file, params{"level": levels[n]}), by("search", "", ""))
				wantCost(t, int64(number(t, x.want)), a)
			})
		}
	}
}
