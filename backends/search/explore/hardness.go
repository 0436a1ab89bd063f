package explore

import (
	"fmt"
	"math"
	"slices"

	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/text"
)

// Hardness says what makes a puzzle hard for people. Each number belongs to the cheapest plans as a whole, so that it
// does not depend on which of them is found: where they differ, the smallest number is given. The measures follow
// Jarušek and Pelánek, "Difficulty rating of Sokoban puzzle" (2010).
type Hardness struct {
	// Plans counts the cheapest plans up to exchanges. An exchange swaps two moves in a row, if both orders can be made
	// and lead to the same state.
	Plans Known
	// TrapDepth looks at the wrong moves: those from a state of a cheapest plan before its end to a state from which no
	// goal is reachable. It is the greatest number of moves, the wrong one included, after which nothing new can be
	// reached. It is 0 if no move beside some cheapest plan is wrong.
	TrapDepth Known
	Forced    Known // moves of a plan beside which all others lead to states without a way to a goal
	// Counterintuitive counts moves of a plan that raise a heuristic: of goalcount and the admissible heuristics of the
	// model that need no tables, the one with the greatest mean.
	Counterintuitive Known
	Heuristic        string
	// Switches counts changes of the moved piece. Two moves move the same piece if they change a common variable, other
	// than those that each move of all cheapest plans changes. A move that changes only these is a switch.
	Switches Known
	// SecondBest is the cost of the best plan that leaves the cheapest plans before their end, and then comes to no state
	// of them but a goal. It may leave them at its start.
	SecondBest Known
}

// Known is a number, or the reason why it is not known.
type Known struct {
	N      int64
	Reason string
}

// hardWork is the number of steps after which a measure is given up: states that are looked at, or classes of plans.
const hardWork = 20_000_000

var tooHard = Known{Reason: "to measure this takes more than " + text.Plural(hardWork, "step")}

// hardness measures the cheapest plans.
type hardness struct {
	*survey
	*Hardness
	order   []uint32         // the states on cheapest plans, each after those from which moves lead to it
	at      map[uint32]int32 // by state: its place in the order
	steps   []step           // the moves of cheapest plans, by the place where they begin
	into    [][]int32        // by place: the steps that lead there
	changed [][]int          // the sets of variables that moves change, without those that all change
}

// step is a move of a cheapest plan, between two places of the order.
type step struct {
	from, to   int32
	move, sets int
}

// harden measures what makes the puzzle hard, if there is a plan.
func (survey *survey) harden() {
	if !survey.o.Hardness || survey.Optimal < 0 {
		return
	}
	h := &hardness{survey: survey, Hardness: &Hardness{}, at: map[uint32]int32{}}
	survey.Hardness = h.Hardness
	var ok bool
	if h.order, ok = survey.tightOrder(); !ok {
		none := Known{Reason: "moves that cost nothing form cycles on the way"}
		*survey.Hardness = Hardness{none, none, none, none, "", none, none}
		return
	}
	h.collect()
	h.Plans, h.TrapDepth, h.Switches, h.SecondBest = h.plans(), h.trapDepth(), h.switches(), h.secondBest()
	h.Forced = h.fewest(func(_ int, s step) (int, int64) {
		winning := 0
		for m, end := h.net.out(h.order[s.from]); m < end; m++ {
			if h.rest[h.net.to[m]] != job.NoCost {
				winning++
			}
		}
		return 0, space.ToInt(winning == 1)
	})
	values, name := h.simplest()
	if h.Heuristic = name; values == nil {
		h.Counterintuitive.Reason = "no simple heuristic tells the states apart"
		return
	}
	h.Counterintuitive = h.fewest(func(_ int, s step) (int, int64) {
		return 0, space.ToInt(values[h.order[s.to]] > values[h.order[s.from]])
	})
}

