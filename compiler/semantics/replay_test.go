package semantics_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/pzc-lang/pzc/compiler/compilertest"
	"github.com/pzc-lang/pzc/compiler/semantics"
)

const walker = `puzzle Walker
type Cell = grid(2, 3)
state at: Cell = (0, 0)
goal at == (1, 2)
move step(d: Dir) as "{d}" { at := at + d }
move rest cost 3 { }
`

func TestReplay(t *testing.T) {
	x, s := compilertest.Machine(t, walker)
	var plan []semantics.Move
	for _, move := range []string{"step(right)", "rest", "step(right)", "step(down)"} {
		plan = append(plan, compilertest.Move(t, x, move))
	}
	r := x.Replay(plan, s)
	assert.True(t, r.OK())
	assert.EqualValues(t, 6, r.Cost)
	assert.Equal(t, "right", r.Steps[0].Label)
	assert.Equal(t, "at=(0, 1)", show(x.Model(), r.Steps[1].State, 1))

	r = x.Replay(plan[:3], s)
	assert.False(t, r.OK())
	assert.Equal(t, -1, r.Failed)
	assert.Equal(t, "the goal is not reached: (0, 2) == (1, 2) is false, with at = (0, 2)",
		semantics.ExplainReplay(x, plan[:3], r)[0].Text)

	off := append(plan[:1:1], compilertest.Move(t, x, "step(up)"), plan[1])
	r = x.Replay(off, s)
	assert.False(t, r.OK())
	assert.Equal(t, 1, r.Failed)
	assert.Len(t, r.Steps, 1)
	assert.Equal(t, "`step(up)` cannot be made: the value for at is undefined", semantics.ExplainReplay(x, off, r)[0].Text)
	assert.Equal(t, r.Steps[0].State, r.Final())
	assert.Empty(t, x.Replay(nil, s).Steps)
}
