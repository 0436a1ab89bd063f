package draw

import (
	"maps"
	"slices"
	"unicode"

	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
)

// asShape returns the shape that stands for a sign which the font of images lacks, "" for none.
func asShape(text string) string {
	return map[string]string{
		"★": "star", "☆": "star", "◆": "diamond", "◇": "diamond", "△": "triangle", "▽": "wedge-down", "⚫": "disc",
		"⬤": "disc", "⚪": "ring", "◯": "ring", "⬛": "square", "⬜": "square", "✕": "times", "✖": "times", "✗": "times",
		"↗": "up-right", "↘": "down-right", "↙": "down-left", "↖": "up-left", "╱": "rising", "╲": "falling", "🌲": "tree",
		"⛺": "tent", "∧": "wedge-up", "∨": "wedge-down", "⋅": "dot",
	}[text]
}

// Lacking lists the signs of pictures that images cannot show, because their font has none of them and no shape stands
// for them.
func Lacking(pictures ...*Picture) []rune {
	f, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return nil
	}
	lacks := map[rune]bool{}
	var b sfnt.Buffer
	for _, p := range pictures {
		for i := range p.shapes {
			for _, r := range p.shapes[i].text {
				known, err := f.GlyphIndex(&b, r)
				if err != nil || known == 0 && unicode.IsGraphic(r) && asShape(p.shapes[i].text) == "" {
					lacks[r] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(lacks))
}
