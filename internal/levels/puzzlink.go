package levels

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lazy"
	"github.com/pzc-lang/pzc/internal/text"
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
		if params := b.genre.params(b); !b.failed {
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

	cells []int  // the number in each cell, row by row; in kakuro 0 for a black cell
	other []int  // kakuro: the sum of the run below a black cell
	top   []int  // numbers above the columns, from left to right; several for each column in nonograms
	left  []int  // numbers before the rows
	stars int    // in each row, column and region of a star battle
	dots  []bool // in the middle of cells, of borders and of corners, row by row
}

// genre is a kind of puzzle of puzz.link for which the library has a model.
type genre struct {
	names   string // the names in addresses and boards, with blanks between
	model   string
	address func(*linkBoard)
	file    func(*linkBoard)
	params  func(*linkBoard) []Param
}

func genres() []genre {
	number16 := func(b *linkBoard) { b.cells = b.numbers(b.rows * b.cols) }
	digits4 := func(b *linkBoard) { b.cells = b.small(b.rows * b.cols) }
	numbers := func(b *linkBoard) { b.cells = b.table(b.rows, b.cols) }
	return []genre{
		{"fillomino", "fillomino", (*linkBoard).fillominoAddress, numbers, (*linkBoard).fillomino},
		{
			"gokigen", "slant", func(b *linkBoard) { b.cells = b.small((b.rows + 1) * (b.cols + 1)) },
			func(b *linkBoard) { b.cells = b.table(b.rows+1, b.cols+1) }, wider(1, levelMap("clue", "01234", 0)),
		},
		{"hashikake hashi bridges", "bridges", number16, numbers, (*linkBoard).bridges},
		{"hitori", "hitori", (*linkBoard).base36, numbers, (*linkBoard).hitori},
		{"kakuro", "kakuro", (*linkBoard).kakuroAddress, (*linkBoard).kakuroFile, (*linkBoard).kakuro},
		{"kurodoko", "kurodoko", number16, numbers, (*linkBoard).kurodoko},
		{"lightup akari", "light_up", digits4, numbers, (*linkBoard).lightUp},
		{"mashu masyu pearl", "masyu", (*linkBoard).circles, numbers, flagged("f", "full", levelMap("level", "O#", 1))},
		{"nonogram", "nonogram", (*linkBoard).nonogramAddress, (*linkBoard).nonogramFile, (*linkBoard).nonogram},
		{"numlin numberlink", "numberlink", number16, numbers, (*linkBoard).numberlink},
		{"arukone", "numberlink", number16, (*linkBoard).arukoneFile, (*linkBoard).numberlink},
		{"nurikabe", "nurikabe", number16, numbers, (*linkBoard).nurikabe},
		{"shikaku", "shikaku", number16, numbers, (*linkBoard).shikaku},
		{
			"skyscrapers building", "skyscrapers", (*linkBoard).skyscrapersAddress, (*linkBoard).skyscrapersFile,
			(*linkBoard).skyscrapers,
		},
		{"slither slitherlink", "slitherlink", digits4, numbers, flagged("f", "full", levelMap("level", "0123", 0))},
		{"starbattle", "star_battle", (*linkBoard).starsAddress, (*linkBoard).starsFile, (*linkBoard).starBattle},
		{"sudoku", "sudoku", number16, numbers, (*linkBoard).sudoku},
		{"tentaisho", "galaxies", (*linkBoard).dotsAddress, (*linkBoard).dotsFile, (*linkBoard).galaxies},
		{"tents", "tents", (*linkBoard).tentsAddress, (*linkBoard).tentsFile, (*linkBoard).tents},
	}
}

// letters are the signs of the numbers 0 to 35.
const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// Genres lists the kinds of puzzles of puzz.link that are read, by their first names.
func Genres() []string {
	var names []string
	for _, g := range genres() {
		first, _, _ := strings.Cut(g.names, " ")
		names = append(names, first)
	}
	return names
}

func (b *linkBoard) fail(format string, args ...any) {
	if !b.failed {
		b.source.errorf(b.line, 1, utf8.RuneCountInString(b.source.lines[b.line-1]), format, args...)
	}
	b.failed = true
}

// refuse reports what a place of the board holds and the model cannot say. Rows and columns count from 0.
func (b *linkBoard) refuse(row, col int, what string) {
	b.fail("row %d, column %d: %s; the model %s does not know that", row+1, col+1, what, b.genre.model)
}

// address matches the part of an address behind the question mark: the genre, and what it says of the board.
var address = lazy.Compile(`^(?:[\w=]+&)*([a-z0-9]+)(?:_edit|_play)?/(.*)$`)

func (b *linkBoard) readAddress(text string) {
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
		b.genre.address(b)
		if rest := strings.Trim(b.body, "/"); rest != "" {
			b.fail("the address goes on with %q behind the board", rest)
		}
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
		b.genre.file(b)
	}
}

