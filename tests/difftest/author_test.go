package difftest

import (
	"fmt"
	"slices"
	"strings"

	"pgregory.net/rapid"
)

// kind is a kind of values, as far as expressions are concerned.
type kind string

const (
	number kind = "number"
	truth  kind = "truth"
	cell   kind = "cell" // of the grid of a map
	room   kind = "room" // of a grid of rows and columns
	dir    kind = "dir"
	enum   kind = "enum"
)

var kinds = []kind{number, truth, cell, room, dir, enum}

// local is a parameter, a binder's variable or a let.
type local struct {
	name   string
	kind   kind
	static bool // it may stand where the state may not be read
}

// variable is a state variable, a parameter or a constant.
type variable struct {
	name  string
	kind  kind
	index []kind
	sets  []string // of the indices, where they are known
	count int      // elements
	size  int      // values, state only
	of    string   // their set
}

// author writes a random model.
type author struct {
	t       *rapid.T
	b       strings.Builder
	locals  []local
	states  []variable
	consts  []variable
	names   int
	static  bool            // the state may not be read here
	plain   bool            // inside a def: no calls of defs
	defined bool            // but those of f, which was declared before
	written map[string]bool // in this phase
	budget  int             // the number of states that may still be multiplied in
	cells   int             // of the map
	size    int             // the parameter
	any     int             // chance of a value to be chosen
	tCount  int             // values of T
	flaws   bool            // regularly something that the checker rejects
}

// chance is true n times out of 16. All draws are made of single bits, which rapid gives evenly and shrinks well.
func (a *author) chance(n int) bool { return a.upTo(15) >= 16-n }

// upTo is an even choice among 0..n; it shrinks to 0.
func (a *author) upTo(n int) int {
	bits, span := 0, 1
	for span <= n {
		bits, span = bits+1, 2*span
	}
	if span > n+1 {
		bits += 2
	}
	x := 0
	for range bits {
		x *= 2
		if rapid.Bool().Draw(a.t, "bit") {
			x++
		}
	}
	return x % (n + 1)
}

func (a *author) between(lo, hi int) int { return lo + a.upTo(hi-lo) }

func pick[T any](a *author, options ...T) T { return options[a.upTo(len(options)-1)] }

func (a *author) line(format string, args ...any) { fmt.Fprintf(&a.b, format+"\n", args...) }

func (a *author) fresh() string {
	a.names++
	return fmt.Sprintf("x%d", a.names)
}

// scope runs f and forgets the locals that it made.
func (a *author) scope(f func() string) string {
	n := len(a.locals)
	defer func() { a.locals = a.locals[:n] }()
	return f()
}

// statically runs f where no state may be read.
func (a *author) statically(f func() string) string {
	old := a.static
	a.static = true
	defer func() { a.static = old }()
	return f()
}

// set is a constant set of a kind; with outer locals if these are static.
func (a *author) set(k kind) string {
	switch k {
	case number:
		if x := a.localOf(number, true); x != "" && a.chance(4) {
			return pick(a, x+"..2", "0.."+x, "{"+x+", 1}")
		}
		return pick(a, "0..2", "T", "{1, 3}", "0..1", "{u * u for u in 0..2}", "0..size")
	case truth:
		return "bool"
	case cell:
		if x := a.localOf(cell, true); x != "" && a.chance(4) {
			return pick(a, "{u for u in Cell where adjacent(u, "+x+")}", "{"+x+"}", "{u for u in Cell where u > "+x+"}")
		}
		return pick(a, "Cell", "Cell", "Odd", "{u for u in Cell where level[u] != '#'}")
	case room:
		return "Room"
	case dir:
		return pick(a, "Dir", "Dir", "{up, left}", "{u for u in Dir where u != up}")
	default:
		return pick(a, "E", "E", "{p, r}")
	}
}

// twoSets is a set, or one made of two.
func (a *author) twoSets(k kind) string {
	if !a.chance(4) {
		return a.set(k)
	}
	return pick(a, "union", "minus", "intersect") + "(" + a.set(k) + ", " + a.set(k) + ")"
}

// localOf is some local name, "" if there is none.
func (a *author) localOf(k kind, static bool) string {
	var names []string
	for _, l := range a.locals {
		if l.kind == k && (l.static || !static) {
			names = append(names, l.name)
		}
	}
	if names == nil {
		return ""
	}
	return pick(a, names...)
}

