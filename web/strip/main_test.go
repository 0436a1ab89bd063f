package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A stripped module works and is smaller by gzip. Its tracebacks name nothing.
func TestLongStrip(t *testing.T) {
	folder := t.TempDir()
	source, module := filepath.Join(folder, "main.go"), filepath.Join(folder, "main.wasm")
	require.NoError(t, os.WriteFile(source, []byte(`package main

import "fmt"

//go:noinline
func wrong(i int) int { return []int{1, 2}[i] }

func main() {
	fmt.Println(wrong(1))
	wrong(2)
}
`), 0o666))
	build := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-ldflags", "-s -w", "-gcflags=all=-l",
		"-gcflags=runtime=", "-gcflags=internal/runtime/...=", "-o", module, source) // what make wasm has compiled
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	said, err := build.CombinedOutput()
	require.NoError(t, err, "%s", said)
	before := packed(t, module)
	require.NoError(t, strip(module))
	assert.Less(t, packed(t, module), before*93/100)
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node")
	}
	root, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT").Output()
	require.NoError(t, err)
	script := filepath.Join(strings.TrimSpace(string(root)), "lib/wasm/wasm_exec_node.js")
	run := exec.CommandContext(t.Context(), node, script, module)
	said, err = run.CombinedOutput()
	require.Error(t, err)
	assert.Regexp(t, `^2\n`, string(said))
	assert.Contains(t, string(said), "index out of range [2] with length 2")
	assert.NotContains(t, string(said), "main.wrong")
	require.NoError(t, strip(module), "a second time it changes nothing")
}

func packed(t *testing.T, file string) int {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, err = io.Copy(w, bytes.NewReader(text))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return out.Len()
}
