package model

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/internal/lists"
)

// Kind is the kind of a value. Only values of the same kind can be compared.
type Kind uint8

// The kinds of the language. Text is the kind of labels, reasons and views only.
const (
	Number Kind = iota
	Boolean
	Character
	Direction
	Enumerated
	CellKind
	TupleKind
	SetKind
	ListKind
	MapKind
	TextKind
)

// Type is the static type of an expression: a Kind and what distinguishes types of this kind. A Type does not say which
// numbers a value may have; that is a Set.
type Type struct {
	Kind Kind
	Enum *Enum // Enumerated
	Grid *Grid // CellKind: cells of which grid
	// TupleKind: components; SetKind: the element type alone (none: the empty set, of any type); ListKind: the type of
	// its values; MapKind: the type of its words (none: a map of characters)
	Elems []*Type
}

// The types without further parts.
var (
	NumberType    = &Type{Kind: Number}
	BooleanType   = &Type{Kind: Boolean}
	CharacterType = &Type{Kind: Character}
	DirectionType = &Type{Kind: Direction}
	MapType       = &Type{Kind: MapKind}
	TextType      = &Type{Kind: TextKind}
	OffsetType    = &Type{Kind: TupleKind, Elems: []*Type{NumberType, NumberType}} // (rows, columns): a step on a grid
)

// SetOf returns the type of sets of elem. If elem is nil, it is the type of the empty set.
func SetOf(elem *Type) *Type {
	if elem == nil {
		return &Type{Kind: SetKind}
	}
	return &Type{Kind: SetKind, Elems: []*Type{elem}}
}

// ListOf returns the type of lists of values of a type.
func ListOf(elem *Type) *Type { return &Type{Kind: ListKind, Elems: []*Type{elem}} }

// Sign returns the type of what stands in a cell of a map of this type.
func (t *Type) Sign() *Type {
	if len(t.Elems) == 0 {
		return CharacterType
	}
	return t.Elems[0]
}

// Elem returns the element type of a set type. It is nil for the type of the empty set, and for types that are no set
// types.
func (t *Type) Elem() *Type {
	if t.Kind != SetKind || len(t.Elems) == 0 {
		return nil
	}
	return t.Elems[0]
}

// Equal reports whether values of the two types can be compared. The type of the empty set equals each set type.
func (t *Type) Equal(u *Type) bool {
	if t == u {
		return true
	}
	if t == nil || u == nil || t.Kind != u.Kind || t.Enum != u.Enum || t.Grid != u.Grid {
		return false
	}
	if t.Kind == SetKind && (len(t.Elems) == 0 || len(u.Elems) == 0) {
		return true
	}
	return slices.EqualFunc(t.Elems, u.Elems, (*Type).Equal)
}

// IsOffset reports whether the type is a pair of numbers.
func (t *Type) IsOffset() bool { return t.Equal(OffsetType) }

// Scalar reports whether values of the type are held in Value.N alone.
func (t *Type) Scalar() bool { return t.Kind <= CellKind }

// Ordered reports whether < is defined.
func (t *Type) Ordered() bool {
	return t.Scalar() || t.Kind == TupleKind && !slices.ContainsFunc(t.Elems,
		func(e *Type) bool { return !e.Ordered() })
}

func (t *Type) String() string {
	switch t.Kind {
	case Number:
		return "number"
	case Boolean:
		return "bool"
	case Character:
		return "char"
	case Direction:
		return "Dir"
	case Enumerated:
		return t.Enum.Name
	case CellKind:
		return "cell of " + t.Grid.Name
	case TupleKind:
		return "(" + strings.Join(lists.Map(t.Elems, (*Type).String), ", ") + ")"
	case SetKind:
		if len(t.Elems) == 0 {
			return "empty set"
		}
		return "set of " + t.Elems[0].String()
	case ListKind:
		return "list of " + t.Elems[0].String()
	case MapKind:
		if len(t.Elems) > 0 {
			return "map of " + t.Elems[0].String()
		}
		return "map"
	default:
		return "text"
	}
}

// Value is a value of any type. The type is known from the expression that the value belongs to.
type Value struct {
	N int64      // number; Boolean 0 or 1; character's code; place of a direction or enum value; cell row*cols+col
	C *Composite // tuple, list, set, map or text; nil for the others
}

// None stands in the data of a parameter or constant for a value that is missing. No expression has this value: what
// reads it is undefined.
var None = Value{N: math.MinInt64}

// IsNone reports whether a value is None.
func (v Value) IsNone() bool { return v == None }

// Composite holds a value that does not fit into a number. Exactly one field is set.
type Composite struct {
	Tuple []Value // of a list: its values, not nil
	Set   *Set
	Map   *Map
	Text  string
}

