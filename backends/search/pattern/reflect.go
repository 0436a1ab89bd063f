package pattern

import (
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/compiler/task"
)

// A reflection of an array of permuted values is a permutation of the places together with a permutation of the values.
// It maps moves to moves of the same cost, and the goal to itself. The image of a state is as far from the goal as the
// state. So every table gives two bounds, for the state and for its image, and the greater one is used (Culberson and
// Schaeffer, Pattern databases, 1998; Felner, Zahavi, Schaeffer and Holte, Dual lookups in pattern databases, 2005).
// This takes no memory.
//
// The proof compares the moves. Their guards demand only values at places. Their effects only carry values from place
// to place or write constants. A reflection maps the moves one to one to moves.
type reflection struct {
	place []int           // by place: the place to which its value goes
	value map[int64]int64 // by value: its image
}

// reflections returns the reflections of the array, without the identity.
func (b *permuted) reflections() []reflection {
	goal, _ := b.goalValues()
	all, moves, ok := b.carriers()
	if !ok || b.builder.without.Has(technique.Reflect) {
		return nil
	}
	var out []reflection
	b.automorphisms(func(place []int) {
		r := reflection{slices.Clone(place), map[int64]int64{}}
		for i, x := range goal {
			r.value[x] = goal[place[i]]
		}
		if b.maps(&r, all, moves) {
			out = append(out, r)
		}
	})
	return out
}

// carriers returns the moves, and the number of moves for each text. It returns false if a move, a state or the goal
// does not have the form that the proofs need.
func (b *permuted) carriers() (all []carrier, moves map[string]int, ok bool) {
	if _, ok := b.goalValues(); !ok || !b.uniform() {
		return nil, nil, false
	}
	moves = map[string]int{}
	for m := range b.sp.Task.Moves {
		c, ok := b.carrier(&b.sp.Task.Moves[m])
		if !ok {
			return nil, nil, false
		}
		all = append(all, c)
		moves[c.String()]++
	}
	return all, moves, true
}

// goalValues returns the values of the goal by place. It returns false if the goal does not fix the value of each
// place, or has other conditions.
func (b *permuted) goalValues() ([]int64, bool) {
	conditions := b.sp.Task.Pool.Conjuncts(b.sp.Task.Goal)
	goal := make([]int64, len(b.vars))
	if len(conditions) != len(b.vars) || len(b.home) != len(b.vars) || slices.Contains(b.vars, -1) ||
		len(b.sp.Task.Vars) != len(b.vars) {
		return nil, false
	}
	for x, i := range b.home {
		goal[i] = x
	}
	return goal, true
}

// uniform reports whether every arrangement of the values is a state: the image of a state must be a state.
func (b *permuted) uniform() bool {
	t := b.sp.Task
	for _, v := range b.vars {
		if !slices.Equal(t.Vars[v].Values, t.Vars[b.vars[0]].Values) {
			return false
		}
	}
	return (t.Always == task.True || t.Pool.Node(t.Always).Op == task.OpDistinct) &&
		(t.Dead == task.False || t.Dead == task.None)
}

// carrier describes the guard and the effects of a move that carries values from place to place.
type carrier struct {
	wants  [][2]int64 // place, value
	writes [][3]int64 // place, and the place from which the value comes and 0, or -1 and a constant
	cost   int64
}

// String returns the same text for the same moves.
func (c *carrier) String() string {
	slices.SortStableFunc(c.wants, func(x, y [2]int64) int { return slices.Compare(x[:], y[:]) })
	slices.SortStableFunc(c.writes, func(x, y [3]int64) int { return slices.Compare(x[:], y[:]) })
	return fmt.Sprint(c.wants, c.writes, c.cost)
}

// carrier returns false if the move does not have this form.
func (b *permuted) carrier(m *task.Move) (c carrier, ok bool) {
	p := b.sp.Task.Pool
	if c.cost, ok = p.Value(m.Cost); !ok {
		return c, false
	}
	if m.Guard != task.True {
		for _, e := range p.Conjuncts(m.Guard) {
			v, k, single := b.sp.Program.Single(e, 1)
			if !single {
				return c, false
			}
			c.wants = append(c.wants, [2]int64{b.placeOf(int(v)), b.sp.Layout.Vars[v].Values[k]})
		}
	}
	for _, e := range m.Effects {
		if e.Cond != task.True {
			return c, false
		}
		to := b.placeOf(e.Var)
		if x, constant := p.Value(e.Value); constant {
			c.writes = append(c.writes, [3]int64{to, -1, x})
			continue
		}
		n := p.Node(e.Value)
		if n.Op != task.OpVar {
			return c, false
		}
		c.writes = append(c.writes, [3]int64{to, b.placeOf(int(n.N)), 0})
	}
	return c, true
}

