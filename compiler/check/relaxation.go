package check

import (
	"io/fs"
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
)

// relaxation loads the other puzzle of a relaxation and checks the values of its parameters and state variables.
func (c *checker) relaxation(d *dsl.RelaxationDecl) {
	r := c.relaxationOf(d)
	if r == nil {
		return
	}
	name, ok := Relative(d.Pos.Filename, d.Path)
	r.Path = name
	if !ok {
		c.diags.Errorf(d.Path.Span(), codeRelaxationFile, "a file name cannot hold `{…}`")
		return
	}
	r.Other = c.withOwnNames(c.other(d, name), d, r)
	given := map[*model.Array]diag.Span{}
	for _, item := range d.Items {
		c.relaxationItem(r, item, given)
	}
	if r.Other != nil {
		c.relaxationLacks(d, r, given)
	}
}

// relaxationOf returns the relaxation that a declaration declares.
func (c *checker) relaxationOf(d *dsl.RelaxationDecl) *model.Relaxation {
	for _, s := range c.symbols {
		if s.decl == dsl.Decl(d) {
			return s.relax
		}
	}
	return nil
}

// other loads the other puzzle of a relaxation; nil with an error.
func (c *checker) other(d *dsl.RelaxationDecl, name string) *model.Program {
	l := c.loader
	if cycle := upTo(l.loading, name); cycle != nil {
		c.diags.Errorf(d.Path.Span(), codeUseCycle, "puzzles are relaxations of each other in a cycle: %s",
			chain(append(cycle, name)))
		return nil
	}
	if p, ok := l.loaded[name]; ok {
		return p
	}
	if l.loaded == nil {
		l.loaded = map[string]*model.Program{}
	}
	l.loaded[name] = nil
	text, err := fs.ReadFile(l.FS, name)
	if err != nil {
		e := unreadable(d.Path.Span(), name, err)
		e.Code = codeRelaxationFile
		c.diags.Add(e)
		return nil
	}
	p, diags := l.LoadText(name, string(text))
	for _, e := range diags {
		if e.Severity == diag.Error {
			c.diags.Add(e)
		}
	}
	if p == nil {
		c.diags.Errorf(d.Path.Span(), codeRelaxationFile, "%s has errors", name)
	}
	l.loaded[name] = p
	return p
}

// withOwnNames gives the enums of the other puzzle that are parameters the values of the enums of this one.
func (c *checker) withOwnNames(other *model.Program, d *dsl.RelaxationDecl, r *model.Relaxation) *model.Program {
	if other == nil {
		return nil
	}
	given := map[string][]string{}
	for _, item := range d.Items {
		given[item.Name.Name] = nil
	}
	for _, e := range c.program.Enums {
		given[e.Name] = e.Values
	}
	chosen, diags := c.loader.Chosen(other, "", given)
	c.diags = append(c.diags, diags...)
	if chosen == nil {
		return nil
	}
	for _, e := range chosen.Enums {
		own := c.names[e.Name]
		if e.Param == nil || own == nil || own.enum == nil {
			continue
		}
		all := &model.FullSet{Base: model.Base{Sp: d.Name.Span(), Ty: model.SetOf(enumType(own.enum))}}
		r.Params = append(r.Params, model.RelaxationValue{Target: e.Param, Value: all})
	}
	return chosen
}

func (c *checker) relaxationItem(r *model.Relaxation, item *dsl.RelaxationItem, given map[*model.Array]diag.Span) {
	s := c.newScope(lists.First(c.symbols, func(s *symbol) bool { return s.relax == r }))
	target := c.relaxationTarget(r, item.Name)
	if target == nil {
		for _, i := range item.Index {
			s.bind(i.Name, wrong, i.Span())
		}
		s.hintAnything(item.Value)
		return
	}
	if first, ok := given[target]; ok {
		c.diags.Errorf(item.Name.Span(), codeRelaxation, "`%s` is given twice", target.Name).
			See(first, "first given here")
	}
	given[target] = item.Name.Span()
	v := model.RelaxationValue{Target: target}
	if n := len(item.Index); n != 0 && n != len(target.Index) {
		c.diags.Errorf(item.Name.Span(), codeIndex, "`%s` of %s has %s, %d given", target.Name, r.Path,
			count(len(target.Index), "index", "indices"), n)
	}
	for i, name := range item.Index {
		t := wrong
		if i < len(target.Index) {
			t = c.counterpart(elemOf(target.Index[i].Set), name.Span(), r)
		}
		v.Index = append(v.Index, s.bind(name.Name, t, name.Span()))
	}
	for len(v.Index) < len(target.Index) {
		v.Index = append(v.Index, -1)
	}
	here := *target // as seen from this puzzle
	here.Type = c.counterpart(target.Type, item.Name.Span(), r)
	v.Value = s.arrayOf(item.Value, &here, levels(target))
	v.Slots = s.slots
	if target.Role == model.Param {
		r.Params = append(r.Params, v)
	} else {
		r.States = append(r.States, v)
	}
}

// relaxationTarget returns the parameter or state variable of the other puzzle that gets a value; nil with an error.
func (c *checker) relaxationTarget(r *model.Relaxation, name dsl.Ident) *model.Array {
	if r.Other == nil {
		return nil
	}
	var names []string
	for _, a := range r.Other.Arrays {
		if a.Role == model.Const {
			continue
		}
		if a.Name == name.Name {
			c.note(name.Span(), a.Span, true)
			return a
		}
		names = append(names, a.Name)
	}
	d := c.diags.Errorf(name.Span(), codeUnknown, "%s has no parameter or state variable `%s`", r.Path, name.Name)
	c.didYouMean(d, name.Name, func() []string { return names })
	return nil
}

// relaxationLacks reports state variables and parameters of the other puzzle that get no value.
func (c *checker) relaxationLacks(d *dsl.RelaxationDecl, r *model.Relaxation, given map[*model.Array]diag.Span) {
	for _, e := range r.Other.Enums {
		given[e.Param] = d.Name.Span()
	}
	for _, a := range r.Other.Arrays {
		if _, ok := given[a]; ok || a.Role == model.Const || a.Role == model.Param && a.Value != nil {
			continue
		}
		c.diags.Errorf(d.Name.Span(), codeRelaxation, "the relaxation gives no value to `%s` of %s", a.Name,
			r.Path).Help =
			"write `" + indexHelp(a) + " = …` into it"
	}
}

// counterpart returns the type of this puzzle for a type of the other puzzle: the enum with the same name and values,
// the cells of the grid with the same text.
func (c *checker) counterpart(t *model.Type, at diag.Span, r *model.Relaxation) *model.Type {
	switch t.Kind {
	case model.Enumerated:
		for _, e := range c.program.Enums {
			if e.Name == t.Enum.Name && slices.Equal(e.Values, t.Enum.Values) {
				return enumType(e)
			}
		}
	case model.CellKind:
		for _, g := range c.program.Grids {
			if g.Name == t.Grid.Name {
				return cellType(g)
			}
		}
	case model.TupleKind, model.SetKind:
		out := &model.Type{Kind: t.Kind}
		for _, e := range t.Elems {
			out.Elems = append(out.Elems, c.counterpart(e, at, r))
		}
		return out
	default:
		return t
	}
	c.diags.Errorf(at, codeRelaxation, "%s of %s has no counterpart here", describe(t),
		r.Path).Help = "declare the same enum, or the same grid, in both puzzles"
	return wrong
}
