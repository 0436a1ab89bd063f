package depthfirst

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/pzc-lang/pzc/backends/search/packed"
	"github.com/pzc-lang/pzc/backends/search/prune"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/compiler/task"
)

// The last move tells depth-first search some values of the state: values that the move wrote, values that its guard
// demanded, and values that follow because elements of an array are never equal. A successor list holds the moves that
// may follow, given these known values. Each such move is a branch. A branch holds the part of the guard that the known
// values do not decide, and the effects as a table over the unknown values. The list omits moves whose guard the known
// values refute, and the move that undoes the last one (successor lists by last move: Taylor and Korf, Pruning
// Duplicate Nodes in Depth-First Search, 1993).

// successorList holds the moves that may follow a move.
type successorList[W state] struct {
	plain    bool // no branch has more than one table, or tests other than want
	branches []branch[W]
	at       listKey

	number int  // of the lists made so far
	ends   bool // what is known after the move does not exclude the goal
}

// branch is a move after a list. If state & mask == want, then next = state & keep | the entries of its tables.
type branch[W state] struct {
	keep       W
	table      *[tableSize]entry[W]
	to         *successorList[W]
	shift, cut uint64 // index of the first table: state >> shift & cut; from 64 on, shift is of the second word
	mask, want W
	extra      *extra[W]
	move       int32
}

// entry holds the bits that a move writes, and its cost plus the change of the heuristic's sum.
type entry[W state] struct {
	bits  W
	spent int64
}

const tableSize = 256

// extra holds more tests and more tables, which few moves need. If the search updates several sums, changes holds the
// change of each sum for each entry of the first table.
type extra[W state] struct {
	tests  []test
	tables []branchTable[W]
	changes
}

// test is a condition on a few bits: it is true if bit number at(state) of allowed is set.
type test struct {
	vars    []int32
	at      packed.Gather
	allowed []uint64
}

type branchTable[W state] struct {
	at      packed.Gather
	entries []entry[W]
	moved   []int32
}

const (
	maxLists    = 1 << 14
	maxBranches = 1 << 16 // of all lists
	maxPairs    = 1 << 22 // lists times moves

	mostBranches = 32 // of a list, on average
	fewLists     = 16 // number of lists that are filled before the average counts

	testBits = 10 // number of bits that a test may read
)

// successorLists is a task as successor lists.
type successorLists[W state] struct {
	sp      *space.Space
	do      functions[W]
	moves   *space.Compiler
	reading space.Reading // what expressions read under the assumed values
	scales  []scale       // sums of terms of one variable that each move updates
	// several: the changes of the sums are in moved; otherwise there is at most one sum, and its changes are in rise.
	several  bool
	price    func(cost int64) int64 // the value that entries hold for a cost; nil: costs do not matter
	selector int32                  // moves are split by the values of this variable; -1: they are not split
	variants []variant
	first    []int32 // by move: its first variant; a move has one variant for each place of the selector
	lists    map[listKey]*successorList[W]
	todo     []*successorList[W] // the lists that are not filled yet
	prune    *prune.Automaton
	adopted  bool
	numbered int  // lists made so far
	batches  bool // all branches are plain and always possible
	shared   map[string][]entry[W]
	pool     []entry[W]
	equal    map[int32][]int32 // by variable: the variables that never have the same value
	branches int
	wide     bool // a move changes a sum by more than 32 bits hold
}

// variant is a move with one value of the selector.
type variant struct {
	move    int32
	made    space.Move // the move under the guard alone; made.Fixed holds the values that the guard demands
	after   []space.Fixing
	refuted bool
}

// newSuccessorLists returns false if the task does not have the form that lists need: effects and costs are tables, the
// rest of each guard is tests of a few bits, and lists have few branches. Conditions on successors are not part of the
// lists.
func newSuccessorLists[W state](sp *space.Space, scales []scale, several bool,
	price func(cost int64) int64,
) (*successorLists[W], bool) {
	if len(sp.Moves) == 0 {
		return nil, false
	}
	for _, v := range selectors(sp) {
		f := newLists[W](sp, scales, several, price, v)
		if f.makeVariants() && f.makeLists() {
			return f, true
		}
	}
	return nil, false
}

// newLists returns successor lists that have no variants and no lists yet.
func newLists[W state](sp *space.Space, scales []scale, several bool, price func(cost int64) int64,
	selector int32,
) *successorLists[W] {
	return &successorLists[W]{
		sp: sp, do: functionsOf[W](), scales: scales, several: several, price: price, selector: selector,
		lists: map[listKey]*successorList[W]{}, shared: map[string][]entry[W]{},
		moves: space.NewCompiler(sp), equal: unequal(sp),
	}
}

// selectors returns the selectors to try: no variable, and the variable that most moves read outside their tables.
func selectors(sp *space.Space) []int32 {
	reads := make([]int, len(sp.Layout.Vars))
	for m := range sp.Task.Moves {
		for _, e := range sp.Task.Pool.Conjuncts(sp.Task.Moves[m].Guard) {
			for _, v := range sp.Task.Pool.Vars(e) {
				reads[v]++
			}
		}
	}
	best := 0
	for v := range reads {
		if reads[v]*len(sp.Layout.Vars[v].Values) > reads[best]*len(sp.Layout.Vars[best].Values) {
			best = v
		}
	}
	return []int32{-1, int32(best)}
}

