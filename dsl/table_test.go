package dsl_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/filetest"
)

// dump writes an expression with its structure laid bare.
func dump(e dsl.Expr) string {
	switch e := e.(type) {
	case nil:
		return "-"
	case *dsl.Num:
		return strconv.FormatInt(e.Value, 10)
	case *dsl.Bool:
		return strconv.FormatBool(e.Value)
	case *dsl.Char:
		return strconv.QuoteRune(e.Value)
	case *dsl.Name:
		return e.Name
	case *dsl.Wild:
		return "_"
	case *dsl.Any:
		return "any"
	case *dsl.Str:
		return "(str" + dumpParts(e) + ")"
	case *dsl.MapLit:
		return fmt.Sprintf("(map %q)", e.Rows)
	case *dsl.Unary:
		return "(" + e.Op + " " + dump(e.X) + ")"
	case *dsl.Binary:
		return "(" + e.Op + " " + dump(e.L) + " " + dump(e.R) + ")"
	case *dsl.If:
		return "(if " + dump(e.Cond) + " " + dump(e.Then) + " " + dump(e.Else) + ")"
	case *dsl.Binder:
		return "(" + e.Kind + dumpVars(e.Vars) + " where " + dump(e.Where) + " : " + dump(e.Body) + ")"
	case *dsl.LetIn:
		return "(let " + dumpTarget(e.Target) + " = " + dump(e.Value) + " : " + dump(e.Body) + ")"
	case *dsl.Index:
		return "(index " + dump(e.X) + dumpAll(e.Args) + ")"
	case *dsl.Field:
		return "(. " + dump(e.X) + " " + e.Name.Name + ")"
	case *dsl.Call:
		return "(call " + e.Fun.Name + dumpAll(e.Args) + ")"
	case *dsl.Tuple:
		return "(tuple" + dumpAll(e.Elems) + ")"
	case *dsl.Paren:
		return "(paren " + dump(e.X) + ")"
	case *dsl.SetLit:
		return "(set" + dumpAll(e.Elems) + ")"
	case *dsl.SetComp:
		return "(comp " + dump(e.Elem) + dumpVars(e.Vars) + " where " + dump(e.Where) + ")"
	case *dsl.List:
		return "(list" + dumpAll(e.Elems) + ")"
	case *dsl.SetOf:
		return "(setof " + dump(e.Elem) + ")"
	case *dsl.MapType:
		return "(maptype " + dump(e.Of) + ")"
	default:
		return fmt.Sprintf("%T", e)
	}
}

func dumpAll(list []dsl.Expr) string {
	var b strings.Builder
	for _, e := range list {
		b.WriteString(" " + dump(e))
	}
	return b.String()
}

func dumpParts(s *dsl.Str) string {
	var b strings.Builder
	for _, p := range s.Parts {
		if p.Expr != nil {
			b.WriteString(" " + dump(p.Expr))
		} else {
			b.WriteString(" " + strconv.Quote(p.Text))
		}
	}
	return b.String()
}

func dumpVars(vars []*dsl.BindVar) string {
	var b strings.Builder
	for _, v := range vars {
		b.WriteString(" [" + dumpTarget(v.Target) + " in " + dump(v.Set) + "]")
	}
	return b.String()
}

func dumpTarget(t *dsl.Target) string {
	if t.Elems == nil {
		return t.Name
	}
	var parts []string
	for _, e := range t.Elems {
		parts = append(parts, dumpTarget(e))
	}
	return "(" + strings.Join(parts, " ") + ")"
}

// testdata/expressions.txt has the trees of expressions.
func TestExpressions(t *testing.T) {
	for _, row := range filetest.Rows(t, "testdata/expressions.txt", 2) {
		text, want := row[0], row[1]
		e, errs := dsl.ParseExpr("-D", text)
		if want == "" {
			assert.Len(t, errs, 1, text)
			assert.Nil(t, e, text)
			continue
		}
		require.Empty(t, errs, text)
		assert.Equal(t, want, dump(e), text)
	}
}

// testdata/types.txt has the trees of types.
func TestTypes(t *testing.T) {
	for _, row := range filetest.Rows(t, "testdata/types.txt", 2) {
		text, want := row[0], row[1]
		f, errs := dsl.Parse("x.pz", []byte("type T = "+text+"\nparam p[i in "+text+"]: "+text+" = 3"))
		require.Empty(t, errs, text)
		assert.Equal(t, want, dump(f.Decls[0].(*dsl.TypeDecl).Type))
		p := f.Decls[1].(*dsl.ParamDecl)
		assert.Equal(t, want, dump(p.Index[0].Type))
		assert.Equal(t, want, dump(p.Type))
		assert.Equal(t, "3", dump(p.Value))
	}
}

// TestWordsInTheirPlace shows that words which are not reserved may be names of anything.
func TestWordsInTheirPlace(t *testing.T) {
	//nolint:dupword // that is the point
	src := `state cost: bool = false  state order: set = as
move when(cost: of, order: set) when when where where_ cost cost order order as as { cost := order  fill := map }
move swap when split as (as) { solvable, admissible[of] := of, cost - 1 }
heuristic admissible admissible = admissible
view fill in of: fill fill fill
relaxation of of "of.pz" { of = of  cost[of] = of }
instance solvable { cost = cost  of = of } expect cost cost expect solvable`
	f, errs := dsl.Parse("x.pz", []byte(src))
	require.Empty(t, errs)
	require.Len(t, f.Decls, 10)
	m := f.Decls[2].(*dsl.MoveDecl)
	require.Len(t, m.Clauses, 5)
	assert.Equal(t, "cost", dump(m.Clauses[2].Expr))
	assert.Len(t, m.Body.Effects, 2)
	assert.Equal(t, "fill", dump(f.Decls[5].(*dsl.ViewDecl).Clauses[0].Expr))
	assert.Equal(t, dsl.ExpectSolvable, f.Decls[9].(*dsl.ExpectDecl).Kind)
}

