package gogen

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/backends/search"
	"github.com/pzc-lang/pzc/compiler/model"
)

// kernel is the puzzle as search.NewKernel gives it, with what is needed to write it: beside the readable functions a program has functions in
// which the state is one word or a few, one for each move made last, which know the moves that may follow (docs/generated-code.md).
type kernel struct {
	*search.Kernel
	g      *generator
	number []int        // by move of the task: its number in the program
	guide  *kernelGuide // may be nil
	shape  priceShape
	rows   []priceRow
	rowsOf [][]int    // by action: its rows
	tables [][]uint64 // rows of kernelTables
}

// makeKernel is nil if the puzzle has not the shape.
func (g *generator) makeKernel(ctx context.Context, heuristics func(name string) bool, guide *search.Guide) *kernel {
	if len(g.families) == 0 {
		return nil
	}
	of, ok := search.NewKernel(ctx, g.t, heuristics, guide)
	if !ok {
		return nil
	}
	k := &kernel{Kernel: of, g: g}
	if guide != nil {
		if k.guide = newKernelGuide(guide, k); k.guide == nil {
			return nil
		}
	}
	numbers := map[string]int{}
	for i := range g.families {
		for j, mv := range g.families[i].moves {
			numbers[g.machine.Format(mv)] = g.families[i].first + j
		}
	}
	for i := range g.t.Moves {
		n, ok := numbers[g.t.Moves[i].Name]
		if !ok {
			return nil
		}
		k.number = append(k.number, n)
	}
	k.layPrices()
	return k
}

// deep tells whether the kernel searches depth first, wide whether it searches breadth first.
func (k *kernel) deep() bool { return k != nil && len(k.Nodes) > 0 }
func (k *kernel) wide() bool { return k != nil && len(k.Moves) > 0 }

// faster tells whether the kernel outruns the search backend: breadth-first search is as fast there and knows more than one core, and depth
// first that leaves out sequences of moves.
func (k *kernel) faster(algorithm, heuristic string) bool {
	return k.deep() && !k.Prunes && algorithm != "bfs" && k.does(algorithm, heuristic)
}

// writeKernel writes kernel.go.
func (g *generator) writeKernel() string {
	k := g.kernel
	k.tables = nil
	fast, deep, wide := true, k.deep(), k.wide()
	if d := g.drive; d != nil {
		fast = k.does(d.algorithm, d.heuristic)
		deep, wide = fast && d.algorithm != "bfs", fast && d.algorithm == "bfs"
	}
	if !fast && k.guide == nil {
		return ""
	}
	var b code.Block
	if fast {
		k.writeFast(&b)
	}
	k.writeWord(&b)
	if deep || k.guide != nil {
		k.writeType(&b, deep)
		k.writeNew(&b, deep)
	}
	k.guide.write(&b)
	if deep {
		k.writeEnter(&b)
		for i := range k.Nodes {
			k.writeNode(&b, i)
		}
		k.writePrices(&b)
		k.guide.writeSteps(&b)
		k.writeTables(&b)
	}
	if wide {
		k.writeWide(&b)
	}
	return b.String()
}

const (
	kernelDoc = `The puzzle once more, in the shape in which a processor searches it at full speed. A state is %s.`
	deepDoc   = `
For depth-first search, %s
Everything else was worked out when this file was written: which moves may follow (what is known of the state is not asked again,
and a move that only takes the last one back is left out), which bits they change, and by how much they change the estimate.`
	wideDoc = `
For breadth-first search, there is a list of all moves, from which tables are made that tell for many bits of a state at once which
moves it allows.`
	testDoc = `
Tests hold this against the plain functions in moves.go.`
)

func (k *kernel) doc() string {
	doc := fmt.Sprintf(kernelDoc, [...]string{1: "one word", 2: "two words", 3: "three words"}[k.Words])
	if k.deep() {
		shape := "there is a function for each move that may have been made last, which tries the moves that may follow and calls theirs."
		if k.Selector >= 0 {
			shape = "there is a function for each value of `" + k.selectorName() + "`, which tries the moves that may be made there and calls the functions of the values that they lead to."
		}
		doc += "\n" + fmt.Sprintf(deepDoc, shape)
	}
	if k.wide() {
		doc += "\n" + wideDoc
	}
	return doc + "\n" + testDoc
}

func (k *kernel) selectorName() string { return k.g.t.Vars[k.Selector].Name }

// writeType writes the type of kernels.
func (k *kernel) writeType(b *code.Block, deep bool) {
	b.Line("// kernel holds what its functions share.")
	b.Line("type kernel struct {")
	b.Line("search.Dive[%s]", k.wordType())
	k.guide.writeFields(b)
	if !deep {
		b.Line("}")
		b.Line("")
		return
	}
	by := map[priceShape]string{onNothing: "of a move", onMove: "by move", onState: "by move and by what the move reads"}[k.shape]
	b.Line("// price, %s: its cost, and by how much it raises the estimate.", by)
	b.Line("price %s", k.priceType())
	b.Line("}")
	b.Line("")
}

