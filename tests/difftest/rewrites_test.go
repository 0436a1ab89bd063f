package difftest

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/ground"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/internal/diag"
)

// The two texts that the help of denied-undefined proposes.
var (
	keepsMeaning = regexp.MustCompile("^write `(.*)`, which keeps the meaning")
	edgeCounts   = regexp.MustCompile("if the edge shall count, (?:write )?`(.*)`$")
)

// deniedIn lists the findings denied-undefined of a model.
func deniedIn(m *model.Model) diag.List {
	_, found := ground.Task(context.Background(), m, ground.Options{})
	return slices.DeleteFunc(found, func(d *diag.Diagnostic) bool { return d.Code != "denied-undefined" })
}

// rewritten applies what the findings denied-undefined propose until there is none. It returns nil if one proposes
// nothing.
func rewritten(t require.TestingT, text string, m *model.Model, proposed *regexp.Regexp) *model.Model {
	for range 20 {
		found := deniedIn(m)
		if len(found) == 0 {
			return m
		}
		with := proposed.FindStringSubmatch(found[0].Help)
		if with == nil {
			return nil
		}
		require.NotNil(t, found[0].Fix, found[0].Help)
		fix := &diag.Diagnostic{Fix: &diag.Fix{Span: found[0].Fix.Span, Text: with[1]}}
		text, _ = diag.List{fix}.ApplyFixes("model.pz", text)
		l := check.Loader{FS: fstest.MapFS{}}
		p, diags := l.LoadText("model.pz", text)
		require.NotNil(t, p, "%v: %s\n%s", diags, with[0], text)
		if m, diags = semantics.Build(p, nil, nil); m == nil {
			require.Fail(t, "the text is no model any more", "%v\n%s", diags, text)
		}
	}
	require.Fail(t, "the warnings do not end", "%v\n%s", deniedIn(m)[0].Help, text)
	return nil
}

// TestRewritesOfUndefined: the first rewrite that denied-undefined proposes keeps the meaning, the second is the
// two-valued reading, and after either no such warning is left.
func TestRewritesOfUndefined(t *testing.T) {
	kept, counted := 0, 0
	property(t, func(rt *rapid.T) { tryRewrites(rt, anyModel(rt, writeModel, 300), &kept, &counted) })
	for _, goal := range deniedGoals() {
		tryRewrites(t, deniedHead+goal+"\n", &kept, &counted)
	}
	t.Logf("%d keep the meaning, %d are two-valued", kept, counted)
	require.Greater(t, kept, 8)
	require.Greater(t, counted, 8)
}

// tryRewrites compares a model with what the rewrites make of it.
func tryRewrites(t require.TestingT, text string, kept, counted *int) {
	l := check.Loader{FS: fstest.MapFS{}}
	p, _ := l.LoadText("model.pz", text)
	if p == nil {
		return
	}
	m, _ := semantics.Build(p, nil, nil)
	if m == nil {
		return
	}
	found := deniedIn(m)
	if len(found) == 0 {
		return
	}
	s := exploreModel(t, m, 300)
	if s == nil {
		return
	}
	if same := rewritten(t, text, m, keepsMeaning); same != nil {
		*kept++
		require.Empty(t, machinesDiffer(s.states, m, s.x, same, semantics.NewMachine(same)), "%s\n%s", found[0].Help, text)
	}
	early := func(d *diag.Diagnostic) bool { // computed in the three-valued reading before there is a machine
		return strings.HasPrefix(d.Msg, "in the type") || strings.HasPrefix(d.Msg, "in the constant")
	}
	if two := rewritten(t, text, m, edgeCounts); two != nil && !slices.ContainsFunc(found, early) {
		*counted++
		m.Heuristics = nil // `project` and `pattern` follow the three-valued reading
		require.Empty(t, machinesDiffer(s.states, m, semantics.NewTwoValuedMachine(m), two, semantics.NewMachine(two)),
			"%s\n%s", found[0].Help, text)
	}
}

const deniedHead = `puzzle P
type Cell = grid(2, 3)
const black[c in Cell]: bool = c.col == 1
state lit[c in Cell]: bool = false
state at: Cell = (0, 0)
state n: 0..3 = 0
def run(c: Cell, w: Dir) = count k in 0..3: forall i in 0..k: not black[c + i*w]
move light(c: Cell) { lit[c] := true }
move count_ when n < 3 { n := n + 1 }
`

// deniedGoals are lines that deny something undefined, each in another way.
func deniedGoals() []string {
	return []string{
		"goal n == run((0, 2), left)",
		"goal forall c in Cell: not (lit[c] and lit[c + down]) or n > 2",
		"goal forall c in Cell, d in Dir: lit[c + d] => lit[c]",
		"goal exists c in Cell: not (lit[c] or lit[c + up])",
		"goal lit[at] and not (12 / n == 4)",
		"goal not (nth(Cell, 5 + n) == at) and n > 0",
		"goal (count c in Cell: not lit[c + left]) == 6 - n",
		"goal lit[at] and not (lit[at + (n, n)] == black[at + (0, n)])",
		"goal n == 2\nmove go(d: Dir) when not lit[at + d] and n == 0 { n := 2 }",
		"goal n == 2\nmove go(d: Dir) { if not lit[at + d] { n := 2 } }",
		"goal n == 2\nmove go(d: Dir) when n == 1 { lit[at] := not lit[at + d] }",
		"goal n == 2\nmove go { for c in Cell where not lit[c + left] { lit[c] := true } }",
		"goal n == 2\nmove go { n := if not lit[at + up] then 1 else 2 }",
		"def free(c: Cell) = not black[c]\ngoal n == 2\nmove go(d: Dir) when not free(at + d) { n := 2 }",
		"def open(c: Cell) = lit[c] or black[c] and n > 0\ngoal n == 2\nmove go(d: Dir) when not open(at + d) { n := 2 }",
		"goal n == 2\nmove go(k: 0..3) when nth(Dir, k + n) not in {up, down} { n := 2 }",
		"goal n == 2\nmove go(k: 0..3) { lit[at] := nth(Dir, k + n) not in {up, down} }",
		"goal forall c in Cell: if not lit[c + right] then n > 1 else n == 3",
		"goal not (exists c in Cell: lit[c] and not lit[c + right])",
		"goal (let c = at + down: not lit[c] and n > 0) and not black[at]",
	}
}
