package view

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/pzc-lang/pzc/compiler/compilertest"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
)

// A view shows values of each kind as plans and messages write them, and undefined values as a question mark.
func TestViewsOfEveryKind(t *testing.T) {
	const head = "puzzle P enum Pose { low, high } type C = grid(2, 2) param level: map = \"\"\"\n.x\n\"\"\"\n" +
		" const part[i in 0..2]: 0..3 = if i == 2 then 1 / 0 else 3 - i\n" +
		"state n: -3..9 = -2 state b: bool = true state p: Pose = high state c: C = (1, 0) state d: Dir = left goal n == 9 " +
		"move go { n := 9 } "
	for text, want := range map[string][]string{
		`"{n}"`: {"-2"}, `"{b}"`: {"true"}, `"{p}"`: {"high"}, `"{c}"`: {"(1, 0)"}, `"{d}"`: {"left"},
		`"{(n, p)}"`: {"(-2, high)"}, `"{level[(0, 1)]}"`: {"x"}, `"{n} {p} {level[(0, 0)]}"`: {"-2 high ."}, `""`: {""},
		`"{part[1]}"`: {"2"},
		`"{part[2]}"`: {"?"}, `if part[2] == 1 then "a" else "b"`: {"b"}, `a in C: if a == c then "m" else ""`: {"  ", "m "},
		`a in C: "{a.row + 9}"`: {" 9  9", "10 10"}, `a in C: "{a == c}"`: {"false false", " true false"},
	} {
		x, s := compilertest.Machine(t, head+"view "+text)
		assert.Equal(t, want, Lines(x, s), text)
	}
}

// The sides of two neighbours agree; what is undefined or false belongs to no piece; a condition that is undefined
// draws nothing.
func TestClausesOfViews(t *testing.T) {
	const head = "puzzle P type C = grid(1, 3) state c: C = (0, 1) goal c == (0, 0) move go { c := (0, 0) } " +
		"view a in C: \"\" "
	const thin, none, piece, cage, thick, edge = sideThin, sideNone, sidePiece, SideCage, sideThick, SideEdge
	for clause, want := range map[string][4]Side{ // left of, within and right of the cells
		"region a == c":                     {thin, thick, thick, thin},
		"region a.col / 2":                  {thick, thin, thick, thick},
		"piece a == c or a == c + right":    {thin, piece, none, piece},
		"piece 1 / a.col":                   {thin, piece, piece, piece},
		"cage a == c region a.col / 2":      {thick, cage, thick, thick},
		"edge d in Dir: a + d == c":         {thin, edge, edge, thin},
		"edge d in {left}: a != c + d":      {thin, edge, edge, thin},
		"region a.col edge d in Dir: a < a": {thick, thick, thick, thick},
	} {
		x, s := compilertest.Machine(t, head+clause)
		b := Boards(x, s)[0]
		assert.Equal(t, want, [4]Side{
			b.Marks[0].Sides[model.Left], b.Marks[1].Sides[model.Left], b.Marks[2].Sides[model.Left],
			b.Marks[2].Sides[model.Right],
		}, clause)
		assert.Equal(t, b.Marks[0].Sides[model.Right], b.Marks[1].Sides[model.Left], clause)
		assert.Equal(t, b.Marks[1].Sides[model.Right], b.Marks[2].Sides[model.Left], clause)
	}
	x, s := compilertest.Machine(t, head+
		`pen "thin" cage a == c side d in {right}: "{a.col}" point d in Dir: "{1 / a.col}"`)
	marks := Boards(x, s)[0].Marks
	assert.Equal(t, [3][4]bool{1: {true, true, true, true}}, [3][4]bool{marks[0].Cage, marks[1].Cage, marks[2].Cage})
	assert.Equal(t, [4]string{"", "2", "", ""}, marks[2].Signs)
	assert.Equal(t, [4]string{"0", "0", "0", "0"}, marks[2].Points)
	x, s = compilertest.Machine(t,
		head+`ink "bold" shape if a == c then "disc" else "" corner "{a.col}" line d in Dir: a + d == c`+
			" double e in {up}: a == c")
	assert.Equal(t, []CellMark{
		{Ink: "bold", Corner: "0", Lines: [4]uint8{0, 1, 0, 0}},
		{Ink: "bold", Shape: "disc", Corner: "1", Lines: [4]uint8{2, 0, 0, 0}},
		{Ink: "bold", Corner: "2", Lines: [4]uint8{0, 0, 0, 1}},
	}, Boards(x, s)[0].Marks)
}

// A cage that turns around a cell beside its corner has a notch in that cell.
func TestCagesHaveNotches(t *testing.T) {
	x, s := compilertest.Machine(t, "puzzle P type C = grid(2, 2) state c: C = (0, 1) goal c == (0, 0) "+
		`move go { c := (0, 0) } view a in C: "" cage a != c`)
	corner := Boards(x, s)[0].Marks[2]
	assert.Equal(t, [4]bool{true, true, true, false}, Boards(x, s)[0].Marks[3].Cage)
	assert.Equal(t, [4]bool{false, false, true, true}, corner.Cage)
	assert.Equal(t, [4]bool{true, false, false, false}, corner.Notch, "the upper right point")
}

// What depends on an unknown value is not drawn: `open` stands in its place, and an area ends only where the view ends.
func TestUnknownCells(t *testing.T) {
	last := [3]bool{1: true, 2: true}
	const head = "puzzle P type C = grid(1, 3) state n[c in C]: 1..3 = if c.col == 0 then 2 else any goal n[(0, 1)] == 3 "
	type sides = [4]Side // left of, within and right of the cells
	for view, want := range map[string]struct {
		text [3]string
		open [3]bool
		left sides
	}{
		`"{n[c]}" region n[c]`: {[3]string{0: "2"}, last, sides{sideThick, 0, 0, sideThick}},
		`"{n[c]}" open "{c.col}" piece n[c]`: {
			[3]string{"2", "1", "2"}, last, sides{0: sidePiece, 3: sidePiece},
		},
		`if n[c] == 2 then "a" else "" cage 1 / (n[c] - 2)`:            {[3]string{0: "a"}, last, sides{3: SideCage}},
		`if n[c] == 1 and c.col > 2 then "" else "x" corner "{n[c]}!"`: {text: [3]string{"x", "x", "x"}},
		`"" edge d in Dir: n[c] == 2`:                                  {left: sides{SideEdge, SideEdge}},
		`"{n[c]}{c.col}" open "x" region c.col`: {
			[3]string{"20", "·1", "·2"}, last, sides{sideThick, sideThick, sideThick, sideThick},
		},
		`if c.col == 1 then "" else "{n[c]}" open "{n[c]}?"`: {[3]string{"2", "", "·?"}, [3]bool{2: true}, sides{}},
	} {
		x := semantics.NewMachine(compilertest.ModelOf(t, head+"view c in C: "+view))
		b := Partial(x, x.Fill(nil))[0]
		assert.Equal(t, want.text, [3]string(b.Text), view)
		assert.Equal(t, want.open, [3]bool(b.Open), view)
		if b.Marks != nil {
			assert.Equal(t, want.left, sides{
				b.Marks[0].Sides[model.Left], b.Marks[1].Sides[model.Left], b.Marks[2].Sides[model.Left],
				b.Marks[2].Sides[model.Right],
			}, view)
		}
	}
}
