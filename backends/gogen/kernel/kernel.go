// Package kernel writes kernel.go of a generated program: the form of the puzzle that is searched fastest. The form is
// made from the task, not from the model (docs/generated-code.md).
package kernel

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/backends/search/depthfirst"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Puzzle is what a kernel is made from.
type Puzzle struct {
	Task *task.Task
	// Numbers holds the number of each move in the program, by its name.
	Numbers map[string]int
	// Place says where an element of a model's state lies in a Key, and which value is 0 there.
	Place func(element int) (word, bit int, low int64)
}

// FileDoc is the comment of kernel.go.
const FileDoc = "The puzzle once more, in the shape in which a processor searches it at full speed."

// Kernel writes the fast form of a puzzle, which depthfirst.NewKernel makes. In this form a state is one word or a few,
// and there is one function for each possible last move: the function knows which moves may follow. A nil Kernel writes
// nothing.
type Kernel struct {
	*depthfirst.Kernel
	puzzle Puzzle
	number []int // by move of the task: its number in the program
	shape  priceShape
	rows   []priceRow
	rowsOf [][]int    // by action: its rows
	tables [][]uint64 // rows of kernelTables
}

// New returns the kernel of a puzzle. It returns nil if the puzzle does not have the form.
func New(ctx context.Context, p Puzzle) *Kernel {
	if len(p.Numbers) == 0 {
		return nil
	}
	if slices.ContainsFunc(p.Task.Vars, p.scattered) {
		return nil
	}
	of, ok := depthfirst.NewKernel(ctx, p.Task)
	if !ok {
		return nil
	}
	k := &Kernel{Kernel: of, puzzle: p}
	for i := range p.Task.Moves {
		n, ok := p.Numbers[p.Task.Moves[i].Name]
		if !ok {
			return nil
		}
		k.number = append(k.number, n)
	}
	k.layPrices()
	return k
}

// deep tells whether the kernel searches depth first.
func (k *Kernel) deep() bool { return k != nil && len(k.Nodes) > 0 }

// Wide tells whether the kernel searches breadth first.
func (k *Kernel) Wide() bool { return k != nil && len(k.Moves) > 0 }

// Write writes kernel.go.
func (k *Kernel) Write() *code.Block {
	k.tables = nil
	b := &code.Block{}
	b.Uses("context", "search")
	k.writeFast(b)
	k.writeWord(b)
	if k.deep() {
		k.writeType(b)
		k.writeNew(b)
		k.writeEnter(b)
		for i := range k.Nodes {
			k.writeNode(b, i)
		}
		k.writePrices(b)
		k.writeTables(b)
	}
	if k.Wide() {
		k.writeWide(b)
	}
	return b
}

const (
	deepDoc = `
For depth-first search, %s
Everything else was worked out when this file was written: which moves may follow, which bits they change, and by how
much they change the estimate. What is known of the state is not tested again, and a move that only takes the last one
back is left out.`
	wideDoc = `
For breadth-first search, there is a list of all moves. Tables made from this list tell, for many bits of a state at
once, which moves the state allows.`
	testDoc = `
Tests hold this against the plain functions in moves.go.`
)

// Doc returns the comment of kernel.go.
func (k *Kernel) Doc() string {
	doc := FileDoc + " A state is " + [...]string{1: "one word", 2: "two words", 3: "three words"}[k.Words] +
		"."
	if k.deep() {
		shape := "there is a function for each move that may have been made last, which tries the moves that may follow " +
			"and calls theirs."
		if k.Selector >= 0 {
			shape = "there is a function for each value of `" + k.selectorName() +
				"`, which tries the moves that may be made there and calls the functions of the values that they lead to."
		}
		doc += "\n" + fmt.Sprintf(deepDoc, shape)
	}
	if k.Wide() {
		doc += "\n" + wideDoc
	}
	return doc + "\n" + testDoc
}

func (k *Kernel) selectorName() string { return k.puzzle.Task.Vars[k.Selector].Name }

