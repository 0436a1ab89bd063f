package semantics

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
)

// maxPairs limits the size of the tables of steps. The relation is evaluated for each pair of nodes.
const maxPairs = 100_000_000

// StepTable holds the lengths of shortest paths in a static relation. It searches from a node at the first query for
// that node.
type StepTable struct {
	Nodes *model.Set
	next  [][]int32 // for each node: its successors, as indices in Nodes
	from  [][]int32 // for each start: the lengths, -1 for no path; nil before the first query
}

// Dist returns the length of a shortest path, 0 for a == b. It returns false if there is no path.
func (t *StepTable) Dist(a, b model.Value) (int, bool) {
	if model.Compare(a, b) == 0 {
		return 0, true
	}
	i, j := t.Nodes.Index(a), t.Nodes.Index(b)
	if i < 0 || j < 0 {
		return 0, false
	}
	if t.from[i] == nil {
		t.from[i] = t.search(i)
	}
	d := t.from[i][j]
	return int(d), d >= 0
}

// search returns a breadth-first search from one node.
func (t *StepTable) search(start int) []int32 {
	dist := make([]int32, len(t.next))
	for i := range dist {
		dist[i] = -1
	}
	dist[start] = 0
	queue := []int32{int32(start)}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		for _, to := range t.next[at] {
			if dist[to] < 0 {
				dist[to] = dist[at] + 1
				queue = append(queue, to)
			}
		}
	}
	return dist
}

// stepCache holds the tables of one relation, one for each assignment of its other local names.
type stepCache struct {
	free []*model.Local
	by   map[string]*StepTable
}

// Steps returns the table of a relation. f holds the other local names of the relation. The table is empty if the
// relation is undefined or too large.
func (ev *Evaluator) Steps(rel *model.Relation, f Frame) *StepTable {
	c := ev.tables[rel]
	if c == nil {
		c = &stepCache{free: rel.FreeLocals(), by: map[string]*StepTable{}}
		ev.tables[rel] = c
	}
	key := localsKey(c.free, f)
	t := c.by[key]
	if t == nil {
		if t = ev.stepTable(rel, f); ev.steps >= 0 {
			c.by[key] = t
		}
	}
	return t
}

func localsKey(locals []*model.Local, f Frame) string {
	var b []byte
	for _, l := range locals {
		s := l.Slot
		if !f[s].OK {
			b = append(b, 'u')
			continue
		}
		b = appendValue(append(b, 'v'), f[s].Value)
	}
	return string(b)
}

// appendValue appends an encoding of a value. Different values of one type have different encodings.
func appendValue(b []byte, v model.Value) []byte {
	if v.C == nil {
		return binary.AppendVarint(b, v.N)
	}
	elems := v.C.Tuple
	if v.C.Set != nil {
		elems = v.C.Set.Elems
	}
	b = binary.AppendVarint(b, int64(len(elems)))
	for _, e := range elems {
		b = appendValue(b, e)
	}
	return append(b, v.C.Text...)
}

func (ev *Evaluator) stepTable(rel *model.Relation, f Frame) *StepTable {
	if rel.Pairs != nil {
		return ev.pairTable(rel, f)
	}
	nodes, ok := ev.set(rel.Domain, f)
	if !ok || rel.Body == nil || len(rel.Holes) != 2 {
		return &StepTable{Nodes: model.NewSet(nil, nil)}
	}
	n := len(nodes.Elems)
	if n > maxPairs/max(n, 1) {
		msg, help := TooManyPairs(rel, n)
		ev.tooLarge(rel.Domain.Span(), "%s", msg)
		ev.problem.Help = help
		return &StepTable{Nodes: model.NewSet(nodes.Type, nil)}
	}
	t := &StepTable{Nodes: nodes, next: make([][]int32, n), from: make([][]int32, n)}
	x, y := rel.Holes[0], rel.Holes[1]
	to := ev.targets(rel, nodes, f)
	for i, a := range nodes.Elems {
		if ev.steps < 0 {
			break
		}
		for _, j := range to(i) {
			f[x], f[y] = Slot{a, true}, Slot{nodes.Elems[j], true}
			if ev.holds(rel.Body, f) {
				t.next[i] = append(t.next[i], j)
			}
		}
	}
	return t
}

