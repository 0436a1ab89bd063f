package sat

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/constraint/cdcl"
	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/layers"
	"github.com/pzc-lang/pzc/backends/sat/reduced"
	"github.com/pzc-lang/pzc/internal/text"
)

// Horizons that take long are divided into cubes (cube and conquer: Heule, Kullmann, Wieringa and Biere 2011): the
// plans in which some variables have some of their values at given times. Who asks for the plans has each cube
// decided, by other processes or machines.

// cubedFrom is the number of steps of the solver before a horizon is divided, unless Options.Cubes gives another.
const cubedFrom = 10_000_000

// nearMiddle is the greatest distance from the middle of a plan at which a cube is divided. Conditions near the ends
// say little about the rest of the plan.
const nearMiddle = 4

// cubed is horizon with Options.Cubes.
func (r *run) cubed(ctx context.Context, t int) (closed bool, err error) {
	whole := newBounded(r.o.Work.Part(cmp.Or(r.o.Cubes.From, cubedFrom)), r.o.Work)
	a := r.asking(ctx, t, whole)
	if open, err := r.writeLayered(ctx, a); err != nil || !open {
		return err == nil, err
	}
	r.asked = true
	var plan *backends.Plan
	found, err := a.solve(ctx)
	switch {
	case errors.Is(err, errSteps) && !r.o.Work.Over(0):
		cubes := a.divide(ctx, whole.s, r.o.Cubes.Parts)
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		plan, err = r.o.Cubes.Solve(ctx, cubes, func(p *backends.Plan) error {
			return a.replays(p)
		}, func(done int) {
			r.progress(backends.Progress{
				Level: "horizon", At: int64(t), Done: int64(done), Unit: "part", Of: int64(len(cubes)),
			})
		})
	case found:
		plan = &backends.Plan{}
		*plan, _, err = a.plan()
	}
	if err != nil || plan == nil {
		return err == nil, err
	}
	r.best, r.result.Plans, r.result.Status = plan.Cost, []backends.Plan{*plan}, backends.Solved
	return true, nil
}

// replays says what is wrong with a plan that somebody else found.
func (a *query) replays(p *backends.Plan) error {
	t := a.c.task
	bad := func(m int) bool { return m < 0 || m >= len(t.Moves) }
	if len(p.Start) != len(t.Vars) || len(p.Moves) != a.t || slices.ContainsFunc(p.Moves, bad) {
		return errors.New("it is not made for this puzzle")
	}
	for v, x := range p.Start {
		if !slices.Contains(t.Vars[v].Values, x) {
			return fmt.Errorf("%s is never %d", t.Vars[v].Name, x)
		}
	}
	_, err := reduced.Replay(t, p)
	return err
}

// cube decides Options.Cube.
func (r *run) cube(ctx context.Context) error {
	c := r.o.Cube
	if c.Moves < 0 {
		return fmt.Errorf("sat: a cube of %d moves, which cannot be negative", c.Moves)
	}
	r.result.Algorithm, r.result.Choice = "cube", "sat: a part of the plans of one length"
	r.unsolvable(backends.ProofUnsat, "no plan of "+text.Count(c.Moves, "move")+" is in the cube")
	a := r.newQuery(ctx, c.Moves)
	if open, err := r.writeLayered(ctx, a); err != nil || !open {
		return err
	}
	for _, h := range c.Holds {
		lits, ok := a.holds(h)
		if !ok {
			return fmt.Errorf("sat: a cube of %s has no variable %d at step %d", text.Count(c.Moves, "move"), h.Var,
				h.Step)
		}
		for _, l := range lits {
			a.e.F.Clause(l)
		}
	}
	found, err := a.solve(ctx)
	if err != nil || !found {
		return err
	}
	plan, _, err := a.plan()
	c.Plan = &plan
	r.result.Proof, r.result.Reason = "", ""
	r.result.Status, r.result.Plans = backends.Solved, []backends.Plan{plan}
	return err
}

