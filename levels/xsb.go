package levels

import "strings"

// readXSB reads Sokoban levels. The rows of a level begin with a wall and consist of the signs # $ @ . * + and blanks
// (- and _ count as blanks). All other lines are text. `; 12` and `'name'` before a level, and `Title: name` after it,
// are its title.
func readXSB(s *source, _ Options) []Level {
	var levels []Level
	var title string
	for i := 0; i < len(s.lines); {
		n := 0
		for i+n < len(s.lines) && strings.HasPrefix(strings.TrimLeft(s.lines[i+n], " -_\t"), "#") {
			n++
		}
		if n == 0 {
			if after, is := strings.CutPrefix(s.lines[i], "Title:"); is && len(levels) > 0 && title == "" {
				levels[len(levels)-1].Title = plain(strings.TrimSpace(after))
			} else if text := strings.Trim(s.lines[i], "; '\t"); text != "" {
				title = plain(text)
			}
			i++
			continue
		}
		levels = append(levels, Level{Title: title, Params: []Param{{"level", s.yard(i+1, s.lines[i:i+n])}}})
		title = ""
		i += n
	}
	return numbered(levels)
}

// yard checks the rows of a level. line is the line of the first row.
func (s *source) yard(line int, level []string) rows {
	var out rows
	men, crates, targets := 0, 0, 0
	for i, row := range level {
		column := 0
		for _, r := range row {
			column++
			switch r {
			case '@', '+':
				if men++; men == 2 {
					s.errorf(line+i, column, 1, "this is a second man; the level begins in line %d", line)
				}
			case '#', ' ', '-', '_', '$', '.', '*':
			case '\t':
				s.errorf(line+i, column, 1, "a tab; how wide is it? Write blanks")
			default:
				s.errorf(line+i, column, 1, "%q is no sign of Sokoban; there are # $ @ . * + and blanks", r)
			}
			if r == '$' || r == '*' {
				crates++
			}
			if r == '.' || r == '*' || r == '+' {
				targets++
			}
		}
		out = append(out, strings.TrimRight(strings.NewReplacer("-", " ", "_", " ").Replace(row), " "))
	}
	switch {
	case men == 0:
		s.errorf(line, 1, 0, "the level that begins here has no man, @ or +")
	case targets == 0:
		s.errorf(line, 1, 0, "the level that begins here has no target, . * or +")
	case crates < targets:
		s.errorf(line, 1, 0, "the level that begins here has %d targets and %d crates", targets, crates)
	}
	return out
}
