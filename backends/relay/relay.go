// Package relay runs two backends on a task. The second starts when the first gives up or, if there is a second core,
// after the first has taken some time of the processor, or has done some work. Other work on the machine does not make
// it start earlier. On a small task it starts ten times as early, but rests for most of the time until then. It also
// rests while the first works on all cores. The first backend that decides stops the other. Puzzles that are solved
// early are always solved in the same way.
//
// If work is counted, the first has half of it, and the second starts when the first gives up.
package relay

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/processor"
	"github.com/pzc-lang/pzc/internal/room"
	"github.com/pzc-lang/pzc/internal/text"
)

// Relay is two backends, and how they take turns.
type Relay struct {
	First  backends.Backend
	Second backends.Backend // nil: the first works alone
	// Head is the time of the processor that the first has alone; 0: two seconds.
	Head time.Duration
	// Work, if not 0, is the number of conclusions that the first draws alone, instead of Head: see Options.Worked.
	Work int64
	// Spent tells the time of the processor; nil: that of this process.
	Spent func() time.Duration
	// Beside is the number of other tasks on which this process works, which take their part of this time.
	Beside int
}

// headStart is the time that the first backend has alone unless Relay.Head says otherwise.
const headStart = 2 * time.Second

// earlier is by how much earlier the second backend starts on a task with at most smallTask expressions and as many
// effects. It prepares such a task at once.
const (
	earlier   = 10
	smallTask = 500
)

func (r *run) isSmall() bool {
	effects := 0
	for i := range r.task.Moves {
		effects += len(r.task.Moves[i].Effects)
	}
	return effects > 0 && effects <= smallTask && r.task.Pool.Len() <= smallTask
}

// shortest is the shortest time after which the time of the processor is looked at again.
const shortest = 10 * time.Millisecond

// Solve returns the result of the backend that decides, with its name, or what both know together. Result.Choice says
// when the second backend began. An error is that of a backend.
func (x Relay) Solve(
	ctx context.Context, t *task.Task, o backends.Options,
) (name string, result *backends.Result, err error) {
	if x.Second == nil {
		result, err = x.First.Solve(ctx, t, o)
		return x.First.Name(), result, err
	}
	r := &run{Relay: x, task: t, o: o, ended: make(chan *leg, 2), enough: make(chan struct{}, 1)}
	if r.Spent == nil {
		r.Spent = processor.Time
	}
	switch {
	case o.Threads == 1 || o.Work != nil || runtime.GOMAXPROCS(0) < 2:
		r.Head, r.Work = math.MaxInt64, 0 // there is no core for the second
	case r.Head == 0:
		r.Head = headStart
	}
	return r.solve(ctx)
}

// run is one call of Solve.
type run struct {
	Relay
	task    *task.Task
	o       backends.Options
	ended   chan *leg
	enough  chan struct{} // the first has done Work
	running int
	cancel  context.CancelFunc
}

// leg is the work of one backend.
type leg struct {
	backend backends.Backend
	first   bool
	result  *backends.Result
	err     error
	panic   string
}

func (r *run) solve(ctx context.Context) (name string, result *backends.Result, err error) {
	ctx, r.cancel = context.WithCancel(ctx)
	defer r.wait()
	next, wake := r.Head, func() {}
	if r.Head < math.MaxInt64 && r.isSmall() {
		next /= earlier
	}
	timer, begun := time.NewTimer(next), r.Spent()
	defer timer.Stop()
	if r.Work > 0 {
		timer.Stop()
	}
	first, second := processor.Shared(ctx)
	r.start(first, &leg{backend: r.First, first: true})
	var best *leg
	beside := ""
	for started := false; ; {
		select {
		case <-timer.C:
			if ctx.Err() != nil {
				continue
			}
			if left := next - (r.Spent()-begun)/time.Duration(1+r.Beside); left > 0 {
				timer.Reset(max(left, shortest))
				continue
			}
			if wake(); started {
				continue
			}
			if next < r.Head {
				wake = sync.OnceFunc(processor.All(first))
				timer.Reset(r.Head - next)
			}
			beside = fmt.Sprintf("; after %v of the processor, %s beside it", next, r.Second.Name())
			next = r.Head
		case <-r.enough:
			if started || ctx.Err() != nil {
				continue
			}
			beside = fmt.Sprintf("; after %s conclusions, %s beside it", text.Grouped(r.Work), r.Second.Name())
		case l := <-r.ended:
			r.running--
			if wake(); l.panic != "" {
				panic(l.panic)
			}
			best = r.better(best, l)
			switch {
			case r.decided(l):
				return l.answer(beside)
			case r.running > 0:
				continue
			case started || ctx.Err() != nil:
				return best.answer(beside)
			}
			beside = fmt.Sprintf("; %s gave up (%s)", l.backend.Name(), l.reason())
		}
		started = true
		r.start(second, &leg{backend: r.Second})
	}
}

