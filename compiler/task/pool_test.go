package task_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/compiler/task"
)

// tree is an expression before the pool simplifies it.
type tree struct {
	op   task.Op
	n    int64
	args []*tree
}

func domains() [][]int64 {
	return [][]int64{{0, 1}, {0, 1, 2, 3}, {-2, 0, 5}, {3, 4, 5, 6, 7}, {0, 1}, {0, 1, 2, 3}, {-1, 1000}}
}

func states() [][]int64 {
	out := [][]int64{nil}
	for _, d := range domains() {
		var next [][]int64
		for _, s := range out {
			for _, v := range d {
				next = append(next, append(append([]int64(nil), s...), v))
			}
		}
		out = next
	}
	return out
}

func (t *tree) build(p *task.Pool) task.Expr {
	args := make([]task.Expr, len(t.args))
	for i, a := range t.args {
		args[i] = a.build(p)
	}
	return p.Make(t.op, t.n, args)
}

// eval returns the value of the tree; ok is false if the value is undefined.
func (t *tree) eval(p *task.Pool, state []int64) (v int64, ok bool) {
	vals := make([]int64, len(t.args))
	oks := make([]bool, len(t.args))
	all := true
	for i, a := range t.args {
		vals[i], oks[i] = a.eval(p, state)
		all = all && oks[i]
	}
	switch t.op {
	case task.OpAnd, task.OpOr:
		stop := int64(0)
		if t.op == task.OpOr {
			stop = 1
		}
		for i := range vals {
			if oks[i] && vals[i] == stop {
				return stop, true
			}
		}
	case task.OpIte:
		if !oks[0] {
			return 0, false
		}
		return vals[2-vals[0]*1], oks[2-vals[0]*1]
	case task.OpSelect:
		if !oks[0] || vals[0] < 0 || vals[0] >= int64(len(vals)-1) {
			return 0, false
		}
		return vals[1+vals[0]], oks[1+vals[0]]
	case task.OpDiv, task.OpMod:
		if all && vals[1] == 0 {
			return 0, false
		}
	case task.OpReach:
		if all && vals[0] == vals[1] {
			return 1, vals[0] >= 0 && vals[0] < int64(len(vals)-2)
		}
	}
	if !all {
		return 0, false
	}
	if t.op == task.OpVar {
		return state[t.n], true
	}
	return plain(t.op, t.n, vals, p.Graphs), true
}

// plain is the meaning of an operator, written without the code of the pool.
func plain(op task.Op, n int64, vals []int64, graphs []task.Graph) int64 {
	truth := func(b bool) int64 {
		if b {
			return 1
		}
		return 0
	}
	total := int64(0)
	for _, v := range vals {
		total += v
	}
	switch op {
	case task.OpConst:
		return n
	case task.OpNot:
		return 1 - vals[0]
	case task.OpAnd:
		return truth(total == int64(len(vals)))
	case task.OpOr:
		return truth(total > 0)
	case task.OpEq:
		return truth(vals[0] == vals[1])
	case task.OpLt:
		return truth(vals[0] < vals[1])
	case task.OpLe:
		return truth(vals[0] <= vals[1])
	case task.OpAdd:
		return total
	case task.OpMul:
		return vals[0] * vals[1]
	case task.OpDiv, task.OpMod:
		q := vals[0] / vals[1]
		for vals[0]-q*vals[1] < 0 { // the remainder is never negative
			q += map[bool]int64{true: -1, false: 1}[vals[1] > 0]
		}
		if op == task.OpDiv {
			return q
		}
		return vals[0] - q*vals[1]
	case task.OpAbs:
		return max(vals[0], -vals[0])
	case task.OpMin:
		return slices.Min(vals)
	case task.OpMax:
		return slices.Max(vals)
	case task.OpFind:
		return int64(slices.Index(vals[1:], vals[0]))
	case task.OpDistinct:
		sorted := slices.Sorted(slices.Values(vals))
		return truth(len(slices.Compact(sorted)) == len(vals))
	case task.OpReach:
		return truth(walks(graphs[n].Next, vals[0], vals[1], vals[2:], len(vals)))
	case task.OpReached:
		var count int64
		size := 1 + len(graphs[n].Next)
		for _, to := range vals[size:] {
			count += truth(walks(graphs[n].Next, vals[0], to, vals[1:size], len(vals)))
		}
		return count
	case task.OpAcyclic:
		joined := map[int64]map[int64]bool{}
		for i, pair := range graphs[n].Next {
			if a, b := int64(pair[0]), int64(pair[1]); vals[i] != 0 {
				if meets(joined, a, b, map[int64]bool{}) {
					return 0
				}
				for _, arc := range [][2]int64{{a, b}, {b, a}} {
					if joined[arc[0]] == nil {
						joined[arc[0]] = map[int64]bool{}
					}
					joined[arc[0]][arc[1]] = true
				}
			}
		}
		return 1
	case task.OpConnected:
		joined := map[int64]map[int64]bool{}
		var ends []int64
		for i, pair := range graphs[n].Next {
			if a, b := int64(pair[0]), int64(pair[1]); vals[i] != 0 {
				ends = append(ends, a, b)
				for _, arc := range [][2]int64{{a, b}, {b, a}} {
					if joined[arc[0]] == nil {
						joined[arc[0]] = map[int64]bool{}
					}
					joined[arc[0]][arc[1]] = true
				}
			}
		}
		for _, b := range ends {
			if b != ends[0] && !meets(joined, ends[0], b, map[int64]bool{}) {
				return 0
			}
		}
		return 1
	}
	panic("an operator without a meaning")
}

