package bench

import (
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/internal/lists"
)

// Summary holds the medians of the repeats of a case.
type Summary struct {
	Case
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

// Decided reports whether all runs came to an answer.
func (s *Summary) Decided() bool { return s.Status == "solved" || s.Status == "unsolvable" }

// Answer returns the answer in a few words.
func (s *Summary) Answer() string {
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

// Summarise puts the runs of each case together, in the order in which the cases first occur.
func Summarise(runs []*Run) []*Summary {
	var order []Case
	of := map[Case][]*Run{}
	for _, r := range runs {
		if of[r.Case] == nil {
			order = append(order, r.Case)
		}
		of[r.Case] = append(of[r.Case], r)
	}
	return lists.Map(order, func(c Case) *Summary { return summary(c, of[c]) })
}

func summary(c Case, runs []*Run) *Summary {
	worst := runs[0]
	for _, r := range runs {
		if worst.Decided() && !r.Decided() {
			worst = r
		}
	}
	return &Summary{
		Case: c, Runs: len(runs), Status: worst.Status, Reason: worst.Reason, Optimal: worst.Optimal, Cost: worst.Cost,
		Nodes: worst.Nodes,
		CPU:   median(runs, func(r *Run) float64 { return r.CPU }),
		Wall:  median(runs, func(r *Run) float64 { return r.Wall }),
		Peak:  int64(median(runs, func(r *Run) float64 { return float64(r.Peak) })),
	}
}

// median returns the middle value, the mean of both where there are two.
func median(runs []*Run, of func(*Run) float64) float64 {
	values := lists.Map(runs, of)
	slices.Sort(values)
	n := len(values)
	return (values[(n-1)/2] + values[n/2]) / 2
}

// Disagreement finds two summaries of one instance that cannot both be right. One has a solution and the other a proof
// that there is none, or both are proved to be cheapest and differ in cost. Both are nil if there are none such.
func Disagreement(all []*Summary) (a, b *Summary) {
	first := map[[2]string][]*Summary{}
	for _, s := range all {
		if !s.Decided() {
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
