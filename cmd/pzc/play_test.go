package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestPlayWrongly(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"play -", "reads the keyboard"},
		{"play taquin", "needs a terminal"},
		{"play", "missing: <file>"},
		{"play taquin --plan", "a value is missing"},
		{"play taquin --data -", "reads the keyboard"},
	} {
		complains(t, c.want, strings.Fields(c.args)...)
	}
	e, _, _ := testEnv()
	puzzle, err := (&dataFlags{}).compile(t.Context(), e, "queens")
	require.NoError(t, err)
	_, err = puzzle.Play(t.Context())
	assert.ErrorContains(t, err, "Queens has no moves to play with")
}
