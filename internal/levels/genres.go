package levels

import (
	"slices"
	"strconv"
	"strings"
)

// What the genres of puzz.link read that others do not, and the parameters that they give.

func (b *linkBoard) fillominoAddress() {
	b.cells = b.numbers(b.rows * b.cols)
	if b.body != "" && slices.Contains(b.borders(), true) {
		b.fail("borders are given; the model fillomino does not know that")
	}
}

// borders reads the borders between cells: first those between columns, then those between rows.
func (b *linkBoard) borders() []bool {
	return append(b.bits(b.rows*(b.cols-1)), b.bits((b.rows-1)*b.cols)...)
}

// questions replaces the question marks, which here mean what the number n means.
func (b *linkBoard) questions(n int) {
	for i := range b.cells {
		if b.cells[i] == question {
			b.cells[i] = n
		}
	}
}

func (b *linkBoard) fillomino() []Param {
	b.questions(blank) // a number that the player finds, as in each blank cell
	most := slices.Max(append(b.cells, 9))
	if b.flags == "t" {
		b.flags, most = "", 3
	}
	given := wordMap("given", min(most, 999))(b)
	if most == 9 {
		return given
	}
	return append(given, Param{"most", number(most)})
}

func (b *linkBoard) lightUp() []Param {
	b.questions(5) // a wall without a number
	return levelMap("level", "01234#", 0)(b)
}

func (b *linkBoard) hitori() []Param {
	for i, n := range b.cells {
		if n == blank {
			b.refuse(i/b.cols, i%b.cols, "a cell without a number")
		}
	}
	return levelMap("level", letters, 0)(b)
}

func (b *linkBoard) bridges() []Param {
	b.questions(0)
	return levelMap("level", "?12345678", 0)(b)
}

func (b *linkBoard) nurikabe() []Param {
	b.questions(0) // an island of any size
	var large set
	for i, n := range b.cells {
		if n > 9 {
			large = append(large, tuple{cell{i / b.cols, i % b.cols}, number(n)})
			b.cells[i] = 0
		}
	}
	level := levelMap("level", "?123456789", 0)(b)
	if large == nil {
		return level
	}
	return append(level, Param{"large", large})
}

// sizes returns the parameters rows and cols.
func (b *linkBoard) sizes(more ...Param) []Param {
	return append([]Param{{"rows", number(b.rows)}, {"cols", number(b.cols)}}, more...)
}

// known reports whether a cell has a number, and refuses a question mark.
func (b *linkBoard) known(cell int) bool {
	if b.cells[cell] == question {
		b.refuse(cell/b.cols, cell%b.cols, "a question mark")
	}
	return b.cells[cell] > blank
}

func (b *linkBoard) kurodoko() []Param {
	var out list
	for i := range b.rows {
		var row list
		for k := range b.cols {
			n := 0
			if b.known(i*b.cols + k) {
				n = b.cells[i*b.cols+k]
			}
			row = append(row, number(n))
		}
		out = append(out, row)
	}
	return b.sizes(Param{"number", out})
}

func (b *linkBoard) shikaku() []Param {
	var clues set
	for i, n := range b.cells {
		if b.known(i) {
			clues = append(clues, tuple{number(i / b.cols), number(i % b.cols), number(n)})
		}
	}
	return b.sizes(Param{"clue", clues})
}

// ends are the signs of the ends of paths, from 1 on.
const ends = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

func (b *linkBoard) numberlink() []Param {
	fill := b.name != "arukone" || b.flags != "e"
	b.flags = strings.Trim(b.flags, "e")
	return append(levelMap("level", ends, 1)(b), Param{"fill", truth(fill)})
}

// arukoneFile reads letters, behind a line that says whether the paths fill the board.
func (b *linkBoard) arukoneFile() {
	if len(b.lines) > 0 && strings.HasSuffix(b.lines[0], "passallcell") {
		if strings.HasPrefix(b.lines[0], "dont") {
			b.flags = "e"
		}
		b.lines = b.lines[1:]
	}
	for range b.rows {
		for _, w := range b.row(b.cols) {
			n := blank
			if c := w[0]; c >= 'A' && c <= 'Z' {
				n = int(c-'A') + 1
			}
			b.cells = append(b.cells, n)
		}
	}
}