// walks reports whether a path of at most the given number of steps leads from one node to another.
func walks(next [][]int32, from, to int64, free []int64, steps int) bool {
	if from < 0 || to < 0 || from >= int64(len(next)) || to >= int64(len(next)) {
		return false
	}
	if from == to {
		return true
	}
	for _, d := range next[from] {
		if steps > 0 && free[d] != 0 && walks(next, int64(d), to, free, steps-1) {
			return true
		}
	}
	return false
}

// meets reports whether joined nodes lead from one node to another.
func meets(joined map[int64]map[int64]bool, a, b int64, seen map[int64]bool) bool {
	seen[a] = true
	for next := range joined[a] {
		if next == b || !seen[next] && meets(joined, next, b, seen) {
			return true
		}
	}
	return false
}

func genTree(boolean bool, depth int) *rapid.Generator[*tree] {
	return rapid.Custom(func(t *rapid.T) *tree {
		if depth == 0 {
			if boolean {
				return rapid.SampledFrom([]*tree{
					{op: task.OpVar, n: 0}, {op: task.OpVar, n: 4}, {op: task.OpConst, n: 0}, {op: task.OpConst, n: 1},
				}).Draw(t, "leaf")
			}
			if rapid.Bool().Draw(t, "const") {
				return &tree{op: task.OpConst, n: rapid.Int64Range(-3, 7).Draw(t, "n")}
			}
			return &tree{op: task.OpVar, n: int64(rapid.IntRange(0, len(domains())-1).Draw(t, "v"))}
		}
		sub := func(b bool) *tree { return genTree(b, rapid.IntRange(0, depth-1).Draw(t, "d")).Draw(t, "arg") }
		subs := func(b bool, lo, hi int) []*tree {
			out := make([]*tree, rapid.IntRange(lo, hi).Draw(t, "count"))
			for i := range out {
				out[i] = sub(b)
			}
			return out
		}
		if boolean {
			op := rapid.SampledFrom([]task.Op{
				task.OpNot, task.OpAnd, task.OpOr, task.OpIte, task.OpEq, task.OpEq, task.OpLt, task.OpLe,
				task.OpDistinct, task.OpSelect, task.OpReach, task.OpAcyclic, task.OpConnected,
			}).Draw(t, "op")
			switch op {
			case task.OpNot:
				return &tree{op: op, args: subs(true, 1, 1)}
			case task.OpAnd, task.OpOr:
				return &tree{op: op, args: subs(true, 0, 4)}
			case task.OpIte:
				return &tree{op: op, args: subs(true, 3, 3)}
			case task.OpDistinct:
				return &tree{op: op, args: subs(false, 2, 4)}
			case task.OpSelect:
				return &tree{op: op, args: append([]*tree{sub(false)}, subs(true, 1, 4)...)}
			case task.OpReach:
				return &tree{op: op, args: append([]*tree{sub(false), sub(false)}, subs(true, 4, 4)...)}
			case task.OpAcyclic, task.OpConnected:
				return &tree{op: op, n: 1, args: subs(true, 4, 4)}
			}
			return &tree{op: op, args: subs(false, 2, 2)}
		}
		op := rapid.SampledFrom([]task.Op{
			task.OpIte, task.OpAdd, task.OpAdd, task.OpMul, task.OpDiv, task.OpMod, task.OpAbs, task.OpMin, task.OpMax,
			task.OpSelect, task.OpSelect, task.OpFind, task.OpReached,
		}).Draw(t, "op")
		switch op {
		case task.OpIte:
			return &tree{op: op, args: append([]*tree{sub(true)}, subs(false, 2, 2)...)}
		case task.OpAdd:
			args := subs(false, 0, 3)
			if len(args) > 0 && rapid.Bool().Draw(t, "minus") {
				args = append(args, &tree{op: task.OpMul, args: []*tree{{op: task.OpConst, n: -1}, args[0]}})
			}
			return &tree{op: op, args: args}
		case task.OpReached:
			to := []*tree{{op: task.OpConst, n: 0}, {op: task.OpConst, n: 2}, {op: task.OpConst, n: 3}}
			return &tree{op: op, args: append(append([]*tree{sub(false)}, subs(true, 4, 4)...), to...)}
		case task.OpAbs:
			return &tree{op: op, args: subs(false, 1, 1)}
		case task.OpMin, task.OpMax:
			return &tree{op: op, args: subs(false, 1, 3)}
		case task.OpSelect, task.OpFind:
			return &tree{op: op, args: append([]*tree{sub(false)}, subs(false, 1, 5)...)}
		}
		return &tree{op: op, args: subs(false, 2, 2)}
	})
}

