package searchtest

import (
	"fmt"
	"slices"

	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/compiler/task/tasktest"
	"github.com/pzc-lang/pzc/internal/lists"
)

// RandomTask draws a small task that uses every operator. With wide, its states need several words.
func RandomTask(t *rapid.T, wide bool) *task.Task {
	b := NewBuilder("random")
	vars := rapid.IntRange(1, 4).Draw(t, "variables")
	for v := range vars {
		lo := rapid.Int64Range(-2, 1).Draw(t, "lowest")
		values := []int64{lo}
		for range rapid.IntRange(1, 3).Draw(t, "more values") {
			values = append(values, values[len(values)-1]+rapid.Int64Range(1, 2).Draw(t, "gap"))
		}
		init := rapid.SampledFrom(values).Draw(t, "initial")
		b.Variable(fmt.Sprintf("v%d", v), init, values...)
		if rapid.IntRange(0, 5).Draw(t, "free") == 0 {
			b.Free[len(b.Free)-1] = true
		}
		for i := 0; wide && i < 8; i++ { // ballast: variables that are never written
			b.Variable(fmt.Sprintf("b%d%d", v, i), 0, Span(300)...)
		}
	}
	g := Expressions{T: t, B: b}
	b.InitCond = b.Pool.Or(g.Boolean(2), g.Boolean(2), task.Expr(rapid.IntRange(0, 1).Draw(t, "any start")))
	b.Goal = b.Pool.And(g.Boolean(2), g.Boolean(2))
	b.Always = b.Pool.Or(g.Boolean(1), g.Boolean(2), task.Expr(rapid.IntRange(0, 1).Draw(t, "no always")))
	b.InitCond = b.Pool.And(b.InitCond, b.Always)
	unit := rapid.Bool().Draw(t, "unit costs")
	for m := range rapid.IntRange(1, 5).Draw(t, "moves") {
		g.Move(m, unit)
	}
	return b.Finish()
}

// RandomPlain draws a task of the shape that most puzzles have and that the searches have fast paths for: guards and
// goal are conjunctions over single variables, effects copy or set. Its heuristic "terms" is a sum over variables and
// may be inadmissible.
func RandomPlain(t *rapid.T) *task.Task { return RandomPlainBehind(t, 0) }

// RandomPlainBehind is RandomPlain behind ballast.
func RandomPlainBehind(t *rapid.T, ballast int) *task.Task {
	b := NewBuilder("plain").Ballast(ballast)
	p := b.Pool
	vars := rapid.IntRange(2, 5).Draw(t, "variables")
	size := rapid.IntRange(2, 4).Draw(t, "values")
	var terms, goal []task.Expr
	for v := range vars {
		x := b.Variable(fmt.Sprintf("v%d", v), int64(rapid.IntRange(0, size-1).Draw(t, "initial")), Span(size)...)
		table := make([]task.Expr, size)
		for i := range table {
			table[i] = p.Const(int64(rapid.IntRange(0, 2).Draw(t, "term")))
		}
		terms = append(terms, p.Select(x, table...))
		if v == 0 || rapid.Bool().Draw(t, "in the goal") {
			goal = append(goal, b.Is(x, int64(rapid.IntRange(0, size-1).Draw(t, "goal"))))
		}
	}
	b.Goal = p.And(goal...)
	b.Heuristics = []task.Heuristic{{Name: "terms", Value: p.Add(terms...)}}
	value := func() task.Expr { return p.Const(int64(rapid.IntRange(0, size-1).Draw(t, "value"))) }
	variable := func() task.Expr { return b.At(rapid.IntRange(0, vars-1).Draw(t, "variable")) }
	cheapest := rapid.IntRange(0, 1).Draw(t, "least cost")
	for m := range rapid.IntRange(1, 6).Draw(t, "moves") {
		var guard []task.Expr
		for range rapid.IntRange(0, 2).Draw(t, "conditions") {
			e := p.Eq(variable(), value())
			if rapid.Bool().Draw(t, "negated") {
				e = p.Not(e)
			}
			guard = append(guard, e)
		}
		var effects []task.Effect
		for v := range vars {
			switch rapid.IntRange(0, 4).Draw(t, "effect") {
			case 0:
				effects = append(effects, b.Set(v, value()))
			case 1:
				effects = append(effects, b.Set(v, variable()))
			case 2:
				e := b.Set(v, variable())
				e.Cond = p.Eq(variable(), value())
				effects = append(effects, e)
			}
		}
		cost := rapid.IntRange(cheapest, 2).Draw(t, "cost")
		b.Move(fmt.Sprintf("m%d", m), p.And(guard...), int64(cost), effects...)
	}
	return b.Finish()
}

