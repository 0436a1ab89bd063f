package task

import "github.com/pzc-lang/pzc/internal/lists"

// merged is the view of a pattern with one abstract variable for each element of the array. Own and tracked values are
// distinguished. All other values are one abstract value, "other"; which of them an element holds is hidden.
type merged struct {
	*maker
	distinguished []int64     // the values that are distinguished, ascending
	other         int64       // the code of all other values
	at            map[int]int // for each element: the number of its abstract variable, or -1 if the element never changes
	own           map[int64]bool
	track         map[int64]bool
	every         bool // a move counts also if it moves neither own nor tracked values
}

func newMerged(t *Task, name string, a *Array, own, tracked []int64, strict bool) *merged {
	m := &merged{at: map[int]int{}, own: lists.Set(own), track: lists.Set(tracked), every: !strict}
	m.distinguished = sorted(append(append([]int64{}, own...), tracked...))
	var elems []int
	first := true
	for _, e := range a.Elems {
		n := t.Pool.Node(e)
		if n.Op != OpVar {
			continue
		}
		elems = append(elems, int(n.N))
		for _, x := range minus(t.Vars[n.N].Values, m.distinguished) {
			if first || x < m.other {
				m.other, first = x, false
			}
		}
	}
	hidden := hiddenValues(t)
	var vars []Var
	var image []Expr
	for _, v := range elems {
		hidden[v] = others(hidden[v], m.distinguished)
		x := m.classes(&t.Vars[v])
		if len(x.Values) == 1 {
			m.at[v] = -1
			continue
		}
		m.at[v] = len(vars)
		vars = append(vars, x)
		image = append(image, t.Pool.Ite(t.Pool.among(t.Pool.Var(v), m.distinguished), t.Pool.Var(v), t.Pool.Const(m.other)))
	}
	m.maker = newMaker(t, name, vars, image, hidden)
	m.view = m
	return m
}

// classes returns the abstract variable of an element.
func (m *merged) classes(v *Var) Var {
	out := Var{Name: v.Name}
	for k, x := range v.Values {
		if m.isApart(x) {
			out.Values, out.Names = append(out.Values, x), append(out.Names, v.Names[k])
		}
	}
	if len(out.Values) < len(v.Values) {
		k := 0
		for k < len(out.Values) && out.Values[k] < m.other {
			k++
		}
		out.Values = append(out.Values[:k:k], append([]int64{m.other}, out.Values[k:]...)...)
		out.Names = append(out.Names[:k:k], append([]string{"other"}, out.Names[k:]...)...)
	}
	return out
}

func (m *merged) isApart(x int64) bool { return m.own[x] || m.track[x] }

// known returns the abstract value of an element, a constant if it never changes.
func (m *merged) known(v int) Expr {
	if k := m.at[v]; k >= 0 {
		return m.w.Var(k)
	}
	return m.w.Const(m.other) // none of its values is distinguished
}

// holdsOther returns the condition that an element holds a value that is not distinguished.
func (m *merged) holdsOther(v int) Expr { return m.w.Eq(m.known(v), m.w.Const(m.other)) }

func (m *merged) variable(v int) Expr {
	if _, ok := m.at[v]; !ok {
		return m.hide(v)
	}
	return m.w.Ite(m.holdsOther(v), m.hide(v), m.known(v))
}

// special translates conditions on one element alone.
func (m *merged) special(e Expr) (Expr, bool) {
	p := m.t.Pool
	root := p.nodes.root(e)
	if root == None || p.nodes.at(root).Op != OpVar || !p.isBool(e) {
		return None, false
	}
	v := int(p.nodes.at(root).N)
	if _, ok := m.at[v]; !ok {
		return None, false
	}
	at := func(x Expr) Expr { return m.w.Import(p, e, func(int) Expr { return x }, map[Expr]Expr{}) }
	return m.w.Ite(m.holdsOther(v), at(m.hide(v)), at(m.known(v))), true
}

// effects translates the values that are written to their abstract values.
func (m *merged) effects(es []Effect) (out []Effect, counts Expr) {
	var own, tracked []Expr
	for _, e := range es {
		k, ok := m.at[e.Var]
		if !ok || k < 0 {
			continue
		}
		w := Effect{Var: k, Cond: m.translate(e.Cond), Value: m.class(e.Value)}
		out = append(out, w)
		old := m.w.Var(k)
		changed := m.w.And(w.Cond, m.w.Not(m.w.Eq(old, w.Value)))
		own = append(own, m.w.And(changed, m.w.Or(m.anyOf(old, m.own), m.anyOf(w.Value, m.own))))
		tracked = append(tracked, m.w.And(changed, m.w.Or(m.anyOf(old, m.track), m.anyOf(w.Value, m.track))))
	}
	counts = m.w.Or(own...)
	if m.every {
		counts = m.w.Or(counts, m.w.Not(m.w.Or(tracked...)))
	}
	return out, counts
}

// anyOf returns the condition that an abstract value is one of a set of values that are distinguished.
func (m *merged) anyOf(e Expr, set map[int64]bool) Expr {
	values := lists.Filter(m.distinguished, func(x int64) bool { return set[x] })
	if len(values) == 0 {
		return False
	}
	return m.w.Or(lists.Map(values, func(x int64) Expr { return m.w.Eq(e, m.w.Const(x)) })...)
}

// class returns the abstract value of an expression of the puzzle.
func (m *merged) class(e Expr) Expr {
	n := *m.t.Pool.nodes.at(e)
	switch n.Op {
	case OpConst:
		if m.isApart(n.N) {
			return m.w.Const(n.N)
		}
		return m.w.Const(m.other)
	case OpVar:
		if _, ok := m.at[int(n.N)]; ok {
			return m.known(int(n.N))
		}
	case OpIte:
		return m.w.Ite(m.translate(n.Args[0]), m.class(n.Args[1]), m.class(n.Args[2]))
	case OpSelect:
		return m.w.Select(m.translate(n.Args[0]), lists.Map(n.Args[1:], m.class)...)
	}
	x := m.translate(e)
	return m.w.Ite(m.w.Or(m.anyOf(x, m.own), m.anyOf(x, m.track)), x, m.w.Const(m.other))
}
