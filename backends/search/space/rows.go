package space

import (
	"cmp"
	"context"
	"math/bits"
	"slices"

	"github.com/pzc-lang/pzc/backends/search/packed"
	"github.com/pzc-lang/pzc/compiler/task"
)

// rows is an index from states to moves. For each chunk (a few variables) and each of its values there is a row: the
// set of moves that this value does not refute. The intersection of the rows of a state are its candidates. They are
// exact for guards that are conjunctions over chunks. For other guards the rest is evaluated.
type rows struct {
	Words  int // of a row
	All    []uint64
	chunks []chunk
	every  []int32   // all words
	sparse [][]int32 // by value of chunk 0: the words that are not empty; nil for short rows
}

// chunk is a group of variables with its rows.
type chunk struct {
	vars  []int32
	width uint
	at    packed.Gather
	rows  []uint64
	score float64
}

const (
	rowBytes    = 1 << 18 // of one chunk of several variables
	rowBits     = 12
	runRowBits  = 10
	rowsBytes   = 1 << 26 // of all chunks
	sparseWords = 8       // rows of at least this number of words keep lists of the words that are not empty
)

func (c *chunk) row(st []uint64, words int) []uint64 {
	i := int(c.at.Index(st)) * words
	return c.rows[i : i+words]
}

// one returns the candidates where a row is one word.
func (ix *rows) one(st []uint64) uint64 {
	set := ix.All[0]
	for c := range ix.chunks {
		set &= ix.chunks[c].rows[ix.chunks[c].at.Index(st)]
	}
	return set
}

// One1 returns the candidates of a state of one word, where a row is one word.
func (ix *rows) One1(st uint64) uint64 {
	set := ix.All[0]
	for c := range ix.chunks {
		set &= ix.chunks[c].rows[ix.chunks[c].at.Index1(st)]
	}
	return set
}

// Word1 returns word w of the candidates of a state of one word.
func (ix *rows) Word1(st uint64, w int) uint64 {
	set := ix.All[w]
	for c := range ix.chunks {
		set &= ix.chunks[c].rows[int(ix.chunks[c].at.Index1(st))*ix.Words+w]
	}
	return set
}

// Candidates lists the indices of the words of the rows that may contain candidates.
func (ix *rows) Candidates(st []uint64) []int32 {
	if ix.sparse == nil {
		return ix.every
	}
	return ix.sparse[ix.chunks[0].at.Index(st)]
}

func (ix *rows) bytes() (n int64) {
	for i := range ix.chunks {
		n += 8 * int64(len(ix.chunks[i].rows))
	}
	return n
}

// rowBuilder chooses chunks and fills rows.
type rowBuilder struct {
	ctx    context.Context
	sp     *Space
	guards [][]task.Expr // by move: the conjuncts that are left
	truth  map[task.Expr]truth
	index  rows
}

// buildRows makes the index. It removes from the guards the conjuncts that the rows decide.
func buildRows(ctx context.Context, sp *Space, guards [][]task.Expr) rows {
	b := &rowBuilder{ctx: ctx, sp: sp, guards: guards, truth: map[task.Expr]truth{}}
	b.index.Words = max(1, (len(guards)+63)/64)
	b.index.All = make([]uint64, b.index.Words)
	for m := range guards {
		b.index.All[m>>6] |= 1 << (m & 63)
	}
	for w := range b.index.Words {
		b.index.every = append(b.index.every, int32(w))
	}
	b.choose()
	for i := range b.index.chunks {
		if ctx.Err() == nil {
			b.fill(&b.index.chunks[i])
		}
	}
	b.thin()
	return b.index
}

// truth tabulates a conjunct over the places of its variables, with the share of their combinations at which it is
// false.
type truth struct {
	vars    []int32
	holds   []bool // by index; nil: too many combinations
	refuted float64
}

func (b *rowBuilder) table(e task.Expr) truth {
	if t, ok := b.truth[e]; ok {
		return t
	}
	var t truth
	vars, ok := b.sp.Program.sup.vars(e)
	width := b.sp.Layout.Width(vars)
	if (len(vars) > 1 || width > rowBits) && b.ctx.Err() != nil {
		return t // a table may take long, and the time limit is reached
	}
	fits := width <= maxSupportBits && 8*b.index.Words<<width <= rowsBytes // no chunk has larger rows
	if ok && fits && (width <= rowBits || len(vars) == 1) {
		t = truth{vars: vars, holds: make([]bool, 1<<width)}
		all, no := 0, 0
		value := b.value(e, vars, width)
		b.sp.Layout.Each(vars, b.sp.Program.Scratch.State, func(i uint64) {
			all++
			if t.holds[i] = value() != 0; !t.holds[i] {
				no++
			}
		})
		t.refuted = float64(no) / float64(all)
	}
	b.truth[e] = t
	return t
}

// value returns a function that evaluates e in the scratch state.
func (b *rowBuilder) value(e task.Expr, vars []int32, width uint) func() int64 {
	if len(vars) == 1 {
		if in := &b.sp.Program.code[b.sp.Program.Compile(e)]; in.op == opTable {
			st := b.sp.Program.Scratch.State
			return func() int64 { return int64(in.table[in.at.Index(st)]) }
		}
	}
	return b.sp.Program.Scratch.Function(e, width)
}

