package puzzle

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/models"
)

// Whatever comes from outside is refused with a finding, or used. Nothing makes pzc panic or hang, and no answer is a
// *Fault. What hangs runs into the deadline of go test, which is ten seconds for an input with -fuzz.

// word is a token of the language, roughly.
var word = regexp.MustCompile(`"""[^"]*"""|"(\\.|[^"\\])*"|'(\\.|[^'\\])'|//[^\n]*\n|\w+|:=|==|!=|<=|>=|=>|\.\.|\s+|.`)

// edit is a change of a text: what, where, and with what.
type edit struct {
	Kind uint8
	At   uint16
	With uint16
}

// edited applies edits to the tokens of a text; other is a text to take tokens and declarations from.
func edited(text, other string, edits []byte) string {
	tokens, more := word.FindAllString(text, -1), word.FindAllString(other, -1)
	for range 6 {
		var e edit
		n, err := binary.Decode(edits, binary.LittleEndian, &e)
		if err != nil || len(tokens) == 0 {
			break
		}
		edits = edits[n:]
		at, from := int(e.At)%len(tokens), int(e.With)%len(tokens)
		switch e.Kind % 8 {
		case 0:
			tokens = slices.Delete(tokens, at, at+1)
		case 1:
			tokens = slices.Insert(tokens, at, tokens[from], " ")
		case 2:
			tokens[at], tokens[from] = tokens[from], tokens[at]
		case 3:
			tokens[at] = tokens[from]
		case 4:
			tokens[at] = more[int(e.With)%len(more)]
		case 5:
			numbers := []string{"0", "1", "2", "-1", "7", "64", "1000", "100000", "4611686018427387904", "9223372036854775807"}
			tokens[at] = numbers[int(e.With)%len(numbers)]
		case 6:
			signs := []string{
				"not ", " and ", " or ", "==", "!=", "<", "+", "-", "*", "/", "%", "(", ")", "{", "}", ":=", "any", " in ", "then",
				"_", "if true then 1 else ", "exists x in Dir: ", "true",
			}
			tokens = slices.Insert(tokens, at, signs[int(e.With)%len(signs)])
		default: // a whole line
			lines := strings.SplitAfter(other, "\n")
			tokens = append(tokens, "\n", lines[int(e.With)%len(lines)])
		}
	}
	return strings.Join(tokens, "")
}

func FuzzModel(f *testing.F) {
	library := LibraryModels()
	changes := [][]byte{{}, {3, 60, 1, 90, 0, 5, 99, 1, 3, 0}, {6, 200, 0, 1, 0, 4, 30, 2, 77, 1, 7, 0, 0, 40, 0}}
	for i := range library {
		f.Add(uint8(i), uint8(i+1), changes[i%len(changes)])
	}
	f.Fuzz(func(t *testing.T, which, other uint8, edits []byte) {
		m, o := library[int(which)%len(library)], library[int(other)%len(library)]
		compileAndSolve(t, strings.TrimPrefix(m.File, "std:"), edited(m.Text, o.Text, edits))
	})
}

// compileAndSolve takes a text as far as it goes, for a short time, and compares what both backends say.
func compileAndSolve(t *testing.T, name, text string) {
	t.Helper()
	once, diags := Format(name, text)
	if !diags.HasErrors() {
		twice, diags := Format(name, once)
		require.Empty(t, diags)
		require.Equal(t, once, twice)
	}
	p, diags := LoadText(models.FS(), name, text)
	placed(t, diags, p)
	if diags.HasErrors() {
		return
	}
	z, diags := p.Instantiate(Data{})
	placed(t, diags, p)
	if diags.HasErrors() {
		return
	}
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Second)
	defer stop()
	diags = z.Ground(ctx)
	placed(t, diags, p)
	if diags.HasErrors() || z.task == nil {
		return
	}
	most := 5
	if ctx.Err() != nil {
		return
	}
	agree(t, briefly(t, z, Options{Backend: "search"}),
		briefly(t, z, Options{Backend: "sat", Options: backends.Options{MaxHorizon: &most}}))
}

