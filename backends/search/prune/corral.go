package prune

import (
	"math/bits"

	"github.com/pzc-lang/pzc/backends/search/space"
)

// A corral is a set of tokens of a Sokoban-like puzzle. Let F be the component of the walker in a state, and W his
// component if the other tokens are taken away. Let T be the moves of the corral's tokens that are applicable if the
// other tokens are taken away. Moves to a node from which no token can come to a goal are left out of T. If
//
//  1. each move of T is applicable in the state itself, and leads to a node outside of W, and
//  2. every plan moves a token of the corral,
//
// then some cheapest plan begins with a move of T, if there is a plan. If T is empty, there is none. (In Sokoban such a
// region is a PI-corral, see sokobano.de; T is a weak stubborn set: Valmari, Stubborn Sets for Reduced State Space
// Generation, 1991.)
//
// Proof: let t be the first move of a cheapest plan that carries a token of the corral. Before t, the tokens of the
// corral stay where they are. So the walker stays in W, and tokens are carried from nodes of W to nodes of W. More
// tokens never make a move applicable, so t is in T, and by 1 it is applicable in the state. Put t first. The node to
// which t carries its token is outside of W, so it is in no way and no target of the moves that were before t. The node
// that t leaves only makes the component of the walker larger. So these moves are applicable after t. They lead to the
// same tokens as before, and to the same component of the walker. So the rest of the plan is applicable too.
//
// Only moves of the corral carry a token to or from a node outside of W. So condition 2 holds if a goal outside of W
// has no token. If there are as many tokens as goals, it also holds if a token outside of W is not on a goal.
//
// A corral is grown from a single token, until condition 1 holds. If a move of T is blocked by another token, or needs
// nodes outside of F, more tokens are added, so that the move is not in T any more. No corral has a token that a move
// can carry into F. Of several corrals, the one with the fewest moves is used.

// Corrals returns a function that makes finders of corrals, each for one goroutine. It returns nil if the puzzle is not
// Sokoban-like. See finder.find.
func Corrals(sp *space.Space) func() func(st, only []uint64) []uint64 {
	s := survey{sp: sp, pool: sp.Task.Pool, walker: -1}
	if !s.survey() {
		return nil
	}
	switch n := s.board.Nodes(); {
	case n <= 64:
		return findersOf[[1]uint64](&s)
	case n <= 128:
		return findersOf[[2]uint64](&s)
	case n <= 256:
		return findersOf[[4]uint64](&s)
	}
	return nil
}

func findersOf[S nodes](s *survey) func() func(st, only []uint64) []uint64 {
	y := newSokoban[S](s)
	return func() func(st, only []uint64) []uint64 { return newFinder(y).find }
}

// finder finds the corral of a state.
type finder[S nodes] struct {
	placed[S]
	component    S        // of the walker
	rim          S        // the neighbours of the component
	loose        S        // tokens that a move can carry into the component of the walker: they are in no corral
	usual        []uint64 // the moves that are applicable and may be on a plan
	wide         S        // the component of the walker among the tokens of the corral only
	moved        int      // number of moves of the corral
	picked, best []uint64
}

func newFinder[S nodes](y *sokoban[S]) *finder[S] {
	sets := make([]uint64, 3*y.words)
	return &finder[S]{
		placed: newPlaced(y), usual: sets[:y.words], picked: sets[y.words : 2*y.words], best: sets[2*y.words:],
	}
}

