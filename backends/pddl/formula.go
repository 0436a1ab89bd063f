package pddl

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/compiler/task"
)

// formula is a condition as PDDL writes it.
type formula string

const (
	always formula = "(and)"
	never  formula = "(or)"
)

// Bounds on the size of the text.
const (
	longest    = 400     // letters of a part that is written twice; a longer part becomes a derived predicate
	mostValues = 1 << 10 // values of a number that are distinguished
	mostPairs  = 1 << 16 // of values of two numbers
	mostText   = 1 << 27 // letters in all
)

func and(parts ...formula) formula { return join("and", always, never, parts) }
func or(parts ...formula) formula  { return join("or", never, always, parts) }

// join joins parts by a word, without neutral parts.
func join(word string, neutral, final formula, parts []formula) formula {
	var kept []formula
	seen := map[formula]bool{neutral: true}
	for _, p := range parts {
		if p == final {
			return final
		}
		if !seen[p] {
			seen[p] = true
			kept = append(kept, p)
		}
	}
	switch len(kept) {
	case 0:
		return neutral
	case 1:
		return kept[0]
	}
	var b strings.Builder
	b.WriteString("(" + word)
	for _, p := range kept {
		b.WriteString(" " + string(p))
	}
	b.WriteString(")")
	return formula(b.String())
}

func not(f formula) formula {
	switch {
	case f == always:
		return never
	case f == never:
		return always
	case strings.HasPrefix(string(f), "(not "):
		return f[len("(not ") : len(f)-1]
	}
	return "(not " + f + ")"
}

// split maps the values of a number to conditions. Exactly one of the conditions holds.
type split map[int64]formula

// cases collects the conditions of each value.
type cases map[int64][]formula

func (c cases) add(value int64, when formula) {
	if when != never {
		c[value] = append(c[value], when)
	}
}

// split joins the conditions of each value.
func (c cases) split(w *writer) split {
	s := split{}
	for _, value := range slices.Sorted(maps.Keys(c)) {
		s[value] = w.short(or(c[value]...))
	}
	return s
}

// writer writes the expressions of a task.
type writer struct {
	t       *task.Task
	names   *names
	conds   map[task.Expr]formula
	splits  map[task.Expr]split
	derived []string // axioms
	graphs  int      // the number of graphs, and of nodes in the largest one
	nodes   int
	written int
	err     error
}

// is returns the condition that a variable has the value at a place.
func (w *writer) is(v, place int) formula {
	return formula("(is " + w.variable(v) + " " + w.value(v, place) + ")")
}

func (w *writer) variable(v int) string { return w.names.name("", w.t.Vars[v].Name) }

func (w *writer) value(v, place int) string { return w.names.name("v-", w.t.Vars[v].Names[place]) }

// cond returns a Boolean expression as a condition.
func (w *writer) cond(e task.Expr) formula {
	if f, known := w.conds[e]; known {
		return f
	}
	f := w.short(w.condition(e))
	w.conds[e] = f
	return f
}

// condition is cond written out, for conditions that occur once, because some planners do not read derived predicates.
func (w *writer) condition(e task.Expr) formula {
	n := w.t.Pool.Node(e)
	switch n.Op {
	case task.OpNot:
		return not(w.cond(n.Args[0]))
	case task.OpAnd, task.OpOr:
		parts := make([]formula, len(n.Args))
		for i, a := range n.Args {
			parts[i] = w.cond(a)
		}
		if n.Op == task.OpAnd {
			return and(parts...)
		}
		return or(parts...)
	case task.OpReach:
		return w.reach(n)
	case task.OpConnected:
		return w.connected(n)
	default:
		var parts []formula
		for value, when := range w.ordered(w.split(e)) {
			if value != 0 {
				parts = append(parts, when)
			}
		}
		return or(parts...)
	}
}

// ordered enumerates the values in ascending order, so that the same task gives the same text.
func (w *writer) ordered(s split) func(yield func(int64, formula) bool) {
	return func(yield func(int64, formula) bool) {
		for _, value := range slices.Sorted(maps.Keys(s)) {
			if !yield(value, s[value]) {
				return
			}
		}
	}
}

