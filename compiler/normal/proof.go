package normal

import (
	"maps"
	"slices"

	"github.com/pzc-lang/pzc/internal/lists"
)

// refute drops candidates that some move may break if all candidates hold before it. It reports whether it dropped any.
func (f *facts) refute() (found bool) {
	f.index()
	classes := map[int][]int{}
	for fact, first := range f.same {
		classes[first] = append(classes[first], fact)
	}
	maps.DeleteFunc(classes, func(_ int, c []int) bool { return len(c) < 2 })
	next := slices.Clone(f.same)
	broken := make([]bool, len(f.groups))
	inexact := make([]bool, len(f.groups))
	touched := make([]int, len(f.groups)) // the last move that writes a fact of a group, plus 1
	for m := range f.moves {
		k := (*knowledge)(nil)
		if u := &f.moves[m]; len(u.no) > 1 {
			if k = f.knowledge(u); k.impossible(u) {
				continue
			}
		}
		for _, w := range f.moves[m].writes {
			for i := range w.to {
				fact := f.base[w.v] + i
				first := f.same[fact]
				if c := classes[first]; c != nil {
					if k == nil {
						k = f.knowledge(&f.moves[m])
					}
					if f.divide(k, c, next) {
						found = true
						delete(classes, first)
					}
				}
				for _, n := range f.in[fact] {
					g := f.groups[n]
					if broken[n] || g.key.array == own || touched[n] == m+1 {
						continue
					}
					if touched[n] = m + 1; k == nil {
						k = f.knowledge(&f.moves[m])
					}
					holds, exact := f.keeps(k, g)
					broken[n] = !holds
					inexact[n] = inexact[n] || !exact
				}
			}
		}
	}
	if found { // which facts are one comes first: a wrong guess of this breaks groups that hold
		f.same = next
		return true
	}
	var left []*group
	for i, g := range f.groups {
		if broken[i] {
			found = true
			continue
		}
		if inexact[i] && g.exact {
			g.exact, found = false, true
		}
		left = append(left, g)
	}
	f.groups = left
	return found
}

// index lists the groups of each fact. A group has a fact if it has the same fact of another variable.
func (f *facts) index() {
	f.in = make([][]int, len(f.owner))
	has := make([][]int, len(f.owner)) // by first fact
	for i, g := range f.groups {
		g.firsts = lists.Map(g.facts, func(fact int) int { return f.same[fact] })
		slices.Sort(g.firsts)
		g.firsts = slices.Compact(g.firsts)
		for _, first := range g.firsts {
			has[first] = append(has[first], i)
		}
	}
	for fact, first := range f.same {
		f.in[fact] = has[first]
	}
}

// divide divides facts that are no longer the same after a move. It reports whether it did.
func (f *facts) divide(k *knowledge, class, next []int) bool {
	after := map[int]int{} // by what the fact is after the move: the first such fact
	divided := false
	for n, fact := range class {
		to := k.after(fact)
		if to == unclear {
			to = unclear - 1 - n // nothing else
		}
		first, ok := after[to]
		if !ok {
			first = fact
			after[to] = fact
		}
		divided = divided || first != class[0]
		next[fact] = first
	}
	return divided
}

// keeps reports whether at most one fact of a group holds after a move, and whether one does.
func (f *facts) keeps(k *knowledge, g *group) (holds, exact bool) {
	sure := 0
	var from []int
	for _, fact := range g.facts {
		switch to := k.after(fact); to {
		case never:
		case always:
			sure++
		case unclear:
			return false, false
		default:
			from = append(from, to)
		}
	}
	switch {
	case sure > 0:
		return sure == 1 && len(from) == 0, true
	case len(from) == 0:
		return true, false
	}
	slices.Sort(from)
	if len(slices.Compact(slices.Clone(from))) < len(from) {
		return false, false
	}
	for _, i := range f.in[from[0]] {
		h := f.groups[i]
		outside := func(list []int) func(int) bool {
			return func(x int) bool {
				_, among := slices.BinarySearch(list, x)
				return !among
			}
		}
		if slices.ContainsFunc(from, outside(h.firsts)) {
			continue
		}
		holds = true
		out := outside(from)
		if h.exact && !slices.ContainsFunc(h.firsts, func(x int) bool { return out(x) && !k.fails(x) }) {
			return true, true
		}
	}
	return holds, false
}

// exclude reports whether two facts never hold together.
func (f *facts) exclude(a, b int) bool {
	return slices.ContainsFunc(f.in[a], func(i int) bool { return f.same[a] != f.same[b] && slices.Contains(f.in[b], i) })
}

// knowledge is what is known before a move, by first facts. There is one at a time.
type knowledge struct {
	f       *facts
	epoch   int
	yes     []int   // by fact: the last epoch in which it is known to hold
	no      []int   // the same of not to hold
	written []int   // by variable: the last epoch in which it is written
	to      [][]int // by variable that is written: where its facts come from
}

// knowledge draws the conclusions from the guard of a move.
func (f *facts) knowledge(u *update) *knowledge {
	k := &f.known
	if k.f == nil {
		n, vars := len(f.owner), len(f.t.Vars)
		*k = knowledge{f, 0, make([]int, n), make([]int, n), make([]int, vars), make([][]int, vars)}
	}
	k.epoch++
	for _, w := range u.writes {
		k.written[w.v], k.to[w.v] = k.epoch, w.to
	}
	for _, fact := range u.no {
		k.no[f.same[fact]] = k.epoch
	}
	for _, fact := range u.yes {
		k.hold(f.same[fact])
	}
	return k
}

// impossible reports whether a guard excludes all facts of which one holds.
func (k *knowledge) impossible(u *update) bool {
	if len(u.no) == 0 {
		return false
	}
	return slices.ContainsFunc(k.f.in[u.no[0]], func(i int) bool {
		g := k.f.groups[i]
		return g.exact && !slices.ContainsFunc(g.firsts, func(first int) bool { return !k.fails(first) })
	})
}

// holds and fails report whether a first fact is known to hold, and not to hold.
func (k *knowledge) holds(first int) bool { return k.yes[first] == k.epoch }

func (k *knowledge) fails(first int) bool { return k.no[first] == k.epoch || k.f.dead[first] }

// writes reports whether the move writes a variable.
func (k *knowledge) writes(v int) bool { return k.written[v] == k.epoch }

// hold records that a fact holds, and that the facts do not that exclude it.
func (k *knowledge) hold(first int) {
	if k.holds(first) {
		return
	}
	k.yes[first] = k.epoch
	for _, i := range k.f.in[first] {
		for _, other := range k.f.groups[i].firsts {
			if other != first {
				k.no[other] = k.epoch
			}
		}
	}
}

// after returns what a fact is after the move: a first fact before it, never, always or unclear.
func (k *knowledge) after(fact int) int {
	to := fact
	if v := k.f.owner[fact]; k.writes(v) {
		to = k.to[v][fact-k.f.base[v]]
	}
	if to < 0 {
		return to
	}
	switch first := k.f.same[to]; {
	case k.holds(first):
		return always
	case k.fails(first):
		return never
	default:
		return first
	}
}
