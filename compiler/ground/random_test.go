package ground_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/ground"
	"github.com/pzc-lang/pzc/compiler/semantics"
)

// author writes random models: every construct of the language over a small state.
type author struct {
	rnd    *rand.Rand
	locals map[string][]string // by kind
	names  int
	static bool // no state may be read
	nodefs bool // inside a def
}

func (a *author) n(lo, hi int) int { return lo + a.rnd.IntN(hi-lo+1) }

func (a *author) pick(xs ...string) string { return xs[a.n(0, len(xs)-1)] }

func (a *author) fresh() string {
	a.names++
	return fmt.Sprintf("x%d", a.names)
}

// with makes a local name of a kind for the time of f.
func (a *author) with(kind, name string, f func() string) string {
	old := a.locals[kind]
	a.locals[kind] = append(append([]string(nil), old...), name)
	s := f()
	a.locals[kind] = old
	return s
}

// binder is `x in S where p` with what follows.
func (a *author) binder(depth int, where bool, body func(clause, name, kind string) string) string {
	kind := a.pick("num", "num", "cell", "dir", "enum")
	set := map[string]string{"num": a.pick("0..2", "T", "{1, 3}"), "cell": "Cell", "dir": "Dir", "enum": "E"}[kind]
	if kind == "cell" && a.n(0, 1) == 0 {
		kind, set = "num", "0..3"
	}
	x := a.fresh()
	return a.with(kind, x, func() string {
		clause := x + " in " + set
		if where && a.n(0, 2) == 0 {
			clause += " where " + a.bool(min(depth, 1))
		}
		return body(clause, x, kind)
	})
}

func (a *author) expr(kind string, depth int) string {
	switch kind {
	case "num":
		return a.num(depth)
	case "bool":
		return a.bool(depth)
	case "cell":
		return a.cell(depth)
	case "dir":
		return a.dir(depth)
	}
	return a.enum(depth)
}

// leaf is a literal, a local name or a state variable.
func (a *author) leaf(kind string, literals, state []string) string {
	options := append([]string(nil), literals...)
	for range 3 {
		options = append(options, a.locals[kind]...)
	}
	if !a.static {
		options = append(options, state...)
		options = append(options, state...)
	}
	return a.pick(options...)
}

func (a *author) num(depth int) string {
	if depth <= 0 {
		return a.leaf("num", []string{"0", "1", "2", "3"}, []string{"n"})
	}
	d := depth - 1
	switch a.n(0, 22) {
	case 0, 1:
		if !a.static {
			return "a[" + a.num(d) + "]"
		}
		return "k[" + a.num(d) + "]"
	case 2:
		return "k[" + a.num(d) + "]"
	case 3:
		return "(" + a.num(d) + a.pick(" + ", " - ") + a.num(d) + ")"
	case 4:
		return "(" + a.num(d) + " * " + a.pick("2", "3") + ")"
	case 5:
		return "(" + a.num(d) + a.pick(" / ", " % ") + a.num(d) + ")"
	case 6:
		return "(-" + a.num(0) + ")"
	case 7:
		return "abs(" + a.num(d) + " - " + a.num(d) + ")"
	case 8:
		return a.pick("min", "max") + "(" + a.num(d) + ", " + a.num(d) + ")"
	case 9:
		return a.cell(d) + a.pick(".row", ".col")
	case 10:
		kind := a.pick("cell", "enum", "dir", "num")
		return "index(" + a.expr(kind, d) + ")"
	case 11:
		return a.binder(d, true, func(c, _, _ string) string { return "(count " + c + ": " + a.bool(d) + ")" })
	case 12:
		return a.binder(d, true, func(c, _, _ string) string { return "(sum " + c + ": " + a.num(d) + ")" })
	case 13:
		return a.binder(d, true, func(c, _, _ string) string {
			return "(" + a.pick("min", "max") + " " + c + ": " + a.num(d) + ")"
		})
	case 14:
		return "(if " + a.bool(d) + " then " + a.num(d) + " else " + a.num(d) + ")"
	case 15:
		if a.nodefs || a.static {
			return "steps(edges, " + a.num(d) + ", " + a.num(d) + ")"
		}
		return "f(" + a.num(d) + ", " + a.bool(d) + ")"
	case 16:
		return a.pick("manhattan", "chebyshev") + "(" + a.cell(d) + ", " + a.cell(d) + ")"
	case 17:
		if a.static {
			return "find(k, " + a.num(d) + ")"
		}
		return "find(" + a.pick("a", "perm", "perm", "k") + ", " + a.num(d) + ")"
	case 18:
		x := a.fresh()
		return a.with("num", x, func() string { return "(the " + x + " in 0..3: " + a.bool(d) + ")" })
	case 19:
		return "digit(level[" + a.cell(d) + "])"
	case 20:
		return "steps(near, " + a.cell(d) + ", " + a.cell(d) + ")"
	case 21:
		return "nth({1, 3, 4}, " + a.num(d) + ")"
	}
	if a.static {
		return "size(Cell)"
	}
	return "perm[" + a.num(d) + "]"
}