// collect lists the moves of cheapest plans, and what they change.
func (h *hardness) collect() {
	for i, id := range h.order {
		h.at[id] = int32(i)
	}
	h.into = make([][]int32, len(h.order))
	all := map[string]int{}
	common := []int(nil)
	for i, id := range h.order {
		if h.Ctx.Err() != nil {
			return
		}
		h.Expander.Expand(h.net.State(id))
		before := h.codes(id)
		for k, m := 0, h.net.first[id]; m < h.net.first[id+1]; k, m = k+1, m+1 {
			to := h.net.to[m]
			if h.rest[to] == job.NoCost || h.rest[to]+h.net.costOf(m) != h.rest[id] {
				continue
			}
			var sets []int
			for x, n := range h.codes(to) {
				if n != before[x] {
					sets = append(sets, x)
				}
			}
			if len(h.steps) == 0 {
				common = sets
			}
			common = slices.DeleteFunc(slices.Clone(common), func(x int) bool { return !slices.Contains(sets, x) })
			key := fmt.Sprint(sets)
			if _, known := all[key]; !known {
				all[key] = len(h.changed)
				h.changed = append(h.changed, sets)
			}
			h.into[h.at[to]] = append(h.into[h.at[to]], int32(len(h.steps)))
			h.steps = append(h.steps, step{int32(i), h.at[to], int(h.Expander.Kids[k].Move), all[key]})
		}
	}
	for i, sets := range h.changed {
		h.changed[i] = slices.DeleteFunc(sets, func(x int) bool { return slices.Contains(common, x) })
	}
}

// isRoot reports whether a cheapest plan begins at a place of the order.
func (h *hardness) isRoot(place int) bool {
	id := h.order[place]
	return int(id) < h.RootCount() && h.rest[id] == h.Optimal
}

// plans counts the classes of ways to each state on cheapest plans, see Hardness.Plans. Ways of one class stay in one
// class when the same move is appended. Further ways to a state are of one class if they end in the two halves of a
// diamond: two moves in both orders.
func (h *hardness) plans() (n Known) {
	classes := make([][]int32, len(h.steps)) // by step: the class of a way that ends with it, by the class before it
	count := make([]int32, len(h.order))     // by place: the number of classes
	total := 0
	for i, id := range h.order {
		var parent []int32 // by way: another one of its class, or itself
		add := func() int32 {
			parent = append(parent, int32(len(parent)))
			return int32(len(parent)) - 1
		}
		if h.isRoot(i) {
			add()
		}
		for _, s := range h.into[i] {
			if total += int(count[h.steps[s].from]); total > hardWork/8 || h.Ctx.Err() != nil {
				return tooHard
			}
			classes[s] = make([]int32, count[h.steps[s].from])
			for c := range classes[s] {
				classes[s][c] = add()
			}
		}
		for k, s := range h.into[i] {
			for _, q := range h.into[i][:k] {
				h.diamonds(s, q, func(p, r int32) {
					for c := range classes[p] {
						parent[lists.Root(parent, classes[s][classes[p][c]])] = lists.Root(parent, classes[q][classes[r][c]])
					}
				})
			}
		}
		number := make([]int32, len(parent))
		for way := range parent {
			if parent[way] == int32(way) {
				number[way] = count[i]
				count[i]++
			}
		}
		for _, s := range h.into[i] {
			for c, way := range classes[s] {
				classes[s][c] = number[lists.Root(parent, way)]
			}
		}
		if h.net.goals[id] {
			n.N += int64(count[i])
		}
	}
	return n
}

// diamonds calls do with the first halves of each diamond that ends with two steps: steps from one state, each with the
// move of the other second half.
func (h *hardness) diamonds(s, q int32, do func(p, r int32)) {
	a, b := h.steps[s], h.steps[q]
	for _, p := range h.into[a.from] {
		for _, r := range h.into[b.from] {
			if h.steps[p].from == h.steps[r].from && h.steps[p].move == b.move && h.steps[r].move == a.move {
				do(p, r)
			}
		}
	}
}

// trapDepth looks at each wrong move, and returns the least depth over the cheapest plans, of each the greatest.
func (h *hardness) trapDepth() Known {
	seen := make([]uint32, len(h.rest)) // by state: the number of the last wrong move that led there
	work, number := 0, uint32(0)
	least, best := make([]int64, len(h.order)), int64(math.MaxInt64) // by place: up to the end of the moves from it
	for i, id := range h.order {
		if least[i] = math.MaxInt64; h.isRoot(i) {
			least[i] = 0
		}
		for _, s := range h.into[i] {
			least[i] = min(least[i], least[h.steps[s].from])
		}
		if h.net.goals[id] { // a plan ends here
			best = min(best, least[i])
			continue
		}
		for m, end := h.net.out(id); m < end; m++ {
			if h.rest[h.net.to[m]] != job.NoCost {
				continue
			}
			number++
			depth := int64(0)
			for layer := []uint32{h.net.to[m]}; len(layer) > 0; depth++ {
				var next []uint32
				for _, st := range layer {
					for k, last := h.net.out(st); k < last; k++ {
						if to := h.net.to[k]; seen[to] != number && to != h.net.to[m] {
							seen[to] = number
							next = append(next, to)
						}
					}
				}
				if work += len(layer); work > hardWork || h.Ctx.Err() != nil {
					return tooHard
				}
				layer = next
			}
			least[i] = max(least[i], depth)
		}
	}
	return Known{N: best}
}

