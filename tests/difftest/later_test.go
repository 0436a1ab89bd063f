package difftest

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/apps/generate"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/tests/forms"
)

// withParameters makes parameters of what random models have as constants, and lets one of their constants depend on
// them.
func withParameters(text string) string {
	text = strings.Replace(text, "const k[", "param k[", 1)
	text = strings.Replace(text, "param level: map =", "param level: map of {'.', 'x', '#', '0', '1', '2', '3'} =", 1)
	head, rest, ok := strings.Cut(text, "const w[c in Cell]: -1..5 = ")
	if !ok {
		return text
	}
	value, rest, _ := strings.Cut(rest, "\n")
	return head + "const w[c in Cell]: -1..5 = if k[1] > 0 or size == 2 then " + value + " else k[0] - c.col\n" + rest
}

// deferredAgrees makes state variables of the parameters of a model without moves and gives them the values of another
// instance. Then the states and the goals must be those of that instance. It reports whether there is anything to
// compare: not if there are too many states, or the same parameters cannot be deferred in both.
func deferredAgrees(t require.TestingT, m, other *model.Model) bool {
	d, from := generate.Defer(m, m.ParamArrays()), generate.Defer(other, other.ParamArrays())
	if fmt.Sprint(d.Fixed) != fmt.Sprint(from.Fixed) {
		return false
	}
	for i, a := range d.Model.Arrays {
		if a.Later != nil && a.Later.Role == model.Param {
			a.Value = from.Model.Arrays[i].Value
		}
	}
	x, y := semantics.NewMachine(other), semantics.NewMachine(d.Model)
	want, complete, err := x.InitialStates(context.Background(), 2000)
	require.NoError(t, err)
	if !complete {
		return false
	}
	got, _, err := y.InitialStates(context.Background(), 2000)
	require.NoError(t, err)
	require.Len(t, got, len(want))
	for i, s := range want {
		require.Equal(t, from.State(other, s), got[i])
		require.Equal(t, x.Goal(s), y.Goal(got[i]))
	}
	return len(want) > 0
}

// wordsOf is the set of the values of an array, or of the words of a map.
func wordsOf(a *model.Array) model.Expr {
	if of, ok := a.Domain.(*model.AnyMap); ok {
		return of.Alphabet
	}
	return a.Domain
}

// wordJSON is a number, a name or a Boolean as data give it.
func wordJSON(m *model.Model, t *model.Type, v model.Value) any {
	switch t.Kind {
	case model.Number:
		return v.N
	case model.Boolean:
		return v.N != 0
	default:
		return m.Format(t, v)
	}
}

// TestDeferredAgrees: what a random model does with a parameter, it does with a state variable that has other values.
func TestDeferredAgrees(t *testing.T) {
	property(t, func(rt *rapid.T) {
		text := withParameters(anyModel(rt, writeConstraints, 200))
		m := load(rt, text)
		if m == nil {
			return
		}
		given, fixed := map[string]semantics.Binding{}, generate.Defer(m, m.ParamArrays()).Fixed
		for _, a := range m.ParamArrays() {
			if fixed[a.Name] != "" {
				continue
			}
			var value any
			switch a.Name {
			case "k":
				value = rapid.SliceOfN(rapid.IntRange(-2, 5), 4, 4).Draw(rt, "k")
			case "level":
				of := m.Data[a.ID].Values[0].C.Map
				line := rapid.StringOfN(rapid.SampledFrom([]rune(".x#0123")), of.Cols, of.Cols, -1)
				value = rapid.SliceOfN(line, of.Rows, of.Rows).Draw(rt, "level")
			case "word", "clue":
				d := m.Data[a.ID]
				values, _ := semantics.NewEvaluator(m).Set(wordsOf(a), nil)
				list := []any{nil}
				for _, v := range values.Elems {
					list = append(list, wordJSON(m, values.Type, v))
				}
				size, cols := d.Size, d.Size
				if of := d.Values[0].C; of != nil {
					size, cols = len(of.Map.Cells), of.Map.Cols
				}
				all := rapid.SliceOfN(rapid.SampledFrom(list), size, size).Draw(rt, a.Name)
				value = slices.Collect(slices.Chunk(all, cols))
				if a.Name == "clue" {
					value = all
				}
			case "sole":
				value = rapid.SampledFrom([]any{nil, 1, 2, 12}).Draw(rt, "sole")
			default:
				continue
			}
			text, err := json.Marshal(value)
			require.NoError(rt, err)
			given[a.Name] = semantics.Binding{JSON: text}
		}
		other, diags := semantics.Build(m.Program, nil, given)
		if diags.HasErrors() {
			return
		}
		deferredAgrees(rt, m, other)
	})
}

// TestLongFormsDeferred is the same for each form that reads nothing but parameters.
func TestLongFormsDeferred(t *testing.T) {
	values := map[string][]string{
		"x": {"0", "2", "1"}, "y": {"1", "-1", "-1"}, "b": {"false", "true", "true"},
		"c": {"(0, 0)", "(1, 0)", "(0, 1)"},
		"d": {"up", "left", "down"}, "e": {"p", "r", "q"},
	}
	names := slices.Sorted(maps.Keys(values))
	still := strings.Replace(forms.Head, "goal z", "goal not z", 1)
	given := func(n int, use string) *model.Model {
		text := regexp.MustCompile(`state (\w): (.*) = any`).ReplaceAllStringFunc(still, func(line string) string {
			name := line[len("state ") : len("state ")+1]
			return "param" + strings.TrimSuffix(strings.TrimPrefix(line, "state"), "any") + values[name][n]
		})
		m := quietly(text + use)
		require.NotNil(t, m, use)
		return m
	}
	compared := 0
	for _, f := range forms.All {
		use := fmt.Sprintf("state t: 0..1 = any\nstate f: 0..1 = any\n"+
			"goal t == count one in {0}: %s\ngoal f == count one in {0}: not (%[1]s)\n", f)
		m := given(0, use)
		fixed := generate.Defer(m, m.ParamArrays()).Fixed
		if slices.ContainsFunc(names, func(name string) bool { return fixed[name] != "" }) {
			continue
		}
		for n := 1; n < 3; n++ {
			if deferredAgrees(t, m, given(n, use)) {
				compared++
			}
		}
	}
	require.Greater(t, compared, len(forms.All))
}
