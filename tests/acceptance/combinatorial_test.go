package acceptance_test

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/models"
)

// counted is a puzzle whose number of solutions is known.
type counted struct {
	model string
	data  params
	want  int64
}

func (c *counted) String() string { return fmt.Sprint(c.model, " ", c.data) }

// combinatorial reads the lines of the corpus whose numbers are counted here.
func combinatorial(t *testing.T) (out []*counted) {
	t.Helper()
	add := func(want int64, model string, data params) { out = append(out, &counted{model, data, want}) }
	for _, line := range corpusLines(t, "combinatorial_counts.txt") {
		var a, b int
		var n, k int64
		switch {
		case scan(line, "QUEENS n=%d all %d", &a, &n):
			add(n, "queens.pz", params{"n": a})
		case scan(line, "DOMINO mutilated opposite corners %d %d", &a, &n):
			add(n, "domino.pz", board(a, a, 0, a*a-1))
		case strings.HasPrefix(line, "DOMINO 8x8 minus"):
			scan(line, "DOMINO 8x8 minus (0,0),(0,1) %d minus (0,0),(0,7) %d", &n, &k)
			add(n, "domino.pz", board(8, 8, 0, 1))
			add(k, "domino.pz", board(8, 8, 0, 7))
		case scan(line, "DOMINO %d %d %d", &a, &b, &n):
			add(n, "domino.pz", board(a, b))
		case strings.HasPrefix(line, "COLOR"):
			for _, m := range numbersOf(line, `k=(\d+) (\d+)`) {
				out = append(out, colouring(line, m[0], m[1]))
			}
		case strings.HasPrefix(line, "RAMSEY33"):
			for _, m := range numbersOf(line, `(\d+): (\d+)`) {
				add(m[1], "mathematics/ramsey.pz", params{"n": m[0]})
			}
		case strings.HasPrefix(line, "VDW"):
			colours := int64(2)
			if scan(line, "VDW %d colours", &a) {
				colours = int64(a)
			}
			for _, m := range numbersOf(line, `(\d+): (\d+)`) {
				add(m[1], "mathematics/van_der_waerden.pz", params{"n": m[0], "colours": colours})
			}
		case strings.HasPrefix(line, "SCHUR"):
			for _, m := range numbersOf(line, `\((\d+), (\d+)\): (\d+)`) {
				add(m[2], "mathematics/schur.pz", params{"n": m[0], "colours": m[1]})
			}
		case strings.HasPrefix(line, "LANGFORD"):
			for _, m := range numbersOf(line, `(\d+): (\d+)`) {
				add(m[1], "langford.pz", params{"n": m[0]})
			}
		case scan(line, "MAGIC 3x3 squares %d", &n):
			add(n, "magic.pz", nil)
		case strings.HasPrefix(line, "LATIN"):
			before, _, _ := strings.Cut(line, "known")
			for _, m := range numbersOf(before, `(\d+): (\d+)`) {
				add(m[1], "latin.pz", params{"n": m[0], "given": make([]int, m[0]*m[0])})
			}
		case strings.HasPrefix(line, "CRYPT"):
			add(1, "cryptarithm.pz", nil)
		}
	}
	return out
}

func scan(line, format string, to ...any) bool {
	n, _ := fmt.Sscanf(line, format, to...)
	return n == len(to)
}

// numbersOf are the groups of all matches, as numbers.
func numbersOf(line, pattern string) (out [][]int64) {
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(line, -1) {
		var row []int64
		for _, text := range m[1:] {
			n, _ := strconv.ParseInt(text, 10, 64)
			row = append(row, n)
		}
		out = append(out, row)
	}
	return out
}

// board is one for dominoes without some squares.
func board(height, width int, missing ...int) params {
	squares := []byte(strings.Repeat("o", height*width))
	for _, c := range missing {
		squares[c] = '.'
	}
	return params{"board": rows(string(squares), width), "parity": false}
}

// colouring is a line on one of three graphs.
func colouring(line string, colours, want int64) *counted {
	data := params{"colours": colours}
	switch {
	case strings.Contains(line, "australia"):
		data["nodes"] = 7
		data["edges"] = [][2]int{{0, 1}, {0, 2}, {1, 2}, {1, 3}, {2, 3}, {2, 4}, {2, 5}, {3, 4}, {4, 5}}
	case strings.Contains(line, "groetzsch"): // the Mycielskian of a circle of five
		data["nodes"] = 11
		var edges [][2]int
		for i := range 5 {
			next, last := (i+1)%5, (i+4)%5
			edges = append(edges, [2]int{i, next}, [2]int{5 + i, next}, [2]int{5 + i, last}, [2]int{5 + i, 10})
		}
		data["edges"] = edges
	}
	return &counted{"mathematics/graph_colouring.pz", data, want}
}

// All numbers of the corpus come out, by components; the smaller ones by the search backend, too, one by one.
func TestLongCombinatorialCounts(t *testing.T) {
	combinatorialCounts(t, func(c *counted) bool { return c.model != "queens.pz" || c.want <= 20_000 })
}

func TestHoursCombinatorialCounts(t *testing.T) {
	combinatorialCounts(t, func(c *counted) bool { return c.model == "queens.pz" && c.want > 20_000 })
}

func combinatorialCounts(t *testing.T, chosen func(c *counted) bool) {
	t.Helper()
	cases := combinatorial(t)
	require.Greater(t, len(cases), 60)
	for _, c := range slices.DeleteFunc(cases, func(c *counted) bool { return !chosen(c) }) {
		t.Run(c.String(), func(t *testing.T) {
			z := grounded(t, c.model, c.data)
			program, diags := puzzle.Load(models.FS(), c.model)
			require.NoError(t, diags.Err())
			data := c.data.data(t)
			data.Plain = true // the search backend tells solutions apart by all that is chosen
			plain, diags := program.Instantiate(data)
			require.NoError(t, diags.Err())
			require.NoError(t, plain.GroundOnce(t.Context()).Err())
			backendNames := []string{"sat"}
			if c.want < 1000 && c.want > 0 {
				backendNames = append(backendNames, "search")
			}
			for _, backend := range backendNames {
				o := puzzle.Options{Backend: backend, Options: backends.Options{All: true, Count: true}}
				of := z
				if backend == "search" {
					of = plain
				}
				a := solve(t, of, o)
				assert.Equal(t, c.want, a.Count.Int64(), backend)
				assert.True(t, a.Complete, backend)
			}
		})
	}
}
