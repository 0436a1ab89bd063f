package heuristic

import (
	"context"
	"errors"
	"slices"

	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/packed"
	"github.com/pzc-lang/pzc/backends/search/space"
)

// matchingKind describes Matching.
var matchingKind = estimate.Kind{
	Name: "matching", Says: "the cost of carrying each thing to a goal of its own, as if the others were not there",
	Admissible: true, Consistent: true,
	Needs: "moves that carry things, such as tiles or crates, to where the goal wants them", Price: 1 << 16,
}

// matcher is an admissible heuristic: the sum over all tokens of the cost of carrying the token alone to a goal, with
// at most one token for each goal. The cost of an action is divided equally among the tokens that it may carry, so the
// parts may be added (cost partitioning: Katz, Domshlak, Optimal admissible composition of abstraction heuristics,
// 2010).
type matcher struct {
	layout *packed.Layout
	first  []int32
	scale  int64   // the factor of all costs below that makes the shares whole numbers
	alone  []int64 // by atom: the cost of carrying the only token of its kind from there, or unreached
	pools  []tokenPool
	costs  [][]int64 // scratch: by goal and token
	work   Assignment
}

// tokenPool is a kind of several tokens that must fill some places.
type tokenPool struct {
	atoms []pooled
	goals int
}

// pooled is a place where a token may be, with the cost from there to each goal.
type pooled struct {
	at    packed.Field
	place uint64
	dist  []int64
}

const (
	mostScale  = 5040
	dropEffort = 1 << 24 // number of steps to choose kinds
	// pairsPerSuccessor is about the number of pairs of a goal and a token that can be processed in the time of one
	// successor.
	pairsPerSuccessor = 16
	mostCarried       = 1 << 27 // greatest sum of the table entries of a state
)

// Matching makes the heuristic. The error says why there is none for this puzzle.
func Matching(ctx context.Context, sp *space.Space) (estimate.Estimate, error) {
	c, families, err := newCarrying(ctx, sp)
	if err != nil {
		return estimate.Estimate{}, err
	}
	c.choose(families)
	m := c.matching()
	e := estimate.Estimate{Inst: -1, Name: matchingKind.Name, Trusted: true, Ends: true}
	if m.linear(sp, &e) {
		return e, nil
	}
	e.Guide = m.of
	e.Another = func() func(st []uint64) int64 { return m.another().of }
	for _, p := range m.pools {
		e.Effort += int64(p.goals*p.goals) / pairsPerSuccessor
	}
	return e, nil
}

// another returns the matcher with scratch of its own.
func (m *matcher) another() *matcher {
	o := *m
	o.costs, o.work = make([][]int64, len(m.costs)), Assignment{}
	return &o
}

// carrying chooses kinds of tokens and computes their distances.
type carrying struct {
	b      *view
	chosen []*tokens
	scale  int64
	share  []int64 // by action: cost of carrying one token, scaled
	local  []int32 // by atom: its number in its kind
	owner  []int32 // by atom: its variable
	queue  costQueue
}

// newCarrying finds the tokens of a puzzle. The error says why there are none.
func newCarrying(ctx context.Context, sp *space.Space) (*carrying, []*tokenFamily, error) {
	b := newView(ctx, sp)
	b.keep = true
	if _, err := b.relax(); err != nil {
		return nil, nil, err
	}
	families := b.families()
	if len(families) == 0 {
		return nil, nil, errors.New("no move carries anything to where the goal wants it")
	}
	c := &carrying{b: b, local: make([]int32, b.values), owner: b.family().owner}
	return c, families, nil
}

