package levels

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// genres is the table of the genres: what their addresses and boards hold, and the parameters of their models.
func genres() []genre {
	area := func(b *linkBoard) int { return b.rows * b.cols }
	corners := func(b *linkBoard) int { return (b.rows + 1) * (b.cols + 1) }
	edges := func(b *linkBoard) int { return b.rows + b.cols }
	cells := func(c codec) part { return part{of: cellLayer, size: area, codec: c} }
	room := part{of: roomLayer, size: area, codec: rooms}
	inRooms := part{of: clueLayer, size: func(b *linkBoard) int { return len(b.firsts()) }, codec: numbers}
	maybe := func(l layer, c codec) part { return part{of: l, size: area, codec: c, optional: true} }
	holes := maybe(dotLayer, bits)
	table := func(b *linkBoard) { b.at[cellLayer] = b.table(b.rows, b.cols) }
	level := func(signs string, first int, asked string) form {
		return mapOf{param: "level", signs: signs, first: first, asked: asked}.form()
	}
	board := sizes("rows", "cols")
	roomed := gridOf{param: "room", of: roomLayer, none: blank}.form()
	numbered := []form{board, roomed, clues, without(dotLayer, "cells are missing")}
	return []genre{
		{"aqre", "aqre", "", nil, []part{room, inRooms}, []form{board, roomed, cluesOfRooms}},
		{
			"aquarium", "aquarium", "", nil,
			[]part{room, {of: edgeLayer, size: edges, codec: afterSlash}},
			[]form{board, roomed, edgesOf("in_row", "in_col", false)},
		},
		{"balance", "balance_loop", "", nil, []part{cells(balance)}, []form{parted(
			mapOf{param: "circle", of: kindLayer, signs: "o#", first: 1}.form(), wordsOf("clue", 0, "."),
		)}},
		{"canal", "canal_view", "", nil, []part{cells(numbers)}, []form{wordsOf("clue", 0, "")}},
		{"castle", "castle_wall", "", nil, []part{cells(castle)}, []form{board, parted(
			gridOf{param: "side", of: kindLayer, none: blank, names: []string{"anywhere", "within", "outside"}}.form(),
			arrowsOf, asked,
		)}},
		{"cave", "cave", "", nil, []part{cells(numbers)}, []form{wordsOf("clue", 0, "")}},
		{"chocona", "chocona", "", nil, []part{room, inRooms}, []form{board, roomed, cluesOfRooms}},
		{"cojun", "cojun", "", nil, []part{room, cells(numbers), holes}, numbered},
		{"country", "country_road", "", nil, []part{room, inRooms}, []form{board, roomed, cluesOfRooms}},
		{
			"creek", "creek", "", nil,
			[]part{{of: cellLayer, size: corners, codec: small}},
			[]form{wordsOf("clue", 1, "")},
		},
		{"detour", "detour", "", nil, []part{room, inRooms}, []form{board, roomed, cluesOfRooms}},
		{"dotchi", "dotchi_loop", "", nil, []part{room, cells(circles)}, []form{board, roomed, level("o#", 1, "")}},
		{
			"doppelblock", "doppelblock", "", nil,
			[]part{{of: edgeLayer, size: edges, codec: numbers}, maybe(cellLayer, numbers)},
			[]form{sideOf, edgesOf("in_row", "in_col", false), without(cellLayer, "numbers on the board are given")},
		},
		{
			"doubleback", "double_back", "", nil,
			[]part{room, maybe(cellLayer, bits)},
			[]form{board, roomed, truths("hole", isGiven, 1)},
		},
		{
			"fillomino", "fillomino", "", table,
			[]part{cells(numbers), maybe(roomLayer, rooms)},
			[]form{without(roomLayer, "borders are given"), wordsOf("given", 0, "."), most},
		},
		{"fourcells", "four_cells", "", nil, []part{cells(areas)}, []form{board, clues}},
		{"geradeweg", "geradeweg", "", nil, []part{cells(numbers)}, []form{wordsOf("clue", 0, "0")}},
		{
			"gokigen", "slant", "", func(b *linkBoard) { b.at[cellLayer] = b.table(b.rows+1, b.cols+1) },
			[]part{{of: cellLayer, size: corners, codec: small}},
			[]form{mapOf{param: "clue", signs: "01234", larger: 1}.form()},
		},
		{"hashi hashikake bridges", "bridges", "", table, []part{cells(numbers)}, []form{level("12345678", 1, "?")}},
		{"hakoiri", "hakoiri", "", nil, []part{room, cells(decimals)}, []form{
			board, roomed, gridOf{param: "given", none: blank, names: []string{"circle", "triangle", "square"}}.form(),
		}},
		{"hanare", "hanare", "", nil, []part{room, cells(numbers)}, []form{board, roomed, clues}},
		{"heyawake", "heyawake", "", nil, []part{room, inRooms}, []form{board, roomed, cluesOfRooms}},
		{
			"hitori", "hitori", "", table,
			[]part{cells(base36)},
			[]form{mapOf{param: "level", signs: letters, full: true}.form()},
		},
		{"kakuro", "kakuro", "", (*linkBoard).kakuroFile, []part{{
			of: cellLayer, size: area, codec: codec{readKakuro, writeKakuro},
		}}, []form{kakuro}},
		{"koburin", "koburin", "b", nil, []part{cells(small)}, []form{wordsOf("clue", 0, "")}},
		{"kurochute", "kuroshuto", "", nil, []part{cells(numbers)}, []form{wordsOf("clue", 0, "")}},
		{
			"kurodoko", "kurodoko", "", table,
			[]part{cells(numbers)},
			[]form{board, gridOf{param: "number", of: cellLayer, asked: true}.form(), truths("circle", isQuestion, question)},
		},
		{
			"kurotto", "kurotto", "", nil,
			[]part{cells(numbers)},
			[]form{board, gridOf{"clue", cellLayer, blank, true, nil}.form(), truths("circle", isGiven, question)},
		},
		{"akari lightup", "light_up", "", table, []part{cells(small)}, []form{level("01234", 0, "#")}},
		{"lits", "lits", "", nil, []part{room}, []form{board, roomed}},
		{
			"mashu masyu pearl", "masyu", "", table,
			[]part{cells(circles)},
			[]form{level("O#", 1, ""), flag("full", "f")},
		},
		{"mines", "minesweeper", "", nil, []part{cells(numbers)}, []form{wordsOf("clue", 0, "")}},
		{"makaro", "makaro", "", nil, []part{room, cells(makaro)}, []form{board, roomed, parted(
			asked, truths("black", isQuestion, question), arrowGrid,
		), blackRooms}},
		{"moonsun", "moon_sun", "", nil, []part{room, cells(circles)}, []form{
			board, roomed, gridOf{param: "mark", none: blank, names: []string{"moon", "sun"}}.form(),
		}},
		{"nanro", "nanro", "", nil, []part{room, cells(numbers)}, []form{board, roomed, clues}},
		{"nawabari", "nawabari", "", nil, []part{cells(areas)}, []form{level("01234", 0, "")}},
		{"nonogram", "nonogram", "", (*linkBoard).nonogramFile, []part{{
			of: edgeLayer, size: func(b *linkBoard) int { return b.cols*((b.rows+1)/2) + b.rows*((b.cols+1)/2) },
			codec: codec{readNonogram, writeNonogram},
		}}, []form{sizes("height", "width"), nonogram}},
		{"numlin numberlink", "numberlink", "", table, []part{cells(numbers)}, []form{level(ends, 1, ""), fill}},
		{
			"arukone", "numberlink", "", (*linkBoard).arukoneFile,
			[]part{cells(numbers)},
			[]form{level(ends, 1, ""), fill},
		},
		{"norinori", "norinori", "", nil, []part{room}, []form{board, roomed}},
		{"norinuri", "norinuri", "", nil, []part{cells(numbers)}, []form{wordsOf("clue", 0, "0")}},
		{"nurimisaki", "nurimisaki", "", nil, []part{cells(numbers)}, []form{wordsOf("clue", 0, "0")}},
		{"nurikabe", "nurikabe", "", table, []part{cells(numbers)}, []form{nurikabe}},
		{"paintarea", "paint_area", "", nil, []part{room, cells(decimals)}, []form{board, roomed, clues}},
		{"pipelink", "pipelink", "", nil, []part{cells(pipes)}, []form{
			mapOf{param: "level", signs: "┼│─└┘┐┌"}.form(),
		}},
		{
			"putteria", "putteria", "", nil,
			[]part{room, cells(numbers)},
			[]form{
				board, roomed, asked, truths("empty", isQuestion, question),
			},
		},
		{"ripple", "hakyuu", "", nil, []part{room, cells(numbers), holes}, numbered},
		{"shakashaka", "shakashaka", "", nil, []part{cells(small)}, []form{level("01234", 0, "#")}},
		{"shimaguni", "shimaguni", "", nil, []part{room, inRooms}, []form{board, roomed, cluesOfRooms}},
		{"shikaku", "shikaku", "", table, []part{cells(numbers)}, []form{board, shikaku}},
		{"simpleloop", "simple_loop", "", nil, []part{maybe(cellLayer, bits)}, []form{level("#", 1, "")}},
		{"skyscrapers building", "skyscrapers", "", (*linkBoard).skyscrapersFile, []part{{
			of: cellLayer, size: func(b *linkBoard) int { return (b.rows + 2) * (b.cols + 2) },
			codec: codec{readSkyscrapers, writeSkyscrapers},
		}}, []form{wordsOf("level", 2, ""), equalSides}},
		{
			"slither slitherlink", "slitherlink", "", table,
			[]part{cells(small)},
			[]form{level("0123", 0, ""), flag("full", "f")},
		},
		{
			"snake", "snake", "", nil,
			[]part{cells(circles), {of: edgeLayer, size: edges, codec: numbers}},
			[]form{level("ox", 1, ""), edgesOf("in_row", "in_col", false)},
		},
		{"starbattle", "star_battle", "", (*linkBoard).starsFile, []part{
			{of: countLayer, size: func(*linkBoard) int { return 1 }, codec: codec{readStars, writeStars}}, room,
		}, []form{mapOf{param: "level", of: roomLayer, signs: "0" + ends}.form(), numberOf("stars")}},
		{
			"sudoku", "sudoku", "", table,
			[]part{cells(numbers)},
			[]form{mapOf{param: "clues", signs: letters[1:26], first: 1}.form(), boxes},
		},
		{"suguru", "suguru", "", nil, []part{room, cells(numbers), holes}, numbered},
		{"sukoro", "sukoro", "", nil, []part{cells(decimals)}, []form{level("1234", 1, "")}},
		{"tatamibari", "tatamibari", "", nil, []part{cells(tatami)}, []form{level("|-+", 1, "")}},
		{
			"tentaisho", "galaxies", "", (*linkBoard).dotsFile,
			[]part{{of: dotLayer, size: halves, codec: dots}, maybe(cellLayer, bits)},
			[]form{board, galaxies},
		},
		{
			"tents", "tents", "", (*linkBoard).tentsFile,
			[]part{{of: edgeLayer, size: edges, codec: numbers}, cells(marks)},
			[]form{level("T", 1, ""), edgesOf("in_row", "in_col", true)},
		},
		{"tapa", "tapa", "", nil, []part{cells(tapa)}, []form{wordsOf("clue", 0, "")}},
		{"tasquare", "tasquare", "", nil, []part{cells(numbers)}, []form{wordsOf("clue", 0, "0")}},
		{"yajikazu", "yajikazu", "", nil, []part{cells(arrows)}, []form{board, parted(arrowsOf, clues)}},
		{"yajilin-regions", "regional_yajilin", "", nil, []part{room, inRooms}, []form{board, roomed, cluesOfRooms}},
		{"yajilin yajirin", "yajilin", "b", nil, []part{cells(arrows)}, []form{board, parted(
			arrowsOf, asked, truths("hole", isQuestion, question),
		)}},
		{"yinyang", "yin_yang", "", nil, []part{cells(circles)}, []form{level("o#", 1, "")}},
	}
}

