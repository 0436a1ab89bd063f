package reach

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/ground/work"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Relaxed holds the values that variables can have if deletes are ignored, and the conditions that wait for others. It
// is less exact than Find: all values that an effect may write by its structure count as reached.
type Relaxed struct {
	w        *work.Work
	p        *work.Pool
	domains  [][]int64
	reached  []places
	admitted map[task.Expr]places // by condition on one variable
	waiting  map[[2]int][]int     // by variable and place of a value

	translations map[[2]int][]int32 // see translation
}

// Start returns the initial values of the variables. domains holds the values of each variable, ascending.
func Start(w *work.Work, t *task.Task, domains [][]int64) *Relaxed {
	r := &Relaxed{
		w: w, p: w.Pool, domains: domains, reached: make([]places, len(domains)), admitted: map[task.Expr]places{},
		waiting: map[[2]int][]int{}, translations: map[[2]int][]int32{},
	}
	for v := range r.reached {
		r.reached[v] = newPlaces(len(domains[v]))
		for k, x := range domains[v] {
			if t.Free[v] || x == t.Init[v] {
				r.reached[v].add(k)
			}
		}
	}
	return r
}

// Await reports whether a condition may hold for reached values. If it may not, Write returns who when it may. Of
// conditions that read several variables Await says that they may hold.
func (r *Relaxed) Await(c task.Expr, who int) bool {
	vars := r.p.Reads(c)
	if len(vars) != 1 {
		return c != task.False
	}
	allowed := r.allowed(c, vars[0])
	if allowed.and(r.reached[vars[0]]).count() > 0 {
		return true
	}
	for k := range allowed.all() {
		at := [2]int{vars[0], int(k)}
		r.waiting[at] = append(r.waiting[at], who)
	}
	return false
}

// Write adds the values that the effects of a move may write. It returns who waited for them.
func (r *Relaxed) Write(effects []task.Effect) (woken []int) {
	for i := range effects {
		v := effects[i].Var
		if r.reached[v].count() == len(r.domains[v]) {
			continue
		}
		r.mayBe(effects[i].Value, v, nil, func(k int32) {
			if !r.reached[v].has(k) {
				r.reached[v].add(int(k))
				woken = append(woken, r.waiting[[2]int{v, int(k)}]...)
			}
		})
	}
	return woken
}

// mayBe calls put for the places of the values that an expression may have by its structure. Places are those of the
// domain of a variable; -1 stands for a value outside. now returns the values of a variable; nil: all.
func (r *Relaxed) mayBe(e task.Expr, target int, now func(v int) places, put func(int32)) {
	n := r.p.Node(e)
	switch {
	case n.Op == task.OpVar && now != nil:
		to := r.translation(int(n.N), target)
		for k := range now(int(n.N)).all() {
			put(to[k])
		}
	case n.Op == task.OpIte, n.Op == task.OpSelect:
		seen := map[task.Expr]bool{}
		for _, a := range n.Args[1:] {
			if !seen[a] {
				seen[a] = true
				r.mayBe(a, target, now, put)
			}
		}
	default:
		domain := r.domains[target]
		for k, _ := slices.BinarySearch(domain, n.Lo); k < len(domain) && domain[k] <= n.Hi; k++ {
			put(int32(k))
		}
	}
}

// translation lists for each value of a variable its place in the domain of another one.
func (r *Relaxed) translation(from, to int) []int32 {
	key := [2]int{from, to}
	if r.translations[key] == nil {
		places, i := make([]int32, len(r.domains[from])), 0
		for k, x := range r.domains[from] {
			for i < len(r.domains[to]) && r.domains[to][i] < x {
				i++
			}
			places[k] = -1
			if i < len(r.domains[to]) && r.domains[to][i] == x {
				places[k] = int32(i)
			}
		}
		r.translations[key] = places
	}
	return r.translations[key]
}

// allowed returns the values of v for which a condition on v alone holds.
func (r *Relaxed) allowed(c task.Expr, v int) places {
	out, ok := r.admitted[c]
	if !ok {
		out = r.findAllowed(c, v)
		r.admitted[c] = out
	}
	return out
}

func (r *Relaxed) findAllowed(c task.Expr, v int) places {
	out := newPlaces(len(r.domains[v]))
	if _, x, ok := r.p.Fact(c); ok {
		n, _ := r.p.Value(x)
		if k, found := slices.BinarySearch(r.domains[v], n); found {
			out.add(k)
		}
		return out
	}
	k := 0
	s := task.NewScan(r.p.Pool, []task.Expr{c}, 0, []int{v}, func(int) []int64 { return r.domains[v] })
	s.Run(func() bool {
		if s.Value(0) != 0 {
			out.add(k)
		}
		k++
		return k%16 != 0 || !r.w.Halted()
	})
	return out
}

// choices are values of a variable with their places.
type choices struct {
	codes []int64
	at    []int32
}

// list makes the choices the values at some places of a domain.
func (c *choices) list(domain []int64, from places) *choices {
	c.codes, c.at = c.codes[:0], c.at[:0]
	for k := range from.all() {
		c.codes, c.at = append(c.codes, domain[k]), append(c.at, k)
	}
	return c
}

func (r *Relaxed) placeIn(v int, code int64) int32 {
	if k, ok := slices.BinarySearch(r.domains[v], code); ok {
		return int32(k)
	}
	return -1
}

func (r *Relaxed) codes(v int, p places) []int64 {
	return new(choices).list(r.domains[v], p).codes
}
