package pattern

import (
	"context"
	"slices"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/assign"
	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// Projections on few variables are chosen by hill climbing (Haslum, Botea, Helmert, Bonet, Koenig, Domain-Independent
// Construction of Pattern Database Heuristics for Cost-Optimal Planning, 2007). It begins with the variables of single
// conditions of the goal. In each step it extends an earlier projection by one variable, and adds the extension that
// raises the estimate in most states of a sample. Costs of projections are added if no move writes variables of both
// (Edelkamp 2001). The estimate is the greatest of these sums.

const (
	sampleStates     = 256
	projectionStates = 1 << 21 // of all projections that are tried
	projectionMoves  = 1 << 18 // of all projections that are tried
	// projectionPrice is the effort of choosing projections, in successors, measured on Sokoban.
	projectionPrice = projectionStates + 64*projectionMoves
	maxProjections  = 16 // in the choice
	maxSums         = 64
	goalVars        = 4  // in one condition of the goal to begin with
	worthwhile      = 50 // a projection must raise the estimate in one of this number of states
)

// climber chooses projections.
type climber struct {
	*Chooser
	choice *chosen
	reads  [][]int // by variable: the other variables of moves that write it
	sample [][]int64
	have   []projected
	now    []int64         // by state of the sample: the estimate
	tried  map[string]bool // by variables
	states int
	moves  int
}

// projected is a projection with its table.
type projected struct {
	vars   []int
	image  []task.Expr
	a      task.Abstraction
	table  *store.Costs
	values []int64 // by state of the sample
	writes []bool  // by move: it writes one of the variables
}

// chooseProjections adds projections on variables that no other pattern sees.
func (b *Chooser) chooseProjections(choice *chosen) {
	sp := b.sp
	c, taken := &climber{Chooser: b, choice: choice, tried: map[string]bool{}}, choice.taken
	c.relations()
	c.walk()
	for _, e := range sp.Task.Pool.Conjuncts(sp.Task.Goal) {
		vars := sp.Task.Pool.Vars(e)
		if len(vars) <= goalVars && !slices.ContainsFunc(vars, func(v int) bool { return taken[v] }) {
			if p, ok := c.try(vars); ok && len(c.have) < maxProjections {
				c.have = append(c.have, p)
			}
		}
	}
	c.now = c.values(c.have)
	for len(c.have) < maxProjections && c.climb(taken) {
	}
	c.settle()
}

// relations finds for each variable the other variables that a projection may need.
func (c *climber) relations() {
	t := c.sp.Task
	with := make([]map[int]bool, len(t.Vars))
	for v := range with {
		with[v] = map[int]bool{}
	}
	vars := task.NewReads(t.Pool).Of
	for m := range t.Moves {
		mv := &t.Moves[m]
		var read []int
		for _, e := range t.Pool.Conjuncts(mv.Guard) {
			if vs := vars(e); len(vs) <= 4 { // wide conditions hold for most values of a few variables
				read = append(read, vs...)
			}
		}
		for _, e := range mv.Effects {
			read = append(append(append(read, e.Var), vars(e.Cond)...), vars(e.Value)...)
		}
		for _, e := range mv.Effects {
			for _, u := range read {
				with[e.Var][u] = true
			}
		}
	}
	for v := range with {
		var out []int
		for u := range with[v] {
			if u != v {
				out = append(out, u)
			}
		}
		slices.Sort(out)
		c.reads = append(c.reads, out)
	}
}

// walk samples states on random walks from the initial states.
func (c *climber) walk() {
	sp := c.sp
	var roots [][]uint64
	assign.Each(sp, []task.Expr{sp.Task.InitCond}, &backends.Stats{}, assign.Until(c.builder.Ctx),
		func(st []uint64) bool {
			roots = append(roots, slices.Clone(st))
			return len(roots) < estimate.SampleWalks
		})
	walk := space.NewWalk(sp)
	for k := 0; len(roots) > 0 && len(c.sample) < sampleStates; k++ {
		st := slices.Clone(roots[k%len(roots)])
		for range 4 * estimate.SampleSteps {
			c.sample = append(c.sample, sp.Layout.Unpack(st))
			if c.builder.Ctx.Err() != nil || !walk.Step(st) {
				break
			}
		}
	}
}

// try makes a projection. It returns false if the projection was tried before, or is too large.
func (c *climber) try(vars []int) (projected, bool) {
	var key []byte
	for _, v := range vars {
		key = append(key, byte(v), byte(v>>8), byte(v>>16))
	}
	sp := c.sp
	if c.tried[string(key)] || c.states > projectionStates || c.moves > projectionMoves || c.builder.Rest() != nil {
		return projected{}, false
	}
	c.tried[string(key)] = true
	c.moves += len(sp.Task.Moves)
	a, image, err := c.builder.simpler(func(ctx context.Context) (task.Abstraction, []task.Expr, error) {
		return task.Project(ctx, sp.Task, vars)
	})
	if err != nil || len(a.Task.Moves) == 0 {
		return projected{}, false
	}
	c.moves += len(a.Task.Moves)
	costs, err := c.builder.few(&a)
	if err != nil {
		c.states += easyStates
		return projected{}, false
	}
	c.states += max(costs.Entries.Len(), 1<<10)
	if float64(costs.Entries.Len()) > sizeOf(sp)/patternShare {
		return projected{}, false
	}
	p := projected{vars: vars, image: image, a: a, table: costs, writes: make([]bool, len(sp.Task.Moves))}
	st := make([]uint64, costs.Kept.Words)
	codes := make([]int64, len(vars))
	for _, s := range c.sample {
		for i, v := range vars {
			codes[i] = s[v]
		}
		p.values = append(p.values, costs.Of(codes, st))
	}
	for m := range sp.Task.Moves {
		for _, e := range sp.Task.Moves[m].Effects {
			p.writes[m] = p.writes[m] || slices.Contains(vars, e.Var)
		}
	}
	return p, true
}

// climb adds the projection that helps most. It returns false if none helps enough.
func (c *climber) climb(taken map[int]bool) bool {
	var best projected
	bestRaised := len(c.sample) / worthwhile
	for _, p := range slices.Clone(c.have) {
		var more []int
		for _, v := range p.vars {
			more = append(more, c.reads[v]...)
		}
		slices.Sort(more)
		for _, v := range slices.Compact(more) {
			if taken[v] || slices.Contains(p.vars, v) {
				continue
			}
			vars := append(slices.Clone(p.vars), v)
			slices.Sort(vars)
			q, ok := c.try(vars)
			if !ok {
				continue
			}
			raised := 0
			for i, h := range c.values(append(slices.Clone(c.have), q)) {
				if h > c.now[i] {
					raised++
				}
			}
			if raised > bestRaised {
				best, bestRaised = q, raised
			}
		}
	}
	if best.table == nil {
		return false
	}
	c.have = append(c.have, best)
	c.now = c.values(c.have)
	return true
}

// values returns the greatest sum in each state of the sample.
func (c *climber) values(ps []projected) []int64 {
	out := make([]int64, len(c.sample))
	for _, clique := range sumsOf(ps) {
		for i := range out {
			h := int64(0)
			for _, k := range clique {
				h += ps[k].values[i]
			}
			out[i] = max(out[i], min(h, task.Unreachable))
		}
	}
	return out
}

// independent reports whether no move writes variables of both.
func (p *projected) independent(q *projected) bool {
	for m := range p.writes {
		if p.writes[m] && q.writes[m] {
			return false
		}
	}
	return true
}

// sumsOf returns maximal sets of projections such that no move writes variables of two of them (Bron and Kerbosch
// 1973), at most maxSums sets.
func sumsOf(ps []projected) (out [][]int) {
	independent := make([][]bool, len(ps))
	for i := range ps {
		independent[i] = make([]bool, len(ps))
		for j := range i {
			independent[i][j] = ps[i].independent(&ps[j])
			independent[j][i] = independent[i][j]
		}
	}
	var grow func(in, may, not []int)
	grow = func(in, may, not []int) {
		if len(may) == 0 {
			if len(not) == 0 && len(in) > 0 && len(out) < maxSums {
				out = append(out, slices.Clone(in))
			}
			return
		}
		for len(may) > 0 && len(out) < maxSums {
			k := may[0]
			with := func(set []int) []int {
				return slices.DeleteFunc(slices.Clone(set), func(j int) bool { return j == k || !independent[k][j] })
			}
			grow(append(in[:len(in):len(in)], k), with(may), with(not))
			may, not = may[1:], append(not, k)
		}
	}
	grow(nil, spanOf(len(ps)), nil)
	return out
}

func spanOf(n int) (out []int) {
	for i := range n {
		out = append(out, i)
	}
	return out
}

// settle keeps the projections that raise the estimate in the sample, the largest first, and adds their sums to the
// choice.
func (c *climber) settle() {
	for i := 0; i < len(c.have); {
		without := slices.Delete(slices.Clone(c.have), i, i+1)
		if slices.Equal(c.values(without), c.now) {
			c.have = without
		} else {
			i++
		}
	}
	costs := make([]task.Expr, len(c.have))
	for i, p := range c.have {
		costs[i] = adopt(c.sp, p.a, p.image)
		c.sp.Tables[len(c.sp.Tables)-1] = p.table
		c.builder.Used += p.table.Bytes()
	}
	for _, clique := range sumsOf(c.have) {
		sum := lists.Map(clique, func(k int) task.Expr { return costs[k] })
		c.choice.sums = append(c.choice.sums, sum)
	}
}
