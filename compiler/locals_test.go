package compiler_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	stateNames = regexp.MustCompile(`'.'|\b[xybcde]\b`)
	readState  = regexp.MustCompile(`\b(s|here|free)\b`)
	chosen     = regexp.MustCompile(`(?m)^state ([xybcde]): (.*) = any$`)
	fixedAt    = map[string]string{"x": "1", "y": "-1", "b": "true", "c": "(0, 1)", "d": "left", "e": "q"}
)

// outside writes a form with names of a binder for the state variables that it reads, and gives these variables.
func outside(form string) (text string, vars []string) {
	text = stateNames.ReplaceAllStringFunc(form, func(v string) string {
		if v[0] == '\'' {
			return v
		}
		if !slices.Contains(vars, v) {
			vars = append(vars, v)
		}
		return "l" + v
	})
	slices.Sort(vars)
	return text, vars
}

// chosenFor is a head in which only some variables of the state have several values.
func chosenFor(head string, vars []string) string {
	return chosen.ReplaceAllStringFunc(head, func(line string) string {
		m := chosen.FindStringSubmatch(line)
		if slices.Contains(vars, m[1]) {
			return line
		}
		return "state " + m[1] + ": " + m[2] + " = " + fixedAt[m[1]]
	})
}

// constantForms are forms in which no state may stand, but names from outside may.
var constantForms = []string{
	"steps(leap(_, _, x), x, x + x) == 1", "steps(leap(_, _, x + 1), 0, 2) == 2 - x", "steps(ignores(_, _), x, 3) == 1", "steps(ignores(_, _), x, x) == 0", "defined(steps(leap(_, _, y + 2), 0, x))", "steps({(i, x) for i in N}, 3, x) == 1", "defined(steps({(x, i) for i in N where i > x}, 3, x))",
	"size(0..x) == 2", "x in {k for i in N}", "(0, x) in {(0, 1) for (i, j) in named}", "size({i for i in x..3 where i != k}) == x", "exists i in {j for j in N where j > x}: i == k", "forall i in 0..x: i < 2", "(sum i in x..3, j in 0..i: j) == 9", "nth({i for i in 0..x}, x) == 1",
	"exists i in {1 for j in 0..x}: i == x", "(count (i, j) in {(i, j) for i in 0..x, j in 0..i}: i + j == x) == 2", "reaches({a for a in C where a.row <= x}, (0, 0), (1, 1))", "reaches(near(_, x), (0, 1), c)", "reaches(near(_, x), c, (1, 0))", "steps(apart(_, _, x), c, (1, 1)) == 2",
}

// What a binder keeps, what a def is worth and what a table holds are remembered by the names from outside that they read: each form, with
// names of a binder in place of the state, means what it means with the state, wherever these names stand in it.
func TestFormsOfOuterNamesAgree(t *testing.T) {
	sets := map[string]string{"x": "0..2", "y": "{-1, 1}", "b": "Bools", "c": "C", "d": "Dir", "e": "E"}
	head := formsHead + `type Bools = {false, true}
def adjacentOf(a: C, o: C) = adjacent(a, o) and a != (0, 1)
def leap(a: N, o: N, n: N) = a + n == o
def ignores(a: N, o: N) = o == 3
def near(a: C, n: N) = a.row <= n
def apart(a: C, o: C, n: N) = manhattan(a, o) == n
`
	moves := map[string]string{} // by the variables that they read
	for i, f := range append(slices.Clip(forms), constantForms...) {
		text, vars := outside(f)
		if len(vars) == 0 || len(vars) > 2 {
			continue
		}
		var binds, same []string
		for _, v := range vars {
			binds = append(binds, "l"+v+" in "+sets[v])
			same = append(same, "l"+v+" == "+v)
		}
		outer := strings.Join(binds, ", ") + " where " + strings.Join(same, " and ")
		mv := fmt.Sprintf("move condition%d when exists %s: exists u in 0..0 where (%s): u == 0 { z := not z }\n", i, outer, text)
		if !readState.MatchString(text) {
			mv += fmt.Sprintf("move set%d when exists %s: exists u in {if %s then 0 else 1} where u < 2: u == 0 { z := not z }\n", i, outer, text)
		} else {
			vars = append(vars, "b", "c")
		}
		moves[strings.Join(vars, " ")] += mv
	}
	for vars, text := range moves {
		agree(t, built(t, chosenFor(head, strings.Fields(vars))+text, ""), 600)
	}
}
