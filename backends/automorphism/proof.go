package automorphism

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// Bounds on the work of a proof.
const (
	mostTable  = 1 << 12 // combinations of values for which an expression is compared
	mostTables = 1 << 21 // all of these together
)

// Proof proves that permutations map the conditions, the moves and the costs of a task to themselves. Images are
// hash-consed, so that equal expressions are one node of the pool. Two expressions are equal too if they have the same
// value for all values of their variables. The initial state of a task with moves does not matter.
type Proof struct {
	t       *task.Task
	allowed [][]int64  // by variable: the values that it may have
	pool    *task.Pool // of the images
	plain   func(task.Expr) task.Expr
	keys    map[task.Expr]string
	holds   [][]task.Expr   // conditions, those together that hold together
	ids     map[string]bool // the moves, by the numbers of their expressions
	full    map[string]bool // the moves, by the values of their expressions; nil: not made
	room    int             // combinations of values that may still be compared
	work    int             // nodes that were made
}

// NewProof prepares the proof for a task. It uses a pool of its own, because others may use the task's pool meanwhile.
func NewProof(t *task.Task) *Proof {
	p := &Proof{
		t: t, pool: task.NewPool(func(v int) []int64 { return t.Vars[v].Values }), keys: map[task.Expr]string{},
		ids: map[string]bool{}, room: mostTables,
	}
	p.pool.Graphs = t.Pool.Graphs
	for v := range t.Vars {
		p.allowed = append(p.allowed, slices.Clone(t.Vars[v].Values))
	}
	x := Identity(t.Vars)
	p.plain = p.image(x)
	for m := range t.Moves {
		p.ids[p.id(&t.Moves[m], p.plain, x, number)] = true
	}
	if len(t.Moves) > 0 {
		p.holds = [][]task.Expr{{t.Goal}, {t.Always}}
		return p
	}
	p.holds = [][]task.Expr{{t.InitCond, t.Goal, t.Always}}
	state := make([]int64, len(t.Vars))
	for _, e := range p.pool.Conjuncts(p.pool.And(lists.Map(p.holds[0], p.plain)...)) {
		if of := p.pool.Vars(e); len(of) == 1 {
			v := of[0]
			p.allowed[v] = slices.DeleteFunc(p.allowed[v], func(k int64) bool {
				state[v] = k
				return p.pool.Eval(e, state) == 0
			})
		}
	}
	return p
}

// permutes reports whether different states have different images, which are states. It leaves values alone that no
// variable may have.
func (p *Proof) permutes(x Permutation) bool {
	taken := make([]bool, len(x.From))
	for v, w := range x.From {
		if taken[w] || len(p.allowed[v]) != len(p.allowed[w]) || x.Renames(p.t.Vars, v) && !p.pool.Tabulable(w) {
			return false
		}
		taken[w] = true
		values := make([]int64, 0, len(p.allowed[w]))
		for i, k := range p.t.Vars[w].Values {
			if _, may := slices.BinarySearch(p.allowed[w], k); may {
				values = append(values, x.To[v][i])
			} else {
				x.To[v][i] = k
			}
		}
		slices.Sort(values)
		if !slices.Equal(values, p.allowed[v]) {
			return false
		}
	}
	return true
}

// Closure adds compositions, up to a number, without the identity. whole: these are all.
func (p *Proof) Closure(of []Permutation, most int) (all []Permutation, whole bool) {
	return p.closure(of, most, func(x, y Permutation) Permutation { return x.After(y, p.t.Vars) })
}

// closure is Closure by other compositions.
func (p *Proof) closure(
	of []Permutation, most int, compose func(x, y Permutation) Permutation,
) (all []Permutation, whole bool) {
	switch {
	case len(of) == 0:
		return nil, true
	case len(of) >= most:
		return of[:most], false
	}
	all = slices.Clone(of)
	identity := Identity(p.t.Vars)
	for i := 0; i < len(all); i++ {
		for _, y := range of {
			z := compose(all[i], y)
			if z.Equal(identity) || slices.ContainsFunc(all, z.Equal) || !p.permutes(z) {
				continue
			}
			if len(all) >= most {
				return all, false
			}
			all = append(all, z)
		}
	}
	return all, true
}

// image returns a function from expressions to their values in the image of a state.
func (p *Proof) image(x Permutation) func(task.Expr) task.Expr {
	memo := map[task.Expr]task.Expr{}
	var of func(e task.Expr) task.Expr
	of = func(e task.Expr) task.Expr {
		if r, known := memo[e]; known {
			return r
		}
		p.work++
		n := *p.t.Pool.Node(e)
		var r task.Expr
		if n.Op == task.OpVar {
			r = x.read(p.pool, p.t.Vars, int(n.N))
		} else if args, ok := p.renamed(&n, x); ok {
			r = p.pool.Make(n.Op, n.N, args)
		} else {
			args := lists.Map(n.Args, of)
			r = p.pool.Make(n.Op, n.N, args)
		}
		memo[e] = r
		return r
	}
	return of
}