// What the genres have that others do not.

// asked are numbers of cells, of which some are not told: another parameter says so.
var asked = gridOf{param: "clue", of: cellLayer, none: blank, asked: true}.form()

// clues are numbers of cells.
var clues = gridOf{param: "clue", of: cellLayer, none: blank}.form()

// cluesOfRooms are numbers of rooms, in the first cell of each.
var cluesOfRooms = form{
	func(b *linkBoard) []Param {
		b.at[cellLayer] = empty(b.rows * b.cols)
		for i, cell := range b.firsts() {
			b.at[cellLayer][cell] = b.at[clueLayer][i]
		}
		return clues.params(b)
	},
	func(b *linkBoard, d data) {
		clues.numbers(b, d)
		of := map[int]int{}
		for i, n := range b.at[cellLayer] {
			if n != blank {
				of[b.at[roomLayer][i]] = n
			}
		}
		for _, cell := range b.firsts() {
			n, is := of[b.at[roomLayer][cell]]
			if !is {
				n = blank
			}
			b.at[clueLayer] = append(b.at[clueLayer], n)
		}
		b.at[cellLayer] = nil
	},
}

// blackRooms gives each black cell a room of its own.
var blackRooms = form{
	func(*linkBoard) []Param { return nil },
	func(b *linkBoard, _ data) {
		for i, n := range b.at[cellLayer] {
			if n == question || n >= perArrow {
				b.at[roomLayer][i] = len(b.at[cellLayer]) + i
			}
		}
	},
}

