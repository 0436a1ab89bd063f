// Package librarytest lets the tests of the search packages run over the library of models.
package librarytest

import (
	"context"
	"io/fs"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/assign"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/ground"
	"github.com/pzc-lang/pzc/compiler/ground/parity"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/models"
)

// EachTask grounds the first instances of each model of the library, at most n of each, and calls do with the tasks.
func EachTask(t *testing.T, n int, do func(t *testing.T, tk *task.Task)) {
	t.Helper()
	err := fs.WalkDir(models.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".pz") {
			return err
		}
		loader := &check.Loader{FS: models.FS()}
		program, diags := loader.Load(name)
		require.False(t, diags.HasErrors(), "%s: %v", name, diags)
		left := n
		for _, inst := range append([]*model.Instance{nil}, program.Instances...) {
			m, diags := semantics.Build(program, inst, nil)
			if diags.HasErrors() {
				continue // parameters are missing
			}
			if left--; left < 0 {
				break
			}
			tk, diags := ground.Task(t.Context(), m, ground.Options{Invariant: parity.Reason})
			require.False(t, diags.HasErrors(), "%s: %v", name, diags)
			label := name
			if inst != nil {
				label += "/" + inst.Name
			}
			t.Run(label, func(t *testing.T) { do(t, tk) })
		}
		return nil
	})
	require.NoError(t, err)
}

// Exhausted is all states that are reachable, with the exact cost from each, math.MaxInt64 where there is no plan.
type Exhausted struct {
	Space  *space.Space
	States *store.Closed
	Rest   []int64 // by number of the state
}

// Exhaust visits all states that are reachable. It returns false if there are more than most.
func Exhaust(tk *task.Task, most int) (*Exhausted, bool) {
	type edge struct {
		from uint32
		cost int64
	}
	x := &Exhausted{Space: space.New(context.Background(), tk, false)}
	x.States = store.NewClosed(x.Space.Layout.Words)
	e := space.NewExpander(x.Space)
	assign.Each(x.Space, []task.Expr{tk.InitCond}, &backends.Stats{}, assign.Until(context.Background()),
		func(st []uint64) bool {
			x.States.Put(st)
			return x.States.Len() <= most
		})
	var back [][]edge
	var open store.Queue
	for id := uint32(0); int(id) < x.States.Len(); id++ {
		if x.States.Len() > most {
			return nil, false
		}
		st := x.States.State(id)
		x.Rest = append(x.Rest, math.MaxInt64)
		if x.Space.IsGoal(st, e.Child) {
			x.Rest[id] = 0
			open.Push(0, 0, id)
		}
		e.Expand(st)
		for k := range e.Kids {
			to, _ := x.States.Put(e.State(k))
			for int(to) >= len(back) {
				back = append(back, nil)
			}
			back[to] = append(back[to], edge{id, e.Kids[k].Cost})
		}
	}
	for {
		d, _, id, ok := open.Pop()
		if !ok {
			return x, true
		}
		if d > x.Rest[id] || int(id) >= len(back) {
			continue
		}
		for _, b := range back[id] {
			if d+b.cost < x.Rest[b.from] {
				x.Rest[b.from] = d + b.cost
				open.Push(d+b.cost, 0, b.from)
			}
		}
	}
}