// writeModel writes a model with moves. limit bounds the number of its states.
func writeModel(t *rapid.T, limit int) string {
	a := &author{t: t, budget: limit}
	a.any = pick(a, 0, 0, 1, 3)
	a.flaws = a.upTo(31) == 31
	a.head()
	a.variables(4)
	a.defs()
	for i := range a.between(2, 4) {
		if a.chance(11) {
			a.tame(i)
		} else {
			a.move(i)
		}
	}
	if a.chance(4) {
		v := pick(a, a.states...)
		a.line("always %s%s", pick(a, a.truth(2), a.truth(1)+" or "+a.truth(2),
			fmt.Sprintf("%s != nth(%s, %d)", a.read(v, 0), v.of, max(1, v.size-1))), a.reason())
	}
	if a.chance(6) {
		v := pick(a, a.states...)
		a.line("lost %s%s", pick(a, a.truth(1)+" and "+a.truth(2),
			fmt.Sprintf("%s == nth(%s, %d)", a.read(v, 0), v.of, max(0, v.size-1))), a.reason())
	}
	a.ask(limit)
	a.tail()
	a.claims(limit)
	if a.flaws {
		a.line("%s", pick(a, "goal nothing", "state n: 0..2", "move m { n := }", "goal 1", "const c: 0..1 = c",
			"move q(x: E) { x := p }", "goal \"", "goal (", "view c in Cell: 1"))
	}
	return a.b.String()
}

// writeWide writes a model whose states take two words or three: behind variables of one bit, which two moves change
// all at once.
func writeWide(t *rapid.T, limit int) string {
	text := writeModel(t, limit/2)
	head, rest, _ := strings.Cut(text, "\n")
	a := &author{t: t}
	a.line("%s", head)
	a.line("type Ballast = 1..%d", a.between(61, 64)+pick(a, 0, 0, 64))
	a.line("state ballast[b in Ballast]: bool = false")
	a.line("move lift when not ballast[1] { for b in Ballast { ballast[b] := true } }")
	a.line("move drop when ballast[1] { for b in Ballast { ballast[b] := false } }")
	return a.b.String() + rest
}

// ask writes the goals: for the most part those that some state reaches.
func (a *author) ask(limit int) {
	if a.chance(12) {
		if s := a.survey(limit); s != nil {
			a.aim(s)
			return
		}
	}
	a.goals()
	if a.chance(11) {
		v := pick(a, a.states...)
		a.line("goal %s == nth(%s, %d)", a.first(v), v.of, max(1, v.size-1))
	}
}

// writeConstraints writes a model without moves: all its values are chosen.
func writeConstraints(t *rapid.T, limit int) string { return drawConstraints(t, limit).b.String() }

// writeBest is writeConstraints with an objective.
func writeBest(t *rapid.T, limit int) string {
	a := drawConstraints(t, limit)
	a.line("%s %s", pick(a, "minimize", "maximize"), a.number(3))
	return a.b.String()
}

// writePaid writes a model with a chosen start and one move, which sets variables to constants and has a cost, often 0.
func writePaid(t *rapid.T, limit int) string {
	a := &author{t: t, budget: limit, any: 10}
	a.head()
	a.variables(3)
	a.defs()
	a.line("move pay when %s cost %s {", a.truth(1), pick(a, "0", "0", "1", "index("+a.truth(1)+")"))
	for i, v := range a.states {
		if index := make([]string, len(v.index)); (i == 0 || a.chance(6)) && (v.sets != nil || v.index == nil) {
			for k := range index {
				index[k] = fmt.Sprintf("nth(%s, %d)", v.sets[k], a.upTo(1))
			}
			element := v.name
			if len(index) > 0 {
				element += "[" + strings.Join(index, ", ") + "]"
			}
			a.line("  %s := nth(%s, %d)", element, v.of, a.upTo(1))
		}
	}
	a.line("}")
	a.goals()
	return a.b.String()
}

func drawConstraints(t *rapid.T, limit int) *author {
	a := &author{t: t, budget: limit, any: 10}
	a.head()
	a.variables(3)
	a.defs()
	if a.chance(4) {
		a.line("always %s", a.truth(2))
	}
	a.goals()
	return a
}

