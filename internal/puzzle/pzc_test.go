package puzzle

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/constraint"
)

const walk = `
puzzle Walk
param n: 1..9 = 3
state at: 0..n = 0
move step when at < n cost 2 as "to {at + 1}" { at := at + 1 }
goal at == n
instance far { n = 5 }
`

const pick = `
puzzle Pick
state x: 0..9 = any
state free: bool = any
goal x == 7 and free
`

func files(text string) fstest.MapFS { return fstest.MapFS{"m.pz": {Data: []byte(text)}} }

func puzzle(t *testing.T, text string, data Data) *Puzzle {
	t.Helper()
	p, diags := Load(files(text), "m.pz")
	require.Empty(t, diags)
	z, diags := p.Instantiate(data)
	require.Empty(t, diags)
	require.Empty(t, z.Ground(context.Background()))
	return z
}

func TestSolve(t *testing.T) {
	for _, backend := range []string{"", Auto, "search", "sat"} {
		a, err := solveFile(context.Background(), files(walk), "m.pz", Data{Instance: "far"}, Options{Backend: backend})
		require.NoError(t, err, backend)
		assert.Equal(t, backends.Solved, a.Status, backend)
		assert.True(t, a.Optimal, backend)
		require.Len(t, a.Solutions, 1)
		s := a.Solutions[0]
		assert.EqualValues(t, 10, s.Cost)
		require.Len(t, s.Steps, 5)
		assert.Equal(t, Step{Move: "step", Label: "to 5", Cost: 2, State: []int64{5}}, s.Steps[4])
	}
}

// A puzzle whose grounding was ended is undecided for that reason, whatever the context of Solve says.
func TestSolveAfterGroundingWasEnded(t *testing.T) {
	p, diags := Load(files(walk), "m.pz")
	require.Empty(t, diags)
	z, diags := p.Instantiate(Data{})
	require.Empty(t, diags)
	ended, end := context.WithCancelCause(context.Background())
	end(errors.New("enough"))
	require.Empty(t, z.Ground(ended))
	a, err := z.Solve(context.Background(), Options{})
	require.NoError(t, err)
	assert.Equal(t, backends.Unknown, a.Status)
	assert.Equal(t, "enough; the puzzle was still being compiled", a.Reason)
	require.Empty(t, z.Ground(context.Background()))
	a, err = z.Solve(context.Background(), Options{})
	require.NoError(t, err)
	assert.Equal(t, backends.Solved, a.Status)
}

func TestSolveBeforeGround(t *testing.T) {
	p, diags := Load(files(walk), "m.pz")
	require.Empty(t, diags)
	z, diags := p.Instantiate(Data{})
	require.Empty(t, diags)
	_, err := z.Solve(context.Background(), Options{})
	require.ErrorContains(t, err, "Solve comes after Ground")
}

// Each plan of a list goes with what Found made of it, so that what was found when the work is ended need not be
// replayed then.
func TestFoundPlansAreReplayedAtOnce(t *testing.T) {
	const ways = "puzzle Ways\nstate at: 0..6 = 0\nmove step(n: 1..3) when at + n <= 6 cost n { at := at + n }\n" +
		"goal at == 6\n"
	const some = "puzzle Some\nstate x[i in 0..5]: 0..3 = any\ngoal (sum i in 0..5: x[i]) == 4\n"
	three := 3
	for _, text := range []string{ways, some} {
		z := puzzle(t, text, Data{})
		for _, backend := range table() {
			for _, o := range []backends.Options{{All: true}, {All: true, Limit: 5}, {All: true, Horizon: &three}} {
				if text == some && o.Horizon != nil ||
					text == ways && backend.Name() == (constraint.Backend{}).Name() { // it knows no moves
					continue
				}
				found := map[int]string{}
				o.Found = func(p backends.Plan) (any, int64) {
					found[len(found)+1] = fmt.Sprint(p.Start, p.Moves, p.Cost)
					return len(found), 0
				}
				r, err := backend.Solve(t.Context(), z.task, o)
				require.NoError(t, err)
				require.NotEmpty(t, r.Plans)
				for _, p := range r.Plans {
					require.Contains(t, found, p.Made, backend.Name())
					require.Equal(t, fmt.Sprint(p.Start, p.Moves, p.Cost), found[p.Made.(int)])
				}
				o.Found = nil
				prepare := func(s *Solution) string { return fmt.Sprint(s.Start, len(s.Steps)) }
				a, err := z.Solve(t.Context(), Options{Backend: backend.Name(), Prepare: prepare, Options: o})
				require.NoError(t, err)
				require.Len(t, a.Solutions, len(r.Plans))
				for _, s := range a.Solutions {
					require.Equal(t, prepare(&s), s.Prepared)
				}
			}
		}
	}
}

