package kernel

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/backends/search"
)

// writeBranch writes a move that may follow. declared are the indices that the function has variables for.
func (k *Kernel) writeBranch(b *code.Block, br *search.KernelBranch, declared map[string]bool) {
	b.Comment("%s", code.OneLine(k.puzzle.Task.Moves[br.Move].Name))
	cond := k.condition(&br.If)
	block := cond != "" || k.guide != nil
	if cond != "" {
		b.Line("if %s {", cond)
	} else if block {
		b.Line("{")
	}
	a := &k.Actions[br.Action]
	price := "k.price"
	reads := make([]string, len(a.Lookups)) // by lookup: the variable that holds its index
	variables := []string{"x", "y", "z"}
	read := func(lookup int) string {
		if reads[lookup] == "" {
			reads[lookup] = fmt.Sprintf("x%d", lookup)
			if len(variables) > 0 {
				reads[lookup], variables = variables[0], variables[1:]
			}
		}
		return reads[lookup]
	}
	if k.shape != onNothing {
		price = k.price(br.Action, read)
	}
	next := k.next(a, reads, read)
	keys := k.guide.step(k.Actions, br.Action, read)
	for i, x := range reads {
		if x == "" {
			continue
		}
		sign := "="
		if !declared[x] {
			sign = ":="
			declared[x] = !block
		}
		b.Line("%s %s %s", x, sign, index(a.Lookups[i].Index))
	}
	if k.guide != nil {
		b.Line("%s := %s", k.guide.words("1"), keys)
		b.Line("if left, h := room - %s, k.estimate(%s); h > left {", price, k.guide.words("1"))
		b.Line("k.Cut(left - h)")
		b.Line("} else if k.%s(%s, %s, left, depth+1) {", k.name(br.To), next, k.guide.words("1"))
	} else {
		b.Line("if left := room - %s; left < 0 {", price)
		b.Line("k.Cut(left)")
		b.Line("} else if k.%s(%s, left, depth+1) {", k.name(br.To), next)
	}
	b.Line("return k.Back(%d)", k.number[br.Move])
	b.Line("}")
	if block {
		b.Line("}")
	}
}

// condition is a condition on s, "" if it always holds.
func (k *Kernel) condition(c *search.KernelCondition) string {
	var all []string
	for word, mask := range c.Mask {
		switch mask {
		case 0:
		case k.stateMask(word):
			all = append(all, fmt.Sprintf("%s == %#x", wordName(word), c.Want[word]))
		default:
			all = append(all, fmt.Sprintf("%s&%#x == %#x", wordName(word), mask, c.Want[word]))
		}
	}
	for _, t := range c.Tests {
		x := "(" + index(t.Index) + ")"
		if len(t.Allowed) == 1 {
			all = append(all, fmt.Sprintf("%s>>%s&1 != 0", wordSet(t.Allowed[0]), x))
			continue
		}
		all = append(all, fmt.Sprintf("kernelTables[%d][%s>>6]>>(%s&63)&1 != 0", k.table(t.Allowed), x, x))
	}
	return strings.Join(all, " && ")
}

// wordSet is a set of numbers below 64 as a constant. Above MaxInt64 the constant needs a type, because Go shifts it as
// an int.
func wordSet(set uint64) string {
	if set > math.MaxInt64 {
		return fmt.Sprintf("uint64(%#x)", set)
	}
	return fmt.Sprintf("%#x", set)
}

// index is the number that some bits of a state make.
func index(of search.KernelIndex) string {
	var picks []string
	for _, p := range of {
		text := fmt.Sprintf("%s&%#x", down(wordName(p.Word), p.Shift), p.Mask)
		if p.Up > 0 {
			text += fmt.Sprintf("<<%d", p.Up)
		}
		picks = append(picks, text)
	}
	return strings.Join(picks, " | ")
}

func down(word string, by uint) string {
	if by == 0 {
		return word
	}
	return fmt.Sprintf("%s>>%d", word, by)
}

// next is the state that a move leads to. It uses the indices that have variables, and computes those of tables.
func (k *Kernel) next(a *search.KernelAction, reads []string, read func(lookup int) string) string {
	return k.each(func(word int) string { return k.nextWord(a, word, reads, read) })
}

// nextWord is a word of that state.
func (k *Kernel) nextWord(a *search.KernelAction, word int, reads []string, read func(lookup int) string) string {
	keep, written, turned := a.Keep[word], uint64(0), uint64(0)
	moved := [...]map[int]uint64{{}, {}, {}}
	var more []string
	for i := range a.Lookups {
		l := &a.Lookups[i]
		bits, copies, not, ok := l.Copies(word)
		if !ok {
			more = append(more, fmt.Sprintf("kernelTables[%d][%s]", k.table(l.Bits[word]), read(i)))
			continue
		}
		written |= bits
		turned |= not
		for _, c := range copies {
			switch p := l.Index[0]; {
			case c.Up == 0 && c.Word == word:
				keep |= c.Mask
			case reads[i] != "" && len(l.Index) == 1:
				more = append(more, copied(reads[i], p.Mask, c.Mask>>p.Shift, c.Up+int(p.Shift)))
			default:
				moved[c.Word][c.Up] |= c.Mask
			}
		}
	}
	terms := k.stays(word, keep)
	if written != 0 {
		terms = append(terms, fmt.Sprintf("%#x", written))
	}
	for from := range moved {
		for up := -63; up < 64; up++ {
			if mask := moved[from][up]; mask != 0 {
				terms = append(terms, copied(wordName(from), ^uint64(0), mask, up))
			}
		}
	}
	terms = append(terms, more...)
	switch {
	case len(terms) == 0:
		return "0"
	case turned == 0:
		return strings.Join(terms, " | ")
	case len(terms) == 1:
		return fmt.Sprintf("%s ^ %#x", terms[0], turned)
	}
	return fmt.Sprintf("(%s) ^ %#x", strings.Join(terms, " | "), turned)
}

// copied are some of the bits of a word, moved up.
func copied(word string, all, mask uint64, up int) string {
	if mask != all {
		word = fmt.Sprintf("%s&%#x", word, mask)
	}
	switch {
	case up > 0:
		word += fmt.Sprintf("<<%d", up)
	case up < 0:
		word += fmt.Sprintf(">>%d", -up)
	}
	return word
}

// stays is the part of a word of the state that a move leaves as it is.
func (k *Kernel) stays(word int, keep uint64) []string {
	all, name := k.stateMask(word), wordName(word)
	switch keep & all {
	case 0:
		return nil
	case all:
		return []string{name}
	}
	return []string{fmt.Sprintf("%s&^%#x", name, all&^keep)}
}

// table is the row of kernelTables that holds some words.
func (k *Kernel) table(words []uint64) int {
	for i, t := range k.tables {
		if slices.Equal(t, words) {
			return i
		}
	}
	k.tables = append(k.tables, words)
	return len(k.tables) - 1
}

// writeTables writes the tables that were asked for.
func (k *Kernel) writeTables(b *code.Block) {
	if len(k.tables) == 0 {
		return
	}
	most := 0
	for _, t := range k.tables {
		most = max(most, len(t))
	}
	b.Comment("kernelTables are bits that moves write, by bits that they read, and sets of such.")
	b.Line("var kernelTables = [...][%d]uint64{", most)
	for _, t := range k.tables {
		var row []string
		for _, w := range t {
			row = append(row, fmt.Sprintf("%#x", w))
		}
		b.Line("{%s},", strings.Join(row, ", "))
	}
	b.Line("}")
}
