package check

import (
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/models"
)

// What semantics and grounding rely on holds in all parts of the checked models of the library. Each expression has a
// place, and a type without a wrong part. Slots lie inside their frames, and the sets of arrays need no frame.
func TestCheckedTreeIsSound(t *testing.T) {
	require.NoError(t, fs.WalkDir(models.FS(), ".", func(name string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(name, ".pz") {
			p, diags := Load(models.FS(), name)
			require.Empty(t, diags, name)
			sound(t, p)
		}
		return err
	}))
	sound(t, program(t, constructs))
}

func sound(t *testing.T, p *model.Program) {
	for _, a := range p.Arrays {
		framed(t, 0, a.Domain)
		framed(t, a.Slots, a.Value)
		for _, i := range a.Index {
			framed(t, 0, i.Set)
			assert.Less(t, i.Slot, max(a.Slots, 1))
		}
		assert.True(t, same(a.Type, elemOf(a.Domain)))
	}
	for i, d := range p.Types {
		assert.Equal(t, i, d.ID)
		framed(t, d.Slots, d.Set)
	}
	for i, g := range p.Grids {
		assert.Equal(t, i, g.ID)
		framed(t, g.Slots, g.Sizes()...)
	}
	for _, d := range p.Defs {
		framed(t, d.Slots, d.Body, d.Result)
		for i, v := range d.Params {
			assert.Equal(t, i, v.Slot)
			assert.Less(t, i, d.Slots)
			framed(t, d.Slots, v.Set)
		}
	}
	for _, f := range slices.Concat(p.Inits, p.Assumes, p.Always, p.Goals, p.Deads, p.Invariants) {
		framed(t, f.Slots, slices.Collect(f.Exprs())...)
	}
	for _, m := range slices.Concat(p.Moves, p.Symmetries) {
		framed(t, m.Slots, slices.Collect(m.Exprs())...)
		for i, v := range m.Params {
			assert.Equal(t, i, v.Slot)
			assert.Less(t, i, m.Slots)
		}
	}
	for _, h := range p.Heuristics {
		framed(t, h.Slots, h.Value)
	}
	for _, r := range p.Relaxations {
		require.NotNil(t, r.Other)
		for _, v := range slices.Concat(r.Params, r.States) {
			framed(t, v.Slots, v.Value)
			assert.Len(t, v.Index, len(v.Target.Index))
		}
	}
	for _, pr := range p.Prunes {
		framed(t, pr.Slots, pr.Where)
		for _, step := range pr.Steps {
			for _, a := range step.Args {
				framed(t, pr.Slots, a.Value)
				assert.Less(t, a.Slot, pr.Slots)
			}
		}
	}
	for _, v := range p.Views {
		framed(t, v.Slots, v.Exprs()...)
		assert.Less(t, v.Slot, max(v.Slots, 1))
	}
	for _, i := range p.Instances {
		for _, v := range i.Values {
			framed(t, v.Slots, v.Value)
		}
	}
}

func framed(t *testing.T, slots int, es ...model.Expr) {
	for _, e := range es {
		assert.LessOrEqual(t, model.SlotsFor(e), slots)
		for x := range model.All(e) {
			assert.False(t, isWrong(x) && !x.Type().Equal(model.SetOf(nil)), "%s has a wrong type", x.Span().Start)
			assert.True(t, x.Span().Start.IsValid())
		}
	}
}

