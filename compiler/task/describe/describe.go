// Package describe prints a ground task for people. The same task gives the same text.
package describe

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/diag"
)

// Task prints variables with their domains, moves by declaration, facts, and the size of the expression graph.
func Task(w io.Writer, t *task.Task) {
	d := &describer{w: bufio.NewWriter(w), t: t}
	d.summary()
	d.w.Flush()
}

// Expr returns an expression of a task as text, cut off if it is too long.
func Expr(t *task.Task, e task.Expr) string { return (&exprWriter{t: t}).write(e) }

// Moves prints what Task prints, then goal, conditions, heuristics, and each move with guard and effects.
func Moves(w io.Writer, t *task.Task) {
	d := &describer{w: bufio.NewWriter(w), t: t}
	d.summary()
	d.details()
	d.w.Flush()
}

type describer struct {
	w *bufio.Writer
	t *task.Task
}

func (d *describer) printf(format string, args ...any) { fmt.Fprintf(d.w, format, args...) }

func (d *describer) summary() {
	t := d.t
	name := t.Puzzle
	if t.Instance != "" {
		name += ", instance " + t.Instance
	}
	d.printf("%s\n", name)
	d.printf("variables: %d%s\n", len(t.Vars), d.removed())
	d.variables()
	d.schemas()
	d.facts()
	d.sizes()
}

func (d *describer) removed() string {
	f := d.t.Facts
	var parts []string
	if f.StaticVars > 0 {
		parts = append(parts, amount(f.StaticVars, "that never changes", "that never change"))
	}
	if f.ImpossibleValues > 0 {
		parts = append(parts, amount(f.ImpossibleValues, "value that never occurs", "values that never occur"))
	}
	if len(parts) == 0 {
		return ""
	}
	return " (left out: " + strings.Join(parts, ", ") + ")"
}

func amount(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return diag.Thousands(n) + " " + many
}

// variables prints one line for each run of variables of one array with equal domains.
func (d *describer) variables() {
	vars := d.t.Vars
	for i := 0; i < len(vars); {
		j := i + 1
		for j < len(vars) && vars[j].ArrayName() == vars[i].ArrayName() && slices.Equal(vars[j].Names, vars[i].Names) {
			j++
		}
		name := vars[i].Name
		if j-i > 1 {
			name += " … " + vars[j-1].Name
		}
		free := ""
		if d.t.Free[i] {
			free = ", chosen by the solver"
		} else if j-i == 1 {
			free = ", starts as " + vars[i].Names[vars[i].Place(d.t.Init[i])]
		}
		d.printf("  %s: %s%s\n", name, valueList(vars[i].Names), free)
		i = j
	}
}

// valueList returns the values of a variable. Of many values it leaves out the middle.
func valueList(names []string) string {
	if len(names) > 8 {
		return fmt.Sprintf("%s, %s … %s (%d values)", names[0], names[1], names[len(names)-1], len(names))
	}
	return strings.Join(names, ", ")
}

// schemas prints the number of ground moves of each declared move.
func (d *describer) schemas() {
	t := d.t
	d.printf("moves: %s\n", diag.Thousands(len(t.Moves)))
	for i := 0; i < len(t.Moves); {
		j, effects, conditional := i, 0, 0
		for ; j < len(t.Moves) && t.Moves[j].Schema == t.Moves[i].Schema; j++ {
			effects += len(t.Moves[j].Effects)
			for _, e := range t.Moves[j].Effects {
				if e.Cond != task.True {
					conditional++
				}
			}
		}
		name, _, _ := strings.Cut(t.Moves[i].Name, "(")
		d.printf("  %s: %s with %s", name, amount(j-i, "move", "moves"), amount(effects, "effect", "effects"))
		if conditional > 0 {
			d.printf(", %s of them conditional", diag.Thousands(conditional))
		}
		d.printf("\n")
		i = j
	}
}

