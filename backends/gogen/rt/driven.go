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

// A program may be written for another one that runs it. Then it gets an Order, and writes lines of JSON, each a Line:
// how far it has come now and then, and at the end the answer. It ends when its standard input does, so that it does
// not outlive who runs it.

// Order is the one argument of such a program, as JSON.
type Order struct {
	Memory int      `json:"memory"`           // bytes that states may take
	Weight float64  `json:"weight,omitempty"` // of the heuristic in WeightedAStar
	Start  []uint64 `json:"start,omitempty"`  // the key of the initial state
	Tables []string `json:"tables,omitempty"` // files
	At     int      `json:"at,omitempty"`     // where the entries begin in them
}

// Table is the entries of a table, so many bytes.
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

// Numbered is a table whose entries belong to states of one word (open addressing: Peterson, 1957).
type Numbered struct {
	states  []uint64
	entries []uint32 // one more than is kept: 0 is an empty place
	shift   uint
}

// NewNumbered is a table of so many states, in eight bytes each, and behind them the entries.
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

// At is the entry of a state; of one that is not there that of the cost 0.
func (t *Numbered) At(s uint64) uint32 {
	if entry := t.entries[t.place(s)]; entry != 0 {
		return entry - 1
	}
	return 1
}

// Ordered is what the program is asked to do.
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

// Options are those of the search, in which so many states may be kept. From now on the program ends with its standard
// input.
func (r *Order) Options(states int, admissible bool) Options {
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(exitUndecided)
	}()
	return Options{MaxStates: states, Weight: r.Weight, Admissible: admissible, Progress: lines(os.Stdout)}
}

// Line is a line that such a program writes; one of the fields is set.
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

// lines is the function that writes progress.
func lines(to io.Writer) func(Stats) {
	out := json.NewEncoder(to)
	var last time.Duration
	return func(st Stats) {
		if st.Elapsed-last >= linesEvery {
			last = st.Elapsed
			_ = out.Encode(Line{Progress: &st}) // who does not read it has ended
		}
	}
}

// Finish writes the line with the answer, and ends the program. start is what was chosen of the state from which its
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

// exitUndecided is the exit status of a search that came to no end.
const exitUndecided = 3
