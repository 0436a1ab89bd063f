//go:build !js

package prune

import (
	"math/bits"
	"slices"

	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/task"
)

// A yard is a puzzle of a walker among equal tokens, for instance the man of Sokoban among crates:
//
//   - A token is on a node of an undirected graph. A variable of two values for each such node says whether a token is
//     there. One more variable is the node of the walker. There are no other variables.
//   - A move carries a token from a node to a neighbour without a token, and puts the walker where the token was. The
//     walker must be able to reach a certain neighbour of the token over nodes that are free: without a token, and
//     walkable. The cost is a constant.
//   - The goal is that certain nodes have tokens.
//
// So two states with the same tokens and with the walker in the same component of the free nodes have the same plans.
type yard[S nodes] struct {
	runs   []tokenRun
	walker struct {
		word  int
		shift uint
		mask  uint64
		node  []int32 // by place of the walker's variable: the node; -1: none
	}
	size  int
	near  []S // by node: its neighbours
	all   S   // all nodes
	goals S
	live  S       // nodes from which moves lead a token to a goal
	first []int32 // by node: the number of its first move; one more at the end
	moves []carry // by node that they carry from
	words int     // of a set of moves
}

// carry is a move from a node.
type carry struct{ to, stand, move int32 }

// tokenRun is a run of nodes, from node up, whose tokens are consecutive bits of a word of the state.
type tokenRun struct {
	word, to  int
	shift, up uint
	mask      uint64
}

// nodes is a set of nodes.
type nodes interface {
	[1]uint64 | [2]uint64 | [4]uint64
}

func has[S nodes](s *S, n int32) bool { return (*s)[n>>6]>>(n&63)&1 != 0 }

func add[S nodes](s *S, n int32) { (*s)[n>>6] |= 1 << (n & 63) }

// Corrals returns a function that makes finders of corrals. It returns nil if the puzzle is no yard.
func Corrals(sp *space.Space) func() Finder {
	s := survey{sp: sp, pool: sp.Task.Pool, walker: -1}
	if !s.survey() {
		return nil
	}
	switch n := len(s.nodes); {
	case n <= 64:
		return yardOf[[1]uint64](&s)
	case n <= 128:
		return yardOf[[2]uint64](&s)
	case n <= 256:
		return yardOf[[4]uint64](&s)
	}
	return nil
}

// survey collects the parts of a yard from a task.
type survey struct {
	sp     *space.Space
	pool   *task.Pool
	walker int   // the variable
	board  int64 // the number of the graph
	graph  [][]int32
	free   []task.Expr // by node of the graph
	token  []int32     // by variable: the node of the graph; -1: none
	nodes  []int32     // the nodes of the graph that the yard has
	number []int32     // by node of the graph: its number in nodes; -1: none
	goals  []int32     // nodes of the graph
	moves  [][3]int32  // by move: from, to and stand, nodes of the graph
}

// survey returns false if the task does not have the form that is described above.
func (s *survey) survey() bool {
	t := s.sp.Task
	if t.Always != task.True || len(t.Moves) == 0 {
		return false
	}
	for m := range t.Moves {
		if !s.move(&t.Moves[m]) {
			return false
		}
	}
	for _, e := range s.pool.Conjuncts(t.Goal) {
		n := s.pool.Node(e)
		if n.Op != task.OpVar || s.token[n.N] < 0 {
			return false
		}
		s.goals = append(s.goals, s.token[n.N])
	}
	return s.connect()
}

// move reads a move.
func (s *survey) move(mv *task.Move) bool {
	from, to, stand := int64(-1), int64(-1), int64(-1)
	conds := s.pool.Conjuncts(mv.Guard)
	for _, e := range conds {
		n := s.pool.Node(e)
		switch {
		case n.Op == task.OpVar:
			from = n.N
		case n.Op == task.OpNot && s.pool.Node(n.Args[0]).Op == task.OpVar:
			to = s.pool.Node(n.Args[0]).N
		case n.Op == task.OpReach && s.reach(n):
			if v, ok := s.pool.Value(n.Args[1]); ok {
				stand = v
			}
		}
	}
	_, fixed := s.pool.Value(mv.Cost)
	if len(conds) != 3 || len(mv.Effects) != 3 || from < 0 || to < 0 || stand < 0 || !fixed {
		return false
	}
	a, b := s.token[from], s.token[to]
	if a < 0 || b < 0 {
		return false
	}
	for _, e := range mv.Effects {
		value, ok := s.pool.Value(e.Value)
		want := int64(-1)
		switch e.Var {
		case int(from):
			want = 0
		case int(to):
			want = 1
		case s.walker:
			want = int64(a)
		}
		if !ok || e.Cond != task.True || value != want {
			return false
		}
	}
	s.moves = append(s.moves, [3]int32{a, b, int32(stand)})
	return slices.Contains(s.graph[a], b) && slices.Contains(s.graph[a], int32(stand))
}

