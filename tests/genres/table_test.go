package genres

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/apps/generate"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/levels"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/models"
)

var update = flag.Bool("update", false, "write docs/genres.md anew; what was measured is kept")

const (
	table      = "../../docs/genres.md"
	boardsFile = "testdata/boards.txt"
	madeFile   = "testdata/made.txt"
	clingoFile = "testdata/clingo.txt"

	mostLines   = 40 // of a page
	leastCells  = 36 // of a generated board
	mostSeconds = 10 // of user CPU, for a board
)

// noGenres are puzzles without moves that have a kind of pencil puzzles and no boards: each is one question.
var noGenres = []string{"cameras", "cryptarithm", "latin", "peaceful_queens", "pentominoes", "queens"}

// solved is what became of the boards of a genre that make test-genres solved.
type solved struct {
	Right, Wrong, Several, Undecided, Others int
	Median, Greatest                         float64
}

// made is what pzc generate NAME --seed 1 makes, and what why --steps and rate say of an instance of the model.
type made struct {
	Size    string  `json:"size,omitempty"` // of the board; none: no board that is unique
	Cells   int     `json:"cells,omitempty"`
	Seconds float64 `json:"seconds"` // of user CPU
	Steps   bool    `json:"steps"`
	Rate    bool    `json:"rate"`
}

// besideClingo is the user CPU of pzc over that of clingo 5.4, which reads an encoding of the genre: the median of
// seven boards of all sizes, and the largest of them. Both look for two answers. clingo takes 0.05 s at least.
type besideClingo struct{ Median, Largest float64 }

// kept reads figures: a name and an object in JSON, one in a line.
func kept[T any](t *testing.T, file string) map[string]T {
	t.Helper()
	text, err := os.ReadFile(file)
	if os.IsNotExist(err) {
		return map[string]T{}
	}
	require.NoError(t, err)
	all := map[string]T{}
	for line := range strings.Lines(string(text)) {
		name, object, _ := strings.Cut(strings.TrimSpace(line), " ")
		var of T
		require.NoError(t, json.Unmarshal([]byte(object), &of))
		all[name] = of
	}
	return all
}

func keep[T any](t *testing.T, file string, all map[string]T) {
	t.Helper()
	var out strings.Builder
	for _, name := range slices.Sorted(maps.Keys(all)) {
		object, err := json.Marshal(all[name])
		require.NoError(t, err)
		fmt.Fprintf(&out, "%s %s\n", name, object)
	}
	require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o750))
	require.NoError(t, os.WriteFile(file, []byte(out.String()), 0o600))
}

// row is a genre of the library.
type row struct {
	puzzle.LibraryModel
	program *puzzle.Program
	judged  *solved
	made    made
	clingo  besideClingo
}

// rows lists the genres: puzzles without moves of the kinds of pencil puzzles.
func rows(t *testing.T) (all []row) {
	t.Helper()
	judged, made, clingo := kept[solved](t, boardsFile), kept[made](t, madeFile), kept[besideClingo](t, clingoFile)
	for _, m := range puzzle.LibraryModels() {
		kind, _, _ := strings.Cut(strings.TrimPrefix(m.File, "std:"), "/")
		if kind == "mathematics" || kind == "moves" || slices.Contains(noGenres, m.Name) {
			continue
		}
		program, diags, err := puzzle.LoadFile(m.File)
		require.NoError(t, err)
		require.NoError(t, diags.Err())
		r := row{LibraryModel: m, program: program, made: made[m.Name], clingo: clingo[m.Name]}
		for _, g := range slices.Concat(genres, older) {
			if n, is := judged[g.name]; is && path.Base(g.model) == m.Name+".pz" {
				r.judged = &n
			}
		}
		all = append(all, r)
	}
	return all
}

// length returns how many lines the page has without blank lines, the comment at its head, instances, and boards: the
// lines after the first one of a parameter.
func (r *row) length() (n int) {
	head, inMap, open := true, false, 0
	for line := range strings.Lines(r.Text) {
		head = head && strings.HasPrefix(line, "//")
		line, _, _ = strings.Cut(strings.TrimSpace(line), " //")
		board := open > 0 || inMap
		switch {
		case strings.HasPrefix(line, "instance ") || strings.HasPrefix(line, "expect "):
			return n
		case !head && !board && line != "":
			n++
		}
		if board || strings.HasPrefix(line, "param ") {
			inMap = inMap != strings.HasSuffix(line, `"""`)
			open = 0
			if !inMap && (strings.HasSuffix(line, ",") || strings.HasSuffix(line, "=") || strings.HasSuffix(line, "[")) {
				open = 1
			}
		}
	}
	return n
}

// unique lists the instances that are expected to have one solution; "" is the model without one.
func (r *row) unique() (names []string) {
	for _, name := range append([]string{""}, r.program.Instances()...) {
		if slices.ContainsFunc(r.program.Expectations(name), func(x model.Expect) bool {
			return puzzle.ExpectationText(x) == "solutions 1"
		}) {
			names = append(names, name)
		}
	}
	return names
}

