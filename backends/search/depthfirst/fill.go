package depthfirst

import (
	"cmp"
	"encoding/binary"
	"slices"

	"github.com/pzc-lang/pzc/backends/search/packed"
	"github.com/pzc-lang/pzc/backends/search/prune"
	"github.com/pzc-lang/pzc/backends/search/space"
)

// This file fills the successor lists.

// listKey identifies a successor list: the variant made last, and the state of the pruning automaton after the moves
// before it.
type listKey struct{ variant, state int32 }

// after returns the list after move m in state s, the first move of a path.
func (lists *successorLists[W]) after(m int32, s []uint64) *successorList[W] {
	i := lists.first[m]
	if lists.selector >= 0 {
		i += int32(lists.sp.Layout.Get(s, int(lists.selector)))
	}
	return lists.lists[lists.start(i)]
}

// start returns the listKey after a variant that begins a path.
func (lists *successorLists[W]) start(i int32) listKey {
	return listKey{i, max(0, lists.prune.After(0, lists.variants[i].move))}
}

// makeLists fills the lists of all paths. It returns false if there are too many lists or branches.
func (lists *successorLists[W]) makeLists() bool {
	for i := range lists.variants {
		if !lists.variants[i].refuted {
			lists.list(lists.start(int32(i)))
		}
	}
	lists.batches = true
	for len(lists.todo) > 0 {
		c := lists.todo[len(lists.todo)-1]
		lists.todo = lists.todo[:len(lists.todo)-1]
		if !lists.fill(c) || lists.wide || lists.prune == nil && lists.sprawls() {
			return false
		}
	}
	return true
}

// sprawls reports whether the lists filled so far have too many branches. Then the general search, which finds
// applicable moves by bit sets, is faster than trying one branch after another. Example: in `apart` of Atomix, with 64
// branches to a list, lists take 2.6 times as long.
func (lists *successorLists[W]) sprawls() bool {
	filled := len(lists.lists) - len(lists.todo)
	return filled >= fewLists && lists.branches > mostBranches*filled
}

// list returns the list of a key. A new list is filled later.
func (lists *successorLists[W]) list(at listKey) *successorList[W] {
	c, ok := lists.lists[at]
	if !ok {
		c = &successorList[W]{at: at, number: lists.numbered, ends: lists.ends(at.variant)}
		lists.numbered++
		lists.lists[at] = c
		lists.todo = append(lists.todo, c)
	}
	return c
}

// adopt makes the lists omit the moves that a pruning cuts, in the middle of a search. The lists of the current path do
// not change, but their branches lead to new lists.
func (lists *successorLists[W]) adopt(p *prune.Automaton) {
	if p == nil || lists.adopted {
		return
	}
	lists.adopted = true
	old := lists.lists
	lists.prune, lists.lists, lists.branches = p, map[listKey]*successorList[W]{}, 0
	leads := map[*branch[W]]*successorList[W]{}
	for _, c := range old {
		for i := range c.branches {
			st := &c.branches[i]
			leads[st] = lists.list(lists.start(st.to.at.variant))
		}
	}
	if !lists.makeLists() {
		lists.prune, lists.lists, lists.todo = nil, old, nil // too many lists: the search goes on without the pruning
		return
	}
	for st, to := range leads {
		st.to = to
	}
}

// fill makes the branches of a list. It returns false if there are too many.
func (lists *successorLists[W]) fill(c *successorList[W]) bool {
	if len(lists.lists)*len(lists.variants) > maxPairs {
		return false
	}
	last := &lists.variants[c.at.variant]
	k := lists.knowledge(last.after)
	var bs []branch[W]
	var keys []int64
	for j := range lists.variants {
		to := listKey{int32(j), lists.prune.After(c.at.state, lists.variants[j].move)}
		if to.state == prune.Cut || lists.variants[j].refuted || k.contradicts(lists.variants[j].made.Fixed) {
			continue
		}
		st, key, v, ok := lists.branch(k, last, to)
		if !ok {
			return false
		}
		if v != refuted {
			bs, keys = append(bs, st), append(keys, key)
		}
	}
	if lists.branches += len(bs); lists.branches > maxBranches {
		return false
	}
	lists.batches = c.set(sorted(bs, keys)) && lists.batches
	return true
}

