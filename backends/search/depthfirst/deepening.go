package depthfirst

import (
	"math"

	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/prune"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/internal/text"
)

// deepening is IDA* (Korf, Depth-First Iterative-Deepening: An Optimal Admissible Tree Search, 1985): depth-first
// searches with growing bounds on f. It has no closed list. It does not enter states of the current path again, and
// ignores them when it computes the next bound. So it ends on every finite space: if the bound has cut no path, all
// simple paths have been searched.
type deepening struct {
	*job.Job
	search      *Search
	bound, next int64
	path        path
	stack       []uint64 // states, costs and moves of the successors along the path
	kids        []space.Kid
	moves       []int
	prune       *prune.Automaton
	ended       bool
}

// maxDepth bounds recursion.
const maxDepth = 1 << 20

func (s *Search) newDeepening() *deepening {
	return &deepening{Job: s.Job, search: s, path: newPath(s.Space.Layout.Words)}
}

// within is one depth-first search within the bound. It returns the smallest f beyond it.
func (d *deepening) within(bound int64) (next int64, o job.Outcome) {
	d.bound, d.next = bound, math.MaxInt64
	for i := range d.RootCount() {
		if d.visit(d.Root(i), d.RootCost(i), 0, 0) {
			return 0, job.Outcome{Found: true, Root: i, Moves: d.moves}
		}
		if d.ended {
			break
		}
	}
	return d.next, job.Outcome{}
}

// bytes returns the bytes of the path.
func (d *deepening) bytes() int64 {
	return int64(8*len(d.stack) + 24*len(d.kids) + 8*len(d.path.states) + 8*len(d.path.hashes))
}

// visit searches below st, reached at cost g; last is the state of the pruning automaton after the path. It returns
// true if it found a goal. Then d.moves holds the moves from st on.
func (d *deepening) visit(st []uint64, g int64, depth int, last int32) bool {
	if d.path.holds(st) {
		d.Counts.Duplicates++
		return false
	}
	h := d.Heuristic.Of(st, d.Expander.Child)
	if h >= estimate.Hopeless {
		d.Counts.DeadEnds++
		return false
	}
	if f := job.RankOf(g, h); f > d.bound {
		d.next = min(d.next, f)
		return false
	}
	if d.Space.IsGoal(st, d.Expander.Child) {
		d.moves = make([]int, depth)
		return true
	}
	if depth >= maxDepth {
		d.Stop = "a path of " + text.Plural(maxDepth, "move") + " was reached after " + d.ExpandedStates()
	}
	if d.Over(d.search.Name, d.bytes) || d.Stop != "" {
		d.ended = true
		return false
	}
	if d.prune == nil && d.Counts.Expanded&(job.PruneAfter-1) == 0 {
		d.prune = d.search.pruning()
	}
	d.Expander.Only = d.prune.Row(last)
	d.search.open(st)
	d.Expander.Only = nil
	from, base, w := len(d.kids), len(d.stack), d.Space.Layout.Words
	d.kids = append(d.kids, d.Expander.Kids...)
	d.stack = append(d.stack, d.Expander.States...)
	n := len(d.kids) - from
	if n == 0 {
		d.Counts.DeadEnds++
	}
	d.path.push(st)
	for k := range n {
		kid := d.kids[from+k]
		o := base + k*w
		now := d.prune.After(last, kid.Move)
		if now == prune.Cut { // the pruning was found after these successors were generated
			continue
		}
		d.Counts.Generated++
		if d.visit(d.stack[o:o+w], g+kid.Cost, depth+1, now) {
			d.moves[depth] = int(kid.Move)
			return true
		}
		if d.ended {
			break
		}
	}
	d.path.pop()
	d.kids, d.stack = d.kids[:from], d.stack[:base]
	if depth > 0 {
		d.Counts.Backtracks++
	}
	return false
}

// path is the set of states on the current path. A small table of counts by hash shows quickly that a state is not on
// the path.
type path struct {
	words  int
	counts []int32
	hashes []uint64
	states []uint64
}

const firstPathCounts = 1 << 12

func newPath(words int) path { return path{words: words, counts: make([]int32, firstPathCounts)} }

func (p *path) count(h uint64) *int32 { return &p.counts[h>>32&uint64(len(p.counts)-1)] }

func (p *path) holds(st []uint64) bool {
	h := store.Hash(st)
	if *p.count(h) == 0 {
		return false
	}
	for i := len(p.hashes) - 1; i >= 0; i-- {
		if p.hashes[i] == h && store.Equal(p.states[i*p.words:(i+1)*p.words], st) {
			return true
		}
	}
	return false
}

func (p *path) push(st []uint64) {
	h := store.Hash(st)
	p.hashes = append(p.hashes, h)
	p.states = append(p.states, st...)
	if 4*len(p.hashes) > len(p.counts) {
		p.counts = make([]int32, 2*len(p.counts))
		for _, h := range p.hashes {
			*p.count(h)++
		}
		return
	}
	*p.count(h)++
}

func (p *path) pop() {
	last := len(p.hashes) - 1
	*p.count(p.hashes[last])--
	p.hashes = p.hashes[:last]
	p.states = p.states[:last*p.words]
}
