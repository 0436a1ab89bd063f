package sat

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/task"
)

// circuit is a formula whose numbers are given by assumptions.
type circuit struct {
	f *formula
	s *solver
}

func newCircuit() circuit {
	s := newSolver()
	return circuit{&formula{ctx: context.Background(), sink: s}, s}
}

// given is the digits of a number as assumptions; false if it has no such value.
func given(w word, value int64) (assumed []lit, ok bool) {
	for i, l := range w.digits {
		if (value-w.base)>>i&1 == 0 {
			l = -l
		}
		if l == litFalse {
			return nil, false
		}
		if l != litTrue {
			assumed = append(assumed, l)
		}
	}
	return assumed, value >= w.base && value <= w.most()
}

// value is a number in the model.
func (c circuit) value(w word) int64 {
	out := w.base
	for i, l := range w.digits {
		out += boolInt(c.s.value(l)) << i
	}
	return out
}

// Numbers in binary are added, multiplied, compared and chosen from as numbers are, whatever their bases.
func TestCircuits(t *testing.T) {
	for _, bases := range [][2]int64{{0, 0}, {-3, 1}, {-9, -4}, {2, -2}, {5, 5}} {
		c := newCircuit()
		f := c.f
		a, b := f.free(bases[0], bases[0]+7), f.free(bases[1], bases[1]+7)
		cond := f.newVar()
		difference, sum := columns{base: 1}, columns{}
		difference.add(3, a)
		difference.add(-5, b)
		sum.add(1, a)
		sum.add(1, b)
		results := map[string]word{
			"3a - 5b + 1": f.total(&difference, unbounded), "a + b": f.total(&sum, a.most()+b.most()), "a·b": f.product(a, b, unbounded),
			"|a|": f.absolute(a), "choice": f.either(cond, a, b), "raised": f.raised(a, a.base-11),
			"a < b": {digits: []lit{f.less(a, b)}}, "a = 4": {digits: []lit{f.atom(f.is(a, 4), both)}},
		}
		for x := a.base; x <= a.most(); x++ {
			for y := b.base; y <= b.most(); y++ {
				one, _ := given(a, x)
				other, _ := given(b, y)
				require.Equal(t, satisfiable, c.s.solve(context.Background(), append(append(one, other...), cond)...))
				for name, want := range map[string]int64{
					"3a - 5b + 1": 3*x - 5*y + 1, "a + b": x + y, "a·b": x * y, "|a|": max(x, -x), "choice": x, "raised": x,
					"a < b": boolInt(x < y), "a = 4": boolInt(x == 4),
				} {
					require.Equal(t, want, c.value(results[name]), "%s for %d and %d", name, x, y)
				}
			}
		}
	}
}

// Demands on numbers in binary admit exactly what they say, and nothing where they do not hold.
func TestDemandsOnCircuits(t *testing.T) {
	for name, d := range map[string]struct {
		demand func(f *formula, prefix []lit, a, b word)
		holds  func(x, y int64) bool
	}{
		"same":      {func(f *formula, p []lit, a, b word) { f.same(p, a, b) }, func(x, y int64) bool { return x == y }},
		"different": {func(f *formula, p []lit, a, b word) { f.different(p, a, b) }, func(x, y int64) bool { return x != y }},
		"less":      {func(f *formula, p []lit, a, b word) { f.ascending(p, a, b, true) }, func(x, y int64) bool { return x < y }},
		"at most":   {func(f *formula, p []lit, a, b word) { f.ascending(p, a, b, false) }, func(x, y int64) bool { return x <= y }},
	} {
		for _, width := range []int64{0, 3, 7} { // also numbers without digits, and of different sizes
			c := newCircuit()
			unless := c.f.newVar()
			a, b := c.f.free(-2, 5), c.f.free(1, 1+width)
			d.demand(c.f, []lit{unless}, a, b)
			for x := a.base; x <= a.most(); x++ {
				for y := b.base; y <= b.most(); y++ {
					one, _ := given(a, x)
					other, _ := given(b, y)
					all := append(one, other...)
					require.Equal(t, d.holds(x, y), c.s.solve(context.Background(), append(all, -unless)...) == satisfiable, "%s: %d, %d", name, x, y)
					require.Equal(t, satisfiable, c.s.solve(context.Background(), append(all, unless)...), "%s: %d, %d", name, x, y)
				}
			}
		}
	}
}

