package breadthfirst

import (
	"math/bits"
	"slices"
	"sync/atomic"

	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/text"
)

// Product visits a coarse space breadth first as Search does, but makes no states. A state is a row and a column: the
// number of the states of some parts, and that of the others. A move leads from a row to a row, and changes columns in
// all rows alike. So a layer takes two small lookups for each state and move, and all successors of the states of a row
// lie in one row, which stays in the cache. A few bits are kept for each combination of states of the parts, reachable
// or not.
//
// A Product numbers its states: row · 64 · words + column.
type Product struct {
	*job.Job
	c             *space.Coarse
	rows, columns axis
	words         int      // of the bits of a row: one bit for each column and a bit that is never set, the column after
	all           []uint64 // the bits of a row that are columns
	forth, back   direction
	can           [][]uint64 // by move: the columns in which it is applicable; nil: all moves are applicable everywhere
	goal          []uint64   // the columns that the goal allows
	goals         []uint64   // the goals that were found, if the parts do not know them; else nil
	first         flood      // from the roots
	last          uint64     // the first state of the last layer of it
	How           string     // the states are kept
}

// axis numbers the combinations of the states of some parts.
type axis struct {
	parts  []int
	states []uint64 // by number: the bits of a coarse state
	goal   []bool   // by number: whether the goal allows it
}

// direction holds the moves, forwards or backwards.
type direction struct {
	first []int32   // by row: the first of its edges in; at the end their number
	edges []edge    // the edges into each row
	push  [][]int32 // by move and column: the column to which it leads
	pull  [][]int32 // by move and column: the column from which it leads; nil if there may be several
}

// edge says that a move leads from a row.
type edge struct{ row, move int32 }

const (
	mostColumns    = 1 << 12 // several parts make columns if there are at most this number
	mostRowMoves   = 1 << 22
	productBlock   = 16 // rows that a core takes at once
	productBitmaps = 4  // see flood and distances
)

// NewProduct returns a product. It returns nil if there are no parts, fewer combinations than least, or more than fit
// the memory.
func NewProduct(r *job.Job, c *space.Coarse, least float64) *Product {
	if c == nil || r.Without.Has(technique.Product) || r.Expander.Fold != nil || c.Forbids() {
		return nil
	}
	p := &Product{Job: r, c: c}
	rows, columns := p.divide()
	moves := len(c.Moves)
	p.words = columns/64 + 1
	if rows*float64(columns) < least || rows*float64(moves) > mostRowMoves || columns*moves > mostRowMoves {
		return nil
	}
	if p.sized(int64(rows)) > (r.Memory-r.Fixed)/4*3 {
		return nil
	}
	each := "four"
	if !c.KnowsGoals() {
		each = "five"
		p.goals = make([]uint64, int(rows)*p.words)
	}
	for _, x := range []*axis{&p.rows, &p.columns} {
		x.list(c)
	}
	p.all, p.goal = make([]uint64, p.words), make([]uint64, p.words)
	for k, goal := range p.columns.goal {
		p.all[k>>6] |= 1 << (k & 63)
		if goal {
			p.goal[k>>6] |= 1 << (k & 63)
		}
	}
	p.makeMoves()
	p.How = each + " bits for each of " + text.Plural(int64(len(p.rows.states)*len(p.columns.states)), "combination") +
		" of the numbers of " + text.Plural(int64(c.Coarsened), "part") + " that moves change apart"
	p.first = p.newFlood(&p.forth, &p.back)
	for _, st := range c.Roots {
		p.first.begin(p.number(st))
	}
	return p
}

// divide chooses the parts that make columns: the smallest, as long as there are few columns.
func (p *Product) divide() (rows float64, columns int) {
	order := make([]int, p.c.Coarsened)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return p.c.PartSize(i) - p.c.PartSize(j) })
	rows, columns = 1, 1
	for k, i := range order {
		if n := p.c.PartSize(i); k == 0 || len(p.rows.parts) == 0 && columns*n <= mostColumns {
			columns *= n
			p.columns.parts = append(p.columns.parts, i)
		} else {
			rows *= float64(n)
			p.rows.parts = append(p.rows.parts, i)
		}
	}
	return rows, columns
}

