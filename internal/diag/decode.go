package diag

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// NotText is the code of a finding about a file that is not UTF-8 text.
const NotText = "not-text"

// Decode returns the text of a file as everything reads it: Unmarked, and checked to be UTF-8 without NUL bytes. A
// finding says what else the file is. The text is usable only if there is no finding.
func Decode(name, file string) (string, *Diagnostic) {
	text := Unmarked(file)
	bad := notUTF8(text)
	if bad < 0 {
		return text, nil
	}
	what := fmt.Sprintf("a byte that is not UTF-8 (0x%02x)", text[bad])
	if strings.IndexByte(text, 0) >= 0 {
		what = "a NUL byte, as files in UTF-16 have"
	}
	at := At(name, text, bad)
	return "", &Diagnostic{
		Code: NotText, Span: Span{at, at}, Msg: "the file is not text: it has " + what, Help: "save the file as UTF-8 text",
	}
}

// Unmarked returns a text as positions count it: with LF for CRLF, and without the byte order mark, with which editors
// and shells of Windows begin a file.
func Unmarked(file string) string {
	return strings.ReplaceAll(strings.TrimPrefix(file, "\ufeff"), "\r\n", "\n")
}

// Legible replaces bytes that are not UTF-8, so that Decode accepts a text in which they stand only in titles and
// comments. It leaves UTF-16 as it is.
func Legible(file string) string {
	if strings.IndexByte(file, 0) >= 0 {
		return file
	}
	return strings.ToValidUTF8(file, string(utf8.RuneError))
}

// notUTF8 returns the offset of the first NUL, or of the first byte that is not UTF-8, or -1.
func notUTF8(text string) int {
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

// At returns the position of a byte in a text.
func At(name, text string, offset int) Pos {
	before := text[:max(0, min(offset, len(text)))]
	line := strings.LastIndexByte(before, '\n') + 1
	return Pos{
		Filename: name, Offset: len(before), Line: strings.Count(before, "\n") + 1,
		Column: utf8.RuneCountInString(before[line:]) + 1,
	}
}
