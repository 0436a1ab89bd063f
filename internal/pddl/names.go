package pddl

import (
	"slices"
	"strings"
	"unicode"
)

// nameTable gives names of the language for names of PDDL. `-` becomes `_`. A name that is reserved or visible gets `_`
// at its end.
type nameTable struct {
	taken map[string]bool
	outer *nameTable // names that are visible as well; nil: the reserved ones alone
}

// reserved are the words that cannot be names, and the predeclared names, which should not be hidden.
var reserved = strings.Fields(`
puzzle use param type enum const def state init assume move always goal dead invariant heuristic relaxation symmetry prune
view instance expect if then else and or not in any true false let for require forall exists count sum product min max
distinct the where when cost order as fill ink shape corner region piece line double edge of admissible set list map
minimize maximize lost best solvable unsolvable solutions
bool Dir char text up right down left abs size union intersect minus subset index nth find adjacent manhattan chebyshev
digit defined steps reaches connected grid pattern additive project`)

func newNames(outer *nameTable) *nameTable { return &nameTable{map[string]bool{}, outer} }

func (t *nameTable) has(name string) bool {
	if t == nil {
		return slices.Contains(reserved, name)
	}
	return t.taken[name] || t.outer.has(name)
}

// name returns a new name for a name of PDDL.
func (t *nameTable) name(pddl string) string {
	var b strings.Builder
	for i, r := range pddl {
		switch {
		case r == '_' || r < 128 && (unicode.IsLetter(r) || unicode.IsDigit(r) && i > 0):
			b.WriteRune(r)
		case i == 0 && unicode.IsDigit(r):
			b.WriteString("n" + string(r))
		case r != '?':
			b.WriteByte('_')
		}
	}
	name := b.String()
	if strings.Trim(name, "_") == "" {
		name = "x" + name
	}
	for t.has(name) {
		name += "_"
	}
	t.taken[name] = true
	return name
}

// capital returns a name with a capital, as types have: `big-ball` becomes `BigBall`.
func capital(pddl string) string {
	var b strings.Builder
	up := true
	for _, r := range pddl {
		if r == '-' || r == '_' {
			up = true
			continue
		}
		if up {
			r = unicode.ToUpper(r)
		}
		up = false
		b.WriteRune(r)
	}
	return b.String()
}