func (a *author) head() {
	a.line("puzzle Random")
	a.line("enum E { p, q, r }")
	t := pick(a, domain{"0..3", number, 4}, domain{"0..2", number, 3}, domain{"0..1", number, 2},
		domain{"1..3", number, 3}, domain{"-1..1", number, 3})
	a.line("type T = %s", t.text)
	a.tCount = t.count
	a.line("type Cell = grid(level, word)")
	a.line("type Room = %s", pick(a, "grid(2, 2)", "grid(1, 3)", "grid(size, 1)"))
	a.line("type Odd = { c for c in Cell where (c.row + c.col) %% 2 == 1 }")
	rows, cols := pick(a, 2, 1, 2, 3), pick(a, 2, 3, 3, 4)
	a.cells = rows * cols
	a.line("param level: map = \"\"\"")
	for range rows {
		row := ""
		for range cols {
			row += pick(a, ".", ".", "1", "2", "x", "#")
		}
		a.line("  %s", row)
	}
	a.line("  \"\"\"")
	word := pick(a, domain{"0..12", number, 0}, domain{"E", enum, 0})
	a.line("param word: map of %s or none = \"\"\"", word.text)
	for range rows {
		row := " "
		for range cols {
			row += " " + a.missing(word.kind, ".")
		}
		a.line("%s", row)
	}
	a.line("  \"\"\"")
	a.size = a.between(1, 2)
	a.line("param size: 1..3 = %d", a.size)
	a.line("def cell(c: Cell): Cell = c\ndef room(c: Room): Room = c")
	a.line("def near(x: Cell, y: Cell) = adjacent(x, y) and level[y] != '#'")
	a.line("const edges: set (0..3, 0..3) = {(0, 1), (1, 2)%s}", pick(a, "", ", (2, 1)", ", (1, 0), (2, 0)"))
	a.line("const k[0..3]: -2..5 = [%d, %d, %d, %d]", a.between(-2, 5), a.upTo(3), a.upTo(3), a.upTo(3))
	a.line("%s row[0..2]: list of 0..12 or none = [[%d], [], [3, %s]]", pick(a, "const", "param"), a.upTo(3),
		a.missing(number, "none"))
	clue := pick(a, word, domain{"0..12", number, 0}, domain{"bool", truth, 0}, domain{"Dir", dir, 0})
	list := make([]string, a.cells)
	for i := range list {
		list[i] = a.missing(clue.kind, "none")
	}
	a.line("param clue[Cell]: %s or none = [%s]", clue.text, strings.Join(list, ", "))
	a.line("param sole: 0..12 or none = %s", a.missing(number, "none"))
	a.line("const hue[E]: text = [\"red\", \"{size} o'clock\", \"\"]")
	a.line("def called(e: E): text = if e == p then \"first\" else hue[e]")
	a.line("const w[c in Cell]: -1..5 = %s", pick(a, "digit(level[c])", "c.row", "c.col - 1",
		"steps(near, c, (0, 0))", "find(k, c.col)", "if level[c] == 'x' then 1 else index(c) / 2"))
	a.consts = []variable{
		{name: "k", kind: number, index: []kind{number}},
		{name: "w", kind: number, index: []kind{cell}},
		{name: "size", kind: number},
		{name: "word", kind: word.kind, index: []kind{cell}},
		{name: "clue", kind: clue.kind, index: []kind{cell}},
		{name: "sole", kind: number},
	}
	if a.chance(6) {
		a.line("const home[d in Dir]: Cell = %s",
			pick(a, "cell((0, 0)) + d", "(0, 1)", "the c in Cell: level[c] == 'x'"))
		a.consts = append(a.consts, variable{name: "home", kind: cell, index: []kind{dir}})
	}
}

// missing is a value of a kind or, one time in three, a word for a value that is missing.
func (a *author) missing(k kind, none string) string {
	if a.upTo(2) == 0 {
		return none
	}
	switch k {
	case enum:
		return pick(a, "p", "q", "r")
	case truth:
		return pick(a, "true", "false")
	case dir:
		return pick(a, "up", "right", "down", "left")
	default:
		return pick(a, "1", "2", "3", "12")
	}
}

// domain is a type of a state variable with the number of its values, a bound where it depends on the data.
type domain struct {
	text  string
	kind  kind
	count int
}

func (a *author) domains() []domain {
	return []domain{
		{"0..2", number, 3},
		{"0..3", number, 4},
		{"-1..2", number, 4},
		{"T", number, 4},
		{"{1, 3, 4}", number, 3},
		{"0..1", number, 2},
		{"0..size", number, a.size + 1},
		{"bool", truth, 2},
		{"bool", truth, 2},
		{"E", enum, 3},
		{"Dir", dir, 4},
		{"{up, left}", dir, 2},
		{"Cell", cell, a.cells},
		{"Cell", cell, a.cells},
		{"Odd", cell, a.cells / 2},
		{"{c for c in Cell where level[c] != '#'}", cell, a.cells},
		{"Room", room, 4},
	}
}

// variables declares up to most state variables, one at least.
func (a *author) variables(most int) {
	a.plain = true
	for range a.between(1, most) {
		a.state()
	}
	if len(a.states) == 0 {
		a.states = []variable{{name: "n", kind: number, count: 1, size: 3, of: "0..2"}}
		a.line("state n: 0..2 = %d", a.upTo(1))
	}
	a.plain = false
}

