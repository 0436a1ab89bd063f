package grading_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A want is met by an instance, or the student is told the measures of all. What is too large is not judged.
func TestWant(t *testing.T) {
	x := open(t, unpack(t, `-- exercise.toml --
states = 1000
[[part]]
kind = "puzzle"
file = "own.pz"
points = 4
want = "cost >= 3 and switches <= 2"
wrong = []
-- task.md --
-- start.pz --
-- reference.pz --
`+stairs("4", "3")))
	assert.Equal(t, 4, int(*graded(t, x, "own.pz", stairs("4", "3")).Points))
	assert.Equal(t, 4, int(*graded(t, x, "own.pz", stairs("4", "1")+" expect cost 1 instance far { last = 3 }").Points))
	few := graded(t, x, "own.pz", stairs("4", "2")+" instance near { last = 1 }")
	assert.Equal(t, 3, int(*few.Points))
	assert.Contains(t, said(few), "No instance meets `cost >= 3 and switches <= 2`: the model itself has cost 2, "+
		"switches 1; near has cost 1, switches 0.")
	assert.Equal(t, "not judged", string(graded(t, x, "own.pz", stairs("4000", "3")).Status))
	none := graded(t, x, "own.pz", "puzzle P\nstate n: 0..3 = any\ngoal n == 2\nview \"{n}\"\nexpect solutions 1")
	assert.Equal(t, 3, int(*none.Points), said(none))
	assert.Contains(t, said(none), "the model itself has none of these measures")
	assert.Equal(t, 2, int(*graded(t, x, "own.pz", stairs("4", "2")+" expect unsolvable").Points))
}

// stairs is a puzzle whose plan has a number of moves.
func stairs(most, last string) string {
	return "puzzle P\nparam last: 0.." + most + " = " + last + "\nstate n: 0.." + most + " = 0\ngoal n == last\n" +
		"move up { n := n + 1 }\nmove back when n > 0 { n := n - 1 }\nview \"{n}\"\nexpect solvable\n"
}
