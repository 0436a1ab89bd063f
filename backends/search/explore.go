package search

import (
	"context"
	"fmt"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/amount"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/task"
)

// ExploreOptions are options of Explore; the zero value is the default.
type ExploreOptions struct {
	// Only MaxHorizon, Threads, Memory, Tables and Progress are used.
	backends.Options
	// ByMoves measures distances by moves even if moves differ in cost.
	ByMoves bool
	// Layer, if not nil, is called with each layer when it is complete.
	Layer func(Layer)
}

// Layer describes the states at one distance from the start.
type Layer struct {
	Distance int64 // moves, or the least cost
	States   int64
	Goals    int64 // states among them in which the goal holds
	Stuck    int64 // states among them that allow no move
	Moves    int64 // moves that can be made in them, moves back included
}

// Exploration describes the states that can be reached from the start.
type Exploration struct {
	Layers  []Layer // layers that have states, by distance
	ByCost  bool    // distances are costs; else numbers of moves
	MaxCost int64   // of a move
	Started int64   // initial states
	// Complete: these are all states. If not, Reason says why, and the last layer may be incomplete.
	Complete bool
	Reason   string
	// Kept says how the states seen were kept.
	Kept  string
	Stats backends.Stats
}

// States returns the number of states in all layers.
func (e *Exploration) States() (n int64) {
	for i := range e.Layers {
		n += e.Layers[i].States
	}
	return n
}

// Moves returns the number of moves that can be made in all layers.
func (e *Exploration) Moves() (n int64) {
	for i := range e.Layers {
		n += e.Layers[i].Moves
	}
	return n
}

// Explore visits every state that can be reached, whatever the model promises, and counts the states at each distance.
// Distances are numbers of moves (breadth-first search) or, if moves differ in cost, costs (Dijkstra's algorithm). An
// error means that the options do not fit the task.
func Explore(ctx context.Context, t *task.Task, o ExploreOptions) (*Exploration, error) {
	e, _, err := exploring(ctx, t, o)
	return e, err
}

// exploring is Explore. It also returns the run, with which others go on.
func exploring(ctx context.Context, t *task.Task, o ExploreOptions) (*Exploration, *run, error) {
	start := time.Now()
	plain := backends.Options{
		All: true, MaxHorizon: o.MaxHorizon, Threads: o.Threads, Memory: o.Memory,
		Progress: o.Progress, Tables: o.Tables,
	}
	if err := checkOptions(t, plain); err != nil {
		return nil, nil, err
	}
	s := newRun(ctx, t, plain)
	s.h.Trusted = false // progress reports depths, not what plans cost
	e := &explorationOf{run: s, each: o.Layer, Exploration: &Exploration{}}
	if s.begin(); s.stop == "" {
		e.Started, e.MaxCost = int64(s.rootCount()), s.sp.MaxCost
		if e.ByCost = !o.ByMoves && s.sp.MinCost != s.sp.MaxCost; e.ByCost {
			if o.MaxHorizon != nil {
				return nil, nil, fmt.Errorf("a bound on the number of moves fits an exploration by moves; the moves of this " +
					"puzzle differ in cost")
			}
			e.byCost()
		} else {
			e.byMoves(o.MaxHorizon)
		}
	}
	e.Complete = s.stop == "" && !s.cut
	e.Reason = s.stop
	if s.cut {
		e.Reason = fmt.Sprintf("states beyond %s were not looked at", amount.Of(int64(*o.MaxHorizon), "move"))
	}
	e.Stats = s.stats
	e.Stats.PeakBytes += s.sp.Bytes() + s.make.Bytes()
	e.Stats.SolveTime = time.Since(start)
	return e.Exploration, s, nil
}

// explorationOf is an exploration being made.
type explorationOf struct {
	*run
	*Exploration
	each func(Layer)
}

// close adds a complete layer.
func (e *explorationOf) close(l Layer) {
	if l.States == 0 {
		return
	}
	e.Layers = append(e.Layers, l)
	if e.each != nil && e.stop == "" {
		e.each(l)
	}
}

func (e *explorationOf) byMoves(maxMoves *int) {
	w, how := e.newWave(space.NewCoarse(e.ctx, e.sp, e.roots.states), seenAny, false)
	e.Kept = how
	w.begin()
	layer := Layer{States: int64(w.trail.Len()), Goals: w.goals}
	for from := 0; from < w.trail.Len(); layer.Distance++ {
		to := w.trail.Len()
		if e.cut = maxMoves != nil && layer.Distance == int64(*maxMoves); e.cut {
			break
		}
		w.phase.level, w.phase.at = "depth", layer.Distance
		goals, stuck, moves := w.goals, w.stuck, w.stats.Generated
		w.layer(int(layer.Distance), from, to)
		layer.Stuck, layer.Moves = w.stuck-stuck, w.stats.Generated-moves
		e.close(layer)
		e.stats.MaxFrontier = max(e.stats.MaxFrontier, int64(w.trail.Len()-to))
		layer = Layer{Distance: layer.Distance, States: int64(w.trail.Len() - to), Goals: w.goals - goals}
		if e.stop != "" {
			layer.Distance++
			break
		}
		from = to
	}
	e.close(layer)
	w.account()
}

// byCost is Dijkstra's algorithm (A note on two problems in connexion with graphs, 1959) without a goal.
func (e *explorationOf) byCost() {
	t := store.NewClosed(e.sp.Layout.Words)
	var cost store.Pages[int64]
	var open store.Queue
	e.Kept = "a hash table of packed states with their costs"
	bytes := func() int64 {
		return t.Bytes() + cost.Bytes() + open.Bytes()
	}
	reach := func(st []uint64, g int64) {
		if g > task.MaxCost {
			e.stop = backends.ReasonTotal(task.MaxCost)
			return
		}
		switch id, fresh := t.Put(st); {
		case fresh:
			cost.Push(g)
			open.Push(g, 0, id)
		case g < *cost.At(id):
			*cost.At(id) = g
			open.Push(g, 0, id)
		default:
			e.stats.Duplicates++
		}
	}
	for i := range e.rootCount() {
		reach(e.root(i), 0)
	}
	layer := Layer{}
	e.phase.level = "cost"
	for e.stop == "" && !e.over("explore", bytes) {
		e.stats.MaxFrontier = max(e.stats.MaxFrontier, open.Len())
		g, _, id, ok := open.Pop()
		if !ok {
			break
		}
		if g != *cost.At(id) {
			continue // a better way was found since
		}
		if g != layer.Distance {
			e.close(layer)
			layer, e.phase.at = Layer{Distance: g}, g
		}
		e.lower = g
		e.expand(t.State(id))
		layer.States++
		layer.Moves += int64(len(e.x.Kids))
		if e.sp.IsGoal(t.State(id), e.x.Child) {
			layer.Goals++
		}
		if len(e.x.Kids) == 0 {
			layer.Stuck++
		}
		for k := range e.x.Kids {
			reach(e.x.State(k), g+e.x.Kids[k].Cost)
		}
	}
	e.close(layer)
	e.stats.PeakBytes = max(e.stats.PeakBytes, bytes())
	e.stats.BytesPerState = float64(bytes()) / float64(max(1, t.Len()))
}