func (r *row) aliases() (names []string) {
	for alias, name := range models.Aliases {
		if name == r.Name {
			names = append(names, alias)
		}
	}
	slices.Sort(names)
	return names
}

// codec returns what addresses of puzz.link call the genre, "" if there are none.
func (r *row) codec(t *testing.T) string {
	t.Helper()
	for _, name := range r.unique() {
		z, diags := r.program.Instantiate(puzzle.Data{Instance: name})
		require.NoError(t, diags.Err())
		parameters, err := generate.Data(z)
		require.NoError(t, err)
		if address, _, err := levels.Address(r.program.Name(), parameters); err == nil {
			_, body, _ := strings.Cut(address, "?")
			genre, _, _ := strings.Cut(body, "/")
			return genre
		}
	}
	return ""
}

// played tells how a puzzle is played in a browser, by the table of docs/playing.md.
func played(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/playing.md")
	require.NoError(t, err)
	_, rest, _ := strings.Cut(string(text), "## Which puzzles are played on a board")
	for line := range strings.Lines(rest) {
		cells := strings.Split(line, "|")
		if len(cells) != 4 || !slices.Contains(strings.Split(strings.TrimSpace(cells[2]), ", "), name) {
			continue
		}
		if strings.Contains(cells[1], "list") {
			return "list"
		}
		return "board"
	}
	return ""
}

// gaps lists what a complete row has and this one lacks.
func (r *row) gaps(t *testing.T) (all []string) {
	t.Helper()
	for gap, is := range map[string]bool{
		"1 page is too long":          r.length() > mostLines,
		"2 wrong answers":             r.judged != nil && (r.judged.Wrong > 0 || r.judged.Right == 0),
		"3 many undecided boards":     r.judged != nil && 20*r.judged.Undecided > r.judged.Right+r.judged.Undecided,
		"4 no generated board":        r.made.Size == "",
		"5 generated board below 6×6": r.made.Size != "" && r.made.Cells < leastCells,
		"6 generated too slowly":      r.made.Seconds > mostSeconds,
		"7 fewer than two instances":  len(r.unique()) < 2,
		"8 no steps":                  !r.made.Steps,
		"9 no rating":                 !r.made.Rate,
		"a not played on a board":     played(t, r.Name) == "",
	} {
		if is {
			all = append(all, gap)
		}
	}
	slices.Sort(all)
	for i := range all {
		all[i] = all[i][2:]
	}
	return all
}

const aboutTable = `# The genres of the library

Each pencil puzzle of the library has a row. ` + "`make genres-table`" + ` writes this page.

- page: lines without blank ones, the comment at the head, boards and instances; at most 40 is complete.
- boards: those of other people that gave the known answer alone, another answer, or none in 10 s of user CPU. Some
  boards have two answers, the known one among them, or other rules; these count after the plus. Up to 25 boards a
  genre, of all sizes, were solved, with proof that there is no second answer. A blank: the set has no boards of the
  genre.
  Complete: no other answer, and no answer for at most one board in twenty.
- user CPU: the median and the greatest of these boards, in seconds, on one of two busy cores.
- to clingo: user CPU of the whole process, over that of clingo with an encoding of the genre: the median of seven
  boards of all sizes, and the largest of these. Both look for two answers. At least 0.05 s is taken for clingo. A
  blank: there is no encoding.
- generated: the size of the board of ` + "`pzc generate NAME --seed 1`" + `, which is unique, and the seconds of user
  CPU of the whole command, with its rating. Complete: 36 cells or more, 10 s at most.
- instances: those with ` + "`expect solutions 1`" + `. Complete: two or more.
- steps, rate: ` + "`pzc why --steps` solves the first of these, and `pzc rate`" + ` measures it.
- played: on the board, or in the list of all values ([playing.md](playing.md#which-puzzles-are-played-on-a-board)).
- puzz.link: what addresses call the genre; none if puzz.link lacks it or pzc does not read its addresses.

| genre | also | page | boards | user CPU | to clingo | generated | instances | steps | rate | played | puzz.link |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
`

// line writes the row of a genre.
func (r *row) line(t *testing.T) string {
	t.Helper()
	done := map[bool]string{true: "done", false: "no"}
	boards, seconds, clingo, generated := "", "", "", "no"
	if n := r.judged; n != nil {
		boards = fmt.Sprintf("%d right, %d wrong, %d undecided", n.Right, n.Wrong, n.Undecided)
		if n.Several+n.Others > 0 {
			boards += fmt.Sprintf(" + %d", n.Several+n.Others)
		}
		seconds = fmt.Sprintf("%.2f, %.2f", n.Median, n.Greatest)
	}
	if r.clingo.Median > 0 {
		clingo = fmt.Sprintf("%.1f, %.1f", r.clingo.Median, r.clingo.Largest)
	}
	if r.made.Size != "" {
		generated = fmt.Sprintf("%s, %.1f s", r.made.Size, r.made.Seconds)
	}
	codec := r.codec(t)
	if codec == "" {
		codec = "none"
	}
	return fmt.Sprintf("| [%s](../models/%s) | %s | %d | %s | %s | %s | %s | %d | %s | %s | %s | %s |\n", r.Name,
		strings.TrimPrefix(r.File, "std:"), strings.Join(r.aliases(), ", "), r.length(), boards, seconds, clingo, generated,
		len(r.unique()), done[r.made.Steps], done[r.made.Rate], played(t, r.Name), codec)
}

