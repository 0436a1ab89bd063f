package ground_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/compilertest"
	"github.com/pzc-lang/pzc/compiler/ground"
	"github.com/pzc-lang/pzc/tests/forms"
)

// Each form of a move does the same in the task and in the reference semantics.
func TestMovesAgree(t *testing.T) {
	for _, mv := range forms.Moves {
		agree(t, compilertest.Built(t, forms.MovesHead+"move "+mv+"\nmove other { x := (x + 1) % 4 }\n", ""), 60)
	}
}

// Which moves without use are reported: not such as a `where` on constants alone excludes on purpose, nor
// those that other data may enable.
func TestMovesThatAreNeverMade(t *testing.T) {
	const head = "puzzle P\n%stype N = 0..3\nconst x0: N = 0\nconst none: set N = {i for i in N where i > 3}\n" +
		"state x: N = 0\n" +
		"move go { x := if x == 0 then 1 else 0 }\ngoal x == 1\n"
	for _, c := range []struct{ move, says string }{
		{"m { x := 0 }", ""},
		{"m(a: N) where a > 3 { x := a }", "its `where` admits no arguments; this is false, for example, for a = 0"},
		{"m(a: N) where x0 == 3 { x := a }", ""},
		{"m(a: N) where a > 1 { x := a }", ""},
		{"m(a: none) { x := a }", "a parameter has no values"},
		{"m(a: none) where a > 1 { x := a }", ""},
		{"m when x > 3 { x := 0 }", "no state enables it"},
		{"m(a: N) where a > 1 when x > 3 { x := a }", "no state enables it"},
		{"m when x == 2 { x := 0 }", "no reachable state enables it"},
		{"m(a: N) where a > 1 when x == a { x := 0 }", "no reachable state enables it"},
	} {
		for _, param := range []string{"", "param k: 0..3 = 1\n"} {
			_, diags := ground.Task(context.Background(),
				compilertest.Built(t, fmt.Sprintf(head, param)+"move "+c.move+"\n", ""), ground.Options{})
			var says []string
			for _, d := range diags {
				says = append(says, d.Msg)
			}
			want := c.says
			if param != "" && strings.Contains(want, "reachable") {
				want = "" // other data may reach it
			}
			if want == "" {
				assert.Empty(t, says, param+c.move)
			} else {
				assert.Contains(t, strings.Join(says, "; "), want, param+c.move)
			}
		}
	}
}

// Symmetries that are too many or too large are left out, with a warning; the puzzle is solved without them.
func TestSymmetriesThatAreTooMany(t *testing.T) {
	const head = "puzzle P\ntype N = 0..15\nstate s[i in N]: N = i\nmove go(i: N) { s[i] := (s[i] + 1) % 16 }\n" +
		"goal s[0] == s[1]\n"
	for name, symmetry := range map[string]string{
		"combinations": "symmetry f(a: N, b: N, c: N, d: N, e: N, g: N) where a + b + c + d + e + g == 0 { s[a] := s[b] }",
		"instances":    "symmetry f(a: N, b: N, c: N, d: N) { s[a], s[b] := s[c], s[d] }",
		"expressions": "symmetry f(a: N, b: N) { for i in N { s[i] := (s[(i + a) % 16] * (s[(i + b) % 16] + a) + b * " +
			"s[i]) % 16 } }",
	} {
		m := compilertest.Built(t, head+symmetry+"\n", "")
		g, diags := ground.Task(context.Background(), m, ground.Options{MaxNodes: 9000})
		require.NotNil(t, g, "%s: %v", name, diags)
		assert.Empty(t, g.Symmetries, name)
		require.Len(t, diags, 1, name)
		assert.Equal(t, "too-many-moves", diags[0].Code, name)
		assert.Contains(t, diags[0].Msg, "the symmetry `f` is not used", name)
		_, diags = ground.Task(context.Background(), m, ground.Options{MaxNodes: 9000, NoWarnings: true})
		assert.Empty(t, diags, name)
	}
}

// An estimate whose simpler puzzle cannot be made says so: it is not 0.
func TestSimplerPuzzlesThatCannotBeMade(t *testing.T) {
	g := taskOf(t, compilertest.Built(t, `puzzle P
type N = 0..9
state a[i in 0..3]: N = 0
state b[i in 0..3]: N = i
move take { for i in 0..3 { a[i] := b[i] } }
move turn(i: 0..3) { b[i] := (b[i] + 1) % 10 }
goal forall i in 0..3: a[i] == 7
heuristic fits = project(b)
heuristic large = project(a)
heuristic both = max(1, project(a))
`, ""))
	var missing []string
	for _, h := range g.Heuristics {
		missing = append(missing, h.Missing)
	}
	const why = "project(a[0], a[1], a[2], a[3]): move take falls into more than 4096 cases of what is forgotten"
	assert.Equal(t, []string{"", why, why}, missing)
}