// Expressions draws expressions over the variables of a task. Each has a value in each state.
type Expressions struct {
	T *rapid.T
	B *Builder
}

// Move draws a move. Every value that it writes is in the domain of its variable.
func (g Expressions) Move(m int, unit bool) {
	p := g.B.Pool
	guard := []task.Expr{g.Boolean(2), p.Or(g.Boolean(1), g.Boolean(1))}
	var effects []task.Effect
	for v := range g.B.Vars {
		if len(g.B.Vars[v].Values) > 100 || !rapid.Bool().Draw(g.T, "written") {
			continue
		}
		e := task.Effect{Var: v, Cond: task.True, Value: g.Number(2)}
		if rapid.Bool().Draw(g.T, "conditional") {
			e.Cond = g.Boolean(2)
		}
		if rapid.Bool().Draw(g.T, "constant") {
			e.Value = p.Const(rapid.SampledFrom(g.B.Vars[v].Values).Draw(g.T, "written value"))
		}
		inside := lists.Map(g.B.Vars[v].Values, func(x int64) task.Expr { return p.Eq(e.Value, p.Const(x)) })
		guard = append(guard, p.Implies(e.Cond, p.Or(inside...)))
		effects = append(effects, e)
	}
	cost := p.Const(1)
	if !unit {
		cost = p.Abs(g.Number(1))
	}
	order := task.None
	if rapid.IntRange(0, 4).Draw(g.T, "ordered") == 0 {
		order = g.Number(1)
	}
	g.B.Moves = append(g.B.Moves, task.Move{
		Name: fmt.Sprintf("m%d", m), Guard: p.And(guard...), Effects: effects, Cost: cost, Order: order,
	})
}

// drawn draws numbers from a test, so that it can simplify what fails.
type drawn struct{ *rapid.T }

func (d drawn) IntN(n int) int { return rapid.IntRange(0, n-1).Draw(d.T, "number") }

func (g Expressions) exprs() *tasktest.Exprs {
	return &tasktest.Exprs{Rnd: drawn{g.T}, Pool: g.B.Pool, N: len(g.B.Vars), Total: true}
}

// Number draws an expression of numbers with at most depth operators on one another.
func (g Expressions) Number(depth int) task.Expr { return g.exprs().Number(depth) }

// Boolean draws a condition with at most depth operators on one another.
func (g Expressions) Boolean(depth int) task.Expr { return g.exprs().Truth(depth) }

// RandomState draws a value for each variable.
func RandomState(t *rapid.T, tk *task.Task) []int64 {
	st := make([]int64, len(tk.Vars))
	for v := range st {
		st[v] = rapid.SampledFrom(tk.Vars[v].Values).Draw(t, "value")
	}
	return st
}

// RandomParts draws a task of two or three groups of variables that no condition and no effect reads together.
func RandomParts(t *rapid.T) *task.Task {
	b := NewBuilder("parts")
	p := b.Pool
	number := func(lo, hi int) int { return rapid.IntRange(lo, hi).Draw(t, "number") }
	var groups [][]int
	for range number(2, 3) {
		var own []int
		for range number(1, 3) {
			own = append(own, len(b.Vars))
			b.Variable(fmt.Sprintf("v%d", len(b.Vars)), int64(number(0, 2)), Span(3)...)
			b.Free[len(b.Free)-1] = number(0, 5) == 0
		}
		groups = append(groups, own)
	}
	of := func(g []int) task.Expr { return p.Var(rapid.SampledFrom(g).Draw(t, "variable")) }
	value := func(g []int) task.Expr { return p.Mod(p.Add(of(g), of(g), p.Const(int64(number(0, 2)))), p.Const(3)) }
	conditions := func(most int) task.Expr {
		var out []task.Expr
		for range number(0, most) {
			g := rapid.SampledFrom(groups).Draw(t, "group")
			out = append(out, p.Le(value(g), of(g)))
		}
		return p.And(out...)
	}
	b.Goal, b.Always = conditions(3), conditions(1)
	b.InitCond = b.Always
	for m := range number(1, 5) {
		var effects []task.Effect
		for _, g := range groups {
			for _, v := range g {
				if number(0, 1) == 1 {
					effects = append(effects, task.Effect{Var: v, Cond: p.Le(of(g), value(g)), Value: value(g)})
				}
			}
		}
		b.Move(fmt.Sprintf("m%d", m), conditions(2), 1, effects...)
	}
	return b.Finish()
}

