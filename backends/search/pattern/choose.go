// Package pattern has pattern databases: tables of the exact costs of abstractions (patterns and projections). It
// chooses abstractions whose tables make a heuristic, builds the tables, and keeps them on disk.
//
// A table holds the cost of a cheapest plan of the abstraction from each of its states. The unit of memory is one byte.
// The unit of effort is the time that a search takes for one successor.
package pattern

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/packed"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/mention"
	"github.com/pzc-lang/pzc/internal/text"
)

//
// There are three choices. The small one is ready in a tenth of the time and is nearly as good; it is for searches of
// unknown length. The huge one takes minutes to build and a second to read; it is for searches that last as long, and
// for all searches when its tables are kept.

const (
	patternEntries = 1 << 24 // of a table of the large choice, after folding
	patternShare   = 20      // the puzzle has at least this number of states for each state of an abstraction
	readEntries    = 1 << 7  // number of entries that are read from the disk in the time of a successor
)

// Size distinguishes the choices.
type Size int

// The choices.
const (
	Large Size = iota // named patterns
	Small             // named small_patterns
	huge              // named huge_patterns
	sizes
)

// Kinds describes the heuristics by these choices.
var Kinds = [sizes]estimate.Kind{
	Large: {
		Name: "patterns", Says: "exact costs of simpler puzzles that pzc chooses: the greatest sum",
		Source: "Korf and Felner, 2002", Admissible: true, Consistent: true, Needs: needsTables,
	},
	Small: {
		Name: "small_patterns", Says: "`patterns` with small tables, which are ready in a tenth of the time",
		Admissible: true, Consistent: true, Needs: needsTables,
	},
	huge: {
		Name: "huge_patterns", Says: "`patterns` with tables as large as the memory allows, which take minutes to build",
		Source: "Korf and Felner, 2002", Admissible: true, Consistent: true, Needs: needsTables,
	},
}

const needsTables = "arrays in which values change places, or a goal on a few variables"

// Name returns the name of the heuristic.
func (z Size) Name() string { return Kinds[z].Name }

// smaller returns the choices that a choice makes useless.
func (z Size) smaller() []Size { return [sizes][]Size{Large: {Small}, huge: {Large, Small}}[z] }

// states returns the greatest total number of states of the abstractions of a choice.
func (z Size) states() float64 { return [sizes]float64{3 << 26, 3 << 23, 1 << 32}[z] }

// entries returns the greatest number of entries of a table of a choice.
func (z Size) entries() float64 {
	return [sizes]float64{patternEntries, patternEntries, totalStates}[z]
}

// chosen is a choice of tables: the estimate is the greatest sum. The abstractions stand in the space's own copy of the
// task.
type chosen struct {
	size   Size
	sums   [][]task.Expr
	taken  map[int]bool // variables that patterns of arrays track
	done   bool         // projections have been chosen, too
	states float64      // about the number of states of the abstractions
	err    error        // the limit that prevented a choice
}

// Chooser makes the default choices of tables of a space.
type Chooser struct {
	sp      *space.Space
	builder *builder
	made    [sizes]*chosen // nil: not made
}

// newChooser returns a chooser for a space, whose tables a builder builds.
func newChooser(sp *space.Space, builder *builder) *Chooser {
	return &Chooser{sp: sp, builder: builder}
}

// estimate returns the estimate by a choice of tables. It builds tables that are not kept on disk.
func (b *Chooser) estimate(z Size) (estimate.Estimate, error) {
	c := b.choose(z)
	if c.err != nil {
		return estimate.Estimate{}, c.err
	}
	if !c.done {
		b.chooseProjections(c)
		c.done = true
	}
	if len(c.sums) == 0 {
		return estimate.Estimate{}, fmt.Errorf("%s: no few variables or values are found whose simpler puzzle would tell "+
			"anything; use lmcut or hmax", z.Name())
	}
	sp := b.sp
	p := sp.Task.Pool
	sums := lists.Map(c.sums, func(s []task.Expr) task.Expr { return p.Add(s...) })
	e := p.Max(sums...)
	if err := b.builder.need(sp, e); err != nil {
		return estimate.Estimate{}, err
	}
	out := estimate.Estimate{Inst: sp.Program.Compile(e), Name: z.Name(), Trusted: true, Ends: sp.Task.Ends(e)}
	out.Sums, _ = sp.Program.TableSums(e)
	return out, nil
}

