package search

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Estimates are compared by what a sample says, and not where it says nothing.
func TestWhatAnEstimateSays(t *testing.T) {
	for _, c := range []struct {
		now  offer
		want string
	}{
		{offer{says: 4.25, judged: 9}, ", which says 4.2 on average where old says 1.5"},
		{
			offer{says: 4.25, judged: 9, dead: 0.25},
			", which says 4.2 on average where old says 1.5 and calls 25 % of a sample hopeless that old does not",
		},
		{offer{dead: 1}, ", which calls 100 % of a sample hopeless that old does not"},
		{offer{}, ""},
	} {
		assert.Equal(t, c.want, says(offer{says: 1.5}, c.now, "old"))
	}
}
