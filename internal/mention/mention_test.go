package mention_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/pzc-lang/pzc/internal/mention"
)

func TestRender(t *testing.T) {
	upper := func(option, value string) string {
		return map[string]string{"Encoding": "ENC", "Backend": "BACKEND=" + value}[option]
	}
	for text, want := range map[string]string{
		mention.Encoding + " goes with " + mention.With(mention.Backend, "sat"): "ENC goes with BACKEND=sat",
		"queen[3] and [1, 2] and [Other] stay":                                  "queen[3] and [1, 2] and [Other] stay",
		"":                                                                      "",
	} {
		assert.Equal(t, want, mention.Render(text, upper))
	}
}
