package why

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/semantics/parse"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// noPlan explains why a puzzle with moves has no plan. answer is the answer of the solver.
func noPlan(ctx context.Context, z *puzzle.Puzzle, answer *puzzle.Answer, o Options) (*Answer, error) {
	a := &Answer{Kind: NoPlan}
	a.add(Verdict, "There is no plan. "+text.Sentence(answer.Reason))
	if broken, err := a.promises(ctx, z, answer, o); broken || err != nil {
		return a, err
	}
	o.found(a, "What may give way is looked for.")
	tried, all, cancel := o.within(ctx, o.all())
	defer cancel()
	z = open(tried, z)
	clauses := movingClauses(z)
	r := &relaxed{z: z, clauses: clauses}
	if r.o = all; !a.single(tried, r) {
		a.several(tried, r)
	}
	o.found(a, "Data that give way are looked for.")
	if err := a.data(ctx, z, o); err != nil {
		return nil, err
	}
	o.found(a, "The nearest state is looked for.")
	a.nearest(tried, r)
	if r.err != nil {
		return nil, r.err
	}
	if r.late > 0 {
		a.add(note, fmt.Sprintf("Not all was tried: %s took more than %v, or %v all together.",
			text.Count(r.late, "changed puzzle"), o.each(), o.all()))
	}
	if ctx.Err() != nil {
		a.Limit = context.Cause(ctx).Error()
	}
	return a, nil
}

// open returns a puzzle that was read from PDDL with the preconditions that no state decides, if it is not too large.
func open(ctx context.Context, z *puzzle.Puzzle) *puzzle.Puzzle {
	if z.Program.Open == nil {
		return z
	}
	program, diags := z.Program.Open()
	if diags.HasErrors() {
		return z
	}
	y, diags := program.InstantiateContext(ctx, puzzle.Data{})
	if diags.HasErrors() || y.Compile(ctx) != nil {
		return z
	}
	return y
}

// promises solves the puzzle without the promises that the answer rests on. broken means that there is a plan then.
func (a *Answer) promises(
	ctx context.Context, z *puzzle.Puzzle, answer *puzzle.Answer, o Options,
) (broken bool, err error) {
	if len(answer.ReliesOn) == 0 {
		return false, nil
	}
	names := strings.Join(answer.ReliesOn, ", ")
	ctx, o, cancel := o.within(ctx, o.all())
	defer cancel()
	m := *z.Model()
	m.Program = m.WithoutPromises()
	honest, err := solveChanged(ctx, z, &m, o)
	switch {
	case err != nil:
		return false, err
	case honest == nil || honest.Status == backends.Unknown:
		a.add(note, "This rests on promises of the model: "+names+".")
	case honest.Status == backends.Unsolvable:
		a.Facts[0].Text = "There is no plan. " + text.Sentence(honest.Reason)
		a.add(note, "The promises of the model ("+names+") are not needed for this.")
	default:
		f := a.add(Verdict, "But a promise of the model is broken ("+names+"): without it there is a plan.")
		f.Plan = honest.Solutions[0].Steps
		return true, nil
	}
	return false, nil
}

// way is a clause, and a plan without it.
type way struct {
	clause int
	plan   puzzle.Solution
}

// single adds the clauses without which there is a plan. It returns false if none of them is a rule.
func (a *Answer) single(ctx context.Context, r *relaxed) bool {
	var ways []way
	for c := range r.clauses {
		if r.clauses[c].kind == "goal" {
			continue
		}
		if v, _ := r.ask(ctx, without(len(r.clauses), []int{c})); v == together {
			ways = append(ways, way{c, r.plan})
		}
	}
	ways = append(ways, r.goalWays(ctx)...)
	if len(ways) == 0 {
		return false
	}
	rules := slices.ContainsFunc(ways, func(w way) bool { return r.rank(w.clause) <= 0 })
	trivial := func(w way) bool { return len(w.plan.Steps) == 0 }
	if !slices.ContainsFunc(ways, func(w way) bool { return !trivial(w) }) {
		ways = ways[:1]
	} else {
		ways = slices.DeleteFunc(ways, trivial)
	}
	slices.SortStableFunc(ways, func(x, y way) int {
		return cmp.Or(cmp.Compare(r.rank(x.clause), r.rank(y.clause)), cmp.Compare(x.plan.Cost, y.plan.Cost))
	})
	a.add(giveWay, "There is a plan if "+giving(len(ways))+":")
	for i, w := range ways {
		if i == maxWays {
			a.add(note, "Others would do too.")
			break
		}
		a.Facts = append(a.Facts, r.way(w))
	}
	return rules
}

// giving introduces the clauses that may be dropped one at a time.
func giving(n int) string {
	if n == 1 {
		return "this gives way"
	}
	return "one of these gives way"
}

// rank says in which order clauses are shown: rules, first those that no state decides, goals, initial values.
func (r *relaxed) rank(c int) int {
	switch k := &r.clauses[c]; {
	case k.kind == "goal":
		return 1
	case k.kind == "given":
		return 2
	case k.kind == "when" && !model.ReadsState(k.expr):
		return -1
	default:
		return 0
	}
}

// goalWays returns the goals without which there is a plan, the cheapest plans first: one more than are shown. Without
// its only goal each state of a puzzle is one, so an only goal is never returned.
func (r *relaxed) goalWays(ctx context.Context) (ways []way) {
	for left, moving := r.goals(), 0; len(left) > 0 && len(r.goals()) > 1 && moving <= maxWays; {
		f := r.fail(ctx, 1, left)
		if f.verdict != together || len(f.goals) != 1 {
			break
		}
		ways = append(ways, way{f.goals[0], f.plan})
		left = slices.DeleteFunc(left, func(g int) bool { return g == f.goals[0] })
		if len(f.plan.Steps) > 0 {
			moving++
		}
	}
	return ways
}

