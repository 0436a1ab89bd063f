package levels

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/internal/text"
)

// data are the parameters of a model, as pzc solve --data reads them.
type data map[string]json.RawMessage

// given returns the value of a parameter, zero if the data lack it.
func given[T any](b *linkBoard, d data, param string) (value T) {
	if raw, is := d[param]; is && json.Unmarshal(raw, &value) != nil {
		b.fail("%s = %s is not what the model %s of the library takes", param, raw, b.genre.model)
	}
	return value
}

// givenRows returns the rows of a parameter, which is a list of values if the board has one row.
func givenRows[T any](b *linkBoard, d data, param string) [][]T {
	var row []T
	if json.Unmarshal(d[param], &row) == nil {
		return [][]T{row}
	}
	return given[[][]T](b, d, param)
}

// put writes a number into rows of some width. Data may name a place that the board does not have.
func (b *linkBoard) put(numbers []int, wide int, at [2]int, n int) {
	if i := at[0]*wide + at[1]; min(at[0], at[1]) < 0 || at[1] >= wide || i >= len(numbers) {
		b.fail("the place (%d, %d) lies outside the board", at[0], at[1])
	} else {
		numbers[i] = n
	}
}

// sizes are the parameters for the numbers of rows and columns.
func sizes(rows, cols string) form {
	return form{
		func(b *linkBoard) []Param { return []Param{{rows, number(b.rows)}, {cols, number(b.cols)}} },
		func(b *linkBoard, d data) { b.rows, b.cols = given[int](b, d, rows), given[int](b, d, cols) },
	}
}

// mapOf is a map of the numbers of a layer: a sign for each number from first on, a dot for a blank, and the sign asked
// for a question mark; none, if the model has no question marks. The map may be larger than the board.
type mapOf struct {
	param  string
	of     layer
	signs  string
	first  int
	asked  string
	larger int
	full   bool // each place has a number
}

func (m mapOf) form() form { return form{m.params, m.numbers} }

func (m mapOf) params(b *linkBoard) []Param {
	known := strings.Split(m.signs, "")
	var out rows
	for row := range slices.Chunk(b.at[m.of], b.cols+m.larger) {
		line := ""
		for col, n := range row {
			switch {
			case n == blank && !m.full:
				line += "."
			case n == question && m.asked != "":
				line += m.asked
			case n < m.first || n >= m.first+len(known):
				b.refuse(len(out), col, n)
			default:
				line += known[n-m.first]
			}
		}
		out = append(out, line)
	}
	return []Param{{m.param, out}}
}

func (m mapOf) numbers(b *linkBoard, d data) {
	lines := given[[]string](b, d, m.param)
	known, all := strings.Split(m.signs, ""), strings.Split(strings.Join(lines, ""), "")
	b.rows, b.cols = len(lines)-m.larger, len(all)/max(len(lines), 1)-m.larger
	for _, sign := range all {
		n := blank
		if i := slices.Index(known, sign); i >= 0 {
			n = m.first + i
		} else if sign == m.asked {
			n = question
		}
		b.at[m.of] = append(b.at[m.of], n)
	}
}

// wordsOf is a map of words: numbers up to 9999, a dot for a blank, and the word asked for a question mark; none, if
// the model has no question marks. The map may be larger than the board.
func wordsOf(param string, larger int, asked string) form {
	return form{
		func(b *linkBoard) []Param {
			words := make([]string, len(b.at[cellLayer]))
			for i, n := range b.at[cellLayer] {
				switch words[i] = "."; {
				case n >= 0 && n < 10_000:
					words[i] = strconv.Itoa(n)
				case n == question && asked != "":
					words[i] = asked
				case n != blank:
					b.refuse(i/(b.cols+larger), i%(b.cols+larger), n)
				}
			}
			return []Param{{param, rows(text.Columns(words, b.cols+larger))}}
		},
		func(b *linkBoard, d data) {
			grid := givenRows[*int](b, d, param)
			b.at[cellLayer] = flat(grid, blank)
			for i, n := range b.at[cellLayer] {
				if strconv.Itoa(n) == asked {
					b.at[cellLayer][i] = question
				}
			}
			b.rows, b.cols = len(grid)-larger, len(b.at[cellLayer])/max(len(grid), 1)-larger
		},
	}
}

// flat returns the numbers of a grid, with a blank for what is missing and for the number none.
func flat(grid [][]*int, none int) (out []int) {
	for _, row := range grid {
		for _, n := range row {
			if n == nil || *n == none {
				out = append(out, blank)
			} else {
				out = append(out, *n)
			}
		}
	}
	return out
}

// gridOf is a list of rows of the numbers of a layer. A blank is the number none or, if none is blank, missing. So is a
// question mark if it is asked in another parameter, which truths writes. With names, the numbers from 1 on have names.
type gridOf struct {
	param string
	of    layer
	none  int
	asked bool
	names []string
}

func (g gridOf) form() form {
	return form{
		func(b *linkBoard) []Param {
			return []Param{{g.param, b.grid(func(i int) value {
				switch n := b.at[g.of][i]; {
				case n == question && !g.asked, g.names != nil && n > len(g.names):
					b.refuse(i/b.cols, i%b.cols, n)
				case n > 0 && g.names != nil:
					return name(g.names[n-1])
				case n >= 0:
					return number(n)
				case g.none >= 0:
					return number(g.none)
				}
				return missing{}
			})}}
		},
		func(b *linkBoard, d data) {
			if g.names == nil {
				b.at[g.of] = flat(givenRows[*int](b, d, g.param), g.none)
			} else {
				for _, name := range slices.Concat(givenRows[string](b, d, g.param)...) {
					n := slices.Index(g.names, name) + 1
					b.at[g.of] = append(b.at[g.of], n+blank*btoi(n == 0))
				}
			}
			if b.at[g.of] == nil {
				b.at[g.of] = empty(b.rows * b.cols)
			}
		},
	}
}

