package view

import (
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/internal/diag"
)

const codeOnlyColoured = "only-coloured"

// OnlyColoured warns of views with cells without text that only a colour tells apart in some states. Screen readers say
// the same of both cells. It shows states until the context of the machine ends.
func OnlyColoured(x *semantics.Machine, states [][]int64) (diags diag.List) {
	type example struct{ cell, colour string }
	views := x.Model().Views
	first := make([]map[string]example, len(views)) // by the rest of the look; nil: a warning was given
	for i := range views {
		first[i] = map[string]example{}
	}
	for _, state := range states {
		boards := Boards(x, state)
		if x.Ended() {
			return diags
		}
		for i, b := range boards {
			for k, name := range CellNames(x.Model(), &b) {
				rest, colour := looks(&b, k)
				margin := b.Borders == BordersRegions && (b.Fill[k] == "" || b.Fill[k] == "none")
				if name == "" || strings.TrimSpace(b.Text[k]) != "" || first[i] == nil || margin {
					continue
				}
				if _, known := first[i][rest]; !known {
					first[i][rest] = example{name, colour}
				}
				if e := first[i][rest]; e.colour != colour {
					if e.cell == name {
						name = "with other values it"
					}
					d := diags.Warnf(views[i].Span, codeOnlyColoured,
						"only a colour tells cells apart: %s is %s, %s is %s", e.cell, e.colour, name, colour)
					d.Help = "give one of them a text for screen readers, such as `\"#\"`; `ink \"none\"` keeps it out of pictures"
					first[i] = nil
				}
			}
		}
	}
	return diags
}

// looks returns what is drawn in a cell beside its text, without colours, and the colours.
func looks(b *Board, k int) (rest, colour string) {
	if colour = b.Fill[k]; colour == "" || colour == "none" {
		colour = "without colour"
	}
	if b.Marks == nil {
		return "", colour
	}
	m := &b.Marks[k]
	shape, of, coloured := strings.Cut(m.Shape, " ")
	if coloured {
		colour += " with a " + shape + " " + of
	}
	return fmt.Sprint(shape, m.Corner, m.Lines, m.Signs, m.Points), colour
}

// CellNames returns the elements of a view's set that the cells of a board show, as the language writes them; "" for a
// cell outside the set. It returns nil if the board is a line.
func CellNames(m *model.Model, b *Board) []string {
	if b.Elems == nil {
		return nil
	}
	names := make([]string, len(b.Elems))
	for i, e := range b.Elems {
		if e.OK {
			names[i] = m.Format(b.Of, e.Value)
		}
	}
	return names
}
