package grading

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/apps/coursework/exercise"
	"github.com/pzc-lang/pzc/apps/emit"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// walk is an exercise with a formula and a program.
const walk = `
-- exercise.toml --
title = "Walk"
feedback = "hint"
[[part]]
kind = "formula"
file = "walk.cnf"
right = "right/walk.cnf"
wrong = ["wrong/frame.cnf"]
horizon = 2
[[part]]
kind = "program"
file = "moves.go"
right = "right/moves.go"
wrong = ["wrong/moves.go"]
instances = ["", "far"]
-- task.md --
Walk.
-- reference.pz --
puzzle Walk
param n: 1..3 = 2
state at: 0..3 = 0
move step when at < 3 { at := at + 1 }
move back when at > 0 { at := at - 1 }
goal at == n
instance far { n = 3 }
view "at {at}"
-- right/walk.cnf --
c var 1 at@0 = 0
c var 2 at@1 = 1
c var 3 at@2 = 0
c var 4 at@2 = 2
p cnf 4 4
1 0
2 0
4 0
-3 0
-- wrong/frame.cnf --
c hint: After a move, it is somewhere:
c   say so.
c var 1 at@0 = 0
c var 2 at@1 = 1
c var 3 at@2 = 0
c var 4 at@2 = 2
p cnf 4 1
-3 0
-- right/moves.go --
-- wrong/moves.go --
// hint: Can one step beyond the end?
`

// TestFormulas grades right and wrong formulas.
func TestFormulas(t *testing.T) {
	x := open(t, unpack(t, walk))
	x.Parts = x.Parts[:1]
	j := New(x, Options{})
	for _, f := range j.Check(t.Context()) {
		assert.True(t, f.OK, f.Text)
	}
	right, err := x.Read("right/walk.cnf")
	require.NoError(t, err)
	for _, tt := range []struct{ name, old, with, want string }{
		{"right", "", "", "Right."},
		{"two values", "-3 0", "3 0", "Both `at@2 = 0` and `at@2 = 2` are true."},
		{"no value", "4 0", "", "`at` has no value at step 2."},
		{
			"contradiction", "4 0", "-4 0",
			"Your formula is too strict: it loses a solution.\nThe solution: step, step.\nThe clause in line 8 refuses it.",
		},
		{"lost", "4 0", "-4 0", "a solution lost, step 2\n    at 2"},
		{"another goal", "-3 0", "3 0\n-4 0", "Your formula is too strict"},
		{
			"blurred", "c var 3 at@2 = 0\nc var 4 at@2 = 2", "c var 3 at@2 >= 0\nc var 4 at@1 = 2",
			"The map does not tell `at = 2` from `at = 0` at step 2.",
		},
		{"an error", "4 0", "5 0", "walk.cnf has an error in line 8: variable 5 is out of range"},
		{
			"a goal that is none", "c var 3 at@2 = 0\nc var 4 at@2 = 2\np cnf 4 4\n1 0\n2 0\n4 0\n-3 0",
			"c var 3 at@2 = 0\nc var 4 at@2 = 2\np cnf 4 4\n1 0\n2 0\n-4 0\n3 0", "The last state is no goal.",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			require.Contains(t, right, tt.old)
			p := j.part(t.Context(), &x.Parts[0], map[string]string{"walk.cnf": strings.Replace(right, tt.old, tt.with, 1)})
			assert.Contains(t, strings.Join(p.Lines(), "\n"), tt.want)
			assert.Equal(t, tt.name == "right", p.Status == Right)
		})
	}
	wrong, err := x.Read("wrong/frame.cnf")
	require.NoError(t, err)
	said := map[string]string{}
	for _, level := range exercise.Levels() {
		x.Feedback = exercise.Feedback(level)
		p := j.part(t.Context(), &x.Parts[0], map[string]string{"walk.cnf": wrong})
		said[level] = strings.Join(p.Lines(), "\n")
	}
	assert.Equal(t, "Your formula is not that of the puzzle.", said["verdict"])
	assert.Equal(t, "Your formula is too loose: an assignment satisfies it that is no solution.", said["side"])
	assert.Equal(t, said["side"]+"\nIt has 8 assignments of the variables in the map; 1 are right.", said["depth"])
	assert.Contains(t, said["word"], "`at` has no value at step 0.")
	assert.Contains(t, said["hint"], "Hint: After a move, it is somewhere: say so.")
}