// reach reads the graph, the walker and the tokens of a Reach. It returns false if they have another form, or if they
// are not those of the first Reach.
func (s *survey) reach(n *task.Node) bool {
	from := s.pool.Node(n.Args[0])
	if s.walker >= 0 {
		return from.Op == task.OpVar && from.N == int64(s.walker) && n.N == s.board && slices.Equal(n.Args[2:], s.free)
	}
	if from.Op != task.OpVar {
		return false
	}
	s.walker, s.board, s.graph, s.free = int(from.N), n.N, s.pool.Graphs[n.N].Next, n.Args[2:]
	s.token = slices.Repeat([]int32{-1}, len(s.sp.Task.Vars))
	for c, e := range s.free {
		n := s.pool.Node(e)
		switch {
		case n.Op == task.OpConst:
		case n.Op == task.OpNot && s.pool.Node(n.Args[0]).Op == task.OpVar:
			v := s.pool.Node(n.Args[0]).N
			if s.token[v] >= 0 || !slices.Equal(s.sp.Task.Vars[v].Values, []int64{0, 1}) {
				return false
			}
			s.token[v] = int32(c)
		default:
			return false
		}
	}
	for v, c := range s.token {
		if (c < 0) != (v == s.walker) {
			return false
		}
	}
	return true
}

// connect collects the nodes to which the walker may come if there are no tokens. It returns false if the graph is not
// undirected, or if a token may be elsewhere.
func (s *survey) connect() bool {
	s.number = slices.Repeat([]int32{-1}, len(s.graph))
	visit := func(c int32) {
		if s.free[c] != task.False && s.number[c] < 0 {
			s.number[c] = 0
			s.nodes = append(s.nodes, c)
		}
	}
	for _, m := range s.moves {
		visit(m[0])
	}
	for i := 0; i < len(s.nodes); i++ {
		for _, d := range s.graph[s.nodes[i]] {
			if visit(d); !slices.Contains(s.graph[d], s.nodes[i]) && s.free[d] != task.False {
				return false
			}
		}
	}
	slices.Sort(s.nodes)
	for i, c := range s.nodes {
		s.number[c] = int32(i)
	}
	return !slices.ContainsFunc(s.token, func(c int32) bool { return c >= 0 && s.number[c] < 0 })
}

// yardOf makes the yard of a survey.
func yardOf[S nodes](s *survey) func() Finder {
	y := &yard[S]{size: len(s.nodes), near: make([]S, len(s.nodes)), words: s.sp.Rows.Words}
	for i, c := range s.nodes {
		add(&y.all, int32(i))
		for _, d := range s.graph[c] {
			if k := s.number[d]; k >= 0 {
				add(&y.near[i], k)
			}
		}
	}
	l := s.sp.Layout
	for v, c := range s.token {
		if v == s.walker {
			f := &l.Fields[v]
			y.walker.word, y.walker.shift, y.walker.mask = f.Word, f.Shift, f.Mask
			for _, code := range l.Vars[v].Values {
				k := int32(-1)
				if code >= 0 && code < int64(len(s.number)) {
					k = s.number[code]
				}
				y.walker.node = append(y.walker.node, k)
			}
		} else {
			y.bit(l.Fields[v].Word, l.Fields[v].Shift, s.number[c])
		}
	}
	for _, g := range s.goals {
		add(&y.goals, s.number[g])
	}
	for _, c := range s.nodes {
		y.first = append(y.first, int32(len(y.moves)))
		for m, mv := range s.moves {
			if to, stand := s.number[mv[1]], s.number[mv[2]]; mv[0] == c && stand >= 0 {
				y.moves = append(y.moves, carry{to, stand, int32(m)})
			}
		}
	}
	y.first = append(y.first, int32(len(y.moves)))
	y.enliven()
	return func() Finder { return newFinder(y) }
}

// bit adds a node whose token is a bit of the state.
func (y *yard[S]) bit(word int, shift uint, node int32) {
	if n := len(y.runs); n > 0 {
		r := &y.runs[n-1]
		width := uint(bits.Len64(r.mask))
		if r.word == word && r.shift+width == shift && r.to == int(node>>6) && r.up+width == uint(node&63) {
			r.mask |= 1 << width
			return
		}
	}
	y.runs = append(y.runs, tokenRun{word: word, to: int(node >> 6), shift: shift, up: uint(node & 63), mask: 1})
}

// enliven finds the live nodes. It lets the walker be everywhere.
func (y *yard[S]) enliven() {
	y.live = y.goals
	for again := true; again; {
		again = false
		for n := range int32(y.size) {
			for _, m := range y.moves[y.first[n]:y.first[n+1]] {
				if has(&y.live, m.to) && !has(&y.live, n) {
					add(&y.live, n)
					again = true
				}
			}
		}
	}
}

// flood adds to reached the free nodes to which ways lead from open, a part of reached. near is the neighbours of open
// and of the nodes that were added.
func (y *yard[S]) flood(free, reached, open S) (all, near S) {
	for i := 0; i < len(open); {
		if open[i] == 0 {
			i++
			continue
		}
		n := i<<6 + bits.TrailingZeros64(open[i])
		open[i] &= open[i] - 1
		next := &y.near[n]
		for k := len(open) - 1; k >= 0; k-- {
			near[k] |= (*next)[k]
			fresh := (*next)[k] & free[k] &^ reached[k]
			reached[k] |= fresh
			open[k] |= fresh
			if fresh != 0 && k < i {
				i = k
			}
		}
	}
	return reached, near
}
