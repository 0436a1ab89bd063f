package pzc

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/diag"
	"github.com/pzc-lang/pzc/mention"
	"github.com/pzc-lang/pzc/semantics"
)

// The codes of findings about data.
const (
	CodeData     = "data"     // a value that cannot be read
	CodeInstance = "instance" // an instance that does not exist, or one that must be named
)

// Data chooses an instance and gives parameters values of their own, which win over the instance's.
type Data struct {
	// Instance is the name of an instance. Without one the model's own parameters count, or, where these are incomplete,
	// its only instance.
	Instance string
	JSON     *Text // an object: parameter → value
	Values   []Value
}

// Text is a text and the name that findings about it give.
type Text struct{ Name, Text string }

// Value gives one parameter its value.
type Value struct {
	Param string
	// Text is an expression of the language, or a map's rows.
	Text Text
	Map  bool
}

// resolve finds the instance and binds the values that were given.
func (p *Program) resolve(ctx context.Context, data Data) (*model.Instance, map[string]semantics.Binding, diag.List) {
	given, diags := p.bindings(ctx, data)
	if diags.HasErrors() {
		return nil, nil, diags
	}
	inst, err := p.choose(data.Instance, given)
	if err != nil {
		diags.Add(err)
	}
	return inst, given, diags
}

// choose is the rule for which instance is meant.
func (p *Program) choose(name string, given map[string]semantics.Binding) (*model.Instance, *diag.Diagnostic) {
	if name != "" {
		if inst := p.byName[name]; inst != nil {
			return inst, nil
		}
		d := p.finding(CodeInstance, "there is no instance `%s`", name)
		if near := diag.Nearest(name, p.Instances()); near != "" {
			d.Help = fmt.Sprintf("did you mean `%s`?", near)
		} else {
			d.Help = p.instanceList()
		}
		return nil, d
	}
	missing := p.missing(given)
	switch {
	case len(missing) == 0 || len(p.checked.Instances) == 0:
		return nil, nil // Build lists what is missing
	case len(p.checked.Instances) == 1:
		return p.checked.Instances[0], nil
	}
	d := p.finding(CodeInstance, "the model's own parameters are incomplete (%s), and it has several instances", quoted(missing))
	d.Help = "choose one with " + mention.With(mention.Instance, "NAME") + ": " + strings.Join(p.Instances(), ", ")
	return nil, d
}

// missing lists the parameters that have neither a default nor a given value.
func (p *Program) missing(given map[string]semantics.Binding) []string {
	var names []string
	for _, a := range p.checked.ParamArrays() {
		if _, ok := given[a.Name]; !ok && a.Value == nil {
			names = append(names, a.Name)
		}
	}
	return names
}

func (p *Program) instanceList() string {
	if len(p.checked.Instances) == 0 {
		return "the model has no instances"
	}
	return "its instances are " + strings.Join(p.Instances(), ", ")
}

// bindings reads what was given: JSON first, then single values, which win.
func (p *Program) bindings(ctx context.Context, data Data) (map[string]semantics.Binding, diag.List) {
	given := map[string]semantics.Binding{}
	var diags diag.List
	if data.JSON != nil {
		p.texts[data.JSON.Name] = data.JSON.Text
		var object map[string]json.RawMessage
		var err error
		if !Await(ctx, func() { object, err = readObject([]byte(data.JSON.Text)) }) {
			return nil, stoppedBuilding(ctx)
		}
		if err != nil {
			diags.Add(jsonFinding(data.JSON, err))
		}
		for name, raw := range object {
			given[name] = semantics.Binding{JSON: raw, Where: data.JSON.Name}
		}
	}
	for _, v := range data.Values {
		b, more := p.binding(v)
		diags = append(diags, more...)
		given[v.Param] = b
	}
	return given, diags
}

// binding reads one value.
func (p *Program) binding(v Value) (semantics.Binding, diag.List) {
	if v.Map {
		m, err := semantics.MapFromText(v.Text.Text)
		if err != nil {
			return semantics.Binding{}, diag.List{{Code: CodeData, Msg: v.Text.Name + ": " + err.Error()}}
		}
		return semantics.Binding{Map: m, Where: v.Text.Name}, nil
	}
	for _, a := range p.checked.ParamArrays() {
		if a.Name == v.Param {
			value, diags := p.loader.Value(p.checked, a, v.Text.Name, v.Text.Text)
			return semantics.Binding{Value: &value, Where: v.Text.Name}, diags
		}
	}
	return semantics.Binding{Where: v.Text.Name}, nil // Build says that there is no such parameter
}

// finding is a diagnostic about the model as a whole.
func (p *Program) finding(code, format string, args ...any) *diag.Diagnostic {
	return &diag.Diagnostic{Severity: diag.Error, Code: code, Msg: p.checked.Name + ": " + fmt.Sprintf(format, args...)}
}

// readObject reads one JSON object; a key must not occur twice.
func readObject(text []byte) (map[string]json.RawMessage, error) {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	var syntax *json.SyntaxError
	if err := json.Unmarshal(text, new(any)); errors.As(err, &syntax) {
		return nil, err // its place counts from the beginning, which a decoder's does not
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

// atOffset is an error at a byte of a JSON text.
type atOffset struct {
	offset int64
	msg    string
}

func (e *atOffset) Error() string { return e.msg }

// jsonFinding points to where reading JSON failed.
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
		Severity: diag.Error, Code: CodeData, Span: diag.Span{Start: at, End: at}, Msg: "this is not the JSON that was expected: " + msg,
	}
}

// plainSyntax says in words of the user what the reader of JSON says in its own.
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

// position is the place of a byte in a text.
func position(t *Text, offset int64) diag.Pos {
	before := t.Text[:max(0, min(offset, int64(len(t.Text))))]
	line := strings.LastIndexByte(before, '\n') + 1
	return diag.Pos{
		Filename: t.Name, Offset: len(before), Line: strings.Count(before, "\n") + 1, Column: len([]rune(before[line:])) + 1,
	}
}

func quoted(names []string) string {
	return "`" + strings.Join(names, "`, `") + "`"
}
