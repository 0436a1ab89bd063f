package space

import (
	"cmp"
	"math"
	"slices"

	"github.com/pzc-lang/pzc/backends/search/packed"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// op is the operator of an instruction.
type op uint8

const (
	opConst   op = iota // n
	opField             // n + place
	opValues            // consts[place]
	opTable             // table[at]
	opReached           // Reach to the node at.First; n is the flood
	opMatch             // state & mask == want in all words of match
	opNot
	opAnd
	opOr
	opIte
	opEq
	opLt
	opLe
	opSum // see sum
	opMul
	opDiv
	opMod
	opAbs
	opMin
	opMax
	opSelect
	opLookup    // consts[args[0]], 0 outside
	opFind      // n without one
	opFindField // all elements are fields, whose values are their places plus consts[0]
	opDistinct
	opReach     // to the value of args[0]; n is the flood
	opCount     // the number of the nodes args that flood n reaches
	opAcyclic   // args: one Boolean for each pair of nodes of graph n
	opConnected // likewise
	opCost      // the cost of the state with these values
	opEntry     // entry args[0] of the costs
	opNumbered  // the cost of the state whose key parts are args
)

// inst is an instruction. It computes a value of a state from the values of instructions with smaller numbers.
type inst struct {
	op     op
	memo   bool // used more than once: kept for the current state
	weight int32
	args   []int32
	n      int64
	at     packed.Gather
	table  []int32
	consts []int64
	match  []match
	sum    *Sum
	costs  *store.Costs
	keys   []KeyPart
}

// match demands certain bits of a word.
type match struct {
	word       int
	mask, want uint64
}

// program holds the expressions of a task as numbered instructions. Expressions over few bits become tables. Shared
// expressions are computed once for each state.
type program struct {
	pool   *task.Pool
	layout *packed.Layout
	sup    *supports
	code   []inst
	of     map[task.Expr]int32
	floods []floodPlan
	flood  map[string]int32
	tables *[]*store.Costs // the tables of the space

	Scratch *scratch              // nil in the scratch program itself, which makes no tables
	budget  int                   // number of table entries that may still be made
	terms   map[task.Expr][]int32 // of sums, as tables; see ForgetTerms
}

const (
	tableBits   = 10      // expressions over more bits are not tabulated
	sumBits     = 16      // terms of a sum may read this number of bits
	tableBudget = 1 << 24 // entries of all tables
)

func newProgram(t *task.Task, l *packed.Layout, tables *[]*store.Costs) *program {
	sup := newSupports(t.Pool, l)
	plain := &program{
		pool: t.Pool, layout: l, sup: sup, of: map[task.Expr]int32{}, flood: map[string]int32{},
		tables: tables,
	}
	p := &program{
		pool: t.Pool, layout: l, sup: sup, of: map[task.Expr]int32{}, flood: map[string]int32{},
		tables: tables, budget: tableBudget, terms: map[task.Expr][]int32{},
	}
	p.Scratch = &scratch{plain: newEvaluator(plain), full: newEvaluator(p), State: make([]uint64, l.Words)}
	return p
}

// scratch evaluates expressions in a state that is set variable by variable, to fill tables.
type scratch struct {
	plain *Evaluator // for a program without tables
	full  *Evaluator // for the program itself: its tables are read to fill wider ones
	State []uint64
}

// evaluator returns the evaluator for expressions that read this number of bits; 0 means few.
func (s *scratch) evaluator(width uint) *Evaluator {
	if width > tableBits {
		return s.full
	}
	return s.plain
}

// Eval returns the value of e in State.
func (s *scratch) Eval(e task.Expr) int64 { return s.Function(e, 0)() }

// Function returns a function that evaluates e in State. width is the number of bits that e reads; 0 means few.
func (s *scratch) Function(e task.Expr, width uint) func() int64 {
	ev := s.evaluator(width)
	i := ev.p.Compile(e)
	return func() int64 {
		ev.Load(s.State)
		return ev.Eval(i)
	}
}

func (p *program) add(in inst) int32 {
	for _, a := range in.args {
		in.weight += p.code[a].weight + 1
	}
	if in.sum != nil {
		in.weight += int32(len(in.sum.lookups)) + 1
	}
	in.weight = min(in.weight, 1<<20)
	p.code = append(p.code, in)
	return int32(len(p.code) - 1)
}

// Quotient returns the instruction that divides instruction i by n, rounding down.
func (p *program) Quotient(i int32, n int64) int32 {
	return p.add(inst{op: opDiv, args: []int32{i, p.constant(n)}})
}

// Product returns the instruction that multiplies instruction i by n.
func (p *program) Product(i int32, n int64) int32 {
	return p.add(inst{op: opMul, args: []int32{i, p.constant(n)}})
}

// Greatest returns the instruction of the maximum of the given instructions.
func (p *program) Greatest(is []int32) int32 { return p.add(inst{op: opMax, args: is}) }

// ForgetTerms drops the tables of terms. They are kept while the same sum may be split more than once.
func (p *program) ForgetTerms() { clear(p.terms) }

func (p *program) constant(n int64) int32 { return p.add(inst{op: opConst, n: n}) }

// Compile returns the instruction that computes e. Equal expressions have one instruction.
func (p *program) Compile(e task.Expr) int32 {
	if i, ok := p.of[e]; ok {
		in := &p.code[i]
		in.memo = in.op > opMatch
		return i
	}
	i := p.translate(e)
	p.of[e] = i
	return i
}

func (p *program) translate(e task.Expr) int32 {
	n := p.pool.Node(e)
	switch n.Op {
	case task.OpConst:
		return p.constant(n.N)
	case task.OpVar:
		return p.add(p.field(int(n.N)))
	}
	if p.Scratch != nil {
		if i, ok := p.tabulate(e, n); ok {
			return i
		}
		switch n.Op {
		case task.OpAnd:
			return p.conjunction(n.Args)
		case task.OpOr:
			return p.disjunction(n.Args)
		case task.OpAdd:
			return p.compileSum(e)
		}
	}
	switch n.Op {
	case task.OpSelect:
		return p.compileSelect(n)
	case task.OpFind:
		return p.compileFind(n)
	case task.OpReach:
		return p.compileReach(n)
	case task.OpReached:
		return p.compileReached(n)
	case task.OpAcyclic:
		return p.add(inst{op: opAcyclic, args: p.compileAll(n.Args), n: n.N})
	case task.OpConnected:
		return p.add(inst{op: opConnected, args: p.compileAll(n.Args), n: n.N})
	case task.OpCost:
		return p.compileCost(n)
	case task.OpDistinct:
		lo := p.pool.Node(n.Args[0]).Lo
		for _, a := range n.Args[1:] {
			lo = min(lo, p.pool.Node(a).Lo)
		}
		return p.add(inst{op: opDistinct, args: p.compileAll(n.Args), n: lo})
	}
	return p.add(inst{op: plainOps[n.Op], args: p.compileAll(n.Args), sum: plainSum(n)})
}

// plainOps are the operators that translate to one instruction.
var plainOps = [...]op{
	task.OpNot: opNot, task.OpAnd: opAnd, task.OpOr: opOr, task.OpIte: opIte, task.OpEq: opEq, task.OpLt: opLt,
	task.OpLe:  opLe,
	task.OpAdd: opSum, task.OpMul: opMul, task.OpDiv: opDiv, task.OpMod: opMod, task.OpAbs: opAbs, task.OpMin: opMin,
	task.OpMax: opMax,
}

func plainSum(n *task.Node) *Sum {
	if n.Op != task.OpAdd {
		return nil
	}
	s := &Sum{coef: make([]int64, len(n.Args))}
	for i := range s.coef {
		s.coef[i] = 1
	}
	return s
}

func (p *program) compileAll(es []task.Expr) []int32 {
	return lists.Map(es, p.Compile)
}

func (p *program) field(v int) inst {
	values := p.layout.Vars[v].Values
	g, _ := p.layout.Gather([]int32{int32(v)})
	for i, c := range values {
		if c != values[0]+int64(i) {
			return inst{op: opValues, at: g, consts: values}
		}
	}
	return inst{op: opField, at: g, n: values[0]}
}

// tabulate makes a table of an expression over few bits.
func (p *program) tabulate(e task.Expr, n *task.Node) (int32, bool) {
	vars, ok := p.sup.vars(e)
	if !ok || n.Lo < math.MinInt32 || n.Hi > math.MaxInt32 {
		return 0, false
	}
	width := p.layout.Width(vars)
	if width > tableBits && (len(vars) > 1 || width > maxSupportBits) || 1<<width > p.budget {
		return 0, false
	}
	if len(vars) == 0 { // possible where folding is weaker than evaluation
		return p.constant(p.Scratch.Eval(e)), true
	}
	p.budget -= 1 << width
	if len(vars) == 1 {
		if in, ok := p.listTable(n, vars[0]); ok {
			return p.add(in), true
		}
	}
	return p.add(p.tableOf(vars, p.Scratch.Function(e, 0))), true
}

// listTable returns the table of "v is one of these constants" without evaluating expressions. Boards of thousands of
// cells have thousands of such conditions over thousands of values.
func (p *program) listTable(n *task.Node, v int32) (inst, bool) {
	if n.Op != task.OpOr {
		return inst{}, false
	}
	g, width := p.layout.Gather([]int32{v})
	table := make([]int32, 1<<width)
	for _, a := range n.Args {
		eq := p.pool.Node(a)
		if eq.Op != task.OpEq {
			return inst{}, false
		}
		x, c := eq.Args[0], eq.Args[1]
		if p.pool.Node(x).Op == task.OpConst {
			x, c = c, x
		}
		code, ok := p.pool.Value(c)
		if !ok || p.pool.Node(x).Op != task.OpVar {
			return inst{}, false
		}
		if place := p.layout.Place(int(v), code); place >= 0 {
			table[place] = 1
		}
	}
	return inst{op: opTable, at: g, table: table}, true
}

// tableOf tabulates value over all places of vars in the scratch state. The values must fit 32 bits.
func (p *program) tableOf(vars []int32, value func() int64) inst {
	g, width := p.layout.Gather(vars)
	table := make([]int32, 1<<width)
	p.layout.Each(vars, p.Scratch.State, func(i uint64) { table[i] = int32(value()) })
	return inst{op: opTable, at: g, table: table}
}

// Single returns the variable and the place at which e has the value want, if e reads one variable and there is one
// such place.
func (p *program) Single(e task.Expr, want int64) (v int32, place int, ok bool) {
	vars, ok := p.sup.vars(e)
	if !ok || len(vars) != 1 || p.layout.Width(vars) > maxSupportBits {
		return 0, 0, false
	}
	hits := 0
	i := p.Compile(e)
	in := &p.code[i]
	for k := range p.layout.Vars[vars[0]].Values {
		if p.unaryAt(in, k) == want {
			hits++
			place = k
		}
	}
	return vars[0], place, hits == 1
}

// unaryAt returns the value at a place of an instruction over one variable.
func (p *program) unaryAt(in *inst, place int) int64 {
	switch in.op {
	case opField:
		return in.n + int64(place)
	case opValues:
		return in.consts[place]
	case opTable:
		return int64(in.table[place])
	case opConst:
		return in.n
	default:
		return -1 // no budget was left for a table: -1 equals no value that is asked for
	}
}

// conjunction combines the arguments that demand one value of one variable into a comparison of bits.
func (p *program) conjunction(args []task.Expr) int32 {
	matched, rest := p.matches(args, 1)
	in := inst{op: opAnd}
	if matched != nil {
		in.args = append(in.args, p.add(inst{op: opMatch, match: matched}))
	}
	in.args = append(in.args, p.byWeight(rest)...)
	if len(in.args) == 1 {
		return in.args[0]
	}
	return p.add(in)
}

// disjunction combines the arguments that are false at one value of one variable into a negated comparison of bits.
func (p *program) disjunction(args []task.Expr) int32 {
	matched, rest := p.matches(args, 0)
	in := inst{op: opOr}
	if matched != nil {
		m := p.add(inst{op: opMatch, match: matched})
		in.args = append(in.args, p.add(inst{op: opNot, args: []int32{m}}))
	}
	in.args = append(in.args, p.byWeight(rest)...)
	if len(in.args) == 1 {
		return in.args[0]
	}
	return p.add(in)
}

// matches collects the arguments that have the value want at a single place of one variable. A second demand on a
// variable stays in rest.
func (p *program) matches(args []task.Expr, want int64) (ms []match, rest []task.Expr) {
	seen := map[int32]bool{}
	for _, a := range args {
		v, place, ok := p.Single(a, want)
		if !ok || seen[v] {
			rest = append(rest, a)
			continue
		}
		seen[v] = true
		f := &p.layout.Fields[v]
		k := slices.IndexFunc(ms, func(m match) bool { return m.word == f.Word })
		if k < 0 {
			k = len(ms)
			ms = append(ms, match{word: f.Word})
		}
		ms[k].mask |= f.Mask << f.Shift
		ms[k].want |= uint64(place) << f.Shift
	}
	return ms, rest
}

// byWeight compiles expressions and sorts the cheap ones first, because they often decide.
func (p *program) byWeight(es []task.Expr) []int32 {
	is := p.compileAll(es)
	slices.SortStableFunc(is, func(a, b int32) int { return cmp.Compare(p.code[a].weight, p.code[b].weight) })
	return is
}

func (p *program) compileSelect(n *task.Node) int32 {
	elems := n.Args[1:]
	consts := make([]int64, len(elems))
	for i, e := range elems {
		v, ok := p.pool.Value(e)
		if !ok {
			return p.add(inst{op: opSelect, args: p.compileAll(n.Args)})
		}
		consts[i] = v
	}
	return p.add(inst{op: opLookup, args: []int32{p.Compile(n.Args[0])}, consts: consts})
}

func (p *program) compileFind(n *task.Node) int32 {
	args := p.compileAll(n.Args)
	first := p.code[args[1]]
	missing := int64(-1)
	if n.N == task.FindSure {
		missing = 0
	}
	for _, a := range args[1:] {
		if in := &p.code[a]; in.op != opField || in.n != first.n {
			return p.add(inst{op: opFind, args: args, n: missing})
		}
	}
	return p.add(inst{op: opFindField, args: args, n: missing, consts: []int64{first.n}})
}
