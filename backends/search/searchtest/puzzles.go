package searchtest

import (
	"fmt"

	"github.com/pzc-lang/pzc/compiler/task"
)

// cubeTurns are the clockwise turns of the faces U, R, F of the 2×2×2 cube: turn[i] is the sticker that comes to place
// i. Faces U R F D L B, each row by row.
var cubeTurns = [3][24]int{
	{2, 0, 3, 1, 20, 21, 6, 7, 4, 5, 10, 11, 12, 13, 14, 15, 8, 9, 18, 19, 16, 17, 22, 23},
	{0, 9, 2, 11, 6, 4, 7, 5, 8, 13, 10, 15, 12, 22, 14, 20, 16, 17, 18, 19, 3, 21, 1, 23},
	{0, 1, 19, 17, 2, 5, 3, 7, 10, 8, 11, 9, 6, 4, 14, 15, 16, 12, 18, 13, 20, 21, 22, 23},
}

// cubeCorners are the stickers of the corners, that of U or D first, then clockwise. The last one is not moved by U, R
// and F.
var cubeCorners = [8][3]int{
	{3, 4, 9}, {2, 8, 17}, {1, 20, 5}, {0, 16, 21}, {13, 11, 6}, {12, 19, 10}, {15, 7, 22}, {14, 23, 18},
}

// again returns a turn made k times.
func again(turn [24]int, k int) [24]int {
	out := turn
	for range k - 1 {
		var next [24]int
		for i := range next {
			next[i] = out[turn[i]]
		}
		out = next
	}
	return out
}

// CubeOfStickers returns the 2×2×2 cube as 21 stickers of six colours, turned at U, R and F; half turns are moves if
// half is set. The start is the solved cube after the turns of the scramble, the goal the solved cube.
func CubeOfStickers(half bool, scramble ...int) *task.Task {
	b := NewBuilder("cube of stickers")
	colour := [24]int64{}
	for i := range colour {
		colour[i] = int64(i / 4)
	}
	for _, f := range scramble {
		old := colour
		for i, from := range cubeTurns[f] {
			colour[i] = old[from]
		}
	}
	var vars [24]task.Expr
	number := map[int]int{}
	var goal []task.Expr
	for i := range colour {
		if i == 14 || i == 18 || i == 23 {
			continue
		}
		number[i] = len(b.Vars)
		vars[i] = b.Variable(fmt.Sprintf("s[%d]", i), colour[i], Span(6)...)
		goal = append(goal, b.Is(vars[i], int64(i/4)))
	}
	for f := range cubeTurns {
		for k := 1; k <= 3; k++ {
			if k == 2 && !half {
				continue
			}
			var effects []task.Effect
			for to, from := range again(cubeTurns[f], k) {
				if to != from {
					effects = append(effects, b.Set(number[to], vars[from]))
				}
			}
			b.Move(fmt.Sprintf("turn(%d, %d)", f, k), task.True, 1, effects...)
		}
	}
	b.Goal = b.Pool.And(goal...)
	return b.Finish()
}

