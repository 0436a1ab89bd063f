package play

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// thinker does work while the person thinks, one piece at a time: a new piece ends the last one.
type thinker struct {
	ctx     context.Context
	limit   time.Duration
	wording func(string) string

	working sync.Mutex
	cancel  context.CancelFunc
}

func newThinker(ctx context.Context, s Settings) *thinker {
	t := &thinker{ctx: ctx, limit: s.Hints.Limit, wording: s.Wording}
	if s.Wording == nil {
		t.wording = func(text string) string { return text }
	}
	return t
}

// stop ends the work.
func (t *thinker) stop() {
	if t.cancel != nil {
		t.cancel()
	}
}

// think starts work. The context of the work ends with the limit of time; if it ended because of other work, nothing
// comes of it.
func (t *thinker) think(work func(ctx context.Context) tea.Msg) tea.Cmd {
	t.stop()
	ctx, cancel := context.WithCancel(t.ctx)
	if t.limit > 0 {
		ctx, cancel = context.WithTimeout(t.ctx, t.limit)
	}
	t.cancel = cancel
	return func() tea.Msg {
		defer cancel()
		t.working.Lock()
		defer t.working.Unlock()
		if ctx.Err() != nil && t.limit == 0 {
			return nil
		}
		msg := work(ctx)
		if ctx.Err() != nil && t.ctx.Err() == nil && !errors.Is(context.Cause(ctx), context.DeadlineExceeded) {
			return nil
		}
		return msg
	}
}

// oracle computes the distance to the goal.
type oracle struct {
	*thinker
	puzzle  *puzzle.Puzzle
	options puzzle.Options
	known   map[string]outlook // by state
}

// outlook holds the known bounds on the distance of a state to the goal.
type outlook struct {
	known  bool
	status backends.Status
	left   int64  // cost of a cheapest plan
	atMost bool   // of the best known plan, which need not be a cheapest one
	next   string // the first move of that plan; "" in a goal
	reason string // why the distance is not known
}

// answerMsg brings the outlook of a state to the player.
type answerMsg struct {
	from *oracle
	key  string
	all  map[string]outlook // of the states on the plan
	last outlook            // of the state itself
}

func stateKey(state []int64) string { return fmt.Sprint(state) }

// ask starts to compute the outlook of a state, unless it is known.
func (o *oracle) ask(state []int64) tea.Cmd {
	key := stateKey(state)
	if o.known[key].known {
		o.stop()
		return nil
	}
	return o.think(func(ctx context.Context) tea.Msg {
		a, err := o.solve(ctx, o.puzzle.From(state))
		if err != nil {
			last := outlook{known: true, status: backends.Unknown, reason: o.wording(err.Error())}
			return answerMsg{from: o, key: key, last: last}
		}
		return o.outlooks(key, state, a)
	})
}

// solve looks for a cheapest plan in the first half of the time, and for any plan in the second half.
func (o *oracle) solve(ctx context.Context, z *puzzle.Puzzle) (*puzzle.Answer, error) {
	if o.limit == 0 {
		return z.Solve(ctx, o.options)
	}
	half, cancel := context.WithTimeout(ctx, o.limit/2)
	defer cancel()
	a, err := z.Solve(half, o.options)
	if err != nil || a.Status != backends.Unknown || half.Err() == nil || ctx.Err() != nil {
		return a, err
	}
	soon := o.options
	soon.Backend, soon.Algorithm = "search", "anytime"
	if found, err := z.Solve(ctx, soon); err == nil && found.Status != backends.Unknown {
		a = found
	}
	return a, nil
}

// outlooks makes a message of an answer: the cost that is left from each state on the plan.
func (o *oracle) outlooks(key string, state []int64, a *puzzle.Answer) answerMsg {
	m := answerMsg{
		from: o, key: key, last: outlook{known: true, status: a.Status, reason: o.wording(a.Reason)},
		all: map[string]outlook{},
	}
	if a.Status != backends.Solved {
		return m
	}
	s := a.Solutions[0]
	left := s.Cost
	m.last.left, m.last.atMost = left, !a.Optimal
	for _, step := range s.Steps {
		m.all[stateKey(state)] = outlook{
			known: true, status: backends.Solved, left: left, atMost: !a.Optimal, next: step.Move,
		}
		left -= step.Cost
		state = step.State
	}
	m.all[stateKey(state)] = outlook{known: true, status: backends.Solved, left: left}
	m.last.next = m.all[key].next
	return m
}

// learn stores the outlooks of a message.
func (o *oracle) learn(m answerMsg) {
	for key, l := range m.all {
		if old := o.known[key]; !l.atMost || !old.known || old.atMost || old.status == backends.Unknown {
			o.known[key] = l
		}
	}
	o.known[m.key] = m.last
}