// fewest returns the least sum over the steps of a cheapest plan. of gets what it returned at the step before, -1 at
// the first, and returns something to know at the next step, and the number to be added.
func (h *hardness) fewest(of func(last int, s step) (int, int64)) Known {
	least := make([]map[int]int64, len(h.order))
	best, work := int64(math.MaxInt64), 0
	for i, id := range h.order {
		if least[i] = map[int]int64{}; h.isRoot(i) {
			least[i][-1] = 0
		}
		for _, k := range h.into[i] {
			if work += len(least[h.steps[k].from]); work > hardWork || h.Ctx.Err() != nil {
				return tooHard
			}
			for last, n := range least[h.steps[k].from] {
				now, more := of(last, h.steps[k])
				if old, known := least[i][now]; !known || n+more < old {
					least[i][now] = n + more
				}
			}
		}
		for _, n := range least[i] {
			if h.net.goals[id] {
				best = min(best, n)
			}
		}
	}
	return Known{N: best}
}

// switches counts changes of the moved piece. What is known from step to step is the variables of the last piece.
func (h *hardness) switches() Known {
	return h.fewest(func(last int, s step) (int, int64) {
		piece := h.changed[s.sets]
		same := last < 0 || slices.ContainsFunc(h.changed[last], func(x int) bool { return slices.Contains(piece, x) })
		return s.sets, space.ToInt(!same)
	})
}

// simplest returns the values of the best simple heuristic in all states from which a goal is reachable, and its name;
// nil if all have the same value in all states that are no goals.
func (h *hardness) simplest() (values []int64, name string) {
	var simple []estimate.Estimate
	t := h.Space.Task
	for i := range t.Heuristics {
		x := &t.Heuristics[i]
		if x.Admissible && x.Value != task.None && len(t.Pool.Costs(x.Value)) == 0 {
			if e, err := h.Maker.Model(x); err == nil {
				simple = append(simple, e)
			}
		}
	}
	if e, ok := estimate.GoalCount(h.Space); ok {
		simple = append(simple, e)
	}
	most, ev := int64(0), space.NewExpander(h.Space).Child
	for k := range simple {
		now, sum, varied := make([]int64, len(h.rest)), int64(0), map[int64]bool{}
		for id, rest := range h.rest {
			if rest == job.NoCost || h.Ctx.Err() != nil {
				continue
			}
			now[id] = min(simple[k].Of(h.net.State(uint32(id)), ev), Endless)
			if sum += now[id]; !h.net.goals[id] {
				varied[now[id]] = true
			}
		}
		if len(varied) > 1 && (values == nil || sum > most) {
			values, name, most = now, simple[k].Name, sum
		}
	}
	return values, name
}

// secondBest is Dijkstra's algorithm on the states that are on no cheapest plan, from the moves that lead there.
func (h *hardness) secondBest() Known {
	dist := map[uint32]int64{}
	var open store.Queue
	reach := func(id uint32, d int64) {
		_, on := h.at[id]
		if old, known := dist[id]; h.rest[id] != job.NoCost && (!on || h.net.goals[id]) && (!known || d < old) {
			dist[id] = d
			open.Push(d, 0, id)
		}
	}
	for id := range uint32(h.RootCount()) {
		if _, on := h.at[id]; !on {
			reach(id, 0)
		}
	}
	for _, id := range h.order {
		for m, end := h.net.out(id); m < end && !h.net.goals[id]; m++ {
			to, cost := h.net.to[m], h.net.costOf(m)
			if _, on := h.at[to]; !on || cost > h.rest[id] { // also a dearer move to a goal of a cheapest plan
				reach(to, h.Optimal-h.rest[id]+cost)
			}
		}
	}
	for {
		d, _, id, more := open.Pop()
		switch {
		case h.Ctx.Err() != nil:
			return tooHard
		case !more:
			return Known{Reason: "each other plan comes back to the states of the cheapest ones"}
		case d != dist[id]:
			continue
		case h.net.goals[id]:
			return Known{N: d}
		}
		for m, end := h.net.out(id); m < end; m++ {
			reach(h.net.to[m], d+h.net.costOf(m))
		}
	}
}
