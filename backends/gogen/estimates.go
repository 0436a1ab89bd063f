package gogen

import (
	"github.com/pzc-lang/pzc/backends/gogen/statespace"
	"github.com/pzc-lang/pzc/compiler/model"
)

// estimates is the heuristics of a program.
type estimates struct {
	*statespace.Space
	deferred map[string]string         // why heuristics that the model no longer has are left out, by name
	only     map[*model.Heuristic]bool // the heuristics that are written; nil: all
}

// leftOut says why heuristics are left out, by name.
func (g *estimates) leftOut() map[string]string {
	out := map[string]string{}
	for h, why := range g.Missing {
		out[h.Name] = why
	}
	return out
}

// want restricts what is written to a heuristic and the heuristics that it reads.
func (g *estimates) want(heuristic string) {
	g.only = map[*model.Heuristic]bool{}
	for _, h := range g.Model.Heuristics {
		if h.Name == heuristic {
			g.only[h] = true
		}
	}
}
