package puzzle

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/technique"
)

// A way of two moves of cost 1, beside one of cost 3 that needs fewer moves.
const detour = `
puzzle Detour
state at: 0..2 = 0
move walk when at < 2 { at := at + 1 }
move fly when at == 0 cost 3 { at := 2 }
goal at == 2
`

func TestRefuted(t *testing.T) {
	const wrong = "heuristic wrong admissible = if at == 1 then 9 else if at == 0 then 2 else 0\n"
	const start = "heuristic five admissible = if at == 0 then 105 else if at == 1 then 99 else 0\n"
	relaxed := func(values string) string {
		return "relaxation shorter of \"other.pz\" { " + values + " }\nheuristic far admissible = shorter\n"
	}
	for _, c := range []struct {
		name, text       string
		options          Options
		status           backends.Status
		cost             int64
		optimal          bool
		refuted, warning string
	}{
		{
			"too great beside a cheaper way", detour + start,
			Options{},
			backends.Solved, 2, true,
			"admissible five", "`five` is not admissible: it says 105 where a goal is reached at cost 3: at = 0",
		},
		{
			"found only by another plan", detour + wrong, Options{}, backends.Solved, 3, true, "", "",
		},
		{
			"named", detour + start,
			Options{Options: backends.Options{Heuristic: "five"}},
			backends.Solved, 3, false,
			"admissible five", "`five` is not admissible: it says 105 where a goal is reached at cost 3: at = 0",
		},
		{
			"two heuristics, one after the other",
			detour + start + "heuristic six admissible = if at == 0 then 104 else if at == 1 then 98 else 0\n",
			Options{},
			backends.Solved, 2, true, "admissible five",
			"`five` is not admissible: it says 105 where a goal is reached at cost 3: at = 0",
		},
		{
			"invariant", detour + "invariant at != 2\n",
			Options{},
			backends.Solved, 2, true,
			"invariant", "an `invariant` fails in a state that can be reached: at = 2",
		},
		{
			"dead, which was not used",
			"puzzle Z\nstate x: 0..1 = 1\nmove m when x == 0 { x := 1 }\ngoal x == 1\ndead x == 1\n",
			Options{},
			backends.Solved, 0, true, "", "",
		},
		{
			"relaxation", detour + relaxed("at = at  n = 0"),
			Options{},
			backends.Solved, 2, true, "admissible far",
			"`far` is not admissible: it says 100 where a goal is reached at cost 3: at = 0",
		},
		{
			"relaxation whose moves cost more",
			detour + strings.Replace(relaxed("at = at  n = 0"), "= shorter", "= if at == 0 then min(shorter, 2) else 0", 1),
			Options{Options: backends.Options{Without: technique.Set{"potentials"}}},
			backends.Solved, 2,
			true, "relaxation shorter", "relaxation shorter: `walk` of cost 1 maps to no move of at most that cost: at = 0",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, diags := Load(fstest.MapFS{"m.pz": {Data: []byte(c.text)}, "other.pz": {Data: []byte(
				"puzzle Other\nparam size: 0..9 = 0\nstate at: 0..2 = 0\nstate n: 0..size = 0\n" +
					"move walk when at < 2 cost 50 { at := at + 1 }\nmove tick cost 0 { n := (n + 1) % (size + 1) }\ngoal at == 2\n",
			)}}, "m.pz")
			require.False(t, diags.HasErrors(), "%v", diags)
			z, diags := p.Instantiate(Data{})
			require.False(t, diags.HasErrors(), "%v", diags)
			require.False(t, z.Ground(context.Background()).HasErrors())
			a, err := z.Solve(context.Background(), c.options)
			require.NoError(t, err)
			require.Equal(t, c.status, a.Status, a.Reason)
			assert.Equal(t, c.cost, a.Solutions[0].Cost)
			assert.Equal(t, c.optimal, a.Optimal)
			if c.refuted == "" {
				assert.Empty(t, a.Refuted)
				return
			}
			require.NotEmpty(t, a.Refuted)
			assert.Equal(t, c.refuted, a.Refuted[0])
			assert.Equal(t, c.warning, a.Warnings[0].Msg)
			assert.NotContains(t, a.ReliesOn, c.refuted)
		})
	}
}
