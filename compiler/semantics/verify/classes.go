package verify

import (
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/internal/lists"
)

// classes numbers the classes of states that are equivalent under all symmetries together. A number is valid until the
// next trim.
type classes struct {
	x          *semantics.Machine
	bySymmetry map[*model.Move][]semantics.Move
	instances  []semantics.Move
	key        keyer
	number     map[string]int // for each state seen: its number
	parent     []int          // for each number: another number of the same class, or itself (Tarjan 1975)
	large      []bool         // for each root: not all states of the class were visited
	largest    int            // the greatest number of states of a class that are visited
	buf        []byte
}

// maxClassed is the number of states above which trim forgets all classes.
const maxClassed = 1 << 20

func newClasses(x *semantics.Machine, largest int) *classes {
	c := &classes{
		x: x, bySymmetry: map[*model.Move][]semantics.Move{}, key: newKeyer(x.Model()), number: map[string]int{},
		largest: largest,
	}
	for _, s := range x.Model().Symmetries {
		c.bySymmetry[s] = x.SymmetryInstances(s)
		c.instances = append(c.instances, c.bySymmetry[s]...)
	}
	return c
}

// trim forgets all classes if there are too many states.
func (c *classes) trim() {
	if len(c.parent) > maxClassed {
		c.number, c.parent, c.large = map[string]int{}, nil, nil
	}
}

// of returns the class of a state. It returns false if the class has too many states to visit.
func (c *classes) of(state []int64) (int, bool) {
	first, seen := c.numberOf(state)
	for list := [][]int64{state}; !seen && len(list) > 0 && !c.large[lists.Root(c.parent, first)]; {
		s := list[len(list)-1]
		list = list[:len(list)-1]
		for _, in := range c.instances {
			if !c.x.Evaluator().Spend(1) {
				return 0, false
			}
			next, refusal := c.x.ApplySymmetry(s, in.Decl, in.Args)
			if refusal != nil {
				continue
			}
			i, known := c.numberOf(next)
			if !known {
				list = append(list, next)
			}
			a, b := lists.Root(c.parent, i), lists.Root(c.parent, first)
			c.parent[a] = b
			c.large[b] = c.large[b] || c.large[a] || len(c.parent)-first > c.largest
		}
	}
	class := lists.Root(c.parent, first)
	return class, !c.large[class]
}

// numberOf returns the number of a state, and whether the state had a number before.
func (c *classes) numberOf(state []int64) (number int, seen bool) {
	c.buf = c.key.append(c.buf[:0], state)
	if i, ok := c.number[string(c.buf)]; ok {
		return i, true
	}
	i := len(c.parent)
	c.number[string(c.buf)] = i
	c.parent, c.large = append(c.parent, i), append(c.large, false)
	return i, false
}

// keyer encodes states as short strings for maps. Each element takes the number of bytes that its type needs.
type keyer struct {
	low   []int64
	bytes []uint8
}

func newKeyer(m *model.Model) keyer {
	k := keyer{make([]int64, m.StateSize), make([]uint8, m.StateSize)}
	for _, a := range m.StateArrays() {
		d := m.Data[a.ID]
		if d.Domain.Len() == 0 {
			continue
		}
		low, high := d.Domain.Elems[0].N, d.Domain.Elems[d.Domain.Len()-1].N
		width := uint8(0)
		for span := uint64(high) - uint64(low); span > 0; span >>= 8 {
			width++
		}
		for i := range d.Size {
			k.low[d.Offset+i], k.bytes[d.Offset+i] = low, width
		}
	}
	return k
}

func (k keyer) append(b []byte, state []int64) []byte {
	for i, v := range state {
		rest := uint64(v) - uint64(k.low[i])
		for range k.bytes[i] {
			b = append(b, byte(rest))
			rest >>= 8
		}
	}
	return b
}