// TooManyPairs returns what is wrong with a relation of n values, and what helps.
func TooManyPairs(rel *model.Relation, n int) (msg, help string) {
	return fmt.Sprintf("%s joins %d values, which makes too many pairs", rel.Name, n),
		"an equation for the second value, as in `b == a + d`, narrows the pairs; on both sides of an `or`"
}

func (ev *Evaluator) pairTable(rel *model.Relation, f Frame) *StepTable {
	pairs, ok := ev.set(rel.Pairs, f)
	if !ok {
		return &StepTable{Nodes: model.NewSet(nil, nil)}
	}
	var ends []model.Value
	for _, p := range pairs.Elems {
		ends = append(ends, p.C.Tuple...)
	}
	var elem *model.Type
	if pairs.Type != nil {
		elem = pairs.Type.Elems[0]
	}
	nodes := model.NewSet(elem, ends)
	t := &StepTable{Nodes: nodes, next: make([][]int32, nodes.Len()), from: make([][]int32, nodes.Len())}
	for _, p := range pairs.Elems {
		i, j := nodes.Index(p.C.Tuple[0]), nodes.Index(p.C.Tuple[1])
		t.next[i] = append(t.next[i], int32(j))
	}
	return t
}

func (ev *Evaluator) stepsBetween(e *model.Steps, f Frame) (model.Value, bool) {
	a, b, ok := ev.pair(e.A, e.B, f)
	if !ok {
		return undefined, false
	}
	d, ok := ev.linkDist(e.Rel, a, b, f)
	return model.Int(int64(d)), ok
}

// linkDist is the number of links on a shortest path. If a link that the search reads is unknown, the distance is
// unknown.
func (ev *Evaluator) linkDist(rel *model.Relation, a, b model.Value, f Frame) (int, bool) {
	if rel.Pairs != nil || !ev.readsState(rel) {
		return ev.Steps(rel, f).Dist(a, b)
	}
	outer := ev.unknown
	ev.unknown = false
	d, ok := ev.follow(rel, a, b, f)
	if ev.unknown {
		return 0, false
	}
	ev.unknown = outer
	return d, ok
}

// readsState reports whether a relation reads the state.
func (ev *Evaluator) readsState(rel *model.Relation) bool {
	reads, ok := ev.changing[rel]
	if !ok {
		reads = model.ReadsState(rel.Body)
		ev.changing[rel] = reads
	}
	return reads
}

// follow searches breadth first along the links of a relation. It sets unknown if a link is unknown.
func (ev *Evaluator) follow(rel *model.Relation, a, b model.Value, f Frame) (int, bool) {
	if model.Compare(a, b) == 0 {
		return 0, true
	}
	nodes, ok := ev.set(rel.Domain, f)
	if !ok {
		return 0, false
	}
	start, end := nodes.Index(a), nodes.Index(b)
	if start < 0 || end < 0 {
		return 0, false
	}
	w := ev.walkFrom(rel, nodes, start, f)
	if w.dist[end] > 0 {
		return w.dist[end] - 1, true
	}
	targets := ev.targets(rel, nodes, f)
	for w.dist[end] == 0 && len(w.queue) > 0 {
		at := w.queue[0]
		w.queue = w.queue[1:]
		for _, to := range targets(at) {
			if w.dist[to] > 0 {
				continue
			}
			f[rel.Holes[0]], f[rel.Holes[1]] = Slot{nodes.Elems[at], true}, Slot{nodes.Elems[to], true}
			if ev.holds(rel.Body, f) {
				w.dist[to] = w.dist[at] + 1
				w.queue = append(w.queue, int(to))
			}
			if int(to) == end && w.dist[end] > 0 && w.state == nil {
				break // further links need not be known
			}
		}
		if ev.steps < 0 {
			ev.walked = nil // the links that were read last may be wrong
			return 0, false
		}
	}
	return w.dist[end] - 1, w.dist[end] > 0
}