// sized finds the genre, and reads the numbers of rows and columns. It refuses variants of the rules.
func (b *linkBoard) sized(name, rows, cols string) bool {
	all := genres()
	i := slices.IndexFunc(all, func(g genre) bool { return slices.Contains(strings.Fields(g.names), name) })
	if i < 0 {
		known := Genres()
		b.fail("there is no model of the genre %s; %s", name,
			diag.Meant(name, known, "there are "+strings.Join(known, ", ")))
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

// onlyFlags reports other options of the genre than those given.
func (b *linkBoard) onlyFlags(known string) {
	if strings.Trim(b.flags, known) != "" {
		b.fail("the board is of a variant of %s, %q, which the model %s does not know", b.name, b.flags, b.genre.model)
	}
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

// numberSigns are the signs before numbers of several hexadecimal digits, with how many there are and what to add.
var numberSigns = map[byte]struct{ digits, add int }{
	'-': {2, 0}, '+': {3, 0}, '=': {3, 4096}, '%': {3, 8192}, '@': {3, 8192}, '*': {4, 12240}, '$': {5, 77776},
}

// numbers reads n numbers: hexadecimal digits, longer numbers behind a sign, a dot for a question mark, and g to z for
// 1 to 20 blanks.
func (b *linkBoard) numbers(n int) []int {
	out := empty(n)
	for i := 0; i < n && !b.failed; i++ {
		if b.skip(".") {
			out[i] = question
		} else if long, is := numberSigns[b.next()]; is {
			b.body = b.body[1:]
			out[i] = b.digits(16, long.digits) + long.add
		} else if d := b.digits(36, 1); d < 16 {
			out[i] = d
		} else {
			i += d - 16
		}
	}
	return out
}

// small reads n numbers from 0 to 4: a digit, the digit plus 5 before one blank, plus 10 before two. A dot is a
// question mark, g to z are 1 to 20 blanks.
func (b *linkBoard) small(n int) []int {
	out := empty(n)
	for i := 0; i < n && !b.failed; i++ {
		if b.skip(".") {
			out[i] = question
			continue
		}
		switch d := b.digits(36, 1); {
		case d >= 16:
			i += d - 16
		case d == 15:
			b.fail("%q in the address stands for nothing here", "f")
		default:
			out[i] = d % 5
			i += d / 5
		}
	}
	return out
}

// marks reads where marks stand among n cells: 0 to h is a mark before 0 to 17 blanks, i to z are 1 to 18 blanks.
func (b *linkBoard) marks(n int) []int {
	out := empty(n)
	for i := 0; i < n && !b.failed; i++ {
		if d := b.digits(36, 1); d < 18 {
			out[i] = 1
			i += d
		} else {
			i += d - 18
		}
	}
	return out
}

// bits reads n bits, five in a digit.
func (b *linkBoard) bits(n int) []bool {
	var out []bool
	for len(out) < n && !b.failed {
		d := b.digits(32, 1)
		for bit := 16; bit > 0; bit /= 2 {
			out = append(out, d&bit != 0)
		}
	}
	return out[:min(n, len(out))]
}

// circles reads 0, 1 or 2 for each cell, three in a digit.
func (b *linkBoard) circles() {
	for len(b.cells) < b.rows*b.cols && !b.failed {
		d := b.digits(27, 1)
		for _, v := range []int{d / 9, d / 3 % 3, d % 3} {
			b.cells = append(b.cells, v-btoi(v == 0))
		}
	}
	if !b.failed {
		b.cells = b.cells[:b.rows*b.cols]
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// base36 reads a number for each cell: a digit of base 36, two behind a minus, a dot for none.
func (b *linkBoard) base36() {
	b.cells = empty(b.rows * b.cols)
	for i := range b.cells {
		switch {
		case b.failed:
			return
		case b.skip("."):
		case b.skip("%"), b.skip("@"):
			b.cells[i] = question
		case b.skip("-"):
			b.cells[i] = b.digits(36, 2)
		default:
			b.cells[i] = b.digits(36, 1)
		}
	}
}

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

// The parameters of the models.

// levelMap returns how to write a board as a map: a dot for a blank, signs for the numbers from first on.
func levelMap(param, signs string, first int) func(*linkBoard) []Param {
	return func(b *linkBoard) []Param {
		b.onlyFlags("")
		var out rows
		for row := range slices.Chunk(b.cells, b.cols) {
			var line strings.Builder
			for col, n := range row {
				line.WriteByte(b.sign(len(out), col, n, signs, first))
			}
			out = append(out, line.String())
		}
		return []Param{{param, out}}
	}
}

// wordMap returns how to write a board as a map of words: a dot for a blank, and numbers up to most.
func wordMap(param string, most int) func(*linkBoard) []Param {
	return func(b *linkBoard) []Param {
		b.onlyFlags("")
		words := make([]string, len(b.cells))
		for i, n := range b.cells {
			if words[i] = "."; b.known(i) {
				words[i] = strconv.Itoa(n)
			}
			if n == 0 || n > most {
				b.refuse(i/b.cols, i%b.cols, "the number "+strconv.Itoa(n))
			}
		}
		return []Param{{param, rows(text.Columns(words, b.cols))}}
	}
}

// wider is for boards that have more numbers in a row than columns.
func wider(by int, params func(*linkBoard) []Param) func(*linkBoard) []Param {
	return func(b *linkBoard) []Param {
		b.cols += by
		return params(b)
	}
}

// flagged adds a parameter that is true if the board has a flag.
func flagged(flag, param string, params func(*linkBoard) []Param) func(*linkBoard) []Param {
	return func(b *linkBoard) []Param {
		if b.flags != flag {
			return params(b)
		}
		b.flags = ""
		return append(params(b), Param{param, truth(true)})
	}
}

// sign returns the sign of a number on a map.
func (b *linkBoard) sign(row, col, n int, signs string, first int) byte {
	switch {
	case n == blank:
		return '.'
	case n == question:
		b.refuse(row, col, "a question mark")
	case n < first || n >= first+len(signs):
		b.refuse(row, col, "the number "+strconv.Itoa(n))
	default:
		return signs[n-first]
	}
	return '.'
}
