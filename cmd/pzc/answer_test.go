package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// An answer is on standard output whole or not at all, whether it is short or long.
func TestAnswerIsWhole(t *testing.T) {
	for _, lines := range []int{0, 3, keptAnswer} {
		text := strings.Repeat("a line\n", lines)
		e, stdout, _ := testEnvCommand()
		writes := func(out io.Writer) error {
			_, err := io.Copy(out, bytes.NewReader([]byte(text)))
			return err
		}
		require.NoError(t, e.answer(writes))
		require.Equal(t, sha256.Sum256([]byte(text)), sha256.Sum256(stdout.Bytes()), "%d lines", lines)

		e, stdout, _ = testEnvCommand()
		torn := errors.New("torn")
		require.ErrorIs(t, e.answer(func(out io.Writer) error { return errors.Join(writes(out), torn) }), torn)
		require.Empty(t, stdout.String(), "%d lines", lines)
	}
}

// A limit ends the process before the answer is begun, and not while it is written.
func TestLimitsLeaveAnswersWhole(t *testing.T) {
	e, stdout, _ := testEnvCommand()
	ended := 0
	limit := func() { e.answering.breakOff(func() { ended++ }) }
	pass := 0
	require.NoError(t, e.answer(func(out io.Writer) error {
		pass++
		limit()
		_, err := out.Write(make([]byte, 2*keptAnswer))
		limit()
		return err
	}))
	require.Equal(t, 2, pass)
	require.Equal(t, 2, ended, "the first pass may be ended at both places, the second at none")
	require.Len(t, stdout.String(), 2*keptAnswer)
}
