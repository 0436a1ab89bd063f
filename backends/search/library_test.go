package search

import (
	"context"
	"io/fs"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/ground"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/models"
	"github.com/pzc-lang/pzc/semantics"
	"github.com/pzc-lang/pzc/task"
)

// eachLibraryTask grounds the first instances of each model of the library, at most n of each.
func eachLibraryTask(t *testing.T, n int, do func(t *testing.T, tk *task.Task)) {
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
			tk, diags := ground.Task(t.Context(), m, ground.Options{})
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

// exhausted is all states that can be reached, with the exact cost from each, hopeless where there is no plan.
type exhausted struct {
	sp     *space.Space
	states *store.Closed
	rest   []int64
}

// exhaust explores a task without anything that cuts; false if there are more than most states.
func exhaust(tk *task.Task, most int) (*exhausted, bool) {
	type edge struct {
		from uint32
		cost int64
	}
	x := &exhausted{sp: space.New(context.Background(), tk, false)}
	x.states = store.NewClosed(x.sp.Layout.Words)
	r := &run{ctx: context.Background(), sp: x.sp, x: space.NewExpander(x.sp), h: blind}
	r.assign([]task.Expr{tk.InitCond}, func(st []uint64) bool {
		x.states.Put(st)
		return x.states.Len() <= most
	})
	var back [][]edge
	var open store.Queue
	for id := uint32(0); int(id) < x.states.Len(); id++ {
		if x.states.Len() > most {
			return nil, false
		}
		st := x.states.State(id)
		x.rest = append(x.rest, hopeless)
		if x.sp.IsGoal(st, r.x.Child) {
			x.rest[id] = 0
			open.Push(0, 0, id)
		}
		r.x.Expand(st)
		for k := range r.x.Kids {
			to, _ := x.states.Put(r.x.State(k))
			for int(to) >= len(back) {
				back = append(back, nil)
			}
			back[to] = append(back[to], edge{id, r.x.Kids[k].Cost})
		}
	}
	for {
		d, _, id, ok := open.Pop()
		if !ok {
			return x, true
		}
		if d > x.rest[id] || int(id) >= len(back) {
			continue
		}
		for _, e := range back[id] {
			if d+e.cost < x.rest[e.from] {
				x.rest[e.from] = d + e.cost
				open.Push(d+e.cost, 0, e.from)
			}
		}
	}
}

// TestRelaxedOnLibrary compares the heuristics with exact costs in some states of small puzzles.
func TestRelaxedOnLibrary(t *testing.T) { relaxedOnLibrary(t, 1, 1000, 20) }

// TestLongRelaxedOnLibrary takes all instances, larger ones too, and looks at more of their states.
func TestLongRelaxedOnLibrary(t *testing.T) { relaxedOnLibrary(t, math.MaxInt, 10000, 300) }

// relaxedOnLibrary takes n instances of each model, if they have at most `most` states, and looks at about `tries` of these.
func relaxedOnLibrary(t *testing.T, n, most, tries int) {
	t.Helper()
	eachLibraryTask(t, n, func(t *testing.T, tk *task.Task) {
		if len(tk.Moves) == 0 || len(tk.Moves) > 3000 || tk.Facts.Unsolvable != "" {
			t.Skip("nothing to move, or too much")
		}
		x, ok := exhaust(tk, most)
		if !ok {
			t.Skip("too many states")
		}
		guides := map[string]func([]uint64) int64{}
		for _, a := range relaxedHeuristics() {
			e, _, err := newMaker(t.Context(), x.sp).automatic(a.name)
			require.NoError(t, err)
			guides[a.name] = e.guide
		}
		step := max(1, x.states.Len()/tries)
		checkMatching(t, x, step)
		sums := map[string]int64{}
		for id := 0; id < x.states.Len(); id += step {
			st, rest := x.states.State(uint32(id)), x.rest[id]
			values := map[string]int64{}
			for name, guide := range guides {
				values[name] = guide(st)
			}
			require.LessOrEqual(t, values["hmax"], rest, "hmax of state %d", id)
			require.LessOrEqual(t, values["lmcut"], rest, "lmcut of state %d", id)
			require.LessOrEqual(t, values["hmax"], min(values["add"], values["lmcut"]))
			for name, v := range values {
				require.True(t, v < hopeless || rest >= hopeless, "%s of state %d", name, id)
				require.Equal(t, values["hmax"] >= hopeless, v >= hopeless, "%s of state %d", name, id)
				if v < hopeless && rest < hopeless {
					sums[name] += v
					sums["rest"] += min(rest, 1<<30) * space.ToInt(name == "ff")
				}
			}
		}
		t.Logf("%d states; sums over a sample: %v", x.states.Len(), sums)
	})
}
