package reach

import (
	"encoding/binary"
	"slices"
)

// Reachability without deletes tries all combinations of values that a move reads together, and most of these never
// occur together. If there are many, a walk through states from the start comes first, because every value of a
// reachable state is reachable. States with a value that no earlier state had are expanded first (Lipovetzky and
// Geffner, "Width and serialization of classical planning problems", 2012). After the walk it is often clear that a
// move reaches no new value (spent.go), and its combinations need not be tried.

// When there is a walk, and its limits.
const (
	walkFrom  = 1_000   // combinations that were tried
	walkSteps = 100_000 // expressions that are computed on the walk, and values of states
	walkNodes = 1 << 20 // size of the pool
)

// walk holds the states that were visited.
type walk struct {
	*Result
	met    map[string]bool
	had    []places // values
	first  [][]int64
	others [][]int64
	key    []byte
}

// walk adds the values of the states of a walk, and the moves that the walk makes.
func (r *Result) walk() {
	r.walked = true
	if slices.Contains(r.t.Free, true) || r.p.Len() > walkNodes {
		return
	}
	r.at = newAssignment(r.p.Pool)
	w := &walk{Result: r, met: map[string]bool{}, had: make([]places, len(r.reached))}
	for v := range w.had {
		w.had[v] = newPlaces(len(r.domains[v]))
	}
	w.visit(r.t.Init)
	for from := w.next(); from != nil && !r.w.Halted(); from = w.next() {
		r.at.state(from)
		for i := range r.moves {
			if w.move(i, from); r.at.steps > walkSteps {
				return
			}
		}
	}
}

// next returns the state to expand next; nil: there is none.
func (w *walk) next() (state []int64) {
	switch {
	case len(w.first) > 0:
		state, w.first = w.first[0], w.first[1:]
	case len(w.others) > 0:
		state, w.others = w.others[0], w.others[1:]
	}
	return state
}

func (w *walk) visit(state []int64) {
	w.at.steps += 2 * len(state)
	w.key = w.key[:0]
	first := false
	for v, x := range state {
		k := w.placeIn(v, x)
		w.key = binary.AppendUvarint(w.key, uint64(k))
		if !w.had[v].has(k) {
			w.had[v].add(int(k))
			w.reached[v].add(int(k))
			first = true
		}
	}
	switch {
	case w.met[string(w.key)]:
		return
	case first:
		w.first = append(w.first, state)
	default:
		w.others = append(w.others, state)
	}
	w.met[string(w.key)] = true
}

// move makes a move in the current state.
func (w *walk) move(i int, from []int64) {
	if w.at.value(w.t.Moves[i].Guard) == 0 {
		return
	}
	to := slices.Clone(from)
	effects := w.t.Moves[i].Effects
	for k := range effects {
		e := &effects[k]
		if w.at.value(e.Cond) == 0 {
			continue
		}
		to[e.Var] = w.at.value(e.Value)
		if w.placeIn(e.Var, to[e.Var]) < 0 { // outside the type, so the guard refuses the move
			return
		}
	}
	w.moves[i].possible = true
	w.visit(to)
}
