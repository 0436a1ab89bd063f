package grading_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/apps/coursework/exercise"
	"github.com/pzc-lang/pzc/apps/coursework/grading"
)

// TestEncodings: a byte order mark and CRLF change no verdict, and a file that is not text is told how to be saved.
func TestEncodings(t *testing.T) {
	kinds := map[string]bool{}
	for _, x := range []*exercise.Exercise{open(t, unpack(t, steps, fixed...)), open(t, unpack(t, walk))} {
		encodings(t, x, kinds)
	}
	for _, kind := range []string{"model", "plan", "heuristic", "tests", "promise", "formula"} {
		assert.True(t, kinds[kind], "a part of the kind %s", kind)
	}
}

// encodings compares the verdicts on the right files of an exercise, one of each kind, as they are saved.
func encodings(t *testing.T, x *exercise.Exercise, kinds map[string]bool) {
	j := grading.New(x, grading.Options{})
	for i := range x.Parts {
		part := &x.Parts[i]
		text, err := x.Read(part.Right)
		if err != nil || kinds[string(part.Kind)] || part.Kind == exercise.Program {
			continue
		}
		kinds[string(part.Kind)] = true
		want := j.Part(t.Context(), part, map[string]string{part.File: text})
		marked := "\ufeff" + strings.ReplaceAll(text, "\n", "\r\n")
		assert.Equal(t, want, j.Part(t.Context(), part, map[string]string{part.File: marked}), part.Title)
		wide := "\ufffd\ufffd" + strings.ReplaceAll(text, "", "\x00")
		p := j.Part(t.Context(), part, map[string]string{part.File: wide})
		require.Equal(t, grading.Wrong, p.Status, part.Title)
		assert.Contains(t, p.Said[0], "save the file as UTF-8 text", part.Title)
	}
}