func (a *author) bool(depth int) string {
	if depth <= 0 {
		if !a.static && a.n(0, 1) == 0 {
			return "b[" + a.cell(0) + "]"
		}
		return a.leaf("bool", []string{"true", "false"}, []string{"flag"})
	}
	d := depth - 1
	switch a.n(0, 19) {
	case 0, 1:
		if a.static {
			return "(level[" + a.cell(d) + "] == '1')"
		}
		return "b[" + a.cell(d) + "]"
	case 2, 3:
		return "(" + a.num(d) + a.pick(" == ", " != ", " < ", " <= ", " > ", " >= ") + a.num(d) + ")"
	case 4, 5:
		kind := a.pick("cell", "dir", "enum", "bool", "num")
		return "(" + a.expr(kind, d) + a.pick(" == ", " != ") + a.expr(kind, d) + ")"
	case 6:
		return "(not " + a.bool(d) + ")"
	case 7, 8, 9:
		return "(" + a.bool(d) + a.pick(" and ", " or ", " => ") + a.bool(d) + ")"
	case 10:
		return a.binder(d, true, func(c, _, _ string) string {
			return "(" + a.pick("forall", "exists") + " " + c + ": " + a.bool(d) + ")"
		})
	case 11:
		kind := a.pick("num", "cell")
		return a.binder(d, true, func(c, _, _ string) string { return "(distinct " + c + ": " + a.expr(kind, d) + ")" })
	case 12:
		return "(" + a.num(d) + " in " + a.num(0) + ".." + a.num(0) + ")"
	case 13:
		return "(" + a.num(d) + a.pick(" in ", " not in ") + "{" + a.num(d) + ", " + a.num(0) + "})"
	case 14:
		return "(" + a.cell(d) + " in Odd)"
	case 15:
		return "adjacent(" + a.cell(d) + ", " + a.cell(d) + ")"
	case 16:
		if a.nodefs || a.static {
			return "defined(" + a.cell(d) + ")"
		}
		return "g(" + a.cell(d) + ", " + a.num(0) + ")"
	case 17:
		return "defined(" + a.expr(a.pick("num", "cell", "bool"), d) + ")"
	case 18:
		if a.nodefs || a.static {
			return "(" + a.num(d) + " < " + a.num(d) + ")"
		}
		return "reaches(g(_, " + a.num(0) + "), " + a.cell(d) + ", " + a.cell(d) + ")"
	}
	return "((" + a.num(d) + ", " + a.dir(d) + ")" + a.pick(" == ", " < ") + "(" + a.num(d) + ", " + a.dir(d) + "))"
}

func (a *author) cell(depth int) string {
	if depth <= 0 {
		return a.leaf("cell", []string{"cell((0, 0))", "cell((1, 2))", "cell((0, 1))"}, []string{"at", "at"})
	}
	d := depth - 1
	switch a.n(0, 9) {
	case 0, 1, 2:
		return "(" + a.cell(d) + a.pick(" + ", " - ") + a.dir(d) + ")"
	case 3:
		return "(" + a.cell(d) + " + " + a.num(d) + "*" + a.dir(d) + ")"
	case 4:
		return "(" + a.cell(d) + " + (" + a.num(d) + ", " + a.num(d) + "))"
	case 5:
		return "cell((" + a.num(d) + ", " + a.num(d) + "))"
	case 6:
		return "(if " + a.bool(d) + " then " + a.cell(d) + " else " + a.cell(d) + ")"
	case 7:
		x := a.fresh()
		return a.with("cell", x, func() string { return "(the " + x + " in Cell: " + a.bool(d) + ")" })
	case 8:
		return a.pick("min", "max") + "(" + a.cell(d) + ", " + a.cell(d) + ")"
	}
	return "(" + a.cell(d) + " + (" + a.cell(d) + " - " + a.cell(d) + "))"
}

func (a *author) dir(depth int) string {
	if depth <= 0 {
		return a.leaf("dir", []string{"up", "left", "down"}, []string{"d"})
	}
	if a.n(0, 1) == 0 {
		return "(-" + a.dir(depth-1) + ")"
	}
	return "(if " + a.bool(depth-1) + " then " + a.dir(depth-1) + " else " + a.dir(0) + ")"
}

