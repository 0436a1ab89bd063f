package task

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// dice draws random tasks: an array of four elements that may be a permutation, and two variables beside it.
type dice struct {
	*rand.Rand
	b     *builder
	array []Expr
	size  int64
}

func (d *dice) chance(n int) bool { return d.IntN(n) == 0 }

// sort is the kind of the array of a random task.
type sort uint64

const (
	anything    sort = iota
	permutation      // each value once
	different        // more values than elements, no value twice; one element never changes
)

func randomTask(seed uint64) *Task {
	d := &dice{Rand: rand.New(rand.NewPCG(seed, 5)), b: newBuilder(), size: 4}
	kind := sort(seed % 3)
	switch kind {
	case anything:
		d.size = int64(2 + d.IntN(2))
	case different:
		d.size = 5
	default:
	}
	for i := range 4 {
		values, init := upTo(d.size), int64(i)
		switch {
		case kind == anything:
			init = d.Int64N(d.size)
		case kind == different && i == 0:
			values = values[:4]
		}
		d.array = append(d.array, d.b.variable(fmt.Sprintf("a[%d]", i), init, values...))
	}
	elems := d.array
	if kind == different {
		elems = append(slices.Clone(elems), d.b.Pool.Const(9))
	}
	d.b.variable("x", 0, 0, 2, 3)
	d.b.variable("y", 1, 0, 1)
	next := make([][]int32, 4)
	for i := range next {
		next[i] = []int32{int32((i + 1) % 4), int32(d.IntN(4))}
	}
	d.b.Pool.Graphs = []Graph{{Next: next}}
	d.b.Arrays = []Array{{Name: "a", Elems: elems, Distinct: kind != anything, Permutation: kind == permutation}}
	p := d.b.Pool
	d.b.Goal = p.And(d.boolean(2), d.boolean(2))
	d.b.Always = p.Or(d.boolean(1), d.boolean(1), p.Bool(d.chance(2)))
	for m := range 2 + d.IntN(4) {
		d.move(m, kind)
	}
	return d.b.Task
}

func (d *dice) move(m int, kind sort) {
	p := d.b.Pool
	guard := []Expr{d.boolean(2)}
	if d.chance(2) {
		guard = append(guard, d.b.is(d.array[d.IntN(4)], d.Int64N(d.size)))
	}
	var effects []Effect
	cond := True
	if d.chance(3) {
		cond = d.boolean(1)
	}
	switch i, j := d.IntN(4), d.IntN(4); {
	case kind == different && d.chance(3): // a value that no element holds comes in
		k := p.Const(d.Int64N(d.size))
		guard = append(guard, d.b.is(p.Find(k, d.array...), -1))
		effects = append(effects, Effect{i, cond, k})
	case kind != anything && i != j: // a swap; the guard may fix one side; or two conditional swaps
		k := d.Int64N(d.size)
		if d.chance(2) {
			guard = append(guard, d.b.is(d.array[j], k))
			effects = append(effects, Effect{i, cond, p.Const(k)}, Effect{j, cond, d.array[i]})
		} else {
			other := d.boolean(1)
			l := (j + 1 + d.IntN(2)) % 4
			if l == i {
				l = (l + 1) % 4
			}
			if l == j {
				break
			}
			effects = append(effects, Effect{i, True, p.Ite(other, d.array[j], d.array[l])},
				Effect{j, other, d.array[i]}, Effect{l, p.Not(other), d.array[i]})
		}
	case kind == anything:
		for v := range 4 {
			if d.chance(2) {
				effects = append(effects, d.write(v, cond))
			}
		}
	}
	for v := 4; v < 6; v++ {
		if d.chance(2) {
			effects = append(effects, d.write(v, cond))
		}
	}
	for _, e := range effects { // the guard keeps the written values inside the domains
		guard = append(guard, p.Implies(e.Cond, p.among(e.Value, d.b.Vars[e.Var].Values)))
	}
	slices.SortFunc(effects, func(a, b Effect) int { return a.Var - b.Var })
	d.b.move(fmt.Sprintf("m%d", m), p.And(guard...), p.Abs(d.number(1)), effects...)
}