// most is the largest number of a fillomino: 3 with the flag t, 9 unless a number of the board is larger.
var most = form{
	func(b *linkBoard) []Param {
		switch largest := slices.Max(b.at[cellLayer]); {
		case b.flagged("t"):
			if largest > 3 {
				b.fail("the board is for the numbers up to 3, and has a %d", largest)
			}
			return []Param{{"most", number(3)}}
		case largest > 9:
			return []Param{{"most", number(largest)}}
		}
		return nil
	},
	func(b *linkBoard, d data) {
		switch n := given[int](b, d, "most"); {
		case n == 3:
			b.flags = "t"
		case n != 0 && n != max(9, slices.Max(b.at[cellLayer])):
			b.fail("puzz.link has no way to say that the largest number is %d", n)
		}
	},
}

// sideOf is the parameter for the length of a side of a square.
var sideOf = form{
	func(b *linkBoard) []Param { return append(equalSides.params(b), Param{"n", number(b.cols)}) },
	func(b *linkBoard, d data) { b.rows, b.cols = given[int](b, d, "n"), given[int](b, d, "n") },
}

// equalSides is for boards that are squares.
var equalSides = form{
	func(b *linkBoard) []Param {
		if b.rows != b.cols {
			b.fail("a board of %s is a square; this one has %d rows and %d columns", b.name, b.rows, b.cols)
		}
		return nil
	},
	func(*linkBoard, data) {},
}

