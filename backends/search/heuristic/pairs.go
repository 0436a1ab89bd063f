//go:build !js

package heuristic

import (
	"cmp"
	"context"
	"errors"
	"math/bits"
	"slices"

	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/packed"
	"github.com/pzc-lang/pzc/backends/search/space"
)

// pairing is an admissible heuristic for a pool of equal tokens. The rest of a state is the values of the other
// variables, for instance where the man of Sokoban stands. If all tokens but one or two are taken away, every plan
// stays a plan of what is left (see fewer). So these costs are exact:
//
//   - dist: the cost of carrying a token to a goal, if it is alone with the rest of the state;
//   - more: by how much the cost for two tokens exceeds the sum of both, in the best case over all pairs of goals.
//
// A move carries one token. So the costs of different tokens may be added, and so may those of disjoint pairs: whatever
// two goals a pair goes to, the pair costs at least the two costs of some assignment to these goals, and more.
type pairing struct {
	matcher
	rest  packed.Gather
	span  int       // number of indices of the rest
	dist  [][]int64 // by token and rest: by goal
	set   []int32   // by two tokens: the number of the pair, -1: one of them can never reach a goal
	more  []uint8   // by pair and rest; noPlan: the two tokens have no plan
	at    []int32   // scratch: the tokens of a state
	found []excess
}

// excess is a pair of tokens with its entry of more.
type excess struct {
	more uint8
	both uint64 // bits of the tokens
}

const (
	noPlan     = 255
	mostRest   = 10      // bits of the rest of a state
	mostPairs  = 1 << 18 // states of one token, or of two
	mostTokens = 64
)

// Pairs makes the heuristic. The error says why there is none for this puzzle.
func Pairs(ctx context.Context, sp *space.Space) (estimate.Estimate, error) {
	c, families, err := newCarrying(ctx, sp)
	if err != nil {
		return estimate.Estimate{}, err
	}
	f := c.crowd(ctx, families)
	if f == nil {
		return estimate.Estimate{}, errNoPairs
	}
	p := &pairing{matcher: *c.matching(), rest: f.rest, span: 1 << f.width}
	if err := f.singles(ctx, p); err != nil {
		return estimate.Estimate{}, err
	}
	if err := f.couples(ctx, p); err != nil {
		return estimate.Estimate{}, err
	}
	g := int64(len(f.goals))
	return estimate.Estimate{
		Inst: -1, Name: pairsKind.Name, Trusted: true, Ends: true, Guide: p.of, Effort: g * g / pairsPerSuccessor,
	}, nil
}

// crowd chooses the first kind of several tokens that may be made fewer. It returns nil if there is none.
func (c *carrying) crowd(ctx context.Context, families []*tokenFamily) *fewer {
	for _, family := range families {
		for _, k := range family.kinds {
			if k.one || len(k.goals) > mostTokens {
				continue
			}
			c.chosen = []*tokens{k}
			c.value(c.chosen)
			if f, ok := c.fewer(ctx, k); ok && c.scale == 1 && f.width <= mostRest &&
				len(f.tokens)<<f.width <= mostPairs {
				return f
			}
		}
	}
	return nil
}

func (p *pairing) of(st []uint64) int64 {
	pool, rest := &p.pools[0], int(p.rest.Index(st))
	p.rows, p.at, p.found = p.rows[:0], p.at[:0], p.found[:0]
	for i := range pool.atoms {
		if a := &pool.atoms[i]; st[a.at.Word]>>a.at.Shift&a.at.Mask == a.place {
			p.rows, p.at = append(p.rows, p.dist[i*p.span+rest]), append(p.at, int32(i))
		}
	}
	if len(p.at) != pool.goals {
		return p.matcher.of(st) // a token may stay anywhere
	}
	for k, i := range p.at {
		for l, j := range p.at[:k] {
			s := p.set[int(i)*len(pool.atoms)+int(j)]
			if s < 0 {
				return estimate.Hopeless
			}
			switch m := p.more[int(s)*p.span+rest]; m {
			case 0:
			case noPlan:
				return estimate.Hopeless
			default:
				p.found = append(p.found, excess{m, 1<<k | 1<<l})
			}
		}
	}
	d := p.work.leastCost(p.rows, pool.goals)
	if d >= unreached {
		return estimate.Hopeless
	}
	return min(d+p.disjoint(), mostCost)
}

