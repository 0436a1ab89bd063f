package ground_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/compilertest"
	"github.com/pzc-lang/pzc/compiler/ground"
	"github.com/pzc-lang/pzc/internal/diag"
)

// TestSetsTooLargeToList puts sets that cannot be listed wherever a set may stand. They count as undefined while an
// expression is computed, so an answer that rests on them would be wrong: each is an error, and no warning says what
// follows from it.
func TestSetsTooLargeToList(t *testing.T) {
	const step = "move m when x < 9 { x := x + 1 }\n"
	conditions := []string{
		"exists k in Huge: k == x + 1", "forall k in Huge: k != x + 2000", "(count k in Huge: k < 5) == 5",
		"(the k in Huge: k == x + 3) == 6",
		"(max k in Huge where k < 4: k) == x", "nth(Huge, 3) == x", "size(Huge) > x", "{1, 2} != Huge",
		"forall t in {Huge}: x in t",
		"exists (a, b) in (0..1999, 0..1999): a + b == x", "(0, x) in {(a, b) for (a, b) in (0..1999, 0..1999)}",
		"(if x < 3 then nth((0..1999, 0..1999), x) else (0, 0)) == (0, x)", "exists j in 0..1, k in 0..20000000 + j: k == x",
		"distinct k in Huge: k",
	}
	places := []string{
		"goal C and x == 3\n" + step, "move m when C { x := x + 1 }\ngoal x == 3",
		"move m when x < 9 cost (if C then 1 else 2) { x := x + 1 }\ngoal x == 3",
		"move m { if C { x := 3 } }\ngoal x == 3", "always C\ngoal x == 3\n" + step, "dead C\ngoal x == 3\n" + step,
		"goal x == 3 heuristic h = count one in {0}: C\n" + step,
		"goal x == 3 init C\n" + step, "def f(x: 0..9, y: 0..9) = C\ngoal f(x, y) and x == 3\n" + step,
	}
	for _, huge := range []string{"0..20000000", "-4611686018427387904..4611686018427387904"} {
		var bodies []string
		for _, c := range conditions {
			for _, p := range places {
				bodies = append(bodies, strings.Replace(p, "C", "("+c+")", 1))
			}
		}
		bodies = append(bodies, "move m(k: Huge) { x := x + 1 }\ngoal x == 3",
			"move m(k: Huge) where k in 1..2 { x := x + 1 }\ngoal x == 3",
			"move m { for k in Huge where k == 3 { x := 3 } }\ngoal x == 3",
			"move m(a: 0..9, k: a..20000000) where k < 3 { x := 3 }\ngoal x == 3",
			"goal (0, x) in {(a, b) for a in 0..1999, b in 0..1999} and x == 3\n"+step,
			"goal x == 3\nsymmetry s where exists k in Huge: k == 3 { x := 9 - x }\n"+step,
			"goal x == 3\nprune m(a), m(b) where exists k in Huge: k == a\nmove m(k: 0..3) { x := k }",
			"def way(a: 0..9, b: 0..9) = exists k in Huge: k == b - a\ngoal defined(steps(way, 0, 3)) and x == 3\n"+step)
		for _, body := range bodies {
			text := "puzzle P\ntype Huge = " + huge + "\nstate x: 0..9 = 0\nstate y: 0..9 = any\n" + body
			_, diags := ground.Task(context.Background(), compilertest.Built(t, text, ""), ground.Options{})
			require.NotEmpty(t, diags, text)
			for _, d := range diags {
				assert.Equal(t, diag.Error, d.Severity, "%s\n%s", d, text)
			}
			assert.Equal(t, "too-large", diags[0].Code, "%s\n%s", diags[0], text)
		}
	}
}
