package explore

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/pzc-lang/pzc/backends/search/amount"
	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Hardness says what makes a puzzle hard for people. Each number belongs to the cheapest plans as a whole, so that it
// does not depend on which of them is found: where they differ, the smallest number is given. The measures follow
// Jarušek and Pelánek, "Difficulty rating of Sokoban puzzle" (2010).
type Hardness struct {
	// Plans counts the cheapest plans. Plans that differ in the order of two moves in a row, where both orders can be made
	// and lead to the same state, are one, and so are plans that several such exchanges lead to.
	Plans Known
	// TrapDepth looks at the wrong moves: those from a state on a cheapest plan to a state from which no goal is
	// reachable. It is the greatest number of moves, the wrong one included, after which nothing new can be reached. It is
	// 0 if no move is wrong.
	TrapDepth Known
	Forced    Known // moves of a plan beside which all others lead to states without a way to a goal
	// Counterintuitive counts moves of a plan that raise a heuristic: of goalcount and the admissible heuristics of the
	// model that need no tables, the one with the greatest mean.
	Counterintuitive Known
	Heuristic        string
	// Switches counts changes of the moved piece. Two moves move the same piece if they change a common variable, other
	// than those that each move of all cheapest plans changes. Moves that change only these have no piece.
	Switches Known
	// SecondBest is the cost of a plan that leaves the cheapest plans: it begins at, or makes one move to, a state on none
	// of them, and goes on without the state before.
	SecondBest Known
}

// Known is a number, or the reason why it is not known.
type Known struct {
	N      int64
	Reason string
}

