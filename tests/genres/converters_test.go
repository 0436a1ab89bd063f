package genres

import (
	"cmp"
	"slices"
	"strconv"
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
	{"ABCEndView", "numbers/abc_end_view.pz", endView, lettersOf, given},
	{"Aqre", "shading/aqre.pz", rooms, two("black", "x", "-"), given},
	{"BalanceLoop", "loops/balance_loop.pz", ringed, loop, sides},
	{"Battleship", "objects/battleships.pz", fleet, ships, battle},
	{"Buraitoraito", "objects/buraitoraito.pz", clued, stars, given},
	{"CanalView", "shading/canal_view.pz", clued, two("black", "x", "-"), given},
	{"CastleWall", "loops/castle_wall.pz", castleWall, loop, sides},
	{"Cave", "shading/cave.pz", clued, two("black", "-", "x"), given},
	{"Chocona", "shading/chocona.pz", rooms, two("black", "x", "-"), given},
	{"Cojun", "numbers/cojun.pz", rooms, values, given},
	{"CountryRoad", "loops/country_road.pz", rooms, loop, sides},
	{"Creek", "shading/creek.pz", clued, two("black", "x", "-"), given},
	{"Detour", "loops/detour.pz", rooms, loop, sides},
	{"DiffNeighbors", "numbers/diff_neighbors.pz", rooms, roomValues, given},
	{"Doors", "regions/doors.pz", clued, shut, given},
	{"DoppelBlock", "numbers/doppelblock.pz", squared, blackZero, given},
	{"DotchiLoop", "loops/dotchi_loop.pz", dotchi, loop, sides},
	{"DoubleBack", "loops/double_back.pz", doubleBack, loop, sides},
	{"EntryExit", "loops/entry_exit.pz", rooms, loop, sides},
	{"Factors", "numbers/factors.pz", factors, values, given},
	{"Fobidoshi", "objects/fobidoshi.pz", level(nil), two("circle", "o", "-"), given},
	{"Foseruzu", "regions/four_cells.pz", pieces, cutPieces, regions},
	{"Fuzuli", "numbers/fuzuli.pz", fuzuli, values, given},
	{"Gappy", "shading/gappy.pz", squared, two("black", "x", "-"), given},
	{"Geradeweg", "loops/geradeweg.pz", clued, loop, sides},
	{"GrandTour", "loops/grand_tour.pz", grandTour, enclosed, given},
	{"Hakoiri", "objects/hakoiri.pz", hakoiri, marks, given},
	{"Hakyuu", "numbers/hakyuu.pz", rooms, values, given},
	{"Hanare", "numbers/hanare.pz", rooms, sizes, given},
	{"Heyawake", "shading/heyawake.pz", rooms, two("black", "x", "-"), given},
	{"Hidoku", "numbers/hidoku.pz", clues, values, given},
	{"Kakurasu", "shading/kakurasu.pz", edged, two("black", "x", "-"), given},
	{"Koburin", "loops/koburin.pz", clued, yajilin, sides},
	{"Kuroshuto", "shading/kuroshuto.pz", clued, two("black", "x", "-"), given},
	{"Kurotto", "shading/kurotto.pz", circles, two("black", "x", "-"), given},
	{"LITS", "shading/lits.pz", onlyRooms, two("black", "x", "-"), marked},
	{"Linesweeper", "loops/linesweeper.pz", clued, loop, sides},
	{"Makaro", "numbers/makaro.pz", makaro, values, given},
	{"Minesweeper", "objects/minesweeper.pz", mines, two("mine", "x", "-"), dotted},
	{"MoonSun", "loops/moon_sun.pz", moonSun, loop, sides},
	{"Nanro", "numbers/nanro.pz", rooms, nanro, zeroless},
	{"Nawabari", "regions/nawabari.pz", level(nil), cutPieces, regions},
	{"Nondango", "objects/nondango.pz", nondango, discs, given},
	{"Norinori", "shading/norinori.pz", rooms, two("black", "x", "-"), given},
	{"NumberCross", "shading/number_cross.pz", crossed, two("crossed", "x", "-"), given},
	{"Nurimisaki", "shading/nurimisaki.pz", capes, two("black", "x", "-"), given},
	{"PaintArea", "shading/paint_area.pz", rooms, two("black", "x", "-"), given},
	{"Pfeilzahlen", "objects/pfeilzahlen.pz", inner, pointed, given},
	{"Pipelink", "loops/pipelink.pz", pipes, loop, sides},
	{"Putteria", "numbers/putteria.pz", putteria, sizes, given},
	{"RegionalYajilin", "loops/regional_yajilin.pz", rooms, yajilin, sides},
	{"Rekuto", "regions/rekuto.pz", clued, cutPieces, regions},
	{"Renban", "numbers/renban.pz", rooms, values, given},
	{"Shakashaka", "objects/shakashaka.pz", level(map[string]string{"x": "#", "5": "#"}), triangles, given},
	{"Shimaguni", "shading/shimaguni.pz", rooms, two("black", "x", "-"), given},
	{"Shingoki", "loops/shingoki.pz", ringed, loop, sides},
	{"SimpleLoop", "loops/simple_loop.pz", level(map[string]string{"x": "#"}), loop, sides},
	{"Snake", "objects/snake.pz", snake, two("snake", "x", "-"), given},
	{"Sternenhimmel", "objects/sternenhimmel.pz", sky, two("star", "*", "-"), given},
	{"Stitches", "loops/stitches.pz", sewn, loop, sides},
	{"Str8t", "numbers/str8ts.pz", straights, values, numbers},
	{"Suguru", "numbers/suguru.pz", rooms, values, given},
	{"Sukoro", "numbers/sukoro.pz", level(nil), values, given},
	{"Tatamibari", "regions/tatamibari.pz", level(map[string]string{"s": "+", "h": "-", "v": "|"}), cutPieces, regions},
	{"Yajikabe", "shading/yajikabe.pz", onlyArrows, two("black", "x", "-"), given},
	{"Yajilin", "loops/yajilin.pz", arrows, yajilin, sides},
	{"TennerGrid", "numbers/tenner.pz", tenner, worded("value"), tennerGrid},
	{"TilePaint", "shading/tile_paint.pz", sewn, painted, dotted},
	{"YinYang", "shading/yin_yang.pz", level(map[string]string{"b": "#", "w": "o"}), two("black", "b", "w"), given},
}

