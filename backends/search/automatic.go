package search

import (
	"fmt"

	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/pattern"
	"github.com/pzc-lang/pzc/backends/search/relax"
)

// automatic is a heuristic that pzc makes by itself.
type automatic struct {
	estimate.Kind
	make func(m *maker) (estimate.Estimate, error)
}

// automatics is the one table of these heuristics.
func automatics() []automatic {
	all := []automatic{
		{estimate.BlindKind, func(*maker) (estimate.Estimate, error) { return estimate.Blind, nil }},
		{estimate.GoalCountKind, (*maker).goalCount},
	}
	for _, k := range relax.Kinds() {
		all = append(all, automatic{k.Kind, func(m *maker) (estimate.Estimate, error) { return m.relax(k) }})
	}
	all = append(all, automatic{relax.MatchingKind, (*maker).matching})
	for z, k := range pattern.Kinds {
		all = append(all, automatic{k, func(m *maker) (estimate.Estimate, error) { return m.patterns.Estimate(pattern.Size(z)) }})
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
