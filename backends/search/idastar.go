package search

import "math"

// deepening is IDA* (Korf, Depth-First Iterative-Deepening: An Optimal Admissible Tree Search, 1985): depth-first searches with
// growing bounds on f. It keeps no closed list; states on the current path are not entered again, so that it ends on every
// finite space, if late: when no path was cut by the bound, all simple paths were seen.
type deepening struct {
	*run
	bound, next int64
	path        path
	stack       []uint64 // states, costs and moves of the successors along the path
	kids        []kid
	moves       []int
	ended       bool
}

// maxDepth bounds recursion.
const maxDepth = 1 << 20

func (r *run) idastar() outcome {
	if d, ok := r.newDeepening1(); ok {
		return r.deepen(d.pass)
	}
	return r.idastarAny()
}

// idastarAny is IDA* for every task.
func (r *run) idastarAny() outcome {
	d := &deepening{run: r, path: newPath(r.sp.l.words)}
	return r.deepen(func(bound int64) (int64, outcome) {
		d.bound, d.next = bound, math.MaxInt64
		for i := range r.rootCount() {
			if d.visit(r.root(i), r.rootCost(i), 0) {
				return 0, outcome{found: true, root: i, moves: d.moves}
			}
			if d.ended {
				break
			}
		}
		return d.next, outcome{}
	})
}

// deepen runs one pass after another, each with the smallest f beyond the last bound.
func (r *run) deepen(pass func(bound int64) (next int64, o outcome)) outcome {
	bound := int64(math.MaxInt64)
	for i := range r.rootCount() {
		bound = min(bound, r.rootCost(i)+r.h.of(r.root(i), r.x.child))
	}
	bound = max(bound, r.lower)
	for {
		if bound == math.MaxInt64 {
			return outcome{}
		}
		if bound > r.maxCost {
			r.cut = true
			return outcome{}
		}
		r.lower = max(r.lower, bound)
		next, o := pass(bound)
		if o.found || r.stop != "" || r.gaveUp {
			return o
		}
		bound = next
	}
}

// bytes is what the path takes.
func (d *deepening) bytes() int64 { return int64(8*len(d.stack) + 24*len(d.kids)) }

// visit searches below st, whose cost is g; true if it found a goal, with the moves from here in d.moves.
func (d *deepening) visit(st []uint64, g int64, depth int) bool {
	f := g + d.h.of(st, d.x.child)
	if f > d.bound {
		d.next = min(d.next, f)
		return false
	}
	if d.sp.isGoal(st, d.x.child) {
		d.moves = make([]int, depth)
		return true
	}
	if d.path.holds(st) {
		d.stats.Duplicates++
		return false
	}
	if depth >= maxDepth {
		d.stop = "a path of " + count(maxDepth, "move") + " was reached after " + d.states()
	}
	if d.over("idastar", d.bytes) || d.stop != "" {
		d.ended = true
		return false
	}
	d.expand(st)
	from, base, w := len(d.kids), len(d.stack), d.sp.l.words
	d.kids = append(d.kids, d.x.kids...)
	d.stack = append(d.stack, d.x.states...)
	d.stats.MaxFrontier = max(d.stats.MaxFrontier, int64(len(d.kids)))
	n := len(d.kids) - from
	d.path.push(st)
	for k := range n {
		kid := d.kids[from+k]
		o := base + k*w
		if d.visit(d.stack[o:o+w], g+kid.cost, depth+1) {
			d.moves[depth] = int(kid.move)
			return true
		}
		if d.ended {
			break
		}
	}
	d.path.pop(st)
	d.kids, d.stack = d.kids[:from], d.stack[:base]
	d.stats.Backtracks++
	return false
}

// path is the set of states on the current path: a small count by hash says quickly that a state is not on it.
type path struct {
	words  int
	counts []int32
	states []uint64
}

const pathCounts = 1 << 12

func newPath(words int) path { return path{words: words, counts: make([]int32, pathCounts)} }

func (p *path) holds(st []uint64) bool {
	if p.counts[hash(st)>>52] == 0 {
		return false
	}
	for i := len(p.states) - p.words; i >= 0; i -= p.words {
		if equal(p.states[i:i+p.words], st) {
			return true
		}
	}
	return false
}

func (p *path) push(st []uint64) {
	p.counts[hash(st)>>52]++
	p.states = append(p.states, st...)
}

func (p *path) pop(st []uint64) {
	p.counts[hash(st)>>52]--
	p.states = p.states[:len(p.states)-p.words]
}
