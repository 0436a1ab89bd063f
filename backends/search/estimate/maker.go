package estimate

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Row is a heuristic that pzc makes by itself.
type Row struct {
	Kind
	Make   func() (Estimate, error)
	Cost   func() int64 // about the effort of preparing it, in successors; nil: Kind.Price
	Weaker []string     // heuristics that are useless when this one is ready
	Beside string       // another heuristic; if it is in use, this one hardly says more
	Early  bool         // it is cheap, so that it may be chosen at the beginning of a search
	// Technique is to choose the heuristic without being asked; "": it is cheap, or is chosen only if asked for.
	Technique technique.Technique
}

// Maker makes the heuristics of a space. It is for one goroutine.
type Maker struct {
	Limits
	Space *space.Space
	Rows  []Row
	Extra int64 // bytes that are kept beside tables
	// Need builds the tables of costs that an expression reads and the space does not have.
	Need    func(sp *space.Space, e task.Expr) error
	without technique.Set // techniques that are left out
}

// NewMaker returns a maker of the heuristics of the model, blind and goalcount. Tables get half of the memory.
func NewMaker(ctx context.Context, sp *space.Space, memory int64, without technique.Set) *Maker {
	m := &Maker{Limits: Limits{Ctx: ctx, Memory: memory / 2}, Space: sp, Need: noTables, without: without}
	m.Rows = []Row{
		{Kind: blindKind, Make: func() (Estimate, error) { return Blind, nil }},
		{Kind: goalCountKind, Make: m.goalCount},
	}
	return m
}

func (m *Maker) goalCount() (Estimate, error) {
	if e, ok := GoalCount(m.Space); ok {
		return e, nil
	}
	e := Blind
	e.Name = goalCountKind.Name
	return e, nil
}

// Bytes returns the approximate memory of the tables and of what is kept beside them.
func (m *Maker) Bytes() int64 { return m.Limits.Bytes() + m.Extra }

// Model prepares a heuristic of the model.
func (m *Maker) Model(h *task.Heuristic) (Estimate, error) {
	sp := m.Space
	if h.Missing != "" || h.Value == task.None {
		return Estimate{}, fmt.Errorf("heuristic %s cannot be used: %s", h.Name, h.Missing)
	}
	if err := m.Need(sp, h.Value); err != nil {
		return Estimate{}, err
	}
	e := Estimate{Name: h.Name, Trusted: h.Admissible, Ends: sp.Task.Ends(h.Value)}
	if h.Admissible && !h.Proved {
		e.Promises = []string{"admissible " + h.Name}
	}
	defer sp.Program.ForgetTerms()
	a := sp.Program.NewAdder()
	a.Add(h.Value, 1)
	if a.Linear() {
		e.Linear = &Linear{Div: 1, Mul: 1}
		e.Inst, e.Linear.Sum = a.Instruction()
	} else {
		e.Inst = sp.Program.Compile(h.Value)
		e.Sums, _ = sp.Program.TableSums(h.Value)
		e.Effort = effort(sp, h.Value)
	}
	return e, nil
}

func noTables(sp *space.Space, e task.Expr) error {
	if len(sp.Task.Pool.Costs(e)) > 0 {
		return errors.New("no tables of exact costs can be built")
	}
	return nil
}

// effort returns the effort of the table lookups in e, in successors. Tables with numbered states take more, because
// the state must be found in a hash table.
func effort(sp *space.Space, e task.Expr) (n int64) {
	for _, i := range sp.Task.Pool.Costs(e) {
		if table := sp.Tables[i]; table != nil && table.States != nil {
			n += 2 + int64(len(table.Kept.Vars))/4
		}
	}
	return n
}

// Named prepares a heuristic of the model or of Rows.
func (m *Maker) Named(name string) (Estimate, error) {
	sp := m.Space
	for i := range sp.Task.Heuristics {
		if sp.Task.Heuristics[i].Name == name {
			return m.Model(&sp.Task.Heuristics[i])
		}
	}
	var known []string
	for _, a := range m.Rows {
		if a.Name == name {
			return a.Make()
		}
		known = append(known, a.Name)
	}
	for _, h := range sp.Task.Heuristics {
		known = append(known, h.Name)
	}
	return Estimate{}, &backends.UnknownError{What: "heuristic", Name: name, Known: known}
}

// Best chooses among the admissible heuristics of the model that need no large tables, goalcount, and early rows, by
// their values on a sample of states. It takes the one with the greatest sum, and each further one that raises the sum
// of the maxima by more than 2 %.
func (m *Maker) Best(ctx context.Context, roots []uint64) Estimate {
	sp := m.Space
	defer m.Easily()()
	var all []Estimate
	for i := range sp.Task.Heuristics {
		if h := &sp.Task.Heuristics[i]; h.Admissible {
			if e, err := m.Model(h); err == nil {
				all = append(all, e)
			}
		}
	}
	if e, ok := GoalCount(sp); ok {
		all = append(all, e)
	}
	for _, r := range m.Rows {
		if r.Early && !m.without.Has(r.Technique) {
			if e, err := r.Make(); err == nil {
				all = append(all, e)
			}
		}
	}
	values := Values(ctx, sp, roots, all)
	var chosen []int
	var most []int64 // by state: the maximum of the chosen
	for len(chosen) < len(all) {
		best, bestSum := -1, Total(most)+Total(most)/50
		for k := range all {
			if s := Total(Maxima(most, values[k])); s > bestSum {
				best, bestSum = k, s
			}
		}
		if best < 0 {
			break
		}
		chosen = append(chosen, best)
		most = Maxima(most, values[best])
	}
	switch len(chosen) {
	case 0:
		return Blind
	case 1:
		return all[chosen[0]]
	}
	slices.Sort(chosen)
	return Maximum(sp, all, chosen)
}

// heavy reports whether a heuristic of the model needs tables that have not been built.
func (m *Maker) heavy(h *task.Heuristic) bool {
	if h.Missing != "" || h.Value == task.None {
		return false
	}
	return slices.ContainsFunc(m.Space.Task.Pool.Costs(h.Value), func(i int) bool { return m.Space.Tables[i] == nil })
}

// heavyPrice is the price of large tables that a heuristic of the model asks for.
const heavyPrice = 1 << 22

// Later lists heuristics that are too expensive for the beginning of a search. Prices are multiplied by dear per cent.
func (m *Maker) Later(dear int64) (all []Row) {
	for i := range m.Space.Task.Heuristics {
		h := &m.Space.Task.Heuristics[i]
		if h.Admissible && m.heavy(h) {
			all = append(all, Row{
				Kind: Kind{Name: h.Name}, Cost: func() int64 { return heavyPrice * dear / 100 },
				Make: func() (Estimate, error) { return m.Model(h) },
			})
		}
	}
	for _, a := range m.Rows {
		if a.Technique == "" || a.Early || m.without.Has(a.Technique) {
			continue
		}
		if a.Cost == nil {
			a.Cost = func() int64 { return a.Price * dear / 100 }
		}
		all = append(all, a)
	}
	return all
}