// walk is a breadth-first search along the links of a relation from one node. It goes on when a node is asked for that
// it has not reached yet.
type walk struct {
	rel    *model.Relation
	start  int
	locals string  // the other local names of the relation
	state  []int64 // in which the links are
	dist   []int   // 0: not reached; otherwise the number of links, and one more
	queue  []int
}

// walkFrom returns the search of the last question if this question is about the same start in the same state, as in
// `forall c in Cell: reaches(joined, start, c)`. In a state with unknown elements it returns a new search without
// state.
func (ev *Evaluator) walkFrom(rel *model.Relation, nodes *model.Set, start int, f Frame) *walk {
	whole := ev.known == nil && ev.build == nil
	locals, w := localsKey(rel.FreeLocals(), f), ev.walked
	if whole && w != nil && w.rel == rel && w.start == start && w.locals == locals &&
		len(w.dist) == nodes.Len() && slices.Equal(w.state, ev.state) {
		return w
	}
	w = &walk{rel: rel, start: start, locals: locals, dist: make([]int, nodes.Len()), queue: []int{start}}
	w.dist[start] = 1
	if whole {
		w.state, ev.walked = slices.Clone(ev.state), w
	}
	return w
}

// linked reports whether links lead from one value to another. An unknown link makes the result unknown only if no
// known links lead there.
func (ev *Evaluator) linked(rel *model.Relation, a, b model.Value, f Frame) (model.Value, bool) {
	if rel.Pairs != nil || !ev.readsState(rel) {
		_, ok := ev.Steps(rel, f).Dist(a, b)
		return model.Bool(ok), true
	}
	outer := ev.unknown
	ev.unknown = false
	if _, ok := ev.follow(rel, a, b, f); !ok {
		return ev.notReached(outer)
	}
	ev.unknown = outer
	return model.Bool(true), true
}

// links returns whether the links of a relation form no cycle, or connect the values that have one. An unknown link
// makes the result unknown, unless the known links form a cycle.
func (ev *Evaluator) links(e *model.Links, f Frame) (model.Value, bool) {
	outer := ev.unknown
	ev.unknown = false
	_, all := ev.linksOf(e, f)
	cycle, apart := parts(all)
	if ev.unknown && (e.Connected || !cycle) {
		return undefined, false
	}
	ev.unknown = outer
	return model.Bool(e.Connected && apart < 0 || !e.Connected && !cycle), true
}

// parts joins the ends of links one after the other. A link whose ends are joined already closes a cycle. apart is a
// link that is not connected with the first one, -1 if there is none.
func parts(links [][2]int32) (cycle bool, apart int) {
	part := map[int32]int32{} // of an end of a link: another value of its part; none of the value that stands for it
	root := func(i int32) int32 {
		for up, ok := part[i]; ok; up, ok = part[i] {
			i = up
		}
		return i
	}
	for _, l := range links {
		if a, b := root(l[0]), root(l[1]); a != b {
			part[a] = b
		} else {
			cycle = cycle || l[0] != l[1]
		}
	}
	return cycle, slices.IndexFunc(links, func(l [2]int32) bool { return root(l[0]) != root(links[0][0]) })
}

