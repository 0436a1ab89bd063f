package code_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/pzc-lang/pzc/backends/gogen/code"
)

var a, b, c = code.Name("a"), code.Name("b"), code.Name("c")

func TestExpressions(t *testing.T) {
	plus := func(l, r code.Expr) code.Expr { return code.Arithmetic(l, "+", r) }
	less := func(l, r code.Expr) code.Expr { return code.Arithmetic(l, "-", r) }
	times := func(l, r code.Expr) code.Expr { return code.Arithmetic(l, "*", r) }
	for _, x := range []struct {
		expr  code.Expr
		text  string
		calls bool
	}{
		{plus(a, times(b, c)), "a + b * c", false},
		{times(a, plus(b, c)), "a * (b + c)", true},
		{less(a, less(b, c)), "a - (b - c)", true},
		{less(less(a, b), c), "a - b - c", false},
		{code.Negative(plus(code.Negative(a), b)), "-(-a + b)", true},
		{code.Negative(code.Negative(a)), "a", false},
		{code.Negative(code.Int(3)), "-3", false},
		{times(code.Int(-3), a), "-3 * a", false},
		{a.At(plus(b, code.Int(1))).Field("x"), "a[b + 1].x", false},
		{code.Call("search.Bit", code.Compare(a, "==", b).Expr()), "search.Bit(a == b)", true},
	} {
		assert.Equal(t, x.text, x.expr.String())
		assert.Equal(t, x.calls, x.expr.Calls(), "%s", x.text)
	}
}

func TestConditions(t *testing.T) {
	p, q, less := code.Holds(a), code.Holds(b), code.Compare(a, "<", b)
	for _, x := range []struct {
		cond      code.Cond
		text, not string
	}{
		{less, "a < b", "a >= b"},
		{p, "a", "!a"},
		{code.Not(p), "!a", "a"},
		{code.And(p, code.True, q, p), "a && b", "!a || !b"},
		{code.Or(code.And(p, q), less), "(a && b) || a < b", "(!a || !b) && a >= b"},
		{code.And(code.Or(p, q), less), "(a || b) && a < b", "(!a && !b) || a >= b"},
		{code.And(p, code.False), "false", "true"},
		{code.And(), "true", "false"},
		{code.Compare(less.Expr(), "==", a), "(a < b) == a", "(a < b) != a"},
	} {
		assert.Equal(t, x.text, x.cond.String())
		assert.Equal(t, x.not, code.Not(x.cond).String())
	}
}

