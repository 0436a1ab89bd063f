package globals

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/task"
)

// drawing makes random models: numbers, or a Boolean for each value of a number. Each condition is said in one of
// several ways.
type drawing struct {
	*rand.Rand
	pool   *task.Pool
	task   *task.Task
	is     [][]task.Expr // by thing and value: that it has the value
	number []task.Expr   // by thing, None: it has Booleans alone
	said   []task.Expr
}

func (d *drawing) variable(values []int64) task.Expr {
	v := len(d.task.Vars)
	d.task.Vars = append(d.task.Vars, task.Var{Name: fmt.Sprint("v", v), Values: values})
	d.task.Free, d.task.Init = append(d.task.Free, true), append(d.task.Init, 0)
	return d.pool.Var(v)
}

func (d *drawing) say(e task.Expr) { d.said = append(d.said, e) }

func (d *drawing) not(es ...task.Expr) task.Expr { return d.pool.Not(d.pool.And(es...)) }

// atMost says that of some conditions at most one holds.
func (d *drawing) atMost(es []task.Expr) {
	p := d.pool
	switch d.IntN(4) {
	case 0:
		d.say(p.Le(p.Add(es...), p.Const(1)))
	case 1:
		d.say(p.Lt(p.Add(es...), p.Const(2)))
	case 2:
		for i, e := range es {
			d.say(p.Or(p.Not(e), p.Not(p.Or(es[:i]...))))
		}
	default:
		for i, e := range es {
			for _, f := range es[:i] {
				d.say(d.not(e, f))
			}
		}
	}
}

// atLeast says that of some conditions at least one holds.
func (d *drawing) atLeast(es []task.Expr) {
	p := d.pool
	if d.IntN(2) == 0 {
		d.say(p.Le(p.Const(1), p.Add(es...)))
	} else {
		d.say(p.Or(es...))
	}
}

func (d *drawing) one(es []task.Expr) {
	if d.IntN(2) == 0 {
		d.say(d.pool.Eq(d.pool.Add(es...), d.pool.Const(1)))
		return
	}
	d.atMost(es)
	d.atLeast(es)
}

// draw makes a model of at most five things with three or four values.
func draw(seed uint64) *drawing {
	d := &drawing{Rand: rand.New(rand.NewPCG(seed, 57)), task: &task.Task{}}
	d.pool = task.NewPool(func(v int) []int64 { return d.task.Vars[v].Values })
	p := d.pool
	d.task.Pool = p
	things, values := 2+d.IntN(2), 3+d.IntN(2)
	booleans := d.IntN(3)
	if booleans == 0 {
		things += d.IntN(3)
	}
	for range things {
		var is []task.Expr
		x := task.None
		if booleans == 1 || booleans == 2 && d.IntN(2) == 0 {
			for range values {
				is = append(is, d.variable([]int64{0, 1}))
			}
		} else {
			var domain []int64
			for k := range values {
				domain = append(domain, int64(k))
			}
			x = d.variable(domain)
			for k := range values {
				is = append(is, p.Eq(x, p.Const(int64(k))))
			}
		}
		d.is, d.number = append(d.is, is), append(d.number, x)
	}
	counted := d.IntN(4) == 0
	var all []task.Expr
	for i, is := range d.is {
		if all = append(all, is...); d.number[i] != task.None {
			continue
		}
		if counted {
			d.atMost(is)
		} else {
			d.one(is)
		}
	}
	if counted {
		d.say(p.Eq(p.Add(all...), p.Const(int64(things-d.IntN(2)))))
	}
	for range 1 + d.IntN(4) {
		d.condition()
	}
	if things == 3 && values == 3 && booleans == 0 { // where each value stands
		entries, start := make([]task.Expr, things), int64(d.IntN(2))
		for i := range entries {
			entries[i] = d.value(i)
		}
		for k := range values {
			x := d.variable([]int64{start, start + 1, start + 2})
			d.say(p.Eq(p.Select(p.Sub(x, p.Const(start)), entries...), p.Const(int64(k))))
			if d.IntN(3) == 0 {
				d.say(p.Not(p.Eq(x, p.Const(start+int64(d.IntN(3))))))
			}
		}
	}
	return d
}

// column returns that things have a value, a number of them.
func (d *drawing) column(k int) (es []task.Expr) {
	for _, is := range d.is {
		es = append(es, is[k])
	}
	return es
}

