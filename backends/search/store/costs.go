package store

import (
	"bufio"
	"encoding/binary"
	"math"

	"github.com/pzc-lang/pzc/backends/search/packed"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Costs is a table of the exact costs of an abstraction (a pattern database), by the values of the variables that the
// abstraction keeps. In small spaces the number of the entry of a state is Σ stride · place. In other spaces a Closed
// numbers the states.
type Costs struct {
	Kept    *packed.Layout // of the variables that the table keeps
	Stride  []int64        // by variable
	States  *Closed        // nil: Stride gives the number of an entry
	Entries Entries
}

// Entries is a list of costs. Each takes the number of bytes that the largest cost needs. An entry of 0 means that
// there is no plan, and an entry of n means the cost n-1.
type Entries struct {
	One  []uint8 // if a byte is enough; else nil
	two  []uint16
	four []uint32
}

// NewEntries returns n entries without a plan, with room for costs up to most.
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

// At returns entry i: a cost, or task.Unreachable.
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

// Set writes entry i: a cost, or task.Unreachable.
func (e *Entries) Set(i uint64, cost int64) {
	if cost >= task.Unreachable {
		cost = -1
	}
	e.Put(i, uint32(cost+1))
}

// Put writes entry i in its stored form: 0, or the cost plus 1.
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

// Bytes returns the memory of the table.
func (t *Costs) Bytes() int64 {
	if t.States == nil {
		return t.Entries.bytes()
	}
	return t.Entries.bytes() + t.States.Bytes()
}

// Of returns the cost from the state of the simpler puzzle with the given values; st is scratch. The result is 0, a
// trivial lower bound, if the table does not contain the state.
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

// Numbered returns the cost from state st, or 0 if the table does not contain the state. States must not be nil.
func (t *Costs) Numbered(st []uint64) int64 {
	id, ok := t.States.Find(st)
	if !ok {
		return 0
	}
	return t.Entries.At(uint64(id))
}

// Width returns the number of bytes of an entry.
func (e *Entries) Width() int {
	switch {
	case e.One != nil:
		return 1
	case e.two != nil:
		return 2
	}
	return 4
}

// Len returns the number of entries.
func (e *Entries) Len() int { return max(len(e.One), len(e.two), len(e.four)) }

// Write writes the entries in little-endian order. The writer keeps the first error.
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

// ReadEntries returns the entries that Write has written. It returns false if the width is none of 1, 2 and 4.
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

// Direct replaces numbered states by strides, if that takes no more memory. Entries of unreachable states become 0, a
// trivial lower bound.
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