func TestSolveReportsFindings(t *testing.T) {
	_, err := solveFile(context.Background(), files("puzzle P goal tru"), "m.pz", Data{}, Options{})
	require.ErrorContains(t, err, "m.pz:1:")
	_, err = solveFile(context.Background(), files(walk), "m.pz", Data{Instance: "fra"}, Options{})
	require.ErrorContains(t, err, "no instance `fra`")
	_, err = solveFile(context.Background(), files(walk), "m.pz", Data{}, Options{Backend: "magic"})
	var wrong *OptionsError
	require.ErrorAs(t, err, &wrong)
	require.ErrorContains(t, err, `there is no backend "magic"; there are auto, search, sat and constraint`)
}

// A plan that the reference semantics refuses must never be shown as an answer.
func TestPlansAreReplayed(t *testing.T) {
	for _, tt := range []struct {
		name string
		plan backends.Plan
		want string
	}{
		{"a move too many", backends.Plan{Start: []int64{0}, Moves: []int{0, 0, 0, 0}, Cost: 8}, "step 4"},
		{"no goal", backends.Plan{Start: []int64{0}, Moves: []int{0, 0}, Cost: 4}, "the goal is not reached"},
		{
			"wrong cost",
			backends.Plan{Start: []int64{0}, Moves: []int{0, 0, 0}, Cost: 3},
			"the plan costs 6, the backend says 3",
		},
		{"another start", backends.Plan{Start: []int64{1}, Moves: []int{0, 0}, Cost: 4}, "at starts with 0, not with 1"},
	} {
		z := puzzle(t, walk, Data{})
		_, err := z.Answer(t.Context(), "liar", &backends.Result{Status: backends.Solved, Plans: []backends.Plan{tt.plan}},
			Options{})
		var fault *Fault
		require.ErrorAs(t, err, &fault, tt.name)
		assert.Contains(t, fault.Error(), "liar")
		assert.Contains(t, fault.Report, tt.want, tt.name)
		assert.Contains(t, fault.Report, "Walk (m.pz)")
	}
}

func TestAutoSaysWhy(t *testing.T) {
	a, err := puzzle(t, walk, Data{}).Solve(context.Background(), Options{})
	require.NoError(t, err)
	assert.Equal(t, "search", a.Backend)
	assert.Contains(t, a.Choice, "search, because")
	a, err = puzzle(t, pick, Data{}).Solve(context.Background(), Options{})
	require.NoError(t, err)
	assert.Equal(t, "constraint", a.Backend)
	assert.Contains(t, a.Choice, "constraint, because")
	assert.False(t, a.HasMoves)
	assert.True(t, a.HasFree)
}

// A plan that a backend found is checked and shown after the context has ended, within a number of steps. No clock is
// read, so that the answer is the same on a busy machine.
func TestPlansAreCheckedAfterTheContext(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errors.New("the cat wants out"))
	const text = "puzzle Flips\nparam n: 1..9000 = 9\nstate on: bool = false\nmove flip when (sum i in 1..30: if on " +
		"then i else 1) > 0 { on := not on }\ngoal on\n" +
		"view \"{sum i in 1..n, j in 1..n: if on then i else j}\"\n"
	for _, c := range []struct {
		n      string
		moves  int
		status backends.Status
	}{{"9", 999, backends.Solved}, {"9000", 150_001, backends.Unknown}} {
		z := puzzle(t, text, Data{Values: []Value{{Param: "n", Text: Text{Text: c.n}}}})
		plan := backends.Plan{Start: []int64{0}, Moves: make([]int, c.moves), Cost: int64(c.moves)}
		a, err := z.Answer(ctx, "search", &backends.Result{Status: backends.Solved, Plans: []backends.Plan{plan}}, Options{})
		require.NoError(t, err)
		require.Equal(t, c.status, a.Status, a.Reason)
		undo := z.Showing(ctx)
		boards := z.View([]int64{0})
		if c.status == backends.Solved {
			require.Len(t, a.Solutions, 1)
			require.NotEmpty(t, boards)
			require.False(t, z.CutShort())
		} else {
			require.Equal(t, "the cat wants out; a plan was found, and not checked to its end", a.Reason)
			require.True(t, a.Unchecked)
			require.Len(t, a.Solutions[0].Steps, c.moves)
			require.Equal(t, []int64{1}, a.Solutions[0].Final())
			require.Empty(t, boards)
			require.True(t, z.CutShort())
		}
		undo()
	}
}

