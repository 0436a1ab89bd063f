package arch

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// private is turns that make readers stumble, and names that only this project had. The field's words stand instead:
// at most n, fix, the costliest, the successors of a layer, a builder of tables, a term; successor list, IDA*,
// backtracking, batch, Sokoban-like, retrograde analysis, cycle.
var private = regexp.MustCompile(`(?i)\b(so many|of which that|mend|mends|mended|hastens?|dearest|broods?|workshops?|` +
	`roams?|weighing|forks?|dives?|climbs|swept|sweeper|yardOf|wayOf|tellApart|hastened)\b`)

// rules are the files that list the words.
var rules = regexp.MustCompile(`(words|sentences)_test\.go$`)

// TestWords: code, comments and documents use the field's words.
func TestWords(t *testing.T) {
	eachText(t, func(name string, text []byte) {
		if rules.MatchString(name) {
			return
		}
		for i, line := range strings.Split(string(text), "\n") {
			if word := private.FindString(line); word != "" {
				assert.Fail(t, "a word of this project alone", "%s:%d: %q", name, i+1, word)
			}
		}
	})
}
