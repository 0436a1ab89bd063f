package playground

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/internal/pddl/pddltest"
)

const (
	boxes = pddltest.Domain
	moved = pddltest.Problem
)

// TestPDDL: a domain and a problem, in one text or in two, are played and solved in the terms of PDDL, and become a
// model.
func TestPDDL(t *testing.T) {
	for name, files := range map[string]object{
		"one text":  {"m.pz": "; Both.\n" + boxes + moved},
		"two texts": {"m.pz": boxes, "p.pddl": moved},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPage(t)
			got := p.result("load", object{"files": files, "main": "m.pz"})
			require.Equal(t, true, got["ok"], got)
			assert.Equal(t, true, got["pddl"])
			at := p.result("position", object{"moves": []string{"(pick c a)"}})
			assert.Contains(t, at["svg"], "svg")
			assert.Equal(t, "(walk a b)", at["moves"].([]any)[1].(object)["move"])
			answer := p.result("solve", object{})
			assert.Equal(t, []any{"(pick c a)", "(walk a b)", "(drop c b)"}, answer["plan"])
			no := p.result("refusal", object{"move": "(drop c b)"})
			assert.NotEmpty(t, no["reasons"].([]any)[0].(object)["line"])
			game := p.result("game", object{"instances": []string{""}})
			assert.Contains(t, game["data"], "(pick c a)")
			assert.Contains(t, p.refused("expect", object{"expect": object{"kind": "cost", "number": 3}}), "convert it")

			model := p.result("export", object{"what": "pz"})
			assert.Equal(t, "boxes.pz", model["name"])
			loaded := p.load(model["text"].(string))
			assert.Nil(t, loaded["pddl"])
			assert.Empty(t, loaded["findings"])
			assert.EqualValues(t, 3, p.result("solve", object{})["cost"])
			assert.Contains(t, p.refused("export", object{"what": "pz"}), "cannot be exported")
		})
	}
}

// TestPDDLWrong: what is no pair of a domain and a problem has one clear finding.
func TestPDDLWrong(t *testing.T) {
	for name, tt := range map[string]struct {
		files object
		has   string
	}{
		"problem alone": {object{"m.pddl": moved}, "there is no domain beside this problem"},
		"domain alone":  {object{"m.pddl": boxes}, "this is a domain without a problem"},
		"other domain": {
			object{"m.pddl": boxes + strings.Replace(moved, ":domain boxes", ":domain crates", 1)}, "for the domain `crates`",
		},
		"unbalanced":  {object{"m.pddl": boxes + strings.Replace(moved, "(at c a)", "(at c a", 1)}, "1 bracket is missing"},
		"empty":       {object{"m.pddl": ""}, "is missing"},
		"binary":      {object{"m.pddl": "\x00\x01(define"}, "not text"},
		"two domains": {object{"m.pddl": moved, "a.pddl": boxes, "b.pddl": boxes}, "several domains"},
		"an object":   {object{"m.pz": boxes + strings.Replace(moved, "c b", "c q", 1)}, "`q`"},
	} {
		t.Run(name, func(t *testing.T) {
			main := "m.pddl"
			if tt.files[main] == nil {
				main = "m.pz"
			}
			got := newPage(t).result("load", object{"files": tt.files, "main": main})
			found := got["findings"].([]any)
			require.NotEmpty(t, found)
			assert.Contains(t, found[0].(object)["message"], tt.has)
			assert.Equal(t, name == "other domain", got["ok"])
		})
	}
}