// choose takes the family with the highest estimates, or all families. Then it drops kinds if this raises the
// estimates, because the other kinds get their shares. Example: the hole of a sliding puzzle.
func (c *carrying) choose(families []*tokenFamily) {
	var all []*tokens
	best := -1.0
	try := func(kinds []*tokens) {
		if v := c.value(kinds); v > best {
			best, c.chosen = v, slices.Clone(kinds)
		}
	}
	for _, f := range families {
		try(f.kinds)
		all = append(all, f.kinds...)
	}
	if len(families) > 1 {
		try(all)
	}
	effort := 0
	for _, k := range c.chosen {
		effort += len(k.steps) * len(c.chosen)
	}
	if effort <= dropEffort {
		kinds := slices.Clone(c.chosen)
		slices.SortStableFunc(kinds, func(x, y *tokens) int { return len(y.steps) - len(x.steps) })
		for _, k := range kinds {
			if len(c.chosen) > 1 {
				try(slices.DeleteFunc(slices.Clone(c.chosen), func(x *tokens) bool { return x == k }))
			}
		}
	}
	c.value(c.chosen)
}

// value computes the distances of these kinds, and returns the sum of their means.
func (c *carrying) value(kinds []*tokens) (total float64) {
	c.shares(kinds)
	for _, k := range kinds {
		c.distances(k)
		for _, row := range k.dist {
			sum, n := 0.0, 0
			for _, d := range row {
				if d < unreached {
					sum += float64(d)
					n++
				}
			}
			total += sum / float64(max(1, n)) / float64(c.scale)
		}
	}
	return total
}

// shares divides the cost of each action by the number of tokens of these kinds that it may carry.
func (c *carrying) shares(kinds []*tokens) {
	actions := len(c.b.costs)
	carried := make([]int64, actions)
	for kin := 0; len(kinds) > 0; kin++ {
		mine, others := split(kinds, func(k *tokens) bool { return k.kin == kin })
		c.count(mine, carried)
		kinds = others
	}
	c.scale = 1
	for _, n := range carried {
		if n > 1 {
			c.scale = min(c.scale/gcd(c.scale, n)*n, mostScale)
		}
	}
	c.share = make([]int64, actions)
	// The estimate of a state is the sum of at most one share for each variable and each value on a way.
	most := (unreached/2 - 1) / mostScale / max(1, int64(len(c.b.out.first))*int64(c.b.values))
	for a, n := range carried {
		c.share[a] = min(c.b.costs[a], max(most, 1)) * c.scale / max(1, n)
	}
}

func split(kinds []*tokens, first func(*tokens) bool) (yes, no []*tokens) {
	for _, k := range kinds {
		if first(k) {
			yes = append(yes, k)
		} else {
			no = append(no, k)
		}
	}
	return yes, no
}