// disjoint adds up entries of disjoint pairs, the greatest first.
func (p *pairing) disjoint() (sum int64) {
	for taken := uint64(0); ; {
		best := excess{}
		for _, e := range p.found {
			if e.more > best.more && e.both&taken == 0 {
				best = e
			}
		}
		if best.more == 0 {
			return sum
		}
		sum += int64(best.more)
		taken |= best.both
	}
}

// network is the states of puzzles with few tokens. A node is a class of states of the same tokens that lead to one
// another at no cost.
type network struct {
	of    []int32 // by set of tokens and rest: its node
	one   []int32 // by node: one of its states
	back  links   // by node: the edges to it
	edges []netEdge
}

type netEdge struct {
	from, to int32
	cost     int64
}

// network makes all states of some sets of tokens and the moves between them. number returns the number of a set, or -1
// if its states have no plan.
func (f *fewer) network(ctx context.Context, sets [][]int32, number func(tokens []int32) int32) (*network, error) {
	span := 1 << f.width
	n := &network{of: slices.Repeat([]int32{-1}, len(sets)*span)}
	x := space.NewExpander(f.sp)
	words := (span + 63) / 64
	reach := make([]uint64, span*words) // by rest: the rests that are reached at no cost
	next := make([]int32, 0, 2)
	st := make([]uint64, f.sp.Layout.Words)
	for s, tokens := range sets {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		clear(reach)
		f.place(st, tokens)
		f.sp.Layout.Each(f.others, st, func(rest uint64) {
			x.Expand(st)
			from := int32(s*span) + int32(rest)
			for k := range x.Kids {
				kid := &x.Kids[k]
				to := int(f.rest.Index(x.State(k)))
				carried := f.carries[kid.Move]
				if carried.from < 0 {
					reach[int(rest)*words+to/64] |= 1 << (to % 64)
					continue
				}
				next = next[:0]
				for _, t := range tokens {
					if t == carried.from {
						t = carried.to
					}
					next = append(next, t)
				}
				if len(next) == 2 && next[0] == next[1] {
					continue // two tokens at one place are too few for the goal
				}
				if to2 := number(next); to2 >= 0 {
					n.edges = append(n.edges, netEdge{from, to2*int32(span) + int32(to), kid.Cost})
				}
			}
		})
		leads := func(a, b int) bool { return reach[a*words+b/64]>>(b%64)&1 != 0 }
		f.sp.Layout.Each(f.others, st, func(r uint64) {
			rest := int(r)
			for k := 0; k < words; k++ {
				for set := reach[rest*words+k]; set != 0; set &= set - 1 {
					o := k*64 + bits.TrailingZeros64(set)
					if node := n.of[s*span+o]; node >= 0 && leads(o, rest) {
						n.of[s*span+rest] = node
						return
					}
				}
			}
			n.of[s*span+rest] = int32(len(n.one))
			n.one = append(n.one, int32(s*span+rest))
		})
		for a := range span {
			for k := 0; k < words; k++ {
				for set := reach[a*words+k]; set != 0; set &= set - 1 {
					if b := k*64 + bits.TrailingZeros64(set); n.of[s*span+a] != n.of[s*span+b] {
						n.edges = append(n.edges, netEdge{int32(s*span + a), int32(s*span + b), 0})
					}
				}
			}
		}
	}
	n.link()
	return n, nil
}

