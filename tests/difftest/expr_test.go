package difftest

import (
	"fmt"
	"slices"
	"strings"
)

func (a *author) expr(k kind, depth int) string {
	switch k {
	case number:
		return a.number(depth)
	case truth:
		return a.truth(depth)
	case cell:
		return a.cell(depth)
	case room:
		return a.room(depth)
	case dir:
		return a.dir(depth)
	default:
		return a.enum(depth)
	}
}

// read is an element of a variable.
func (a *author) read(v variable, depth int) string {
	if len(v.index) == 0 {
		return v.name
	}
	args := make([]string, len(v.index))
	for i, k := range v.index {
		args[i] = a.place(v, i, k, depth)
	}
	return v.name + "[" + strings.Join(args, ", ") + "]"
}

// place is an index of a variable, for the most part one that it has.
func (a *author) place(v variable, i int, k kind, depth int) string {
	switch {
	case a.chance(4) || v.sets == nil:
		return a.expr(k, depth)
	case a.chance(9):
		if x := a.localOf(k, a.static); x != "" {
			return x
		}
	}
	return fmt.Sprintf("nth(%s, %d)", v.sets[i], a.upTo(1))
}

// readAt is an element whose first index is known.
func (a *author) readAt(v variable, first string) string {
	args := []string{first}
	for _, k := range v.index[1:] {
		args = append(args, a.expr(k, 0))
	}
	return v.name + "[" + strings.Join(args, ", ") + "]"
}

// some is an element of a state variable or, often, a constant of a kind; "" if there is none. Indices of indices come
// to an end.
func (a *author) some(k kind, depth int) string {
	var from []variable
	for _, v := range a.consts {
		if v.kind == k && (depth > -3 || v.index == nil) {
			from = append(from, v)
		}
	}
	for _, v := range a.states {
		if v.kind == k && !a.static && (depth > -3 || v.index == nil) {
			from = append(from, v, v, v)
		}
	}
	if from == nil {
		return ""
	}
	return a.read(pick(a, from...), depth)
}

// leaf is a literal, a local name or a variable.
func (a *author) leaf(k kind, depth int, literals ...string) string {
	if a.chance(8) {
		if x := a.localOf(k, a.static); x != "" {
			return x
		}
	}
	if a.chance(11) {
		if x := a.some(k, depth-1); x != "" {
			return x
		}
	}
	return pick(a, literals...)
}

// binder is `x in S where p`, perhaps several, and the body.
func (a *author) binder(depth int, most int, body func(clause string) string) string {
	return a.scope(func() string {
		var clauses []string
		for range a.between(1, most) {
			if a.chance(2) {
				x, y := a.fresh(), a.fresh()
				clauses = append(clauses, "("+x+", "+y+") in edges")
				a.locals = append(a.locals, local{x, number, true}, local{y, number, true})
				continue
			}
			k, x := pick(a, kinds...), a.fresh()
			clauses = append(clauses, x+" in "+a.set(k))
			a.locals = append(a.locals, local{x, k, true})
		}
		clause := strings.Join(clauses, ", ")
		if a.chance(5) {
			clause += " where " + a.truth(min(depth, 1))
		}
		return body(clause)
	})
}

// single is a binder of one variable.
func (a *author) single(k kind, body func(clause string) string) string {
	return a.scope(func() string {
		x, set := a.fresh(), a.twoSets(k)
		a.locals = append(a.locals, local{x, k, true})
		return body(x + " in " + set)
	})
}

