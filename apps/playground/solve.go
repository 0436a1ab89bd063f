package playground

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/room"
	"github.com/pzc-lang/pzc/internal/text"
)

// limits bound the work for a request.
type limits struct {
	Seconds float64 `json:"seconds"`
	Memory  int64   `json:"memory"`
}

// The limits of a request that gives none.
const (
	defaultSeconds = 60
	defaultMemory  = 512 << 20
)

func (l limits) memory() int64 { return cmp.Or(l.Memory, defaultMemory) }

// bounded returns a context that ends at the limits.
func (l limits) bounded(ctx context.Context) (context.Context, func()) {
	seconds := cmp.Or(l.Seconds, defaultSeconds)
	ctx, stop := room.Timed(ctx, time.Duration(seconds*float64(time.Second)),
		fmt.Errorf("the time limit of %v s was reached", seconds))
	ctx, cancel := context.WithCancelCause(ctx)
	full := fmt.Errorf("the memory limit of %s was reached", text.Bytes(l.memory()))
	return room.Within(ctx, l.memory(), func() { cancel(full) }), func() { cancel(nil); stop() }
}

// progress returns a function that reports progress to the page, a few times a second.
func (p *Playground) progress() func(backends.Progress) {
	next := time.Now().Add(200 * time.Millisecond)
	return func(now backends.Progress) {
		if time.Now().Before(next) {
			return
		}
		next = time.Now().Add(200 * time.Millisecond)
		words := []string{now.Doing}
		if now.Level != "" {
			words = append(words, fmt.Sprintf("%s %d", now.Level, now.At))
		}
		if now.Done > 0 {
			words = append(words, text.Grouped(now.Done)+" "+text.Plural(now.Done, now.Unit))
		}
		p.write(notification{"progress", text.Fields{"id", p.id, "text", strings.Join(words, ", ")}})
	}
}

type solveParams struct {
	place
	limits
	Backend   string  `json:"backend"`
	Algorithm string  `json:"algorithm"`
	Heuristic string  `json:"heuristic"`
	Weight    float64 `json:"weight"`
	All       bool    `json:"all"`
	Limit     int     `json:"limit"`
}

// mostSolutions is the default of the greatest number of solutions that are listed.
const mostSolutions = 100

// solve finds a plan or values.
func (p *Playground) solve(ctx context.Context, q *solveParams) (any, error) {
	ctx, stop := q.bounded(ctx)
	defer stop()
	z, err := p.from(ctx, &q.place)
	if err != nil {
		return nil, err
	}
	a, err := z.Solve(ctx, puzzle.Options{Backend: q.Backend, Options: backends.Options{
		Algorithm: q.Algorithm, Heuristic: q.Heuristic, All: q.All, Limit: listLimit(q),
		Memory: q.memory(), Threads: 1, Progress: p.progress(),
	}})
	var fault *puzzle.Fault
	if errors.As(err, &fault) {
		return nil, fmt.Errorf("%w\n%s", err, fault.Report)
	}
	if err != nil {
		return nil, err
	}
	expects := []text.Fields{} // what the answer shows about the instance; none if it is about another position
	if len(q.Moves) == 0 && len(q.Start) == 0 {
		expects = expectations(a)
	}
	solutions := append([]text.Fields{}, lists.Map(a.Solutions, func(s puzzle.Solution) text.Fields {
		return solutionOf(z, a, &s)
	})...)
	first := text.Fields{"cost", 0}
	if len(solutions) > 0 {
		first = solutions[0]
	}
	return append(text.Fields{
		"headline", show.Headline(a), "how", show.How(a), "reason?", Words(a.Reason), "answer", show.AnswerJSON(z, a, nil),
		"facts", show.Facts(a), "solutions", solutions, "expects", expects,
	}, first...), nil
}

func listLimit(q *solveParams) int {
	if !q.All {
		return 0
	}
	return cmp.Or(q.Limit, mostSolutions)
}

func solutionOf(z *puzzle.Puzzle, a *puzzle.Answer, s *puzzle.Solution) text.Fields {
	out := text.Fields{"plan?", lists.Map(s.Steps, func(step puzzle.Step) string { return step.Move })}
	values := map[string]string{}
	for _, v := range z.Assignment(s.Start) {
		if v.Decided {
			values[v.Name] = v.Text
		}
	}
	switch {
	case !a.HasMoves:
		out = append(out, "values?", values)
	case a.HasFree:
		out = append(out, "start?", values)
	}
	return append(out, "cost", s.Cost)
}

// from returns the puzzle that begins at a position: itself, if the position is the first one.
func (p *Playground) from(ctx context.Context, at *place) (*puzzle.Puzzle, error) {
	o, err := p.open(ctx, at.Instance)
	if err != nil {
		return nil, err
	}
	if err := o.ground(ctx); err != nil {
		return nil, err
	}
	if len(at.Moves) == 0 && len(at.Start) == 0 || !o.z.HasMoves() {
		return o.z, nil
	}
	g, err := p.play(ctx, at)
	if err != nil {
		return nil, err
	}
	if g.broken != nil {
		return nil, fmt.Errorf("move %d cannot be made: %s", g.broken.Index+1, g.broken.Message)
	}
	if lost := g.game.Lost(g.state()); lost != "" {
		return nil, errors.New("the game is lost: " + lost)
	}
	return o.z.From(g.state()), nil
}

// outlook returns how far a goal is, and the next move.
func outlook(status backends.Status, left int64, next, message string) (any, error) {
	return text.Fields{"status", status, "left", left, "next", next, "message", message}, nil
}

// hint returns the distance to the goal, and the first move of a cheapest plan.
func (p *Playground) hint(ctx context.Context, q *struct {
	place
	limits
},
) (any, error) {
	ctx, stop := q.bounded(ctx)
	defer stop()
	g, err := p.play(ctx, &q.place)
	if err != nil {
		return nil, err
	}
	if g.game.Goal(g.state()) {
		return outlook(backends.Solved, 0, "", "This is a goal.")
	}
	if lost := g.game.Lost(g.state()); lost != "" {
		return outlook(backends.Unsolvable, 0, "", "The game is lost: "+lost+".")
	}
	if err := g.ground(ctx); err != nil {
		return nil, err
	}
	a, err := g.z.From(g.state()).Solve(ctx, puzzle.Options{Options: backends.Options{
		Memory: q.memory(), Threads: 1, Progress: p.progress(),
	}})
	switch {
	case err != nil:
		return nil, err
	case a.Status == backends.Unsolvable:
		return outlook(a.Status, 0, "", "From here the goal cannot be reached.")
	case a.Status == backends.Unknown:
		return outlook(a.Status, 0, "", "It is not known how far the goal is: "+Words(a.Reason)+".")
	}
	s := a.Solutions[0]
	message := "The goal is %d away."
	if !a.Optimal {
		message = "The goal is at most %d away."
	}
	return outlook(a.Status, s.Cost, s.Steps[0].Move, fmt.Sprintf(message, s.Cost))
}
