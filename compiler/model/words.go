package model

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
)

// Maps of words, for the maintainer.
//
// The rows of a map of words hold words divided by blanks: numbers, truth values, directions or names. If no row has a
// blank, each sign is a word, as in a map of characters. So models whose maps had digits can take numbers of several
// digits, and read their old maps. A map of one column with words of several signs has a blank before its words.

// HasWords reports whether a map can have words that are values of the type.
func (t *Type) HasWords() bool {
	return slices.Contains([]Kind{Number, Boolean, Direction, Enumerated}, t.Kind)
}

// missingWord stands in the text of a map for a word that is missing.
const missingWord = "."

// BadWord says what is wrong in the text of a map of words, and where: in characters from the first row and column.
type BadWord struct {
	Row, Col, Len int
	Msg, Help     string
}

// word is a word of a row, with the column of its first character.
type word struct {
	text string
	col  int
}

// ReadWords reads the rows of a map of words of a type. optional says whether words may be missing.
func ReadWords(rows []string, t *Type, optional bool) (*Map, *BadWord) {
	signs := !slices.ContainsFunc(rows, func(row string) bool { return strings.Contains(row, " ") })
	m := &Map{Rows: len(rows)}
	for r, row := range rows {
		words := wordsIn(row, signs)
		if r == 0 {
			m.Cols = len(words)
		}
		if len(words) != m.Cols {
			return nil, &BadWord{r, 0, utf8.RuneCountInString(row), fmt.Sprintf("row %d of the map has %d words, row 1 has %d",
				r+1, len(words), m.Cols), "words are divided by blanks; `.` stands for a word that is missing"}
		}
		for _, w := range words {
			code, msg, help := t.readWord(w.text, optional)
			if msg != "" {
				if help == "" && signs && m.Cols > 1 {
					help = "no row of the map has a blank, so that each sign is a word"
				}
				return nil, &BadWord{r, w.col, utf8.RuneCountInString(w.text), msg, help}
			}
			m.Cells = append(m.Cells, code)
		}
	}
	return m, nil
}

// wordsIn divides a row into words: at blanks or, if signs, into characters.
func wordsIn(row string, signs bool) (all []word) {
	at := -1
	runes := []rune(row + " ")
	for i, r := range runes {
		switch {
		case r == ' ' && at >= 0:
			all, at = append(all, word{string(runes[at:i]), at}), -1
		case r != ' ' && signs:
			all = append(all, word{string(r), i})
		case r != ' ' && at < 0:
			at = i
		}
	}
	return all
}

// readWord returns the code of a word, or what is wrong with it.
func (t *Type) readWord(text string, optional bool) (code rune, msg, help string) {
	if text == missingWord {
		if optional {
			return NoWord, "", ""
		}
		return 0, "`.` stands for a word that is missing, and each cell of this map has one",
			"write `or none` behind the type of the map if words may be missing"
	}
	if t.Kind == Number {
		if n, err := strconv.ParseInt(text, 10, 32); err == nil && rune(n) != NoWord {
			return rune(n), "", ""
		}
		return 0, "`" + diag.Clip(text) + "` is no whole number, or too large for a map", ""
	}
	names := t.names()
	if i := slices.Index(names, text); i >= 0 {
		return rune(i), "", ""
	}
	return 0, fmt.Sprintf("`%s` is no value of %s", diag.Clip(text), t), diag.Meant(text, names, "")
}

// names lists the values of a type by their codes.
func (t *Type) names() []string {
	switch t.Kind {
	case Boolean:
		return []string{"false", "true"}
	case Direction:
		return DirNames[:]
	case Enumerated:
		return t.Enum.Values
	default:
		return nil
	}
}

// MapRows writes the rows of a map as the language does.
func (m *Model) MapRows(t *Type, p *Map) []string {
	cells := lists.Map(p.Cells, func(r rune) string { return string(r) })
	wide := 0
	if len(t.Elems) > 0 {
		for i := range cells {
			if cells[i] = missingWord; p.Cells[i] != NoWord {
				cells[i] = m.Format(t.Sign(), p.At(int64(i)))
			}
			wide = max(wide, utf8.RuneCountInString(cells[i]))
		}
		if p.Cols == 1 && wide > 1 {
			wide++
		}
	}
	rows := make([]string, p.Rows)
	for r := range rows {
		row := cells[r*p.Cols : (r+1)*p.Cols]
		if wide == 0 {
			rows[r] = strings.Join(row, "")
			continue
		}
		rows[r] = strings.Join(lists.Map(row, func(w string) string { return fmt.Sprintf("%*s", wide, w) }), " ")
	}
	return rows
}
