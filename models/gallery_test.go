package models_test

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/constraint"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics/view"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
	"github.com/pzc-lang/pzc/models"
)

var (
	update = flag.Bool("update", false, "write README.md anew; what was measured is kept")
	again  = flag.Bool("again", false, "with -update: measure everything again")
)

const (
	page = "README.md"
	// most is the time that a backend has for an instance.
	most = 3 * time.Second
)

const intro = `# The library

Classic puzzles, each about a page of text. The comment at the head of a model explains the puzzle and the idea of the
model. The models are built into pzc: ` + "`pzc models`" + ` lists them, ` + "`pzc models show hanoi`" + ` prints one,
` + "`pzc solve std:hanoi -i reve8`" + ` solves one, and ` + "`pzc new mine --from hanoi`" + ` starts a model of your own.
The pictures are drawn by the ` + "`view`" + ` of a model: the start of a puzzle with moves, a solution of a puzzle
without moves. Each kind has a folder; models of earlier versions lay elsewhere, and their old paths go on working.

The answer is the one in the ` + "`expect`" + ` lines of the model. Size is the number of variables and of moves after
grounding. The next columns are the backend that answers first, its time on one of two busy cores, and the time of the
other backend; > 3 s means that the run was stopped. ` + "`make gallery`" + ` writes this page and measures new models;
` + "`make gallery AGAIN=-again`" + ` measures all of them.

`

// The gallery shows all models and instances as they are.
func TestGallery(t *testing.T) {
	old, err := os.ReadFile(page)
	require.NoError(t, err)
	g := &gallery{t: t, known: map[string]string{}}
	if !*again {
		g.known = measured(string(old))
	}
	g.WriteString(intro)
	for _, kind := range models.Kinds {
		g.section(kind)
	}
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(g.String()), 0o600))
		return
	}
	has, wanted := strings.Split(string(old), "\n"), strings.Split(g.String(), "\n")
	for i := range min(len(has), len(wanted)) {
		require.Equal(t, wanted[i], has[i], "the gallery is out of date: make gallery")
	}
	require.Len(t, has, len(wanted), "the gallery is out of date: make gallery")
}

var (
	row      = regexp.MustCompile(`(?m)^(\| [^|]* \| [^|]* \|) (.*) \|$`)
	solution = regexp.MustCompile("(?s)A solution:\n\n```text\n.*?```\n\n")
)

// measured is what a page says that only solving tells: the ends of rows, and pictures of solutions.
func measured(text string) map[string]string {
	known := map[string]string{}
	for part := range strings.SplitSeq(text, "\n### [") {
		name, rest, _ := strings.Cut(part, "]")
		for _, m := range row.FindAllStringSubmatch(rest, -1) {
			known[name+m[1]] = m[2]
		}
		known[name] = solution.FindString(rest)
	}
	return known
}

type gallery struct {
	strings.Builder
	t     *testing.T
	known map[string]string
}

// section shows the models of a kind.
func (g *gallery) section(kind string) {
	fmt.Fprintf(g, "## %s\n\n", strings.ToUpper(kind[:1])+kind[1:])
	for _, m := range puzzle.LibraryModels() {
		if !strings.HasPrefix(m.File, "std:"+kind+"/") {
			continue
		}
		program, diags, err := puzzle.LoadFile(m.File)
		require.NoError(g.t, err)
		require.Empty(g.t, diags)
		g.model(m, program, own(m, program))
	}
}

// own lists the instances of a file without those of the files that it uses; "" are the model's own parameters.
func own(m puzzle.LibraryModel, program *puzzle.Program) (names []string) {
	if program.Complete() && strings.Contains(m.Text, "\npuzzle ") {
		names = []string{""}
	}
	for _, name := range program.Instances() {
		if strings.Contains(m.Text, "\ninstance "+name+" {") {
			names = append(names, name)
		}
	}
	return names
}

func (g *gallery) puzzle(program *puzzle.Program, instance string) *puzzle.Puzzle {
	z, diags := program.Instantiate(puzzle.Data{Instance: instance})
	require.Empty(g.t, diags)
	return z
}