func TestMoveDeclaration(t *testing.T) {
	f, errs := dsl.Parse("x.pz", []byte(`
// Rolls.
//   Twice.
move roll(d: Dir, _: 0..3) where a when b else "no" cost 2 {
  let (p, _) = q
  x[1, 2], y := 3, 4  z := 5
  if a { } else if b { x := 1 } else { x := 2 }
  for (i, j) in S, k in T where p { }
  require a else "no"
} then { x := 1 }`))
	require.Empty(t, errs)
	m := f.Decls[0].(*dsl.MoveDecl)
	assert.Equal(t, dsl.Doc("Rolls.\n  Twice."), m.Doc)
	assert.Len(t, m.Params, 2)
	require.Len(t, m.Clauses, 3)
	assert.Equal(t, dsl.When, m.Clauses[1].Kind)
	assert.Equal(t, `(str "no")`, dump(m.Clauses[1].Else))
	require.Len(t, m.Body.Effects, 6)
	a := m.Body.Effects[1].(*dsl.Assign)
	assert.Len(t, a.Targets, 2)
	assert.Len(t, a.Targets[0].Index, 2)
	assert.Len(t, a.Values, 2)
	i := m.Body.Effects[3].(*dsl.IfEffect)
	assert.True(t, i.ElseIf)
	require.Len(t, i.Else.Effects, 1)
	inner := i.Else.Effects[0].(*dsl.IfEffect)
	assert.Nil(t, i.Chain)
	assert.False(t, inner.ElseIf)
	assert.Len(t, inner.Else.Effects, 1)
	assert.Len(t, m.Then.Effects, 1)
}

func TestSpansEndWhereTheirTextEnds(t *testing.T) {
	src := "// doc\ngoal a == b  // why\n\nmove m(x: T)  when p  { let y = f(x) }  \ninstance i { n = -1 }"
	f, errs := dsl.Parse("x.pz", []byte(src))
	require.Empty(t, errs)
	text := func(s interface{ Span() diag.Span }) string { return src[s.Span().Start.Offset:s.Span().End.Offset] }
	assert.Equal(t, "goal a == b", text(f.Decls[0]))
	m := f.Decls[1].(*dsl.MoveDecl)
	assert.Equal(t, "move m(x: T)  when p  { let y = f(x) }", text(m))
	assert.Equal(t, "when p", text(m.Clauses[0]))
	assert.Equal(t, "x: T", text(m.Params[0]))
	assert.Equal(t, "let y = f(x)", text(m.Body.Effects[0]))
	assert.Equal(t, "n = -1", text(f.Decls[2].(*dsl.InstanceDecl).Values[0]))
}

func TestDocs(t *testing.T) {
	f, errs := dsl.Parse("x.pz",
		[]byte("// title\n\n// a\n//b\nstate a: bool = true // no doc\nstate b: bool = true\n// c\n\n"+
			"state c: bool = true\n  // d\n  state d: bool = true"))
	require.Empty(t, errs)
	for i, want := range []dsl.Doc{"a\nb", "", "", "d"} {
		assert.Equal(t, want, f.Decls[i].(*dsl.StateDecl).Doc)
	}
}

func TestParseMove(t *testing.T) {
	m, errs := dsl.ParseMove("plan:3", "slide((0, 1), 'A')")
	require.Empty(t, errs)
	assert.Equal(t, "slide", m.Move.Name)
	assert.Equal(t, " (tuple 0 1) 'A'", dumpAll(m.Args))
	m, errs = dsl.ParseMove("plan:4", "swap")
	require.Empty(t, errs)
	assert.Empty(t, m.Args)
	for _, text := range []string{"", "slide(", "slide(1) 2", "3", "goal", "'"} {
		m, errs = dsl.ParseMove("plan:5", text)
		assert.Nil(t, m)
		require.Len(t, errs, 1, text)
		assert.LessOrEqual(t, errs[0].Span.End.Offset, len(text), text)
	}
}

func FuzzParse(f *testing.F) {
	for _, src := range errorFiles(f) {
		for line := range bytes.Lines(src) {
			f.Add(line)
		}
	}
	pieces, err := os.ReadFile("testdata/format/pieces.pz")
	require.NoError(f, err)
	for piece := range bytes.SplitSeq(pieces, []byte("\n\n")) {
		f.Add(piece)
	}
	library, err := filepath.Glob("../models/*/*.pz")
	require.NoError(f, err)
	for _, name := range library {
		text, err := os.ReadFile(name)
		require.NoError(f, err)
		f.Add(text)
	}
	f.Add([]byte("puzzle P\nparam m: map = \"\"\"\n  ab\n  \"\"\"\nmove m(x: T) when a { b := \"{c}\" } // d\n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		file, errs := dsl.Parse("x.pz", src)
		require.NotNil(t, file)
		for _, e := range errs {
			require.True(t, e.Span.Start.IsValid())
			require.LessOrEqual(t, e.Span.Start.Offset, e.Span.End.Offset)
			require.LessOrEqual(t, e.Span.End.Offset, max(len(file.Src), e.Span.Start.Offset))
		}
		if errs.HasErrors() {
			return
		}
		once, errs := dsl.Format("x.pz", src)
		require.Empty(t, errs)
		again, errs := dsl.Parse("x.pz", once)
		require.Empty(t, errs, "%s", once)
		require.True(t, dsl.Equal(file, again), "%s", once)
		twice, _ := dsl.Format("x.pz", once)
		require.Equal(t, string(once), string(twice))
	})
}
