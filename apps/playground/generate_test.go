package playground

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// What is made loads as a file beside the model, its expect lines hold, and the same seed makes the same text.
func TestGenerate(t *testing.T) {
	p := newPage(t)
	model := "puzzle P param last: 0..9 = 4 state n: 0..9 = 2 goal n == last move up { n := n + 1 }\n" +
		"instance far { last = 9 }"
	p.load(model)
	ask := object{"vary": []string{"last"}, "want": "cost in 2..5", "count": 2, "seed": 4}
	made := p.result("generate", ask)
	assert.EqualValues(t, 2, made["made"])
	text := made["text"].(string)
	assert.Equal(t, text, p.result("generate", ask)["text"])
	assert.Contains(t, strs(made["said"])[0], "2 puzzles from ")
	loaded := p.result("load", object{"main": "levels.pz", "files": object{"levels.pz": text, "m.pz": model}})
	assert.Equal(t, true, loaded["ok"], text)
	assert.Contains(t, loaded["instances"], "level_1")
	for _, r := range p.result("test", object{"instance": "level_2"})["results"].([]any) {
		assert.Equal(t, "ok", r.(object)["result"])
	}

	p.load(model)
	few := p.result("generate", object{"vary": []string{"last"}, "want": "cost > 20"})
	assert.EqualValues(t, 0, few["made"])
	assert.Contains(t, few["text"], "nearest")
	for wrong, says := range map[*object]string{
		{"want": "cost >", "vary": []string{"last"}}:    "expected a value",
		{"want": "costs > 2", "vary": []string{"last"}}: "did you mean `cost`?",
		{"vary": []string{"lats"}}:                      "did you mean `last`?",
		{"vary": []string{"last"}, "backwards": true}:   "choose one",
		{"vary": []string{"last"}, "count": 1000}:       "1 to 100",
		{}: "start states",
		{"instance": "fra", "vary": []string{"last"}}: "fra",
	} {
		assert.Contains(t, p.refused("generate", *wrong), says)
	}
	p.library("sudoku")
	made = p.result("generate", object{"instance": "four"})
	assert.Contains(t, made["text"], "expect solutions 1")
	late := p.result("generate", object{"instance": "escargot", "count": 100, "seconds": 0.5})
	assert.Contains(t, late["said"], "Ended early: the time limit of 0.5 s was reached.")
}
