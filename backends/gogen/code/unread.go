package code

import "slices"

// A translation names values before it is known whether anything reads them. So a block may declare and assign
// variables that nothing reads, and may have loops and `if`s without statements. settle leaves these statements out. It
// repeats this until nothing changes, because a dropped statement may have been the only reader of a variable.

// settle leaves out the statements of a function that have no effect. uses are names that are read besides.
func settle(list []*statement, uses []string) []*statement {
	own := map[string]bool{}
	each(list, func(s *statement) {
		for _, n := range s.names {
			own[n] = true
		}
	})
	for changed := true; changed; {
		u := &unread{own: own, read: map[string]bool{}}
		for _, n := range uses {
			u.read[n] = true
		}
		each(list, func(s *statement) {
			for _, n := range s.reads() {
				u.read[n] = true
			}
		})
		list = u.kept(list)
		changed = u.changed
	}
	return atOnce(list)
}

// each calls do for each statement, and then for the statements inside.
func each(list []*statement, do func(*statement)) {
	for _, s := range list {
		do(s)
		each(s.body, do)
		each(s.other, do)
	}
}

// reads are the names that the statement itself reads, not those that the statements inside read.
func (s *statement) reads() []string {
	switch s.kind {
	case anIf:
		return s.cond.NamesRead()
	default:
	}
	out := read(s.values...)
	for _, p := range s.places {
		if p.form != name {
			out = add(out, p.names...)
		}
	}
	if s.inner != nil {
		out = add(out, s.inner.NamesRead()...)
	}
	return out
}

// NamesRead are the names that have to be declared for the statements of a block, ascending: names of variables,
// declarations and packages that the statements read or assign to.
func (b *Block) NamesRead() []string {
	b.statements = settle(b.statements, b.uses)
	out := slices.Clone(b.uses)
	each(b.statements, func(s *statement) { out = append(append(out, s.reads()...), read(s.places...)...) })
	slices.Sort(out)
	return slices.Compact(out)
}

// unread knows which names a function declares and reads.
type unread struct {
	own, read map[string]bool
	changed   bool
}

// is tells whether n is a variable of the function that nothing reads.
func (u *unread) is(n string) bool { return n == "_" || u.own[n] && !u.read[n] }

// kept are the statements that have an effect.
func (u *unread) kept(list []*statement) []*statement {
	out := slices.DeleteFunc(list, func(s *statement) bool {
		s.body, s.other = u.kept(s.body), u.kept(s.other)
		return u.idle(s)
	})
	u.changed = u.changed || len(out) < len(list)
	return out
}

// idle tells whether a statement has no effect. In other statements idle replaces variables that nothing reads by _.
func (u *unread) idle(s *statement) bool {
	switch s.kind {
	case aDefine, aFunction:
		for i, n := range s.names {
			if u.is(n) {
				s.names[i] = "_"
			}
		}
		return !slices.ContainsFunc(s.names, func(n string) bool { return n != "_" })
	case aVar:
		s.names = slices.DeleteFunc(s.names, u.is)
		return len(s.names) == 0
	case anAssign, anAdd:
		for i, p := range s.places {
			if p.form == name && u.is(p.text) {
				s.places[i] = Name("_")
			}
		}
		return !slices.ContainsFunc(s.places, func(p Expr) bool { return p.text != "_" })
	case anIf:
		return nothing(s.body) && nothing(s.other)
	case aCount:
		return nothing(s.body)
	case aLoop:
		for i, n := range s.names {
			if u.is(n) {
				s.names[i] = "_"
			}
		}
		return nothing(s.body)
	default:
		return false
	}
}

// nothing tells whether there are no statements but comments.
func nothing(list []*statement) bool {
	return !slices.ContainsFunc(list, func(s *statement) bool { return s.kind != aComment })
}

// atOnce makes `x := e; return x` one statement. If e is a function that is called on the spot, the statements of e
// replace both.
func atOnce(list []*statement) []*statement {
	for _, s := range list {
		s.body, s.other = atOnce(s.body), atOnce(s.other)
	}
	for len(list) > 1 {
		last, before := list[len(list)-1], list[len(list)-2]
		if last.kind != aReturn || len(last.values) != 1 || len(before.names) != 1 ||
			!last.values[0].IsName(before.names[0]) {
			break
		}
		switch list = list[:len(list)-2]; before.kind {
		case aDefine:
			list = append(list, &statement{kind: aReturn, values: before.values})
		case aFunction:
			list = append(list, before.body...)
		default:
			return append(list, before, last)
		}
	}
	return list
}
