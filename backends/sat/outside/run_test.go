package outside

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestExternalCommands(t *testing.T) {
	for _, tt := range []struct {
		command string
		proof   bool
		want    string
	}{
		{"minisat", false, "minisat {in} {out}"},
		{"/usr/bin/minisat -verb=0", false, "/usr/bin/minisat -verb=0 {in} {out}"},
		{"minisat {in} -x", false, "minisat {in} -x"},
		{"cadical -q", false, "cadical -q {in}"},
		{"cadical -q", true, "cadical -q {in} {proof}"},
		{"mine --proof={proof}", true, "mine --proof={proof} {in}"},
		{"glucose {in} {out}", false, "glucose {in} {out}"},
	} {
		x, err := NewExternal(tt.command, tt.proof)
		require.NoError(t, err)
		require.Equal(t, tt.want, strings.Join(x.words, " "))
	}
	for command, want := range map[string]string{
		" ": "is empty", "minisat": "write {proof} in its command",
		"cadical {in}": "write {proof}",
	} {
		_, err := NewExternal(command, true)
		require.ErrorContains(t, err, want)
	}
	_, err := NewExternal("cadical {in} {proof}", false)
	require.ErrorContains(t, err, "no proof is asked for")
}
