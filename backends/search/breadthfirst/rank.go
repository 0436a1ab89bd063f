package breadthfirst

import (
	"math/bits"
	"slices"

	"github.com/pzc-lang/pzc/backends/search/packed"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/compiler/task"
)

// ranker numbers states without gaps, if arrays hold different values. The rank of an array is the place of its values
// among all arrangements in lexicographic order (Knuth, The Art of Computer Programming 4A, 7.2.1.2). The ranks of the
// arrays and the places of the other variables are the digits of the rank of a state.
type ranker struct {
	words  int
	ranks  uint64 // number of ranks
	groups []arrangement
	rest   []digits
}

// arrangement is an array of different values. The digit of an element is the number of unused values that are smaller:
// its value less the number of smaller values in earlier elements.
type arrangement struct {
	elems  []element
	values int
}

type element struct {
	word   int
	shift  uint
	mask   uint64
	n      int     // number of places
	values []uint8 // by place; nil: the place itself
	unit   uint64  // weight of the digit in the rank
}

// digits is a table of the contributions of a few variables to the rank.
type digits struct {
	at    packed.Gather
	table []uint64
	each  []element // the variables
}

const (
	digitBits  = 12 // of a table of several variables
	rankedBits = 16 // of a table of one variable
)

// ranksOf returns a ranking of the states of a space and the number of ranks, 0 if there is none.
func ranksOf(sp *space.Space) (ranking, uint64) {
	if k, ok := newRanker(sp.Layout, sp.Task.Arrays, sp.Task.Pool); ok {
		return k, k.ranks
	}
	return nil, 0
}

// newRanker returns a ranker of the states of a layout. It returns false if no array is known to hold different values,
// so that ranking gains nothing, or if there are more than 2^30 ranks.
func newRanker(l *packed.Layout, arrays []task.Array, pool *task.Pool) (*ranker, bool) {
	k := &ranker{words: l.Words, ranks: 1}
	taken := make([]bool, len(l.Vars))
	for i := range arrays {
		if a := &arrays[i]; a.Distinct || a.Permutation {
			k.arrange(l, a, pool, taken)
		}
	}
	if len(k.groups) == 0 {
		return nil, false
	}
	var others []int32
	for v := range taken {
		if !taken[v] {
			others = append(others, int32(v))
		}
	}
	k.others(l, others)
	return k, k.ranks > 0
}

// arrange adds the elements of an array to the rank.
func (k *ranker) arrange(l *packed.Layout, a *task.Array, pool *task.Pool, taken []bool) {
	var vars []int
	var values []int64
	for _, e := range a.Elems {
		if n := pool.Node(e); n.Op == task.OpVar && !taken[n.N] {
			vars = append(vars, int(n.N))
			values = append(values, l.Vars[n.N].Values...)
		}
	}
	slices.Sort(values)
	values = slices.Compact(values)
	if len(vars) < 2 || len(values) > 64 || len(vars) > len(values) {
		return
	}
	g := arrangement{elems: make([]element, len(vars)), values: len(values)}
	// The last element has weight 1, so that states with neighbouring ranks differ in the last elements.
	for i := len(vars) - 1; i >= 0; i-- {
		v := vars[i]
		taken[v] = true
		f := &l.Fields[v]
		g.elems[i] = element{word: f.Word, shift: f.Shift, mask: f.Mask, n: len(l.Vars[v].Values), unit: k.ranks}
		if !slices.Equal(l.Vars[v].Values, values) {
			for _, x := range l.Vars[v].Values {
				at, _ := slices.BinarySearch(values, x)
				g.elems[i].values = append(g.elems[i].values, uint8(at))
			}
		}
		k.times(uint64(len(values) - i))
	}
	k.groups = append(k.groups, g)
}

// times multiplies the number of ranks by n; 0 stands for too many.
func (k *ranker) times(n uint64) {
	if hi, lo := bits.Mul64(k.ranks, n); hi != 0 || lo > maxRanks {
		k.ranks = 0
	} else {
		k.ranks = lo
	}
}

// others adds the other variables to the rank.
func (k *ranker) others(l *packed.Layout, vars []int32) {
	st := make([]uint64, l.Words)
	for len(vars) > 0 && k.ranks > 0 {
		n := 1
		for n < len(vars) && l.Width(vars[:n+1]) <= digitBits {
			n++
		}
		at, width := l.Gather(vars[:n])
		if width > rankedBits {
			k.ranks = 0
			return
		}
		d := digits{at: at, table: make([]uint64, 1<<width)}
		units := make([]uint64, n)
		for i, v := range vars[:n] {
			units[i] = k.ranks
			f := &l.Fields[v]
			d.each = append(d.each, element{
				word: f.Word, shift: f.Shift, mask: f.Mask, n: len(l.Vars[v].Values), unit: k.ranks,
			})
			k.times(uint64(len(l.Vars[v].Values)))
		}
		l.Each(vars[:n], st, func(index uint64) {
			for i, v := range vars[:n] {
				d.table[index] += units[i] * uint64(l.Get(st, int(v)))
			}
		})
		k.rest = append(k.rest, d)
		vars = vars[n:]
	}
}

func (k *ranker) all(states, at []uint64) {
	for i := range at {
		at[i] = k.of(states[i*k.words : i*k.words+k.words])
	}
}

// of returns the rank of a state.
func (k *ranker) of(st []uint64) (rank uint64) {
	for i := range k.groups {
		rank += k.groups[i].count(st)
	}
	for i := range k.rest {
		rank += k.rest[i].table[k.rest[i].at.Index(st)]
	}
	return rank
}

// count returns the contribution of an array to the rank.
func (g *arrangement) count(st []uint64) (rank uint64) {
	used := uint64(0)
	for i := range g.elems {
		e := &g.elems[i]
		v := e.value(st[e.word] >> (e.shift & 63))
		bit := uint64(1) << (v & 63)
		rank += e.unit * (v - uint64(bits.OnesCount64(used&(bit-1))))
		used |= bit
	}
	return rank
}

func (e *element) value(word uint64) uint64 {
	if e.values == nil {
		return word & e.mask
	}
	return uint64(e.values[word&e.mask])
}
