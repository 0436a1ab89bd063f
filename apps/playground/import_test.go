package playground

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/pzc-lang/pzc/internal/puzzle"
)

// Levels of other programs become a data file. What cannot be read says where and why.
func TestImport(t *testing.T) {
	p := newPage(t)
	got := p.result("levels", object{"text": "#####\n#@$.#\n#####\n"})
	assert.Equal(t, "sokoban_pushes.pz", got["name"])
	assert.EqualValues(t, 1, got["levels"])
	facts := p.load(got["text"].(string))
	assert.Equal(t, []string{"level_1"}, strs(facts["instances"]))
	assert.EqualValues(t, 1, p.result("solve", object{"instance": "level_1"})["cost"])

	none := p.result("levels", object{"text": "hello"})
	assert.Equal(t, false, none["fits"])
	assert.Nil(t, none["name"])
	assert.Len(t, none["formats"], 7)
	wrong := p.result("levels", object{"text": "1 2 3\n4 5 x\n", "as": "tiles"})
	assert.Nil(t, wrong["name"])
	assert.Len(t, wrong["findings"], 1)
	assert.EqualValues(t, 2, wrong["findings"].([]any)[0].(object)["line"])
	assert.Contains(t, p.refused("levels", object{"text": "hello", "as": "xbs"}), "there is no format")
}

// Each model has a picture, and begins with its start or with an empty form.
func TestPictures(t *testing.T) {
	p := newPage(t)
	for _, kind := range []string{"push", "sudoku", "clues"} {
		assert.Contains(t, p.result("picture", object{"name": "new/" + kind})["text"], "<svg")
	}
	assert.Contains(t, p.result("picture", object{"name": "bloxorz_levels"})["text"], "<svg")
	assert.Contains(t, p.refused("picture", object{"name": "taqin"}), `did you mean "taquin"?`)
	groups := map[string]string{}
	for _, m := range p.result("examples", object{})["models"].([]any) {
		groups[m.(object)["name"].(string)] = m.(object)["group"].(string)
	}
	assert.Equal(t, "moves", groups["bloxorz_levels"])
	assert.Equal(t, "values", groups["sudoku"])
	assert.Equal(t, "template", groups["new/walk"])
	assert.Equal(t, "course", groups["01-errors"])
	for _, m := range puzzle.Templates() {
		assert.True(t, p.load(m.Text)["ok"].(bool), m.Name)
	}
}
