package genres

import (
	"slices"
	"strings"
)

// genre is a genre of the set and the model of the library that has it. data makes the parameters of the model, nil if
// the model cannot have the board. answer makes the solution in the words of the set, and wanted takes it from the set.
type genre struct {
	name, model string
	data        func(b *board) map[string]any
	answer      func(b *board, at solution) [][]string
	wanted      func(b *board) [][]string
}

var genres = []genre{
	{"Aqre", "shading/aqre.pz", rooms, two("black", "x", "-"), given},
	{"BalanceLoop", "loops/balance_loop.pz", ringed, loop, sides},
	{"Battleship", "objects/battleships.pz", fleet, ships, battle},
	{"CanalView", "shading/canal_view.pz", clued, two("black", "x", "-"), given},
	{"Cave", "shading/cave.pz", clued, two("black", "-", "x"), given},
	{"Chocona", "shading/chocona.pz", rooms, two("black", "x", "-"), given},
	{"CountryRoad", "loops/country_road.pz", rooms, loop, sides},
	{"Creek", "shading/creek.pz", clued, two("black", "x", "-"), given},
	{"Detour", "loops/detour.pz", rooms, loop, sides},
	{"Foseruzu", "regions/four_cells.pz", pieces, cutPieces, regions},
	{"Geradeweg", "loops/geradeweg.pz", clued, loop, sides},
	{"Hakyuu", "numbers/hakyuu.pz", rooms, values, given},
	{"Heyawake", "shading/heyawake.pz", rooms, two("black", "x", "-"), given},
	{"Hidoku", "numbers/hidoku.pz", clues, values, given},
	{"Koburin", "loops/koburin.pz", clued, yajilin, sides},
	{"Kuroshuto", "shading/kuroshuto.pz", clued, two("black", "x", "-"), given},
	{"Kurotto", "shading/kurotto.pz", circles, two("black", "x", "-"), given},
	{"LITS", "shading/lits.pz", onlyRooms, two("black", "x", "-"), marked},
	{"Linesweeper", "loops/linesweeper.pz", clued, loop, sides},
	{"Nawabari", "regions/nawabari.pz", level(nil), cutPieces, regions},
	{"Nurimisaki", "shading/nurimisaki.pz", capes, two("black", "x", "-"), given},
	{"Pipelink", "loops/pipelink.pz", pipes, loop, sides},
	{"Shakashaka", "objects/shakashaka.pz", level(map[string]string{"x": "#", "5": "#"}), triangles, given},
	{"Shingoki", "loops/shingoki.pz", ringed, loop, sides},
	{"SimpleLoop", "loops/simple_loop.pz", level(map[string]string{"x": "#"}), loop, sides},
	{"Snake", "objects/snake.pz", snake, two("snake", "x", "-"), given},
	{"Stitches", "loops/stitches.pz", sewn, loop, sides},
	{"Str8t", "numbers/str8ts.pz", straights, values, numbers},
	{"Suguru", "numbers/suguru.pz", rooms, values, given},
	{"Sukoro", "numbers/sukoro.pz", level(nil), values, given},
	{"Tatamibari", "regions/tatamibari.pz", level(map[string]string{"s": "+", "h": "-", "v": "|"}), cutPieces, regions},
	{"Yajilin", "loops/yajilin.pz", arrows, yajilin, sides},
	{"YinYang", "shading/yin_yang.pz", level(map[string]string{"b": "#", "w": "o"}), two("black", "b", "w"), given},
}

// grid makes a list of rows of the words of some lines.
func grid(lines [][]string, of func(w string) any) (rows []any) {
	for _, line := range lines {
		row := []any{}
		for _, w := range line {
			row = append(row, of(w))
		}
		rows = append(rows, row)
	}
	return rows
}

// clue is a number, or missing.
func clue(w string) any {
	if n := number(w); n >= 0 {
		return n
	}
	return nil
}

// named numbers the names of regions.
func named() func(w string) any {
	names := map[string]int{}
	return func(w string) any {
		if _, ok := names[w]; !ok {
			names[w] = len(names)
		}
		return names[w]
	}
}

func sized(b *board, more map[string]any) map[string]any {
	more["rows"], more["cols"] = b.rows, b.cols
	return more
}

func rooms(b *board) map[string]any {
	for _, line := range b.lines {
		if slices.Contains(line, "@") { // a cell without a room
			return nil
		}
	}
	return sized(b, map[string]any{"clue": grid(b.lines[:b.rows], clue), "room": grid(b.lines[b.rows:2*b.rows], named())})
}

