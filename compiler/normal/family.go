package normal

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/internal/lists"
)

// A family is a choice of groups of Booleans: those of some arrays, by some places of their indices. Example: the
// Booleans on[c, t] are a family by c, and another one by t.
type family struct {
	name   string
	fixed  int                // places of an index
	keys   []string           // by group: what its Booleans have at these places
	groups []*group           // Booleans are true in their facts
	held   []sampled          // by group: where a Boolean holds
	labels map[int]string     // by fact: what its Boolean has at the other places
	in     map[string]int     // by key: the group
	has    map[[2]string]bool // keys and labels
	clash  bool               // two Booleans of a group hold together in a sample, or have one label
}

// sampled is a set of samples.
type sampled [samples/64 + 1]uint64

// mostPlaces bounds the places of an index by which families are formed.
const mostPlaces = 3

// listFamilies lists the families in whose groups at most one Boolean holds in all samples: of one array, and of as
// many arrays as go together.
func (f *facts) listFamilies(states [][]int64) (out []*family) {
	number := map[string]int{} // by name of an array, and places
	var all []*family
	for v := range f.t.Vars {
		x := &f.t.Vars[v]
		if !slices.Equal(x.Values, []int64{0, 1}) {
			continue
		}
		var held sampled
		for n, state := range states {
			held[n/64] |= uint64(state[v]) << (n % 64)
		}
		index := indexOf(x.Name)
		for mask := range 1 << min(len(index), mostPlaces) {
			var key, label []string
			for i, part := range index {
				if mask>>i&1 == 1 {
					key = append(key, part)
				} else {
					label = append(label, part)
				}
			}
			name := x.ArrayName()
			id := fmt.Sprint(name, " ", mask)
			if _, ok := number[id]; !ok {
				number[id] = len(all)
				all = append(all, newFamily("which_"+name, len(key)))
			}
			all[number[id]].add(strings.Join(key, ", "), f.base[v]+1, strings.Join(label, ", "), held)
		}
	}
	all = slices.DeleteFunc(all, func(s *family) bool { return s.clash })
	used := make([]bool, len(all))
	for i, s := range all {
		joined := s
		for k := i + 1; k < len(all) && !used[i]; k++ {
			other := all[k]
			if !used[k] && other.fixed == s.fixed && other.name != s.name && joined.apart(other) {
				joined, used[k] = joined.with(other), true
			}
		}
		if joined != s {
			out = append(out, joined)
		}
	}
	out = append(out, slices.DeleteFunc(all, func(s *family) bool { return len(s.groups) == len(s.labels) })...)
	for _, s := range out {
		f.groups = append(f.groups, s.groups...)
		for i, g := range s.groups {
			n := 0
			for _, w := range s.held[i] {
				n += bits.OnesCount64(w)
			}
			g.exact = n == len(states)
		}
	}
	return out
}

// valued returns the family of groups of elements of an array, each of those that have a value.
func (f *facts) valued(name string, groups []*group) *family {
	s := newFamily(name, 0)
	for _, g := range groups { // names need not differ
		v := f.owner[g.facts[0]]
		key := strings.TrimSpace(f.t.Vars[v].Names[g.facts[0]-f.base[v]])
		if _, known := s.in[key]; known {
			key = fmt.Sprint(key, " ", g.key.value)
		}
		for _, fact := range g.facts {
			label := f.t.Vars[f.owner[fact]].Name
			if s.has[[2]string{key, label}] {
				label = fmt.Sprint(label, " ", f.owner[fact])
			}
			s.add(key, fact, label, sampled{})
		}
	}
	s.groups = groups
	return s
}

func newFamily(name string, fixed int) *family {
	return &family{name: name, fixed: fixed, labels: map[int]string{}, in: map[string]int{}, has: map[[2]string]bool{}}
}

// indexOf lists the parts of the index in the name of a variable.
func indexOf(name string) (parts []string) {
	_, index, ok := strings.Cut(strings.TrimSuffix(name, "]"), "[")
	if !ok {
		return nil
	}
	depth, start := 0, 0
	for i, c := range index + "," {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		case ',':
			if depth == 0 {
				parts = append(parts, strings.TrimSpace(index[start:i]))
				start = i + 1
			}
		}
	}
	return parts
}

