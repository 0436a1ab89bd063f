package compare

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// walk is one of the two models at work: its packed states, by number.
type walk struct {
	space    *space.Space
	expander *space.Expander
	goal     *space.Evaluator
	states   *store.Closed
	kid      []int32 // by ground move: its kid in the current pair plus 1, 0 if the move is not possible
}

// pair is a pair of states with the moves by which it was reached.
type pair struct {
	state  [2]uint32
	parent int32
	move   [2]int32 // -1: the model made no move
}

// looked is the number of pairs between two looks at the context.
const looked = 1 << 10

// pairs compares two models with moves.
func (c *comparison) pairs(ctx context.Context) error {
	var w [2]*walk
	for s, z := range c.z {
		sp := space.New(ctx, z.Task(), false)
		w[s] = &walk{
			space: sp, expander: space.NewExpander(sp), goal: sp.NewEvaluator(),
			states: store.NewClosed(sp.Layout.Words), kid: make([]int32, len(z.Task().Moves)),
		}
	}
	q := &queue{w: w, most: c.Options.Pairs}
	if c.starts(ctx, q) {
		return nil
	}
	layer, end := 0, len(q.pairs)
	for i := 0; i < len(q.pairs); i++ {
		if i == end {
			layer, end = layer+1, len(q.pairs)
		}
		c.Result.Pairs, c.Depth = i+1, layer
		if d := c.disagree(q, i); d != nil {
			for k := i + 1; k < end && d.Moves() > 0; k++ { // a goal at this depth is a shorter disagreement than a move
				if sooner := c.statesDiffer(q, q.pairs[k]); sooner != nil {
					d, i = sooner, k
					break
				}
			}
			c.Diff, c.Verdict = d, Differ
			return c.replay(d, q, i)
		}
		switch {
		case i%looked == 0 && ctx.Err() != nil:
			c.open(context.Cause(ctx).Error())
		case len(q.pairs) > q.most:
			c.open(fmt.Sprintf("more than %d pairs of states", q.most))
		default:
			continue
		}
		return nil
	}
	return nil
}

// queue is the pairs to visit. The union-find structure joins states that must be equivalent: node 2n is state n of the
// reference, node 2n+1 that of the other model.
type queue struct {
	w     [2]*walk
	pairs []pair
	up    []int32
	most  int
}

// put adds a pair of states, unless it follows from pairs before.
func (q *queue) put(states [2][]uint64, parent int, move [2]int32) {
	p := pair{parent: int32(parent), move: move}
	var root [2]int32
	for s := range states {
		p.state[s], _ = q.w[s].states.Put(states[s])
		node := 2*int32(p.state[s]) + int32(s)
		for int(node) >= len(q.up) {
			q.up = append(q.up, int32(len(q.up)))
		}
		root[s] = lists.Root(q.up, node)
	}
	if root[0] == root[1] {
		return
	}
	q.up[root[1]] = root[0]
	q.pairs = append(q.pairs, p)
}

// starts puts the pairs of initial states. done is true if that settled the comparison.
func (c *comparison) starts(ctx context.Context, q *queue) (done bool) {
	var keys [2][]string
	var states [2]map[string][]int64
	for s := range c.z {
		all, complete, err := c.machine[s].InitialStates(ctx, q.most)
		if err != nil || ctx.Err() != nil || !complete {
			c.open("the initial states of a model could not be listed")
			return true
		}
		states[s] = map[string][]int64{}
		for _, st := range all {
			key := c.startKey(Side(s), st)
			if states[s][key] != nil {
				c.open("several initial states look alike; observe what tells them apart")
				return true
			}
			states[s][key] = st
			keys[s] = append(keys[s], key)
		}
	}
	if len(keys[0]) == 1 && len(keys[1]) == 1 { // compared as all other states
		q.put([2][]uint64{q.pack(0, states[0][keys[0][0]]), q.pack(1, states[1][keys[1][0]])}, -1, [2]int32{-1, -1})
		return false
	}
	for s := range c.z {
		for _, key := range keys[s] {
			if states[1-s][key] == nil {
				c.onlyIn(Side(s), OfStart, states[s][key])
				return true
			}
		}
	}
	for _, key := range keys[0] {
		q.put([2][]uint64{q.pack(0, states[0][key]), q.pack(1, states[1][key])}, -1, [2]int32{-1, -1})
	}
	return false
}

// onlyIn sets the difference that only one model has a start or a solution.
func (c *comparison) onlyIn(s Side, kind Kind, state []int64) *Difference {
	d := &Difference{Kind: kind, Only: s}
	d.Way[s].Start, d.Has[s] = state, true
	c.Diff, c.Verdict = d, Differ
	return d
}

// startKey returns the key by which initial states are matched: the observed values, or else the state variables that
// both models have.
func (c *comparison) startKey(s Side, state []int64) string {
	parts := lists.Map(c.face.seen, func(o observed) string { return c.value(s, &o, state) })
	if len(parts) == 0 {
		names := map[string]bool{}
		for _, v := range c.z[1-s].Assignment(make([]int64, c.z[1-s].Model().StateSize)) {
			names[v.Name] = true
		}
		for _, v := range c.z[s].Assignment(state) {
			if names[v.Name] && (!c.byAnswers || v.Decided) {
				parts = append(parts, v.Name+"="+v.Text)
			}
		}
		slices.Sort(parts) // the models may declare their variables in other orders
	}
	return strings.Join(parts, ";")
}

