package why

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/internal/puzzle"
)

// A rule is a goal of a random puzzle, and what it means.
type rule struct {
	text  string
	holds func(v []int) bool
}

// The variables of the random puzzles have values from 1 to domain.
const (
	names  = "abcd"
	domain = 3
)

func randomRule(rng *rand.Rand) rule {
	i, j, k := rng.IntN(len(names)), rng.IntN(len(names)), 1+rng.IntN(2*domain)
	x, y, one := names[i:i+1], names[j:j+1], 1+k%domain
	return []rule{
		{x + " < " + y, func(v []int) bool { return v[i] < v[j] }},
		{x + " != " + y, func(v []int) bool { return v[i] != v[j] }},
		{fmt.Sprintf("%s + %s == %d", x, y, k), func(v []int) bool { return v[i]+v[j] == k }},
		{fmt.Sprintf("%s == %d => %s == 2", x, one, y), func(v []int) bool { return v[i] != one || v[j] == 2 }},
		{fmt.Sprintf("%s >= 2 or %s == %d", x, y, one), func(v []int) bool { return v[i] >= 2 || v[j] == one }},
	}[rng.IntN(5)]
}

// fits tells by brute force whether some values satisfy all rules of a set.
func fits(rules []rule, set []int) bool {
	v := make([]int, len(names))
	for n := range domain * domain * domain * domain {
		for i := range v {
			v[i], n = 1+n%domain, n/domain
		}
		if !slices.ContainsFunc(set, func(r int) bool { return !rules[r].holds(v) }) {
			return true
		}
	}
	return false
}

// TestReasonsAreReasons compares reasons with all sets of rules: a reason clashes, it fits without each of its rules,
// and no smaller set clashes. What gives way is the least that has to.
func TestReasonsAreReasons(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	asked := 0
	for range 400 {
		rules := make([]rule, 4+rng.IntN(5))
		text := "puzzle Random\n"
		for i := range rules {
			rules[i] = randomRule(rng)
			text += "goal " + rules[i].text + "\n"
		}
		for _, name := range strings.Split(names, "") {
			text += fmt.Sprintf("state %s: 1..%d = any\n", name, domain)
		}
		var all []int
		for i := range rules {
			all = append(all, i)
		}
		if fits(rules, all) {
			continue
		}
		asked++
		reason, least, gives := askFor(t, text)
		require.False(t, fits(rules, reason), text)
		for i := range reason {
			assert.True(t, fits(rules, slices.Delete(slices.Clone(reason), i, i+1)), text)
		}
		size, correction := len(rules), len(rules)
		for bits := range 1 << len(rules) {
			set, rest := slices.Clone(all), slices.Clone(all)
			set = slices.DeleteFunc(set, func(r int) bool { return bits>>r&1 == 0 })
			rest = slices.DeleteFunc(rest, func(r int) bool { return bits>>r&1 == 1 })
			if !fits(rules, set) {
				size = min(size, len(set))
			}
			if fits(rules, rest) {
				correction = min(correction, len(set))
			}
		}
		require.True(t, least)
		assert.Len(t, reason, size, text)
		assert.Equal(t, correction, gives, text)
	}
	assert.Greater(t, asked, 100)
}

// askFor returns the rules of a reason, by their lines, whether no smaller one clashes, and how many have to give way.
func askFor(t *testing.T, text string) (reason []int, least bool, gives int) {
	t.Helper()
	program, diags := puzzle.LoadText(fstest.MapFS{}, "random.pz", text)
	require.NoError(t, diags.Err(), text)
	z, diags := program.Instantiate(puzzle.Data{})
	require.NoError(t, diags.Err(), text)
	require.NoError(t, z.Ground(t.Context()).Err(), text)
	a, err := Ask(t.Context(), z, Options{})
	require.NoError(t, err, text)
	least = strings.Contains(a.Facts[0].Text, "no fewer do") || strings.Contains(a.Facts[0].Text, "alone")
	for _, f := range a.Facts {
		if f.Role == because {
			reason = append(reason, f.Span.Start.Line-2)
		}
	}
	gives = 1
	way := a.Find(giveWay)
	if _, err := fmt.Sscanf(way.Text, "It takes %d that give way", &gives); err == nil {
		require.Len(t, way.Parts, gives, text)
	}
	return reason, least, gives
}
