package search

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math/bits"
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
	Tables []string `json:"tables,omitempty"` // files
	At     int      `json:"at,omitempty"`     // where the entries begin in these files
}

// Table is the entries of a table, with the given number of bytes.
func (r *Order) Table(i, n int) []byte {
	if i < len(r.Tables) {
		if data, err := mapped(r.Tables[i]); err == nil && len(data) >= r.At+n {
			return data[r.At : r.At+n]
		}
	}
	fmt.Fprintln(os.Stderr, "a table of the order cannot be read")
	os.Exit(2)
	return nil
}

// Entries8 are entries of one byte each.
func Entries8(data []byte) []uint8 { return data }

// Entries16 are entries of two bytes each.
func Entries16(data []byte) []uint16 {
	out := make([]uint16, len(data)/2)
	for i := range out {
		out[i] = binary.LittleEndian.Uint16(data[2*i:])
	}
	return out
}

// Entries32 are entries of four bytes each.
func Entries32(data []byte) []uint32 {
	out := make([]uint32, len(data)/4)
	for i := range out {
		out[i] = binary.LittleEndian.Uint32(data[4*i:])
	}
	return out
}

// Numbered is a table with an entry for each of some states of one word (open addressing: Peterson, 1957).
type Numbered struct {
	states  []uint64
	entries []uint32 // each entry plus one: 0 is an empty place
	shift   uint
}

// NewNumbered reads a table of n states: the states, in eight bytes each, then the entries.
func NewNumbered(data []byte, n int) *Numbered {
	size := 1 << bits.Len(uint(2*n))
	t := &Numbered{states: make([]uint64, size), entries: make([]uint32, size), shift: uint(65 - bits.Len(uint(size)))}
	costs := data[8*n:]
	for i := range n {
		s, entry := binary.LittleEndian.Uint64(data[8*i:]), uint32(0)
		for k := range len(costs) / n {
			entry |= uint32(costs[i*len(costs)/n+k]) << (8 * k)
		}
		at := t.place(s)
		t.states[at], t.entries[at] = s, entry+1
	}
	return t
}

// place is where a state is, or the empty place where it belongs.
func (t *Numbered) place(s uint64) int {
	at := int(s * 0x9e3779b97f4a7c15 >> t.shift)
	for t.entries[at] != 0 && t.states[at] != s {
		at = (at + 1) & (len(t.states) - 1)
	}
	return at
}

// At is the entry of a state. A state that is not in the table has the entry of cost 0.
func (t *Numbered) At(s uint64) uint32 {
	if entry := t.entries[t.place(s)]; entry != 0 {
		return entry - 1
	}
	return 1
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
