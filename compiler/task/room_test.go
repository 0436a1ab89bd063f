package task

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// The pool asks whether there is room before it makes an operator with very many arguments.
func TestRoom(t *testing.T) {
	p := NewPool(func(int) []int64 { return []int64{0, 1, 2} })
	var asked int64
	answer := true
	p.Room = func(bytes int64) bool { asked = bytes; return answer }
	vars := make([]Expr, manyArgs)
	for i := range vars {
		vars[i] = p.Eq(p.Var(i), p.Const(1))
	}
	p.Add(vars[:manyArgs-1]...)
	assert.Zero(t, asked)
	sum := p.Add(vars...)
	assert.Positive(t, asked)
	assert.Len(t, p.Node(sum).Args, manyArgs)
	assert.False(t, p.Full())
	answer = false
	before := p.Len()
	p.And(vars...)
	p.Distinct(vars...)
	assert.True(t, p.Full())
	assert.Less(t, p.Len()-before, 10, "nothing large is made any more")
	assert.Nil(t, p.Clone().Room)
}

// A pool and its copy do not see what is added to the other.
func TestCloneOfLargePool(t *testing.T) {
	p := NewPool(func(int) []int64 { return []int64{0, 1, 2} })
	for v := range 3*pieceSize + 7 {
		p.Var(v)
	}
	q := p.Clone()
	n := p.Len()
	mine, its := p.Const(1_000_000), q.Const(2_000_000)
	assert.Equal(t, mine, its)
	assert.EqualValues(t, n, mine)
	for e, want := range map[Expr][2]int64{mine: {1_000_000, 2_000_000}} {
		x, _ := p.Value(e)
		y, _ := q.Value(e)
		assert.Equal(t, want, [2]int64{x, y})
	}
}
