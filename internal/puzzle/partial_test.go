package puzzle

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/semantics/view"
)

// partial is a puzzle with a start to choose, with moves or without.
const partial = `puzzle Partial
state v[i in 0..2]: 0..3 = any
state both: 0..9 = v[0] + v[1]
init v[2] != v[0]
always v[1] + v[2] < 5
`

// Whether an incomplete answer can be completed is the same as by trying all starts.
func TestPartialAgrees(t *testing.T) {
	rnd := rand.New(rand.NewPCG(6, 6))
	for _, rest := range []string{
		"goal v[0] + v[1] == 3\ngoal distinct i in 0..2: v[i]\n",
		"goal both == 2 and v[2] == 3\nmove up(i: 0..2) when v[i] < 3 { v[i] := v[i] + 1 }\nmove down when v[0] > 0 { " +
			"v[0] := v[0] - 1 }\n",
	} {
		p, diags := Load(files(partial+rest), "m.pz")
		require.False(t, diags.HasErrors(), "%v", diags)
		z, diags := p.Instantiate(Data{})
		require.False(t, diags.HasErrors(), "%v", diags)
		valid := 0
		for range 150 {
			values, plan := partialAnswer(z, rnd)
			checks, diags := z.Validate(t.Context(), Text{"a", values + plan}, ValidateOptions{Partial: true})
			require.Empty(t, diags)
			want := false
			for k := range int64(4 * 4 * 4) {
				full := []int64{k / 16, k / 4 % 4, k % 4, k/16 + k/4%4}
				want = want || agrees(z, full, values) && solves(t, z, full, plan)
			}
			require.Empty(t, checks[0].Undecided)
			assert.Equal(t, want, checks[0].Valid(), "%s%s%s%v", rest, values, plan, checks[0].Failures)
			if want {
				valid++
			}
		}
		assert.Greater(t, valid, 15)
		assert.Less(t, valid, 135)
	}
}

// partialAnswer draws some values and some moves.
func partialAnswer(z *Puzzle, rnd *rand.Rand) (values, plan string) {
	for place := range 4 {
		if rnd.IntN(3) == 0 {
			values += fmt.Sprintf("%s = %d\n", z.model.StateName(place), rnd.IntN(4))
		}
	}
	if z.HasMoves() {
		for range rnd.IntN(4) {
			plan += []string{"up(0)\n", "up(1)\n", "up(2)\n", "down\n"}[rnd.IntN(4)]
		}
	}
	return values, plan
}

// agrees tells whether a state has values.
func agrees(z *Puzzle, state []int64, values string) bool {
	var has []string
	for _, v := range z.Assignment(state) {
		has = append(has, v.Name+" = "+v.Text)
	}
	return !slices.ContainsFunc(strings.Split(strings.TrimSpace(values), "\n"), func(line string) bool {
		return line != "" && !slices.Contains(has, line)
	})
}

// solves tells whether a complete answer is valid.
func solves(t *testing.T, z *Puzzle, start []int64, plan string) bool {
	t.Helper()
	text := ""
	for _, v := range z.Assignment(start) {
		text += v.Name + " = " + v.Text + "\n"
	}
	checks, diags := z.Validate(t.Context(), Text{"b", text + plan}, ValidateOptions{})
	require.Empty(t, diags)
	require.Empty(t, checks[0].Missing)
	return checks[0].Valid()
}

func TestSheets(t *testing.T) {
	p, diags := Load(files(`puzzle P
enum Who {ada, bob}
type Row = 1..2
state one[Who]: 0..9 = any
state alone[i in 0..2]: 0..9 = any
state two[Who, Row]: 0..1 = any
state _cells[c in grid(2, 2)]: 0..9 = any
state _more[c in grid(2, 2)]: 0..9 = any
state other[p in Who]: bool = any
state bar[{'|', 'y'}, Row]: 0..1 = any
state long[Row, i in 0..11]: bool = any
state wide[Row, i in 0..30]: 0..1 = any
state three[Row, Row, Row]: 0..1 = any
goal one[ada] == alone[0] and two[ada, 1] == bar['y', 1] and other[ada] and long[1, 0]
goal wide[1, 0] == three[1, 1, 1]
`), "m.pz")
	require.False(t, diags.HasErrors(), "%v", diags)
	z, diags := p.Instantiate(Data{})
	require.False(t, diags.HasErrors(), "%v", diags)
	assert.Equal(t, []Sheet{
		{
			Arrays: []string{"one", "other"}, Head: []string{"Who", "one", "other"}, Rows: []string{"ada", "bob"},
			Places: [][]int{{0, 17}, {1, 18}},
		},
		{
			Arrays: []string{"two"}, Head: []string{"two", "1", "2"}, Rows: []string{"ada", "bob"},
			Places: [][]int{{5, 6}, {7, 8}},
		},
	}, z.sheets())
	state := make([]int64, z.model.StateSize)
	for i := range state {
		a, _ := z.model.ArrayAt(i)
		state[i] = z.model.Data[a.ID].Domain.Elems[0].N
	}
	boards := z.Shown(state)
	assert.Equal(t, view.Board{
		Rows: 3, Cols: 3, Text: []string{"Who", "one", "other", "ada", "0", "false", "bob", "0", "false"},
		Fill: make([]string, 9),
	}, boards[0])
	assert.Equal(t, "alone", boards[1].Text[0])
}
