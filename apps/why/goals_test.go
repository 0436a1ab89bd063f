package why

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// TestGoalsThatFail compares what is said of goals with all states that are reached: which goal alone could be left
// out, at which cost, and how many goals can be met together.
func TestGoalsThatFail(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	asked, ways := 0, 0
	for range 60 {
		var goals []string
		for _, r := range rng.Perm(5)[:3] {
			goals = append(goals, []string{
				fmt.Sprintf("x == %d", rng.IntN(6)), fmt.Sprintf("y > %d", rng.IntN(6)), "x + y == 5", "x == 2 * y",
				fmt.Sprintf("(forall i in 0..1: t[x + i] > %d)", rng.IntN(3)),
			}[r])
		}
		text := "puzzle P\nconst t[0..3]: 0..3 = [1, 3, 0, 2]\nstate x: 0..5 = 0\nstate y: 0..5 = 0\n" +
			fmt.Sprintf("move a when x < 5 and y < 5 cost %d { x, y := x + 1, (y + %d) %% 6 }\n", 1+rng.IntN(3), 1+rng.IntN(4)) +
			fmt.Sprintf("move b when y > 0 cost 2 { x, y := (x + %d) %% 6, y - 1 }\n", 2*rng.IntN(2)+2) +
			"goal " + strings.Join(goals, "\ngoal ") + "\n"
		program, diags := puzzle.Load(fstest.MapFS{"p.pz": {Data: []byte(text)}}, "p.pz")
		require.NoError(t, diags.Err(), text)
		z, diags := program.Instantiate(puzzle.Data{})
		require.NoError(t, diags.Err(), text)
		if z.Ground(t.Context()).HasErrors() {
			continue
		}
		answer, err := z.Solve(t.Context(), puzzle.Options{})
		require.NoError(t, err)
		if answer.Status != backends.Unsolvable {
			continue
		}
		asked++
		a, err := Ask(t.Context(), z, Options{Each: 1 << 40})
		require.NoError(t, err)
		least, most := metGoals(t, z, len(goals))
		for i, g := range goals {
			said := int64(-1)
			for _, f := range a.Facts {
				if f.Role == giveWay && strings.HasPrefix(f.Text, "goal "+strings.Trim(g, "()")+":") && f.Plan != nil {
					said = 0
					for _, step := range f.Plan {
						said += step.Cost
					}
				}
			}
			if strings.Contains(g, "forall") || least[i] == 0 {
				continue // said of its instances; without a move
			}
			ways++
			assert.Equal(t, least[i], said, "%s%v: %s", text, a.Facts, g)
		}
		if f := a.Find(Nearest); f != nil && !strings.Contains(text, "forall") {
			n, err := strconv.Atoi(regexp.MustCompile(`\d+`).FindString(f.Text))
			require.NoError(t, err)
			assert.Equal(t, most, n, "%s%s", text, f.Text)
		}
	}
	assert.Greater(t, asked, 10)
	assert.Greater(t, ways, 20)
}

// metGoals returns for each goal the least cost of a state in which all others hold, -1 if there is none, and the
// greatest number of goals that hold in one state.
func metGoals(t *testing.T, z *puzzle.Puzzle, n int) (least []int64, most int) {
	t.Helper()
	x, m := z.Machine(), z.Model()
	starts, _, err := x.InitialStates(t.Context(), 1)
	require.NoError(t, err)
	cost := map[string]int64{fmt.Sprint(starts[0]): 0}
	states := [][]int64{starts[0]}
	for again := true; again; { // Bellman and Ford
		again = false
		for i := 0; i < len(states); i++ {
			for _, mv := range x.Instances() {
				next, c, refusal := x.Apply(states[i], mv)
				if refusal != nil {
					continue
				}
				total, key := cost[fmt.Sprint(states[i])]+c, fmt.Sprint(next)
				if old, seen := cost[key]; !seen || total < old {
					cost[key], again = total, true
					if !seen {
						states = append(states, next)
					}
				}
			}
		}
	}
	least = slices.Repeat([]int64{-1}, n)
	for _, s := range states {
		holds := 0
		for i := range m.Goals {
			if x.Holds(m.Goals[i], s) {
				holds++
			}
		}
		most = max(most, holds)
		for i := range m.Goals {
			c := cost[fmt.Sprint(s)]
			if holds == n-1 && !x.Holds(m.Goals[i], s) && (least[i] < 0 || c < least[i]) {
				least[i] = c
			}
		}
	}
	return least, most
}
