package draw

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/gif"
	"image/png"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func chess() []Board {
	return []Board{
		{Rows: 2, Cols: 2, Text: []string{"Q", "", "<b>", " "}, Fill: []string{"red", "none", "", "black"}},
		{Rows: 1, Cols: 1, Text: []string{`a & "b" </svg><script>`}, Fill: []string{""}, Line: true},
	}
}

// readXML reads a picture as XML and returns its texts.
func readXML(t *testing.T, svg string) (texts []string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return texts
		}
		require.NoError(t, err, svg)
		switch token := token.(type) {
		case xml.StartElement:
			assert.NotEqual(t, "script", token.Name.Local)
		case xml.CharData:
			if text := strings.TrimSpace(string(token)); text != "" {
				texts = append(texts, text)
			}
		}
	}
}

func TestBoardsAsSVG(t *testing.T) {
	p := Boards(chess())
	var b bytes.Buffer
	require.NoError(t, p.SVG(&b))
	texts := readXML(t, b.String())
	assert.Equal(t, []string{"Q", "<b>", `a & "b" </svg><script>`}, texts[1:])
	assert.Contains(t, b.String(), `fill="#c8323c"`)
	assert.NotContains(t, b.String(), "var(")
	assert.Contains(t, p.Inline(), `fill="var(--paper)"`)
	assert.Contains(t, p.Inline(), `role="img" aria-label="Q ·`)
	readXML(t, p.Inline())
}

// Texts of a model stay texts in the SVG.
func TestTextsStayTexts(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := rapid.String().Draw(rt, "text")
		p := Boards([]Board{
			{Rows: 1, Cols: 1, Text: []string{text}, Fill: []string{text}},
			{Rows: 1, Cols: 1, Text: []string{text}, Fill: []string{""}, Line: true},
		})
		readXML(t, p.Inline())
	})
}

func TestBoardsAsPixels(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, Boards(chess()).PNG(&b))
	img, err := png.Decode(&b)
	require.NoError(t, err)
	at := func(x, y int) [3]uint32 {
		r, g, b, _ := img.At(x, y).RGBA()
		return [3]uint32{r >> 8, g >> 8, b >> 8}
	}
	edge := 2*int(margin) + 12
	assert.Equal(t, [3]uint32{0xc8, 0x32, 0x3c}, at(edge, edge), "red")
	assert.Equal(t, [3]uint32{0xff, 0xff, 0xff}, at(edge+2*int(cell), edge), "left out")
	assert.Equal(t, [3]uint32{0x22, 0x26, 0x2b}, at(edge+2*int(cell), edge+2*int(cell)), "black")
	white := false
	for y := range 80 {
		for x := range 80 {
			white = white || at(edge+x, edge+y) == [3]uint32{0xff, 0xff, 0xff}
		}
	}
	assert.True(t, white, "there is a letter on the red cell")
}

func TestGIF(t *testing.T) {
	one := Boards(chess())
	var b bytes.Buffer
	require.NoError(t, GIF(&b, []*Picture{one, Boards(chess()[:1]), one}, 50))
	film, err := gif.DecodeAll(&b)
	require.NoError(t, err)
	assert.Equal(t, []int{50, 50, 200}, film.Delay)
	for _, frame := range film.Image {
		assert.Equal(t, film.Image[0].Rect, frame.Rect)
	}
	require.Error(t, GIF(io.Discard, []*Picture{{W: 1e5, H: 1e5}}, 1))
	assert.ErrorIs(t, (&Picture{W: 1e5, H: 1e5}).PNG(io.Discard), errTooLarge)
}

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		a    axis
		want []float64
	}{
		{axis{lo: 0, hi: 31}, []float64{0, 5, 10, 15, 20, 25, 30, 35}},
		{axis{lo: 0, hi: 3}, []float64{0, 1, 2, 3}},
		{axis{lo: 0, hi: 0}, []float64{0, 1}},
		{axis{lo: 7, hi: 1300}, []float64{0, 200, 400, 600, 800, 1000, 1200, 1400}},
		{axis{lo: 2, hi: 900, log: true}, []float64{1, 10, 100, 1000}},
		{axis{lo: math.Inf(1), hi: math.Inf(-1)}, []float64{0, 1}},
	} {
		c.a.settle()
		assert.Equal(t, c.want, c.a.ticks)
	}
	assert.Equal(t, "12,000", tickText(12000, false))
	assert.Equal(t, "10^7", tickText(1e7, true))
}

func TestPlotHasAxesAndLegend(t *testing.T) {
	pl := Plot{
		Title: "T", X: "depth (moves)", Y: "states", Log: true, Equal: "exact",
		Series: []Series{
			{Name: "a & b", Points: []Mark{{0, 1, 0}, {1, 0, 0}, {2, 1000, 0}}},
			{Name: "dots", Dots: true, Points: []Mark{{1, 5, 3}}},
		},
	}
	var b bytes.Buffer
	require.NoError(t, pl.Picture().SVG(&b))
	texts := readXML(t, b.String())
	for _, want := range []string{"T", "depth (moves)", "states", "a & b", "dots", "exact", "1", "10", "100", "1,000"} {
		assert.Contains(t, texts, want)
	}
	assert.Contains(t, b.String(), "stroke-dasharray")
	require.NoError(t, (&Plot{}).Picture().SVG(io.Discard))
	require.NoError(t, pl.Picture().PNG(io.Discard))
}