// sized returns the bytes of a product with this number of rows.
func (p *Product) sized(rows int64) int64 {
	columns := int64(64 * p.words)
	bitmaps := int64(productBitmaps)
	if !p.c.KnowsGoals() {
		bitmaps++
	}
	return bitmaps*rows*columns/8 + int64(len(p.c.Moves))*(16*rows+16*columns) + 16*(rows+columns)
}

// list lists the combinations.
func (x *axis) list(c *space.Coarse) {
	x.states, x.goal = []uint64{0}, []bool{c.Task.Goal != task.False}
	for _, i := range x.parts {
		f := &c.Layout.Fields[i]
		var states []uint64
		var goal []bool
		for n, st := range x.states {
			for k := range c.PartSize(i) {
				states = append(states, st|uint64(k)<<f.Shift)
				goal = append(goal, x.goal[n] && c.Goals[i][k])
			}
		}
		x.states, x.goal = states, goal
	}
}

// number returns the number of the combination in a coarse state.
func (x *axis) number(c *space.Coarse, st uint64) (n int) {
	for _, i := range x.parts {
		f := &c.Layout.Fields[i]
		n = n*c.PartSize(i) + int(st>>f.Shift&f.Mask)
	}
	return n
}

// after returns the combination after a move, -1 if a part forbids the move.
func (x *axis) after(c *space.Coarse, m, n int) int {
	to := 0
	for _, i := range x.parts {
		f := &c.Layout.Fields[i]
		k := c.After(i, m, int32(x.states[n]>>f.Shift&f.Mask))
		if k < 0 {
			return -1
		}
		to = to*c.PartSize(i) + int(k)
	}
	return to
}

// makeMoves makes the tables of the moves in both directions.
func (p *Product) makeMoves() {
	rows, columns, moves := len(p.rows.states), len(p.columns.states), len(p.c.Moves)
	p.forth.first, p.back.first = make([]int32, rows+1), make([]int32, rows+1)
	everywhere := true
	for r := range rows {
		for m := range moves {
			if to := p.rows.after(p.c, m, r); to >= 0 {
				p.back.edges = append(p.back.edges, edge{int32(to), int32(m)})
				p.forth.first[to]++
			} else {
				everywhere = false
			}
		}
		p.back.first[r+1] = int32(len(p.back.edges))
	}
	for r, sum := 0, int32(0); r <= rows; r++ { // the end of the edges into each row, which becomes their beginning
		sum += p.forth.first[r]
		p.forth.first[r] = sum
	}
	p.forth.edges = make([]edge, len(p.back.edges))
	for r := rows - 1; r >= 0; r-- {
		for _, w := range p.back.into(r) {
			p.forth.first[w.row]--
			p.forth.edges[p.forth.first[w.row]] = edge{int32(r), w.move}
		}
	}
	injective := true
	for m := range moves {
		to, from := slices.Repeat([]int32{int32(columns)}, columns+1), slices.Repeat([]int32{int32(columns)}, columns+1)
		can := make([]uint64, p.words)
		for k := range columns {
			if n := p.columns.after(p.c, m, k); n >= 0 {
				injective = injective && from[n] == int32(columns)
				to[k], from[n] = int32(n), int32(k)
				can[k>>6] |= 1 << (k & 63)
			} else {
				everywhere = false
			}
		}
		p.forth.push, p.forth.pull, p.can = append(p.forth.push, to), append(p.forth.pull, from), append(p.can, can)
	}
	if everywhere {
		p.can = nil
	}
	if p.back.pull = p.forth.push; injective {
		p.back.push = p.forth.pull
	} else {
		p.forth.pull = nil
	}
}

// into returns the edges into a row.
func (d *direction) into(row int) []edge { return d.edges[d.first[row]:d.first[row+1]] }

