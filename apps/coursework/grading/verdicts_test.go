package grading

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/apps/coursework/exercise"
)

// graded grades one file of an exercise.
func graded(t *testing.T, x *exercise.Exercise, file, text string) *Part {
	t.Helper()
	r := New(x, Options{}).Grade(t.Context(), "anna", map[string]string{file: text})
	for i := range r.Parts {
		if !strings.HasPrefix(r.Parts[i].Said[0], "There is no file") {
			return &r.Parts[i]
		}
	}
	require.Fail(t, "the exercise does not judge "+file)
	return nil
}

func said(p *Part) string { return strings.Join(p.Lines(), "\n") }

// holes is a model without moves whose equal rewritings are hard to prove equal.
const holes = `
puzzle Holes
param n: 2..12 = 12
type P = 0..2*n
type H = 0..n-1
state hole[p in P]: H = any
state free: bool = any
goal free or forall a in P, b in P, c in P where a < b and b < c: hole[a] != hole[b] or hole[b] != hole[c]
goal free => forall p in P: hole[p] == 0
goal not free => hole[0] == 0
instance small { n = 3 }
`

// undecided is an exercise whose limits are too low for some submissions.
const undecided = `
-- exercise.toml --
title = "Limits"
feedback = "hint"
pairs = 500
states = 500
conflicts = 300
[[part]]
kind = "model"
file = "model.pz"
instances = ["", "one"]
points = 2
[[part]]
kind = "completion"
file = "filled.pz"
wrong = []
[[part]]
kind = "heuristic"
file = "h.txt"
right = "right/h.txt"
[[part]]
kind = "promise"
file = "promise.pz"
right = "right/promise.pz"
[[part]]
kind = "model"
file = "holes.pz"
reference = "holes.pz"
right = "holes.pz"
wrong = []
[[part]]
kind = "tests"
file = "tests.pz"
reference = "wide.pz"
right = "right/tests.pz"
wrong = []
[[part]]
kind = "puzzle"
file = "own.pz"
right = "holes.pz"
wrong = []
[[part]]
kind = "formula"
file = "walk.cnf"
reference = "walk.pz"
right = "right/walk.cnf"
horizon = 1
-- wide.pz --
puzzle Wide
param far: 0..200000 = 1
state at[i in 0..4]: 0..99999 = 0
move up(i: 0..4) when at[i] < 99999 { at[i] := at[i] + 1 }
move down(i: 0..4) when at[i] > 0 { at[i] := at[i] - 1 }
goal (sum i in 0..4: at[i] * at[i]) == far
-- walk.pz --
puzzle Walk
state at: 0..1 = 0
move go { at := 1 - at }
goal at == 1
-- right/walk.cnf --
c var 1 at@0 = 0
c var 2 at@1 = 1
p cnf 2 2
1 0
2 0
-- right/h.txt --
0
-- right/promise.pz --
invariant at >= 0
-- right/tests.pz --
-- task.md --
-- start.pz --
puzzle Count
param most: 0..100000 = 1200
state at: 0..100000 = 0
move up { ____ }
move down when at > 0 { at := at - 1 }
move odd when at == 2 { at := 3 }
goal at == most
-- reference.pz --
puzzle Count
param most: 0..100000 = 1200
state at: 0..100000 = 0
move up { at := min(at + 1, most) }
move down when at > 0 { at := at - 1 }
move odd when at == 2 { at := 3 }
goal at == most
instance one { most = 2 }
-- wrong/early.pz --
// hint: An early end.
puzzle Count
param most: 0..100000 = 1200
state at: 0..100000 = 0
move up { at := min(at + 1, most) }
move down when at > 0 { at := at - 1 }
move odd when at == 3 { at := 3 }
goal at == most
-- holes.pz --` + holes

// pigeons is a formula without solutions that is hard to refute.
func pigeons(holes int) string {
	var b strings.Builder
	clauses := 0
	v := func(p, h int) int { return 3 + p*holes + h }
	for p := range holes + 1 {
		for h := range holes {
			fmt.Fprintf(&b, "%d ", v(p, h))
		}
		b.WriteString("0\n")
		clauses++
		for q := range p {
			for h := range holes {
				fmt.Fprintf(&b, "-%d -%d 0\n", v(p, h), v(q, h))
				clauses++
			}
		}
	}
	return fmt.Sprintf("p cnf %d %d\n", 2+holes*(holes+1), clauses) + b.String()
}

