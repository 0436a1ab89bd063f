package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Outputs that no worker prints are refused.
func TestForgedOutputs(t *testing.T) {
	one := `{"results": [{"instance": "a", "promise": "dead", "line": 1, "result": "holds", "states": 3}]}`
	require.NoError(t, checkVerifyOutput(one))
	require.ErrorContains(t, checkVerifyOutput(`{"results": [{"result": "fine"}]}`), `"fine" is no result`)
	require.Error(t, checkVerifyOutput("no JSON"))
	require.ErrorContains(t, checkDrafts(`{"drafts": [{}]}`), "there are 1 drafts")
	eight := `{"drafts": [{}, {}, {}, {}, {}, {}, {}, {"left": "cheated"}]}`
	require.ErrorContains(t, checkDrafts(eight), `"cheated" is no reason`)
	require.Error(t, checkDrafts("{"))
}
