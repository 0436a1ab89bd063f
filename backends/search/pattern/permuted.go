package pattern

import (
	"context"
	"errors"
	"slices"

	"github.com/pzc-lang/pzc/backends/search/estimate"

	"github.com/pzc-lang/pzc/backends/search/packed"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// permuted is an array whose values change places.
type permuted struct {
	*Chooser
	choice  *chosen
	array   int
	vars    []int   // by place; -1: a constant
	values  []int64 // values with a place in the goal, in the order of these places, without tracked ones
	home    map[int64]int
	tracked []int64       // values that every move changes the place of, such as a hole
	near    [][]bool      // by two places: some move writes both
	weight  map[int64]int // by value: what it costs to move it, at least; 0: that does not depend on the value
}

// choosePermuted adds patterns over the values of an array. If each move moves one value besides the tracked values,
// the values are divided into patterns whose costs are added (Korf and Felner, Disjoint pattern database heuristics,
// 2002). The patterns are as large as allowed, and their values are close together in the goal. Otherwise the patterns
// track the values of some neighbouring places of the goal.
func (p *Chooser) choosePermuted(c *chosen, array int) {
	b := p.newPermuted(array)
	b.choice = c
	if len(b.values) < 2 {
		return
	}
	for _, v := range b.vars {
		if v >= 0 {
			c.taken[v] = true
		}
	}
	parts := lists.Map(b.values, func(x int64) task.Part { return task.Part{Array: array, Own: []int64{x}} })
	if task.Additive(p.sp.Task, parts) == nil {
		b.chooseSum()
	} else {
		b.chooseSeveral()
	}
}

func (p *Chooser) newPermuted(array int) *permuted {
	sp := p.sp
	b := &permuted{Chooser: p, array: array, home: map[int64]int{}}
	elems := sp.Task.Arrays[array].Elems
	place := map[int]int{}
	for i, e := range elems {
		b.vars = append(b.vars, -1)
		if n := sp.Task.Pool.Node(e); n.Op == task.OpVar {
			b.vars[i] = int(n.N)
			place[int(n.N)] = i
		}
	}
	b.near = make([][]bool, len(elems))
	for i := range b.near {
		b.near[i] = make([]bool, len(elems))
	}
	first := true
	for m := range sp.Moves {
		mv := &sp.Moves[m]
		var written []int
		for _, v := range mv.Writes {
			if i, ok := place[int(v)]; ok {
				written = append(written, i)
			}
		}
		if len(written) == 0 {
			continue
		}
		for _, i := range written {
			for _, j := range written {
				b.near[i][j] = true
			}
		}
		moved := b.surelyMoved(mv)
		if first {
			b.tracked, first = moved, false
		}
		b.tracked = slices.DeleteFunc(b.tracked, func(x int64) bool { return !slices.Contains(moved, x) })
	}
	for _, e := range sp.Task.Pool.Conjuncts(sp.Task.Goal) {
		v, at, ok := sp.Program.Single(e, 1)
		if i, in := place[int(v)]; ok && in {
			b.home[sp.Layout.Vars[v].Values[at]] = i
		}
	}
	for x := range b.home {
		if !slices.Contains(b.tracked, x) {
			b.values = append(b.values, x)
		}
	}
	slices.SortStableFunc(b.values, func(x, y int64) int { return b.home[x] - b.home[y] })
	b.weigh()
	return b
}

// weigh finds the least costs of moves of the values, from the moves whose cost depends on the value at one place.
func (b *permuted) weigh() {
	t := b.sp.Task
	state := slices.Clone(t.Init)
	b.weight = map[int64]int{}
	for m := range t.Moves {
		cost := t.Moves[m].Cost
		vars := t.Pool.Vars(cost)
		if len(vars) != 1 || !slices.Contains(b.vars, vars[0]) {
			continue
		}
		v := vars[0]
		for _, x := range t.Vars[v].Values {
			state[v] = x
			c := int(max(1, min(costliestMove, t.Pool.Eval(cost, state))))
			if was := b.weight[x]; was == 0 || c < was {
				b.weight[x] = c
			}
		}
		state[v] = t.Init[v]
	}
}

// surelyMoved returns the values that the guard of a move demands at places which the move writes.
func (b *permuted) surelyMoved(mv *space.Move) (out []int64) {
	for _, f := range mv.Fixed {
		if slices.Contains(b.vars, int(f.Var)) && slices.Contains(mv.Writes, f.Var) {
			out = append(out, b.sp.Layout.Vars[f.Var].Values[f.Place])
		}
	}
	return out
}

// tableStates returns the number of states of a pattern of k values, or a very large number if its table would be too
// large. If the pattern is a part of a sum and its table folds one tracked value, the table is built from components,
// which take as long as a few states each.
func (b *permuted) tableStates(k int, strict bool) float64 {
	n, all := len(b.vars), k+len(b.tracked)
	memory, limit := float64(b.builder.Memory), b.choice.size.entries()
	switch components := strict && len(b.tracked) == 1 && n <= componentPlaces && b.forgets(k); {
	case components && power(n, k) <= min(limit, memory/6):
		return min(falling(n, all), componentStates*falling(n, k))
	case !components && power(n, k) <= min(limit, memory/4) && power(n, all) <= min(totalStates, memory/4):
		return falling(n, all)
	}
	return power(n, n)
}

// chooseSum divides the values into patterns.
func (b *permuted) chooseSum() {
	limit := sizeOf(b.sp) / patternShare
	k := len(b.values)
	for ; k > 0; k-- {
		tables := (len(b.values) + k - 1) / k
		entries := power(len(b.vars), k) * float64(tables)
		if s := b.tableStates(k, true); s <= limit && s*float64(tables) <= b.choice.room() &&
			entries <= float64(b.builder.Memory)*2/3 {
			break
		}
	}
	if k == 0 {
		return
	}
	groups := b.deal(k)
	sum, ok := b.costs(groups)
	if !ok {
		return
	}
	b.choice.sums = append(b.choice.sums, sum)
	b.choice.sums = append(b.choice.sums, b.reflectedSums(groups, sum)...)
}

// costs adds the patterns of a sum.
func (b *permuted) costs(groups [][]int64) (sum []task.Expr, ok bool) {
	for _, own := range groups {
		e, ok := b.pattern(own, true)
		if !ok {
			return nil, false
		}
		b.choice.states += b.tableStates(len(own), true)
		sum = append(sum, e)
	}
	return sum, true
}

// chooseSeveral takes the values of the first places of the goal, of the last places and, if these are not all values,
// of the places between.
func (b *permuted) chooseSeveral() {
	limit := sizeOf(b.sp) / patternShare
	k := len(b.values)
	for ; k > 0; k-- {
		if s := b.tableStates(k, false); s <= limit && 3*s <= b.choice.room() {
			break
		}
	}
	if k == 0 {
		return
	}
	last := len(b.values) - k
	for _, from := range slices.Compact([]int{0, last / 2, last}) {
		if e, ok := b.pattern(b.values[from:from+k], false); ok {
			b.choice.sums = append(b.choice.sums, []task.Expr{e})
			b.choice.states += b.tableStates(k, false)
		}
	}
}

// pattern adds a pattern. If its table would be too large, the table forgets where the tracked values are.
func (b *permuted) pattern(own []int64, strict bool) (task.Expr, bool) {
	a, image, err := b.builder.simpler(func(ctx context.Context) (task.Abstraction, []task.Expr, error) {
		return task.Pattern(ctx, b.sp.Task, b.array, own, b.tracked, strict)
	})
	if errors.Is(err, estimate.ErrStopped) {
		b.choice.err = err
	}
	if err != nil || !b.affords(b.choice, &a) {
		return task.None, false
	}
	if packed.Product(a.Task.Vars, patternEntries) < 0 {
		for i, e := range image {
			value := b.sp.Task.Pool.Node(e).Args[0]
			if x, ok := b.sp.Task.Pool.Value(value); ok && slices.Contains(b.tracked, x) {
				a.Fold = append(a.Fold, i)
			}
		}
	}
	return adopt(b.sp, a, image), true
}

// forgets reports whether the table of k values forgets where the tracked values are.
func (b *permuted) forgets(k int) bool { return power(len(b.vars), k+len(b.tracked)) > patternEntries }

// deal divides the values into groups of k, and one group of the rest, so that many values are near other values of
// their group in the goal. It begins with several partitions, and exchanges values as long as this brings more
// neighbours together. Values whose moves cost more count more.
func (b *permuted) deal(k int) (groups [][]int64) {
	n := len(b.values)
	bestNear := -1
	seed := uint64(1)
	for try := range 40 {
		if try > 0 && b.builder.Ctx.Err() != nil {
			break
		}
		of := make([]int, n) // by value: its group
		for i := range of {
			of[i] = i / k
		}
		for i := n - 1; i > 0 && try > 0; i-- {
			seed = seed*6364136223846793005 + 1442695040888963407
			j := int(seed >> 33 % uint64(i+1))
			of[i], of[j] = of[j], of[i]
		}
		near := b.exchange(of)
		if near <= bestNear {
			continue
		}
		groups, bestNear = make([][]int64, (n+k-1)/k), near
		for i, g := range of {
			groups[g] = append(groups[g], b.values[i])
		}
	}
	return groups
}

// exchange improves a partition. near is the sum over the pairs within groups, each counted twice.
func (b *permuted) exchange(of []int) (near int) {
	for better := true; better; {
		better = false
		for i := range of {
			for j := range i {
				if of[i] == of[j] {
					continue
				}
				before := b.beside(of, i) + b.beside(of, j)
				of[i], of[j] = of[j], of[i]
				if b.beside(of, i)+b.beside(of, j) > before {
					better = true
				} else {
					of[i], of[j] = of[j], of[i]
				}
			}
		}
	}
	for i := range of {
		near += b.beside(of, i)
	}
	return near
}

// beside adds up the pairs of value i and others of its group. A pair hinders each other at the cost of the cheaper
// one, and twice as much if their homes are near.
func (b *permuted) beside(of []int, i int) (near int) {
	x := b.values[i]
	home := b.near[b.home[x]]
	for j, y := range b.values {
		if j != i && of[i] == of[j] {
			near += max(1, min(b.weight[x], b.weight[y])) * (1 + int(space.ToInt(home[b.home[y]])))
		}
	}
	return near
}
