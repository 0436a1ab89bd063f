package model

import (
	"slices"

	"github.com/pzc-lang/pzc/internal/lists"
)

// Model is a Program with values for its parameters, so that types, grids, constants and the layout of a state are
// known.
//
// A state is a []int64: the Value.N of each element of each state variable. Arrays follow in the order of their
// declaration, their elements row by row.
type Model struct {
	*Program
	Instance  *Instance    // nil: the model's own parameters
	Data      []*ArrayData // by Array.ID
	Sets      []*Set       // by TypeDecl.ID; nil for types that cannot be listed (char, map, set T)
	Dims      []Dims       // by Grid.ID
	StateSize int
	// Cells says how labels, reasons and views name cells: "r1c1" by row and column from 1, "a1" as on a chessboard, from
	// the upper left cell on; "" as the language writes them, (0, 0).
	Cells string
}

// Dims is the size of a grid.
type Dims struct{ Rows, Cols int64 }

// ArrayData holds the data of an array for given parameters.
type ArrayData struct {
	Index   []*Set // one for each index
	Size    int    // number of elements: the product of the index sizes, 1 without indices
	Domain  *Set   // the values of an element; nil if they cannot be listed
	Entries []*Set // the values of each element of a state variable with a type for each entry, row by row; otherwise nil

	// Parameters and constants: the values, row by row. A constant's element may be undefined.
	Values  []Value
	Defined []bool

	// State variables: the place of the first element in a state.
	Offset int
}

// Place returns the number of the element with the given indices. It is -1 if an index is outside its set.
func (d *ArrayData) Place(index ...Value) int {
	place := 0
	for i, v := range index {
		k := d.Index[i].Index(v)
		if k < 0 {
			return -1
		}
		place = place*d.Index[i].Len() + k
	}
	return place
}

// IndexAt lists the indices of an element; it is the inverse of Place.
func (d *ArrayData) IndexAt(place int) []Value {
	out := make([]Value, len(d.Index))
	for i := len(d.Index) - 1; i >= 0; i-- {
		n := d.Index[i].Len()
		out[i] = d.Index[i].Elems[place%n]
		place /= n
	}
	return out
}

// DomainAt returns the values of the element with number k, a subset of Domain.
func (d *ArrayData) DomainAt(k int) *Set {
	if d.Entries != nil {
		return d.Entries[k]
	}
	return d.Domain
}

// HasData reports whether an instance gives parameters their values.
func (m *Model) HasData() bool { return m.Instance != nil && len(m.ParamArrays()) > 0 }

// StateArrays lists the state variables in the order of their declaration.
func (p *Program) StateArrays() []*Array { return p.arrays(State) }

// ParamArrays lists the parameters in the order of their declaration.
func (p *Program) ParamArrays() []*Array { return p.arrays(Param) }

// AllExpects lists the expectations of the model itself and of all its instances.
func (p *Program) AllExpects() []Expect {
	all := slices.Clone(p.Expects)
	for _, i := range p.Instances {
		all = append(all, i.Expects...)
	}
	return all
}

func (p *Program) arrays(r Role) []*Array {
	return lists.Filter(p.Arrays, func(a *Array) bool { return a.Role == r })
}