// writeType writes the type of kernels.
func (k *Kernel) writeType(b *code.Block) {
	b.Comment("kernel holds what its functions share.")
	b.Line("type kernel struct {")
	b.Line("search.Dive[%s]", k.wordType())
	by := map[priceShape]string{
		onNothing: "of a move", onMove: "by move",
		onState: "by move and by what the move reads",
	}[k.shape]
	b.Comment("price, %s: its cost, and by how much it raises the estimate.", by)
	b.Line("price %s", k.priceType())
	b.Line("}")
	b.Line("")
}

// writeWord writes how a state is packed for the kernel.
func (k *Kernel) writeWord(b *code.Block) {
	b.Comment("kernelWord packs a state for the kernel.")
	body := &code.Block{}
	key := code.Name("k")
	body.Define("k", code.Name("s").Call("Pack"))
	type run struct {
		word, from, in int
		to             uint
	}
	direct := map[run]uint64{} // by distance that bits are moved: the bits of the word that they become
	var order []run
	for v, f := range k.Fields {
		word, bit, low := k.puzzle.Place(k.puzzle.Task.Vars[v].State)
		values := k.puzzle.Task.Vars[v].Values
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
		body.Line("%s |= [...]uint64{%s}[%s>>%d&%d] << %d", k.packed(f.Word), strings.Join(places, ", "),
			key.At(code.Int(int64(word))), bit, len(places)-1, f.Shift)
	}
	for _, r := range order {
		body.Line("%s |= %s%s%s & %#x", k.packed(r.in), key.At(code.Int(int64(r.word))), code.Shift(">>", fmt.Sprint(r.from)),
			code.Shift("<<", fmt.Sprint(r.to)), direct[r])
	}
	body.Line("return w")
	b.Func(body, "func kernelWord(s *State) (w %s)", k.wordType())
}

// mostPlaces bounds the table of a variable from values to places.
const mostPlaces = 1 << 16

// scattered tells whether the values of a variable lie too far apart for a table from values to places.
func (p *Puzzle) scattered(v task.Var) bool {
	_, _, low := p.Place(v.State)
	span := uint64(v.Values[len(v.Values)-1]) - uint64(low)
	return span != uint64(len(v.Values)-1) && span >= mostPlaces
}

