package sat

import "github.com/pzc-lang/pzc/backends/sat/cnf"

// code is a literal: twice the number of its variable, plus one if it is negated.
type code int32

func (c code) not() code     { return c ^ 1 }
func (c code) variable() int { return int(c >> 1) }

// residual is a formula under a partial assignment that is undone in the opposite order. It has unit propagation with
// two watched literals for each long clause (Moskewicz and others, "Chaff", 2001). It is made for visiting all models,
// where the restarts of a SAT solver are of no use.
type residual struct {
	vars    int
	implies [][]code  // by literal: the literals that follow by clauses of two literals
	clauses [][]code  // of three and more literals
	watched [][]int32 // by literal: the clauses to check when it becomes false
	occurs  [][]int32 // by variable: its clauses of three and more literals
	value   []int8    // by literal: 1 true, −1 false, 0 open
	trail   []code
	head    int  // the trail is propagated up to here
	refuted bool // the clauses have no model
}

// newResidual returns a formula over the variables 1…vars.
func newResidual(vars int, clauses [][]cnf.Lit) *residual {
	r := &residual{
		vars: vars, implies: make([][]code, 2*vars), watched: make([][]int32, 2*vars), occurs: make([][]int32, vars),
		value: make([]int8, 2*vars),
	}
	var units []code
	for _, lits := range clauses {
		c, tautology := codes(lits)
		switch {
		case tautology:
		case len(c) == 0:
			r.refuted = true
		case len(c) == 1:
			units = append(units, c[0])
		case len(c) == 2:
			r.implies[c[0].not()] = append(r.implies[c[0].not()], c[1])
			r.implies[c[1].not()] = append(r.implies[c[1].not()], c[0])
		default:
			id := int32(len(r.clauses))
			r.clauses = append(r.clauses, c)
			r.watch(id)
			for _, l := range c {
				r.occurs[l.variable()] = append(r.occurs[l.variable()], id)
			}
		}
	}
	for _, u := range units {
		if !r.assume(u) {
			r.refuted = true
		}
	}
	return r
}

// assume makes a literal true and propagates. It returns false, and changes nothing, if that leads to a contradiction.
func (r *residual) assume(l code) bool {
	if r.value[l] != 0 {
		return r.value[l] > 0
	}
	mark := len(r.trail)
	r.set(l)
	if r.close() {
		return true
	}
	r.undo(mark)
	return false
}

func codeOf(l cnf.Lit) code {
	if l < 0 {
		return code(2*(-l-1) + 1)
	}
	return code(2 * (l - 1))
}

// codes lists the literals of a clause without repetitions.
func codes(lits []cnf.Lit) (out []code, tautology bool) {
	for _, l := range lits {
		c, known := codeOf(l), false
		for _, o := range out {
			if o == c.not() {
				return nil, true
			}
			known = known || o == c
		}
		if !known {
			out = append(out, c)
		}
	}
	return out, false
}

// close propagates. It returns false if that leads to a contradiction.
func (r *residual) close() bool {
	for r.head < len(r.trail) {
		at := r.trail[r.head]
		r.head++
		if !r.propagate(at) {
			return false
		}
	}
	return true
}

func (r *residual) set(l code) {
	r.value[l], r.value[l.not()] = 1, -1
	r.trail = append(r.trail, l)
}

func (r *residual) propagate(l code) bool {
	no := l.not()
	for _, x := range r.implies[l] {
		if v := r.value[x]; v < 0 {
			return false
		} else if v == 0 {
			r.set(x)
		}
	}
	list := r.watched[no]
	kept := list[:0]
	for i, id := range list {
		c := r.clauses[id]
		if c[0] == no {
			c[0], c[1] = c[1], no
		}
		switch {
		case r.value[c[0]] > 0:
		case r.watchOther(c, id):
			continue
		case r.value[c[0]] < 0:
			r.watched[no] = append(kept, list[i:]...)
			return false
		default:
			r.set(c[0])
		}
		kept = append(kept, id)
	}
	r.watched[no] = kept
	return true
}

// watch watches the first two literals of a clause.
func (r *residual) watch(id int32) {
	c := r.clauses[id]
	r.watched[c[0]] = append(r.watched[c[0]], id)
	r.watched[c[1]] = append(r.watched[c[1]], id)
}

// watchOther replaces the second watched literal of a clause by one that is not false. It returns false if there is
// none.
func (r *residual) watchOther(c []code, id int32) bool {
	for k := 2; k < len(c); k++ {
		if r.value[c[k]] >= 0 {
			c[1], c[k] = c[k], c[1]
			r.watched[c[1]] = append(r.watched[c[1]], id)
			return true
		}
	}
	return false
}

// undo undoes everything after the trail had the length mark.
func (r *residual) undo(mark int) {
	for _, l := range r.trail[mark:] {
		r.value[l], r.value[l.not()] = 0, 0
	}
	r.trail, r.head = r.trail[:mark], mark
}

// holds returns the truth of a literal that has been assigned.
func (r *residual) holds(l cnf.Lit) bool { return r.value[codeOf(l)] > 0 }
