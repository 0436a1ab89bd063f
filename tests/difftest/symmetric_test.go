package difftest

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/semantics"
)

// symmetries declares some that hold: values that do not matter, elements that can be exchanged.
func (a *author) symmetries(s *space, limit int) {
	for i := range a.between(1, 3) {
		v := pick(a, a.states...)
		first := a.first(v)
		body := fmt.Sprintf("(k: %s) { %s := k }", v.of, first)
		switch {
		case len(v.index) == 1 && v.count > 1 && a.chance(11):
			x, y := fmt.Sprintf("%s[nth(%s, %d)]", v.name, v.sets[0], a.upTo(v.count-1)),
				fmt.Sprintf("%s[nth(%s, %d)]", v.name,
					v.sets[0], a.upTo(v.count-1))
			body = fmt.Sprintf(" { %s, %s := %s, %s }", x, y, y, x)
			if a.chance(5) {
				set := v.sets[0]
				body = fmt.Sprintf("(i: %s, j: %s) where i < j { %s[i], %s[j] := %s[j], %s[i] }", set, set, v.name,
					v.name, v.name,
					v.name)
			}
		case v.kind == truth && a.chance(8):
			body = fmt.Sprintf(" { %s := not %s }", first, first)
		case len(v.index) == 0 && a.chance(8):
			body = fmt.Sprintf(" when %s { %s := nth(%s, 0) }",
				s.equation(s.place(v.name), s.states[len(s.states)-1][s.place(v.name)]), first, v.of)
		}
		a.tries(fmt.Sprintf("symmetry s%d%s", i, body), func(x *semantics.Machine) bool { return equivalent(x, limit) })
	}
}

// place is the first place of a variable in a state.
func (s *space) place(name string) int {
	m := s.x.Model()
	for _, array := range m.StateArrays() {
		if array.Name == name {
			return m.Data[array.ID].Offset
		}
	}
	return -1
}

// classes are the states that moves and symmetries lead to, and which of them symmetries connect.
type classes struct {
	x      *semantics.Machine
	states [][]int64
	number map[string]int
	parent []int
}

func (c *classes) add(state []int64) int {
	i, seen := c.number[key(state)]
	if !seen {
		i = len(c.states)
		c.number[key(state)] = i
		c.states = append(c.states, slices.Clone(state))
		c.parent = append(c.parent, i)
	}
	return i
}

func (c *classes) root(i int) int {
	for c.parent[i] != i {
		i = c.parent[i]
	}
	return i
}

// equivalent tells whether states that symmetries connect allow the same moves, into states that are connected again,
// and are goals alike.
func equivalent(x *semantics.Machine, limit int) bool {
	c := &classes{x: x, number: map[string]int{}}
	starts, complete, err := x.InitialStates(context.Background(), limit)
	if err != nil || !complete {
		return false
	}
	for _, s := range starts {
		c.add(s)
	}
	var steps [][]semantics.Made
	for i := 0; i < len(c.states); i++ {
		if len(c.states) > 3*limit {
			return false
		}
		steps = append(steps, x.Legal(c.states[i]))
		for _, e := range steps[i] {
			c.add(e.State)
		}
		if !c.connect(i) {
			return false
		}
	}
	said := map[int]string{}
	for i := range c.states {
		what := c.outlook(i, steps[i])
		if old, seen := said[c.root(i)]; seen && old != what {
			return false
		}
		said[c.root(i)] = what
	}
	return true
}

// connect joins a state with its images; false if one is no state.
func (c *classes) connect(i int) bool {
	for _, sym := range c.x.Model().Symmetries {
		for _, mv := range c.x.SymmetryInstances(sym) {
			image, refusal := c.x.ApplySymmetry(c.states[i], mv.Decl, mv.Args)
			if refusal != nil {
				if refusal.Rule != semantics.RuleWhen && refusal.Rule != semantics.RuleRequire {
					return false
				}
				continue
			}
			if c.x.Always(image) != nil {
				return false
			}
			c.parent[c.root(c.add(image))] = c.root(i)
		}
	}
	return true
}

// outlook is what must be the same in a class: whether a state is a goal, and what moves of which cost lead to.
func (c *classes) outlook(i int, steps []semantics.Made) string {
	var ways []string
	for _, e := range steps {
		ways = append(ways, fmt.Sprint(e.Cost, " to ", c.root(c.number[key(e.State)])))
	}
	slices.Sort(ways)
	return fmt.Sprint(c.x.Goal(c.states[i])) + strings.Join(slices.Compact(ways), ", ")
}

// prunes declares pairs of moves that no plan needs.
func (a *author) prunes(s *space) {
	for range a.between(1, 2) {
		first, second := a.pattern(s), a.pattern(s)
		a.tries("prune "+first+", "+second, func(*semantics.Machine) bool {
			return s.spare(matches(first),
				matches(second))
		})
	}
}

// pattern stands for one move, or for all of one declaration.
func (a *author) pattern(s *space) string {
	all := s.x.Instances()
	if len(all) == 0 {
		return "none"
	}
	mv := all[a.upTo(len(all)-1)]
	if len(mv.Args) == 0 || a.chance(6) {
		return s.x.Format(mv)
	}
	return mv.Decl.Name + "(" + strings.Repeat("_, ", len(mv.Args)-1) + "_)"
}

// matches tells whether the name of a move fits a pattern.
func matches(pattern string) func(name string) bool {
	decl, open, _ := strings.Cut(pattern, "(")
	return func(name string) bool {
		return name == pattern || strings.HasPrefix(open, "_") && strings.HasPrefix(name, decl+"(")
	}
}

// spare tells whether wherever two moves can be made one after the other, a sequence of at most two moves does the same
// that comes first. It comes first if it is cheaper, or as cheap and shorter, or as long and earlier in the order of
// the moves. Claims of this kind do not rest on each other.
func (s *space) spare(first, second func(name string) bool) bool {
	rank := map[string]int{}
	for i, mv := range s.x.Instances() {
		rank[s.x.Format(mv)] = i
	}
	found := false
	for i, steps := range s.steps {
		for _, e := range steps {
			if !first(e.name) {
				continue
			}
			for _, f := range s.steps[e.to] {
				if !second(f.name) {
					continue
				}
				if found = true; !s.earlier(i, f.to, e.cost+f.cost, []int{rank[e.name], rank[f.name]}, rank) {
					return false
				}
			}
		}
	}
	return found
}

// earlier tells whether a sequence of at most two moves that comes before another of two leads from one state to the
// other.
func (s *space) earlier(from, to int, cost int64, ranks []int, rank map[string]int) bool {
	if from == to {
		return true
	}
	for _, e := range s.steps[from] {
		if e.to == to && e.cost <= cost {
			return true
		}
		for _, f := range s.steps[e.to] {
			if c := e.cost + f.cost; f.to == to && (c < cost || c == cost &&
				slices.Compare([]int{rank[e.name], rank[f.name]}, ranks) < 0) {
				return true
			}
		}
	}
	return false
}
