package ground

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/ground/lint"
	"github.com/pzc-lang/pzc/compiler/ground/reach"
	"github.com/pzc-lang/pzc/compiler/ground/symbolic"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task"
)

// schema is a declared move with its instances.
type schema struct {
	decl       *model.Move
	list       *enumeration
	writing    *writing
	instances  int // the number of instances that are grounded
	possible   int // the number of these that are applicable in some state
	collisions int // the number of these that certainly write two values to one place
	last       *symbolic.Doubt
}

// Sizes in lists.
const (
	moveBytes  = 64
	valueBytes = 16
)

// mostTried bounds the instances of a move that are looked at if reached values enable none.
const mostTried = 10_000

// moveMaker grounds the moves that reached values enable.
type moveMaker struct {
	g       *grounder
	t       *task.Task
	at      []int32 // of each move of the task: the number of its instance
	schemas []schema
	waiters []waiter
}

// makeMoves grounds all moves, in the order of the language.
func (g *grounder) makeMoves(t *task.Task) []schema {
	m := &moveMaker{g: g, t: t}
	var reached *reach.Relaxed
	if g.image == nil && !g.allMoves { // a simpler puzzle has few moves that are never made
		reached = reach.Start(g.Work, t, g.domains)
	}
	total := 0
	for i, mv := range g.m.Moves {
		g.At = mv.Span
		list := g.newEnumeration(mv, &total)
		list.reached, list.waiters = reached, &m.waiters
		m.schemas = append(m.schemas, schema{decl: mv, list: list, writing: g.newWriting(mv)})
		if list.start(); !m.ground(i) {
			return nil
		}
	}
	first := len(t.Moves)
	for from := 0; len(m.waiters) > 0 && from < len(t.Moves); {
		var woken []int
		for ; from < len(t.Moves); from++ {
			woken = append(woken, reached.Write(t.Moves[from].Effects)...)
		}
		for _, k := range woken {
			m.waiters[k].resume()
		}
		for i := range m.schemas {
			if !m.ground(i) {
				return nil
			}
		}
	}
	if len(t.Moves) > first {
		m.sort()
	}
	for i := range m.schemas {
		m.judge(i)
		m.schemas[i].list, m.schemas[i].writing = nil, nil
	}
	return m.schemas
}

// ground grounds the new instances of a declared move. It returns false if the work ends.
func (m *moveMaker) ground(i int) bool {
	g, s := m.g, &m.schemas[i]
	fresh := s.list.n - s.instances
	if g.Halted() || !g.Fits(int64(fresh)*moveBytes) {
		return false
	}
	m.t.Moves, m.at = slices.Grow(m.t.Moves, fresh), slices.Grow(m.at, fresh)
	for ; s.instances < s.list.n; s.instances++ {
		gm, ok := s.instance(i, s.list.at(s.instances))
		if g.Halted() {
			return false
		}
		if ok {
			m.t.Moves, m.at = append(m.t.Moves, gm), append(m.at, int32(s.instances))
		}
	}
	return true
}

// sort puts the moves into the order of the language.
func (m *moveMaker) sort() {
	moves := m.t.Moves
	order, schema := make([]int, len(moves)), make([]int32, len(moves))
	for i := range order {
		order[i], schema[i] = i, int32(moves[i].Schema)
	}
	slices.SortFunc(order, func(i, j int) int {
		a, b := schema[i], schema[j]
		if a != b {
			return int(a - b)
		}
		list := m.schemas[a].list
		return compareArgs(list.at(int(m.at[i])), list.at(int(m.at[j])))
	})
	m.t.Moves = make([]task.Move, len(order))
	for k, i := range order {
		m.t.Moves[k] = moves[i]
	}
}

// judge looks for mistakes in a declared move. If reached values enable no instance that is applicable in some state,
// judge grounds all instances until it finds one.
func (m *moveMaker) judge(i int) {
	g, s := m.g, &m.schemas[i]
	if s.possible == 0 && slices.ContainsFunc(s.list.stages, func(st stage) bool { return st.cond != nil }) {
		all := g.newEnumeration(s.decl, new(int))
		all.most = mostTried
		all.start()
		s.collisions = 0
		for s.instances = 0; s.instances < all.n && s.possible == 0 && !g.Halted(); s.instances++ {
			s.instance(i, all.at(s.instances))
		}
		if !all.roomFor(0) { // there may be others
			s.instances++
		}
	}
	if s.collisions > 0 && s.collisions == s.instances {
		g.collisionError(s.decl, s.last)
	}
}

// instance grounds a move with its arguments. ok is false if the move is never applicable.
func (s *schema) instance(number int, args []model.Value) (gm task.Move, ok bool) {
	w := s.writing
	g := w.g
	w.begin(args)
	g.Watch(!g.o.NoWarnings)
	g.Compare(!g.o.NoWarnings && g.image == nil)
	ok = w.ground(&gm)
	g.Watch(false)
	g.Compare(false)
	if g.lint.Note(w.lint) {
		w.lint = &lint.Draft{}
	}
	if w.crash != nil {
		s.collisions, s.last = s.collisions+1, w.crash
	}
	if !ok {
		return gm, false
	}
	s.possible++
	gm.Name, gm.Schema = g.m.FormatMove(w.mv, args), number
	if len(g.m.Prunes) > 0 {
		g.moveArgs[gm.Name] = args
	}
	return gm, true
}
