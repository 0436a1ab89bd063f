package grading

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/apps/coursework/exercise"
	"github.com/pzc-lang/pzc/apps/coursework/exercise/settings"
)

// steps is an exercise with a part of each kind.
const steps = `
-- exercise.toml --
title = "Steps"
feedback = "hint"
[[part]]
kind = "model"
file = "model.pz"
points = 3
instances = ["", "five"]
hidden = ["six"]
[[part]]
kind = "completion"
file = "blanks.pz"
wrong = []
[[part]]
kind = "plan"
file = "plan.txt"
right = "right/plan.txt"
[[part]]
kind = "heuristic"
file = "estimate.txt"
right = "right/estimate.txt"
expanded = 5
[[part]]
kind = "tests"
file = "tests.pz"
right = "right/tests.pz"
points = 2
[[part]]
kind = "promise"
file = "promise.pz"
right = "right/promise.pz"
-- task.md --
Take steps.
-- reference.pz --
puzzle Steps
param n: 1..9 = 4
state at: 0..9 = 0
always at != 3 else "SECRET: three is a hole"
move step when at < n { at := at + 1 }
move leap cost 2 when at + 2 <= n { at := at + 2 }
goal at == n
expect cost 5
instance five { n = 5 } expect cost 6
instance six { n = 6 } expect cost 7
-- start.pz --
puzzle Steps
param n: 1..9 = 4
state at: 0..9 = 0
____
move step when ____ { at := at + 1 }
move leap cost 2 when at + 2 <= n { ____ }
goal at == n
-- wrong/hole.pz --
// hint: There is a hole.
//   Look at three.

puzzle Steps
param n: 1..9 = 4
state at: 0..9 = 0
always true
move step when at < n { at := at + 1 }
move leap cost 2 when at + 2 <= n { at := at + 2 }
goal at == n
-- wrong/dear.pz --
// hint: What does a leap cost?
puzzle Steps
param n: 1..9 = 4
state at: 0..9 = 0
always at != 3
move step when at < n { at := at + 1 }
move leap cost 3 when at + 2 <= n { at := at + 2 }
goal at == n
-- right/plan.txt --
step
step
leap
-- right/estimate.txt --
n - at
-- right/tests.pz --
instance t { n = 5 } expect cost 5
instance u { n = 3 } expect unsolvable
-- right/promise.pz --
invariant at != 3
`

// unpack writes an exercise to a folder. replace changes texts of it.
func unpack(t *testing.T, archive string, replace ...string) string {
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(strings.NewReplacer(replace...).Replace(archive))).Files {
		path := filepath.Join(dir, f.Name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, f.Data, 0o600))
	}
	return dir
}

func open(t *testing.T, folder string) *exercise.Exercise {
	x, _, diags := settings.Open(folder)
	require.NoError(t, diags.Err())
	return x
}

// cost of the right tests: 5 steps, or a leap over the hole.
var fixed = []string{
	"expect cost 5\ninstance five", "expect cost 4\ninstance five", "expect cost 6\ninstance six",
	"expect cost 5\ninstance six", "{ n = 6 } expect cost 7", "{ n = 6 } expect cost 6",
}

// TestCheck: the exercise tells right from wrong.
func TestCheck(t *testing.T) {
	x := open(t, unpack(t, steps, fixed...))
	for _, f := range New(x, Options{}).Check(t.Context()) {
		assert.True(t, f.OK, f.Text)
	}
}

// TestCheckFinds: faults of an exercise.
func TestCheckFinds(t *testing.T) {
	for _, tt := range []struct{ name, old, with, want string }{
		{
			"a reference that fails its own instances", "{ n = 5 } expect cost 5\ninstance six",
			"{ n = 5 } expect cost 3\ninstance six", "reference.pz does not meet `expect cost 3` of the instance five",
		},
		{"an instance that is not there", `"five"]`, `"fvie"]`, "the reference has no instance fvie; is it five?"},
		{"a wrong model that is right", "always true", "always at != 3", "wrong/hole.pz is right"},
		{"no hint", "// hint: What", "// What", "wrong/dear.pz has no hint"},
		{
			"an interface that names nothing", "feedback = ", "same = [\"step = jump\"]\nfeedback = ",
			"`same` in exercise.toml does not fit, line 1: `step = jump`: the other model has no move `jump`",
		},
		{"no task", "-- task.md --", "-- tusk.md --", "there is no task.md"},
		{"a right plan that is wrong", "step\nstep\nleap", "step\nleap", "right/plan.txt is wrong"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			archive := strings.NewReplacer(fixed...).Replace(steps)
			require.Contains(t, archive, tt.old)
			x := open(t, unpack(t, archive, tt.old, tt.with))
			var bad []string
			for _, f := range New(x, Options{}).Check(t.Context()) {
				if !f.OK {
					bad = append(bad, f.Text)
				}
			}
			assert.Contains(t, strings.Join(bad, "\n"), tt.want)
		})
	}
}

