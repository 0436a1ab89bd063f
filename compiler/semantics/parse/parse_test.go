package parse_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/semantics/parse"
	"github.com/pzc-lang/pzc/compiler/semantics/semanticstest"
)

const walker = `puzzle Walker
enum Pose { standing, lying }
type Cell = grid(2, 3)
state at: Cell = (0, 0)
state pose: Pose = standing
goal at == (1, 2)
move step(d: Dir) when pose == standing else "lying" as "{d}" { at := at + d }
move jump(c: Cell, n: -1..2) where n != 0 { at := c }
move turn(p: Pose, sure: bool) { pose := p }
move mark(ch: {'#', 'x', '\''}) cost 3 { }
move pair(p: {(1, up), (-2, down)}) { }
move wait { }
`

func TestPlan(t *testing.T) {
	x, _ := semanticstest.Machine(t, walker)
	plan, diags := parse.NewReader(x).Plan("p.plan",
		"\nstep(down)\n\n  jump((1, 2), -1)   \nturn( lying,true )\nmark('#')\nmark('\\'')\n"+
			"pair((-2, down))\nwait")
	require.NoError(t, diags.Err())
	var names []string
	for _, mv := range plan {
		names = append(names, x.Format(mv))
	}
	assert.Equal(t, []string{
		"step(down)", "jump((1, 2), -1)", "turn(lying, true)", "mark('#')", `mark('\'')`, "pair((-2, down))", "wait",
	}, names)
}

func TestPlanErrors(t *testing.T) {
	x, _ := semanticstest.Machine(t, walker)
	for _, tt := range []struct{ line, want, help string }{
		{"stepp(down)", "p:2:1: error: Walker has no move `stepp`", "did you mean `step`?"},
		{"fly", "p:2:1: error: Walker has no move `fly`", "its moves are step, jump, turn, mark, pair, wait"},
		{"step(downn)", "p:2:6: error: `d` must be a direction: up, right, down, left; did you mean `down`?", ""},
		{"step", "p:2:1: error: `step` has 1 parameter, 0 given", "write `step(d)`"},
		{"wait(1)", "p:2:1: error: `wait` has no parameters, 1 given", "write `wait`"},
		{"step(1)", "p:2:6: error: `d` must be a direction: up, right, down, left", ""},
		{"jump((2, 0), 1)", "p:2:6: error: `c` is off the board, which has 2 rows and 3 columns", ""},
		{"jump(4, 1)", "p:2:6: error: `c` must be a cell, such as (0, 1)", ""},
		{"jump((0, 0), 5)", "p:2:14: error: `n` is 5, outside -1..2", ""},
		{"jump((0, 0), 0)", "p:2:1: error: `jump((0, 0), 0)` is excluded by the `where` of `jump`", ""},
		{"turn(sitting, true)", "p:2:6: error: `p` must be a value of Pose: standing, lying", ""},
		{"turn(lying, 1)", "p:2:13: error: `sure` must be true or false", ""},
		{"pair((3, up))", "p:2:6: error: `p` is (3, up), outside {(-2, down), (1, up)}", ""},
		{"pair(1)", "p:2:6: error: `p` must be (number, Dir)", ""},
		{"pair((1, up, 2))", "p:2:6: error: `p` must be (number, Dir)", ""},
		{"pair((1, lft))", "p:2:6: error: `p` must be a direction: up, right, down, left; did you mean `left`?", ""},
		{"step(-1)", "p:2:6: error: `d` must be a direction: up, right, down, left", ""},
		{"step(-up)", "p:2:6: error: `d` must be a direction: up, right, down, left", ""},
		{"jump((0, 0), -up)", "p:2:14: error: `n` must be a number", ""},
		{"jump((0, 0), (1, 2))", "p:2:14: error: `n` must be a number", ""},
		{"jump((0, 0), not 1)", "p:2:14: error: `n` must be a number", ""},
		{"mark('y')", `p:2:6: error: ` + "`ch` is 'y', outside " + `{'#', '\'', 'x'}`, ""},
	} {
		_, diags := parse.NewReader(x).Plan("p", "wait\n"+tt.line+"\nwait")
		if assert.Len(t, diags, 1, tt.line) {
			assert.Equal(t, tt.want, diags[0].Error())
			assert.Equal(t, tt.help, diags[0].Help, tt.line)
		}
	}
	for _, bad := range []string{
		"step(", "step)", "(", "step down", "step(down) wait", "\x00", "step(down", "jump((((((((", "'", "\"\"\"", "1",
		"\xff",
	} {
		_, diags := parse.NewReader(x).Plan("p", "wait\n"+bad)
		assert.True(t, diags.HasErrors(), "%q", bad)
	}
}

// A long plan with repeated moves is read quickly. A long plan with errors in all lines is not read to its end.
func TestLongPlans(t *testing.T) {
	x, _ := semanticstest.Machine(t, "puzzle P state x: 0..9 = 0 move m(a: 0..9) when x != a { x := a } goal x == 9")
	plan, diags := parse.NewReader(x).Plan("plan", strings.Repeat("m(1)\n  m(2)\n\n", 200_000))
	require.NoError(t, diags.Err())
	require.Len(t, plan, 400_000)
	_, diags = parse.NewReader(x).Plan("plan", "m(3)\n"+strings.Repeat("m(10)\n", 200_000))
	require.Less(t, len(diags), 200)
	require.Equal(t, 2, diags[0].Span.Start.Line)
}