// RandomCarrying draws a task about pieces on a board: moves carry one piece, or exchange two, or rotate three.
func RandomCarrying(t *rapid.T) *task.Task {
	b := NewBuilder("carrying")
	p := b.Pool
	n, kinds := rapid.IntRange(3, 5).Draw(t, "cells"), rapid.IntRange(2, 3).Draw(t, "kinds")
	var board, goal []task.Expr
	for c := range n {
		init := rapid.IntRange(0, kinds-1).Draw(t, "initial")
		x := b.Variable("board", int64(init), Span(kinds)...)
		board = append(board, x)
		if rapid.Bool().Draw(t, "wanted") || c == 0 {
			goal = append(goal, b.Is(x, int64(rapid.IntRange(0, kinds-1).Draw(t, "goal"))))
		}
	}
	b.Goal = p.And(goal...)
	b.Arrays = []task.Array{{Name: "board", Elems: board}}
	cells := rapid.Permutation(Span(n))
	for m := range rapid.IntRange(1, 6).Draw(t, "moves") {
		at := cells.Draw(t, "at")
		i, j, k := int(at[0]), int(at[1]), int(at[2])
		cost := int64(rapid.IntRange(0, 3).Draw(t, "cost"))
		name := string(rune('a' + m))
		switch rapid.IntRange(0, 3).Draw(t, "what") {
		case 0:
			b.Move(name, b.Is(board[j], 0), cost, b.Set(i, p.Const(0)), b.Set(j, board[i]))
		case 1:
			b.Move(name, p.Not(p.Eq(board[i], board[j])), cost, b.Set(i, board[j]), b.Set(j, board[i]))
		case 2:
			b.Move(name, task.True, cost, b.Set(i, board[j]), b.Set(j, board[k]), b.Set(k, board[i]))
		default:
			b.Move(name, task.True, cost, task.Effect{Var: i, Cond: b.Is(board[k], 1), Value: board[j]},
				task.Effect{Var: j, Cond: b.Is(board[k], 1), Value: board[i]})
		}
	}
	return b.Finish()
}

// RandomCrates draws a puzzle in which moves carry crates between cells, perhaps only where a man is or can go. Crates
// are usually only in the way.
func RandomCrates(t *rapid.T) *task.Task {
	b := NewBuilder("crates")
	p := b.Pool
	n := rapid.IntRange(4, 6).Draw(t, "cells")
	cell := rapid.IntRange(0, n-1)
	there := int64(rapid.IntRange(0, 1).Draw(t, "there"))
	crates := rapid.IntRange(1, 3).Draw(t, "crates")
	starts, ends := rapid.Permutation(spanInt(n)).Draw(t, "starts")[:crates], rapid.Permutation(spanInt(n)).Draw(t, "ends")
	var elems, at, free, goal []task.Expr
	for c := range n {
		init := 1 - there
		if slices.Contains(starts, c) {
			init = there
		}
		elems = append(elems, b.Variable("crate", init, 0, 1))
		at = append(at, b.Is(elems[c], there))
		free = append(free, p.Not(at[c]))
	}
	man := b.Variable("man", int64(cell.Draw(t, "man")), Span(n)...)
	b.Arrays = []task.Array{{Name: "crate", Elems: elems}}
	wanted := crates
	if crates > 1 && rapid.IntRange(0, 9).Draw(t, "to spare") == 0 {
		wanted--
	}
	for k := range wanted {
		goal = append(goal, at[ends[k]])
	}
	b.Goal = p.And(goal...)
	var g task.Graph
	for range n {
		g.Next = append(g.Next, []int32{int32(cell.Draw(t, "next")), int32(cell.Draw(t, "next"))})
	}
	p.Graphs = append(p.Graphs, g)
	for m := range rapid.IntRange(2, 10).Draw(t, "moves") {
		x, y := cell.Draw(t, "x"), cell.Draw(t, "y")
		guard := task.True
		switch rapid.IntRange(0, 2).Draw(t, "man must be") {
		case 0:
			guard = p.Reach(0, man, p.Const(int64(x)), free)
		case 1:
			guard = p.Not(b.Is(man, int64(x)))
		}
		if rapid.Bool().Draw(t, "free") {
			guard = p.And(guard, free[y])
		}
		if rapid.IntRange(0, 30).Draw(t, "helps") == 0 {
			guard = p.And(guard, at[cell.Draw(t, "z")])
		}
		effects := []task.Effect{b.Set(n, p.Const(int64(x)))}
		if from, to := cell.Draw(t, "from"), cell.Draw(t, "to"); from != to && m != 1 {
			guard = p.And(guard, at[from])
			if rapid.IntRange(0, 4).Draw(t, "on others") > 0 {
				guard = p.And(guard, free[to])
			}
			effects = sortedEffects(append(effects, b.Set(from, p.Const(1-there)), b.Set(to, p.Const(there))))
		}
		b.Move(string(rune('a'+m)), guard, int64(rapid.IntRange(0, 3).Draw(t, "cost")), effects...)
		if rapid.IntRange(0, 30).Draw(t, "cost by crates") == 0 {
			b.Moves[m].Cost = p.Add(b.Moves[m].Cost, free[x])
		}
	}
	return b.Finish()
}

