package searchtest

import (
	"slices"

	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// flawsOfSokoban are the flaws by which a puzzle drawn by RandomSokoban is not Sokoban-like.
var flawsOfSokoban = []string{
	"the walker follows", "an edge goes one way", "the walker has a goal", "a place must be without token",
	"a cost depends on a token", "a move needs a token", "a move needs a place without token",
	"the walker passes tokens", "the walker may be anywhere", "a token is carried far", "the walker stands far",
	"there is another variable", "states are forbidden",
}

// RandomSokoban draws a puzzle of a walker among equal tokens on a board with walls: he pushes them, and perhaps
// carries them otherwise. Costs are at least least. Some puzzles are not Sokoban-like, by one flaw.
func RandomSokoban(t *rapid.T, least int) *task.Task {
	b := NewBuilder("sokoban")
	p := b.Pool
	flaw := ""
	if rapid.IntRange(0, 2).Draw(t, "flawed") == 0 {
		flaw = rapid.SampledFrom(flawsOfSokoban).Draw(t, "flaw")
	}
	rows, cols := rapid.IntRange(2, 4).Draw(t, "rows"), rapid.IntRange(3, 5).Draw(t, "cols")
	n := rows * cols
	tail := max(0, rapid.IntRange(-400, 230).Draw(t, "tail")) // nodes of a corridor, which come first
	tokens := rapid.IntRange(1, 4).Draw(t, "tokens")
	var places []int // without walls
	walls := rapid.Permutation(spanInt(n)).Draw(t, "walls")[:rapid.IntRange(0, n/4).Draw(t, "number of walls")]
	for c := range n {
		if !slices.Contains(walls, c) {
			places = append(places, c)
		}
	}
	ends := rapid.Permutation(places).Draw(t, "ends")
	tokens = min(tokens, len(places)-1)
	beside := func(c, d int) int {
		y, x := c/cols+[]int{-1, 0, 1, 0}[d], c%cols+[]int{0, 1, 0, -1}[d]
		if x < 0 || x >= cols || y < 0 || y >= rows || slices.Contains(walls, y*cols+x) {
			return -1
		}
		return y*cols + x
	}
	starts := slices.Clone(ends[:tokens+1]) // the walker is last
	for range rapid.IntRange(0, 30).Draw(t, "pulls") {
		k, d := rapid.IntRange(0, tokens-1).Draw(t, "pulled"), rapid.IntRange(0, 3).Draw(t, "direction")
		if p := beside(starts[k], d); p >= 0 && !slices.Contains(starts[:tokens], p) {
			if q := beside(p, d); q >= 0 && !slices.Contains(starts[:tokens], q) {
				starts[k], starts[tokens] = p, q
			}
		}
	}
	next := make([][]int32, tail+n)
	edge := func(x, y int) {
		if !slices.Contains(next[x], int32(y)) {
			next[x], next[y] = append(next[x], int32(y)), append(next[y], int32(x))
		}
	}
	free, variable := slices.Repeat([]task.Expr{task.False}, tail+n), map[int]int{}
	at := map[int]task.Expr{}
	for c := range tail {
		free[c] = task.True
		edge(c, min(c+1, tail+places[0]))
	}
	for _, c := range places {
		init := int64(0)
		if slices.Contains(starts[:tokens], c) {
			init = 1
		}
		if init == 0 && !slices.Contains(ends[:tokens], c) && rapid.IntRange(0, 9).Draw(t, "never") == 0 {
			free[tail+c] = task.True
			continue
		}
		variable[c] = len(b.Vars)
		at[c] = b.Variable("token", init, 0, 1)
		free[tail+c] = p.Not(at[c])
	}
	for _, c := range places {
		for d := range 4 {
			if e := beside(c, d); e >= 0 {
				edge(tail+c, tail+e)
			}
		}
	}
	walker := len(b.Vars)
	man := b.Variable("walker", int64(tail+starts[tokens]), Span(tail+n)...)
	if flaw == "there is another variable" {
		b.Variable("other", 0, 0, 1)
	}
	if flaw == "an edge goes one way" {
		for range 3 {
			c := tail + rapid.SampledFrom(places).Draw(t, "one way")
			next[c] = next[c][:max(0, len(next[c])-1)]
		}
	}
	p.Graphs = append(p.Graphs, task.Graph{Next: next})
	cost := rapid.IntRange(least, least+rapid.IntRange(0, 2).Draw(t, "costs"))
	some := func() task.Expr { return at[rapid.SampledFrom(ends[:tokens]).Draw(t, "some")] }
	move := func(from, to, stand int) {
		if at[from] == 0 || at[to] == 0 || from == to {
			return
		}
		flawed := flaw != "" && rapid.IntRange(0, 3).Draw(t, "this one") == 0
		put, through := int64(tail+from), slices.Clone(free)
		guard := p.And(at[from], p.Not(at[to]))
		reach := true
		if flawed {
			switch flaw {
			case "the walker follows":
				put = int64(tail + stand)
			case "a move needs a token":
				guard = p.And(guard, some())
			case "a move needs a place without token":
				guard = p.And(guard, p.Not(some()))
			case "the walker passes tokens":
				for c := range through {
					if through[c] != task.False {
						through[c] = task.True
					}
				}
			case "the walker may be anywhere":
				reach = false
			}
		}
		if reach {
			guard = p.And(guard, p.Reach(0, man, p.Const(int64(tail+stand)), through))
		}
		if guard == task.False {
			return
		}
		b.Move("carry", guard, int64(cost.Draw(t, "cost")), sortedEffects([]task.Effect{
			b.Set(variable[from], p.Const(0)), b.Set(variable[to], p.Const(1)), b.Set(walker, p.Const(put)),
		})...)
		if flawed && flaw == "a cost depends on a token" {
			mv := &b.Moves[len(b.Moves)-1]
			mv.Cost = p.Add(mv.Cost, some())
		}
	}
	for _, c := range places {
		for d := range 4 {
			if e, s := beside(c, d), beside(c, (d+2)%4); e >= 0 && s >= 0 {
				move(c, e, s)
			}
		}
	}
	for range max(0, rapid.IntRange(-6, 6).Draw(t, "other ways")) {
		c := rapid.SampledFrom(places).Draw(t, "from")
		e, s := beside(c, rapid.IntRange(0, 3).Draw(t, "to")), beside(c, rapid.IntRange(0, 3).Draw(t, "stand"))
		if flaw == "a token is carried far" {
			e = rapid.SampledFrom(places).Draw(t, "far to")
		}
		if flaw == "the walker stands far" {
			s = rapid.SampledFrom(places).Draw(t, "far stand")
		}
		if e >= 0 && s >= 0 {
			move(c, e, s)
		}
	}
	if tokens > 1 && rapid.IntRange(0, 3).Draw(t, "to spare") == 0 {
		tokens--
	}
	goal := lists.Map(ends[:tokens], func(c int) task.Expr { return at[c] })
	switch flaw {
	case "the walker has a goal":
		goal = append(goal, b.Is(man, int64(tail+rapid.SampledFrom(places).Draw(t, "walker's goal"))))
	case "a place must be without token":
		goal[0] = p.Not(goal[0])
	case "states are forbidden":
		b.Always = p.Not(p.And(some(), some()))
	}
	b.Goal = p.And(goal...)
	return b.Finish()
}