func TestContextEnds(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errors.New("the cat wants out"))
	p, _ := Load(files(walk), "m.pz")
	z, diags := p.Instantiate(Data{})
	require.Empty(t, diags)
	assert.Empty(t, z.Ground(ctx))
	a, err := z.Solve(ctx, Options{})
	require.NoError(t, err)
	assert.Equal(t, backends.Unknown, a.Status)
	assert.Contains(t, a.Reason, "the cat wants out")

	a, err = puzzle(t, walk, Data{}).Solve(ctx, Options{Backend: "sat"})
	require.NoError(t, err)
	assert.Equal(t, "the cat wants out", a.Reason)

	ctx, stop := context.WithTimeout(context.Background(), time.Nanosecond)
	defer stop()
	a, err = puzzle(t, walk, Data{}).Solve(ctx, Options{Backend: "search"})
	require.NoError(t, err)
	if a.Status == backends.Unknown { // a puzzle this small may be solved before the context is looked at
		assert.Contains(t, a.Reason, "the time limit was reached")
	}
}

func TestAssignment(t *testing.T) {
	p, diags := Load(files(`
puzzle Kinds
enum Pose { standing, lying }
type Cell = grid(2, 2)
state n[i in 1..2]: 0..9 = i
state b: bool = true
state c: Cell = (1, 0)
state d: Dir = left
state p: Pose = lying
move turn when b { b := false }
goal not b
`), "m.pz")
	require.NoError(t, diags.Err())
	z, diags := p.Instantiate(Data{})
	require.Empty(t, diags)
	require.NoError(t, z.Ground(context.Background()).Err())
	a, err := z.Solve(context.Background(), Options{})
	require.NoError(t, err)
	assert.Equal(t, []Assigned{
		{"n", "n[1]", "1", int64(1), true},
		{"n", "n[2]", "2", int64(2), true},
		{"b", "b", "true", true, true},
		{"c", "c", "(1, 0)", [2]int64{1, 0}, true},
		{"d", "d", "left", "left", true},
		{"p", "p", "lying", "lying", true},
	}, z.Assignment(a.Solutions[0].Start))
}

func TestLibrary(t *testing.T) {
	for _, m := range LibraryModels() {
		found, ok := Library(m.Name)
		require.True(t, ok, m.Name)
		assert.Equal(t, m, found)
		p, diags, err := LoadFile(m.File)
		require.NoError(t, err)
		assert.Empty(t, diags, m.Name)
		assert.NotEmpty(t, p.Name())
		assert.Regexp(t, `^.{5,300}$`, m.About())
		// A copy elsewhere means the same.
		text, err := m.Own("Copy")
		require.NoError(t, err)
		q, diags := LoadText(Folder("."), "copy.pz", text)
		assert.Empty(t, diags, m.Name)
		assert.Equal(t, p.Instances(), q.Instances())
		if strings.Contains(text, "\npuzzle ") {
			assert.Equal(t, "Copy", q.Name())
		}
	}
	_, ok := Library("no such puzzle")
	assert.False(t, ok)
}

func TestLibraryIsOneEverywhere(t *testing.T) {
	for text, want := range map[string]string{
		`use "std:sudoku.pz" instance two { }`: "",
		`use "std:moves/bloxorz_levels.pz"`:    "",
		`use "std:bloxorz"`: "cannot read std:kits/bloxorz.pz: the library has no such file; did you mean " +
			"`std:moves/bloxorz.pz`?",
		`use "std:loops/sudoku.pz"`: "the library has no such file; did you mean `std:latin/sudoku.pz`?",
		`use "std:akari"`:           "did you mean `std:objects/light_up.pz`?",
		`use "std:sudku"`:           "did you mean `std:latin/sudoku.pz`?",
		`use "std:../secret.pz"`:    "the library has no such file",
		`use "std:"`:                "the library has no such file",
	} {
		_, diags := LoadText(Folder("folder"), "folder/levels.pz", text)
		if want == "" {
			assert.Empty(t, diags, text)
		} else if assert.NotEmpty(t, diags, text) {
			assert.Contains(t, diags[0].Msg, want)
		}
	}
}

