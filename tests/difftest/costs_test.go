package difftest

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/apps/emit"
	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/encode"
	"github.com/pzc-lang/pzc/backends/search"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// Small puzzles with costs around the powers of two at which something could end: all ways add them exactly, or say
// that they do not.

// roads is a puzzle of places and roads between them. The cost of a road may depend on a switch, which each road turns.
type roads struct {
	places int
	roads  []road
}

type road struct {
	from, to int
	costs    [2]int64 // by the switch
}

// dearCosts are costs around the limits of 8, 16, 31, 32, 40 and 53 bits.
func dearCosts() (all []int64) {
	all = []int64{0, 1, 7}
	for _, bits := range []int{8, 16, 26, 31, 32, 40, 52} {
		all = append(all, 1<<bits-1, 1<<bits, 1<<bits+1)
	}
	return append(all, model.MaxCost-1, model.MaxCost)
}

func drawRoads(rt *rapid.T) *roads {
	r := &roads{places: rapid.IntRange(2, 6).Draw(rt, "places")}
	cost := rapid.SampledFrom(dearCosts())
	place := rapid.IntRange(0, r.places-1)
	for range rapid.IntRange(1, 10).Draw(rt, "roads") {
		x := road{from: place.Draw(rt, "from"), to: place.Draw(rt, "to")}
		x.costs = [2]int64{cost.Draw(rt, "cost"), cost.Draw(rt, "cost")}
		if rapid.Bool().Draw(rt, "constant") {
			x.costs[1] = x.costs[0]
		}
		r.roads = append(r.roads, x)
	}
	return r
}

func (r *roads) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "puzzle Roads\ntype Place = 0..%d\nstate at: Place = 0\nstate on: bool = false\n", r.places-1)
	for i, x := range r.roads {
		cost := fmt.Sprint(x.costs[0])
		if x.costs[0] != x.costs[1] {
			cost = fmt.Sprintf("if on then %d else %d", x.costs[1], x.costs[0])
		}
		fmt.Fprintf(&b, "move m%d when at == %d cost %s { at := %d  on := not on }\n", i, x.from, cost, x.to)
	}
	fmt.Fprintf(&b, "goal at == %d\nheuristic place = project(at)\nheuristic thousandfold = 1000 * project(at)\n",
		r.places-1)
	fmt.Fprintf(&b, "heuristic last admissible = if at == %d then 0 else %d\n", r.places-1, r.last())
	return b.String()
}

// last is the least cost of a road to the goal; without one a great number.
func (r *roads) last() int64 {
	least := int64(1 << 60)
	for _, x := range r.roads {
		if x.to == r.places-1 && x.from != x.to {
			least = min(least, x.costs[0], x.costs[1])
		}
	}
	return least
}

// cheapest is the cost of a cheapest plan and its number of moves, none without a plan. Few numbers are added, so that
// 64 bits hold them.
func (r *roads) cheapest() (least int64, moves int) {
	left := make([]int64, 2*r.places) // by place and switch: the cost of a cheapest way to it
	length := make([]int, len(left))
	for i := range left {
		left[i] = none
	}
	left[0] = 0
	for changed := true; changed; {
		changed = false
		for _, x := range r.roads {
			for on := range 2 {
				from, to := 2*x.from+on, 2*x.to+1-on
				if left[from] != none && left[from]+x.costs[on] < left[to] {
					left[to], length[to], changed = left[from]+x.costs[on], length[from]+1, true
				}
			}
		}
	}
	goal := 2 * (r.places - 1)
	if left[goal+1] < left[goal] {
		goal++
	}
	return left[goal], length[goal]
}

// dearPuzzle is roads with what is known about them.
type dearPuzzle struct {
	rt    *rapid.T
	z     *puzzle.Puzzle
	least int64
	moves int
}

// judge checks an answer: the least cost, or that nothing is claimed because costs are too great.
func (d *dearPuzzle) judge(a *puzzle.Answer, complete bool, way string) {
	const beyond = "9007199254740992 (2^53), beyond which costs are not added"
	switch {
	case d.least == none:
		require.Contains(d.rt, []backends.Status{backends.Unsolvable, backends.Unknown}, a.Status, way)
		if a.Status == backends.Unknown {
			require.Contains(d.rt, a.Reason, beyond, way)
		}
	case a.Status == backends.Solved:
		require.LessOrEqual(d.rt, a.Solutions[0].Cost, model.MaxCost, way)
		require.GreaterOrEqual(d.rt, a.Solutions[0].Cost, d.least, way)
		if complete || a.Optimal {
			require.Equal(d.rt, d.least, a.Solutions[0].Cost, way)
		}
	default:
		require.Equal(d.rt, backends.Unknown, a.Status, "%s: %s", way, a.Reason)
		require.Contains(d.rt, a.Reason, "costs", way)
		require.False(d.rt, complete && d.least <= model.MaxCost, "%s: %s", way, a.Reason)
	}
	require.LessOrEqual(d.rt, a.Lower, d.least, way)
}

