package backends

import (
	"math"

	"github.com/pzc-lang/pzc/internal/mention"
	"github.com/pzc-lang/pzc/internal/text"
)

// Work is a limit of counted work, in steps. A step is a successor that a search generates, a literal whose clauses a
// solver visits, or a clause of a formula. With the same limit, a call has the same result on every machine. nil: there
// is no limit.
type Work struct {
	Most int64
	Done int64
	of   *Work
}

// Part returns a limit of most steps whose work also counts for w.
func (w *Work) Part(most int64) *Work { return &Work{Most: most, of: w} }

// Over adds steps, and reports whether a limit is reached.
func (w *Work) Over(steps int64) bool {
	if w == nil {
		return false
	}
	w.Done += steps
	return w.of.Over(steps) || w.Done >= w.Most
}

// Left returns the number of steps until the limit of w itself, which may be passed.
func (w *Work) Left() int64 {
	if w == nil {
		return math.MaxInt64
	}
	return w.Most - w.Done
}

// Reason says that the limit was reached.
func (w *Work) Reason() string {
	for w.of != nil {
		w = w.of
	}
	return "the limit of " + text.Plural(w.Most, "step") + " was reached; " + mention.Work + " allows more"
}
