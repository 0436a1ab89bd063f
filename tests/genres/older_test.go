package genres

import (
	"strings"
)

// older are the genres whose models are older than the kits.
var older = []genre{
	{"Akari", "light_up.pz", level(map[string]string{"x": "#"}), two("lamp", "o", "-"), lamps},
	{"Binairo", "takuzu.pz", binairo, two("one", "2", "1"), given},
	{"Fillomino", "fillomino.pz", fillomino, worded("size_of"), given},
	{"GokigenNaname", "slant.pz", keyed("clue", nil), two("falls", `\`, "/"), given},
	{"Hitori", "hitori.pz", lettered("level"), two("black", "x", "-"), given},
	{"Kuromasu", "kurodoko.pz", kurodoko, two("black", "x", "-"), given},
	{"Masyu", "masyu.pz", level(map[string]string{"b": "#", "w": "O"}), linked("right_of", "below"), sides},
	{"Mosaic", "mosaic.pz", keyed("clue", nil), two("black", "x", "-"), given},
	{"Nonogram", "nonogram.pz", nonogram, two("black", "x", "-"), given},
	{"NumberLink", "numberlink.pz", numberlink, linked("link", ""), sides},
	{"Nurikabe", "nurikabe.pz", nurikabe, two("sea", "x", "-"), given},
	{"Shikaku", "shikaku.pz", shikaku, cutBy("cut"), regions},
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
