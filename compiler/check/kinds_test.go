package check_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/filetest"
)

const kindsHead = `puzzle P
enum Pose { standing, lying }
enum Mood { calm, wild }
type N = 0..3
type Here = grid(2, 2)
type There = grid(3, 3)
param level: map = """
  .o
  """
param ns: set N = {1}
param ps: set (N, N) = {(1, 2)}
state x: N = 0
state pose: Pose = lying
state mood: Mood = calm
state b: bool = false
state here: Here = (0, 0)
state there: There = (0, 0)
state d: Dir = up
move go { x := 1  pose := standing  mood := wild  b := true  here := (1, 1)  there := (1, 1)  d := left }
goal x == 3
def number(v: N) = true
def Boolean(v: bool) = true
def character(v: char) = true
def direction(v: Dir) = true
def pose_(v: Pose) = true
def mood_(v: Mood) = true
def here_(v: Here) = true
def there_(v: There) = true
def offset(v: (N, N)) = true
def triple(v: (N, Pose, Here)) = true
def numbers(v: set N) = true
def cells(v: set Here) = true
def pairs(v: set (N, N)) = true
def drawing(v: map) = true
`

// kinds are a value of each kind, and the def that takes one.
var kinds = []struct{ def, value string }{
	{"number", "x"},
	{"Boolean", "b"},
	{"character", "'a'"},
	{"direction", "d"},
	{"pose_", "pose"},
	{"mood_", "mood"},
	{"here_", "here"},
	{"there_", "there"},
	{"offset", "(x, 1)"},
	{"triple", "(1, pose, here)"},
	{"numbers", "ns"},
	{"cells", "{here}"},
	{"pairs", "ps"},
	{"drawing", "level"},
	{"", "\"text\""},
	{"", "{}"},
}

// Which kinds go together, and what is written instead where they do not, is as the golden file says.
func TestKindsGoTogether(t *testing.T) {
	var out strings.Builder
	table := func(title, frame string, takes bool) {
		fmt.Fprintf(&out, "%s\n", title)
		var said []string
		helps := map[string]bool{}
		for _, have := range kinds {
			var lines []string // one for each kind
			for i, want := range kinds {
				lines = append(lines, strings.NewReplacer("D", want.def, "A", have.value, "B", want.value, "#",
					strconv.Itoa(i)).Replace(frame))
			}
			if takes {
				lines = lines[:len(lines)-2] // no def takes the last two
			}
			marks := []byte(strings.Repeat(".", len(lines)))
			for _, d := range checked(kindsHead + strings.Join(lines, "\n") + "\n") {
				i := d.Span.Start.Line - strings.Count(kindsHead, "\n") - 1
				if d.Severity != diag.Error || i < 0 {
					continue
				}
				marks[i] = 'x'
				if d.Help != "" && !helps[d.Help] {
					helps[d.Help] = true
					said = append(said, fmt.Sprintf("  %s: %s; %s\n", lines[i], d.Msg, d.Help))
				}
			}
			fmt.Fprintf(&out, "  %s %s\n", marks, have.value)
		}
		out.WriteString(strings.Join(said, ""))
	}
	table("a def takes", "goal D(A)", true)
	for _, op := range []string{"==", "!=", "<", "+", "-", "*", "%", "and"} {
		table(op, "heuristic h# = if defined(A "+op+" B) then 1 else 0", false)
	}
	table("in", "goal A in {B}", false)
	table("in, a set", "goal A in B", false)
	table("if", "goal defined(if b then A else B)", false)
	table("min", "goal defined(min(A, B))", false)
	table("unary", "goal defined(-A) and number(B)", false)
	filetest.Golden(t, "testdata/kinds.golden", []byte(out.String()))
}
