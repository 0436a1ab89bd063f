package expr

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
)

// A program may list a set of the model, test for its elements, or number them.

// SetTable is the name of a list of the elements of a set.
func (g *Writer) SetTable(set model.Expr, s *model.Set) string {
	return g.listed(g.setTables, "values", set, s)
}

// memberOf is the name of a function that tells whether a value is an element of a set.
func (g *Writer) memberOf(set model.Expr, s *model.Set) string {
	return g.listed(g.memberTests, "among", set, s)
}

// namedSet is a set that the program lists.
type namedSet struct {
	name string
	set  *model.Set
	of   model.Expr
}

func (g *Writer) listed(in map[string]*namedSet, word string, set model.Expr, s *model.Set) string {
	key := ""
	for _, v := range s.Elems {
		key += g.Literal(s.Type, v).String() + " "
	}
	n := in[key]
	if n == nil {
		n = &namedSet{set: s, of: set, name: fmt.Sprintf("%s%d", word, len(in)+1)}
		name := ""
		if x, ok := set.(*model.NamedSet); ok {
			name = g.typeName[x.Decl]
		} else if r, ok := set.(*model.Read); ok {
			name = g.dataName[r.Array]
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
func (g *Writer) writeSet(n *namedSet) string {
	doc := code.Comment(n.name + " are the values of " + g.Source(n.of.Span()))
	var elems []string
	for _, v := range n.set.Elems {
		elems = append(elems, g.Literal(n.set.Type, v).String())
	}
	kind := g.GoType(n.set.Type)
	return doc + "var " + n.name + " = []" + kind + "{" + strings.Join(elems, ", ") + "}\n"
}

// placeOf is the name of a function that numbers the tuples of an index.
func (g *Writer) placeOf(d Dim) string { return g.listed(g.placeTests, "place", d.Source, d.Set) }

func (g *Writer) writePlace(n *namedSet) string {
	params, equal := tupleMatch(g, n.set.Type)
	return code.Comment(n.name+" is the number of a tuple in "+g.Source(n.of.Span())+", none if it is not there.") +
		"func " + n.name + "(" + params + ") int {\nfor i, e := range " + g.SetTable(n.of, n.set) + " {\nif " + equal +
		" {\nreturn i\n}\n}\nreturn none\n}\n"
}

// tupleMatch is the parameters of a function of the parts of a tuple, and the condition that the tuple equals e.
func tupleMatch(g *Writer, t *model.Type) (params, equal string) {
	var names, same []string
	for i, e := range t.Elems {
		names = append(names, fmt.Sprintf("v%d %s", i, g.GoType(e)))
		same = append(same, fmt.Sprintf("e.v%d == v%d", i, i))
	}
	return strings.Join(names, ", "), strings.Join(same, " && ")
}

// mostTests bounds the tuples that a function compares one by one. Larger sets are lists.
const mostTests = 16

// tupleTests is the condition that the parts of a tuple, as tupleMatch calls them, are a tuple of a set.
func (g *Writer) tupleTests(s *model.Set) (string, bool) {
	if s.Len() == 0 || s.Len() > mostTests || slices.ContainsFunc(s.Type.Elems,
		func(t *model.Type) bool { return !t.Scalar() || t.Kind == model.Boolean }) {
		return "", false
	}
	var all []string
	for _, v := range s.Elems {
		var same []string
		for i, t := range s.Type.Elems {
			same = append(same, fmt.Sprintf("v%d == %s", i, g.Literal(t, v.C.Tuple[i])))
		}
		all = append(all, strings.Join(same, " && "))
	}
	return strings.Join(all, " ||\n"), true
}

func (g *Writer) writeMember(n *namedSet) string {
	doc := code.Comment(n.name + " tells whether something is in " + g.Source(n.of.Span()))
	if n.set.Type.Kind == model.TupleKind {
		params, equal := tupleMatch(g, n.set.Type)
		if text, ok := g.tupleTests(n.set); ok {
			return doc + "func " + n.name + "(" + params + ") bool {\nreturn " + text + "\n}\n"
		}
		return doc + "func " + n.name + "(" + params + ") bool {\nfor _, e := range " + g.SetTable(n.of, n.set) +
			" {\nif " + equal + " {\nreturn true\n}\n}\nreturn false\n}\n"
	}
	var elems []string
	for _, v := range n.set.Elems {
		elems = append(elems, g.Literal(n.set.Type, v).String())
	}
	return doc + "func " + n.name + "(v " + g.GoType(n.set.Type) + ") bool {\nswitch v {\ncase " +
		strings.Join(elems, ", ") + ":\nreturn true\n}\nreturn false\n}\n"
}
