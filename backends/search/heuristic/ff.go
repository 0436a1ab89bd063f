package heuristic

import "github.com/pzc-lang/pzc/backends/search/estimate"

// ffKind describes the heuristic of FF.
var ffKind = relaxedKind{
	Kind: estimate.Kind{
		Name: "ff", Says: "the cost of a plan of the delete relaxation, in which each move is paid once",
		Source: "Hoffmann and Nebel, 2001",
	},
	passes: 1, plans: true, guide: func(x *explorer) func([]uint64) int64 { return newFF(x).of },
}

// ff is the heuristic of FF (Hoffmann, Nebel, The FF Planning System, 2001): the cost of a plan of the relaxation, made
// of the cheapest operators by h_add (Keyder, Geffner, Heuristics for Planning with Action Costs Revisited, 2008). Each
// action counts once. The estimate may be too high, but it is Hopeless only in states without a plan.
type ff struct {
	*explorer
	now     uint32
	reached []uint32 // by atom: the last evaluation in which it was wanted
	used    []uint32 // by action
	stack   []int32
}

func newFF(x *explorer) *ff {
	return &ff{explorer: x, reached: make([]uint32, x.r.atoms), used: make([]uint32, len(x.r.parts.start))}
}

// preferred appends the moves of the last relaxed plan whose conditions hold in the state (helpful actions).
func (x *explorer) preferred(moves []int32) []int32 {
	for _, i := range x.plan {
		if a := x.r.action[i]; a >= 0 && x.holds(i) {
			moves = append(moves, x.r.move[a])
		}
	}
	return moves
}

// holds reports whether the conditions of an operator are true in the last state.
func (x *explorer) holds(i int32) bool {
	for _, p := range x.r.pre.of(i) {
		if by := x.by[p]; by >= 0 && (x.r.action[by] >= 0 || !x.holds(by)) {
			return false
		}
	}
	return true
}

func (f *ff) of(st []uint64) int64 {
	if f.add(st) >= unreached {
		return estimate.Hopeless
	}
	if f.now++; f.now == 0 {
		clear(f.reached)
		clear(f.used)
		f.now = 1
	}
	f.plan = f.plan[:0]
	f.stack = append(f.stack[:0], f.r.goal)
	f.reached[f.r.goal] = f.now
	var total int64
	for len(f.stack) > 0 {
		a := f.stack[len(f.stack)-1]
		f.stack = f.stack[:len(f.stack)-1]
		i := f.by[a]
		if i < 0 {
			continue
		}
		f.plan = append(f.plan, i)
		if action := f.r.action[i]; action >= 0 && f.used[action] != f.now {
			f.used[action] = f.now
			total = min(total+f.cost[i], mostCost)
		}
		for _, p := range f.r.pre.of(i) {
			if f.reached[p] != f.now {
				f.reached[p] = f.now
				f.stack = append(f.stack, p)
			}
		}
	}
	return total
}