// Map is a rectangle of characters or words.
type Map struct {
	Rows, Cols int
	Cells      []rune // row by row: characters or, of words, Value.N or NoWord
}

// NoWord stands in a map of words for a word that is missing.
const NoWord rune = math.MinInt32

// At returns what stands in a cell. It is None off the map.
func (m *Map) At(cell int64) Value {
	if cell < 0 || cell >= int64(len(m.Cells)) || m.Cells[cell] == NoWord {
		return None
	}
	return Int(int64(m.Cells[cell]))
}

// The directions in their order, and their offsets.
const (
	Up = iota
	Right
	Down
	Left
)

// DirNames and DirOffsets are indexed by direction.
var (
	DirNames   = [4]string{"up", "right", "down", "left"}
	DirOffsets = [4][2]int64{{-1, 0}, {0, 1}, {1, 0}, {0, -1}}
)

// Int makes a number, or a value that is stored as its index.
func Int(n int64) Value { return Value{N: n} }

// Bool makes a Boolean.
func Bool(b bool) Value {
	if b {
		return Value{N: 1}
	}
	return Value{}
}

// TupleOf makes a tuple.
func TupleOf(elems ...Value) Value { return Value{C: &Composite{Tuple: elems}} }

// ListValueOf makes a list.
func ListValueOf(elems []Value) Value {
	return Value{C: &Composite{Tuple: append(make([]Value, 0, len(elems)), elems...)}}
}

// SetValue makes a value of a set.
func SetValue(s *Set) Value { return Value{C: &Composite{Set: s}} }

// MapValue makes a value of a map.
func MapValue(m *Map) Value { return Value{C: &Composite{Map: m}} }

// TextOf makes a text.
func TextOf(s string) Value { return Value{C: &Composite{Text: s}} }

// Compare orders values of one type: numbers by size, enum values and directions by index, cells row by row, tuples
// from the left, sets by their elements, maps and texts by their characters.
func Compare(a, b Value) int {
	if a.C == nil || b.C == nil {
		return cmp.Compare(a.N, b.N)
	}
	switch {
	case a.C.Set != nil && b.C.Set != nil:
		return slices.CompareFunc(a.C.Set.Elems, b.C.Set.Elems, Compare)
	case a.C.Map != nil && b.C.Map != nil:
		if c := cmp.Compare(a.C.Map.Cols, b.C.Map.Cols); c != 0 {
			return c
		}
		return slices.Compare(a.C.Map.Cells, b.C.Map.Cells)
	case a.C.Tuple != nil || b.C.Tuple != nil:
		return slices.CompareFunc(a.C.Tuple, b.C.Tuple, Compare)
	default:
		return strings.Compare(a.C.Text, b.C.Text)
	}
}

// Set is a finite set in order, with the place of each element.
type Set struct {
	Type  *Type   // of the elements
	Elems []Value // ascending, without repetition
	place map[int64]int
	dense bool // scalars without gaps: the place is the difference to the first
}

// NewSet makes a set. It orders the elements and drops repetitions; the slice belongs to the set afterwards.
func NewSet(elem *Type, elems []Value) *Set {
	slices.SortStableFunc(elems, Compare)
	elems = slices.CompactFunc(elems, func(a, b Value) bool { return Compare(a, b) == 0 })
	s := &Set{Type: elem, Elems: elems}
	if len(elems) == 0 || elems[0].C != nil {
		return s
	}
	s.dense = elems[len(elems)-1].N-elems[0].N == int64(len(elems)-1)
	if !s.dense {
		s.place = make(map[int64]int, len(elems))
		for i, e := range elems {
			s.place[e.N] = i
		}
	}
	return s
}

// Len returns the number of elements.
func (s *Set) Len() int { return len(s.Elems) }

// Index returns the index of v in the order of the set. It is -1 if v is not an element.
func (s *Set) Index(v Value) int {
	if len(s.Elems) == 0 {
		return -1
	}
	if s.dense {
		if d := v.N - s.Elems[0].N; d >= 0 && d < int64(len(s.Elems)) {
			return int(d)
		}
		return -1
	}
	if s.place != nil {
		if i, ok := s.place[v.N]; ok {
			return i
		}
		return -1
	}
	if i, ok := slices.BinarySearchFunc(s.Elems, v, Compare); ok {
		return i
	}
	return -1
}

// Contains reports whether v is an element.
func (s *Set) Contains(v Value) bool { return s.Index(v) >= 0 }

// Gapless reports whether a set is not empty and its elements are single values without gaps.
func (s *Set) Gapless() bool {
	n := s.Len()
	return n > 0 && s.Elems[0].C == nil && s.Elems[n-1].N-s.Elems[0].N == int64(n-1)
}
