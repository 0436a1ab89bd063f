package show

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"github.com/pzc-lang/pzc/compiler/semantics/view"
	"github.com/pzc-lang/pzc/internal/draw"
)

// inks maps the colours of ink to ANSI codes.
var inks = map[string]string{
	"black": "30", "red": "31", "green": "32", "yellow": "33", "blue": "34", "magenta": "35", "cyan": "36", "white": "97",
	"grey": "90", "gray": "90", "orange": "38;5;208", "brown": "38;5;130", "pink": "38;5;218", "purple": "38;5;93",
	"bold": "1",
}

// corners are the signs for lines from a point up (1), right (2), down (4) and left (8).
var corners = []rune(" │─└││┌├─┘─┴┐┤┬┼")

// doubles are the same with double lines; some signs are the nearest there is.
var doubles = []rune(" ║═╚║║╔╠═╝═╩╗╣╦╬")

// glyphs are the signs for shapes.
var glyphs = map[string]rune{
	"disc": '●', "ring": '○', "square": '■', "diamond": '◆', "bar": '▬', "rising": '╱', "falling": '╲',
	"triangle": '△', "star": '★', "tree": '♣', "tent": '▲', "times": '×', "divide": '÷',
	"up": '↑', "right": '→', "down": '↓', "left": '←',
	"up-right": '↗', "down-right": '↘', "down-left": '↙', "up-left": '↖',
	"half-up-right": '◥', "half-down-right": '◢', "half-down-left": '◣', "half-up-left": '◤', "dot": '·',
	"wedge-up": '∧', "wedge-right": '>', "wedge-down": '∨', "wedge-left": '<',
}

// ways is a set of directions, as corners has them.
func ways(has func(d int) bool) (mask int) {
	for d := range 4 {
		if has(d) {
			mask |= 1 << d
		}
	}
	return mask
}

// Words returns the contents of the cells of a board as text: of a cell without a text, its shape or its lines. Signs
// on sides follow, each with its direction.
func Words(b *view.Board) []string {
	if b.Marks == nil {
		return b.Text
	}
	out := make([]string, len(b.Text))
	for k := range out {
		out[k] = signs(b, k)
		for d, sign := range b.Marks[k].Signs {
			if text := glyph(sign); text != "" {
				out[k] = strings.TrimSpace(out[k] + " " + text + " " + []string{"up", "right", "down", "left"}[d])
			}
		}
	}
	return out
}

// signs returns the content of a cell: its text, else its shape, else its lines. A corner text goes before the text.
func signs(b *view.Board, k int) string {
	text := strings.TrimSpace(b.Text[k])
	if b.Marks == nil {
		return b.Text[k]
	}
	m := &b.Marks[k]
	lines := ways(func(d int) bool { return m.Lines[d] > 0 })
	switch shape, _, _ := strings.Cut(m.Shape, " "); {
	case text != "":
	case glyphs[shape] != 0:
		text = string(glyphs[shape])
	case ways(func(d int) bool { return m.Lines[d] > 1 }) != 0:
		text = string(doubles[lines])
	case lines != 0:
		text = string(corners[lines])
	}
	if first, second, two := strings.Cut(m.Corner, "\n"); two && text == string(glyphs["falling"]) {
		return first + text + second
	}
	return strings.TrimSpace(strings.Join(strings.Fields(m.Corner), " ") + " " + text)
}

// reach returns the sign that leads from a cell to its side: to the right (1) or to the left (3).
func reach(m *view.CellMark, d int) string {
	return []string{" ", "─", "═"}[m.Lines[d]]
}

// style returns the ANSI codes of a cell, "" for none.
func style(b *view.Board, k int) string {
	codes := []string{}
	if code := fills[strings.ToLower(b.Fill[k])]; code != "" {
		codes = append(codes, code)
	}
	if b.Marks != nil {
		for _, word := range strings.Fields(b.Marks[k].Ink) {
			if code := inks[strings.ToLower(word)]; code != "" {
				codes = append(codes, code)
			}
		}
	}
	return strings.Join(codes, ";")
}

// heavies are the same with heavy lines, for the strongest lines of a board that has several kinds.
var heavies = []rune(" ┃━┗┃┃┏┣━┛━┻┓┫┳╋")

// heaviest returns the kind of the strongest lines if a board has several kinds, else a kind that no line has.
func heaviest(b *view.Board) view.Side {
	seen, most := map[view.Side]bool{}, view.Side(0)
	for _, m := range b.Marks {
		for _, s := range m.Sides {
			if s >= view.SideCage {
				seen[s], most = true, max(most, s)
			}
		}
	}
	if len(seen) < 2 {
		return view.SideEdge + 1
	}
	return most
}

// signed returns the signs on the sides and the points of a board: above row r at column c, to the left of column c at
// row r, and where both meet.
func signed(b *view.Board) (across, along, meet func(r, c int) string) {
	const up, right, down, left = 0, 1, 2, 3
	at := func(r, c int, of func(m *view.CellMark) string) string {
		if r < 0 || r >= b.Rows || c < 0 || c >= b.Cols {
			return ""
		}
		return glyph(of(&b.Marks[r*b.Cols+c]))
	}
	side := func(d int) func(m *view.CellMark) string { return func(m *view.CellMark) string { return m.Signs[d] } }
	point := func(d int) func(m *view.CellMark) string { return func(m *view.CellMark) string { return m.Points[d] } }
	return func(r, c int) string { return cmp.Or(at(r, c, side(up)), at(r-1, c, side(down))) },
		func(r, c int) string { return cmp.Or(at(r, c, side(left)), at(r, c-1, side(right))) },
		func(r, c int) string {
			return cmp.Or(at(r, c, point(left)), at(r-1, c, point(down)), at(r, c-1, point(up)), at(r-1, c-1, point(right)))
		}
}

