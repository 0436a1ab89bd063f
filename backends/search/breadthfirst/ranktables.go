package breadthfirst

import "math/bits"

// rankTable is a table over a few neighbouring elements of an arrangement. For each set of values that the elements
// before may have used, and for the values of these elements, it holds what they add to the rank and the number of the
// next set.
type rankTable struct {
	word  int
	shift uint
	mask  uint64
	width uint
	table []uint64 // addend << setBits | number of the next set
}

const (
	setBits          = 16
	rankTableEntries = 1 << 16 // of all tables of an array, so that they stay in the cache
)

// lookup is count by the tables.
func (g *arrangement) lookup(st []uint64) (rank uint64) {
	set := uint64(0)
	for i := range g.tables {
		s := &g.tables[i]
		x := s.table[set<<(s.width&63)|st[s.word]>>(s.shift&63)&s.mask]
		rank += x >> setBits
		set = x & (1<<setBits - 1)
	}
	return rank
}

// tabulate makes the tables of the arrays whose tables are small.
func (k *ranker) tabulate() {
	for i := range k.groups {
		g := &k.groups[i]
		for n := 6; n >= 2 && g.tables == nil; n-- {
			if cuts := g.cuts(n); g.entries(cuts) <= rankTableEntries {
				g.tables = g.build(cuts)
			}
		}
	}
}

// cuts lists the elements where tables of at most n elements begin, and the end. The elements of a rankTable are
// neighbours in a word.
func (g *arrangement) cuts(n int) []int {
	cuts := []int{0}
	for i := 1; i < len(g.elems); i++ {
		e, prev := &g.elems[i], &g.elems[i-1]
		if i-cuts[len(cuts)-1] == n || e.word != prev.word || e.shift != prev.shift+uint(bits.Len64(prev.mask)) {
			cuts = append(cuts, i)
		}
	}
	return append(cuts, len(g.elems))
}

func (g *arrangement) width(from, to int) (n uint) {
	for _, e := range g.elems[from:to] {
		n += uint(bits.Len64(e.mask))
	}
	return n
}

// entries returns the number of table entries of all tables.
func (g *arrangement) entries(cuts []int) int {
	total := 0
	for i, from := range cuts[:len(cuts)-1] {
		sets := binomial(g.values, from)
		if sets >= 1<<setBits {
			return rankTableEntries + 1
		}
		if total += sets << g.width(from, cuts[i+1]); total > rankTableEntries {
			return total
		}
	}
	return total
}

func binomial(n, k int) int {
	out := 1
	for i := range min(k, n-k) {
		if out = out * (n - i) / (i + 1); out > 1<<setBits {
			break
		}
	}
	return out
}

func (g *arrangement) build(cuts []int) []rankTable {
	tables := make([]rankTable, len(cuts)-1)
	sets := []uint64{0}
	for i := range tables {
		from, to := cuts[i], cuts[i+1]
		width := g.width(from, to)
		s := rankTable{
			word: g.elems[from].word, shift: g.elems[from].shift, mask: 1<<width - 1, width: width,
			table: make([]uint64, len(sets)<<width),
		}
		next := &setNumbers{of: map[uint64]uint64{}}
		for n, used := range sets {
			s.fill(g.elems[from:to], 0, 0, used, 0, s.table[n<<width:(n+1)<<width], next)
		}
		tables[i], sets = s, next.sets
	}
	return tables
}

// setNumbers numbers sets of values in the order in which they are asked for.
type setNumbers struct {
	of   map[uint64]uint64
	sets []uint64
}

func (n *setNumbers) number(set uint64) uint64 {
	i, ok := n.of[set]
	if !ok {
		i = uint64(len(n.sets))
		n.of[set] = i
		n.sets = append(n.sets, set)
	}
	return i
}

// fill tries all unused values of the elements. index is made of the values of the elements before.
func (s *rankTable) fill(elems []element, index uint64, up uint, used, rank uint64, table []uint64, next *setNumbers) {
	if len(elems) == 0 {
		table[index] = rank<<setBits | next.number(used)
		return
	}
	e := &elems[0]
	for place := range uint64(e.n) {
		v := e.value(place)
		bit := uint64(1) << v
		if used&bit != 0 {
			continue
		}
		digit := v - uint64(bits.OnesCount64(used&(bit-1)))
		s.fill(elems[1:], index|place<<up, up+uint(bits.Len64(e.mask)), used|bit, rank+e.unit*digit, table, next)
	}
}
