package search

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"
)

// A driven program is run by another program. Its argument is an Order. It writes lines of JSON, each a Line: its
// progress now and then, and at the end the answer. It ends when its standard input ends, so that it does not outlive
// the program that runs it.

// Order is the argument of a driven program, as JSON.
type Order struct {
	Memory int      `json:"memory"`           // bytes for states
	Weight float64  `json:"weight,omitempty"` // of the heuristic in WeightedAStar
	Start  []uint64 `json:"start,omitempty"`  // the key of the initial state
}

// Ordered returns the Order of the program.
func Ordered() *Order {
	o := &Order{}
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "this program is run by pzc; pzc emit-go writes one to be run by you")
		os.Exit(2)
	}
	if err := json.Unmarshal([]byte(os.Args[1]), o); err != nil {
		fmt.Fprintln(os.Stderr, "the order cannot be read:", err)
		os.Exit(2)
	}
	return o
}

// Options are the options of the search, with a bound on the states that are kept. From now on the program ends when
// its standard input ends.
func (r *Order) Options(states int, admissible bool) Options {
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(exitUndecided)
	}()
	return Options{MaxStates: states, Weight: r.Weight, Admissible: admissible, Progress: lines(os.Stdout)}
}

// Line is a line that a driven program writes. One of the fields is set.
type Line struct {
	Progress *Stats  `json:"progress,omitempty"`
	Answer   *Answer `json:"answer,omitempty"`
}

// Answer is a Result with the moves by their names.
type Answer struct {
	Status  Status   `json:"status"`
	Reason  string   `json:"reason,omitempty"`
	Optimal bool     `json:"optimal"`
	Found   bool     `json:"found"`           // there is a plan, possibly without moves
	Start   []int    `json:"start,omitempty"` // numbers of chosen values
	Cost    int      `json:"cost"`
	Plan    []string `json:"plan"`
	Stats   Stats    `json:"stats"`
}

// linesEvery is the time between two lines of progress.
const linesEvery = 100 * time.Millisecond

// lines is the function that writes progress.
func lines(to io.Writer) func(Stats) {
	out := json.NewEncoder(to)
	var last time.Duration
	return func(st Stats) {
		if st.Elapsed-last >= linesEvery {
			last = st.Elapsed
			_ = out.Encode(Line{Progress: &st}) // a reader that is gone has ended
		}
	}
}

// Finish writes the line with the answer and ends the program. start is the chosen values of the state from which the
// plan starts.
func Finish[S any](r Result[S], name func(move int) string, start []int) {
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
	if err := json.NewEncoder(os.Stdout).Encode(Line{Answer: &a}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	os.Exit(map[Status]int{Solved: 0, Unsolvable: 1, Unknown: exitUndecided}[r.Status])
}

// exitUndecided is the exit status of a search that was ended.
const exitUndecided = 3
