package difftest

import (
	"fmt"
	"maps"
	"strings"
)

// move declares a move. Most of what it does depends on little, so that many states are reached.
func (a *author) move(i int) {
	a.locals = nil
	a.b.WriteString(fmt.Sprintf("move m%d", i))
	var params []string
	for range pick(a, 0, 0, 1, 1, 1, 2) {
		k, x := pick(a, kinds...), a.fresh()
		params = append(params, x+": "+a.set(k))
		a.locals = append(a.locals, local{x, k, true})
	}
	several := params != nil && a.chance(3)
	if several {
		params = append(params, "g: set 0..2")
	}
	if params != nil {
		a.b.WriteString("(" + strings.Join(params, ", ") + ")")
		switch {
		case several:
			a.line(" where %s and %s\n  when forall u in g: u < 2 or %s",
				pick(a, "size(g) <= 1", "size(g) in 1..2", "size(g) == 2"),
				a.statically(func() string { return a.truth(1) }), a.truth(1))
		case a.chance(4):
			a.line(" where %s", a.statically(func() string { return a.truth(2) }))
		}
	}
	for range pick(a, 0, 0, 0, 1, 1, 2) {
		guard := a.truth(pick(a, 1, 2))
		if a.chance(8) {
			v := pick(a, a.states...)
			guard = a.read(v, 0) + pick(a, " == ", " != ") + a.expr(v.kind, 0)
		}
		a.line("\n  when %s%s", guard, a.reason())
	}
	if a.chance(6) {
		a.line("\n  cost %s", pick(a, "0", "2", "1", a.number(1), a.number(2)))
	}
	if a.chance(2) {
		a.line("\n  order %s", a.number(2))
	}
	if a.chance(2) {
		a.line("\n  as \"does {%s}\"", a.number(1))
	}
	a.line(" {")
	a.lets()
	a.written = map[string]bool{}
	if a.chance(13) {
		v := pick(a, a.states...)
		a.written[v.name] = true
		a.line("  %s := %s", a.read(v, 0), a.value(v))
	}
	a.line("  %s\n}", a.effects(pick(a, 1, 2), 2))
	if a.chance(4) {
		a.written = map[string]bool{}
		a.line(" then {\n  %s\n}", a.effects(2, 2))
	}
	a.locals = nil
}

// tame declares a move that does little and can be made often.
func (a *author) tame(i int) {
	a.locals = nil
	v := pick(a, a.states...)
	var params, index []string
	for k := range v.index {
		if a.chance(10) {
			index = append(index, fmt.Sprintf("i%d", k))
			params = append(params, fmt.Sprintf("i%d: %s", k, v.sets[k]))
			a.locals = append(a.locals, local{fmt.Sprintf("i%d", k), v.index[k], true})
		} else {
			index = append(index, fmt.Sprintf("nth(%s, %d)", v.sets[k], a.upTo(1)))
		}
	}
	old := v.name
	if index != nil {
		old += "[" + strings.Join(index, ", ") + "]"
	}
	value := a.next(v, old)
	switch {
	case (v.kind == cell || v.kind == room) && a.chance(12):
		params = append(params, "d: Dir")
		value = old + " + d"
	case v.kind == number && a.chance(8):
		value = old + pick(a, " + 1", " - 1", " + size")
	case a.chance(3):
		params = append(params, "to: "+v.of)
		value = "to"
	}
	a.b.WriteString(fmt.Sprintf("move m%d", i))
	if params != nil {
		a.b.WriteString("(" + strings.Join(params, ", ") + ")")
	}
	if a.chance(4) {
		w := pick(a, a.states...)
		a.b.WriteString(" when " + a.read(w, 0) + pick(a, " != ", " == ") + a.expr(w.kind, 0))
	}
	if a.chance(4) {
		a.b.WriteString(" cost " + pick(a, "2", "3", "0", a.number(1)))
	}
	more := ""
	if a.chance(4) {
		a.written = map[string]bool{v.name: true}
		more = "\n  " + a.effects(1, 1)
	}
	a.line(" { %s := %s%s }", old, value, more)
	a.locals = nil
}

// next goes through the values of a variable.
func (a *author) next(v variable, old string) string {
	if v.kind == truth {
		return "not " + old
	}
	value := ""
	for i := range min(v.size, 4) - 1 {
		value += fmt.Sprintf("if %s == nth(%s, %d) then nth(%s, %d) else ", old, v.of, i, v.of, i+1)
	}
	return value + fmt.Sprintf("nth(%s, 0)", v.of)
}

