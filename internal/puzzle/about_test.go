package puzzle_test

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/internal/puzzle"
)

// What players must know is in the texts of the model; a clue without a reason is its condition.
func TestAbout(t *testing.T) {
	about := func(model string) puzzle.About {
		t.Helper()
		p, diags := puzzle.LoadText(nil, "m.pz", model)
		require.False(t, diags.HasErrors(), "%v", diags)
		z, diags := p.Instantiate(puzzle.Data{})
		require.False(t, diags.HasErrors(), "%v", diags)
		return z.About()
	}
	assert.Equal(t, puzzle.About{
		Title: "{One}", Author: "Ada", Rules: "Fill in.\n\nNo number\ntwice.",
		Clues: []string{"all are 2"},
	}, about(`// A comment.
puzzle T
title "\{One\}"
author " Ada "
rules """
  Fill in.

  No number
  twice.
  """
param title: 0..3 = 2
state rules[i in 1..2]: 0..title = any
goal forall i in 1..2: rules[i] == title as "all are {title}" else "one is not"
goal rules[1]
  > 0
goal rules[1] != 3 else "{rules[1]} is 3"
minimize rules[2]
`))
	assert.Equal(t, []string{"n > 0", "It is wrong if: is 0"}, about(
		"// One.\npuzzle T\nstate n: 0..1 = any\ngoal n\n  > 0\ngoal n == 1 else \"is 0\"\n").Clues)
	assert.Equal(t, []string{"two"}, about(
		"// One.\npuzzle T\nstate n: 0..2 = any\ngoal n > 0\nalways n == 2 as \"two\"\n").Clues)
	assert.Equal(t, []string{"a ship of 3", "a ship of 2", "a ship of 2", "row 1 and 0", "row 1 and 1"}, about(
		"puzzle T\nparam fleet: list of 1..4 = [3, 2, 2]\nstate n: 0..9 = any\n"+
			"goal forall i in 0..size(fleet)-1, j in 0..1: n >= fleet[i] + j as \"a ship of {fleet[i]}\"\n"+
			"goal forall i in 0..2 where i == 1: forall (a, b) in {(0, 1), (1, 2)}: n > b as \"row {i} and {a}\"\n").Clues)
	assert.Equal(t, puzzle.About{Title: "T", Rules: "One two.\n\nThree."}, about(
		"// One\n// two.\n//\n// Three.\npuzzle T\nstate n: 0..1 = 0\nmove m { n := 1 }\ngoal n == 1 else \"x\"\n",
	))
}

// A data file has texts of its own.
func TestAboutDataFile(t *testing.T) {
	files := fstest.MapFS{"rules.pz": {Data: []byte(
		"puzzle T\ntitle \"Theirs\"\nauthor \"Ada\"\nparam n: 0..9\nstate v: 0..9 = any\ngoal v == n\n",
	)}}
	p, diags := puzzle.LoadText(files, "mine.pz", "use \"rules.pz\"\ntitle \"Mine\"\ninstance one { n = 1 }\n")
	require.Empty(t, diags)
	about := p.About()
	assert.Equal(t, "Mine", about.Title)
	assert.Equal(t, "Ada", about.Author)
	assert.Equal(t, []string{"one"}, p.Instances())
}
