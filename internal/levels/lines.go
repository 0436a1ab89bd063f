package levels

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/mention"
	"github.com/pzc-lang/pzc/internal/text"
)

// grid is a board of signs, with the place of each.
type grid struct {
	title string
	signs []rune
	at    []field
}

// add adds the signs of a field.
func (g *grid) add(f field) {
	for i, r := range []rune(f.text) {
		g.signs = append(g.signs, r)
		g.at = append(g.at, field{string(r), f.line, f.column + i})
	}
}

// errorf reports an error at the sign i of a board.
func (s *source) signError(g grid, i int, format string, args ...any) {
	s.errorf(g.at[i].line, g.at[i].column, 1, format, args...)
}

// grids reads boards with side rows of side signs: a board in one word, or in as many lines. Between the signs of a
// line may be blanks, commas and bars. Lines of other text are skipped; the last one before a board is its title.
func (s *source) grids(side int, known string, read func(grid) Level) []Level {
	var levels []Level
	var open grid
	var title string
	skipped := 0 // lines of other text right before this one
	take := func(g grid) {
		levels = append(levels, read(g))
		open, title = grid{}, ""
	}
	for number := 1; number <= len(s.lines); number++ {
		words := s.words(number)
		if i := slices.IndexFunc(words, func(w field) bool { return utf8.RuneCountInString(w.text) == side*side }); i >= 0 {
			s.ended(open, side)
			g := grid{title: cmp.Or(s.title(words[i]), title)}
			g.add(words[i])
			take(g)
			continue
		}
		var row grid
		for _, w := range words {
			row.add(w)
		}
		fits := strings.Trim(string(row.signs), known) == ""
		switch {
		case len(words) == 0:
			s.ended(open, side)
			open = grid{}
		case len(row.signs) == side && (fits || len(open.signs) > 0):
			open.signs, open.at = append(open.signs, row.signs...), append(open.at, row.at...)
			if len(open.signs) == side*side {
				open.title = title
				take(open)
			}
		case strings.Trim(string(row.signs), "-+=") == "": // a line between boxes
		case isBoard(longest(words), side, known):
			w := longest(words)
			n := utf8.RuneCountInString(w.text)
			s.errorf(number, w.column, n, "this has %d signs; a board has %d, in a word or in %d rows", n, side*side, side)
		default:
			s.ended(open, side)
			open, title = grid{}, plain(strings.Trim(s.lines[number-1], " \t[];,|\r"))
			skipped++
			continue
		}
		s.unread(number-skipped, number, known)
		skipped = 0
	}
	s.unread(len(s.lines)+1-skipped, len(s.lines)+1, known)
	s.ended(open, side)
	return numbered(levels)
}

// unread reports lines that look like a board and are none: three or more, all of one width or all of the signs of a
// board. Other lines are text. It looks at the lines from one to the one before another.
func (s *source) unread(from, to int, known string) {
	block := s.lines[from-1 : to-1]
	if len(block) < 3 {
		return
	}
	width, signs := utf8.RuneCountInString(strings.TrimSuffix(block[0], "\r")), true
	for _, line := range block {
		line = strings.TrimSuffix(line, "\r")
		if utf8.RuneCountInString(line) != width {
			width = 0
		}
		signs = signs && strings.Trim(line, known+" |,\t") == ""
	}
	if width >= 3 || signs {
		s.errorf(from, 1, utf8.RuneCountInString(block[0]),
			"lines %d to %d look like a board, and cannot be read as one", from, to-1)
	}
}

// longest returns the longest of some words.
func longest(words []field) field {
	return slices.MaxFunc(words, func(a, b field) int { return cmp.Compare(len(a.text), len(b.text)) })
}

// isBoard reports whether a word has the signs of a board, and more than a row of them.
func isBoard(w field, side int, known string) bool {
	return len(w.text) > side && strings.Trim(w.text, known) == ""
}

// ended reports a board of which rows are missing.
func (s *source) ended(open grid, side int) {
	if n := len(open.signs); n > 0 {
		s.errorf(open.at[0].line, open.at[0].column, side, "the board that begins here has %s; %d are wanted",
			text.Count(n/side, "row"), side)
	}
}

// square cuts a board into rows.
func square(board string, n int) rows {
	return lists.Map(slices.Collect(slices.Chunk([]rune(board), n)), func(row []rune) string { return string(row) })
}

