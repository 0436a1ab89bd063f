package prune

import (
	"math/bits"
	"slices"

	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/compiler/task"
)

// A puzzle is Sokoban-like if a walker moves equal tokens, as the man of Sokoban moves crates:
//
//   - A token is on a node of an undirected graph. A variable of two values for each such node says whether a token is
//     there. One more variable is the node of the walker. There are no other variables.
//   - A move carries a token from a node to a neighbour without a token, and puts the walker where the token was. The
//     walker must be able to reach a certain neighbour of the token over nodes that are free: without a token, and
//     walkable. The cost is a constant.
//   - The goal is that certain nodes have tokens.
//
// So two states with the same tokens and with the walker in the same component of the free nodes have the same plans.
type sokoban[S nodes] struct {
	board  *space.Board
	walker struct {
		word  int
		shift uint
		mask  uint64
		node  []int32 // by place of the walker's variable: the node; -1: none
	}
	near  []S // by node: its neighbours
	all   S   // all nodes
	goals S
	live  S       // nodes from which moves lead a token to a goal
	first []int32 // by node: the number of its first move; one more at the end
	moves []push  // by the node of the token
	words int     // of a set of moves
}

// push is a move of a token from a node.
type push struct{ to, stand, move int32 }

// nodes is a set of nodes.
type nodes interface {
	[1]uint64 | [2]uint64 | [4]uint64
}

func has[S nodes](s *S, n int32) bool { return (*s)[n>>6]>>(n&63)&1 != 0 }

func add[S nodes](s *S, n int32) { (*s)[n>>6] |= 1 << (n & 63) }

// survey collects the parts of a Sokoban-like puzzle from a task. Nodes are those of the board.
type survey struct {
	sp     *space.Space
	pool   *task.Pool
	walker int         // the variable
	graph  int64       // the number of the graph
	free   []task.Expr // by node of the graph
	board  *space.Board
	token  []int32 // by variable: the node; -1: none
	goals  []int32
	moves  [][3]int32 // by move: from, to and stand; -1: no flood reaches it
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
	return true
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
		case n.Op == task.OpReach && s.reach(e, n):
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
			if s.board.Node(value) == a {
				want = value
			}
		}
		if !ok || e.Cond != task.True || value != want {
			return false
		}
	}
	at := s.board.Node(stand)
	s.moves = append(s.moves, [3]int32{a, b, at})
	near := func(n int32) bool { return s.board.Near(a)[n>>6]>>(n&63)&1 != 0 }
	return near(b) && (at < 0 || near(at))
}

// reach reads the graph, the walker and the tokens of an OpReach. It returns false if they have another form, or if
// they are not those of the first OpReach.
func (s *survey) reach(e task.Expr, n *task.Node) bool {
	from := s.pool.Node(n.Args[0])
	if s.walker >= 0 {
		return from.Op == task.OpVar && from.N == int64(s.walker) && n.N == s.graph && slices.Equal(n.Args[2:], s.free)
	}
	s.board = s.sp.Program.BoardOf(s.sp.Program.Compile(e))
	if s.board == nil || from.Op != task.OpVar {
		return false
	}
	s.walker, s.graph, s.free = int(from.N), n.N, n.Args[2:]
	s.token = slices.Repeat([]int32{-1}, len(s.sp.Task.Vars))
	for c, e := range s.free {
		k := s.board.Node(int64(c))
		n := s.pool.Node(e)
		switch {
		case e == task.True || e == task.False && k < 0:
		case n.Op == task.OpNot && s.pool.Node(n.Args[0]).Op == task.OpVar:
			v := s.pool.Node(n.Args[0]).N
			if k < 0 || s.token[v] >= 0 || !slices.Equal(s.sp.Task.Vars[v].Values, []int64{0, 1}) {
				return false
			}
			s.token[v] = k
		default:
			return false
		}
	}
	for v, k := range s.token {
		if (k < 0) != (v == s.walker) {
			return false
		}
	}
	return true
}

func newSokoban[S nodes](s *survey) *sokoban[S] {
	size := int32(s.board.Nodes())
	y := &sokoban[S]{board: s.board, near: make([]S, size), words: s.sp.Rows.Words}
	f := &s.sp.Layout.Fields[s.walker]
	y.walker.word, y.walker.shift, y.walker.mask = f.Word, f.Shift, f.Mask
	for _, code := range s.sp.Layout.Vars[s.walker].Values {
		y.walker.node = append(y.walker.node, s.board.Node(code))
	}
	for _, n := range s.goals {
		add(&y.goals, n)
	}
	for n := range size {
		add(&y.all, n)
		for w, set := range s.board.Near(n) {
			y.near[n][w] = set
		}
		y.first = append(y.first, int32(len(y.moves)))
		for m, mv := range s.moves {
			if from, to, stand := mv[0], mv[1], mv[2]; from == n && stand >= 0 {
				y.moves = append(y.moves, push{to, stand, int32(m)})
			}
		}
	}
	y.first = append(y.first, int32(len(y.moves)))
	y.enliven()
	return y
}

// enliven finds the live nodes. It lets the walker be everywhere.
func (y *sokoban[S]) enliven() {
	y.live = y.goals
	for again := true; again; {
		again = false
		for n := range int32(len(y.near)) {
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
// and of the nodes that were added. The floods of space.Board begin at one node, want no neighbours, and have sets of
// any length, so a common function would have more cases than both.
func (y *sokoban[S]) flood(free, reached, open S) (all, near S) {
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

// placed is the tokens of a state.
type placed[S nodes] struct {
	*sokoban[S]
	tokens, free S
	live         S    // places that a token may be carried to
	spare        bool // there are more tokens than goals
	scratch      []uint64
}

func newPlaced[S nodes](y *sokoban[S]) placed[S] {
	return placed[S]{sokoban: y, scratch: make([]uint64, len(y.board.Near(0)))}
}

// read collects the tokens of a state.
func (f *placed[S]) read(st []uint64) {
	f.board.Free(st, f.scratch)
	more := 0
	for i, free := range f.scratch {
		f.free[i] = free
		f.tokens[i] = f.all[i] &^ free
		more += bits.OnesCount64(f.tokens[i]) - bits.OnesCount64(f.goals[i])
	}
	if f.live, f.spare = f.sokoban.live, more > 0; f.spare {
		f.live = f.all
	}
}

// each calls do for the moves of some tokens.
func (f *placed[S]) each(tokens *S, do func(n int32, m *push)) {
	for i := 0; i < len(*tokens); i++ {
		for set := (*tokens)[i]; set != 0; set &= set - 1 {
			n := int32(i<<6 + bits.TrailingZeros64(set))
			for k := f.first[n]; k < f.first[n+1]; k++ {
				do(n, &f.moves[k])
			}
		}
	}
}