// constructs uses what the library leaves out.
const constructs = `puzzle Constructs
param n: 1..9 = 4
param level: map of {'.', '1'} = """
  .1
  ..
  """
type Cell = grid(level)
type Square = grid(n, n)
enum Pose { standing, lying, resting }
param doors: set (Square, Square) = {((0, 0), (1, 1)), ((1, 1), (2, 2))}
param spots[{c for c in Square where c.row == c.col}]: Pose = standing
const codes[0..1, Cell]: char = [['a', 'b', 'c', 'd'], ['e', 'f', 'g', 'h']]
state at: Square = any
state other: Square = if n > 3 then any else (1, 1)
state pose[c in Square]: Pose = if c == (0, 0) then lying else standing
state facing: Dir = up
def lit(c: Cell) = level[c] != '.'
def value(c: Cell) = if lit(c) then digit(level[c]) else 0
def near(a: Square, b: Square): bool = adjacent(a, b) or chebyshev(a, b) == 1 and a - b in {up + right, (1, -1)}
def free(p: Pose, c: Square) = pose[c] == p
def name(p: Pose) = if p == standing then "stands" else "lies"
init at != other
assume n > 1 and size(doors) > 0 and Square.rows == n and level.cols == 2 else "a board of {n} rows"
assume exists (a, b) in doors: a == (0, 0) and b == a + (1, 1)
assume (the (a, b) in doors: a == (0, 0)) == ((0, 0), (1, 1))
assume spots[(0, 0)] == nth(Pose, 0) and index(lying) == 1 and codes[0, (0, 0)] == 'a' and find(codes, 'h') == (1, (1, 1))
move go(d: Dir, k: 1..2) where k in 1..n when defined(at + k*d) and at + d*k != other
  when steps(doors, (0, 0), (2, 2)) == 2 and steps(near, at, (0, 1)) < 9 and reaches(free(standing, _), at, at + k*d)
  cost max(1, manhattan(at, (0, 0))) order -k as "{d} {name(pose[at])} {level[(0, 1)]}" {
  let (r, c) = (at.row, at.col)
  at, facing := (r, c), -facing
  for (a, b) in doors where a == at { pose[b] := max(pose[a], lying) }
} then {
  require value((r, c)) >= 0 and at == (r, c) else "no value at {(r, c)}"
}
goal at == other + facing and distinct c in Square where c == at: c
`

func program(t *testing.T, text string) *model.Program {
	t.Helper()
	p, diags := (&Loader{FS: fstest.MapFS{}}).LoadText("test.pz", text)
	require.Empty(t, diags)
	return p
}

// bodyOf checks a goal in a small model and returns it.
func bodyOf(t *testing.T, goal string) model.Expr {
	t.Helper()
	return program(t, constructs+"goal "+goal+"\n").Goals[1].Expr
}

// Pairs become cells and directions offsets exactly where cells and offsets are wanted.
func TestConversions(t *testing.T) {
	for goal, want := range map[string]string{
		"at == (0, 1)":                             "ToCell",
		"(0, 1) == at":                             "ToCell",
		"at in {(0, 1), (1, 1)}":                   "ToCell, ToCell",
		"(0, 1) in Square":                         "ToCell",
		"(0, 1) in {at, (0, 0)}":                   "ToCell, ToCell",
		"pose[(0, 1)] == lying":                    "ToCell",
		"near((0, 0), at)":                         "ToCell",
		"at + up == other":                         "ToOffset, Shift",
		"at - up == other":                         "ToOffset, Shift",
		"at + 2*up == other":                       "ToOffset, Scale, Shift",
		"at + (up + right) == other":               "ToOffset, ToOffset, Shift",
		"at - other == up":                         "Between, ToOffset",
		"up == at - other":                         "ToOffset, Between",
		"-up == down":                              "Opposite",
		"-(up + up) == down + down":                "ToOffset, ToOffset, Neg, ToOffset, ToOffset",
		"(if n > 1 then (0, 0) else at) == at":     "ToCell",
		"((0, 0), (1, 1)) in doors":                "ToCell, ToCell",
		"(at, (0, 1)) == ((0, 1), at)":             "ToCell, ToCell",
		"adjacent((0, 0), at)":                     "ToCell",
		"min((0, 1), at) == at":                    "ToCell",
		"manhattan(at, (1, 1)) == 2":               "ToCell",
		"(abs(at.row), 2) in {(1, 2), (2, 1)}":     "",
		"exists c in {(0, 1), at}: c == (n, n)":    "", // a set that reads the state: see below
		"level[(0, 1)] == '.'":                     "ToCell",
		"exists d in {up, right}: at + d == (0,0)": "ToOffset, Shift, ToCell",
	} {
		if goal == "exists c in {(0, 1), at}: c == (n, n)" {
			_, diags := (&Loader{FS: fstest.MapFS{}}).LoadText("test.pz", constructs+"goal "+goal)
			require.Len(t, diags, 1)
			assert.Equal(t, codeNotStatic, diags[0].Code)
			continue
		}
		assert.Equal(t, want, conversions(bodyOf(t, goal)), "%s", goal)
	}
}

