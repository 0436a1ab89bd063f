package cdcl

import "slices"

// resolve learns from a conflict and takes back choices. It returns false if nothing is left to try.
func (s *Solver) resolve() bool {
	if s.Trace != nil {
		s.Trace(Contradicted, NoLit, s.conflict)
	}
	top := int32(0)
	for _, l := range s.conflict {
		top = max(top, s.levels[l.Var()])
	}
	if int(top) <= s.base {
		s.base = int(top)
		return s.turn()
	}
	s.cut(int(top))
	if top == 1 && len(s.assumed) > 0 {
		s.final(s.conflict...)
		return false
	}
	s.analyze(top)
	s.minimise()
	if s.Trace != nil {
		s.Trace(Learnt, NoLit, s.learnt)
	}
	back, levels := s.order()
	s.cut(max(back, s.base))
	l := s.learnt[0]
	switch {
	case len(s.learnt) == 1:
		if s.Level() > 0 {
			s.units = append(s.units, l)
		}
		s.assign(l, reason{})
	default:
		s.assign(l, s.attach(s.learnt, levels))
	}
	s.step /= decay
	return true
}

// analyze derives the clause that the first unique implication point gives, into learnt; its first literal will be
// implied. Sources: Marques-Silva and Sakallah, "GRASP", 1999; Zhang and others, 2001.
func (s *Solver) analyze(top int32) {
	s.learnt = append(s.learnt[:0], NoLit)
	open := 0
	reasons := s.conflict
	for i := len(s.trail) - 1; ; i-- {
		for _, l := range reasons {
			v := l.Var()
			if s.seen[v] != 0 || s.levels[v] == 0 {
				continue
			}
			s.mark(v, 1)
			s.bump(v)
			if s.levels[v] == top {
				open++
			} else {
				s.learnt = append(s.learnt, l.Not())
			}
		}
		for s.seen[s.trail[i].Var()] == 0 || s.levels[s.trail[i].Var()] != top {
			i--
		}
		l := s.trail[i]
		if open--; open == 0 {
			s.learnt[0] = l.Not()
			return
		}
		v := l.Var()
		s.stack = s.explain(l, s.reasons[v], s.places[v], s.stack[:0])
		reasons = s.stack
	}
}

func (s *Solver) mark(v int32, how uint8) {
	s.seen[v] = how
	s.toClear = append(s.toClear, v)
}

// minimise drops literals that the other literals imply, and clears the marks.
func (s *Solver) minimise() {
	kept := s.learnt[:1]
	for _, l := range s.learnt[1:] {
		if s.reasons[l.Var()].kind == byChoice || !s.redundant(l.Not(), 0) {
			kept = append(kept, l)
		}
	}
	s.learnt = kept
	s.unmark()
}

func (s *Solver) unmark() {
	for _, v := range s.toClear {
		s.seen[v] = 0
	}
	s.toClear = s.toClear[:0]
}

// The marks of variables: in the clause, known to be implied by the clause, known not to be.
const (
	implied    = 2
	notImplied = 3
)

// redundant reports whether the literals of the clause imply the true literal l, apart from l itself.
func (s *Solver) redundant(l Lit, depth int) bool {
	v := l.Var()
	r := s.reasons[v]
	if r.kind == byChoice || depth > minimiseDeep {
		return false
	}
	from := len(s.stack)
	s.stack = s.explain(l, r, s.places[v], s.stack)
	to := len(s.stack)
	ok := true
	for k := from; k < to && ok; k++ {
		w := s.stack[k].Var()
		switch {
		case s.levels[w] == 0 || s.seen[w] == 1 || s.seen[w] == implied:
		case s.seen[w] == notImplied:
			ok = false
		default:
			if ok = s.redundant(s.stack[k], depth+1); ok {
				s.mark(w, implied)
			} else {
				s.mark(w, notImplied)
			}
		}
	}
	s.stack = s.stack[:from]
	return ok
}

