package check

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/dsl"
)

// This file declares the names of a program: the names of a file, and the names of a program that was checked before.

// declareAll enters the names of a file.
func (c *checker) declareAll(f *dsl.File) {
	p := c.program
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *dsl.ParamDecl:
			c.declareArray(d.Name, d.Doc, model.Param, d)
		case *dsl.ConstDecl:
			c.declareArray(d.Name, d.Doc, model.Const, d)
		case *dsl.StateDecl:
			c.declareArray(d.Name, d.Doc, model.State, d)
		case *dsl.TypeDecl:
			t := &model.TypeDecl{ID: len(p.Types), Name: d.Name.Name, Doc: string(d.Doc), Span: d.Name.Span()}
			p.Types = append(p.Types, t)
			c.declare(&symbol{name: t.Name, span: t.Span, decl: d, typ: t, value: -1})
		case *dsl.EnumDecl:
			c.declareEnum(d)
		case *dsl.DefDecl:
			def := &model.Def{Name: d.Name.Name, Doc: string(d.Doc), Span: d.Name.Span()}
			sym := &symbol{name: def.Name, span: def.Span, decl: d, def: def, value: -1}
			if sym.template() == nil {
				p.Defs = append(p.Defs, def)
			}
			c.declareDef(sym, len(d.Params) > 0)
		case *dsl.HeuristicDecl:
			h := &model.Heuristic{Name: d.Name.Name, Doc: string(d.Doc), Span: d.Name.Span(), Admissible: d.Admissible}
			p.Heuristics = append(p.Heuristics, h)
			c.declare(&symbol{name: h.Name, span: h.Span, decl: d, heur: h, value: -1})
		case *dsl.RelaxationDecl:
			r := &model.Relaxation{Name: d.Name.Name, Doc: string(d.Doc), Span: d.Name.Span()}
			p.Relaxations = append(p.Relaxations, r)
			c.declare(&symbol{name: r.Name, span: r.Span, decl: d, relax: r, value: -1})
		default:
		}
	}
}

func (c *checker) declareArray(name dsl.Ident, doc dsl.Doc, role model.Role, d dsl.Decl) {
	a := &model.Array{ID: len(c.program.Arrays), Name: name.Name, Doc: string(doc), Span: name.Span(), Role: role}
	c.program.Arrays = append(c.program.Arrays, a)
	s := &symbol{name: a.Name, span: a.Span, decl: d, array: a, value: -1}
	c.byArray[a] = s
	c.declare(s)
}

func (c *checker) declareEnum(d *dsl.EnumDecl) {
	e := &model.Enum{Name: d.Name.Name, Doc: string(d.Doc), Span: d.Name.Span()}
	c.program.Enums = append(c.program.Enums, e)
	c.declare(&symbol{name: e.Name, span: e.Span, decl: d, enum: e, value: -1, phase: checked})
	if d.Param {
		c.declareParamEnum(d, e)
		return
	}
	for i, v := range d.Values {
		e.Values = append(e.Values, v.Name)
		c.declare(&symbol{name: v.Name, span: v.Span(), decl: d, enum: e, value: i, phase: checked})
	}
}

func (c *checker) declare(s *symbol) { c.enter(s, c.names, predeclaredNames()) }

func (c *checker) declareDef(s *symbol, params bool) {
	if params {
		c.enter(s, c.called, predeclaredFunctions())
	} else {
		c.declare(s)
	}
}

func (c *checker) enter(s *symbol, space map[string]*symbol, predeclared []string) {
	c.symbols = append(c.symbols, s)
	if s.name == "_" {
		c.diags.Errorf(s.span, codeWild, "`_` cannot be declared").Help = "give it a name"
		return
	}
	if old, ok := space[s.name]; ok {
		c.diags.Errorf(s.span, codeDuplicate, "`%s` is declared twice: it is %s already", s.name,
			withArticle(old.what())).See(old.span, "first declared here")
		return
	}
	if slices.Contains(predeclared, s.name) {
		c.diags.Warnf(s.span, CodeHiddenName, "this %s hides the predeclared `%s`", s.what(),
			s.name).Help = "choose another name"
	}
	space[s.name] = s
}

// adopt enters the names of a program that was checked before.
func (c *checker) adopt(p *model.Program) {
	c.program = p
	add := func(space map[string]*symbol, s *symbol) {
		s.phase = checked
		c.symbols = append(c.symbols, s)
		space[s.name] = s
	}
	for _, a := range p.Arrays {
		if a.Of != nil || a.Unnamed || slices.ContainsFunc(p.Enums, func(e *model.Enum) bool { return e.Param == a }) {
			continue
		}
		s := &symbol{name: a.Name, span: a.Span, array: a, value: -1}
		c.byArray[a] = s
		add(c.names, s)
	}
	for _, t := range p.Types {
		add(c.names, &symbol{name: t.Name, span: t.Span, typ: t, value: -1})
	}
	for _, e := range p.Enums {
		add(c.names, &symbol{name: e.Name, span: e.Span, enum: e, value: -1})
		if e.Param != nil {
			decl := &dsl.EnumDecl{Name: dsl.Ident{Name: e.Name}, Values: idents(e.Values)}
			c.paramEnums = append(c.paramEnums, paramEnum{decl, e, e.Values})
			continue
		}
		for i, v := range e.Values {
			add(c.names, &symbol{name: v, span: e.Span, enum: e, value: i})
		}
	}
	for _, d := range p.Defs {
		space := c.names
		if len(d.Params) > 0 {
			space = c.called
		}
		add(space, &symbol{name: d.Name, span: d.Span, def: d, value: -1, result: d.Body.Type()})
	}
	for _, h := range p.Heuristics {
		add(c.names, &symbol{name: h.Name, span: h.Span, heur: h, value: -1})
	}
	for _, r := range p.Relaxations {
		add(c.names, &symbol{name: r.Name, span: r.Span, relax: r, value: -1})
	}
	for _, g := range p.Grids {
		c.grids[gridKey(g)] = g
	}
}