// write returns an effect that writes some value, perhaps outside the domain.
func (d *dice) write(v int, cond Expr) Effect {
	value := d.number(2)
	if d.chance(3) {
		value = d.b.Pool.Const(d.b.Vars[v].Values[d.IntN(len(d.b.Vars[v].Values))])
	}
	return Effect{v, cond, value}
}

func (d *dice) number(depth int) Expr {
	p := d.b.Pool
	if depth == 0 || d.chance(3) {
		if d.chance(3) {
			return p.Const(d.Int64N(4))
		}
		return p.Var(d.IntN(6))
	}
	switch d.IntN(5) {
	case 0:
		return p.Add(d.number(depth-1), d.number(depth-1))
	case 1:
		return p.Select(p.Mod(d.number(depth-1), p.Const(4)), d.array...)
	case 2:
		return p.Find(d.number(depth-1), d.array...)
	case 3:
		return p.Sub(d.number(depth-1), d.number(depth-1))
	default:
		return p.Ite(d.boolean(depth-1), d.number(depth-1), d.number(depth-1))
	}
}

func (d *dice) boolean(depth int) Expr {
	p := d.b.Pool
	if depth == 0 || d.chance(3) {
		return p.Eq(p.Var(d.IntN(6)), p.Const(d.Int64N(4)))
	}
	switch d.IntN(6) {
	case 0:
		return p.Not(d.boolean(depth - 1))
	case 1:
		return p.And(d.boolean(depth-1), d.boolean(depth-1))
	case 2:
		return p.Or(d.boolean(depth-1), d.boolean(depth-1))
	case 3:
		return p.Lt(d.number(depth-1), d.number(depth-1))
	case 4:
		return p.Ite(d.boolean(depth-1), d.boolean(depth-1), d.boolean(depth-1))
	default:
		free := make([]Expr, 4)
		for i := range free {
			free[i] = d.boolean(depth - 1)
		}
		return p.Reach(0, p.Mod(d.number(depth-1), p.Const(4)), p.Mod(d.number(0), p.Const(4)), free)
	}
}

// allStates lists the states in which Always holds and a distinct array holds no value twice.
func allStates(tk *Task) (out [][]int64) {
	var fill func(s []int64)
	fill = func(s []int64) {
		v := len(s)
		if v == len(tk.Vars) {
			if tk.Pool.Eval(tk.Always, s) != 0 {
				out = append(out, slices.Clone(s))
			}
			return
		}
		for _, x := range tk.Vars[v].Values {
			if v >= 4 || !tk.Arrays[0].Distinct || !slices.Contains(s, x) {
				fill(append(s, x))
			}
		}
	}
	fill(nil)
	return out
}

// subset returns some random numbers below n.
func (d *dice) subset(n int64) (out []int64) {
	for i := range n {
		if d.chance(2) {
			out = append(out, i)
		}
	}
	return out
}

func TestAbstractionsOfRandomTasks(t *testing.T) { abstractionsOfRandomTasks(t, 0, 100) }

func TestLongAbstractionsOfRandomTasks(t *testing.T) { abstractionsOfRandomTasks(t, 100, 1000) }

// abstractionsOfRandomTasks takes the tasks of some seeds.
func abstractionsOfRandomTasks(t *testing.T, from, to uint64) {
	t.Helper()
	for seed := from; seed < to; seed++ {
		tk := randomTask(seed)
		d := &dice{Rand: rand.New(rand.NewPCG(seed, 6))}
		var kept []int
		for _, v := range d.subset(6) {
			kept = append(kept, int(v))
		}
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			a, image, err := Project(context.Background(), tk, kept)
			require.NoError(t, err)
			starts := allStates(tk)
			estimates, exact := checkAbstraction(t, tk, a, image, starts...)
			if len(kept) == 6 {
				require.Equal(t, exact, estimates)
			}
			a, image, err = Pattern(context.Background(), tk, 0, d.subset(5), d.subset(5), d.chance(2))
			require.NoError(t, err)
			checkAbstraction(t, tk, a, image, starts...)
		})
	}
}
