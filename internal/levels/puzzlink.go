package levels

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lazy"
	"github.com/pzc-lang/pzc/internal/lists"
)

// readPuzzLink reads boards of puzz.link: addresses, one in a line, and boards in the text format pzprv3, each in one
// line or in many until a blank line. Both forms are described by the engine's source, robx/pzprjs: src/puzzle and
// src/variety-common. All boards of a file are of one genre, because a data file has one model.
func readPuzzLink(s *source, _ Options) []Level {
	var levels []Level
	for i := 0; i < len(s.lines); i++ {
		text := strings.TrimSpace(s.lines[i])
		if text == "" || text[0] == '#' {
			continue
		}
		b := &linkBoard{source: s, line: i + 1}
		if at := strings.Index(text, "pzprv3"); at >= 0 {
			lines := strings.Split(text[at:], "/")
			for i+1 < len(s.lines) && isRow(s.lines[i+1]) {
				i++
				lines = append(lines, strings.Split(s.lines[i], "/")...)
			}
			b.readFile(lines)
		} else {
			b.readAddress(text)
		}
		if b.failed {
			continue
		}
		if len(levels) > 0 && levels[0].Model != b.genre.model {
			b.fail("this is a board for %s, and the first one of the file is for %s; "+
				"write them to two files", b.genre.model, levels[0].Model)
			continue
		}
		if params := b.params(); !b.failed {
			levels = append(levels, Level{Model: b.genre.model, Params: params})
		}
	}
	return numbered(levels)
}

// isRow reports whether a line goes on with the board of the line before.
func isRow(line string) bool {
	line = strings.TrimSpace(line)
	return line != "" && !strings.Contains(line, "pzprv3") && !strings.Contains(line, "?")
}

// What a cell without a number holds.
const (
	blank    = -1
	question = -2 // a sign for a number that is not told
)

// linkBoard is a board of puzz.link while it is read.
type linkBoard struct {
	source     *source
	line       int // where it stands, from 1
	failed     bool
	name       string // of its genre
	genre      *genre
	rows, cols int
	flags      string // options of the genre, between its name and the size
	body       string // what is left of the address
	lines      []string

	at [layers][]int
}

// layer is what numbers belong to.
type layer int

const (
	cellLayer  layer = iota // each cell, row by row; in kakuro 0 for a black cell
	otherLayer              // the direction of each cell; not in addresses
	kindLayer               // the kind of each cell; not in addresses
	roomLayer               // the room of each cell
	edgeLayer               // above the columns, from left to right, then before the rows; several for each in nonograms
	clueLayer               // each room, in the order of their first cells
	dotLayer                // the middle of cells, of borders and of corners, row by row
	countLayer              // one number of the whole board
	layers
)

// part is a part of an address. It is left out if it is optional and all its numbers are blank.
type part struct {
	of       layer
	size     func(*linkBoard) int
	codec    codec
	optional bool
}

// form says how numbers of a board become parameters of the model, and parameters numbers.
type form struct {
	params  func(*linkBoard) []Param
	numbers func(*linkBoard, data)
}

// genre is a kind of puzzle of puzz.link for which the library has a model.
type genre struct {
	names string // the names in addresses and boards, with blanks between
	model string
	flags string           // the options of puzz.link that mean nothing for the model
	file  func(*linkBoard) // reads a board in pzprv3; nil: only addresses are read
	parts []part           // of an address, in this order
	forms []form
}

// letters are the signs of the numbers 0 to 35.
const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// Genres lists the kinds of puzzles of puzz.link that are read, by their first names.
func Genres() []string {
	return lists.Map(genres(), genre.first)
}

func (g genre) first() string { return strings.Fields(g.names)[0] }

func (b *linkBoard) fail(format string, args ...any) {
	if !b.failed {
		b.source.errorf(b.line, 1, utf8.RuneCountInString(b.source.lines[b.line-1]), format, args...)
	}
	b.failed = true
}

// refuse reports a number of the board that the model cannot say. Rows and columns count from 0.
func (b *linkBoard) refuse(row, col, n int) {
	what := "the number " + strconv.Itoa(n)
	switch n {
	case question:
		what = "a question mark"
	case blank:
		what = "a cell without a number"
	}
	b.fail("row %d, column %d: %s; the model %s does not know that", row+1, col+1, what, b.genre.model)
}

// params returns the parameters of the model for a board that was read.
func (b *linkBoard) params() (out []Param) {
	b.flags = strings.Trim(b.flags, b.genre.flags)
	for _, f := range b.genre.forms {
		if !b.failed {
			out = append(out, f.params(b)...)
		}
	}
	if b.flags != "" {
		b.fail("the board is of a variant of %s, %q, which the model %s does not know", b.name, b.flags, b.genre.model)
	}
	return out
}

// flagged reports whether the board has a flag, and takes it away.
func (b *linkBoard) flagged(flag string) bool {
	before := b.flags
	b.flags = strings.Replace(before, flag, "", 1)
	return b.flags != before
}

// address matches the part of an address behind the question mark: the genre, and what it says of the board.
var address = lazy.Compile(`^(?:[\w=]+&)*([a-z0-9-]+)(?:_edit|_play)?/(.*)$`)

// otherHosts are pages whose addresses people have, and why pzc does not read them.
var otherHosts = map[string]string{
	"penpa-edit":    "which say what is drawn and not by which rules",
	"sudokupad.app": "which have the rules as sentences",
	"f-puzzles.com": "which have the rules as sentences",
}

