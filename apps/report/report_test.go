package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/apps/rate"
	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/models"
)

func grounded(t *testing.T, file string, data puzzle.Data) *puzzle.Puzzle {
	p, diags := puzzle.Load(models.FS(), file)
	require.False(t, diags.HasErrors(), "%s", diags)
	z, diags := p.Instantiate(data)
	if diags.HasErrors() {
		return nil
	}
	require.False(t, z.Ground(t.Context()).HasErrors())
	return z
}

// lines returns the name and the rows of the first map of a puzzle.
func lines(z *puzzle.Puzzle) (param string, rows []string) {
	for _, a := range z.Model().ParamArrays() {
		if a.Type.Kind == model.MapKind {
			m := z.Model().Data[a.ID].Values[0].C.Map
			for r := range m.Rows {
				rows = append(rows, string(m.Cells[r*m.Cols:(r+1)*m.Cols]))
			}
			return a.Name, rows
		}
	}
	return "", nil
}

// TestElementsAgainstSolving solves each puzzle without an element again, from its data: by SAT or, where there is no
// plan, by A*.
func TestElementsAgainstSolving(t *testing.T) {
	for file, blank := range map[string]string{"rush_hour.pz": ".", "ice.pz": ".", "moves/sokoban_pushes.pz": " "} {
		z := grounded(t, file, puzzle.Data{})
		r, err := Of(t.Context(), z, rate.Options{}, nil)
		require.NoError(t, err)
		require.NotEmpty(t, r.Elements, file)
		for i := range r.Elements {
			e := &r.Elements[i]
			param, rows := lines(z)
			for _, place := range e.Places {
				var row, col int
				_, err := fmt.Sscanf(place, "(%d, %d)", &row, &col)
				require.NoError(t, err)
				require.Equal(t, string(e.Sign), rows[row][col:col+1])
				rows[row] = rows[row][:col] + blank + rows[row][col+1:]
			}
			text := puzzle.Text{Name: param, Text: strings.Join(rows, "\n") + "\n"}
			level := puzzle.Value{Param: param, Map: true, Text: text}
			backend := "sat"
			if e.Cost == nil {
				backend = "search"
			}
			without := grounded(t, file, puzzle.Data{Values: []puzzle.Value{level}})
			a, err := without.Solve(t.Context(), puzzle.Options{Backend: backend})
			require.NoError(t, err)
			if e.Cost == nil {
				require.Equal(t, backends.Unsolvable, a.Status, "%s without %s", file, e)
			} else {
				require.NotEmpty(t, a.Solutions, "%s without %s: %s %s", file, e, a.Status, a.Reason)
				require.Equal(t, *e.Cost, a.Solutions[0].Cost, "%s without %s", file, e)
			}
		}
	}
}

// TestTrap: a goal can be reached before the move, and none after it.
func TestTrap(t *testing.T) {
	z := grounded(t, "moves/sokoban_pushes.pz", puzzle.Data{})
	found := 0
	r, err := Of(t.Context(), z, rate.Options{}, func(r *Report) {
		found++
		for _, p := range r.Passages(z) {
			require.NotEmpty(t, p.Lines)
		}
	})
	require.NoError(t, err)
	require.Equal(t, len(r.Elements)+1, found)
	require.Zero(t, r.Trap.Moves)
	before, err := z.From(r.Trap.Before).Solve(t.Context(), puzzle.Options{Backend: "sat"})
	require.NoError(t, err)
	require.Equal(t, backends.Solved, before.Status)
	after, err := z.From(r.Trap.After).Solve(t.Context(), puzzle.Options{Backend: "sat"})
	require.NoError(t, err)
	require.Equal(t, backends.Unsolvable, after.Status)
}

func TestHardest(t *testing.T) {
	r, err := Of(t.Context(), grounded(t, "slitherlink.pz", puzzle.Data{}), rate.Options{}, nil)
	require.NoError(t, err)
	most, _ := r.Vector.Value("most_rules")
	f, _, rules := r.hardest()
	require.EqualValues(t, most, rules)
	require.GreaterOrEqual(t, len(f.Parts), 1)
	require.NotNil(t, r.Unneeded)

	none, err := Of(t.Context(), grounded(t, "sudoku.pz", puzzle.Data{Instance: "clash"}), rate.Options{}, nil)
	require.ErrorIs(t, err, rate.ErrNone)
	f, _, _ = none.hardest()
	require.Nil(t, f)
}

func TestOmitted(t *testing.T) {
	large := grounded(t, "moves/taquin.pz", puzzle.Data{Instance: "fifteen32"})
	r, err := Of(t.Context(), large, rate.Options{States: 500}, nil)
	require.NoError(t, err)
	require.Equal(t, "there are more than 500 states", r.Omitted)
	require.Nil(t, r.Answer)
	r, err = Of(t.Context(), grounded(t, "wolf_goat_cabbage.pz", puzzle.Data{}), rate.Options{}, nil)
	require.NoError(t, err)
	require.Equal(t, "the puzzle has no map with signs and blanks", r.Omitted)
	require.Nil(t, r.Trap)
}
