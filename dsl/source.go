package dsl

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/pzc-lang/pzc/diag"
	"github.com/pzc-lang/pzc/mention"
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
		return "", problem(diag.Span{Start: start, End: start}, codeTooLarge, help,
			"the file has %d bytes; a model may have %d", len(src), maxSource)
	}
	src = bytes.TrimPrefix(src, []byte("\ufeff"))
	text := strings.ReplaceAll(string(src), "\r\n", "\n")
	if bad := firstNonText(text); bad >= 0 {
		at := lexer.Position{Filename: name, Line: 1, Column: 1}
		at.Advance(text[:bad])
		what := "a byte that is not UTF-8"
		if text[bad] == 0 {
			what = "a NUL byte"
		}
		return "", problem(diag.Span{Start: diag.Pos(at), End: diag.Pos(at)}, CodeNotText, "save the file as UTF-8 text",
			"the file is not text: it has %s (0x%02x)", what, text[bad])
	}
	if bad := diag.FirstHidden(text); bad >= 0 {
		at := lexer.Position{Filename: name, Line: 1, Column: 1}
		at.Advance(text[:bad])
		r, _ := utf8.DecodeRuneInString(text[bad:])
		return "", problem(diag.Span{Start: diag.Pos(at), End: diag.Pos(at)}, CodeNotText, "remove it",
			"the file has %s (U+%04X), which a text that is printed must not hold", diag.HiddenName(r), r)
	}
	return text, nil
}

// firstNonText returns the offset of the first NUL, or of the first byte that is not UTF-8, or -1.
func firstNonText(text string) int {
	nul := strings.IndexByte(text, 0)
	if utf8.ValidString(text) {
		return nul
	}
	for i, r := range text {
		if i == nul {
			return i
		}
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(text[i:]); size == 1 {
				return i
			}
		}
	}
	return nul
}
