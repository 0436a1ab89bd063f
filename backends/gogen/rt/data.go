package search

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A program may read values of the model's parameters when it runs. They come as JSON: one object with values by name;
// numbers, true and false, strings for characters and for values that have names, [row, column] for cells, and lists,
// flat or nested, for parameters with indices.

// Parameter is a parameter of the model.
type Parameter struct {
	Name  string
	Shape []int // lengths of the lists, outermost first; nil: one value
	Type  Type
	Map   bool                   // characters that may also be given as a text, or as a list of lines
	Fixed []int                  // its values in this program, if it cannot be given
	Set   func(place, value int) // sets an element
}

// none stands for a value that is not given.
const none = math.MinInt

// Type is the values of a parameter, and how they are written.
type Type struct {
	Kind       string   // "number", "bool", "character", "name" or "cell"
	Names      []string // of named values, by number
	Rows, Cols int      // of the board of cells
	Among      []int    // the values that are allowed; nil: those from Low to High
	Low, High  int
}

// ReadParameters sets parameters to the values in a JSON text. Other parameters keep their values. If there is an
// error, no parameter changes.
func ReadParameters(text []byte, list []Parameter) error {
	given, err := object(text)
	if err != nil {
		return err
	}
	read := make([][]int, len(list))
	for i := range list {
		if x, ok := given[list[i].Name]; ok {
			if read[i], err = list[i].values(x); err != nil {
				return err
			}
			delete(given, list[i].Name)
		}
	}
	if len(given) > 0 {
		return fmt.Errorf("there is no parameter %q: %s", first(given), known(list))
	}
	for i, values := range read {
		for place, v := range values {
			if list[i].Set != nil {
				list[i].Set(place, v)
			}
		}
	}
	return nil
}