// order puts a literal of the second highest level second. It returns this level and the number of levels.
func (s *Solver) order() (back, levels int) {
	s.stamp++
	at := 1
	for i, l := range s.learnt {
		level := int(s.levels[l.Var()])
		for len(s.stamps) <= level {
			s.stamps = append(s.stamps, 0)
		}
		if s.stamps[level] != s.stamp {
			s.stamps[level] = s.stamp
			levels++
		}
		if i > 0 && level > back {
			back, at = level, i
		}
	}
	if len(s.learnt) > 1 {
		s.learnt[1], s.learnt[at] = s.learnt[at], s.learnt[1]
	}
	return back, levels
}

// bump makes a variable more likely to be chosen.
func (s *Solver) bump(v int32) {
	s.activity[v] += s.step
	if s.activity[v] > rescale {
		for w := range s.activity {
			s.activity[w] /= rescale
		}
		s.step /= rescale
	}
	s.heap.up(v)
}

// forget drops the half of the learnt clauses whose literals come from the most levels.
func (s *Solver) forget() {
	s.room += moreRoom
	slices.SortStableFunc(s.learnts, func(a, b int32) int { return int(s.mem[a+1]) - int(s.mem[b+1]) })
	kept := len(s.learnts) / 2
	for i, c := range s.learnts {
		first := s.clause(c)[0]
		locked := s.vals[first] == 1 && s.reasons[first.Var()] == reason{byClause, c, 0}
		if i >= kept && s.mem[c+1] > forgetAbove && !locked {
			s.mem[c+1] = -1
		}
	}
	s.compact()
}

// compact moves the clauses together that are kept.
func (s *Solver) compact() {
	moved := map[int32]int32{}
	mem := make([]Lit, 0, len(s.mem))
	s.learnts = s.learnts[:0]
	for c := int32(0); c < int32(len(s.mem)); {
		size := header + int32(s.mem[c])
		if levels := s.mem[c+1]; levels >= 0 {
			to := int32(len(mem))
			moved[c] = to
			mem = append(mem, s.mem[c:c+size]...)
			if levels > 0 {
				s.learnts = append(s.learnts, to)
			}
		}
		c += size
	}
	s.mem = mem
	for l, ws := range s.watches {
		kept := ws[:0]
		for _, w := range ws {
			if w.clause >= 0 {
				to, ok := moved[w.clause]
				if !ok {
					continue
				}
				w.clause = to
			}
			kept = append(kept, w)
		}
		s.watches[l] = kept
	}
	for _, l := range s.trail {
		if r := &s.reasons[l.Var()]; r.kind == byClause {
			r.a = moved[r.a]
		}
	}
}

// heap holds variables, the most active on top.
type heap struct {
	solver *Solver
	vars   []int32
	at     []int32 // by variable: its place in vars plus one, 0 outside
}

func (h *heap) less(a, b int32) bool {
	x, y := h.solver.activity[a], h.solver.activity[b]
	return x > y || x == y && a < b
}

func (h *heap) add(v int32) {
	for int(v) >= len(h.at) {
		h.at = append(h.at, 0)
	}
	if h.at[v] == 0 && !h.solver.left[v] {
		h.vars = append(h.vars, v)
		h.at[v] = int32(len(h.vars))
		h.up(v)
	}
}

func (h *heap) up(v int32) {
	if h.at[v] == 0 {
		return
	}
	i := h.at[v] - 1
	for i > 0 {
		p := (i - 1) / 2
		if !h.less(v, h.vars[p]) {
			break
		}
		h.vars[i] = h.vars[p]
		h.at[h.vars[i]] = i + 1
		i = p
	}
	h.vars[i] = v
	h.at[v] = i + 1
}

func (h *heap) pop() (v int32, ok bool) {
	n := int32(len(h.vars)) - 1
	if n < 0 {
		return 0, false
	}
	v = h.vars[0]
	last := h.vars[n]
	h.vars = h.vars[:n]
	h.at[v] = 0
	if n == 0 {
		return v, true
	}
	i := int32(0)
	for {
		c := 2*i + 1
		if c >= n {
			break
		}
		if c+1 < n && h.less(h.vars[c+1], h.vars[c]) {
			c++
		}
		if !h.less(h.vars[c], last) {
			break
		}
		h.vars[i] = h.vars[c]
		h.at[h.vars[i]] = i + 1
		i = c
	}
	h.vars[i] = last
	h.at[last] = i + 1
	return v, true
}