// way returns a clause with the plan without it, and where the plan does what the clause refuses.
func (r *relaxed) way(w way) Fact {
	sources := r.z.Program.Sources()
	f := facts(giveWay, r.clauses, []int{w.clause}, sources)[0]
	c := &r.clauses[w.clause]
	if c.kind == "given" {
		started := r.z.Assignment(w.plan.Start)[c.place]
		f.Text = started.Name + " starts with " + started.Text + " instead of " + c.values[0].Value
	}
	f.Text += ": then " + planText(w.plan)
	f.Plan = w.plan.Steps
	f.Parts = r.broken(c, w.plan)
	return f
}

// maxBroken is how many moves are shown that break a clause.
const maxBroken = 3

// broken says at which moves of a plan a clause is broken, with the values that break it.
func (r *relaxed) broken(c *clause, s puzzle.Solution) (all []Fact) {
	if c.kind != "when" && c.kind != "require" && c.kind != "always" && c.kind != "lost" {
		return nil
	}
	machine := r.z.Machine()
	state := s.Start
	for i, step := range s.Steps {
		move, diags := parse.Move(machine, "", step.Move)
		if diags.HasErrors() || len(all) == maxBroken {
			return all
		}
		for _, failure := range semantics.ExplainMove(machine, state, move) {
			if overlaps(failure.Span, c.span) {
				what := fmt.Sprintf("move %d, %s", i+1, step.Move)
				if machine.Model().Notation == nil && len(failure.Values) > 0 {
					what += ", at " + semantics.Equations(failure.Values)
				}
				all = append(all, Fact{Role: refusing, Text: what, Instances: [][]named{failure.Values}})
				break
			}
		}
		state = step.State
	}
	return all
}

// overlaps reports whether one span lies in the other.
func overlaps(a, b diag.Span) bool {
	within := func(a, b diag.Span) bool {
		return a.Start.Offset >= b.Start.Offset && a.End.Offset <= b.End.Offset
	}
	return a.Start.Filename == b.Start.Filename && (within(a, b) || within(b, a))
}

// several adds a set of clauses that have to give way together. Goals, initial values and `always` are kept first.
func (a *Answer) several(ctx context.Context, r *relaxed) {
	var out []int
	sure := r.late == 0
	kept := lists.Filter(upTo(len(r.clauses)), func(c int) bool {
		return slices.Contains([]string{"goal", "given", "init"}, r.clauses[c].kind)
	})
	switch v, _ := r.ask(ctx, kept); {
	case v == clash && sure:
		rules, all := "rule", "all `when`, `require`, `always`, `lost` and `distinct`"
		if r.z.Model().Notation != nil {
			rules, all = "precondition", "all of them"
		}
		a.add(note, "No "+rules+" is to blame: without "+all+" there is no plan either.")
		return
	case v != together || !sure:
		a.add(note, "No rules were found that would have to give way.")
		return
	}
	for _, kind := range []string{"distinct", "lost", "always", "require", "when"} {
		for c := range r.clauses {
			if r.clauses[c].kind != kind {
				continue
			}
			switch v, _ := r.ask(ctx, with(kept, c)); v {
			case together:
				kept = with(kept, c)
			case unknown:
				sure = false
				fallthrough
			case clash:
				out = append(out, c)
			}
		}
	}
	if v, _ := r.ask(ctx, kept); v != together || !sure {
		a.add(note, "No rules were found that would have to give way.")
		return
	}
	sentence := "Of the rules no single one is enough. There is a plan without all of these, not without fewer of them:"
	first := r.clauses[out[0]].whole
	switch {
	case first.Start.IsValid() && !slices.ContainsFunc(out, func(c int) bool { return r.clauses[c].whole != first }):
		sentence = "There is a plan if this rule gives way as a whole; no single case of it is enough:"
	case len(out) == 2:
		sentence = "Of the rules no single one is enough, but there is a plan without these two:"
	}
	a.add(giveWay, sentence)
	a.Facts = append(a.Facts, facts(giveWay, r.clauses, out, r.z.Program.Sources())...)
	f := a.add(giveWay, "Then the plan is "+planText(r.plan)+".")
	f.Plan = r.plan.Steps
}

// nearest adds a state in which as many goals hold as possible, and the goals that do not.
func (a *Answer) nearest(ctx context.Context, r *relaxed) {
	goals := r.goals()
	most, f := 0, failing{verdict: clash}
	for f.verdict == clash && most < len(goals)-1 {
		most++
		f = r.fail(ctx, most, goals)
	}
	if most == 0 || f.verdict != together {
		return
	}
	others := slices.DeleteFunc(without(len(r.clauses), nil), func(c int) bool { return slices.Contains(goals, c) })
	late := r.late
	var never []int
	for _, g := range f.goals {
		if v, _ := r.ask(ctx, with(others, g)); v == clash {
			never = append(never, g)
		}
	}
	if r.late > late {
		return
	}
	sources := r.z.Program.Sources()
	n := a.add(Nearest, fmt.Sprintf("At most %d of %d goals can be met together (%s); not met then:",
		len(goals)-len(f.goals), len(goals), planText(f.plan)))
	n.Plan, n.Parts = f.plan.Steps, facts(unmet, r.clauses, f.goals, sources)
	if len(never) > 0 && len(never) < len(f.goals) {
		n := a.add(neverMet, "These are never met, even if the other goals are left out:")
		n.Parts = facts(neverMet, r.clauses, never, sources)
	}
}