// placed checks that findings are inside the texts that were read.
func placed(t *testing.T, diags diag.List, p *Program) {
	t.Helper()
	for _, d := range diags {
		require.NotEmpty(t, d.Msg)
		require.NotEmpty(t, d.Code, "%s", d)
		if p == nil || d.Span.Start.Line == 0 {
			continue // of the data as a whole
		}
		if text, ok := p.Sources()[d.Span.Start.Filename]; ok {
			require.LessOrEqual(t, d.Span.End.Offset, len(text)+1, "%s", d)
			require.LessOrEqual(t, d.Span.Start.Offset, d.Span.End.Offset, "%s", d)
		}
	}
}

// briefly solves for a short time; nil if the options are not for this puzzle.
func briefly(t *testing.T, z *Puzzle, o Options) *Answer {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 150*time.Millisecond)
	defer stop()
	o.Memory, o.Threads = 200<<20, 1
	a, err := z.Solve(ctx, o)
	if refused := (*OptionsError)(nil); errors.As(err, &refused) {
		return nil
	}
	if fault := (*Fault)(nil); errors.As(err, &fault) {
		t.Fatal(fault.Report)
	}
	require.NoError(t, err)
	return a
}

// agree demands that two answers do not contradict each other. What rests on a promise, which damage may have broken,
// proves nothing.
func agree(t *testing.T, a, b *Answer) {
	t.Helper()
	if a == nil || b == nil {
		return
	}
	for _, pair := range [][2]*Answer{{a, b}, {b, a}} {
		proof, other := pair[0], pair[1]
		switch {
		case len(proof.ReliesOn) > 0:
		case proof.Status == backends.Unsolvable:
			require.NotEqual(t, backends.Solved, other.Status)
		case proof.Status == backends.Solved && proof.Optimal && other.Status == backends.Solved:
			require.LessOrEqual(t, proof.Solutions[0].Cost, other.Solutions[0].Cost)
		}
	}
}

// parameters has parameters of all kinds.
const parameters = `
puzzle Parameters
enum Pose { standing, lying }
param size: 1..9 = 3
param on: bool = true
param pose: Pose = lying
param way: Dir = up
param sign: char = 'x'
param level: map = """
  #.x
  ...
  """
param marks: map of {'o', '.'} = """
  o.
  """
param doors: set (0..3, 0..3) = {(0, 1), (1, 2)}
param order[0..2]: 0..9 = [3, 1, 2]
param table[p in Pose, bool]: -5..5 = [[1, 2], [3, 4]]
param start: grid(level) = (0, 1)
param home[Pose]: grid(level) = [(0, 0), (1, 1)]
state at: grid(level) = start
state n: 0..size = 0
move go(d: Dir) when level[at + d] != '#' { at := at + d }
move more when on and pose == lying and way == up { n := n + 1 }
goal at == home[pose] and n == min(size, order[0])
instance small { size = 1 order = [1, 1, 1] }
`

func FuzzData(f *testing.F) {
	for _, object := range []string{
		`{}`, `{"size": 4, "on": false, "pose": "standing", "way": "left", "sign": "#"}`,
		`{"level": ["..", ".x"], "start": [1, 0]}`,
		`{"doors": [[0, 1], [3, 3]], "order": [1, 2, 3], "table": [[0, 1], [2, 3]]}`,
		`{"home": [[0, 0], [1, 2]], "marks": "o\n.\n"}`, `{"size": 1e3, "size": 4}`, "\ufeff{\"table\": [0, 1, 2, 3]}",
		`{"order": {"0": 1}}`, `{"level": "ab\ncd", "nothing": null}`, `[1, 2`, `{"size": 9223372036854775808}`,
		`{"size": -0.5}`,
	} {
		f.Add(object, "size", "2", false)
	}
	for name, text := range map[string]string{
		"size": "2 + 3", "on": "not true", "pose": "standing", "way": "-up", "sign": "'y'",
		"doors": "{(a, b) for a in 0..3, b in 0..3 where a < b}", "order": "[1, 2, 3]", "home": "[(0, 0), (1, 1)]",
		"start": "(1, 1)", "level": "\"..\"",
	} {
		f.Add("{}", name, text, false)
	}
	f.Add("{}", "level", "..\n.x\n", true)
	f.Fuzz(func(t *testing.T, object, param, text string, isMap bool) {
		p, diags := LoadText(fstest.MapFS{}, "m.pz", parameters)
		require.False(t, diags.HasErrors())
		z, diags := p.Instantiate(Data{
			JSON: &Text{"data.json", object}, Values: []Value{{Param: param, Text: Text{"-D " + param, text}, Map: isMap}},
		})
		placed(t, diags, p)
		if diags.HasErrors() {
			return
		}
		require.True(t, json.Valid(bytes.TrimPrefix([]byte(object), []byte("\ufeff"))))
		ctx, stop := context.WithTimeout(t.Context(), 2*time.Second)
		defer stop()
		placed(t, z.Ground(ctx), p)
		if z.task != nil {
			briefly(t, z, Options{})
		}
	})
}