// conversions lists the conversions and steps in an expression, inner ones first, separated by commas.
func conversions(e model.Expr) string {
	out := ""
	add := func(word string) {
		if out != "" && word != "" {
			out += ", "
		}
		out += word
	}
	for part := range model.Parts(e) {
		add(conversions(part))
	}
	switch e.(type) {
	case *model.ToCell:
		add("ToCell")
	case *model.ToOffset:
		add("ToOffset")
	case *model.Shift:
		add("Shift")
	case *model.Scale:
		add("Scale")
	case *model.Between:
		add("Between")
	case *model.Opposite:
		add("Opposite")
	case *model.Neg:
		add("Neg")
	default:
	}
	return out
}

func TestGridsOfOneTextAreOne(t *testing.T) {
	p := program(t, `puzzle Grids
param n: 1..9 = 3
param m: 1..9 = 3
type A = grid(n, n)
type B = grid( n,n )
type C = grid(n, m)
state a: A = (0, 0)
state b: B = (0, 0)
state c: C = (0, 0)
move go { a, b, c := b, a, (0, 1) }
goal a == b and c.row == 1
`)
	require.Len(t, p.Grids, 2)
	assert.Equal(t, p.Arrays[2].Type.Grid, p.Arrays[3].Type.Grid)
	assert.NotEqual(t, p.Arrays[2].Type.Grid, p.Arrays[4].Type.Grid)
}

func TestReasonsSeeTheVariablesOfForalls(t *testing.T) {
	p := program(t, `puzzle Reasons
state a[0..3]: 0..3 = 0
always forall i in 0..3: forall j in 0..3: a[i] + a[j] < 9 else "{i} and {j}"
move go(k: 0..3) { a[k] := 1 }
goal a[0] == 1
`)
	reason := p.Always[0].Reason
	require.Len(t, reason.Parts, 3)
	assert.Equal(t, 0, reason.Parts[0].Expr.(*model.Local).Slot)
	assert.Equal(t, 1, reason.Parts[2].Expr.(*model.Local).Slot)
	assert.Equal(t, 2, p.Always[0].Slots)
}

func TestRelations(t *testing.T) {
	def := bodyOf(t, "steps(near, at, other) == 1").(*model.Binary).L.(*model.Steps)
	require.Len(t, def.Rel.Holes, 2)
	call := def.Rel.Body.(*model.Call)
	assert.Equal(t, def.Rel.Holes[0], call.Args[0].(*model.Local).Slot)
	assert.Equal(t, def.Rel.Holes[1], call.Args[1].(*model.Local).Slot)
	assert.IsType(t, &model.GridSet{}, def.Rel.Domain)

	pairs := bodyOf(t, "steps(doors, at, other) == 1").(*model.Binary).L.(*model.Steps)
	assert.NotNil(t, pairs.Rel.Pairs)
	assert.Nil(t, pairs.Rel.Body)

	open := bodyOf(t, "exists p in Pose: reaches(free(p, _), at, other)").(*model.Fold).Body.(*model.Reaches)
	assert.Len(t, open.Rel.Holes, 1)
	set := bodyOf(t, "reaches({c for c in Square where c.row > 0}, at, other)").(*model.Reaches)
	assert.IsType(t, &model.In{}, set.Rel.Body)
}

func TestExpectsBelongToTheirInstances(t *testing.T) {
	p := program(t, `puzzle Expects
state x: 0..3 = 0
move go { x := x + 1 }
goal x == 3
expect cost 3
expect solvable
instance a { } expect cost 3 expect solutions 1
instance b { }
expect unsolvable
`)
	assert.Len(t, p.Expects, 2)
	assert.Len(t, p.Instances[0].Expects, 2)
	assert.Equal(t, model.ExpectUnsolvable, p.Instances[1].Expects[0].Kind)
}