func TestStatements(t *testing.T) {
	for _, x := range []struct {
		name  string
		write func(b *code.Block)
		text  string
	}{
		{"unread variables", func(w *code.Block) {
			w.Define("x", code.Call("f"))
			w.Define("y", code.Name("x"))
			w.Var(code.Name("int"), "p")
			w.Var(code.Name("int"), "q")
			w.Assign(code.Name("p"), a)
			w.Assign(code.Name("q"), a)
			w.Return(code.Name("q"))
		}, "var q int\nq = a\nreturn q\n"},
		{"variables of others", func(w *code.Block) {
			w.Assign(code.Name("p"), a)
			w.Assign(code.Name("next").Field("at"), b)
		}, "p = a\nnext.at = b\n"},
		{"one of two", func(w *code.Block) {
			w.DefineAll([]string{"x", "y"}, []code.Expr{a, b})
			w.Return(code.Name("y"), c)
		}, "_, y := a, b\nreturn y, c\n"},
		{"read in a line", func(w *code.Block) {
			w.Define("x", a)
			w.Line("use(%s)", code.Name("x"))
		}, "x := a\nuse(x)\n"},
		{"empty statements", func(w *code.Block) {
			w.Loop("i", "v", a)
			w.If(code.Holds(b))
			w.Comment("Nothing is left of this.")
			w.End()
			w.End()
			w.Count("i", code.Int(1), code.Int(3))
			w.Define("x", code.Name("i"))
			w.End()
			w.Return()
		}, "return \n"},
		{"variables of loops", func(w *code.Block) {
			w.Loop("i", "v", a)
			w.Line("use(%s)", code.Name("v"))
			w.End()
			w.Loop("j", "e", a)
			w.Line("f()")
			w.End()
		}, "for _, v := range a {\nuse(v)\n}\nfor range a {\nf()\n}\n"},
		{"counting", func(w *code.Block) {
			w.Define("n", code.Int(0))
			w.Count("i", code.Int(1), code.Arithmetic(a, "+", b))
			w.Add(code.Name("n"), code.Int(1))
			w.Add(code.Name("n"), code.Name("i"))
			w.End()
			w.Return(code.Name("n"))
		}, "n := 0\nfor i := 1; i <= a + b; i++ {\nn++\nn += i\n}\nreturn n\n"},
		{"else if", func(w *code.Block) {
			w.If(code.Holds(a))
			w.Line("f()")
			w.Else()
			w.If(code.Holds(b))
			w.Line("g()")
			w.Else()
			w.Line("h()")
			w.End()
			w.End()
		}, "if a {\nf()\n} else if b {\ng()\n} else {\nh()\n}\n"},
		{"returned at once", func(w *code.Block) {
			w.Define("x", code.Call("f", a))
			w.Define("y", code.Name("x"))
			w.Return(code.Name("y"))
		}, "return f(a)\n"},
		{"a function that is returned", func(w *code.Block) {
			w.Function("some")
			w.If(code.Holds(a))
			w.Return(code.True.Expr())
			w.End()
			w.Return(code.False.Expr())
			w.End()
			w.Return(code.Name("some"))
		}, "if a {\nreturn true\n}\nreturn false\n"},
		{"a function that is called", func(w *code.Block) {
			w.Function("some")
			w.Return(code.False.Expr())
			w.End()
			w.Function("none")
			w.Return(code.Name("some"))
			w.End()
			w.Return(code.Not(code.Holds(code.Name("some"))).Expr())
		}, "some := func() bool {\nreturn false\n}()\nreturn !some\n"},
	} {
		t.Run(x.name, func(t *testing.T) {
			w := &code.Block{}
			x.write(w)
			for range 2 {
				w.NamesRead()
				assert.Equal(t, x.text, w.String())
			}
		})
	}
}

func TestComment(t *testing.T) {
	assert.Equal(t, "// one\n//\n// two\n", code.Comment("one\n\ntwo\n"))
	assert.Equal(t, "// > +build ignore\n", code.Comment("+build ignore"))
}

func TestNames(t *testing.T) {
	n := code.NewNames("taken")
	assert.Equal(t, "taken2", n.Take("taken"))
	assert.Equal(t, "taken3", n.Inner().Take("taken"))
	assert.Equal(t, "linearConflict", code.Own("linear_conflict"))
	assert.Equal(t, "n2048", code.Own("2048"))
	assert.Equal(t, "x", code.Own("é"))
}

// TestNamesRead: a block knows which names have to be declared for it, and no comment counts.
func TestNamesRead(t *testing.T) {
	body := &code.Block{}
	body.Define("unread", code.Name("gone"))
	body.Define("x", code.Call("strconv.Itoa", a))
	body.Assign(code.Name("total"), code.Name("x"))
	body.Line("use(%s, %d)", code.Compare(b, "<", code.Name("s").Field("field")), 3)
	file := &code.Block{}
	file.Comment("comment tells %s.", "more")
	file.Func(body, "func f(%s)", code.Params([]code.Param{{"p", code.Name("Cell")}, {"q", code.Name("Cell")}}))
	file.Line("var v = search.Nothing")
	assert.Equal(t, []string{"Cell", "a", "b", "s", "search", "strconv", "total", "use"}, file.NamesRead())
	text := "// comment tells more.\n" +
		"func f(p, q Cell) {\nx := strconv.Itoa(a)\ntotal = x\nuse(b < s.field, 3)\n}\n\nvar v = search.Nothing\n"
	assert.Equal(t, text, file.String())
}
