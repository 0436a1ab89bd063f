package why

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// noValues explains why a puzzle without moves has no solution. answer is the answer of the solver.
func noValues(ctx context.Context, z *puzzle.Puzzle, answer *puzzle.Answer, o Options) (*Answer, error) {
	a := &Answer{Kind: NoValues}
	clauses := stillClauses(z.Model(), z.Machine())
	s, err := newAssumed(ctx, z, clauses, o.Solve)
	if err != nil {
		a.add(Verdict, "No values fit.")
		return limited(ctx, a, err)
	}
	n := len(clauses)
	v, core := s.ask(ctx, without(n, nil))
	switch {
	case s.err != nil:
		return limited(ctx, a, s.err)
	case v == together && len(answer.ReliesOn) > 0:
		a.add(Verdict, "Values fit: a promise of the model is broken ("+strings.Join(answer.ReliesOn, ", ")+").")
		return a, nil
	case v == together:
		return nil, errDisagree
	case len(core) == 0:
		a.add(Verdict, "No values fit, even if all conditions give way: the types of the state variables leave none.")
		return a, nil
	}
	core, irred := irreducible(ctx, s, core)
	if len(core) == 0 {
		return nil, errDisagree
	}
	sources := z.Program.Sources()
	o.found(&Answer{Facts: facts(because, clauses, core, sources)}, "These contradict one another; fewer are looked for.")
	core, smallest := smallestCore(ctx, s, n, core)
	a.add(Verdict, "No values fit. "+clashSentence(len(core), irred, smallest))
	a.Facts = append(a.Facts, facts(because, clauses, core, sources)...)
	o.found(a, "What may give way is looked for.")
	a.corrections(ctx, s, clauses, core, sources)
	if s.err != nil {
		return limited(ctx, a, s.err)
	}
	return a, nil
}

// longestReason is the number of places beyond which a trial of all values may be easier to follow. longestTrial is the
// time limit of the trial.
const (
	longestReason = 2
	longestTrial  = time.Second / 2
)

// byTrial adds the number of values that a trial of all values takes, if the reason is long and the trial is short.
func (a *Answer) byTrial(ctx context.Context, z *puzzle.Puzzle, o Options) {
	places := 0
	for _, f := range a.Facts {
		if f.Role == because {
			places++
		}
	}
	if places <= longestReason {
		return
	}
	ctx, o, cancel := o.within(ctx, longestTrial)
	defer cancel()
	o.Solve.Backend, o.Solve.Algorithm = "search", "backtrack"
	answer, err := z.Solve(ctx, o.Solve)
	if err == nil && answer.Proof == backends.ProofExhausted {
		a.add(note, fmt.Sprintf("Trial shows it too: all choices were looked at, element by element (%s tried).",
			text.Plural(answer.Stats.Generated, "value")))
	}
}

// maxBrief is the greatest number of clauses for which Brief looks for a reason, and longestBrief its time limit.
const (
	maxBrief     = 60
	longestBrief = time.Second
)

// Brief explains why there is no solution, if the puzzle has few clauses and the reason is found within a time limit;
// otherwise it returns nil. answer is the answer of the solver.
func Brief(ctx context.Context, z *puzzle.Puzzle, answer *puzzle.Answer, o Options) *Answer {
	if z.HasMoves() || answer.Status != backends.Unsolvable || len(stillClauses(z.Model(), z.Machine())) > maxBrief {
		return nil
	}
	ctx, o, cancel := o.within(ctx, longestBrief)
	defer cancel()
	a, err := noValues(ctx, z, answer, o)
	if err != nil || a.Limit != "" {
		return nil
	}
	return a
}

// clashSentence introduces the clauses of a core.
func clashSentence(n int, irreducible, smallest bool) string {
	switch {
	case n == 1:
		return "This alone cannot hold:"
	case smallest:
		return fmt.Sprintf("These %d contradict one another, and no fewer do:", n)
	case irreducible:
		return fmt.Sprintf("These %d contradict one another; any %d of them fit together:", n, n-1)
	}
	return fmt.Sprintf("These %d contradict one another; perhaps some of them already do:", n)
}

// corrections names the clauses that must be removed so that all others have a solution.
func (a *Answer) corrections(ctx context.Context, s asker, clauses []clause, core []int, sources map[string]string) {
	n := len(clauses)
	var single []int
	sure := true
	for _, c := range core {
		switch v, _ := s.ask(ctx, without(n, []int{c})); v {
		case together:
			single = append(single, c)
		case unknown:
			sure = false
		case clash:
		}
	}
	switch {
	case len(single) == 0 && !sure:
		return
	case len(single) == len(core) && len(core) > 1:
		a.add(giveWay, "If any one of them gives way, values fit.")
		return
	case len(single) > 0:
		a.add(giveWay, "Values fit if "+giving(len(single))+":")
	default:
		least, proved := smallestCorrection(ctx, s, n, core)
		if !proved {
			a.add(note, "It does not suffice that one of them gives way.")
			return
		}
		a.add(giveWay, fmt.Sprintf("It takes %d that give way, and these are enough:", len(least)))
		single = least
	}
	f := &a.Facts[len(a.Facts)-1]
	f.Parts = facts(giveWay, clauses, single, sources)
}
