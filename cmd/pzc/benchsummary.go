package main

import (
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/internal/lists"
)

// benchSummary holds the medians of the repeats of a case.
type benchSummary struct {
	benchCase
	Runs    int     `json:"runs"`
	Status  string  `json:"status"` // the least good of the runs
	Optimal bool    `json:"optimal"`
	Cost    *int64  `json:"cost,omitempty"`
	Nodes   *int64  `json:"nodes,omitempty"`
	CPU     float64 `json:"cpu_seconds"`
	Wall    float64 `json:"wall_seconds"`
	Peak    int64   `json:"peak_bytes"`
	Reason  string  `json:"reason,omitempty"`
}

// decided reports whether all runs came to an answer.
func (s *benchSummary) decided() bool { return s.Status == "solved" || s.Status == "unsolvable" }

// answer returns the answer in a few words.
func (s *benchSummary) answer() string {
	switch {
	case s.Status == "solved" && s.Cost != nil && s.Optimal:
		return fmt.Sprintf("cost %d", *s.Cost)
	case s.Status == "solved" && s.Cost != nil:
		return fmt.Sprintf("cost %d, not proved optimal", *s.Cost)
	case s.Status == "unknown":
		return "undecided"
	default:
		return s.Status
	}
}

// summarise puts the runs of each case together, in the order in which the cases first occur.
func summarise(runs []*benchRun) []*benchSummary {
	var order []benchCase
	of := map[benchCase][]*benchRun{}
	for _, r := range runs {
		if of[r.benchCase] == nil {
			order = append(order, r.benchCase)
		}
		of[r.benchCase] = append(of[r.benchCase], r)
	}
	return lists.Map(order, func(c benchCase) *benchSummary { return summary(c, of[c]) })
}

func summary(c benchCase, runs []*benchRun) *benchSummary {
	worst := runs[0]
	for _, r := range runs {
		if worst.decided() && !r.decided() {
			worst = r
		}
	}
	return &benchSummary{
		benchCase: c, Runs: len(runs), Status: worst.Status, Reason: worst.Reason, Optimal: worst.Optimal, Cost: worst.Cost,
		Nodes: worst.Nodes,
		CPU:   median(runs, func(r *benchRun) float64 { return r.CPU }),
		Wall:  median(runs, func(r *benchRun) float64 { return r.Wall }),
		Peak:  int64(median(runs, func(r *benchRun) float64 { return float64(r.Peak) })),
	}
}

// median returns the middle value, the mean of both where there are two.
func median(runs []*benchRun, of func(*benchRun) float64) float64 {
	values := lists.Map(runs, of)
	slices.Sort(values)
	n := len(values)
	return (values[(n-1)/2] + values[n/2]) / 2
}

// disagreement finds two summaries of one instance that cannot both be right. One has a solution and the other a proof
// that there is none, or both are proved to be cheapest and differ in cost. Both are nil if there are none such.
func disagreement(all []*benchSummary) (a, b *benchSummary) {
	first := map[[2]string][]*benchSummary{}
	for _, s := range all {
		if !s.decided() {
			continue
		}
		key := [2]string{s.File, s.Instance}
		for _, f := range first[key] {
			if f.Status != s.Status || f.Optimal && s.Optimal && f.Cost != nil && s.Cost != nil && *f.Cost != *s.Cost {
				return f, s
			}
		}
		first[key] = append(first[key], s)
	}
	return nil, nil
}