// nurikabe has numbers above 9 as pairs of a cell and its number.
var nurikabe = form{
	func(b *linkBoard) []Param {
		var large set
		for i, n := range b.at[cellLayer] {
			if n > 9 {
				large = append(large, tuple{cell{i / b.cols, i % b.cols}, number(n)})
				b.at[cellLayer][i] = question // an island of any size
			}
		}
		level := islands.params(b)
		if large == nil {
			return level
		}
		return append(level, Param{"large", large})
	},
	func(b *linkBoard, d data) {
		islands.numbers(b, d)
		for _, pair := range given[[][2]json.RawMessage](b, d, "large") {
			var at [2]int
			var n int
			if json.Unmarshal(pair[0], &at) == nil && json.Unmarshal(pair[1], &n) == nil {
				b.put(b.at[cellLayer], b.cols, at, n)
			}
		}
	},
}

var islands = mapOf{param: "level", signs: "123456789", first: 1, asked: "?"}

// shikaku has triples of a row, a column and a number.
var shikaku = form{
	func(b *linkBoard) []Param {
		var clues set
		for i, n := range b.at[cellLayer] {
			if n != blank { // 0 is a question mark
				clues = append(clues, place(i/b.cols, i%b.cols, max(n, 0)))
			}
		}
		return []Param{{"clue", clues}}
	},
	func(b *linkBoard, d data) {
		b.at[cellLayer] = empty(b.rows * b.cols)
		for _, t := range given[[][3]int](b, d, "clue") {
			if t[2] == 0 {
				t[2] = question
			}
			b.put(b.at[cellLayer], b.cols, [2]int(t[:2]), t[2])
		}
	},
}

// ends are the signs of the ends of paths, from 1 on.
const ends = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// fill says whether paths fill the board, as they do unless an arukone has the flag e.
var fill = form{
	func(b *linkBoard) []Param { return []Param{{"fill", truth(!b.flagged("e") || b.name != "arukone")}} },
	func(b *linkBoard, d data) {
		if _, is := d["fill"]; is && !given[bool](b, d, "fill") {
			b.name, b.flags = "arukone", "e"
		}
	},
}

