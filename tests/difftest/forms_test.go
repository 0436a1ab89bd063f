package difftest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/gogen"
	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/encode"
	"github.com/pzc-lang/pzc/compiler/ground"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/models"
	"github.com/pzc-lang/pzc/tests/forms"
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

// TestFormsAreWritten: each operator and function of the language can be written in Go. No program is built.
func TestFormsAreWritten(t *testing.T) {
	head := fromAnywhere.Replace(forms.Head)
	for _, f := range forms.All {
		assert.Empty(t, unwritten(t, head+"move m when "+f+" { z := not z }\n"), f)
	}
}

// TestLongGeneratedForms writes a program with each operator and function of the language, in estimates, in which a
// condition is true, false or neither, and in guards.
func TestLongGeneratedForms(t *testing.T) {
	written(t, fromAnywhere.Replace(forms.Head), forms.All, func(i int, f string) string {
		return fmt.Sprintf("heuristic h%d = (count one in {0}: %s) + 2 * (count one in {0}: not (%s))\n", i, f, f) +
			fmt.Sprintf("move m%d when %s { z := not z }\nmove n%d when not (%s) { z := not z }\n", i, f, i, f)
	}, 100)
}

// TestLongGeneratedOuterForms is the same with names of a binder in place of the state in estimates, and with
// parameters of a move in place of some of it.
func TestLongGeneratedOuterForms(t *testing.T) {
	written(t, fromAnywhere.Replace(forms.Head), append(slices.Clip(forms.All), forms.Constant...),
		func(i int, f string) string {
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
			return use + fmt.Sprintf("move m%d(%s) when (%s) and l%s == %s { z := not z }\n", i,
				strings.Join(params, ", "), text,
				vars[0], vars[0])
		}, 100)
}

// TestGeneratedMoves is the same for statements and parameters of moves.
func TestGeneratedMoves(t *testing.T) {
	head := strings.NewReplacer("x: N = any", "x: N = 0", "b: bool = any", "b: bool = false").Replace(forms.MovesHead) +
		"move other { x := (x + 1) % 4 }\n"
	written(t, head, forms.Moves,
		func(i int, mv string) string {
			if strings.Contains(mv, "g: set") { // a program has no sets as parameters
				return ""
			}
			return fmt.Sprintf("move m%d%s\n", i, strings.TrimPrefix(mv, "m"))
		}, 100)
}

// TestLongGeneratedDistinct is the same for arrays without repetition, with moves of two phases and without: between
// these a value may stand twice.
func TestLongGeneratedDistinct(t *testing.T) {
	head := strings.NewReplacer("a[i in 0..1]: N distinct = any", "a[i in 0..1]: N distinct = i",
		"w[i in N]: N distinct = any", "w[i in N]: N distinct = i", "x: 0..3 = any",
		"x: 0..3 = 0").Replace(forms.DistinctHead) +
		"move other { x := (x + 1) % 4 }\nmove swap { a[0], a[1] := a[1], a[0] }\n"
	for _, phases := range []int{1, 2} {
		written(t, head, slices.Concat(forms.OfDistinct, forms.DistinctMoves), func(i int, f string) string {
			switch {
			case phases == 1 && strings.Contains(f, "then {"):
				return ""
			case strings.HasPrefix(f, "{"):
				return fmt.Sprintf("move m%d %s\n", i, f)
			}
			return fmt.Sprintf("move m%d when %s { z := not z }\nmove n%d when not (%s) { z := not z  x := (x + 1) %% 4 }\n", i,
				f, i, f)
		}, 200)
	}
}

// TestLongGeneratedFormsOfGoals is the same for puzzles without moves: u chooses the form that must be true, and what
// the form does not read is fixed.
func TestLongGeneratedFormsOfGoals(t *testing.T) {
	head := strings.Replace(forms.Head, "goal z", fmt.Sprintf("state u: 0..%d = any\ngoal not z", len(forms.All)), 1)
	written(t, head, forms.All, func(i int, f string) string {
		vars := forms.Reads(f)
		line := fmt.Sprintf("goal u == %d => (%s)\n", i, f)
		for _, v := range slices.Sorted(maps.Keys(forms.Fixed)) {
			if !slices.Contains(vars, v) {
				line += fmt.Sprintf("goal u == %d => %s == %s\n", i, v, forms.Fixed[v])
			}
		}
		return line
	}, 3000)
}

