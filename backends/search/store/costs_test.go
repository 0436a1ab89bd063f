package store

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/task"
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
