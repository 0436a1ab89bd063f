package puzzle

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/mention"
)

// The codes of findings about data.
const (
	codeData     = "data"      // a value that cannot be read
	codePart     = "no-puzzle" // a part of models, where a puzzle is wanted
	codeInstance = "instance"  // an instance that does not exist, or one that must be named
)

// Data chooses an instance and gives parameters values, which replace those of the instance.
type Data struct {
	// Instance is the name of an instance; "": the model's own parameters or, if these are incomplete, its only instance.
	// Without a name, a data file that has instances means its only one.
	Instance string
	// Own chooses the model's own parameters, if these are complete, also for a data file that has instances.
	Own bool
	// Plain leaves out answers that are defs, for what writes the model as it stands.
	Plain  bool
	JSON   *Text // an object: parameter → value
	Values []Value
}

// Text is a text, and its name in findings.
type Text struct{ Name, Text string }

// Value gives one parameter its value.
type Value struct {
	Param string
	// Text is an expression of the language or, if Map, the rows of a map or, if JSON, a value as JSON has it.
	Text      Text
	Map, JSON bool
}

// resolved is a program with the data of an instance.
type resolved struct {
	program  *Program
	instance *model.Instance
	given    map[string]semantics.Binding
}

// resolve finds the instance and reads the values that are given.
func (p *Program) resolve(ctx context.Context, data Data) (r resolved, diags diag.List) {
	if p.base != nil {
		p = p.base
	}
	if data.JSON != nil {
		data.JSON = &Text{data.JSON.Name, diag.Unmarked(data.JSON.Text)}
	}
	object, diags := p.object(ctx, data)
	if diags.HasErrors() {
		return r, diags
	}
	given := lists.Set(slices.Collect(maps.Keys(object)))
	for _, v := range data.Values {
		given[v.Param] = true
	}
	inst, err := p.choose(data, given)
	if err != nil {
		return r, append(diags, err)
	}
	var more diag.List
	if r.program, more = p.chosen(inst, object, data); more.HasErrors() {
		return r, append(diags, more...)
	}
	r.given, more = r.program.bindings(object, data)
	if inst != nil {
		r.instance = r.program.byName[inst.Name]
	}
	return r, append(diags, more...)
}

// Chosen returns the data if they choose an instance or give values, and otherwise the data of each instance.
func (p *Program) Chosen(data Data) []Data {
	if data.Instance != "" || data.JSON != nil || len(data.Values) > 0 {
		return []Data{data}
	}
	var all []Data
	if p.Complete() {
		all = append(all, data)
	}
	for _, name := range p.Instances() {
		all = append(all, Data{Instance: name})
	}
	if len(all) == 0 {
		all = append(all, data) // building it says what is missing
	}
	return all
}

// choose finds the instance that is meant; nil for the model's own parameters.
func (p *Program) choose(data Data, given map[string]bool) (*model.Instance, *diag.Diagnostic) {
	if name := data.Instance; name != "" {
		if inst := p.byName[name]; inst != nil {
			return inst, nil
		}
		d := p.finding(codeInstance, "there is no instance `%s`", name)
		d.Help = diag.Meant(name, p.Instances(), p.instanceList())
		return nil, d
	}
	all, own := p.instances()
	missing := p.missing(given, data.Own)
	switch {
	case len(missing) == 0 || len(all) == 0:
		return nil, nil // Build lists what is missing
	case len(all) == 1:
		return all[0], nil
	}
	d := p.finding(codeInstance, "the model's own parameters are incomplete (%s), and it has several instances",
		quoted(missing))
	if own && !data.Own {
		d = p.finding(codeInstance, "the file has several instances, which give values to %s", quoted(missing))
	}
	d.Help = "choose one with " + mention.With(mention.Instance, "NAME") + ": " + strings.Join(p.Instances(), ", ")
	return nil, d
}

func (p *Program) instanceList() string {
	if len(p.checked.Instances) == 0 {
		return "the model has no instances"
	}
	return "its instances are " + strings.Join(p.Instances(), ", ")
}

// object reads the values that are given as JSON.
func (p *Program) object(ctx context.Context, data Data) (object map[string]member, diags diag.List) {
	if data.JSON == nil {
		return nil, nil
	}
	p.texts.Store(data.JSON.Name, data.JSON.Text)
	var err error
	if !Await(ctx, func() { object, err = readObject([]byte(data.JSON.Text)) }) {
		return nil, stoppedBuilding(ctx)
	}
	if err != nil {
		diags.Add(jsonFinding(data.JSON, err))
	}
	return object, diags
}

