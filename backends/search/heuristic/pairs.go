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
// A move carries one token. So the costs of different tokens may be added, and so may those of disjoint pairs. Whatever
// two goals a pair goes to, the pair costs at least the two costs of some assignment to these goals, and more.
type pairing struct {
	matcher
	rest   packed.Gather
	tokens []tokenBits // by word of the state
	ranks  int         // tokens that can reach a goal are ranked by their bits
	costs  []int64     // rows of costs by goal
	rows   []int32     // by rest and rank: a row of costs
	pairs  int
	more   []uint8 // by rest and pair of ranks; noPlan: the two tokens have no plan
	goals  int
	last   []int32 // by rank: the goal that a token there had last

	// Scratch: of the tokens of a state.
	rank  []int32
	row   [][]int64
	found []excess
}

// tokenBits says which bits of a word tell where tokens are.
type tokenBits struct {
	mask, flip uint64    // a token is there if the bit differs from flip
	rank       [64]int32 // by bit; -1: the token can never reach a goal
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
	mostPrice  = 1 << 40 // so small that costs of all tokens stay far below unreached
)

// pairsKind describes Pairs.
var pairsKind = estimate.Kind{
	Name: "pairs", Says: "`matching`, and what it costs more to carry two things past one another", Admissible: true,
	Source: "after Junghanns and Schaeffer, 2001",
	Needs:  "moves that carry one of several equal things, and that are never helped by another thing", Price: 1 << 16,
}

var errNoPairs = errors.New("no move carries one of several equal things, or other things may help it")

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
	p, err := f.pairing(ctx)
	if err != nil {
		return estimate.Estimate{}, err
	}
	p.matcher = *c.matching()
	g := int64(len(f.goals))
	return estimate.Estimate{
		Inst: -1, Name: pairsKind.Name, Trusted: true, Ends: true, Effort: g * g / pairsPerSuccessor,
		Guide: p.of, Another: func() func(st []uint64) int64 { return p.another().of },
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
				len(f.tokens)*f.span() <= mostPairs {
				return f
			}
		}
	}
	return nil
}

// another returns the heuristic with scratch of its own.
func (p *pairing) another() *pairing {
	o := *p
	o.matcher, o.last = *p.matcher.another(), make([]int32, len(p.last))
	o.rank, o.row, o.found = nil, nil, nil
	return &o
}

