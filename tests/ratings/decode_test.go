package ratings

import (
	"fmt"
	"strconv"
	"strings"
)

// decoders make the parameters of a model from the text of a board, as Simon Tatham's programs write it after the
// colon.
var decoders = map[string]func(text string, rows, cols int) map[string]any{
	"bridges":     level("level", nil),
	"dominosa":    dominoes,
	"futoshiki":   futoshiki,
	"galaxies":    galaxies,
	"hitori":      level("level", nil),
	"kenken":      kenken,
	"light_up":    level("level", map[rune]string{'B': "#"}),
	"masyu":       level("level", map[rune]string{'B': "#", 'W': "O"}),
	"skyscrapers": skyscrapers,
	"slant":       func(text string, rows, cols int) map[string]any { return level("clue", nil)(text, rows+1, cols+1) },
	"slitherlink": level("level", nil),
	"sudoku":      func(text string, _, _ int) map[string]any { return level("clues", nil)(text, 9, 9) },
	"takuzu": func(text string, rows, cols int) map[string]any {
		return drawn("level", runs(text, "01"), rows, cols)
	},
	"tents": tents,
}

// drawn is a map of signs.
func drawn(name, signs string, rows, cols int) map[string]any {
	var lines []string
	for i := range rows {
		lines = append(lines, signs[i*cols:(i+1)*cols])
	}
	return map[string]any{name: strings.Join(lines, "\n")}
}