// ready reports whether the tables of a choice are kept on disk or small. states is about the effort of building them,
// or of reading them if they are ready. It is negative if there is no such choice, or if the large choice is as good.
func (b *Chooser) ready(z Size) (ready bool, states float64) {
	c, sp := b.choose(z), b.sp
	switch {
	case c.err != nil, z != Large && len(c.sums) == 0,
		z == Small && c.states >= b.choose(Large).states, z == huge && c.states <= b.choose(Large).states:
		return false, -1
	case len(c.sums) == 0:
		return false, projectionPrice
	}
	entries, met := 0.0, map[int64]bool{}
	for _, sum := range c.sums {
		for _, e := range sum {
			i := sp.Task.Pool.Node(e).N
			if met[i] {
				continue
			}
			met[i] = true
			a := &sp.Task.Abstractions[i]
			if sp.Tables[i] == nil && packed.Product(a.Task.Vars, easyStates) < 0 && !b.builder.cached(a) {
				return false, c.states
			}
			entries += float64(packed.Product(pickVars(a.Task.Vars, a.Kept()), math.MaxInt64))
		}
	}
	return true, entries / readEntries
}

// choose makes the choice for arrays, once. This takes little time. The choice of projections takes more time and is
// made later.
func (b *Chooser) choose(z Size) *chosen {
	sp := b.sp
	if b.made[z] != nil {
		return b.made[z]
	}
	if b.made == [sizes]*chosen{} {
		sp.OwnTask()
	}
	used, from := b.builder.Used, len(sp.Task.Abstractions)
	c := &chosen{size: z, taken: map[int]bool{}}
	for i := range sp.Task.Arrays {
		if sp.Task.Arrays[i].Permutation {
			b.choosePermuted(c, i)
		}
	}
	if c.err != nil {
		sp.Task.Abstractions, sp.Tables = sp.Task.Abstractions[:from:from], sp.Tables[:from:from]
		b.builder.Used = used
	}
	if !errors.Is(c.err, estimate.ErrStopped) { // there may be more time later
		b.made[z] = c
	}
	return c
}

// nodeBytes is about the memory of an abstraction for each node of its pool, measured on large boards.
const nodeBytes = 160

// affords adds up the memory and the states of an abstraction. If a limit is reached, it returns false and stores the
// reason in the choice.
func (b *Chooser) affords(c *chosen, a *task.Abstraction) bool {
	w := b.builder
	w.Used += nodeBytes * int64(a.Task.Pool.Size())
	switch {
	case c.err != nil:
	case w.Ctx.Err() != nil:
		c.err = estimate.ErrStopped
	case w.Used > w.Memory:
		c.err = fmt.Errorf("%s: the simpler puzzles of so large a puzzle take more than the %s that %s leaves for them; "+
			"give more memory, or use hmax or a heuristic of the model",
			c.size.Name(), text.Bytes(w.Memory), mention.Memory)
	}
	return c.err == nil
}

// adopt adds an abstraction to the space's own task, and returns its cost from the state that image describes.
func adopt(sp *space.Space, a task.Abstraction, image []task.Expr) task.Expr {
	args := lists.Map(a.Kept(), func(v int) task.Expr { return image[v] })
	sp.Task.Abstractions = append(sp.Task.Abstractions, a)
	sp.Tables = append(sp.Tables, nil)
	return sp.Task.Pool.Cost(len(sp.Task.Abstractions)-1, args...)
}

// sizeOf returns an upper bound on the number of states of a space: permutations of arrays times all combinations of
// other variables.
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

// elements returns the variables among the elements of an array.
func elements(sp *space.Space, r *task.Array) (vars []int) {
	for _, e := range r.Elems {
		if n := sp.Task.Pool.Node(e); n.Op == task.OpVar {
			vars = append(vars, int(n.N))
		}
	}
	return vars
}

// room returns the number of states that may still be chosen.
func (c *chosen) room() float64 { return c.size.states() - c.states }
