package model

import (
	"fmt"
	"strconv"
	"strings"
)

// Format writes a value as the language does: `(r, c)`, `'A'`, `true`, `standing`, `-1`, `{1, 2}`.
func (m *Model) Format(t *Type, v Value) string { return m.format(t, v, true) }

// FormatText writes a value as it appears in a label, reason or view: characters and texts stand without quotes.
func (m *Model) FormatText(t *Type, v Value) string {
	if t.Kind == CellKind && m.Cells != "" {
		return m.cellName(t, v)
	}
	return m.format(t, v, t.Kind != Character && t.Kind != TextKind)
}

// cellName names a cell for players.
func (m *Model) cellName(t *Type, v Value) string {
	cols := m.Dims[t.Grid.ID].Cols
	row, col := v.N/cols+1, v.N%cols+1
	if m.Cells == "r1c1" {
		return fmt.Sprintf("r%dc%d", row, col)
	}
	letters := ""
	for ; col > 0; col = (col - 1) / 26 {
		letters = string(rune('a'+(col-1)%26)) + letters
	}
	return letters + strconv.FormatInt(row, 10)
}

// Label names an element of the state for players: "value r1c1".
func (m *Model) Label(place int) string {
	a, k := m.ArrayAt(place)
	if m.Notation != nil {
		return m.StateName(place)
	}
	label, d := a.Name, m.Data[a.ID]
	for i, v := range d.IndexAt(k) {
		label += " " + m.FormatText(d.Index[i].Type, v)
	}
	return label
}

func (m *Model) format(t *Type, v Value, quote bool) string {
	if v.IsNone() {
		return "none"
	}
	switch t.Kind {
	case Number:
		return strconv.FormatInt(v.N, 10)
	case Boolean:
		return strconv.FormatBool(v.N != 0)
	case Character:
		if quote {
			return QuoteChar(rune(v.N))
		}
		return string(rune(v.N))
	case Direction:
		return DirNames[v.N]
	case Enumerated:
		if int(v.N) >= len(t.Enum.Values) { // of another instance; see package check
			return "?"
		}
		if m.Notation != nil {
			return m.Notation.Value(t.Enum.Values[v.N])
		}
		return t.Enum.Values[v.N]
	case CellKind:
		cols := m.Dims[t.Grid.ID].Cols
		return "(" + strconv.FormatInt(v.N/cols, 10) + ", " + strconv.FormatInt(v.N%cols, 10) + ")"
	case TupleKind:
		return "(" + m.formatAll(t.Elems, v.C.Tuple) + ")"
	case ListKind:
		types := make([]*Type, len(v.C.Tuple))
		for i := range types {
			types[i] = t.Elems[0]
		}
		return "[" + m.formatAll(types, v.C.Tuple) + "]"
	case SetKind:
		types := make([]*Type, len(v.C.Set.Elems))
		for i := range types {
			types[i] = t.Elem()
		}
		return "{" + m.formatAll(types, v.C.Set.Elems) + "}"
	case MapKind:
		return "\"\"\"\n" + strings.Join(append(m.MapRows(t, v.C.Map), "\"\"\""), "\n")
	default:
		if quote {
			return strconv.Quote(v.C.Text)
		}
		return v.C.Text
	}
}

func (m *Model) formatAll(types []*Type, vs []Value) string {
	parts := make([]string, len(vs))
	for i, v := range vs {
		parts[i] = m.format(types[i], v, true)
	}
	return strings.Join(parts, ", ")
}

// QuoteChar writes a character as the language does.
func QuoteChar(r rune) string {
	switch r {
	case '\'', '\\':
		return `'\` + string(r) + `'`
	case '\n':
		return `'\n'`
	}
	return "'" + string(r) + "'"
}

// FormatMove writes a move with its arguments, or a symmetry, as the language does: `slide((0, 1), (1, 1))`. It does
// not use the notation of the model.
func (m *Model) FormatMove(mv *Move, args []Value) string {
	if len(args) == 0 {
		return mv.Name
	}
	plain := *m
	plain.Program = &Program{}
	parts := make([]string, len(args))
	for i, v := range args {
		parts[i] = plain.Format(mv.Params[i].Set.Type().Elem(), v)
	}
	return mv.Name + "(" + strings.Join(parts, ", ") + ")"
}

