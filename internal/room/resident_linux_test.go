package room

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Allocated memory counts from the first write on.
func TestResident(t *testing.T) {
	before, ok := Resident()
	require.True(t, ok)
	require.Positive(t, before)
	block := make([]byte, 64<<20)
	for i := 0; i < len(block); i += 1 << 10 {
		block[i] = 1
	}
	after, _ := Resident()
	require.Greater(t, after-before, int64(32<<20))
	require.Equal(t, byte(1), block[len(block)/2])
}

// The machine has more memory than this process uses.
func TestMachine(t *testing.T) {
	all, ok := Machine()
	require.True(t, ok)
	used, _ := Resident()
	require.Greater(t, all, used)
}
