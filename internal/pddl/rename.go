package pddl

// fresh returns an effect with variables of its own. The parts of a `forall` share the variables of the text.
func (e *effect) fresh() *effect {
	if len(e.Vars) == 0 {
		return e
	}
	to := map[*Var]*Var{}
	vars := make([]*Var, len(e.Vars))
	for i, v := range e.Vars {
		own := *v
		vars[i] = &own
		to[v] = &own
	}
	out := renaming(to).effect(e)
	out.Vars = vars
	return out
}

// rewriting replaces terms.
type rewriting func(Term) Term

// renaming replaces variables.
func renaming(to map[*Var]*Var) rewriting {
	return func(t Term) Term {
		if v := to[t.Var]; v != nil {
			t.Var = v
		}
		return t
	}
}

func (to rewriting) atom(a *Atom) *Atom {
	out := *a
	out.Args = make([]Term, len(a.Args))
	for i, t := range a.Args {
		out.Args[i] = to(t)
	}
	return &out
}

func (to rewriting) effect(e *effect) *effect {
	out := *e
	out.Atom, out.When = to.atom(e.Atom), to.cond(e.When)
	return &out
}

func (to rewriting) cond(c *Cond) *Cond {
	if c == nil {
		return nil
	}
	out := *c
	out.Args = make([]*Cond, len(c.Args))
	for i, a := range c.Args {
		out.Args[i] = to.cond(a)
	}
	if c.Atom != nil {
		out.Atom = to.atom(c.Atom)
	}
	out.Terms = [2]Term{to(c.Terms[0]), to(c.Terms[1])}
	for i, n := range c.Numbers {
		out.Numbers[i] = to.number(n)
	}
	return &out
}

func (to rewriting) number(n *Number) *Number {
	if n == nil {
		return nil
	}
	out := *n
	out.Args = make([]*Number, len(n.Args))
	for i, a := range n.Args {
		out.Args[i] = to.number(a)
	}
	out.Terms = make([]Term, len(n.Terms))
	for i, t := range n.Terms {
		out.Terms[i] = to(t)
	}
	return &out
}

// along returns an effect with the variables of another one in place of its own, if both are for all values of the same
// variables. Then both happen for each value, or the first happens for more values.
func (e *effect) along(other *effect) *effect {
	if len(e.Vars) == 0 || len(e.Vars) != len(other.Vars) {
		return e
	}
	to := map[*Var]*Var{}
	for i, v := range e.Vars {
		w := other.Vars[i]
		if v.Name != w.Name || v.Span != w.Span {
			return e
		}
		to[v] = w
	}
	out := renaming(to).effect(e)
	out.Vars = nil // they are those of the other effect
	return out
}
