package check_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/compilertest"
	"github.com/pzc-lang/pzc/models"
)

// Mutated models never make the checker panic, and each complaint has a place.
func TestMutatedModels(t *testing.T) {
	sources := map[string][]string{}
	names := compilertest.LibraryFiles(t)
	for _, name := range names {
		sources[name] = compilertest.Words.FindAllString(compilertest.LibraryText(t, name), -1)
	}
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom(names).Draw(t, "model")
		tokens := append([]string(nil), sources[name]...)
		for range rapid.IntRange(1, 4).Draw(t, "edits") {
			tokens = mutate(t, tokens)
		}
		text := strings.Join(tokens, "")
		l := check.Loader{FS: models.FS()}
		p, diags := l.LoadText(name, text)
		for _, d := range diags {
			if d.Span.Start.Filename == name && !wholeSpan(text, d.Span) || d.Msg == "" || d.Code == "" {
				t.Fatalf("a diagnostic without place, message or code: %#v\n%s", d, text)
			}
		}
		if (p == nil) != diags.HasErrors() {
			t.Fatalf("a program is given exactly if there is no error:\n%s", text)
		}
	})
}

// mutate deletes, doubles, exchanges or replaces a token.
func mutate(t *rapid.T, tokens []string) []string {
	if len(tokens) == 0 {
		return tokens
	}
	place := rapid.IntRange(0, len(tokens)-1)
	i, j := place.Draw(t, "i"), place.Draw(t, "j")
	switch rapid.SampledFrom([]string{"delete", "double", "exchange", "replace"}).Draw(t, "edit") {
	case "delete":
		return append(tokens[:i:i], tokens[i+1:]...)
	case "double":
		return append(tokens[:i+1:i+1], tokens[i:]...)
	case "exchange":
		tokens[i], tokens[j] = tokens[j], tokens[i]
	default:
		tokens[i] = tokens[j]
	}
	return tokens
}

// Replacing one name by another keeps the text readable, so that it is the checker that has to cope.
func TestExchangedNames(t *testing.T) {
	for _, file := range []string{"hanoi.pz", "jugs.pz", "pancakes.pz"} {
		exchangeNames(t, file)
	}
}

// The same for each twentieth model of the library.
func TestLongExchangedNames(t *testing.T) {
	for i, file := range compilertest.LibraryFiles(t) {
		if i%20 == 0 {
			exchangeNames(t, file)
		}
	}
}

var name = regexp.MustCompile(`^[A-Za-z]\w*$`)

// exchangeNames replaces each name of a model in turn.
func exchangeNames(t *testing.T, file string) {
	t.Helper()
	tokens := compilertest.Words.FindAllString(compilertest.LibraryText(t, file), -1)
	var at []int
	for i, w := range tokens {
		if name.MatchString(w) {
			at = append(at, i)
		}
	}
	for k, i := range at {
		old := tokens[i]
		tokens[i] = tokens[at[(k*7+3)%len(at)]]
		l := check.Loader{FS: models.FS()}
		_, diags := l.LoadText(file, strings.Join(tokens, ""))
		for _, d := range diags {
			assert.True(t, d.Span.Start.IsValid(), "%s", d.Msg)
		}
		tokens[i] = old
	}
}