// sorted orders branches by key and then as declared.
func sorted[B any](bs []B, keys []int64) []B {
	order := make([]int, len(bs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(keys[a], keys[b]) })
	out := make([]B, len(bs))
	for i, k := range order {
		out[i] = bs[k]
	}
	return out
}

// set stores the branches of a list. It reports whether all of them are plain and always possible.
func (c *successorList[W]) set(bs []branch[W]) bool {
	c.branches = bs
	possible := !slices.ContainsFunc(bs, func(st branch[W]) bool { return st.mask != *new(W) })
	c.plain = !slices.ContainsFunc(bs, func(st branch[W]) bool { return st.extra != nil })
	return c.plain && possible
}

// ends reports whether the state after a variant may be a goal, by the values that are known.
func (lists *successorLists[W]) ends(variant int32) bool {
	mask, want, _ := lists.sp.GoalBits()
	return !slices.ContainsFunc(lists.variants[variant].after, func(x space.Fixing) bool {
		field := &lists.sp.Layout.Fields[x.Var]
		return mask[field.Word]>>field.Shift&field.Mask == field.Mask &&
			want[field.Word]>>field.Shift&field.Mask != uint64(x.Place)
	})
}

// knowledge holds the known values and the excluded values of a state.
type knowledge struct {
	place    map[int32]int
	excluded map[space.Fixing]bool
	known    []space.Fixing
}

func (lists *successorLists[W]) knowledge(known []space.Fixing) *knowledge {
	k := &knowledge{place: map[int32]int{}, excluded: map[space.Fixing]bool{}, known: known}
	for _, x := range known {
		k.place[x.Var] = x.Place
		code := lists.sp.Layout.Vars[x.Var].Values[x.Place]
		for _, u := range lists.equal[x.Var] {
			if p := lists.sp.Layout.Place(int(u), code); p >= 0 {
				k.excluded[space.Fixing{Var: u, Place: p}] = true
			}
		}
	}
	return k
}

func (k *knowledge) contradicts(demanded []space.Fixing) bool {
	for _, x := range demanded {
		if p, ok := k.place[x.Var]; ok && p != x.Place || k.excluded[x] {
			return true
		}
	}
	return false
}

// branch makes the branch to a listKey, under knowledge k, after variant last; nil if the last move may be one of
// several.
func (lists *successorLists[W]) branch(k *knowledge, last *variant, to listKey) (
	st branch[W], key int64, v verdict, ok bool,
) {
	next := &lists.variants[to.variant]
	tm := &lists.sp.Task.Moves[next.move]
	st = branch[W]{move: next.move}
	mv := space.Move{Fixed: slices.Clone(k.known)}
	for _, x := range next.made.Fixed {
		if _, known := k.place[x.Var]; known {
			continue
		}
		mv.Fixed = append(mv.Fixed, x)
		field := &lists.sp.Layout.Fields[x.Var]
		*wordAt(&st.mask, field.Word) |= field.Mask << field.Shift
		*wordAt(&st.want, field.Word) |= uint64(x.Place) << field.Shift
	}
	lists.assume(mv.Fixed)
	var more extra[W]
	for _, e := range lists.sp.Task.Pool.Conjuncts(tm.Guard) {
		v, t, ok := lists.decide(e, func(v int32, place int) bool { return k.excluded[space.Fixing{Var: v, Place: place}] })
		if !ok || v == refuted {
			return st, 0, v, ok
		}
		if v == open {
			more.tests = append(more.tests, t)
		}
	}
	if tm.Order >= 0 {
		vars, ok := lists.reading.Of(tm.Order)
		if !ok || len(vars) > 0 {
			return st, 0, open, false
		}
		key = lists.sp.Program.Scratch.Eval(tm.Order)
	}
	lists.moves.Effects(tm, &mv)
	if !lists.tabular(&mv) {
		return st, 0, open, false
	}
	st.extra = &more
	lists.tabulate(&st, &mv)
	if last != nil && lists.undoes(last, &st) {
		return st, 0, refuted, true
	}
	if len(more.tests) == 0 && len(more.tables) == 0 && more.moved == nil {
		st.extra = nil
	}
	st.to = lists.list(to)
	return st, key, open, true
}

