package difftest

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/compiler/task/describe"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// TestNamesAgree compares random models whose enum is a parameter, with other names, with the models as they are.
func TestNamesAgree(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := anyModel(rt, writeModel, 2000)
		if load(rt, text) == nil {
			return
		}
		plain := newPuzzle(rt, text)
		if plain == nil {
			return
		}
		const declared = "enum E { p, q, r }"
		require.Contains(rt, text, declared)
		words, _, _ := strings.Cut(text[strings.Index(text, "param word"):], "\nparam size") // that name values of E
		value := ""
		if strings.Contains(words, "of E") {
			_, value, _ = strings.Cut(words, "=")
			value = "  word =" + strings.NewReplacer("p", "P", "q", "Q", "r", "R").Replace(value)
			text = strings.Replace(text, words, regexp.MustCompile(` [pqr]\b`).ReplaceAllString(words, " ."), 1)
		}
		given := strings.Replace(text, declared,
			"param enum E = { a1, a2 }\nparam p: E = a1\nparam q: E = a2\nparam r: E = a2", 1) +
			"\ninstance own { E = { P, Q, R }  p = P  q = Q" + value + " }\ninstance both of own { r = R }\n"
		program, diags := puzzle.LoadText(beside, "random.pz", given)
		require.False(rt, diags.HasErrors(), "%v\n%s", diags, given)
		z, diags := program.Instantiate(puzzle.Data{Instance: "both"})
		require.False(rt, diags.HasErrors(), "%v\n%s", diags, given)
		require.False(rt, z.Ground(context.Background()).HasErrors())
		found := regexp.MustCompile(`\b[PQR]\b`).ReplaceAllStringFunc(moves(z), strings.ToLower) // of the same length
		require.Equal(rt, moves(plain), strings.Replace(found, ", instance both", "", 1), given)
	})
}

// moves describes the task of a puzzle, without the heuristics, whose parts are ordered by their texts.
func moves(z *puzzle.Puzzle) string {
	var b strings.Builder
	describe.Moves(&b, z.Task())
	return regexp.MustCompile(`(?m)^heuristic .*$`).ReplaceAllString(b.String(), "")
}