// arrowsOf are the directions of cells, which each number has.
var arrowsOf = form{
	func(b *linkBoard) []Param {
		for i, n := range b.at[cellLayer] {
			if n >= 0 && b.at[otherLayer][i] == blank {
				b.fail("row %d, column %d: a number without an arrow; the model %s does not know that",
					i/b.cols+1, i%b.cols+1, b.genre.model)
			}
		}
		return arrowGrid.params(b)
	},
	arrowGrid.numbers,
}

var arrowGrid = gridOf{
	param: "arrow", of: otherLayer, none: blank, names: []string{"up", "down", "left", "right"},
}.form()

// boxes are as wide as they are high, and 2×3 on a sudoku of six columns.
var boxes = form{
	func(b *linkBoard) []Param {
		high, wide := boxOf(b.cols)
		if b.rows != b.cols || high*wide != b.cols {
			b.fail("a sudoku of %d rows and %d columns has no boxes", b.rows, b.cols)
		}
		return []Param{{"high", number(high)}, {"wide", number(wide)}}
	},
	func(b *linkBoard, d data) {
		high, wide := boxOf(b.cols)
		if given[int](b, d, "high") != high || given[int](b, d, "wide") != wide {
			b.fail("puzz.link has no sudoku of %d columns with other boxes than %d×%d", b.cols, high, wide)
		}
	},
}

func boxOf(cols int) (high, wide int) {
	if cols == 6 {
		return 2, 3
	}
	for high*high < cols {
		high++
	}
	return high, high
}

// place returns the triple of a cell and a number.
func place(row, col, n int) tuple { return tuple{number(row), number(col), number(n)} }

// A black cell of a kakuro is packed as one number: the sum of the run below it, and of the run to its right. The
// numbers of a board are those of the cells with an edge above and to the left.
const perSum = 64

var sums = runs('k', func(b *linkBoard) int {
	if b.skip(".") {
		return 0
	}
	down := b.sum()
	return down*perSum + b.sum()
}, func(n int) string {
	if n == 0 {
		return "."
	}
	return writtenSum(n/perSum) + writtenSum(n%perSum)
})

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

func writtenSum(n int) string {
	switch {
	case n == 0:
		return "-"
	case n < 20:
		return strconv.FormatInt(int64(n), 36)
	default:
		return strings.ToUpper(strconv.FormatInt(int64(n-10), 36))
	}
}

func readKakuro(b *linkBoard, _ int) []int {
	inside := sums.read(b, b.rows*b.cols)
	out := make([]int, 1+b.cols)
	for k := range b.cols {
		if inside[k] == blank {
			out[k+1] = b.sum() * perSum
		}
	}
	for row := range slices.Chunk(inside, b.cols) {
		left := 0
		if row[0] == blank {
			left = b.sum()
		}
		out = slices.Concat(out, []int{left}, row)
	}
	return out
}

func writeKakuro(b *linkBoard, all []int) string {
	top, edges := all[1:1+b.cols], ""
	var inside []int
	for row := range slices.Chunk(all[1+b.cols:], 1+b.cols) {
		inside = append(inside, row[1:]...)
		if row[1] == blank {
			edges += writtenSum(row[0])
		}
	}
	for k := b.cols - 1; k >= 0; k-- {
		if inside[k] == blank {
			edges = writtenSum(top[k]/perSum) + edges
		}
	}
	return sums.write(b, inside) + edges
}

func (b *linkBoard) kakuroFile() {
	for i := range b.rows + 1 {
		for k, w := range b.row(b.cols + 1) {
			across, down, black := strings.Cut(w, ",")
			a, _ := strconv.Atoi(across)
			d, _ := strconv.Atoi(down)
			n := max(d, 0)*perSum + max(a, 0)
			switch {
			case i == 0 && k == 0:
				n = 0
			case i == 0:
				n = max(a, 0) * perSum
			case k > 0 && !black:
				n = blank
			}
			b.at[cellLayer] = append(b.at[cellLayer], n)
		}
	}
}

