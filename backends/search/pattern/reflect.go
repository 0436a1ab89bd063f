package pattern

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/automorphism"
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// A reflection of an array of permuted values is a permutation of the places together with a permutation of the values.
// It maps moves to moves of the same cost, and the goal to itself. The image of a state is as far from the goal as the
// state. So every table gives two bounds, for the state and for its image, and the greater one is used (Culberson and
// Schaeffer, Pattern databases, 1998; Felner, Zahavi, Schaeffer and Holte, Dual lookups in pattern databases, 2005).
// This takes no memory.
type reflection struct {
	place []int           // by place: the place to which its value goes
	value map[int64]int64 // by value: its image
}

const (
	mostReflections = 3       // each takes one more lookup in every table
	mostAlike       = 64      // permutations of the places
	reflectionWork  = 1 << 22 // of automorphism.Find
)

// reflections returns the reflections of the array, without the identity. Every arrangement of the values must be a
// state, and the goal must fix the value of each place.
func (b *permuted) reflections() (out []reflection) {
	t := b.sp.Task
	if b.builder.without.Has(technique.Reflect) ||
		len(t.Pool.Conjuncts(t.Goal)) != len(b.vars) || len(b.home) != len(b.vars) || slices.Contains(b.vars, -1) ||
		len(t.Vars) != len(b.vars) || t.Dead != task.False && t.Dead != task.None ||
		t.Always != task.True && t.Pool.Node(t.Always).Op != task.OpDistinct {
		return nil
	}
	found, _ := automorphism.Find(b.builder.Ctx, t, reflectionWork)
	found = slices.DeleteFunc(found, func(x automorphism.Permutation) bool {
		return !slices.ContainsFunc(x.From, func(v int) bool { return x.From[v] != v }) // it exchanges values only
	})
	all, _ := automorphism.NewProof(t).Closure(found, mostAlike)
	for _, x := range all {
		r, alike := reflection{make([]int, len(b.vars)), map[int64]int64{}}, true
		for i, v := range b.vars {
			r.place[slices.Index(b.vars, x.From[v])] = i
			for k, value := range t.Vars[x.From[v]].Values {
				was, known := r.value[value]
				r.value[value], alike = x.To[v][k], alike && (!known || was == x.To[v][k])
			}
		}
		if alike {
			out = append(out, r)
		}
	}
	return out
}

// reflectedSums returns the sums of the costs of images of a state, without sums that are equal to the given one.
func (b *permuted) reflectedSums(groups [][]int64, sum []task.Expr) (out [][]task.Expr) {
	for _, r := range b.reflections() {
		if mirrored := b.images(&r, sum); mirrored != nil && !r.keeps(groups) && len(out) < mostReflections {
			out = append(out, mirrored)
		}
	}
	return out
}

// keeps reports whether the image of each group of values is a group.
func (r *reflection) keeps(groups [][]int64) bool {
	for _, g := range groups {
		image := lists.Map(g, func(x int64) int64 { return r.value[x] })
		slices.Sort(image)
		if !slices.ContainsFunc(groups,
			func(h []int64) bool { return slices.Equal(image, slices.Sorted(slices.Values(h))) }) {
			return false
		}
	}
	return true
}

// images returns the costs of the image of a state.
func (b *permuted) images(r *reflection, sum []task.Expr) (out []task.Expr) {
	for _, e := range sum {
		if e = b.image(r, e); e == task.None {
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
	places := lists.Map(r.place, func(to int) task.Expr { return p.Const(int64(to)) })
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
