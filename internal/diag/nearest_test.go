package diag_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/pzc-lang/pzc/internal/diag"
)

func TestNearest(t *testing.T) {
	words := []string{"state", "goal", "move", "instance", "n", "m"}
	for _, tt := range []struct{ name, want string }{
		{"stat", "state"},
		{"satte", "state"},
		{"Goal", "goal"},
		{"instace", "instance"},
		{"instnaces", "instance"},
		{"mvoe", "move"},
		{"colour", ""},
		{"k", ""},
		{"", ""},
		{"N", "n"},
		{"state", ""},
		{strings.Repeat("x", 1000), ""},
	} {
		assert.Equal(t, tt.want, diag.Nearest(tt.name, words), "nearest to %q", tt.name)
	}
}