func onlyRooms(b *board) map[string]any {
	return sized(b, map[string]any{"room": grid(b.lines, named())})
}

func clues(b *board) map[string]any { return sized(b, map[string]any{"clue": grid(b.lines, clue)}) }

// clued is for models whose board is a map of numbers.
func clued(b *board) map[string]any { return map[string]any{"clue": grid(b.lines, clue)} }

// capes have 0 for a circle without a number.
func capes(b *board) map[string]any {
	return map[string]any{"clue": grid(b.lines, func(w string) any { return clue(strings.ReplaceAll(w, "?", "0")) })}
}

// ringed has words for white and black circles, with numbers in some: w, 4w, b12.
func ringed(b *board) map[string]any {
	colour := func(i, j int) string { return strings.Trim(b.lines[i][j], "0123456789") }
	return map[string]any{
		"circle": signsOf(cells(b, colour), map[string]string{"w": "o", "b": "#"}),
		"clue":   grid(b.lines, func(w string) any { return clue(strings.Trim(w, "wb")) }),
	}
}

func circles(b *board) map[string]any {
	return sized(b, map[string]any{
		"clue": grid(b.lines, clue), "circle": grid(b.lines, func(w string) any { return w != "-" }),
	})
}

func pieces(b *board) map[string]any {
	names := map[string]bool{}
	for _, line := range b.want {
		for _, w := range line {
			names[w] = true
		}
	}
	return sized(b, map[string]any{"clue": grid(b.lines, clue), "cells": b.rows * b.cols / len(names)})
}

// level makes a map of the words, each a sign; - is a blank.
func level(signs map[string]string) func(b *board) map[string]any {
	return func(b *board) map[string]any { return map[string]any{"level": signsOf(b.lines, signs)} }
}

func signsOf(lines [][]string, signs map[string]string) (rows []string) {
	for _, line := range lines {
		var row strings.Builder
		for _, w := range line {
			switch sign, ok := signs[w]; {
			case ok:
				row.WriteString(sign)
			case w == "-":
				row.WriteString(".")
			default:
				row.WriteString(w)
			}
		}
		rows = append(rows, row.String())
	}
	return rows
}

// margin has the numbers of the columns in the first line, and those of the rows in the second one.
func margin(b *board, more map[string]any) map[string]any {
	more["in_col"], more["in_row"] = grid(b.lines[:1], clue)[0], grid(b.lines[1:2], clue)[0]
	return more
}

func fleet(b *board) map[string]any {
	return margin(b, map[string]any{"level": signsOf(b.lines[2:], map[string]string{"x": "~"}), "fleet": b.head[2:]})
}

func snake(b *board) map[string]any {
	return margin(b, map[string]any{"level": signsOf(b.lines[2:], nil)})
}

func sewn(b *board) map[string]any {
	return margin(b, sized(b, map[string]any{"room": grid(b.lines[2:], named())}))
}

func straights(b *board) map[string]any {
	return map[string]any{
		"n": b.rows, "black": grid(b.lines, func(w string) any { return strings.Contains(w, "x") }),
		"clue": grid(b.lines, func(w string) any { return clue(strings.Trim(w, "x-")) }),
	}
}

func pipes(b *board) map[string]any {
	signs := map[string]string{
		"15": "┼", "nesw": "┼", "ew": "─", "ns": "│", "es": "┌", "sw": "┐", "ne": "└", "nw": "┘", "-": ".",
	}
	return map[string]any{"level": signsOf(cells(b, func(i, j int) string { return ordered(b.lines[i][j]) }), signs)}
}

func arrows(b *board) map[string]any {
	to := map[string]string{"n": "up", "e": "right", "s": "down", "w": "left"}
	return sized(b, map[string]any{
		"clue": grid(b.lines, func(w string) any { return clue(strings.Trim(w, "nesw-")) }),
		"arrow": grid(b.lines, func(w string) any {
			if d, ok := to[w[len(w)-1:]]; ok {
				return d
			}
			return nil
		}),
	})
}

// cells makes the words of a board.
func cells(b *board, word func(i, j int) string) [][]string {
	rows := make([][]string, b.rows)
	for i := range rows {
		for j := range b.cols {
			rows[i] = append(rows[i], word(i, j))
		}
	}
	return rows
}