// RandomPermutation draws a puzzle in which moves turn some places of an array round, perhaps only where a hole is, at
// costs that may depend on what moves.
func RandomPermutation(t *rapid.T) *task.Task {
	b := NewBuilder("permutation")
	p := b.Pool
	n := rapid.IntRange(3, 5).Draw(t, "places")
	start := rapid.Permutation(Span(n)).Draw(t, "start")
	var at, goal []task.Expr
	for i := range n {
		at = append(at, b.Variable(fmt.Sprintf("at[%d]", i), start[i], Span(n)...))
	}
	b.Arrays = []task.Array{{Name: "at", Elems: at, Distinct: true, Permutation: true}}
	finish := rapid.Permutation(Span(n)).Draw(t, "finish")
	for i := range n {
		if rapid.IntRange(0, 4).Draw(t, "in the goal") > 0 {
			goal = append(goal, b.Is(at[i], finish[i]))
		}
	}
	b.Goal = p.And(goal...)
	hole := rapid.Bool().Draw(t, "hole")
	for m := range rapid.IntRange(1, 6).Draw(t, "moves") {
		k := rapid.IntRange(2, n).Draw(t, "moved")
		if hole {
			k = 2
		}
		places := rapid.Permutation(spanInt(n)).Draw(t, "places")[:k]
		var effects []task.Effect
		for i, x := range places {
			effects = append(effects, b.Set(x, at[places[(i+1)%k]]))
		}
		guard := task.True
		if hole {
			guard = b.Is(at[places[0]], 0)
		}
		b.Move(fmt.Sprintf("m%d", m), guard, int64(rapid.IntRange(0, 2).Draw(t, "cost")), sortedEffects(effects)...)
		if rapid.IntRange(0, 2).Draw(t, "cost of a value") == 0 {
			b.Moves[m].Cost = at[places[1]]
		}
	}
	return Named(b.Finish())
}

func spanInt(n int) (out []int) {
	for i := range n {
		out = append(out, i)
	}
	return out
}

func sortedEffects(es []task.Effect) []task.Effect {
	for i := range es {
		for j := range i {
			if es[i].Var < es[j].Var {
				es[i], es[j] = es[j], es[i]
			}
		}
	}
	return es
}

