package check

import (
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/dsl"
)

// A part is a file without a puzzle line for others to use. Its `needs` lines name what it takes from the model.

// onlyNames reports whether a file declares names and nothing else, so that it can be no puzzle: a part without needs.
func onlyNames(f *dsl.File) bool {
	for _, d := range f.Decls {
		switch d.(type) {
		case *dsl.ParamDecl, *dsl.TypeDecl, *dsl.EnumDecl, *dsl.ConstDecl, *dsl.DefDecl:
		default:
			return false
		}
	}
	return len(f.Decls) > 0
}

// takeNeeds takes the needs out of a file. A part that is opened alone has the declarations in their places.
func (r *reader) takeNeeds(file *dsl.File) {
	alone := len(r.open) == 1
	isNeed := func(d dsl.Decl) bool { _, is := d.(*dsl.NeedsDecl); return is }
	if first := slices.IndexFunc(file.Decls, isNeed); first >= 0 && firstPuzzle(file) != nil {
		r.diags.Errorf(headOf(file.Decls[first].Span()), codeNeeds, "a puzzle needs nothing from others").
			Help = "leave out `needs`, or the puzzle line if this is a part of other models"
	}
	decls := file.Decls
	file.Decls = nil
	for _, d := range decls {
		need, is := d.(*dsl.NeedsDecl)
		switch {
		case !is:
			file.Decls = append(file.Decls, d)
		case alone:
			r.part = true
			file.Decls = append(file.Decls, need.Decl())
		default:
			r.needs = append(r.needs, neededBy{file.Name, need.Decl(), r.at})
		}
	}
}

// checkNeeds reports what parts need and the model does not declare: one error for each part. What is found in such a
// part is a consequence, and is dropped.
func (c *checker) checkNeeds() (dropped map[string]bool) {
	dropped = map[string]bool{}
	for i, n := range c.needs {
		if dropped[n.part] {
			continue
		}
		var missing []string
		var others []*symbol
		for _, m := range c.needs[i:] {
			if m.part != n.part {
				continue
			}
			if old, ok := c.declared(m.decl); !ok {
				head, _, _ := strings.Cut(c.text(m.decl.Span()), " =")
				missing = append(missing, "`"+head+"`")
				if old != nil {
					others = append(others, old)
				}
			}
		}
		if len(missing) == 0 {
			continue
		}
		dropped[n.part] = true
		d := c.diags.Errorf(n.use, codeNeeds, "%s needs %s from the model", n.part, strings.Join(missing, ", "))
		d.Help = "declare it, with a value, in the model"
		for _, s := range others {
			d.See(s.span, "this is "+withArticle(s.what()))
		}
	}
	return dropped
}

// declared finds the symbol that has the name of a declaration. It reports whether the symbol is of the same sort.
func (c *checker) declared(d dsl.Decl) (*symbol, bool) {
	name, _ := dsl.DeclName(d)
	value, called := c.names[name.Name], c.called[name.Name]
	switch d := d.(type) {
	case *dsl.DefDecl:
		if len(d.Params) > 0 && called != nil {
			other, ok := called.decl.(*dsl.DefDecl)
			return called, ok && len(other.Params) == len(d.Params)
		}
		return value, value != nil && value.def != nil && len(d.Params) == 0
	case *dsl.TypeDecl:
		return value, value != nil && (value.typ != nil || value.enum != nil && value.value < 0)
	case *dsl.StateDecl:
		return value, value != nil && value.array != nil && value.array.Role == model.State
	default:
		return value, value != nil && value.array != nil && value.array.Role != model.State
	}
}
