package explore

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/prune"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/text"
)

// Growth describes the growth of the tree of a search that keeps no states: the number of sequences of moves of each
// length from 0 on.
type Growth struct {
	Columns []GrowthColumn // first for all sequences, then with more and more sequences left out
}

// GrowthColumn counts sequences, without some that are left out.
type GrowthColumn struct {
	Without   string // what is left out: "" for nothing, "prune 1", or withoutFound
	Sequences []*big.Int
	Reason    string // why it ended early
}

// withoutFound names the column without all sequences that searches leave out, declared by the model or found by pzc.
const withoutFound = "all found"

// Grow counts the sequences of at most depth moves from the start.
func Grow(ctx context.Context, t *task.Task, depth int, o backends.Options) (*Growth, error) {
	plain := backends.Options{All: true, Memory: o.Memory, Progress: o.Progress}
	s := job.New(ctx, t, plain)
	g := &Growth{}
	if s.Begin(); s.Stop != "" {
		return nil, fmt.Errorf("sequences of moves cannot be counted: %s", s.Stop)
	}
	add := func(without string, p *prune.Automaton) {
		c := GrowthColumn{Without: without}
		c.Sequences, c.Reason = sequences(&s, p, depth)
		if n := len(g.Columns); n == 0 || !sameNumbers(g.Columns[n-1].Sequences, c.Sequences) {
			g.Columns = append(g.Columns, c)
		}
	}
	add("", nil)
	for k := range t.Prunings {
		prefix := *t
		prefix.Prunings = t.Prunings[:k+1]
		sp := *s.Space
		sp.Task = &prefix
		if p, ok := prune.Declared(&sp); ok {
			add(t.Prunings[k].Name, p)
		}
	}
	add(withoutFound, prune.New(ctx, s.Space))
	return g, nil
}

func sameNumbers(a, b []*big.Int) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Cmp(b[i]) != 0 {
			return false
		}
	}
	return true
}

// place is the end of a sequence of moves: its state, and the state of the pruning automaton.
type place struct{ state, last uint32 }

const placeBytes = 120 // in a map, with its number

// sequences counts sequences of moves by their ends, one length after another.
func sequences(r *job.Job, p *prune.Automaton, depth int) (out []*big.Int, reason string) {
	states := store.NewClosed(r.Space.Layout.Words)
	now := map[place]*big.Int{}
	for i := range r.RootCount() {
		id, _ := states.Put(r.Root(i))
		now[place{id, 0}] = big.NewInt(1)
	}
	anywhere := anywhere(r)
	x := space.NewExpander(r.Space)
	for {
		total := new(big.Int)
		for _, n := range now {
			total.Add(total, n)
		}
		if out = append(out, total); len(out) > depth {
			return out, ""
		}
		if r.Progress != nil {
			r.Progress(backends.Progress{
				Doing: "sequences", Level: "moves", At: int64(len(out)), Done: int64(len(out)),
				Unit: "length", Of: int64(depth) + 1,
			})
		}
		next := make(map[place]*big.Int, len(now))
		seen := 0
		for at, n := range now {
			if seen++; seen%256 == 0 && r.Ctx.Err() != nil {
				return out, "stopped"
			}
			if states.Bytes()+placeBytes*int64(len(now)+len(next)) > r.Memory {
				return out, fmt.Sprintf("the memory limit of %s was reached", text.Bytes(r.Memory))
			}
			if x.Only = p.Row(int32(at.last)); anywhere {
				x.Kids = x.Kids[:0]
				for m := range r.Space.Moves {
					x.Kids = append(x.Kids, space.Kid{Move: int32(m)})
				}
			} else {
				x.Expand(states.State(at.state))
			}
			for k := range x.Kids {
				last := p.After(int32(at.last), x.Kids[k].Move)
				if last == prune.Cut {
					continue
				}
				to := place{at.state, uint32(last)}
				if !anywhere {
					to.state, _ = states.Put(x.State(k))
				}
				if next[to] == nil {
					next[to] = new(big.Int)
				}
				next[to].Add(next[to], n)
			}
		}
		now = next
	}
}

// anywhere reports whether all moves are applicable in all states. Then the end of a sequence does not matter.
func anywhere(r *job.Job) bool {
	if r.RootCount() != 1 || r.Space.Task.Always != task.True {
		return false
	}
	return !slices.ContainsFunc(r.Space.Task.Moves, func(m task.Move) bool { return m.Guard != task.True })
}