func (p *pairing) of(st []uint64) int64 {
	rest := int(p.rest.Index(st))
	p.rank, p.row, p.found = p.rank[:0], p.row[:0], p.found[:0]
	lost := false
	for w := range p.tokens {
		t := &p.tokens[w]
		for set := (st[w] ^ t.flip) & t.mask; set != 0; set &= set - 1 {
			rank := t.rank[bits.TrailingZeros64(set)]
			lost = lost || rank < 0
			p.rank = append(p.rank, rank)
		}
	}
	if len(p.rank) != p.goals {
		return p.matcher.of(st) // a token may stay anywhere
	}
	if lost {
		return estimate.Hopeless
	}
	more, rows := p.more[rest*p.pairs:], p.rows[rest*p.ranks:]
	for k, i := range p.rank {
		p.row = append(p.row, p.costs[int(rows[i])*p.goals:][:p.goals])
		pairs := more[i*(i-1)/2:]
		for l, j := range p.rank[:k] {
			switch m := pairs[j]; m {
			case 0:
			case noPlan:
				return estimate.Hopeless
			default:
				p.found = append(p.found, excess{m, 1<<k | 1<<l})
			}
		}
	}
	gets := p.work.resize(p.goals, p.goals)
	for k, i := range p.rank {
		gets[k] = p.last[i]
	}
	d := p.work.LeastCost(p.row)
	if d >= unreached {
		return estimate.Hopeless
	}
	for k, i := range p.rank {
		p.last[i] = gets[k]
	}
	return d + p.disjoint()
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
	span := f.span()
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
	slices.SortStableFunc(n.edges, func(a, b netEdge) int {
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

// pairing makes the tables.
func (f *fewer) pairing(ctx context.Context) (*pairing, error) {
	p := &pairing{rest: f.rest, goals: len(f.goals), tokens: make([]tokenBits, f.sp.Layout.Words)}
	alone, err := f.singles(ctx, p)
	if err != nil {
		return nil, err
	}
	live := f.rank(p, alone)
	if err := f.couples(ctx, p, alone, live); err != nil {
		return nil, err
	}
	p.last = make([]int32, p.ranks)
	return p, nil
}

// singles computes the costs of carrying a token alone.
func (f *fewer) singles(ctx context.Context, p *pairing) (*network, error) {
	sets := make([][]int32, len(f.tokens))
	for i := range sets {
		sets[i] = []int32{int32(i)}
	}
	n, err := f.network(ctx, sets, func(tokens []int32) int32 { return tokens[0] })
	if err != nil {
		return nil, err
	}
	var q costQueue
	p.costs = make([]int64, len(n.one)*len(f.goals))
	for g, goal := range f.goals {
		for node, cost := range n.costs(&q, f.span(), goal) {
			if cost < unreached {
				cost = min(cost, mostPrice)
			}
			p.costs[node*len(f.goals)+g] = cost
		}
	}
	return n, nil
}

// rank ranks the tokens that can reach a goal, and returns them.
func (f *fewer) rank(p *pairing, alone *network) (live []int32) {
	field := func(t int32) packed.Field { return f.sp.Layout.Fields[f.tokens[t].at] }
	for t := range int32(len(f.tokens)) {
		at := field(t)
		p.tokens[at.Word].mask |= 1 << at.Shift
		p.tokens[at.Word].flip |= uint64(1-f.tokens[t].there) << at.Shift
		p.tokens[at.Word].rank[at.Shift] = -1
		for _, node := range alone.of[int(t)*f.span():][:f.span()] {
			if node >= 0 && slices.Min(p.costs[int(node)*len(f.goals):][:len(f.goals)]) < unreached {
				live = append(live, t)
				break
			}
		}
	}
	slices.SortStableFunc(live, func(s, t int32) int {
		a, b := field(s), field(t)
		return cmp.Or(a.Word-b.Word, int(a.Shift)-int(b.Shift))
	})
	p.ranks = len(live)
	p.rows = make([]int32, p.ranks*f.span())
	for rank, t := range live {
		at := field(t)
		p.tokens[at.Word].rank[at.Shift] = int32(rank)
		for rest := range f.span() {
			p.rows[rest*p.ranks+rank] = max(0, alone.of[int(t)*f.span()+rest]) // -1: there is no such rest
		}
	}
	return live
}

// couples computes the table more.
func (f *fewer) couples(ctx context.Context, p *pairing, alone *network, live []int32) error {
	span, goals := f.span(), len(f.goals)
	p.pairs = len(live) * (len(live) - 1) / 2
	if p.pairs*span > mostPairs {
		return errors.New("there are too many pairs of things")
	}
	set := slices.Repeat([]int32{-1}, len(f.tokens)*len(f.tokens)) // by two tokens: the number of the pair
	var sets [][]int32
	for k, i := range live {
		for _, j := range live[:k] {
			set[int(i)*len(f.tokens)+int(j)], set[int(j)*len(f.tokens)+int(i)] = int32(len(sets)), int32(len(sets))
			sets = append(sets, []int32{i, j})
		}
	}
	number := func(t []int32) int32 { return set[int(t[0])*len(f.tokens)+int(t[1])] }
	n, err := f.network(ctx, sets, number)
	if err != nil {
		return err
	}
	more := slices.Repeat([]int64{noPlan}, len(n.one))
	var q costQueue
	for g := range goals {
		for h := range g {
			s := number([]int32{f.goals[g], f.goals[h]})
			if s < 0 {
				continue
			}
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			for node, cost := range n.costs(&q, span, s) {
				if cost >= unreached || more[node] == 0 {
					continue
				}
				set, rest := sets[int(n.one[node])/span], int(n.one[node])%span
				a := p.costs[int(alone.of[int(set[0])*span+rest])*goals:]
				b := p.costs[int(alone.of[int(set[1])*span+rest])*goals:]
				least := min(a[g]+b[h], a[h]+b[g])
				more[node] = min(more[node], cost-least, noPlan-1)
			}
		}
	}
	p.more = make([]uint8, len(n.of))
	for i, node := range n.of {
		if node >= 0 {
			p.more[i%span*p.pairs+i/span] = uint8(more[node])
		}
	}
	return nil
}

// span returns the number of indices of the rest.
func (f *fewer) span() int { return 1 << f.width }