// split returns an expression by its values.
func (w *writer) split(e task.Expr) split {
	if s, known := w.splits[e]; known || w.err != nil {
		return s
	}
	c := cases{}
	w.values(e, c)
	s := c.split(w)
	if len(s) > mostValues {
		w.fail(fmt.Errorf("%w: a number has %d values", errTooLarge, len(s)))
	}
	w.splits[e] = s
	return s
}

// values finds the cases of an expression.
func (w *writer) values(e task.Expr, c cases) {
	n := w.t.Pool.Node(e)
	truth := func(f formula) {
		c.add(1, f)
		c.add(0, not(f))
	}
	switch n.Op {
	case task.OpConst:
		c.add(n.N, always)
	case task.OpVar:
		for place, code := range w.t.Vars[n.N].Values {
			c.add(code, w.is(int(n.N), place))
		}
	case task.OpNot, task.OpAnd, task.OpOr, task.OpReach, task.OpConnected:
		truth(w.cond(e))
	case task.OpDistinct:
		truth(w.distinct(n))
	case task.OpIte:
		choice := w.cond(n.Args[0])
		w.under(choice, n.Args[1], c)
		w.under(not(choice), n.Args[2], c)
	case task.OpSelect:
		for i, chosen := range w.ordered(w.split(n.Args[0])) {
			if 0 <= i && i < int64(len(n.Args)-1) {
				w.under(chosen, n.Args[i+1], c)
			} else {
				c.add(0, chosen)
			}
		}
	case task.OpFind:
		w.find(n, c)
	case task.OpReached:
		w.values(w.t.Pool.Spelled(n), c)
	case task.OpAcyclic:
		w.fail(errors.New("pddl: no formula says `acyclic`"))
	default:
		w.combine(n, c)
	}
}

// under adds the cases of an expression under a condition.
func (w *writer) under(f formula, e task.Expr, c cases) {
	if f == never {
		return
	}
	for value, when := range w.ordered(w.split(e)) {
		c.add(value, and(f, when))
	}
}

// of returns the condition of a value, which is false for other values.
func (s split) of(value int64) formula {
	if f, has := s[value]; has {
		return f
	}
	return never
}

// equal returns the condition that two expressions have the same value.
func (w *writer) equal(a, b task.Expr) formula {
	var parts []formula
	other := w.split(b)
	for value, when := range w.ordered(w.split(a)) {
		parts = append(parts, and(when, other.of(value)))
	}
	return w.short(or(parts...))
}

// find returns the index of the first element that equals the value.
func (w *writer) find(n *task.Node, c cases) {
	none := always
	for i, a := range n.Args[1:] {
		same := w.equal(n.Args[0], a)
		if n.N == task.FindAny {
			c.add(int64(i), and(none, same))
		} else {
			c.add(int64(i), same)
		}
		if n.N != task.FindSure {
			none = w.short(and(none, not(same)))
		}
	}
	if n.N != task.FindSure {
		c.add(-1, none)
	}
}

func (w *writer) distinct(n *task.Node) formula {
	var parts []formula
	for i, a := range n.Args {
		for _, b := range n.Args[:i] {
			parts = append(parts, not(w.equal(a, b)))
		}
	}
	return and(parts...)
}

// combine combines the arguments of an operator, one after another if the operator allows this.
func (w *writer) combine(n *task.Node, c cases) {
	so := w.split(n.Args[0])
	two := &task.Node{Op: n.Op, N: n.N, Args: n.Args[:min(2, len(n.Args))]}
	for i, a := range n.Args[1:] {
		next, other := cases{}, w.split(a)
		if w.err != nil || len(so)*len(other) > mostPairs {
			w.fail(errTooLarge)
			return
		}
		for x, f := range w.ordered(so) {
			for y, g := range w.ordered(other) {
				next.add(w.t.Pool.EvalNode(two, func(i int) int64 { return []int64{x, y}[i] }), and(f, g))
			}
		}
		if i == len(n.Args)-2 {
			maps.Copy(c, next)
			return
		}
		so = next.split(w)
	}
	for value, when := range w.ordered(so) { // of an operator with one argument
		c.add(w.t.Pool.EvalNode(n, func(int) int64 { return value }), when)
	}
}

