package check_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/internal/diag"
)

const staticHead = `puzzle P
type N = 0..3
type C = grid(2, 2)
param k: N = 1
param p: N = 0
const t[N]: N = [0, 1, 2, 3]
state x: N = 0
state s[N]: N = [0, 1, 2, 3]
def reads: N = x
def adds(n: N): N = if n < x then n else x
def same(n: N): N = n
def walk(a: N, b: N) = a + 1 == b
def free(c: C) = c.row == 0
def leap(a: N, b: N, n: N) = a + n == b
def near(c: C, n: N) = c.row <= n
move go { x := 1 }
move set(n: N) { x := n  s[n] := n }
goal x == 3
`

// waysToRead are expressions of N that depend on what stands for @: each form in which a value can lie inside another.
var waysToRead = []string{
	"@", "(@ + 1) % 4", "if @ == 1 then 1 else 2", "if k == 1 then @ else 2", "if k == 1 then 2 else @", "t[@]", "same(@)",
	"abs(-@)", "min(@, 2)", "max(1, 2, @)",
	"count u in N: u == @", "count u in N where u == @: true", "if forall u in N: u != @ then 1 else 0",
	"sum u in N where u < 2: @ % 2", "the u in N: u == @", "find(t, @)", "nth(N, @)", "if defined(t[@]) then 1 else 0",
	"if @ in {0, 1} then 1 else 0", "if 1 in {@, 0} then 1 else 0", "if 1 in 0..@ then 1 else 0",
	"if 1 in @..3 then 1 else 0",
	"if steps(walk, @, 3) == 1 then 1 else 0", "if steps(walk, 0, @) == 1 then 1 else 0",
	"if reaches(free, (0, @ % 2), (0, 0)) then 1 else 0", "if reaches(free, (0, 0), (@ % 2, 0)) then 1 else 0",
	"if (@, 1) == (1, 1) then 1 else 0", "manhattan(the c in C: index(c) == @, nth(C, 0))",
	"if not (1 == 2 or k == @) then 1 else 0", "if (1, 2) == (the (a, b) in {(1, 2), (3, 0)}: a == @) then 1 else 0",
}

// constantPlaces are declarations in which the value at @ must be constant.
var constantPlaces = []string{
	"type T = 0..(@)", "type T = {@}", "type T = {i for i in N where i == (@)}", "type T = grid(@, 2)",
	"type T = grid(2, @)", "type T = (N, {@})", "type T = set {@}",
	"param q: N = @", "param q[N]: N = [0, 1, @, 1]", "param q: {0, @} = 0", "const q: N = @",
	"const q[i in N]: N = (@) + i - i",
	"const q[0..(@)]: N = 0", "state q[0..(@)]: N = 0", "state q: {0, @} = 0", "def f(n: {@}) = 1", "def f(n: N): {@} = n",
	"assume (@) >= 0", "move m(n: {@}) { x := n }", "move m(n: N) where n == (@) { x := n }",
	"move m { for i in {@} { s[i] := 0 } }",
	"view c in {c for c in C where index(c) == (@)}: \"a\"", "instance one { p = @ }",
	"relaxation r of \"other.pz\" { n = @ y = x }", "prune set(@), go", "prune set(y), set(z) where y == (@)",
	"symmetry f(n: {@}) { x := n }", "symmetry f(n: N) where n == (@) { x := n }",
}

// constantParts are expressions of truth in which the value at @ must be constant.
var constantParts = []string{
	"exists i in {@}: i == 0", "exists i in 0..(@), j in N: i == j", "size({j for j in {@}}) == 1", "size({@}) == 1",
	"nth({@, 1}, 0) == 1", "1 in {i for i in N where i == (@)}",
	"{@} == {1}", "{1} == {@}", "{@} != {1}", "{1} != {@}",
	"steps({(0, @)}, 0, 1) == 1", "reaches({(0, @)}, 0, 1)",
	"reaches({c for c in C where index(c) == (@)}, (0, 0), (0, 1))",
	"1 == (sum i in {@}: i)", "1 == (the i in {@}: true)", "forall (i, j) in {(1, @)}: i == j", "1 == (min i in {@}: i)",
}