// sudoku writes numbers over 9 as letters. The boxes are as wide as they are high, and 2×3 on a board of six columns.
func (b *linkBoard) sudoku() []Param {
	high := 1
	for high*high < b.cols {
		high++
	}
	wide := high
	if b.cols == 6 {
		high, wide = 2, 3
	}
	if b.rows != b.cols || high*wide != b.cols {
		b.fail("a sudoku of %d rows and %d columns has no boxes", b.rows, b.cols)
	}
	clues := levelMap("clues", letters[1:26], 1)(b)
	return append(clues, Param{"high", number(high)}, Param{"wide", number(wide)})
}

// place returns the triple of a black cell of a kakuro, in the map with its edge, and the sum of the run behind it.
func place(row, col, sum int) tuple { return tuple{number(row), number(col), number(sum)} }

func (b *linkBoard) kakuroAddress() {
	n := b.rows * b.cols
	b.cells, b.other, b.top, b.left = empty(n), empty(n), empty(b.cols), empty(b.rows)
	for i := 0; i < n && !b.failed; i++ {
		switch c := b.next(); {
		case c >= 'k' && c <= 'z':
			i += b.digits(36, 1) - 20
		case b.skip("."):
			b.cells[i], b.other[i] = 0, 0
		default:
			b.other[i] = b.sum()
			b.cells[i] = b.sum()
		}
	}
	for k := range b.top {
		if b.cells[k] == blank {
			b.top[k] = b.sum()
		}
	}
	for i := range b.left {
		if b.cells[i*b.cols] == blank {
			b.left[i] = b.sum()
		}
	}
}

// sum reads a sum of a kakuro: 0 to 19 as digits and small letters, from 20 on capitals from A, a minus for none.
func (b *linkBoard) sum() int {
	if c := b.next(); c >= 'A' && c <= 'Z' {
		return b.digits(36, 1) + 10
	}
	if b.skip("-") {
		return 0
	}
	return b.digits(20, 1)
}

func (b *linkBoard) kakuroFile() {
	b.left, b.top = empty(b.rows), empty(b.cols)
	for i := range b.rows + 1 {
		for k, w := range b.row(b.cols + 1) {
			across, down, black := strings.Cut(w, ",")
			a, _ := strconv.Atoi(across)
			d, _ := strconv.Atoi(down)
			switch {
			case i == 0 && k > 0:
				b.top[k-1] = a
			case k == 0 && i > 0:
				b.left[i-1] = a
			case i > 0 && k > 0 && black:
				b.cells, b.other = append(b.cells, a), append(b.other, d)
			case i > 0 && k > 0:
				b.cells, b.other = append(b.cells, blank), append(b.other, blank)
			}
		}
	}
}

func (b *linkBoard) kakuro() []Param {
	level := rows{strings.Repeat("#", b.cols+1)}
	across, down := set{}, set{}
	white := func(i, k int) bool { return i < b.rows && k < b.cols && b.cells[i*b.cols+k] == blank }
	add := func(runs *set, i, k, sum int, first, second bool) {
		if sum > 0 {
			*runs = append(*runs, place(i, k, sum))
		} else if first && second {
			b.fail("the run behind row %d, column %d has no sum; the model kakuro wants one for each run", i, k)
		}
	}
	for i := range b.rows {
		line := "#"
		for k := range b.cols {
			if white(i, k) {
				line += "."
				continue
			}
			line += "#"
			add(&across, i+1, k+1, b.cells[i*b.cols+k], white(i, k+1), white(i, k+2))
			add(&down, i+1, k+1, b.other[i*b.cols+k], white(i+1, k), white(i+2, k))
		}
		level = append(level, line)
		add(&across, i+1, 0, b.left[i], white(i, 0), white(i, 1))
	}
	for k, sum := range b.top {
		add(&down, 0, k+1, sum, white(0, k), white(1, k))
	}
	return []Param{{"level", level}, {"across", across}, {"downward", down}}
}