func (b *permuted) placeOf(v int) int64 { return int64(slices.Index(b.vars, v)) }

// maps reports whether the reflection maps the moves to the moves.
func (b *permuted) maps(r *reflection, all []carrier, moves map[string]int) bool {
	seen := map[string]int{}
	for i := range all {
		image := carrier{cost: all[i].cost}
		for _, w := range all[i].wants {
			x, ok := r.value[w[1]]
			if !ok {
				return false
			}
			image.wants = append(image.wants, [2]int64{int64(r.place[w[0]]), x})
		}
		for _, w := range all[i].writes {
			out := [3]int64{int64(r.place[w[0]]), -1, w[2]}
			if w[1] >= 0 {
				out[1] = int64(r.place[w[1]])
			} else if x, ok := r.value[w[2]]; ok {
				out[2] = x
			} else {
				return false
			}
			image.writes = append(image.writes, out)
		}
		text := image.String()
		if seen[text]++; seen[text] > moves[text] {
			return false
		}
	}
	return true
}

const (
	mostReflections = 3       // each takes one more lookup in every table
	reflectionSteps = 1 << 14 // in the search for them
)

// automorphisms calls found with permutations of the places, without the identity, that keep near places near each
// other. It uses backtracking, for a limited time.
func (b *permuted) automorphisms(found func(place []int)) {
	n, steps, count := len(b.vars), 0, 0
	place, used := make([]int, 0, n), make([]bool, n)
	degree := make([]int, n)
	for i, row := range b.near {
		for _, near := range row {
			degree[i] += int(space.ToInt(near))
		}
	}
	var extend func()
	extend = func() {
		i := len(place)
		if i == n {
			if !slices.IsSorted(place) {
				found(place)
				count++
			}
			return
		}
		for to := range n {
			if steps++; steps > reflectionSteps {
				return
			}
			fits := !used[to] && degree[to] == degree[i]
			for j := 0; j < i && fits; j++ {
				fits = b.near[i][j] == b.near[to][place[j]] && b.near[j][i] == b.near[place[j]][to]
			}
			if fits {
				place, used[to] = append(place, to), true
				extend()
				place, used[to] = place[:i], false
			}
		}
	}
	extend()
}

// reflectedSums returns the sums of the costs of images of a state, without sums that are equal to the given one. It
// gets the patterns as costs returns them.
func (b *permuted) reflectedSums(groups [][]int64, whose []task.Expr, by []*reflection) (out [][]task.Expr) {
	for _, r := range b.reflections() {
		if mirrored := b.images(&r, whose, by); mirrored != nil && !r.keeps(groups) && len(out) < mostReflections {
			out = append(out, mirrored)
		}
	}
	return out
}

// keeps reports whether the image of each group of values is a group.
func (r *reflection) keeps(groups [][]int64) bool {
	for _, g := range groups {
		var image []int64
		for _, x := range g {
			image = append(image, r.value[x])
		}
		slices.Sort(image)
		if !slices.ContainsFunc(groups,
			func(h []int64) bool { return slices.Equal(image, slices.Sorted(slices.Values(h))) }) {
			return false
		}
	}
	return true
}

// images returns the costs of the image of a state. The cost of pattern i is whose[i] of the image under by[i].
func (b *permuted) images(r *reflection, whose []task.Expr, by []*reflection) (out []task.Expr) {
	for i, e := range whose {
		if s := by[i].after(r); s != nil {
			e = b.image(s, e)
		}
		if e == task.None {
			return nil
		}
		out = append(out, e)
	}
	return out
}

// image returns the cost of the image of a state.
func (b *permuted) image(r *reflection, cost task.Expr) task.Expr {
	p := b.sp.Task.Pool
	back := map[int64]int64{}
	for x, y := range r.value {
		back[y] = x
	}
	places := make([]task.Expr, len(r.place))
	for i, to := range r.place {
		places[i] = p.Const(int64(to))
	}
	n := p.Node(cost)
	var args []task.Expr
	for _, a := range n.Args {
		find := p.Node(a)
		x, ok := p.Value(find.Args[0])
		if find.Op != task.OpFind || !ok {
			return task.None
		}
		args = append(args, p.Select(p.FindKnown(find.N, p.Const(back[x]), find.Args[1:]...), places...))
	}
	return p.Cost(int(n.N), args...)
}
