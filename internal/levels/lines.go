package levels

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pzc-lang/pzc/internal/mention"
	"github.com/pzc-lang/pzc/internal/text"
)

// oneInALine reads one level from each line that is not empty and does not begin with #. read gets the words of the
// line.
func (s *source) oneInALine(read func(words []field) (Level, bool)) []Level {
	var levels []Level
	for number := range s.lines {
		if words := s.words(number + 1); len(words) > 0 {
			if l, ok := read(words); ok {
				levels = append(levels, l)
			}
		}
	}
	return numbered(levels)
}

// board returns the first word of the given length. If there is none, board reports the longest word.
func (s *source) board(words []field, length int, what string) (field, bool) {
	longest := words[0]
	for _, w := range words {
		n := utf8.RuneCountInString(w.text)
		if n == length {
			return w, true
		}
		if n > utf8.RuneCountInString(longest.text) {
			longest = w
		}
	}
	n := utf8.RuneCountInString(longest.text)
	s.errorf(longest.line, longest.column, n, "this has %d signs; %s is wanted", n, what)
	return field{}, false
}

// square cuts a board into rows.
func square(board string, n int) rows {
	var out rows
	for row := range slices.Chunk([]rune(board), n) {
		out = append(out, string(row))
	}
	return out
}

// readSudoku reads grids of 81 signs: digits, and a dot or 0 for an empty cell.
func readSudoku(s *source, _ Options) []Level {
	return s.oneInALine(func(words []field) (Level, bool) {
		grid, ok := s.board(words, 81, "a grid of 81 digits and dots")
		if !ok {
			return Level{}, false
		}
		for i, r := range []rune(grid.text) {
			if r != '.' && (r < '0' || r > '9') {
				s.errorf(grid.line, grid.column+i, 1, "%q is no digit; what is open is a dot or 0", r)
			}
		}
		return Level{Title: s.title(grid), Params: []Param{{"clues", square(grid.text, 9)}}}, true
	})
}

// readRushHour reads boards of 36 signs, row by row, in the notation of Michael Fogleman's database: o or a dot is
// empty, x is a wall, capitals are pieces. The red car is A or, in other lists, X: see redCar.
func readRushHour(s *source, _ Options) []Level {
	return s.oneInALine(func(words []field) (Level, bool) {
		board, ok := s.board(words, 36, "a board of 36 signs, 6×6,")
		if !ok {
			return Level{}, false
		}
		signs := []rune(board.text)
		for i, r := range signs {
			switch {
			case r >= 'A' && r <= 'Z':
				if slices.Index(signs, r) == i {
					s.piece(board, signs, i)
				}
			case r != 'o' && r != '.' && r != 'x':
				s.errorf(board.line, board.column+i, 1, "%q is no sign of a board; there are o . x and capitals", r)
			}
		}
		red := s.redCar(board, signs)
		for i, r := range signs { // the model calls the red car A
			switch r {
			case 'o':
				signs[i] = '.'
			case red:
				signs[i] = 'A'
			case 'A':
				signs[i] = red
			}
		}
		level := square(string(signs), 6)
		return Level{Title: s.title(board), Params: []Param{{"level", level}}}, true
	})
}

// redCar returns the sign of the red car: the piece that lies across in the third row, where the exit is. If there are
// several, it is X or A. An A that lies across in another row is the red car if nothing lies across in the third.
func (s *source) redCar(board field, signs []rune) rune {
	var across []rune
	row := signs[12:18]
	for i, r := range row[1:] {
		if r == row[i] && r >= 'A' && r <= 'Z' && !slices.Contains(across, r) {
			across = append(across, r)
		}
	}
	for _, red := range []rune{'X', 'A'} {
		if slices.Contains(across, red) || red == 'A' && len(across) == 0 && strings.Contains(string(signs), "AA") {
			return red
		}
	}
	if len(across) != 1 {
		s.errorf(board.line, board.column, 36, "the red car is missing: it is A, X or the only piece across in the third row")
		return 'A'
	}
	s.diags.Warnf(s.span(board.line, board.column, 36), code, "%c is the red car, because it lies across in the third row",
		across[0])
	return across[0]
}

// piece checks the piece of which the first sign is at place i of a board.
func (s *source) piece(board field, signs []rune, i int) {
	var places []int
	for k, r := range signs {
		if r == signs[i] {
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
		s.errorf(board.line, board.column+i, 1,
			"the signs %c of this board are no straight piece of two or more cells", signs[i])
	}
}

// readTiles reads boards of tiles, row by row; 0 is the hole. Bars may separate the board from other text on the line.
// Without bars, one further number at the beginning is the number of the board.
func readTiles(s *source, o Options) []Level {
	var levels []Level
	for number := range s.lines {
		fields := s.fields(number + 1)
		if len(fields) == 0 {
			continue
		}
		if l, ok := s.tiles(fields, o); ok {
			levels = append(levels, l)
		}
	}
	s.hintAtHole(len(levels), o)
	return numbered(levels)
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

// tiles reads the board of a line: the field with the most numbers.
func (s *source) tiles(fields []field, o Options) (Level, bool) {
	var words []field
	for _, f := range fields {
		if w := split(f); len(w) > len(words) {
			words = w
		}
	}
	if height, _ := shape(fields, len(words)); height == 0 && len(fields) == 1 {
		if height, _ = shape(nil, len(words)-1); height > 0 {
			words = words[1:]
		}
	}
	height, width := shape(fields, len(words))
	if height == 0 {
		s.errorf(fields[0].line, 1, utf8.RuneCountInString(s.lines[fields[0].line-1]),
			"%s cannot be a board: a board has 9, 16, 25 or 36, or the line says before a bar "+
				"how many rows and columns it has: 3 4 |", text.Count(len(words), "number"))
		return Level{}, false
	}
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