// TestTable: docs/genres.md shows the library as it is. With -update, genres that were not measured are measured, and
// those that PZC_GENRES names, by the names of their models.
func TestTable(t *testing.T) {
	all := rows(t)
	if *update {
		measure(t, all)
		all = rows(t)
	}
	var out strings.Builder
	out.WriteString(aboutTable)
	complete, gaps := 0, []string{}
	for _, r := range all {
		out.WriteString(r.line(t))
		if lacks := r.gaps(t); len(lacks) == 0 {
			complete++
		} else {
			gaps = append(gaps, "- "+r.Name+": "+strings.Join(lacks, ", ")+"\n")
		}
	}
	if len(gaps) > 0 {
		out.WriteString("\nWhat is missing:\n\n" + strings.Join(gaps, ""))
	}
	fmt.Fprintf(&out, "\n%d of %d rows are complete.\n", complete, len(all))
	if *update {
		require.NoError(t, os.WriteFile(table, []byte(out.String()), 0o600))
		return
	}
	has, err := os.ReadFile(table)
	require.NoError(t, err)
	assert.Equal(t, out.String(), string(has), "docs/genres.md is out of date: make genres-table")
}

// measure generates a board of each genre, and explains and rates an instance.
func measure(t *testing.T, all []row) {
	t.Helper()
	pzc := filepath.Join(t.TempDir(), "pzc")
	built, err := exec.CommandContext(t.Context(), "go", "build", "-o", pzc, "../../cmd/pzc").CombinedOutput()
	require.NoError(t, err, "%s", built)
	known := kept[made](t, madeFile)
	for _, r := range all {
		if _, is := known[r.Name]; is && (os.Getenv("PZC_GENRES") == "" || !chosen(r.Name)) {
			continue
		}
		n := made{}
		file := filepath.Join(t.TempDir(), "made.pz")
		seconds, _, ok := run(t, pzc, "generate", r.Name, "--seed", "1", "-o", file)
		n.Seconds = hundredths(seconds)
		if ok {
			n.Size, n.Cells = sizeOf(t, file)
		}
		if names := r.unique(); len(names) > 0 {
			about := []string{r.Name}
			if names[0] != "" {
				about = append(about, "-i", names[0])
			}
			_, said, ok := run(t, pzc, append([]string{"why", "--steps"}, about...)...)
			n.Steps = ok && strings.HasPrefix(said, "Solved in ")
			_, _, n.Rate = run(t, pzc, append([]string{"rate", "--quiet"}, about...)...)
		}
		t.Logf("%s %+v", r.Name, n)
		known[r.Name] = n
		keep(t, madeFile, known)
	}
}

func hundredths(seconds float64) float64 { return math.Round(100*seconds) / 100 }

// run runs pzc for up to three minutes, and returns the seconds of user CPU, what was written, and whether all went
// well.
func run(t *testing.T, pzc string, args ...string) (seconds float64, out string, ok bool) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 3*time.Minute)
	defer stop()
	command := exec.CommandContext(ctx, pzc, args...)
	text, err := command.Output()
	return command.ProcessState.UserTime().Seconds(), string(text), err == nil
}

// sizeOf returns the size of the board of a file with one instance: of the cells whose values are chosen or given, or
// of what is drawn.
func sizeOf(t *testing.T, file string) (size string, cells int) {
	t.Helper()
	program, diags, err := puzzle.LoadFile(file)
	require.NoError(t, err)
	require.NoError(t, diags.Err())
	z, diags := program.Instantiate(puzzle.Data{Instance: program.Instances()[0]})
	require.NoError(t, diags.Err())
	m := z.Model()
	for _, role := range []model.Role{model.State, model.Param} {
		for _, a := range m.Arrays {
			for _, index := range m.Data[a.ID].Index {
				if cells > 0 || a.Role != role || index.Type.Grid == nil {
					continue
				}
				d := m.Dims[index.Type.Grid.ID]
				size, cells = fmt.Sprintf("%d×%d", d.Rows, d.Cols), int(d.Rows*d.Cols)
			}
		}
	}
	for _, g := range m.Grids {
		if d := m.Dims[g.ID]; cells == 0 { // rows and columns are indices of their own
			size, cells = fmt.Sprintf("%d×%d", d.Rows, d.Cols), int(d.Rows*d.Cols)
		}
	}
	return size, cells
}