// readSudoku reads grids of 81 signs: digits, and for an empty cell a dot, 0 or another sign.
func readSudoku(s *source, _ Options) []Level {
	const empty = ".*_xX?-"
	return s.grids(9, "0123456789"+empty, func(g grid) Level {
		for i, r := range g.signs {
			switch {
			case strings.ContainsRune(empty, r):
				g.signs[i] = '.'
			case r < '0' || r > '9':
				s.signError(g, i, "%q is no digit; what is open is a dot or 0", r)
			}
		}
		return Level{Title: g.title, Params: []Param{{"clues", square(string(g.signs), 9)}}}
	})
}

// readRushHour reads boards of 36 signs, row by row, in the notation of Michael Fogleman's database: o or a dot is
// empty, x is a wall, capitals are pieces. The red car is A or, in other lists, X: see redCar.
func readRushHour(s *source, _ Options) []Level {
	return s.grids(6, "o.xABCDEFGHIJKLMNOPQRSTUVWXYZ", func(g grid) Level {
		for i, r := range g.signs {
			switch {
			case r >= 'A' && r <= 'Z':
				if slices.Index(g.signs, r) == i {
					s.piece(g, i)
				}
			case r != 'o' && r != '.' && r != 'x':
				s.signError(g, i, "%q is no sign of a board; there are o . x and capitals", r)
			}
		}
		red := s.redCar(g)
		for i, r := range g.signs { // the model calls the red car A
			switch r {
			case 'o':
				g.signs[i] = '.'
			case red:
				g.signs[i] = 'A'
			case 'A':
				g.signs[i] = red
			}
		}
		return Level{Title: g.title, Params: []Param{{"level", square(string(g.signs), 6)}}}
	})
}

// redCar returns the sign of the red car: the piece that lies across in the third row, where the exit is. If there are
// several, it is X or A. An A that lies across in another row is the red car if nothing lies across in the third.
func (s *source) redCar(g grid) rune {
	var across []rune
	row := g.signs[12:18]
	for i, r := range row[1:] {
		if r == row[i] && r >= 'A' && r <= 'Z' && !slices.Contains(across, r) {
			across = append(across, r)
		}
	}
	for _, red := range []rune{'X', 'A'} {
		if slices.Contains(across, red) || red == 'A' && len(across) == 0 && strings.Contains(string(g.signs), "AA") {
			return red
		}
	}
	if len(across) != 1 {
		s.signError(g, 12, "the red car is missing: it is A, X or the only piece across in the third row")
		return 'A'
	}
	first := g.at[12+slices.Index(row, across[0])]
	s.diags.Warnf(s.span(first.line, first.column, 1), code, "%c is the red car, because it lies across in the third row",
		across[0])
	return across[0]
}

// piece checks the piece of which the first sign is at place i of a board.
func (s *source) piece(g grid, i int) {
	var places []int
	for k, r := range g.signs {
		if r == g.signs[i] {
			places = append(places, k)
		}
	}
	step := 0
	if len(places) > 1 {
		step = places[1] - places[0]
	}
	straight := step == 6 || step == 1 && places[0]/6 == places[len(places)-1]/6
	for k, place := range places {
		straight = straight && place == i+k*step
	}
	if !straight {
		s.signError(g, i, "the signs %c of this board are no straight piece of two or more cells", g.signs[i])
	}
}

// readTiles reads boards of tiles, row by row; 0 is the hole. Bars may separate the board from other text on the line.
// Without bars, one further number at the beginning is the number of the board.
func readTiles(s *source, o Options) []Level {
	var levels []Level
	for number := 1; number <= len(s.lines); number++ {
		fields := s.fields(number)
		if len(fields) == 0 || s.isSide(number) {
			continue
		}
		var words []field
		rows := s.tileRows(number)
		height, width := rows, len(s.words(number))
		if rows == 1 {
			words, height, width = tileLine(fields)
		}
		if height == 0 {
			s.errorf(number, 1, utf8.RuneCountInString(s.lines[number-1]),
				"%s cannot be a board: a board has 9, 16, 25 or 36, or the line says before a bar how many rows and columns "+
					"it has: 3 4 |, or each row has a line", text.Count(len(words), "number"))
			continue
		}
		for i := 1; rows > 1 && i <= rows; i++ {
			words = append(words, s.words(number+i-1)...)
		}
		number += rows - 1
		if l, ok := s.tiles(words, height, width, o); ok {
			levels = append(levels, l)
		}
	}
	s.hintAtHole(len(levels), o)
	return numbered(levels)
}

// tileRows returns how many lines, from one on, are the rows of one board: lines of 2 to 6 numbers, as many in each. If
// they make several boards, these are squares.
func (s *source) tileRows(number int) int {
	cols := len(s.words(number))
	if cols < 2 || cols > 6 {
		return 1
	}
	if number >= s.alike.end || cols != s.alike.words {
		end := number
		for end <= len(s.lines) && len(s.fields(end)) == 1 && len(s.words(end)) == cols {
			end++
		}
		s.alike.words, s.alike.end = cols, end
	}
	rows := s.alike.end - number
	if rows%cols == 0 {
		return cols
	}
	return rows
}

