package sat

import (
	"context"
	"encoding/binary"
	"math/big"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/technique"
)

// counter counts the models of clauses that differ in some choices. It gives one choice after another a value and
// multiplies the counts of the components into which the rest falls apart. Equal components are counted once (Bayardo
// and Pehoushek, "Counting models using connected components", 2000; Thurley, "sharpSAT", 2006). Variables that are in
// no choice are decided last, and count once if they have a solution (projected counting: Aziz, Chu, Muise and Stuckey,
// "#∃SAT", 2015). A counter is used once. It ends soon after its context does.
type counter struct {
	*residual
	ctx      context.Context
	choices  [][]code
	choiceOf []int32 // by variable: its choice, −1 if it has none
	cache    map[string]*big.Int
	room     int64 // bytes that are left for the cache
	o        counterOptions
	work     int
	vain     int // decisions since components were last found
	stopped  bool

	seenVar, seenClause []int64 // by variable and by clause: the number of its component
	fallen              int64   // components found so far
	stack               []int32
	open                []int32 // by choice: its open literals
	key                 []byte
}

// component is a part of the formula that shares no open variable with the rest: its open variables and its clauses
// that are not yet true, ascending. Clauses of two literals are not listed.
type component struct{ vars, clauses []int32 }

// counterOptions bound the work of a counter.
type counterOptions struct {
	memory  int64         // of the cache, in bytes
	without technique.Set // techniques that are not used
	work    *backends.Work
}

// newCounter returns a counter for clauses over the variables 1…vars. A choice is a set of literals of which exactly
// one is true in every model.
func newCounter(ctx context.Context, vars int, clauses [][]cnf.Lit, choices [][]cnf.Lit, o counterOptions) *counter {
	r := newResidual(vars, clauses)
	c := &counter{
		residual: r, ctx: ctx, cache: map[string]*big.Int{}, room: o.memory, o: o, choiceOf: make([]int32, r.vars),
		seenVar: make([]int64, r.vars), seenClause: make([]int64, len(r.clauses)), open: make([]int32, len(choices)),
	}
	for v := range c.choiceOf {
		c.choiceOf[v] = -1
	}
	for i, lits := range choices {
		var cs []code
		for _, l := range lits {
			cs = append(cs, codeOf(l))
			c.choiceOf[codeOf(l).variable()] = int32(i)
		}
		c.choices = append(c.choices, cs)
	}
	return c
}

// count is the number of models that differ in the choices. If limit is not 0, counting may end when this number is
// reached. whole is false if there may be more.
func (c *counter) count(limit int64) (n *big.Int, whole bool) {
	if c.refuted {
		return new(big.Int), true
	}
	return c.product(c.everything(), limit)
}

// everything is the whole formula.
func (c *counter) everything() (all component) {
	for v := range c.vars {
		all.vars = append(all.vars, int32(v))
	}
	for id := range c.clauses {
		all.clauses = append(all.clauses, int32(id))
	}
	return all
}

// product is the count of a part of the formula: the product of the counts of its components.
func (c *counter) product(of component, limit int64) (*big.Int, bool) {
	if !c.divides() {
		if c.chooses(of) {
			return c.branch(of, limit)
		}
		if !c.allSatisfiable(of) {
			return new(big.Int), !c.stopped
		}
		return big.NewInt(1), true
	}
	n, whole := big.NewInt(1), true
	parts := c.split(of)
	for _, p := range parts {
		if !c.chooses(p) && !c.satisfiable(p) {
			return new(big.Int), !c.stopped
		}
	}
	if len(parts) > 1 {
		c.vain = 0
	}
	for _, p := range parts {
		if c.chooses(p) {
			m, all := c.sum(p, limit)
			n.Mul(n, m)
			if whole = whole && all; n.Sign() == 0 {
				return n, all
			}
		}
	}
	return n, whole
}

// sum is the count of a component, from the cache or by branch.
func (c *counter) sum(p component, limit int64) (*big.Int, bool) {
	key := c.keyOf(p)
	if n, known := c.cache[string(key)]; known {
		c.vain = 0
		return n, true
	}
	name := string(key)
	n, whole := c.branch(p, limit)
	if whole {
		c.keep(name, n)
	}
	return n, whole
}

// branch is the count of a part of the formula: the sum over the literals of one choice.
func (c *counter) branch(p component, limit int64) (*big.Int, bool) {
	if c.over(len(p.vars) + len(p.clauses)) {
		return new(big.Int), false
	}
	n, whole := new(big.Int), true
	mark := len(c.trail)
	defer c.undo(mark)
	add := func() {
		m, all := c.product(p, limit)
		n.Add(n, m)
		whole = whole && all
	}
	open := true
	for _, l := range c.choose(p) {
		if c.value[l] != 0 {
			continue
		}
		if here := len(c.trail); c.assume(l) {
			add()
			c.undo(here)
		}
		if enough := limit > 0 && n.IsInt64() && n.Int64() >= limit || limit > 0 && !n.IsInt64(); enough {
			return n, false
		}
		if open = c.assume(l.not()); !open {
			break
		}
	}
	if open {
		add()
	}
	return n, whole
}