// TestUndecided: what the limits do not decide is not judged, and gets no hint. A difference that was found counts,
// whatever is not known of other instances.
func TestUndecided(t *testing.T) { undecidedParts(t, false) }

// TestLongUndecided has the parts whose limits are reached late.
func TestLongUndecided(t *testing.T) { undecidedParts(t, true) }

func undecidedParts(t *testing.T, long bool) {
	t.Helper()
	late := []string{"a test that is hard", "a wrong test beside it", "an own puzzle"}
	folder := unpack(t, undecided)
	x := open(t, folder)
	reference, err := x.Read("reference.pz")
	require.NoError(t, err)
	other := func(old, with string) string {
		require.Contains(t, reference, old)
		return strings.Split(strings.Replace(reference, old, with, 1), "instance")[0]
	}
	wide, err := x.Read("wide.pz")
	require.NoError(t, err)
	wide = strings.Replace(wide, "200000 = 1", "200000 = 199999", 1)
	const walkMap = "c var 1 at@0 = 0\nc var 2 at@1 = 1\n"
	hard := strings.Replace(holes, "hole[a] != hole[b]", "hole[a] != hole[c]", 1)
	for _, tt := range []struct {
		name, file, text string
		status           status
		want             string
	}{
		{
			"right, but many states", "model.pz", other("min(at + 1, most)", "if at < most then at + 1 else most"),
			NotJudged, "",
		},
		{
			"wrong in the instance that is decided", "model.pz", other("at == most", "at == most and most != 2"),
			Wrong, "This shows in the instance one.",
		},
		{
			"wrong near the start", "model.pz", other("when at == 2 ", "when at == 1 "), Wrong,
			"only your model allows `odd`",
		},
		{"right, filled", "filled.pz", other("min", "min"), NotJudged, ""},
		{"a right estimate", "h.txt", "0", NotJudged, ""},
		{
			"too high near a goal", "h.txt", "if at == most - 1 then 2 else 0", Wrong,
			"it says 2 in a state with a way of cost 1",
		},
		{"too high near the start", "h.txt", "if at == 0 then 1201 else 0", Wrong, "it says 1201 in a state"},
		{"a right invariant", "promise.pz", "invariant at >= 0", NotJudged, ""},
		{
			"a wrong one beside a right one", "promise.pz", "invariant at >= 0\ninvariant at != 9", Wrong,
			"Line 2: `invariant` does not hold",
		},
		{"hard conditions", "holes.pz", hard, NotJudged, ""},
		{"a test that is hard", "tests.pz", "instance a { far = 199999 } expect cost 1000", NotJudged, ""},
		{
			"a wrong test beside it", "tests.pz",
			"instance a { far = 199999 } expect cost 1000 instance b { far = 4 } expect cost 3", Wrong, "of b fails",
		},
		{"an own puzzle", "own.pz", wide + "view \"{at[0]}\" expect cost 1000", NotJudged, ""},
		{"a hard formula", "walk.cnf", walkMap + pigeons(9), NotJudged, ""},
	} {
		if slices.Contains(late, tt.name) != long {
			continue
		}
		t.Run(tt.name, func(t *testing.T) {
			p := graded(t, x, tt.file, tt.text)
			assert.Equal(t, tt.status, p.Status, said(p))
			assert.Contains(t, said(p), tt.want)
			assert.Empty(t, p.Hint)
			if tt.status == NotJudged {
				assert.Contains(t, said(p), "right and wrong were not told apart within the limits of the exercise")
			}
		})
	}
}

