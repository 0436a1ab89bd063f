package technique

import (
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
)

// Each constant is in the table, has a name of one word and a line, and a row in the document.
func TestTable(t *testing.T) {
	source, err := os.ReadFile("technique.go")
	require.NoError(t, err)
	constants := regexp.MustCompile(`(?m)^\t\w+ +Technique = "(\w+): .+"$`).FindAllStringSubmatch(string(source), -1)
	require.Len(t, constants, len(all()))
	document, err := os.ReadFile("../../../docs/encoding.md")
	require.NoError(t, err)
	for i, c := range constants {
		require.Contains(t, Names(), c[1])
		require.NotEmpty(t, all()[i].About())
		require.Contains(t, string(document), "\n| `"+c[1]+"` |")
	}
}

func TestChoose(t *testing.T) {
	s, err := Choose([]string{"fuse", "safe"})
	require.NoError(t, err)
	require.True(t, s.Has(Fuse) && s.Has(Safe) && !s.Has(Chain))
	_, err = Choose([]string{"fuse", "saef"})
	var unknown *backends.UnknownError
	require.ErrorAs(t, err, &unknown)
	require.Contains(t, err.Error(), `did you mean "safe"?`)
}
