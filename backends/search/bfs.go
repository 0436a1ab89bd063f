package search

// bfs is breadth-first search: it finds a plan of the fewest moves (Moore, The shortest path through a maze, 1959). A state is
// tested when it is generated, so that the last layer is never expanded.
func (r *run) bfs() outcome {
	t := newTree(r.sp.l.words)
	bytes := func() int64 { return t.bytes() }
	for i := range r.rootCount() {
		id, fresh := t.put(r.root(i))
		if !fresh {
			continue
		}
		t.link(noParent, int32(i))
		if r.sp.isGoal(r.root(i), r.x.child) {
			return r.closeTree(t, t.outcome(id))
		}
	}
	depth, layer := 0, t.len() // states before layer are less than depth+1 moves away
	for next := 0; next < t.len(); {
		if next == layer {
			r.stats.MaxFrontier = max(r.stats.MaxFrontier, int64(t.len()-layer))
			depth, layer = depth+1, t.len()
		}
		r.lower = int64(r.before+depth+1) * r.sp.minCost
		if depth == r.maxMoves {
			r.cut = true
			break
		}
		if r.over("bfs", bytes) {
			break
		}
		from := uint32(next)
		next++
		r.expand(t.state(from))
		for k := range r.x.kids {
			st := r.x.state(k)
			id, fresh := t.put(st)
			if !fresh {
				r.stats.Duplicates++
				continue
			}
			t.link(from, r.x.kids[k].move)
			if r.sp.isGoal(st, r.x.child) {
				return r.closeTree(t, t.outcome(id))
			}
		}
	}
	return r.closeTree(t, outcome{})
}

// closeTree takes the final numbers of a search that kept its states.
func (r *run) closeTree(t *tree, o outcome) outcome {
	r.stats.PeakBytes = max(r.stats.PeakBytes, t.bytes())
	r.stats.BytesPerState = float64(t.bytes()) / float64(max(1, t.len()))
	return o
}
