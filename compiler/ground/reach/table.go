package reach

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
)

// tableOf identifies the table of a condition, or of the values that an effect writes if a condition holds.
type tableOf struct {
	cond, value task.Expr // value is task.None for the table of a condition
	target      int       // the variable that is written
}

// table lists the assignments for which conditions hold: for each one the places of the variables, and then of the
// value (-1: outside the domain). The table grows with the reached values.
type table struct {
	vars    []int
	rows    []int32
	covered []places // the values of each variable that were tried
	scan    *task.Scan
	places  [][]int32    // of the scan's choices, by variable
	lists   [2][]choices // by variable: all values, and the new ones; their memory is used again
	tooMany bool         // there are too many assignments to try
}

// table lists the assignments of vars for which conds hold, with the values of an expression; nil if there are too many
// to try.
func (r *Result) table(key tableOf, conds []task.Expr, vars []int) *table {
	t := r.tables[key]
	if t == nil {
		t = &table{vars: vars, covered: make([]places, len(vars))}
		for k, v := range vars {
			t.covered[k] = newPlaces(len(r.domains[v]))
		}
		r.tables[key] = t
	}
	if t.tooMany {
		return nil
	}
	cases := 1
	grown := false
	next := make([]places, len(vars))
	for k, v := range vars {
		next[k] = t.covered[k].or(r.now(v))
		n := next[k].count()
		grown = grown || n > t.covered[k].count()
		if cases *= n; cases > maxRows || cases*len(vars) > maxPlaces || cases > r.budget {
			t.tooMany, r.inexact = true, true
			return nil
		}
	}
	if !grown && (len(vars) > 0 || t.scan != nil) {
		return t
	}
	if t.scan == nil {
		roots := conds
		if key.value != task.None {
			roots = append(slices.Clone(conds), key.value)
		}
		t.scan = task.NewScan(r.p.Pool, roots, len(conds), vars, func(int) []int64 { return nil })
		t.places = make([][]int32, len(vars))
		t.lists = [2][]choices{make([]choices, len(vars)), make([]choices, len(vars))}
	}
	r.tried += cases
	r.extend(t, key, len(conds), next)
	return t
}

// extend adds the assignments that were not covered. Scan k has those in which variable k is the first with a new
// value.
func (r *Result) extend(t *table, key tableOf, value int, next []places) {
	add := func() bool {
		for k, at := range t.scan.At {
			t.rows = append(t.rows, t.places[k][at])
		}
		if key.value != task.None {
			t.rows = append(t.rows, r.placeIn(key.target, t.scan.Value(value)))
		}
		return true
	}
	if len(t.vars) == 0 {
		t.scan.Run(add)
	}
	all, fresh := t.lists[0], t.lists[1]
	for k, v := range t.vars {
		t.set(k, all[k].list(r.domains[v], next[k]))
	}
	for k, v := range t.vars { // the variables after k have all values, those before k their old ones
		if fresh[k].list(r.domains[v], next[k].without(t.covered[k])); len(fresh[k].codes) > 0 {
			t.set(k, &fresh[k])
			t.scan.Run(add)
			t.set(k, all[k].list(r.domains[v], t.covered[k]))
		}
		t.covered[k] = next[k]
	}
}

func (t *table) set(k int, c *choices) { t.scan.Choices[k], t.places[k] = c.codes, c.at }

// eachRow calls f for the rows that are possible now.
func (r *Result) eachRow(t *table, width int, f func(row []int32)) {
	now := make([]places, len(t.vars))
	for k, v := range t.vars {
		now[k] = r.now(v)
	}
	r.budget -= len(t.rows) / max(width, 1)
rows:
	for i := 0; i < len(t.rows); i += width {
		row := t.rows[i : i+width]
		for k := range now {
			if !now[k].has(row[k]) {
				continue rows
			}
		}
		f(row)
	}
}
