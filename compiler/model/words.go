package model

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/text"
)

// Maps of words, for the maintainer.
//
// The rows of a map of words hold numbers or names, divided by blanks. If no row has a blank, each sign is a word, as
// in a map of characters. So models whose maps had digits can take numbers of several digits, and read their old maps.

// MissingWord stands in the text of a map for a word that is missing.
const MissingWord = "."

// BadWord says what is wrong in the text of a map of words, and where: in characters from the first row and column.
type BadWord struct {
	Row, Col, Len int
	Msg, Help     string
}

// Word is a word of a map, with the column of its first character.
type Word struct {
	Text string
	Col  int
}

// Words divides the rows of a map of words.
func Words(rows []string) [][]Word {
	signs := !hasBlank(rows)
	return lists.Map(rows, func(row string) (all []Word) {
		at := -1
		runes := []rune(row + " ")
		for i, r := range runes {
			switch {
			case r != ' ' && signs:
				all = append(all, Word{string(r), i})
			case r != ' ' && at < 0:
				at = i
			case r == ' ' && at >= 0:
				all, at = append(all, Word{string(runes[at:i]), at}), -1
			}
		}
		return all
	})
}

func hasBlank(rows []string) bool {
	return slices.ContainsFunc(rows, func(row string) bool { return strings.Contains(row, " ") })
}

// ReadWords reads the rows of a map of words of a type. names are the values of an enum; nil: the type is numbers.
// optional says whether words may be missing.
func ReadWords(rows []string, t *Type, names []string, optional bool) (*Map, *BadWord) {
	m := &Map{Rows: len(rows)}
	for r, words := range Words(rows) {
		if r == 0 {
			m.Cols = len(words)
		}
		if len(words) != m.Cols {
			return nil, &BadWord{
				r, 0, utf8.RuneCountInString(rows[r]),
				fmt.Sprintf("row %d of the map has %s, row 1 has %d", r+1, text.Count(len(words), "word"), m.Cols),
				"words are divided by blanks; `.` stands for a word that is missing",
			}
		}
		for _, w := range words {
			code, msg, help := t.readWord(w.Text, names, optional)
			if msg != "" {
				if help == "" && m.Cols > 1 && !hasBlank(rows) {
					help = "no row of the map has a blank, so that each sign is a word"
				}
				return nil, &BadWord{r, w.Col, utf8.RuneCountInString(w.Text), msg, help}
			}
			m.Cells = append(m.Cells, code)
		}
	}
	return m, nil
}

// readWord returns the code of a word, or what is wrong with it.
func (t *Type) readWord(word string, names []string, optional bool) (code rune, msg, help string) {
	if word == MissingWord {
		if optional {
			return NoWord, "", ""
		}
		return 0, "`.` stands for a word that is missing, and each cell of this map has one",
			"`or none` behind the type of the map says that words may be missing"
	}
	if t.Kind == Number {
		if n, err := strconv.ParseInt(word, 10, 32); err == nil && rune(n) != NoWord {
			return rune(n), "", ""
		}
		return 0, "`" + diag.Clip(word) + "` is no whole number, or too large for a map", ""
	}
	if i := slices.Index(names, word); i >= 0 {
		return rune(i), "", ""
	}
	return 0, fmt.Sprintf("`%s` is no value of %s", diag.Clip(word), t), diag.Meant(word, names, "")
}

// MapRows writes the rows of a map as the language does.
func (m *Model) MapRows(t *Type, p *Map) []string {
	cells := make([]string, len(p.Cells))
	for i, sign := range p.Cells {
		switch {
		case len(t.Elems) == 0:
			cells[i] = string(sign)
		case sign == NoWord:
			cells[i] = MissingWord
		default:
			cells[i] = m.Format(t.Sign(), Int(int64(sign)))
		}
	}
	if p.Cols == 0 {
		return make([]string, p.Rows)
	}
	return text.Columns(cells, p.Cols)
}