// add adds a fact to the group of a key.
func (s *family) add(key string, fact int, label string, held sampled) {
	i, ok := s.in[key]
	if !ok {
		i = len(s.keys)
		s.in[key] = i
		s.keys, s.held = append(s.keys, key), append(s.held, sampled{})
		s.groups = append(s.groups, &group{key: groupKey{flags, int64(i)}})
	}
	s.groups[i].facts = append(s.groups[i].facts, fact)
	s.labels[fact] = label
	s.clash = s.clash || s.has[[2]string{key, label}]
	s.has[[2]string{key, label}] = true
	for k, w := range held {
		s.clash = s.clash || s.held[i][k]&w != 0
		s.held[i][k] |= w
	}
}

// apart reports whether groups of one key in two families sometimes hold, but never together.
func (s *family) apart(other *family) bool {
	some := false
	for key, i := range s.in {
		if k, ok := other.in[key]; ok {
			for n, w := range other.held[k] {
				if s.held[i][n]&w != 0 {
					return false
				}
				some = some || w != 0
			}
		}
	}
	return some
}

// with returns the family of the Booleans of two families.
func (s *family) with(other *family) *family {
	out := newFamily(s.name+"_"+strings.TrimPrefix(other.name, "which_"), s.fixed)
	for _, x := range []*family{s, other} {
		for i, g := range x.groups {
			for _, fact := range g.facts {
				out.add(x.keys[i], fact, strings.TrimPrefix(x.name, "which_")+" "+x.labels[fact], sampled{})
			}
			for n, w := range x.held[i] {
				out.held[out.in[x.keys[i]]][n] |= w
			}
		}
	}
	return out
}

// saved returns by how many bits a state becomes smaller if the groups are variables.
func (s *family) saved(f *facts) (bits float64) {
	for _, g := range s.groups {
		n := len(g.facts)
		for _, fact := range g.facts {
			values := float64(len(f.t.Vars[f.owner[fact]].Values))
			bits += math.Log2(values / (values - 1))
		}
		if !g.exact {
			n++
		}
		bits -= math.Log2(float64(n))
	}
	return bits
}

// mostViews bounds the views that are tried in place of Booleans.
const mostViews = 4

// leastSaved is the number of bits by which a state must become smaller.
const leastSaved = 2

// groupViews lists views in which groups are variables. Families that save most bits come first.
func groupViews(f *facts) (out []*view) {
	proved := lists.Set(f.groups)
	all := slices.DeleteFunc(slices.Clone(f.families), func(s *family) bool {
		return s.saved(f) < leastSaved || slices.ContainsFunc(s.groups, func(g *group) bool { return !proved[g] })
	})
	slices.SortStableFunc(all, func(a, b *family) int { return cmp.Compare(b.saved(f), a.saved(f)) })
	for i, first := range all {
		if len(out) == mostViews || first.saved(f) < all[0].saved(f) {
			break
		}
		w := &view{at: map[int]place{}}
		w.family(f, first)
		for k, s := range all {
			if k != i {
				w.family(f, s)
			}
		}
		out = append(out, w.keepOthers(f, false, nil))
	}
	return out
}

// family adds the groups of a family as variables, unless the view has some of its facts.
func (w *view) family(f *facts, s *family) {
	if s.clash || len(s.keys) != len(s.groups) {
		return // codes would stand for several facts
	}
	for fact := range s.labels {
		if _, ok := w.at[f.same[fact]]; ok {
			return
		}
	}
	var labels []string
	for _, g := range s.groups {
		for _, fact := range g.facts {
			if label := s.labels[fact]; !slices.Contains(labels, label) {
				labels = append(labels, label)
			}
		}
	}
	a := shape{name: s.name}
	for i, g := range s.groups {
		n := variable{name: a.name, old: -1}
		if s.keys[i] != "" {
			n.name += "[" + s.keys[i] + "]"
		}
		if !g.exact {
			n.facts, n.codes, n.names = append(n.facts, never), append(n.codes, 0), append(n.names, "none")
		}
		for code, label := range labels {
			for _, fact := range g.facts {
				if s.labels[fact] == label {
					n.facts, n.codes, n.names = append(n.facts, fact), append(n.codes, int64(code)+1), append(n.names, label)
				}
			}
		}
		a.elems = append(a.elems, len(w.vars))
		w.add(f, n)
	}
	w.shapes = append(w.shapes, a)
}
