package normal

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// A family is a choice of groups of Booleans: those of some arrays, by some places of their indices. Example: the
// Booleans on[c, t] are a family by c, and another one by t.
type family struct {
	name   string
	fixed  string         // which places of an index, and of how many
	keys   []string       // by group: what its Booleans have at these places
	groups []*group       // Booleans are true in their facts
	labels map[int]string // by fact: what its Boolean has at the other places
	in     map[string]int // by key: the group
}

// mostPlaces bounds the places of an index by which families are formed.
const mostPlaces = 3

// families lists the families in whose groups at most one Boolean holds in all samples: of one array, and of as many
// arrays as go together.
func (f *facts) families(states [][]int64) (out []*family) {
	var single []*family
	byName := map[string]*family{}
	var order []*family
	for v := range f.t.Vars {
		x := &f.t.Vars[v]
		if !slices.Equal(x.Values, []int64{0, 1}) {
			continue
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
			fixed := strings.Repeat("*", len(key))
			name := x.ArrayName()
			id := name + " " + string(rune('0'+mask))
			s := byName[id]
			if s == nil {
				s = &family{name: name, fixed: fixed, labels: map[int]string{}, in: map[string]int{}}
				byName[id] = s
				order = append(order, s)
			}
			s.add(strings.Join(key, ", "), f.base[v]+1, strings.Join(label, ", "))
		}
	}
	for _, s := range order {
		if s.holds(f, states) {
			single = append(single, s)
		}
	}
	for i, s := range single {
		joined := s
		for _, other := range single[i+1:] {
			if other.fixed == s.fixed && other.name != s.name && !joined.exact() {
				if both := joined.with(other); both.holds(f, states) {
					joined = both
				}
			}
		}
		if joined != s {
			out = append(out, joined)
		}
	}
	for _, s := range single {
		if len(s.groups) < len(s.labels) {
			out = append(out, s)
		}
	}
	return out
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
func (s *family) add(key string, fact int, label string) {
	i, ok := s.in[key]
	if !ok {
		i = len(s.keys)
		s.in[key] = i
		s.keys, s.groups = append(s.keys, key), append(s.groups, &group{key: groupKey{flags, int64(i)}})
	}
	s.groups[i].facts = append(s.groups[i].facts, fact)
	s.labels[fact] = label
}

// with returns the family of the Booleans of two families.
func (s *family) with(other *family) *family {
	out := &family{name: s.name + "_" + other.name, fixed: s.fixed, labels: map[int]string{}, in: map[string]int{}}
	for _, x := range []*family{s, other} {
		for i, g := range x.groups {
			for _, fact := range g.facts {
				out.add(x.keys[i], fact, x.name+" "+x.labels[fact])
			}
		}
	}
	return out
}

// holds reports whether at most one Boolean of each group holds in all samples, and notes where one does.
func (s *family) holds(f *facts, states [][]int64) bool {
	for _, g := range s.groups {
		g.exact = true
		for _, state := range states {
			n := 0
			for _, fact := range g.facts {
				n += int(state[f.owner[fact]])
			}
			if n > 1 {
				return false
			}
			g.exact = g.exact && n == 1
		}
	}
	return true
}

// exact reports whether one Boolean of each group holds.
func (s *family) exact() bool {
	return !slices.ContainsFunc(s.groups, func(g *group) bool { return !g.exact })
}

// saved returns by how many bits a state becomes smaller if the groups are variables.
func (s *family) saved() float64 {
	bits := 0.0
	for _, g := range s.groups {
		n := len(g.facts)
		bits += float64(n)
		if !g.exact {
			n++
		}
		bits -= math.Log2(float64(n))
	}
	return bits
}

// mostViews bounds the views that are tried in place of Booleans.
const mostViews = 4

// flagViews lists views in which groups of Booleans are variables. Families that save most bits come first.
func flagViews(f *facts) (out []*view) {
	proved := map[*group]bool{}
	for _, g := range f.groups {
		proved[g] = true
	}
	all := slices.DeleteFunc(slices.Clone(f.flags), func(s *family) bool {
		return s.saved() <= 0 || slices.ContainsFunc(s.groups, func(g *group) bool { return !proved[g] })
	})
	slices.SortStableFunc(all, func(a, b *family) int { return cmp.Compare(b.saved(), a.saved()) })
	for i, first := range all {
		if len(out) == mostViews || first.saved() < all[0].saved() {
			break
		}
		w := &view{at: map[int]place{}}
		w.family(f, first)
		for k, s := range all {
			if k != i {
				w.family(f, s)
			}
		}
		for v := range f.t.Vars {
			if !w.covered(f, v) {
				w.keep(f, v)
			}
		}
		w.shape(f, nil)
		out = append(out, w)
	}
	return out
}

// family adds the groups of a family as variables, unless the view has some of its facts.
func (w *view) family(f *facts, s *family) {
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
	a := shape{name: "which_" + s.name}
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
