package compiler_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/pzc-lang/pzc/compiler"
	"github.com/pzc-lang/pzc/diag"
)

// wholeSpan tells whether a span's lines and columns say the same as its offsets, and the span lies inside the text.
func wholeSpan(src string, s diag.Span) bool {
	at := func(p diag.Pos) bool {
		if p.Offset < 0 || p.Offset > len(src) {
			return false
		}
		before := src[:p.Offset]
		return p.Line == 1+strings.Count(before, "\n") && p.Column == 1+len([]rune(before[strings.LastIndexByte(before, '\n')+1:]))
	}
	return at(s.Start) && at(s.End) && s.Start.Offset <= s.End.Offset
}

// A mistake inside what is wrong itself is found too.
func TestMistakesInsideMistakes(t *testing.T) {
	for _, wrong := range []string{
		"goal nowhere(@)", "goal adds(x, x, @)", "goal abs(1, @) == 1", "goal min(@) == 1", "goal x[@] == 1", "goal (x + 1)[@] == 1", "goal s[1, @] == 1", "goal (1 == up)[@] == 1", "goal l[@, 1] == 'x'",
		"goal find(1, @) == 1", "goal steps(walk, @) == 1", "goal steps(nowhere(_, @), 1, 1) == 1", "goal nowhere(_, @)", "move m { y[@] := 1 }", "move m { k[@] := 1 }", "move m { s[1, @] := 1 }", "move m { x[@] := 1 }",
		"const c: N = [1, @]", "heuristic h = pattern(nowhere, {@})", "goal loop(@)", "goal manhattan(@) == 1", "goal nth(N) == @", "goal grid(1, 2, @) == 1", "goal (@ + up) == 1",
		"goal x == 1 + (if @ == up then 1 else 2)", "goal exists (i, j) in {@}: i == j", "goal 1 in {up, @}",
	} {
		src := staticHead + "def loop(n: N): N = loop(n)\n" + wrong + "\n"
		without, with := checked(strings.ReplaceAll(src, "@", "x")), checked(strings.ReplaceAll(src, "@", "nothing"))
		assert.NotEmpty(t, errorsOf(without), wrong)
		assert.Contains(t, strings.Join(errorsOf(with), "; "), "unknown name `nothing`", wrong)
	}
}

// What is offered as a guard is the expression as it was written.
func TestGuardsAreOfferedAsWritten(t *testing.T) {
	for _, c := range []struct{ written, offered string }{
		{"x + 3", ""},
		{"x + 3 - k", ""},
		{"x + (3 - k)", ""},
		{"(x + k) * 2", ""},
		{"2 * x + k", ""},
		{"x * (k * 2)", ""},
		{"(x + 7) / k", ""},
		{"(x + 3) % 7", ""},
		{"s[x] + 3", ""},
		{"s[(x + k) % 4] + 3", ""},
		{"adds(x) + 2", ""},
		{"reads + 3", ""},
		{"at.row + 3", ""},
		{"at.col + 3", ""},
		{"x * (3 - k)", ""},
		{"x - (0 - 3)", ""},
		{"x - 4", ""},
		{"((x + 3))", "x + 3"},
		{"t[k] + 3", ""},
		{"(x * 2) + 3", "x * 2 + 3"},
		{"abs(x) + 3", "-"},
		{"max(x, 2) + 3", "-"},
		{"s[abs(x)] + 3", "-"},
		{"adds(abs(x)) + 2", "-"},
		{"-x - 1", "-"},
		{"(if b then x else 1) + 3", "-"},
		{"(at + down).row + 3", "-"},
		{"x + 3 + x - x + x - x + x - x + x - x + x - x + x - x + x - x + x - x", "-"},
	} {
		src := staticHead + "state at: C = (0, 0)\nstate b: bool = true\nmove walk(d: Dir) { at := at + d }\nmove m { x := " + c.written + " }\n"
		_, diags := compiler.Ground(context.Background(), built(t, src, ""), compiler.GroundOptions{})
		var help string
		for _, d := range diags {
			if d.Code == "may-leave-type" && strings.Contains(d.Msg, "the new value") && d.Span.Start.Line == 1+strings.Count(src, "\n")-1 {
				help = d.Help
			}
		}
		offered := c.offered
		switch offered {
		case "":
			offered = c.written
		case "-":
			assert.Equal(t, "add a `when` that keeps it in 0..3", help, c.written)
			continue
		}
		assert.Equal(t, "add `when "+offered+" in 0..3` if that is what is meant", help, c.written)
	}
}