var kakuro = form{
	func(b *linkBoard) []Param {
		var level rows
		across, down := set{}, set{}
		white := func(i, k int) bool {
			return i <= b.rows && k <= b.cols && b.at[cellLayer][i*(b.cols+1)+k] == blank
		}
		add := func(runs *set, i, k, sum int, first, second bool) {
			if sum > 0 {
				*runs = append(*runs, place(i, k, sum))
			} else if first && second {
				b.fail("the run behind row %d, column %d has no sum; the model kakuro wants one for each run", i, k)
			}
		}
		for i := range b.rows + 1 {
			line := ""
			for k := range b.cols + 1 {
				if white(i, k) {
					line += "."
					continue
				}
				line += "#"
				n := b.at[cellLayer][i*(b.cols+1)+k]
				add(&across, i, k, n%perSum, white(i, k+1), white(i, k+2))
				add(&down, i, k, n/perSum, white(i+1, k), white(i+2, k))
			}
			level = append(level, line)
		}
		return []Param{{"level", level}, {"across", across}, {"downward", down}}
	},
	func(b *linkBoard, d data) {
		mapOf{param: "level", signs: "#", larger: 1}.numbers(b, d)
		for param, by := range map[string]int{"across": 1, "downward": perSum} {
			sums := make([]int, len(b.at[cellLayer]))
			for _, run := range given[[][3]int](b, d, param) {
				b.put(sums, b.cols+1, [2]int(run[:2]), by*run[2])
			}
			for i, n := range sums {
				b.at[cellLayer][i] += n
			}
		}
	},
}

// A nonogram has room for half a row of numbers before each row, and for half a column above each column. In addresses
// the number next to the board comes first.

func readNonogram(b *linkBoard, n int) []int { return b.reversed(numbers.read(b, n)) }

func writeNonogram(b *linkBoard, all []int) string { return numbers.write(b, b.reversed(all)) }

// reversed turns the numbers of each line round.
func (b *linkBoard) reversed(all []int) []int {
	for i := range b.cols + b.rows {
		slices.Reverse(b.ofLine(all, i))
	}
	return all
}

// ofLine returns the numbers of a line of a nonogram: of the columns, and then of the rows.
func (b *linkBoard) ofLine(all []int, i int) []int {
	high, wide := (b.rows+1)/2, (b.cols+1)/2
	if i < b.cols {
		return all[i*high : (i+1)*high]
	}
	at := b.cols*high + (i-b.cols)*wide
	return all[at : at+wide]
}

func (b *linkBoard) nonogramFile() {
	high, wide := (b.rows+1)/2, (b.cols+1)/2
	top, left := empty(b.cols*high), []int{}
	for i, n := range b.table(high, wide+b.cols) {
		if k := i%(wide+b.cols) - wide; k >= 0 {
			top[k*high+i/(wide+b.cols)] = n
		}
	}
	for i, n := range b.table(b.rows, wide+b.cols) {
		if i%(wide+b.cols) < wide {
			left = append(left, n)
		}
	}
	b.at[edgeLayer] = append(top, left...)
}

var nonogram = form{
	func(b *linkBoard) []Param {
		clues := func(i, cells int) list {
			clue := list{}
			for _, n := range b.ofLine(b.at[edgeLayer], i) {
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
			return clue
		}
		var rows, cols list
		for i := range b.rows {
			rows = append(rows, clues(b.cols+i, b.cols))
		}
		for k := range b.cols {
			cols = append(cols, clues(k, b.rows))
		}
		return []Param{{"row_clues", rows}, {"col_clues", cols}}
	},
	func(b *linkBoard, d data) {
		b.at[edgeLayer] = empty(b.cols*((b.rows+1)/2) + b.rows*((b.cols+1)/2))
		for i, clue := range append(given[[][]int](b, d, "col_clues"), given[[][]int](b, d, "row_clues")...) {
			line := b.ofLine(b.at[edgeLayer], i)
			if len(clue) > len(line) {
				b.fail("puzz.link has room for %d numbers beside a line, and here are %d", len(line), len(clue))
				return
			}
			copy(line[len(line)-len(clue):], clue)
		}
	},
}

// The numbers of skyscrapers are those of the cells with an edge around them.

func readSkyscrapers(b *linkBoard, _ int) []int {
	edge := numbers.read(b, 2*b.cols+2*b.rows)
	inside := empty(b.rows * b.cols)
	if b.body != "" {
		inside = numbers.read(b, len(inside))
	}
	left, right := edge[2*b.cols:2*b.cols+b.rows], edge[2*b.cols+b.rows:]
	out := slices.Concat(empty(1), edge[:b.cols], empty(1))
	for i := range b.rows {
		out = slices.Concat(out, left[i:i+1], inside[i*b.cols:(i+1)*b.cols], right[i:i+1])
	}
	return slices.Concat(out, empty(1), edge[b.cols:2*b.cols], empty(1))
}

func writeSkyscrapers(b *linkBoard, all []int) string {
	wide := b.cols + 2
	edge := slices.Concat(all[1:wide-1], all[len(all)-wide+1:len(all)-1])
	var right, inside []int
	for row := range slices.Chunk(all[wide:len(all)-wide], wide) {
		edge, right = append(edge, row[0]), append(right, row[wide-1])
		inside = append(inside, row[1:wide-1]...)
	}
	out := numbers.write(b, append(edge, right...))
	if slices.Max(inside) > blank {
		out += numbers.write(b, inside)
	}
	return out
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
			b.at[cellLayer] = append(b.at[cellLayer], n)
		}
	}
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
			b.at[cellLayer] = append(b.at[cellLayer], n)
		}
	}
}

