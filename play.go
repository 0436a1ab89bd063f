package pzc

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc/apps/why"
	"github.com/pzc-lang/pzc/compiler/semantics/view"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// Position is how far somebody has come.
type Position struct {
	Moves []string // the moves that were made, as plans write them
	// Values are those that were filled in, by names of elements such as "value[(0, 1)]", as the language writes them.
	Values map[string]string
}

// State is what is known at a position.
type State struct {
	Solved bool     // the goal is reached, or the values are a solution
	Lost   string   // why the game is lost; "": it is not
	Moves  []string // the moves that can be made
	Wrong  []string // the conditions that the values break, one sentence each
	show   func() []view.Board
}

// At returns the state at a position, so it plays a move: append it to Position.Moves. The error says why a move cannot
// be made, in the words of the model.
func (p *Puzzle) At(ctx context.Context, at Position) (*State, error) {
	if !p.z.HasMoves() {
		return p.filled(ctx, at)
	}
	game, state, err := p.play(ctx, at)
	if err != nil {
		return nil, err
	}
	defer game.Within(ctx)()
	out := &State{Solved: game.Goal(state), Lost: game.Lost(state)}
	out.show = func() []view.Board { return p.z.Shown(state) }
	for _, m := range game.Moves() {
		if game.Can(state, m) {
			out.Moves = append(out.Moves, m.Name)
		}
	}
	if game.CutShort() {
		return nil, context.Cause(ctx)
	}
	return out, nil
}

// play makes the moves of a position.
func (p *Puzzle) play(ctx context.Context, at Position) (game *puzzle.Game, state []int64, err error) {
	game, err = p.z.Play(ctx)
	if err != nil {
		return nil, nil, err
	}
	defer game.Within(ctx)()
	if state = game.Start; len(at.Values) > 0 {
		if state, err = game.StartOf(puzzle.Text{Name: "values", Text: at.lines()}); err != nil {
			return nil, nil, p.wrong(err)
		}
	}
	steps, refused := game.Replay(state, at.Moves)
	switch {
	case game.CutShort():
		return nil, nil, context.Cause(ctx)
	case refused != nil:
		why := cmp.Or(refused.Reason, refused.Text)
		return nil, nil, fmt.Errorf("move %d, %s: %s", len(steps)+1, at.Moves[len(steps)], why)
	case len(steps) > 0:
		state = steps[len(steps)-1].State
	}
	return game, state, nil
}

// lines writes the values of a position as an answer does.
func (at Position) lines() string {
	var b strings.Builder
	for name, value := range at.Values {
		fmt.Fprintf(&b, "%s = %s\n", name, value)
	}
	return b.String()
}

// form fills in the values of a position.
func (p *Puzzle) form(at Position) (*puzzle.Form, map[int]int64, error) {
	if len(at.Moves) > 0 {
		return nil, nil, errors.New(p.z.Program.Name() + " has no moves")
	}
	form, err := p.z.Form()
	if err != nil {
		return nil, nil, err
	}
	given, err := form.Read(puzzle.Text{Name: "values", Text: at.lines()})
	return form, given, p.wrong(err)
}

func (p *Puzzle) filled(ctx context.Context, at Position) (*State, error) {
	form, given, err := p.form(at)
	if err != nil {
		return nil, err
	}
	defer form.Within(ctx)()
	filled := form.Fill(given)
	if form.CutShort() {
		return nil, context.Cause(ctx)
	}
	out := &State{Solved: filled.Solved}
	out.Wrong = lists.Map(filled.Conflicts, func(c puzzle.Failure) string { return c.Msg })
	out.show = filled.Plain
	return out, nil
}

// Hint is what to do next.
type Hint struct {
	Move        string // the next move of a cheapest plan
	Left        int64  // what that plan costs
	Name, Value string // an element whose value follows from the others
	// Reasons are the deductions that lead to the value, in their order, with the rules of the model that each needs.
	Reasons []Finding
}

// ErrNoHint means that there is nothing to say: the goal is reached, or no value follows by rules that are easy to see.
var ErrNoHint = errors.New("there is no hint here")

// ErrLost means that no solution can be reached from a position.
var ErrLost = errors.New("no solution can be reached from here")

// Hint returns the next move, or the value that is easiest to deduce, with the reason. It fails with [ErrNoHint] or
// [ErrLost].
func (p *Puzzle) Hint(ctx context.Context, at Position) (*Hint, error) {
	if !p.z.HasMoves() {
		return p.deduction(ctx, at)
	}
	game, state, err := p.play(ctx, at)
	if err != nil {
		return nil, err
	}
	if game.Lost(state) != "" {
		return nil, ErrLost
	}
	a, err := p.z.From(state).Solve(ctx, puzzle.Options{})
	switch {
	case err != nil:
		return nil, err
	case statusOf(a.Status) == Unsolvable:
		return nil, ErrLost
	case len(a.Solutions) == 0:
		return nil, errors.New("undecided: " + a.Reason)
	case len(a.Solutions[0].Steps) == 0:
		return nil, ErrNoHint
	}
	return &Hint{Move: a.Solutions[0].Steps[0].Move, Left: a.Solutions[0].Cost}, nil
}

func (p *Puzzle) deduction(ctx context.Context, at Position) (*Hint, error) {
	form, given, err := p.form(at)
	if err != nil {
		return nil, err
	}
	if p.guide == nil {
		g, err := why.NewGuide(ctx, p.z, why.Options{})
		if err != nil {
			return nil, err
		}
		p.guide = g
	}
	forced, err := p.guide.Next(ctx, given)
	switch {
	case errors.Is(err, why.ErrContradiction):
		return nil, ErrLost
	case err != nil:
		return nil, err
	case forced == nil:
		return nil, ErrNoHint
	}
	h := &Hint{Name: form.Name(forced.Place), Value: form.Text(forced.Place, forced.Value)}
	for _, f := range forced.Facts {
		h.Reasons = append(h.Reasons, fact(f))
		h.Reasons = append(h.Reasons, lists.Map(f.Parts, fact)...)
	}
	return h, nil
}

func fact(f why.Fact) Finding {
	at := f.Span.Start
	return Finding{Text: strings.TrimSpace(f.Text), File: at.Filename, Line: at.Line, Column: at.Column}
}

// Why says why there is no solution, or why no plan costs less: a sentence, then the rules of the model that together
// are the reason, each with its place. If a limit was reached, complete is false.
func (p *Puzzle) Why(ctx context.Context, o Options) (facts []Finding, complete bool, err error) {
	a, err := why.Ask(ctx, p.z, why.Options{Solve: o.options()})
	if err != nil {
		return nil, false, err
	}
	for _, f := range a.Facts {
		facts = append(facts, fact(f))
		facts = append(facts, lists.Map(f.Parts, fact)...)
	}
	return facts, a.Limit == "", nil
}

// Board returns what the views of the model show, as text.
func (s *State) Board() string {
	var b strings.Builder
	for _, line := range show.Boards(s.show(), false, false) {
		b.WriteString(line.Text + "\n")
	}
	return b.String()
}

// SVG returns what the views of the model show, as a document of SVG.
func (s *State) SVG() string {
	var b strings.Builder
	picture, _ := show.PictureOf(s.show())
	_ = picture.SVG(&b) // a Builder takes all
	return b.String()
}

// wrong makes an error of pzc of a list of findings.
func (p *Puzzle) wrong(err error) error {
	var diags diag.List
	if errors.As(err, &diags) {
		return wrong(p.z.Program, diags)
	}
	return err
}
