package lsp

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/compilertest"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/models"
)

// TestCompletionOffersEachName leaves out names and words of library models, one at a time, and asks what may stand
// there: what stood there is offered.
func TestCompletionOffersEachName(t *testing.T) {
	every := 23
	if testing.Short() {
		every = 53
	}
	offers(t, every, "jugs.pz", "moves/taquin.pz")
}

func TestLongCompletionOffersEachName(t *testing.T) { offers(t, 997, compilertest.LibraryFiles(t)...) }

func TestHoursCompletionOffersEachName(t *testing.T) { offers(t, 11, compilertest.LibraryFiles(t)...) }

// offers tries each n-th token.
func offers(t *testing.T, n int, files ...string) {
	c := start(t, `{}`, Options{})
	asked, missing := 0, 0
	for _, file := range files {
		text, err := fs.ReadFile(models.FS(), file)
		require.NoError(t, err)
		uri := "std:" + file
		c.open(uri, string(text))
		file, _ := dsl.Parse(file, text)
		for i, tok := range dsl.Tokens(file) {
			if i%n != 0 {
				continue
			}
			symbol, _ := c.symbol(uri, tok.Pos.Offset)
			if tok.Kind != dsl.TokenName && tok.Kind != dsl.TokenWord && tok.Kind != dsl.TokenKeyword ||
				symbol != nil && symbol.Span.Start.Offset == tok.Pos.Offset || tok.Text == "_" {
				continue
			}
			from, to := tok.Pos.Offset, tok.Pos.Offset+len(tok.Text)
			c.change(uri, string(text[:from])+string(text[to:]))
			var list completionList
			c.request("textDocument/completion", placeParams{documentID{uri}, newText(c.texts[uri], false).position(from)},
				&list)
			asked++
			offered := false
			for _, item := range list.Items {
				offered = offered || item.Label == tok.Text
			}
			if !offered {
				missing++
				assert.NotEmpty(t, notOffered(string(text), from, to), "%s: `%s` is not offered", tok.Pos, tok.Text)
			}
			c.change(uri, string(text))
		}
		c.notes = nil
	}
	t.Logf("%d of %d are offered", asked-missing, asked)
	assert.LessOrEqual(t, missing, asked/40)
}

// notOffered is the reason why a name is not offered where it was removed; "" without one.
func notOffered(text string, from, to int) string {
	line := text[strings.LastIndexByte(text[:from], '\n')+1 : from]
	rest, _, _ := strings.Cut(text[to:], "\n")
	bound := regexp.MustCompile(`\bfor\b.*\b` + text[from:to] + `\b.* in `)
	switch {
	case strings.Count(line, `"`)%2 == 1:
		return "an expression in a text, which cannot be parsed any more"
	case bound.MatchString(rest):
		return "a binder behind the name binds it"
	case strings.HasPrefix(rest, " in ") && text[from:to] == "not":
		return "`in` alone is an operator, too"
	default:
		return ""
	}
}