// writeWord writes how a state is packed for the kernel.
func (k *kernel) writeWord(b *code.Block) {
	b.Line("// kernelWord packs a state for the kernel.")
	body := &code.Block{}
	body.Define("k", code.Name("s").Call("Pack"))
	type run struct {
		word, from, in int
		to             uint
	}
	direct := map[run]uint64{} // by how far bits are moved: which of the word they become
	var order []run
	for v, f := range k.Fields {
		word, bit, low := k.g.keyPlace(k.g.t.Vars[v].State)
		values := k.g.t.Vars[v].Values
		if values[0] == low && values[len(values)-1] == low+int64(len(values))-1 {
			r := run{word: word, from: max(0, bit-int(f.Shift)), in: f.Word, to: uint(max(0, int(f.Shift)-bit))}
			if direct[r] == 0 {
				order = append(order, r)
			}
			direct[r] |= f.Mask << f.Shift
			continue
		}
		last := values[len(values)-1] - low
		places := make([]string, 1<<bits.Len64(uint64(last)))
		for i := range places {
			places[i] = fmt.Sprint(max(0, slices.Index(values, low+int64(i))))
		}
		body.Line("%s |= [...]uint64{%s}[k[%d]>>%d&%d] << %d", k.packed(f.Word), strings.Join(places, ", "), word, bit, len(places)-1, f.Shift)
	}
	for _, r := range order {
		body.Line("%s |= k[%d]%s%s & %#x", k.packed(r.in), r.word, shifted(">>", fmt.Sprint(r.from)), shifted("<<", fmt.Sprint(r.to)), direct[r])
	}
	body.Line("return w")
	b.Func("func kernelWord(s *State) (w "+k.wordType()+")", body)
	b.Line("")
}

// keyPlace says where an element of a state of the model lies in a Key, and which value is 0 there.
func (g *generator) keyPlace(element int) (word, bit int, low int64) {
	layout, _ := g.layOut()
	for _, p := range layout {
		d := g.m.Data[p.array.ID]
		i := element - d.Offset
		if i < 0 || i >= d.Size {
			continue
		}
		if p.array.Type.Kind == model.Boolean {
			p.low = 0
		}
		if p.per > 0 {
			return p.word + i/p.per, i % p.per * p.width, p.low
		}
		return p.word, p.shift + i*p.width, p.low
	}
	panic("gogen: a variable of the task is no element of the model's state")
}

// writeNew writes how a kernel is made.
func (k *kernel) writeNew(b *code.Block, deep bool) {
	b.Line("// newKernel is a kernel with an estimate; nil if it is none of those that moves change by what is known here.")
	b.Line("func newKernel(heuristic string) *kernel {")
	b.Line("k := &kernel{}")
	if deep && !k.Rises {
		b.Line("k.Path = make([]%s, 1)", k.wordType())
	}
	if k.guide != nil {
		if deep {
			b.Line("k.price = kernelPrices[0]")
		}
		k.guide.writeOpen(b)
		b.Line("return k")
		b.Line("}")
		b.Line("")
		return
	}
	b.Line("switch heuristic {")
	for i, name := range append([]string{"blind"}, k.Estimates...) {
		b.Line("case %q:", name)
		b.Line("k.price = kernelPrices[%d]", i)
	}
	b.Line("default:")
	b.Line("return nil")
	b.Line("}")
	b.Line("return k")
	b.Line("}")
	b.Line("")
}

// fastFunction is the signature of what searches by the kernel.
const fastFunction = "(ctx context.Context, p *search.Problem[State, Key], h search.Heuristic[State], o search.Options) search.Result[State]"

// writeFast writes which algorithms the kernel serves.
func (k *kernel) writeFast(b *code.Block) {
	if d := k.g.drive; d != nil {
		b.Line("func Fast%s {", fastFunction)
		if d.algorithm != "bfs" {
			b.Line("k := newKernel(%q)", d.heuristic)
		}
		if k.guide != nil {
			b.Line("h = k.of")
		}
		b.Line("%s", k.way(d.algorithm))
		b.Line("}")
		return
	}
	b.Line("// Fast is the named algorithm by the kernel; nil if the kernel cannot do it.")
	b.Line("func Fast(algorithm, heuristic string) func(context.Context, *search.Problem[State, Key], search.Heuristic[State], search.Options) search.Result[State] {")
	for _, algorithm := range []string{"bfs", "backtrack", "iddfs", "idastar"} {
		way := k.way(algorithm)
		if way == "" {
			continue
		}
		function := strings.Replace(fastFunction, "h search", "_ search", 1)
		if algorithm == "idastar" {
			function = fastFunction
			b.Line("if k := newKernel(heuristic); k != nil && algorithm == %q {", algorithm)
		} else {
			b.Line("if algorithm == %q {", algorithm)
		}
		if algorithm == "backtrack" || algorithm == "iddfs" {
			b.Line("k := newKernel(\"blind\")")
		}
		b.Line("return func%s {", function)
		b.Line("%s", way)
		b.Line("}")
		b.Line("}")
	}
	b.Line("return nil")
	b.Line("}")
	b.Line("")
}