// start lets a backend work. While two work, the first has three quarters of the memory, and it alone reports progress.
func (r *run) start(ctx context.Context, l *leg) {
	o := r.o
	if o.Memory == 0 {
		o.Memory = backends.DefaultMemory
	}
	if alone := r.Head == math.MaxInt64; !alone && l.first {
		o.Memory -= o.Memory / 4
	} else if !alone && r.running > 0 {
		o.Memory /= 4
	}
	if r.running > 0 {
		o.Progress = nil
	}
	if l.first && o.Work != nil {
		o.Work = o.Work.Part(o.Work.Most / 2)
	}
	if l.first && r.Work > 0 {
		o.Worked = func(conclusions int64) {
			if conclusions >= r.Work {
				select {
				case r.enough <- struct{}{}:
				default:
				}
			}
		}
	}
	r.running++
	go func() {
		room.Stack()
		defer func() {
			if p := recover(); p != nil {
				l.panic = fmt.Sprintf("%v\n%s", p, debug.Stack())
			}
			r.ended <- l
		}()
		l.result, l.err = l.backend.Solve(ctx, r.task, o)
	}()
}

// wait ends the backends that still work, and waits for their end.
func (r *run) wait() {
	for r.cancel(); r.running > 0; r.running-- {
		<-r.ended
	}
}

// settled reports whether the backend has an answer.
func (l *leg) settled() bool { return l.err == nil && l.result.Status != backends.Unknown }

// decided reports whether the other backend could find nothing better.
func (r *run) decided(l *leg) bool {
	x := l.result
	switch {
	case !l.settled():
		return false
	case x.Status == backends.Unsolvable || x.Complete:
		return true
	case r.o.Count && x.Count != nil:
		return r.o.Limit > 0 && x.Count.Cmp(big.NewInt(int64(r.o.Limit))) >= 0
	}
	return x.Optimal || l.first
}

func (l *leg) reason() string {
	if l.err != nil {
		return l.err.Error()
	}
	return l.result.Reason
}

// answer is the leg's result; beside says when the second backend began.
func (l *leg) answer(beside string) (string, *backends.Result, error) {
	if l.err != nil {
		return l.backend.Name(), nil, l.err
	}
	l.result.Choice = strings.TrimPrefix(beside+"; "+l.result.Choice, "; ")
	return l.backend.Name(), l.result, nil
}

// better joins what two backends know that did not decide: it returns the leg with the larger count or the cheaper
// plan, or else the first, with the greater bound.
func (r *run) better(a, b *leg) *leg {
	switch {
	case a == nil, a.err != nil:
		return b
	case b.err != nil:
		return a
	}
	if b.first {
		a, b = b, a
	}
	x, y := a.result, b.result
	if x.Count != nil && y.Count != nil && y.Count.Cmp(x.Count) > 0 {
		return b
	}
	less := func(a, b int64) bool { return a < b }
	if r.task.Objective != nil {
		less = r.task.Objective.Better
	}
	if len(y.Plans) > 0 && (len(x.Plans) == 0 || less(y.Plans[0].Cost, x.Plans[0].Cost)) {
		a, x, y = b, y, x
	}
	if x.Bound != nil && y.Bound != nil && less(*x.Bound, *y.Bound) {
		x.Bound = y.Bound
		x.ReliesOn = append(x.ReliesOn, y.ReliesOn...)
	}
	if y.LowerBound > x.LowerBound {
		x.LowerBound = y.LowerBound
		x.ReliesOn = append(x.ReliesOn, y.ReliesOn...)
	}
	return a
}