// Expressions over variables that are written in binary have the values that they have.
func TestWordsOfExpressions(t *testing.T) {
	b := newBuilder("words")
	p := b.Pool
	x, y := p.Var(b.free("x", upTo(9)...)), p.Var(b.free("y", -6, -4, -2, 0, 2, 4))
	z := p.Var(b.free("z", 1, 2, 5, 11))
	exprs := []task.Expr{
		p.Add(x, y, p.Mul(p.Const(-3), z)), p.Mul(x, y), p.Div(p.Add(x, y), z), p.Mod(p.Sub(y, x), z), p.Div(x, y), p.Mod(x, y), p.Abs(p.Sub(y, z)),
		p.Min(x, y, z), p.Max(y, z), p.Ite(p.Lt(x, z), y, p.Mul(x, x)), p.Select(p.Abs(p.Sub(x, z)), y, x, z, p.Const(7), p.Const(-1)),
		p.Add(p.Mul(x, p.Const(2)), p.Const(3)), p.Mul(p.Const(-2), y), p.Mul(z, z),
	}
	for _, encoding := range []string{direct, logarithm, order} {
		prob, err := newProblem(context.Background(), b.Task, defaultLimits())
		require.NoError(t, err)
		prob.lim.fold, prob.lim.pair = 0, 0
		c := newCircuit()
		e := &encoder{p: prob, f: c.f, encoding: encoding}
		e.encode(0, false)
		s := e.steps[0]
		words := make([]word, len(exprs))
		for i, x := range exprs {
			words[i] = s.word(newImporter(p, prob.pool, nil).expr(x))
		}
		eachState(b.Task, func(state []int64) {
			var all []lit
			for v, k := range state {
				all = append(all, c.f.atom(s.val[v][b.Vars[v].Place(k)], both))
			}
			require.Equal(t, satisfiable, c.s.solve(context.Background(), all...))
			for i, e := range exprs {
				n := p.Node(e)
				if (n.Op == task.OpDiv || n.Op == task.OpMod) && p.Eval(n.Args[1], state) == 0 ||
					n.Op == task.OpSelect && p.Eval(n.Args[0], state) >= 5 {
					continue // anything
				}
				require.Equal(t, p.Eval(e, state), c.value(words[i]), "%s: expression %d at %v", encoding, i, state)
			}
		})
	}
}

// Comparisons of sums of numbers in binary hold where they should, said in clauses or as linear constraints.
func TestComparisonsOfWords(t *testing.T) {
	b := newBuilder("words")
	p := b.Pool
	x, y, z := p.Var(b.free("x", 3, 5, 6)), p.Var(b.free("y", -6, 0, 4)), p.Var(b.free("z", 1, 11))
	sides := []task.Expr{p.Add(x, y), p.Add(p.Mul(p.Const(-3), z), p.Const(5)), p.Sub(p.Mul(p.Const(2), x), y), p.Const(-3), p.Mul(x, z)}
	var conds []task.Expr
	for _, l := range sides {
		for _, r := range sides {
			conds = append(conds, p.Eq(l, r), p.Lt(l, r), p.Le(l, r))
		}
	}
	for _, way := range []string{"clauses", "linear constraints"} {
		prob, err := newProblem(context.Background(), b.Task, defaultLimits())
		require.NoError(t, err)
		prob.lim.fold, prob.lim.pair, prob.lim.diagram = 0, 0, 0
		c := newCircuit()
		if plain := (&encoder{p: &problem{lim: defaultLimits()}, f: &formula{ctx: context.Background(), sink: c.s}}); way != "clauses" {
			c.f.linear = plain.requireLinear
		}
		e := &encoder{p: prob, f: c.f, encoding: logarithm}
		e.encode(0, false)
		s, into := e.steps[0], newImporter(p, prob.pool, nil)
		unless := make([][2]lit, len(conds))
		for i, cond := range conds {
			for k, want := range []bool{false, true} {
				unless[i][k] = c.f.newVar()
				s.require([]lit{unless[i][k]}, into.expr(cond), want)
			}
		}
		require.NoError(t, c.f.err)
		eachState(b.Task, func(state []int64) {
			var all []lit
			for v, k := range state {
				all = append(all, c.f.atom(s.val[v][b.Vars[v].Place(k)], both))
			}
			for i, cond := range conds {
				is := p.Eval(cond, state)
				require.Equal(t, satisfiable, c.s.solve(context.Background(), append(all, -unless[i][is])...), "%s: condition %d at %v", way, i, state)
				require.NotEqual(t, satisfiable, c.s.solve(context.Background(), append(all, -unless[i][1-is])...), "%s: condition %d at %v", way, i, state)
			}
		})
	}
}

// A function of one variable of so many values that it is not read off a table is computed.
func TestWordsOfOneVariable(t *testing.T) {
	b := newBuilder("large")
	p := b.Pool
	x := p.Var(b.free("x", upTo(maxTabled+6)...))
	exprs := []task.Expr{
		p.Mul(x, x), p.Div(p.Const(50_000), p.Add(x, p.Const(1))), p.Mod(p.Const(50_000), p.Add(x, p.Const(1))), p.Mod(x, p.Const(7)), p.Div(x, p.Const(7)),
	}
	prob, err := newProblem(context.Background(), b.Task, defaultLimits())
	require.NoError(t, err)
	c := newCircuit()
	e := &encoder{p: prob, f: c.f, encoding: logarithm}
	e.encode(0, false)
	s, into := e.steps[0], newImporter(p, prob.pool, nil)
	words := make([]word, len(exprs))
	for i, x := range exprs {
		words[i] = s.wordOfOne(into.expr(x), 0)
	}
	for k := int64(0); k < maxTabled+6; k += 1 + k/4 {
		require.Equal(t, satisfiable, c.s.solve(context.Background(), s.e.f.atom(s.setLit(0, func(i int) bool { return int64(i) == k }), both)))
		for i, e := range exprs {
			require.Equal(t, p.Eval(e, []int64{k}), c.value(words[i]), "expression %d at %d", i, k)
		}
	}
}