// points are those of a grade, 0 without one.
func points(p *float64) float64 {
	if p == nil {
		return 0
	}
	return *p
}

// TestParts grades right and wrong submissions of each kind.
func TestParts(t *testing.T) {
	x := open(t, unpack(t, steps, fixed...))
	j := New(x, Options{})
	reference, err := x.Read("reference.pz")
	require.NoError(t, err)
	replaced := func(old, with string) string {
		require.Contains(t, reference, old)
		return strings.Replace(reference, old, with, 1)
	}
	const many = "state a: 0..999 = 0 state b: 0..999 = 0 "
	const spin = "\nmove spin(k: 0..999) { a := k b := a }"
	x.Pairs, x.Extra = 1000, true
	for _, tt := range []struct {
		name, file, text string
		points           float64
		want             string
	}{
		{"right", "model.pz", reference, 3, "Right."},
		{"too loose", "model.pz", replaced("at != 3", "true"), 0, "Hint: There is a hole. Look at three."},
		{
			"too strict", "model.pz", replaced("when at < n {", "when at + 1 < n {"), 1,
			"Line 5 of your model: `step` cannot be made",
		},
		{"no move", "model.pz", replaced("move leap", "move jump"), 0, "In your model, there is no move `leap`"},
		{"a goal", "model.pz", replaced("goal at == n", "goal at >= n - 1 and at != 1"), 1, "Your goal is too loose"},
		{"one instance of three", "model.pz", replaced("goal at == n", "goal at == 5"), 1, "Right in 1 of 3 instances."},
		{
			"hidden", "model.pz", replaced("always at != 3", "always at != 3 and (n == 6 => at != 1)"), 2,
			"This shows in a hidden instance.",
		},
		{
			"hidden data", "model.pz", replaced("param n: 1..9", "param n: 1..5"), 2,
			"The data of a hidden instance does not fit",
		},
		{
			"many states", "model.pz", replaced("state at", many+"state at") + spin, 0,
			"This part was not judged: right and wrong were not told apart within the limits of the exercise.",
		},
		{"an error", "model.pz", replaced("at < n", "at < m"), 0, "model.pz has an error in line 5: unknown name `m`"},
		{"nothing", "model.pz", "", 0, "model.pz is empty"},
		{"completed", "blanks.pz", reference, 1, "Right."},
		{
			"more moves", "blanks.pz", replaced("goal at == n", "goal at == n move jump { at := n }"), 0,
			"This is not start.pz with its blanks filled",
		},
		{
			"changed", "blanks.pz", strings.Split(replaced("state at: 0..9", "state at: 0..8"), "expect")[0], 0,
			"line 3, `state at: 0..8 = 0`, stands where start.pz has line 3, `state at: 0..9 = 0`.",
		},
		{"filled", "blanks.pz", strings.Split(reference, "expect")[0] + "// done\n", 1, "Right."},
		{"best", "plan.txt", "step\nstep\nleap\n", 1, "costs 4"},
		{"refused", "plan.txt", "step\nstep\nstep", 0, "Move 3 cannot be made."},
		{"short", "plan.txt", "step", 0, "the last state is no goal"},
		{"unreadable", "plan.txt", "stepp", 0, "stepp"},
		{
			"admissible", "estimate.txt", "heuristic h = if at < 3 and n > 3 then n - at else n - at", 1,
			"admissible and consistent",
		},
		{"weak", "estimate.txt", "0", 1, "`astar` expands"},
		{"too high", "estimate.txt", "2 * n - at", 0, "The heuristic is not admissible"},
		{"no number", "estimate.txt", "at == n", 0, "error in line 1"},
		{"a false promise", "estimate.txt", "heuristic h = 0 dead true", 0, "declares a promise"},
		{"a promise in tests", "tests.pz", "dead true instance a { n = 5 } expect unsolvable", 0, "declares a promise"},
		{"a goal of its own", "estimate.txt", "heuristic h = 0 goal at == 1", 0, "declares more than it may"},
		{
			"both found", "tests.pz", "instance a { n = 5 } expect cost 5\ninstance b { n = 3 } expect unsolvable", 2,
			"find 2 of 2",
		},
		{"none found", "tests.pz", "instance a { n = 1 } expect cost 1", 0, "find 0 of 2"},
		{"wrong test", "tests.pz", "instance a { n = 1 } expect cost 2", 0, "The test `expect cost 2` of a fails"},
		{"holds", "promise.pz", "invariant at != 3\ninvariant at <= n", 1, "Right."},
		{"broken", "promise.pz", "\ninvariant at != 2", 0, "Line 2: `invariant` does not hold in a state"},
		{"no promise", "promise.pz", "def two = 2", 0, "declares no promise"},
	} {
		t.Run(tt.file+" "+tt.name, func(t *testing.T) {
			r := j.Grade(t.Context(), "anna", map[string]string{tt.file: tt.text})
			var said []string
			for _, p := range r.Parts {
				if !strings.HasPrefix(p.Said[0], "There is no file") {
					said = append(said, p.Lines()...)
				}
			}
			text := strings.Join(said, "\n")
			assert.Contains(t, text, tt.want)
			assert.InDelta(t, tt.points, points(r.Points), 0.001, text)
			assert.NotContains(t, text, "SECRET")
		})
	}
}

