package planning

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/apps/compare"
	"github.com/pzc-lang/pzc/apps/emit"
	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/pddl"
	"github.com/pzc-lang/pzc/backends/search/explore"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// trip is an instance of the library as PDDL, read again.
type trip struct {
	program      *puzzle.Program
	instance     string
	before, back *puzzle.Puzzle
	states       *explore.Exploration // of before
	written      *pddl.Problem
}

// mostStates is the number of reachable states up to which an instance is compared.
const mostStates = 100_000

var errLarge = errors.New("too many states")

// explored returns the reachable states of a puzzle by distance, nil if there are more than limit.
func explored(t *testing.T, z *puzzle.Puzzle, limit int64) *explore.Exploration {
	t.Helper()
	ctx, stop := context.WithCancelCause(t.Context())
	defer stop(nil)
	states := int64(0)
	e, err := z.Explore(ctx, explore.Options{Layer: func(l explore.Layer) {
		if states += l.States; states > limit {
			stop(errLarge)
		}
	}})
	require.NoError(t, err)
	if !e.Complete {
		return nil
	}
	return e
}

// travel writes an instance as PDDL and reads it. It skips instances with more than limit states, instances that cannot
// be written, and texts that are refused by name.
func travel(t *testing.T, program *puzzle.Program, instance string, limit int64) *trip {
	t.Helper()
	z, diags := program.Instantiate(puzzle.Data{Instance: instance})
	require.NoError(t, diags.Err())
	require.NoError(t, z.Ground(t.Context()).Err())
	states := explored(t, z, limit)
	if states == nil {
		t.Skip("too many states")
	}
	written, err := emit.PDDL(t.Context(), z)
	if err != nil {
		t.Skip(err)
	}
	if len(written.Domain) > int(limit)*20 {
		t.Skipf("too large: %d bytes of PDDL", len(written.Domain))
	}
	domain := puzzle.Text{Name: "domain.pddl", Text: string(written.Domain)}
	read, diags := puzzle.LoadPDDL(domain, puzzle.Text{Name: "problem.pddl", Text: string(written.Problem)})
	if diags.HasErrors() {
		for _, d := range diags {
			assert.Equal(t, "domain.pddl", d.Span.Start.Filename)
			require.True(t, d.Code == "too-large" || d.Severity != diag.Error, d.Msg)
		}
		t.Skip("refused:", diags)
	}
	back, diags := read.Instantiate(puzzle.Data{})
	require.NoError(t, diags.Err())
	require.NoError(t, back.Ground(t.Context()).Err())
	return &trip{program, instance, z, back, states, written}
}

// check compares both puzzles: move by move if moves and actions correspond. Otherwise it compares the goals by their
// distances, or the costs of plans if actions choose the start.
func (p *trip) check(t *testing.T) {
	if lines, ok := p.same(t); ok {
		r, diags, err := compare.Models(t.Context(), p.program, p.back.Program, puzzle.Data{Instance: p.instance},
			compare.Options{Same: lines})
		require.NoError(t, err)
		require.NoError(t, diags.Err())
		require.Equal(t, compare.Equal, r.Verdict, "%s %+v", r.Reason, r.Diff)
		return
	}
	if task := p.before.Task(); !task.HasFree() && len(task.Moves) > 0 {
		after := explored(t, p.back, 10*mostStates)
		require.NotNil(t, after)
		require.Equal(t, goals(p.states), goals(after))
	}
	before, err := p.before.Solve(t.Context(), puzzle.Options{})
	require.NoError(t, err)
	after, err := p.back.Solve(t.Context(), puzzle.Options{})
	require.NoError(t, err)
	require.Equal(t, before.Status, after.Status)
	if before.Status == backends.Solved {
		assert.Equal(t, before.Solutions[0].Cost, after.Solutions[0].Cost)
	}
}

// goals returns the number of goals at each distance.
func goals(e *explore.Exploration) map[int64]int64 {
	all := map[int64]int64{}
	for _, l := range e.Layers {
		if l.Goals > 0 {
			all[l.Distance] = l.Goals
		}
	}
	return all
}

// same returns the lines by which the moves of both puzzles correspond, for package compare. ok is false if a move has
// several actions, or an action no move.
func (p *trip) same(t *testing.T) (lines []string, ok bool) {
	t.Helper()
	seen := map[string]bool{}
	for _, m := range p.back.Task().Moves {
		move, known := p.written.Line(p.back.Program.Model().Notation.Move(m.Name))
		require.True(t, known, m.Name)
		if move == "" || strings.Contains(move, " = ") || seen[move] {
			return nil, false
		}
		seen[move] = true
		lines = append(lines, move+" = "+m.Name)
	}
	return lines, true
}

// library makes the round trips of all instances of the library with at most limit states.
func library(t *testing.T, limit int64) {
	t.Helper()
	for _, m := range puzzle.LibraryModels() {
		program, diags, err := puzzle.LoadFile(m.File)
		require.NoError(t, err)
		require.NoError(t, diags.Err())
		names := program.Instances()
		if !program.HasMoves() {
			continue
		}
		if program.Complete() {
			names = append([]string{""}, names...)
		}
		for _, name := range names {
			t.Run(m.Name+"/"+name, func(t *testing.T) { travel(t, program, name, limit).check(t) })
		}
	}
}

// A puzzle that is written as PDDL and read again is the same puzzle.
func TestRoundTrips(t *testing.T) { library(t, 300) }

func TestLongRoundTrips(t *testing.T) { library(t, mostStates/5) }

func TestHoursRoundTrips(t *testing.T) { library(t, mostStates) }