// TestUse: a submission reads no file of the exercise that students do not have, and no path of the teacher is shown.
func TestUse(t *testing.T) {
	for _, library := range []string{"", "library = true\n"} {
		folder := unpack(t, steps, append(fixed, "feedback =", library+"feedback =")...)
		x := open(t, folder)
		for file, texts := range map[string][]string{
			"tests.pz": {
				`use "right/tests.pz"`, `use "./right/../right/tests.pz"`, `use "wrong/hole.pz"`, `use "nothing.pz"`,
				`use "` + folder + `/right/tests.pz"`, `use "tests.pz"`,
			},
			"promise.pz":   {`use "right/promise.pz"`, `use "../right/promise.pz"`},
			"estimate.txt": {"use \"right/estimate.txt\"\nheuristic h = 0", "use \"wrong/hole.pz\"\nheuristic h = 0"},
			"model.pz":     {"puzzle A\nuse \"reference.pz\"", "puzzle A\nuse \"" + folder + "/reference.pz\""},
		} {
			for _, text := range texts {
				p := graded(t, x, file, text)
				assert.Equal(t, Wrong, p.Status, text)
				if !strings.Contains(text, folder) {
					assert.NotContains(t, said(p), folder, text)
				}
			}
		}
		p := graded(t, x, "promise.pz", "use \"std:hanoi.pz\"\ninvariant at != 3")
		if library == "" {
			assert.Contains(t, said(p), "cannot read std:hanoi.pz: submissions use no other files")
		} else {
			assert.NotContains(t, said(p), "cannot read")
		}
	}
}

// TestOwnFaults: an error that a submission makes is the student's mistake, with the reason.
func TestOwnFaults(t *testing.T) {
	x := open(t, unpack(t, steps, fixed...))
	reference, err := x.Read("reference.pz")
	require.NoError(t, err)
	for _, tt := range []struct{ file, text, want string }{
		{
			"estimate.txt", "additive(pattern(at, {1, 2}), pattern(at, {2, 3}))",
			"error in line 1: these patterns cannot be added",
		},
		{"estimate.txt", "pattern(at, {77})", ""},
		{"estimate.txt", "const c: 1..2 = 1 / 0\nheuristic h = c", ""},
		{"estimate.txt", "const c[i in 1..3]: 1..3 = [1, 2]\nheuristic h = c[1]", "line 1"},
		{"estimate.txt", "heuristic h = 0\nrelaxation r { at }", "line 2"},
		{"estimate.txt", "heuristic h = 1\nheuristic h = 0", "line 2"},
		{"estimate.txt", "", "estimate.txt is empty."},
		{"estimate.txt", " \n\t\n", "estimate.txt is empty."},
		{"plan.txt", "\n", "plan.txt is empty."},
		{"model.pz", "\ufeff\r\n", "model.pz is empty."},
		{"promise.pz", "", "promise.pz is empty."},
		{"tests.pz", "  ", "tests.pz is empty."},
		{"promise.pz", "symmetry s { at := 77 }", "Line 1: `symmetry s` does not hold"},
		{"promise.pz", "symmetry s(g: set 1..40) { at := at }", ""},
		{"promise.pz", "def big(g: set 1..40) = true\ninvariant forall g in {1}: big({g})", ""},
		{"promise.pz", "const c: 1..2 = n\ninvariant c <= n", ""},
		{"promise.pz", "prune step, jump", "line 1"},
		{"tests.pz", "instance a { n = 77 } expect cost 1", "fails on the right model"},
		{"tests.pz", "instance a { m = 77 } expect cost 1", "line 1"},
		{"model.pz", reference + "move sub(g: set 1..40) when at > 100 { at := 0 }", "too many sets of these values"},
		{
			"model.pz", reference + "move many(a: 1..4000, b: 1..4000, c: 1..4000) when at > 1 { at := 0 }",
			"64,000,000,000 combinations of arguments",
		},
		{"model.pz", strings.Replace(reference, "cost 2", "cost 2 / (at - 3)", 1), ""},
		{"model.pz", reference + "\nheuristic h admissible = pattern(at, {77})", ""},
		{"plan.txt", "step(1)", ""},
		{"plan.txt", "", ""},
		{"plan.txt", "step\nstep\n\nat = 3\nstep", ""},
	} {
		p := graded(t, x, tt.file, tt.text)
		assert.NotEqual(t, NotJudged, p.Status, "%s: %s\n%v", tt.text, said(p), p.Teacher)
		assert.Contains(t, said(p), tt.want, tt.text)
		assert.NotContains(t, said(p), "line 0", tt.text)
	}
}