// count adds for each action the number of tokens of one family that it may carry. The number is at most the number of
// single tokens and of places for others that it touches. The number is also at most the number of variables that the
// action writes, because each token ends in a variable of its own.
func (c *carrying) count(kinds []*tokens, carried []int64) {
	tokens, writes := make([]int64, len(carried)), make([]int64, len(carried))
	var vars []int64
	for _, k := range kinds {
		var puts []int64
		for _, s := range k.steps {
			puts = append(puts, int64(s.action)<<32|int64(s.to))
			vars = append(vars, int64(s.action)<<32|int64(c.owner[s.to]))
		}
		slices.Sort(puts)
		last := int64(-1)
		for _, p := range slices.Compact(puts) {
			if a := p >> 32; !k.one || a != last {
				tokens[a]++
				last = a
			}
		}
	}
	slices.Sort(vars)
	for _, v := range slices.Compact(vars) {
		writes[v>>32]++
	}
	for a := range carried {
		carried[a] += min(tokens[a], writes[a])
	}
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// distances computes the cost of carrying a token to each goal, backwards from the goal (Dijkstra 1959).
func (c *carrying) distances(k *tokens) {
	for i, a := range k.atoms {
		c.local[a] = int32(i)
	}
	back := newLinks(len(k.atoms), func(link func(to, step int32)) {
		for i, s := range k.steps {
			link(c.local[s.to], int32(i))
		}
	})
	k.dist = k.dist[:0]
	if k.any {
		k.dist = append(k.dist, c.from(k, k.goals, &back))
		return
	}
	for i := range k.goals {
		k.dist = append(k.dist, c.from(k, k.goals[i:i+1], &back))
	}
}

func (c *carrying) from(k *tokens, goals []int32, back *links) []int64 {
	dist := slices.Repeat([]int64{unreached}, len(k.atoms))
	c.queue.clear()
	for _, g := range goals {
		dist[c.local[g]] = 0
		c.queue.push(0, c.local[g])
	}
	for {
		d, at, ok := c.queue.pop()
		if !ok {
			return dist
		}
		if d > dist[at] {
			continue
		}
		for _, i := range back.of(at) {
			s := k.steps[i]
			if next, from := d+c.share[s.action], c.local[s.from]; next < dist[from] {
				dist[from] = next
				c.queue.push(next, from)
			}
		}
	}
}

// matching returns the heuristic of the chosen kinds.
func (c *carrying) matching() *matcher {
	l, first := c.b.sp.Layout, c.b.out.first
	m := &matcher{layout: l, first: first, scale: c.scale, alone: make([]int64, c.b.values)}
	for _, k := range c.chosen {
		if k.one {
			for i, a := range k.atoms {
				m.alone[a] = min(m.alone[a]+k.dist[0][i], unreached)
			}
			continue
		}
		pool := tokenPool{goals: len(k.goals)}
		m.costs = make([][]int64, max(len(m.costs), pool.goals))
		for i, a := range k.atoms {
			v := c.owner[a]
			p := pooled{at: l.Fields[v], place: uint64(a - first[v])}
			for _, row := range k.dist {
				p.dist = append(p.dist, row[i])
			}
			pool.atoms = append(pool.atoms, p)
		}
		m.pools = append(m.pools, pool)
	}
	return m
}

// linear writes the heuristic as a sum of terms of one variable. It returns false if the heuristic does not have this
// form.
func (m *matcher) linear(sp *space.Space, e *estimate.Estimate) bool {
	if len(m.pools) > 0 {
		return false
	}
	a := sp.Program.NewAdder()
	a.Base = m.scale - 1
	var most int64
	for v, first := range m.first {
		row := m.alone[first : int(first)+len(sp.Layout.Vars[v].Values)]
		top := slices.Max(row)
		if most += top; most > mostCarried {
			return false
		}
		if top > 0 {
			copy(a.Terms(int32(v)), row)
		}
	}
	if most == 0 {
		return false
	}
	i, sum := a.Instruction()
	e.Linear = &estimate.Linear{Sum: sum, Div: m.scale, Mul: 1}
	if m.scale > 1 {
		i = sp.Program.Quotient(i, m.scale)
	}
	e.Inst = i
	return true
}

func (m *matcher) of(st []uint64) int64 {
	var total int64
	for v, first := range m.first {
		d := m.alone[first+int32(m.layout.Get(st, v))]
		if d >= unreached {
			return estimate.Hopeless
		}
		total += d
	}
	for i := range m.pools {
		d := m.cost(&m.pools[i], st)
		if d >= unreached {
			return estimate.Hopeless
		}
		total += d
	}
	return min((total+m.scale-1)/m.scale, mostCost)
}

// cost returns the cost of carrying tokens to the goals of a pool, or unreached.
func (m *matcher) cost(p *tokenPool, st []uint64) int64 {
	costs := m.costs[:p.goals]
	for g := range costs {
		costs[g] = costs[g][:0]
	}
	for k := range p.atoms {
		if a := &p.atoms[k]; st[a.at.Word]>>a.at.Shift&a.at.Mask == a.place {
			for g, d := range a.dist {
				costs[g] = append(costs[g], d)
			}
		}
	}
	if len(costs[0]) < p.goals {
		return unreached
	}
	return m.work.LeastCost(costs)
}