func (d *describer) facts() {
	t := d.t
	switch {
	case len(t.Moves) == 0:
	case t.Facts.MinCost == t.Facts.MaxCost:
		d.printf("cost of a move: %d\n", t.Facts.MinCost)
	default:
		d.printf("cost of a move: %d to %d\n", t.Facts.MinCost, t.Facts.MaxCost)
	}
	for _, a := range t.Arrays {
		switch {
		case a.Permutation:
			d.printf("fact: %s is always a permutation of its values\n", a.Name)
		case a.Distinct:
			d.printf("fact: %s never holds a value twice\n", a.Name)
		}
	}
	if t.Facts.Unsolvable != "" {
		d.printf("fact: unsolvable: %s\n", t.Facts.Unsolvable)
	}
	for _, h := range t.Heuristics {
		word := "heuristic"
		if h.Admissible {
			word = "admissible heuristic"
		}
		switch used := d.simpler(h.Value); {
		case h.Missing != "":
			d.printf("%s %s cannot be used: %s\n", word, h.Name, h.Missing)
		case len(used) > 0:
			d.printf("%s %s: by %s\n", word, h.Name, strings.Join(used, " and "))
		default:
			n := t.Pool.Node(h.Value)
			d.printf("%s %s: %d to %d\n", word, h.Name, n.Lo, n.Hi)
		}
	}
	for _, p := range t.Prunings {
		if p.Missing != "" {
			d.printf("%s cannot be used: %s\n", p.Name, p.Missing)
		}
	}
	for _, a := range t.Abstractions {
		d.printf("simpler puzzle %s: %s, %s\n", a.Name,
			amount(len(a.Task.Vars), "variable", "variables"), amount(len(a.Task.Moves), "move", "moves"))
	}
}

// simpler returns the names of the simpler puzzles whose costs an expression reads.
func (d *describer) simpler(e task.Expr) (names []string) {
	if e == task.None {
		return nil
	}
	for _, a := range d.t.Pool.Costs(e) {
		names = append(names, d.t.Abstractions[a].Name)
	}
	return names
}

// sizes prints the number of distinct nodes of the expressions.
func (d *describer) sizes() {
	t := d.t
	all := &parts{t.Pool, make([]bool, t.Pool.Len())}
	goal := all.count(t.Goal)
	guards, effects := 0, 0
	for i := range t.Moves {
		guards += all.count(t.Moves[i].Guard)
	}
	for i := range t.Moves {
		for _, e := range t.Moves[i].Effects {
			effects += all.count(e.Cond) + all.count(e.Value)
		}
	}
	rest := all.count(t.Always) + all.count(t.Dead) + all.count(t.InitCond)
	for _, h := range t.Heuristics {
		if h.Value != task.None {
			rest += all.count(h.Value)
		}
	}
	d.printf("expressions: %s in the goal, %s more in guards, %s more in effects, %s more elsewhere\n",
		diag.Thousands(goal), diag.Thousands(guards), diag.Thousands(effects), diag.Thousands(rest))
}

// parts counts nodes, each node once.
type parts struct {
	pool *task.Pool
	seen []bool
}

func (c *parts) count(e task.Expr) int {
	if c.seen[e] {
		return 0
	}
	c.seen[e] = true
	n := 1
	for _, a := range c.pool.Node(e).Args {
		n += c.count(a)
	}
	return n
}

func (d *describer) details() {
	t := d.t
	x := &exprWriter{t: t}
	if t.InitCond != task.True {
		d.printf("start: %s\n", x.write(t.InitCond))
	}
	d.printf("goal: %s\n", x.write(t.Goal))
	if t.Always != task.True {
		d.printf("always: %s\n", x.write(t.Always))
	}
	if t.Dead != task.False {
		d.printf("dead: %s\n", x.write(t.Dead))
	}
	for _, h := range t.Heuristics {
		if h.Value != task.None {
			d.printf("heuristic %s: %s\n", h.Name, x.write(h.Value))
		}
	}
	for i := range t.Moves {
		m := &t.Moves[i]
		d.printf("%s", m.Name)
		if n, ok := t.Pool.Value(m.Cost); !ok || n != 1 {
			d.printf(" cost %s", x.write(m.Cost))
		}
		if m.Order != task.None {
			d.printf(" order %s", x.write(m.Order))
		}
		d.printf("\n")
		for _, c := range t.Pool.Conjuncts(m.Guard) {
			d.printf("  when %s\n", x.write(c))
		}
		for _, e := range m.Effects {
			d.printf("  %s := %s", t.Vars[e.Var].Name, x.valueOf(e.Var, e.Value))
			if e.Cond != task.True {
				d.printf(" if %s", x.write(e.Cond))
			}
			d.printf("\n")
		}
	}
}