func (g *gallery) model(m puzzle.LibraryModel, program *puzzle.Program, instances []string) {
	about := strings.Join(text.Break(sentence(m.About()), 120), "\n")
	fmt.Fprintf(g, "### [%s](%s)\n\n%s\n\n", m.Name, strings.TrimPrefix(m.File, "std:"), about)
	g.WriteString(g.picture(m, g.puzzle(program, instances[0])))
	g.WriteString("| instance | answer | size | first |\n| --- | --- | --- | --- |\n")
	for _, instance := range instances {
		var answers []string
		for _, x := range program.Expectations(instance) {
			answers = append(answers, puzzle.ExpectationText(x))
		}
		name := instance
		if name == "" {
			name = "(its own)"
		}
		begin := fmt.Sprintf("| %s | %s |", name, strings.Join(answers, ", "))
		end, ok := g.known[m.Name+begin]
		if !ok && *update {
			end = g.measure(program, instance)
		}
		fmt.Fprintf(g, "%s %s |\n", begin, end)
	}
	g.WriteString("\n")
}

func sentence(text string) string {
	if strings.HasSuffix(text, "?") {
		return text
	}
	return text + "."
}

// picture draws the start, or a solution if there are no moves.
func (g *gallery) picture(m puzzle.LibraryModel, z *puzzle.Puzzle) string {
	if z.HasMoves() {
		game, err := z.Play(g.t.Context())
		require.NoError(g.t, err)
		return drawn(z.View(game.Start))
	}
	if g.known[m.Name] != "" || !*update {
		return g.known[m.Name]
	}
	require.Empty(g.t, z.Ground(g.t.Context()))
	a, err := z.Solve(g.t.Context(), puzzle.Options{})
	require.NoError(g.t, err)
	if len(a.Solutions) == 0 {
		return ""
	}
	return "A solution:\n\n" + drawn(z.View(a.Solutions[0].Start))
}

func drawn(boards []view.Board) string {
	var out strings.Builder
	out.WriteString("```text\n")
	for _, b := range boards {
		width := 0
		for _, text := range b.Text {
			width = max(width, utf8.RuneCountInString(text))
		}
		gap := map[bool]string{true: " "}[width > 1]
		for r := range b.Rows {
			var line strings.Builder
			for _, text := range b.Text[r*b.Cols : (r+1)*b.Cols] {
				line.WriteString(strings.Repeat(" ", width-utf8.RuneCountInString(text)) + text + gap)
			}
			out.WriteString(strings.TrimRight(line.String(), " ") + "\n")
		}
	}
	return out.String() + "```\n\n"
}

// measure says how large an instance is, and which backend meets what is expected first.
func (g *gallery) measure(program *puzzle.Program, instance string) string {
	z := g.puzzle(program, instance)
	require.False(g.t, z.Ground(g.t.Context()).HasErrors())
	variables, moves := len(z.Task().Vars), len(z.Task().Moves)
	size := counted(variables, "variable")
	if moves > 0 {
		size += ", " + counted(moves, "move")
	}
	expects := program.Expectations(instance)
	if len(expects) == 0 {
		return size + " | "
	}
	type timed struct {
		backend string
		took    time.Duration
	}
	var all []timed
	for _, backend := range []string{"search", "sat", "constraint"} {
		if backend == "search" && len(z.Model().Answers) > 0 {
			continue // it tells assignments apart by all their values
		}
		if backend != "constraint" || constraint.Refuses(z.Task(), backends.Options{}) == "" {
			all = append(all, timed{backend, g.time(z, expects[0], backend)})
		}
	}
	slices.SortStableFunc(all, func(a, b timed) int { return cmp.Compare(a.took, b.took) })
	var words []string
	for _, x := range all {
		words = append(words, x.backend+" "+rounded(x.took))
	}
	return size + " | " + strings.Join(words, ", ")
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// time is what a backend takes to find what is expected, or most.
func (g *gallery) time(z *puzzle.Puzzle, x model.Expect, backend string) time.Duration {
	begin := time.Now()
	ctx, stop := context.WithTimeout(g.t.Context(), most)
	defer stop()
	outcome, err := z.Expect(ctx, x, puzzle.Options{Backend: backend})
	require.NoError(g.t, err)
	require.NotEqual(g.t, puzzle.Missed, outcome.Verdict, "%s %s by %s: %s", z.Program.Name(), z.Instance(), backend,
		outcome.Found)
	if outcome.Verdict == puzzle.Undecided {
		return most
	}
	return time.Since(begin)
}

// rounded is a time with one digit.
func rounded(d time.Duration) string {
	switch seconds := d.Seconds(); {
	case d >= most:
		return fmt.Sprintf("> %.0f s", most.Seconds())
	case seconds < 0.01:
		return "< 0.01 s"
	default:
		return fmt.Sprintf("%.*f s", max(0, int(-math.Floor(math.Log10(seconds)))), seconds)
	}
}