// glyph returns a sign on a side or a point as text: its text, else its shape.
func glyph(sign string) string {
	shape, text := draw.Sign(sign)
	for _, word := range strings.Fields(shape) {
		if text == "" && glyphs[word] != 0 {
			text = string(glyphs[word])
		}
	}
	return text
}

// over returns a text in the middle of a field that a sign fills.
func over(text, fill string, room int) string {
	if text == "" {
		return strings.Repeat(fill, room)
	}
	before := max(0, room-utf8.RuneCountInString(text)) / 2
	return strings.Repeat(fill, before) + text + strings.Repeat(fill, max(0, room-before-utf8.RuneCountInString(text)))
}

// strong reports whether side d of the cell in row r and column c is at least a kind of line; the cell may lie outside.
func strong(b *view.Board, r, c, d int, least view.Side) bool {
	if r < 0 || r >= b.Rows || c < 0 || c >= b.Cols {
		return false
	}
	return b.Marks[r*b.Cols+c].Sides[d] >= least
}

// between returns where lines of at least a kind are. across tells whether there is a line above row r at column c,
// along whether there is one to the left of column c at row r. Both r and c also count the borders behind the last
// cells.
func between(b *view.Board, least view.Side) (across, along func(r, c int) bool) {
	const up, right, down, left = 0, 1, 2, 3
	return func(r, c int) bool { return strong(b, r, c, up, least) || strong(b, r-1, c, down, least) },
		func(r, c int) bool { return strong(b, r, c, left, least) || strong(b, r, c-1, right, least) }
}

// bordered draws a board with the thick lines and edges between its cells. Rows and columns of thin lines are left out,
// unless edges may come there in another state: the states of a plan have one layout.
func (d Drawing) bordered(b *view.Board) (lines []Line) {
	across, along := between(b, view.SideCage)
	edgeAcross, edgeAlong := between(b, heaviest(b))
	signAcross, signAlong, signMeet := signed(b)
	width := 1
	for k := range b.Text {
		width = max(width, utf8.RuneCountInString(signs(b, k)))
	}
	room := width
	if d.Roomy {
		room += 2
	}
	rowLine, colLine, thick := make([]bool, b.Rows+1), make([]bool, b.Cols+1), 1
	for r := range b.Rows + 1 {
		for c := range b.Cols + 1 {
			room = max(room, utf8.RuneCountInString(signAcross(r, c)))
			thick = max(thick, utf8.RuneCountInString(signAlong(r, c)), utf8.RuneCountInString(signMeet(r, c)))
			rowLine[r] = rowLine[r] || b.Borders == view.BordersEdges || c < b.Cols && across(r, c)
			colLine[c] = colLine[c] || b.Borders == view.BordersEdges || r < b.Rows && along(r, c)
		}
	}
	has := func(c int) bool { return c > 0 && c < b.Cols || colLine[c] } // a column of signs left of column c
	add := func(out *strings.Builder, wide int) { lines = append(lines, Line{out.String(), wide}) }
	for r := range b.Rows + 1 {
		if rowLine[r] {
			var out strings.Builder
			wide := 0
			for c := range b.Cols + 1 {
				if has(c) {
					around := func(across, along func(r, c int) bool) int {
						return ways(func(d int) bool {
							return []bool{along(r-1, c), across(r, c), along(r, c), across(r, c-1)}[d]
						})
					}
					sign := corners[around(across, along)]
					if around(edgeAcross, edgeAlong) > 0 {
						sign = heavies[around(across, along)]
					}
					text := string(sign)
					if meets := signMeet(r, c); meets != "" && (sign == ' ' || meets != string(glyphs["dot"])) {
						text = meets // lines go over a dot
					}
					out.WriteString(over(text, " ", thick))
					wide += thick
				}
				if c < b.Cols {
					sign := " "
					if edgeAcross(r, c) {
						sign = "━"
					} else if across(r, c) {
						sign = "─"
					}
					out.WriteString(over(signAcross(r, c), sign, room))
					wide += room
				}
			}
			add(&out, wide)
		}
		if r == b.Rows {
			break
		}
		var out strings.Builder
		wide := 0
		for c := range b.Cols + 1 {
			if has(c) {
				sign := " "
				if edgeAlong(r, c) {
					sign = "┃"
				} else if along(r, c) {
					sign = "│"
				}
				out.WriteString(over(cmp.Or(signAlong(r, c), sign), " ", thick))
				wide += thick
			}
			if c < b.Cols {
				out.WriteString(d.painted(b, r*b.Cols+c, padded(signs(b, r*b.Cols+c), width, room)))
				wide += room
			}
		}
		add(&out, wide)
	}
	return lines
}

// padded returns a text to the right in a field, with what is left of the room shared between both sides.
func padded(text string, width, room int) string {
	side := (room - width) / 2
	before := side + max(0, width-utf8.RuneCountInString(text))
	return strings.Repeat(" ", before) + text + strings.Repeat(" ", room-width-side)
}
