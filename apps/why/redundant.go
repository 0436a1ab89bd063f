package why

import (
	"context"
	"errors"
	"fmt"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// redundant lists the clauses and given values of a puzzle without moves that can be removed without adding a solution.
// The first result is the clauses that can be removed one at a time, the second a maximal set that can be removed
// together.
func redundant(ctx context.Context, z *puzzle.Puzzle, o Options) (*Answer, error) {
	if z.HasMoves() {
		return nil, &puzzle.OptionsError{Err: errors.New("only clauses of puzzles without moves are " +
			"left out; this one has moves")}
	}
	a := &Answer{Kind: leftOut}
	answer, err := z.Solve(ctx, o.Solve)
	switch {
	case err != nil:
		return nil, err
	case len(answer.Solutions) == 0:
		return Ask(ctx, z, o)
	}
	clauses := stillClauses(z.Model(), z.Machine())
	n := len(clauses)
	s, err := newAssumed(ctx, z, append(clauses, otherClause(z, answer.Solutions[0].Start)), o.Solve)
	if err != nil {
		return limited(ctx, a, err)
	}
	all := without(n+1, nil)
	if v, _ := s.ask(ctx, all); v != clash {
		if s.err != nil {
			return limited(ctx, a, s.err)
		}
		a.add(Verdict, "There is more than one solution, so that each clause left out could only add further ones.")
		return a, nil
	}
	alone, joint, err := leavable(ctx, s, n)
	if err != nil {
		return limited(ctx, a, err)
	}
	sources := z.Program.Sources()
	if len(alone) == 0 {
		a.add(Verdict, fmt.Sprintf("The solution is the only one, and each of the %s is needed for that.",
			text.Count(n, "clause")))
		return a, nil
	}
	a.add(Verdict, fmt.Sprintf("The solution is the only one. %d of %s could each be left out:", len(alone),
		text.Count(n, "clause")))
	a.Facts = append(a.Facts, facts(giveWay, s.clauses, alone, sources)...)
	words := fmt.Sprintf("%d of them could be left out together, and then no further one:", len(joint))
	if len(joint) == 1 {
		words = "When this one is left out, each other one is needed:"
	}
	f := a.add(note, words)
	f.Parts = facts(giveWay, s.clauses, joint, sources)
	return a, nil
}

// leavable returns the clauses that can be removed one at a time, and a maximal set that can be removed together.
func leavable(ctx context.Context, s *assumed, n int) (alone, joint []int, err error) {
	for c := range n {
		switch v, _ := s.ask(ctx, without(n+1, []int{c})); v {
		case clash:
			alone = append(alone, c)
		case together:
		case unknown:
			return nil, nil, s.err
		}
	}
	for _, c := range alone {
		more := with(joint, c)
		switch v, _ := s.ask(ctx, without(n+1, more)); v {
		case clash:
			joint = more
		case together:
		case unknown:
			return nil, nil, s.err
		}
	}
	return alone, joint, nil
}

// otherClause is the clause that some element differs from its value in a state.
func otherClause(z *puzzle.Puzzle, state []int64) clause {
	boolean := model.Base{Ty: model.BooleanType}
	return clause{kind: "other", expr: balanced(others(z, state), func(l, r model.Expr) model.Expr {
		return &model.Binary{Base: boolean, Op: model.Or, L: l, R: r}
	})}
}