// In each layer of a graph no two nodes overlap.
func TestGraphsDoNotOverlap(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := &Graph{}
		n := rapid.IntRange(1, 15).Draw(rt, "nodes")
		for i := range n {
			layer := 0
			if i > 0 {
				layer = rapid.IntRange(g.Nodes[i-1].Layer, g.Nodes[i-1].Layer+1).Draw(rt, "layer")
			}
			side := rapid.Float64Range(10, 300).Draw(rt, "side")
			g.Nodes = append(g.Nodes, Node{Picture: &Picture{W: side, H: side}, Layer: layer, Goal: i%3 == 0, Lost: i%4 == 0})
		}
		for range rapid.IntRange(0, 30).Draw(rt, "edges") {
			node := rapid.IntRange(0, n-1)
			g.Edges = append(g.Edges, Edge{From: node.Draw(rt, "from"), To: node.Draw(rt, "to"), Label: "m"})
		}
		l := &layered{Graph: g, scale: 1}
		for _, node := range g.Nodes {
			l.put(item{layer: node.Layer, w: node.Picture.W, h: node.Picture.H})
		}
		l.route()
		l.order()
		for _, layer := range l.layers {
			for k := 1; k < len(layer); k++ {
				a, b := &l.items[layer[k-1]], &l.items[layer[k]]
				require.GreaterOrEqual(rt, b.x-b.w/2, a.x+a.w/2+nodeGap-1e-6)
			}
		}
		p, _ := g.Placed()
		require.Positive(rt, p.W)
		require.NoError(rt, p.SVG(io.Discard))
	})
}

// What stands on a colour has a colour that can be seen on it, in each theme of a page: the ink of the page only stands
// on grounds that change with the theme.
func TestMarksAreSeenInBothThemes(t *testing.T) {
	discs := func(fills ...string) string {
		b := Board{Rows: 1, Cols: len(fills), Fill: fills}
		for range fills {
			b.Text, b.Marks = append(b.Text, "@"), append(b.Marks, CellMark{Shape: "disc", Corner: "1", Lines: [4]uint8{1, 2}})
		}
		return Boards([]Board{b}).Inline()
	}
	fixed := discs("white", "brown", "#336699")
	assert.NotContains(t, fixed, "var(--ink)")
	assert.NotContains(t, fixed, "var(--paper)")
	changing := discs("", "none")
	assert.Contains(t, changing, `fill="var(--ink)"`)
	text := `fill="var(--paper)" text-anchor="middle" xml:space="preserve">@<`
	assert.Equal(t, 2, strings.Count(changing, text), "a text on a disc of ink")
	for fill, tinted := range map[string]bool{"": true, "none": true, "white": false, "#336699": false} {
		b := Board{Rows: 1, Cols: 1, Text: []string{"@"}, Fill: []string{fill}, Marks: []CellMark{{Ink: "blue"}}}
		assert.Equal(t, tinted, strings.Contains(Boards([]Board{b}).Inline(), `class="tinted"`), fill)
	}
}

// TestCellMarks: what the marks of cells say is in the picture, each line between two cells once.
func TestCellMarks(t *testing.T) {
	b := Board{
		Rows: 1, Cols: 4, Borders: true,
		Text: []string{"7", "", "hid", "out"}, Fill: []string{"white", "black", "red", "none"},
		Marks: []CellMark{
			{Ink: "bold red", Corner: "6+", Sides: [4]Side{sideThick, sideEdge, sideNone, sideThin}},
			{Shape: "bar 1/2 orange", Lines: [4]uint8{1, 0, 2, 0}, Sides: [4]Side{0, 0, 0, sideEdge}},
			{Ink: "none"},
			{}, // the text is for the terminal; no lines around a cell without a ground
		},
	}
	var svg bytes.Buffer
	require.NoError(t, Boards([]Board{b}).SVG(&svg))
	for part, times := range map[string]int{
		`font-weight="bold"`: 1, `>6+</text>`: 1, `stroke-width="4.6"`: 1, `stroke-width="2.6"`: 1, `stroke-width="5"`: 1,
		`stroke-width="3"`: 2, `fill="#f08c2e"`: 1, `stroke="#c8323c"`: 0,
		`>hid</text>`: 0, `>out</text>`: 1, `stroke="#9aa3ad"`: 7,
	} {
		assert.Equal(t, times, strings.Count(svg.String(), part), "%s in %s", part, svg.String())
	}
	for _, word := range []string{"disc", "red", "3/4"} {
		assert.True(t, IsShape(word), word)
	}
	for _, word := range []string{"disk", "4/3", "x/y", "bold"} {
		assert.False(t, IsShape(word), word)
	}
}