// ShowMove writes a move with its arguments in the notation of the model.
func (m *Model) ShowMove(mv *Move, args []Value) string {
	if m.Notation == nil {
		return m.FormatMove(mv, args)
	}
	return m.Notation.Move(m.FormatMove(mv, args))
}

// MoveName returns the name of a move without arguments.
func (m *Model) MoveName(mv *Move) string {
	if m.Notation != nil {
		return m.Notation.Action(mv.Name)
	}
	return mv.Name
}

// Variable writes the name of a variable.
func (m *Model) Variable(name string) string {
	if m.Notation != nil {
		return m.Notation.Value(name)
	}
	return name
}

// ClauseOf names a clause of a move: "move go: when".
func (m *Model) ClauseOf(mv *Move, clause string) string {
	if m.Notation != nil {
		return "action " + m.MoveName(mv) + ": precondition"
	}
	return "move " + mv.Name + ": " + clause
}

// Where names the clause of a move that restricts its arguments.
func (m *Model) Where() string {
	if m.Notation != nil {
		return "precondition"
	}
	return "`where`"
}

// StateName returns the name of a place in a state: "board[(0, 1)]", "man".
func (m *Model) StateName(place int) string {
	a, k := m.ArrayAt(place)
	switch {
	case m.Notation != nil:
		return m.Notation.State(a.Name, m.indices(a, k))
	case len(a.Index) == 0:
		return a.Name
	}
	return a.Name + "[" + m.FormatIndex(a, k) + "]"
}

// HoldsAt writes in the notation of the model that a place of a state has a value, given as text; "" if that says
// nothing.
func (m *Model) HoldsAt(place int, value string) string {
	a, k := m.ArrayAt(place)
	return m.Notation.Holds(a.Name, m.indices(a, k), value)
}

// Made writes that a place of a state gets a value, given as text. The words follow "make": "x equal to 9", "(at ball1
// rooma) true".
func (m *Model) Made(place int, value string) string {
	if m.Notation != nil {
		if atom := m.HoldsAt(place, value); atom != "" {
			return atom + " true"
		}
		if a, _ := m.ArrayAt(place); a.Type.Kind == Boolean {
			return m.StateName(place) + " " + value
		}
	}
	return m.StateName(place) + " equal to " + value
}

// FormatAt writes the value that a place of a state has.
func (m *Model) FormatAt(place int, value int64) string {
	a, _ := m.ArrayAt(place)
	return m.Format(a.Type, Int(value))
}

// FormatIndex writes the indices of element k of an array: "(0, 1)" or "U, 3".
func (m *Model) FormatIndex(a *Array, k int) string { return strings.Join(m.indices(a, k), ", ") }

func (m *Model) indices(a *Array, k int) []string {
	d := m.Data[a.ID]
	parts := make([]string, len(d.Index))
	for i, v := range d.IndexAt(k) {
		parts[i] = m.Format(d.Index[i].Type, v)
	}
	return parts
}

// ArrayAt returns the state variable of a place in a state, and the number of the element in this variable.
func (m *Model) ArrayAt(place int) (*Array, int) {
	for _, a := range m.Arrays {
		if d := m.Data[a.ID]; a.Role == State && place >= d.Offset && place < d.Offset+d.Size {
			return a, place - d.Offset
		}
	}
	return nil, 0
}

// Element reads the element of a state variable at a place in a state.
func (m *Model) Element(place int) Expr {
	a, k := m.ArrayAt(place)
	read := &Read{Base: Base{Sp: a.Span, Ty: a.Type}, Array: a}
	for i, v := range m.Data[a.ID].IndexAt(k) {
		read.Index = append(read.Index, &Lit{Base: Base{Sp: a.Span, Ty: a.Index[i].Set.Type().Elem()}, Value: v})
	}
	return read
}
