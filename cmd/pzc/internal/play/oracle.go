package play

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/pzc-lang/pzc"
	"github.com/pzc-lang/pzc/backends"
)

// oracle computes the distance to the goal while the person thinks. It works on one state at a time: a new question
// ends the last one.
type oracle struct {
	ctx     context.Context
	puzzle  *pzc.Puzzle
	options pzc.Options
	limit   time.Duration
	wording func(string) string
	known   map[string]outlook // by state

	working sync.Mutex // held while the puzzle is solved
	cancel  context.CancelFunc
}

// outlook is what is known of a state's distance to the goal.
type outlook struct {
	known  bool
	status backends.Status
	left   int64  // cost of a cheapest plan
	next   string // the first move of a cheapest plan; "" in a goal
	reason string // why the distance is not known
}

// answerMsg brings the outlook of a state to the player.
type answerMsg struct {
	key  string
	all  map[string]outlook // of the states on the plan
	last outlook            // of the state itself
}

func stateKey(state []int64) string { return fmt.Sprint(state) }

// ask starts to compute the outlook of a state, unless it is known.
func (o *oracle) ask(state []int64) tea.Cmd {
	if o.cancel != nil {
		o.cancel()
	}
	key := stateKey(state)
	if o.known[key].known {
		return nil
	}
	ctx, cancel := context.WithCancel(o.ctx)
	if o.limit > 0 {
		ctx, cancel = context.WithTimeout(o.ctx, o.limit)
	}
	o.cancel = cancel
	return func() tea.Msg {
		defer cancel()
		o.working.Lock()
		defer o.working.Unlock()
		if ctx.Err() != nil && o.limit == 0 {
			return nil
		}
		a, err := o.puzzle.From(state).Solve(ctx, o.options)
		switch {
		case err != nil:
			return answerMsg{key: key, last: outlook{known: true, status: backends.Unknown, reason: o.wording(err.Error())}}
		case ctx.Err() != nil && a.Status == backends.Unknown && o.ctx.Err() == nil && !timedOut(ctx):
			return nil // ended by a question about another state
		}
		return o.outlooks(key, state, a)
	}
}

func timedOut(ctx context.Context) bool {
	return errors.Is(context.Cause(ctx), context.DeadlineExceeded)
}

// outlooks makes a message of an answer: the cost that is left from each state on the plan.
func (o *oracle) outlooks(key string, state []int64, a *pzc.Answer) answerMsg {
	m := answerMsg{
		key: key, last: outlook{known: true, status: a.Status, reason: o.wording(a.Reason)}, all: map[string]outlook{},
	}
	if a.Status != backends.Solved {
		return m
	}
	if !a.Optimal {
		m.last.status, m.last.reason = backends.Unknown, "only a plan that need not be cheapest was found"
		return m
	}
	s := a.Solutions[0]
	left := s.Cost
	m.last.left = left
	for _, step := range s.Steps {
		m.all[stateKey(state)] = outlook{known: true, status: backends.Solved, left: left, next: step.Move}
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
		o.known[key] = l
	}
	o.known[m.key] = m.last
}
