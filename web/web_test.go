package web

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestFragment(t *testing.T) {
	want := Shared{Files: map[string]string{"a.pz": "puzzle A // ü"}, Main: "a.pz", Moves: []string{"go"}}
	link, err := Fragment(want)
	require.NoError(t, err)
	packed, err := base64.RawURLEncoding.DecodeString(strings.TrimPrefix(link, "#v1="))
	require.NoError(t, err)
	text, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
	require.NoError(t, err)
	var got Shared
	require.NoError(t, json.Unmarshal(text, &got))
	assert.Equal(t, want, got)
}

// The site is served with its policy; what is kept compressed is sent compressed, or unpacked for those who ask so.
func TestAnswers(t *testing.T) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, _ = w.Write([]byte("module"))
	require.NoError(t, w.Close())
	handle := answers(fstest.MapFS{
		"index.html": {Data: []byte("<p>")}, "pzc.wasm.gz": {Data: packed.Bytes()}, placeholder: {Data: []byte("no")},
	})
	const fixed = "Content-Security-Policy: " + policy +
		"|X-Content-Type-Options: nosniff|Referrer-Policy: no-referrer|Cache-Control: no-cache|Content-Type: "
	check := func(name string, zipped bool, kind, text string) {
		t.Helper()
		got := handle(name, zipped)
		assert.Equal(t, "200 OK", got.Status)
		assert.Equal(t, fixed+kind, strings.Join(got.Fields, "|"))
		assert.Equal(t, text, string(got.Body))
	}
	check("", false, "text/html; charset=utf-8", "<p>")
	check("pzc.wasm", true, "application/wasm|Content-Encoding: gzip", packed.String())
	check("pzc.wasm", false, "application/wasm", "module")
	for _, name := range []string{placeholder, "../web.go", "nothing", ".", "a/", "\x00", "/index.html"} {
		assert.Equal(t, "404 Not Found", handle(name, false).Status, name)
	}
}
