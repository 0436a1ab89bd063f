package search

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/amount"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/mention"
	"github.com/pzc-lang/pzc/task"
)

func pickVars(vars []task.Var, which []int) []task.Var {
	out := make([]task.Var, len(which))
	for i, v := range which {
		out[i] = vars[v]
	}
	return out
}

// workshop builds tables, each when it is first asked for.
type workshop struct {
	ctx      context.Context
	memory   int64 // that tables and their building may take
	threads  int
	folder   string
	progress func(backends.Progress)
	easy     bool        // only what takes no time
	used     int64       // by tables
	held     int64       // by tables under construction
	pause    func() bool // waits for more time, with a new context; false if none will come. nil: there is no more
}

// easyStates is the size of a puzzle that is solved without being asked.
const easyStates = 1 << 16

// errStopped is why there is no table when the context ended.
var errStopped = errors.New("stopped while a table of exact costs was built")

func newWorkshop(ctx context.Context) *workshop {
	return &workshop{ctx: ctx, memory: backends.DefaultMemory / 2, threads: 1}
}

// open gives the workshop its limits: half of the memory.
func (w *workshop) open(o backends.Options, memory int64) {
	w.memory, w.folder, w.progress = memory/2, o.Tables, o.Progress
	if w.threads = o.Threads; w.threads <= 0 {
		w.threads = runtime.NumCPU()
	}
}

// context is the present one: it ends when there is no more time.
func (w *workshop) context() context.Context { return w.ctx }

// room is how much memory tables may take, and their building.
func (w *workshop) room() int64 { return w.memory }

// bytes is how much memory is taken.
func (w *workshop) bytes() int64 { return w.used + w.held }

// kept is how much memory is taken by what stays.
func (w *workshop) kept() int64 { return w.used }

// use counts memory that is taken, or given back.
func (w *workshop) use(bytes int64) { w.used += bytes }

// easily makes the workshop build only what takes no time, until done is called.
func (w *workshop) easily() (done func()) {
	was := w.easy
	w.easy = true
	return func() { w.easy = was }
}

// lend gives the workshop other limits, until done is called: it asks pause for more time when the context has ended.
func (w *workshop) lend(ctx context.Context, memory int64, pause func() bool) (done func()) {
	was, had := w.ctx, w.memory
	w.ctx, w.memory, w.pause = ctx, memory, pause
	return func() { w.ctx, w.memory, w.pause = was, had, nil }
}

// rest is called now and then while a table is built: when time is up it waits for more, and fails if there will be none.
func (w *workshop) rest() error {
	if w.ctx.Err() == nil || w.pause != nil && !w.easy && w.pause() {
		return nil
	}
	return errStopped
}

// simpler makes a simpler puzzle. What was made when time was up is lost; it is begun again when there is more.
func (w *workshop) simpler(of func(ctx context.Context) (task.Abstraction, []task.Expr, error)) (task.Abstraction, []task.Expr, error) {
	for {
		a, image, err := of(w.ctx)
		if err == nil || w.ctx.Err() == nil {
			return a, image, err
		}
		if err := w.rest(); err != nil {
			return a, nil, err
		}
	}
}

// take notes that a table under construction takes so many bytes now; false if there is no room for that.
func (w *workshop) take(share *int64, now int64) bool {
	w.held += now - *share
	*share = now
	return w.used+w.held <= w.memory
}

// need builds the tables that e reads.
func (w *workshop) need(sp *space.Space, e task.Expr) error {
	for _, i := range costsIn(sp.Task.Pool, e) {
		if sp.Tables[i] != nil {
			continue
		}
		table, err := w.build(&sp.Task.Abstractions[i])
		if err != nil {
			return err
		}
		sp.Tables[i] = table
		w.used += table.Bytes()
	}
	return nil
}

// effort is what it takes to evaluate the tables that e reads, in successors: those of numbered states must be looked for.
func effort(sp *space.Space, e task.Expr) (n int64) {
	for _, i := range costsIn(sp.Task.Pool, e) {
		if table := sp.Tables[i]; table != nil && table.States != nil {
			n += 2 + int64(len(table.Kept.Vars))/4
		}
	}
	return n
}

// costsIn are the abstractions that e reads.
func costsIn(p *task.Pool, e task.Expr) (out []int) {
	seen := map[task.Expr]bool{}
	var walk func(task.Expr)
	walk = func(e task.Expr) {
		n := p.Node(e)
		if seen[e] || n.Hi < task.Unreachable && len(n.Args) == 0 {
			return
		}
		seen[e] = true
		if n.Op == task.OpCost {
			out = append(out, int(n.N))
		}
		for _, a := range n.Args {
			walk(a)
		}
	}
	walk(e)
	return out
}

// build makes the table of an abstraction: from the folder; from the reachable states, if these are few; from all combinations of
// values, where moves can be made backwards; or from the reachable states, however many.
func (w *workshop) build(a *task.Abstraction) (*store.Costs, error) {
	if err := w.rest(); err != nil {
		return nil, err
	}
	for _, total := range []bool{true, false} {
		if t, ok := w.load(a, total); ok {
			return t, nil
		}
	}
	t, err := w.few(a)
	if err == nil || w.ctx.Err() != nil {
		return t, err
	}
	b, total := w.newTotal(a)
	switch {
	case w.ctx.Err() != nil:
		return nil, errStopped
	case total:
		t, err = b.build()
	case !w.easy:
		t, err = w.reachable(a)
	}
	if err == nil {
		w.save(a, total, t)
	}
	return t, err
}

// arrangements is in how many ways the elements of an array without equal elements can be chosen, most of which are reached as a rule.
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

// few is reachable with an error if there are more than easyStates.
func (w *workshop) few(a *task.Abstraction) (*store.Costs, error) {
	if n := arrangements(a.Task); n > 4*easyStates && w.ctx.Err() == nil {
		return nil, w.tooLarge(a.Name, fmt.Sprintf("some %.0f states", n), int64(n))
	}
	defer w.easily()()
	return w.reachable(a)
}

// tooLarge is the error where a table does not fit.
func (w *workshop) tooLarge(name, size string, bytes int64) error {
	return fmt.Errorf("%s has %s, which take %s to solve; %s leaves %s for tables: tell fewer values apart, or give more memory",
		name, size, amount.Bytes(bytes), mention.Memory, amount.Bytes(w.memory-w.used-w.held))
}

func (w *workshop) say(p backends.Progress) {
	if w.progress != nil {
		w.progress(p)
	}
}

// power is n^k, infinite rather than too large.
func power(n, k int) float64 { return math.Pow(float64(n), float64(k)) }

// falling is n · (n-1) · … with k factors.
func falling(n, k int) float64 {
	out := 1.0
	for i := range k {
		out *= float64(max(1, n-i))
	}
	return out
}
