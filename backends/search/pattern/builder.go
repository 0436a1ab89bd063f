package pattern

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/mention"
	"github.com/pzc-lang/pzc/internal/processor"
	"github.com/pzc-lang/pzc/internal/text"
)

func pickVars(vars []task.Var, which []int) []task.Var {
	out := make([]task.Var, len(which))
	for i, v := range which {
		out[i] = vars[v]
	}
	return out
}

// Builder builds tables of the exact costs of abstractions, within limits of time and memory. It is for one goroutine.
type Builder struct {
	ctx      context.Context
	memory   int64 // limit for tables and their building
	threads  int
	folder   string
	progress func(backends.Progress)
	easy     bool          // build only small tables
	without  technique.Set // techniques that are left out
	used     int64         // by tables, and by the memory that use counts
	held     int64         // by tables under construction
	most     int64         // the most of both since Lend was called
	// pause waits for more time and a new context. It returns false if there will be no more time. nil: there is no
	// pause.
	pause func() bool
}

// easyStates is the greatest number of states for which a table counts as small.
const easyStates = 1 << 16

// ErrStopped is the error if the context ends before a table is built.
var ErrStopped = errors.New("stopped while a table of exact costs was built")

// NewBuilder returns a builder with the default memory and one thread, which keeps no tables.
func NewBuilder(ctx context.Context) *Builder {
	return &Builder{ctx: ctx, memory: backends.DefaultMemory / 2, threads: 1}
}

// Open sets the limits of a builder by the options of a call. Tables get half of its memory.
func (w *Builder) Open(o backends.Options, memory int64) {
	w.memory, w.folder, w.progress, w.without = memory/2, o.Tables, o.Progress, o.LeftOut()
	if w.threads = o.Threads; w.threads <= 0 {
		w.threads = runtime.NumCPU()
	}
}

// Context returns the current context. It ends when the granted time is over.
func (w *Builder) Context() context.Context { return w.ctx }

// Room returns the limit on the memory of tables and their building.
func (w *Builder) Room() int64 { return w.memory }

// Bytes returns the memory of the tables, also of those under construction.
func (w *Builder) Bytes() int64 { return w.used + w.held }

// kept returns the memory of the finished tables.
func (w *Builder) kept() int64 { return w.used }

// use adds bytes to the memory that is used beside tables. A negative number releases memory.
func (w *Builder) use(bytes int64) { w.used += bytes }

// Easily makes the builder build only small tables until done is called.
func (w *Builder) Easily() (done func()) {
	was := w.easy
	w.easy = true
	return func() { w.easy = was }
}

// Lend gives the builder other limits until done is called. When the context ends, the builder calls pause, which
// waits for more time.
func (w *Builder) Lend(ctx context.Context, memory int64, pause func() bool) (done func()) {
	was, had := w.ctx, w.memory
	w.most = w.Bytes()
	w.ctx, w.memory, w.pause = ctx, memory, pause
	return func() { w.ctx, w.memory, w.pause = was, had, nil }
}

// Rest is called regularly while a table is built. When the granted time is over, Rest waits for more. It returns
// ErrStopped if there will be no more time.
func (w *Builder) Rest() error {
	if w.ctx.Err() == nil || w.pause != nil && !w.easy && w.pause() {
		return nil
	}
	return ErrStopped
}

// simpler makes an abstraction. When the granted time is over, its unfinished work is lost, and it starts again when
// there is more time.
func (w *Builder) simpler(
	of func(ctx context.Context) (task.Abstraction, []task.Expr, error),
) (task.Abstraction, []task.Expr, error) {
	for {
		a, image, err := of(w.ctx)
		if err == nil || w.ctx.Err() == nil {
			return a, image, err
		}
		if err := w.Rest(); err != nil {
			return a, nil, err
		}
	}
}

// Most returns the most memory of tables, also of those under construction, since Lend was called.
func (w *Builder) Most() int64 { return max(w.most, w.Bytes()) }

// take records the current memory of a table under construction. It returns false if there is not enough memory.
func (w *Builder) take(share *int64, now int64) bool {
	w.held += now - *share
	*share = now
	if w.Bytes() > w.memory {
		return false
	}
	w.most = w.Most()
	return true
}

// Need builds the tables that e reads and the space does not have.
func (w *Builder) Need(sp *space.Space, e task.Expr) error {
	for _, i := range sp.Task.Pool.Costs(e) {
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

// Effort returns the effort of the table lookups in e, in successors. Tables with numbered states take more, because
// the state must be found in a hash table.
func Effort(sp *space.Space, e task.Expr) (n int64) {
	for _, i := range sp.Task.Pool.Costs(e) {
		if table := sp.Tables[i]; table != nil && table.States != nil {
			n += 2 + int64(len(table.Kept.Vars))/4
		}
	}
	return n
}

// build makes the table of an abstraction. It tries in this order: the folder of kept tables; the reachable states, if
// they are few; all combinations of values, if moves can be reversed; the reachable states, even if they are many.
func (w *Builder) build(a *task.Abstraction) (*store.Costs, error) {
	if err := w.Rest(); err != nil {
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
		return nil, ErrStopped
	case total:
		done := processor.All(w.ctx)
		t, err = b.build()
		done()
	case !w.easy:
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
func (w *Builder) few(a *task.Abstraction) (*store.Costs, error) {
	if n := arrangements(a.Task); n > 4*easyStates && w.ctx.Err() == nil {
		return nil, w.tooLarge(a.Name, fmt.Sprintf("some %.0f states", n), int64(n))
	}
	defer w.Easily()()
	return w.reachable(a)
}

// tooLarge returns the error for a table that does not fit.
func (w *Builder) tooLarge(name, size string, bytes int64) error {
	return fmt.Errorf("%s has %s, which take %s to solve; %s leaves %s for tables: tell fewer values apart, or give "+
		"more memory",
		name, size, text.Bytes(bytes), mention.Memory, text.Bytes(w.memory-w.used-w.held))
}

func (w *Builder) say(p backends.Progress) {
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