// TestHints: a hint is given for its mistake alone.
func TestHints(t *testing.T) {
	x := open(t, unpack(t, steps, append(fixed, `right = "right/estimate.txt"`,
		"right = \"right/estimate.txt\"\nwrong = [\"wrong/double.txt\"]", `right = "right/promise.pz"`,
		"right = \"right/promise.pz\"\nwrong = [\"wrong/two.txt\"]", `right = "right/plan.txt"`,
		"right = \"right/plan.txt\"\nwrong = [\"wrong/plan.txt\"]",
		"-- right/plan.txt --", `-- wrong/double.txt --
// hint: Twice.
2 * (n - at)
-- wrong/two.txt --
// hint: Two.
invariant at != 2
-- wrong/plan.txt --
# hint: Into the hole.
step
step
step
-- right/plan.txt --`)...))
	hole, err := x.Read("wrong/hole.pz")
	require.NoError(t, err)
	reference, err := x.Read("reference.pz")
	require.NoError(t, err)
	reference = strings.Split(reference, "expect")[0]
	replaced := func(in, old, with string) string {
		require.Contains(t, in, old)
		return strings.Replace(in, old, with, 1)
	}
	for _, tt := range []struct{ file, text, hint string }{
		{"model.pz", replaced(hole, "state at", "state seen: bool = false state at"), "There is a hole. Look at three."},
		// another first mistake is seen after fewer moves than that of the wrong file
		{"model.pz", replaced(hole, "cost 2 when at", "cost 7 when at"), ""},
		// the mistake of the file first, and a second one that shows later
		{"model.pz", replaced(hole, "goal at == n", "goal at == n and n != 4 or at == 4"), "There is a hole. Look at three."},
		// the same move is allowed too much, for another reason
		{"model.pz", replaced(reference, "at != 3", "at != 3 or n > 3"), "There is a hole. Look at three."},
		{"model.pz", replaced(reference, "at != 3", "at != 4 and at != 5"), ""},
		{"model.pz", replaced(reference, "at < n", "at < m"), ""},
		{"estimate.txt", "2*(n-at)", "Twice."},
		{"estimate.txt", "n - at + (if at < n then n - at else 0)", "Twice."},
		{"estimate.txt", "3 * (n - at)", ""},
		{"estimate.txt", "if at == n then 1 else 0", ""},
		{"estimate.txt", "9007199254740992", ""},
		{"promise.pz", "def two = 2\ninvariant at != two", "Two."},
		{"promise.pz", "invariant at != 1", ""},
		{"promise.pz", "dead at == 2", ""},
		{"plan.txt", "step\nstep\nstep\nleap", "Into the hole."},
		{"plan.txt", "step\nleap", ""},
		{"plan.txt", "step\nstep", ""},
		{"plan.txt", "jump", ""},
	} {
		p := graded(t, x, tt.file, tt.text)
		assert.NotEqual(t, Right, p.Status, tt.text)
		assert.Equal(t, tt.hint, p.Hint, "%s\n%s", tt.text, said(p))
	}
	x.Parts[3].Instances, x.Parts[3].Hidden = nil, []string{"six"} // hidden instances have a level of their own
	assert.Empty(t, graded(t, x, "estimate.txt", "2*(n-at)").Hint)
}

// bag is an exercise about the best solutions of a puzzle without moves.
const bag = `
-- exercise.toml --
title = "Bag"
feedback = "hint"
[[part]]
kind = "KIND"
file = "FILE"
right = "right"
-- task.md --
-- start.pz --
puzzle Bag
state x: 0..3 = any
state y: 0..3 = any
goal x + y >= 3
____
-- reference.pz --
puzzle Bag
state x: 0..3 = any
state y: 0..3 = any
goal x + y >= 3
minimize 2 * x + y
-- right --
`

