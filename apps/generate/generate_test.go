package generate

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/apps/rate"
	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/constraint"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/models"
)

// base instantiates a model of the library.
func base(t *testing.T, file, instance string) *puzzle.Puzzle {
	t.Helper()
	program, diags := puzzle.Load(models.FS(), file+".pz")
	require.NoError(t, diags.Err())
	z, diags := program.Instantiate(puzzle.Data{Instance: instance})
	require.NoError(t, diags.Err())
	return z
}

// own instantiates a model that is given as text.
func own(t *testing.T, text string) *puzzle.Puzzle {
	t.Helper()
	program, diags := puzzle.LoadText(fstest.MapFS{}, "own.pz", text)
	require.NoError(t, diags.Err())
	z, diags := program.Instantiate(puzzle.Data{})
	require.NoError(t, diags.Err())
	return z
}

func want(t *testing.T, text string, moves bool) *rate.Want {
	t.Helper()
	w, diags := rate.ParseWant("want", text, rate.Names(moves))
	require.NoError(t, diags.Err())
	return w
}

// solutions counts solutions by a SAT solver, which is not the engine that generates.
func solutions(t *testing.T, z *puzzle.Puzzle, limit int) int {
	t.Helper()
	require.NoError(t, z.GroundOnce(t.Context()).Err())
	o := puzzle.Options{Backend: "sat"}
	o.All, o.Limit = true, limit
	a, err := z.Solve(t.Context(), o)
	require.NoError(t, err)
	return len(a.Solutions)
}

// TestCluesAreNeeded: each puzzle has one solution, and more without any one of its clues.
func TestCluesAreNeeded(t *testing.T) {
	if testing.Short() {
		t.Skip("nine genres")
	}
	for _, name := range []string{
		"sudoku:four", "slitherlink", "light_up", "futoshiki", "skyscrapers", "mosaic", "kurodoko", "takuzu", "masyu",
	} {
		t.Run(name, func(t *testing.T) {
			file, instance, _ := strings.Cut(name, ":")
			z := base(t, file, instance)
			r, err := Generate(t.Context(), Options{Base: z, Count: 2, Seed: 5})
			require.NoError(t, err)
			require.Len(t, r.Levels, 2)
			require.Zero(t, r.Undecided)
			c, err := findClues(t.Context(), z, 5)
			require.NoError(t, err)
			for _, l := range r.Levels {
				require.Equal(t, 1, solutions(t, l.Puzzle, 2), "%s", l.Data)
				now := present(t, l.Puzzle)
				for i, e := range c.elements {
					if !e.hasOne || now[i] == e.blank {
						continue
					}
					less := append([]int64(nil), now...)
					less[i] = e.blank
					data, err := raw(c.data(less))
					require.NoError(t, err)
					y, diags := z.Given(t.Context(), data)
					require.NoError(t, diags.Err())
					require.Equal(t, 2, solutions(t, y, 2), "element %d is not needed in %s", i, l.Data)
				}
			}
		})
	}
}

// present returns the values of the elements in a puzzle.
func present(t *testing.T, z *puzzle.Puzzle) []int64 {
	c, _, err := openParams(t.Context(), z, z.Model(), mayBeClues)
	require.NoError(t, err)
	return lists.Map(c.elements, func(e element) int64 { return e.now })
}

// TestBlanks: which value is the blank follows from the model.
func TestBlanks(t *testing.T) {
	c, err := findClues(t.Context(), base(t, "light_up", ""), 1)
	require.NoError(t, err)
	for i, e := range c.elements {
		if e.now == '.' {
			assert.False(t, e.hasOne, "element %d: a room is no clue", i)
		} else {
			assert.Equal(t, '#', rune(e.blank), "element %d", i)
		}
	}
	for _, name := range []string{"hitori", "star_battle", "zebra"} {
		_, err := findClues(t.Context(), base(t, name, ""), 1)
		require.ErrorContains(t, err, "the model has no data that could be clues", name)
	}
}

