package pzc

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/task"
)

// relay lets two backends work on a task: the second begins when the first gives up or, where there is a core for it, when the first
// has lasted for a while. The first that decides ends the other. Puzzles that are solved soon are always solved in the same way.
type relay struct {
	task          *task.Task
	o             backends.Options
	first, second backends.Backend
	why           string
	head          time.Duration // how long the first is alone
	twins         bool          // the second does the same as the first in another way: it does not go on where that gave up
	ended         chan *leg
	running       int
	cancel        context.CancelFunc
}

// leg is what became of one backend.
type leg struct {
	backend backends.Backend
	first   bool
	result  *backends.Result
	err     error
	panic   string
}

// headStart is how long the first backend is alone.
const headStart = 2 * time.Second

func newRelay(t *task.Task, o backends.Options, first, second backends.Backend, why string) *relay {
	r := &relay{task: t, o: o, first: first, second: second, why: why, head: headStart, ended: make(chan *leg, 2)}
	if !r.together() {
		r.head = math.MaxInt64
	}
	return r
}

// together tells whether there are cores for two.
func (r *relay) together() bool { return r.o.Threads != 1 && runtime.GOMAXPROCS(0) > 1 }

// run is the answer of the backend that decides, or what both know together.
func (r *relay) run(ctx context.Context) (name string, result *backends.Result, err error) {
	ctx, r.cancel = context.WithCancel(ctx)
	defer r.wait()
	timer := time.NewTimer(r.head)
	defer timer.Stop()
	r.start(ctx, &leg{backend: r.first, first: true})
	var best *leg
	beside := ""
	for started := false; ; {
		select {
		case <-timer.C:
			if started || ctx.Err() != nil {
				continue
			}
			if !r.twins {
				beside = fmt.Sprintf("; from %v on %s beside it", r.head, r.second.Name())
			}
		case l := <-r.ended:
			r.running--
			if l.panic != "" {
				panic(l.panic)
			}
			best = better(best, l)
			switch {
			case l.decided(), r.twins && (l.first || l.settled()):
				return l.answer(r.why + beside)
			case r.running > 0:
				continue
			case started || ctx.Err() != nil:
				return best.answer(r.why + beside)
			}
			beside = fmt.Sprintf("; %s gave up (%s)", l.backend.Name(), l.reason())
		}
		started = true
		r.start(ctx, &leg{backend: r.second})
	}
}

// start lets a backend work. While two work they share the memory: the first has three quarters of it.
func (r *relay) start(ctx context.Context, l *leg) {
	o := r.o
	if o.Memory == 0 {
		o.Memory = backends.DefaultMemory
	}
	if alone := r.head == math.MaxInt64 || r.twins; !alone && l.first {
		o.Memory -= o.Memory / 4
	} else if !alone && r.running > 0 {
		o.Memory /= 4
	}
	if r.running > 0 {
		o.Progress = nil
	}
	r.running++
	go func() {
		defer func() {
			if p := recover(); p != nil {
				l.panic = fmt.Sprintf("%v\n%s", p, debug.Stack())
			}
			r.ended <- l
		}()
		_, l.result, l.err = solveWith(ctx, l.backend, r.task, o, "")
	}()
}

// wait ends what still works, and waits for its end.
func (r *relay) wait() {
	for r.cancel(); r.running > 0; r.running-- {
		<-r.ended
	}
}

// settled tells whether the backend has an answer.
func (l *leg) settled() bool { return l.err == nil && l.result.Status != backends.Unknown }

// decided tells whether there is nothing left for the other backend to find out.
func (l *leg) decided() bool {
	if !l.settled() {
		return false
	}
	return l.result.Status == backends.Unsolvable || l.result.Optimal || l.first
}

func (l *leg) reason() string {
	if l.err != nil {
		return l.err.Error()
	}
	return l.result.Reason
}

// answer is the leg's result; why says how it came to it.
func (l *leg) answer(why string) (string, *backends.Result, error) {
	if l.err != nil {
		return l.backend.Name(), nil, l.err
	}
	l.result.Choice = why + "; " + l.result.Choice
	return l.backend.Name(), l.result, nil
}

// better joins what two backends know that did not decide: the first's answer, the cheaper plan, the greater bound.
func better(a, b *leg) *leg {
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
	if len(y.Plans) > 0 && (len(x.Plans) == 0 || y.Plans[0].Cost < x.Plans[0].Cost) {
		a, x, y = b, y, x
	}
	if y.LowerBound > x.LowerBound {
		x.LowerBound = y.LowerBound
		x.ReliesOn = append(x.ReliesOn, y.ReliesOn...)
	}
	return a
}
