package space

import (
	"cmp"
	"math"
	"slices"

	"github.com/pzc-lang/pzc/backends/search/packed"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// Sum is base plus table entries plus coef[i] times argument i. Most heuristics are sums of small terms:
//
//   - terms over few bits become tables, tables over neighbouring variables one table;
//   - functions of find(a, t), for a constant t in an array a without equal elements, are inverted. Example:
//     the sum over tiles t of f_t(find(a, t)) is the sum over cells c of f_a[c](c), so that each term reads one
//     variable.
type Sum struct {
	Base    int64
	lookups []lookup
	coef    []int64
	// Unary[v][place] are the terms of variable v if every term reads one variable; else nil.
	Unary map[int32][]int64
}

type lookup struct {
	at    packed.Gather
	table []int32
}

func (v *Evaluator) sum(in *inst) int64 {
	total := in.sum.Base
	for k := range in.sum.lookups {
		l := &in.sum.lookups[k]
		total += int64(l.table[l.at.Index(v.st)])
	}
	for k, a := range in.args {
		total += in.sum.coef[k] * v.Eval(a)
	}
	return total
}

// adder collects the terms of a sum.
type adder struct {
	p      *program
	Base   int64
	unary  map[int32][]int64
	groups []group
	rest   []task.Expr
	coef   []int64
	bound  int64 // bound on the absolute value of what is in tables
}

// group is the sum of the terms that read the same variables, which are several.
type group struct {
	vars  []int32
	table []int64
}

// NewAdder returns an adder of expressions of the program.
func (p *program) NewAdder() *adder { return &adder{p: p, unary: map[int32][]int64{}} }

func (p *program) compileSum(e task.Expr) int32 {
	a := p.NewAdder()
	a.Add(e, 1)
	i, _ := a.Instruction()
	return i
}

// Add adds coef times e. Sums, products with constants, and constants are split into terms.
func (a *adder) Add(e task.Expr, coef int64) {
	n := a.p.pool.Node(e)
	switch n.Op {
	case task.OpConst:
		a.Base += coef * n.N
		return
	case task.OpAdd:
		for _, t := range n.Args {
			a.Add(t, coef)
		}
		return
	case task.OpMul:
		if c, ok := a.p.pool.Value(n.Args[0]); ok {
			a.Add(n.Args[1], coef*c)
			return
		}
	}
	if !a.fits(n, coef) || !a.addTable(e, coef) && !a.addFind(e, coef) {
		a.rest = append(a.rest, e)
		a.coef = append(a.coef, coef)
	}
}

// fits reports whether coef times n can be added to tables of 32 bits.
func (a *adder) fits(n *task.Node, coef int64) bool {
	const most = math.MaxInt32 / 4
	size, times := max(-n.Lo, n.Hi), max(coef, -coef)
	if size > most || times > most || 2*size*times > most-a.bound {
		return false
	}
	a.bound += 2 * size * times // twice, because inverted terms are differences
	return true
}

// addTable adds a term over few bits.
func (a *adder) addTable(e task.Expr, coef int64) bool {
	vars, ok := a.p.sup.vars(e)
	width := a.p.layout.Width(vars)
	switch {
	case !ok || width > sumBits || 1<<width > a.p.budget:
		return false
	case len(vars) == 0:
		a.Base += coef * a.p.Scratch.Eval(e)
	case len(vars) == 1:
		t := a.Terms(vars[0])
		value := a.p.Scratch.Function(e, 0)
		a.p.layout.Each(vars, a.p.Scratch.State, func(i uint64) { t[i] += coef * value() })
	default:
		a.p.budget -= 1 << width
		t := a.groupOf(vars, width)
		for i, x := range a.p.term(e, vars, width) {
			t[i] += coef * int64(x)
		}
	}
	return true
}

// term returns the table of a term over several variables. The table is kept, because a heuristic is split once for the
// evaluator and once for IDA*.
func (p *program) term(e task.Expr, vars []int32, width uint) []int32 {
	if t, ok := p.terms[e]; ok {
		return t
	}
	t := make([]int32, 1<<width)
	if len(p.pool.Costs(e)) > 0 { // only the evaluator has the tables of costs
		value := p.Scratch.Function(e, width)
		p.layout.Each(vars, p.Scratch.State, func(i uint64) { t[i] = int32(value()) })
	} else {
		p.scan(e, vars, func(i int, x int64) { t[i] = int32(x) })
	}
	p.terms[e] = t
	return t
}

// scan calls do with the value of e for all places of vars, which are all variables that e reads. i is the index of the
// places, as packed.Gather numbers them.
func (p *program) scan(e task.Expr, vars []int32, do func(i int, x int64)) {
	all := lists.Map(vars, func(v int32) int { return int(v) })
	s := task.NewScan(p.pool, []task.Expr{e}, 0, all, func(v int) []int64 { return p.layout.Vars[v].Values })
	s.Run(func() bool {
		i, up := 0, uint(0)
		for k, at := range s.At {
			i |= at << up
			up += p.layout.Fields[vars[k]].Bits
		}
		do(i, s.Value(0))
		return true
	})
}

// Terms returns the terms of variable v by place, for the caller to add to.
func (a *adder) Terms(v int32) []int64 {
	if a.unary[v] == nil {
		a.unary[v] = make([]int64, len(a.p.layout.Vars[v].Values))
	}
	return a.unary[v]
}

func (a *adder) groupOf(vars []int32, width uint) []int64 {
	for _, g := range a.groups {
		if slices.Equal(g.vars, vars) {
			return g.table
		}
	}
	a.groups = append(a.groups, group{vars: vars, table: make([]int64, 1<<width)})
	return a.groups[len(a.groups)-1].table
}

// addFind adds a term that reads the state only through one find of a constant among elements that are never equal.
func (a *adder) addFind(e task.Expr, coef int64) bool {
	root, ok := a.findRoot(e, map[task.Expr]task.Expr{})
	if !ok {
		return false
	}
	n := a.p.pool.Node(root)
	t, isConst := a.p.pool.Value(n.Args[0])
	if n.N == task.FindAny || !isConst {
		return false
	}
	var vars []int32
	for _, el := range n.Args[1:] {
		switch m := a.p.pool.Node(el); m.Op {
		case task.OpVar:
			vars = append(vars, int32(m.N))
		case task.OpConst: // not t, or the find would be a constant
		default:
			return false
		}
	}
	a.turnRound(e, coef, vars, t, n.N == task.FindSure)
	return true
}

// turnRound adds coef·f(find(…, t)) as f(-1) + Σ_v [v = t]·(f(place of v) − f(-1)). If some element is surely t, f(-1)
// does not matter.
func (a *adder) turnRound(e task.Expr, coef int64, vars []int32, t int64, sure bool) {
	l, st := a.p.layout, a.p.Scratch.State
	before := slices.Clone(st)
	defer copy(st, before)
	for _, v := range vars {
		l.Put(st, int(v), toPlace(l.Place(int(v), t) == 0)) // any value but t
	}
	var absent int64
	if !sure {
		absent = a.p.Scratch.Eval(e)
		a.Base += coef * absent
	}
	for _, v := range vars {
		place := l.Place(int(v), t)
		if place < 0 {
			continue
		}
		other := l.Get(st, int(v))
		l.Put(st, int(v), place)
		a.Terms(v)[place] += coef * (a.p.Scratch.Eval(e) - absent)
		l.Put(st, int(v), other)
	}
}

func toPlace(second bool) int {
	if second {
		return 1
	}
	return 0
}

// findRoot returns the find node that contains all reads of e.
func (a *adder) findRoot(e task.Expr, memo map[task.Expr]task.Expr) (task.Expr, bool) {
	const several = task.Expr(-2)
	var walk func(e task.Expr) task.Expr
	walk = func(e task.Expr) task.Expr {
		if r, ok := memo[e]; ok {
			return r
		}
		n := a.p.pool.Node(e)
		root := task.None
		switch n.Op {
		case task.OpVar:
			root = several
		case task.OpFind:
			root = e
		default:
			for _, arg := range n.Args {
				if r := walk(arg); r != task.None && root != task.None && r != root {
					root = several
					break
				} else if r != task.None {
					root = r
				}
			}
		}
		memo[e] = root
		return root
	}
	root := walk(e)
	return root, root >= 0
}

// Linear reports whether all added terms read one variable.
func (a *adder) Linear() bool { return len(a.rest) == 0 && len(a.groups) == 0 && len(a.unary) > 0 }

// Instruction returns the sum of all added terms and its instruction.
func (a *adder) Instruction() (int32, *Sum) {
	s := &Sum{Base: a.Base, coef: a.coef}
	if a.Linear() {
		s.Unary = a.unary
	}
	a.absorb()
	for _, g := range append(a.groups, a.runs()...) {
		at, _ := a.p.layout.Gather(g.vars)
		table := lists.Map(g.table, func(x int64) int32 { return int32(x) })
		s.lookups = append(s.lookups, lookup{at: at, table: table})
	}
	return a.p.add(inst{op: opSum, args: a.p.compileAll(a.rest), sum: s}), s
}

// absorb moves the terms of one variable into a group that also reads the variable.
func (a *adder) absorb() {
	for _, g := range a.groups {
		up := uint(0)
		for _, v := range g.vars {
			f := &a.p.layout.Fields[v]
			if t := a.unary[v]; t != nil {
				for i := range g.table {
					if place := uint64(i) >> up & f.Mask; place < uint64(len(t)) {
						g.table[i] += t[place]
					}
				}
				delete(a.unary, v)
			}
			up += f.Bits
		}
	}
}

// runBits is the width of the tables into which terms of neighbouring variables are joined. The tables should stay in
// the first cache.
const runBits = 10

// runs joins the remaining terms of neighbouring variables.
func (a *adder) runs() []group {
	var vars []int32
	for v := range a.unary {
		vars = append(vars, v)
	}
	fields := a.p.layout.Fields
	slices.SortStableFunc(vars, func(x, y int32) int {
		return cmp.Or(cmp.Compare(fields[x].Word, fields[y].Word), cmp.Compare(fields[x].Shift, fields[y].Shift))
	})
	var out []group
	for len(vars) > 0 {
		n, width := 1, fields[vars[0]].Bits
		for n < len(vars) && width+fields[vars[n]].Bits <= runBits && fields[vars[n]].Word == fields[vars[0]].Word &&
			fields[vars[n]].Shift == fields[vars[0]].Shift+width {
			width += fields[vars[n]].Bits
			n++
		}
		g := group{vars: vars[:n:n], table: make([]int64, 1<<width)}
		a.p.layout.Each(g.vars, a.p.Scratch.State, func(i uint64) {
			for _, v := range g.vars {
				g.table[i] += a.unary[v][a.p.layout.Get(a.p.Scratch.State, int(v))]
			}
		})
		out = append(out, g)
		vars = vars[n:]
	}
	return out
}

// Least returns a lower bound on a sum of terms of one variable.
func (s *Sum) Least() int64 {
	total := s.Base
	for _, terms := range s.Unary {
		low := int64(math.MaxInt64)
		for _, x := range terms {
			low = min(low, x)
		}
		total += low
	}
	return total
}

// At returns the value in st of a sum of terms of one variable.
func (s *Sum) At(sp *Space, st []uint64) int64 {
	total := s.Base
	for v, terms := range s.Unary {
		total += terms[sp.Layout.Get(st, int(v))]
	}
	return total
}

// Times returns n times a sum of terms of one variable.
func (s *Sum) Times(n int64) *Sum {
	out := &Sum{Base: n * s.Base, Unary: map[int32][]int64{}}
	for v, terms := range s.Unary {
		for _, x := range terms {
			out.Unary[v] = append(out.Unary[v], n*x)
		}
	}
	return out
}
