package prune

import (
	"cmp"
	"context"
	"slices"

	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Redundant sequences of moves are found from the moves alone (Burch and Holte, Automatic Move Pruning Revisited, 2012;
// Holte and Burch, Automatic Move Pruning for Single-Agent Search, 2014). Sequence B is redundant if another sequence A
// is applicable in every state in which B is, and leads to the same state. A has no more moves, costs no more, and
// comes before B in an order of sequences. The order compares the cost, then the number of moves, then the numbers of
// the moves. It is nested: it does not change when both sequences get the same prefix and suffix. So among all cheapest
// paths between two states, the first in this order contains no redundant sequence, because replacing the sequence
// would give an earlier path. Therefore all redundant sequences may be cut together. The same is true of the paths of
// fewest moves. The path repeats no state.
//
// This holds for searches without a closed list. With a closed list, the path that reaches a state first decides which
// moves are cut after it, and this need not be the first path in the order (Holte and Burch 2014).
type redundancy struct {
	*composer
	order   preference
	pruned  [][]int32
	buckets map[string][]*sequence
	known   map[string]bool // keys of pruned
}

// preference decides which of two sequences with the same effects comes first.
type preference int

const (
	lowerNumbers  preference = iota // the cheaper, then the shorter, then the one with the lower numbers
	higherNumbers                   // the cheaper, then the shorter, then the one with the higher numbers
	cheaper                         // the cheaper; both are kept if they cost the same
)

const (
	longestRedundant = 3
	maxSequences     = 1 << 15 // of one length
	pairTries        = 1 << 18 // number of pairs that are composed
	tripleTries      = 1 << 14
	maxComposites    = 1 << 18 // size of the expressions built
)

// redundant lists redundant sequences of up to three moves that contain no shorter redundant sequence.
func redundant(ctx context.Context, sp *space.Space, order preference) [][]int32 {
	r := &redundancy{
		composer: newComposer(sp, maxComposites), order: order,
		buckets: map[string][]*sequence{}, known: map[string]bool{},
	}
	if len(sp.Moves)*len(sp.Moves) > pairTries {
		return nil // single moves are seldom redundant
	}
	last := []*sequence{r.none()}
	r.buckets[""] = last
	for range longestRedundant {
		next, ok := r.longer(ctx, last)
		if !ok {
			break
		}
		last = next
	}
	return r.pruned
}

// longer extends the sequences by one move and decides which of them are redundant. It returns the others, and false if
// this takes too much work.
func (r *redundancy) longer(ctx context.Context, last []*sequence) ([]*sequence, bool) {
	moves := len(r.sp.Moves)
	if len(last) > 0 && len(last[0].moves) == 2 && len(last)*moves > tripleTries {
		return nil, false
	}
	var next []*sequence
	for _, s := range last {
		for m := range moves {
			if len(r.pruned) > 0 && r.hasPruned(append(slices.Clone(s.moves), int32(m))) {
				continue
			}
			t := r.extend(s, int32(m))
			if r.exhausted() || len(next) > maxSequences || ctx.Err() != nil {
				return nil, false
			}
			if t != nil {
				next = append(next, t)
			}
		}
	}
	for _, s := range next {
		k := s.key()
		r.buckets[k] = append(r.buckets[k], s)
	}
	return r.settle(ctx, next)
}

// hasPruned reports whether a proper suffix of a sequence is known to be redundant. The proper prefix is known not to
// be.
func (r *redundancy) hasPruned(moves []int32) bool {
	for i := 1; i < len(moves); i++ {
		if r.known[moveKey(moves[i:])] {
			return true
		}
	}
	return false
}

func moveKey(moves []int32) string {
	b := make([]byte, 0, 4*len(moves))
	for _, m := range moves {
		b = append(b, byte(m), byte(m>>8), byte(m>>16), byte(m>>24))
	}
	return string(b)
}

func (r *redundancy) settle(ctx context.Context, all []*sequence) ([]*sequence, bool) {
	var left []*sequence
	for _, b := range all {
		pruned, possible := r.judge(b)
		if r.exhausted() || ctx.Err() != nil {
			return nil, false
		}
		switch {
		case pruned:
			b.pruned = true
			r.pruned = append(r.pruned, b.moves)
			r.known[moveKey(b.moves)] = true
		case possible:
			left = append(left, b)
		}
	}
	return left, true
}

// judge reports whether a sequence is redundant, and otherwise whether it may be applicable in some state.
func (r *redundancy) judge(b *sequence) (pruned, possible bool) {
	for _, a := range r.buckets[b.key()] {
		if a.pruned || !r.before(a, b) {
			continue
		}
		if r.guardOf(b) == task.False {
			return false, false
		}
		if r.everywhere(a, b) {
			return true, true
		}
	}
	return false, true
}

// before reports whether a, which has the effects of b, comes before b in the order.
func (r *redundancy) before(a, b *sequence) bool {
	p := r.pool
	switch {
	case a == b || len(a.moves) > len(b.moves):
		return false
	case p.Lt(a.cost, b.cost) == task.True:
		return true
	case r.order == cheaper || p.Le(a.cost, b.cost) != task.True:
		return false
	case len(a.moves) < len(b.moves):
		return true
	}
	order := slices.CompareFunc(a.moves, b.moves, cmp.Compare[int32])
	return order < 0 == (r.order == lowerNumbers)
}

// everywhere reports whether a is applicable in every state in which b is.
func (r *redundancy) everywhere(a, b *sequence) bool {
	if len(a.moves) > 1 && r.sp.Task.Always != task.True {
		return false // `always` may not hold between the moves of a
	}
	return r.follows(r.guardOf(a), r.guardOf(b), b.known)
}