// short makes a long condition a derived predicate, which can be used many times.
func (w *writer) short(f formula) formula {
	w.grow(len(f))
	if len(f) <= longest {
		return f
	}
	return w.derive(fmt.Sprintf("d%d", len(w.derived)+1), f)
}

// derive adds an axiom.
func (w *writer) derive(name string, f formula) formula {
	head := formula("(" + w.names.name("", name) + ")")
	w.derived = append(w.derived, fmt.Sprintf("(:derived %s %s)", head, f))
	return head
}

// reach returns the condition that a path leads from one node to another. A derived predicate says which nodes are
// reached, another one which steps there are.
func (w *writer) reach(n *task.Node) formula {
	from, to, free := w.split(n.Args[0]), w.split(n.Args[1]), n.Args[2:]
	w.graphs++
	w.nodes = max(w.nodes, len(free))
	reached, step := w.names.name("", fmt.Sprintf("r%d", w.graphs)), w.names.name("", fmt.Sprintf("s%d", w.graphs))
	before := make([][]formula, len(free)) // by node: ?x is a node from which a step leads to it
	for i, next := range w.t.Pool.Graphs[n.N].Next {
		for _, j := range next {
			before[j] = append(before[j], formula("(= ?x "+w.node(i)+")"))
		}
	}
	var starts, steps, parts []formula
	for i := range free {
		here := formula("(= ?y " + w.node(i) + ")")
		starts = append(starts, and(here, from.of(int64(i))))
		steps = append(steps, and(here, w.cond(free[i]), or(before[i]...)))
		parts = append(parts, and(to.of(int64(i)), formula("("+reached+" "+w.node(i)+")")))
	}
	again := formula("(exists (?x - node) (and (" + reached + " ?x) (" + step + " ?x ?y)))")
	for _, d := range []string{
		fmt.Sprintf("(:derived (%s ?x - node ?y - node) %s)", step, or(steps...)),
		fmt.Sprintf("(:derived (%s ?y - node) %s)", reached, or(append(starts, again)...)),
	} {
		w.grow(len(d))
		w.derived = append(w.derived, d)
	}
	return or(parts...)
}

// connected returns the condition that paths of true pairs join any two nodes that have one. A derived predicate says
// which nodes a path joins, another one which pairs there are.
func (w *writer) connected(n *task.Node) formula {
	w.graphs++
	joins, step := w.names.name("", fmt.Sprintf("r%d", w.graphs)), w.names.name("", fmt.Sprintf("s%d", w.graphs))
	var steps []formula
	for i, pair := range w.t.Pool.Graphs[n.N].Next {
		when := w.short(w.cond(n.Args[i]))
		for k := range 2 {
			from, to := int(pair[k]), int(pair[1-k])
			w.nodes = max(w.nodes, from+1)
			steps = append(steps, and(formula("(= ?x "+w.node(from)+")"), formula("(= ?y "+w.node(to)+")"), when))
		}
	}
	for _, d := range []string{
		fmt.Sprintf("(:derived (%s ?x - node ?y - node) %s)", step, or(steps...)),
		fmt.Sprintf("(:derived (%[1]s ?x - node ?y - node) (or (%[2]s ?x ?y) "+
			"(exists (?z - node) (and (%[1]s ?x ?z) (%[2]s ?z ?y)))))", joins, step),
	} {
		w.grow(len(d))
		w.derived = append(w.derived, d)
	}
	return formula(fmt.Sprintf("(not (exists (?x - node ?y - node) (and (exists (?z - node) (%[2]s ?x ?z)) "+
		"(exists (?z - node) (%[2]s ?y ?z)) (not (%[1]s ?x ?y)))))", joins, step))
}

// node names a node of a graph.
func (w *writer) node(i int) string { return w.names.name("node-", strconv.Itoa(i)) }

// grow counts the written bytes.
func (w *writer) grow(n int) {
	if w.written += n; w.written > mostText {
		w.fail(errTooLarge)
	}
}

func (w *writer) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}
