package pzc

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc/diag"
)

// readObject reads a JSON object. A key that occurs twice is an error.
func readObject(text []byte) (map[string]json.RawMessage, error) {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	var syntax *json.SyntaxError
	if err := json.Unmarshal(text, new(any)); errors.As(err, &syntax) {
		return nil, err // with its place in the text, which a decoder would not give
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	open, err := dec.Token()
	if err != nil {
		return nil, err
	}
	if open != json.Delim('{') {
		return nil, &atOffset{dec.InputOffset(), "an object was expected: parameter → value"}
	}
	object := map[string]json.RawMessage{}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, err
		}
		name, _ := key.(string) // a decoder gives nothing else as a key
		if _, twice := object[name]; twice {
			return nil, &atOffset{dec.InputOffset(), fmt.Sprintf("`%s` is given twice", name)}
		}
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return nil, err
		}
		object[name] = raw
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
	at := position(t, offset)
	return &diag.Diagnostic{
		Severity: diag.Error, Code: CodeData, Span: diag.Span{Start: at, End: at},
		Msg: "this is not the JSON that was expected: " + msg,
	}
}

// plainSyntax puts plain words in the place of those of encoding/json.
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

// position returns the position of a byte in a text.
func position(t *Text, offset int64) diag.Pos {
	before := t.Text[:max(0, min(offset, int64(len(t.Text))))]
	line := strings.LastIndexByte(before, '\n') + 1
	return diag.Pos{
		Filename: t.Name, Offset: len(before), Line: strings.Count(before, "\n") + 1, Column: len([]rune(before[line:])) + 1,
	}
}