func (a *author) enum(depth int) string {
	if depth <= 0 {
		return a.leaf("enum", []string{"p", "q", "r"}, []string{"e"})
	}
	if a.n(0, 1) == 0 {
		return "nth(E, " + a.num(depth-1) + ")"
	}
	return "(if " + a.bool(depth-1) + " then " + a.enum(depth-1) + " else " + a.enum(0) + ")"
}

func (a *author) effects(depth, most int) string {
	var out []string
	for range a.n(1, most) {
		out = append(out, a.effect(depth))
	}
	return strings.Join(out, "\n  ")
}

// within keeps a number below a bound, most of the time.
func (a *author) within(expr string, below int) string {
	if a.n(0, 5) == 0 {
		return expr
	}
	return fmt.Sprintf("(if defined(%s) then (%s) %% %d else 0)", expr, expr, below)
}

func (a *author) effect(depth int) string {
	switch a.n(0, 13) {
	case 0:
		return "n := " + a.within(a.num(depth), 5)
	case 1, 2:
		return "a[" + a.within(a.num(1), 4) + "] := " + a.within(a.num(depth), 4)
	case 3, 4:
		c := a.cell(1)
		return "b[if defined(" + c + ") then " + c + " else at] := " + a.bool(depth)
	case 5:
		c := a.cell(depth)
		return "at := if defined(" + c + ") then " + c + " else at"
	case 6:
		return "e := " + a.enum(depth)
	case 7:
		return "d := " + a.dir(depth)
	case 8:
		x, y := a.within(a.num(1), 3), a.within(a.num(1), 3)
		return fmt.Sprintf("perm[%s], perm[%s] := perm[%s], perm[%s]", x, y, y, x)
	case 9:
		return "perm[" + a.within(a.num(1), 3) + "] := " + a.within(a.num(1), 4)
	case 10:
		s := "if " + a.bool(depth) + " { " + a.effects(1, 2) + " }"
		if a.n(0, 1) == 0 {
			s += " else { " + a.effects(1, 2) + " }"
		}
		return s
	case 11:
		return a.binder(1, true, func(c, _, _ string) string { return "for " + c + " { " + a.effect(1) + " }" })
	case 12:
		return "require " + a.bool(depth)
	}
	return "flag, n := " + a.bool(depth) + ", " + a.within(a.num(1), 5)
}

func (a *author) move(i int) string {
	a.locals = map[string][]string{}
	var params []string
	for _, kind := range []string{"num", "cell", "dir"} {
		if a.n(0, 2) == 0 {
			x := a.fresh()
			params = append(params, x+": "+map[string]string{
				"num": a.pick("T", "0..1", "{1, 3}"), "cell": "Cell", "dir": "Dir",
			}[kind])
			a.locals[kind] = append(a.locals[kind], x)
		}
	}
	s := fmt.Sprintf("move m%d", i)
	if params != nil {
		s += "(" + strings.Join(params, ", ") + ")"
		if a.n(0, 2) == 0 {
			a.static = true
			s += " where " + a.bool(2)
			a.static = false
		}
	}
	if a.n(0, 2) == 0 {
		s += "\n  when " + a.bool(2)
	}
	if a.n(0, 4) == 0 {
		s += "\n  cost " + a.num(2)
	}
	if a.n(0, 4) == 0 {
		s += "\n  order " + a.num(2)
	}
	s += " {\n  "
	if a.n(0, 2) == 0 {
		kind := a.pick("num", "cell", "bool")
		x := a.fresh()
		s += "let " + x + " = " + a.expr(kind, 2) + "\n  "
		a.locals[kind] = append(a.locals[kind], x)
	}
	if a.n(0, 4) == 0 {
		x, y := a.fresh(), a.fresh()
		pair := func() string { return "(" + a.num(1) + ", " + a.cell(2) + ")" }
		v := pair()
		if a.n(0, 1) == 0 {
			v = "if " + a.bool(1) + " then " + v + " else " + pair()
		}
		s += "let (" + x + ", " + y + ") = " + v + "\n  "
		a.locals["num"] = append(a.locals["num"], x)
		a.locals["cell"] = append(a.locals["cell"], y)
	}
	s += a.effects(2, 3) + "\n}"
	if a.n(0, 2) == 0 {
		s += " then {\n  " + a.effects(2, 2) + "\n}"
	}
	return s + "\n"
}

