package check_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/compilertest"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/tests/forms"
)

// A mistake inside what is wrong itself is found too.
func TestMistakesInsideMistakes(t *testing.T) {
	for _, wrong := range []string{
		"goal nowhere(@)", "goal adds(x, x, @)", "goal abs(1, @) == 1", "goal min(@) == 1", "goal x[@] == 1",
		"goal (x + 1)[@] == 1", "goal s[1, @] == 1", "goal (1 == up)[@] == 1", "goal l[@, 1] == 'x'",
		"goal find(1, @) == 1", "goal steps(walk, @) == 1", "goal steps(nowhere(_, @), 1, 1) == 1", "goal nowhere(_, @)",
		"move m { y[@] := 1 }", "move m { k[@] := 1 }", "move m { s[1, @] := 1 }", "move m { x[@] := 1 }",
		"const c: N = [1, @]", "heuristic h = pattern(nowhere, {@})", "goal loop(@)", "goal manhattan(@) == 1",
		"goal nth(N) == @", "goal grid(1, 2, @) == 1", "goal (@ + up) == 1",
		"goal x == 1 + (if @ == up then 1 else 2)", "goal exists (i, j) in {@}: i == j", "goal 1 in {up, @}",
	} {
		src := staticHead + "def loop(n: N): N = loop(n)\n" + wrong + "\n"
		without, with := checked(strings.ReplaceAll(src, "@", "x")), checked(strings.ReplaceAll(src, "@", "nothing"))
		assert.NotEmpty(t, errorsOf(without), wrong)
		assert.Contains(t, strings.Join(errorsOf(with), "; "), "unknown name `nothing`", wrong)
	}
}

// A symbol of a map is mentioned wherever an expression may stand; and where a map's characters are used as such,
// nothing is said of its symbols.
func TestSymbolsAreMentionedAnywhere(t *testing.T) {
	const head = "puzzle P\nparam level: map of {'.', ' ', 'q'} = \"\"\"\n  .q\n  \"\"\"\ntype C = grid(level)\n" +
		"state at: C = (0, 0)\nstate o[C]: 0..9 = 0\nmove go(d: Dir) { at := at + d  o[at] := 1 }\ngoal level[at] == '.'\n"
	says := func(decl string) string {
		var out []string
		for _, d := range checked(head + strings.ReplaceAll(decl, "$", "\n")) {
			if d.Code == "unused-symbol" || d.Severity == diag.Error {
				out = append(out, d.Msg)
			}
		}
		return strings.Join(out, "; ")
	}
	const unused = "the symbol 'q' of `level` is never mentioned"
	assert.Equal(t, unused, says(""))
	for _, place := range []string{
		"goal @", "always @", "init @", "assume level[(0, 0)] == '.' => 'q' != 'q' or true", "dead @", "invariant @",
		"move m(c: C) where level[c] == 'q' { at := c }", "move m when @ { at := (0, 0) }",
		"move m cost if @ then 1 else 2 { at := (0, 0) }",
		"move m order if @ then 1 else 2 { at := (0, 0) }", "move m as \"{@}\" { at := (0, 0) }",
		"move m { o[at] := if @ then 1 else 2 }", "move m { o[if @ then at else (0, 0)] := 1 }",
		"move m { if @ { at := (0, 0) } }",
		"move m { if at == (0, 0) { o[at] := if @ then 1 else 2 } }",
		"move m { if at == (0, 0) { } else { o[at] := if @ then 1 else 2 } }",
		"move m { for c in C where level[c] == 'q' { o[c] := 1 } }",
		"move m { for c in C { o[c] := if level[c] == 'q' then 1 else 2 } }",
		"move m { require @ at := (0, 0) }", "move m { require at == (0, 0) else \"{if @ then 1 else 2}\" at := (0, 0) }",
		"move m { for c in {c for c in C where level[c] == 'q'} { o[c] := 1 } }",
		"move m(c: {c for c in C where level[c] == 'q'}) { at := c }",
		"def f(c: {c for c in C where level[c] == 'q'}) = c == at$goal f(at)",
		"view c in {c for c in C where level[c] == 'q'}: \"a\"",
		"always at == (0, 0) else \"{if @ then 1 else 2}\"", "move m { let v = @ if v { at := (0, 0) } }",
		"move m { at := (0, 0) } then { if @ { at := (0, 1) } }", "symmetry f when @ { at := (0, 0) }",
		"def f: bool = @$goal f", "state n: 0..1 = if @ then 1 else 0$move m { n := 1 - n }$goal n == 1",
		"const n: 0..1 = if level[(0, 0)] == 'q' then 1 else 0$goal n == 1",
		"type T = {c for c in C where level[c] == 'q'}$goal at in T",
		"const n[{c for c in C where level[c] == 'q'}]: 0..1 = 1$goal n[at] == 1", "heuristic h = if @ then 1 else 0",
		"view c in C: if level[c] == 'q' then \"a\" else \"b\"",
		"view c in C: \"a\" fill if level[c] == 'q' then \"red\" else \"blue\"", "view \"{@}\"",
		"goal level[at] in {'q', '.'}", "relaxation r of \"other.pz\" { n = if level[(0, 0)] == 'q' then 1 else 2 y = 1 }",
		"relaxation r of \"other.pz\" { n = 1 y = if @ then 1 else 2 }",
	} {
		assert.Empty(t, says(strings.ReplaceAll(place, "@", "level[at] == 'q'")), place)
		plain := strings.NewReplacer("@", "level[at] == '.'", "'q', ", "", "'q' != 'q'", "'.' != '.'", "'q'",
			"'.'").Replace(place)
		assert.Equal(t, unused, says(plain), plain)
		opaque := strings.ReplaceAll(place, "@", "level[at] == level[(0, 0)]")
		if opaque != place {
			assert.Empty(t, says(opaque), opaque)
		}
	}
	for _, opaque := range []string{
		"goal level[at] == level[(0, 1)]", "goal digit(level[at]) == 1", "goal level[at] in {level[(0, 0)]}",
		"view c in C: \"{level[c]}\"", "goal level[at] < level[(0, 0)]",
	} {
		assert.Empty(t, says(opaque), opaque)
	}
}

