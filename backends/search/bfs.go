package search

// bfs is breadth-first search: it finds a plan of the fewest moves (Moore, The shortest path through a maze, 1959). A state is
// tested when it is generated, so that the last layer is never expanded.
func (s *solver) bfs() outcome {
	w, how := s.newWave(seenAny, true)
	if s.res.Choice != "" {
		s.res.Choice += "; "
	}
	s.res.Choice += "the states seen are kept as " + how
	return s.breadthFirst(w)
}

func (r *run) breadthFirst(w *wave) (o outcome) {
	goal := w.begin()
	for depth, from := 0, 0; goal < 0 && from < w.trail.n; depth++ {
		to := w.trail.n
		r.lower = int64(r.before+depth+1) * r.sp.minCost
		if depth == r.maxMoves {
			r.cut = true
			break
		}
		if goal = w.layer(from, to); r.stop != "" {
			break
		}
		r.stats.MaxFrontier = max(r.stats.MaxFrontier, int64(w.trail.n-to))
		from = to
	}
	w.account()
	if goal >= 0 {
		o = w.outcome(goal)
	}
	return o
}

// closeTree takes the final numbers of a search that kept its states.
func (r *run) closeTree(t *tree, o outcome) outcome {
	r.took(t.bytes(), t.len())
	return o
}