// RandomSymmetric returns a random puzzle of values that change places with a reflection hidden in it: with each move
// there is its image.
func RandomSymmetric(t *rapid.T) *task.Task {
	b := NewBuilder("RandomSymmetric")
	n := rapid.IntRange(4, 5).Draw(t, "places")
	place := rapid.Permutation(spanInt(n)).Draw(t, "reflection")
	for !isInvolution(place) {
		place = rapid.Permutation(spanInt(n)).Draw(t, "reflection")
	}
	start := rapid.Permutation(Span(n)).Draw(t, "start")
	var at, goal []task.Expr
	for i := range n {
		at = append(at, b.Variable("at", start[i], Span(n)...))
		goal = append(goal, b.Is(at[i], int64(i)))
	}
	b.Arrays = []task.Array{{Name: "at", Elems: at, Distinct: true, Permutation: true}}
	b.Goal = b.Pool.And(goal...)
	hole := rapid.IntRange(0, n-1).Draw(t, "hole") // where it is the image of itself it may be demanded
	broken := rapid.IntRange(0, 5).Draw(t, "broken") == 0
	for range rapid.IntRange(1, 4).Draw(t, "moves") {
		from, to := rapid.IntRange(0, n-1).Draw(t, "from"), rapid.IntRange(0, n-1).Draw(t, "to")
		if from == to {
			continue
		}
		cost := int64(rapid.IntRange(1, 3).Draw(t, "cost"))
		guarded := place[hole] == hole && rapid.Bool().Draw(t, "guarded")
		add := func(from, to int) {
			guard := task.True
			if guarded {
				guard = b.Is(at[to], int64(hole))
			}
			b.Move("swap", guard, cost, sortedEffects([]task.Effect{b.Set(from, at[to]), b.Set(to, at[from])})...)
		}
		add(from, to)
		if !broken && (place[from] != from || place[to] != to) {
			add(place[from], place[to])
		}
	}
	if len(b.Moves) == 0 {
		b.Move("swap", task.True, 1, sortedEffects([]task.Effect{b.Set(0, at[1]), b.Set(1, at[0])})...)
	}
	return Named(b.Finish())
}

func isInvolution(place []int) bool {
	for i, k := range place {
		if place[k] != i {
			return false
		}
	}
	return true
}

// RandomBlocks draws a puzzle in which moves permute blocks of variables: most moves carry each block as a whole, some
// do not. What the blocks hold may be equal. Few puzzles have something else, which is all that keeps them from blocks.
func RandomBlocks(t *rapid.T) *task.Task {
	b := NewBuilder("blocks")
	p := b.Pool
	number := func(lo, hi int) int { return rapid.IntRange(lo, hi).Draw(t, "number") }
	size := number(2, 3)
	blocks := number(2, 6/size)
	n, colours := blocks*size+number(0, 3), number(1, 6)
	if number(0, 2) == 0 {
		b.Ballast(60)
	}
	place := rapid.Permutation(spanInt(n)).Draw(t, "place") // the blocks come first, then single variables
	init := make([]int64, n)
	for i := range init {
		if init[place[i]] = int64(number(0, colours-1)); i < blocks*size && number(0, 2) > 0 {
			init[place[i]] = int64(i % colours) // so that contents have equal twists more often
		}
	}
	other := rapid.SampledFrom([]string{"", "", "", "", "guard", "condition", "always"}).Draw(t, "other")
	for i := range n {
		b.Variable(fmt.Sprintf("s%d", i), init[i], Span(colours+1)...)
	}
	b.Free[b.first+number(0, n-1)] = number(0, 5) == 0
	for m := range number(1, 3) {
		from := spanInt(n)
		twists := rapid.SampledFrom([]string{"none", "round", "any"}).Draw(t, "twists")
		for c, d := range rapid.Permutation(spanInt(blocks)).Draw(t, "blocks") {
			turn := spanInt(size)
			switch k := number(0, size-1); twists {
			case "round":
				for i := range turn {
					turn[i] = (i + k) % size
				}
			case "any":
				turn = rapid.Permutation(turn).Draw(t, "turn")
			}
			for i := range turn {
				from[c*size+i] = d*size + turn[i]
			}
		}
		for i := blocks * size; i+1 < n && number(0, 1) == 0; i++ {
			from[i], from[i+1] = from[i+1], from[i]
		}
		if number(0, 9) == 0 {
			i, j := number(0, n-1), number(0, n-1)
			from[i], from[j] = from[j], from[i]
		}
		var effects []task.Effect
		for i, j := range from {
			if i != j || number(0, 9) == 0 {
				effects = append(effects, b.Set(place[i], b.At(place[j])))
			}
		}
		guard, condition := task.True, p.Not(b.Is(b.At(number(0, n-1)), 0))
		switch {
		case other == "guard":
			guard = condition
		case other == "condition" && len(effects) > 0:
			effects[0].Cond = condition
		case other == "always":
			b.Always, b.InitCond = condition, condition
		}
		b.Move(fmt.Sprintf("m%d", m), guard, 2, sortedEffects(effects)...)
	}
	var goal []task.Expr
	for range number(0, 5) {
		goal = append(goal, p.Eq(b.At(number(0, n-1)), b.At(number(0, n-1))))
	}
	if number(0, 2) == 0 {
		goal = append(goal, b.Is(b.At(number(0, n-1)), int64(number(0, colours))))
	}
	b.Goal = p.And(goal...)
	return b.Finish()
}