// TestObjectives: what each kind of part makes of an objective. A kind that cannot judge it says so.
func TestObjectives(t *testing.T) {
	const model = "puzzle Bag\nstate x: 0..3 = any\nstate y: 0..3 = any\ngoal x + y >= 3\n"
	const onlyBest = "c var 1 x >= 1\nc var 2 y >= 3\nc var 3 x >= 2\nc var 4 x >= 3\nc var 5 y >= 2\nc var 6 y >= 1\n" +
		"p cnf 6 6\n-1 0\n2 0\n-3 0\n-4 0\n5 0\n6 0\n"
	for _, tt := range []struct {
		kind         exercise.Kind
		right, wrong string
		refusal      string // of the exercise
	}{
		{exercise.Model, model + "minimize 2 * x + y", model + "maximize 2 * x + y", ""},
		{exercise.Completion, model + "minimize 2 * x + y", model + "minimize y", ""},
		{exercise.Plan, "x = 0\ny = 3", "x = 1\ny = 2", ""},
		{exercise.Values, "x = 0\ny = 3", "x = 1\ny = 2", ""},
		{exercise.Heuristic, "", "0", "reference.pz has no moves"},
		{exercise.Tests, "expect best 3", "expect best 4", ""},
		{exercise.Promise, "invariant x + y >= 3", "symmetry e { x, y := y, x }", ""},
		{exercise.Formula, onlyBest, strings.Replace(onlyBest, "p cnf 6 6\n-1 0\n", "p cnf 6 5\n", 1), ""},
		{exercise.Program, "", "package main", "`minimize` cannot be written in Go yet"},
		{exercise.Puzzle, model + "minimize x view \"\" expect best 0", model + "minimize x view \"\" expect best 1", ""},
	} {
		t.Run(string(tt.kind), func(t *testing.T) {
			file := "mine.pz"
			if tt.kind == exercise.Program {
				file = "moves.go"
			}
			x := open(t, unpack(t, bag, "KIND", string(tt.kind), "FILE", file))
			if tt.right == "" {
				p := New(x, Options{Trust: true}).part(t.Context(), &x.Parts[0], map[string]string{file: tt.wrong})
				assert.Equal(t, NotJudged, p.Status)
				assert.Contains(t, strings.Join(p.Teacher, ""), tt.refusal)
				return
			}
			p := graded(t, x, file, tt.wrong)
			assert.NotEqual(t, Right, p.Status, said(p))
			assert.NotEqual(t, NotJudged, p.Status, said(p))
			if p = graded(t, x, file, tt.right); tt.kind != exercise.Tests { // there are no wrong models to be found
				assert.Equal(t, Right, p.Status, said(p))
			}
		})
	}
}

// TestBestValues: how near values are to the best gives points, if the exercise says so. The best value is told from
// the level word on.
func TestBestValues(t *testing.T) {
	x := open(t, unpack(t, bag, "KIND", "values", "FILE", "v.txt"))
	for _, tt := range []struct {
		text   string
		near   int64
		points float64
	}{
		{"x = 0\ny = 3", 0, 1},
		{"x = 1\ny = 2", 0, 0},
		{"x = 1\ny = 2", 4, 0.75},
		{"x = 3\ny = 3", 4, 0},
		{"x = 0\ny = 2", 4, 0},
	} {
		x.Parts[0].Near = tt.near
		p := graded(t, x, "v.txt", tt.text)
		assert.InDelta(t, tt.points, points(p.Points), 0.001, said(p))
	}
	for level, want := range map[string]string{
		"verdict": "The answer is not right.",
		"side":    "The values are a solution, but not a best one: minimize 4; a better one is possible.",
		"depth":   "The values are a solution, but not a best one: minimize 4; a better one is possible.",
		"word":    "The values are a solution, but not a best one: minimize 4; 3 is possible.",
	} {
		x.Feedback = exercise.Feedback(level)
		assert.Equal(t, want, said(graded(t, x, "v.txt", "x = 1\ny = 2")))
	}
	x = open(t, unpack(t, steps, append(fixed, "move leap", "move back when at > 0 { at := at - 1 }\nmove leap")...))
	for level, want := range map[string]string{
		"verdict": "The answer is not right.", "side": "The plan is valid, but costs 6; a better one is possible.",
		"depth": "The plan is valid, but costs 6; a better one is possible.\nMove 3, `back`, leaves the best way.",
		"word":  "The plan is valid, but costs 6; 4 is possible.\nMove 3, `back`, leaves the best way.",
	} {
		x.Feedback = exercise.Feedback(level)
		assert.Equal(t, want, said(graded(t, x, "plan.txt", "step\nstep\nback\nstep\nleap")))
	}
	x.Feedback = exercise.Word
	plan := func(replace ...string) string {
		x := open(t, unpack(t, steps, append(fixed, replace...)...))
		return said(graded(t, x, "plan.txt", "step\nstep\nstep"))
	}
	assert.Equal(t, "Move 3 cannot be made.\n  before the move\n    at = 2", plan())
	assert.Equal(t, "Move 3 cannot be made. Before the move, at = 2.\n  before the move\n    2!",
		plan("param n: 1..9 = 4", "view \"{at}!\"\nparam n: 1..9 = 4"))
	assert.Contains(t, plan("____\n", "always at != 3\n", "when ____", "when at < n", "{ ____ }", "{ at := at + 2 }",
		" else \"SECRET: three is a hole\"", ""), "Move 3 cannot be made: `step` leads to a state that breaks `always`")
}