// TestSameSeed: the same options make the same file on any number of cores.
func TestSameSeed(t *testing.T) {
	for _, o := range []Options{
		{
			Base: base(t, "sudoku", "six"), Count: 6, Symmetric: true, Rate: true,
			Want: want(t, "unique and steps > 20", false),
		},
		{Base: base(t, "ice", ""), Count: 3, Vary: []string{"lake"}, Want: want(t, "cost >= 6", true)},
		{Base: base(t, "pancakes", "six"), Count: 4, Backwards: true, Want: want(t, "cost == 6", true)},
	} {
		files := map[string]bool{}
		for _, threads := range []int{1, 3} {
			o.Threads = threads
			r, err := Generate(t.Context(), o)
			require.NoError(t, err)
			require.Len(t, r.Levels, o.Count)
			text, diags := File("std:x.pz", "", r.Levels, nil)
			require.NoError(t, diags.Err())
			files[fmt.Sprint(text, r.Left, r.Tried)] = true
		}
		assert.Len(t, files, 1)
	}
}

// TestSymmetric: the clues of a symmetric puzzle are symmetric.
func TestSymmetric(t *testing.T) {
	r, err := Generate(t.Context(), Options{Base: base(t, "sudoku", "four"), Count: 3, Symmetric: true})
	require.NoError(t, err)
	for _, l := range r.Levels {
		var rows []string
		require.NoError(t, json.Unmarshal(l.Data["clues"], &rows))
		cells := strings.Join(rows, "")
		for i := range cells {
			assert.Equal(t, cells[i] == '.', cells[len(cells)-1-i] == '.', "%v", rows)
		}
	}
	r, err = Generate(t.Context(), Options{Base: base(t, "sudoku", "four"), Count: 1, Clues: 9})
	require.NoError(t, err)
	assert.Equal(t, 7, strings.Count(string(r.Levels[0].Data["clues"]), "."))
}

// TestFilesSayWhatIsTrue: the expect lines of a file are met.
func TestFilesSayWhatIsTrue(t *testing.T) {
	for _, o := range []Options{
		{Base: base(t, "sudoku", "six"), Count: 3},
		{Base: base(t, "sokoban/sokoban_pushes", ""), Count: 3, Vary: []string{"level=5x6 @1 $1 .1 #10% _"}, Rate: true},
		{
			Base: base(t, "taquin/taquin", "small"), Count: 3, Backwards: true,
			Want: want(t, "cost in 4..20 and unique", true),
		},
		{Base: base(t, "missionaries", ""), Count: 3, Vary: []string{"boat", "cannibals"}},
	} {
		r, err := Generate(t.Context(), o)
		require.NoError(t, err)
		require.Len(t, r.Levels, 3)
		text, diags := File("std:"+o.Base.Program.Model().Name, "Made in a test.", r.Levels, nil)
		require.NoError(t, diags.Err())
		program, diags := puzzle.LoadText(puzzle.Folder(t.TempDir()), "levels.pz", text)
		require.NoError(t, diags.Err(), text)
		require.Len(t, program.Instances(), 3)
		for i, name := range program.Instances() {
			z, diags := program.Instantiate(puzzle.Data{Instance: name})
			require.NoError(t, diags.Err())
			for _, a := range z.Model().ParamArrays() {
				assert.Equal(t, valueText(r.Levels[i].Puzzle, a), valueText(z, a))
			}
			require.NoError(t, z.Ground(t.Context()).Err())
			for _, x := range program.Expectations(name) {
				found, err := z.Expect(t.Context(), x, puzzle.Options{})
				require.NoError(t, err)
				assert.Equal(t, puzzle.Met, found.Verdict, "%s: %s", text, found.Found)
			}
		}
	}
}

const pictures = `puzzle Pictures
param height: 1..60 = 5
param width: 1..60 = 5
type Row = 0..height-1
type Col = 0..width-1
type Cell = grid(height, width)
state black[c in Cell]: bool = any
goal (count c in Cell: black[c]) in 12..15
def begins(c: Cell, d: Dir) = black[c] and not (defined(c - d) and black[c - d])
def length(c: Cell, d: Dir): 0..60 = count k in 0..4: defined(c + k*d) and forall i in 0..k: black[c + i*d]
def _row_clues(r: Row) = {(k, length((r, k), right)) for k in Col where begins((r, k), right)}
def _col_clues(k: Col) = {(r, length((r, k), down)) for r in Row where begins((r, k), down)}
`