// Whatever is declared twice, the finding names the first place too.
func TestTwiceNamesTheFirst(t *testing.T) {
	const head = "puzzle P\nenum E { one, two }\ntype N = 0..3\nparam k: N = 1\nstate x: N = 0\n" +
		"def plus(n: N) = n + 1\nmove go { x := k }\nheuristic h = 1\nsymmetry s { x := x }\ninstance small { k = 2 }\n" +
		"goal x == 1 and two == one\n"
	for _, again := range []string{
		"enum E { three }", "enum F { two }", "type N = 0..1", "type k = 0..1", "param x: N = 1", "const h: N = 1",
		"state N: 0..1 = 0", "def plus(a: N) = a", "def k = 1", "def one = 1", "move go { x := 2 }",
		"heuristic k = 1", "heuristic h = 2", "symmetry s { x := x }", "instance small { k = 3 }",
		"instance other { k = 1  k = 2 }", "def f(a: N, a: N) = a", "move m(a: N, a: N) { x := a }",
		"goal exists i in N, i in N: i == 1", "goal exists i in N: exists i in N: i == 1",
		"move m { let v = 1  let v = 2  x := v }", "goal size({i for (i, i) in (N, N)}) == 1",
	} {
		src := head + again + "\n"
		found := false
		for _, d := range checked(src) {
			if d.Code != "duplicate-name" && d.Code != "local-clash" {
				continue
			}
			found = true
			name := src[d.Span.Start.Offset:d.Span.End.Offset]
			if assert.Len(t, d.Related, 1, "%s: %s", again, d.Msg) {
				first := d.Related[0].Span
				assert.Equal(t, name, src[first.Start.Offset:first.End.Offset], again)
				assert.Less(t, first.Start.Offset, d.Span.Start.Offset, again)
				assert.NotEmpty(t, d.Related[0].Msg, again)
			}
		}
		assert.True(t, found, again)
	}
}

// Without a puzzle line the finding is where that line should be, and short.
func TestWhereThePuzzleLineIsMissed(t *testing.T) {
	for src, want := range map[string]string{
		"":                                      "1:1-1:1",
		"// a comment\n\n":                      "1:1-1:1",
		"\n\nstate x: 0..3 = 0\ngoal x == 1":    "3:1-3:18",
		"use \"other.pz\"\nstate z: 0..3 = 0":   "1:1-1:15",
		"// a\nenum E {\n a,\n b\n}\ninit true": "2:1-2:2",
	} {
		var got []string
		for _, d := range checked(src) {
			if d.Code == "no-puzzle" {
				got = append(got, fmt.Sprintf("%d:%d-%d:%d", d.Span.Start.Line, d.Span.Start.Column, d.Span.End.Line,
					d.Span.End.Column))
				assert.True(t, wholeSpan(src, d.Span), src)
			}
		}
		assert.Equal(t, []string{want}, got, "%q", src)
	}
}

