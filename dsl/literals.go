package dsl

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// number reads digits. The range 0..3 is three tokens. 1.5 is an error.
func (s *scanner) number(rest string) {
	n := 0
	for n < len(rest) && isDigit(rest[n]) {
		n++
	}
	m := n + nameLen(rest[n:])
	switch {
	case m > n:
		s.report(0, m, codeLexNumber, "",
			"`%s` is neither a number nor a name: a name cannot begin with a digit", clip(rest[:m]))
		s.emitAs(tokInt, "0", m)
	case n+1 < len(rest) && rest[n] == '.' && isDigit(rest[n+1]):
		for n++; n < len(rest) && isDigit(rest[n]); n++ {
		}
		s.report(0, n, codeLexNumber, "count in smaller units; a range is written with two points, `1..5`",
			"`%s` has a decimal point: all numbers are whole", clip(rest[:n]))
		s.emitAs(tokInt, "0", n)
	default:
		if _, err := strconv.ParseInt(rest[:n], 10, 64); err != nil {
			s.report(0, n, codeLexNumber, "", "the number %s is too large: it does not fit 64 bits", clip(rest[:n]))
			s.emitAs(tokInt, "0", n)
			return
		}
		s.emit(tokInt, n)
	}
}

// char reads a character between single quotes.
func (s *scanner) char(rest string) {
	line := rest[:lineLen(rest)]
	n, ok := charLen(line)
	switch {
	case ok:
		s.emit(tokChar, n)
		return
	case strings.HasPrefix(line, "'''"), strings.HasPrefix(line, `'\'`): // and no quote follows
		n = 3
		s.report(0, n, codeLexChar, "", "`%s` as a character needs a backslash", line[1:2]).
			Write(spanOf(s.pos, line[:n]), `'\`+line[1:2]+`'`, "")
	case strings.HasPrefix(line, "''"):
		n = 2
		s.report(0, n, codeLexChar, `write one character, such as ' ', or "" for an empty text`,
			"there is no character between the quotes")
	default:
		if n = closingQuote(line); n > 0 {
			s.report(0, n, codeLexChar,
				`write text between double quotes: "`+clip(line[1:n-1])+`"; a value of an enum has no quotes`,
				"%s has more than one character", clip(line[:n]))
			break
		}
		n = 1
		s.report(0, n, codeLexChar, "write 'x' for the character x",
			"the character is not closed: a single quote is missing")
		s.emitAs(tokChar, "' '", min(len(line), n+firstRune(line[1:])))
		return
	}
	s.emitAs(tokChar, "' '", n)
}

// charLen returns the length of the character literal with which line begins.
func charLen(line string) (int, bool) {
	n := 1
	switch {
	case strings.HasPrefix(line[1:], `\`):
		n += 1 + firstRune(line[2:])
	case strings.HasPrefix(line[1:], "'"):
		return 0, false
	default:
		n += firstRune(line[1:])
	}
	if n < len(line) && line[n] == '\'' {
		return n + 1, true
	}
	return 0, false
}

// closingQuote returns the offset after the next single quote of a line that begins with a single quote, or 0. It does
// not search beyond a double quote or a comment.
func closingQuote(line string) int {
	for i := 1; i < len(line) && line[i] != '"' && !strings.HasPrefix(line[i:], "//"); i++ {
		switch line[i] {
		case '\\':
			i++
		case '\'':
			return i + 1
		}
	}
	return 0
}

// firstRune returns the length in bytes of the first character of text.
func firstRune(text string) int {
	_, n := utf8.DecodeRuneInString(text)
	return n
}

// str reads a string with its interpolations as one token.
func (s *scanner) str(rest string) {
	line := rest[:lineLen(rest)]
	end, status := stringEnd(line, 0, 1)
	switch status {
	case closed:
		s.emit(tokString, end)
		return
	case tooNested:
		s.report(0, end, codeTooDeep, "give the inner text a name with `def`",
			"strings inside strings are nested more than %d deep", maxStrings)
	case openBrace:
		s.report(end, 1, codeLexString, "close the expression with `}`; for a brace itself write `\\{`",
			"this `{` is not closed before the end of the line")
	default:
		s.report(0, 1, codeLexString, "close it with `\"`; a line break in a text is written `\\n`",
			"the string is not closed on its line")
	}
	s.emitAs(tokString, `""`, len(line))
}

// stringStatus is the result of the search for the end of a string.
type stringStatus int

const (
	closed stringStatus = iota
	unclosed
	openBrace
	tooNested
)

// stringEnd returns the end of the string that begins at line[i], or the position of a brace that is not closed.
func stringEnd(line string, i, depth int) (int, stringStatus) {
	if depth > maxStrings {
		return i, tooNested
	}
	for i++; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '"':
			return i + 1, closed
		case '{':
			end, status := braceEnd(line, i, depth)
			if status != closed {
				return end, status
			}
			i = end - 1
		}
	}
	return len(line), unclosed
}