func newPool() *task.Pool {
	d := domains()
	p := task.NewPool(func(v int) []int64 { return d[v] })
	p.Graphs = []task.Graph{{Next: [][]int32{{1}, {0, 2}, {1, 3}, {2}}}, {Next: [][]int32{{0, 1}, {1, 2}, {0, 2}, {2, 3}}}}
	return p
}

// Folding changes no defined value and keeps it within the bounds of the node. A rebuilt expression has the same value,
// and a memo computes it.
func TestFoldingAgreesWithEval(t *testing.T) {
	all := states()
	rapid.Check(t, func(t *rapid.T) {
		tr := genTree(rapid.Bool().Draw(t, "boolean"), rapid.IntRange(1, 4).Draw(t, "depth")).Draw(t, "tree")
		p := newPool()
		e := tr.build(p)
		q := newPool()
		r := rebuildInto(p, q, e, map[task.Expr]task.Expr{})
		n := p.Node(e)
		look, eval := p.Memo()
		for i := 0; i < len(all); i += 1 + len(all)/150 {
			s := all[i]
			want, ok := tr.eval(p, s)
			if !ok {
				continue
			}
			require.Equal(t, want, p.Eval(e, s), "in %v: %s", s, show(p, e))
			look(s)
			require.Equal(t, want, eval(e), "by a memo, in %v: %s", s, show(p, e))
			require.True(t, n.Lo <= want && want <= n.Hi, "%d outside %d..%d: %s", want, n.Lo, n.Hi, show(p, e))
			require.Equal(t, want, q.Eval(r, s), "rebuilt, in %v", s)
		}
	})
}

