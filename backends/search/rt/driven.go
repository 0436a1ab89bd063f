package search

import (
	"encoding/json"
	"io"
	"os"
	"time"
)

// A program may be run by another one. Then it writes lines of JSON, each a Line: how far it has come now and then, and at the end the answer.
// It ends when its standard input does, so that it does not outlive who runs it.

// Line is such a line; one of the fields is set.
type Line struct {
	Progress *Stats  `json:"progress,omitempty"`
	Answer   *Answer `json:"answer,omitempty"`
}

// Answer is a Result with the moves by their names.
type Answer struct {
	Status  Status   `json:"status"`
	Reason  string   `json:"reason,omitempty"`
	Optimal bool     `json:"optimal"`
	Found   bool     `json:"found"`           // there is a plan, that of no moves perhaps
	Start   []int    `json:"start,omitempty"` // values that are chosen, by number
	Cost    int      `json:"cost"`
	Plan    []string `json:"plan"`
	Stats   Stats    `json:"stats"`
}

// linesEvery is how long it is between two lines of progress.
const linesEvery = 100 * time.Millisecond

// Driven lets the program end with the reader, and gives the function that writes progress.
func Driven(until io.Reader, to io.Writer) func(Stats) {
	go func() {
		_, _ = io.Copy(io.Discard, until)
		os.Exit(exitUndecided)
	}()
	out := json.NewEncoder(to)
	var last time.Duration
	return func(st Stats) {
		if st.Elapsed-last >= linesEvery {
			last = st.Elapsed
			_ = out.Encode(Line{Progress: &st}) // who does not read it has ended
		}
	}
}

// WriteAnswer writes the line with the answer. start is what was chosen of the state from which its plan starts.
func WriteAnswer[S any](to io.Writer, r Result[S], name func(move int) string, start []int) error {
	a := Answer{
		Status: r.Status, Reason: r.Reason, Optimal: r.Optimal, Found: r.Status == Solved || len(r.Moves) > 0,
		Cost: r.Cost, Plan: []string{}, Stats: r.Stats,
	}
	if a.Found {
		a.Start = start
	}
	for _, move := range r.Moves {
		a.Plan = append(a.Plan, name(move))
	}
	return json.NewEncoder(to).Encode(Line{Answer: &a})
}

// exitUndecided is the exit status of a search that came to no end.
const exitUndecided = 3