// writeLayered writes the formula of a new query. open is false if the layers show that there is no plan.
func (r *run) writeLayered(ctx context.Context, a *query) (open bool, err error) {
	var at []*layers.Pairs
	if r.lay != nil {
		if at, err = r.lay.Plan(ctx, a.t); err != nil || at == nil {
			return false, err
		}
	}
	return true, a.write(at, true)
}

// holds returns the literals of a condition, one for each value that it excludes. ok is false if the formula has no
// such variable.
func (a *query) holds(h backends.Holds) (lits []cnf.Lit, ok bool) {
	if h.Step < 0 || h.Step >= len(a.e.Steps) || h.Var < 0 || h.Var >= len(a.c.task.Vars) {
		return nil, false
	}
	s := a.e.Steps[h.Step]
	for _, k := range s.Alive[h.Var] {
		if !slices.Contains(h.Among, k) {
			lits = append(lits, -s.Val[h.Var][k])
		}
	}
	return lits, true
}

// part is a cube that may be divided.
type part struct {
	holds []backends.Holds
	lits  []cdcl.Lit
	known int // the number of literals that follow
}

// divide divides the plans into cubes, at least the given number unless some are refuted at once. It divides the cube
// from which the fewest literals follow, such that most follow in both parts.
func (a *query) divide(ctx context.Context, s *cdcl.Solver, parts int) (cubes []backends.Cube) {
	open, whole := []part{{}}, 0 // the first ones cannot be divided
	for len(open) < parts && whole < len(open) && ctx.Err() == nil {
		least := whole
		for i := whole; i < len(open); i++ {
			if open[i].known < open[least].known {
				least = i
			}
		}
		p := open[least]
		open = slices.Delete(open, least, least+1)
		if !s.Assume(p.lits...) {
			continue
		}
		best, score := [2]part{}, 0
		for _, split := range a.splits(s) {
			var may [2]bool
			for k := range split {
				split[k].known, may[k] = s.Try(split[k].lits...)
			}
			if n := (split[0].known + 1) * (split[1].known + 1); may[0] && may[1] && n > score {
				best, score = split, n
			}
		}
		if score == 0 {
			open, whole = slices.Insert(open, 0, p), whole+1
			continue
		}
		for _, x := range best {
			open = append(open, part{slices.Concat(p.holds, x.holds), slices.Concat(p.lits, x.lits), p.known + x.known})
		}
	}
	for _, p := range open {
		cubes = append(cubes, backends.Cube{Moves: a.t, Holds: p.holds})
	}
	return cubes
}

// splits lists the ways to divide a cube by whether a variable has some value near the middle of the plan. s has drawn
// the conclusions of the cube. Variables whose values are written in binary or by bounds are left out.
func (a *query) splits(s *cdcl.Solver) (all [][2]part) {
	middle := len(a.e.Steps) / 2
	for i := max(middle-nearMiddle, 0); i <= min(middle+nearMiddle, len(a.e.Steps)-1); i++ {
		for v, val := range a.e.Steps[i].Val {
			if slices.ContainsFunc(val, cnf.IsConjunction) {
				continue
			}
			left := slices.DeleteFunc(slices.Clone(a.e.Steps[i].Alive[v]), func(k int) bool {
				return val[k] == cnf.False || val[k] != cnf.True && s.Value(literal(val[k])) < 0
			})
			for n := range left {
				if len(left) == 1 || len(left) == 2 && n == 1 {
					break
				}
				others := slices.Delete(slices.Clone(left), n, n+1)
				all = append(all, [2]part{a.part(i, v, left[n:n+1]), a.part(i, v, others)})
			}
		}
	}
	return all
}

// part returns the cube in which a variable has one of some values after i moves.
func (a *query) part(i, v int, among []int) (p part) {
	p.holds = []backends.Holds{{Step: i, Var: v, Among: among}}
	excluded, _ := a.holds(p.holds[0])
	for _, l := range excluded {
		if l != cnf.True {
			p.lits = append(p.lits, literal(l))
		}
	}
	return p
}
