package playground

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Measures have words, and the reason where they are not known.
func TestRate(t *testing.T) {
	p := newPage(t)
	p.load("puzzle P param last: 0..9 = 4 state n: 0..9 = 2 goal n == last move up when n > 1 { n := n + 1 } " +
		"move down { n := n - 1 } instance near { last = 3 } instance here { last = 2 } instance far { last = 9 }")
	byName := func(r object) map[string]object {
		all := map[string]object{}
		for _, m := range r["measures"].([]any) {
			all[m.(object)["name"].(string)] = m.(object)
		}
		return all
	}
	all := byName(p.result("rate", object{}))
	assert.Equal(t, object{"name": "cost", "value": 2.0, "text": "2", "meaning": "the least cost of a plan"}, all["cost"])
	compared := p.result("rate", object{"compare": true})
	assert.EqualValues(t, 3, compared["among"])
	assert.EqualValues(t, 66, byName(compared)["cost"]["percentile"])
	few := byName(p.result("rate", object{"states": 2}))["cost"]
	assert.Nil(t, few["value"])
	assert.Contains(t, few["meaning"], "not known: there are more than 2 states")
	p.load("puzzle P state n: 0..3 = 0 goal n == 3 move up when n > 1 { n := n + 1 }")
	assert.Contains(t, p.refused("rate", object{}), "there is no solution")
	p.library("sudoku")
	assert.EqualValues(t, 12, byName(p.result("rate", object{"instance": "four"}))["steps"]["value"])
	p.result("rate", object{"instance": "escargot"}) // also compiles the puzzle, which the limit must not meet
	late := p.result("rate", object{"instance": "escargot", "seconds": 0.001})
	assert.Contains(t, byName(late)["steps"]["meaning"], "time limit")
	assert.Contains(t, p.refused("rate", object{"instance": "fuor"}), "fuor")
}

// A report has the parts of the command's, with pictures.
func TestReport(t *testing.T) {
	p := newPage(t)
	p.library("sokoban_pushes")
	r := p.result("report", object{})
	titles := each(r["parts"].([]any), "title")
	assert.Equal(t, []string{"The earliest trap", "Does every element matter?"}, titles)
	trap := r["parts"].([]any)[0].(object)
	assert.Equal(t, []string{"before", "after"}, each(trap["pictures"].([]any), "name"))
	for _, svg := range each(trap["pictures"].([]any), "svg") {
		safe(t, svg)
	}
	solved := p.result("position", object{"moves": strs(r["plan"])})
	assert.Equal(t, true, solved["goal"])
	p.library("sudoku")
	r = p.result("report", object{"instance": "four"})
	assert.Equal(t, []string{"The hardest deduction", "Is every clue needed?"}, each(r["parts"].([]any), "title"))
	p.result("rate", object{"instance": "escargot"}) // also compiles the puzzle, which the limit must not meet
	late := p.result("report", object{"instance": "escargot", "seconds": 0.001})
	assert.Contains(t, strs(late["notes"])[0], "The report is not complete: the time limit")
}

// The page judges the exercise about measures as the command does.
func TestWantedMeasures(t *testing.T) {
	p := newPage(t)
	files := p.result("example", object{"name": "13-measures"})["files"].(object)
	files["puzzle.pz"] = files["puzzle.pz"].(string) + "// mine\n"
	got := p.result("exercise", object{"exercise": "13-measures", "files": files})
	assert.EqualValues(t, 12, got["points"]) // of both parts
	assert.Contains(t, strs(got["parts"].([]any)[0].(object)["said"])[0], "the model itself has cost 11, states 100")
}
