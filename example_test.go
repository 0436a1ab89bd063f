package pzc_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/pzc-lang/pzc"
)

// must ends an example that fails.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

var ctx = context.Background()

// A model of the library, with its own parameters.
func Example() {
	model := must(pzc.Library("hanoi"))
	puzzle := must(model.Puzzle(ctx, "", nil))
	answer := must(puzzle.Solve(ctx, pzc.Options{}))
	plan := answer.Solutions[0]
	fmt.Println(answer.Status, "in", len(plan.Moves), "moves; the first is", plan.Moves[0])
	// Output: solved in 7 moves; the first is lift(1, 0, 2)
}

// A puzzle of your own: two jugs, and a third of a page of text.
func ExampleParse() {
	model := must(pzc.Parse("jugs.pz", `
puzzle Jugs
param want: 1..9 = 4
state three: 0..3 = 0
state five: 0..5 = 0
move fill_three { three := 3 }
move fill_five { five := 5 }
move empty_three { three := 0 }
move empty_five { five := 0 }
move pour_up { five := min(5, five + three)  three := max(0, three + five - 5) }
move pour_down { three := min(3, three + five)  five := max(0, three + five - 3) }
goal five == want
`))
	puzzle := must(model.Puzzle(ctx, "", nil))
	answer := must(puzzle.Solve(ctx, pzc.Options{}))
	fmt.Println(strings.Join(answer.Solutions[0].Moves, ", "))
	// Output: fill_five, pour_down, empty_three, pour_down, fill_five, pour_down
}

// Parameters come from a struct, and values go into one.
func ExampleModel_Puzzle() {
	type board struct {
		High, Wide int
		Clues      []string
	}
	model := must(pzc.Library("sudoku"))
	puzzle := must(model.Puzzle(ctx, "", board{2, 2, []string{"1...", "..2.", ".3..", "...4"}}))
	answer := must(puzzle.Solve(ctx, pzc.Options{}))
	var solution struct{ Value [][]int }
	if err := answer.Solutions[0].Values(&solution); err != nil {
		panic(err)
	}
	for _, row := range solution.Value {
		fmt.Println(row)
	}
	// Output:
	// [1 2 4 3]
	// [3 4 2 1]
	// [4 3 1 2]
	// [2 1 3 4]
}

// Is a level solvable, and in how many moves?
func ExamplePuzzle_Solve() {
	model := must(pzc.Library("sokoban_pushes"))
	for _, level := range [][]string{
		{"######", "#@ $.#", "######"},
		{"######", "#@$ $#", "#  ..#", "######"},
	} {
		puzzle := must(model.Puzzle(ctx, "", map[string]any{"level": level}))
		answer := must(puzzle.Solve(ctx, pzc.Options{}))
		if answer.Status == pzc.Solved {
			fmt.Println("solved, cost", answer.Solutions[0].Cost)
		} else {
			fmt.Println(answer.Status)
		}
	}
	// Output:
	// solved, cost 1
	// unsolvable
}

// Is a solution the only one?
func ExamplePuzzle_Count() {
	puzzle := must(must(pzc.Library("queens")).Puzzle(ctx, "", map[string]int{"n": 6}))
	n, complete, err := puzzle.Count(ctx, pzc.Options{})
	fmt.Println(n, complete, err)
	n, complete, err = puzzle.Count(ctx, pzc.Options{Limit: 2})
	fmt.Println(n, complete, err)
	// Output:
	// 4 true <nil>
	// 2 false <nil>
}

// Answers of people are judged, and what is wrong is said.
func ExamplePuzzle_Validate() {
	puzzle := must(must(pzc.Library("queens")).Puzzle(ctx, "", map[string]int{"n": 4}))
	verdict := must(puzzle.Validate(ctx, `{"queen": [0, 2, 0, 3]}`, false))
	fmt.Println(verdict.Valid)
	for _, f := range verdict.Failures[:1] {
		fmt.Println(f.Text)
	}
	// Output:
	// false
	// the goal does not hold: `distinct` fails: queen[0] and queen[2] are both 0
}

// A game asks what can be done, and plays a move by adding it to the position.
func ExamplePuzzle_At() {
	puzzle := must(must(pzc.Library("wolf_goat_cabbage")).Puzzle(ctx, "", nil))
	state := must(puzzle.At(ctx, pzc.Position{}))
	fmt.Println(state.Moves)
	state = must(puzzle.At(ctx, pzc.Position{Moves: []string{"take(wolf)"}}))
	fmt.Println("lost:", state.Lost)
	_, err := puzzle.At(ctx, pzc.Position{Moves: []string{"take(goat)", "take(wolf)"}})
	fmt.Println(err)
	// Output:
	// [row take(wolf) take(goat) take(cabbage)]
	// lost: the goat eats the cabbage
	// move 2, take(wolf): the wolf is on the other bank
}