func (a *author) arrayOf(k kind) string {
	names := []string{}
	if k == number {
		names = append(names, "k")
	}
	for _, v := range a.states {
		if v.kind == k && len(v.index) == 1 && !a.static {
			names = append(names, v.name, v.name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return pick(a, names...)
}

// indexKind is the kind of the only index of an array.
func (a *author) indexKind(name string) kind {
	all := slices.Concat(a.consts, a.states)
	return all[slices.IndexFunc(all, func(v variable) bool { return v.name == name })].index[0]
}

// found is find in an array whose indices are of a kind; "" if there is none.
func (a *author) found(k kind, depth int) string {
	element := pick(a, kinds...)
	name := a.arrayOf(element)
	if name == "" || a.indexKind(name) != k {
		return ""
	}
	return "find(" + name + ", " + a.expr(element, depth) + ")"
}

func (a *author) number(depth int) string {
	if depth <= 0 {
		return a.leaf(number, depth, "0", "1", "2", "3")
	}
	d := depth - 1
	switch a.upTo(23) {
	case 0, 1, 2, 3:
		if x := a.some(number, d); x != "" {
			return x
		}
	case 4:
		return "(" + a.number(d) + pick(a, " + ", " - ") + a.number(d) + ")"
	case 5:
		return "(" + a.number(d) + " * " + pick(a, "2", "3", a.number(0)) + ")"
	case 6:
		return "(" + a.number(d) + pick(a, " / ", " % ") + a.number(d) + ")"
	case 7:
		return "(-" + a.number(0) + ")"
	case 8:
		return "abs(" + a.number(d) + " - " + a.number(d) + ")"
	case 9:
		return pick(a, "min", "max") + "(" + a.number(d) + ", " + a.number(d) + ")"
	case 10:
		return a.expr(pick(a, cell, room), d) + pick(a, ".row", ".col")
	case 11:
		return "index(" + a.expr(pick(a, kinds...), d) + ")"
	case 12:
		return a.binder(d, 2, func(c string) string { return "(count " + c + ": " + a.truth(d) + ")" })
	case 13:
		return a.binder(d, 2, func(c string) string {
			return "(" + pick(a, "sum", "product") + " " + c + ": " +
				a.number(d) + ")"
		})
	case 14:
		return a.single(pick(a, kinds...), func(c string) string {
			return "(" + pick(a, "min", "max") + " " + c + ": " + a.number(d) + ")"
		})
	case 15:
		return "(if " + a.truth(d) + " then " + a.number(d) + " else " + a.number(d) + ")"
	case 16:
		if a.defined && !a.static {
			return "f(" + a.number(d) + ", " + a.truth(d) + ")"
		}
		if a.static || a.plain {
			return "steps(edges, " + a.number(d) + ", " + a.number(d) + ")"
		}
		return pick(a, "f("+a.number(d)+", "+a.truth(d)+")", "some", "fixed("+a.number(d)+")")
	case 17:
		k := pick(a, cell, room)
		return pick(a, "manhattan", "chebyshev") + "(" + a.expr(k, d) + ", " + a.expr(k, d) + ")"
	case 18:
		if x := a.found(number, d); x != "" {
			return x
		}
	case 19:
		return a.single(number, func(c string) string { return "(the " + c + ": " + a.truth(d) + ")" })
	case 20:
		if a.chance(8) {
			return pick(a, "row["+a.number(d)+"]["+a.number(d)+"]", "size(row["+a.number(d)+"])")
		}
		return "digit(level[" + a.cell(d) + "])"
	case 21:
		if !a.plain && !a.static && a.chance(4) {
			return "steps(joins, " + a.number(d) + ", " + a.number(d) + ")"
		}
		return "steps(" + pick(a, "near, "+a.cell(d)+", "+a.cell(d), "edges, "+a.number(d)+", "+a.number(d)) + ")"
	case 22:
		return "nth({1, 3, 4}, " + a.number(d) + ")"
	}
	return pick(a, "size(Cell)", "size", "level.rows", "size(Odd)", "("+a.expr(number, d)+" * "+a.number(d)+")",
		"(if defined("+a.number(d)+") then 1 else 2)")
}

func (a *author) truth(depth int) string {
	if depth <= 0 {
		return a.leaf(truth, depth, "false", "true")
	}
	d := depth - 1
	switch a.upTo(24) {
	case 22:
		return a.let(d)
	case 23:
		if x := a.wholes(); x != "" {
			return x
		}
	case 0, 1:
		if x := a.some(truth, d); x != "" {
			return x
		}
	case 2, 3, 4:
		return "(" + a.number(d) + pick(a, " == ", " != ", " < ", " <= ", " > ", " >= ") + a.number(d) + ")"
	case 5, 6, 7:
		k := pick(a, kinds...)
		switch {
		case k == cell && a.chance(5):
			return "(" + a.cell(d) + pick(a, " == ", " != ", " < ") + pair(a) + ")"
		case k == cell && a.chance(3):
			return "(" + a.cell(d) + " - " + a.cell(d) + pick(a, " == ", " != ") +
				pick(a, "(0, 1)", "2*"+a.dir(0), a.dir(0), a.dir(0)+" + "+a.dir(0)) + ")"
		case k == enum && a.chance(5):
			return "(" + a.enum(d) + pick(a, " < ", " >= ") + a.enum(d) + ")"
		}
		return "(" + a.expr(k, d) + pick(a, " == ", " != ") + a.expr(k, d) + ")"
	case 8:
		return "(not " + a.truth(d) + ")"
	case 9, 10, 11:
		return "(" + a.truth(d) + pick(a, " and ", " or ", " => ") + a.truth(d) + ")"
	case 12:
		return a.binder(d, 2, func(c string) string {
			return "(" + pick(a, "forall", "exists") + " " + c + ": " + a.truth(d) + ")"
		})
	case 13:
		k := pick(a, kinds...)
		return a.binder(d, 1, func(c string) string { return "(distinct " + c + ": " + a.expr(k, d) + ")" })
	case 14:
		return "(" + a.number(d) + pick(a, " in ", " not in ") + a.number(0) + ".." + a.number(0) + ")"
	case 15:
		k := pick(a, kinds...)
		return "(" + a.expr(k, d) + pick(a, " in ", " not in ") + "{" + a.expr(k, d) + ", " + a.expr(k, 0) + "})"
	case 16:
		k := pick(a, kinds...)
		return "(" + a.expr(k, d) + pick(a, " in ", " not in ") + a.twoSets(k) + ")"
	case 17:
		k := pick(a, cell, room)
		return "adjacent(" + a.expr(k, d) + ", " + a.expr(k, d) + ")"
	case 18:
		return "defined(" + a.expr(pick(a, kinds...), d) + ")"
	case 19:
		if !a.plain && !a.static {
			return pick(a, "g("+a.cell(d)+", "+a.number(0)+")", "free("+a.cell(d)+")",
				"held("+pick(a, "free", "g(_, "+a.number(0)+")", "near("+a.cell(0)+", _)")+", "+a.cell(d)+")")
		}
	case 20:
		if !a.plain && !a.static && a.chance(4) {
			return pick(a, "connected(free)", "connected(joins)", "acyclic(joins)",
				"reaches(joins, "+a.number(d)+", "+a.number(d)+")",
				"acyclic(free)", "(region(joins, "+a.number(d)+") > "+a.number(0)+")",
				"(region(free, "+a.cell(d)+") == "+a.number(d)+")")
		}
		if !a.plain && !a.static && a.chance(4) {
			return "reaches(open, " + a.room(d) + ", " + a.room(d) + ")"
		}
		if !a.plain && !a.static {
			return "reaches(" + pick(a, "free", "g(_, "+a.number(0)+")") + ", " + a.cell(d) + ", " + a.cell(d) + ")"
		}
	case 21:
		return "(level[" + a.cell(d) + "]" + pick(a, " == '1'", " != level["+a.cell(0)+"]", " in {'1', '.'}") + ")"
	}
	return "((" + a.number(d) + ", " + a.dir(d) + ")" + pick(a, " == ", " < ", " != ") + "(" + a.number(d) + ", " +
		a.dir(d) + "))"
}

// let is a condition in which a value or the parts of a tuple have names.
func (a *author) let(depth int) string {
	x, y, k := a.fresh(), a.fresh(), pick(a, kinds...)
	named := []local{{x, k, a.static}}
	text := x + " = " + a.expr(k, depth)
	if a.chance(4) {
		named = []local{{x, number, a.static}, {y, number, a.static}}
		text = "(" + x + ", " + y + ") = " + pick(a, a.cell(depth)+" - "+a.cell(depth),
			"("+a.number(depth)+", "+a.number(0)+")", "nth(edges, "+a.number(0)+")")
	}
	return a.scope(func() string {
		a.locals = append(a.locals, named...)
		return "(let " + text + ": " + a.truth(depth) + ")"
	})
}

// wholes compares two arrays, or an array and a list; "" if there is none. Now and then it reads a list instead.
func (a *author) wholes() string {
	if a.chance(4) {
		return "([2, 0, 1][" + a.number(1) + "] == " + a.number(0) + ")"
	}
	var arrays []variable
	for _, v := range a.states {
		if len(v.index) > 0 && !a.static {
			arrays = append(arrays, v)
		}
	}
	if arrays == nil {
		return ""
	}
	v := pick(a, arrays...)
	with := []string{v.name}
	for _, w := range arrays {
		if w.name != v.name && w.kind == v.kind && slices.Equal(w.sets, v.sets) {
			with = []string{w.name}
		}
	}
	if n := map[string]int{"0..1": 2, "0..2": 3, "bool": 2, "E": 3}[v.sets[0]]; n > 0 && len(v.sets) == 1 {
		var values []string
		for range n {
			values = append(values, fmt.Sprintf("nth(%s, %d)", v.of, a.upTo(1)))
		}
		with = append(with, "["+strings.Join(values, ", ")+"]")
	}
	return "(" + v.name + pick(a, " == ", " != ") + pick(a, with...) + ")"
}

// pair is a cell as two numbers.
func pair(a *author) string { return pick(a, "(0, 1)", "(1, 0)", "("+a.number(0)+", "+a.number(0)+")") }

func (a *author) cell(depth int) string {
	if depth <= 0 {
		return a.leaf(cell, depth, "cell((0, 0))", "cell((0, 1))", "cell((1, 1))")
	}
	d := depth - 1
	switch a.upTo(12) {
	case 0, 1, 2:
		return "(" + a.cell(d) + pick(a, " + ", " - ") + a.dir(d) + ")"
	case 3:
		return "(" + a.cell(d) + " + " + a.number(d) + "*" + a.dir(d) + ")"
	case 4:
		return "(" + a.cell(d) + " + (" + a.number(d) + ", " + a.number(d) + "))"
	case 5:
		return "cell((" + a.number(d) + ", " + a.number(d) + "))"
	case 6:
		return "(if " + a.truth(d) + " then " + a.cell(d) + " else " + a.cell(d) + ")"
	case 7:
		return a.single(cell, func(c string) string { return "(the " + c + ": " + a.truth(d) + ")" })
	case 8:
		return pick(a, "min", "max") + "(" + a.cell(d) + ", " + a.cell(d) + ")"
	case 9:
		if x := a.found(cell, d); x != "" {
			return x
		}
	case 10:
		return "nth(" + a.set(cell) + ", " + a.number(d) + ")"
	case 11:
		if x := a.some(cell, d); x != "" {
			return x
		}
	}
	return "(" + a.cell(d) + " + (" + a.cell(d) + " - " + a.cell(d) + "))"
}

func (a *author) room(depth int) string {
	if depth <= 0 {
		return a.leaf(room, depth, "room((0, 0))", "room((0, 1))")
	}
	d := depth - 1
	switch a.upTo(4) {
	case 0, 1:
		return "(" + a.room(d) + " + " + a.dir(d) + ")"
	case 2:
		return "room((" + a.number(d) + ", " + a.number(d) + "))"
	case 3:
		if x := a.some(room, d); x != "" {
			return x
		}
	}
	return "nth(Room, " + a.number(d) + ")"
}

func (a *author) dir(depth int) string {
	if depth <= 0 {
		return a.leaf(dir, depth, "up", "left", "down")
	}
	d := depth - 1
	switch a.upTo(4) {
	case 0:
		return "(-" + a.dir(d) + ")"
	case 1:
		if x := a.found(dir, d); x != "" {
			return x
		}
	case 2:
		return "nth(Dir, " + a.number(d) + ")"
	case 3:
		if x := a.some(dir, d); x != "" {
			return x
		}
	}
	return "(if " + a.truth(d) + " then " + a.dir(d) + " else " + a.dir(0) + ")"
}

func (a *author) enum(depth int) string {
	if depth <= 0 {
		return a.leaf(enum, depth, "p", "q", "r")
	}
	d := depth - 1
	switch a.upTo(4) {
	case 0:
		return "nth(E, " + a.number(d) + ")"
	case 1:
		return a.single(enum, func(c string) string { return "(the " + c + ": " + a.truth(d) + ")" })
	case 2:
		if x := a.found(enum, d); x != "" {
			return x
		}
	case 3:
		if x := a.some(enum, d); x != "" {
			return x
		}
	}
	return fmt.Sprintf("(if %s then %s else %s)", a.truth(d), a.enum(d), a.enum(0))
}