// FuzzHeuristic reads expressions of the command line.
func FuzzHeuristic(f *testing.F) {
	for _, text := range []string{
		"manhattan", "max(manhattan, 2 * misplaced)", "pattern(board, {1, 2, 3}, {0})",
		"additive(pattern(board, {1, 2}, {0}), pattern(board, {3, 4}, {0}))",
		"project(board)", "sum t in Tile: index(find(board, t))", "count c in Cell: board[c] != 0",
		"if board[(0, 0)] == 1 then 0 else 1 / 0", "goalcnt", "4611686018427387904 * 2", "the t in Tile: t == 1", "((((1",
		"walking", "\"a\"", "board",
	} {
		f.Add(text)
	}
	taquin, _ := Library("taquin")
	f.Fuzz(func(t *testing.T, text string) {
		p, diags := LoadText(models.FS(), strings.TrimPrefix(taquin.File, "std:"), taquin.Text)
		require.False(t, diags.HasErrors())
		diags = p.AddHeuristic("heuristic", text)
		placed(t, diags, p)
		if diags.HasErrors() {
			return
		}
		z, diags := p.Instantiate(Data{})
		require.False(t, diags.HasErrors())
		ctx, stop := context.WithTimeout(t.Context(), 2*time.Second)
		defer stop()
		placed(t, z.Ground(ctx), p)
		if z.task != nil {
			briefly(t, z, Options{Backend: "search", Options: backends.Options{Heuristic: text}})
		}
	})
}

// FuzzPlan reads plans. What is a plan is one as well when its moves are printed.
func FuzzPlan(f *testing.F) {
	texts := []string{walk, pick, parameters}
	for _, name := range []string{"wolf_goat_cabbage", "taquin", "hanoi"} {
		m, _ := Library(name)
		texts = append(texts, m.Text)
	}
	var puzzles []*Puzzle
	for i, text := range texts {
		p, diags := LoadText(models.FS(), "taquin/m.pz", text)
		require.False(f, diags.HasErrors(), "%v", diags)
		z, diags := p.Instantiate(Data{})
		require.False(f, diags.HasErrors(), "%v", diags)
		puzzles = append(puzzles, z)
		for _, plan := range []string{
			"step\nstep\nstep\n", "x = 7\nfree = true\n", "go(left)\ngo(down)\nmore", "row(goat)\n", "1. slide(1)\n// no\n",
			"at = (0, 1)\n", "   1. move(1, 2)     as\r\n",
		} {
			f.Add(uint8(i), plan)
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, plan string) {
		z := puzzles[int(which)%len(puzzles)]
		cs, diags := z.Validate(t.Context(), Text{"plan", plan}, ValidateOptions{})
		placed(t, diags, z.Program)
		if len(cs) != 1 || !cs[0].Valid() {
			require.True(t, cs != nil || diags.HasErrors())
			return
		}
		c, again := cs[0], ""
		for _, v := range z.Assignment(c.Solution.Start) {
			again += v.Name + " = " + v.Text + "\n"
		}
		for _, s := range c.Solution.Steps {
			again += s.Move + "\n"
		}
		ds, diags := z.Validate(t.Context(), Text{"again", again}, ValidateOptions{})
		require.Empty(t, diags)
		require.Len(t, ds, 1)
		require.True(t, ds[0].Valid())
		require.Equal(t, c.Solution.Cost, ds[0].Solution.Cost)
	})
}
