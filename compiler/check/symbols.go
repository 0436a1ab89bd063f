package check

import (
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
)

// symbol is a declared name, or the value that an instance gives a parameter. At most one of array, typ, enum, def,
// heur and relax is set; none for a value of an instance.
type symbol struct {
	name  string
	span  diag.Span
	decl  dsl.Decl // nil if the program was checked before
	array *model.Array
	typ   *model.TypeDecl
	enum  *model.Enum
	value int // the index among the values of enum; -1 if the symbol is not such a value
	def   *model.Def
	heur  *model.Heuristic
	relax *model.Relaxation

	phase  phase
	scope  *scope // of the declaration: its frame
	result *model.Type
	needs  []need
	used   bool
	write  bool
	made   map[string]*symbol // of a template: the defs that were made of it, by their conditions
	broken bool               // a template with an error
}

// template returns the declaration of a def with conditions as parameters; nil for all other symbols.
func (s *symbol) template() *dsl.DefDecl {
	if d, ok := s.decl.(*dsl.DefDecl); ok && slices.ContainsFunc(d.Params, isCond) {
		return d
	}
	return nil
}

func isCond(b *dsl.Binding) bool { _, ok := b.Type.(*dsl.CondOf); return ok }

func valueParams(d *dsl.DefDecl) []*dsl.Binding {
	return slices.DeleteFunc(slices.Clone(d.Params), isCond)
}

// placeSets returns the sets of the parameters of a def, nil for those that stand for conditions.
func placeSets(sym *symbol) (sets []model.Expr) {
	values := sym.def.Params
	if d := sym.template(); d != nil {
		for _, b := range d.Params {
			if sets = append(sets, nil); !isCond(b) && len(values) > 0 {
				sets[len(sets)-1], values = values[0].Set, values[1:]
			}
		}
		return sets
	}
	for _, p := range values {
		sets = append(sets, p.Set)
	}
	return sets
}

// need is a symbol that another one refers to.
type need struct {
	to   *symbol
	span diag.Span
}

// phase is the progress of checking a symbol.
type phase uint8

const (
	fresh phase = iota
	typing
	typed
	checking
	checked
)

// what returns the kind of a symbol in words.
func (s *symbol) what() string {
	switch {
	case s.array != nil:
		return [...]string{"parameter", "constant", "state variable"}[s.array.Role]
	case s.typ != nil:
		return "type"
	case s.enum != nil && s.value >= 0:
		return "value of " + s.enum.Name
	case s.enum != nil:
		return "enum"
	case s.def != nil:
		return "def"
	case s.heur != nil:
		return "heuristic"
	case s.relax != nil:
		return "relaxation"
	}
	return "name"
}

func predeclaredNames() []string {
	return []string{"bool", "Dir", "char", "text", "up", "right", "down", "left"}
}

// maxGuesses bounds how many misspelt names are compared with all others, so that a file of wrong names is reported
// quickly.
const maxGuesses = 200

// didYouMean adds the advice for a misspelt name to the finding about the name, if a candidate is near.
func (c *checker) didYouMean(d *diag.Diagnostic, name string, candidates func() []string) {
	if c.guesses++; c.guesses > maxGuesses {
		return
	}
	all := candidates()
	d.DidYouMean(name, diag.Nearest(name, all), all)
}

func (c *checker) isCalled(s *symbol) bool { return s.def != nil && c.called[s.name] == s }

// isValue reports whether a symbol is the value that an instance gives a parameter.
func (s *symbol) isValue() bool {
	return s.array == nil && s.typ == nil && s.enum == nil && s.def == nil && s.heur == nil && s.relax == nil
}

// callHelp writes how a def is called: `hit(i, x)`.
func callHelp(s *symbol) string {
	var names []string
	if d, ok := s.decl.(*dsl.DefDecl); ok {
		for _, p := range d.Params {
			names = append(names, p.Name.Name)
		}
	} else {
		for _, p := range s.def.Params {
			names = append(names, p.Name)
		}
	}
	return s.name + "(" + strings.Join(names, ", ") + ")"
}

// instance is an instance with its parent and the dependencies of its values.
type instance struct {
	*model.Instance
	parent *dsl.Ident // nil: none
	phase  phase
	values map[*model.Array]*symbol
}