// TestFrom: the solutions of a generator are the data: lists, maps and sets.
func TestFrom(t *testing.T) {
	r, err := Generate(t.Context(), Options{Base: base(t, "nonogram", ""), Count: 3, From: own(t, pictures)})
	require.NoError(t, err)
	require.Len(t, r.Levels, 3)
	for _, l := range r.Levels {
		assert.Equal(t, 1, solutions(t, l.Puzzle, 2), "%s", l.Data)
	}
	boards := own(t, `puzzle Boards type Cell = grid(4, 4) state n[c in Cell]: 1..4 = any
		goal forall r in 0..3: distinct c in Cell where c.row == r: n[c]
		def _level(c: Cell) = nth('1'..'4', n[c] - 1)`)
	several := want(t, "not unique", false)
	r, err = Generate(t.Context(), Options{Base: base(t, "hitori", ""), Count: 1, From: boards, Want: several})
	require.NoError(t, err)
	require.Len(t, r.Levels, 1)
	assert.Regexp(t, `^\["[1-4]{4}"(,"[1-4]{4}"){3}\]$`, string(r.Levels[0].Data["level"]))
	assert.Equal(t, 2, solutions(t, r.Levels[0].Puzzle, 2))
}

// TestRefusals: what cannot be made is refused, with what to write instead.
func TestRefusals(t *testing.T) {
	for _, tt := range []struct {
		o    Options
		want string
	}{
		{Options{Base: base(t, "ice", "")}, "no clues that could be removed"},
		{Options{Base: base(t, "ice", ""), Vary: []string{"lakes"}}, "did you mean `lake`?"},
		{Options{Base: base(t, "ice", ""), Vary: []string{"lake=@1"}}, "give one sign alone"},
		{Options{Base: base(t, "ice", ""), Vary: []string{"lake=2x2 .9"}}, "2×2 cells hold 4"},
		{Options{Base: base(t, "ice", ""), Vary: []string{"lake=.x"}}, "is no share"},
		{Options{Base: base(t, "missionaries", ""), Vary: []string{"boat=3"}}, "shares are for maps"},
		{Options{Base: base(t, "kakuro", ""), Vary: []string{"across"}}, "cannot be listed"},
		{Options{Base: base(t, "queens", ""), Backwards: true}, "has no states"},
		{Options{Base: base(t, "missionaries", ""), Backwards: true}, "no parameter can be chosen"},
		{Options{Base: base(t, "taquin/taquin", ""), Backwards: true, Vary: []string{"start"}}, "boards keep their starts"},
		{Options{Base: base(t, "hitori", ""), From: base(t, "queens", "")}, "gives no parameter of Hitori"},
		{Options{Base: base(t, "hitori", ""), From: base(t, "ice", "")}, "a generator has no moves"},
		{
			Options{Base: base(t, "hitori", ""), From: own(t, "puzzle G state level: bool = any goal level")},
			"give a value for each cell of a grid",
		},
		{
			Options{
				Base: base(t, "hitori", ""),
				From: own(t, "puzzle G state level[c in grid(2, 2)]: bool = any goal level[(0, 0)]"),
			},
			"a map is wanted, of characters or digits",
		},
		{
			Options{
				Base: base(t, "hitori", ""),
				From: own(t, "puzzle G state x: 0..3 = any goal x > 2 goal x < 1 def level = x"),
			},
			"the generator has no solution",
		},
	} {
		tt.o.Count = 1
		_, err := Generate(t.Context(), tt.o)
		assert.ErrorContains(t, err, tt.want)
	}
}

// TestNearest: if no puzzle meets the want, the nearest is kept.
func TestNearest(t *testing.T) {
	long := want(t, "unique and steps > 100", false)
	o := Options{Base: base(t, "sudoku", "four"), Count: 2, Tries: 5, Rate: true, Want: long}
	r, err := Generate(t.Context(), o)
	require.NoError(t, err)
	assert.Empty(t, r.Levels)
	require.NotNil(t, r.Nearest)
	assert.Positive(t, r.Nearest.Gap)
	assert.Equal(t, 5, r.Tried)
	text, diags := File("std:sudoku.pz", "", nil, r.Nearest)
	require.NoError(t, diags.Err())
	assert.Contains(t, text, "This does not meet the want.")
}

// TestEnded: the work ends with its context.
func TestEnded(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	o := Options{Base: base(t, "sudoku", "six"), Count: 1000}
	o.Solve.Progress = func(p backends.Progress) {
		if p.At == 2 {
			cancel()
		}
	}
	r, err := Generate(ctx, o)
	require.NoError(t, err)
	assert.Less(t, len(r.Levels), 1000)
	assert.ErrorIs(t, r.Ended, context.Canceled)
}