const bytesPerCount = 120 // of an entry of the cache, besides its key

// keep puts the count of a component into the cache. If there is no room left, it clears the cache first.
func (c *counter) keep(name string, n *big.Int) {
	if c.room -= int64(len(name)) + bytesPerCount; c.room < 0 {
		clear(c.cache)
		c.room = c.o.memory
	}
	c.cache[name] = n
}

// After longInVain decisions without components, the formula is divided only at each fewOf-th decision.
const (
	longInVain = 1000
	fewOf      = 16
)

// divides reports whether to look for components.
func (c *counter) divides() bool {
	c.vain++
	return !c.o.without.Has(technique.Components) && (c.vain < longInVain || c.vain%fewOf == 0)
}

// lookedAfter is the work between two looks at the context: variables, clauses and choices.
const lookedAfter = 1 << 16

// over reports whether the context has ended, or a limit is reached. n is about the work that follows.
func (c *counter) over(n int) bool {
	limited := c.o.work.Over(1 + int64(n))
	if c.work += 1 + n; c.work > lookedAfter || limited {
		c.work, c.stopped = 0, c.stopped || limited || c.ctx.Err() != nil
	}
	return c.stopped
}

// satisfiable reports whether a component without choices has a model.
func (c *counter) satisfiable(p component) bool {
	if len(p.clauses) == 0 && len(p.vars) == 1 {
		return true
	}
	if c.over(len(p.vars) + len(p.clauses)) {
		return false
	}
	mark := len(c.trail)
	defer c.undo(mark)
	l := code(2 * p.vars[0])
	if c.assume(l) {
		if c.allSatisfiable(p) {
			return true
		}
		c.undo(mark)
	}
	return c.assume(l.not()) && c.allSatisfiable(p)
}

func (c *counter) allSatisfiable(of component) bool {
	for _, p := range c.split(of) {
		if !c.satisfiable(p) {
			return false
		}
	}
	return true
}

// chooses reports whether a component has an open choice.
func (c *counter) chooses(p component) bool {
	for _, v := range p.vars {
		if c.choiceOf[v] >= 0 && c.value[2*v] == 0 {
			return true
		}
	}
	return false
}

// choose returns the choice with the fewest open literals in a component (Haralick and Elliott, 1980).
func (c *counter) choose(p component) []code {
	for _, v := range p.vars {
		if i := c.choiceOf[v]; i >= 0 && c.value[2*v] == 0 {
			c.open[i]++
		}
	}
	best, least := int32(-1), int32(0)
	for _, v := range p.vars {
		if i := c.choiceOf[v]; i >= 0 && c.open[i] > 0 {
			if best < 0 || c.open[i] < least {
				best, least = i, c.open[i]
			}
			c.open[i] = 0
		}
	}
	return c.choices[best]
}

// split lists the components of a part of the formula. Variables that are in no open clause and no choice are left out.
func (c *counter) split(of component) []component {
	first := c.fallen + 1
	for _, v := range of.vars {
		if c.value[2*v] == 0 && c.seenVar[v] < first {
			c.fallen++
			c.flood(v)
		}
	}
	parts := make([]component, c.fallen+1-first)
	for _, v := range of.vars {
		if c.value[2*v] == 0 {
			p := &parts[c.seenVar[v]-first]
			p.vars = append(p.vars, v)
		}
	}
	for _, id := range of.clauses {
		if c.seenClause[id] >= first {
			p := &parts[c.seenClause[id]-first]
			p.clauses = append(p.clauses, id)
		}
	}
	return parts
}

// flood marks the variables and clauses of the component of a variable.
func (c *counter) flood(v int32) {
	reach := func(l code) {
		if w := l.variable(); c.value[l] == 0 && c.seenVar[w] != c.fallen {
			c.seenVar[w] = c.fallen
			c.stack = append(c.stack, int32(w))
		}
	}
	for reach(code(2 * v)); len(c.stack) > 0; {
		v, c.stack = c.stack[len(c.stack)-1], c.stack[:len(c.stack)-1]
		for _, x := range c.implies[2*v] {
			reach(x)
		}
		for _, x := range c.implies[2*v+1] {
			reach(x)
		}
		for _, id := range c.occurs[v] {
			if c.seenClause[id] != c.fallen && !c.satisfied(id) {
				c.seenClause[id] = c.fallen
				for _, x := range c.clauses[id] {
					reach(x)
				}
			}
		}
	}
}

func (c *counter) satisfied(id int32) bool {
	for _, l := range c.clauses[id] {
		if c.value[l] > 0 {
			return true
		}
	}
	return false
}

// keyOf returns the key of a component: its open variables and clauses determine what is left of the formula.
func (c *counter) keyOf(p component) []byte {
	k, last := c.key[:0], int32(0)
	for _, v := range p.vars {
		k = binary.AppendUvarint(k, uint64(v-last+1))
		last = v
	}
	k, last = append(k, 0), 0
	for _, id := range p.clauses {
		k = binary.AppendUvarint(k, uint64(id-last+1))
		last = id
	}
	c.key = k
	return k
}