// isSide reports whether a line has only the number of rows of the board below.
func (s *source) isSide(number int) bool {
	words := s.words(number)
	return len(words) == 1 && s.tileRows(number+1) > 1 && words[0].text == strconv.Itoa(len(s.words(number+1)))
}

// hintAtHole warns if no board of the file can be solved, and all can with the hole at the other end of the goal.
func (s *source) hintAtHole(boards int, o Options) {
	place := map[bool]string{false: "last", true: "first"}
	if boards > 0 && s.solvable[o.HoleFirst] == 0 && s.solvable[!o.HoleFirst] == boards {
		other := place[!o.HoleFirst]
		s.diags.Warnf(s.span(1, 1, 0), code, "no board here can be solved with the hole %s in the goal, and each can with "+
			"the hole %s", place[o.HoleFirst], other).Help = "say so: " + mention.With(mention.Hole, other)
	}
}

// isSolvable reports whether moves of the hole lead from a board to the goal. Each move is a transposition and changes
// the colour of the hole's cell on a chessboard (Johnson and Story, 1879).
func isSolvable(start list, width int, holeFirst bool) bool {
	odd := false
	home := func(tile int) int {
		if holeFirst {
			return tile
		}
		return (tile + len(start) - 1) % len(start)
	}
	for i, t := range start {
		at := home(int(t.(number)))
		if t == number(0) {
			odd = odd != ((at/width+at%width+i/width+i%width)%2 == 1)
		}
		for _, u := range start[:i] {
			odd = odd != (home(int(u.(number))) > at)
		}
	}
	return !odd
}

// tileLine returns the numbers of a line that is a board, and its size: the field with the most numbers, or with nine
// digits. The height is 0 if this is no board.
func tileLine(fields []field) (words []field, height, width int) {
	for _, f := range fields {
		if w := split(f); len(w) > len(words) {
			words = w
		}
	}
	if len(words) == 1 && len(words[0].text) == 9 {
		var g grid
		g.add(words[0])
		words = g.at
	}
	if height, _ = shape(fields, len(words)); height == 0 && len(fields) == 1 {
		if height, _ = shape(nil, len(words)-1); height > 0 {
			words = words[1:]
		}
	}
	height, width = shape(fields, len(words))
	return words, height, width
}

// tiles returns the level of a board.
func (s *source) tiles(words []field, height, width int, o Options) (Level, bool) {
	start, ok := s.permutation(words)
	if !ok {
		return Level{}, false
	}
	for _, first := range []bool{false, true} {
		if isSolvable(start, width, first) {
			s.solvable[first]++
		}
	}
	params := []Param{{"rows", number(height)}, {"cols", number(width)}, {"start", start}}
	l := Level{Title: s.title(words[0]), Params: params}
	if o.HoleFirst {
		var finish list
		for t := range words {
			finish = append(finish, number(t))
		}
		l.Params = append(l.Params, Param{"finish", finish})
	}
	return l, true
}

// shape returns the numbers of rows and columns, from 2 to 6, of a board with the given number of places. A field gives
// them, or there are as many rows as columns. Both are 0 if neither holds.
func shape(fields []field, places int) (height, width int) {
	for _, f := range fields {
		if w := split(f); len(w) == 2 {
			height, _ = strconv.Atoi(w[0].text)
			width, _ = strconv.Atoi(w[1].text)
			if height*width == places && min(height, width) >= 2 && max(height, width) <= 6 {
				return height, width
			}
		}
	}
	for side := 3; side <= 6; side++ {
		if side*side == places {
			return side, side
		}
	}
	return 0, 0
}

// permutation reads the numbers 0 … n-1 in some order.
func (s *source) permutation(words []field) (out list, ok bool) {
	seen := map[int]bool{}
	for _, w := range words {
		n, err := strconv.Atoi(w.text)
		width := utf8.RuneCountInString(w.text)
		switch {
		case err != nil:
			s.errorf(w.line, w.column, width, "%q is no number", w.text)
			return nil, false
		case n < 0 || n >= len(words):
			s.errorf(w.line, w.column, width, "the numbers of this board go from 0, the hole, to %d", len(words)-1)
			return nil, false
		case seen[n]:
			s.errorf(w.line, w.column, width, "%d stands twice on this board", n)
			return nil, false
		}
		seen[n] = true
		out = append(out, number(n))
	}
	return out, true
}