// truths is a list of rows that says which cells have such a number. Without another number it is the number open.
func truths(param string, is func(n int) bool, open int) form {
	return form{
		func(b *linkBoard) []Param {
			return []Param{{param, b.grid(func(i int) value { return truth(is(b.at[cellLayer][i])) })}}
		},
		func(b *linkBoard, d data) {
			if len(b.at[cellLayer]) == 0 {
				b.at[cellLayer] = empty(b.rows * b.cols)
			}
			for i, yes := range slices.Concat(givenRows[bool](b, d, param)...) {
				if yes && b.at[cellLayer][i] == blank {
					b.at[cellLayer][i] = open
				}
			}
		},
	}
}

// parted is for cells with a number, a direction and a kind, which codecs pack as one number: see packedCell. In the
// layer of cells, the number is left. A cell without one has a question mark there.
func parted(forms ...form) form {
	return form{
		func(b *linkBoard) (out []Param) {
			b.at[otherLayer], b.at[kindLayer] = empty(b.rows*b.cols), empty(b.rows*b.cols)
			for i, n := range b.at[cellLayer] {
				if n < 0 {
					continue
				}
				if b.at[cellLayer][i] = n % perArrow; n%perArrow == noNumber {
					b.at[cellLayer][i] = question
				}
				for of, part := range map[layer]int{otherLayer: n / perArrow % perKind, kindLayer: n / perArrow / perKind} {
					if part > 0 {
						b.at[of][i] = part
					}
				}
			}
			for _, f := range forms {
				out = append(out, f.params(b)...)
			}
			return out
		},
		func(b *linkBoard, d data) {
			for _, f := range forms {
				f.numbers(b, d)
			}
			for _, of := range []layer{otherLayer, kindLayer} {
				if b.at[of] == nil {
					b.at[of] = empty(b.rows * b.cols)
				}
			}
			for i, n := range b.at[cellLayer] {
				direction, kind := max(b.at[otherLayer][i], 0), max(b.at[kindLayer][i], 0)
				if n == blank {
					direction = 0 // an arrow alone says nothing
				}
				if direction+kind > 0 {
					if n < 0 {
						n = noNumber
					}
					b.at[cellLayer][i] = packedCell(kind, direction, n)
				}
			}
			b.at[otherLayer], b.at[kindLayer] = nil, nil
		},
	}
}

func isQuestion(n int) bool { return n == question }

func isGiven(n int) bool { return n != blank }

// without refuses a board that has something in a layer which the model does not know.
func without(of layer, what string) form {
	return form{func(b *linkBoard) []Param {
		if slices.Max(append(b.at[of], blank)) > 0 {
			b.fail("%s; the model %s does not know that", what, b.genre.model)
		}
		return nil
	}, func(*linkBoard, data) {}}
}

// grid returns a list of rows of values of the cells.
func (b *linkBoard) grid(of func(i int) value) (out list) {
	for i := range b.rows {
		var row list
		for k := range b.cols {
			row = append(row, of(i*b.cols+k))
		}
		out = append(out, row)
	}
	return out
}

// flag is a parameter that is true if the board has a flag.
func flag(param, flag string) form {
	return form{
		func(b *linkBoard) []Param {
			if !b.flagged(flag) {
				return nil
			}
			return []Param{{param, truth(true)}}
		},
		func(b *linkBoard, d data) {
			if given[bool](b, d, param) {
				b.flags += flag
			}
		},
	}
}

// numberOf is the number of a whole board.
func numberOf(param string) form {
	return form{
		func(b *linkBoard) []Param { return []Param{{param, number(b.at[countLayer][0])}} },
		func(b *linkBoard, d data) { b.at[countLayer] = []int{given[int](b, d, param)} },
	}
}

// edgesOf are the numbers before rows and above columns: sets of pairs of a line and its number, or lists with what is
// missing.
func edgesOf(inRow, inCol string, pairs bool) form {
	write := func(numbers []int) value {
		some, all := set{}, list{}
		for i, n := range numbers {
			if n > blank {
				some, all = append(some, cell{i, n}), append(all, number(n))
			} else {
				all = append(all, missing{})
			}
		}
		if pairs {
			return some
		}
		return all
	}
	read := func(b *linkBoard, d data, param string, n int) []int {
		out := empty(n)
		if !pairs {
			return append(flat([][]*int{given[[]*int](b, d, param)}, blank), out...)[:n]
		}
		for _, pair := range given[[][2]int](b, d, param) {
			b.put(out, n, [2]int{0, pair[0]}, pair[1])
		}
		return out
	}
	return form{
		func(b *linkBoard) []Param {
			edges := b.at[edgeLayer]
			return []Param{{inRow, write(edges[b.cols:])}, {inCol, write(edges[:b.cols])}}
		},
		func(b *linkBoard, d data) {
			b.at[edgeLayer] = append(read(b, d, inCol, b.cols), read(b, d, inRow, b.rows)...)
		},
	}
}
