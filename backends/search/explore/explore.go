// Package explore visits all reachable states of a task and ignores the promises of the model. Explore counts the
// states at each distance. TakeSurvey computes exact distances to the goal, and statistics of these. Grow counts the
// nodes of the tree of a search that keeps no states.
package explore

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search"
	"github.com/pzc-lang/pzc/backends/search/breadthfirst"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/text"
)

// Options are options of Explore; the zero value is the default.
type Options struct {
	// Only MaxHorizon, Threads, Memory, Work, Tables and Progress are used.
	backends.Options
	// ByMoves measures distances by moves even if moves differ in cost.
	ByMoves bool
	// Layer, if not nil, is called with each layer when it is complete.
	Layer func(Layer)
	// States is the number of states beyond which Explore ends; 0: no limit.
	States int64
}

// Layer describes the states at one distance from the start.
type Layer struct {
	Distance int64 // moves, or the least cost
	States   int64
	Goals    int64 // states among them in which the goal holds
	Stuck    int64 // states among them without an applicable move
	Moves    int64 // applicable moves in these states, moves back included
}

// Exploration describes the states that can be reached from the start.
type Exploration struct {
	Layers  []Layer // layers that have states, by distance
	ByCost  bool    // distances are costs; else numbers of moves
	MaxCost int64   // of a move
	Started int64   // initial states
	// Complete reports whether all reachable states were visited. If not, Reason says why, and the last layer may be
	// incomplete.
	Complete bool
	Reason   string
	// Kept describes the set of states seen, in words.
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

// Explore visits every reachable state, ignores promises of the model, and counts the states at each distance.
// Distances are numbers of moves (breadth-first search) or, if moves differ in cost, costs (Dijkstra's algorithm). An
// error means that the options do not fit the task.
func Explore(ctx context.Context, t *task.Task, o Options) (*Exploration, error) {
	e, err := exploring(ctx, t, o)
	if err != nil {
		return nil, err
	}
	return e.Exploration, nil
}

// exploring is Explore. It also returns the run, which a survey continues.
func exploring(ctx context.Context, t *task.Task, o Options) (*explorationOf, error) {
	start := time.Now()
	plain := backends.Options{
		All: true, MaxHorizon: o.MaxHorizon, Threads: o.Threads, Memory: o.Memory,
		Progress: o.Progress, Tables: o.Tables, Work: o.Work,
	}
	if o.MaxHorizon != nil && *o.MaxHorizon < 0 {
		return nil, errors.New("a horizon is a number of moves, 0 or more")
	}
	j := search.NewJob(ctx, t, plain)
	s := &j
	s.Heuristic.Trusted = false // progress reports depths, not costs of plans
	tooMany := "there are more than " + text.Plural(o.States, "state")
	if o.States > 0 {
		s.Budget, s.GiveUp = o.States+1, func() bool { s.Stop = tooMany; return true }
	}
	e := &explorationOf{Job: s, each: o.Layer, Exploration: &Exploration{}}
	if s.Begin(); s.Stop == "" {
		e.Started, e.MaxCost = int64(s.RootCount()), s.Space.MaxCost
		if e.ByCost = !o.ByMoves && s.Space.MinCost != s.Space.MaxCost; e.ByCost {
			if o.MaxHorizon != nil {
				return nil, fmt.Errorf("a bound on the number of moves fits an exploration by moves; the moves of this " +
					"puzzle differ in cost")
			}
			e.byCost()
		} else {
			c := space.NewCoarse(e.Ctx, e.Space, e.Roots.States)
			for _, explores := range explorers() {
				if explores(e, c, o) {
					break
				}
			}
		}
	}
	if s.Budget = 0; o.States > 0 && e.States() > o.States {
		s.Stop = tooMany
	}
	e.Complete = s.Stop == "" && !s.Cut
	e.Reason = s.Stop
	if s.Cut {
		e.Reason = fmt.Sprintf("states beyond %s were not looked at", text.Plural(int64(*o.MaxHorizon), "move"))
	}
	e.Stats = s.Counts
	e.Stats.PeakBytes += s.Space.Bytes() + s.Maker.Bytes()
	e.Stats.SolveTime = time.Since(start)
	return e, nil
}

// explorationOf is an exploration being made.
type explorationOf struct {
	*job.Job
	*Exploration
	each    func(Layer)
	visited visited  // what has visited the states, if distances are numbers of moves
	last    []uint64 // the first state of its last layer
}

// close adds a complete layer.
func (e *explorationOf) close(l Layer) {
	if l.States == 0 {
		return
	}
	e.Layers = append(e.Layers, l)
	if e.each != nil && e.Stop == "" {
		e.each(l)
	}
}

// explorer explores by moves. It returns false if the exploration does not have the form that it is for.
type explorer func(e *explorationOf, c *space.Coarse, o Options) bool

// explorers lists these, the fastest first. All but the last one are techniques: each can be deleted with its line.
func explorers() []explorer {
	return []explorer{
		(*explorationOf).byProduct,
		(*explorationOf).byMoves,
	}
}

func (e *explorationOf) byMoves(c *space.Coarse, o Options) bool {
	w, how := breadthfirst.New(e.Job, c, false)
	e.Kept, e.visited = how, w
	w.Start()
	e.last = make([]uint64, w.Form().Layout.Words)
	layer := Layer{States: int64(w.Len()), Goals: w.Goals}
	for from := 0; from < w.Len(); layer.Distance++ {
		to := w.Len()
		if e.Cut = o.MaxHorizon != nil && layer.Distance == int64(*o.MaxHorizon); e.Cut {
			break
		}
		w.State(from, e.last)
		w.Phase.Level, w.Phase.At = "depth", layer.Distance
		goals, stuck, moves := w.Goals, w.Stuck, w.Counts.Generated
		w.Layer(int(layer.Distance), from, to)
		layer.Stuck, layer.Moves = w.Stuck-stuck, w.Counts.Generated-moves
		e.close(layer)
		e.Counts.MaxFrontier = max(e.Counts.MaxFrontier, int64(w.Len()-to))
		layer = Layer{Distance: layer.Distance, States: int64(w.Len() - to), Goals: w.Goals - goals}
		if e.Stop != "" {
			layer.Distance++
			break
		}
		from = to
	}
	e.close(layer)
	w.Account()
	return true
}

// byCost is Dijkstra's algorithm (A note on two problems in connexion with graphs, 1959) without a goal.
func (e *explorationOf) byCost() {
	t := store.NewClosed(e.Space.Layout.Words)
	var cost store.Pages[int64]
	var open store.Queue
	e.Kept = "a hash table of packed states with their costs"
	bytes := func() int64 {
		return t.Bytes() + cost.Bytes() + open.Bytes()
	}
	reach := func(st []uint64, g int64) {
		if g > task.MaxCost {
			e.Stop = backends.ReasonTotal(task.MaxCost)
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
			e.Counts.Duplicates++
		}
	}
	for i := range e.RootCount() {
		reach(e.Root(i), 0)
	}
	layer := Layer{}
	e.Phase.Level = "cost"
	for e.Stop == "" && !e.Over("explore", bytes) {
		e.Counts.MaxFrontier = max(e.Counts.MaxFrontier, open.Len())
		g, _, id, ok := open.Pop()
		if !ok {
			break
		}
		if g != *cost.At(id) {
			continue // a cheaper path was found later
		}
		if g != layer.Distance {
			e.close(layer)
			layer, e.Phase.At = Layer{Distance: g}, g
		}
		e.Lower = g
		e.Expand(t.State(id))
		layer.States++
		layer.Moves += int64(len(e.Expander.Kids))
		if e.Space.IsGoal(t.State(id), e.Expander.Child) {
			layer.Goals++
		}
		if len(e.Expander.Kids) == 0 {
			layer.Stuck++
		}
		for k := range e.Expander.Kids {
			reach(e.Expander.State(k), g+e.Expander.Kids[k].Cost)
		}
	}
	e.close(layer)
	e.Took(bytes(), 0)
	e.Counts.BytesPerState = float64(bytes()) / float64(max(1, t.Len()))
}
