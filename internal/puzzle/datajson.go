package puzzle

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
)

// member is a value of an object, and where it begins in the text.
type member struct {
	raw   json.RawMessage
	start int64
}

// readObject reads a JSON object. A key that occurs twice is an error.
func readObject(text []byte) (map[string]member, error) {
	var syntax *json.SyntaxError
	if err := json.Unmarshal(text, new(any)); errors.As(err, &syntax) {
		return nil, err // with its position in the text, which a decoder does not report
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	open, err := dec.Token()
	if err != nil {
		return nil, err
	}
	if open != json.Delim('{') {
		return nil, &atOffset{dec.InputOffset(), "an object was expected: parameter → value"}
	}
	object := map[string]member{}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, err
		}
		name, _ := key.(string) // a key is always a string
		if _, twice := object[name]; twice {
			return nil, &atOffset{dec.InputOffset(), fmt.Sprintf("`%s` is given twice", name)}
		}
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return nil, err
		}
		object[name] = member{raw, dec.InputOffset() - int64(len(raw))}
	}
	return object, nil
}

// atOffset is an error with its place in a JSON text, in bytes.
type atOffset struct {
	offset int64
	msg    string
}

func (e *atOffset) Error() string { return e.msg }

// jsonFinding makes a finding of an error of readObject.
func jsonFinding(t *Text, err error) *diag.Diagnostic {
	offset, msg := int64(len(t.Text)), err.Error()
	var syntax *json.SyntaxError
	var ours *atOffset
	switch {
	case errors.As(err, &syntax) && strings.HasPrefix(msg, "unexpected end"):
		msg = "the text ends too early"
	case errors.As(err, &syntax):
		offset, msg = syntax.Offset-1, plainSyntax(msg)
	case errors.As(err, &ours):
		offset = ours.offset - 1
	}
	at := diag.At(t.Name, t.Text, int(offset))
	return &diag.Diagnostic{
		Severity: diag.Error, Code: codeData, Span: diag.Span{Start: at, End: at},
		Msg: "this is not the JSON that was expected: " + msg,
	}
}

// plainSyntax rewrites a message of encoding/json in plain words.
func plainSyntax(msg string) string {
	for _, r := range []struct{ theirs, ours string }{
		{"looking for beginning of object key string", "a name between double quotes was expected, found "},
		{"looking for beginning of value", "a value was expected, found "},
		{"exceeded max depth", "lists or objects nest too deeply, found "},
		{"after object key:value pair", "`,` or `}` was expected, found "},
		{"after object key", "`:` was expected, found "},
		{"after array element", "`,` or `]` was expected, found "},
		{"after top-level value", "the object has ended, found "},
		{"in string escape code", "no such escape in a string, found "},
		{"in string literal", "a string has ended on its line, found "},
	} {
		if rest, ok := strings.CutSuffix(msg, " "+r.theirs); ok {
			return r.ours + strings.TrimPrefix(rest, "invalid character ")
		}
	}
	return strings.TrimPrefix(msg, "json: ")
}

// blanksInJSON is blanks for a map in JSON, which is a text of several lines. Of a list of rows, all blanks can be seen
// but those that make it wider than it looks. The outermost list of several maps is not a map.
func blanksInJSON(t *Text, m member, several bool) (diags diag.List) {
	dec := json.NewDecoder(bytes.NewReader(m.raw))
	var open [][]mapRow // the rows of the lists that are open
	add := func(rows []mapRow, isText bool) {
		texts := lists.Map(rows, func(r mapRow) string { return r.text })
		at := func(i int) diag.Span {
			at := diag.At(t.Name, t.Text, int(m.start)+rows[i].start)
			return diag.Span{Start: at, End: at}
		}
		if isText {
			diags = append(diags, blanks(texts, at)...)
		} else if d := check.Ragged(texts, at); d != nil {
			diags = append(diags, d)
		}
	}
	for {
		before := int(dec.InputOffset())
		token, err := dec.Token()
		if err != nil {
			return diags
		}
		switch token := token.(type) {
		case json.Delim:
			if token == '[' {
				open = append(open, nil)
				continue
			}
			last := len(open) - 1
			if rows := open[max(last, 0):]; last > 0 || last == 0 && !several {
				add(rows[0], false)
			}
			open = open[:max(last, 0)]
		case string:
			start := before + bytes.IndexByte(m.raw[before:], '"') + 1
			rows := rowsOf(token, m.raw[start:], start)
			if last := len(open) - 1; last >= 0 && len(rows) == 1 {
				open[last] = append(open[last], rows[0])
			} else {
				add(rows, true)
			}
		default:
		}
	}
}

// mapRow is a row of a map, and where it begins.
type mapRow struct {
	text  string
	start int
}

// rowsOf splits a text into rows. raw is the text in JSON, which begins at start.
func rowsOf(text string, raw []byte, start int) (rows []mapRow) {
	at := 0
	for _, row := range strings.Split(strings.TrimRight(text, "\r\n"), "\n") {
		rows = append(rows, mapRow{strings.TrimSuffix(row, "\r"), start + at})
		for at < len(raw) && raw[at] != '"' && (raw[at] != '\\' || raw[at+1] != 'n') {
			if raw[at] == '\\' {
				at++
			}
			at++
		}
		at += 2
	}
	return rows
}