// cells reads a board in which a small letter is a number of cells without a clue, and another sign is a clue.
func cells(text string, signs map[rune]string) string {
	var b strings.Builder
	for _, c := range text {
		switch s, renamed := signs[c]; {
		case c == '_': // parts two numbers
		case c >= 'a':
			b.WriteString(strings.Repeat(".", int(c-'a')+1))
		case renamed:
			b.WriteString(s)
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}

func level(name string, signs map[rune]string) func(text string, rows, cols int) map[string]any {
	return func(text string, rows, cols int) map[string]any { return drawn(name, cells(text, signs), rows, cols) }
}

// runs reads letters that are numbers of dots before a sign: of the first sign for a small letter, of the second one
// for a capital letter. z stands for 25 dots alone, and _ for a sign alone.
func runs(text, signs string) string {
	var b strings.Builder
	for _, c := range text {
		sign, n := signs[:1], int(c-'a')
		switch {
		case c == '_':
			n = 0
		case c < 'a':
			sign, n = signs[1:2], int(c-'A')
		case signs[0] != '0':
			n++ // a is one dot
		}
		if b.WriteString(strings.Repeat(".", min(n, 25))); n < 25 || c != 'z' {
			b.WriteString(sign)
		}
	}
	return b.String()
}

func numbers(text string) (all []int) {
	for word := range strings.FieldsFuncSeq(text, func(c rune) bool { return c == ',' || c == '/' }) {
		n, err := strconv.Atoi(word)
		if err != nil {
			panic(err)
		}
		all = append(all, n)
	}
	return all
}

func tents(text string, rows, cols int) map[string]any {
	trees, edge, _ := strings.Cut(text, ",")
	data := drawn("level", runs(trees, "T"), rows, cols)
	n := numbers(edge)
	pairs := func(n []int) (all [][2]int) {
		for i, x := range n {
			all = append(all, [2]int{i, x})
		}
		return all
	}
	data["in_col"], data["in_row"] = pairs(n[:cols]), pairs(n[cols:])
	return data
}

func dominoes(text string, _, _ int) map[string]any {
	rows := 0
	for n := len(text); rows*(rows+1) < n; {
		rows++
	}
	return drawn("number", text, rows, rows+1)
}

// galaxies reads centres on the cells, sides and points within the board.
func galaxies(text string, rows, cols int) map[string]any {
	var centres [][2]int
	dots, wide := runs(text, "01"), 2*cols-1
	for i, c := range dots {
		if c == '0' {
			centres = append(centres, [2]int{i / wide, i % wide})
		}
	}
	return map[string]any{"rows": rows, "cols": cols, "centre": centres}
}

// skyscrapers reads the numbers above, below, to the left and to the right.
func skyscrapers(text string, _, _ int) map[string]any {
	text, given, _ := strings.Cut(text, ",")
	n := strings.Split(text, "/")
	size := len(n) / 4
	inner := strings.Repeat(".", size*size)
	if given != "" {
		inner = cells(given, nil)
	}
	clue := func(side, i int) string {
		if s := n[side*size+i]; s != "" {
			return s
		}
		return "."
	}
	rows := make([]string, size+2)
	rows[0], rows[size+1] = ".", "."
	for i := range size {
		rows[0] += clue(0, i)
		rows[size+1] += clue(1, i)
		rows[i+1] = clue(2, i) + inner[i*size:(i+1)*size] + clue(3, i)
	}
	rows[0], rows[size+1] = rows[0]+".", rows[size+1]+"."
	return map[string]any{"level": strings.Join(rows, "\n")}
}

// futoshiki reads a number for each cell, with the sides at which the neighbour is smaller.
func futoshiki(text string, _, _ int) map[string]any {
	cells := strings.Split(strings.TrimSuffix(text, ","), ",")
	n := 1
	for n*n < len(cells) {
		n++
	}
	lines := make([][]byte, 2*n-1)
	for i := range lines {
		lines[i] = []byte(strings.Repeat(" ", 2*n-1))
	}
	for i, cell := range cells {
		r, k := 2*(i/n), 2*(i%n)
		if lines[r][k] = cell[0]; cell[0] == '0' {
			lines[r][k] = '.'
		}
		for _, side := range cell[1:] {
			switch side {
			case 'U':
				lines[r-1][k] = '^'
			case 'D':
				lines[r+1][k] = 'v'
			case 'L':
				lines[r][k-1] = '<'
			case 'R':
				lines[r][k+1] = '>'
			}
		}
	}
	var rows []string
	for _, line := range lines {
		rows = append(rows, string(line))
	}
	return map[string]any{"level": strings.Join(rows, "\n")}
}

// kenken reads the borders between cells, those beside each other first, as numbers of sides without a border. A number
// repeats the letter before it. Then come the rules, in the order of the first cells.
func kenken(text string, _, _ int) map[string]any {
	const n = 6
	borders, rules, _ := strings.Cut(text, ",")
	var open []bool
	last := 0
	add := func() {
		for range last {
			open = append(open, true)
		}
		open = append(open, false)
	}
	for i := 0; i < len(borders); i++ {
		switch c := borders[i]; {
		case c == '_':
			last = 0
			add()
		case c >= 'a':
			last = int(c-'a') + 1
			add()
		default:
			digits := borders[i:]
			if end := strings.IndexFunc(digits, func(c rune) bool { return c < '0' || c > '9' }); end > 0 {
				digits = digits[:end]
			}
			for range numbers(digits)[0] - 1 {
				add()
			}
			i += len(digits) - 1
		}
	}
	cage := make([]int, n*n)
	for i := range cage {
		cage[i] = i
	}
	for again := true; again; {
		again = false
		for i := range 2 * n * (n - 1) {
			a := i/(n-1)*n + i%(n-1)
			b := a + 1
			if i >= n*(n-1) {
				a = i/(n-1) - n + i%(n-1)*n
				b = a + n
			}
			if least := min(cage[a], cage[b]); open[i] && cage[a] != cage[b] {
				cage[a], cage[b], again = least, least, true
			}
		}
	}
	var rule [][3]any
	signs := ""
	for i, first := range cage {
		name := string(rune('0' + first))
		if signs += name; first != i {
			continue
		}
		end := strings.IndexAny(rules[1:], "asmd") + 1
		if end == 0 {
			end = len(rules)
		}
		target, err := strconv.Atoi(rules[1:end])
		if err != nil {
			panic(fmt.Sprint(text, err))
		}
		sign := map[byte]string{'a': "+", 's': "-", 'm': "*", 'd': "/"}[rules[0]]
		rule, rules = append(rule, [3]any{name, sign, target}), rules[end:]
	}
	data := drawn("cage", signs, n, n)
	data["rule"] = rule
	return data
}