// writeNew writes how a kernel is made.
func (k *Kernel) writeNew(b *code.Block) {
	b.Comment("newKernel is a kernel with an estimate; nil if it is none of those that moves change by " +
		"what is known here.")
	b.Line("func newKernel(heuristic string) *kernel {")
	b.Line("k := &kernel{}")
	if !k.Rises {
		b.Line("k.Path = make([]%s, 1)", k.wordType())
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

// fastFunction is the signature of a function that searches by the kernel. Its argument is the name of the heuristic.
const fastFunction = "(ctx context.Context, p *search.Problem[State, Key], %s search.Heuristic[State], o " +
	"search.Options) search.Result[State]"

// writeFast writes which algorithms the kernel serves.
func (k *Kernel) writeFast(b *code.Block) {
	b.Comment("Fast is the named algorithm by the kernel; nil if the kernel cannot do it.")
	b.Line("func Fast(algorithm, heuristic string) func(context.Context, *search.Problem[State, Key], " +
		"search.Heuristic[State], search.Options) search.Result[State] {")
	for _, algorithm := range []string{"bfs", "backtrack", "iddfs", "idastar"} {
		way := k.way(algorithm)
		if way == "" {
			continue
		}
		heuristic := "_"
		if algorithm == "idastar" {
			heuristic = "h"
			b.Line("if k := newKernel(heuristic); k != nil && algorithm == %q {", algorithm)
		} else {
			b.Line("if algorithm == %q {", algorithm)
		}
		if algorithm == "backtrack" || algorithm == "iddfs" {
			b.Line("k := newKernel(\"blind\")")
		}
		b.Line("return func"+fastFunction+" {", heuristic)
		b.Line("%s", way)
		b.Line("}")
		b.Line("}")
	}
	b.Line("return nil")
	b.Line("}")
	b.Line("")
}

// way is the call of an algorithm with the kernel k; "" if the kernel does not serve the algorithm.
func (k *Kernel) way(algorithm string) string {
	of := "search.Kernel[State, " + k.wordType() + "]{Dive: &k.Dive, Word: kernelWord, Below: k.below}"
	switch {
	case algorithm == "bfs" && k.Wide():
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

// writeEnter writes how a search enters the kernel: with a state and the move that led to it.
func (k *Kernel) writeEnter(b *code.Block) {
	b.Comment("below searches below s, to which a move led.")
	if k.Selector >= 0 {
		f := k.Fields[k.Selector]
		b.Line("func (k *kernel) below(s *State, _, room int) bool {")
		b.Line("w := kernelWord(s)")
		b.Line("return enterKernel[%s&%d](k, %s, room, 1)", down(k.packed(f.Word), f.Shift), f.Mask, k.fromPacked())
	} else {
		b.Line("func (k *kernel) below(s *State, move, room int) bool {")
		if k.Words == 1 {
			b.Line("return enterKernel[move](k, kernelWord(s), room, 1)")
		} else {
			b.Line("w := kernelWord(s)")
			b.Line("return enterKernel[move](k, %s, room, 1)", k.fromPacked())
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
	b.Comment("enterKernel holds the functions, by %s.", of)
	b.Line("var enterKernel = [...]func(k *kernel, %s uint64, room, depth int) bool{", k.list())
	for _, n := range names {
		if n != "nil" {
			n = "(*kernel)." + n
		}
		b.Line("%s,", n)
	}
	b.Line("}")
	b.Line("")
}

// label is the number that the move of a node has in the program.
func (k *Kernel) label(of int) int {
	if k.Selector >= 0 {
		return of
	}
	return k.number[of]
}

// name is the name of a node's function. No text of the model is in it.
func (k *Kernel) name(node int) string {
	if k.Selector >= 0 {
		return fmt.Sprintf("at%d", k.Nodes[node].Of)
	}
	return fmt.Sprintf("after%d", k.number[k.Nodes[node].Of])
}

// writeNode writes the function of a node.
func (k *Kernel) writeNode(b *code.Block, i int) {
	n := &k.Nodes[i]
	doc := k.name(i) + " goes on after "
	if k.Selector >= 0 {
		doc = k.name(i) + " goes on where " + k.selectorName() + " is " + k.puzzle.Task.Vars[k.Selector].Names[n.Of] +
			"."
	} else {
		doc += k.puzzle.Task.Moves[n.Of].Name + "."
	}
	b.Comment("%s", code.OneLine(doc))
	b.Line("func (k *kernel) %s(%s uint64, room, depth int) bool {", k.name(i), k.list())
	k.writeBody(b, n, "")
	b.Line("return false")
	b.Line("}")
	b.Line("")
}

// writeBody writes what a node does with s, room and depth. within is "", or the call that adds the move to the node to
// a plan.
func (k *Kernel) writeBody(b *code.Block, n *depthfirst.KernelNode, within string) {
	done := cmp.Or(within, "true")
	if n.Goal != nil {
		b.Line("if %s && k.Found() {", cmp.Or(k.condition(n.Goal), "true"))
		b.Line("return %s", done)
		b.Line("}")
	}
	b.Line("if k.Left--; k.Left < 0 && k.Look(%s, room, depth) {", k.whole())
	b.Line("return %s", done)
	b.Line("}")
	if !k.Rises {
		b.Line("k.Path[depth] = %s", k.whole())
	}
	if within != "" {
		within = " && " + within
	}
	k.writeBranches(b, n, within)
}

// stateMask is all bits that a word of a state may have.
func (k *Kernel) stateMask(word int) (mask uint64) {
	for _, f := range k.Fields {
		if f.Word == word {
			mask |= f.Mask << f.Shift
		}
	}
	return mask
}