// value is the value of a thing as a number.
func (d *drawing) value(i int) task.Expr {
	if d.number[i] != task.None {
		return d.number[i]
	}
	sum := []task.Expr{d.pool.Const(0)}
	for k, e := range d.is[i] {
		sum = append(sum, d.pool.Mul(d.pool.Const(int64(k)), e))
	}
	return d.pool.Add(sum...)
}

func (d *drawing) condition() {
	p := d.pool
	values := len(d.is[0])
	switch d.IntN(8) {
	case 7: // they take as many values, each perhaps plus the number of its thing
		by := d.IntN(2)
		var taken []task.Expr
		for k := range values + by*len(d.is) {
			var some []task.Expr
			for i, is := range d.is {
				if l := k - by*i; l >= 0 && l < values && d.IntN(60) > 0 {
					some = append(some, is[l])
				}
			}
			taken = append(taken, p.Or(some...))
		}
		d.say(p.Eq(p.Add(taken...), p.Const(int64(len(d.is)))))
	case 6: // one follows from another one
		x, y := d.value(0), d.value(len(d.is)-1)
		if d.IntN(2) == 0 {
			d.say(p.Eq(x, p.Add(y, p.Const(int64(d.IntN(3)-1)))))
		} else {
			d.say(p.Eq(p.Add(x, y), p.Const(int64(values-1-d.IntN(2)))))
		}
	case 0: // they differ, or each value stands somewhere
		for k := range values {
			if es := d.column(k); d.IntN(6) > 0 {
				d.atMost(es)
			} else {
				d.atLeast(es)
			}
		}
	case 1:
		for k := range values {
			d.atLeast(d.column(k))
		}
	case 2: // they differ by more than their places do
		for i := range d.is {
			for j := range i {
				for a := range values {
					for b := range values {
						if a-b == i-j || d.IntN(40) == 0 {
							d.say(d.not(d.is[i][a], d.is[j][b]))
						}
					}
				}
			}
		}
	case 3: // an order
		for a := range values {
			for b := range values {
				if b <= a+d.IntN(2)*d.IntN(2) {
					d.say(d.not(d.is[0][a], d.is[1][b]))
				}
			}
		}
	case 4: // an entry, or two numbers that differ
		if d.number[0] != task.None && d.IntN(4) == 0 {
			var entries []task.Expr
			for k := range values {
				entries = append(entries, d.value(k%len(d.is)))
			}
			d.say(p.Eq(p.Select(d.value(0), entries...), p.Const(int64(d.IntN(values)))))
		}
		for i := range d.is {
			for j := range i {
				x := p.Sub(d.value(i), d.value(j))
				c := p.Const(int64(d.IntN(3) * (i - j)))
				switch d.IntN(3) {
				case 0:
					d.say(p.Not(p.Eq(x, c)))
				case 1:
					d.say(p.Not(p.Eq(p.Abs(x), c)))
				default:
					d.say(p.Not(p.Eq(d.value(i), p.Add(d.value(j), c))))
				}
			}
		}
	default:
		var sum []task.Expr
		for i := range d.is {
			sum = append(sum, d.value(i))
		}
		d.say(p.Le(p.Add(sum...), p.Const(int64(values+d.IntN(values)))))
	}
}

// Rewritten conditions have the assignments of the conditions that were written.
func TestRewrite(t *testing.T) {
	changed, fewer, numbers := 0, 0, 0
	for seed := range uint64(1500) {
		d := draw(seed)
		cost, said := d.value(0), d.pool.And(d.said...)
		pool := d.pool.Clone()
		w, ok := Rewrite(d.task, pool, []task.Expr{said}, cost)
		if !ok {
			continue
		}
		changed++
		if len(w.Conditions) < len(d.said) {
			fewer++
		}
		if len(w.Is) > 0 {
			numbers++
		}
		same(t, d.task, said, cost, pool, w, seed)
	}
	require.Greater(t, changed, 900)
	require.Greater(t, fewer, 700)
	require.Greater(t, numbers, 300)
}

