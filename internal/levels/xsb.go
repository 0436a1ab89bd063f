package levels

import (
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pzc-lang/pzc/internal/lazy"
)

// readXSB reads Sokoban levels. The rows of a level begin with a wall and consist of the signs # $ @ . * + and blanks
// (- and _ count as blanks, X for walls as #). Rows may be run-length encoded: `5#|#@$.#|5#`. All other lines are text.
// `; 12` and `'name'` before a level, and `Title: name` after it, are its title, `Author: name` after it its author.
// Files of XML, as .slc, are read by readSLC.
func readXSB(s *source, _ Options) []Level {
	if strings.HasPrefix(strings.TrimSpace(s.text), "<") {
		return s.readSLC()
	}
	var levels []Level
	var title string
	for i, line := range s.lines {
		s.lines[i] = usual(line)
	}
	for i := 0; i < len(s.lines); {
		var boardLines []field
		packed := false // from the first line with a bar on
		for ; i < len(s.lines); i++ {
			line := s.lines[i]
			packed = isEncoded(line, packed)
			if !packed && !strings.HasPrefix(strings.TrimLeft(line, " -_\t"), "#") {
				break
			}
			rows := []string{line}
			if packed {
				rows = expanded(line)
			}
			if len(rows) > 2 && strings.ContainsAny(line, "@+") && slices.ContainsFunc(boardLines, field.hasMan) {
				break // a level on a line of its own
			}
			for _, row := range rows {
				boardLines = append(boardLines, field{row, i + 1, 1})
			}
		}
		if len(boardLines) > 0 {
			levels = append(levels, Level{Title: title, Params: []Param{{"level", s.boardLines(boardLines)}}})
			title = ""
			continue
		}
		s.notRow(i+1, strings.TrimSpace(s.lines[i]))
		key, value, says := strings.Cut(s.lines[i], ":")
		value = plain(strings.TrimSpace(value))
		switch text := strings.Trim(s.lines[i], "; '\t"); {
		case says && key == "Title" && len(levels) > 0 && title == "":
			levels[len(levels)-1].Title = value
		case says && key == "Author" && len(levels) > 0:
			levels[len(levels)-1].Author = value
		case text != "":
			title = plain(text)
		}
		i++
	}
	return numbered(levels)
}

func (f field) hasMan() bool { return strings.ContainsAny(f.text, "@+") }

// readSLC reads levels in XML: each element Level has an element L for each row, its title is its Id.
func (s *source) readSLC() (levels []Level) {
	d := xml.NewDecoder(strings.NewReader(s.text))
	d.CharsetReader = func(_ string, text io.Reader) (io.Reader, error) { return text, nil } // it was decoded before
	var level []field                                                                        // its rows
	title, begin, inRow := "", 0, false
	for {
		token, err := d.Token()
		line, _ := d.InputPos()
		switch t := token.(type) {
		case xml.StartElement:
			switch strings.ToLower(t.Name.Local) {
			case "level":
				level, title, begin = nil, "", line
				for _, a := range t.Attr {
					if strings.EqualFold(a.Name.Local, "id") {
						title = plain(strings.TrimSpace(a.Value))
					}
				}
			case "l":
				inRow = true
				level = append(level, field{"", line, 1})
			}
		case xml.CharData:
			if inRow {
				level[len(level)-1].text += string(t)
			}
		case xml.EndElement:
			switch strings.ToLower(t.Name.Local) {
			case "l":
				inRow = false
				level[len(level)-1].text = usual(level[len(level)-1].text)
			case "level":
				if len(level) == 0 {
					s.errorf(begin, 1, 0, "the level in lines %d to %d has no rows; each is an element <L>", begin, line)
					continue
				}
				levels = append(levels, Level{Title: title, Params: []Param{{"level", s.boardLines(level)}}})
			}
		}
		if errors.Is(err, io.EOF) {
			return numbered(levels)
		}
		if err != nil {
			s.errorf(line, 1, 0, "this is no XML: %v", err)
			return nil
		}
	}
}

// usual returns a line of a level as most files write it, with # for walls.
func usual(line string) string {
	if t := strings.ToUpper(strings.Trim(line, sokoban)); strings.Trim(t, "X"+sokoban) == "" && len(t) > 1 &&
		strings.HasPrefix(strings.ToUpper(strings.TrimLeft(line, " \t")), "X") {
		line = strings.NewReplacer("X", "#", "x", "#").Replace(line)
	}
	return line
}

// sokoban are the signs of a level.
const sokoban = "#@+$*. -_\t"

// encoded matches rows in which a number stands for as many of the sign behind it, and a bar ends a row.
var encoded = lazy.Compile(`^\s*(?:\d*[#@+$*. _-]|\|)+$`)

// isEncoded reports whether a line is run-length encoded. A number may be a slip, unless the line or the one before has
// a bar.
func isEncoded(line string, before bool) bool {
	return strings.Contains(line, "#") && (before || strings.Contains(line, "|")) && encoded.Get().MatchString(line)
}

// repeated matches a number and the sign that is repeated.
var repeated = lazy.Compile(`\d+[^\d|]`)

// expanded returns the rows of an encoded line.
func expanded(line string) []string {
	line = repeated.Get().ReplaceAllStringFunc(line, func(run string) string {
		n, _ := strconv.Atoi(run[:len(run)-1]) // a number that is too large is the largest one
		return strings.Repeat(run[len(run)-1:], min(n, 1000))
	})
	return strings.Split(strings.TrimSuffix(line, "|"), "|")
}

// notRow reports a line between levels that is a row which cannot be read.
func (s *source) notRow(line int, text string) {
	wall, size := utf8.DecodeRuneInString(text)
	length := utf8.RuneCountInString(text)
	switch {
	case strings.ContainsAny(text, "#@$") && strings.Trim(text, sokoban) == "":
		s.errorf(line, 1, length, "this looks like a row of a level, and does not begin with a wall, #")
	case strings.ContainsRune(text, '#') && encoded.Get().MatchString(text):
		s.errorf(line, 1, length, "this looks like a run-length encoded row; write a bar, |, behind each row")
	case length > 2 && strings.HasSuffix(text, text[:size]) && strings.ContainsAny(text, "@$*+") &&
		strings.Trim(text, text[:size]+sokoban) == "":
		s.errorf(line, 1, length, "this looks like a row of a level with %q for walls; write walls as #", wall)
	}
}

// boardLines checks the rows of a level.
func (s *source) boardLines(level []field) (out rows) {
	men := 0
	line := level[0].line
	for _, row := range level {
		column := 0
		for _, r := range row.text {
			column++
			switch r {
			case '@', '+':
				if men++; men == 2 {
					s.errorf(row.line, column, 1, "this is a second man; the level begins in line %d", line)
				}
			case '#', ' ', '-', '_', '$', '.', '*':
			case '\t':
				s.errorf(row.line, column, 1, "a tab; how wide is it? Write blanks")
			default:
				s.errorf(row.line, column, 1, "%q is no sign of Sokoban; there are # $ @ . * + and blanks", r)
			}
		}
		out = append(out, strings.TrimRight(strings.NewReplacer("-", " ", "_", " ").Replace(row.text), " "))
	}
	all := strings.Join(out, "")
	crates := strings.Count(all, "$") + strings.Count(all, "*")
	targets := strings.Count(all, ".") + strings.Count(all, "*") + strings.Count(all, "+")
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
