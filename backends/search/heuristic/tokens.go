package heuristic

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// Tokens are objects that moves carry from place to place but never create or destroy. They are found in the
// finite-domain view of a task. Tile t of a sliding puzzle is at the cell c where board[c] = t. A crate of Sokoban is
// at the cells c where crate[c] holds. The value of a variable is the place of a token. Tokens must be carried to the
// places that the goal demands, and each move carries a bounded number of them. (For crates this is the lower bound of
// Junghanns, Schaeffer, Sokoban: Enhancing general single-agent search methods using domain knowledge, 2001; for tiles
// it is the Manhattan distance.)

// actionCase describes an action by atoms of variables.
type actionCase struct {
	pre  []int32 // true before
	sets []int32 // surely true afterwards
	may  []mayEffect
}

// mayEffect is a conditional effect: if need holds beside the conditions of the action, the effect may make add true.
type mayEffect struct {
	need []int32
	add  int32
}

func (view *view) onlyValues(atoms []int32) []int32 {
	return slices.DeleteFunc(slices.Clone(atoms), func(a int32) bool { return a >= view.values || a == truthAtom })
}

// tokens is one kind of tokens: the atoms that say where they are.
type tokens struct {
	atoms []int32
	one   bool // there is at most one
	there bool // there is always one
	goals []int32
	any   bool // the goal is one of goals, not all of them
	steps []tokenStep
	dist  [][]int64 // by goal, by atom: the scaled cost of carrying a token from there, or unreached; with any: one row
	free  bool      // a token may come from nowhere: these are no tokens
	kin   int       // number of its family
}

// tokenStep is a way to carry a token.
type tokenStep struct{ from, to, action int32 }

// tokenFamily is kinds of tokens that share no atom.
type tokenFamily struct {
	kinds []*tokens
	of    []int32 // by atom: its kind, -1 without one
	owner []int32 // by atom: its variable
}

// families lists the kinds of tokens for which the goal demands something.
func (view *view) families() []*tokenFamily {
	t := view.sp.Task
	view.enter(nil)
	conds := t.Pool.Conjuncts(t.Goal)
	wanted := map[int32]bool{}
	for _, c := range conds {
		if l := view.holds(c, true); l >= 0 && l < view.values {
			wanted[l] = true
		}
	}
	var out []*tokenFamily
	add := func(f *tokenFamily) {
		if f.trace(view); len(f.kinds) > 0 {
			for _, k := range f.kinds {
				k.kin = len(out)
			}
			out = append(out, f)
		}
	}
	single := view.family()
	for v := range t.Vars {
		if places := view.allowed(int32(v), conds); len(places) < len(t.Vars[v].Values) {
			k := &tokens{one: true, there: true, any: true}
			for p := range t.Vars[v].Values {
				k.atoms = append(k.atoms, view.at(int32(v), p))
			}
			for _, p := range places {
				k.goals = append(k.goals, view.at(int32(v), p))
			}
			single.add(k)
		}
	}
	add(single)
	for i := range t.Arrays {
		add(view.arrayTokens(&t.Arrays[i], wanted))
	}
	return out
}

func (view *view) family() *tokenFamily {
	none := slices.Repeat([]int32{-1}, int(view.values))
	f := &tokenFamily{of: none, owner: slices.Clone(none)}
	for v := range view.sp.Layout.Vars {
		for p := range view.sp.Layout.Vars[v].Values {
			f.owner[view.at(int32(v), p)] = int32(v)
		}
	}
	return f
}

func (f *tokenFamily) add(k *tokens) {
	for _, a := range k.atoms {
		f.of[a] = int32(len(f.kinds))
	}
	f.kinds = append(f.kinds, k)
}

// arrayTokens makes each value of the elements of an array a kind of tokens.
func (view *view) arrayTokens(array *task.Array, wanted map[int32]bool) *tokenFamily {
	byValue := map[int64]*tokens{}
	var order []int64
	for _, e := range array.Elems {
		n := view.sp.Task.Pool.Node(e)
		if n.Op != task.OpVar {
			continue
		}
		for p, code := range view.sp.Layout.Vars[n.N].Values {
			k := byValue[code]
			if k == nil {
				k = &tokens{one: array.Distinct || array.Permutation, there: array.Permutation}
				byValue[code] = k
				order = append(order, code)
			}
			a := view.at(int32(n.N), p)
			k.atoms = append(k.atoms, a)
			if wanted[a] {
				k.goals = append(k.goals, a)
			}
		}
	}
	f := view.family()
	for _, code := range order {
		if k := byValue[code]; len(k.goals) > 0 && (!k.one || len(k.goals) == 1) {
			f.add(k)
		}
	}
	return f
}

// trace finds the ways in which actions carry tokens. It drops the kinds of which a token may come from nowhere.
func (f *tokenFamily) trace(b *view) {
	for action := range b.cases {
		c := &b.cases[action]
		for _, k := range f.touched(c) {
			f.kinds[k].traceCase(f, k, c, int32(action))
		}
	}
	kinds := f.kinds
	f.kinds = nil
	for i := range f.of {
		f.of[i] = -1
	}
	for _, k := range kinds {
		if !k.free {
			f.add(k)
		}
	}
}

// touched lists the kinds of which an action may put a token somewhere.
func (f *tokenFamily) touched(c *actionCase) []int32 {
	var kinds []int32
	for _, a := range c.puts() {
		if k := f.of[a]; k >= 0 {
			kinds = append(kinds, k)
		}
	}
	slices.Sort(kinds)
	return slices.Compact(kinds)
}

// puts lists the atoms that an action may make true.
func (c *actionCase) puts() []int32 {
	out := lists.Filter(c.sets, func(a int32) bool { return !slices.Contains(c.pre, a) })
	for _, m := range c.may {
		out = append(out, m.add)
	}
	return out
}

func (k *tokens) traceCase(f *tokenFamily, kind int32, c *actionCase, action int32) {
	mine := func(atoms []int32) (out []int32) {
		for _, a := range atoms {
			if f.of[a] == kind {
				out = append(out, a)
			}
		}
		return out
	}
	before, puts := mine(c.pre), mine(c.puts())
	if !k.one {
		k.carry(f.taken(c, before), puts, action)
		return
	}
	from := func(sources []int32, to int32) {
		if len(sources) == 0 {
			sources = k.atoms
			k.free = k.free || !k.there
		}
		for _, s := range sources {
			if s != to {
				k.steps = append(k.steps, tokenStep{s, to, action})
			}
		}
	}
	for _, a := range mine(c.sets) {
		if !slices.Contains(before, a) {
			from(before, a)
		}
	}
	for _, m := range c.may {
		if f.of[m.add] == kind {
			from(append(mine(m.need), before...), m.add)
		}
	}
}

// taken lists the tokens that an action surely takes away from where they were.
func (f *tokenFamily) taken(c *actionCase, before []int32) (out []int32) {
	for _, a := range before {
		if !slices.Contains(c.sets, a) && slices.ContainsFunc(c.sets,
			func(s int32) bool { return f.owner[s] == f.owner[a] }) {
			out = append(out, a)
		}
	}
	return out
}

// carry handles kinds of several tokens: each token that is put down was taken from another place.
func (k *tokens) carry(taken, puts []int32, action int32) {
	slices.Sort(puts)
	puts = slices.Compact(puts)
	k.free = k.free || len(taken) < len(puts)
	for _, s := range taken {
		for _, to := range puts {
			k.steps = append(k.steps, tokenStep{s, to, action})
		}
	}
}
