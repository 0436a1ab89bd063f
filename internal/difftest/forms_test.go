package difftest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends/gogen"
	"github.com/pzc-lang/pzc/compiler"
	"github.com/pzc-lang/pzc/internal/forms"
)

// fromAnywhere are moves to all values of what the forms leave to be chosen, from a start that is given.
var fromAnywhere = strings.NewReplacer(
	"state x: 0..2 = any", "state x: 0..2 = 0\nmove to_x(to: 0..2) { x := to }",
	"state y: {-1, 1} = any", "state y: {-1, 1} = 1\nmove to_y { y := -y }",
	"state b: bool = any", "state b: bool = false\nmove to_b { b := not b }",
	"state c: C = any", "state c: C = (0, 0)\nmove to_c(to: Dir) { c := c + to }",
	"state d: Dir = any", "state d: Dir = up\nmove to_d { d := nth(Dir, (index(d) + 1) % 4) }",
	"state e: E = any", "state e: E = p\nmove to_e(to: E) { e := to }",
)

// unwritable are the forms that cannot be written in Go yet: pairs of numbers, and tuples, as values that are computed.
var unwritable = map[string]string{
	"min((x, y), (y, x)) == (y, x)":                              "this offset",
	"max((x, y), (1, 0), (y, x)) == (x, y)":                      "this offset",
	"pair(x) == (1, 2)":                                          "this offset",
	"pair(x + 2) == (x + 2, 3)":                                  "this offset",
	"(if b then (x, 1) else nth({(1, 1), (2, 1)}, y)) == (x, 1)": "this tuple",
	"(if b then nth({(1, 1), (2, 1)}, y) else (y, 1)) == (y, 1)": "this tuple",
	"min((if b then (x, 1) else (y, 2)), (1, x)) == (1, x)":      "this offset",
	"defined((x / y, 1))":                                        "defined of a tuple",
	"nth({(1, 0), (2, 1)}, x) == (2, 1)":                         "this offset",
	"defined(nth(none, x))":                                      "nth of such a set",
	"(x, some) in (N, Few)":                                      "membership in this set",
	"(max w in named where w != (x, x): w) == (0, 1)":            "this offset",
	"(max i in N where i != x: (i * y, x)) == (0, x)":            "this offset",
	"(the (i, j) in named: i == x) == (0, 1)":                    "this offset",
	"(the i in N, j in N: i == x and j == y) == (1, 1)":          "this offset",
	"distinct i in 0..1: (i, x)":                                 "distinct of such values",
	"steps(named, x, 1) == 1":                                    "steps of this kind",
	"steps(named, x, x) == 0":                                    "steps of this kind",
	"steps(named, y, 1) == 1":                                    "steps of this kind",
}

// TestGeneratedForms writes a program with each operator and function of the language, in estimates, in which a condition is true, false or neither, and in
// guards.
func TestGeneratedForms(t *testing.T) {
	writtenForms(t, forms.All, func(i int, f string) string {
		return fmt.Sprintf("heuristic h%d = (count one in {0}: %s) + 2 * (count one in {0}: not (%s))\n", i, f, f) +
			fmt.Sprintf("move m%d when %s { z := not z }\nmove n%d when not (%s) { z := not z }\n", i, f, i, f)
	})
}

// TestGeneratedOuterForms is the same with names of a binder in place of the state in estimates, and with parameters of a move in place of some of it.
func TestGeneratedOuterForms(t *testing.T) {
	if testing.Short() {
		t.Skip("takes ten seconds of the processor")
	}
	writtenForms(t, append(slices.Clip(forms.All), forms.Constant...), func(i int, f string) string {
		text, vars := forms.Outside(f)
		if len(vars) == 0 || len(vars) > 2 {
			return ""
		}
		var binds, params []string
		for _, v := range vars {
			binds, params = append(binds, "l"+v+" in "+forms.Sets[v]), append(params, "l"+v+": "+forms.Sets[v])
		}
		all := strings.Join(binds, ", ")
		use := fmt.Sprintf("heuristic h%d = (count %s: %s) + 20 * (count %s: not (%s))\n", i, all, text, all, text)
		return use + fmt.Sprintf("move m%d(%s) when (%s) and l%s == %s { z := not z }\n", i, strings.Join(params, ", "), text, vars[0], vars[0])
	})
}

// writtenForms holds a program in which all forms are used against the semantics.
func writtenForms(t *testing.T, all []string, use func(i int, form string) string) {
	t.Helper()
	head := fromAnywhere.Replace(forms.Head)
	text := head
	for i, f := range all {
		lines := use(i, f)
		if why := unwritable[f]; why != "" && lines != "" && unwritten(t, head+lines) == why {
			continue
		}
		text += lines
	}
	m := quietly(text)
	require.NotNil(t, m)
	dir := goModule(t)
	ok, why := place(t, dir, "forms", m, map[string]string{m.Name: text}, 100)
	require.True(t, ok, why)
	testTogether(t, dir, []string{"forms"})
}

// unwritten says which construct of a model cannot be written in Go, "" if there is none.
func unwritten(t *testing.T, text string) string {
	t.Helper()
	m := quietly(text)
	require.NotNil(t, m, text)
	ground, diags := compiler.Ground(context.Background(), m, compiler.GroundOptions{})
	require.False(t, diags.HasErrors(), text)
	_, err := gogen.Emit(context.Background(), m, ground, gogen.Options{})
	var construct *gogen.Error
	if errors.As(err, &construct) {
		return construct.What
	}
	require.NoError(t, err)
	return ""
}