// object reads the JSON. Errors have the line and the column.
func object(text []byte) (map[string]any, error) {
	if !utf8.Valid(text) || bytes.IndexByte(text, 0) >= 0 { // as in UTF-16
		return nil, errors.New("the file is not text: save the file as UTF-8 text")
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	var out map[string]any
	err := dec.Decode(&out)
	if err == nil && dec.More() {
		err = errors.New("something follows after the object")
	}
	var wrong *json.SyntaxError
	switch {
	case err == nil:
		return out, nil
	case errors.As(err, &wrong):
		before := text[:max(0, min(int(wrong.Offset)-1, len(text)))]
		line := bytes.Count(before, []byte("\n")) + 1
		column := len(before) - bytes.LastIndexByte(before, '\n')
		return nil, fmt.Errorf("line %d, column %d: %w", line, column, err)
	}
	return nil, fmt.Errorf(`one object with values by name is wanted, such as {"start": [1, 2]}: %w`, err)
}

// first is the first name in alphabetical order.
func first(given map[string]any) (least string) {
	for name := range given {
		if least == "" || name < least {
			least = name
		}
	}
	return least
}

// known lists the parameters that can be given.
func known(list []Parameter) string {
	var names []string
	for i := range list {
		if list[i].Set != nil {
			names = append(names, list[i].Name)
		}
	}
	return "those that can be given are " + strings.Join(names, ", ")
}

// values reads the JSON of a parameter.
func (p *Parameter) values(x any) ([]int, error) {
	if p.Set == nil && p.Type.Kind == "" {
		return nil, fmt.Errorf("%s was fixed when this program was written: leave it out, or write "+
			"another program for other values", p.Name)
	}
	if p.Map {
		var err error
		if x, err = p.letters(x); err != nil {
			return nil, err
		}
	}
	var out []int
	err := p.list(x, p.Shape, p.Name, &out)
	if err != nil || p.Set != nil {
		return out, err
	}
	for i, v := range out {
		if v != p.Fixed[i] {
			return nil, fmt.Errorf("%s was fixed when this program was written, with another value: write another program "+
				"with pzc emit-go for this one", p.at(i))
		}
	}
	return out, nil
}

// letters reads a map: a text, or a list of lines. Short lines are filled with blanks.
func (p *Parameter) letters(x any) (any, error) {
	var lines []string
	wrong := fmt.Errorf("%s is %s, a map is wanted: a string, or a list of lines", p.Name, shown(x))
	switch x := x.(type) {
	case string:
		_, noBlanks := p.Type.value(" ")
		lines = mapRows(x, noBlanks == nil)
	case []any:
		for _, e := range x {
			line, ok := e.(string)
			if !ok {
				return nil, wrong
			}
			lines = append(lines, line)
		}
	default:
		return nil, wrong
	}
	cols := 0
	for _, line := range lines {
		cols = max(cols, len([]rune(line)))
	}
	if len(lines) != p.Shape[0] || cols != p.Shape[1] {
		return nil, fmt.Errorf("%s has %d lines of up to %d characters, this program is for %d lines of %d", p.Name,
			len(lines), cols, p.Shape[0], p.Shape[1])
	}
	var out []any
	for _, line := range lines {
		row := []rune(line)
		for i := range cols {
			letter := " "
			if i < len(row) {
				letter = string(row[i])
			}
			out = append(out, letter)
		}
	}
	return out, nil
}

// mapRows returns the rows of a map that is a text. Empty lines at its end are none. If blanks are no signs of the map,
// blank lines around it, and blanks at the ends of lines and at the beginning of all lines, are dropped.
func mapRows(text string, blanks bool) (lines []string) {
	indent := len(text)
	for _, line := range strings.Split(strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n"), "\n") {
		if !blanks {
			line = strings.TrimRight(line, " ")
		}
		if line != "" {
			indent = min(indent, len(line)-len(strings.TrimLeft(line, " ")))
		}
		if line != "" || blanks || len(lines) > 0 {
			lines = append(lines, line)
		}
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	for i, line := range lines {
		if !blanks {
			lines[i] = line[min(indent, len(line)):]
		}
	}
	return lines
}

// at names an element of a parameter.
func (p *Parameter) at(i int) string {
	if p.Shape == nil {
		return p.Name
	}
	return p.Name + "[" + strconv.Itoa(i) + "]"
}

// list reads a list, flat or nested. path is its place.
func (p *Parameter) list(x any, shape []int, path string, out *[]int) error {
	if len(shape) == 0 {
		v, err := p.Type.value(x)
		if err != nil {
			return fmt.Errorf("%s is %s, %w", path, shown(x), err)
		}
		*out = append(*out, v)
		return nil
	}
	l, ok := x.([]any)
	if !ok {
		return fmt.Errorf("%s is %s, a list of %d values is wanted", path, shown(x), size(shape))
	}
	levels := len(shape)
	if nested(l, p.Type.depth()) || len(shape) == 1 {
		levels = 1
		for levels < len(shape) && size(shape[:levels]) != len(l) {
			levels++
		}
	}
	if len(l) != size(shape[:levels]) {
		return fmt.Errorf("%s needs %d values, has %d", path, size(shape[:levels]), len(l))
	}
	for i, e := range l {
		if err := p.list(e, shape[levels:], path+"["+strconv.Itoa(i)+"]", out); err != nil {
			return err
		}
	}
	return nil
}

func size(shape []int) int {
	n := 1
	for _, k := range shape {
		n *= k
	}
	return n
}

// nested tells whether the elements of a list are lists of values. A value may be a list itself.
func nested(l []any, depth int) bool {
	for _, x := range l {
		inner, ok := x.([]any)
		if ok && (depth == 0 || nested(inner, depth-1)) {
			return true
		}
	}
	return false
}

// depth is the depth of the lists that stand for one value.
func (t *Type) depth() int {
	if t.Kind == "cell" {
		return 1
	}
	return 0
}

// value reads one value.
func (t *Type) value(x any) (int, error) {
	v, what := 0, ""
	switch t.Kind {
	case "number":
		v, what = whole(x), "a whole number is wanted"
	case "bool":
		b, ok := x.(bool)
		if v, what = Bit(b), "true or false is wanted"; !ok {
			v = none
		}
	case "character":
		v, what = none, "a string of one character is wanted"
		if s, ok := x.(string); ok && len([]rune(s)) == 1 {
			v = int([]rune(s)[0])
		}
	case "name":
		v, what = none, "one of "+strings.Join(t.Names, ", ")+" is wanted"
		for i, name := range t.Names {
			if x == name {
				v = i
			}
		}
	case "cell":
		v, what = t.cell(x), fmt.Sprintf("a cell [row, column] of %d rows and %d columns is wanted", t.Rows, t.Cols)
	}
	switch {
	case v == none:
		return 0, errors.New(what)
	case t.Among != nil && !slices.Contains(t.Among, v):
		return 0, errors.New("which is not one of the values that its type has")
	case t.Among == nil && (v < t.Low || v > t.High) && t.Kind == "character":
		return 0, fmt.Errorf("outside %q..%q", rune(t.Low), rune(t.High))
	case t.Among == nil && (v < t.Low || v > t.High):
		return 0, fmt.Errorf("outside %d..%d", t.Low, t.High)
	}
	return v, nil
}

// whole is a whole number, none if it is something else.
func whole(x any) int {
	if n, ok := x.(json.Number); ok {
		text, zeros, _ := strings.Cut(n.String(), ".")
		if i, err := strconv.Atoi(text); err == nil && strings.Trim(zeros, "0") == "" {
			return i
		}
	}
	return none
}

func (t *Type) cell(x any) int {
	l, ok := x.([]any)
	if !ok || len(l) != 2 {
		return none
	}
	row, col := whole(l[0]), whole(l[1])
	if row < 0 || row >= t.Rows || col < 0 || col >= t.Cols {
		return none
	}
	return row*t.Cols + col
}

// shown is a piece of JSON in a message.
func shown(x any) string {
	switch x.(type) {
	case []any:
		return "a list"
	case map[string]any:
		return "an object"
	}
	text, err := json.Marshal(x)
	if err != nil {
		return "something else"
	}
	return string(text)
}
