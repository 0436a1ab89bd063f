package space

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// A puzzle whose moves only permute the values of variables may have independent parts that are no sets of variables.
// Example: the stickers of a cube. Moves carry the places of the stickers of a piece as a whole, as a block. What a
// block holds has a class (which piece) and a twist. A move carries the class to another block, and changes the twist
// in the same way in all classes. So the classes in all blocks are one part, and the twists are another.
//
// Blocks are blocks of imprimitivity (Atkinson, An algorithm for finding the blocks of a permutation group, Mathematics
// of Computation 29, 1975). Each block has a frame, an order of its variables, such that contents of blocks can be
// compared. A move takes a content from a block to another and permutes it; this permutation is an act. A class is an
// orbit of contents under all acts. The contents of each class are numbered such that acts change the numbers alike:
// these are the twists. If there is no such numbering, these blocks are of no use.

// blocks is a space whose variables are the classes and twists of blocks.
type blocks struct {
	*Space
	roots []uint64
	words int // of a state of the puzzle
	list  []block
}

// block says what the variables of a block stand for.
type block struct {
	shift uint
	mask  uint64
	bits  []uint64 // by value of the variables and word
}

const (
	blockWork  = 1 << 22 // blocks are looked for if variables · variables · moves are at most this number
	mostTwists = 1 << 6
)

// NewBlocks returns the coarse space of the states reachable from the roots if moves permute values and carry blocks of
// variables. It returns nil if there is none. The space has no goal: each of its states is one.
func NewBlocks(ctx context.Context, fine *Space, roots []uint64) *Coarse {
	f := newBlockFinder(fine, roots)
	if f == nil {
		return nil
	}
	b := f.find(ctx)
	if b == nil {
		return nil
	}
	c := NewCoarse(ctx, b.Space, b.roots)
	if c != nil {
		c.blocks = b
	}
	return c
}

// fine writes the state for which a state of blocks stands.
func (b *blocks) fine(st uint64, out []uint64) {
	clear(out)
	for i := range b.list {
		k := &b.list[i]
		own := k.bits[int(st>>(k.shift&63)&k.mask)*len(out):]
		for w := range out {
			out[w] |= own[w]
		}
	}
}

// blockFinder looks for blocks.
type blockFinder struct {
	sp    *Space
	roots []uint64
	from  [][]int32 // by move and variable: the variable whose value it gets
	task  *task.Task
}

// newBlockFinder returns nil if a move does anything else than permute values, or if there are too many moves.
func newBlockFinder(sp *Space, roots []uint64) *blockFinder {
	t, n := sp.Task, len(sp.Layout.Fields)
	if len(roots) == 0 || len(t.Moves) == 0 || n*n > blockWork/len(t.Moves) || t.Always != task.True {
		return nil
	}
	f := &blockFinder{sp: sp, roots: roots}
	for m := range t.Moves {
		if t.Moves[m].Guard != task.True {
			return nil
		}
		from := []int32(newUnion(n))
		for _, e := range t.Moves[m].Effects {
			value := t.Pool.Node(e.Value)
			if e.Cond != task.True || value.Op != task.OpVar {
				return nil
			}
			from[e.Var] = int32(value.N)
		}
		sorted := slices.Clone(from)
		slices.Sort(sorted)
		if len(slices.Compact(sorted)) < n {
			return nil
		}
		f.from = append(f.from, from)
	}
	return f
}

// find returns the space of blocks; nil if a state would need more than a word.
func (f *blockFinder) find(ctx context.Context) *blocks {
	t := &task.Task{Puzzle: f.sp.Task.Puzzle, InitCond: task.True, Goal: task.True, Always: task.True, Dead: task.False}
	t.Pool = task.NewPool(func(v int) []int64 { return t.Vars[v].Values })
	for range f.from {
		t.Moves = append(t.Moves, task.Move{Guard: task.True, Cost: t.Pool.Const(f.sp.MinCost), Order: task.None})
	}
	f.task = t
	var systems []*blockSystem
	for _, orbit := range f.orbits() {
		s := f.best(orbit)
		f.declare(s)
		systems = append(systems, s)
	}
	b := &blocks{Space: New(ctx, t, false), words: f.sp.Layout.Words}
	if b.Layout.Words > 1 || ctx.Err() != nil {
		return nil
	}
	b.roots = make([]uint64, len(f.roots)/b.words)
	for _, s := range systems {
		for i := range s.frames {
			k := f.block(b, s, i)
			b.list = append(b.list, k)
			for r := range b.roots {
				b.roots[r] |= s.value(s.number[contentKey(f.content(s.frames[i], r))]) << k.shift
			}
		}
	}
	return b
}

