package semantics

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
)

// fromJSON reads the values of a parameter. Numbers, true and false stand for themselves; strings for enum values,
// directions, characters and maps; lists for arrays, sets and tuples; [r, c] for cells.
func (filling *filling) fromJSON(raw json.RawMessage) bool {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var x any
	if err := dec.Decode(&x); err != nil {
		return filling.fail(diag.Span{}, codeBadData, "%s: %v", filling.a.Name, err)
	}
	if len(filling.a.Index) == 0 {
		filling.leaf(0, x, filling.a.Name)
		return filling.errors == 0
	}
	place := 0
	filling.list(x, filling.dims(), filling.a.Name, &place)
	return filling.errors == 0
}

// list reads a JSON list, flat or nested. path is its position in the JSON.
func (filling *filling) list(x any, d dims, path string, place *int) bool {
	l, ok := x.([]any)
	if !ok {
		return filling.fail(diag.Span{}, codeBadData, "%s is %s, a list of %s is wanted", path, jsonKind(x),
			count(d.size(), "value"))
	}
	if !filling.nested(l) || len(d) == 1 && len(l) == d.size() {
		if len(l) != d.size() {
			return filling.wrongLength(diag.Span{}, d.size(), len(l), path == filling.a.Name)
		}
		for i, e := range l {
			filling.leaf(*place, e, fmt.Sprintf("%s[%d]", path, i))
			*place++
		}
		return true
	}
	k := d.split(len(l))
	if k == 0 {
		return filling.wrongNesting(diag.Span{}, d, len(l), jsonLeaves(l, depthOf(filling.a.Type)))
	}
	for i, e := range l {
		if !filling.list(e, d[k:], fmt.Sprintf("%s[%d]", path, i), place) {
			return false
		}
	}
	return true
}

// nested reports whether the elements of a list are lists of values, not values.
func (filling *filling) nested(l []any) bool {
	return slices.ContainsFunc(l, func(x any) bool { return jsonDepth(x) > depthOf(filling.a.Type) })
}

// depthOf returns the depth of the lists that stand for a value of a type.
func depthOf(t *model.Type) int {
	switch t.Kind {
	case model.CellKind:
		return 1
	case model.MapKind:
		return 1 + min(len(t.Elems), 1) // lines, or lists of words
	case model.TupleKind, model.SetKind, model.ListKind:
		deepest := 0
		for _, e := range t.Elems {
			deepest = max(deepest, depthOf(e))
		}
		return deepest + 1
	default:
		return 0
	}
}

func jsonDepth(x any) int {
	l, ok := x.([]any)
	if !ok {
		return 0
	}
	deepest := 0
	for _, e := range l {
		deepest = max(deepest, jsonDepth(e))
	}
	return deepest + 1
}

func jsonLeaves(x any, leafDepth int) int {
	l, ok := x.([]any)
	if !ok || jsonDepth(x) <= leafDepth {
		return 1
	}
	n := 0
	for _, e := range l {
		n += jsonLeaves(e, leafDepth)
	}
	return n
}

func (filling *filling) leaf(k int, x any, path string) {
	v, problem := filling.decode(k, x)
	if problem != "" {
		filling.fail(diag.Span{}, codeBadData, "%s %s", path, problem)
		return
	}
	switch {
	case filling.keep(k, v):
	case filling.a.Type.Kind == model.MapKind:
		filling.outside(k, v, diag.Span{})
	default:
		filling.fail(diag.Span{}, codeOutsideType, "%s is %s, outside %s",
			path, filling.b.m.Format(filling.a.Type, v), filling.b.describeAt(filling.a, filling.d, k))
	}
}

func jsonKind(x any) string {
	switch x := x.(type) {
	case nil:
		return "null"
	case bool:
		return strconv.FormatBool(x)
	case json.Number:
		return diag.Clip(x.String())
	case string:
		return fmt.Sprintf("%q", diag.Clip(x))
	case []any:
		return "a list"
	default:
		return "an object"
	}
}

// decode reads one value. The text is empty, or says what is wrong, as the end of a sentence that begins with the
// value's name.
func (b *builder) decode(t *model.Type, x any) (model.Value, string) {
	switch t.Kind {
	case model.Number:
		if n, ok := x.(json.Number); ok {
			if i, err := json.Number(WholeNumber(n.String())).Int64(); err == nil && !model.Int(i).IsNone() {
				return model.Int(i), ""
			}
		}
		return wanted(x, "a whole number")
	case model.Boolean:
		if v, ok := x.(bool); ok {
			return model.Bool(v), ""
		}
		return wanted(x, "true or false")
	case model.Character:
		if s, ok := x.(string); ok {
			if r := []rune(s); len(r) == 1 && !diag.Hidden(r[0]) {
				return model.Int(int64(r[0])), ""
			}
		}
		return wanted(x, "a string of one character that can be printed")
	case model.Direction:
		return decodeName(x, "a direction", model.DirNames[:])
	case model.Enumerated:
		return decodeName(x, "a value of "+t.Enum.Name, t.Enum.Values)
	case model.CellKind:
		return b.decodeCell(t, x)
	case model.TupleKind, model.SetKind, model.ListKind:
		return b.decodeList(t, x)
	case model.TextKind:
		if s, ok := x.(string); ok && !strings.ContainsFunc(s, diag.Hidden) {
			return model.TextOf(s), ""
		}
		return wanted(x, "a string of characters that can be printed")
	default:
		return wanted(x, t.String())
	}
}

