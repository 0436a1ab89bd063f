package grading

import (
	"context"
	"errors"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/constraint/cdcl"
)

// errConflicts says that a formula is too hard.
var errConflicts = errors.New("the formula is too hard: a solver met its limit of conflicts")

// models lists assignments of the atoms that satisfy the formula, each once, as signs. complete is false if there are
// more than most. conflicts and work, which may be nil, limit the solver.
func (f *formula) models(
	ctx context.Context, most int, conflicts int64, work *backends.Work,
) (all []string, complete bool, err error) {
	s := cdcl.New(clausesOnly{})
	lits := make([]cdcl.Lit, f.vars+1)
	for i := range f.vars {
		lits[i+1] = s.NewVar()
	}
	for _, c := range f.Clauses {
		clause := make([]cdcl.Lit, len(c.Lits))
		for i, n := range c.Lits {
			if clause[i] = lits[max(n, -n)]; n < 0 {
				clause[i] = clause[i].Not()
			}
		}
		s.Add(clause...)
	}
	visits := int64(0)
	stop := func() bool {
		steps := s.Visits - visits
		visits = s.Visits
		return work.Over(steps) || s.Conflicts > conflicts || ctx.Err() != nil
	}
	for {
		switch s.Solve(stop) {
		case cdcl.Unsat:
			return all, true, nil
		case cdcl.Stopped:
			return all, false, errors.Join(context.Cause(ctx), errConflicts)
		case cdcl.Sat:
		}
		if len(all) == most {
			return all, false, nil
		}
		model, other := make([]byte, len(f.Atoms)), make([]cdcl.Lit, len(f.Atoms))
		for i := range f.Atoms {
			l := lits[f.Atoms[i].Var]
			holds := s.Value(l) > 0
			model[i], other[i] = sign(holds), l
			if holds {
				other[i] = l.Not()
			}
		}
		all = append(all, string(model))
		if !s.Root() {
			return all, true, nil
		}
		s.Add(other...)
	}
}

// clausesOnly is the theory of a formula: there is nothing but clauses.
type clausesOnly struct{}

func (clausesOnly) Assigned(cdcl.Lit)          {}
func (clausesOnly) Undo(int32)                 {}
func (clausesOnly) Propagate() (done, ok bool) { return true, true }

func (clausesOnly) Decide() cdcl.Lit { return cdcl.NoLit }

func (clausesOnly) Complete() cdcl.Lit                                           { return cdcl.NoLit }
func (clausesOnly) Explain(_ cdcl.Lit, _, _, _ int32, out []cdcl.Lit) []cdcl.Lit { return out }

// refuses returns the line of a clause that refuses an assignment of the atoms, or that unit propagation from it makes
// false; 0 if there is none.
func (f *formula) refuses(values string) (line int) {
	truth := make([]int8, f.vars+1)
	for i := range f.Atoms {
		truth[f.Atoms[i].Var] = 2*int8(values[i]-'0') - 1
	}
	const rounds = 100
	for range rounds {
		again := false
		for _, c := range f.Clauses {
			open, unit := 0, 0
			for _, n := range c.Lits {
				switch value := truth[max(n, -n)]; {
				case value == 0:
					open, unit = open+1, n
				case (value > 0) == (n > 0):
					open = 2 // true
				}
				if open > 1 {
					break
				}
			}
			if open == 0 {
				return c.Line
			}
			if open == 1 {
				truth[max(unit, -unit)], again = 1, true
				if unit < 0 {
					truth[-unit] = -1
				}
			}
		}
		if !again {
			return 0
		}
	}
	return 0
}