// TestFalsePromises: a promise that does not hold gains nothing where few states may be expanded.
func TestFalsePromises(t *testing.T) {
	x := open(t, unpack(t, steps, fixed...))
	reference, err := x.Read("reference.pz")
	require.NoError(t, err)
	x.Parts[0].Expanded = 100
	part := func(more string) *Part {
		model := map[string]string{"model.pz": strings.Replace(reference, "goal", more+"\ngoal", 1)}
		return New(x, Options{}).part(t.Context(), &x.Parts[0], model)
	}
	assert.InDelta(t, 3, *part("dead at == 3").Points, 0)
	broken := part("dead true")
	assert.InDelta(t, 1.5, *broken.Points, 0)
	assert.Contains(t, broken.Said[0], "Line 7: `dead` does not hold")
}

// TestFeedback: each level says more than the one before, and none says what the reference says.
func TestFeedback(t *testing.T) {
	loose := strings.Replace(steps, "feedback = \"hint\"", "feedback = \"LEVEL\"", 1)
	said := map[string]string{}
	for _, level := range exercise.Levels() {
		x := open(t, unpack(t, loose, append(fixed, "LEVEL", level)...))
		wrong, err := x.Read("wrong/hole.pz")
		require.NoError(t, err)
		p := New(x, Options{}).part(t.Context(), &x.Parts[0], map[string]string{"model.pz": wrong})
		said[level] = strings.Join(p.Lines(), "\n")
		assert.NotContains(t, said[level], "SECRET")
	}
	assert.Equal(t, "Your model is not the puzzle of the exercise.", said["verdict"])
	assert.Equal(t, "Your model is too loose: it allows a move that should be impossible.", said["side"])
	assert.Equal(t, said["side"]+"\nThe shortest way to see it has 2 moves.", said["depth"])
	assert.Contains(t, said["word"], "After 1 move, only your model allows `leap`.")
	assert.NotContains(t, said["word"], "Hint")
	assert.Contains(t, said["hint"], "Hint: There is a hole. Look at three.")
}

// TestNotJudged: what a limit of time ends gets no grade.
func TestNotJudged(t *testing.T) {
	x := open(t, unpack(t, steps, fixed...))
	ctx, end := context.WithCancel(t.Context())
	end()
	r := New(x, Options{}).Grade(ctx, "anna", map[string]string{"model.pz": "puzzle A"})
	assert.False(t, r.Judged)
	assert.Equal(t, NotJudged, r.Parts[0].Status)
	assert.Contains(t, r.Parts[0].Said[0], "a limit of time, memory or work was reached")
}

