package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A stranger's file has as many slow instances as its author likes; the time that all take together is bounded.
func TestSandboxBoundsAFile(t *testing.T) {
	file := modelFile(t, slow+instances(30))
	e, stdout, _ := testEnv()
	require.Equal(t, exitUndecided, run([]string{"test", file, "--sandbox", "--timeout", "20ms"}, e))
	require.Contains(t, stdout.String(), "not tried: the time limit of 200ms for all of a file was reached")
	require.Contains(t, stdout.String(), "30 of 30 expectations not met")

	e, stdout, _ = testEnv()
	require.Equal(t, exitUndecided, run([]string{"test", file, "--timeout", "1ms"}, e))
	require.NotContains(t, stdout.String(), "for all of a file", "only strangers' models")
}

// instances are so many of a model that has no parameters to be given.
func instances(n int) string {
	var text strings.Builder
	for i := range n {
		text.WriteString("instance i" + strings.Repeat("i", i) + " {} expect solvable\n")
	}
	return text.String()
}