// tabulate makes the tables of a branch. The tables also hold the changes of the sums.
func (lists *successorLists[W]) tabulate(st *branch[W], mv *space.Move) {
	st.keep = kept[W](mv)
	tables, tableOf := lists.tablesOf(mv)
	price := int64(0)
	switch {
	case lists.price == nil:
	case mv.Toll != nil:
		tables = lists.charge(tables, tableOf, mv)
	default:
		price = lists.price(mv.Cost)
	}
	constants := make([]int64, len(lists.scales))
	for i, unary := range lists.scales {
		b := newDeltas(lists.sp, mv, unary)
		constants[i] = b.constant
		for k := range mv.Tables {
			t := &tables[tableOf[k]]
			for e := range t.entries {
				lists.note(t, e, i, b.ofTable(&mv.Tables[k], uint64(e)))
			}
		}
		for _, old := range b.leftovers() {
			t := branchTable[W]{at: old.at, entries: make([]entry[W], len(old.rises))}
			for e, rise := range old.rises {
				lists.note(&t, e, i, rise)
			}
			tables = append(tables, t)
		}
	}
	first := 0
	for first < len(tables) && (len(tables[first].at.Rest) > 0 || len(tables[first].entries) > tableSize) {
		first++
	}
	if first == len(tables) {
		tables = append(tables, branchTable[W]{entries: make([]entry[W], 1)})
	}
	one := tables[first]
	for e := range one.entries {
		for k := range mv.Patches {
			*wordAt(&one.entries[e].bits, mv.Patches[k].Word) |= mv.Patches[k].Set
		}
		one.entries[e].spent += price
		for i, c := range constants {
			lists.note(&one, e, i, c)
		}
	}
	st.shift, st.cut = uint64(64*one.at.First.Word)+uint64(one.at.First.Shift), one.at.First.Mask
	st.table = (*[tableSize]entry[W])(lists.share(one.entries)[:tableSize])
	st.extra.tables, st.extra.moved = slices.Delete(tables, first, first+1), one.moved
	for i := range st.extra.tables {
		t := &st.extra.tables[i]
		t.entries = lists.share(t.entries)
	}
	if one.moved != nil &&
		!slices.ContainsFunc(st.extra.tables, func(t branchTable[W]) bool { return t.moved != nil }) {
		st.extra.listSteps(len(lists.scales))
	}
}

// kept returns the bits that a move keeps.
func kept[W state](mv *space.Move) W {
	var cleared W
	for k := range mv.Patches {
		*wordAt(&cleared, mv.Patches[k].Word) |= mv.Patches[k].Clear
	}
	return not(cleared)
}

// tablesOf returns the tables of a branch for a move. Tables of the move that read the same variables are joined.
// tableOf maps each table of the move to the joined table.
func (lists *successorLists[W]) tablesOf(mv *space.Move) (tables []branchTable[W], tableOf []int) {
	for i := range mv.Tables {
		from := &mv.Tables[i]
		k := slices.IndexFunc(mv.Tables[:i], func(t space.EffectTable) bool { return slices.Equal(t.Vars, from.Vars) })
		if k < 0 {
			k = len(tables)
			tables = append(tables, branchTable[W]{at: from.At, entries: make([]entry[W], len(from.Bits))})
		} else {
			k = tableOf[k]
		}
		for e, bits := range from.Bits {
			*wordAt(&tables[k].entries[e].bits, from.Word) |= bits
		}
		tableOf = append(tableOf, k)
	}
	return tables, tableOf
}