func TestUse(t *testing.T) {
	files := fstest.MapFS{
		"lib/moods.pz": {Data: []byte("enum Mood { calm, wild }\ndef unused_helper = 1\n")},
		"model.pz": {Data: []byte(`puzzle Moody use "lib/moods.pz"
param first: Mood = calm
state m: Mood = first
move go { m := wild }
goal m == wild
`)},
		"levels/data.pz": {Data: []byte(`use "../model.pz" use "../lib/moods.pz" instance angry { ` +
			`first = wild } expect cost 0`)},
	}
	l := Loader{FS: files}
	p, diags := l.Load("levels/data.pz")
	require.Empty(t, diags)
	assert.Equal(t, "Moody", p.Puzzle)
	assert.Equal(t, "levels/data.pz", p.Name)
	require.Len(t, p.Instances, 1)
	assert.Equal(t, "angry", p.Instances[0].Name)
	assert.Len(t, l.Sources, 3)

	p, diags = Load(files, "model.pz")
	require.Empty(t, diags)
	assert.Empty(t, p.Instances)
}

func TestCheckValue(t *testing.T) {
	p := program(t, constructs)
	param := func(name string) *model.Array {
		return p.Arrays[slices.IndexFunc(p.Arrays, func(a *model.Array) bool { return a.Name == name })]
	}
	for _, c := range []struct{ param, text, want string }{
		{"n", "5", ""},
		{"n", "2 + 3", ""},
		{"n", "up", "-D n:1:1: error: this is a direction, a number is wanted: a value of `n`"},
		{"n", "[1]", "-D n:1:1: error: `n` is one value, a list is the value of an array"},
		{"n", "at.row", "-D n:1:1: error: this reads the state (`at`); the value of a parameter cannot depend on it"},
		{"n", "nn", "-D n:1:1: error: unknown name `nn`"},
		{"doors", "{((0, 0), (0, 1))}", ""},
		{"doors", "{}", ""},
		{"spots", "[lying, standing, lying, lying]", ""},
		{"spots", "lying", ""},
		{"level", "\"\"\"\n.1\n\"\"\"", ""},
		{"level", "\"\"\"\n.2\n\"\"\"", "-D level:2:2: error: '2' is not a symbol of this map"},
	} {
		v, diags := new(Loader).Value(p, param(c.param), "-D "+c.param, c.text)
		if c.want != "" {
			require.Len(t, diags, 1, c.text)
			assert.Equal(t, c.want, diags[0].Error())
			continue
		}
		assert.Empty(t, diags, c.text)
		assert.Equal(t, param(c.param), v.Param)
		framed(t, v.Slots, v.Value)
	}
	_, diags := new(Loader).Value(p, param("n"), "-D n", "(")
	assert.True(t, diags.HasErrors())
}

func TestCheckHeuristic(t *testing.T) {
	p := program(t, constructs+"heuristic far admissible = manhattan(at, other)\nheuristic rough = 3\n")
	for _, c := range []struct {
		text       string
		admissible bool
	}{
		{"far", true},
		{"rough", false},
		{"max(far, project(at))", true},
		{"max(far, rough)", false},
		{"far + far", false},
		{"pattern(pose, {lying})", true},
		{"manhattan(at, (0, 0))", false},
		{"0", true},
	} {
		h, diags := new(Loader).Heuristic(p, "--heuristic", c.text)
		require.Empty(t, diags, c.text)
		assert.Equal(t, c.admissible, h.Admissible, c.text)
	}
	for text, want := range map[string]string{
		"fra":            "--heuristic:1:1: error: unknown name `fra`",
		"at":             "--heuristic:1:1: error: this is a cell of grid(n, n), a number is wanted",
		"pattern(doors)": "--heuristic:1:1: error: `pattern` has 2 or 3 arguments, 1 given",
		"any": "--heuristic:1:1: error: `any` can only be a whole initial value of the state, or a branch of " +
			"an `if` there",
		"exists x in n: ": "",
	} {
		h, diags := new(Loader).Heuristic(p, "--heuristic", text)
		assert.Nil(t, h)
		require.NotEmpty(t, diags)
		if want != "" {
			assert.Equal(t, want, diags[0].Error())
		}
	}
}

// Errors elsewhere are found beside syntax errors, but none that may come from what could not be read.
func TestSyntaxErrorsDoNotHideOthers(t *testing.T) {
	_, diags := (&Loader{FS: fstest.MapFS{}}).LoadText("test.pz", `puzzle Both
state x 0..3 = 0
state y: 0..3 = true
move go { x := 1 }
goal x == 1
`)
	require.Len(t, diags, 2)
	assert.Equal(t, 2, diags[0].Span.Start.Line)
	assert.Equal(t, codeKind, diags[1].Code)
}