// hardWork is the number of steps after which a measure is given up: states that are looked at, or classes of plans.
const hardWork = 20_000_000

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
func (v *survey) harden() {
	if !v.o.Hardness || v.Optimal < 0 {
		return
	}
	h := &hardness{survey: v, Hardness: &Hardness{}, at: map[uint32]int32{}}
	v.Hardness = h.Hardness
	var ok bool
	if h.order, ok = v.tightOrder(); !ok {
		none := Known{Reason: "moves that cost nothing form cycles on the way"}
		*v.Hardness = Hardness{none, none, none, none, "", none, none}
		return
	}
	h.collect()
	h.plans()
	h.trapDepth()
	h.forced()
	h.counterintuitive()
	h.switches()
	h.secondBest()
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

// mostClasses is the number of classes of ways to all states together up to which plans are counted.
const mostClasses = 1 << 21

// plans counts the classes of ways to each state on cheapest plans, see Hardness.Plans. Ways of one class stay in one
// class when the same move is appended. Further ways to a state are of one class if they end in the two halves of a
// diamond: two moves in both orders.
func (h *hardness) plans() {
	classes := make([][]int32, len(h.steps)) // by step: the class of a way that ends with it, by the class before it
	count := make([]int32, len(h.order))     // by place: the number of classes
	total := 0
	for i, id := range h.order {
		var parent []int32 // by way: another one of its class, or itself
		find := func(way int32) int32 {
			for parent[way] != way {
				way = parent[way]
			}
			return way
		}
		add := func() int32 {
			parent = append(parent, int32(len(parent)))
			return int32(len(parent)) - 1
		}
		if h.isRoot(i) {
			add()
		}
		for _, s := range h.into[i] {
			n := int(count[h.steps[s].from])
			if total += n; total > mostClasses || h.Ctx.Err() != nil {
				h.Plans = Known{Reason: "there are more than " + amount.Of(mostClasses, "part") + " of plans"}
				return
			}
			classes[s] = make([]int32, n)
			for c := range classes[s] {
				classes[s][c] = add()
			}
		}
		for k, s := range h.into[i] {
			for _, q := range h.into[i][:k] {
				h.diamonds(s, q, func(p, r int32) {
					for c := range classes[p] {
						parent[find(classes[s][classes[p][c]])] = find(classes[q][classes[r][c]])
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
				classes[s][c] = number[find(way)]
			}
		}
		if h.net.goals[id] {
			h.Plans.N += int64(count[i])
		}
	}
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

// trapDepth looks at each wrong move.
func (h *hardness) trapDepth() {
	seen := make([]uint32, len(h.rest)) // by state: the number of the last wrong move that led there
	tried := map[uint32]bool{}
	work := 0
	for _, id := range h.order {
		for m, end := h.net.out(id); m < end; m++ {
			wrong := h.net.to[m]
			if h.rest[wrong] != job.NoCost || tried[wrong] {
				continue
			}
			tried[wrong] = true
			mark := uint32(len(tried))
			seen[wrong] = mark
			depth := int64(0)
			for layer := []uint32{wrong}; len(layer) > 0; depth++ {
				var next []uint32
				for _, st := range layer {
					for k, last := h.net.out(st); k < last; k++ {
						if to := h.net.to[k]; seen[to] != mark {
							seen[to] = mark
							next = append(next, to)
						}
					}
				}
				if work += len(layer); work > hardWork || h.Ctx.Err() != nil {
					h.TrapDepth.Reason = "after wrong moves there is more to look at than " + amount.Of(hardWork, "state")
					return
				}
				layer = next
			}
			h.TrapDepth.N = max(h.TrapDepth.N, depth)
		}
	}
}

// fewest returns the least sum of numbers of steps over all cheapest plans.
func (h *hardness) fewest(of func(s step) int64) int64 {
	least := slices.Repeat([]int64{math.MaxInt64}, len(h.order))
	best := int64(math.MaxInt64)
	for i, id := range h.order {
		if h.isRoot(i) {
			least[i] = 0
		}
		for _, s := range h.into[i] {
			least[i] = min(least[i], least[h.steps[s].from]+of(h.steps[s]))
		}
		if h.net.goals[id] {
			best = min(best, least[i])
		}
	}
	return best
}

func (h *hardness) forced() {
	h.Forced.N = h.fewest(func(s step) (n int64) {
		for m, end := h.net.out(h.order[s.from]); m < end; m++ {
			if h.rest[h.net.to[m]] != job.NoCost {
				n++
			}
		}
		if n > 1 {
			return 0
		}
		return n
	})
}

// counterintuitive counts moves that raise the best simple heuristic.
func (h *hardness) counterintuitive() {
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
	var values []int64
	best, total, ev := -1, int64(0), space.NewExpander(h.Space).Child
	for k := range simple {
		now, sum, varied := make([]int64, len(h.rest)), int64(0), map[int64]bool{}
		for id, rest := range h.rest {
			if rest == job.NoCost {
				continue
			}
			now[id] = min(simple[k].Of(h.net.State(uint32(id)), ev), Endless)
			if sum += now[id]; !h.net.goals[id] {
				varied[now[id]] = true
			}
		}
		if len(varied) > 1 && (best < 0 || sum > total) {
			best, total, values = k, sum, now
		}
	}
	if best < 0 {
		h.Counterintuitive.Reason = "no simple heuristic tells the states apart"
		return
	}
	h.Heuristic = simple[best].Name
	h.Counterintuitive.N = h.fewest(func(s step) int64 {
		return space.ToInt(values[h.order[s.to]] > values[h.order[s.from]])
	})
}

// switches counts changes of the moved piece, by place and by the variables that the last piece has.
func (h *hardness) switches() {
	const none = -1
	least := make([]map[int]int64, len(h.order))
	best, work := int64(math.MaxInt64), 0
	for i, id := range h.order {
		least[i] = map[int]int64{}
		note := func(last int, n int64) {
			if old, known := least[i][last]; !known || n < old {
				least[i][last] = n
			}
		}
		if h.isRoot(i) {
			note(none, 0)
		}
		for _, k := range h.into[i] {
			s := h.steps[k]
			if work += len(least[s.from]); work > hardWork {
				h.Switches.Reason = "there are too many orders of moves"
				return
			}
			for last, n := range least[s.from] {
				switch piece := h.changed[s.sets]; {
				case len(piece) == 0:
					note(last, n)
				case last == none || slices.ContainsFunc(h.changed[last], func(x int) bool { return slices.Contains(piece, x) }):
					note(s.sets, n)
				default:
					note(s.sets, n+1)
				}
			}
		}
		if h.net.goals[id] {
			for _, n := range least[i] {
				best = min(best, n)
			}
		}
	}
	h.Switches.N = best
}

// secondBest tries the moves that leave the cheapest plans, those with the least bound first.
func (h *hardness) secondBest() {
	type way struct {
		to, without uint32
		cost, bound int64
	}
	const nothing = math.MaxUint32
	var ways []way
	leave := func(to, without uint32, cost int64) {
		if _, on := h.at[to]; !on && h.rest[to] != job.NoCost {
			ways = append(ways, way{to, without, cost, cost + h.rest[to]})
		}
	}
	for id := range uint32(h.RootCount()) {
		leave(id, nothing, 0)
	}
	for _, id := range h.order {
		for m, end := h.net.out(id); m < end; m++ {
			leave(h.net.to[m], id, h.Optimal-h.rest[id]+h.net.costOf(m))
		}
	}
	slices.SortStableFunc(ways, func(a, b way) int { return cmp.Compare(a.bound, b.bound) })
	best, work := int64(job.NoCost), 0
	for _, w := range ways {
		if w.bound >= best {
			break
		}
		cost, ok := h.reach(w.to, w.without, best-w.cost, &work)
		if !ok {
			h.SecondBest.Reason = "ways beside the cheapest plans pass more than " + amount.Of(hardWork, "state")
			return
		}
		if cost != job.NoCost {
			best = w.cost + cost
		}
	}
	if h.SecondBest.N = best; best == job.NoCost {
		h.SecondBest = Known{Reason: "no other plan reaches a goal"}
	}
}

// reach returns the cost from a state to a goal without another state, if it is less than most, else job.NoCost: A*
// with the exact distances. It returns false if that takes too many states.
func (h *hardness) reach(from, without uint32, most int64, work *int) (cost int64, ok bool) {
	dist := map[uint32]int64{from: 0}
	var open store.Queue
	for open.Push(h.rest[from], 0, from); ; {
		f, _, id, more := open.Pop()
		if !more || f >= most {
			return job.NoCost, true
		}
		if f != dist[id]+h.rest[id] {
			continue
		}
		if h.net.goals[id] {
			return dist[id], true
		}
		if *work++; *work > hardWork || h.Ctx.Err() != nil {
			return 0, false
		}
		for m, end := h.net.out(id); m < end; m++ {
			to, d := h.net.to[m], dist[id]+h.net.costOf(m)
			if old, known := dist[to]; to != without && h.rest[to] != job.NoCost && (!known || d < old) {
				dist[to] = d
				open.Push(d+h.rest[to], 0, to)
			}
		}
	}
}
