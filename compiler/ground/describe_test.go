package ground_test

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/compilertest"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/task/describe"
	"github.com/pzc-lang/pzc/internal/filetest"
)

// The tasks of some models of the library, as `check --ground` shows them.
func TestDescribeLibrary(t *testing.T) {
	var b bytes.Buffer
	for _, file := range []string{
		"moves/bloxorz.pz", "bridge.pz", "hanoi.pz", "jugs.pz", "moves/knight.pz", "pegs.pz", "queens.pz",
		"moves/sokoban_pushes.pz", "sudoku.pz",
		"moves/taquin.pz", "wolf_goat_cabbage.pz",
	} {
		p := compilertest.Load(t, file)
		for _, inst := range append([]*model.Instance{nil}, p.Instances...)[:min(2, 1+len(p.Instances))] {
			m, _ := semantics.Build(p, inst, nil)
			require.NotNil(t, m)
			describe.Task(&b, taskOf(t, m))
			b.WriteString("\n")
		}
	}
	filetest.Golden(t, filepath.Join("testdata", "tasks", "library.golden"), b.Bytes())
}

func TestDescribeMoves(t *testing.T) {
	cases := []struct{ name, text string }{
		{"tiles", `puzzle Tiles
type Cell = grid(1, 3)
state board[c in Cell]: 0..2 distinct = index(c)
move slide(from: Cell, to: Cell) where adjacent(from, to) when board[to] == 0 order to.col {
  board[from], board[to] := board[to], board[from]
}
goal forall c in Cell: board[c] == 2 - index(c)
heuristic away admissible = sum t in 1..2: manhattan(find(board, t), (0, 2 - t))
`},
		{"switch", `puzzle Switch
enum Lamp { off, red, green }
type Cell = grid(2, 3)
state at: Cell = (0, 0)
state lamp: Lamp = off
state open: bool = false
state spare: 0..1 = any
init spare != 1 or open
always lamp == green => open else "green means go"
dead lamp == red and not open
move walk(d: Dir) when open or not at + d == (1, 2) cost if open then 1 else 2 {
  at := at + d
} then {
  if at.col == 2 { open := not open }
}
move light(l: Lamp) where l != off when at == (0, 1) { lamp := l }
goal at == (1, 2) and lamp == green
`},
		{"boxes", `puzzle Boxes
type Cell = grid(1, 4)
state man: Cell = (0, 0)
state box[c in Cell]: bool = c.col == 2
move push(c: Cell, d: Dir) when box[c] and not box[c + d] and reaches(clear, man, c - d) {
  man := c
  box[c], box[c + d] := false, true
}
def clear(c: Cell) = not box[c]
goal box[(0, 3)]
`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var first, second bytes.Buffer
			describe.Moves(&first, taskOf(t, compilertest.Built(t, c.text, "")))
			describe.Moves(&second, taskOf(t, compilertest.Built(t, c.text, "")))
			assert.Equal(t, first.String(), second.String(), "not the same twice")
			filetest.Golden(t, filepath.Join("testdata", "tasks", c.name+".golden"), first.Bytes())
		})
	}
}
