package puzzle

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
)

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
			Severity: diag.Error, Code: CodeData, Msg: where + ": " + fmt.Sprintf(format, args...),
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