// same compares the assignments of a condition and of its rewriting.
func same(t *testing.T, tk *task.Task, said, cost task.Expr, pool *task.Pool, w Rewritten, seed uint64) {
	t.Helper()
	state := make([]int64, len(w.Values))
	var vary func(v int)
	vary = func(v int) {
		if v < len(tk.Vars) {
			for _, k := range tk.Vars[v].Values {
				state[v] = k
				vary(v + 1)
			}
			return
		}
		holds := true
		for x := len(tk.Vars); x < len(w.Values); x++ { // the one value of x that agrees with all variables
			var fit []int64
			for _, k := range w.Values[x] {
				if state[x] = k; agrees(pool, w, state, x) {
					fit = append(fit, k)
				}
			}
			if holds = holds && (len(fit) == 1 || w.Values[x] == nil); len(fit) > 0 {
				state[x] = fit[0]
			}
		}
		holds = holds && agrees(pool, w, state, -1)
		for _, e := range w.Conditions {
			holds = holds && pool.Eval(e, state) != 0
		}
		require.Equal(t, tk.Pool.Eval(said, state) != 0, holds, "seed %d: %v", seed, state)
		if holds && cost != task.None {
			require.Equal(t, tk.Pool.Eval(cost, state), pool.Eval(w.Cost, state), "seed %d: %v", seed, state)
		}
	}
	vary(0)
}

// agrees reports whether variables have the values that those which read x say; for -1 all variables.
func agrees(pool *task.Pool, w Rewritten, state []int64, x int) bool {
	for b, e := range w.Is {
		if (x < 0 || slices.Contains(pool.Vars(e), x)) && pool.Eval(e, state) != state[b] {
			return false
		}
	}
	return true
}

// paths says that free nodes of a small graph are joined, in one of several ways.
func paths(seed uint64) *drawing {
	d := &drawing{Rand: rand.New(rand.NewPCG(seed, 58)), task: &task.Task{}}
	d.pool = task.NewPool(func(v int) []int64 { return d.task.Vars[v].Values })
	p := d.pool
	d.task.Pool = p
	n := 5 + d.IntN(2)
	var next [][]int32
	var free []task.Expr
	for i := range n {
		next, free = append(next, nil), append(free, d.variable([]int64{0, 1}))
		if d.IntN(5) == 0 {
			free[i] = task.True
		}
	}
	links := d.IntN(2) == 0
	for i := range n {
		for j := range i {
			switch {
			case d.IntN(3) == 0:
			case links: // each way through a node of its own
				l := d.variable([]int64{0, 1})
				if len(d.task.Vars) > 12 {
					continue
				}
				k := int32(len(next))
				next[i], next[j] = append(next[i], k), append(next[j], k+1)
				next = append(next, []int32{int32(j)}, []int32{int32(i)})
				free = append(free, l, l)
			default:
				next[i] = append(next[i], int32(j))
				if d.IntN(60) > 0 {
					next[j] = append(next[j], int32(i))
				}
			}
		}
	}
	p.Graphs = []task.Graph{{Next: next}}
	reach := func(a, b int) task.Expr {
		if d.IntN(2) == 0 {
			a, b = b, a
		}
		return p.Reach(0, p.Const(int64(a)), p.Const(int64(b)), free)
	}
	ends := 1 + d.IntN(3)
	guarded := d.IntN(10)
	for a := range n {
		var some []task.Expr
		if guarded < 9 {
			some = append(some, p.Not(free[a]))
		}
		if d.IntN(3) == 0 {
			some = append(some, p.Not(p.Var(0)))
		}
		for b := range ends {
			if d.IntN(8) == 0 {
				some = append(some, reach(a, b))
			} else {
				some = append(some, p.And(free[b], reach(a, b)))
			}
		}
		d.say(p.Or(some...))
	}
	if d.IntN(2) == 0 {
		d.said = nil
		for a := range ends + 2 {
			for b := range a {
				some := []task.Expr{p.Not(free[a]), p.Not(free[b]), reach(a, b)}
				if d.IntN(40) == 0 {
					some = append(some, p.Not(p.Var(0)))
				}
				d.say(p.Or(some...))
			}
		}
	}
	return d
}

func TestRewritePaths(t *testing.T) {
	changed := 0
	for seed := range uint64(160) {
		d := paths(seed)
		said := d.pool.And(d.said...)
		pool := d.pool.Clone()
		if w, ok := Rewrite(d.task, pool, []task.Expr{said}, task.None); ok {
			changed++
			same(t, d.task, said, task.None, pool, w, seed)
		}
	}
	require.Greater(t, changed, 60)
}
