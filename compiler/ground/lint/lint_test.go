package lint_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/pzc-lang/pzc/compiler/compilertest"
	"github.com/pzc-lang/pzc/compiler/ground"
	"github.com/pzc-lang/pzc/internal/filetest"
)

const guardsHead = `puzzle P
type N = 0..3
type C = grid(2, 2)
param k: N = 1
const t[N]: N = [0, 1, 2, 3]
state x: N = 0
state s[N]: N = [0, 1, 2, 3]
def reads: N = x
def adds(n: N): N = if n < x then n else x
move go { x := 1 }
move set(n: N) { x := n  s[n] := n }
goal x == 3
`

// What is offered as a guard is the expression as it was written.
func TestGuardsAreOfferedAsWritten(t *testing.T) {
	for _, row := range filetest.Rows(t, "testdata/guards.txt", 2) {
		written, offered := row[0], row[1]
		src := guardsHead + "state at: C = (0, 0)\nstate b: bool = true\nmove walk(d: Dir) { at := at + d }\nmove m { x := " +
			written + " }\n"
		_, diags := ground.Task(context.Background(), compilertest.Built(t, src, ""), ground.Options{})
		var help string
		for _, d := range diags {
			if d.Code == "may-leave-type" && strings.Contains(d.Msg, "the new value") &&
				d.Span.Start.Line == 1+strings.Count(src, "\n")-1 {
				help, _, _ = strings.Cut(d.Help, ";")
			}
		}
		switch offered {
		case "":
			offered = written
		case "-":
			assert.Equal(t, "add a `when` that keeps it in 0..3", help, written)
			continue
		}
		assert.Equal(t, "add `when "+offered+" in 0..3` if that is what is meant", help, written)
	}
}

// What may go wrong in a def is said wherever the def is used so that it can, also where it was used before so that it
// cannot.
func TestDoubtsOfDefsAreKept(t *testing.T) {
	for _, first := range []string{
		"", "move a order far(x) { x := 0 }\n", "heuristic h = far(x)\n", "move a when x < 3 when far(x) == 1 { x := 0 }\n",
		"goal far(x) == 0\n",
	} {
		src := "puzzle P\nstate x: 0..3 = 0\nstate s[0..3]: 0..3 = 0\nmove to(i: 0..3) { x := i  s[i] := i }\n" +
			"def far(n: 0..3) = s[n + 1]\n" + first + "move b when far(x) == 1 { x := 0 }\ngoal x == 3\n"
		_, diags := ground.Task(context.Background(), compilertest.Built(t, src, ""), ground.Options{})
		found := false
		for _, d := range diags {
			found = found || d.Code == "may-leave-array" && strings.Contains(d.Msg, "if x = 3") && d.Span.Start.Line == 5
		}
		assert.True(t, found, "%s: %v", first, diags)
	}
}
