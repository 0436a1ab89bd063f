package grading

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/apps/emit"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

const walkModel = `puzzle Walk
state at: 0..2 = 0
move step when at < 2 { at := at + 1 }
move back when at > 0 { at := at - 1 }
goal at >= 1`

func textPuzzle(t *testing.T, text, instance string) *puzzle.Puzzle {
	program, diags := puzzle.LoadText(puzzle.Folder("."), "model.pz", text)
	if strings.HasPrefix(text, "std:") {
		var err error
		program, diags, err = puzzle.LoadFile(text)
		require.NoError(t, err)
	}
	require.NoError(t, diags.Err())
	z, diags := program.Instantiate(puzzle.Data{Instance: instance})
	require.NoError(t, diags.Err())
	require.NoError(t, z.Ground(t.Context()).Err())
	return z
}

// block has two variables that are made one.
const block = `
puzzle Block
param level: map = """
  Soo.
  .ooT
  """
type Cell = grid(level)
def floor(c: Cell) = level[c] != '.'
state a: Cell = the c in Cell: level[c] == 'S'
state b: Cell = the c in Cell: level[c] == 'S'
move roll(d: Dir) {
  let (p, q) = if a == b then (a + d, a + 2*d)
               else if a + d == b then (b + d, b + d)
               else if b + d == a then (a + d, a + d)
               else (a + d, b + d)
  require floor(p) and floor(q)
  a := min(p, q)
  b := max(p, q)
}
goal a == b and level[a] == 'T'
`

func emitted(t *testing.T, z *puzzle.Puzzle, horizon int, encoding string) string {
	var out bytes.Buffer
	require.NoError(t,
		emit.CNF(t.Context(), &out, z, emit.Formula{Horizon: horizon, Encoding: encoding}))
	return out.String()
}

// models returns the plans as signs, and the assignments of a formula.
func models(t *testing.T, z *puzzle.Puzzle, horizon int, text string) (want map[string]bool, found []string) {
	f, err := read(t.Context(), z, horizon, text)
	require.NoError(t, err, text)
	s, err := plans(t.Context(), z, horizon, 10_000, nil)
	require.NoError(t, err)
	require.Empty(t, f.blurred(s), text)
	want = map[string]bool{}
	for _, so := range s.Solutions {
		want[f.values(so)] = true
		assert.Zero(t, f.refuses(f.values(so)), text)
	}
	found, complete, err := f.models(t.Context(), 20_000, 100_000, nil)
	require.NoError(t, err)
	require.True(t, complete)
	return want, found
}

// TestEmittedFormulas: the formulas of emit-cnf describe exactly the plans, in each encoding.
func TestEmittedFormulas(t *testing.T) {
	for _, tt := range []struct {
		use, instance string
		horizon       int
		solutions     int
	}{
		{walkModel, "", 2, 1},
		{walkModel, "", 5, 4},
		{"std:wolf_goat_cabbage.pz", "", 7, 2},
		{"std:hanoi.pz", "", 8, 0},
		{"std:queens.pz", "four", 0, 2},
		{"std:jugs.pz", "", 7, 0},
		{block, "", 3, 1},
		{block, "", 7, 8},
		{"std:moves/sokoban_steps.pz", "", 15, 0},
	} {
		z := textPuzzle(t, tt.use, tt.instance)
		for _, encoding := range []string{"textbook", "direct", "log", "order", ""} {
			t.Run(fmt.Sprintf("%.30s %d %s", tt.use, tt.horizon, encoding), func(t *testing.T) {
				want, found := models(t, z, tt.horizon, emitted(t, z, tt.horizon, encoding))
				if tt.solutions > 0 {
					assert.Len(t, want, tt.solutions)
				}
				assert.Len(t, found, len(want))
				for _, values := range found {
					assert.True(t, want[values], values)
				}
			})
		}
	}
}

