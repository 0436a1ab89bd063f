package difftest

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/apps/compare"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/models"
)

// swaps are the small faults of a drawn model.
var swaps = map[string][]string{
	"0": {"1"}, "1": {"0", "2"}, "2": {"1", "3"}, "==": {"!="}, "!=": {"=="}, "<": {"<="}, "<=": {"<"}, ">": {">="},
	"and": {"or"}, "or": {"and"}, "true": {"false"}, "false": {"true"}, "+": {"-"}, "forall": {"exists"},
	"exists": {"forall"}, "min": {"max"}, "max": {"min"}, "up": {"down"}, "not": {""},
}

var words = regexp.MustCompile(`\w+|[=!<>]=?|\+`)

// faulty returns a model with one small fault.
func faulty(rt *rapid.T, text string) string {
	var at [][]int
	for _, place := range words.FindAllStringIndex(text, -1) {
		if swaps[text[place[0]:place[1]]] != nil {
			at = append(at, place)
		}
	}
	place := at[rapid.IntRange(0, len(at)-1).Draw(rt, "place")]
	with := rapid.SampledFrom(swaps[text[place[0]:place[1]]]).Draw(rt, "with")
	return text[:place[0]] + with + text[place[1]:]
}

// TestCompare compares drawn models with themselves and with faulty copies, and demands what all pairs of states show.
func TestCompare(t *testing.T) { rapid.Check(t, compareDrawn) }

func compareDrawn(rt *rapid.T) {
	text := writeModel(rt, 60)
	if rapid.Bool().Draw(rt, "constraints") {
		text = writeConstraints(rt, 60)
	}
	other := text
	if rapid.IntRange(0, 3).Draw(rt, "fault") > 0 {
		other = faulty(rt, text)
	}
	var programs [2]*puzzle.Program
	for s, text := range []string{text, other} {
		p, diags := puzzle.LoadText(models.FS(), "random.pz", text)
		if diags.HasErrors() {
			return
		}
		programs[s] = p
	}
	r, diags, err := compare.Models(rt.Context(), programs[0], programs[1], puzzle.Data{}, compare.Options{Pairs: 20_000})
	require.NoError(rt, err, "%s\n---\n%s", text, other)
	if diags.HasErrors() || r.Verdict == compare.Open {
		return
	}
	least, known := disagreement(rt, r.Puzzles)
	switch {
	case !known:
	case least < 0:
		require.Equal(rt, compare.Equal, r.Verdict, "%s\n---\n%s\n%+v", text, other, r.Diff)
	default:
		require.Equal(rt, compare.Differ, r.Verdict, "%s\n---\n%s", text, other)
		require.Equal(rt, least, r.Diff.Moves(), "%s\n---\n%s\n%+v", text, other, r.Diff)
	}
}

// mostPairs bounds the enumeration of pairs of states.
const mostPairs = 3000

// disagreement returns the length of a shortest disagreement of two puzzles with equal names, -1 if there is none, by
// all pairs of states on the reference semantics. known is false if there are too many.
func disagreement(rt *rapid.T, z [2]*puzzle.Puzzle) (least int, known bool) {
	type pair struct {
		state [2][]int64
		depth int
	}
	var x [2]*semantics.Machine
	starts := [2]map[string][]int64{{}, {}}
	var names [2]map[string]bool
	for s := range z {
		names[s] = map[string]bool{}
		for place := range z[s].Model().StateSize {
			names[s][z[s].Model().StateName(place)] = true
		}
	}
	for name := range names[0] {
		if !names[1][name] && !z[0].HasMoves() {
			return 0, true
		}
	}
	for s := range z {
		x[s] = z[s].Machine()
		all, complete, err := x[s].InitialStates(rt.Context(), mostPairs)
		if err != nil || !complete {
			return 0, false
		}
		for _, state := range all {
			if !z[s].HasMoves() && !x[s].Goal(state) {
				continue
			}
			var key strings.Builder
			for _, v := range z[s].Assignment(state) {
				if names[1-s][v.Name] {
					fmt.Fprintf(&key, "%s=%s;", v.Name, v.Text)
				}
			}
			if starts[s][key.String()] != nil && z[s].HasMoves() {
				return 0, false // starts that look alike
			}
			starts[s][key.String()] = state
		}
	}
	var queue []pair
	if len(starts[0]) == 1 && len(starts[1]) == 1 && z[0].HasMoves() {
		p := pair{}
		for s := range starts {
			for _, state := range starts[s] {
				p.state[s] = state
			}
		}
		queue = append(queue, p)
	} else {
		for s := range starts {
			for key := range starts[s] {
				if starts[1-s][key] == nil {
					return 0, true
				}
			}
		}
		for key, state := range starts[0] {
			queue = append(queue, pair{[2][]int64{state, starts[1][key]}, 0})
		}
	}
	if !z[0].HasMoves() {
		return -1, true
	}
	least = -1
	found := func(n int) {
		if least < 0 || n < least {
			least = n
		}
	}
	seen := map[string]bool{}
	for ; len(queue) > 0; queue = queue[1:] {
		p := queue[0]
		if least >= 0 && least <= p.depth {
			return least, true
		}
		if len(seen) > mostPairs {
			return 0, false
		}
		if x[0].Goal(p.state[0]) != x[1].Goal(p.state[1]) {
			found(p.depth)
			continue
		}
		var legal [2]map[string]semantics.Made
		for s := range x {
			legal[s] = map[string]semantics.Made{}
			for _, made := range x[s].Legal(p.state[s]) {
				legal[s][x[s].Format(made.Move)] = made
			}
		}
		if len(legal[0]) != len(legal[1]) {
			found(p.depth + 1)
		}
		for name, a := range legal[0] {
			b, possible := legal[1][name]
			if !possible || a.Cost != b.Cost {
				found(p.depth + 1)
				continue
			}
			if key := fmt.Sprint(a.State, b.State); !seen[key] {
				seen[key] = true
				queue = append(queue, pair{[2][]int64{a.State, b.State}, p.depth + 1})
			}
		}
	}
	return least, true
}
