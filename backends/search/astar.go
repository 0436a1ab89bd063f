package search

// expandedFlag marks in tree.move the states that were expanded.
const expandedFlag = 1 << 30

// astar is A* (Hart, Nilsson, Raphael, A Formal Basis for the Heuristic Determination of Minimum Cost Paths, 1968) with a
// bucket queue, ties broken towards small h and then towards the newest, and states opened again when a heuristic is not
// consistent. Without a heuristic it is uniform-cost search (Dijkstra 1959).
func (r *run) astar(name string) outcome {
	t := newTree(r.sp.l.words)
	var cost pages[int64]
	var open queue
	bytes := func() int64 { return t.bytes() + 8*int64(len(cost.p))*pageSize + open.bytes() }
	finish := func(o outcome) outcome {
		r.closeTree(t, o)
		r.stats.PeakBytes = max(r.stats.PeakBytes, bytes())
		r.stats.BytesPerState = float64(bytes()) / float64(max(1, t.len()))
		return o
	}
	// reach notes a way to a state, unless one as cheap is known.
	reach := func(st []uint64, parent uint32, move int32, g int64) (id uint32, h int64, better bool) {
		id, fresh := t.put(st)
		switch {
		case fresh:
			t.link(parent, move)
			cost.push(g)
		case *cost.at(id) <= g:
			r.stats.Duplicates++
			return id, 0, false
		default:
			if *t.move.at(id)&expandedFlag != 0 {
				r.stats.Reopened++
			}
			t.relink(id, parent, move)
			*cost.at(id) = g
		}
		return id, r.h.of(st, r.x.child), true
	}
	for i := r.rootCount() - 1; i >= 0; i-- {
		g := r.rootCost(i)
		if id, h, better := reach(r.root(i), noParent, int32(i), g); better {
			if g+h > r.maxCost {
				r.cut = true
				continue
			}
			open.push(g+h, h, id)
		}
	}
	for {
		r.stats.MaxFrontier = max(r.stats.MaxFrontier, open.n)
		f, h, id, ok := open.pop()
		if !ok {
			return finish(outcome{})
		}
		g := *cost.at(id)
		if g != f-h {
			continue // a better way was found since
		}
		r.lower = max(r.lower, f)
		if r.sp.isGoal(t.state(id), r.x.child) {
			return finish(t.strip(id))
		}
		if r.over(name, bytes) {
			return finish(outcome{})
		}
		*t.move.at(id) |= expandedFlag
		r.expand(t.state(id))
		for k := len(r.x.kids) - 1; k >= 0; k-- { // the first is to be on top
			kid := &r.x.kids[k]
			next := g + kid.cost
			to, h, better := reach(r.x.state(k), id, kid.move, next)
			switch {
			case !better && to == *t.parent.at(id):
				r.returns++
			case !better:
			case next+h > r.maxCost:
				r.cut = true
			case h == 0 && next <= f && !r.h.silent() && r.sp.isGoal(r.x.state(k), r.x.child):
				return finish(t.strip(to)) // nothing open is cheaper
			default:
				open.push(next+h, h, to)
			}
		}
	}
}

// strip is outcome without the marks of expanded states on the way.
func (t *tree) strip(id uint32) outcome {
	o := t.outcome(id)
	for i := range o.moves {
		o.moves[i] &^= expandedFlag
	}
	o.root &^= expandedFlag
	return o
}
