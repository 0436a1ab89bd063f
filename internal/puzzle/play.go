package puzzle

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/semantics/parse"
	"github.com/pzc-lang/pzc/compiler/semantics/view"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/mention"
)

// Game is a puzzle that a person plays. The reference semantics decides which moves are applicable, and why others are
// not. A Game is used by one goroutine at a time. Puzzles that From returns are independent of it.
type Game struct {
	Start []int64 // the state of the model where play begins

	z       *Puzzle
	machine *semantics.Machine
	moves   []GameMove
}

// GameMove is a move of a game.
type GameMove struct {
	Name string // as plans write it
	// Direction is the direction of the move: up, right, down, left, or "" if it has none.
	Direction string
	move      semantics.Move
}

// Directions are the values of GameMove.Direction, without "".
var Directions = model.DirNames

// Play begins a game from the first initial state. The puzzle need not have been grounded.
func (puzzle *Puzzle) Play(ctx context.Context) (*Game, error) {
	if !puzzle.HasMoves() {
		return nil, errors.New(puzzle.Program.Name() + " has no moves to play with; `" + mention.Solve + "` finds its values")
	}
	m := semantics.NewMachine(puzzle.model)
	defer m.Within(ctx)()
	starts, _, err := m.InitialStates(ctx, 1)
	switch {
	case err != nil:
		return nil, err
	case len(starts) == 0:
		return nil, errors.New("no state satisfies the conditions on the start")
	}
	if err := m.CheckInstances(); err != nil {
		return nil, err
	}
	if m.Ended() {
		return nil, fmt.Errorf("%w while the moves were listed", context.Cause(ctx))
	}
	g := &Game{Start: starts[0], z: puzzle, machine: m}
	g.moves = lists.Map(m.Instances(), func(mv semantics.Move) GameMove {
		return GameMove{m.Format(mv), puzzle.direction(mv), mv}
	})
	return g, nil
}

// direction returns the direction of a move: its first argument that is a direction, or an offset along a row or
// column. A move of two cells in a row or column of one grid has the direction from the first cell to the second.
func (puzzle *Puzzle) direction(mv semantics.Move) string {
	var cells []int64
	var grid *model.Grid
	for i, v := range mv.Args {
		switch t := mv.Decl.Params[i].Set.Type().Elem(); t.Kind {
		case model.Direction:
			return model.DirNames[v.N]
		case model.CellKind:
			if grid == nil || t.Grid == grid {
				cells, grid = append(cells, v.N), t.Grid
			}
		default:
			if t.IsOffset() {
				return along(v.C.Tuple[0].N, v.C.Tuple[1].N)
			}
		}
	}
	if len(cells) != 2 || cells[0] == cells[1] {
		return ""
	}
	cols := puzzle.model.Dims[grid.ID].Cols
	return along(cells[1]/cols-cells[0]/cols, cells[1]%cols-cells[0]%cols)
}

// along returns the direction of some rows down and columns to the right; "" if it is along neither.
func along(rows, across int64) string {
	switch {
	case rows == 0 && across == 0:
	case across == 0 && rows < 0:
		return "up"
	case across == 0:
		return "down"
	case rows == 0 && across > 0:
		return "right"
	case rows == 0:
		return "left"
	}
	return ""
}

// Moves lists all moves, whether they can be made or not, in the order of the language.
func (g *Game) Moves() []GameMove { return g.moves }

// Try makes a move in a state. The text says to the author of the model why the move cannot be made; "": it can. Try
// also makes a move that loses the game. In a lost state no move can be made: see Lost.
func (g *Game) Try(state []int64, m GameMove) (Step, string) {
	if lost := g.Lost(state); lost != "" {
		return Step{}, "the game is lost: " + lost
	}
	next, cost, refusal := g.machine.Try(state, m.move)
	if refusal != nil {
		if refusal.Reason != "" {
			return Step{}, refusal.Reason
		}
		return Step{}, refusal.Text
	}
	return Step{Move: m.Name, Label: g.machine.Label(state, m.move), Cost: cost, State: next}, ""
}

// Args returns the arguments of a move, as plans write them.
func (g *Game) Args(m GameMove) []string {
	args := make([]string, len(m.move.Args))
	for i, v := range m.move.Args {
		args[i] = g.z.model.Format(m.move.Decl.Params[i].Set.Type().Elem(), v)
	}
	return args
}

// Can reports whether a move can be made in a state, as Try does.
func (g *Game) Can(state []int64, m GameMove) bool {
	return g.Lost(state) == "" && g.machine.CanTry(state, m.move)
}

// Dead reports whether the model promises that no goal is reachable from a state.
func (g *Game) Dead(state []int64) bool { return g.machine.Dead(state) }

// Refusals lists all conditions that refuse a move, given as plans write it; none if the move can be made.
func (g *Game) Refusals(state []int64, move string) []*semantics.Refusal {
	mv, unknown := g.named(move)
	if unknown != nil {
		return []*semantics.Refusal{unknown}
	}
	if unknown = g.machine.CheckMove(mv); unknown != nil {
		return []*semantics.Refusal{unknown}
	}
	if lost := g.machine.Lost(state); lost != nil {
		return []*semantics.Refusal{lost}
	}
	if g.machine.CanTry(state, mv) {
		return nil
	}
	return semantics.ExplainMove(g.machine, state, mv)
}

