package modelcount

import (
	"context"
	"encoding/binary"
	"math/big"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
)

// Counter counts the assignments of some variables that models of a formula make: it gives one choice after another a value and multiplies the
// numbers of the components into which the rest falls apart, each component of a kind being counted once (Bayardo and
// Pehoushek, "Counting models using connected components", 2000; Thurley, "sharpSAT", 2006). What is no choice is decided
// only when no choice of the component is open, and counts once if that succeeds (projected counting: Aziz and others, 2015).
// It learns from contradictions (learn.go; Sang and others, "Combining component caching and clause learning for effective model counting", 2004).
type Counter struct {
	*residual
	ctx      context.Context
	choices  [][]code
	choiceOf []int32 // by variable: the choice that it belongs to, −1 without one
	cache    map[string]*big.Int
	names    []string // in the cache, in the order in which they were noted
	room     int64    // bytes that the cache may still take
	memory   int64
	Work     int
	vain     int // times since it was of use to look for components
	stopped  bool

	seenVar, seenClause []int64 // by variable and clause: the component that it was found in
	fallen              int64   // components found so far
	stack               []int32
	open                []int32 // by choice: literals that are open
	key                 []byte
}

// component is a part of the formula that shares no open variable with the rest: open variables and clauses that are not yet true, ascending.
// The clauses of two literals are those between its variables.
type component struct{ vars, clauses []int32 }

// New is for the models of clauses over the variables 1…vars, told apart by some choices: each is a set of literals of which every model makes
// exactly one true. memory bounds the cache in bytes.
func New(ctx context.Context, vars int, clauses [][]cnf.Lit, choices [][]cnf.Lit, memory int64) *Counter {
	r := newResidual(vars, clauses)
	c := &Counter{
		residual: r, ctx: ctx, cache: map[string]*big.Int{}, room: memory, memory: memory, choiceOf: make([]int32, r.vars),
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

// Count is the number of assignments; where a limit is not 0, counting may end as soon as so many are known. Without whole, there are
// at least so many.
func (c *Counter) Count(limit int64) (n *big.Int, whole bool) {
	if c.refuted {
		return new(big.Int), true
	}
	return c.product(c.everything(), limit)
}

// everything is the whole formula.
func (c *Counter) everything() (all component) {
	for v := range c.vars {
		all.vars = append(all.vars, int32(v))
	}
	for id := range c.given {
		all.clauses = append(all.clauses, int32(id))
	}
	return all
}

// product is the number of a part of the formula after some assignments: that of its components, multiplied.
func (c *Counter) product(of component, limit int64) (*big.Int, bool) {
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
	noted := len(c.names)
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
				c.disown(noted, len(parts))
				return n, all
			}
		}
	}
	return n, whole
}

// sum is the number of a component: that of the values of one choice, added up.
func (c *Counter) sum(p component, limit int64) (*big.Int, bool) {
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

// branch is the number of a component or of several: that of the values of one choice, added up.
func (c *Counter) branch(p component, limit int64) (*big.Int, bool) {
	if c.over() {
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
			c.back(here)
		}
		if enough := limit > 0 && n.IsInt64() && n.Int64() >= limit || limit > 0 && !n.IsInt64(); enough {
			return n, false
		}
		if open = c.alive() && c.assume(l.not()); !open {
			break
		}
	}
	if open {
		add()
	}
	return n, whole
}

const bytesPerCount = 120 // of an entry of the cache beside its key

// keep notes the number of a component. When there is no room left, the cache begins anew.
func (c *Counter) keep(name string, n *big.Int) {
	if c.room -= int64(len(name)) + bytesPerCount; c.room < 0 {
		clear(c.cache)
		c.room, c.names = c.memory, nil
	}
	c.cache[name] = n
	c.names = append(c.names, name)
}

// Where it was in vain for so long to look for components, it is done at few of the branches.
const (
	longInVain = 1000
	fewOf      = 16
)

// divides tells whether to look for components.
func (c *Counter) divides() bool {
	c.vain++
	return c.vain < longInVain || c.vain%fewOf == 0
}

// disown drops from the cache what was noted since it had so many entries, where one of several components has no model. What was
// learnt from that one may have made models of the others look impossible: it follows from the whole formula, which has none here (Sang and others 2004).
func (c *Counter) disown(since, parts int) {
	if parts == 1 {
		return
	}
	since = min(since, len(c.names))
	for _, name := range c.names[since:] {
		delete(c.cache, name)
		c.room += int64(len(name)) + bytesPerCount
	}
	c.names = c.names[:since]
}

// over tells whether the work was ended.
func (c *Counter) over() bool {
	if c.Work++; c.Work%256 == 0 && c.ctx.Err() != nil {
		c.stopped = true
	}
	return c.stopped
}

// satisfiable tells whether a component without choices has a model.
func (c *Counter) satisfiable(p component) bool {
	if len(p.clauses) == 0 && len(p.vars) == 1 {
		return true
	}
	if c.over() {
		return false
	}
	mark := len(c.trail)
	defer c.undo(mark)
	l := code(2 * p.vars[0])
	if c.assume(l) {
		if c.allSatisfiable(p) {
			return true
		}
		c.back(mark)
	}
	return c.assume(l.not()) && c.allSatisfiable(p)
}

func (c *Counter) allSatisfiable(of component) bool {
	for _, p := range c.split(of) {
		if !c.satisfiable(p) {
			return false
		}
	}
	return true
}

// chooses tells whether a component has an open choice.
func (c *Counter) chooses(p component) bool {
	for _, v := range p.vars {
		if c.choiceOf[v] >= 0 && c.value[2*v] == 0 {
			return true
		}
	}
	return false
}

// choose is the choice of a component with the fewest open literals, the first of those (Haralick and Elliott 1980).
func (c *Counter) choose(p component) []code {
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

// split is the components of a part of the formula after some assignments. Variables that stand in no clause and belong to no choice are left out.
func (c *Counter) split(of component) []component {
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

// flood marks what belongs to the component of a variable.
func (c *Counter) flood(v int32) {
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

func (c *Counter) satisfied(id int32) bool {
	for _, l := range c.clauses[id] {
		if c.value[l] > 0 {
			return true
		}
	}
	return false
}

// keyOf tells components apart: by what is open, all that is left of the formula is known.
func (c *Counter) keyOf(p component) []byte {
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