// orbits returns the sets of variables that moves exchange with one another.
func (f *blockFinder) orbits() (orbits [][]int32) {
	u := newUnion(len(f.sp.Layout.Fields))
	for _, from := range f.from {
		for v, w := range from {
			u.join(int32(v), w)
		}
	}
	number := map[int32]int{}
	for v := range u {
		g := lists.Root(u, int32(v))
		if _, ok := number[g]; !ok {
			number[g] = len(orbits)
			orbits = append(orbits, nil)
		}
		orbits[number[g]] = append(orbits[number[g]], int32(v))
	}
	return orbits
}

// best returns the smallest blocks of an orbit that have twists. If there are none, each variable is a block.
func (f *blockFinder) best(orbit []int32) *blockSystem {
	best := f.system(orbit[:1])
	for _, v := range orbit[1:] {
		first := f.around(orbit, v)
		if n := len(best.frames[0]); len(first) < len(orbit) && (n == 1 || len(first) < n) {
			if s := f.system(first); s != nil && s.twists() > 1 {
				best = s
			}
		}
	}
	return best
}

// around returns the smallest block with the first variable of an orbit and v.
func (f *blockFinder) around(orbit []int32, v int32) (first []int32) {
	u := newUnion(len(f.sp.Layout.Fields))
	u.join(orbit[0], v)
	for pairs := [][2]int32{{orbit[0], v}}; len(pairs) > 0; {
		a, b := pairs[len(pairs)-1][0], pairs[len(pairs)-1][1]
		pairs = pairs[:len(pairs)-1]
		for _, from := range f.from {
			if x, y := lists.Root(u, from[a]), lists.Root(u, from[b]); u.join(x, y) {
				pairs = append(pairs, [2]int32{x, y})
			}
		}
	}
	for _, w := range orbit {
		if lists.Root(u, w) == lists.Root(u, v) {
			first = append(first, w)
		}
	}
	return first
}

// blockSystem is a set of blocks among which moves carry contents.
type blockSystem struct {
	frames   [][]int32      // by block: its variables
	carries  [][]carry      // by move and block
	perms    [][]int32      // by act: from which place of a frame each value comes
	contents [][]int64      // by class and twist: the codes of the variables, in the order of a frame
	number   map[string]int // the number of a content among the contents
	acts     [][]int32      // by act and twist: the twist afterwards
	first    int            // variable of the first block
	each     int            // number of variables of a block: its class, unless there is only one, and its twist
}

// carry says from which block a move takes the content of a block, and by which act.
type carry struct{ from, act int }

// system returns the images of a block under moves. It returns nil if contents have no twists, or too many.
func (f *blockFinder) system(first []int32) *blockSystem {
	type spot struct {
		block int
		place int32
	}
	s := &blockSystem{frames: [][]int32{first}, number: map[string]int{}}
	at := map[int32]spot{}
	for b := 0; b < len(s.frames); b++ {
		for i, v := range s.frames[b] {
			at[v] = spot{b, int32(i)}
		}
		for _, from := range f.from {
			if _, known := at[from[s.frames[b][0]]]; !known {
				s.frames = append(s.frames, through(s.frames[b], from))
				for _, v := range s.frames[len(s.frames)-1] {
					at[v] = spot{}
				}
			}
		}
	}
	for _, from := range f.from {
		var carries []carry
		for _, frame := range s.frames {
			perm := lists.Map(frame, func(v int32) int32 { return at[from[v]].place })
			act := slices.IndexFunc(s.perms, func(p []int32) bool { return slices.Equal(p, perm) })
			if act < 0 {
				act = len(s.perms)
				s.perms = append(s.perms, perm)
			}
			if act >= mostTwists {
				return nil
			}
			carries = append(carries, carry{at[from[frame[0]]].block, act})
		}
		s.carries = append(s.carries, carries)
	}
	for r := range len(f.roots) / f.sp.Layout.Words {
		for _, frame := range s.frames {
			if !s.classify(f.content(frame, r)) {
				return nil
			}
		}
	}
	return s
}

// through returns the elements of list at the given places.
func through[T any](places []int32, list []T) []T {
	return lists.Map(places, func(k int32) T { return list[k] })
}

