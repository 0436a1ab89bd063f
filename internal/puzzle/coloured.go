package puzzle

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/internal/diag"
)

// onlyColoured warns of views with cells without text that only a colour tells apart. Screen readers say the same of
// both cells.
func (puzzle *Puzzle) onlyColoured(ctx context.Context) (diags diag.List) {
	type example struct{ cell, colour string }
	defer puzzle.Showing(ctx)()
	views := puzzle.Program.checked.Views
	first := make([]map[string]example, len(views)) // by the rest of the look; nil: a warning was given
	for i := range views {
		first[i] = map[string]example{}
	}
	for _, state := range puzzle.samples(ctx) {
		for i, b := range puzzle.View(state) {
			for k, name := range puzzle.CellNames(&b) {
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
					d := diags.Warnf(views[i].Span, semantics.CodeOnlyColoured,
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
	return fmt.Sprint(shape, m.Corner, m.Lines), colour
}

// samples returns states that a view is tried with: a start or, if there are no moves, the least and the greatest
// values.
func (puzzle *Puzzle) samples(ctx context.Context) [][]int64 {
	if puzzle.HasMoves() {
		soon, cancel := context.WithTimeout(ctx, time.Second) // a start may be hard to find if the solver chooses values
		defer cancel()
		starts, _, _ := puzzle.machine.InitialStates(soon, 1)
		return starts
	}
	least, greatest := make([]int64, puzzle.model.StateSize), make([]int64, puzzle.model.StateSize)
	for place := range least {
		array, k := puzzle.model.ArrayAt(place)
		values := puzzle.model.Data[array.ID].DomainAt(k).Elems
		if len(values) == 0 {
			return nil
		}
		least[place], greatest[place] = values[0].N, values[len(values)-1].N
	}
	return [][]int64{least, greatest}
}
