package search

import (
	"fmt"
	"math"

	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/pattern"
	"github.com/pzc-lang/pzc/backends/search/relax"
)

// automatic is a heuristic that pzc makes by itself.
type automatic struct {
	estimate.Kind
	make  func(m *maker) (estimate.Estimate, error)
	price func(m *maker) int64 // if Kind.Price is not the price
}

// automatics is the one table of these heuristics.
func automatics() []automatic {
	all := []automatic{
		{Kind: estimate.BlindKind, make: func(*maker) (estimate.Estimate, error) { return estimate.Blind, nil }},
		{Kind: estimate.GoalCountKind, make: (*maker).goalCount},
	}
	for _, k := range relax.Kinds() {
		all = append(all, automatic{Kind: k.Kind, make: func(m *maker) (estimate.Estimate, error) { return m.relax(k) }})
	}
	all = append(all, automatic{Kind: relax.MatchingKind, make: (*maker).matching})
	for i, k := range pattern.Kinds {
		z := pattern.Size(i)
		all = append(all, automatic{
			Kind: k, make: func(m *maker) (estimate.Estimate, error) { return m.patterns.Estimate(z) },
			price: func(m *maker) int64 { return m.patternsPrice(z) },
		})
	}
	return all
}

// kinds describes these heuristics.
func kinds() (all []estimate.Kind) {
	for _, a := range automatics() {
		all = append(all, a.Kind)
	}
	return all
}

func (m *maker) goalCount() (estimate.Estimate, error) {
	if e, ok := estimate.GoalCount(m.sp); ok {
		return e, nil
	}
	e := estimate.Blind
	e.Name = estimate.GoalCountKind.Name
	return e, nil
}

func (m *maker) relax(k relax.Kind) (estimate.Estimate, error) {
	if m.relaxed == nil {
		r, err := relax.New(m.shop.Context(), m.sp)
		if err != nil {
			return estimate.Estimate{}, cannotLook(k.Name, err)
		}
		m.relaxed = r
	}
	return m.relaxed.Estimate(k), nil
}

func (m *maker) matching() (estimate.Estimate, error) {
	e, err := relax.Matching(m.shop.Context(), m.sp)
	if err != nil {
		err = cannotLook(relax.MatchingKind.Name, err)
	}
	return e, err
}

func cannotLook(name string, err error) error {
	return fmt.Errorf("%s cannot look at this puzzle: %w; choose another heuristic", name, err)
}

// candidate is a heuristic that auto may think of later.
type laterCandidate struct {
	name   string
	unless string       // another one, after which this one is of no use
	price  func() int64 // about how many successors could be made instead of getting it ready
	make   func() (estimate.Estimate, error)
}

// heavyPrice is the price of tables that the model asks for and that are not small.
const heavyPrice = 1 << 22

// later lists heuristics that are too dear to begin with, with prices that are so many per cent of the usual ones.
func (m *maker) later(dear int64) (all []laterCandidate) {
	for i := range m.sp.Task.Heuristics {
		h := &m.sp.Task.Heuristics[i]
		if h.Admissible && m.heavy(h) {
			all = append(all, laterCandidate{
				name: h.Name, price: func() int64 { return heavyPrice * dear / 100 }, make: func() (estimate.Estimate, error) { return m.model(h) },
			})
		}
	}
	for _, a := range automatics() {
		price := a.price
		switch {
		case price == nil && a.Price == 0:
			continue
		case price == nil:
			price = func(*maker) int64 { return a.Price * dear / 100 }
		}
		c := laterCandidate{name: a.Name, price: func() int64 { return price(m) }, make: func() (estimate.Estimate, error) { return a.make(m) }}
		if a.Name == pattern.Small.Name() {
			c.unless = pattern.Large.Name()
		}
		all = append(all, c)
	}
	return all
}

// largeChoice is values of all variables, times moves.
const largeChoice = 1 << 20

// patternsPrice is nothing where the tables are kept on disk. Of puzzles with very many values and moves even the choice takes long.
func (m *maker) patternsPrice(z pattern.Size) int64 {
	values := 0
	for v := range m.sp.Task.Vars {
		values += len(m.sp.Task.Vars[v].Values)
	}
	if values*len(m.sp.Task.Moves) > largeChoice {
		return math.MaxInt64
	}
	switch ready, states := m.patterns.Ready(z); {
	case ready:
		return 0
	case states < 0:
		return math.MaxInt64
	default:
		return int64(states)
	}
}