// find returns applicable moves. Some cheapest plan from st begins with one of them, if there is a plan and st is no
// goal. It returns nil if it does not know such moves. The set is valid until the next call. Moves outside of only, if
// it is not nil, do not matter to the caller.
func (f *finder[S]) find(st, only []uint64) []uint64 {
	at := f.walker.node[st[f.walker.word]>>f.walker.shift&f.walker.mask]
	if f.read(st); at < 0 || !has(&f.free, at) {
		return nil
	}
	var start S
	add(&start, at)
	f.component, f.rim = f.flood(f.free, start, start)
	least := f.loosen()
	if only != nil && !meet(f.usual, only) {
		return f.usual
	}
	var seen S
	found := false
	for i := 0; i < len(seen); i++ {
		for {
			rest := f.tokens[i] &^ f.loose[i] &^ seen[i]
			if rest == 0 {
				break
			}
			var c S
			c[i] = rest & -rest
			ok := f.grow(&c)
			for k := 0; k < len(seen); k++ {
				seen[k] |= c[k]
			}
			if ok && f.moved < least && f.needed() {
				found, least = true, f.moved
				f.picked, f.best = f.best, f.picked
				if least <= 1 {
					return f.best
				}
			}
		}
	}
	if !found {
		return f.usual
	}
	return f.best
}

// meet reports whether two sets of moves have an element in common.
func meet(a, b []uint64) bool {
	for w := range a {
		if a[w]&b[w] != 0 {
			return true
		}
	}
	return false
}

// loosen finds the loose tokens and the usual moves. It returns the number of these moves.
func (f *finder[S]) loosen() (moves int) {
	var none S
	f.loose = none
	clear(f.usual)
	f.each(&f.tokens, func(n int32, m *push) {
		if has(&f.component, m.stand) && has(&f.live, m.to) && has(&f.free, m.to) {
			moves++
			f.usual[m.move>>6] |= 1 << (m.move & 63)
			if has(&f.component, m.to) {
				add(&f.loose, n)
			}
		}
	})
	return moves
}

// grow adds tokens to a corral until condition 1 holds. It returns false if a loose token would have to be added.
func (f *finder[S]) grow(c *S) bool {
	for {
		free, wide, open := f.all, f.component, f.rim
		for i := 0; i < len(open); i++ {
			free[i] &^= (*c)[i]
			open[i] &= f.tokens[i] &^ (*c)[i]
			wide[i] |= open[i]
		}
		f.wide, _ = f.flood(free, wide, open)
		f.moved = 0
		clear(f.picked)
		before := *c
		for i := 0; i < len(before); i++ {
			for set := before[i]; set != 0; set &= set - 1 {
				n := i<<6 + bits.TrailingZeros64(set)
				for k := f.first[n]; k < f.first[n+1]; k++ {
					if !f.admit(c, &f.moves[k]) {
						return false
					}
				}
			}
		}
		if *c == before {
			return true
		}
	}
}

// admit adds a move of the corral, if it is in T, or tokens without which condition 1 does not hold. It returns false
// if one of these is loose.
func (f *finder[S]) admit(c *S, m *push) bool {
	switch {
	case !has(&f.live, m.to) || has(c, m.to) || !has(&f.wide, m.stand):
		return true // not in T
	case has(&f.tokens, m.to) && !has(&f.loose, m.to):
		add(c, m.to)
		return true
	case !has(&f.component, m.stand):
		return f.enclose(c, m.stand)
	case has(&f.tokens, m.to):
		return false
	case has(&f.wide, m.to):
		return f.enclose(c, m.to)
	}
	f.moved++
	f.picked[m.move>>6] |= 1 << (m.move & 63)
	return true
}

// enclose adds tokens to a corral that keep the walker from a node.
func (f *finder[S]) enclose(c *S, n int32) bool {
	var border S
	if has(&f.tokens, n) {
		add(&border, n)
	} else {
		var start S
		add(&start, n)
		_, border = f.flood(f.free, start, start)
	}
	for i := 0; i < len(border); i++ {
		border[i] &= f.tokens[i]
		if border[i]&f.loose[i] != 0 {
			return false
		}
		(*c)[i] |= border[i]
	}
	return true
}

// needed reports whether each plan moves a token of the corral.
func (f *finder[S]) needed() bool {
	for i := 0; i < len(f.wide); i++ {
		inside := f.all[i] &^ f.wide[i]
		if inside&f.goals[i]&^f.tokens[i] != 0 || !f.spare && inside&f.tokens[i]&^f.goals[i] != 0 {
			return true
		}
	}
	return false
}