func (d *dearPuzzle) solve(o puzzle.Options, complete bool) {
	way := fmt.Sprintf("%s, %s, %s, %g", o.Backend, o.Algorithm, o.Heuristic, o.Weight)
	a, err := d.z.Solve(d.rt.Context(), o)
	if err != nil {
		require.NotErrorAs(d.rt, err, new(*puzzle.Fault), "%s: %s", way, faultReport(err))
		require.Regexp(d.rt, "too large for a table|no move carries|no few variables|nothing", err.Error(), way)
		return
	}
	d.judge(a, complete, way)
}

func TestCostsAgree(t *testing.T) {
	property(t, func(rt *rapid.T) {
		r := drawRoads(rt)
		lastModel = r.text()
		d := &dearPuzzle{rt: rt, z: newPuzzle(rt, lastModel)}
		d.least, d.moves = r.cheapest()
		for _, a := range puzzle.Algorithms() {
			o := puzzle.Options{Backend: "search", Options: backends.Options{Algorithm: a.Name}}
			if a.Guided {
				o.Heuristic = rapid.SampledFrom([]string{
					"blind", "place", "thousandfold", "last", "goalcount", "hmax", "add", "ff", "lmcut", "matching",
					"patterns",
				}).Draw(rt, a.Name)
			}
			if a.Weighs {
				o.Weight = rapid.SampledFrom([]float64{0, 1, 1.001, 7.5, 999.999, 1000}).Draw(rt, "weight")
			}
			admissible := !slices.Contains([]string{"add", "ff", "thousandfold"}, o.Heuristic)
			d.solve(o, a.Finds == search.Cheapest && admissible)
		}
		d.solve(puzzle.Options{Backend: "sat"}, false)
		d.solve(puzzle.Options{Backend: "search", Options: backends.Options{All: true}}, true)
		n := d.moves
		d.solve(puzzle.Options{Backend: "search", Options: backends.Options{Horizon: &n}}, false)
		d.solve(puzzle.Options{Backend: "sat", Options: backends.Options{Horizon: &n}}, false)
		d.inPDDL()
		d.inFormula()
	})
}

// inPDDL has the puzzle solved by a planner, whose plan is read back.
func (d *dearPuzzle) inPDDL() {
	p, err := emit.PDDL(context.Background(), d.z)
	require.NoError(d.rt, err)
	plan, cost := newPlanner(d.rt, p).solve(100)
	if d.least == none {
		require.Equal(d.rt, int64(-1), cost)
		return
	}
	require.Equal(d.rt, d.least, cost, "%s", p.Domain)
	text, err := planLines(p, plan)
	require.NoError(d.rt, err)
	found, diags := d.z.ValidateOne(context.Background(), puzzle.Text{Name: "plan", Text: text})
	require.NoError(d.rt, diags.Err())
	if d.least <= model.MaxCost {
		require.True(d.rt, found.Valid(), "%s", text)
		return
	}
	require.False(d.rt, found.Valid(), "%s", text)
	require.Contains(d.rt, found.Failures[0].Msg, "costs more than 9007199254740992 (2^53)")
}

// inFormula has the formula of the length of a cheapest plan solved, and reads the answer back.
func (d *dearPuzzle) inFormula() {
	if d.least == none {
		return
	}
	x := emit.Formula{
		Horizon: d.moves, Encoding: among(d.rt, "encoding", encode.Encodings()),
		AtMost: among(d.rt, "at most one", cnf.AtMostOnes()),
	}
	var text bytes.Buffer
	require.NoError(d.rt, emit.CNF(context.Background(), &text, d.z, x))
	a, err := emit.Decode(context.Background(), d.z, x, puzzle.Text{Name: "solution", Text: withGini(d.rt, text.String())})
	if err != nil {
		require.Contains(d.rt, err.Error(), "9007199254740992 (2^53)")
		return
	}
	d.judge(a, false, "cnf")
}
