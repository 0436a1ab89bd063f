package genres

import (
	"slices"
	"strconv"
	"strings"
)

// older are the genres whose models are older than the kits.
var older = []genre{
	{"Akari", "light_up.pz", level(map[string]string{"x": "#"}), two("lamp", "o", "-"), lamps},
	{"Binairo", "takuzu.pz", binairo, two("one", "2", "1"), given},
	{"Dominos", "dominosa.pz", keyedWords("number"), dominoes, regions},
	{"Fillomino", "fillomino.pz", fillomino, worded("size_of"), given},
	{"Galaxies", "galaxies.pz", galaxies, galaxiesOf, regions},
	{"GokigenNaname", "slant.pz", keyed("clue", nil), two("falls", `\`, "/"), given},
	{"Hashi", "bridges.pz", level(nil), spans, given},
	{"Hitori", "hitori.pz", lettered("level"), two("black", "x", "-"), given},
	{"JigsawSudoku", "jigsaw.pz", jigsaw, values, given},
	{"Kakuro", "kakuro.pz", kakuro, values, given},
	{"KillerSudoku", "killer.pz", killer, values, given},
	{"Kuromasu", "kurodoko.pz", kurodoko, two("black", "x", "-"), given},
	{"Masyu", "masyu.pz", level(map[string]string{"b": "#", "w": "O"}), linked("right_of", "below"), sides},
	{"Mosaic", "mosaic.pz", keyed("clue", nil), two("black", "x", "-"), given},
	{"Nonogram", "nonogram.pz", nonogram, two("black", "x", "-"), given},
	{"NumberLink", "numberlink.pz", numberlink, linked("link", ""), sides},
	{"Nurikabe", "nurikabe.pz", nurikabe, two("sea", "x", "-"), given},
	{"Shikaku", "shikaku.pz", shikaku, cutBy("cut"), regions},
	{"Skyscraper", "skyscrapers.pz", skyscrapers, houses, given},
	{"Slitherlink", "slitherlink.pz", level(nil), insides, given},
	{"Starbattle", "star_battle.pz", starBattle, two("star", "x", "-"), given},
	{"Sudoku", "sudoku.pz", sudoku, values, given},
	{"Tent", "tents.pz", tents, tented, given},
}

// worded has the values of a state variable.
func worded(name string) func(b *board, at solution) [][]string {
	return func(b *board, at solution) [][]string {
		return cells(b, func(i, j int) string { return at(name, i, j) })
	}
}

func keyed(param string, signs map[string]string) func(b *board) map[string]any {
	return func(b *board) map[string]any { return map[string]any{param: signsOf(b.lines, signs)} }
}

// letter is the sign of a number: 10 is A.
func letter(w string) string {
	switch n := number(w); {
	case n > 35:
		return string(rune('a' + n - 36))
	case n > 9:
		return string(rune('A' + n - 10))
	}
	return w
}

func lettered(param string) func(b *board) map[string]any {
	return func(b *board) map[string]any {
		lines := make([][]string, len(b.lines))
		for i, line := range b.lines {
			for _, w := range line {
				lines[i] = append(lines[i], letter(w))
			}
		}
		return map[string]any{param: signsOf(lines, nil)}
	}
}

// copied has the words of the problem where it has any, and others elsewhere.
func copied(b *board, lines [][]string, others func(i, j int) string) [][]string {
	return cells(b, func(i, j int) string {
		if w := lines[i][j]; w != "-" {
			return w
		}
		return others(i, j)
	})
}

// lamps leaves out the black cells, which some solutions show.
func lamps(b *board) [][]string {
	return cells(b, func(i, j int) string {
		if b.want[i][j] == "o" {
			return "o"
		}
		return "-"
	})
}

// binairo leaves out boards in whose solutions two lines are equal: other rules.
func binairo(b *board) map[string]any {
	data := level(map[string]string{"1": "0", "2": "1"})(b)
	data["unequal"] = false // some of the boards have equal rows
	return data
}

func fillomino(b *board) map[string]any {
	most := 1
	for _, line := range b.want {
		for _, w := range line {
			most = max(most, number(w))
		}
	}
	var lines []string
	for _, line := range b.lines {
		lines = append(lines, " "+strings.ReplaceAll(strings.Join(line, " "), "-", "."))
	}
	return map[string]any{"given": lines, "most": most}
}

func kurodoko(b *board) map[string]any {
	return sized(b, map[string]any{"number": grid(b.lines, func(w string) any { return max(number(w), 0) })})
}

// linked has the sides of lines that lead to the right and down. With one array, these are its ways.
func linked(right, down string) func(b *board, at solution) [][]string {
	return func(b *board, at solution) [][]string {
		leads := func(i, j, way int) bool {
			switch {
			case i < 0 || j < 0:
				return false
			case down == "":
				return at(right, i, j, way) == "true"
			}
			return at([]string{right, down}[way], i, j) == "true"
		}
		return cells(b, func(i, j int) string {
			w := ""
			for _, side := range []struct {
				word string
				on   bool
			}{{"n", leads(i-1, j, 1)}, {"e", leads(i, j, 0)}, {"s", leads(i, j, 1)}, {"w", leads(i, j-1, 0)}} {
				if side.on {
					w += side.word
				}
			}
			if w == "" {
				return "-"
			}
			return w
		})
	}
}

func nonogram(b *board) map[string]any {
	runs := func(lines [][]string) (all []any) {
		for _, line := range lines {
			clues := []int{}
			for _, w := range line {
				if n := number(w); n > 0 {
					clues = append(clues, n)
				}
			}
			all = append(all, clues)
		}
		return all
	}
	return map[string]any{
		"height": b.rows, "width": b.cols, "col_clues": runs(b.lines[:b.cols]), "row_clues": runs(b.lines[b.cols:]),
	}
}

func numberlink(b *board) map[string]any {
	fill, most := true, 0
	for _, line := range b.lines {
		for _, w := range line {
			most = max(most, number(w))
		}
	}
	if most > 61 { // there is no sign for 62
		return nil
	}
	for _, line := range b.want {
		for _, w := range line {
			fill = fill && w != "-"
		}
	}
	data := lettered("level")(b)
	data["fill"] = fill
	return data
}

func nurikabe(b *board) map[string]any {
	var large []any
	for _, line := range b.lines {
		if len(line) != b.cols || len(b.lines) != b.rows { // a board that is not whole
			return nil
		}
	}
	lines := cells(b, func(i, j int) string {
		if n := number(b.lines[i][j]); n > 9 {
			large = append(large, []any{[]int{i, j}, n})
			return "?"
		}
		return b.lines[i][j]
	})
	data := map[string]any{"level": signsOf(lines, nil)}
	if large != nil {
		data["large"] = large
	}
	return data
}

func shikaku(b *board) map[string]any {
	var clue []any
	for i, line := range b.lines {
		for j, w := range line {
			if n := number(w); n > 0 {
				clue = append(clue, []int{i, j, n})
			}
		}
	}
	return sized(b, map[string]any{"clue": clue})
}

// insides finds the cells inside a loop: a line from the left rim crosses the loop an odd number of times.
func insides(b *board, at solution) [][]string {
	in := false
	return cells(b, func(i, j int) string {
		if in = (j > 0 && in) != (at("loop", i, j, 3) == "true"); in {
			return "x"
		}
		return "-"
	})
}

func starBattle(b *board) map[string]any {
	name := named()
	lines := cells(b, func(i, j int) string { return string(rune('A' + name(b.lines[i][j]).(int))) })
	return map[string]any{"stars": b.head[2], "level": signsOf(lines, nil)}
}

func sudoku(b *board) map[string]any {
	data := lettered("clues")(b)
	data["high"] = map[int]int{4: 2, 6: 2, 8: 2, 9: 3, 12: 3, 16: 4, 25: 5}[b.rows]
	data["wide"] = b.rows / data["high"].(int)
	return data
}

func tents(b *board) map[string]any {
	pairs := func(line []string) []any {
		all := []any{}
		for k, w := range line {
			if n := number(w); n >= 0 {
				all = append(all, []int{k, n})
			}
		}
		return all
	}
	return map[string]any{
		"in_col": pairs(b.lines[0]), "in_row": pairs(b.lines[1]),
		"level": signsOf(b.lines[2:], map[string]string{"x": "T"}),
	}
}

func tented(b *board, at solution) [][]string {
	tent := two("tent", "o", "-")(b, at)
	return copied(b, b.lines[2:], func(i, j int) string { return tent[i][j] })
}

// keyedWords is for a map of words.
func keyedWords(param string) func(b *board) map[string]any {
	return func(b *board) map[string]any {
		lines := []string{}
		for _, line := range b.lines {
			lines = append(lines, " "+strings.Join(line, " "))
		}
		return map[string]any{param: lines}
	}
}

// halfOf returns where the other half of a domino lies.
func halfOf(at solution, i, j int) (x, y int) {
	s := map[string][2]int{"up": {-1, 0}, "right": {0, 1}, "down": {1, 0}, "left": {0, -1}}[at("half", i, j)]
	return i + s[0], j + s[1]
}

func dominoes(b *board, at solution) [][]string {
	letter := named()
	return cells(b, func(i, j int) string {
		x, y := halfOf(at, i, j)
		return string(rune('B' + letter(strconv.Itoa(min(i*b.cols+j, x*b.cols+y))).(int)))
	})
}

// galaxies has 0 for a centre in the middle of a cell, 1 to its right, 2 below, 3 at the corner.
func galaxies(b *board) map[string]any {
	centres := []any{}
	for i, line := range b.lines {
		for j, w := range line {
			if n := number(w); n >= 0 {
				centres = append(centres, []int{2*i + n/2, 2*j + n%2})
			}
		}
	}
	return sized(b, map[string]any{"centre": centres})
}

func galaxiesOf(b *board, at solution) [][]string {
	letter := named()
	return cells(b, func(i, j int) string { return string(rune('B' + letter(at("galaxy", i, j)).(int))) })
}

// spans has 1 and 2 for bridges to the right, a and b for bridges down, in the cells between islands.
func spans(b *board, at solution) [][]string {
	lines := cells(b, func(_, _ int) string { return "-" })
	island := 0
	for k := range b.rows * b.cols {
		i, j := k/b.cols, k%b.cols
		if b.lines[i][j] == "-" {
			continue
		}
		for way, signs := range []string{"-12", "-ab"} {
			n := number(at("bridges", 0, 2*island+way))
			for x, y := i+way, j+1-way; x < b.rows && y < b.cols && b.lines[x][y] == "-" && n > 0; x, y = x+way, y+1-way {
				lines[x][y] = signs[n : n+1]
			}
		}
		island++
	}
	return lines
}

func jigsaw(b *board) map[string]any {
	data := lettered("clues")(&board{lines: b.lines[:b.rows]})
	name := named()
	data["piece"] = signsOf(cells(b, func(i, j int) string {
		return string(rune('A' + name(b.lines[b.rows+i][j]).(int)))
	}), nil)
	return data
}

// kakuro has words such as 15,9 for black cells: the sum below, and the sum to the right.
func kakuro(b *board) map[string]any {
	across, down := []any{}, []any{}
	lines := cells(b, func(i, j int) string {
		below, right, black := strings.Cut(b.lines[i][j], ",")
		if n := number(below); n > 0 && black {
			down = append(down, []int{i, j, n})
		}
		if n := number(right); n > 0 {
			across = append(across, []int{i, j, n})
		}
		if b.lines[i][j] == "0" {
			return "."
		}
		return "#"
	})
	return map[string]any{"level": signsOf(lines, nil), "across": across, "downward": down}
}

// killer has the total of a cage in one of its cells.
func killer(b *board) map[string]any {
	data := sudoku(&board{rows: b.rows})
	delete(data, "clues")
	total := []int{}
	data["cage"] = grid(b.lines[b.rows:], named())
	for i, line := range data["cage"].([]any) {
		for j, cage := range line.([]any) {
			for cage.(int) >= len(total) {
				total = append(total, 0)
			}
			total[cage.(int)] += max(number(b.lines[i][j]), 0)
		}
	}
	data["total"] = total
	return data
}

// skyscrapers has four lines for the edges, in the order up, down, left, right.
func skyscrapers(b *board) map[string]any {
	if b.head[2] != b.rows || len(b.head) > 3 { // some cells stay free, or no diagonal has equal houses
		return nil
	}
	rows := [][]string{slices.Concat([]string{"."}, b.lines[0], []string{"."})}
	for i, line := range b.lines[4 : 4+b.rows] {
		rows = append(rows, slices.Concat(b.lines[2][i:i+1], line, b.lines[3][i:i+1]))
	}
	rows = append(rows, slices.Concat([]string{"."}, b.lines[1], []string{"."}))
	data := keyedWords("level")(&board{lines: rows})
	for i, line := range data["level"].([]string) {
		data["level"].([]string)[i] = strings.ReplaceAll(line, "-", ".")
	}
	return data
}

func houses(b *board, at solution) [][]string {
	return cells(b, func(i, j int) string { return at("house", 0, (i+1)*(b.cols+2)+j+1) })
}
