package rate

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWants(t *testing.T) {
	keys := []string{"steps", "most_rules"}
	for text, want := range map[string]string{
		"stepps > 3":          "did you mean `steps`?",
		"cost > 3":            "there is no measure `cost`",
		"steps":               "is a number, and a condition is wanted",
		"unique > 3":          "`unique` is true or false",
		"steps + 1":           "a condition on measures is wanted",
		"steps in 3":          "numbers are wanted here",
		"3":                   "a condition on measures is wanted",
		"forall x in 1..3: x": "a condition on measures is wanted",
		"steps >":             "expected",
		"steps > max(1, 2)":   "a number is wanted here",
		"steps in {unique}":   "`unique` is true or false",
	} {
		_, diags := ParseWant("want", text, keys)
		require.True(t, diags.HasErrors(), text)
		assert.Contains(t, diags[0].Msg+"; "+diags[0].Help, want, text)
	}
	values := func(key string) (int64, bool) {
		return map[string]int64{"steps": 10, "unique": 1}[key], key != "most_rules"
	}
	for text, met := range map[string]bool{
		"unique": true, "not unique": false, "unique and steps in 5..10": true, "steps not in 5..10": false,
		"steps in {3, 10}": true, "steps * 2 - 1 == 19": true, "not (steps > 3)": false, "most_rules <= 2": false,
		"not (most_rules <= 2)": false, "most_rules <= 2 or unique": true, "steps > 10 => not unique": true,
		"steps < 10 or -steps >= 0": false, "true": true, "steps != 10": false, "not (steps != 10)": true,
	} {
		w, diags := ParseWant("want", text, keys)
		require.NoError(t, diags.Err())
		assert.Equal(t, met, w.Gap(values) == 0, text)
		assert.LessOrEqual(t, w.Least(values), w.Gap(values), text)
	}
	near, _ := ParseWant("want", "steps >= 12", keys)
	far, _ := ParseWant("want", "steps >= 40", keys)
	assert.Less(t, near.Gap(values), far.Gap(values))
}
