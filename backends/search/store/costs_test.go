package store

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/task"
)

// TestEntries stores costs of all widths.
func TestEntries(t *testing.T) {
	for _, most := range []int64{0, 1, 253, 254, 255, 256, 65533, 65534, 65535, 1 << 31} {
		e := NewEntries(3, most)
		e.Set(0, most)
		e.Set(1, 0)
		e.Set(2, task.Unreachable)
		require.Equal(t, []int64{most, 0, task.Unreachable}, []int64{e.At(0), e.At(1), e.At(2)})
	}
}

// TestHashed looks states up in both forms of a table: states of the table, state 0, and others.
func TestHashed(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const n, width = 3000, 1 << 13
	c := &Costs{States: NewClosed(1), Entries: NewEntries(n, 250)}
	for range n {
		if id, isNew := c.States.Put([]uint64{rng.Uint64N(width)}); isNew {
			cost := task.Unreachable
			if rng.IntN(4) > 0 {
				cost = rng.Int64N(250)
			}
			c.Entries.Set(uint64(id), cost)
		}
	}
	c.States.Put([]uint64{0})
	c.Entries.One = c.Entries.One[:c.States.Len()]
	h := c.Hashed()
	require.NotNil(t, h)
	for st := range uint64(2 * width) {
		cost := task.Unreachable
		if e := h.Entry(st); e > 0 {
			cost = int64(e) - 1
		}
		assert.Equal(t, c.Numbered([]uint64{st}), cost)
	}

	c.States.Put([]uint64{1 << 56})
	c.Entries = NewEntries(c.States.Len(), 250)
	assert.Nil(t, c.Hashed(), "the state and the entry do not fit into a slot")
	c.Entries = NewEntries(c.States.Len(), 1000)
	assert.Nil(t, c.Hashed(), "costs of two bytes")
	assert.Nil(t, (&Costs{States: NewClosed(2), Entries: NewEntries(0, 0)}).Hashed(), "states of two words")
	assert.Nil(t, (&Costs{Entries: NewEntries(1, 0)}).Hashed(), "no numbered states")
}