// lets names some values for the rest of the move.
func (a *author) lets() {
	if a.chance(5) {
		k, x := pick(a, kinds...), a.fresh()
		a.line("  let %s = %s", x, a.expr(k, 2))
		a.locals = append(a.locals, local{x, k, false})
	}
	if a.chance(3) {
		x, y := a.fresh(), a.fresh()
		k := pick(a, kinds...)
		pair := func() string { return "(" + a.number(1) + ", " + a.expr(k, 1) + ")" }
		value := pair()
		switch a.upTo(3) {
		case 0:
			value = "if " + a.truth(1) + " then " + value + " else " + pair()
		case 1:
			if k == number {
				value = "the (u, v) in edges: u == " + a.number(1)
			}
		}
		a.line("  let (%s, %s) = %s", x, y, value)
		a.locals = append(a.locals, local{x, number, false}, local{y, k, false})
	}
}

func (a *author) effects(depth, most int) string {
	return a.scope(func() string {
		var out []string
		for range a.between(1, most) {
			out = append(out, a.effect(depth))
		}
		return strings.Join(out, "\n  ")
	})
}

// value is what a variable may become; mostly something inside its type.
func (a *author) value(v variable) string {
	old := a.read(v, 0)
	if a.chance(3) {
		return a.expr(v.kind, pick(a, 1, 2))
	}
	switch v.kind {
	case number:
		if a.chance(6) {
			return fmt.Sprintf("nth(%s, (%s + %s) %% %d)", v.of, pick(a, a.number(0), "index("+old+")"),
				pick(a, "1", "2", a.number(0)), max(1, v.size))
		}
		if a.chance(6) { // only so far as the type goes
			return old + pick(a, " + 1", " - 1", " + "+a.number(0), " * "+a.number(0))
		}
		return fmt.Sprintf("(%s + %s) %% %d", old, pick(a, "1", "1", "2", a.number(0), a.number(1)), max(2, v.size))
	case truth:
		return pick(a, "not "+old, "true", "false", a.truth(1))
	case cell, room:
		if a.chance(3) {
			return pair(a)
		}
		to := old + " + " + a.dir(0)
		return pick(a, to, "if defined("+to+") then "+to+" else "+a.expr(v.kind, 0), a.expr(v.kind, 0))
	case dir:
		return pick(a, "-"+old, a.dir(0), fmt.Sprintf("nth(Dir, (index(%s) + 1) %% 4)", old))
	default:
		return pick(a, a.enum(0), fmt.Sprintf("nth(E, (index(%s) + %s) %% 3)", old, pick(a, "1", a.number(0))))
	}
}

// target is a variable to write, one that was not written in this phase for the most part; false if there is none.
func (a *author) target() (variable, bool) {
	var fresh []variable
	for _, v := range a.states {
		if !a.written[v.name] || v.index != nil && a.chance(3) {
			fresh = append(fresh, v)
		}
	}
	if fresh == nil {
		return variable{}, false
	}
	v := pick(a, fresh...)
	a.written[v.name] = true
	return v, true
}

func (a *author) effect(depth int) string {
	switch a.upTo(13) {
	case 0, 1:
		return a.choice(depth)
	case 2:
		return a.binder(1, 2, func(c string) string { return "for " + c + " { " + a.effect(1) + " }" })
	case 3:
		if a.chance(6) {
			v := pick(a, a.states...)
			return "require " + a.read(v, 0) + " != " + a.value(v)
		}
		return "require " + a.truth(depth) + a.reason()
	case 4:
		if depth > 0 {
			k, x := pick(a, kinds...), a.fresh()
			s := "let " + x + " = " + a.expr(k, 1) + "\n  "
			a.locals = append(a.locals, local{x, k, false})
			return s + a.effect(0)
		}
	}
	v, ok := a.target()
	if !ok {
		return "let " + a.fresh() + " = " + a.number(1)
	}
	switch a.upTo(5) {
	case 0, 1:
		if len(v.index) > 0 { // a swap
			x, y := a.read(v, 0), a.read(v, 1)
			return x + ", " + y + " := " + y + ", " + x
		}
	case 2:
		if u, ok := a.target(); ok {
			return a.read(u, 0) + ", " + a.read(v, 0) + " := " + a.value(u) + ", " + a.value(v)
		}
	}
	return a.read(v, pick(a, 0, 0, 1)) + " := " + a.value(v)
}

// choice is an `if` whose parts may write the same.
func (a *author) choice(depth int) string {
	before := maps.Clone(a.written)
	s := "if " + a.truth(depth) + " { " + a.effects(1, 2) + " }"
	if a.chance(8) {
		first := a.written
		a.written = before
		s += pick(a, " else { ", " else if "+a.truth(1)+" { ") + a.effects(1, 2) + " }"
		maps.Copy(a.written, first)
	}
	return s
}
