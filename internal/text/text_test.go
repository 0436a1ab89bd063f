package text_test

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/internal/text"
)

func TestNumbers(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", -12: "-12", -123: "-123", -123456: "-123,456",
		math.MinInt64: "-9,223,372,036,854,775,808",
	} {
		assert.Equal(t, want, text.Grouped(n))
	}
	assert.Equal(t, []string{"1 move", "1000 moves", "1 state", "1,000 states"},
		[]string{text.Count(1, "move"), text.Count(1000, "move"), text.Plural(1, "state"), text.Plural(1000, "state")})
	assert.Equal(t, []string{"4 GiB", "61.04 MiB", "12 B"},
		[]string{text.Bytes(4 << 30), text.Bytes(64_000_000), text.Bytes(12)})
}

func TestLines(t *testing.T) {
	assert.Equal(t, []string{"One two.", "One.", ""},
		[]string{text.Sentence("one two"), text.Sentence("One."), text.Sentence("")})
	assert.Equal(t, []string{"über", "üb…", "…"}, []string{text.Cut("über", 4), text.Cut("über", 3), text.Cut("über", 0)})
	assert.Equal(t, []string{"one two", "extraordinary", "x"}, text.Break(" one  two extraordinary x", 7))
	assert.Equal(t, "max-h-2-", text.FileName("max(h, 2)"))
}

func TestJSONLayout(t *testing.T) {
	for _, object := range []any{
		map[string]any{},
		map[string]any{"list": []any{}, "object": map[string]any{}, "text": `a "b\" {[,:`, "n": 1.5, "null": nil},
		map[string]any{
			"list":   []any{1, []any{2, 3}, map[string]any{"x": []any{}}},
			"object": map[string]any{"x": []any{1, 2}},
		},
	} {
		var b bytes.Buffer
		require.NoError(t, text.WriteJSON(&b, object))
		want, err := json.Marshal(object)
		require.NoError(t, err)
		assert.JSONEq(t, string(want), b.String())
	}
	var b bytes.Buffer
	require.NoError(t, text.WriteJSON(&b, struct {
		A int
		B []any
		C []any
	}{1, []any{map[string]any{"x": "y, z", "z": []int{1, 2}}, 3}, []any{}}))
	assert.Equal(t, []string{
		"{", `  "A": 1,`, `  "B": [`, `    {"x": "y, z", "z": [1, 2]},`, "    3", "  ],", `  "C": []`, "}", "",
	}, strings.Split(b.String(), "\n"))
}
