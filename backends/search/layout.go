package search

import (
	"math/bits"

	"github.com/pzc-lang/pzc/task"
)

// A state is packed: each variable holds its place in Var.Values, in as many bits as that needs, and never lies across two words.

// field is where a variable lies: (word >> shift) & mask.
type field struct {
	word  int
	shift uint
	bits  uint
	mask  uint64
}

// layout is the packing of a task's states.
type layout struct {
	words  int
	fields []field
	vars   []task.Var
	dense  [][]int32 // code - Values[0] → place + 1; nil where codes are too far apart
}

func newLayout(vars []task.Var) *layout {
	l := &layout{vars: vars, fields: make([]field, len(vars)), dense: make([][]int32, len(vars))}
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
		l.fields[i] = field{word: w, shift: used[w], bits: n, mask: 1<<n - 1}
		used[w] += n
		l.dense[i] = densePlaces(vars[i].Values)
	}
	l.words = max(1, len(used))
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

// place is the place of a code in the values of v, -1 if it is none of them.
func (l *layout) place(v int, code int64) int {
	d := l.dense[v]
	if d == nil {
		return l.vars[v].Place(code)
	}
	if i := code - l.vars[v].Values[0]; i >= 0 && i < int64(len(d)) {
		return int(d[i]) - 1
	}
	return -1
}

func (l *layout) get(st []uint64, v int) int {
	f := &l.fields[v]
	return int(st[f.word] >> f.shift & f.mask)
}

func (l *layout) put(st []uint64, v, place int) {
	f := &l.fields[v]
	st[f.word] = st[f.word]&^(f.mask<<f.shift) | uint64(place)<<f.shift
}

// pack writes the state with these codes; false if a code is no value of its variable.
func (l *layout) pack(codes []int64, st []uint64) bool {
	clear(st)
	for v, c := range codes {
		p := l.place(v, c)
		if p < 0 {
			return false
		}
		l.put(st, v, p)
	}
	return true
}

func (l *layout) unpack(st []uint64) []int64 {
	codes := make([]int64, len(l.vars))
	for v := range codes {
		codes[v] = l.vars[v].Values[l.get(st, v)]
	}
	return codes
}

// pick takes bits out of a word: (word >> shift & mask) << up.
type pick struct {
	word  int
	shift uint
	up    uint
	mask  uint64
}

// gather makes a small number from the places of a few variables; neighbours in a word are taken together.
type gather struct {
	first pick
	rest  []pick
}

// gatherOf lists the variables from the lowest bits of the index upwards.
func (l *layout) gatherOf(vars []int32) (g gather, width uint) {
	var picks []pick
	for _, v := range vars {
		f := &l.fields[v]
		if n := len(picks); n > 0 {
			last := &picks[n-1]
			if got := uint(bits.Len64(last.mask)); last.word == f.word && last.shift+got == f.shift && last.up+got == width {
				last.mask |= f.mask << got
				width += f.bits
				continue
			}
		}
		picks = append(picks, pick{word: f.word, shift: f.shift, up: width, mask: f.mask})
		width += f.bits
	}
	if len(picks) == 0 {
		return gather{}, 0
	}
	return gather{first: picks[0], rest: picks[1:]}, width
}

func (g *gather) index(st []uint64) uint64 {
	i := st[g.first.word] >> (g.first.shift & 63) & g.first.mask
	for k := range g.rest {
		p := &g.rest[k]
		i |= st[p.word] >> (p.shift & 63) & p.mask << (p.up & 63)
	}
	return i
}

// index1 is index for states of one word.
func (g *gather) index1(s uint64) uint64 {
	i := s >> (g.first.shift & 63) & g.first.mask
	for k := range g.rest {
		p := &g.rest[k]
		i |= s >> (p.shift & 63) & p.mask << (p.up & 63)
	}
	return i
}

// index3 is index for states of two words or three.
func (g *gather) index3(s wide) uint64 {
	i := s.at(g.first.word) >> (g.first.shift & 63) & g.first.mask
	for k := range g.rest {
		p := &g.rest[k]
		i |= s.at(p.word) >> (p.shift & 63) & p.mask << (p.up & 63)
	}
	return i
}

// each puts every combination of places of vars into st and calls do with its index. Afterwards st is as before.
func (l *layout) each(vars []int32, st []uint64, do func(index uint64)) {
	var walk func(k int, index uint64, up uint)
	walk = func(k int, index uint64, up uint) {
		if k == len(vars) {
			do(index)
			return
		}
		v := int(vars[k])
		old := l.get(st, v)
		for p := range l.vars[v].Values {
			l.put(st, v, p)
			walk(k+1, index|uint64(p)<<up, up+l.fields[v].bits)
		}
		l.put(st, v, old)
	}
	walk(0, 0, 0)
}

// width is the number of bits that vars take.
func (l *layout) width(vars []int32) (n uint) {
	for _, v := range vars {
		n += l.fields[v].bits
	}
	return n
}