// TestCheapAnswers: the check of an exercise warns of answers that say nothing and get all points.
func TestCheapAnswers(t *testing.T) {
	warnings := func(archive string, replace ...string) (all []string) {
		for _, f := range New(open(t, unpack(t, archive, replace...)), Options{}).Check(t.Context()) {
			assert.True(t, f.OK, f.Text)
			if f.Warning {
				all = append(all, f.Text)
			}
		}
		return all
	}
	assert.Equal(t, []string{
		"part heuristic: `0` gets all points; `expanded` asks for an estimate that guides a search",
		"part promise: `invariant true` gets all points; `excludes` and `expanded` ask for a promise that shortens a search",
		"part promise: `dead false` gets all points; `excludes` and `expanded` ask for a promise that shortens a search",
		"part promise: `symmetry same { at := at }` gets all points; `excludes` and `expanded` ask for a promise that " +
			"shortens a search",
	}, warnings(steps, fixed...))
	assert.Equal(t, []string{"part model: start.pz with `true` in its blanks gets all points"}, warnings(`
-- exercise.toml --
[[part]]
kind = "model"
file = "mine.pz"
-- task.md --
-- start.pz --
puzzle Count
state at: 0..9 = 0
move up when ____ { at := at + 1 }
goal at == 9
-- reference.pz --
puzzle Count
state at: 0..9 = 0
move up when at < 9 { at := at + 1 }
goal at == 9
`))
	walk := strings.Split(walk, "[[part]]\nkind = \"program\"")[0] + "-- task.md" + strings.Split(walk, "-- task.md")[1]
	assert.Equal(t, []string{
		"part formula: a formula that is one plan gets all points; take a horizon with several plans",
	}, warnings(walk))
}

// TestHandedOut: the check warns of hidden instances that stand in the file with which students begin.
func TestHandedOut(t *testing.T) {
	const end = "move leap cost 2 when at + 2 <= n { ____ }\ngoal at == n\n"
	for _, tt := range []struct{ add, old, with, want string }{
		{"instance six { n = 6 }", "", "", "part model: the instance six is hidden, but start.pz has it; leave it out there"},
		{"instance five { n = 5 }\ninstance\n  six of five { n = 6 } expect cost 7", "", "", "the instance six is hidden"},
		{"instance five { n = 5 }", "", "", ""},
		{"// instance six { n = 6 }", "", "", ""},
		{"instance six { n = ____ }", "hidden = [\"six\"]", "", ""},
		{
			"instance six { n = 6 }", "hidden = [\"six\"]", "hidden = [\"five\"]\n[[part]]\nkind = \"promise\"\n" +
				"file = \"p.pz\"\nright = \"right/promise.pz\"\nhidden_excludes = [\"six\"]",
			"part promise: the instance six is hidden",
		},
	} {
		replace := append(slices.Clone(fixed), end, end+tt.add+"\n")
		if tt.old != "" {
			replace = append(replace, tt.old, tt.with)
		}
		var found []string
		for _, f := range New(open(t, unpack(t, steps, replace...)), Options{}).Check(t.Context()) {
			if f.Warning && strings.Contains(f.Text, "is hidden") {
				found = append(found, f.Text)
			}
		}
		if text := strings.Join(found, "\n"); tt.want == "" {
			assert.Empty(t, text, tt.add)
		} else {
			assert.Contains(t, text, tt.want, tt.add)
		}
	}
}