// readStars reads the number of stars, which a slash ends.
func readStars(b *linkBoard, _ int) []int {
	count, rest, _ := strings.Cut(b.body, "/")
	b.body = rest
	return b.starred(count)
}

// afterSlash is numbers at the edges behind a slash.
var afterSlash = codec{
	func(b *linkBoard, n int) []int { b.body = strings.TrimPrefix(b.body, "/"); return numbers.read(b, n) },
	func(b *linkBoard, all []int) string { return "/" + numbers.write(b, all) },
}

func writeStars(_ *linkBoard, numbers []int) string { return strconv.Itoa(numbers[0]) + "/" }

func (b *linkBoard) starred(count string) []int {
	stars, _ := strconv.Atoi(count)
	if stars < 1 {
		b.fail("%q is no number of stars", count)
	}
	return []int{stars}
}

func (b *linkBoard) starsFile() {
	b.at[countLayer] = b.starred(b.row(1)[0])
	b.row(1) // the number of regions
	b.at[roomLayer] = b.table(b.rows, b.cols)
}

// halves returns how many middles of cells, borders and corners a board has.
func halves(b *linkBoard) int { return (2*b.rows - 1) * (2*b.cols - 1) }

func (b *linkBoard) dotsFile() {
	b.at[cellLayer] = empty(b.rows * b.cols)
	for i := range 2*b.rows - 1 {
		line := b.row(1)[0]
		if len(line) != 2*b.cols-1 {
			b.fail("%q has %d signs; there is one for each of %d half cells", line, len(line), 2*b.cols-1)
			return
		}
		for k, c := range line {
			if c == 'X' && i%2 == 0 && k%2 == 0 {
				b.at[cellLayer][i/2*b.cols+k/2] = 1
			}
			b.at[dotLayer] = append(b.at[dotLayer], btoi(c != '.' && c != 'X')*2-1)
		}
	}
}

var galaxies = form{
	func(b *linkBoard) []Param {
		return []Param{
			{"centre", list(places(b.at[dotLayer], 2*b.cols-1))}, {"hole", set(places(b.at[cellLayer], b.cols))},
		}
	},
	func(b *linkBoard, d data) {
		b.at[dotLayer], b.at[cellLayer] = empty(halves(b)), empty(b.rows*b.cols)
		for _, at := range given[[][2]int](b, d, "centre") {
			b.put(b.at[dotLayer], 2*b.cols-1, at, 1)
		}
		for _, at := range given[[][2]int](b, d, "hole") {
			b.put(b.at[cellLayer], b.cols, at, 1)
		}
	},
}

// places lists where the numbers of rows of some width are not blank.
func places(numbers []int, wide int) []value {
	out := []value{}
	for i, n := range numbers {
		if n != blank {
			out = append(out, cell{i / wide, i % wide})
		}
	}
	return out
}

func (b *linkBoard) tentsFile() {
	all := b.table(b.rows+1, b.cols+1)
	b.at[edgeLayer] = all[1 : b.cols+1]
	for i := range b.rows {
		row := all[(i+1)*(b.cols+1):]
		b.at[edgeLayer] = append(b.at[edgeLayer], row[0])
		b.at[cellLayer] = append(b.at[cellLayer], row[1:b.cols+1]...)
	}
	for i, n := range b.at[cellLayer] {
		if n == question { // a cell without a tent, in an answer
			b.at[cellLayer][i] = blank
		}
	}
}
