package heuristic

import (
	"errors"
	"fmt"
	"math"

	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/pattern"
	"github.com/pzc-lang/pzc/backends/technique"
)

// row is a heuristic that pzc makes by itself.
type row struct {
	estimate.Kind
	make   func(m *Maker) (estimate.Estimate, error)
	price  func(m *Maker) int64 // nil: the price is relaxedKind.Price
	weaker []string
	beside string // see Candidate
	// technique is to choose the heuristic without being asked; "": it is cheap, or is chosen only if asked for
	technique technique.Technique
}

// rows returns the table of these heuristics.
func rows() []row {
	all := []row{
		{Kind: estimate.BlindKind, make: func(*Maker) (estimate.Estimate, error) { return estimate.Blind, nil }},
		{Kind: estimate.GoalCountKind, make: (*Maker).goalCount},
	}
	for _, k := range relaxations() {
		all = append(all, row{
			Kind: k.Kind, make: func(m *Maker) (estimate.Estimate, error) { return m.relax(k) }, technique: k.technique,
		})
	}
	all = append(all, row{Kind: matchingKind, make: (*Maker).matching, technique: technique.Matching},
		row{Kind: pairsKind, make: (*Maker).pairs, technique: technique.Pairs})
	for i, k := range pattern.Kinds {
		z := pattern.Size(i)
		r := row{
			Kind: k, make: func(m *Maker) (estimate.Estimate, error) { return m.Patterns.Estimate(z) },
			price: func(m *Maker) int64 { return m.patternsPrice(z) }, beside: pairsKind.Name, technique: technique.Patterns,
		}
		for _, w := range z.Smaller() {
			r.weaker = append(r.weaker, w.Name())
		}
		all = append(all, r)
	}
	return all
}

// Kinds describes these heuristics.
func Kinds() (all []estimate.Kind) {
	for _, a := range rows() {
		all = append(all, a.Kind)
	}
	return all
}

func (m *Maker) goalCount() (estimate.Estimate, error) {
	if e, ok := estimate.GoalCount(m.sp); ok {
		return e, nil
	}
	e := estimate.Blind
	e.Name = estimate.GoalCountKind.Name
	return e, nil
}

func (m *Maker) relax(k relaxedKind) (estimate.Estimate, error) {
	if m.relaxed == nil {
		r, err := newRelaxation(m.Tables.Context(), m.sp)
		if err != nil {
			return estimate.Estimate{}, cannotLook(k.Name, err)
		}
		m.relaxed = r
	}
	return m.relaxed.estimate(k), nil
}

func (m *Maker) matching() (estimate.Estimate, error) {
	e, err := Matching(m.Tables.Context(), m.sp)
	if err != nil {
		err = cannotLook(matchingKind.Name, err)
	}
	return e, err
}

// pairsKind describes Pairs.
var pairsKind = estimate.Kind{
	Name: "pairs", Says: "`matching`, and what it costs more to carry two things past one another", Admissible: true,
	Source: "after Junghanns and Schaeffer, 2001",
	Needs:  "moves that carry one of several equal things, and that are never helped by another thing", Price: 1 << 16,
}

var errNoPairs = errors.New("no move carries one of several equal things, or other things may help it")

func (m *Maker) pairs() (estimate.Estimate, error) {
	e, err := Pairs(m.Tables.Context(), m.sp)
	if err != nil {
		err = cannotLook(pairsKind.Name, err)
	}
	return e, err
}

func cannotLook(name string, err error) error {
	return fmt.Errorf("%s cannot look at this puzzle: %w; choose another heuristic", name, err)
}

// Candidate is a heuristic that auto may change to.
type Candidate struct {
	Name   string
	Beside string       // another heuristic; if it is in use, this candidate hardly says more
	Weaker []string     // other heuristics that are useless when this candidate is ready
	Price  func() int64 // about the effort of preparing it, in successors
	Make   func() (estimate.Estimate, error)
}

// heavyPrice is the price of large tables that a heuristic of the model asks for.
const heavyPrice = 1 << 22

// Later lists heuristics that are too expensive for the beginning of a search. Prices are multiplied by dear per cent.
func (m *Maker) Later(dear int64) (all []Candidate) {
	for i := range m.sp.Task.Heuristics {
		h := &m.sp.Task.Heuristics[i]
		if h.Admissible && m.heavy(h) {
			all = append(all, Candidate{
				Name: h.Name, Price: func() int64 { return heavyPrice * dear / 100 },
				Make: func() (estimate.Estimate, error) { return m.Model(h) },
			})
		}
	}
	for _, a := range rows() {
		price := a.price
		switch {
		case a.technique == "", m.Without.Has(a.technique):
			continue
		case price == nil:
			price = func(*Maker) int64 { return a.Price * dear / 100 }
		}
		all = append(all, Candidate{
			Name: a.Name, Weaker: a.weaker, Beside: a.beside, Price: func() int64 { return price(m) },
			Make: func() (estimate.Estimate, error) { return a.make(m) },
		})
	}
	return all
}

// largeChoice bounds the number of values of all variables times the number of moves. Beyond it the choice of tables
// itself takes long.
const largeChoice = 1 << 20

// patternsPrice returns the price of a choice of tables.
func (m *Maker) patternsPrice(z pattern.Size) int64 {
	values := 0
	for v := range m.sp.Task.Vars {
		values += len(m.sp.Task.Vars[v].Values)
	}
	if values*len(m.sp.Task.Moves) > largeChoice {
		return math.MaxInt64
	}
	_, states := m.Patterns.Ready(z)
	if states < 0 {
		return math.MaxInt64
	}
	return int64(states)
}

// relaxedKind describes a heuristic that a relaxation gives.
type relaxedKind struct {
	estimate.Kind
	passes int64 // about how often an evaluation processes each operator
	plans  bool  // it finds plans of the relaxation
	guide  func(x *explorer) func(st []uint64) int64
	// technique is as in row.
	technique technique.Technique
}

// relaxations returns the table of these heuristics.
func relaxations() []relaxedKind { return []relaxedKind{hmaxKind, addKind, ffKind, lmcutKind} }

// opsPerSuccessor is about the number of operators that can be processed in the time of one successor.
const opsPerSuccessor = 8

// estimate returns a heuristic of the relaxation.
func (r *relaxation) estimate(k relaxedKind) estimate.Estimate {
	x := newExplorer(r)
	e := estimate.Estimate{
		Inst: -1, Name: k.Name, Trusted: k.Admissible, Guide: k.guide(x),
		Another: func() func(st []uint64) int64 { return k.guide(newExplorer(r)) },
		Effort:  k.passes * int64(len(r.action)) / opsPerSuccessor,
	}
	if k.plans {
		e.Preferred = x.preferred
	}
	return e
}