func TestFilesAreBounded(t *testing.T) {
	dir := t.TempDir()
	big := filepath.Join(dir, "big.pz")
	require.NoError(t, os.WriteFile(big, make([]byte, maxFile+1), 0o600))
	_, _, err := LoadFile(big)
	require.ErrorContains(t, err, "more than 16 MB")
	_, _, err = LoadFile(dir)
	require.ErrorContains(t, err, "directory")
	_, _, err = LoadFile(filepath.Join(dir, "none.pz"))
	require.ErrorContains(t, err, "no such file")
}

// A model from somebody else reads only the models beside it and below.
func TestUsedFilesLieInTheModelsFolder(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	write("outside.pz", walk)
	write("m/below/inner.pz", walk)
	write("m/secret.txt", walk)
	require.NoError(t, os.Symlink(filepath.Join(dir, "outside.pz"), filepath.Join(dir, "m", "link.pz")))
	require.NoError(t, os.Symlink(dir, filepath.Join(dir, "m", "up")))
	require.NoError(t, os.Symlink("below/inner.pz", filepath.Join(dir, "m", "inner_link.pz")))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "m", "folder.pz"), 0o700))
	for _, c := range []struct{ use, wrong string }{
		{"below/inner.pz", ""},
		{"./below/../below/inner.pz", ""},
		{"inner_link.pz", ""},
		{"../outside.pz", "lies outside the model's folder"},
		{"below/../../outside.pz", "lies outside the model's folder"},
		{filepath.Join(dir, "outside.pz"), "lies outside the model's folder"},
		{"link.pz", "a link leads out"},
		{"up/outside.pz", "a link leads out"},
		{"secret.txt", "end in .pz"},
		{"folder.pz", "no ordinary file"},
		{"none.pz", "no such file"},
	} {
		main := filepath.Join(dir, "m", "main.pz")
		require.NoError(t, os.WriteFile(main, fmt.Appendf(nil, "use %q\ninstance again {}", c.use), 0o600))
		_, diags, err := LoadFile(main)
		require.NoError(t, err)
		if c.wrong == "" {
			assert.NoError(t, diags.Err(), c.use)
		} else {
			assert.ErrorContains(t, diags.Err(), c.wrong, c.use)
		}
	}
}

func TestExpectations(t *testing.T) {
	p, diags := Load(files(walk+" expect cost 10 expect solutions 1 expect unsolvable expect cost 9"), "m.pz")
	require.Empty(t, diags)
	z, diags := p.Instantiate(Data{Instance: "far"})
	require.Empty(t, diags)
	require.Empty(t, z.Ground(context.Background()))
	var got []Verdict
	var found []string
	for _, x := range p.Expectations("far") {
		o, err := z.Expect(context.Background(), x, Options{})
		require.NoError(t, err)
		got, found = append(got, o.Verdict), append(found, o.Found)
	}
	assert.Equal(t, []Verdict{Met, Met, Missed, Missed}, got)
	assert.Equal(t, []string{"cost 10", "solutions 1", "solvable", "cost 10"}, found)
}

// TestSetsTooLargeAreNotJudged asks the semantics itself about a condition whose set cannot be listed: it must not say
// that the condition fails.
func TestSetsTooLargeAreNotJudged(t *testing.T) {
	text := `puzzle P
state x: 0..9 = 0
move m when forall k in 0..20000000: k != x + 2000 { x := x + 1 }
invariant exists k in 0..20000000: k == x
goal x == 1
`
	ungrounded := func(text string) *Puzzle {
		p, diags := Load(files(text), "m.pz")
		require.Empty(t, diags)
		z, diags := p.Instantiate(Data{})
		require.Empty(t, diags)
		return z
	}
	check, diags := ungrounded(text).Validate(t.Context(), Text{"plan", "m\n"}, ValidateOptions{})
	assert.Nil(t, check)
	require.Len(t, diags, 1)
	assert.Contains(t, diags[0].Error(), "the range 0..20000000 has too many values")
	verified := ungrounded(text).Verify(t.Context(), 100, 0)
	require.Len(t, verified.Promises, 1)
	assert.Equal(t, Open, verified.Promises[0].Kept)
	assert.Contains(t, verified.Promises[0].Reason, "too many values")
	_, err := ungrounded(strings.Replace(text, "m when", "m(j: 0..20000000) when", 1)).Play(t.Context())
	assert.ErrorContains(t, err, "too many values")
}