// charge adds the costs of a move to the table that reads the same variables. It adds a table if there is none.
func (lists *successorLists[W]) charge(tables []branchTable[W], tableOf []int, mv *space.Move) []branchTable[W] {
	k := slices.IndexFunc(mv.Tables, func(t space.EffectTable) bool { return slices.Equal(t.Vars, mv.Toll.Vars) })
	if k < 0 {
		k = len(tables)
		tables = append(tables, branchTable[W]{at: mv.Toll.At, entries: make([]entry[W], len(mv.Toll.Costs))})
	} else {
		k = tableOf[k]
	}
	for e, c := range mv.Toll.Costs {
		tables[k].entries[e].spent += lists.price(c)
	}
	return tables
}

// note adds the change of a sum to an entry.
func (lists *successorLists[W]) note(t *branchTable[W], e, scale int, change int64) {
	if !lists.several {
		t.entries[e].spent += change
		return
	}
	if t.moved == nil {
		t.moved = make([]int32, len(t.entries)*len(lists.scales))
	}
	x := &t.moved[e*len(lists.scales)+scale]
	change += int64(*x)
	*x = int32(change)
	lists.wide = lists.wide || change != int64(*x)
}

// share returns one slice for all equal lists of entries, so that the tables of a search stay small. The slice has
// slack behind the last entry, because a first table is indexed as a table of full size.
func (lists *successorLists[W]) share(entries []entry[W]) []entry[W] {
	var key []byte
	for _, e := range entries {
		for _, w := range wordsOf(e.bits) {
			key = binary.AppendUvarint(key, w)
		}
		key = binary.AppendVarint(key, e.spent)
	}
	if t, ok := lists.shared[string(key)]; ok {
		return t
	}
	if need := max(len(entries), tableSize); len(lists.pool) < need {
		lists.pool = make([]entry[W], 64*tableSize+need)
	}
	t := lists.pool[:len(entries)]
	copy(t, entries)
	lists.pool = lists.pool[len(entries):]
	lists.shared[string(key)] = t
	return t
}

// undoBits bounds the number of bits whose values undoes enumerates.
const undoBits = 12

// undoes reports whether a branch after the variant last always leads to the state before it.
func (lists *successorLists[W]) undoes(last *variant, st *branch[W]) bool {
	vars := slices.Clone(last.made.Writes)
	for i := range last.made.Tables {
		vars = append(vars, last.made.Tables[i].Vars...)
	}
	var written W // all bits that both read or write are among those of vars
	for _, v := range vars {
		field := &lists.sp.Layout.Fields[v]
		*wordAt(&written, field.Word) |= field.Mask << field.Shift
	}
	if !within(not(st.keep), written) || !within(st.reads(), written) {
		return false
	}
	vars = space.Merge(vars, nil)
	vars = slices.DeleteFunc(vars, func(v int32) bool { _, fixed := last.made.FixedPlace(v); return fixed })
	if lists.sp.Layout.Width(vars) > undoBits {
		return false
	}
	lists.assume(last.made.Fixed)
	back, scratch, between := true, lists.sp.Program.Scratch.State, make([]uint64, lists.sp.Layout.Words)
	lists.sp.Layout.Each(vars, scratch, func(uint64) {
		last.made.Apply(scratch, between)
		if s := fromWords[W](between); back && lists.do.holds(st, s) {
			next, _ := lists.do.apply(st, s)
			back = next == fromWords[W](scratch)
		}
	})
	return back
}

// reads returns the bits that the tables and tests of a branch read.
func (st *branch[W]) reads() W {
	bits := st.mask
	*wordAt(&bits, int(st.shift>>6)) |= st.cut << (st.shift & 63)
	for i := range st.extra.tests {
		readBy(&st.extra.tests[i].at, &bits)
	}
	for i := range st.extra.tables {
		readBy(&st.extra.tables[i].at, &bits)
	}
	return bits
}

// readBy adds the bits of a state that a gather reads.
func readBy[W state](g *packed.Gather, bits *W) {
	*wordAt(bits, g.First.Word) |= g.First.Mask << g.First.Shift
	for _, p := range g.Rest {
		*wordAt(bits, p.Word) |= p.Mask << p.Shift
	}
}
