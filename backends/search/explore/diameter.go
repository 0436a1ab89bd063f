package explore

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/amount"
	"github.com/pzc-lang/pzc/backends/search/job"
)

// mostSteps bounds the number of moves visited for a diameter that no option asks for. They take some seconds.
const mostSteps = 1 << 30

// diameter searches from each state to all others.
func (v *survey) diameter() {
	states, moves := int64(len(v.rest)), int64(len(v.net.to))
	if !v.o.Diameter && float64(states)*float64(moves+states) > mostSteps {
		v.noDiameter()
		return
	}
	var next atomic.Int64
	var mu sync.Mutex
	var best Diameter
	var from, to uint32
	work := func() {
		w := v.net.newWalker()
		for id := next.Add(1) - 1; id < states && v.Ctx.Err() == nil; id = next.Add(1) - 1 {
			if id%(1<<10) == 0 {
				mu.Lock()
				v.say(backends.Progress{Doing: "diameter", Done: id, Unit: "state", Of: states})
				mu.Unlock()
			}
			far, d := w.farthest(uint32(id))
			mu.Lock()
			if d > best.Distance || d == best.Distance && uint32(id) < from {
				best.Distance, from, to = d, uint32(id), far
			}
			mu.Unlock()
		}
	}
	threads := v.Cores()
	if need := networkBytes(v.Space, states, moves) + int64(threads)*20*states; need > v.Memory {
		threads = 1
	}
	job.Together(threads, func(int) { work() })
	if v.Ctx.Err() != nil {
		v.NoDiameter = "stopped"
		v.Reason = "stopped while the diameter was computed"
		return
	}
	best.From, best.To = v.codes(from), v.codes(to)
	v.Diameter = &best
}

func (v *survey) noDiameter() {
	v.NoDiameter = fmt.Sprintf("going from each of %s to all others takes long", amount.Of(v.States(), "state"))
}

// farthest returns the first state at the greatest distance from a state, and the distance.
func (w *walker) farthest(id uint32) (far uint32, d int64) {
	for i := range w.dist {
		w.dist[i] = job.NoCost
	}
	w.from(id)
	for to, g := range w.dist {
		if g != job.NoCost && g > d {
			far, d = uint32(to), g
		}
	}
	if d == 0 {
		far = id
	}
	return far, d
}