// CubeOfCorners returns the same as a permutation of seven corners, each with a twist.
func CubeOfCorners(half bool, scramble ...int) *task.Task {
	b := NewBuilder("cube of corners")
	type turn struct{ from, twist [7]int }
	turns := map[[2]int]turn{}
	for f := range cubeTurns {
		for k := 1; k <= 3; k++ {
			var t turn
			source := again(cubeTurns[f], k)
			for c := range 7 {
				s := source[cubeCorners[c][0]] // this sticker comes to the U or D side of corner c
				for d, corner := range cubeCorners {
					for side, x := range corner {
						if x == s {
							t.from[c], t.twist[c] = d, side
						}
					}
				}
			}
			turns[[2]int{f, k}] = t
		}
	}
	at, twist := [7]int{0, 1, 2, 3, 4, 5, 6}, [7]int{}
	for _, f := range scramble {
		t := turns[[2]int{f, 1}]
		oldAt, oldTwist := at, twist
		for c := range 7 {
			at[c], twist[c] = oldAt[t.from[c]], (oldTwist[t.from[c]]+t.twist[c])%3
		}
	}
	var corner, sides, goal []task.Expr
	for c := range 7 {
		corner = append(corner, b.Variable(fmt.Sprintf("corner[%d]", c), int64(at[c]), Span(7)...))
	}
	for c := range 7 {
		sides = append(sides, b.Variable(fmt.Sprintf("twist[%d]", c), int64(twist[c]), Span(3)...))
		goal = append(goal, b.Is(corner[c], int64(c)), b.Is(sides[c], 0))
	}
	b.Arrays = []task.Array{
		{Name: "corner", Elems: corner, Distinct: true, Permutation: true},
		{Name: "twist", Elems: sides},
	}
	for f := range cubeTurns {
		for k := 1; k <= 3; k++ {
			if k == 2 && !half {
				continue
			}
			t := turns[[2]int{f, k}]
			var effects []task.Effect
			for c := range 7 {
				if t.from[c] != c {
					effects = append(effects, b.Set(c, corner[t.from[c]]))
				}
			}
			for c := range 7 {
				if t.from[c] != c || t.twist[c] != 0 {
					effects = append(effects, b.Set(7+c,
						b.Pool.Mod(b.Pool.Add(sides[t.from[c]], b.Pool.Const(int64(t.twist[c]))), b.Pool.Const(3))))
				}
			}
			b.Move(fmt.Sprintf("turn(%d, %d)", f, k), task.True, 1, effects...)
		}
	}
	b.Goal = b.Pool.And(goal...)
	return b.Finish()
}

// Hanoi returns the towers of Hanoi, from the first peg to the last.
func Hanoi(pegs, disks int) *task.Task {
	b := NewBuilder("hanoi")
	var at, goal []task.Expr
	for d := range disks {
		at = append(at, b.Variable(fmt.Sprintf("at[%d]", d), 0, Span(pegs)...))
		goal = append(goal, b.Is(at[d], int64(pegs-1)))
	}
	for d := range disks {
		for from := range pegs {
			for to := range pegs {
				if from == to {
					continue
				}
				guard := []task.Expr{b.Is(at[d], int64(from))}
				for s := range d {
					guard = append(guard, b.Pool.Not(b.Is(at[s], int64(from))), b.Pool.Not(b.Is(at[s], int64(to))))
				}
				b.Move(fmt.Sprintf("lift(%d, %d, %d)", d, from, to), b.Pool.And(guard...), 1, b.Set(d, b.Pool.Const(int64(to))))
			}
		}
	}
	b.Goal = b.Pool.And(goal...)
	return b.Finish()
}

// Pancakes returns a permutation whose first two to n elements may be turned round.
func Pancakes(start ...int64) *task.Task {
	b := NewBuilder("pancakes")
	var stack, goal []task.Expr
	for i, p := range start {
		stack = append(stack, b.Variable(fmt.Sprintf("stack[%d]", i), p, Span(len(start))...))
		goal = append(goal, b.Is(stack[i], int64(i)))
	}
	b.Arrays = []task.Array{{Name: "stack", Elems: stack, Distinct: true, Permutation: true}}
	for k := 2; k <= len(start); k++ {
		var effects []task.Effect
		for i := range k {
			if i != k-1-i {
				effects = append(effects, b.Set(i, stack[k-1-i]))
			}
		}
		b.Move(fmt.Sprintf("flip(%d)", k), task.True, 1, effects...)
	}
	b.Goal = b.Pool.And(goal...)
	return b.Finish()
}

// Turns returns a permutation puzzle: each generator with its powers, like the faces of a cube.
func Turns(n int, init, goal []int64, orders []int, cycles ...[][]int) *task.Task {
	b := NewBuilder("turns")
	var x, want []task.Expr
	for i := range n {
		x = append(x, b.Variable(fmt.Sprintf("x[%d]", i), init[i], Span(n)...))
		want = append(want, b.Is(x[i], goal[i]))
	}
	b.Goal = b.Pool.And(want...)
	for g, cs := range cycles {
		for k := 1; k < orders[g]; k++ {
			var effects []task.Effect
			for v := range n {
				for _, c := range cs {
					for i := range c {
						if c[(i+k)%len(c)] == v && k%len(c) != 0 {
							effects = append(effects, b.Set(v, x[c[i]]))
						}
					}
				}
			}
			b.Move(fmt.Sprintf("g%d^%d", g, k), task.True, 1, effects...)
		}
	}
	return b.Finish()
}
