package pattern

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/search/packed"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/compiler/task"
)

// moveCost is the cost of a reversed move. If the cost is constant, it is base. If the cost depends on the state that
// the move leads to, it is entry number Σ parts of costs, or the value of instruction inst.
type moveCost struct {
	base  int64
	parts []numberPart
	costs []int64
	inst  int32 // -1: none
}

const (
	moveCostEntries = 1 << 10 // number of entries of costs
	moveCostBits    = 8       // bits of the state that are read at once
)

// moveCostOf compiles a cost. The cost of a move in a pattern distinguishes few values of each variable, for example
// one place from all others. Values are in one class if each part of the expression over this variable alone has the
// same value for them. There is an entry of costs for each combination of classes.
func (b *total) moveCostOf(mv *space.Move, cost task.Expr) moveCost {
	if mv.Costly < 0 {
		return moveCost{base: mv.Cost, inst: -1}
	}
	c := classifier{
		pool: b.a.Task.Pool, vars: b.inv.Layout.Vars, parts: map[int32][]task.Expr{},
		seen: map[task.Expr]bool{},
	}
	c.walk(cost)
	classes := c.classes()
	size := 1
	for _, k := range classes {
		if size *= len(k.first); size > moveCostEntries {
			return moveCost{inst: mv.Costly}
		}
	}
	out := moveCost{inst: -1, costs: make([]int64, size)}
	state := make([]int64, len(c.vars))
	for v := range state {
		state[v] = c.vars[v].Values[0]
	}
	for i := range out.costs {
		rest := i
		for _, k := range classes {
			state[k.v] = k.first[rest%len(k.first)]
			rest /= len(k.first)
		}
		out.costs[i] = c.pool.Eval(cost, state)
	}
	out.parts = numbering(b.inv.Layout, classes)
	return out
}

// numberPart is a table of contributions to a number, by some bits of the state.
type numberPart struct {
	at    packed.Gather
	table []int32
}

// classifier finds the classes of values that an expression distinguishes.
type classifier struct {
	pool  *task.Pool
	vars  []task.Var
	parts map[int32][]task.Expr // by variable: the largest parts of the expression that read it alone
	seen  map[task.Expr]bool
}

func (c *classifier) walk(e task.Expr) {
	if c.seen[e] {
		return
	}
	c.seen[e] = true
	switch vars := c.pool.Vars(e); len(vars) {
	case 0:
	case 1:
		c.parts[int32(vars[0])] = append(c.parts[int32(vars[0])], e)
	default:
		for _, a := range c.pool.Node(e).Args {
			c.walk(a)
		}
	}
}

// classed is a variable with the class of each place and a value of each class.
type classed struct {
	v     int32
	class []uint32
	first []int64
}

func (c *classifier) classes() (out []classed) {
	state := make([]int64, len(c.vars))
	for v, parts := range c.parts {
		k := classed{v: v}
		number := map[string]uint32{}
		for _, x := range c.vars[v].Values {
			state[v] = x
			var looks []byte
			for _, e := range parts {
				n := c.pool.Eval(e, state)
				for s := 0; s < 64; s += 8 {
					looks = append(looks, byte(n>>s))
				}
			}
			if _, ok := number[string(looks)]; !ok {
				number[string(looks)] = uint32(len(k.first))
				k.first = append(k.first, x)
			}
			k.class = append(k.class, number[string(looks)])
		}
		out = append(out, k)
	}
	slices.SortStableFunc(out, func(a, b classed) int { return int(a.v - b.v) })
	return out
}

// numbering gives each combination of classes its number, as a sum over neighbouring variables of a one-word state.
func numbering(l *packed.Layout, classes []classed) (out []numberPart) {
	stride := uint32(1)
	for len(classes) > 0 {
		n, width := 0, uint(0)
		var vars []int32
		for n < len(classes) && (n == 0 || width+l.Fields[classes[n].v].Bits <= moveCostBits) {
			vars = append(vars, classes[n].v)
			width += l.Fields[classes[n].v].Bits
			n++
		}
		at, _ := l.Gather(vars)
		table := make([]int32, 1<<width)
		st := make([]uint64, 1)
		next := stride
		l.Each(vars, st, func(i uint64) {
			step := stride
			for _, k := range classes[:n] {
				table[i] += int32(step * k.class[l.Get(st, int(k.v))])
				step *= uint32(len(k.first))
			}
			next = step
		})
		out = append(out, numberPart{at: at, table: table})
		stride, classes = next, classes[n:]
	}
	return out
}
