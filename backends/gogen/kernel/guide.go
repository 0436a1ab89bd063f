package kernel

import (
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/backends/search"
	"github.com/pzc-lang/pzc/backends/search/forks"
)

// guide is a heuristic made of tables, in the form that a kernel updates at each move. The keys of the tables lie side
// by side in few words, and a move changes all keys by one addition for each word. A nil guide writes nothing.
type guide struct {
	*search.Guide
	kernel *Kernel
	count  int // how many words
	places []keyPlaces
	steps  [][][]uint64 // by row, index and word: by how much a move changes the words
	rows   map[[2]int]int
}

// keyPlaces says where a key lies.
type keyPlaces struct {
	word  int
	shift uint
	mask  uint64
}

// mostKeyWords bounds the words of keys that the functions of a kernel pass on.
const mostKeyWords = 3

// newGuide is nil if the keys take too many words.
func newGuide(of *search.Guide, k *Kernel) *guide {
	g := &guide{Guide: of, kernel: k, rows: map[[2]int]int{}}
	used := 64
	for i := range of.Keys {
		n := of.Keys[i].Bits()
		if used+n > 64 {
			g.count++
			used = 0
		}
		g.places = append(g.places, keyPlaces{g.count - 1, uint(used), 1<<n - 1})
		used += n
	}
	if g.count > mostKeyWords {
		return nil
	}
	return g
}

// words are the names of the words.
func (g *guide) words(suffix string) string {
	var names []string
	for w := range g.count {
		names = append(names, keyWord(w)+suffix)
	}
	return strings.Join(names, ", ")
}

func keyWord(w int) string { return []string{"a", "b", "c"}[w] }

// list is the words as arguments, with a comma before them, to be written behind a state.
func (g *guide) list() string {
	if g == nil {
		return ""
	}
	return ", " + g.words("")
}

// add adds n to a key. n may be negative: words are added modulo 2^64.
func (g *guide) add(words []uint64, key int, n int64) {
	p := g.places[key]
	words[p.word] += uint64(n) << p.shift
}

// step is the words after an action as arguments, with a comma before them.
func (g *guide) step(actions []forks.KernelAction, action int, read func(lookup int) string) string {
	if g == nil {
		return ""
	}
	next := make([]string, g.count)
	fixed := make([]uint64, g.count)
	for w := range next {
		next[w] = keyWord(w)
	}
	for j := range actions[action].Lookups {
		l := &actions[action].Lookups[j]
		table := g.changes(l)
		for w := range next {
			same, some := true, occurring(l)
			for x := range table {
				same = same && (!l.Occurs[x] || table[x][w] == table[some][w])
			}
			if same {
				fixed[w] += table[some][w]
				continue
			}
			next[w] += fmt.Sprintf("+kernelSteps[%d][%s][%d]", g.row(action, j, table), read(j), w)
		}
	}
	for w := range next {
		if fixed[w] != 0 {
			next[w] += fmt.Sprintf("+%#x", fixed[w])
		}
	}
	return strings.Join(next, ", ")
}

// changes are the words that a lookup adds, by its index.
func (g *guide) changes(l *forks.KernelLookup) [][]uint64 {
	table := make([][]uint64, len(l.Occurs))
	for x := range table {
		table[x] = make([]uint64, g.count)
		for key := range g.Keys {
			if l.Occurs[x] {
				g.add(table[x], key, l.Changes[key][x])
			}
		}
	}
	return table
}

// row is the row of kernelSteps for a lookup of an action.
func (g *guide) row(action, lookup int, table [][]uint64) int {
	n, ok := g.rows[[2]int{action, lookup}]
	if !ok {
		n = len(g.steps)
		g.rows[[2]int{action, lookup}] = n
		g.steps = append(g.steps, table)
	}
	return n
}

// writeSteps writes the rows that were asked for.
func (g *guide) writeSteps(b *code.Block) {
	if g != nil {
		g.writeRows(b, "kernelSteps", g.steps)
	}
}

// writeRows writes tables of words.
func (g *guide) writeRows(b *code.Block, name string, tables [][][]uint64) {
	most := 1
	for _, table := range tables {
		most = max(most, len(table))
	}
	b.Line("var %s = [...][%d][%d]uint64{", name, most, g.count)
	for _, table := range tables {
		var rows []string
		for _, row := range table {
			rows = append(rows, "{"+hexes(row)+"}")
		}
		b.Line("{%s},", strings.Join(rows, ", "))
	}
	b.Line("}")
	b.Line("")
}

// writeFields writes what a kernel holds for the guide.
func (g *guide) writeFields(b *code.Block) {
	if g == nil {
		return
	}
	for i, t := range g.Tables {
		if t.States {
			b.Line("table%d *search.Numbered", i)
			continue
		}
		b.Line("table%d []%s", i, entryType(t.Width))
	}
}

