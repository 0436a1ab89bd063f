package statespace

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
)

// A program may list a set of the model, or test for its elements.

// setTable is the name of a list of the elements of a set.
func (w *Writer) setTable(set model.Expr, s *model.Set) string {
	return w.listedSet(w.setTables, "values", set, s)
}

// memberOf is the name of a function that tells whether a value is an element of a set.
func (w *Writer) memberOf(set model.Expr, s *model.Set) string {
	return w.listedSet(w.memberTests, "among", set, s)
}

// namedSet is a set that the program lists.
type namedSet struct {
	name string
	set  *model.Set
	of   model.Expr
}

func (w *Writer) listedSet(in map[string]*namedSet, word string, set model.Expr, s *model.Set) string {
	key := ""
	for _, v := range s.Elems {
		key += w.Literal(s.Type, v).String() + " "
	}
	n := in[key]
	if n == nil {
		n = &namedSet{set: s, of: set, name: fmt.Sprintf("%s%d", word, len(in)+1)}
		name := ""
		if x, ok := set.(*model.NamedSet); ok {
			name = w.typeName[x.Decl]
		} else if r, ok := set.(*model.Read); ok {
			name = w.dataName[r.Array]
		}
		if name != "" {
			n.name = map[string]func(string) string{"values": valuesName, "among": memberName}[word](name)
		}
		in[key] = n
	}
	return n.name
}

func sortedSets(in map[string]*namedSet) []*namedSet {
	var out []*namedSet
	for _, n := range in {
		out = append(out, n)
	}
	slices.SortFunc(out, func(a, b *namedSet) int { return strings.Compare(a.name, b.name) })
	return out
}

// writeSet writes the elements of a set.
func (w *Writer) writeSet(b *code.Block, n *namedSet) {
	b.Comment("%s are the values of %s", n.name, w.Source(n.of.Span()))
	b.Line("var %s = []%s{%s}", n.name, w.goType(n.set.Type), w.elements(n.set))
}

// elements are the elements of a set as a list.
func (w *Writer) elements(s *model.Set) code.Expr {
	var elems []code.Expr
	for _, v := range s.Elems {
		elems = append(elems, w.Literal(s.Type, v))
	}
	return code.Join(elems, ", ")
}

func (w *Writer) writeMember(b *code.Block, n *namedSet) {
	b.Comment("%s tells whether something is in %s", n.name, w.Source(n.of.Span()))
	body := &code.Block{}
	body.Line("switch v {\ncase %s:\nreturn true\n}", w.elements(n.set))
	body.Return(code.False.Expr())
	b.Func(body, "func %s(v %s) bool", n.name, w.goType(n.set.Type))
}