func (b *linkBoard) readAddress(text string) {
	for host, rules := range otherHosts {
		if strings.Contains(text, host) {
			b.fail("pzc does not read addresses of %s, %s; write the board as parameters of a model, which pzc models lists, "+
				"or draw it at puzz.link and give that address", host, rules)
		}
	}
	if at := strings.LastIndexByte(text, '?'); at >= 0 {
		text = text[at+1:]
	}
	found := address.Get().FindStringSubmatch(text)
	if found == nil {
		b.fail("this is no address of puzz.link; such an address ends in ?genre/columns/rows/board")
		return
	}
	parts := strings.Split(found[2], "/")
	if _, err := strconv.Atoi(parts[0]); err != nil {
		b.flags, parts = parts[0], parts[1:]
	}
	if len(parts) < 3 {
		b.fail("the address ends before the board; it has the genre, the number of columns, of rows, and the board")
		return
	}
	if b.sized(found[1], parts[1], parts[0]) {
		b.body = strings.Join(parts[2:], "/")
		b.readParts()
		if rest := strings.Trim(b.body, "/"); rest != "" {
			b.fail("the address goes on with %q behind the board", rest)
		}
	}
}

func (b *linkBoard) readParts() {
	for _, p := range b.genre.parts {
		n := p.size(b)
		if b.at[p.of] = empty(n); b.failed || p.optional && b.body == "" {
			continue
		}
		b.at[p.of] = p.codec.read(b, n)
	}
}

func (b *linkBoard) readFile(lines []string) {
	for i, line := range lines {
		lines[i] = strings.TrimSpace(line)
	}
	if len(lines) < 4 {
		b.fail("the board ends too early; pzprv3 has lines for the genre, the number of rows, of columns, and the rows")
		return
	}
	rows, cols := lines[2], lines[3]
	b.lines = lines[4:]
	if lines[1] == "sudoku" { // always square
		cols, b.lines = rows, lines[3:]
	}
	if b.sized(lines[1], rows, cols) {
		if len(b.lines) > 0 && len(b.lines[0]) == 1 && strings.Contains("ft", b.lines[0]) && b.cols > 1 {
			b.flags, b.lines = b.lines[0], b.lines[1:]
		}
		if b.genre.file == nil {
			b.fail("boards of %s are read as addresses, not in pzprv3", b.name)
			return
		}
		b.genre.file(b)
	}
}

// sized finds the genre, and reads the numbers of rows and columns. It refuses variants of the rules.
func (b *linkBoard) sized(name, rows, cols string) bool {
	all := genres()
	i := slices.IndexFunc(all, func(g genre) bool { return slices.Contains(strings.Fields(g.names), name) })
	if i < 0 {
		known := Genres()
		b.fail("pzc reads no boards of the genre %s; %s", name,
			diag.Meant(name, known, "it reads "+strings.Join(known, ", ")))
		return false
	}
	b.name, b.genre = name, &all[i]
	b.rows, _ = strconv.Atoi(rows)
	b.cols, _ = strconv.Atoi(cols)
	if min(b.rows, b.cols) < 1 || max(b.rows, b.cols) > 60 {
		b.fail("a board has 1 to 60 rows and columns, this one has %q and %q", rows, cols)
	}
	return !b.failed
}

// The parts of addresses.

// digits takes a number of the given base and number of digits from the address.
func (b *linkBoard) digits(base, count int) (number int) {
	for range count {
		if b.body == "" {
			b.fail("the address ends before the board is full")
			return 0
		}
		n, err := strconv.ParseInt(b.body[:1], base, 0)
		if err != nil {
			b.fail("%q in the address stands for nothing here", b.body[:1])
			return 0
		}
		b.body = b.body[1:]
		number = base*number + int(n)
	}
	return number
}

// skip reports whether the address goes on with a sign, and drops the sign.
func (b *linkBoard) skip(sign string) (is bool) {
	b.body, is = strings.CutPrefix(b.body, sign)
	return is
}

// next returns the next byte of the address, 0 at the end.
func (b *linkBoard) next() byte { return (b.body + "\x00")[0] }

// empty returns n blank numbers.
func empty(n int) []int { return slices.Repeat([]int{blank}, n) }

// The parts of boards in pzprv3.

// table reads lines of numbers or signs: a dot for nothing, a minus for a question mark, and the signs of an answer,
// which count as blanks.
func (b *linkBoard) table(rows, cols int) []int {
	var out []int
	for range rows {
		for _, w := range b.row(cols) {
			n, err := strconv.Atoi(strings.TrimPrefix(w, "c")) // c: the player has ticked it off
			switch {
			case err == nil:
				out = append(out, n)
			case w == "-":
				out = append(out, question)
			default:
				out = append(out, blank)
			}
		}
	}
	return out
}

// row takes a line of the given number of words.
func (b *linkBoard) row(words int) []string {
	if len(b.lines) == 0 || b.lines[0] == "" {
		b.fail("the board ends before its last row")
		return slices.Repeat([]string{"."}, words)
	}
	line := strings.Fields(b.lines[0])
	if len(line) != words {
		b.fail("%q is a row of %d; rows of this board have %d", b.lines[0], len(line), words)
		return slices.Repeat([]string{"."}, words)
	}
	b.lines = b.lines[1:]
	return line
}