func entryType(width int) string { return fmt.Sprintf("uint%d", 8*width) }

// writeOpen writes how the kernel opens its tables.
func (g *guide) writeOpen(b *code.Block) {
	for i, t := range g.Tables {
		if t.States {
			b.Line("k.table%d = search.NewNumbered(drivenOrder.Table(%d, %d), %d)", i, i, t.Bytes(), t.Entries)
			continue
		}
		b.Line("k.table%d = search.Entries%d(drivenOrder.Table(%d, %d))", i, 8*t.Width, i, t.Bytes())
	}
}

// writeEntry writes how a search gets its first words. The room for the plan did not include the estimate so far; now
// it does.
func (g *guide) writeEntry(b *code.Block, state string) {
	if g != nil {
		b.Line("%s := kernelKeys(%s)", g.words(""), state)
		b.Line("room += k.estimate(%s)", g.words(""))
	}
}

// write writes the estimate.
func (g *guide) write(b *code.Block) {
	if g == nil {
		return
	}
	b.Line("func (k *kernel) of(s *State) int {")
	b.Line("w := kernelWord(s)")
	b.Line("return k.estimate(kernelKeys(%s))", g.kernel.fromPacked())
	b.Line("}")
	b.Line("")
	g.writeKeys(b)
	b.Line("func (k *kernel) estimate(%s uint64) int {", g.words(""))
	b.Line("h := 0")
	for i := range g.Sums {
		g.writeSum(b, &g.Sums[i])
	}
	b.Line("return h")
	b.Line("}")
	b.Line("")
}

// writeKeys writes how keys are made of a state.
func (g *guide) writeKeys(b *code.Block) {
	base := make([]uint64, g.count)
	for i := range g.Keys {
		g.add(base, i, g.Keys[i].Base-g.Keys[i].Least)
	}
	b.Line("func kernelKeys(%s uint64) (%s uint64) {", g.kernel.list(), g.words(""))
	b.Line("%s = %s", g.words(""), hexes(base))
	b.Line("var row *[%d]uint64", g.count)
	var terms [][][]uint64
	for v, f := range g.kernel.Fields {
		table := make([][]uint64, f.Mask+1)
		some := false
		for x := range table {
			table[x] = make([]uint64, g.count)
			for i := range g.Keys {
				if of := g.Keys[i].Terms[v]; x < len(of) {
					g.add(table[x], i, of[x])
					some = true
				}
			}
		}
		if some {
			b.Line("row = &kernelTerms[%d][%s&%d]", len(terms), down(wordName(f.Word), f.Shift), f.Mask)
			for w := range g.count {
				b.Line("%s += row[%d]", keyWord(w), w)
			}
			terms = append(terms, table)
		}
	}
	b.Line("return %s", g.words(""))
	b.Line("}")
	b.Line("")
	g.writeRows(b, "kernelTerms", terms)
}

// writeSum writes one of the sums.
func (g *guide) writeSum(b *code.Block, sum *search.GuideSum) {
	b.Line("{")
	base := sum.Base
	var terms, none []string
	if sum.Key >= 0 {
		base += g.Keys[sum.Key].Least
		terms = append(terms, fmt.Sprintf("int(%s)", g.key(sum.Key)))
	}
	for i, p := range sum.Parts {
		name := fmt.Sprintf("c%d", i)
		if g.Tables[p.Table].States {
			b.Line("%s := k.table%d.At(%s)", name, p.Table, g.state(p.Keys))
		} else {
			b.Line("%s := k.table%d[%s]", name, p.Table, g.key(p.Keys[0].Key))
		}
		none = append(none, name+" == 0")
		term := "int(" + name + ")"
		if p.Coef != 1 {
			term += fmt.Sprintf("*%d", p.Coef)
		}
		terms = append(terms, term)
		base -= p.Coef
	}
	if none != nil {
		b.Line("if %s {", strings.Join(none, " || "))
		b.Line("return k.Hopeless()")
		b.Line("}")
	}
	b.Line("h = max(h, %s%+d)", strings.Join(terms, "+"), base)
	b.Line("}")
}

// state is a state of a simpler puzzle, put together from keys.
func (g *guide) state(keys []search.GuideShift) string {
	var bits []string
	for _, k := range keys {
		if k.Shift == 0 {
			bits = append(bits, g.key(k.Key))
		} else {
			bits = append(bits, fmt.Sprintf("(%s)<<%d", g.key(k.Key), k.Shift))
		}
	}
	return strings.Join(bits, " | ")
}

// key reads a key from its word.
func (g *guide) key(i int) string {
	p := g.places[i]
	return fmt.Sprintf("%s&%#x", down(keyWord(p.word), p.shift), p.mask)
}
