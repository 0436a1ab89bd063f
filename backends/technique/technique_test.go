package technique

import (
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

// Each constant is in the table, with a name of one word and a line.
func TestTable(t *testing.T) {
	source, err := os.ReadFile("technique.go")
	require.NoError(t, err)
	constants := regexp.MustCompile(`(?m)^(?:const |\t)\w+ +Technique = "(\w+): .+"$`).
		FindAllStringSubmatch(string(source), -1)
	require.Len(t, constants, len(Rows()))
	for i, c := range constants {
		require.Contains(t, Names(), c[1])
		require.NotEmpty(t, Rows()[i].About())
	}
}

func TestSet(t *testing.T) {
	s := Set{"fuse", "safe"}
	require.True(t, s.Has(Fuse) && s.Has(Safe) && !s.Has(Chain) && s.OfFormulas())
	require.True(t, Set{All}.Has(Chain) && !Set{All}.OfFormulas() && !Set{"corral"}.OfFormulas())
	require.Empty(t, append(s, All).Unknown())
	require.Equal(t, "saef", append(s, "saef").Unknown())
}