// TestLongPrograms grades right and wrong programs.
func TestLongPrograms(t *testing.T) {
	x := open(t, unpack(t, walk))
	x.Parts = x.Parts[1:]
	program, diags, err := puzzle.LoadFile(x.Path("reference.pz"))
	require.NoError(t, err)
	require.NoError(t, diags.Err())
	z, diags := program.Instantiate(puzzle.Data{})
	require.NoError(t, diags.Err())
	require.NoError(t, z.Ground(t.Context()).Err())
	files, err := emit.Go(t.Context(), z, emit.GoOptions{})
	require.NoError(t, err)
	var moves string
	for _, f := range files {
		if f.Name == "moves.go" {
			moves = string(bytes.TrimSpace(f.Text))
		}
	}
	graded := func(text string, trust bool) *Part {
		return New(x, Options{Trust: trust, Memory: 256 << 20}).part(t.Context(), &x.Parts[0],
			map[string]string{"moves.go": text})
	}
	p := graded(moves, false)
	assert.Equal(t, NotJudged, p.Status)
	assert.Contains(t, p.Said[0], "only if pzc is told to trust them")
	const begin = "func (s *State) Successors("
	require.Contains(t, moves, begin)
	first := func(code string) string {
		at := strings.Index(moves, begin)
		body := at + strings.Index(moves[at:], "{\n") + 2
		return moves[:body] + code + moves[body:]
	}
	for _, tt := range []struct {
		name, text, want string
		points           float64
	}{
		{"right", moves, "Right.", 1},
		{"does not build", first("nothing()\n"), "The program does not build: ./moves.go:", 0},
		{
			"no moves", first("if s.at >= 0 { return steps }\n"),
			"The program says that the puzzle is unsolvable, and it is solved.", 0,
		},
		{"one instance", first("if s.at == 2 { return steps }\n"), "Right in 1 of 2 instances.", 0.5},
		{
			"panics", first("panic(\"lost\")\n"), "ended with status 2 and without an answer as -json writes it: panic: lost",
			0,
		},
		{"memory", first("var all [][]byte\nfor { all = append(all, make([]byte, 1<<20)); for i := range all[len(all)-1] { " +
			"all[len(all)-1][i] = 1 } }\n"), "without an answer", 0},
		{
			"another name", strings.Replace(moves, `"step"`, `"stepp"`, 1),
			"The plan of the program cannot be read: Walk has no move `stepp`.", 0,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := graded(tt.text, true)
			assert.Contains(t, strings.Join(p.Lines(), "\n"), tt.want)
			assert.InDelta(t, tt.points, points(p.Points), 0.001)
		})
	}
}

// A want is met by an instance, or the student is told the measures of all. What is too large is not judged.
func TestWant(t *testing.T) {
	x := open(t, unpack(t, `-- exercise.toml --
states = 1000
[[part]]
kind = "puzzle"
file = "own.pz"
points = 4
want = "cost >= 3 and switches <= 2"
wrong = []
-- task.md --
-- start.pz --
-- reference.pz --
`+stairs("4", "3")))
	assert.Equal(t, 4, int(*graded(t, x, "own.pz", stairs("4", "3")).Points))
	assert.Equal(t, 4, int(*graded(t, x, "own.pz", stairs("4", "1")+" expect cost 1 instance far { last = 3 }").Points))
	few := graded(t, x, "own.pz", stairs("4", "2")+" instance near { last = 1 }")
	assert.Equal(t, 3, int(*few.Points))
	assert.Contains(t, said(few), "No instance meets `cost >= 3 and switches <= 2`: the model itself has cost 2, "+
		"switches 1; near has cost 1, switches 0.")
	assert.Equal(t, "not judged", string(graded(t, x, "own.pz", stairs("4000", "3")).Status))
	none := graded(t, x, "own.pz", "puzzle P\nstate n: 0..3 = any\ngoal n == 2\nview \"{n}\"\nexpect solutions 1")
	assert.Equal(t, 3, int(*none.Points), said(none))
	assert.Contains(t, said(none), "the model itself has none of these measures")
	assert.Equal(t, 2, int(*graded(t, x, "own.pz", stairs("4", "2")+" expect unsolvable").Points))
}

// stairs is a puzzle whose plan has a number of moves.
func stairs(most, last string) string {
	return "puzzle P\nparam last: 0.." + most + " = " + last + "\nstate n: 0.." + most + " = 0\ngoal n == last\n" +
		"move up { n := n + 1 }\nmove back when n > 0 { n := n - 1 }\nview \"{n}\"\nexpect solvable\n"
}

// TestEncodings: a byte order mark and CRLF change no verdict, and a file that is not text is told how to be saved.
func TestEncodings(t *testing.T) {
	kinds := map[string]bool{}
	for _, x := range []*exercise.Exercise{open(t, unpack(t, steps, fixed...)), open(t, unpack(t, walk))} {
		encodings(t, x, kinds)
	}
	for _, kind := range []string{"model", "plan", "heuristic", "tests", "promise", "formula"} {
		assert.True(t, kinds[kind], "a part of the kind %s", kind)
	}
}

// encodings compares the verdicts on the right files of an exercise, one of each kind, as they are saved.
func encodings(t *testing.T, x *exercise.Exercise, kinds map[string]bool) {
	j := New(x, Options{})
	for i := range x.Parts {
		part := &x.Parts[i]
		text, err := x.Read(part.Right)
		if err != nil || kinds[string(part.Kind)] || part.Kind == exercise.Program {
			continue
		}
		kinds[string(part.Kind)] = true
		want := j.part(t.Context(), part, map[string]string{part.File: text})
		marked := "\ufeff" + strings.ReplaceAll(text, "\n", "\r\n")
		assert.Equal(t, want, j.part(t.Context(), part, map[string]string{part.File: marked}), part.Title)
		wide := "\ufffd\ufffd" + strings.ReplaceAll(text, "", "\x00")
		p := j.part(t.Context(), part, map[string]string{part.File: wide})
		require.Equal(t, Wrong, p.Status, part.Title)
		assert.Contains(t, p.Said[0], "save the file as UTF-8 text", part.Title)
	}
}
