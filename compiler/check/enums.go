package check

import (
	"maps"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
)

// Enums that are parameters, for the maintainer.
//
// `param enum City = { a, b }` declares an enum and, with the same name, a parameter of the type `set City` whose value
// is all of City. So instances, data and the command line set it like any other parameter.
//
// A type depends on its values, so the values must be known when a model is checked. The first check uses the default
// values, followed by values that only instances give. When an instance is chosen, Chosen checks the model a second
// time with the values of this instance only. Later stages see an ordinary enum.
//
// The names of the values are visible only where parameters get their values, because the rules of a model hold for all
// values.

// choice holds the given values when a model is checked for one instance.
type choice struct {
	instance *dsl.InstanceDecl   // nil: none
	given    map[string][]string // parameters with values from outside; of enums, the names
}

// NamesIn lists the names in `{ a, b }`. ok is false if the expression is anything else.
func NamesIn(e dsl.Expr) (names []dsl.Ident, ok bool) {
	set, ok := e.(*dsl.SetLit)
	if !ok {
		return nil, false
	}
	for _, x := range set.Elems {
		n, isName := x.(*dsl.Name)
		if !isName {
			return nil, false
		}
		names = append(names, dsl.Ident{Node: n.Node, Name: n.Name})
	}
	return names, len(names) > 0
}

// chainOf returns the instance and those from which it takes values, the nearest first.
func (c *checker) chainOf(i *dsl.InstanceDecl) (chain []*dsl.InstanceDecl) {
	for i != nil && !slices.Contains(chain, i) {
		chain = append(chain, i)
		if i.Parent == nil {
			break
		}
		i = c.instanceDecls[i.Parent.Name]
	}
	return chain
}

// inForce reports whether the value of a parameter from an instance, or its default (nil), is used.
func (c *checker) inForce(param string, in *dsl.InstanceDecl) bool {
	if c.choice == nil {
		return true
	}
	if _, ok := c.choice.given[param]; ok {
		return false
	}
	for _, i := range c.chainOf(c.choice.instance) {
		if slices.ContainsFunc(i.Values, func(v *dsl.InstanceValue) bool { return v.Name.Name == param }) {
			return i == in
		}
	}
	return in == nil
}

// valuesIn returns the values of an enum for an instance; nil means no instance.
func (c *checker) valuesIn(d *dsl.EnumDecl, in *dsl.InstanceDecl) []dsl.Ident {
	if c.choice != nil {
		if names := c.choice.given[d.Name.Name]; names != nil {
			return idents(names)
		}
		in = c.choice.instance
	}
	for _, i := range c.chainOf(in) {
		for _, v := range i.Values {
			if v.Name.Name == d.Name.Name {
				names, _ := NamesIn(v.Value)
				return names
			}
		}
	}
	return d.Values
}

func idents(names []string) (out []dsl.Ident) {
	return lists.Map(names, func(n string) dsl.Ident { return dsl.Ident{Name: n} })
}

// declareParamEnum declares an enum that is a parameter.
func (c *checker) declareParamEnum(d *dsl.EnumDecl, e *model.Enum) {
	var all []string
	add := func(values []dsl.Ident) {
		for _, v := range values {
			if !slices.Contains(all, v.Name) {
				all = append(all, v.Name)
			}
		}
	}
	add(c.valuesIn(d, nil))
	e.Values = all
	if c.choice == nil {
		for _, name := range slices.Sorted(maps.Keys(c.instanceDecls)) {
			add(c.valuesIn(d, c.instanceDecls[name]))
		}
	}
	if e.Values == nil {
		e.Values = all
	}
	a := &model.Array{ID: len(c.program.Arrays), Name: e.Name, Doc: e.Doc, Span: e.Span, Role: model.Param}
	base := model.Base{Sp: e.Span, Ty: model.SetOf(enumType(e))}
	a.Type = base.Ty
	a.Domain = &model.AnySet{Base: model.Base{Sp: e.Span, Ty: model.SetOf(base.Ty)}, Elem: &model.FullSet{Base: base}}
	c.program.Arrays = append(c.program.Arrays, a)
	e.Param = a
	c.paramEnums = append(c.paramEnums, paramEnum{d, e, all})
	if d.Values != nil && c.inForce(e.Name, nil) {
		a.Value = c.enumValue(c.enumOf(a), d.Values, d.Span())
	}
}

// paramEnum is an enum that is a parameter.
type paramEnum struct {
	decl *dsl.EnumDecl
	enum *model.Enum
	all  []string // the values that are known, first those of the enum
}

// enumValue returns the value of the parameter of an enum.
func (c *checker) enumValue(p *paramEnum, names []dsl.Ident, at diag.Span) model.Expr {
	e := p.enum
	out := &model.SetLit{Base: model.Base{Sp: at, Ty: e.Param.Type}}
	for i, n := range names {
		if slices.ContainsFunc(names[:i], func(m dsl.Ident) bool { return m.Name == n.Name }) {
			c.diags.Errorf(n.Span(), codeDuplicate, "`%s` is a value of %s already", n.Name, e.Name).Help = "write it once"
		}
		k := slices.Index(p.all, n.Name)
		out.Elems = append(out.Elems, &model.Lit{Base: model.Base{Sp: n.Span(), Ty: enumType(e)}, Value: model.Int(int64(k))})
	}
	return out
}

// enumOf returns the enum that a parameter declares; nil if it declares none.
func (c *checker) enumOf(a *model.Array) *paramEnum {
	for i, p := range c.paramEnums {
		if p.enum.Param == a {
			return &c.paramEnums[i]
		}
	}
	return nil
}

// dataScope makes the names of the values of enum parameters visible for the values of an instance; nil means the
// defaults of the model.
func (s *scope) dataScope(in *dsl.InstanceDecl) *scope {
	if s.values = s.known[in]; s.values != nil || len(s.paramEnums) == 0 {
		return s
	}
	s.values = map[string]*symbol{}
	s.known[in] = s.values
	for _, p := range s.paramEnums {
		for _, v := range s.valuesIn(p.decl, in) {
			k := slices.Index(p.all, v.Name)
			if old := s.values[v.Name]; old != nil && old.enum != p.enum {
				d := s.diags.Errorf(v.Span(), codeDuplicate, "`%s` is a value of %s already", v.Name, old.enum.Name)
				d.Help = "the values of two enums have different names"
				continue
			}
			s.values[v.Name] = &symbol{name: v.Name, span: v.Span(), enum: p.enum, value: k, phase: checked}
			s.symbols = append(s.symbols, s.values[v.Name])
		}
	}
	return s
}

// unknownValue adds facts about the values of enum parameters to the finding about an unknown name. It reports whether
// it added any.
func (s *scope) unknownValue(d *diag.Diagnostic, name string) bool {
	for _, p := range s.paramEnums {
		e := p.enum
		switch {
		case s.values != nil && s.choice != nil:
			if list := strings.Join(e.Values, ", "); len(list) < 200 {
				d.Help = "here " + e.Name + " = { " + list + " }; values that name others must be given, too"
				return true
			}
		case s.values == nil && slices.Contains(p.all, name):
			d.Msg = "`" + name + "` is a value of " + e.Name +
				", which instances and data give; no rule of the model can name it"
			d.Help = "declare a parameter for it: `param x: " + e.Name + "`"
			return true
		}
	}
	return false
}