// A symbol of a map is mentioned wherever an expression may stand; and where a map's characters are used as such, nothing is said of its symbols.
func TestSymbolsAreMentionedAnywhere(t *testing.T) {
	const head = "puzzle P\nparam level: map of {'.', 'q'} = \"\"\"\n  .q\n  \"\"\"\ntype C = grid(level)\nstate at: C = (0, 0)\nstate o[C]: 0..9 = 0\nmove go(d: Dir) { at := at + d  o[at] := 1 }\ngoal level[at] == '.'\n"
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
		"goal @", "always @", "init @", "assume level[(0, 0)] == '.' => 'q' != 'q' or true", "dead @", "invariant @", "move m(c: C) where level[c] == 'q' { at := c }", "move m when @ { at := (0, 0) }", "move m cost if @ then 1 else 2 { at := (0, 0) }",
		"move m order if @ then 1 else 2 { at := (0, 0) }", "move m as \"{@}\" { at := (0, 0) }", "move m { o[at] := if @ then 1 else 2 }", "move m { o[if @ then at else (0, 0)] := 1 }", "move m { if @ { at := (0, 0) } }",
		"move m { if at == (0, 0) { o[at] := if @ then 1 else 2 } }", "move m { if at == (0, 0) { } else { o[at] := if @ then 1 else 2 } }", "move m { for c in C where level[c] == 'q' { o[c] := 1 } }", "move m { for c in C { o[c] := if level[c] == 'q' then 1 else 2 } }",
		"move m { require @ at := (0, 0) }", "move m { let v = @ if v { at := (0, 0) } }", "move m { at := (0, 0) } then { if @ { at := (0, 1) } }", "symmetry f when @ { at := (0, 0) }",
		"def f: bool = @$goal f", "state n: 0..1 = if @ then 1 else 0$move m { n := 1 - n }$goal n == 1", "const n: 0..1 = if level[(0, 0)] == 'q' then 1 else 0$goal n == 1", "type T = {c for c in C where level[c] == 'q'}$goal at in T",
		"const n[{c for c in C where level[c] == 'q'}]: 0..1 = 1$goal n[at] == 1", "heuristic h = if @ then 1 else 0", "view c in C: if level[c] == 'q' then \"a\" else \"b\"", "view c in C: \"a\" fill if level[c] == 'q' then \"red\" else \"blue\"", "view \"{@}\"",
		"goal level[at] in {'q', '.'}", "relaxation r of \"other.pz\" { n = if level[(0, 0)] == 'q' then 1 else 2 y = 1 }", "relaxation r of \"other.pz\" { n = 1 y = if @ then 1 else 2 }",
	} {
		assert.Empty(t, says(strings.ReplaceAll(place, "@", "level[at] == 'q'")), place)
		plain := strings.NewReplacer("@", "level[at] == '.'", "'q', ", "", "'q' != 'q'", "'.' != '.'", "'q'", "'.'").Replace(place)
		assert.Equal(t, unused, says(plain), plain)
		opaque := strings.ReplaceAll(place, "@", "level[at] == level[(0, 0)]")
		if opaque != place {
			assert.Empty(t, says(opaque), opaque)
		}
	}
	for _, opaque := range []string{"goal level[at] == level[(0, 1)]", "goal digit(level[at]) == 1", "goal level[at] in {level[(0, 0)]}", "view c in C: \"{level[c]}\"", "goal level[at] < level[(0, 0)]"} {
		assert.Empty(t, says(opaque), opaque)
	}
}

// What may go wrong in a def is said wherever the def is used so that it can, also where it was used before so that it cannot.
func TestDoubtsOfDefsAreKept(t *testing.T) {
	for _, first := range []string{"", "move a order far(x) { x := 0 }\n", "heuristic h = far(x)\n", "move a when x < 3 when far(x) == 1 { x := 0 }\n", "goal far(x) == 0\n"} {
		src := "puzzle P\nstate x: 0..3 = 0\nstate s[0..3]: 0..3 = 0\nmove to(i: 0..3) { x := i  s[i] := i }\ndef far(n: 0..3) = s[n + 1]\n" + first + "move b when far(x) == 1 { x := 0 }\ngoal x == 3\n"
		_, diags := compiler.Ground(context.Background(), built(t, src, ""), compiler.GroundOptions{})
		found := false
		for _, d := range diags {
			found = found || d.Code == "may-leave-array" && strings.Contains(d.Msg, "with x = 3") && d.Span.Start.Line == 5
		}
		assert.True(t, found, "%s: %v", first, diags)
	}
}
