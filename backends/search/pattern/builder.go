package pattern

import (
	"context"
	"fmt"
	"math"
	"runtime"

	"github.com/pzc-lang/pzc/backends/search/estimate"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/mention"
	"github.com/pzc-lang/pzc/internal/processor"
	"github.com/pzc-lang/pzc/internal/text"
)

func pickVars(vars []task.Var, which []int) []task.Var {
	return lists.Map(which, func(v int) task.Var { return vars[v] })
}

// builder builds tables of the exact costs of abstractions, within limits of time and memory. It is for one goroutine.
type builder struct {
	*estimate.Limits
	threads  int
	folder   string
	progress func(backends.Progress)
	without  technique.Set // techniques that are left out
}

// easyStates is the greatest number of states for which a table counts as small.
const easyStates = 1 << 16

// makeBuilder returns a builder with the threads and the folder of tables that options name.
func makeBuilder(limits *estimate.Limits, o backends.Options) *builder {
	w := &builder{Limits: limits, threads: o.Threads, folder: o.Tables, progress: o.Progress, without: o.LeftOut()}
	if w.threads <= 0 {
		w.threads = runtime.NumCPU()
	}
	return w
}

// simpler makes an abstraction. When the granted time is over, its unfinished work is lost, and it starts again when
// there is more time.
func (w *builder) simpler(
	of func(ctx context.Context) (task.Abstraction, []task.Expr, error),
) (task.Abstraction, []task.Expr, error) {
	for {
		a, image, err := of(w.Ctx)
		if err == nil || w.Ctx.Err() == nil {
			return a, image, err
		}
		if err := w.Rest(); err != nil {
			return a, nil, err
		}
	}
}

// need builds the tables that e reads and the space does not have.
func (w *builder) need(sp *space.Space, e task.Expr) error {
	for _, i := range sp.Task.Pool.Costs(e) {
		if sp.Tables[i] != nil {
			continue
		}
		table, err := w.build(&sp.Task.Abstractions[i])
		if err != nil {
			return err
		}
		sp.Tables[i] = table
		w.Used += table.Bytes()
	}
	return nil
}

// build makes the table of an abstraction. It tries in this order: the folder of kept tables; the reachable states, if
// they are few; all combinations of values, if moves can be reversed; the reachable states, even if they are many.
func (w *builder) build(a *task.Abstraction) (*store.Costs, error) {
	if err := w.Rest(); err != nil {
		return nil, err
	}
	for _, total := range []bool{true, false} {
		if t, ok := w.load(a, total); ok {
			return t, nil
		}
	}
	t, err := w.few(a)
	if err == nil || w.Ctx.Err() != nil {
		return t, err
	}
	b, total := w.newTotal(a)
	switch {
	case w.Ctx.Err() != nil:
		return nil, estimate.ErrStopped
	case total:
		done := processor.All(w.Ctx)
		t, err = b.build()
		done()
	case !w.Easy:
		t, err = w.reachable(a)
	}
	if err == nil {
		w.save(a, total, t)
	}
	return t, err
}

// arrangements returns the number of ways to choose the elements of an array without equal elements. Usually most of
// them are reachable.
func arrangements(t *task.Task) float64 {
	most := 1.0
	for i := range t.Arrays {
		if r := &t.Arrays[i]; r.Distinct {
			values := int64(0)
			for _, e := range r.Elems {
				n := t.Pool.Node(e)
				values = max(values, n.Hi-n.Lo+1)
			}
			most = max(most, falling(int(values), len(r.Elems)))
		}
	}
	return most
}

// few builds a table over the reachable states. It returns an error if there are more than easyStates.
func (w *builder) few(a *task.Abstraction) (*store.Costs, error) {
	if n := arrangements(a.Task); n > 4*easyStates && w.Ctx.Err() == nil {
		return nil, w.tooLarge(a.Name, fmt.Sprintf("some %.0f states", n), int64(n))
	}
	defer w.Easily()()
	return w.reachable(a)
}

// tooLarge returns the error for a table that does not fit.
func (w *builder) tooLarge(name, size string, bytes int64) error {
	return fmt.Errorf("%s has %s, which take %s to solve; %s leaves %s for tables: tell fewer values apart, or give "+
		"more memory",
		name, size, text.Bytes(bytes), mention.Memory, text.Bytes(w.Memory-w.Bytes()))
}

func (w *builder) say(p backends.Progress) {
	if w.progress != nil {
		w.progress(p)
	}
}

// power returns n^k. Large results are approximate.
func power(n, k int) float64 { return math.Pow(float64(n), float64(k)) }

// falling returns n · (n-1) · … with k factors.
func falling(n, k int) float64 {
	out := 1.0
	for i := range k {
		out *= float64(max(1, n-i))
	}
	return out
}