// does tells whether the kernel has an algorithm, with a heuristic.
func (k *kernel) does(algorithm, heuristic string) bool {
	return k != nil && k.way(algorithm) != "" && (heuristic == "blind" || slices.Contains(k.Estimates, heuristic) || k.guide != nil)
}

// way calls an algorithm with the kernel k; "" if it cannot be done.
func (k *kernel) way(algorithm string) string {
	of := "search.Kernel[State, " + k.wordType() + "]{Dive: &k.Dive, Word: kernelWord, Below: k.below}"
	switch {
	case algorithm == "bfs" && k.wide():
		return "return search.BreadthFirstWide(ctx, p, &kernelWide, kernelWord, o)"
	case !k.deep():
	case algorithm == "backtrack" && k.Rises:
		return "return search.BacktrackKernel(ctx, p, " + of + ", o)"
	case algorithm == "iddfs":
		return "o.Admissible = true\nreturn search.IDAStarKernel(ctx, p, search.Blind[State], " + of + ", o)"
	case algorithm == "idastar":
		return "return search.IDAStarKernel(ctx, p, h, " + of + ", o)"
	}
	return ""
}

// writeEnter writes the way from a state to the function that goes on from it.
func (k *kernel) writeEnter(b *code.Block) {
	b.Line("// below searches below s, to which a move led.")
	if k.Selector >= 0 {
		f := k.Fields[k.Selector]
		b.Line("func (k *kernel) below(s *State, _, room int) bool {")
		b.Line("w := kernelWord(s)")
		k.guide.writeEntry(b, k.fromPacked())
		b.Line("return enterKernel[%s&%d](k, %s%s, room, 1)", down(k.packed(f.Word), f.Shift), f.Mask, k.fromPacked(), k.guide.list())
	} else {
		b.Line("func (k *kernel) below(s *State, move, room int) bool {")
		if k.guide == nil && k.Words == 1 {
			b.Line("return enterKernel[move](k, kernelWord(s), room, 1)")
		} else {
			b.Line("w := kernelWord(s)")
			k.guide.writeEntry(b, k.fromPacked())
			b.Line("return enterKernel[move](k, %s%s, room, 1)", k.fromPacked(), k.guide.list())
		}
	}
	b.Line("}")
	b.Line("")
	names := make([]string, len(k.number))
	of := "move"
	if k.Selector >= 0 {
		names, of = make([]string, len(k.Nodes)), "value"
	}
	for i := range names {
		names[i] = "nil"
	}
	for i, n := range k.Nodes {
		names[k.label(n.Of)] = k.name(i)
	}
	b.Line("// enterKernel holds the functions, by %s.", of)
	b.Line("var enterKernel = [...]func(k *kernel, %s%s uint64, room, depth int) bool{", k.list(), k.guide.list())
	for _, n := range names {
		if n != "nil" {
			n = "(*kernel)." + n
		}
		b.Line("%s,", n)
	}
	b.Line("}")
	b.Line("")
}

// label is the number in the program of what a node belongs to.
func (k *kernel) label(of int) int {
	if k.Selector >= 0 {
		return of
	}
	return k.number[of]
}

// name is the name of a node's function. No text of the model is in it.
func (k *kernel) name(node int) string {
	if k.Selector >= 0 {
		return fmt.Sprintf("at%d", k.Nodes[node].Of)
	}
	return fmt.Sprintf("after%d", k.number[k.Nodes[node].Of])
}

// writeNode writes the function of a node.
func (k *kernel) writeNode(b *code.Block, i int) {
	n := &k.Nodes[i]
	doc := k.name(i) + " goes on after "
	if k.Selector >= 0 {
		doc = k.name(i) + " goes on where " + k.selectorName() + " is " + k.g.t.Vars[k.Selector].Names[n.Of] + "."
	} else {
		doc += k.g.t.Moves[n.Of].Name + "."
	}
	b.Comment(oneLine(doc))
	b.Line("func (k *kernel) %s(%s%s uint64, room, depth int) bool {", k.name(i), k.list(), k.guide.list())
	goal := k.condition(&k.Goal)
	if goal == "" {
		goal = "true"
	}
	b.Line("if %s && k.Found() {", goal)
	b.Line("return true")
	b.Line("}")
	b.Line("if k.Left--; k.Left < 0 && k.Look(%s, room, depth) {", k.whole())
	b.Line("return true")
	b.Line("}")
	if !k.Rises {
		b.Line("k.Path[depth] = %s", k.whole())
	}
	declared := map[string]bool{}
	for j := range n.Branches {
		k.writeBranch(b, &n.Branches[j], declared)
	}
	b.Line("return false")
	b.Line("}")
	b.Line("")
}

// stateMask is all bits that a word of a state may have.
func (k *kernel) stateMask(word int) (mask uint64) {
	for _, f := range k.Fields {
		if f.Word == word {
			mask |= f.Mask << f.Shift
		}
	}
	return mask
}