// content returns the codes that variables have in a root.
func (f *blockFinder) content(vars []int32, root int) (codes []int64) {
	l := f.sp.Layout
	for _, v := range vars {
		codes = append(codes, l.Vars[v].Values[l.Get(f.roots[root*l.Words:], int(v))])
	}
	return codes
}

func contentKey(codes []int64) string {
	var key []byte
	for _, c := range codes {
		key = binary.AppendVarint(key, c)
	}
	return string(key)
}

// classify adds the class of a content. It returns false if its contents cannot be numbered as those of other classes.
func (s *blockSystem) classify(codes []int64) bool {
	if _, known := s.number[contentKey(codes)]; known {
		return true
	}
	orbit, acts := s.walk(codes)
	if s.acts == nil {
		s.acts = acts
	}
	for _, start := range orbit {
		if list, acts := s.walk(start); slices.EqualFunc(acts, s.acts, slices.Equal) {
			for _, c := range list {
				s.number[contentKey(c)] = len(s.contents)
				s.contents = append(s.contents, c)
			}
			return true
		}
	}
	return false
}

// walk lists the contents that acts make of a content, and returns what acts make of each. It returns nil if there are
// too many.
func (s *blockSystem) walk(codes []int64) (orbit [][]int64, acts [][]int32) {
	number := map[string]int32{contentKey(codes): 0}
	orbit, acts = [][]int64{codes}, make([][]int32, len(s.perms))
	for i := 0; i < len(orbit); i++ {
		for a, perm := range s.perms {
			next := through(perm, orbit[i])
			key := contentKey(next)
			n, known := number[key]
			if !known {
				n = int32(len(orbit))
				number[key] = n
				orbit = append(orbit, next)
			}
			if n >= mostTwists {
				return nil, nil
			}
			acts[a] = append(acts[a], n)
		}
	}
	return orbit, acts
}

func (s *blockSystem) twists() int  { return len(s.acts[0]) }
func (s *blockSystem) classes() int { return len(s.contents) / s.twists() }

// declare adds the variables of the blocks to the task, and the effects of moves on them.
func (f *blockFinder) declare(s *blockSystem) {
	t := f.task
	s.first = len(t.Vars)
	for b := range s.frames {
		for _, n := range []int{s.classes(), s.twists()} {
			if n > 1 {
				values := make([]int64, n)
				for k := range values {
					values[k] = int64(k)
				}
				t.Vars = append(t.Vars, task.Var{Name: fmt.Sprintf("block %d", b+1), Values: values})
			}
		}
	}
	s.each = (len(t.Vars) - s.first) / len(s.frames)
	for m := range t.Moves {
		for b, c := range s.carries[m] {
			to, from := s.first+b*s.each, s.first+c.from*s.each
			if s.classes() > 1 {
				t.Moves[m].Effects = append(t.Moves[m].Effects, task.Effect{Var: to, Cond: task.True, Value: t.Pool.Var(from)})
			}
			if s.twists() > 1 {
				to, from = to+s.each-1, from+s.each-1
				after := lists.Map(s.acts[c.act], func(k int32) task.Expr { return t.Pool.Const(int64(k)) })
				value := t.Pool.Select(t.Pool.Var(from), after...)
				t.Moves[m].Effects = append(t.Moves[m].Effects, task.Effect{Var: to, Cond: task.True, Value: value})
			}
		}
	}
}

// value returns the bits of the variables of a block with a content.
func (s *blockSystem) value(content int) uint64 {
	class, twist := content/s.twists(), content%s.twists()
	return uint64(class) | uint64(twist)<<bits.Len(uint(s.classes()-1))
}

// block describes block i of a system.
func (f *blockFinder) block(b *blocks, s *blockSystem, i int) (k block) {
	if s.each > 0 {
		v := s.first + i*s.each
		low, high := &b.Layout.Fields[v], &b.Layout.Fields[v+s.each-1]
		k.shift, k.mask = low.Shift, 1<<(high.Shift+high.Bits-low.Shift)-1
	}
	k.bits = make([]uint64, int(k.mask+1)*b.words)
	for n, codes := range s.contents {
		for j, v := range s.frames[i] {
			at := &f.sp.Layout.Fields[v]
			k.bits[int(s.value(n))*b.words+at.Word] |= uint64(f.sp.Layout.Place(int(v), codes[j])) << at.Shift
		}
	}
	return k
}