// TestDoubles: images of a drawing are the same puzzle.
func TestDoubles(t *testing.T) {
	key := func(rows string) string { return keyOf(map[string]json.RawMessage{"level": json.RawMessage(rows)}) }
	for _, image := range []string{`["ba","dc","fe"]`, `["fe","dc","ba"]`, `["ace","bdf"]`, `["fdb","eca"]`} {
		assert.Equal(t, key(`["ab","cd","ef"]`), key(image))
	}
	assert.NotEqual(t, key(`["ab","cd","ef"]`), key(`["ab","dc","ef"]`))
	assert.Equal(t, key(`[[1,2],[3,4]]`), key(`[[1,3],[2,4]]`))
	assert.NotEqual(t, key(`[]`), key(`[[]]`))
	o := Options{Base: base(t, "missionaries", ""), Count: 50, Vary: []string{"boat", "strict"}}
	r, err := Generate(t.Context(), o)
	require.NoError(t, err)
	assert.True(t, r.Exhausted)
	assert.Positive(t, r.Left[double])
}

// TestClasses: two puzzles have one class exactly if brute force over all images of the starts says so.
func TestClasses(t *testing.T) {
	class := func(z *puzzle.Puzzle, data string) string {
		z, diags := z.Given(t.Context(), fields(t, data))
		require.NoError(t, diags.Err())
		require.NoError(t, z.GroundOnce(t.Context()).Err())
		return z.Class(t.Context())
	}
	hanoi, want, pegs := base(t, "hanoi", ""), map[string]string{}, map[string]bool{}
	for _, rule := range []string{"any_peg", "line", "circle"} {
		for n := range 27 {
			start := [3]int{n / 9, n / 3 % 3, n % 3}
			least := fmt.Sprint(rule, start)
			if swapped := start; rule == "any_peg" {
				for i, p := range start {
					swapped[i] = []int{1, 0, 2}[p]
				}
				least = min(least, fmt.Sprint(rule, swapped))
			}
			got := class(hanoi, fmt.Sprintf(`{"rule":%q,"start":[%d,%d,%d]}`, rule, start[0], start[1], start[2]))
			if want[least] == "" {
				assert.False(t, pegs[got], "%s", least)
				want[least], pegs[got] = got, true
			}
			assert.Equal(t, want[least], got, "%s", least)
		}
	}
	assert.Len(t, pegs, 14+27+27)

	balls, tubes, classes := base(t, "ball_sort", ""), map[string]string{}, map[string]bool{}
	kinds := []string{"..", "a.", "b.", "aa", "ab", "ba", "bb"}
	for n := range 7 * 7 * 7 * 7 {
		rows := []string{kinds[n/343], kinds[n/49%7], kinds[n/7%7], kinds[n%7]}
		renamed := strings.NewReplacer()
		level := func() string { return `{"level":["` + renamed.Replace(strings.Join(rows, `","`)) + `"]}` }
		all := strings.Join(rows, "")
		if strings.Count(all, "a") != 2 || strings.Count(all, "b") != 2 {
			continue
		}
		got := class(balls, level())
		renamed = strings.NewReplacer("a", "p", "b", "q")
		assert.Equal(t, got, class(balls, level()))
		slices.Sort(rows)
		if tubes[level()] == "" {
			assert.False(t, classes[got], "%s", rows)
			tubes[level()], classes[got] = got, true
		}
		assert.Equal(t, tubes[level()], got, "%s", rows)
	}
	assert.Len(t, classes, 9)
}

// fields reads data.
func fields(t *testing.T, data string) (out map[string]json.RawMessage) {
	t.Helper()
	require.NoError(t, json.Unmarshal([]byte(data), &out))
	return out
}

// TestSymmetricStarts: of the starts that declared symmetries lead to, one is left.
func TestSymmetricStarts(t *testing.T) {
	files := map[string]bool{}
	for _, threads := range []int{1, 3} {
		o := Options{Base: base(t, "hanoi", "mixed"), Count: 100, Vary: []string{"start"}, Threads: threads}
		r, err := Generate(t.Context(), o)
		require.NoError(t, err)
		assert.True(t, r.Exhausted)
		assert.Len(t, r.Levels, (81+1)/2)
		text, diags := File("std:hanoi.pz", "", r.Levels, nil)
		require.NoError(t, diags.Err())
		files[fmt.Sprint(text, r.Left)] = true
	}
	assert.Len(t, files, 1)
}

