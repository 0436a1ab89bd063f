package ground

import (
	"cmp"
	"slices"

	"github.com/pzc-lang/pzc/compiler/ground/symbolic"
	"github.com/pzc-lang/pzc/compiler/model"
)

// join narrows the values of a parameter by a condition `(x, y) in S` with a constant set S: for given values of the
// other parameters in the tuple only some values occur in S. Parameters without a value yet are left open. All other
// values would make the condition false. (A join with an index, as databases and planners do it: Helmert 2009, section
// 6; without it, all combinations of values are tried.)
type join struct {
	set   *model.Set
	at    int   // the component that is the parameter
	with  []int // components that are parameters with values
	given []int // these parameters
	found map[joinKey][]model.Value
}

// joinKey holds the values of at most four components. More need not be compared: fewer values are left out.
type joinKey [4]int64

// joins returns the conditions that narrow parameter i when the bound parameters have values.
func (g *grounder) joins(mv *model.Move, tests []model.Expr, i int, bound map[int]bool) (all []*join) {
	paramAt := map[int]int{}
	for k, p := range mv.Params {
		paramAt[p.Slot] = k
	}
	for _, e := range tests {
		in, ok := e.(*model.In)
		if !ok || len(g.LocalsOf(in.Set)) > 0 || g.ReadsState(in.Set) {
			continue
		}
		tuple, ok := in.X.(*model.TupleOfExprs)
		if !ok {
			continue
		}
		j := &join{at: -1}
		for c, x := range tuple.Elems {
			local, ok := x.(*model.Local)
			if !ok {
				continue
			}
			switch k, isParam := paramAt[local.Slot]; {
			case isParam && k == i:
				j.at = c
			case isParam && bound[k] && len(j.with) < len(joinKey{}):
				j.with, j.given = append(j.with, c), append(j.given, k)
			}
		}
		if _, isLit := in.Set.(*model.SetLit); j.at < 0 || isLit {
			continue
		}
		set, _, ok := g.Listing(in.Set, make(symbolic.Frame, mv.Slots))
		if !ok || set == nil || set.Len() > 0 && slices.ContainsFunc(set.Elems[0].C.Tuple, composite) {
			continue
		}
		j.set = set
		all = append(all, j)
	}
	return all
}

func composite(v model.Value) bool { return v.C != nil }

// values returns the values of the parameter that occur in the set together with the values of other parameters, in
// type order. args are the values of the parameters.
func (j *join) values(args []model.Value) []model.Value {
	if j.found == nil {
		j.found = map[joinKey][]model.Value{}
		for _, e := range j.set.Elems {
			var key joinKey
			for n, c := range j.with {
				key[n] = e.C.Tuple[c].N
			}
			j.found[key] = append(j.found[key], e.C.Tuple[j.at])
		}
		for key, values := range j.found {
			slices.SortFunc(values, func(a, b model.Value) int { return cmp.Compare(a.N, b.N) })
			j.found[key] = slices.CompactFunc(values, func(a, b model.Value) bool { return a.N == b.N })
		}
	}
	var key joinKey
	for n, param := range j.given {
		key[n] = args[param].N
	}
	return j.found[key]
}

// narrowed returns the values of a set that a parameter may have by the join that leaves the fewest.
func narrowed(set *model.Set, joins []*join, args []model.Value) []model.Value {
	best := set.Elems
	for _, j := range joins {
		if values := j.values(args); len(values) < len(best) {
			best = values
		}
	}
	if len(best) == set.Len() {
		return set.Elems
	}
	var out []model.Value
	for _, v := range best {
		if set.Contains(v) {
			out = append(out, v)
		}
	}
	return out
}