// solveFile reads, checks, compiles and solves a model. An error is a diag.List, an *OptionsError or a *Fault.
func solveFile(ctx context.Context, fsys fs.FS, name string, data Data, o Options) (*Answer, error) {
	program, diags := Load(fsys, name)
	if diags.HasErrors() {
		return nil, diags
	}
	if diags = program.AddHeuristic("the heuristic", o.Heuristic); diags.HasErrors() {
		return nil, diags
	}
	puzzle, diags := program.InstantiateContext(ctx, data)
	switch {
	case ctx.Err() != nil:
		return program.undecided(context.Cause(ctx), data.Instance), nil
	case diags.HasErrors():
		return nil, diags
	}
	if diags = puzzle.Ground(ctx); diags.HasErrors() {
		return nil, diags
	}
	return puzzle.Solve(ctx, o)
}

// Solutions are assignments, or plans of least cost without repeated states.
func TestCounts(t *testing.T) {
	for _, tt := range []struct {
		name, src string
		want      int64
	}{
		{"assignments", "state a[0..2]: 0..2 distinct = any goal a[0] < a[2]", 3},
		{"two shortest ways", "state r: 0..1 = 0 state c: 0..1 = 0 goal r == 1 and c == 1 move down { r := r + 1 } move " +
			"right { c := c + 1 }", 2},
		{"two moves for one step", "state c: 0..2 = 0 goal c == 2 move one { c := c + 1 } move uno { c := c + 1 }", 4},
		{"by cost", "state c: 0..2 = 0 goal c == 2 move one { c := c + 1 } move two cost 2 { c := c + 2 }", 2},
		{"already there", "state c: 0..2 = 2 goal c == 2 move one { c := c - 1 }", 1},
		{"unsolvable", "state c: 0..2 = 0 goal c == 1 move two { c := c + 2 }", 0},
		{"no initial state", "state c: 0..2 = 0 always c > 0 goal c == 1 move one { c := c + 1 }", 0},
		{
			"free moves repeat no state",
			"state c: 0..2 = 0 goal c == 2 move up cost 0 { c := c + 1 } move down cost 0 { c := c - 1 } move stay cost 0 { }",
			1,
		},
		{
			"free moves between goals",
			"state c: 0..1 = 0 state d: bool = false goal c == 1 move up { c := 1 } move flip cost 0 { d := not d }", 4,
		},
		{"choice of start", "state c: 0..3 = any init c < 2 goal c == 3 move up { c := c + 1 } move leap cost 2 { c := c + " +
			"2 }", 2},
	} {
		for _, backend := range []string{Auto, "search", "sat"} {
			o := Options{Backend: backend, Options: backends.Options{All: true, Count: true}}
			a, err := solveFile(t.Context(), files("puzzle P "+tt.src), "m.pz", Data{}, o)
			require.NoError(t, err)
			assert.Equal(t, tt.want, a.Count.Int64(), "%s by %s", tt.name, backend)
		}
	}
}

// What needs the cost of a simpler puzzle stays open where nothing can be compiled; the rest is verified.
func TestVerifyWhatCannotBeCompiled(t *testing.T) {
	p, diags := Load(files(`puzzle P
state a[i in 0..2]: 0..2 distinct = 2 - i
move swap(i: 0..1) { a[i], a[i + 1] := a[i + 1], a[i] }
goal forall i in 0..2: a[i] == i
heuristic few admissible = pattern(a, {0})
heuristic twice admissible = additive(pattern(a, {0, 1}), pattern(a, {1, 2}))
heuristic one admissible = if a[0] == 2 then 1 else 0
`), "m.pz")
	require.Empty(t, diags)
	z, diags := p.Instantiate(Data{})
	require.Empty(t, diags)
	kept := map[string]Kept{}
	for _, x := range z.Verify(t.Context(), 100, 0).Promises {
		if kept[x.Name] = x.Kept; x.Kept == Open {
			assert.Equal(t, errNotCompiled.Error(), x.Reason)
		}
	}
	assert.Equal(t, map[string]Kept{"admissible few": Open, "admissible twice": Open, "admissible one": Holds}, kept)
}
