package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Outputs that no worker prints are refused.
func TestForgedOutputs(t *testing.T) {
	one := `{"results": [{"instance": "a", "promise": "dead", "line": 1, "result": "holds", "states": 3}]}`
	assert.NoError(t, checkVerifyOutput(one))
	assert.ErrorContains(t, checkVerifyOutput(`{"results": [{"result": "fine"}]}`), `"fine" is no result`)
	assert.Error(t, checkVerifyOutput("no JSON"))
	assert.ErrorContains(t, checkDrafts(`{"drafts": [{}]}`), "there are 1 drafts")
	eight := `{"drafts": [{}, {}, {}, {}, {}, {}, {}, {"left": "cheated"}]}`
	assert.ErrorContains(t, checkDrafts(eight), `"cheated" is no reason`)
	assert.Error(t, checkDrafts("{"))
}