// Each word for a shape draws something else.
func TestShapes(t *testing.T) {
	drawn := map[string]string{}
	for _, word := range Shapes() {
		marks := []CellMark{{Shape: word}}
		p, _ := Placed([]Board{{Rows: 1, Cols: 1, Text: []string{""}, Fill: []string{"white"}, Marks: marks}})
		svg := p.Inline()
		assert.Empty(t, drawn[svg], word)
		drawn[svg] = word
	}
	assert.True(t, IsShape("up-left"))
	assert.False(t, IsShape("wedge"))
}

// Two lines of a corner text stand in the lower left and the upper right corner.
func TestTwoCorners(t *testing.T) {
	p, _ := Placed([]Board{{
		Rows: 1, Cols: 1, Text: []string{""}, Fill: []string{"black"}, Marks: []CellMark{{Corner: "4\n16", Shape: "falling"}},
	}})
	assert.Regexp(t, `<text x="11" y="44"[^>]*>4</text>`, p.Inline())
	assert.Regexp(t, `<text x="45" y="20"[^>]* text-anchor="end"[^>]*>16</text>`, p.Inline())
}

// A sign that two cells name is drawn once, over everything else; a text stands on its shape, or on the ground again.
func TestSigns(t *testing.T) {
	board := func(marks ...CellMark) string {
		b := Board{Rows: 1, Cols: len(marks), Borders: true, Marks: marks}
		for range marks {
			b.Text, b.Fill = append(b.Text, "7"), append(b.Fill, "white")
		}
		return Boards([]Board{b}).Inline()
	}
	svg := board(CellMark{Signs: [4]string{1: "disc black"}}, CellMark{Signs: [4]string{3: "disc black"}})
	assert.Equal(t, 1, strings.Count(svg, "<circle"))
	assert.Contains(t, svg, `<circle cx="48" cy="28" r="6" fill="#22262b"/></svg>`)
	svg = board(CellMark{Points: [4]string{"ring 12", "dot", "", "x y"}})
	assert.Regexp(t, `<circle cx="48" cy="8" r="7.2"[^>]*/><text x="48"[^>]*>12</text>`, svg)
	assert.Contains(t, svg, `<circle cx="48" cy="48" r="2"`)
	assert.Regexp(t, `<path [^>]*fill="#fdfdfd"/><text x="8"[^>]*>x y</text>`, svg)
	assert.NotContains(t, board(CellMark{}), "circle")
}

// The pen says how lines look, whatever the ink; dashes stand along cages; a text over a line keeps its ground.
func TestPens(t *testing.T) {
	one := func(m CellMark, fill string) string {
		b := Board{Rows: 1, Cols: 1, Borders: true, Text: []string{"7"}, Fill: []string{fill}, Marks: []CellMark{m}}
		return Boards([]Board{b}).Inline()
	}
	svg := one(CellMark{Ink: "red", Pen: "thin blue", Lines: [4]uint8{1, 0, 2}, Sides: [4]Side{sideEdge}}, "white")
	for part, times := range map[string]int{
		`stroke="#2f5fb3"`: 4, `stroke-width="3"`: 1, `stroke-width="2.76"`: 1, `stroke-width="1.8"`: 2,
		`>7</text>`: 1, `fill="#c8323c"`: 1, `fill="#fdfdfd"`: 2,
	} {
		assert.Equal(t, times, strings.Count(svg, part), "%s in %s", part, svg)
	}
	svg = one(CellMark{Cage: [4]bool{true, true}, Notch: [4]bool{2: true}, Corner: "12"}, "")
	assert.Equal(t, 3, strings.Count(svg, "stroke-dasharray"), svg)
	bare := one(CellMark{Sides: [4]Side{sideEdge}}, "none")
	assert.Contains(t, bare, `stroke-width="4.6"`, "an edge of a cell without ground")
	assert.NotContains(t, bare, `var(--faint)`)
	assert.True(t, IsPen("thin") && IsPen("blue") && !IsPen("bold"))
}

// Only an open cell is grey.
func TestOpenCells(t *testing.T) {
	b := Board{
		Rows: 1, Cols: 4, Text: []string{"", "", "5", ""}, Fill: []string{"", "", "", "red"},
		Open: []bool{false, true, true, true},
	}
	assert.Equal(t, 1, strings.Count(Boards([]Board{b}).Inline(), "var(--hole)"))
}

// A sign that the font of images lacks is drawn as a shape, or named. No digit has a slash.
func TestSignsThatTheFontLacks(t *testing.T) {
	one := func(text string) *Picture {
		return Boards([]Board{{Rows: 1, Cols: 1, Text: []string{text}, Fill: []string{"white"}}})
	}
	assert.Equal(t, []rune{'♛', '✓'}, Lacking(one("♛"), one("★"), one("a ✓ 0\n"), one("↑")))
	png := func(text string) string {
		var b bytes.Buffer
		require.NoError(t, one(text).PNG(&b))
		return b.String()
	}
	assert.NotEqual(t, png("♛"), png("★"))
	assert.Equal(t, png("♛"), png("✓"), "a box")
	img, err := newPainter().paint(one("0"), 56, 56)
	require.NoError(t, err)
	assert.Equal(t, img.At(2*28, 2*12), img.At(2*28, 2*28), "the middle of the zero is empty")
}
