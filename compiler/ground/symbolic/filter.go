package symbolic

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
)

// The `where` of a binder is often computed repeatedly with the same values: `exists x in S where square(p, x): …`
// visits all of S for each p. The elements that pass the `where` are kept if it reads no state and few names from
// outside.
const (
	filterNames = 2       // names from outside
	filterLimit = 1 << 19 // number of kept elements
)

// filterFact holds facts about a `where` and the sets before it.
type filterFact struct {
	fits  bool
	names []*model.Local // from outside
}

type filterKey struct {
	where model.Expr
	names string // their values
}

// filters keeps the elements that pass the `where` of binders.
type filters struct {
	facts map[model.Expr]*filterFact
	kept  map[filterKey][][]Value
	size  int
}

func (ev *Evaluator) filterFact(vars []model.Bind, where model.Expr) *filterFact {
	if fact, ok := ev.filters.facts[where]; ok {
		return fact
	}
	fact := &filterFact{fits: !ev.ReadsState(where)}
	names := ev.LocalsOf(where)
	for i := range vars {
		fact.fits = fact.fits && !ev.ReadsState(vars[i].Set)
		names = append(slices.Clip(names), ev.LocalsOf(vars[i].Set)...)
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
	ev.filters.facts[where] = fact
	return fact
}

// filterKey returns the key of the kept elements of a binder. It returns false if they are not kept.
func (ev *Evaluator) filterKey(vars []model.Bind, where model.Expr, f Frame) (key filterKey, ok bool) {
	if where == nil {
		return key, false
	}
	fact := ev.filterFact(vars, where)
	if !fact.fits {
		return key, false
	}
	names := ev.key[:0]
	for _, l := range fact.names {
		b := &f[l.Slot]
		if _, _, static := ev.Static(l.Ty, b.v); !static || len(b.doubts) > 0 {
			return key, false
		}
		names = ev.appendSym(names, b.v)
	}
	ev.key = ev.appendMode(names)
	names = ev.key
	return filterKey{where, string(names)}, true
}

// keep stores the elements of a binder.
func (ev *Evaluator) keep(key filterKey, kept [][]Value) {
	if ev.filters.size += 1 + len(kept); ev.filters.size > filterLimit {
		clear(ev.filters.kept)
		ev.filters.size = 1 + len(kept)
	}
	ev.filters.kept[key] = kept
}

// certain reports whether a condition is certainly true or certainly false.
func certain(c Value) bool { return c.X == yes.X && c.D == yes.D || c.X == no.X && c.D == no.D }