// unequal lists for each variable the variables that never have the same value.
func unequal(sp *space.Space) map[int32][]int32 {
	out := map[int32][]int32{}
	for _, a := range sp.Task.Arrays {
		if !a.Distinct && !a.Permutation {
			continue
		}
		var vars []int32
		for _, e := range a.Elems {
			if n := sp.Task.Pool.Node(e); n.Op == task.OpVar {
				vars = append(vars, int32(n.N))
			}
		}
		for _, v := range vars {
			for _, u := range vars {
				if u != v {
					out[v] = append(out[v], u)
				}
			}
		}
	}
	return out
}

// makeVariants compiles each move with each value of the selector.
func (lists *successorLists[W]) makeVariants() bool {
	places := 1
	if lists.selector >= 0 {
		places = len(lists.sp.Layout.Vars[lists.selector].Values)
	}
	if places*len(lists.sp.Moves) > maxLists {
		return false
	}
	for m := range lists.sp.Moves {
		lists.first = append(lists.first, int32(len(lists.variants)))
		for place := range places {
			v, ok := lists.variant(int32(m), place)
			if !ok {
				return false
			}
			lists.variants = append(lists.variants, v)
		}
	}
	return true
}

func (lists *successorLists[W]) variant(m int32, place int) (variant, bool) {
	tm := &lists.sp.Task.Moves[m]
	v := variant{move: m}
	v.made.Fixed = slices.Clone(lists.sp.Moves[m].Fixed)
	if lists.selector >= 0 {
		if old, ok := v.made.FixedPlace(lists.selector); ok {
			v.refuted = old != place
		} else {
			v.made.Fixed = append(v.made.Fixed, space.Fixing{Var: lists.selector, Place: place})
		}
	}
	if v.refuted {
		return v, true
	}
	lists.assume(v.made.Fixed)
	for _, e := range lists.sp.Task.Pool.Conjuncts(tm.Guard) {
		verdict, t, ok := lists.decide(e, nil)
		if !ok {
			return v, false
		}
		if v.refuted = verdict == refuted; v.refuted {
			return v, true
		}
		if x, ok := t.single(); ok && verdict == open {
			v.made.Fixed = append(v.made.Fixed, x)
			lists.assume(v.made.Fixed)
		}
	}
	lists.moves.Effects(tm, &v.made)
	if !lists.tabular(&v.made) {
		return v, false
	}
	v.after = lists.knownAfter(&v.made)
	return v, true
}

// tabular reports whether the effects of a move are tables, and its costs are tables of the allowed size.
func (lists *successorLists[W]) tabular(mv *space.Move) bool {
	switch {
	case len(mv.Slow) > 0:
		return false
	case lists.price == nil:
		return true
	case mv.Costly < 0:
		return lists.price(mv.Cost) <= widest
	}
	return mv.Toll != nil && !slices.ContainsFunc(mv.Toll.Costs,
		func(c int64) bool { return lists.price(c) > widest })
}

// assume writes values into the scratch state. From then on these values count as constants, and expressions read only
// the other variables.
func (lists *successorLists[W]) assume(fixed []space.Fixing) {
	for _, x := range fixed {
		lists.sp.Layout.Put(lists.sp.Program.Scratch.State, int(x.Var), x.Place)
	}
	lists.reading = space.NewReading(lists.sp, fixed)
}

// knownAfter lists the values that are known after a move.
func (lists *successorLists[W]) knownAfter(mv *space.Move) (known []space.Fixing) {
	for _, x := range mv.Fixed {
		if !slices.Contains(mv.Writes, x.Var) {
			known = append(known, x)
		}
	}
	for _, v := range mv.Writes {
		if !mv.Tabulates(v) {
			field := &lists.sp.Layout.Fields[v]
			known = append(known, space.Fixing{Var: v, Place: int(mv.Written(field.Word) >> field.Shift & field.Mask)})
		}
	}
	slices.SortStableFunc(known, func(a, b space.Fixing) int { return cmp.Compare(a.Var, b.Var) })
	return known
}

type verdict int8

const (
	open verdict = iota
	proved
	refuted
)

// single returns the variable and the place that a test demands, if the test allows only one place of one variable.
func (t *test) single() (space.Fixing, bool) {
	if len(t.vars) != 1 {
		return space.Fixing{}, false
	}
	n, place := 0, 0
	for w, set := range t.allowed {
		if set != 0 {
			n += bits.OnesCount64(set)
			place = 64*w + bits.TrailingZeros64(set)
		}
	}
	return space.Fixing{Var: t.vars[0], Place: place}, n == 1
}

// decide evaluates a condition under the assumed values. If these do not decide it, the result is the test that
// remains. Excluded values of a variable do not count.
func (lists *successorLists[W]) decide(e task.Expr, excluded func(v int32, place int) bool) (verdict, test, bool) {
	vars, ok := lists.reading.Of(e)
	width := lists.sp.Layout.Width(vars)
	if !ok || width > testBits {
		return open, test{}, false
	}
	scratch := lists.sp.Program.Scratch
	if len(vars) == 0 {
		if scratch.Eval(e) != 0 {
			return proved, test{}, true
		}
		return refuted, test{}, true
	}
	t := test{vars: vars, allowed: make([]uint64, (1<<width+63)/64)}
	t.at, _ = lists.sp.Layout.Gather(vars)
	yes, no := false, false
	value := scratch.Function(e, 0)
	lists.sp.Layout.Each(vars, scratch.State, func(i uint64) {
		for _, v := range vars {
			if excluded != nil && excluded(v, lists.sp.Layout.Get(scratch.State, int(v))) {
				return
			}
		}
		if value() != 0 {
			yes = true
			t.allowed[i>>6] |= 1 << (i & 63)
		} else {
			no = true
		}
	})
	switch {
	case !no:
		return proved, test{}, true
	case !yes:
		return refuted, test{}, true
	}
	return open, t, true
}
