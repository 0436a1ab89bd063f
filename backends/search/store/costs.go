package store

import (
	"bufio"
	"encoding/binary"
	"math"

	"github.com/pzc-lang/pzc/backends/search/packed"
	"github.com/pzc-lang/pzc/task"
)

// Costs is the exact costs of a simpler puzzle, by the values of the variables that it keeps. Small spaces are addressed
// directly: the entry of a state is the sum over variables of stride times place. Others are numbered by a closed list.
type Costs struct {
	Name    string
	Kept    *packed.Layout
	Stride  []int64
	States  *Closed // nil where entries are addressed directly
	Entries Entries
}

// Entries are costs in as few bytes as they need: 0 is no plan, n the cost n-1.
type Entries struct {
	One  []uint8
	two  []uint16
	four []uint32
}

func NewEntries(n int, most int64) (e Entries) {
	switch {
	case most < math.MaxUint8:
		e.One = make([]uint8, n)
	case most < math.MaxUint16:
		e.two = make([]uint16, n)
	default:
		e.four = make([]uint32, n)
	}
	return e
}

func (e *Entries) At(i uint64) int64 {
	var c int64
	switch {
	case e.One != nil:
		c = int64(e.One[i])
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

// Set writes a cost, or no plan.
func (e *Entries) Set(i uint64, cost int64) {
	if cost >= task.Unreachable {
		cost = -1
	}
	e.Put(i, uint32(cost+1))
}

// Put writes an entry as it is kept.
func (e *Entries) Put(i uint64, c uint32) {
	switch {
	case e.One != nil:
		e.One[i] = uint8(c)
	case e.two != nil:
		e.two[i] = uint16(c)
	default:
		e.four[i] = c
	}
}

func (e *Entries) bytes() int64 {
	return int64(len(e.One)) + 2*int64(len(e.two)) + 4*int64(len(e.four))
}

func (t *Costs) Bytes() int64 {
	if t.States == nil {
		return t.Entries.bytes()
	}
	return t.Entries.bytes() + t.States.Bytes()
}

// Of is the cost from the abstract state with these codes; st is scratch. A state that the simpler puzzle does not know has no
// image, which says nothing: 0.
func (t *Costs) Of(codes []int64, st []uint64) int64 {
	if t.States == nil {
		index := int64(0)
		for v, c := range codes {
			p := t.Kept.Place(v, c)
			if p < 0 {
				return 0
			}
			index += t.Stride[v] * int64(p)
		}
		return t.Entries.At(uint64(index))
	}
	st = st[:t.Kept.Words]
	if !t.Kept.Pack(codes, st) {
		return 0
	}
	id, ok := t.States.Find(st)
	if !ok {
		return 0
	}
	return t.Entries.At(uint64(id))
}

// Numbered is the cost of the state whose packed words are in st.
func (t *Costs) Numbered(st []uint64) int64 {
	id, ok := t.States.Find(st)
	if !ok {
		return 0
	}
	return t.Entries.At(uint64(id))
}

func (e *Entries) Width() int {
	switch {
	case e.One != nil:
		return 1
	case e.two != nil:
		return 2
	}
	return 4
}

func (e *Entries) Len() int { return max(len(e.One), len(e.two), len(e.four)) }

// Write writes the entries, each in little-endian order. Errors are the writer's to keep.
func (e *Entries) Write(w *bufio.Writer) {
	_, _ = w.Write(e.One)
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

// ReadEntries is the entries that were written, of so many bytes each; false if there are none of this width.
func ReadEntries(width int, body []byte) (e Entries, ok bool) {
	switch width {
	case 1:
		e.One = body
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

// Direct addresses the entries directly if that takes no more memory than the numbered states. Entries of states that cannot
// be reached are 0, which says nothing.
func (t *Costs) Direct() {
	n := packed.Product(t.Kept.Vars, max(4*t.Bytes(), 1<<16))
	if n < 0 {
		return
	}
	most := int64(0)
	for i := range t.States.Len() {
		if c := t.Entries.At(uint64(i)); c < task.Unreachable {
			most = max(most, c)
		}
	}
	out := NewEntries(int(n), most)
	for i := range uint64(n) {
		out.Set(i, 0)
	}
	t.Stride = packed.Strides(t.Kept.Vars)
	for id := range t.States.Len() {
		index := int64(0)
		for v := range t.Kept.Vars {
			index += t.Stride[v] * int64(t.Kept.Get(t.States.State(uint32(id)), v))
		}
		out.Set(uint64(index), t.Entries.At(uint64(id)))
	}
	t.Entries, t.States = out, nil
}
