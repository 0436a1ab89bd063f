package search

import (
	"errors"
	"fmt"

	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/text"
)

// maxGoals is the greatest number of goal states that a search may begin with. They may be sought in goalTries nodes of
// a tree.
const (
	maxGoals  = 1 << 20
	goalTries = 1 << 21
)

// bidirectionalAlgorithm describes bidirectional search.
var bidirectionalAlgorithm = Algorithm{
	Name: "bidirectional", Expands: "from both ends, where less is open", Finds: Cheapest,
	Keeps: "two searches half as deep: b^(d/2)", Suits: "few goal states, and moves that can be undone",
	run: (*run).bidirectional,
}

// side is one of the two searches: uniform-cost search from the initial states, or backwards from the goals.
type side struct {
	x    *space.Expander
	t    *tree
	cost store.Pages[int64]
	open store.Queue
}

// bidirectional searches from both ends (Pohl, Bi-directional Search, 1971), always on the side with fewer open states
// (Pohl's cardinality criterion). It ends when no plan can be cheaper than the best one found. A plan costs at least
// the sum of the least open cost on each side and the least cost of a move (Nicholson, Finding the Shortest Route
// between Two Points in a Network, 1966; Holte, Felner, Sharon, Sturtevant, Bidirectional Search That Is Guaranteed to
// Meet in the Middle, 2016).
type bidirectional struct {
	*run
	sides  [2]*side
	tables int64     // bytes of the reversed task
	best   int64     // cost of the cheapest plan met
	meet   [2]uint32 // the number of the state where the halves of the plan meet, on each side
}

func (r *run) bidirectional() job.Outcome {
	rev, err := reverse(r.Ctx, r.Space.Task)
	if err != nil {
		r.err = err
		return job.Outcome{}
	}
	back := job.New(r.Ctx, rev.task, r.o)
	b := &bidirectional{run: r, tables: back.Space.Bytes() + back.Maker.Bytes(), best: job.NoCost}
	for k, x := range []*space.Expander{r.Expander, back.Expander} {
		b.sides[k] = &side{x: x, t: newTree(r.Space.Layout.Words)}
	}
	for i := range r.RootCount() {
		b.reach(0, r.Root(i), noParent, int32(i), r.RootCost(i))
	}
	if r.err = b.goals(&back); r.err != nil || r.Stop != "" {
		return job.Outcome{}
	}
	b.search()
	return b.finish(rev)
}

// goals opens the goal states.
func (b *bidirectional) goals(back *job.Job) (err error) {
	n := int32(0)
	back.Budget, back.GiveUp = goalTries, func() bool {
		err = errors.New("bidirectional begins in the goals too, and they cannot be listed; use another algorithm")
		return true
	}
	back.Assign([]task.Expr{back.Space.Task.InitCond}, func(st []uint64) bool {
		b.reach(1, st, noParent, n, 0)
		if n++; n > maxGoals {
			err = fmt.Errorf("bidirectional begins in the goals too, and there are more than %s; use another algorithm",
				text.Plural(maxGoals, "goal state"))
		}
		b.Work++
		return err == nil && !b.Over("bidirectional", b.bytes)
	})
	if b.Stop == "" {
		b.Stop = back.Stop
	}
	return err
}

func (b *bidirectional) bytes() int64 { return b.tables + b.sides[0].bytes() + b.sides[1].bytes() }

func (b *bidirectional) search() {
	bytes := b.bytes
	defer func() { b.Took(bytes(), b.sides[0].t.Len()+b.sides[1].t.Len()) }()
	for {
		least := b.Space.MinCost
		for _, s := range b.sides {
			f, ok := s.least()
			if !ok { // the side has expanded all states
				b.Lower = max(b.Lower, b.best)
				return
			}
			least += f
		}
		b.Lower = max(b.Lower, min(b.best, least))
		b.Counts.MaxFrontier = max(b.Counts.MaxFrontier, b.sides[0].open.Len()+b.sides[1].open.Len())
		if b.Lower >= b.best || b.Lower > b.maxCost || b.Over("bidirectional", bytes) {
			return
		}
		k := 0
		if b.sides[1].open.Len() < b.sides[0].open.Len() {
			k = 1
		}
		b.expand(k)
	}
}

// expand makes the successors of the cheapest open state of a side.
func (b *bidirectional) expand(k int) {
	s := b.sides[k]
	g, _, id, _ := s.open.Pop()
	b.ExpandBy(s.x, s.t.State(id))
	for i := len(s.x.Kids) - 1; i >= 0; i-- {
		kid := &s.x.Kids[i]
		b.reach(k, s.x.State(i), id, kid.Move, g+kid.Cost)
	}
}

// reach records a path of cost g to a state on side k, and looks for the state on the other side.
func (b *bidirectional) reach(k int, st []uint64, parent uint32, move int32, g int64) {
	s, other := b.sides[k], b.sides[1-k]
	id, fresh := s.t.Put(st)
	switch {
	case fresh:
		s.t.link(parent, move)
		s.cost.Push(g)
	case *s.cost.At(id) <= g:
		b.Counts.Duplicates++
		return
	default:
		s.t.relink(id, parent, move)
		*s.cost.At(id) = g
	}
	if there, ok := other.t.Find(st); ok {
		if c := g + *other.cost.At(there); c < b.best {
			b.best = c
			b.meet[k], b.meet[1-k] = id, there
		}
	}
	s.open.Push(g, 0, id)
}

// least returns the least cost of an open state, and false if no state is open.
func (s *side) least() (int64, bool) {
	for {
		g, _, id, ok := s.open.Pop()
		if !ok {
			return 0, false
		}
		if *s.cost.At(id) == g {
			s.open.Push(g, 0, id)
			return g, true
		}
	}
}

func (s *side) bytes() int64 { return s.t.bytes() + s.cost.Bytes() + s.open.Bytes() }

// finish joins the halves of the best plan.
func (b *bidirectional) finish(rev *reversed) job.Outcome {
	b.Cut = b.Lower > b.maxCost && b.Lower != job.NoCost
	if b.best > b.maxCost || b.best == job.NoCost {
		return job.Outcome{}
	}
	o := b.sides[0].t.outcome(b.meet[0])
	back := b.sides[1].t
	for id := b.meet[1]; *back.parent.At(id) != noParent; id = *back.parent.At(id) {
		o.Moves = append(o.Moves, int(rev.origin[*back.move.At(id)]))
	}
	return o
}
