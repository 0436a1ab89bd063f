// Package genres solves boards that other people drew and solved, and compares the answers. The boards lie beside the
// repository: GENRE.json is {name: {problem, solution}}, texts of rows of words, the first of which has the size.
//
//	make test-genres                                all boards; PZC_GENRES=LITS,Yajilin: those of some genres
//	make test-genres PZC_BOARDS=FOLDER              other boards of the same form
//	make test-genres PZC_EACH=20 PZC_SECONDS=10     up to 20 boards a genre, each within 10 s of user CPU
package genres

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// board is a board and its solution. head is the first line of the problem, and lines are the others.
type board struct {
	name       string
	rows, cols int
	head       []int
	lines      [][]string
	want       [][]string
}

// words splits a text into lines of words. Some solutions go on after a line in brackets.
func words(text string) (lines [][]string) {
	text, _, _ = strings.Cut(text, "\n[")
	for line := range strings.Lines(strings.Trim(text, "\n")) {
		lines = append(lines, strings.Fields(line))
	}
	return lines
}

// boards reads the boards of a genre, or skips the test.
func boards(t *testing.T, genre string) []board {
	t.Helper()
	all, err := boardsOf(genre)
	if os.IsNotExist(err) {
		t.Skipf("the boards are not here: %v", err)
	}
	require.NoError(t, err)
	return all
}

// boardsOf reads the boards of a genre, the small ones first; without those that have no solution.
func boardsOf(genre string) (all []board, err error) {
	folder := cmp.Or(os.Getenv("PZC_BOARDS"), "../../../shared/corpus/genres")
	text, err := os.ReadFile(filepath.Join(folder, genre+".json"))
	if err != nil {
		return nil, err
	}
	var read map[string]struct{ Problem, Solution string }
	if err := json.Unmarshal(text, &read); err != nil {
		return nil, err
	}
	for name, b := range read {
		lines, want := words(b.Problem), words(b.Solution)
		head := lists.Map(lines[0], number)
		short := func(line []string) bool { return len(line) != head[1] }
		if len(want) != head[0]+1 || slices.ContainsFunc(want[1:], short) {
			continue // without a whole solution
		}
		all = append(all, board{name, head[0], head[1], head, lines[1:], want[1:]})
	}
	slices.SortFunc(all, func(a, b board) int {
		return cmp.Or(cmp.Compare(a.rows*a.cols, b.rows*b.cols), cmp.Compare(a.name, b.name))
	})
	return all, nil
}

// number reads a number; -1 for a word that is none.
func number(word string) int {
	if n, err := strconv.Atoi(word); err == nil {
		return n
	}
	return -1
}

// solution reads the values of an answer as the model writes them: at("on", row, column, direction).
type solution func(name string, row, col int, more ...int) string

func reader(z *puzzle.Puzzle, b *board, s *puzzle.Solution) solution {
	m := z.Model()
	return func(name string, row, col int, more ...int) string {
		a := lists.First(m.Arrays, func(a *model.Array) bool { return a.Name == name && a.Role == model.State })
		k := row*b.cols + col
		for _, d := range more {
			k = k*(m.Data[a.ID].Size/(b.rows*b.cols)) + d
		}
		return m.Format(a.Type, model.Int(s.Start[m.Data[a.ID].Offset+k]))
	}
}

// tally is what became of the boards of a genre.
type tally struct {
	right, wrong, several, undecided int
	others                           int // boards of other rules, or that the model cannot have
	seconds                          []float64
	faults                           []string
}

// judge solves a board twice over: is the answer the known one, and the only one?
func (n *tally) judge(t *testing.T, g genre, program *puzzle.Program, b *board, o puzzle.Options) {
	t.Helper()
	data := g.data(b)
	if data == nil {
		n.others++
		return
	}
	text, err := json.Marshal(data)
	require.NoError(t, err)
	before := used()
	ctx, stop := within(t.Context())
	defer stop()
	z, diags := program.Instantiate(puzzle.Data{JSON: &puzzle.Text{Name: b.name, Text: string(text)}})
	if diags.HasErrors() { // a board that is not whole, or that the model refuses
		n.others++
		n.faults = append(n.faults, b.name+" is refused: "+diags[0].Msg)
		return
	}
	require.NoError(t, z.GroundOnce(ctx).Err(), "%s %s", g.name, b.name)
	o.Backend, o.All, o.Limit, o.Threads = "constraint", true, 2, 1
	a, err := z.Solve(ctx, o)
	n.seconds = append(n.seconds, used()-before)
	if err != nil || len(a.Solutions) < 2 && !a.Complete {
		n.undecided++
		return
	}
	want, known := fmt.Sprint(g.wanted(b)), false
	if len(a.Solutions) > 1 { // is the known answer one of many?
		o.Limit = 1000
		if a, err = z.Solve(ctx, o); err != nil {
			n.undecided++
			return
		}
	}
	for i := range a.Solutions {
		known = known || fmt.Sprint(g.answer(b, reader(z, b, &a.Solutions[i]))) == want
	}
	switch {
	case len(a.Solutions) == 0:
		n.wrong++
		n.faults = append(n.faults, b.name+" has no solution")
	case !known:
		n.wrong++
		n.faults = append(n.faults, fmt.Sprintf("%s has the answer %v", b.name, g.answer(b, reader(z, b, &a.Solutions[0]))))
	case len(a.Solutions) > 1:
		n.several++
		n.faults = append(n.faults, b.name+" has two answers")
	default:
		n.right++
	}
}

