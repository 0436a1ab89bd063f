package difftest

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/compiler/later"
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

// deferredGoals counts the solutions of a model without moves whose parameters are state variables and have the values
// of another instance. It returns nil if there are too many, or the same parameters cannot be deferred in both.
func deferredGoals(m, other *model.Model) *census {
	d, from := later.Defer(m, m.ParamArrays()), later.Defer(other, other.ParamArrays())
	if fmt.Sprint(d.Fixed) != fmt.Sprint(from.Fixed) {
		return nil
	}
	for i, a := range d.Model.Arrays {
		if a.Later != nil && a.Later.Role == model.Param {
			a.Value = from.Model.Arrays[i].Value
		}
	}
	return count(d.Model, 2000)
}

// TestDeferredAgrees: whatever a model does with a parameter, it does with a state variable that has other values.
func TestDeferredAgrees(t *testing.T) {
	property(t, func(rt *rapid.T) {
		text := withParameters(anyModel(rt, writeConstraints, 200))
		m := load(rt, text)
		if m == nil {
			return
		}
		given := map[string]semantics.Binding{}
		for _, a := range m.ParamArrays() {
			var value any
			switch a.Name {
			case "k":
				value = rapid.SliceOfN(rapid.IntRange(-2, 5), 4, 4).Draw(rt, "k")
			case "level":
				of := m.Data[a.ID].Values[0].C.Map
				line := rapid.StringOfN(rapid.SampledFrom([]rune(".x#0123")), of.Cols, of.Cols, -1)
				value = rapid.SliceOfN(line, of.Rows, of.Rows).Draw(rt, "level")
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
		if want, got := count(other, 2000), deferredGoals(m, other); want != nil && got != nil {
			require.Equal(rt, want.Goals, got.Goals)
		}
	})
}

// TestFormsDeferred is the same for each form that reads nothing but parameters.
func TestFormsDeferred(t *testing.T) {
	values := map[string][]string{
		"x": {"0", "2", "1"}, "y": {"1", "-1", "-1"}, "b": {"false", "true", "true"},
		"c": {"(0, 0)", "(1, 0)", "(0, 1)"},
		"d": {"up", "left", "down"}, "e": {"p", "r", "q"},
	}
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
		for n := range 3 {
			other := given(n, use)
			if got := deferredGoals(given((n+1)%3, use), other); got != nil {
				require.Equal(t, count(other, 2000).Goals, got.Goals, "%s %d", f, n)
				compared++
			}
		}
	}
	require.Greater(t, compared, 2*len(forms.All))
}