// bits returns the words of a row.
func (p *Product) bits(of []uint64, row int) []uint64 { return of[row*p.words : (row+1)*p.words] }

func (p *Product) number(st uint64) uint64 {
	return uint64(p.rows.number(p.c, st)*64*p.words + p.columns.number(p.c, st))
}

// each calls what make returns, which each core does once, with all rows. It ends early if the context ends.
func (p *Product) each(makes func() func(row int)) {
	var next atomic.Int64
	job.Together(p.Cores(), func(int) {
		do := makes()
		for p.Ctx.Err() == nil {
			from := int(next.Add(productBlock)) - productBlock
			if from >= len(p.rows.states) {
				return
			}
			for r := from; r < min(from+productBlock, len(p.rows.states)); r++ {
				do(r)
			}
		}
	})
}

// LayerCounts counts the states at a depth.
type LayerCounts struct {
	States int64
	Goals  int64 // states among them in which the goal holds
	Stuck  int64 // states among them without an applicable move
	Moves  int64 // applicable moves in these states
}

// Layer visits the states at a depth, and with expand finds the next ones.
func (p *Product) Layer(expand bool) (l LayerCounts) {
	f := &p.first
	if l.States = f.layer; l.States > 0 {
		p.last = f.one()
	}
	var goals, stuck, moves atomic.Int64
	p.each(func() func(r int) {
		could, tester := make([]uint64, p.words), p.newTester()
		return func(r int) {
			if !f.some[r] {
				return
			}
			now := p.bits(f.now, r)
			switch {
			case p.goals != nil:
				goals.Add(tester.goalsOf(r, now))
			case p.rows.goal[r]:
				goals.Add(both(now, p.goal))
			}
			if !expand || p.can == nil {
				return
			}
			clear(could)
			for _, w := range p.back.into(r) {
				moves.Add(both(now, p.can[w.move]))
				for k, can := range p.can[w.move] {
					could[k] |= can
				}
			}
			for k := range could {
				stuck.Add(int64(bits.OnesCount64(now[k] &^ could[k])))
			}
		}
	})
	l.Goals, l.Stuck, l.Moves = goals.Load(), stuck.Load(), moves.Load()
	if !expand {
		return l
	}
	if p.can == nil {
		l.Moves = l.States * int64(len(p.c.Moves))
	}
	p.Counts.Expanded += l.States
	p.Counts.Generated += l.Moves
	if p.Work += l.Moves + l.States; !p.over() {
		f.step()
		p.over()
	}
	return l
}

// goalTester tests states for goals.
type goalTester struct {
	*Product
	eval *space.Evaluator
	fine []uint64
}

func (p *Product) newTester() *goalTester {
	return &goalTester{p, p.Space.NewEvaluator(), make([]uint64, p.Space.Layout.Words)}
}

// goalsOf notes the goals among states of a row, and returns their number.
func (t *goalTester) goalsOf(r int, states []uint64) (n int64) {
	for w, set := range states {
		for ; set != 0; set &= set - 1 {
			k := bits.TrailingZeros64(set)
			t.c.Fine(t.rows.states[r]|t.columns.states[w<<6+k], t.fine)
			if t.Space.IsGoal(t.fine, t.eval) {
				t.goals[r*t.words+w] |= 1 << k
				n++
			}
		}
	}
	return n
}

// over reports whether the search must end. If the context has ended, counts may lack states.
func (p *Product) over() bool {
	p.Check = p.Work
	return p.Over("explore", p.Bytes)
}

// both returns the number of bits that are in both.
func both(a, b []uint64) (n int64) {
	for w := range a {
		n += int64(bits.OnesCount64(a[w] & b[w]))
	}
	return n
}

// Bytes returns the memory of the product.
func (p *Product) Bytes() int64 { return p.sized(int64(len(p.rows.states))) + p.c.Bytes() }

// Last returns the first state of the last layer.
func (p *Product) Last() []uint64 { return []uint64{p.last} }