// A nonogram has room for half a row of numbers before each row, and for half a column above each column. In addresses
// the number next to the board comes first.

func (b *linkBoard) nonogramAddress() {
	high, wide := (b.rows+1)/2, (b.cols+1)/2
	all := b.numbers(b.cols*high + b.rows*wide)
	b.top, b.left = all[:b.cols*high], all[b.cols*high:]
	for line := range slices.Chunk(b.top, high) {
		slices.Reverse(line)
	}
	for line := range slices.Chunk(b.left, wide) {
		slices.Reverse(line)
	}
}

func (b *linkBoard) nonogramFile() {
	high, wide := (b.rows+1)/2, (b.cols+1)/2
	b.top, b.left = empty(b.cols*high), nil
	for i, n := range b.table(high, wide+b.cols) {
		if k := i%(wide+b.cols) - wide; k >= 0 {
			b.top[k*high+i/(wide+b.cols)] = n
		}
	}
	for i, n := range b.table(b.rows, wide+b.cols) {
		if i%(wide+b.cols) < wide {
			b.left = append(b.left, n)
		}
	}
}

func (b *linkBoard) nonogram() []Param {
	clues := func(numbers []int, each, cells int) (out list) {
		for line := range slices.Chunk(numbers, each) {
			clue := list{}
			for _, n := range line {
				switch {
				case n == question:
					b.fail("a number of the nonogram is a question mark; the model nonogram does not know that")
				case n > cells:
					b.fail("a run of %d in a line of %d cells", n, cells)
				}
				if n > 0 {
					clue = append(clue, number(n))
				}
			}
			out = append(out, clue)
		}
		return out
	}
	return []Param{
		{"height", number(b.rows)},
		{"width", number(b.cols)},
		{"row_clues", clues(b.left, (b.cols+1)/2, b.cols)},
		{"col_clues", clues(b.top, (b.rows+1)/2, b.rows)},
	}
}

// The cells of skyscrapers are those of the board and of an edge around it.

func (b *linkBoard) skyscrapersAddress() {
	edge := b.numbers(2*b.cols + 2*b.rows)
	inside := empty(b.rows * b.cols)
	if b.body != "" {
		inside = b.numbers(len(inside))
	}
	corner := []int{blank}
	left, right := edge[2*b.cols:2*b.cols+b.rows], edge[2*b.cols+b.rows:]
	b.cells = slices.Concat(corner, edge[:b.cols], corner)
	for i := range b.rows {
		b.cells = slices.Concat(b.cells, left[i:i+1], inside[i*b.cols:(i+1)*b.cols], right[i:i+1])
	}
	b.cells = slices.Concat(b.cells, corner, edge[b.cols:2*b.cols], corner)
}

func (b *linkBoard) skyscrapersFile() {
	for i := range b.rows + 2 {
		for k, w := range b.row(b.cols + 2) {
			edge := i == 0 || k == 0 || i == b.rows+1 || k == b.cols+1
			given, is := strings.CutPrefix(w, "q")
			n, err := strconv.Atoi(given)
			if err != nil || !edge && !is { // inside, a number without q is of an answer
				n = blank
			}
			b.cells = append(b.cells, n)
		}
	}
}

func (b *linkBoard) skyscrapers() []Param {
	if b.rows != b.cols {
		b.fail("a board of skyscrapers is a square; this one has %d rows and %d columns", b.rows, b.cols)
	}
	return wider(2, wordMap("level", 99))(b)
}

func (b *linkBoard) starsAddress() {
	count, rest, _ := strings.Cut(b.body, "/")
	b.starred(count)
	b.body = rest
	walls := b.borders()
	if b.failed {
		return
	}
	b.cells = empty(b.rows * b.cols)
	room := 0
	for i := range b.cells {
		if b.cells[i] == blank {
			b.flood(walls, i, room)
			room++
		}
	}
}

// starred reads the number of stars.
func (b *linkBoard) starred(count string) {
	if b.stars, _ = strconv.Atoi(count); b.stars < 1 {
		b.fail("%q is no number of stars", count)
	}
}

