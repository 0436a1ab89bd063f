package parse_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/compilertest"
	"github.com/pzc-lang/pzc/compiler/semantics/parse"
	"github.com/pzc-lang/pzc/internal/filetest"
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
	x, _ := compilertest.Machine(t, walker)
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
	x, _ := compilertest.Machine(t, walker)
	for _, row := range filetest.Rows(t, "testdata/errors.txt", 3) {
		_, diags := parse.NewReader(x).Plan("p", "wait\n"+row[0]+"\nwait")
		if assert.Len(t, diags, 1, row[0]) {
			assert.Equal(t, row[1], diags[0].Error())
			assert.Equal(t, row[2], diags[0].Help, row[0])
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
	x, _ := compilertest.Machine(t, "puzzle P state x: 0..9 = 0 move m(a: 0..9) when x != a { x := a } goal x == 9")
	plan, diags := parse.NewReader(x).Plan("plan", strings.Repeat("m(1)\n  m(2)\n\n", 200_000))
	require.NoError(t, diags.Err())
	require.Len(t, plan, 400_000)
	_, diags = parse.NewReader(x).Plan("plan", "m(3)\n"+strings.Repeat("m(10)\n", 200_000))
	require.Less(t, len(diags), 200)
	require.Equal(t, 2, diags[0].Span.Start.Line)
}
