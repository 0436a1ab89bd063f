package ground

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
)

// The `where` of a binder often asks the same again: `exists x in S where square(p, x): …` runs through all of S for each p, and then for each
// p again. What it keeps is remembered if it reads no state and few names from outside.
const (
	filterNames = 2       // names from outside
	filterLimit = 1 << 19 // elements that are remembered
)

// filterFact is what is known of a `where` and the sets before it.
type filterFact struct {
	fits  bool
	names []*model.Local // from outside
}

type filterKey struct {
	where model.Expr
	names string // their values
}

// filters remembers which elements binders keep.
type filters struct {
	facts map[model.Expr]*filterFact
	kept  map[filterKey][][]sym
	size  int
}

func (g *grounder) filterFact(vars []model.Bind, where model.Expr) *filterFact {
	if fact, ok := g.filters.facts[where]; ok {
		return fact
	}
	fact := &filterFact{fits: !g.readsState(where)}
	names := g.localsOf(where)
	for i := range vars {
		fact.fits = fact.fits && !g.readsState(vars[i].Set)
		names = append(slices.Clip(names), g.localsOf(vars[i].Set)...)
	}
	known := map[int]bool{} // bound by the binder, or in the list
	for i := range vars {
		for slot := range vars[i].Target.Slots() {
			known[slot] = true
		}
	}
	for _, l := range names {
		if !known[l.Slot] {
			known[l.Slot] = true
			fact.names = append(fact.names, l)
		}
	}
	fact.fits = fact.fits && len(fact.names) <= filterNames
	g.filters.facts[where] = fact
	return fact
}

// filterKey is the name under which is remembered what a binder keeps; false if that is not done.
func (g *grounder) filterKey(vars []model.Bind, where model.Expr, f frame) (key filterKey, ok bool) {
	if where == nil {
		return key, false
	}
	fact := g.filterFact(vars, where)
	if !fact.fits {
		return key, false
	}
	names := g.key[:0]
	for _, l := range fact.names {
		b := &f[l.Slot]
		if _, _, static := g.static(l.Ty, b.v); !static || len(b.doubts) > 0 {
			return key, false
		}
		names = g.appendSym(names, b.v)
	}
	g.key = names
	return filterKey{where, string(names)}, true
}

// keep remembers what a binder keeps.
func (g *grounder) keep(key filterKey, kept [][]sym) {
	if g.filters.size += 1 + len(kept); g.filters.size > filterLimit {
		clear(g.filters.kept)
		g.filters.size = 1 + len(kept)
	}
	g.filters.kept[key] = kept
}

// certain tells whether a condition is surely true or surely false.
func certain(c sym) bool { return c.x == yes.x && c.d == yes.d || c.x == no.x && c.d == no.d }