// pack returns a state of the model as a packed state.
func (q *queue) pack(s int, state []int64) []uint64 {
	sp := q.w[s].space
	values := lists.Map(sp.Task.Vars, func(v task.Var) int64 { return state[v.State] })
	st := make([]uint64, sp.Layout.Words)
	sp.Layout.Pack(values, st)
	return st
}

// disagree looks for a difference in a pair of states, and puts the pairs that it leads to.
func (c *comparison) disagree(q *queue, i int) *Difference {
	at := q.pairs[i]
	if d := c.statesDiffer(q, at); d != nil {
		return d
	}
	for s, w := range q.w {
		w.expander.Expand(w.states.State(at.state[s]))
		c.Work.Over(1 + int64(len(w.expander.Kids)))
		for k, kid := range w.expander.Kids {
			w.kid[kid.Move] = int32(k) + 1
		}
	}
	defer func() {
		for _, w := range q.w {
			for _, kid := range w.expander.Kids {
				w.kid[kid.Move] = 0
			}
		}
	}()
	ref, other := q.w[Reference], q.w[Other]
	for k, kid := range ref.expander.Kids {
		o := c.to[kid.Move]
		if o < 0 || other.kid[o] == 0 {
			return c.moveDiffers(Reference, kid.Move)
		}
		theirs := int(other.kid[o]) - 1
		if cost := other.expander.Kids[theirs].Cost; cost != kid.Cost && !c.NoCosts {
			d := c.moveDiffers(Neither, kid.Move)
			d.Kind, d.Values = OfCost, [2]string{fmt.Sprint(kid.Cost), fmt.Sprint(cost)}
			return d
		}
		q.put([2][]uint64{ref.expander.State(k), other.expander.State(theirs)}, i, [2]int32{kid.Move, o})
	}
	return c.otherMoves(q, i)
}

// otherMoves looks at the moves that are possible in the other model.
func (c *comparison) otherMoves(q *queue, i int) *Difference {
	ref, other := q.w[Reference], q.w[Other]
	for k, kid := range other.expander.Kids {
		for _, m := range c.from[kid.Move] {
			if ref.kid[m] == 0 {
				return c.moveDiffers(Other, kid.Move)
			}
		}
		if len(c.from[kid.Move]) > 0 {
			continue
		}
		if !c.Extra || c.declared(kid.Move) {
			return c.moveDiffers(Other, kid.Move)
		}
		here := ref.states.State(q.pairs[i].state[Reference])
		q.put([2][]uint64{here, other.expander.State(k)}, i, [2]int32{-1, kid.Move})
	}
	return nil
}

// declared reports whether the reference declares a move that corresponds to a ground move of the other model, which is
// never possible in the reference.
func (c *comparison) declared(move int32) bool {
	p, _ := readPattern(c.shown(Other, c.z[Other].Task().Moves[move].Name))
	line := func(r rename) bool { return r.side[Other].name == p.name }
	return slices.ContainsFunc(c.face.moves, line) || slices.Contains(c.face.moveNames(c.z[Reference].Program), p.name)
}

// moveDiffers returns the difference of a move: of the reference unless Only is Other.
func (c *comparison) moveDiffers(only Side, move int32) *Difference {
	d := &Difference{Kind: OfMove, Only: only}
	s := Reference
	if only == Other {
		s = Other
	}
	d.Move[s] = c.z[s].Task().Moves[move].Name
	d.Move[1-s], _ = c.translate(s, d.Move[s])
	if s == Other && len(c.from[move]) > 0 {
		d.Move[Reference] = c.z[Reference].Task().Moves[c.from[move][0]].Name
	}
	return d
}

// statesDiffer compares two states: whether they are goals, and their observed values.
func (c *comparison) statesDiffer(q *queue, at pair) *Difference {
	var goal [2]bool
	for s, w := range q.w {
		goal[s] = w.space.IsGoal(w.states.State(at.state[s]), w.goal)
	}
	if goal[0] != goal[1] {
		return &Difference{Kind: OfGoal, Only: Side(space.ToInt(goal[Other]))}
	}
	if len(c.face.seen) == 0 {
		return nil
	}
	var state [2][]int64
	for s, w := range q.w {
		state[s] = c.z[s].StateOf(w.space.Layout.Unpack(w.states.State(at.state[s])))
	}
	return c.observedDiffer(state)
}

func (c *comparison) observedDiffer(state [2][]int64) *Difference {
	for i := range c.face.seen {
		o := &c.face.seen[i]
		if a, b := c.value(Reference, o, state[0]), c.value(Other, o, state[1]); a != b {
			return &Difference{Kind: ofValue, Only: Neither, What: o.text, Values: [2]string{a, b}}
		}
	}
	return nil
}
