package heuristic

import "github.com/pzc-lang/pzc/backends/search/estimate"

// ffKind describes the heuristic of FF.
var ffKind = relaxedKind{
	Kind: estimate.Kind{
		Name: "ff", Says: "the cost of a plan of the delete relaxation, in which each move is paid once",
		Source: "Hoffmann and Nebel, 2001",
	},
	passes: 1, guide: func(x *explorer) func([]uint64) int64 { return newFF(x).of },
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
	plan    []int32 // operators of the last relaxed plan
}

func newFF(x *explorer) *ff {
	return &ff{explorer: x, reached: make([]uint32, x.r.atoms), used: make([]uint32, len(x.r.parts.start))}
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