// bindings joins the values that are given: those of JSON, which single values replace.
func (p *Program) bindings(object map[string]member, data Data) (map[string]semantics.Binding, diag.List) {
	given := map[string]semantics.Binding{}
	var diags diag.List
	for name, m := range object {
		given[name] = semantics.Binding{JSON: m.raw, Where: data.JSON.Name}
	}
	for _, a := range p.checked.ParamArrays() {
		if m, is := object[a.Name]; is && a.Type.Kind == model.MapKind {
			b := given[a.Name]
			b.Blanks = blanksInJSON(data.JSON, m, len(a.Index) > 0)
			given[a.Name] = b
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
	if v.JSON {
		return semantics.Binding{JSON: []byte(v.Text.Text), Where: v.Text.Name}, nil
	}
	if v.Map {
		text := diag.Unmarked(v.Text.Text)
		p.texts.Store(v.Text.Name, text)
		return semantics.Binding{Text: &text, Where: v.Text.Name, Blanks: blanksInText(v.Text.Name, text)}, nil
	}
	for _, a := range p.checked.ParamArrays() {
		if a.Name == v.Param {
			value, diags := p.loader.Value(p.checked, a, v.Text.Name, v.Text.Text)
			return semantics.Binding{Value: &value, Where: v.Text.Name}, diags
		}
	}
	return semantics.Binding{Where: v.Text.Name}, nil // Build says that there is no such parameter
}

// blanks warns of blanks that make cells of a map and cannot be seen in its text. These are blank lines at its
// beginning and end, blanks with which all lines begin, and blanks that make it wider. The place of a row is at(row).
func blanks(rows []string, at func(row int) diag.Span) (diags diag.List) {
	if len(rows) == 1 && rows[0] == "" { // the text of a map without cells
		return nil
	}
	indented := len(rows) > 0
	blank := func(i int) bool { return strings.Trim(rows[i], " ") == "" }
	for i, row := range rows {
		indented = indented && (strings.HasPrefix(row, " ") || blank(i))
		if blank(i) && (i == 0 || i == len(rows)-1) {
			diags.Warnf(at(i), codeData, "line %d is blank, and is a row of the map", i+1).Help = "remove the line if it is none"
		}
	}
	if indented {
		d := diags.Warnf(at(0), codeData, "all lines, from line 1 on, begin with a blank, which is a cell of the map")
		d.Help = "remove the blanks if they are none"
	}
	if d := check.Ragged(rows, at); d != nil {
		diags.Add(d)
	}
	return diags
}

// blanksInText is blanks for the text of a file.
func blanksInText(name, text string) diag.List {
	rows := strings.Split(strings.TrimRight(text, "\n"), "\n")
	return blanks(rows, func(i int) diag.Span {
		start := diag.Pos{Filename: name, Line: i + 1, Column: 1}
		end := start
		end.Column += utf8.RuneCountInString(rows[i])
		return diag.Span{Start: start, End: end}
	})
}

func quoted(names []string) string {
	return "`" + strings.Join(names, "`, `") + "`"
}

// chosen returns the program in which enums that are parameters have the values that they have for an instance (nil:
// none) and the given data. It is p itself if there are no such enums.
func (p *Program) chosen(
	inst *model.Instance, object map[string]member, data Data,
) (*Program, diag.List) {
	var diags diag.List
	given := map[string][]string{}
	for name, m := range object {
		given[name] = nil
		if p.isEnum(name) {
			var names []string
			if json.Unmarshal(m.raw, &names) != nil {
				names = nil
			}
			given[name] = p.names(name, data.JSON.Name, names, &diags)
		}
	}
	for _, v := range data.Values {
		given[v.Param] = nil
		if p.isEnum(v.Param) {
			e, more := dsl.ParseExpr(v.Text.Name, v.Text.Text)
			p.loader.Keep(v.Text.Name, v.Text.Text)
			if diags = append(diags, more...); more.HasErrors() {
				continue
			}
			var names []string
			idents, _ := check.NamesIn(e)
			for _, i := range idents {
				names = append(names, i.Name)
			}
			given[v.Param] = p.names(v.Param, v.Text.Name, names, &diags)
		}
	}
	if diags.HasErrors() {
		return nil, diags
	}
	name := ""
	if inst != nil {
		name = inst.Name
	}
	program, diags := p.loader.Chosen(p.checked, name, given)
	if program == p.checked || diags.HasErrors() {
		return p, diags
	}
	q := &Program{loader: p.loader, texts: p.texts, base: p}
	q.keep(program)
	for _, h := range p.added {
		diags = append(diags, q.AddHeuristic(h.Name, h.Text)...)
	}
	return q, diags
}

// isEnum reports whether a parameter is an enum.
func (p *Program) isEnum(param string) bool {
	return slices.ContainsFunc(p.checked.Enums, func(e *model.Enum) bool { return e.Param != nil && e.Name == param })
}

// names checks the values of an enum that are given from outside.
func (p *Program) names(enum, where string, names []string, diags *diag.List) []string {
	report := func(format string, args ...any) {
		diags.Add(&diag.Diagnostic{
			Severity: diag.Error, Code: codeData, Msg: where + ": " + fmt.Sprintf(format, args...),
			Help: "a name consists of letters, digits and `_`: `" + enum + "={ann, ben}`, or [\"ann\", \"ben\"] as JSON",
		})
	}
	if len(names) == 0 {
		report("the values of %s are a list of names", enum)
	}
	for i, n := range names {
		e, bad := dsl.ParseExpr(where, n)
		if _, ok := e.(*dsl.Name); bad.HasErrors() || !ok {
			report("%q cannot be a value of %s", n, enum)
		} else if slices.Contains(names[:i], n) {
			report("`%s` is twice among the values of %s", n, enum)
		}
	}
	return names
}
