package dsl

import (
	"unicode/utf8"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/mention"
)

// Limits on the input. They are far above any sensible model. They keep a wrong file from filling the memory.
const (
	maxSource  = 16 << 20 // bytes of a file
	maxTokens  = 1_000_000
	maxMapArea = 16 << 20 // characters of a map after its rows are filled to equal length
	maxErrors  = 100
	maxNesting = 200  // brackets, operators and binders inside one another
	maxChain   = 1000 // operators of one level in a row
	maxStrings = 8    // strings inside the interpolations of strings
)

// source checks that src is text. It returns the text with LF for CRLF and without a byte order mark.
func source(name string, src []byte) (string, *diag.Diagnostic) {
	start := diag.Pos{Filename: name, Line: 1, Column: 1}
	if len(src) > maxSource {
		help := "give large levels with " + mention.With(mention.Values, "name=@file") + " or " + mention.Data
		return "", problem(diag.Span{Start: start, End: start}, CodeTooLarge, help,
			"the file has %d bytes; a model may have %d", len(src), maxSource)
	}
	text, wrong := diag.Decode(name, string(src))
	if wrong != nil {
		return "", wrong
	}
	if bad := diag.FirstHidden(text); bad >= 0 {
		at := diag.At(name, text, bad)
		r, _ := utf8.DecodeRuneInString(text[bad:])
		return "", problem(diag.Span{Start: at, End: at}, CodeNotText, "remove it",
			"the file has %s (U+%04X), which a text that is printed must not hold", diag.HiddenName(r), r)
	}
	return text, nil
}