// choose collects the sets of variables that conjuncts read, drops sets inside another, joins neighbours, and keeps the
// most selective ones within the memory bound.
func (b *rowBuilder) choose() {
	sets := b.readSets()
	slices.SortStableFunc(sets, func(x, y chunk) int { return cmp.Compare(len(y.vars), len(x.vars)) })
	var kept, singles []chunk
	for _, c := range sets {
		k := slices.IndexFunc(kept, func(big chunk) bool { return subset(c.vars, big.vars) })
		switch {
		case k >= 0:
			kept[k].score += c.score
		case len(c.vars) == 1:
			singles = append(singles, c)
		default:
			kept = append(kept, c)
		}
	}
	kept = append(kept, b.join(singles)...)
	slices.SortStableFunc(kept, func(x, y chunk) int { return cmp.Compare(y.score, x.score) })
	total := 0
	for _, c := range kept {
		size := 8 * b.index.Words << c.width
		if total+size <= rowsBytes {
			total += size
			b.index.chunks = append(b.index.chunks, c)
		}
	}
}

// maxSets bounds the chunks of several variables. Without the bound there may be a set for each pair of variables.
const maxSets = 24

// readSets returns the sets of variables of the conjuncts. The score of a set is how much it refutes: the sum over the
// moves of the share of its values that the guard forbids.
func (b *rowBuilder) readSets() []chunk {
	byKey := map[int32]int{}
	var sets []chunk
	for m := range b.guards {
		for _, e := range b.guards[m] {
			t := b.table(e)
			if len(t.vars) == 0 {
				continue
			}
			width := b.sp.Layout.Width(t.vars)
			if len(t.vars) > 1 && (width > rowBits || 8*b.index.Words<<width > rowBytes) {
				continue
			}
			id := b.sp.Program.sup.id(e)
			k, ok := byKey[id]
			if !ok {
				k = len(sets)
				byKey[id] = k
				sets = append(sets, chunk{vars: t.vars, width: width})
			}
			sets[k].score += t.refuted
		}
	}
	slices.SortStableFunc(sets, func(x, y chunk) int { return cmp.Compare(y.score, x.score) })
	several := 0
	return slices.DeleteFunc(sets, func(c chunk) bool {
		if len(c.vars) > 1 {
			several++
			return several > maxSets
		}
		return false
	})
}

// join makes chunks of neighbouring single variables.
func (b *rowBuilder) join(singles []chunk) []chunk {
	fields := b.sp.Layout.Fields
	slices.SortStableFunc(singles, func(x, y chunk) int {
		f, g := fields[x.vars[0]], fields[y.vars[0]]
		return cmp.Or(cmp.Compare(f.Word, g.Word), cmp.Compare(f.Shift, g.Shift))
	})
	limit := min(runRowBits, uint(bits.Len(uint(rowBytes/(8*b.index.Words))))-1)
	var out []chunk
	for _, c := range singles {
		if n := len(out) - 1; n >= 0 {
			last, f := &out[n], fields[c.vars[0]]
			prev := fields[last.vars[len(last.vars)-1]]
			if f.Word == prev.Word && f.Shift == prev.Shift+prev.Bits && last.width+c.width <= limit {
				last.vars = append(slices.Clone(last.vars), c.vars[0])
				last.width += c.width
				last.score += c.score
				continue
			}
		}
		out = append(out, c)
	}
	return out
}

func subset(small, big []int32) bool {
	for _, v := range small {
		if !slices.Contains(big, v) {
			return false
		}
	}
	return true
}

// fill removes from each row the moves that are refuted by a conjunct over the chunk, and removes these conjuncts from
// the guards.
func (b *rowBuilder) fill(c *chunk) {
	words := b.index.Words
	c.at, c.width = b.sp.Layout.Gather(c.vars)
	c.rows = make([]uint64, words<<c.width)
	for i := range 1 << c.width {
		copy(c.rows[i*words:], b.index.All)
	}
	falseAt := map[task.Expr][]int32{}
	for m := range b.guards {
		b.guards[m] = slices.DeleteFunc(b.guards[m], func(e task.Expr) bool {
			t := b.table(e)
			if t.holds == nil || !subset(t.vars, c.vars) {
				return false
			}
			no, ok := falseAt[e]
			if !ok {
				g, _ := b.sp.Layout.Gather(t.vars)
				st := b.sp.Program.Scratch.State
				b.sp.Layout.Each(c.vars, st, func(i uint64) {
					if !t.holds[g.Index(st)] {
						no = append(no, int32(i))
					}
				})
				falseAt[e] = no
			}
			for _, i := range no {
				c.rows[int(i)*words+m>>6] &^= 1 << (m & 63)
			}
			return true
		})
	}
}

// thin lists the nonempty words in the rows of the most selective chunk.
func (b *rowBuilder) thin() {
	if b.index.Words < sparseWords || len(b.index.chunks) == 0 || b.index.chunks[0].rows == nil {
		return
	}
	c := &b.index.chunks[0]
	b.index.sparse = make([][]int32, 1<<c.width)
	for i := range b.index.sparse {
		for w := range b.index.Words {
			if c.rows[i*b.index.Words+w] != 0 {
				b.index.sparse[i] = append(b.index.sparse[i], int32(w))
			}
		}
	}
}
