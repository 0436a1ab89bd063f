package search

import (
	"context"
	"testing"
)

// tree is a node of a binary tree, or a cell of a grid: the children of n are 2n and 2n+1, the neighbours n+1 and
// n+1000.
type tree int

func (n tree) Hash() uint64 { return uint64(n) * 0x9e3779b97f4a7c15 >> 20 }

func trees(goal, times tree) *Problem[tree, tree] {
	return &Problem[tree, tree]{
		Starts: []tree{1},
		Successors: func(n *tree, steps []Step[tree]) []Step[tree] {
			if times == 2 {
				return append(steps, Step[tree]{0, 1, 2 * *n}, Step[tree]{1, 1, 2**n + 1})
			}
			return append(steps, Step[tree]{0, 1, *n + 1}, Step[tree]{1, 1, *n + 1000})
		},
		Goal:   func(n *tree) bool { return *n == goal },
		Pack:   func(n *tree) tree { return *n },
		Unpack: func(n tree) tree { return n },
	}
}

// TestAuto: IDA* goes on where A* meets no state twice, and not where it does, nor where there is a plan soon.
func TestAuto(t *testing.T) {
	for _, c := range []struct {
		goal, times tree
		deepened    bool
		cost        int
	}{
		{1<<16 - 1, 2, true, 15}, {1 + 150 + 150*1000, 1, false, 300}, {1<<5 - 1, 2, false, 4},
	} {
		p, deepened := trees(c.goal, c.times), false
		said := 0
		o := Options{Admissible: true, Progress: func(st Stats) {
			if st.Deepened {
				said++
			}
		}}
		r := Auto(context.Background(), p, Blind[tree], o,
			func(ctx context.Context, p *Problem[tree, tree], h Heuristic[tree], o Options) Result[tree] {
				deepened = true
				return IDAStar(ctx, p, h, o)
			})
		if r.Status != Solved || r.Cost != c.cost || !r.Optimal || deepened != c.deepened ||
			r.Stats.Deepened != c.deepened || (said > 0) != c.deepened {
			t.Errorf("goal %d: %+v, deepened %t, %d times", c.goal, r.Stats, deepened, said)
		}
		if deepened && r.Stats.Expanded <= fewExpanded {
			t.Errorf("goal %d: %d states are not those of both", c.goal, r.Stats.Expanded)
		}
	}
}