// The next move of a best plan.
func ExamplePuzzle_Hint() {
	puzzle := must(must(pzc.Library("hanoi")).Puzzle(ctx, "", nil))
	hint := must(puzzle.Hint(ctx, pzc.Position{Moves: []string{"lift(1, 0, 1)"}}))
	fmt.Println(hint.Move, "is the next of", hint.Left, "moves")
	// Output: lift(1, 1, 2) is the next of 7 moves
}

// In a puzzle without moves, a hint is the value that is easiest to deduce, with the reason.
func ExamplePuzzle_Hint_deduction() {
	clues := []string{"1...", "..2.", ".3..", "...4"}
	model := must(pzc.Library("sudoku"))
	puzzle := must(model.Puzzle(ctx, "", map[string]any{"high": 2, "wide": 2, "clues": clues}))
	hint := must(puzzle.Hint(ctx, pzc.Position{}))
	fmt.Printf("%s is %s\n", hint.Name, hint.Value)
	for _, r := range hint.Reasons {
		fmt.Println(r.Text)
	}
	// Output:
	// value[(1, 3)] is 1
	// value[(0, 2)] and value[(0, 3)] are not 1, since value[(0, 0)] = 1
	// goal distinct c in Cell where c.row == r: value[c], for r = 0
	// value[(1, 3)] = 1, since value[(0, 2)] and value[(0, 3)] are not 1; value[(1, 2)] = 2
	// goal distinct c in Cell where c.row / high == i and c.col / wide == j: value[c], for i = 0, j = 1
}

// Why is there no solution? The rules that together are the reason.
func ExamplePuzzle_Why() {
	model := must(pzc.Parse("party.pz", `puzzle Party
enum Guest { ada, bob, cy }
state comes[g in Guest]: bool = any
goal comes[ada] => comes[bob]
goal comes[bob] => comes[cy]
goal not comes[cy]
goal comes[ada]
goal (count g in Guest: comes[g]) < 3
`))
	facts, complete, err := must(model.Puzzle(ctx, "", nil)).Why(ctx, pzc.Options{})
	for _, f := range facts {
		fmt.Println(f.Line, f.Text)
	}
	fmt.Println(complete, err)
	// Output:
	// 0 No values fit. These 4 contradict one another, and no fewer do:
	// 4 goal comes[ada] => comes[bob]
	// 5 goal comes[bob] => comes[cy]
	// 6 goal not comes[cy]
	// 7 goal comes[ada]
	// 0 Values fit if one of these gives way:
	// 4 goal comes[ada] => comes[bob]
	// 5 goal comes[bob] => comes[cy]
	// 7 goal comes[ada]
	// 0 Trial shows it too: all choices were looked at, element by element (2 values tried).
	// true <nil>
}

// What is wrong with a model is told with its place.
func ExampleError() {
	_, err := pzc.Parse("door.pz", "puzzle Door\nstate open: bool = false\nmove push { opne := true }\ngoal open\n")
	var wrong *pzc.Error
	if errors.As(err, &wrong) {
		f := wrong.Findings[0]
		fmt.Printf("line %d, column %d: %s\n%s\n", f.Line, f.Column, f.Text, f.Help)
	}
	// Output:
	// line 3, column 13: unknown name `opne`
	// did you mean `open`?
}

// Time is limited by a context, memory by an option, and progress is told.
func ExampleOptions() {
	soon, stop := context.WithTimeout(ctx, time.Minute)
	defer stop()
	puzzle := must(must(pzc.Library("taquin")).Puzzle(soon, "small", nil))
	answer := must(puzzle.Solve(soon, pzc.Options{
		Memory:   1 << 30,
		Progress: func(line string) { _ = line },
	}))
	fmt.Println(answer.Status, answer.Optimal)
	// Output: solved true
}

// The picture of a state, as text or as SVG.
func ExampleState() {
	puzzle := must(must(pzc.Library("lights_out")).Puzzle(ctx, "", nil))
	state := must(puzzle.At(ctx, pzc.Position{}))
	fmt.Print(state.Board())
	fmt.Println(strings.HasPrefix(state.SVG(), "<svg"))
	// Output:
	// ooooo
	// ooooo
	// ooooo
	// ooooo
	// ooooo
	// true
}
