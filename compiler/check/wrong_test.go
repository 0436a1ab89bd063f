package check_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/compilertest"
)

// Models that are wrong in ways that a person, or a program that writes models, could think of: each has at least one
// error with a place, and none makes the checker panic.
func TestFiftyWrongModels(t *testing.T) {
	const head = "puzzle P state x: 0..3 = 0 move go { x := 1 } goal x == 3 "
	models := map[string]string{
		"empty":           "",
		"blank":           "\n\n   \n",
		"comment only":    "// nothing\n",
		"binary":          "\x00\x01\x02\xff\xfe",
		"not UTF-8":       "puzzle \xff",
		"puzzle only":     "puzzle P",
		"no name":         "puzzle",
		"brace":           "{",
		"unclosed move":   head + "move m {",
		"unclosed string": head + "view \"abc",
		"unclosed map":    head + "param l: map = \"\"\"\n ...",
		"deep parentheses": head + "goal " + strings.Repeat("(", 5000) + "x" + strings.Repeat(")", 5000) +
			" == 1",
		"deep not":                      head + "goal " + strings.Repeat("not ", 5000) + "true and x",
		"long sum":                      head + "goal 0" + strings.Repeat(" + 1", 5000) + " == y",
		"deep sets":                     head + "type T = " + strings.Repeat("{", 3000) + "1" + strings.Repeat("}", 3000),
		"huge number":                   head + "goal x == 99999999999999999999999",
		"type of itself":                head + "type T = {T}",
		"type of a set of itself":       head + "type T = set T",
		"type of a pair of itself":      head + "type T = (T, T)",
		"grid of itself":                head + "type T = grid(size(T), 2)",
		"param of its own type":         head + "param p: 0..p = 1",
		"param indexed by itself":       head + "param p[0..p]: 0..1 = 1",
		"def with itself as type":       head + "def f(a: f(1)) = 1",
		"def with itself as result":     head + "def f(a: 0..1): f(1) = 1",
		"defs typed by each other":      head + "def f(a: {g(1)}) = 1 def g(a: {f(1)}) = 1",
		"state of its own value":        head + "state s: {s} = 1",
		"const of the state":            head + "const c: 0..3 = x",
		"enum of nothing":               head + "enum E { }",
		"enum value as type":            head + "enum E { a, b } state e: a = b",
		"enum named like its value":     head + "enum E { E, b } state e: E = b",
		"any in a goal":                 head + "goal any",
		"any in a def":                  head + "def f = any",
		"any in a list":                 head + "state a[0..1]: 0..1 = [any, 0]",
		"wild in a goal":                head + "goal _ == 1",
		"wild in a def call":            head + "def f(a: 0..1) = a goal f(_)",
		"wild in steps twice":           head + "def f(a: 0..1) = true goal steps(f(_ + _), 0, 1)",
		"steps of nothing":              head + "goal steps() == 1",
		"reaches of a number":           head + "goal reaches(1, 2, 3)",
		"reaches of a recursive def":    head + "def f(c: grid(2, 2)) = reaches(f, c, c) goal f((0, 0))",
		"find in nothing":               head + "goal find(x, 1) == 1",
		"find in a number":              head + "goal find(3, 1) == 1",
		"map in a goal":                 head + "goal \"\"\"\n.\n\"\"\"",
		"map of numbers":                head + "param l: map of 0..3 = \"\"\"\n.\n\"\"\"",
		"map indexed by a map":          head + "param l: map = \"\"\"\n.\n\"\"\" goal l[l] == '.'",
		"text sum":                      head + "goal \"a\" + \"b\" == \"ab\"",
		"text let":                      head + "move m { let a = \"x\" x := a }",
		"text in a tuple":               head + "goal (\"a\", 1) == (\"a\", 1)",
		"text in a text":                head + "view \"{\"{y}\"}\"",
		"target of a target":            head + "move m { let ((a, b), c) = (1, 2) x := a }",
		"writes nothing":                head + "move m { := 1 }",
		"writes a def":                  head + "def f = 1 move m { f := 1 }",
		"writes an enum":                head + "enum E { a } move m { a, E := 1, 2 }",
		"more values than targets":      head + "move m { x := 1, y, z }",
		"instance of nothing":           head + "instance i { x = 1 }",
		"instance with a list":          head + "param p: 0..3 = 1 instance i { p = [[[1]]] }",
		"relaxation of itself":          head + "relaxation r of \"p.pz\" { x = 1 }",
		"relaxation of nothing":         head + "relaxation r of \"\" { x = 1 }",
		"relaxation of a folder":        head + "relaxation r of \".\" { x = 1 }",
		"use of itself":                 head + "use \"p.pz\"",
		"use of a folder":               head + "use \"..\"",
		"use of an absolute path":       head + "use \"/etc/passwd\"",
		"additive of nothing":           head + "heuristic h = additive()",
		"additive of itself":            head + "heuristic h = additive(h)",
		"pattern of a param":            head + "param p[0..1]: 0..1 = 1 heuristic h = pattern(p, {1})",
		"project of a call":             head + "heuristic h = project(abs(1))",
		"prune of a symmetry":           head + "symmetry s { x := x } prune s, s",
		"prune with clashing variables": head + "move m(a: 0..3, d: Dir) { x := a } prune m(a, a)",
		"cell without a grid":           head + "goal (0, 0).row == 1",
		"empty set's elements":          head + "goal exists a in {}: a == 1",
		"distinct maps":                 head + "param l: map = \"\"\"\n.\n\"\"\" goal distinct i in 0..1: l",
		"sum of Booleans":               head + "goal sum(i in 0..1: true) == 1",
		"compare sets of sets":          head + "goal {{1}} == {{'a'}}",
		"reaches over nothing":          head + "goal reaches({}, 1, 2)",
		"steps over nothing":            head + "goal steps({}, 1, 2) == 1",
		"steps over characters":         head + "def f(a: char, b: char) = a == b goal steps(f, 'a', 'b') == 1",
		"steps over two types":          head + "def f(a: 0..1, b: 0..2) = a == b goal steps(f, 1, 2) == 1",
		"steps over local types": head +
			"def f(n: 0..3, a: {i for i in 0..3 where i < n}, b: {i for i in 0..3 where i < n}) = a == b goal steps(f(x, _, " +
			"_), 1, 2) == 1",
		"reason over a wrong tuple": head + "always forall (a, b) in {1, 2}: a == b else \"{a} {b}\"",
		"reason over a short tuple": head + "always forall (a, b, c) in {(1, 2)}: a == b else \"{a} {b} {c}\"",
		"negative cell":             head + "goal -(0, 0) == -grid(2, 2)",
	}
	for name, src := range models {
		t.Run(name, func(t *testing.T) {
			l := check.Loader{FS: fstest.MapFS{"p.pz": {Data: []byte(src)}}}
			p, diags := l.Load("p.pz")
			assert.Nil(t, p)
			assert.True(t, diags.HasErrors())
			for _, d := range diags {
				assert.True(t, d.Span.Start.IsValid(), "%s has no place", d.Msg)
				assert.NotContains(t, d.Msg, "something", "a wrong type shows through")
			}
			assert.NotEmpty(t, compilertest.Printed(diags, l.Sources))
		})
	}
	assert.GreaterOrEqual(t, len(models), 50)
}

func TestUnreadableModels(t *testing.T) {
	l := check.Loader{FS: fstest.MapFS{}}
	p, diags := l.Load("missing.pz")
	assert.Nil(t, p)
	assert.Contains(t, diags.Error(), "missing.pz:1:1: error: cannot read missing.pz: file does not exist")
}