// The same over variables with many values, negative values, and few values that lie far apart: some get tables, others
// do not.
func TestFoldingOverWideVariables(t *testing.T) {
	wide := [][]int64{
		{0, 1}, between(-40, 40), between(500, 560), {-7, -3, 0, 900}, {0, 1}, between(0, 200), {-1000, -999, -1},
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	for seed := range 1500 {
		tr := genTree(seed%2 == 0, 1+seed%3).Example(seed)
		p := task.NewPool(func(v int) []int64 { return wide[v] })
		p.Graphs = newPool().Graphs
		e := tr.build(p)
		n := p.Node(e)
		for range 40 {
			state := make([]int64, len(wide))
			for v, d := range wide {
				state[v] = d[rnd.IntN(len(d))]
			}
			if want, ok := tr.eval(p, state); ok {
				require.Equal(t, want, p.Eval(e, state), "in %v: %s", state, show(p, e))
				require.True(t, n.Lo <= want && want <= n.Hi, "%d outside %d..%d: %s", want, n.Lo, n.Hi, show(p, e))
			}
		}
	}
}

func between(lo, hi int64) (out []int64) {
	for v := lo; v <= hi; v++ {
		out = append(out, v)
	}
	return out
}

// Comparisons of sums with constants and with one another have the right values.
func TestComparedSums(t *testing.T) {
	d := domains()
	rnd := rand.New(rand.NewPCG(3, 4))
	all := states()
	for range 1500 {
		p := newPool()
		var terms []task.Expr
		for range 1 + rnd.IntN(4) {
			x := p.Var(rnd.IntN(len(d)))
			forms := []task.Expr{
				x, p.Mul(p.Const(int64(rnd.IntN(5)-2)), x), p.Const(int64(rnd.IntN(9) - 4)), p.Abs(x), p.Min(x, p.Var(1)),
			}
			terms = append(terms, forms[rnd.IntN(5)])
		}
		sum, c := p.Add(terms...), int64(rnd.IntN(25)-8)
		eq, lt, le := p.Eq(sum, p.Const(c)), p.Lt(p.Const(c), sum), p.Le(sum, p.Const(c))
		for range 30 {
			s := all[rnd.IntN(len(all))]
			total := int64(0)
			for _, e := range terms {
				total += p.Eval(e, s)
			}
			require.Equal(t, total, p.Eval(sum, s), show(p, sum))
			require.Equal(t, total == c, p.Eval(eq, s) != 0, "%s == %d", show(p, sum), c)
			require.Equal(t, total > c, p.Eval(lt, s) != 0, "%s > %d", show(p, sum), c)
			require.Equal(t, total <= c, p.Eval(le, s) != 0, "%s <= %d", show(p, sum), c)
		}
	}
}

func rebuildInto(p, q *task.Pool, e task.Expr, memo map[task.Expr]task.Expr) task.Expr {
	if r, ok := memo[e]; ok {
		return r
	}
	n := p.Node(e)
	args := make([]task.Expr, len(n.Args))
	for i, a := range n.Args {
		args[i] = rebuildInto(p, q, a, memo)
	}
	memo[e] = q.Make(n.Op, n.N, args)
	return memo[e]
}

func show(p *task.Pool, e task.Expr) string {
	n := p.Node(e)
	s := fmt.Sprintf("%d:%d", n.Op, n.N)
	if len(n.Args) == 0 {
		return s
	}
	s += "("
	for _, a := range n.Args {
		s += show(p, a) + " "
	}
	return s + ")"
}

func TestOneFormForOneVariable(t *testing.T) {
	p := newPool()
	x := p.Var(1)
	c := p.Const
	table := p.Select(x, c(7), c(9), c(7), c(8))
	require.Equal(t, p.Eq(x, c(1)), p.Eq(table, c(9)))
	require.Equal(t, p.Eq(x, c(3)), p.Le(c(3), x))
	require.Equal(t, task.False, p.And(p.Eq(x, c(1)), p.Eq(x, c(2))))
	require.Equal(t, p.Eq(x, c(1)), p.And(p.Eq(x, c(1)), p.Not(p.Eq(x, c(2))), p.Lt(x, c(3))))
	require.Equal(t, task.True, p.Or(p.Lt(x, c(2)), p.Le(c(1), x)))
	require.Equal(t, x, p.Sub(p.Add(x, p.Var(3)), p.Var(3)))
	require.Equal(t, p.Not(p.Eq(x, c(0))), p.Lt(c(0), x))
	y := p.Var(3)
	require.Equal(t, p.Eq(y, c(5)), p.Eq(p.FindKnown(task.FindSure, c(5), x, y, p.Var(5)), c(1)))
}
