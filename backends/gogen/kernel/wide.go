package kernel

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/backends/search/depthfirst"
)

// writeWide writes the moves as numbers, for breadth-first search.
func (k *Kernel) writeWide(b *code.Block) {
	b.Comment("kernelWide is the puzzle for searches that keep all states: each move with what it asks of a state and " +
		"what it does to it.")
	b.Line("var kernelWide = search.Wide{")
	b.Line("Bits: %d,", bits.Len64(k.stateMask(0)))
	b.Line("Goal: search.WordIf{%s},", conditionFields(&k.Goal))
	if k.Parts != nil {
		b.Comment("The moves change each of these sets of bits without a look at the others.")
		b.Line("Parts: []uint64{%s},", hexes(k.Parts))
	}
	b.Line("Moves: []search.WordMove{")
	for i := range k.Moves {
		k.writeWordMove(b, &k.Moves[i])
	}
	b.Line("},")
	b.Line("}")
	b.Line("")
	b.Comment("FastLayers is search.Layers by these.")
	b.Line("func FastLayers(ctx context.Context, p *search.Problem[State, Key], o search.Options) (layers " +
		"[]int, complete bool) {")
	b.Line("return search.LayersWide(ctx, p, &kernelWide, kernelWord, o)")
	b.Line("}")
	b.Line("")
}

func (k *Kernel) writeWordMove(b *code.Block, m *depthfirst.KernelMove) {
	b.Comment("%s", code.OneLine(k.puzzle.Task.Moves[m.Move].Name))
	fields := []string{fmt.Sprintf("Number: %d", k.number[m.Move])}
	if c := conditionFields(&m.If); c != "" {
		fields = append(fields, "If: search.WordIf{"+c+"}")
	}
	keep, written, turned := m.Action.Keep[0]&k.stateMask(0), uint64(0), uint64(0)
	moved := map[int]uint64{}
	var tables []string
	for i := range m.Action.Lookups {
		l := &m.Action.Lookups[i]
		set, copies, not, ok := l.Copies(0)
		if !ok {
			tables = append(tables, fmt.Sprintf("{Index: %s, Bits: []uint64{%s}}", indexFields(l.Index),
				hexes(l.Bits[0])))
			continue
		}
		written |= set
		turned |= not
		for _, c := range copies {
			if c.Up == 0 {
				keep |= c.Mask
			} else {
				moved[c.Up] |= c.Mask
			}
		}
	}
	fields = append(fields, fmt.Sprintf("Keep: %#x", keep))
	if written != 0 {
		fields = append(fields, fmt.Sprintf("Set: %#x", written))
	}
	if turned != 0 {
		fields = append(fields, fmt.Sprintf("Turn: %#x", turned))
	}
	var copies []string
	for up := -63; up < 64; up++ {
		if moved[up] != 0 {
			copies = append(copies, fmt.Sprintf("{Mask: %#x, Up: %d}", moved[up], up))
		}
	}
	if copies != nil {
		fields = append(fields, "Copies: []search.WordCopy{"+strings.Join(copies, ", ")+"}")
	}
	if tables != nil {
		fields = append(fields, "Tables: []search.WordTable{\n"+strings.Join(tables, ",\n")+",\n}")
	}
	b.Line("{%s},", strings.Join(fields, ", "))
}

func conditionFields(c *depthfirst.KernelCondition) string {
	var fields []string
	if c.Mask[0] != 0 {
		fields = append(fields, fmt.Sprintf("Mask: %#x, Want: %#x", c.Mask[0], c.Want[0]))
	}
	if len(c.Tests) > 0 {
		var tests []string
		for _, t := range c.Tests {
			tests = append(tests, fmt.Sprintf("{Index: %s, Allowed: []uint64{%s}}", indexFields(t.Index),
				hexes(t.Allowed)))
		}
		fields = append(fields, "Tests: []search.WordTest{"+strings.Join(tests, ", ")+"}")
	}
	return strings.Join(fields, ", ")
}

func indexFields(x depthfirst.KernelIndex) string {
	var picks []string
	for _, p := range x {
		pick := fmt.Sprintf("Mask: %#x", p.Mask)
		if p.Shift > 0 {
			pick = fmt.Sprintf("Shift: %d, ", p.Shift) + pick
		}
		if p.Up > 0 {
			pick += fmt.Sprintf(", Up: %d", p.Up)
		}
		picks = append(picks, "{"+pick+"}")
	}
	return "search.WordIndex{" + strings.Join(picks, ", ") + "}"
}

func hexes(words []uint64) string {
	var out []string
	for _, w := range words {
		out = append(out, fmt.Sprintf("%#x", w))
	}
	return strings.Join(out, ", ")
}
