//go:build !js

package heuristic

import (
	"math/bits"
	"slices"
)

// rematching finds a minimum-cost assignment of tokens to as many goals, again and again in similar states. It is the
// method of assignment, but the potentials of goals stay from call to call, and so does the goal that a token last
// served from its place. Any potentials are a sound start. After few moves, nearly all tokens keep their goals, and
// only the others need augmenting paths.
type rematching struct {
	goals int
	price []int64 // potentials of goals
	last  []int32 // by place: the goal that a token there served last
	// All others are scratch.
	profit []int64 // potentials of tokens
	least  []int64 // by goal: the length of the path to it
	before []int32 // by goal: the token before it on the path
	by     []int32 // by goal: the token that serves it
	serves []int32 // by token: its goal
}

// mostPrice is so small that potentials of 64 tokens stay far below unreached in magnitude.
const mostPrice = 1 << 40

// newRematching makes room for at most 64 goals.
func newRematching(goals, places int) *rematching {
	return &rematching{
		goals: goals, price: make([]int64, goals), last: make([]int32, places), profit: make([]int64, goals),
		least: make([]int64, goals), before: make([]int32, goals), by: make([]int32, goals), serves: make([]int32, goals),
	}
}

// another returns room for another goroutine.
func (r *rematching) another() *rematching { return newRematching(r.goals, len(r.last)) }

// leastCost returns the cost of the assignment, or unreached if there is none. Token t is at place at[t]. Its costs are
// those of row rows[t] of costs: at most mostPrice, or unreached.
func (r *rematching) leastCost(costs []int64, rows, at []int32) (sum int64) {
	open, later := ^uint64(0)>>(64-r.goals), uint64(0) // goals without a token, tokens without a goal
	for t, row := range rows {
		c := r.row(costs, row)
		least := unreached
		for g, price := range r.price {
			least = min(least, c[g]-price) // prices are at most 0
		}
		if least == unreached {
			return unreached
		}
		r.profit[t] = least
		if g := r.last[at[t]]; open>>g&1 != 0 && c[g]-r.price[g] == least {
			open &^= 1 << g
			r.by[g], r.serves[t] = int32(t), g
		} else {
			later |= 1 << t
		}
	}
	for ; later != 0; later &= later - 1 {
		g := r.path(costs, rows, int32(bits.TrailingZeros64(later)), open)
		if g < 0 {
			clear(r.price)
			return unreached
		}
		open &^= 1 << g
	}
	for t, g := range r.serves {
		sum += r.row(costs, rows[t])[g]
		r.last[at[t]] = g
	}
	if slices.Min(r.price) < -unreached/4 {
		clear(r.price) // so that no cost minus its price grows to unreached
	}
	return sum
}

func (r *rematching) row(costs []int64, row int32) []int64 {
	return costs[int(row)*r.goals:][:len(r.price)]
}

// path gives a token a goal along the shortest augmenting path. It returns the goal at its end, or -1.
func (r *rematching) path(costs []int64, rows []int32, token int32, open uint64) int32 {
	for g := range r.least {
		r.least[g] = unreached
	}
	todo := ^uint64(0) >> (64 - r.goals)
	for t, far := token, int64(0); ; {
		c := r.row(costs, rows[t])
		next, nearest := int32(-1), unreached
		for set := todo; set != 0; set &= set - 1 {
			g := int32(bits.TrailingZeros64(set))
			if c[g] < unreached {
				if d := far + c[g] - r.profit[t] - r.price[g]; d < r.least[g] {
					r.least[g], r.before[g] = d, t
				}
			}
			if r.least[g] < nearest {
				next, nearest = g, r.least[g]
			}
		}
		if next < 0 {
			return -1
		}
		if todo &^= 1 << next; open>>next&1 == 0 {
			t, far = r.by[next], nearest
			continue
		}
		r.augment(token, next, nearest, ^todo)
		return next
	}
}

// augment changes the potentials by the lengths of the paths to the goals that were done, and the goals along the path
// to one.
func (r *rematching) augment(token, goal int32, length int64, done uint64) {
	r.profit[token] += length
	for g := range r.price {
		if done>>g&1 != 0 && int32(g) != goal {
			r.price[g] += r.least[g] - length
			r.profit[r.by[g]] += length - r.least[g]
		}
	}
	for g := goal; ; {
		t := r.before[g]
		r.by[g] = t
		g, r.serves[t] = r.serves[t], g
		if t == token {
			return
		}
	}
}