// freeParts are expressions of truth in which the value at @ may read the state.
var freeParts = []string{
	"(@) == 1", "1 in {@}", "1 in 0..(@)", "1 not in (@)..3", "exists j in N where j == (@): true",
	"exists j in N: j == (@)", "t[@] == 1", "s[@] == 1",
	"reaches(near(_, @), (0, 0), (0, 1))", "reaches({nth(C, @)}, (0, 0), (0, 1))", "steps(walk, @, 1) == 1", "defined(@)",
	"steps(leap(_, _, @), 0, 1) == 1", "reaches(leap(_, _, @), 0, 1)",
	"nth(N, @) == 1", "index(@) == 1", "size({j for j in N where j < 2}) == (@)",
}

const otherPuzzle = "puzzle Other\nparam n: 0..9 = 1\nstate y: 0..3 = 0\nmove go { y := n }\ngoal y == 3\n"

func checked(src string) diag.List {
	l := check.Loader{FS: fstest.MapFS{"p.pz": {Data: []byte(src)}, "other.pz": {Data: []byte(otherPuzzle)}}}
	_, diags := l.Load("p.pz")
	return diags
}

func errorsOf(diags diag.List) (out []string) {
	for _, d := range diags {
		if d.Severity == diag.Error {
			out = append(out, d.Msg)
		}
	}
	return out
}

var plainReads = []string{"x", "s[k]", "reads", "adds(k)", "find(s, 1)"}

// demandConstant checks a declaration with something else for each @: with a constant it is right, and with what reads
// the state there is an error that lies inside it.
func demandConstant(t *testing.T, decl string, ways ...string) {
	src := staticHead + decl + "\n"
	at := strings.Index(src, "@")
	for _, read := range append(plainReads, ways...) {
		constant := "k"
		if strings.Contains(read, "@") {
			constant, read = strings.ReplaceAll(read, "@", "k"), strings.ReplaceAll(read, "@", "x")
		}
		require.Empty(t, errorsOf(checked(strings.ReplaceAll(src, "@", constant))), "with %s: %s", constant, decl)
		assert.True(t, readsState(checked(strings.ReplaceAll(src, "@", read)), at, at+len(read)), "with %s: %s", read, decl)
	}
}

// readsState tells whether there is such an error between two places.
func readsState(diags diag.List, from, to int) bool {
	for _, d := range diags {
		if d.Code == "reads-state" && from <= d.Span.Start.Offset && d.Span.End.Offset <= to {
			return true
		}
	}
	return false
}

// What must be constant is found to read the state wherever in it the reading lies; and what does not read it is not
// complained of.
func TestConstantPlaces(t *testing.T) {
	for _, decl := range constantPlaces {
		demandConstant(t, decl)
	}
	for _, part := range constantParts {
		demandConstant(t, "goal "+part)
	}
	demandConstant(t, "goal size({@}) == 1", waysToRead...)
}

// A parameter of a def that must be constant makes every argument for it one, through any number of defs, and no other.
func TestConstantArguments(t *testing.T) {
	const inner, outer = "def inner(n: N, m: N) = m == m and ", "\ndef outer(a: N, b: N) = inner(b, a)\n"
	for _, part := range constantParts {
		defs := inner + strings.ReplaceAll(part, "@", "n") + outer
		demandConstant(t, defs+"goal inner(@, x)")
		demandConstant(t, defs+"goal outer(x, @)")
	}
	for _, way := range waysToRead {
		defs := inner + "size({" + strings.ReplaceAll(way, "@", "n") + "}) == 1" + outer
		demandConstant(t, defs+"goal outer(x, @)")
	}
	const choose = "def choose(n: N, m: N) = exists i in {if n == 1 then m else n}: i == 1\ngoal "
	demandConstant(t, choose+"choose(@, k)")
	demandConstant(t, choose+"choose(k, @)")
}

