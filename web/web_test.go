package web

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http/httptest"
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
func TestHandler(t *testing.T) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, _ = w.Write([]byte("module"))
	require.NoError(t, w.Close())
	h := handler{fstest.MapFS{
		"index.html": {Data: []byte("<p>")}, "pzc.wasm.gz": {Data: packed.Bytes()}, placeholder: {Data: []byte("no")},
	}}
	get := func(method, path, accept string) (int, string, string) {
		r := httptest.NewRequestWithContext(t.Context(), method, path, nil)
		r.Header.Set("Accept-Encoding", accept)
		out := httptest.NewRecorder()
		h.ServeHTTP(out, r)
		if out.Code == 200 {
			assert.Equal(t, policy, out.Header().Get("Content-Security-Policy"))
		}
		return out.Code, out.Header().Get("Content-Type") + out.Header().Get("Content-Encoding"), out.Body.String()
	}
	code, kind, text := get("GET", "/", "")
	assert.Equal(t, []any{200, "text/html; charset=utf-8", "<p>"}, []any{code, kind, text})
	code, kind, text = get("GET", "/pzc.wasm", "gzip, br")
	assert.Equal(t, []any{200, "application/wasmgzip", packed.String()}, []any{code, kind, text})
	code, kind, text = get("GET", "/pzc.wasm", "")
	assert.Equal(t, []any{200, "application/wasm", "module"}, []any{code, kind, text})
	for _, path := range []string{"/" + placeholder, "/../web.go", "/nothing"} {
		code, _, _ = get("GET", path, "")
		assert.Equal(t, 404, code, path)
	}
	code, _, _ = get("POST", "/", "")
	assert.Equal(t, 405, code)
}