var (
	directions = map[string]string{"n": "up", "e": "right", "s": "down", "w": "left"}
	compass    = []string{"n", "ne", "e", "se", "s", "sw", "w", "nw"}
)

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

// holed tells whether a cell belongs to no room.
func holed(b *board) bool {
	return slices.ContainsFunc(b.lines, func(line []string) bool { return slices.Contains(line, "@") })
}

func rooms(b *board) map[string]any {
	if holed(b) {
		return nil
	}
	return sized(b, map[string]any{"clue": grid(b.lines[:b.rows], clue), "room": grid(b.lines[b.rows:2*b.rows], named())})
}

func onlyRooms(b *board) map[string]any {
	if holed(b) {
		return nil
	}
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

// edged has numbers at the edges alone.
func edged(b *board) map[string]any { return margin(b, sized(b, map[string]any{})) }

func squared(b *board) map[string]any { return margin(b, map[string]any{"n": b.rows}) }

func crossed(b *board) map[string]any {
	return margin(b, keyedWords("number")(&board{lines: b.lines[2:]}))
}

func fuzuli(b *board) map[string]any {
	return map[string]any{"numbers": b.head[2], "clue": grid(b.lines, clue)}
}

func mines(b *board) map[string]any {
	if slices.ContainsFunc(b.lines, func(line []string) bool { return slices.Contains(line, "#") }) { // a wall
		return nil
	}
	return map[string]any{"mines": b.head[2], "clue": grid(b.lines, clue)}
}

// tenner has the sums in a last line, which counts as a row.
func tenner(b *board) map[string]any {
	last := len(b.lines) - 1
	b.rows = last
	return map[string]any{"clue": grid(b.lines[:last], clue), "in_col": grid(b.lines[last:], clue)[0]}
}

func tennerGrid(b *board) [][]string { return b.want[:b.rows] }

// endView has four lines for the edges, in the order up, down, left, right.
func endView(b *board) map[string]any {
	sheet := [][]string{slices.Concat([]string{"-"}, b.lines[0], []string{"-"})}
	for i, line := range b.lines[4:] {
		sheet = append(sheet, slices.Concat(b.lines[2][i:i+1], line, b.lines[3][i:i+1]))
	}
	sheet = append(sheet, slices.Concat([]string{"-"}, b.lines[1], []string{"-"}))
	letters := len(strings.Trim(strings.Join(slices.Sorted(slices.Values(b.want[0])), ""), "-"))
	return map[string]any{"level": signsOf(sheet, nil), "letters": letters}
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

// factors has the products in place of the numbers.
func factors(b *board) map[string]any {
	data := rooms(b)
	data["product_of"] = data["clue"]
	delete(data, "clue")
	return data
}

func nondango(b *board) map[string]any {
	data := rooms(b)
	data["circle"] = grid(b.lines[:b.rows], func(w string) any { return w == "x" })
	return data
}

func doubleBack(b *board) map[string]any {
	return sized(b, map[string]any{
		"room": grid(b.lines, named()), "hole": grid(b.lines, func(w string) any { return w == "#" }),
	})
}

// grandTour has bits for the sides of cells: 1 for the right one, and on clockwise. The cells of the model are points.
func grandTour(b *board) map[string]any {
	lines := [][]string{}
	given := cells(&board{rows: b.rows + 1, cols: b.cols + 1}, func(_, _ int) string { return "" })
	for k := range b.rows * b.cols {
		for d, s := range [][3]int{{0, 1, 1}, {1, 0, 0}, {0, 0, 1}, {0, 0, 0}} {
			if i, j := k/b.cols, k%b.cols; max(number(b.lines[i][j]), 0)>>d&1 == 1 {
				given[i+s[0]][j+s[1]] += []string{"right", "down"}[s[2]]
			}
		}
	}
	for _, line := range given {
		row := []string{}
		for _, w := range line {
			row = append(row, strconv.FormatBool(strings.Contains(w, "right")), strconv.FormatBool(strings.Contains(w, "down")))
		}
		lines = append(lines, row)
	}
	b.rows, b.cols = b.rows+1, b.cols+1
	return sized(b, map[string]any{"given": grid(lines, func(w string) any { return w == "true" })})
}

// wordsFor has values for some words; others are missing.
func wordsFor(of map[string]string) func(w string) any {
	return func(w string) any {
		if to, ok := of[w]; ok {
			return to
		}
		return nil
	}
}

func hakoiri(b *board) map[string]any {
	data := rooms(b)
	delete(data, "clue")
	data["given"] = grid(b.lines[:b.rows], wordsFor(map[string]string{"c": "circle", "t": "triangle", "s": "square"}))
	return data
}

func moonSun(b *board) map[string]any {
	data := rooms(b)
	delete(data, "clue")
	data["mark"] = grid(b.lines[:b.rows], wordsFor(map[string]string{"o": "moon", "x": "sun"}))
	return data
}

func dotchi(b *board) map[string]any {
	data := rooms(b)
	data["level"] = signsOf(b.lines[:b.rows], map[string]string{"w": "o", "b": "#"})
	return data
}

func putteria(b *board) map[string]any {
	data := rooms(b)
	data["empty"] = grid(b.lines[:b.rows], func(w string) any { return w == "x" })
	return data
}

// inner leaves out the edge of a board.
func inner(b *board) map[string]any {
	lines := [][]string{}
	for _, line := range b.lines[1 : b.rows-1] {
		lines = append(lines, line[1:b.cols-1])
	}
	return map[string]any{"clue": grid(lines, clue)}
}

// castleWall has words such as 5wx: a number, a direction, and x for outside or o for inside.
func castleWall(b *board) map[string]any {
	return sized(b, map[string]any{
		"clue":  grid(b.lines, func(w string) any { return clue(strings.Trim(w, "neswxo")) }),
		"arrow": grid(b.lines, func(w string) any { return wordsFor(directions)(strings.Trim(w, "0123456789xo")) }),
		"side": grid(b.lines, func(w string) any {
			if w == "-" {
				return nil
			}
			return cmp.Or(map[string]string{"x": "outside", "o": "within"}[w[len(w)-1:]], "anywhere")
		}),
	})
}

// makaro has n e s w for arrows, and x for a black cell without one.
func makaro(b *board) map[string]any {
	data := rooms(b)
	data["arrow"] = grid(b.lines[:b.rows], wordsFor(directions))
	data["black"] = grid(b.lines[:b.rows], func(w string) any { return directions[w] != "" || w == "x" })
	return data
}

func sky(b *board) map[string]any {
	return margin(b, sized(b, map[string]any{"arrow": grid(b.lines[2:], func(w string) any {
		if i := slices.Index(compass, w); i >= 0 {
			return i
		}
		return nil
	})}))
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
	return sized(b, map[string]any{
		"clue": grid(b.lines, func(w string) any { return clue(strings.Trim(w, "nesw-")) }),
		"arrow": grid(b.lines, func(w string) any {
			if d, ok := directions[w[len(w)-1:]]; ok {
				return d
			}
			return nil
		}),
		"hole": grid(b.lines, func(w string) any { return w == "x" }),
	})
}

// onlyArrows is for boards without grey cells.
func onlyArrows(b *board) map[string]any {
	data := arrows(b)
	delete(data, "hole")
	return data
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

func lettersOf(b *board, at solution) [][]string {
	return cells(b, func(i, j int) string { return "-abcdefgh"[number(at("value", i, j)):][:1] })
}

func blackZero(b *board, at solution) [][]string {
	return cells(b, func(i, j int) string { return strings.ReplaceAll(at("value", i, j), "0", "x") })
}

func stars(b *board, at solution) [][]string {
	star := two("star", "*", ".")(b, at)
	return copied(b, b.lines, func(i, j int) string { return star[i][j] })
}

// inRoom calls f with the first cell of the room of each cell, and with the number of cells of the room that are so.
func inRoom(b *board, so func(i, j int) bool, f func(i, j, first, many int) string) [][]string {
	first, many := map[string]int{}, map[string]int{}
	of := func(i, j int) string { return b.lines[b.rows+i][j] }
	for k := b.rows*b.cols - 1; k >= 0; k-- {
		i, j := k/b.cols, k%b.cols
		if first[of(i, j)] = k; so(i, j) {
			many[of(i, j)]++
		}
	}
	return cells(b, func(i, j int) string { return f(i, j, first[of(i, j)], many[of(i, j)]) })
}

// numbered has the number of cells of the room that are so in those cells that are marked.
func numbered(b *board, so, marked func(i, j int) bool) [][]string {
	return inRoom(b, so, func(i, j, _, many int) string {
		if marked(i, j) {
			return strconv.Itoa(many)
		}
		return "-"
	})
}

func filled(at solution) func(i, j int) bool {
	return func(i, j int) bool { return at("filled", i, j) == "true" }
}

func sizes(b *board, at solution) [][]string {
	return numbered(b, func(_, _ int) bool { return true }, filled(at))
}

func nanro(b *board, at solution) [][]string { return numbered(b, filled(at), filled(at)) }

// ofRoom has the values that rooms have, in the order in which named numbers rooms.
func ofRoom(b *board, at solution, name string, rooms [][]string) [][]string {
	id := named()
	return cells(b, func(i, j int) string { return at(name, 0, id(rooms[i][j]).(int)) })
}

func painted(b *board, at solution) [][]string {
	values := ofRoom(b, at, "painted", b.lines[2:])
	return cells(b, func(i, j int) string { return map[string]string{"true": "x", "false": "-"}[values[i][j]] })
}

// roomValues has the value of a room in its first cell.
func roomValues(b *board, at solution) [][]string {
	values := ofRoom(b, at, "value", b.lines[b.rows:])
	return inRoom(b, func(_, _ int) bool { return true }, func(i, j, first, _ int) string {
		if i*b.cols+j == first {
			return values[i][j]
		}
		return "-"
	})
}

// enclosed has x for the cells around which a loop of points leads.
func enclosed(b *board, at solution) [][]string {
	in := false
	return cells(&board{rows: b.rows - 1, cols: b.cols - 1}, func(i, j int) string {
		if in = (j > 0 && in) != (at("on", i, j, 2) == "true"); in {
			return "x"
		}
		return "-"
	})
}

func marks(b *board, at solution) [][]string {
	return cells(b, func(i, j int) string { return "-cts"[number(at("place", i, j)):][:1] })
}

// shut has bits for the sides of cells that are closed, the rim among them: 8 for the upper one, and on clockwise.
func shut(b *board, at solution) [][]string {
	return cells(b, func(i, j int) string {
		bits := 0
		for d, rim := range []bool{i == 0, j == b.cols-1, i == b.rows-1, j == 0} {
			if rim || at("shut", i, j, d) == "true" {
				bits += 8 >> d
			}
		}
		return strconv.Itoa(bits)
	})
}

func pointed(b *board, at solution) [][]string {
	return copied(b, b.lines, func(i, j int) string {
		return append(compass, "-")[number(at("arrow", i, j))]
	})
}

func discs(b *board, at solution) [][]string {
	black := two("black", "x", "o")(b, at)
	return cells(b, func(i, j int) string {
		if b.lines[i][j] == "x" {
			return black[i][j]
		}
		return "-"
	})
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

// dotted has - for each dot.
func dotted(b *board) [][]string {
	return cells(b, func(i, j int) string { return strings.ReplaceAll(b.want[i][j], ".", "-") })
}

// zeroless has - for each 0.
func zeroless(b *board) [][]string {
	return cells(b, func(i, j int) string {
		if b.want[i][j] == "0" {
			return "-"
		}
		return b.want[i][j]
	})
}

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