// state declares a state variable, if the budget of states admits it.
func (a *author) state() {
	d := pick(a, a.domains()...)
	indices := []domain{
		{"0..1", number, 2},
		{"T", number, 4},
		{"0..2", number, 3},
		{"Cell", cell, a.cells},
		{"bool", truth, 2},
		{"E", enum, 3},
		{"{up, right}", dir, 2},
		{"Room", room, 4},
		{"Odd", cell, a.cells / 2},
	}
	v := variable{
		name: fmt.Sprintf("%s%d", d.kind[:1], len(a.states)), kind: d.kind, count: 1, size: d.count,
		of: d.text,
	}
	var index []string
	for range pick(a, 0, 0, 0, 1, 1, 1, 2) {
		i := pick(a, indices...)
		v.index, v.sets, v.count = append(v.index, i.kind), append(v.sets, i.text), v.count*i.count
		index = append(index, i.text)
	}
	all := 1
	for range v.count {
		if all *= d.count; all > a.budget {
			return
		}
	}
	a.budget /= all
	text, distinct := v.name, ""
	names := make([]string, len(index))
	if index != nil {
		parts := slices.Clone(index)
		for i := range parts {
			if names[i] = fmt.Sprintf("i%d", i); a.chance(12) {
				parts[i] = names[i] + " in " + index[i]
			} else {
				names[i] = ""
			}
		}
		text += "[" + strings.Join(parts, ", ") + "]"
		if v.count <= d.count && len(names) == 1 && names[0] != "" && a.chance(8) {
			distinct = " distinct"
		}
	}
	a.line("state %s: %s%s = %s", text, a.entryType(d, names), distinct, a.initial(v, d, names, distinct != ""))
	a.states = append(a.states, v)
}

// entryType is the type of a state variable: regularly one for each entry, part of the type of all.
func (a *author) entryType(d domain, names []string) string {
	var named []string
	for _, n := range names {
		if n != "" {
			named = append(named, n)
		}
	}
	if named == nil || !a.chance(4) {
		return d.text
	}
	at := "index(" + pick(a, named...) + ")"
	switch {
	case (d.text == "0..2" || d.text == "0..3") && a.chance(12):
		return pick(a, "0..1 + "+at+" % 2", "{0, 1, "+at+" % 3}", "min("+at+", 0)..2")
	case d.text == "-1..2":
		return "-1.." + at + " % 3"
	default:
		return "{u for u in " + d.text + " where index(u) <= 1 + " + at + " % 3}"
	}
}

// initial is an initial value. It may read the indices and earlier state variables.
func (a *author) initial(v variable, d domain, indices []string, distinct bool) string {
	return a.scope(func() string {
		for i, name := range indices {
			if name != "" {
				a.locals = append(a.locals, local{name, v.index[i], true})
			}
		}
		if a.chance(a.any) {
			return "any"
		}
		value := func() string {
			switch {
			case a.chance(3):
				return a.expr(v.kind, 1) // may be outside the type: an error then
			case a.chance(8):
				if x := a.localOf(v.kind, true); x != "" {
					return x
				}
			}
			return fmt.Sprintf("nth(%s, %s)", d.text, a.offset(v, indices, distinct, d.count))
		}
		if len(a.locals) > 0 && a.chance(4) {
			return "if " + a.truth(1) + " then " + pick(a, "any", value(), value()) + " else " + value()
		}
		return value()
	})
}

// offset is the place of an initial value in its type; of a distinct array it should differ from element to element.
func (a *author) offset(v variable, indices []string, distinct bool, count int) string {
	if distinct && len(indices) == 1 && indices[0] != "" {
		return pick(a, "index("+indices[0]+")", "abs(index("+indices[0]+"))",
			fmt.Sprintf("(index(%s) + 1) %% %d", indices[0], max(v.count, 1)))
	}
	if len(indices) > 0 && indices[0] != "" && a.chance(6) {
		return fmt.Sprintf("abs(index(%s)) %% %d", indices[0], min(count, 2))
	}
	return fmt.Sprint(pick(a, 0, 0, 0, 1))
}

