package backends

import (
	"context"
	"errors"
	"math"

	"github.com/pzc-lang/pzc/internal/mention"
	"github.com/pzc-lang/pzc/internal/room"
	"github.com/pzc-lang/pzc/internal/text"
)

// Work is a limit of counted work, in steps. A step is a successor that a search generates, a literal whose clauses a
// solver visits, a clause of a formula, or an expression that the reference semantics evaluates. With the same limit, a
// call has the same result on every machine. nil: there is no limit.
type Work struct {
	Most int64
	Done int64
	of   *Work
	end  context.CancelCauseFunc // see Within
}

// Part returns a limit of most steps whose work also counts for w.
func (w *Work) Part(most int64) *Work { return &Work{Most: most, of: w} }

// Within is Part with a context that ends with the limit. Steps of the reference semantics count within the context.
func (w *Work) Within(ctx context.Context, most int64) (context.Context, *Work, context.CancelFunc) {
	ctx, end := context.WithCancelCause(ctx)
	part := &Work{Most: most, of: w, end: end}
	return room.Counted(ctx, func(steps int64) { part.Over(steps) }), part, func() { end(nil) }
}

// Over adds steps, and reports whether a limit is reached.
func (w *Work) Over(steps int64) bool {
	if w == nil {
		return false
	}
	w.Done += steps
	over := w.of.Over(steps) || w.Done >= w.Most
	if over && w.end != nil {
		w.end(errors.New(w.reached()))
	}
	return over
}

// Left returns the number of steps until the limit, which may be passed.
func (w *Work) Left() int64 {
	if w == nil {
		return math.MaxInt64
	}
	return min(w.Most-w.Done, w.of.Left())
}

// Reason says that the limit was reached.
func (w *Work) Reason() string { return w.reached() + "; " + mention.Work + " allows more" }

func (w *Work) reached() string {
	for w.of != nil {
		w = w.of
	}
	return "the limit of " + text.Plural(w.Most, "step") + " was reached"
}
