package kernel

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/backends/search/depthfirst"
)

// mostAhead is the number of moves of which a function computes all prices before it makes the first.
const mostAhead = 4

// branch is a move that may follow, in Go.
type branch struct {
	*depthfirst.KernelBranch
	cond, price, next string
	reads             [][2]string // variables and the indices that they hold
	left              string      // the variable with the room that it leaves; "": there is none yet
}

// writeBranches writes the moves that may follow at a node. within is added to what is returned with a plan.
func (k *Kernel) writeBranches(b *code.Block, n *depthfirst.KernelNode, within string) {
	ahead := k.ahead(n)
	branches := make([]branch, len(n.Branches))
	variables := 0
	for i := range branches {
		if !ahead {
			variables = 0
		}
		branches[i] = k.branch(&n.Branches[i], &variables)
	}
	declared := map[string]bool{}
	for i := range branches {
		if br := &branches[i]; ahead {
			br.read(b, declared, false)
			br.left = fmt.Sprintf("left%d", i)
			b.Line("%s := room - %s", br.left, br.price)
		}
	}
	for i := range branches {
		k.writeBranch(b, &branches[i], declared, within)
	}
}

// ahead tells whether the prices at a node are computed before the first move is made. Then none of them waits for
// a move.
func (k *Kernel) ahead(n *depthfirst.KernelNode) bool {
	return k.shape == onState && len(n.Branches) > 1 && len(n.Branches) <= mostAhead &&
		!slices.ContainsFunc(n.Branches, func(br depthfirst.KernelBranch) bool { return k.condition(&br.If) != "" })
}

// single tells whether exactly one move follows at a node. Then the node is also written where a move leads to it,
// which saves a call.
func (k *Kernel) single(n *depthfirst.KernelNode) bool {
	return len(n.Branches) == 1 && k.condition(&n.Branches[0].If) == ""
}

// branch makes the texts of a branch. variables is the number of variables that are in use.
func (k *Kernel) branch(br *depthfirst.KernelBranch, variables *int) branch {
	a := &k.Actions[br.Action]
	out := branch{KernelBranch: br, cond: k.condition(&br.If), price: "k.price"}
	reads := make([]string, len(a.Lookups)) // by lookup: the variable that holds its index
	read := func(lookup int) string {
		if reads[lookup] == "" {
			reads[lookup] = fmt.Sprintf("x%d", *variables)
			if *variables < 3 {
				reads[lookup] = []string{"x", "y", "z"}[*variables]
			}
			*variables++
			out.reads = append(out.reads, [2]string{reads[lookup], index(a.Lookups[lookup].Index)})
		}
		return reads[lookup]
	}
	if k.shape != onNothing {
		out.price = k.price(br.Action, read)
	}
	out.next = k.next(a, reads, read)
	return out
}

// read writes the variables of a branch. declared are those that the function has. inside tells that they are written
// inside a block.
func (br *branch) read(b *code.Block, declared map[string]bool, inside bool) {
	for _, r := range br.reads {
		sign := "="
		if !declared[r[0]] {
			sign = ":="
			declared[r[0]] = !inside
		}
		b.Line("%s %s %s", r[0], sign, r[1])
	}
}

// writeBranch writes a move that may follow. declared are the variables that the function has.
func (k *Kernel) writeBranch(b *code.Block, br *branch, declared map[string]bool, within string) {
	b.Comment("%s", code.OneLine(k.puzzle.Task.Moves[br.Move].Name))
	block := br.cond != ""
	if block {
		b.Line("if %s {", br.cond)
	}
	test := ""
	if br.left == "" {
		br.read(b, declared, block)
		br.left = "left"
		test = fmt.Sprintf("left := room - %s; ", br.price)
	}
	back := fmt.Sprintf("k.Back(%d)", k.number[br.Move])
	to := &k.Nodes[br.To]
	switch {
	case within == "" && k.single(to):
		b.Line("if %s%s < 0 {", test, br.left)
		b.Line("k.Cut(%s)", br.left)
		b.Line("} else { // as in %s", k.name(br.To))
		b.Line("%s, room, depth := %s, %s, depth+1", k.list(), br.next, br.left)
		k.writeBody(b, to, back)
	default:
		b.Line("if %s%s < 0 {", test, br.left)
		b.Line("k.Cut(%s)", br.left)
		b.Line("} else if k.%s(%s, %s, depth+1) {", k.name(br.To), br.next, br.left)
		b.Line("return %s%s", back, within)
	}
	b.Line("}")
	if block {
		b.Line("}")
	}
}

// condition is a condition on s, "" if it always holds.
func (k *Kernel) condition(c *depthfirst.KernelCondition) string {
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
func index(of depthfirst.KernelIndex) string {
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
func (k *Kernel) next(a *depthfirst.KernelAction, reads []string, read func(lookup int) string) string {
	return k.each(func(word int) string { return k.nextWord(a, word, reads, read) })
}

// nextWord is a word of that state.
func (k *Kernel) nextWord(a *depthfirst.KernelAction, word int, reads []string, read func(lookup int) string) string {
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
	case len(terms) == 0 || len(terms) == 1 && written != 0:
		return fmt.Sprintf("uint64(%#x)", written^turned)
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