// braceEnd returns the end of the interpolation that begins at line[i].
func braceEnd(line string, i, depth int) (int, stringStatus) {
	brace, nested := i, 0
	for i++; i < len(line); i++ {
		switch line[i] {
		case '{':
			nested++
		case '}':
			if nested == 0 {
				return i + 1, closed
			}
			nested--
		case '\'':
			if n, ok := charLen(line[i:]); ok {
				i += n - 1
			}
		case '"':
			end, status := stringEnd(line, i, depth+1)
			if status == tooNested {
				return end, status
			}
			if status != closed {
				return brace, openBrace
			}
			i = end - 1
		}
	}
	return brace, openBrace
}

// mapLit reads a map from its opening to its closing quotes.
func (s *scanner) mapLit(rest string) {
	first := rest[3:lineLen(rest)]
	if strings.TrimSpace(first) != "" {
		s.mapOnOpeningLine(rest, first)
		return
	}
	quotes := strings.Index(rest[3:], `"""`) + 3
	if quotes < 3 {
		s.unclosedMap(unclosedMapEnd(rest))
		return
	}
	line := strings.LastIndexByte(rest[:quotes], '\n') + 1
	switch end := unclosedMapEnd(rest[:quotes]); {
	case strings.TrimLeft(rest[line:quotes], " \t") == "":
		s.mapRows(rest[:quotes+3])
	case end < quotes:
		s.unclosedMap(end) // the quotes belong to another map
	default:
		s.report(quotes, 3, codeLexMap, "break the line before `\"\"\"`",
			"the closing quotes of a map stand on a line of their own")
		s.emitAs(tokMap, emptyMap, quotes+3)
	}
}

// emptyMap replaces a map that could not be read. It has no rows, because a row has a place in the text.
const emptyMap = "\"\"\"\n\"\"\""

// mapOnOpeningLine reports a map with text on the line of its opening quotes.
func (s *scanner) mapOnOpeningLine(rest, first string) {
	s.report(3, len(first), codeLexMap, "break the line after `\"\"\"`",
		"the rows of a map begin on the line after its opening quotes")
	n := 3 + len(first)
	if i := strings.Index(first, `"""`); i >= 0 {
		n = 3 + i + 3
	} else if i := strings.Index(rest[n:], `"""`); i >= 0 {
		n += i + 3
	}
	s.emitAs(tokMap, emptyMap, n)
}

// unclosedMap reports a map without closing quotes. Its token ends after n bytes.
func (s *scanner) unclosedMap(n int) {
	s.report(0, 3, codeLexMap, "close it with `\"\"\"` on a line of its own", "the map is not closed")
	s.emitAs(tokMap, emptyMap, n)
}

// mapRows checks the rows of a complete map and emits it.
func (s *scanner) mapRows(text string) {
	if area := mapArea(text); area > maxMapArea {
		s.report(0, 3, CodeTooLarge, "", "the map has %d places; a map may have %d", area, maxMapArea)
		s.emitAs(tokMap, emptyMap, len(text))
		return
	}
	if tab := tabInRows(text); tab >= 0 {
		s.report(tab, 1, codeLexMap, "write blanks instead", "there is a tab in the map: its width is not known")
	} else if strings.Count(text, "\n") < 2 {
		s.report(0, len(text), codeLexMap, "", "the map has no rows")
	}
	s.emit(tokMap, len(text))
}

// tabInRows returns the offset of the first tab after the line of the opening quotes, or -1.
func tabInRows(text string) int {
	first := lineLen(text)
	if tab := strings.IndexByte(text[first:], '\t'); tab >= 0 {
		return first + tab
	}
	return -1
}

// mapArea returns an upper bound of the number of characters of a map after its rows are filled to equal length.
func mapArea(text string) int {
	rows, widest := 0, 0
	for line := range strings.Lines(text) {
		rows++
		widest = max(widest, len(line))
	}
	return rows * widest
}

// startsDeclaration reports whether a line within quotes seems to be the next declaration, so that the closing quotes
// are missing.
func startsDeclaration(line string) bool {
	n := nameLen(line)
	return n > 0 && n < len(line) && line[n] == ' ' && isDeclWord(line[:n])
}

// unclosedMapEnd returns the probable end of an unclosed map: before the next declaration, or the end of rest.
func unclosedMapEnd(rest string) int {
	for n := lineLen(rest) + 1; n < len(rest); n += lineLen(rest[n:]) + 1 {
		if startsDeclaration(rest[n : n+lineLen(rest[n:])]) {
			return n
		}
	}
	return len(rest)
}

// clip shortens a part of the user's text for a message.
func clip(text string) string {
	const most = 40
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most-1]) + "…"
}