// A field that a value has not: those are named that it has.
func TestFieldsThatThereAre(t *testing.T) {
	const all = "cells have `.row` and `.col`, grids and maps `.rows` and `.cols`"
	const size = "`size(…)` is the number of its values"
	for value, help := range map[string]string{
		"here": "write `.row` or `.col`", "level": "write `.rows` or `.cols`", "Here": "write `.rows` or `.cols`", "x": all,
		"b": all, "d": all, "pose": all, "ns": size, "N": size, "Pose": size,
		"(x, 1)": "a pair has no named parts; how far two cells are apart is `c.row - d.row` and `c.col - d.col`",
	} {
		diags := checked(kindsHead + "goal defined((" + value + ").foo)\n")
		assert.NotEmpty(t, errorsOf(diags), value)
		for _, d := range diags {
			if d.Code == "unknown-field" {
				assert.Equal(t, help, d.Help, value)
			}
		}
	}
}

// Tuples go together if all their parts do, wherever they lie.
func TestTuplesGoTogetherInAllParts(t *testing.T) {
	good, bad := []string{"x", "here", "(x, pose)", "d", "ns"}, []string{"b", "mood", "(b, pose)", "level", "x"}
	for i := range 3 {
		for k := range good {
			parts := [2][]string{{"1", "up", "(b, 'a')"}, {"x", "d", "(true, 'b')"}}
			wrong := parts
			wrong[0], wrong[1] = slices.Clone(parts[0]), slices.Clone(parts[1])
			wrong[0][i], wrong[1][i] = good[k], bad[k]
			for _, form := range []string{
				"defined(if b then (%s) else (%s))", "defined((%s) == (%s))", "(%s) in {(%s)}", "defined((0, (%s)) == (0, (%s)))",
			} {
				write := func(p [2][]string) string {
					return kindsHead + "goal " + fmt.Sprintf(form, strings.Join(p[0], ", "), strings.Join(p[1], ", ")) + "\n"
				}
				assert.Empty(t, errorsOf(checked(write(parts))), form)
				assert.NotEmpty(t, errorsOf(checked(write(wrong))), "%s: %v", form, wrong)
			}
		}
	}
}

// What is kept of a file to be printed has no carriage returns: a terminal would write over the line.
func TestSourcesHaveNoCarriageReturns(t *testing.T) {
	l := check.Loader{FS: fstest.MapFS{"p.pz": {Data: []byte("puzzle P\r\nstate x: 0..1 = y\r\n")}}}
	_, diags := l.Load("p.pz")
	require.NotEmpty(t, diags)
	assert.Equal(t, "puzzle P\nstate x: 0..1 = y\n", l.Sources["p.pz"])
	for _, d := range diags {
		assert.True(t, wholeSpan(l.Sources["p.pz"], d.Span), d.Msg)
	}
}

// What is written on a command line knows the names of the model, and says what was meant.
func TestOptionsKnowTheNames(t *testing.T) {
	m := compilertest.Built(t,
		"puzzle P\nenum Colour { green, brown }\ntype Number = 0..3\nparam level: Number = 1\nstate place: Number = 0\n"+
			"state tone: Colour = green\ndef distance(from: Number, to: Number) = abs(from - to)\ndef near = place < 2\n"+
			"move go { place := level  tone := brown }\ngoal place == 1 and near\nheuristic hope = distance(place, 1)\n", "")
	for text, want := range map[string]string{
		"hopee": "did you mean `hope`?", "plase": "did you mean `place`?",
		"if tone == gren then 1 else 0": "did you mean `green`?", "distanc(place, 1)": "did you mean `distance`?",
		"levl": "did you mean `level`?", "sum i in Numbr: i": "did you mean `Number`?",
		"distance(place)": "write `distance(from, to)`", "distance": "distance(from, to)", "near(1)": "near",
		"place[1]": "place", "hope(1)": "hope", "if neer then 1 else 0": "did you mean `near`?",
	} {
		_, diags := new(check.Loader).Heuristic(m.Program, "--heuristic", text)
		var helps []string
		for _, d := range diags {
			helps = append(helps, d.Msg+"; "+d.Help)
		}
		assert.Contains(t, strings.Join(helps, "; "), want, text)
	}
}