// TestValuesAsData: data that are written for a parameter are read as the same values.
func TestValuesAsData(t *testing.T) {
	z := own(t, `puzzle All
enum E { red, blue }
type Cell = grid(2, 3)
param n: 0..9 = 4
param e[Cell]: E = [red, blue, blue, red, red, red]
param c: Cell = (1, 2)
param s: set (E, 0..3) = {(red, 1), (blue, 0)}
param l[E]: list of 0..5 = [[1, 2], []]
param d: Dir = left
param b: bool = true
param m: map = """
  a b
  ccc
  """
param o[Cell]: E or none = [red, none, none, none, blue, red]
param r: list of 0..5 or none = [none, 3]
param w: map of 0..99 or none = """
  . 12
  3 .
  """
param v: map of E = """
  red blue
  """
param i: 0..3 or none = none
state x: 0..n = any
goal x > 0`)
	data := map[string]any{}
	m := z.Model()
	for _, a := range m.ParamArrays() {
		data[a.Name] = arrayData(z, a, m.Data[a.ID].Values)
	}
	written, err := raw(data)
	require.NoError(t, err)
	y, diags := z.Given(t.Context(), written)
	require.NoError(t, diags.Err())
	for _, a := range m.ParamArrays() {
		assert.Equal(t, valueText(z, a), valueText(y, a))
	}
	assert.Equal(t, `[["red","blue","blue"],["red","red","red"]]`, string(written["e"]))
	assert.Equal(t, `[[null,12],[3,null]]`, string(written["w"]))
	assert.Equal(t, `null`, string(written["i"]))
}

// TestMissingIsTheBlank: clues that may be missing are removed, also of types with many values. Each that is left is
// needed.
func TestMissingIsTheBlank(t *testing.T) {
	for declared, read := range map[string]string{
		"param clue[c in Cell]: 1..300 or none = none":                               "clue[c]",
		"param clue: map of 1..300 or none = \"\"\"\n....\n....\n....\n....\n\"\"\"": "clue[(c.row, c.col)]",
	} {
		z := own(t, "puzzle Latin\ntype Cell = grid(4, 4)\ntype Line = 0..3\n"+declared+`
state x[c in Cell]: 1..4 = any
goal forall r in Line: distinct k in Line: x[(r, k)]
goal forall k in Line: distinct r in Line: x[(r, k)]
goal forall c in Cell where defined(`+read+"): x[c] == "+read)
		r, err := Generate(t.Context(), Options{Base: z, Count: 1, Seed: 1})
		require.NoError(t, err)
		require.Len(t, r.Levels, 1)
		made := r.Levels[0].Puzzle
		assert.Equal(t, 1, solutions(t, made, 2))
		var clues [][]any
		require.NoError(t, json.Unmarshal(r.Levels[0].Data["clue"], &clues))
		left := 0
		for i := range clues {
			for k, was := range clues[i] {
				if was == nil {
					continue
				}
				left++
				clues[i][k] = nil
				data, err := raw(map[string]any{"clue": clues})
				require.NoError(t, err)
				y, diags := z.Given(t.Context(), data)
				require.NoError(t, diags.Err())
				assert.Equal(t, 2, solutions(t, y, 2), "%s: clue %d, %d", declared, i, k)
				clues[i][k] = was
			}
		}
		assert.Positive(t, left)
	}
}

// TestSampler: random assignments are solutions, and differ.
func TestSampler(t *testing.T) {
	z := base(t, "sudoku", "empty4")
	require.NoError(t, z.Ground(t.Context()).Err())
	s, err := z.Sampler(puzzle.Options{})
	require.NoError(t, err)
	r := rand.New(rand.NewPCG(1, 2))
	var order []int
	for v := range z.Task().Vars {
		order = append(order, v)
	}
	seen := map[string]bool{}
	for range 2000 {
		codes, _, err := s.Draw(t.Context(), constraint.Draw{Order: order, Rand: r})
		require.NoError(t, err)
		state := z.StateOf(codes)
		seen[fmt.Sprint(state)] = true
	}
	assert.Greater(t, len(seen), 280, "of 288 solutions")
}
