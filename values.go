package pzc

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics/view"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// Solution is a plan, or the values of a puzzle without moves.
type Solution struct {
	Moves  []string // as plans write them; nil without moves
	Labels []string // what the model calls them, "" where it has no name
	Cost   int64    // of the plan, or the value of the objective
	States []State  // with moves: the start, and what each move leads to; without: the solution
	values []byte   // of the start, as JSON
}

func (p *Puzzle) solution(s *puzzle.Solution) Solution {
	out := Solution{Cost: s.Cost, values: p.values(s.Start)}
	add := func(state []int64) {
		out.States = append(out.States, State{show: func() []view.Board { return p.z.View(state) }})
	}
	add(s.Start)
	for _, step := range s.Steps {
		out.Moves, out.Labels = append(out.Moves, step.Move), append(out.Labels, step.Label)
		add(step.State)
	}
	out.States[len(out.States)-1].Solved = true
	return out
}

// Values writes the values of the state variables into a struct or map, by the names of the variables. A field has the
// name of its tag `json` or else its own. An array over numbers is a slice, over all cells of a grid a slice of rows,
// over an enum or over other values a map. A cell is a [2]int. With moves, the values are those of the start. The error
// says which variable has another kind than its field, or which field of a struct names no variable.
func (s *Solution) Values(into any) error {
	if t := reflect.TypeOf(into); t != nil && t.Kind() == reflect.Pointer && t.Elem().Kind() == reflect.Struct {
		var known map[string]json.RawMessage
		if err := json.Unmarshal(s.values, &known); err != nil {
			return fmt.Errorf("values of the solution: %w", err)
		}
		names := slices.Sorted(maps.Keys(known))
		for _, f := range reflect.VisibleFields(t.Elem()) {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			name = cmp.Or(name, f.Name)
			if f.IsExported() && !f.Anonymous && name != "-" &&
				!slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, name) }) {
				return fmt.Errorf("values of the solution: the field %s names no variable; there are %s", f.Name,
					strings.Join(names, ", "))
			}
		}
	}
	d := json.NewDecoder(bytes.NewReader(s.values))
	if err := d.Decode(into); err != nil {
		return fmt.Errorf("values of the solution: %w", err)
	}
	return nil
}

// values writes a state as JSON.
func (p *Puzzle) values(state []int64) []byte {
	var b bytes.Buffer
	b.WriteByte('{')
	all := p.z.Assignment(state)
	for i, a := range p.z.Model().StateArrays() {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%q:", a.Name)
		d := p.z.Model().Data[a.ID]
		p.array(&b, d.Index, all[d.Offset:d.Offset+d.Size])
	}
	b.WriteByte('}')
	return b.Bytes()
}

// array writes the elements of an array whose indices are given: the last one varies fastest.
func (p *Puzzle) array(b *bytes.Buffer, index []*model.Set, elements []puzzle.Assigned) {
	if len(index) == 0 {
		text, err := json.Marshal(elements[0].JSON)
		if err != nil {
			text = []byte("null")
		}
		b.Write(text)
		return
	}
	first, size := index[0], 0
	if first.Len() > 0 {
		size = len(elements) / first.Len()
	}
	part := func(i int) { p.array(b, index[1:], elements[i*size:(i+1)*size]) }
	cols := p.columns(first)
	begin, end := byte('['), byte(']')
	named := cols == 0 && first.Type.Kind != model.Number
	if named {
		begin, end = '{', '}'
	}
	b.WriteByte(begin)
	for i, v := range first.Elems {
		switch {
		case cols > 0 && i%cols == 0 && i > 0:
			b.WriteString("],[")
		case cols > 0 && i == 0:
			b.WriteByte('[')
		case i > 0:
			b.WriteByte(',')
		}
		if named {
			fmt.Fprintf(b, "%q:", p.z.Model().Format(first.Type, v))
		}
		part(i)
	}
	if cols > 0 && first.Len() > 0 {
		b.WriteByte(']')
	}
	b.WriteByte(end)
}

// columns returns the number of columns of a grid, 0 if the values are not all its cells.
func (p *Puzzle) columns(s *model.Set) int {
	if s.Type.Kind != model.CellKind {
		return 0
	}
	dims := p.z.Model().Dims[s.Type.Grid.ID]
	if int64(s.Len()) != dims.Rows*dims.Cols {
		return 0
	}
	return int(dims.Cols)
}

// object writes parameters as JSON, under the names that the model has for them.
func (m *Model) object(params any) (string, error) {
	text, err := json.Marshal(params)
	if err != nil {
		return "", fmt.Errorf("parameters of %s: %w", m.Name(), err)
	}
	var fields map[string]any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&fields); err != nil {
		return "", fmt.Errorf("parameters of %s: a struct or a map is wanted, not %T", m.Name(), params)
	}
	known, lists, optional := map[string]string{}, map[string]bool{}, map[string]bool{}
	for _, a := range m.program.Model().ParamArrays() {
		known[strings.ToLower(a.Name)] = a.Name
		kinds := []model.Kind{model.SetKind, model.ListKind, model.MapKind}
		optional[a.Name] = a.Optional
		lists[a.Name] = len(a.Index) > 0 || slices.Contains(kinds, a.Type.Kind)
	}
	for _, e := range m.program.Model().Enums {
		known[strings.ToLower(e.Name)] = e.Name
	}
	named := map[string]any{}
	for name, value := range fields {
		if own, is := known[strings.ToLower(name)]; is && fields[own] == nil {
			name = own
		}
		if lists[name] && (value == nil || !optional[name]) {
			value = emptied(value)
		}
		named[name] = value
	}
	text, err = json.Marshal(named)
	return string(text), err
}

// emptied puts an empty list in place of null, which package json writes for a nil slice.
func emptied(x any) any {
	switch x := x.(type) {
	case nil:
		return []any{}
	case []any:
		for i := range x {
			x[i] = emptied(x[i])
		}
	}
	return x
}

// wrong makes an error of findings about a program, and about texts that were given with it.
func wrong(program *puzzle.Program, diags diag.List, texts ...puzzle.Text) *Error {
	sources := map[string]string{}
	if program != nil {
		sources = program.Sources()
	}
	for _, t := range texts { // and not those of another goroutine
		sources[t.Name] = t.Text
	}
	var b strings.Builder
	diag.Print(&b, diags, sources, false)
	errors := lists.Filter(diags, func(d *diag.Diagnostic) bool { return d.Severity == diag.Error })
	return &Error{Findings: lists.Map(errors, finding), text: strings.TrimSpace(b.String())}
}

func finding(d *diag.Diagnostic) Finding {
	at := d.Span.Start
	return Finding{Text: d.Msg, Help: d.Help, File: at.Filename, Line: at.Line, Column: at.Column}
}
