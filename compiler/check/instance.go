package check

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
)

// inherit copies the values of an instance to the instances that extend it. An `expect` is not inherited.
func (c *checker) inherit() {
	for _, i := range c.inOrder {
		c.inheritFrom(i)
		c.instanceCycles(i.values)
	}
}

func (c *checker) inheritFrom(i *instance) {
	if i.parent == nil || i.phase == checked {
		return
	}
	i.phase = typing
	defer func() { i.phase = checked }()
	parent := c.instances[i.parent.Name]
	switch {
	case parent == nil:
		d := c.diags.Errorf(i.parent.Span(), codeUnknown, "there is no instance `%s`", i.parent.Name)
		c.didYouMean(d, i.parent.Name, func() []string {
			return lists.Map(c.inOrder, func(other *instance) string { return other.Name })
		})
		return
	case parent.phase == typing:
		c.diags.Errorf(i.parent.Span(), codeCycle, "the instance `%s` is made from itself",
			i.Name).Help = "give one of the instances all its values"
		return
	}
	c.note(i.parent.Span(), parent.Span, false)
	c.inheritFrom(parent)
	var taken []model.InstanceValue
	for _, v := range parent.Values {
		if i.values[v.Param] == nil {
			taken = append(taken, v)
			i.values[v.Param] = parent.values[v.Param]
		}
	}
	i.Values = slices.Concat(taken, i.Values)
}

func (c *checker) instance(d *dsl.InstanceDecl) *model.Instance {
	inst := &model.Instance{Name: d.Name.Name, Doc: string(d.Doc), Span: d.Name.Span()}
	unit := &instance{Instance: inst, parent: d.Parent, values: map[*model.Array]*symbol{}}
	if old, ok := c.instances[inst.Name]; ok {
		c.diags.Errorf(inst.Span, codeDuplicate, "the instance `%s` is declared twice", inst.Name).
			See(old.Span, "first declared here")
	} else {
		c.instances[inst.Name] = unit
	}
	c.program.Instances = append(c.program.Instances, inst)
	c.inOrder = append(c.inOrder, unit)
	given := map[string]diag.Span{}
	for _, v := range d.Values {
		if first, ok := given[v.Name.Name]; ok {
			c.diags.Errorf(v.Name.Span(), codeDuplicate, "`%s` is given twice", v.Name.Name).
				See(first, "first given here")
		}
		given[v.Name.Name] = v.Name.Span()
		if !c.inForce(v.Name.Name, d) {
			continue
		}
		sym := &symbol{name: v.Name.Name, span: v.Name.Span(), value: -1}
		s := c.newScope(sym).dataScope(d)
		a := c.paramNamed(v.Name)
		if a == nil {
			if _, isList := v.Value.(*dsl.List); !isList {
				s.hintAnything(v.Value)
			}
			continue
		}
		value := model.InstanceValue{Param: a, Value: s.paramValue(v.Value, a)}
		value.Slots = s.slots
		inst.Values = append(inst.Values, value)
		unit.values[a] = sym
	}
	return inst
}

// paramValue checks the value that an instance gives a parameter.
func (s *scope) paramValue(e dsl.Expr, a *model.Array) model.Expr {
	p := s.enumOf(a)
	if p == nil {
		return s.arrayOf(e, a, levels(a))
	}
	names, ok := NamesIn(e)
	if !ok {
		return s.refuse(headOf(e.Span()), codeKind, "write `"+a.Name+" = { ann, ben }`",
			"the values of %s are names in braces", a.Name)
	}
	return s.enumValue(p, names, e.Span())
}

// instancesOf returns the instances by name; of two with one name, the first.
func instancesOf(files []*dsl.File) map[string]*dsl.InstanceDecl {
	all := map[string]*dsl.InstanceDecl{}
	for _, f := range files {
		for _, d := range f.Decls {
			if i, ok := d.(*dsl.InstanceDecl); ok && all[i.Name.Name] == nil {
				all[i.Name.Name] = i
			}
		}
	}
	return all
}

// hintAnything checks a value for an unknown parameter: only errors inside the value are reported.
func (s *scope) hintAnything(e dsl.Expr) {
	if _, isMap := e.(*dsl.MapLit); !isMap {
		s.raw(e, nil)
	}
}

// paramNamed returns the parameter that an instance gives a value to; nil with an error.
func (c *checker) paramNamed(name dsl.Ident) *model.Array {
	sym := c.names[name.Name]
	if sym != nil && sym.enum != nil && sym.value < 0 && sym.enum.Param != nil {
		c.note(name.Span(), sym.span, true)
		return sym.enum.Param
	}
	if sym != nil && sym.array != nil && sym.array.Role == model.Param {
		c.note(name.Span(), sym.span, true)
		return sym.array
	}
	if sym != nil {
		d := c.diags.Errorf(name.Span(), codeAssign, "`%s` is %s, an instance gives parameters their values",
			name.Name, withArticle(sym.what()))
		if sym.array != nil && sym.array.Role == model.Const {
			d.Help = "declare it with `param`"
		}
		return nil
	}
	c.didYouMean(c.diags.Errorf(name.Span(), codeUnknown, "unknown parameter `%s`", name.Name), name.Name, c.paramNames)
	return nil
}

func (c *checker) paramNames() []string {
	return lists.Map(c.program.ParamArrays(), func(a *model.Array) string { return a.Name })
}
