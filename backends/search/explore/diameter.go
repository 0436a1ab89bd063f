package explore

import (
	"sync"
	"sync/atomic"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/internal/text"
)

// mostSteps bounds the number of moves visited for a diameter that no option asks for. They take some seconds.
const mostSteps = 1 << 30

// diameter searches from each state to all others.
func (survey *survey) diameter() {
	states, moves := int64(len(survey.rest)), int64(len(survey.net.to))
	if survey.o.NoDiameter {
		return
	}
	if !survey.o.Diameter && float64(states)*float64(moves+states) > mostSteps {
		survey.noDiameter()
		return
	}
	var next atomic.Int64
	var mu sync.Mutex
	var best diameter
	var from, to uint32
	work := func() {
		w := survey.net.newWalker()
		for id := next.Add(1) - 1; id < states && survey.Ctx.Err() == nil; id = next.Add(1) - 1 {
			if id%(1<<10) == 0 {
				mu.Lock()
				survey.say(backends.Progress{Doing: "diameter", Done: id, Unit: "state", Of: states})
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
	threads := survey.Cores()
	if need := networkBytes(survey.Space, states, moves) + int64(threads)*20*states; need > survey.Memory {
		threads = 1
	}
	job.Together(threads, func(int) { work() })
	if survey.Ctx.Err() != nil {
		survey.NoDiameter = "stopped"
		survey.Reason = "stopped while the diameter was computed"
		return
	}
	best.From, best.To = survey.codes(from), survey.codes(to)
	survey.Diameter = &best
}

func (survey *survey) noDiameter() {
	survey.NoDiameter = "going from each of " + text.Plural(survey.States(), "state") + " to all others takes long"
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