// TestBadExercises: what is wrong with exercise.toml is said with its place.
func TestBadExercises(t *testing.T) {
	for _, tt := range []struct{ name, old, with, want string }{
		{"wrong TOML", `title = "Steps"`, `title = "Steps`, "exercise.toml:1:"},
		{"unknown setting", "title =", "titel =", "an exercise has no setting `titel`"},
		{"unknown setting of a part", "points = 3", "piont = 3", "an exercise has no setting `piont`"},
		{"wrong type", "points = 3", `points = "three"`, "exercise.toml:6:"},
		{"unknown kind", `"completion"`, `"completoin"`, "there is no part of the kind `completoin`"},
		{"unknown level", `feedback = "hint"`, `feedback = "hnit"`, "there is no level of feedback `hnit`"},
		{"no reference", "-- reference.pz --", "-- referenz.pz --", "the exercise has no file reference.pz"},
		{"a way out", `"right/plan.txt"`, `"../plan.txt"`, "does not lie in the folder"},
		{"a file twice", `"blanks.pz"`, `"model.pz"`, "two parts judge the file model.pz"},
		{"no file", `file = "blanks.pz"`, "", "part 2 does not say which file"},
		{"no right file", `right = "right/plan.txt"`, "", "part 3 has no file that must get all points"},
		{"a want of a model", "points = 3", "points = 3\nwant = \"cost > 2\"", "only a part of the kind `puzzle`"},
		{"a measure", `"completion"`, "\"puzzle\"\nwant = \"costs > 2\"", "there is no measure `costs`"},
		{"no condition", `"completion"`, "\"puzzle\"\nwant = \"cost\"", "`cost` is a number"},
		{"half a want", `"completion"`, "\"puzzle\"\nwant = \"cost >\"", "expected a value after `>`"},
		{"unique", `"completion"`, "\"puzzle\"\nwant = \"unique\"", "reads measures, and `unique` is none"},
		{"no points", "points = 3", "points = -3", "a part gives points, more than 0"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, _, diags := settings.Open(unpack(t, strings.Replace(steps, tt.old, tt.with, 1)))
			assert.ErrorContains(t, diags.Err(), tt.want)
		})
	}
	_, _, diags := settings.Open(t.TempDir())
	require.ErrorContains(t, diags.Err(), "the folder has no exercise.toml")
	_, _, diags = settings.Open("nowhere")
	require.ErrorContains(t, diags.Err(), "there is no such folder")
}

// TestSameLines: a line that is not understood is an error of the exercise. Arguments may be computed, and a model that
// does not fit a line is the student's mistake.
func TestSameLines(t *testing.T) {
	const line = `same = ["go(n) = walk(n + 1)", "at = place"]` + "\nfeedback ="
	exercise := `
-- exercise.toml --
feedback = "word"
[[part]]
kind = "model"
file = "mine.pz"
instances = ["", "far"]
right = "right.pz"
wrong = []
-- task.md --
-- reference.pz --
puzzle Walk
param last: 1..9 = 3
state at: 0..9 = 0
move go(n: 0..1) when at + n < last { at := at + n + 1 }
goal at == last
instance far { last = 6 }
-- right.pz --
puzzle Mine
param last: 1..9 = 3
state place: 0..9 = 0
move walk(steps: 1..2) when place + steps <= last { place := place + steps }
goal place == last
`
	x := open(t, unpack(t, exercise, "feedback =", line))
	for _, f := range New(x, Options{}).Check(t.Context()) {
		assert.True(t, f.OK || strings.Contains(f.Text, "start.pz"), f.Text)
	}
	right, err := x.Read("right.pz")
	require.NoError(t, err)
	for text, want := range map[string]string{
		right: "Right.",
		strings.Replace(right, "1..2)", "1..2, d: 0..1)", 1): "`walk` of the other model has 2 parameters",
		strings.Replace(right, "walk", "wlak", 1):            "the other model has no move `walk`",
		strings.Replace(right, "<= last", "< last", 1):       "only the puzzle of the exercise allows `go",
		strings.ReplaceAll(right, "place", "at"):             "unknown name `place`",
	} {
		assert.Contains(t, said(graded(t, x, "mine.pz", text)), want, text)
	}
	for bad, want := range map[string]string{
		"go(n, m) = walk(n)":   "`go` of the reference has 1 parameter, 2 given",
		"go(n) = walk(n +)":    "expected a value after `+`",
		"go(n + 1) = walk(n)":  "is computed on the left side",
		"goo(n) = walk(n + 1)": "unknown function `goo`",
		"at = = place":         "expected a value",
		"att = place":          "unknown name `att`",
	} {
		_, _, diags := settings.Open(unpack(t, exercise, "feedback =", "same = [\"at = place\", \""+bad+"\"]\nfeedback ="))
		require.ErrorContains(t, diags.Err(), want, bad)
		assert.Contains(t, diags.Error(), "exercise.toml:1:1", bad)
		assert.Contains(t, diags.Error(), "the line same 2", bad)
	}
}
