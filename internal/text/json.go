package text

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"reflect"
	"strconv"
	"strings"
)

// WriteJSON writes an object: each field on a line of its own, and of a list each element, such as a step of a plan.
func WriteJSON(w io.Writer, object any) error {
	compact, err := JSON(object)
	if err != nil {
		return err
	}
	return LayOut(w, compact)
}

// JSON returns the compact JSON of an object, in which <, > and & stay as they are.
func JSON(object any) ([]byte, error) {
	var compact bytes.Buffer
	enc := json.NewEncoder(&compact)
	enc.SetEscapeHTML(false)
	err := enc.Encode(object)
	return compact.Bytes(), err
}

// Fields is an object of JSON: the name of each field, and its value. If a name ends with ?, the field is left out when
// its value is zero or has no elements.
type Fields []any

// MarshalJSON writes the fields in their order.
func (f Fields) MarshalJSON() ([]byte, error) {
	out := []byte{'{'}
	for i := 0; i < len(f); i += 2 {
		name, optional := strings.CutSuffix(f[i].(string), "?")
		if v := reflect.ValueOf(f[i+1]); optional && empty(v) {
			continue
		}
		value, err := JSON(f[i+1])
		if err != nil {
			return nil, err
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(strconv.AppendQuote(out, name), ':')
		out = append(out, value...)
	}
	return append(out, '}'), nil
}

// empty reports whether a value is zero or has no elements.
func empty(v reflect.Value) bool {
	if !v.IsValid() || v.IsZero() {
		return true
	}
	return (v.Kind() == reflect.Slice || v.Kind() == reflect.Map) && v.Len() == 0
}

// LayOut writes compact JSON as WriteJSON does.
func LayOut(w io.Writer, compact []byte) error {
	out := bufio.NewWriter(w)
	layOut(out, compact)
	return out.Flush()
}

// layOut breaks the lines of compact JSON in the outer object and in its lists. The writer keeps its errors.
func layOut(out *bufio.Writer, compact []byte) {
	var open []byte // brackets
	put := func(c byte) { _ = out.WriteByte(c) }
	quoted := false
	broken := func() bool { return len(open) == 1 || len(open) == 2 && open[1] == '[' }
	line := func() { _, _ = out.WriteString("\n    "[:1+2*len(open)]) }
	for i := 0; i < len(compact); i++ {
		c := compact[i]
		switch {
		case quoted:
			put(c)
			if c == '\\' {
				i++
				put(compact[i])
			}
			quoted = c != '"'
			continue
		case c == '{' || c == '[':
			open = append(open, c)
			put(c)
			if broken() && compact[i+1] != c+2 {
				line()
			}
			continue
		case c == '}' || c == ']':
			wide := broken() && compact[i-1] != c-2
			open = open[:len(open)-1]
			if wide {
				line()
			}
		case c == '"':
			quoted = true
		}
		put(c)
		switch {
		case c == ',' && broken():
			line()
		case c == ',' || c == ':':
			put(' ')
		}
	}
}
