package search

import (
	"errors"
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends/search/amount"
	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/packed"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/search/table"
	"github.com/pzc-lang/pzc/mention"
	"github.com/pzc-lang/pzc/task"
)

// The default choice of tables. Arrays in which values change places (permuted.go) give patterns over some of their values;
// other variables give projections on a few of them (projections.go). Sums are taken where it is proved that no move counts twice, the
// maximum of all else.

//
// There are two choices: the large one, and a small one that is made ready in a tenth of the time and is nearly as good, for searches of
// which nobody knows yet how long they will last.

const (
	patternEntries = 1 << 24 // of one table, after folding
	patternShare   = 20      // a simpler puzzle has at most this part of the states of the puzzle
)

// size tells the choices apart.
type size int

const (
	large size = iota
	small
	choices
)

// patternKinds describes the heuristics by the choices of tables.
var patternKinds = [choices]estimate.Kind{
	large: {Name: "patterns", Says: "the greatest sum of exact costs of simpler puzzles that pzc chooses", Admissible: true, Consistent: true, Needs: needsTables},
	small: {Name: "small_patterns", Says: "the same with small tables, which are ready in a tenth of the time", Admissible: true, Consistent: true, Needs: needsTables},
}

const needsTables = "arrays in which values change places, or a goal on a few variables"

func (z size) name() string { return patternKinds[z].Name }

// states are those of all puzzles that are solved for one choice, at most.
func (z size) states() float64 { return [choices]float64{3 << 26, 3 << 23}[z] }

// chosen is a choice of tables: the estimate is the greatest sum. Their abstractions stand in the space's own copy of the task.
type chosen struct {
	size   size
	sums   [][]task.Expr
	taken  map[int]bool // variables that patterns of arrays see
	done   bool         // projections were chosen, too
	states float64      // about how many states the simpler puzzles have
	err    error        // why there is no choice: a limit

	patterns []Pattern // the same of arrays, as generated programs need to know it
	looks    []PatternSum
}

// patterns makes the default choices of tables of a space.
type patterns struct {
	sp      *space.Space
	shop    *table.Workshop
	choices [choices]*chosen // nil: not made
}

func newPatterns(sp *space.Space, shop *table.Workshop) *patterns {
	return &patterns{sp: sp, shop: shop}
}

// estimate is the estimate by the default choice of tables, which are built if they are not kept somewhere.
func (b *patterns) estimate(z size) (estimate.Estimate, error) {
	c := b.choose(z)
	if c.err != nil {
		return estimate.Estimate{}, c.err
	}
	if !c.done {
		b.chooseProjections(c)
		c.done = true
	}
	if len(c.sums) == 0 {
		return estimate.Estimate{}, fmt.Errorf("%s: no few variables or values are found whose simpler puzzle would tell anything; use lmcut or hmax", z.name())
	}
	sp := b.sp
	p := sp.Task.Pool
	var sums []task.Expr
	for _, s := range c.sums {
		sums = append(sums, p.Add(s...))
	}
	e := p.Max(sums...)
	if err := b.shop.Need(sp, e); err != nil {
		return estimate.Estimate{}, err
	}
	out := estimate.Estimate{Inst: sp.Program.Compile(e), Name: z.name(), Trusted: true}
	out.Sums, _ = sp.Program.TableSums(e)
	return out, nil
}

// ready tells whether the tables of patterns are kept, and about how many states must be looked at to build them; none, if
// there is no such choice, or not one of its own.
func (b *patterns) ready(z size) (ready bool, states float64) {
	c, sp := b.choose(z), b.sp
	switch {
	case c.err != nil, z == small && (len(c.sums) == 0 || c.states >= b.choose(large).states):
		return false, -1
	case len(c.sums) == 0:
		return false, projectionPrice
	}
	ready = true
	for _, sum := range c.sums {
		for _, e := range sum {
			i := sp.Task.Pool.Node(e).N
			a := &sp.Task.Abstractions[i]
			ready = ready && (sp.Tables[i] != nil || packed.Product(a.Task.Vars, table.EasyStates) > 0 || b.shop.Cached(a))
		}
	}
	return ready, c.states
}

// choose makes the choice for arrays, once. It takes little time; the choice of projections, which takes more, comes later.
func (b *patterns) choose(z size) *chosen {
	sp := b.sp
	if b.choices[z] != nil {
		return b.choices[z]
	}
	if b.choices == [choices]*chosen{} {
		sp.OwnTask()
	}
	used, from := b.shop.Kept(), len(sp.Task.Abstractions)
	c := &chosen{size: z, taken: map[int]bool{}}
	for i := range sp.Task.Arrays {
		if sp.Task.Arrays[i].Permutation {
			b.choosePermuted(c, i)
		}
	}
	if c.err != nil {
		sp.Task.Abstractions, sp.Tables = sp.Task.Abstractions[:from:from], sp.Tables[:from:from]
		b.shop.Use(used - b.shop.Kept())
	}
	if !errors.Is(c.err, table.ErrStopped) { // else there may be more time later
		b.choices[z] = c
	}
	return c
}

// nodeBytes is about what a simpler puzzle takes for each node of its pool, as measured on large boards.
const nodeBytes = 160

// affords counts what a simpler puzzle takes; false, with the reason in the choice, if a limit is reached.
func (b *patterns) affords(c *chosen, a *task.Abstraction) bool {
	w := b.shop
	w.Use(nodeBytes * int64(a.Task.Pool.Size()))
	switch {
	case c.err != nil:
	case w.Context().Err() != nil:
		c.err = table.ErrStopped
	case w.Kept() > w.Room():
		c.err = fmt.Errorf("%s: the simpler puzzles of so large a puzzle take more than the %s that %s leaves for them; give more memory, or use hmax or a heuristic of the model",
			c.size.name(), amount.Bytes(w.Room()), mention.Memory)
	}
	return c.err == nil
}

// adopt adds an abstraction to the space's own task, with the values of its variables in a state, and gives its cost.
func adopt(sp *space.Space, a task.Abstraction, image []task.Expr) task.Expr {
	var args []task.Expr
	for _, v := range a.Kept() {
		args = append(args, image[v])
	}
	sp.Task.Abstractions = append(sp.Task.Abstractions, a)
	sp.Tables = append(sp.Tables, nil)
	return sp.Task.Pool.Cost(len(sp.Task.Abstractions)-1, args...)
}

// size bounds the number of states: permutations of arrays, and all combinations of other variables.
func sizeOf(sp *space.Space) float64 {
	in := map[int]bool{}
	n := 1.0
	for i := range sp.Task.Arrays {
		r := &sp.Task.Arrays[i]
		vars := elements(sp, r)
		if !r.Permutation || slices.ContainsFunc(vars, func(v int) bool { return in[v] }) {
			continue
		}
		for k, v := range vars {
			in[v] = true
			n *= float64(k + 1)
		}
	}
	for v := range sp.Task.Vars {
		if !in[v] {
			n *= float64(len(sp.Task.Vars[v].Values))
		}
	}
	return n
}

// elements are the variables among the elements of an array.
func elements(sp *space.Space, r *task.Array) (vars []int) {
	for _, e := range r.Elems {
		if n := sp.Task.Pool.Node(e); n.Op == task.OpVar {
			vars = append(vars, int(n.N))
		}
	}
	return vars
}

// room is how many states may still be chosen.
func (c *chosen) room() float64 { return c.size.states() - c.states }