// link turns edges between states into edges between nodes.
func (n *network) link() {
	for i := range n.edges {
		e := &n.edges[i]
		e.from, e.to = n.of[e.from], n.of[e.to]
	}
	slices.SortFunc(n.edges, func(a, b netEdge) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to), cmp.Compare(a.cost, b.cost))
	})
	n.edges = slices.CompactFunc(n.edges, func(a, b netEdge) bool { return a.from == b.from && a.to == b.to })
	n.back = newLinks(len(n.one), func(link func(to, edge int32)) {
		for i, e := range n.edges {
			link(e.to, int32(i))
		}
	})
}

// costs returns the least costs from all nodes to a node of some sets of tokens.
func (n *network) costs(q *costQueue, span int, sets ...int32) []int64 {
	dist := slices.Repeat([]int64{unreached}, len(n.one))
	q.clear()
	for _, s := range sets {
		for _, node := range n.of[int(s)*span : int(s+1)*span] {
			if node >= 0 && dist[node] > 0 {
				dist[node] = 0
				q.push(0, node)
			}
		}
	}
	for {
		d, at, ok := q.pop()
		if !ok {
			return dist
		}
		if d > dist[at] {
			continue
		}
		for _, i := range n.back.of(at) {
			e := &n.edges[i]
			if next := min(d+e.cost, unreached); next < dist[e.from] {
				dist[e.from] = next
				q.push(next, e.from)
			}
		}
	}
}

// singles computes the costs of carrying a token alone.
func (f *fewer) singles(ctx context.Context, p *pairing) error {
	sets := make([][]int32, len(f.tokens))
	for i := range sets {
		sets[i] = []int32{int32(i)}
	}
	n, err := f.network(ctx, sets, func(tokens []int32) int32 { return tokens[0] })
	if err != nil {
		return err
	}
	var q costQueue
	p.dist = make([][]int64, len(sets)*p.span)
	for i, node := range n.of {
		if node >= 0 {
			p.dist[i] = slices.Repeat([]int64{unreached}, len(f.goals))
		}
	}
	for g, goal := range f.goals {
		costs := n.costs(&q, p.span, goal)
		for i, node := range n.of {
			if node >= 0 {
				p.dist[i][g] = costs[node]
			}
		}
	}
	return nil
}

// couples computes the table more.
func (f *fewer) couples(ctx context.Context, p *pairing) error {
	tokens := len(f.tokens)
	var live []int32
	for i := range tokens {
		ends := func(row []int64) bool { return row != nil && slices.Min(row) < unreached }
		if slices.ContainsFunc(p.dist[i*p.span:(i+1)*p.span], ends) {
			live = append(live, int32(i))
		}
	}
	p.set = slices.Repeat([]int32{-1}, tokens*tokens)
	var sets [][]int32
	for k, i := range live {
		for _, j := range live[:k] {
			p.set[int(i)*tokens+int(j)], p.set[int(j)*tokens+int(i)] = int32(len(sets)), int32(len(sets))
			sets = append(sets, []int32{i, j})
		}
	}
	if len(sets)*p.span > mostPairs {
		return errors.New("there are too many pairs of things")
	}
	number := func(t []int32) int32 { return p.set[int(t[0])*tokens+int(t[1])] }
	n, err := f.network(ctx, sets, number)
	if err != nil {
		return err
	}
	more := slices.Repeat([]int64{noPlan}, len(n.one))
	var q costQueue
	for g := range f.goals {
		for h := range g {
			s := number([]int32{f.goals[g], f.goals[h]})
			if s < 0 {
				continue
			}
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			for node, cost := range n.costs(&q, p.span, s) {
				if cost >= unreached || more[node] == 0 {
					continue
				}
				set, rest := sets[int(n.one[node])/p.span], int(n.one[node])%p.span
				a, b := p.dist[int(set[0])*p.span+rest], p.dist[int(set[1])*p.span+rest]
				least := min(a[g]+b[h], a[h]+b[g])
				more[node] = min(more[node], cost-least, noPlan-1)
			}
		}
	}
	p.more = make([]uint8, len(n.of))
	for i, node := range n.of {
		if node >= 0 {
			p.more[i] = uint8(more[node])
		}
	}
	return nil
}
