// Package packed holds the states of a search in words of 64 bits.
//
// A Layout says where each variable of a task lies. A state is a slice of Layout.Words words.
package packed

import (
	"math/bits"

	"github.com/pzc-lang/pzc/compiler/task"
)

// The field of a variable holds a place, the index of the variable's value in task.Var.Values, in as few bits as the
// places need. A field never lies across two words.

// Field is where a variable lies: its place is word Word of the state >> Shift & Mask.
type Field struct {
	Word  int
	Shift uint
	Bits  uint
	Mask  uint64
}

// Layout is the packing of the states over some variables.
type Layout struct {
	Words  int        // length of a state, at least 1
	Fields []Field    // by variable
	Vars   []task.Var // the variables
	dense  [][]int32  // by variable: value - Values[0] → place + 1; nil where the values are too far apart
}

// NewLayout packs the variables in their order. A variable goes into the first word that has room for it.
func NewLayout(vars []task.Var) *Layout {
	l := &Layout{Vars: vars, Fields: make([]Field, len(vars)), dense: make([][]int32, len(vars))}
	var used []uint
	for i := range vars {
		n := uint(bits.Len(uint(len(vars[i].Values) - 1)))
		w := 0
		for w < len(used) && used[w]+n > 64 {
			w++
		}
		if w == len(used) {
			used = append(used, 0)
		}
		l.Fields[i] = Field{Word: w, Shift: used[w], Bits: n, Mask: 1<<n - 1}
		used[w] += n
		l.dense[i] = densePlaces(vars[i].Values)
	}
	l.Words = max(1, len(used))
	return l
}

func densePlaces(values []int64) []int32 {
	lo, hi := values[0], values[len(values)-1]
	if width := hi - lo; width < 0 || width > int64(16*len(values)+256) {
		return nil
	}
	dense := make([]int32, hi-lo+1)
	for i, v := range values {
		dense[v-lo] = int32(i) + 1
	}
	return dense
}

// Place returns the place of a value of variable v, -1 if v does not have the value.
func (l *Layout) Place(v int, value int64) int {
	d := l.dense[v]
	if d == nil {
		return l.Vars[v].Place(value)
	}
	if i := value - l.Vars[v].Values[0]; i >= 0 && i < int64(len(d)) {
		return int(d[i]) - 1
	}
	return -1
}

// Get returns the place of variable v in st.
func (l *Layout) Get(st []uint64, v int) int {
	f := &l.Fields[v]
	return int(st[f.Word] >> f.Shift & f.Mask)
}

// Put writes the place of variable v into st.
func (l *Layout) Put(st []uint64, v, place int) {
	f := &l.Fields[v]
	st[f.Word] = st[f.Word]&^(f.Mask<<f.Shift) | uint64(place)<<f.Shift
}

// Pack writes the state with the given values into st. It returns false if a variable does not have its value.
func (l *Layout) Pack(values []int64, st []uint64) bool {
	clear(st)
	for v, x := range values {
		p := l.Place(v, x)
		if p < 0 {
			return false
		}
		l.Put(st, v, p)
	}
	return true
}

// Unpack returns the values of the variables in st.
func (l *Layout) Unpack(st []uint64) []int64 {
	values := make([]int64, len(l.Vars))
	for v := range values {
		values[v] = l.Vars[v].Values[l.Get(st, v)]
	}
	return values
}

// Pick takes bits out of word Word of a state: (word >> Shift & Mask) << Up.
type Pick struct {
	Word  int
	Shift uint
	Up    uint
	Mask  uint64
}

// Gather makes a small number, an index, of the places of a few variables: the sum of its picks.
type Gather struct {
	First Pick
	Rest  []Pick
}

// Gather returns the index over vars, the first variable in the lowest bits, and its width in bits. Variables that are
// neighbours in a word share a pick.
func (l *Layout) Gather(vars []int32) (g Gather, width uint) {
	var picks []Pick
	for _, v := range vars {
		f := &l.Fields[v]
		if n := len(picks); n > 0 {
			last := &picks[n-1]
			if got := uint(bits.Len64(last.Mask)); last.Word == f.Word && last.Shift+got == f.Shift && last.Up+got == width {
				last.Mask |= f.Mask << got
				width += f.Bits
				continue
			}
		}
		picks = append(picks, Pick{Word: f.Word, Shift: f.Shift, Up: width, Mask: f.Mask})
		width += f.Bits
	}
	if len(picks) == 0 {
		return Gather{}, 0
	}
	return Gather{First: picks[0], Rest: picks[1:]}, width
}

// Index returns the index of a state.
func (g *Gather) Index(st []uint64) uint64 {
	i := st[g.First.Word] >> (g.First.Shift & 63) & g.First.Mask
	for k := range g.Rest {
		p := &g.Rest[k]
		i |= st[p.Word] >> (p.Shift & 63) & p.Mask << (p.Up & 63)
	}
	return i
}

// Index1 is Index for states of one word.
func (g *Gather) Index1(s uint64) uint64 {
	i := s >> (g.First.Shift & 63) & g.First.Mask
	for k := range g.Rest {
		p := &g.Rest[k]
		i |= s >> (p.Shift & 63) & p.Mask << (p.Up & 63)
	}
	return i
}

// Each puts every combination of places of vars into st and calls do with its index, as Gather numbers them. Afterwards
// st is as before.
func (l *Layout) Each(vars []int32, st []uint64, do func(index uint64)) {
	var walk func(k int, index uint64, up uint)
	walk = func(k int, index uint64, up uint) {
		if k == len(vars) {
			do(index)
			return
		}
		v := int(vars[k])
		old := l.Get(st, v)
		for p := range l.Vars[v].Values {
			l.Put(st, v, p)
			walk(k+1, index|uint64(p)<<up, up+l.Fields[v].Bits)
		}
		l.Put(st, v, old)
	}
	walk(0, 0, 0)
}

// Width returns the number of bits that vars take.
func (l *Layout) Width(vars []int32) (n uint) {
	for _, v := range vars {
		n += l.Fields[v].Bits
	}
	return n
}

// Product returns the number of combinations of values of vars, -1 if there are more than limit.
func Product(vars []task.Var, limit int64) int64 {
	n := int64(1)
	for i := range vars {
		if n *= int64(len(vars[i].Values)); n > limit {
			return -1
		}
	}
	return n
}

// Strides numbers the combinations of values of vars: number = Σ stride · place. The first variable changes fastest.
func Strides(vars []task.Var) []int64 {
	out := make([]int64, len(vars))
	n := int64(1)
	for i := range vars {
		out[i] = n
		n *= int64(len(vars[i].Values))
	}
	return out
}
