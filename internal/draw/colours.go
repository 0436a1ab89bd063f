package draw

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// The colours of a page's theme. A picture in a file of its own has the colours of the light theme.
const (
	paper = "paper"
	ink   = "ink"
	faint = "faint" // lines between cells, axes
	hole  = "hole"  // an open cell
)

var light = map[string]string{paper: "#ffffff", ink: "#1b1f24", faint: "#9aa3ad", hole: "#e9ecef"}

// fills maps the names of colours in views to colours. They differ in lightness as well as in hue, so that they can be
// distinguished in grey.
var fills = map[string]string{
	"black": "#22262b", "red": "#c8323c", "green": "#58a65c", "yellow": "#f7d94c", "blue": "#2f5fb3",
	"magenta": "#a83293", "cyan": "#5cc8d7", "white": "#fdfdfd", "grey": "#b4bac1", "gray": "#b4bac1",
	"orange": "#f08c2e", "brown": "#7c5230", "pink": "#f4b6c8", "purple": "#66309a",
}

// Fills lists the names of the colours in views, in alphabetical order.
func Fills() []string { return slices.Sorted(maps.Keys(fills)) }

// IsFill reports whether a text names a colour, or none, or is #rrggbb.
func IsFill(name string) bool {
	name = colourName(name)
	_, known := fills[name]
	return known || isHex(name) || leavesOut(name) || name == ""
}

func colourName(name string) string { return strings.ToLower(strings.TrimSpace(name)) }

func leavesOut(name string) bool { return name == "none" || name == "transparent" }

// cellColours returns the background of a cell and a colour for text that is legible on it. shown is false for a bare
// cell that is left out.
func cellColours(name string, bare, open bool) (ground, text string, shown bool) {
	if leavesOut(colourName(name)) {
		return "", ink, !bare
	}
	ground, known := colourNamed(name)
	switch {
	case !known && open:
		ground = hole
	case !known:
		ground = paper
	}
	return ground, legible(ground), true
}

// legible returns a colour for text that can be read on a ground, in each theme.
func legible(ground string) string {
	switch ground {
	case ink:
		return paper
	case paper, hole:
		return ink
	}
	if luminance(ground) > 0.35 {
		return "#16191d"
	}
	return "#ffffff"
}

func isHex(s string) bool {
	if len(s) != 7 || s[0] != '#' {
		return false
	}
	_, err := strconv.ParseUint(s[1:], 16, 32)
	return err == nil
}

// rgb returns the components of a colour of the light theme.
func rgb(colour string) (r, g, b uint8) {
	if c, ok := light[colour]; ok {
		colour = c
	}
	n, err := strconv.ParseUint(strings.TrimPrefix(colour, "#"), 16, 32)
	if err != nil {
		return 0, 0, 0
	}
	return uint8(n >> 16), uint8(n >> 8), uint8(n)
}

// luminance returns roughly how light a colour looks, 0 to 1 (ITU-R BT.709, without the gamma).
func luminance(colour string) float64 {
	r, g, b := rgb(colour)
	square := func(x uint8) float64 { return float64(x) / 255 * float64(x) / 255 }
	return 0.2126*square(r) + 0.7152*square(g) + 0.0722*square(b)
}
