// Package levels reads puzzles in the formats in which people exchange them. It writes them as data for models of the
// library: a data file with one instance for each level, or one level as a JSON object.
package levels

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lazy"
)

// code is the code of diagnostics about data.
const code = "data"

// Format is a file format.
type Format struct {
	Name  string
	About string
	Model string // the model of the library whose parameters the levels give; "": each level has its own
	ends  string // what names of its files end in, with blanks between
	mark  string // what no file of another format contains
	read  func(*source, Options) []Level
}

// Formats lists all formats.
func Formats() []Format {
	return []Format{
		{
			"xsb", "Sokoban levels, any number in a file, also run-length encoded or XML", "sokoban_pushes",
			".xsb .sok .slc", "<SokobanLevels", readXSB,
		},
		{"rush_hour", "6×6 letters, in a line or in six; A or X is the red car", "rush_hour", "", "", readRushHour},
		{"sudoku", "grids of 9×9 digits, in a line or in nine", "sudoku", ".sdk .sdm", "", readSudoku},
		{"tiles", "sliding tiles: numbers in a line, or in a line for each row", "taquin", "", "", readTiles},
		{"bloxorz", "a Bloxorz level as a JSON object, or boards of signs", "bloxorz", ".json", "", readBloxorz},
		{"non", "a nonogram: width, height, rows, columns", "nonogram", ".non", "\ncolumns", readNon},
		{"puzzlink", "addresses of puzz.link, and its boards in pzprv3", "", "", "/p?", readPuzzLink},
	}
}

// Guess returns the formats that a file may be of: the one to which its name or its text belongs, or those that read it
// without an error.
func Guess(name, text string) []Format {
	all := Formats()
	end := strings.ToLower(path.Ext(name))
	if i := slices.IndexFunc(all, func(f Format) bool {
		return end != "" && slices.Contains(strings.Fields(f.ends), end) || f.mark != "" && strings.Contains(text, f.mark)
	}); i >= 0 {
		return all[i : i+1]
	}
	return slices.DeleteFunc(all, func(f Format) bool {
		_, diags := Read(f, name, text, Options{})
		return diags.HasErrors()
	})
}

// Options hold facts that a file of levels does not contain.
type Options struct {
	HoleFirst bool // tiles: the goal is 0 1 2 …, not 1 2 … 0
}

// Level is one puzzle of a file.
type Level struct {
	Name   string // the name of the instance
	Model  string // the model of the library that it is for, if the format does not tell
	Title  string // the title in the file, on one line
	Author string // likewise
	Params []Param
}

// Param is a parameter of the model with its value.
type Param struct {
	Name  string
	Value value
}

// Read returns the levels of a file, and findings. If the list holds errors, there are no levels.
func Read(f Format, name, text string, o Options) ([]Level, diag.List) {
	text, wrong := diag.Decode(name, diag.Legible(text))
	if wrong != nil {
		return nil, diag.List{wrong}
	}
	s := &source{name: name, text: text, lines: strings.Split(text, "\n"), solvable: map[bool]int{}}
	levels := f.read(s, o)
	if len(levels) == 0 && !s.diags.HasErrors() {
		s.errorf(1, 1, 0, "there is nothing here of the format %s: %s", f.Name, f.About)
	}
	if s.diags.HasErrors() {
		return nil, s.diags
	}
	return levels, s.diags
}

// source is the file that is read. Lines and columns count from 1.
type source struct {
	name, text string
	lines      []string
	diags      diag.List
	solvable   map[bool]int // the boards of tiles that can be solved, by whether the hole is first in the goal

	alike struct{ end, words int } // the lines before end have as many words: see tileRows
}

// errorf reports an error about length characters at a position.
func (s *source) errorf(line, column, length int, format string, args ...any) {
	s.diags.Errorf(s.span(line, column, length), code, format, args...)
}

func (s *source) span(line, column, length int) diag.Span {
	return diag.Span{
		Start: diag.Pos{Filename: s.name, Line: line, Column: column},
		End:   diag.Pos{Filename: s.name, Line: line, Column: column + length},
	}
}

// field is a part of a line.
type field struct {
	text         string
	line, column int
}

// fields returns the parts of a line between bars, without the blanks around them. It returns nil if the line is empty,
// begins with #, or is behind the end.
func (s *source) fields(number int) (out []field) {
	if number > len(s.lines) {
		return nil
	}
	line := s.lines[number-1]
	if t := strings.TrimSpace(line); t == "" || t[0] == '#' {
		return nil
	}
	column := 1
	for _, part := range strings.Split(line, "|") {
		blanks := len(part) - len(strings.TrimLeft(part, " \t"))
		out = append(out, field{strings.TrimSpace(part), number, column + blanks})
		column += utf8.RuneCountInString(part) + 1
	}
	return out
}

// words returns the parts of a line between blanks, commas and bars.
func (s *source) words(number int) (out []field) {
	for _, f := range s.fields(number) {
		out = append(out, split(f)...)
	}
	return out
}

var word = lazy.Compile(`[^ \t,]+`)

// split cuts a field at blanks and commas.
func split(f field) (out []field) {
	for _, at := range word.Get().FindAllStringIndex(f.text, -1) {
		before := utf8.RuneCountInString(f.text[:at[0]])
		out = append(out, field{f.text[at[0]:at[1]], f.line, f.column + before})
	}
	return out
}

// title returns the text before a field on its line.
func (s *source) title(f field) string {
	before := []rune(s.lines[f.line-1])[:f.column-1]
	return plain(strings.Trim(string(before), " \t|"))
}

// plain replaces hidden characters of a text by blanks.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if diag.Hidden(r) || r == utf8.RuneError {
			return ' '
		}
		return r
	}, text)
}

// numbered names levels by their numbers in the file.
func numbered(levels []Level) []Level {
	for i := range levels {
		levels[i].Name = fmt.Sprintf("level_%d", i+1)
	}
	return levels
}