// defs declares some functions: static and not, of numbers and Booleans.
func (a *author) defs() {
	a.plain = true
	body := func(params []local, f func() string) string {
		return a.scope(func() string {
			a.locals = params
			return f()
		})
	}
	a.line("def f(x: %s, y: bool)%s = %s", pick(a, "0..2", "T", "{0, 2, 3}"), pick(a, "", ": 0..3", ": -1..2"),
		body([]local{{"x", number, false}, {"y", truth, false}}, func() string { return a.number(2) }))
	a.line("def g(c: %s, x: T) = %s", pick(a, "Cell", "Cell", "Odd"),
		body([]local{{"x", number, false}, {"c", cell, false}}, func() string { return a.truth(2) }))
	a.defined = true
	a.line("def open(r: Room): bool = %s", body([]local{{"r", room, false}}, func() string { return a.truth(1) }))
	a.line("def free(c: Cell): bool = %s", body([]local{{"c", cell, false}}, func() string { return a.truth(1) }))
	a.line("def held(p: cond Cell, c: Cell) = %s", pick(a, "p(c)", "p(c + right) or forall e in Cell: p(e)",
		"reaches(p, c, (0, 0))", "(count e in Cell: p(e)) == 1"))
	a.line("def joins(x: T, y: T): bool = %s", body([]local{{"x", number, false}, {"y", number, false}},
		func() string { return a.truth(1) }))
	a.line("def some%s = %s", pick(a, "", "()", ": 0..3"), body(nil, func() string { return a.number(2) }))
	a.line("def fixed(x: T): 0..3 = %s", a.statically(func() string {
		return body([]local{{"x", number, true}}, func() string { return a.number(1) })
	}))
	a.plain, a.defined = false, false
}

// goals ask for values that the initial state does not have for the most part.
func (a *author) goals() {
	for range pick(a, 1, 1, 2, 2, 3) {
		if a.chance(2) {
			a.line("goal %s", a.truth(2))
			continue
		}
		v := pick(a, a.states...)
		want := fmt.Sprintf("nth(%s, %d)", v.of, a.between(1, max(1, v.size-1)))
		switch read := a.read(v, 0); {
		case len(v.index) > 0 && a.chance(6):
			a.line("goal %s i in %s: %s == %s", pick(a, "forall", "exists"), v.sets[0], a.readAt(v, "i"),
				pick(a, want, want, a.expr(v.kind, 1)))
		case v.kind == truth && a.chance(8):
			a.line("goal %s%s", pick(a, "", "not "), read)
		default:
			a.line("goal %s %s %s", read, pick(a, "==", "==", "==", "!="), pick(a, want, want, want, a.expr(v.kind, 1)))
		}
	}
}

// first is the first element of a variable.
func (a *author) first(v variable) string {
	if v.index == nil {
		return v.name
	}
	places := make([]string, len(v.sets))
	for i, set := range v.sets {
		places[i] = "nth(" + set + ", 0)"
	}
	return v.name + "[" + strings.Join(places, ", ") + "]"
}

// tail is what has no influence on the plans.
func (a *author) tail() {
	if a.chance(1) || a.any > 1 && a.chance(4) {
		a.line("init %s", a.truth(2))
	}
	if a.chance(6) {
		a.line("heuristic h = %s", a.number(2))
		a.line("heuristic h2 = h + %s", a.number(1))
	}
	if a.chance(8) {
		v := pick(a, a.states...)
		part := func(rest string) string {
			return fmt.Sprintf("{x for x in %s where index(x) %% 3 %s}", v.of, rest)
		}
		a.line("heuristic kept = project(%s)", v.name)
		a.line("heuristic seen = pattern(%s, %s%s)", v.name, part("== 0"), pick(a, "", ", "+part("== 1")))
		a.line("heuristic most = max(kept, seen, project(%s))", pick(a, a.states...).name)
	}
	if a.chance(3) {
		a.line("invariant true or %s", a.truth(1))
	}
	if a.chance(3) {
		a.line("view %s",
			pick(a, "\"some {"+a.number(0)+"}\"", "hue["+a.expr(enum, 1)+"]", "\"{called("+a.expr(enum, 0)+")}\""))
	}
	if a.chance(4) {
		area := pick(a, "piece ", "region ", `pen "thin" cage `, `side w in {up}: "dot" open "?" region `)
		a.line("view v in Room: \"\" %s edge d in Dir: %s line d in {up, left}: open(v + d)",
			area+a.expr(pick(a, kinds...), 1), pick(a, "open(v)", "open(v) != open(v + d)"))
	}
	if a.chance(3) {
		a.line("// a comment\nassume size >= 0 else \"size is {size}\"")
	}
	if a.chance(3) {
		a.line("instance small { size = 1 }\n  expect solvable\ninstance other of small { %s }", pick(a, "", "size = 2"))
	}
}

func (a *author) reason() string {
	if !a.chance(4) {
		return ""
	}
	return fmt.Sprintf(" else \"not so: {%s}\"", a.number(0))
}