// linksOf lists the pairs of values that a link joins in one direction at least, by their places among all values.
func (ev *Evaluator) linksOf(e *model.Links, f Frame) (all *model.Set, links [][2]int32) {
	if e.Rel.Links() {
		var t *StepTable
		if e.Rel.Pairs != nil || !ev.readsState(e.Rel) {
			t = ev.Steps(e.Rel, f)
		} else {
			t = ev.stepTable(e.Rel, f)
		}
		for i, next := range t.next {
			for _, j := range next {
				if back := slices.Contains(t.next[j], int32(i)); int32(i) <= j || !back {
					links = append(links, [2]int32{int32(i), j})
				}
			}
		}
		return t.Nodes, links
	}
	d := ev.dims(e.Rel.Domain.Type().Elem().Grid)
	free := make([]bool, d.Rows*d.Cols)
	for c := range free {
		if free[c] = ev.free(e.Rel, model.Int(int64(c)), f); !free[c] {
			continue
		}
		links = append(links, [2]int32{int32(c), int32(c)})
		for _, o := range [][2]int64{model.DirOffsets[0], model.DirOffsets[3]} { // up and left
			if to, ok := CellAt(d, int64(c)/d.Cols+o[0], int64(c)%d.Cols+o[1]); ok && free[to.N] {
				links = append(links, [2]int32{int32(to.N), int32(c)})
			}
		}
	}
	all, _ = ev.set(e.Rel.Domain, f)
	return all, links
}

// flood is the scratch space of one flood fill.
type flood struct {
	seen  []int32 // equal to round for each cell that was visited
	round int32
	queue []int64
}

// reaches searches a path of adjacent cells of which all but the first must be free.
func (ev *Evaluator) reaches(e *model.Reaches, f Frame) (model.Value, bool) {
	a, b, ok := ev.pair(e.A, e.B, f)
	if !ok {
		return undefined, false
	}
	if e.Rel.Links() {
		return ev.linked(e.Rel, a, b, f)
	}
	if a.N == b.N {
		return model.Bool(true), true
	}
	outer := ev.unknown
	ev.unknown = false
	if !ev.free(e.Rel, b, f) {
		return ev.notReached(outer)
	}
	return ev.fill(e, a, b, f, outer)
}

// notReached returns false as the value, or gives up if a path may run through a cell that is not chosen yet.
func (ev *Evaluator) notReached(outer bool) (model.Value, bool) {
	unknown := ev.unknown
	ev.unknown = unknown || outer
	return model.Bool(false), !unknown
}

func (ev *Evaluator) fill(e *model.Reaches, a, b model.Value, f Frame, outer bool) (model.Value, bool) {
	d := ev.dims(e.A.Type().Grid)
	s := ev.flood(int(d.Rows * d.Cols))
	defer func() { ev.depth-- }()
	s.queue = append(s.queue[:0], a.N)
	s.seen[a.N] = s.round
	for k := 0; k < len(s.queue) && ev.steps >= 0; k++ {
		at := s.queue[k]
		for _, o := range model.DirOffsets {
			c, ok := CellAt(d, at/d.Cols+o[0], at%d.Cols+o[1])
			if !ok || s.seen[c.N] == s.round {
				continue
			}
			s.seen[c.N] = s.round
			if !ev.free(e.Rel, c, f) {
				continue
			}
			if c.N == b.N {
				ev.unknown = ev.unknown || outer
				return model.Bool(true), true
			}
			s.queue = append(s.queue, c.N)
		}
	}
	return ev.notReached(outer)
}

func (ev *Evaluator) flood(cells int) *flood {
	if ev.depth == len(ev.floods) {
		ev.floods = append(ev.floods, &flood{})
	}
	s := ev.floods[ev.depth]
	ev.depth++
	if len(s.seen) < cells {
		s.seen, s.round = make([]int32, cells), 0
	}
	if s.round == math.MaxInt32 {
		clear(s.seen)
		s.round = 0
	}
	s.round++
	return s
}

// free reports whether a cell satisfies the relation of `reaches`.
func (ev *Evaluator) free(rel *model.Relation, c model.Value, f Frame) bool {
	f[rel.Holes[0]] = Slot{c, true}
	return ev.holds(rel.Body, f)
}