// TestOneClauseLess: without one of its clauses, the assignments of a formula are those that enumeration finds, and
// each that is no plan is told why.
func TestOneClauseLess(t *testing.T) {
	z := textPuzzle(t, walkModel, "")
	lines := strings.Split(strings.TrimSpace(emitted(t, z, 2, "textbook")), "\n")
	s, err := plans(t.Context(), z, 2, 100, nil)
	require.NoError(t, err)
	less := 0
	for i, line := range lines {
		if strings.HasPrefix(line, "c") || strings.HasPrefix(line, "p") {
			continue
		}
		text := strings.Join(append(append([]string{}, lines[:i]...), lines[i+1:]...), "\n")
		want, found := models(t, z, 2, text)
		f, err := read(t.Context(), z, 2, text)
		require.NoError(t, err)
		all := 0
		for bits := range 1 << len(f.Atoms) {
			if satisfies(f, bits) {
				all++
			}
		}
		assert.Len(t, found, all, "without line %d", i+1)
		for _, values := range found {
			if !want[values] {
				less++
				_, why := f.Decode(s, values)
				assert.NotEqual(t, "It is no solution.", why)
			}
		}
	}
	assert.Greater(t, less, 10)
}

func satisfies(f *formula, bits int) bool {
	for _, c := range f.Clauses {
		ok := false
		for _, l := range c.Lits {
			ok = ok || (bits>>(max(l, -l)-1)&1 != 0) == (l > 0)
		}
		if !ok {
			return false
		}
	}
	return true
}

// TestRead: what is wrong with a formula is said with its line.
func TestRead(t *testing.T) {
	z := textPuzzle(t, walkModel, "")
	for _, tt := range []struct{ text, want string }{
		{"", "there is no header"},
		{"1 0\n", "line 1: the header `p cnf …` must stand before"},
		{"p cnf 2\n", "line 1: want `p cnf` and the numbers"},
		{"p cnf 2000000 0\n", "at most 1000000 variables"},
		{"p cnf 1 1\np cnf 1 1\n", "line 2: there is a header above"},
		{"p cnf 1 1\n1 2 0\n", "line 2: variable 2 is out of range"},
		{"p cnf 1 1\n1 x 0\n", "line 2: found \"x\""},
		{"p cnf 1 1\n-9223372036854775808 0\n", "out of range"},
		{"p cnf 1 1\n1", "the last clause does not end with 0"},
		{"c var 1 att@0 = 1\np cnf 1 0\n", "no move `att`; did you mean `at`?"},
		{"c var 1 at@3 = 1\np cnf 1 0\n", "line 1: there is no step 3: the steps are 0 to 2"},
		{"c var 1 at = 1\np cnf 1 0\n", "wants a step, such as `at@0`"},
		{"c var 1 at@0 = 5\np cnf 1 0\n", "line 1: "},
		{"c var 1 at@0 bit x\np cnf 1 0\n", "no number of a bit"},
		{"c var 1 step@2\np cnf 1 0\n", "the last move is made at step 1"},
		{"c var x at@0 = 1\np cnf 1 0\n", "want the number of a variable"},
		{"c var 1 at@0 = 1\nc var 1 at@0 = 2\np cnf 1 0\n", "line 2: line 1 says already"},
		{"c var 7 at@0 = 1\np cnf 1 0\n", "line 1: variable 7 is out of range"},
	} {
		_, err := read(t.Context(), z, 2, tt.text)
		require.ErrorContains(t, err, tt.want, tt.text)
	}
	f, err := read(t.Context(), z, 2, "p cnf 3 1\nc another order\nc var 2 at @ 1==2\n 1 2\n3 0\n%\n0\n")
	require.NoError(t, err)
	assert.Equal(t, []clause{{Line: 5, Lits: []int{1, 2, 3}}}, f.Clauses)
	s, err := plans(t.Context(), z, 2, 100, nil)
	require.NoError(t, err)
	assert.Equal(t, "The map does not tell `at = 2` from `at = 0` at step 2.", f.blurred(s))
}

// TestBounds: formulas that are too hard, and puzzles with too many plans.
func TestBounds(t *testing.T) {
	z := textPuzzle(t, walkModel, "")
	_, err := plans(t.Context(), z, 12, 10, nil)
	require.ErrorContains(t, err, "more than 10 states or plans")
	const holes = 11 // pigeons are one more
	text := fmt.Sprintf("p cnf %d 0\n", holes*(holes+1))
	at := func(pigeon, hole int) int { return pigeon*holes + hole + 1 }
	for p := range holes + 1 {
		for h := range holes {
			text += fmt.Sprint(at(p, h), " ")
		}
		text += "0\n"
		for h := range holes {
			for q := range p {
				text += fmt.Sprintf("-%d -%d 0\n", at(p, h), at(q, h))
			}
		}
	}
	f, err := read(t.Context(), z, 0, text)
	require.NoError(t, err)
	_, _, err = f.models(t.Context(), 10, 2000, nil)
	require.ErrorIs(t, err, errConflicts)
}