// flood gives a cell, and those that no border separates from it, the number of a region.
func (b *linkBoard) flood(walls []bool, cell, room int) {
	if b.cells[cell] != blank {
		return
	}
	b.cells[cell] = room
	i, k := cell/b.cols, cell%b.cols
	beside := func(i, k int) int { return i*(b.cols-1) + k }                // the border right of a cell
	under := func(i, k int) int { return b.rows*(b.cols-1) + i*b.cols + k } // the border below a cell
	if k+1 < b.cols && !walls[beside(i, k)] {
		b.flood(walls, cell+1, room)
	}
	if k > 0 && !walls[beside(i, k-1)] {
		b.flood(walls, cell-1, room)
	}
	if i+1 < b.rows && !walls[under(i, k)] {
		b.flood(walls, cell+b.cols, room)
	}
	if i > 0 && !walls[under(i-1, k)] {
		b.flood(walls, cell-b.cols, room)
	}
}

func (b *linkBoard) starsFile() {
	b.starred(b.row(1)[0])
	b.row(1) // the number of regions
	b.cells = b.table(b.rows, b.cols)
}

func (b *linkBoard) starBattle() []Param {
	return append(levelMap("level", "0"+ends, 0)(b), Param{"stars", number(b.stars)})
}

func (b *linkBoard) dotsAddress() {
	b.dots = make([]bool, (2*b.rows-1)*(2*b.cols-1))
	for i := 0; i < len(b.dots) && !b.failed; i++ {
		if d := b.digits(36, 1); d < 16 {
			b.dots[i] = true // white for even numbers, black for odd ones, which means nothing here
			i += d / 2
		} else {
			i += d - 16
		}
	}
	b.cells = empty(b.rows * b.cols)
	if b.body == "" {
		return
	}
	for i, hole := range b.bits(b.rows * b.cols) {
		if hole {
			b.cells[i] = 0
		}
	}
}

func (b *linkBoard) dotsFile() {
	b.cells = empty(b.rows * b.cols)
	for i := range 2*b.rows - 1 {
		line := b.row(1)[0]
		if len(line) != 2*b.cols-1 {
			b.fail("%q has %d signs; there is one for each of %d half cells", line, len(line), 2*b.cols-1)
			return
		}
		for k, c := range line {
			if c == 'X' && i%2 == 0 && k%2 == 0 {
				b.cells[i/2*b.cols+k/2] = 0
			}
			b.dots = append(b.dots, c != '.' && c != 'X')
		}
	}
}

func (b *linkBoard) galaxies() []Param {
	var centres list
	for i, dot := range b.dots {
		if dot {
			centres = append(centres, cell{i / (2*b.cols - 1), i % (2*b.cols - 1)})
		}
	}
	holes := set{}
	for i, n := range b.cells {
		if n != blank {
			holes = append(holes, cell{i / b.cols, i % b.cols})
		}
	}
	return b.sizes(Param{"centre", centres}, Param{"hole", holes})
}

func (b *linkBoard) tentsAddress() {
	all := b.numbers(b.cols + b.rows)
	b.top, b.left = all[:b.cols], all[b.cols:]
	b.cells = b.marks(b.rows * b.cols)
}

func (b *linkBoard) tentsFile() {
	all := b.table(b.rows+1, b.cols+1)
	b.top = all[1 : b.cols+1]
	for i := range b.rows {
		row := all[(i+1)*(b.cols+1):]
		b.left = append(b.left, row[0])
		b.cells = append(b.cells, row[1:b.cols+1]...)
	}
	b.questions(blank) // a cell without a tent, in an answer
}

func (b *linkBoard) tents() []Param {
	pairs := func(numbers []int) set {
		out := set{}
		for i, n := range numbers {
			if n > blank {
				out = append(out, cell{i, n})
			}
		}
		return out
	}
	return append(levelMap("level", "T", 1)(b), Param{"in_row", pairs(b.left)}, Param{"in_col", pairs(b.top)})
}