// Of a name whose type is wrong nothing more is said, wherever it is used.
func TestNamesOfWrongTypes(t *testing.T) {
	uses := append(slices.Clip(forms.All), "find(w[x], 1) == x", "w[w] == w", "w.row == w.col", "w + w == -w",
		"exists i in w: i == w", "size(w) == 1", "size({w, 1}) == 1", "nth(w, w) == w", "steps(w, w, w) == 1",
		"reaches(w, w, w)", "(w, 1, 2) == (1, w)", "{w} == {(1, w)}", "x in grid(w, 2)", "x in grid(2, w)", "level[w] == w",
		"half(w) == w", "w in w..w", "w in {i for i in w}", "(the (i, j) in w: i == j) == w", "distinct i in w: w",
		"adjacent(w, w)", "manhattan(c, w) == w", "index(w) == digit(w)", "if w then w else w", "not w => w", "defined(w)")
	declarations := []string{
		"heuristic g# = pattern(w, {1})", "heuristic g# = pattern(w, {1}, {w})", "heuristic g# = project(w)",
		"move m# { w := w }", "move m# { w[w] := w }", "move m#(a: w) { s[a] := w }", "move m# { for i in w { s[i] := w } }",
		"move m# { let (a, b) = w  s[a] := b }",
		"move m# cost w order w as \"{w}\" when w { z := w }", "symmetry f#(a: w) when w { w := a }", "view \"{w}\"",
		"view i in w: \"{i}\" fill w", "instance i# { w = 1 }", "instance i# { k = w }",
		"relaxation r# of \"other.pz\" { y = w }", "def f#(a: w): w = a", "type T# = {w}",
		"state a#[w]: w = w", "assume w else \"{w}\"", "init w", "always w", "dead w",
	}
	for _, w := range []string{
		"state w: Nope = 0", "state w[N]: Nope = 0", "state w[Nope]: N = 0", "param w: Nope = 0", "const w: Nope = 1",
		"type w = Nope", "def w: Nope = 1", "type w = set Nope", "type w = (N, Nope)", "state w: (N, Nope) = 0",
	} {
		src := forms.Head + w + "\n"
		for i, use := range uses {
			src += fmt.Sprintf("heuristic h%d = if %s then 1 else 0\n", i, forms.StateNames.ReplaceAllString(use, "w"))
		}
		for i, decl := range declarations {
			src += strings.ReplaceAll(decl, "#", strconv.Itoa(i)) + "\n"
		}
		for _, d := range checked(src) {
			assert.True(t, wholeSpan(src, d.Span), d.Msg)
		}
		assert.Contains(t, strings.Join(errorsOf(checked(src)), "; "), "`Nope`", w)
	}
}

// Over which points a relation leads must be known: they are no infinite set, and do not depend on an argument.
func TestPointsOfRelationsAreKnown(t *testing.T) {
	for def, call := range map[string]string{
		"def f(a: char, b: char) = a != b":            "steps(f, 'a', 'b') == 1",
		"def f(n: N, a: 0..n, b: 0..n) = a != b":      "steps(f(2, _, _), 0, 1) == 1",
		"def f(a: 0..1, b: 0..2) = a != b":            "steps(f, 0, 1) == 1",
		"def f(a: set N, b: set N) = a != b":          "steps(f, ns, ns) == 1",
		"def f(a: (N, char), b: (N, char)) = a != b":  "steps(f, (1, 'a'), (1, 'b')) == 1",
		"def f(a: {i for i in N}, b: {1, 2}) = a < b": "steps(f, 1, 2) == 1",
	} {
		found := strings.Join(errorsOf(checked(kindsHead+def+"\ngoal "+call+"\n")), "; ")
		assert.Contains(t, found, "the points that `f` leads over are not known", def)
	}
}

// wholeSpan reports whether the lines and columns of a span say the same as its offsets, and the span lies inside the
// text.
func wholeSpan(src string, s diag.Span) bool {
	at := func(p diag.Pos) bool {
		if p.Offset < 0 || p.Offset > len(src) {
			return false
		}
		before := src[:p.Offset]
		return p.Line == 1+strings.Count(before, "\n") &&
			p.Column == 1+len([]rune(before[strings.LastIndexByte(before, '\n')+1:]))
	}
	return at(s.Start) && at(s.End) && s.Start.Offset <= s.End.Offset
}