// named reads a move. The refusal says why the puzzle has no such move.
func (g *Game) named(move string) (semantics.Move, *semantics.Refusal) {
	mv, diags := parse.Move(g.machine, "move", move)
	if diags.HasErrors() {
		return mv, &semantics.Refusal{Text: diags[0].Msg}
	}
	return mv, nil
}

// Replay makes moves from a state up to the first move that is not applicable. The refusal says why this move is not;
// nil: all moves were made.
func (g *Game) Replay(start []int64, moves []string) (steps []Step, refused *semantics.Refusal) {
	for _, name := range moves {
		mv, unknown := g.named(name)
		if unknown != nil {
			return steps, unknown
		}
		if lost := g.machine.Lost(start); lost != nil {
			return steps, lost
		}
		next, cost, refusal := g.machine.Try(start, mv)
		if refusal != nil {
			return steps, refusal
		}
		steps = append(steps, Step{g.machine.Format(mv), g.machine.Label(start, mv), cost, next})
		start = next
	}
	return steps, nil
}

// StartOf reads the values of an initial state: a line `variable = value` for each that the model leaves open. An error
// is a diag.List.
func (g *Game) StartOf(values Text) ([]int64, error) {
	given, _, diags := g.z.ReadPlan(values)
	if diags.HasErrors() {
		return nil, diags
	}
	return g.startWith(given)
}

func (g *Game) startWith(given map[int]int64) ([]int64, error) {
	p := g.machine.Fill(given)
	if len(p.Missing) > 0 {
		return nil, diag.List{g.z.incomplete(p)}
	}
	if refusal := g.machine.CheckInitial(p.State); refusal != nil {
		return nil, diag.List{{Code: string(refusal.Rule), Span: refusal.Span, Msg: refusal.Text}}
	}
	return p.State, nil
}

// mostReasons is how many reasons WhyNot gives.
const mostReasons = 3

// WhyNot tells a player why none of some moves can be made, in the words of the model's `else`; "" if the model has no
// words for it, or different words for many moves.
func (g *Game) WhyNot(state []int64, moves ...GameMove) string {
	if lost := g.Lost(state); lost != "" {
		return "the game is lost: " + lost
	}
	var said []string
	for _, m := range moves {
		for _, reason := range semantics.Reasons(g.machine, state, m.move) {
			if !slices.Contains(said, reason) {
				said = append(said, reason)
			}
		}
		if len(said) > mostReasons && len(moves) > 1 {
			return ""
		}
	}
	said = said[:min(len(said), mostReasons)]
	return strings.Join(said, "; and ")
}

// Within makes the methods of the game end with a context, until undo is called. After a method was ended, CutShort
// returns true, and the method's result must not be used.
func (g *Game) Within(ctx context.Context) (undo func()) {
	moves, views := g.machine.Within(ctx), g.z.machine.Within(ctx)
	return func() {
		moves()
		views()
	}
}

// CutShort reports whether a method was ended before it was done.
func (g *Game) CutShort() bool { return g.machine.Ended() || g.z.machine.Ended() }

// Goal reports whether a state is a goal. A lost state is not a goal.
func (g *Game) Goal(state []int64) bool { return g.machine.Goal(state) && g.Lost(state) == "" }

// Lost says why a state is lost; "": it is not. The text is the `else` of the `lost` that holds, if it has one.
func (g *Game) Lost(state []int64) string {
	r := g.machine.Lost(state)
	switch {
	case r == nil:
		return ""
	case r.Reason != "":
		return r.Reason
	}
	return "this position is lost"
}

// Shown returns a state as the model's views show it.
func (g *Game) Shown(state []int64) []view.Board { return g.z.Shown(state) }

// Load reads a plan and makes its moves from the start that it gives, or from g.Start if it gives none. The text says
// why some moves could not be read or made; "": all were made.
func (g *Game) Load(plan Text) (start []int64, steps []Step, why string) {
	given, moves, diags := g.z.ReadPlan(plan)
	if diags.HasErrors() {
		return g.Start, nil, fmt.Sprintf("line %d: %s", diags[0].Span.Start.Line, diags[0].Msg)
	}
	start = g.Start
	for place, n := range given {
		if start[place] == n {
			continue
		}
		other, err := g.startWith(given)
		if err != nil {
			return g.Start, nil, err.Error()
		}
		start = other
		break
	}
	replay := g.machine.Replay(moves, start)
	steps = stepsOf(g.machine, replay)
	if replay.Failed >= 0 {
		return start, steps, semantics.ExplainReplay(g.machine, moves, replay)[0].Text
	}
	return start, steps, ""
}

// Plan writes steps as Load and Validate read them.
func (g *Game) Plan(steps []Step) string {
	var b strings.Builder
	if g.machine.Model().HasChoice() {
		for _, v := range g.z.Assignment(g.Start) {
			b.WriteString(v.Name + " = " + v.Text + "\n")
		}
	}
	for _, s := range steps {
		b.WriteString(s.Move + "\n")
	}
	return b.String()
}