// written compares a program that uses all forms with the semantics, in at most `limit` states.
func written(t *testing.T, head string, all []string, use func(i int, form string) string, limit int) {
	t.Helper()
	text := head
	for i, f := range all {
		text += use(i, f)
	}
	m := quietly(text)
	require.NotNil(t, m)
	dir := goModule(t)
	ok, why := place(t, dir, "forms", m, map[string]string{m.Name: text}, limit)
	require.True(t, ok, why)
	testTogether(t, dir, []string{"forms"})
}

// unwritten says which construct of a model cannot be written in Go, "" if there is none.
func unwritten(t *testing.T, text string) string {
	t.Helper()
	m := quietly(text)
	require.NotNil(t, m, text)
	grounded, diags := ground.Task(context.Background(), m, ground.Options{})
	require.False(t, diags.HasErrors(), text)
	_, err := gogen.Emit(context.Background(), m, grounded, gogen.Options{})
	var construct *gogen.Error
	if errors.As(err, &construct) {
		return construct.What
	}
	require.NoError(t, err)
	return ""
}

// TestFormsAreCounted compares, for each form and its contrary, how many states of those that differ in what it reads
// satisfy it: as the semantics says, by search, and by formulas in each encoding.
func TestFormsAreCounted(t *testing.T) {
	ctx := t.Context()
	for i, f := range forms.All {
		for _, goal := range []string{f, "not (" + f + ")"} {
			text := onlyReads(f) + "goal " + goal + "\n"
			m := quietly(text)
			require.NotNil(t, m, f)
			want := int64(count(m, 2000).Goals)
			p := grounded(t, text)
			ways := []puzzle.Options{{Backend: "search"}, {Backend: "sat"}}
			for _, encoding := range encode.Encodings() {
				ways = append(ways, puzzle.Options{
					Backend: "sat", Options: backends.Options{
						Encoding: encoding,
						AtMost:   cnf.AtMostOnes()[i%len(cnf.AtMostOnes())],
					},
				})
			}
			for _, o := range ways {
				o.All, o.Count, o.Threads = true, true, 1
				a, err := p.Solve(ctx, o)
				require.NoError(t, err)
				require.Equal(t, want, a.Count.Int64(), "%s by %v", goal, o)
			}
		}
	}
}

// TestMovesAreCounted compares, for each move of the forms, how many plans of one and two moves there are, by search
// and by formulas in each encoding.
func TestMovesAreCounted(t *testing.T) {
	ctx := t.Context()
	moves := strings.Replace(forms.MovesHead, "goal s[0] == 3 and s[1] == 3",
		"goal (x + 2*s[0] + 3*s[1] + 5*s[2] + 7*s[3]) % 3 == 1", 1) + "move other { x := (x + 1) % 4 }\n"
	distinct := strings.Replace(forms.DistinctHead, "goal z", "goal (x + 2*a[0] + 3*a[1] + w[0] + 5*w[1]) % 3 == 1",
		1) +
		"move other { x := (x + 1) % 4 }\n"
	for i, mv := range slices.Concat(forms.Moves, forms.DistinctMoves) {
		text := moves + "move " + mv + "\n"
		if i >= len(forms.Moves) {
			text = distinct + "move m " + mv + "\n"
		}
		p := grounded(t, text)
		for n := 1; n <= 2; n++ {
			o := puzzle.Options{
				Backend: "search",
				Options: backends.Options{Horizon: &n, All: true, Count: true, Threads: 1},
			}
			want, err := p.Solve(ctx, o)
			require.NoError(t, err)
			for _, encoding := range encode.Encodings() {
				o.Backend, o.Encoding = "sat", encoding
				a, err := p.Solve(ctx, o)
				require.NoError(t, err)
				require.Equal(t, want.Count.Int64(), a.Count.Int64(), "%d moves, %s: %s", n, encoding, text)
			}
		}
	}
}

// grounded is a puzzle that is ready to be solved.
func grounded(t *testing.T, text string) *puzzle.Puzzle {
	t.Helper()
	program, diags := puzzle.LoadText(models.FS(), "forms.pz", text)
	require.False(t, diags.HasErrors(), "%v", diags)
	p, diags := program.Instantiate(puzzle.Data{})
	require.False(t, diags.HasErrors(), "%v", diags)
	diags = p.Ground(t.Context())
	require.False(t, diags.HasErrors(), "%v", diags)
	return p
}

// onlyReads is the head with a choice of what a form reads.
func onlyReads(f string) string {
	vars := forms.Reads(f)
	if len(vars) == 0 {
		vars = []string{"x"} // something must be left to choose
	}
	return strings.Replace(forms.Choosing(vars), "goal z\n", "goal not z\n", 1)
}