// What a name inside a move stands for is remembered, in each way to give a name.
func TestConstantNames(t *testing.T) {
	for _, effects := range []string{
		"{ let v = @ for i in {v} { s[i] := 0 } }", "{ let (v, w) = (1, @) for i in {w} { s[i] := 0 } }",
		"{ if k == 1 { let v = @ for i in {v} { s[i] := 0 } } }",
		"{ if k == 1 { x := 0 } else { for i in {@} { s[i] := 0 } } }", "{ for j in N { for i in {@} { s[i] := 0 } } }",
		"{ x := 0 } then { let v = @ for i in {v} { s[i] := 0 } }",
		"{ let v = @ x := 0 } then { for i in {v} { s[i] := 0 } }",
	} {
		src := staticHead + "move m " + effects
		for _, read := range plainReads {
			assert.True(t, readsState(checked(strings.ReplaceAll(src, "@", read)), 0, len(src)+len(read)), "with %s: %s", read,
				effects)
		}
		assert.Empty(t, errorsOf(checked(strings.ReplaceAll(src, "@", "k"))), effects)
	}
	assert.Empty(t, errorsOf(checked(staticHead+"move m { let v = x s[v] := 0 } move q(n: N) { for i in {n} { s[i] := 0 "+
		"} }")), "a name of another move")
}

// freePlaces are declarations in which the state may be read: $ stands for something true or false, @ for a number.
var freePlaces = []string{
	"goal $", "always $ else \"{@}\"", "move m when $ else \"{@}\" { x := 0 }",
	"move m { if $ { x := @ } else { s[@] := @ } }", "move m { require $ else \"{@}\" x := 0 }",
	"move m { for i in N where $ { s[i] := @ } }", "move m cost @ order @ as \"{@}\" { x := 0 } then { s[@] := @ }",
	"dead $", "invariant $", "heuristic h = @",
	"view \"{@} {$}\"", "view c in C: if $ then \"a\" else \"{@}\" fill if $ then \"red\" else \"blue\"", "init $",
	"state q: N = @", "state q[i in N]: N = @",
	"def f(n: N) = n == (@) and $\ngoal f(@)", "symmetry f when $ { x := @ }", "relaxation r of \"other.pz\" { y = @ }",
}

// Everywhere else the state may be read, and is looked at for what may not.
func TestStateMayBeRead(t *testing.T) {
	mayBeRead := func(text, read string) {
		assert.Empty(t, errorsOf(checked(staticHead+strings.ReplaceAll(text, "@", read)+"\n")), "%s with %s", text, read)
	}
	for _, frame := range freePlaces {
		for _, read := range plainReads {
			mayBeRead(strings.ReplaceAll(frame, "$", freeParts[0]), read)
		}
	}
	for _, part := range freeParts {
		for _, way := range waysToRead {
			mayBeRead("goal "+part, strings.ReplaceAll(way, "@", "x"))
		}
	}
	for _, text := range append(freePlaces, "assume k == 1 else \"{@}\"") {
		for at := range text {
			if text[at] != '$' && text[at] != '@' {
				continue
			}
			hole := map[byte]string{'$': "(size({x}) == 1)", '@': "(if size({x}) == 1 then 1 else 0)"}[text[at]]
			others := strings.NewReplacer("$", "k == 1", "@", "k")
			src := others.Replace(text[:at]) + hole + others.Replace(text[at+1:])
			assert.True(t, readsState(checked(staticHead+src+"\n"), len(staticHead), len(staticHead)+len(src)), src)
		}
	}
}

// What only a heuristic can know is no constant.
func TestHeuristicsAreNotConstant(t *testing.T) {
	const heuristics = "heuristic h = x\nrelaxation r of \"other.pz\" { y = x }\nheuristic g = "
	for _, e := range []string{"pattern(s, {1})", "project(x)", "additive(pattern(s, {1}, {0}))", "h", "r"} {
		assert.Empty(t, errorsOf(checked(staticHead+heuristics+e+"\n")), e)
		src := staticHead + heuristics + "size({" + e + "})\n"
		assert.True(t, readsState(checked(src), len(staticHead), len(src)), e)
	}
	for _, e := range []string{"pattern(s, {@})", "pattern(s, {1}, {@})"} {
		demandConstant(t, "heuristic g = "+e)
	}
}