// two has one word where a state variable is true, and another one elsewhere.
func two(name, yes, no string) func(b *board, at solution) [][]string {
	return func(b *board, at solution) [][]string {
		return cells(b, func(i, j int) string {
			if at(name, i, j) == "true" {
				return yes
			}
			return no
		})
	}
}

func values(b *board, at solution) [][]string {
	return cells(b, func(i, j int) string {
		if w := at("value", i, j); w != "0" {
			return w
		}
		return "-"
	})
}

// loop has the sides by which a line leaves each cell.
func loop(b *board, at solution) [][]string {
	return cells(b, func(i, j int) string {
		var w strings.Builder
		for d, side := range []string{"n", "e", "s", "w"} {
			if at("on", i, j, d) == "true" {
				w.WriteString(side)
			}
		}
		if w.Len() == 0 {
			return "-"
		}
		return w.String()
	})
}

func yajilin(b *board, at solution) [][]string {
	lines := loop(b, at)
	return cells(b, func(i, j int) string {
		if at("black", i, j) == "true" {
			return "x"
		}
		return lines[i][j]
	})
}

func triangles(b *board, at solution) [][]string {
	return cells(b, func(i, j int) string {
		if w := at("mark", i, j); w != "white" && w != "black" {
			return w
		}
		return "-"
	})
}

func cutPieces(b *board, at solution) [][]string { return cutBy("parted")(b, at) }

// cutBy numbers the pieces of a board whose cells a variable parts.
func cutBy(parted string) func(b *board, at solution) [][]string {
	return func(b *board, at solution) [][]string { return piecesOf(b, at, parted) }
}

func piecesOf(b *board, at solution, parted string) [][]string {
	of := make([]int, b.rows*b.cols)
	var fill func(i, j, n int)
	fill = func(i, j, n int) {
		if of[i*b.cols+j] = n; n == 0 {
			return
		}
		for d, s := range [][2]int{{-1, 0}, {0, 1}, {1, 0}, {0, -1}} {
			x, y := i+s[0], j+s[1]
			if x < 0 || y < 0 || x == b.rows || y == b.cols {
				continue
			}
			if at(parted, i, j, d) == "false" && of[x*b.cols+y] == 0 {
				fill(x, y, n)
			}
		}
	}
	n := 0
	return cells(b, func(i, j int) string {
		if of[i*b.cols+j] == 0 {
			n++
			fill(i, j, n)
		}
		return string(rune('A' + of[i*b.cols+j]))
	})
}

func regions(b *board) [][]string {
	number := named()
	return cells(b, func(i, j int) string { return string(rune('B' + number(b.want[i][j]).(int))) })
}

// ships has a letter for each part of a ship: o alone, n e s w its end on this side, m a middle.
func ships(b *board, at solution) [][]string {
	on := func(i, j int) bool { return i >= 0 && j >= 0 && i < b.rows && j < b.cols && at("ship", i, j) == "true" }
	return cells(b, func(i, j int) string {
		n, e, s, w := on(i-1, j), on(i, j+1), on(i+1, j), on(i, j-1)
		switch {
		case !on(i, j):
			return "-"
		case !n && !e && !s && !w:
			return "o"
		case n && s || e && w:
			return "m"
		case s:
			return "n"
		case n:
			return "s"
		case e:
			return "w"
		}
		return "e"
	})
}

func given(b *board) [][]string { return b.want }

func battle(b *board) [][]string {
	return cells(b, func(i, j int) string { return strings.ReplaceAll(b.want[i][j], "x", "-") })
}

// marked has x for each word but -.
func marked(b *board) [][]string {
	return cells(b, func(i, j int) string {
		if b.want[i][j] == "-" {
			return "-"
		}
		return "x"
	})
}

// numbers has those of the given numbers that stand in black cells, too.
func numbers(b *board) [][]string {
	return cells(b, func(i, j int) string {
		if w := b.lines[i][j]; strings.Contains(w, "x") {
			if w = strings.Trim(w, "x"); w == "" {
				return "-"
			}
			return w
		}
		return b.want[i][j]
	})
}

// sides orders the letters of each word as loop does.
func sides(b *board) [][]string {
	return cells(b, func(i, j int) string { return ordered(b.want[i][j]) })
}

// ordered returns a word of letters for sides in the order of loop; other words as they are.
func ordered(w string) string {
	var out strings.Builder
	for _, side := range []string{"n", "e", "s", "w"} {
		if strings.Contains(w, side) {
			out.WriteString(side)
		}
	}
	if out.Len() == 0 {
		return w
	}
	return out.String()
}
