package search

import (
	"bufio"
	"encoding/binary"
	"math"

	"github.com/pzc-lang/pzc/backends/search/packed"
	"github.com/pzc-lang/pzc/task"
)

// costTable is the exact costs of a simpler puzzle, by the values of the variables that it keeps. Small spaces are addressed
// directly: the entry of a state is the sum over variables of stride times place. Others are numbered by a closed list.
type costTable struct {
	name   string
	kept   *packed.Layout
	stride []int64
	states *closed // nil where entries are addressed directly
	cost   entries
}

// entries are costs in as few bytes as they need: 0 is no plan, n the cost n-1.
type entries struct {
	one  []uint8
	two  []uint16
	four []uint32
}

func newEntries(n int, most int64) (e entries) {
	switch {
	case most < math.MaxUint8:
		e.one = make([]uint8, n)
	case most < math.MaxUint16:
		e.two = make([]uint16, n)
	default:
		e.four = make([]uint32, n)
	}
	return e
}

func (e *entries) at(i uint64) int64 {
	var c int64
	switch {
	case e.one != nil:
		c = int64(e.one[i])
	case e.two != nil:
		c = int64(e.two[i])
	default:
		c = int64(e.four[i])
	}
	if c == 0 {
		return task.Unreachable
	}
	return c - 1
}

// set writes a cost, or no plan.
func (e *entries) set(i uint64, cost int64) {
	if cost >= task.Unreachable {
		cost = -1
	}
	e.put(i, uint32(cost+1))
}

// put writes an entry as it is kept.
func (e *entries) put(i uint64, c uint32) {
	switch {
	case e.one != nil:
		e.one[i] = uint8(c)
	case e.two != nil:
		e.two[i] = uint16(c)
	default:
		e.four[i] = c
	}
}

func (e *entries) bytes() int64 {
	return int64(len(e.one)) + 2*int64(len(e.two)) + 4*int64(len(e.four))
}

func (t *costTable) bytes() int64 {
	if t.states == nil {
		return t.cost.bytes()
	}
	return t.cost.bytes() + t.states.bytes()
}

// of is the cost from the abstract state with these codes; st is scratch. A state that the simpler puzzle does not know has no
// image, which says nothing: 0.
func (t *costTable) of(codes []int64, st []uint64) int64 {
	if t.states == nil {
		index := int64(0)
		for v, c := range codes {
			p := t.kept.Place(v, c)
			if p < 0 {
				return 0
			}
			index += t.stride[v] * int64(p)
		}
		return t.cost.at(uint64(index))
	}
	st = st[:t.kept.Words]
	if !t.kept.Pack(codes, st) {
		return 0
	}
	id, ok := t.states.find(st)
	if !ok {
		return 0
	}
	return t.cost.at(uint64(id))
}

// numbered is the cost of the state whose packed words are in st.
func (t *costTable) numbered(st []uint64) int64 {
	id, ok := t.states.find(st)
	if !ok {
		return 0
	}
	return t.cost.at(uint64(id))
}

func (e *entries) width() int {
	switch {
	case e.one != nil:
		return 1
	case e.two != nil:
		return 2
	}
	return 4
}

func (e *entries) len() int { return max(len(e.one), len(e.two), len(e.four)) }

// write writes the entries, each in little-endian order. Errors are the writer's to keep.
func (e *entries) write(w *bufio.Writer) {
	_, _ = w.Write(e.one)
	var word []byte
	for _, c := range e.two {
		word = binary.LittleEndian.AppendUint16(word[:0], c)
		_, _ = w.Write(word)
	}
	for _, c := range e.four {
		word = binary.LittleEndian.AppendUint32(word[:0], c)
		_, _ = w.Write(word)
	}
}

// readEntries is the entries that were written, of so many bytes each; false if there are none of this width.
func readEntries(width int, body []byte) (e entries, ok bool) {
	switch width {
	case 1:
		e.one = body
	case 2:
		e.two = make([]uint16, len(body)/2)
		for i := range e.two {
			e.two[i] = binary.LittleEndian.Uint16(body[2*i:])
		}
	case 4:
		e.four = make([]uint32, len(body)/4)
		for i := range e.four {
			e.four[i] = binary.LittleEndian.Uint32(body[4*i:])
		}
	default:
		return e, false
	}
	return e, true
}

// direct addresses the entries directly if that takes no more memory than the numbered states. Entries of states that cannot
// be reached are 0, which says nothing.
func (t *costTable) direct() {
	n := packed.Product(t.kept.Vars, max(4*t.bytes(), 1<<16))
	if n < 0 {
		return
	}
	most := int64(0)
	for i := range t.states.len() {
		if c := t.cost.at(uint64(i)); c < task.Unreachable {
			most = max(most, c)
		}
	}
	out := newEntries(int(n), most)
	for i := range uint64(n) {
		out.set(i, 0)
	}
	t.stride = packed.Strides(t.kept.Vars)
	for id := range t.states.len() {
		index := int64(0)
		for v := range t.kept.Vars {
			index += t.stride[v] * int64(t.kept.Get(t.states.state(uint32(id)), v))
		}
		out.set(uint64(index), t.cost.at(uint64(id)))
	}
	t.cost, t.states = out, nil
}
