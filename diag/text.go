package diag

import (
	"strconv"
	"strings"
	"unicode"
)

// joiner makes one sign of two, such as of two emoji.
const joiner = '\u200d'

// Hidden tells whether a character steers how text is shown instead of being shown: control characters, of which terminals make
// commands; those that turn the direction of writing or break lines, by which a line looks like another one; and those that nobody
// sees, by which two texts that differ look the same.
func Hidden(r rune) bool {
	if r < 0x7f {
		return r < ' '
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point)
}

// FirstHidden is the offset of the first hidden character of a text that may have several lines, or -1. Line breaks and tabs are none, nor is
// what joins two signs.
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

// HiddenName names a hidden character by its kind, as the beginning of a message.
func HiddenName(r rune) string {
	if unicode.IsControl(r) {
		return "a control character"
	}
	return "an invisible character"
}

// longest bounds how much of a text a message shows, in characters: what it quotes may be a whole file.
const longest = 2000

// Clip cuts a text that is too long for a message.
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

// Shown is a text as it can be printed within a line: cut if it is too long, tabs as blanks, other hidden characters as a sign that stands for them.
func Shown(text string) string { return shown([]rune(Clip(text))) }

// shown is Shown for characters that are few.
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

// OneLine is a text of a model, in which line breaks are as good as any other sign, as a part of a line that is printed: a
// sign stands for each break, so that nothing looks like a line of pzc's own.
func OneLine(text string) string {
	if !strings.ContainsRune(text, '\n') {
		return text
	}
	return strings.ReplaceAll(text, "\n", "↵")
}

// Thousands writes a number with commas.
func Thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
