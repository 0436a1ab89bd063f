package levels

import (
	"strconv"
	"strings"
)

// readNon reads a nonogram in the format of Steven Simpson's solver: lines of a word and its value. Below `rows` and
// `columns` stands a line of numbers, divided by commas, for each row and column. 0 is an empty row.
func readNon(s *source, _ Options) []Level {
	var l Level
	sizes := map[string]int{}
	clues := map[string]list{}
	part := ""
	of := map[string]string{"rows": "height", "columns": "width"}
	for _, line := range s.lines { // the sizes may stand behind the clues
		if f := strings.Fields(line); len(f) == 2 && (f[0] == "height" || f[0] == "width") {
			sizes[f[0]], _ = strconv.Atoi(f[1])
		}
	}
	for i, line := range strings.Split(strings.TrimRight(s.text, " \t\r\n"), "\n") { // blank lines at the end are no clues
		key, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		value = plain(strings.Trim(strings.TrimSpace(value), `"`))
		switch key {
		case "width", "height":
			n, err := strconv.Atoi(value)
			if err != nil || n < 1 || n > 60 {
				s.errorf(i+1, 1, len(line), "a nonogram has 1 to 60 rows and columns, not %q", value)
			}
			part = ""
		case "title":
			l.Title, part = value, ""
		case "by":
			l.Author, part = value, ""
		case "rows", "columns":
			part = key
		default:
			full := len(clues[part]) == sizes[of[part]]
			switch {
			case part == "", full && strings.Trim(line, " \t\r,0123456789") != "": // other words
				part = ""
			case full && strings.TrimSpace(line) == "": // behind the last clue
			case full:
				s.errorf(i+1, 1, len(line), "%s says %d, and this is one more of the %s", of[part], sizes[of[part]], part)
			default:
				clues[part] = append(clues[part], s.clue(i+1))
			}
		}
	}
	if len(clues["rows"]) == 0 || len(clues["rows"]) != sizes["height"] || len(clues["columns"]) != sizes["width"] {
		s.errorf(1, 1, 0, "there are clues for %d of %d rows and %d of %d columns", len(clues["rows"]), sizes["height"],
			len(clues["columns"]), sizes["width"])
		return nil
	}
	l.Params = []Param{
		{"height", number(sizes["height"])},
		{"width", number(sizes["width"])},
		{"row_clues", clues["rows"]},
		{"col_clues", clues["columns"]},
	}
	return numbered([]Level{l})
}

// clue reads the lengths of the runs of a line.
func (s *source) clue(line int) list {
	out := list{}
	for _, w := range s.words(line) {
		n, err := strconv.Atoi(w.text)
		if err != nil || n < 0 {
			s.errorf(w.line, w.column, len([]rune(w.text)), "%q is no length of a run", w.text)
		}
		if n > 0 {
			out = append(out, number(n))
		}
	}
	return out
}