// within returns a context that ends after a minute, or after PZC_SECONDS of user CPU.
func within(parent context.Context) (context.Context, context.CancelFunc) {
	ctx, stop := context.WithTimeout(parent, time.Minute)
	if seconds := number(os.Getenv("PZC_SECONDS")); seconds > 0 {
		ctx, stop = context.WithCancel(parent)
		before := used()
		go func() {
			for ctx.Err() == nil && used()-before < float64(seconds) {
				time.Sleep(50 * time.Millisecond)
			}
			stop()
		}()
	}
	return ctx, stop
}

// used returns the seconds of the processor that the process has used.
func used() float64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano()).Seconds()
}

// times returns the median and the greatest of the seconds.
func (n *tally) times() (median, greatest float64) {
	slices.Sort(n.seconds)
	if k := len(n.seconds); k > 0 {
		median, greatest = n.seconds[k/2], n.seconds[k-1]
	}
	return median, greatest
}

// keep writes what became of the boards of a genre, for docs/genres.md.
func (n *tally) keep(t *testing.T, genre string) {
	t.Helper()
	all := kept[solved](t, boardsFile)
	median, greatest := n.times()
	all[genre] = solved{n.right, n.wrong, n.several, n.undecided, n.others, hundredths(median), hundredths(greatest)}
	keep(t, boardsFile, all)
}

func (n *tally) String() string {
	median, greatest := n.times()
	return fmt.Sprintf("%d right, %d wrong, %d not unique, %d undecided, %d others, median %.2f s, greatest %.2f s",
		n.right, n.wrong, n.several, n.undecided, n.others, median, greatest)
}

// some returns up to n boards of all sizes; 0: all of them.
func some(all []board, n int) []board {
	if n == 0 || len(all) <= n {
		return all
	}
	var out []board
	for i := range n {
		out = append(out, all[i*(len(all)-1)/(n-1)])
	}
	return out
}

// chosen says whether PZC_GENRES leaves a genre in.
func chosen(genre string) bool {
	only := strings.FieldsFunc(os.Getenv("PZC_GENRES"), func(r rune) bool { return r == ',' })
	return len(only) == 0 || slices.Contains(only, genre)
}

// judged judges some boards of each genre, and reports a line for each and their sum.
func judged(t *testing.T, each int, o puzzle.Options) (sum tally) {
	for _, g := range slices.Concat(genres, older) {
		if !chosen(g.name) {
			continue
		}
		program, diags, err := puzzle.LoadFile("std:" + g.model)
		require.NoError(t, err)
		require.NoError(t, diags.Err())
		var n tally
		all := boards(t, g.name)
		if each == short { // the largest take as long as all others
			all = all[:(3*len(all)+3)/4]
		}
		for _, b := range some(all, each) {
			n.judge(t, g, program, &b, o)
		}
		t.Logf("%-14s %s %s", g.name, &n, strings.Join(n.faults, "; "))
		if each != short && os.Getenv("PZC_BOARDS") == "" {
			n.keep(t, g.name)
		}
		sum.right, sum.wrong, sum.several = sum.right+n.right, sum.wrong+n.wrong, sum.several+n.several
		sum.others += n.others
		sum.undecided, sum.seconds = sum.undecided+n.undecided, append(sum.seconds, n.seconds...)
	}
	t.Logf("all %d boards: %s", len(sum.seconds), &sum)
	return sum
}

// short is the number of boards of a genre in TestLongGenres.
const short = 5

// TestLongGenres: five boards of each genre, but for the largest quarter, by counted work.
func TestLongGenres(t *testing.T) {
	o := puzzle.Options{}
	o.Conflicts = 20_000
	sum := judged(t, short, o)
	assert.Zero(t, sum.wrong)
	assert.LessOrEqual(t, sum.several, 3) // boards at fault
	assert.LessOrEqual(t, sum.undecided, len(sum.seconds)/10)
}

// TestHoursGenres: all boards, or PZC_EACH of a genre, up to a minute each, or PZC_SECONDS of user CPU. What became of
// them is kept for docs/genres.md.
func TestHoursGenres(t *testing.T) {
	sum := judged(t, max(number(os.Getenv("PZC_EACH")), 0), puzzle.Options{})
	assert.Zero(t, sum.wrong)
}