func (a *author) model() string {
	a.locals = map[string][]string{}
	var b strings.Builder
	b.WriteString(`puzzle Random
enum E { p, q, r }
type T = 0..3
type Cell = grid(level)
type Odd = { c for c in Cell where (c.row + c.col) % 2 == 1 }
param level: map = """
  1.x
  .2#
  """
def cell(c: Cell): Cell = c
def near(x: Cell, y: Cell) = adjacent(x, y) and level[y] != '#'
const edges: set (T, T) = {(0, 1), (1, 2), (2, 1)}
`)
	fmt.Fprintf(&b, "const k[0..3]: -2..5 = [%d, %d, %d, %d]\n", a.n(-2, 5), a.n(0, 3), a.n(0, 3), a.n(0, 3))
	fmt.Fprintf(&b, "state n: 0..4 = %s\n", a.pick("0", "1", "3", "4", "any"))
	fmt.Fprintf(&b, "state a[i in T]: 0..3 = %s\n", a.pick("i", "3 - i", "1", "n % 4", "if i == 2 then any else i"))
	fmt.Fprintf(&b, "state b[c in Cell]: bool = %s\n", a.pick("false", "c.row == 0", "level[c] == '.'"))
	fmt.Fprintf(&b, "state at: %s = %s\n", a.pick("Cell", "Cell", "Odd"), a.pick("(0, 1)", "(1, 2)"))
	fmt.Fprintf(&b, "state e: E = %s\nstate d: Dir = %s\nstate flag: bool = %s\n", a.pick("p", "r", "nth(E, n)"),
		a.pick("up", "left"), a.pick("true", "false"))
	fmt.Fprintf(&b, "state perm[0..2]: 0..%d distinct = %s\n", a.n(2, 3), a.pick("[0, 1, 2]", "[2, 0, 1]"))
	a.nodefs = true
	a.locals = map[string][]string{"num": {"x"}, "bool": {"y"}}
	fmt.Fprintf(&b, "def f(x: %s, y: bool)%s = %s\n", a.pick("0..2", "T", "{0, 2, 3}"), a.pick("", ": 0..3", ": -1..2"),
		a.num(2))
	a.locals = map[string][]string{"num": {"x"}, "cell": {"c"}}
	fmt.Fprintf(&b, "def g(c: %s, x: T) = %s\n", a.pick("Cell", "Odd"), a.bool(2))
	a.nodefs = false
	a.locals = map[string][]string{}
	for i := range a.n(1, 3) {
		b.WriteString(a.move(i))
	}
	a.locals = map[string][]string{}
	if a.n(0, 2) == 0 {
		fmt.Fprintf(&b, "always %s\n", a.bool(2))
	}
	if a.n(0, 3) == 0 {
		fmt.Fprintf(&b, "init %s\n", a.bool(2))
	}
	fmt.Fprintf(&b, "goal %s\ngoal %s\n", a.bool(2),
		a.pick("n == 3", "flag", "true", "perm[0] == 1", "forall c in Cell: b[c]"))
	fmt.Fprintf(&b, "dead %s\nheuristic h = %s\nheuristic h2 = h + %s\n", a.bool(2), a.num(3), a.num(1))
	return b.String()
}

// Ground tasks of random models agree with the reference semantics.
func TestGroundAgreesOnRandomModels(t *testing.T) { agreeOnRandomModels(t, 1, 250) }

// More models.
func TestLongGroundAgreesOnRandomModels(t *testing.T) { agreeOnRandomModels(t, 251, 2500) }

// agreeOnRandomModels takes the models of some seeds.
func agreeOnRandomModels(t *testing.T, first, last uint64) {
	t.Helper()
	models, states := 0, 0
	for seed := first; seed <= last; seed++ {
		text := (&author{rnd: rand.New(rand.NewPCG(seed, 1))}).model()
		l := check.Loader{FS: fstest.MapFS{}}
		p, diags := l.LoadText("random.pz", text)
		if p == nil {
			for _, d := range diags {
				require.Contains(t, []string{"double-write", "unused"}, d.Code, "seed %d: %v\n%s", seed, d, text)
			}
			continue
		}
		m, _ := semantics.Build(p, nil, nil)
		if m == nil {
			continue // an initial value that is undefined
		}
		_, diags = ground.Task(context.Background(), m, ground.Options{NoWarnings: true})
		if diags.HasErrors() {
			for _, d := range diags {
				require.Contains(t, []string{"writes-twice", "impossible-move"}, d.Code, "seed %d: %s", seed, d)
			}
			continue
		}
		models++
		ok := t.Run(fmt.Sprint(seed), func(t *testing.T) { states += agree(t, m, 40) })
		if !ok {
			t.Log(text)
			return
		}
	}
	t.Logf("%d models, %d states", models, states)
	require.Greater(t, states, 2*models, "the models are too simple to test anything")
}