// renamed returns arguments for an operator that compares its arguments only: if all variables are renamed alike, their
// old names serve as well, and constants are renamed back.
func (p *Proof) renamed(n *task.Node, x Permutation) (args []task.Expr, ok bool) {
	if n.Op != task.OpEq && n.Op != task.OpDistinct && n.Op != task.OpFind {
		return nil, false
	}
	r := newRenaming()
	for _, a := range n.Args {
		m := p.t.Pool.Node(a)
		if m.Op == task.OpVar {
			args = append(args, p.pool.Var(x.From[m.N]))
			ok = p.add(r, x, m)
		} else {
			args = append(args, task.None)
			ok = m.Op == task.OpConst
		}
		if !ok {
			return nil, false
		}
	}
	for i, a := range n.Args {
		if args[i] == task.None {
			k, _ := p.t.Pool.Value(a)
			if y, known := r.back[k]; known {
				k = y
			} else if _, used := r.to[k]; used {
				return nil, false
			}
			args[i] = p.pool.Const(k)
		}
	}
	return args, true
}

// renaming gives values new names, different values different ones.
type renaming struct{ to, back map[int64]int64 }

func newRenaming() renaming { return renaming{map[int64]int64{}, map[int64]int64{}} }

// add adds the names that a variable or a constant gives to values. It returns false if others have other names.
func (p *Proof) add(r renaming, x Permutation, n *task.Node) bool {
	from, to := []int64{n.N}, []int64{n.N}
	if n.Op == task.OpVar {
		from, to = p.t.Vars[x.From[n.N]].Values, x.To[n.N]
	}
	for i, k := range from {
		y, known := r.to[k]
		z, taken := r.back[to[i]]
		if known && y != to[i] || taken && z != k {
			return false
		}
		r.to[k], r.back[to[i]] = to[i], k
	}
	return true
}

// key returns a text that is the same for expressions with the same value for all allowed values of their variables.
func (p *Proof) key(e task.Expr) string {
	key, known := p.keys[e]
	if !known {
		var ok bool
		if key, ok = p.table(e); !ok {
			if key, ok = p.distinct(e); !ok {
				key = fmt.Sprint("e", e)
			}
		}
		p.keys[e] = key
	}
	return key
}

// parts returns the keys of the parts of a conjunction, in order.
func (p *Proof) parts(e task.Expr) []string {
	return slices.Compact(slices.Sorted(slices.Values(lists.Map(p.pool.Conjuncts(e), p.key))))
}

// same reports whether two conjunctions have parts of the same keys.
func (p *Proof) same(a, b task.Expr) bool { return a == b || slices.Equal(p.parts(a), p.parts(b)) }

// table returns the values of an expression that depends on few combinations of values. It leaves out floods, which
// cost too much.
func (p *Proof) table(e task.Expr) (key string, ok bool) {
	if p.pool.Node(e).Op == task.OpConnected {
		return "", false
	}
	vars := p.pool.Vars(e)
	size := 1
	for _, v := range vars {
		if size *= max(1, len(p.allowed[v])); size > min(mostTable, p.room) {
			return "", false
		}
	}
	p.room -= size
	p.work += size
	var values []byte
	state := make([]int64, len(p.t.Vars))
	var vary func(i int)
	vary = func(i int) {
		if i == len(vars) {
			values = binary.AppendVarint(values, p.pool.Eval(e, state))
			return
		}
		for _, k := range p.allowed[vars[i]] {
			state[vars[i]] = k
			vary(i + 1)
		}
	}
	vary(0)
	return fmt.Sprint("t", vars, string(values)), true
}

// distinct returns the key of a condition that values differ, each of which depends on one variable: they still do if
// the same is added to all of them, or all of them are negated.
func (p *Proof) distinct(e task.Expr) (key string, ok bool) {
	n := p.pool.Node(e)
	if n.Op != task.OpDistinct {
		return "", false
	}
	tables := make([][]int64, len(n.Args))
	var owners []int
	lo, hi := int64(0), int64(0)
	state := make([]int64, len(p.t.Vars))
	for i, a := range n.Args {
		vars := p.pool.Vars(a)
		if len(vars) != 1 {
			return "", false
		}
		owners = append(owners, vars[0])
		for _, k := range p.allowed[vars[0]] {
			state[vars[0]] = k
			value := p.pool.Eval(a, state)
			if lo = min(lo, value); i == 0 && len(tables[0]) == 0 {
				lo, hi = value, value
			}
			hi = max(hi, value)
			tables[i] = append(tables[i], value)
		}
	}
	written := func(f func(k int64) int64) string {
		words := make([]string, len(tables))
		for i, table := range tables {
			values := lists.Map(table, f)
			words[i] = fmt.Sprint(owners[i], values)
		}
		slices.Sort(words)
		return strings.Join(words, ";")
	}
	shifted, mirrored := written(func(k int64) int64 { return k - lo }), written(func(k int64) int64 { return hi - k })
	return "d" + min(shifted, mirrored), true
}
