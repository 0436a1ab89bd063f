package diag

import (
	"strings"
	"unicode"

	"github.com/pzc-lang/pzc/internal/text"
)

// joiner is the character that joins two characters into one sign, for example two emoji.
const joiner = '\u200d'

// Hidden reports whether a character is not shown but changes how text is shown. These are control characters, which
// terminals obey; characters that change the direction of writing or break lines; and invisible characters, which make
// different texts look equal.
func Hidden(r rune) bool {
	if r < 0x7f {
		return r < ' '
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point)
}

// FirstHidden returns the byte offset of the first hidden character of a text of one or more lines, or -1. Line breaks,
// tabs and joiners between two signs do not count as hidden.
func FirstHidden(text string) int {
	last := ' '
	for i, r := range text {
		if r >= 0x7f || r < ' ' && r != '\n' && r != '\t' {
			joins := r == joiner && last > unicode.MaxLatin1 && !Hidden(last)
			if Hidden(r) && !joins {
				return i
			}
		}
		last = r
	}
	return -1
}

// HiddenName names the kind of a hidden character. The name begins a message.
func HiddenName(r rune) string {
	if unicode.IsControl(r) {
		return "a control character"
	}
	return "an invisible character"
}

// longest is the greatest number of characters of a text that a message quotes. The text may be a whole file.
const longest = 2000

// Clip cuts a text after the greatest number of characters that a message quotes.
func Clip(text string) string {
	if len(text) <= longest {
		return text
	}
	n := 0
	for i := range text {
		if n == longest {
			return text[:i] + "…"
		}
		n++
	}
	return text
}

// Shown returns a text in a form that can be printed within a line: cut if too long, with blanks for tabs and
// replacement characters for other hidden characters.
func Shown(text string) string { return shown([]rune(Clip(text))) }

// shown is Shown without the cut.
func shown(text []rune) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\t':
			b.WriteString(strings.Repeat(" ", tabWidth))
		case Hidden(r):
			b.WriteRune(unicode.ReplacementChar)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// OneLine returns a text of a model with each line break replaced by "↵", so that no part of the text looks like a line
// of pzc's own.
func OneLine(text string) string {
	return strings.ReplaceAll(text, "\n", "↵")
}

// Thousands returns a number with a comma between groups of three digits.
func Thousands(n int) string {
	return text.Grouped(int64(n))
}
