// Package heuristic makes heuristics by name: heuristics of the model, and heuristics that pzc derives for every
// puzzle. Derived heuristics are pattern databases (package pattern) and relaxations. Most relaxations ignore deletes;
// matching adds up the costs of carrying each token to the goal. Estimates are costs in the unit of the task. A
// heuristic is for one goroutine.
package heuristic

import (
	"context"
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/pattern"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Maker makes the heuristics of a space. It is for one goroutine.
type Maker struct {
	sp       *space.Space
	Tables   *pattern.Builder // builds tables
	Patterns *pattern.Chooser // chooses tables
	Without  technique.Set    // techniques that are left out
	relaxed  *relaxation      // the delete relaxation; nil: no heuristic has needed it yet
}

// New returns a maker for a space. Its tables have the default limits until Tables.Open is called.
func New(ctx context.Context, sp *space.Space) *Maker {
	builder := pattern.NewBuilder(ctx)
	return &Maker{sp: sp, Tables: builder, Patterns: pattern.NewChooser(sp, builder)}
}

// Bytes returns the approximate memory of the tables and of the delete relaxation.
func (m *Maker) Bytes() int64 { return m.Tables.Bytes() + m.relaxed.bytes() }

// Model prepares a heuristic of the model.
func (m *Maker) Model(h *task.Heuristic) (estimate.Estimate, error) {
	sp := m.sp
	if h.Missing != "" || h.Value == task.None {
		return estimate.Estimate{}, fmt.Errorf("heuristic %s cannot be used: %s", h.Name, h.Missing)
	}
	if err := m.Tables.Need(sp, h.Value); err != nil {
		return estimate.Estimate{}, err
	}
	e := estimate.Estimate{Name: h.Name, Trusted: h.Admissible, Ends: sp.Task.Ends(h.Value)}
	if h.Admissible && !h.Proved {
		e.Promises = []string{"admissible " + h.Name}
	}
	defer sp.Program.ForgetTerms()
	a := sp.Program.NewAdder()
	a.Add(h.Value, 1)
	if a.Linear() {
		e.Linear = &estimate.Linear{Div: 1, Mul: 1}
		e.Inst, e.Linear.Sum = a.Instruction()
	} else {
		e.Inst = sp.Program.Compile(h.Value)
		e.Sums, _ = sp.Program.TableSums(h.Value)
		e.Effort = pattern.Effort(sp, h.Value)
	}
	return e, nil
}

// Named prepares a heuristic of the model or of Kinds.
func (m *Maker) Named(name string) (estimate.Estimate, error) {
	sp := m.sp
	for i := range sp.Task.Heuristics {
		if sp.Task.Heuristics[i].Name == name {
			return m.Model(&sp.Task.Heuristics[i])
		}
	}
	var known []string
	for _, a := range rows() {
		if a.Name == name {
			return a.make(m)
		}
		known = append(known, a.Name)
	}
	for _, h := range sp.Task.Heuristics {
		known = append(known, h.Name)
	}
	return estimate.Estimate{}, &backends.UnknownError{What: "heuristic", Name: name, Known: known}
}

// Best chooses among the admissible heuristics of the model that need no large tables, and goalcount, by their values
// on a sample of states. It takes the one with the greatest sum, and each further one that raises the sum of the maxima
// by more than 2 %.
func (m *Maker) Best(ctx context.Context, roots []uint64) estimate.Estimate {
	sp := m.sp
	defer m.Tables.Easily()()
	var all []estimate.Estimate
	for i := range sp.Task.Heuristics {
		if h := &sp.Task.Heuristics[i]; h.Admissible {
			if e, err := m.Model(h); err == nil {
				all = append(all, e)
			}
		}
	}
	if e, ok := estimate.GoalCount(sp); ok {
		all = append(all, e)
	}
	values := estimate.Values(ctx, sp, roots, all)
	var chosen []int
	var most []int64 // by state: the maximum of the chosen
	for len(chosen) < len(all) {
		best, bestSum := -1, estimate.Total(most)+estimate.Total(most)/50
		for k := range all {
			if s := estimate.Total(estimate.Maxima(most, values[k])); s > bestSum {
				best, bestSum = k, s
			}
		}
		if best < 0 {
			break
		}
		chosen = append(chosen, best)
		most = estimate.Maxima(most, values[best])
	}
	switch len(chosen) {
	case 0:
		return estimate.Blind
	case 1:
		return all[chosen[0]]
	}
	slices.Sort(chosen)
	return estimate.Maximum(sp, all, chosen)
}

// heavy reports whether a heuristic of the model needs tables that have not been built.
func (m *Maker) heavy(h *task.Heuristic) bool {
	if h.Missing != "" || h.Value == task.None {
		return false
	}
	return slices.ContainsFunc(m.sp.Task.Pool.Costs(h.Value), func(i int) bool { return m.sp.Tables[i] == nil })
}
