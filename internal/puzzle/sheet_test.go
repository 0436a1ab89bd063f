package puzzle

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

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
	assert.Equal(t, Board{
		Rows: 3, Cols: 3, Text: []string{"Who", "one", "other", "ada", "0", "false", "bob", "0", "false"},
		Fill: make([]string, 9),
	}, boards[0])
	assert.Equal(t, "alone", boards[1].Text[0])
}
