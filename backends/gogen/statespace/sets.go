package statespace

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/diag"
)

// A program may list a set of the model, test for its elements, or number them.

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
			n.name = map[string]func(string) string{
				"values": valuesName, "among": memberName,
				"place": placeName,
			}[word](name)
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

// writeSet writes the elements of a set; tuples are structs.
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

// placeOf is the name of a function that numbers the tuples of an index.
func (w *Writer) placeOf(d Dim) string { return w.listedSet(w.placeTests, "place", d.Source, d.Set) }

func (w *Writer) writePlace(b *code.Block, n *namedSet) {
	b.Comment("%s is the number of a tuple in %s, none if it is not there.", n.name, w.Source(n.of.Span()))
	body := &code.Block{}
	body.Loop("i", "e", code.Name(w.setTable(n.of, n.set)))
	body.If(tupleMatch(n.set.Type))
	body.Return(code.Name("i"))
	body.End()
	body.End()
	body.Return(none)
	b.Func(body, "func %s(%s) int", n.name, w.tupleFields(n.set.Type, ", "))
}

// tupleFields are the parts of a tuple, each with its type, with a text between them.
func (w *Writer) tupleFields(t *model.Type, between string) code.Expr {
	var fields []code.Expr
	for i, e := range t.Elems {
		if !e.Scalar() {
			GiveUp(diag.Span{}, "a tuple in a tuple")
		}
		fields = append(fields, code.Format("%s %s", part(i), w.goType(e)))
	}
	return code.Join(fields, between)
}

// part is the name of a part of a tuple.
func part(i int) string { return fmt.Sprintf("v%d", i) }

// tupleMatch is the condition that the parts of a tuple, as tupleFields calls them, are those of e.
func tupleMatch(t *model.Type) code.Cond {
	var same []code.Cond
	for i := range t.Elems {
		same = append(same, code.Compare(code.Name("e").Field(part(i)), "==", code.Name(part(i))))
	}
	return code.And(same...)
}

// mostTests bounds the tuples that a function compares one by one. Larger sets are lists.
const mostTests = 16

// tupleTests is the condition that the parts of a tuple, as tupleFields calls them, are a tuple of a set.
func (w *Writer) tupleTests(s *model.Set) (code.Expr, bool) {
	if s.Len() == 0 || s.Len() > mostTests || slices.ContainsFunc(s.Type.Elems,
		func(t *model.Type) bool { return !t.Scalar() || t.Kind == model.Boolean }) {
		return code.Expr{}, false
	}
	var all []code.Expr
	for _, v := range s.Elems {
		var same []code.Cond
		for i, t := range s.Type.Elems {
			same = append(same, code.Compare(code.Name(part(i)), "==", w.Literal(t, v.C.Tuple[i])))
		}
		all = append(all, code.And(same...).Expr())
	}
	return code.Join(all, " ||\n"), true
}

func (w *Writer) writeMember(b *code.Block, n *namedSet) {
	b.Comment("%s tells whether something is in %s", n.name, w.Source(n.of.Span()))
	body := &code.Block{}
	if n.set.Type.Kind == model.TupleKind {
		if text, ok := w.tupleTests(n.set); ok {
			body.Return(text)
		} else {
			body.Loop("_", "e", code.Name(w.setTable(n.of, n.set)))
			body.If(tupleMatch(n.set.Type))
			body.Return(code.True.Expr())
			body.End()
			body.End()
			body.Return(code.False.Expr())
		}
		b.Func(body, "func %s(%s) bool", n.name, w.tupleFields(n.set.Type, ", "))
		return
	}
	body.Line("switch v {\ncase %s:\nreturn true\n}", w.elements(n.set))
	body.Return(code.False.Expr())
	b.Func(body, "func %s(v %s) bool", n.name, w.goType(n.set.Type))
}