// WholeNumber returns a whole number with zeros after its point, as table programs write it, without them.
func WholeNumber(number string) string {
	if n, zeros, _ := strings.Cut(number, "."); strings.Trim(zeros, "0") == "" {
		return n
	}
	return number
}

func wanted(x any, what string) (model.Value, string) {
	return undefined, "is " + jsonKind(x) + ", " + what + " is wanted"
}

func decodeName(x any, what string, names []string) (model.Value, string) {
	s, ok := x.(string)
	if !ok {
		return wanted(x, what)
	}
	if i := slices.Index(names, s); i >= 0 {
		return model.Int(int64(i)), ""
	}
	return undefined, fmt.Sprintf("is %q, %s is wanted: %s", diag.Clip(s), what,
		diag.Meant(s, names, "one of "+strings.Join(names, ", ")))
}

func (b *builder) decodeCell(t *model.Type, x any) (model.Value, string) {
	v, problem := b.decodeList(model.OffsetType, x)
	if problem != "" {
		return wanted(x, "a cell [row, column]")
	}
	d := b.ev.dims(t.Grid)
	c, ok := CellAt(d, v.C.Tuple[0].N, v.C.Tuple[1].N)
	if !ok {
		return undefined, fmt.Sprintf("is [%d, %d], outside %s, which has %s",
			v.C.Tuple[0].N, v.C.Tuple[1].N, t.Grid.Name, SizeOf(d))
	}
	return c, ""
}

func (b *builder) decodeList(t *model.Type, x any) (model.Value, string) {
	l, ok := x.([]any)
	if !ok {
		return wanted(x, "a list")
	}
	if t.Kind == model.TupleKind && len(l) != len(t.Elems) {
		return undefined, fmt.Sprintf("is a list of %d, one of %d is wanted", len(l), len(t.Elems))
	}
	vs := make([]model.Value, len(l))
	for i, e := range l {
		elem := t.Elem()
		switch t.Kind {
		case model.TupleKind:
			elem = t.Elems[i]
		case model.ListKind:
			elem = t.Elems[0]
		default:
		}
		if elem == nil {
			return wanted(x, "an empty list")
		}
		if b.optional && t.Kind == model.ListKind && lacks(e) {
			vs[i] = model.None
			continue
		}
		v, problem := b.decode(elem, e)
		if problem != "" {
			return undefined, fmt.Sprintf("has place %d that %s", i, problem)
		}
		vs[i] = v
	}
	if t.Kind == model.TupleKind {
		return model.TupleOf(vs...), ""
	}
	if t.Kind == model.ListKind {
		return model.ListValueOf(vs), ""
	}
	return model.SetValue(model.NewSet(t.Elem(), vs)), ""
}

// lacks reports whether JSON stands for a value that is missing: null, or what an empty cell of a table is.
func lacks(x any) bool { return x == nil || x == "" }

// decode reads element k of the array.
func (filling *filling) decode(k int, x any) (model.Value, string) {
	filling.b.optional = filling.a.Optional
	switch kind := filling.a.Type.Kind; {
	case filling.a.Optional && lacks(x) && kind != model.ListKind && kind != model.MapKind:
		return model.None, ""
	case kind != model.MapKind:
		return filling.b.decode(filling.a.Type, x)
	}
	if l, isList := x.([]any); isList {
		rows := make([]string, len(l))
		for i, e := range l {
			row, isString := e.(string)
			if words, isRow := e.([]any); isRow && len(filling.a.Type.Elems) > 0 {
				row, isString = " "+strings.Join(lists.Map(words, wordOf), " "), true
			}
			if !isString || strings.ContainsAny(row, "\r\n") {
				return undefined, fmt.Sprintf("has a line %d that is no string of one line", i+1)
			}
			rows[i] = row
		}
		return filling.mapOf(rows, k)
	}
	text, ok := x.(string)
	if !ok {
		return wanted(x, "a map (a string, or a list of lines)")
	}
	return filling.mapOf(text, k)
}

// mapOf reads a map, element k of the array, from a text or a list of rows. The text is empty, or says what is wrong.
func (filling *filling) mapOf(from any, k int) (model.Value, string) {
	rows, _ := from.([]string)
	off, err := Cut{}, error(nil)
	if text, ok := from.(string); ok {
		rows, off, err = lines(text, filling.b.takesBlank(filling.a, filling.d, k))
	}
	var m *model.Map
	if err == nil {
		m, err = ofRows(rows, off)
	}
	if err == nil && len(filling.a.Type.Elems) > 0 {
		var bad *model.BadWord
		var names []string
		if e := filling.a.Type.Sign().Enum; e != nil {
			names = e.Values
		}
		if m, bad = model.ReadWords(rows, filling.a.Type.Sign(), names, filling.a.Optional); bad != nil {
			err = fmt.Errorf("line %d, column %d: %s", off.Top+bad.Row+1, off.Left+bad.Col+1, bad.Msg)
			if bad.Help != "" {
				err = fmt.Errorf("%w; %s", err, bad.Help)
			}
		}
	}
	if filling.off = off; err != nil {
		return undefined, "is not a map: " + err.Error()
	}
	return model.MapValue(m), ""
}

// wordOf returns the word of a map that stands for a value.
func wordOf(x any) string {
	switch x := x.(type) {
	case json.Number:
		return WholeNumber(x.String())
	case string:
		if x != "" && !strings.Contains(x, " ") {
			return x
		}
	}
	if lacks(x) {
		return model.MissingWord
	}
	return strings.ReplaceAll(jsonKind(x), " ", "_")
}
