package web

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/json"
	"io"
	"net"
	"net/http"
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
func TestAnswers(t *testing.T) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, _ = w.Write([]byte("module"))
	require.NoError(t, w.Close())
	handle := handler(fstest.MapFS{
		"index.html": {Data: []byte("<p>")}, "pzc.wasm.gz": {Data: packed.Bytes()}, placeholder: {Data: []byte("no")},
		"other.wasm.gz": {Data: packed.Bytes()}, "other.wasm.br": {Data: []byte("smaller")},
	})
	ask := func(method, name, accepted string) *httptest.ResponseRecorder {
		r := httptest.NewRequestWithContext(t.Context(), method, "/", nil)
		r.URL.Path = "/" + name
		r.Header.Set("Accept-Encoding", accepted)
		w := httptest.NewRecorder()
		handle.ServeHTTP(w, r)
		return w
	}
	check := func(name, accepted, kind, encoding, text string) {
		t.Helper()
		got := ask(http.MethodGet, name, accepted)
		assert.Equal(t, http.StatusOK, got.Code)
		for field, want := range map[string]string{
			"Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
			"Cache-Control": "no-cache", "Content-Type": kind, "Content-Encoding": encoding,
		} {
			assert.Equal(t, want, got.Header().Get(field), field)
		}
		assert.Equal(t, text, got.Body.String())
	}
	check("", "", "text/html; charset=utf-8", "", "<p>")
	check("pzc.wasm", "gzip, br", "application/wasm", "gzip", packed.String())
	check("pzc.wasm", "", "application/wasm", "", "module")
	check("other.wasm", "gzip, br", "application/wasm", "br", "smaller")
	check("other.wasm", "gzip", "application/wasm", "gzip", packed.String())
	for _, name := range []string{placeholder, "../web.go", "nothing", "a/", "\x00", "x/../../web.go"} {
		assert.Equal(t, http.StatusNotFound, ask(http.MethodGet, name, "").Code, name)
	}
	assert.Equal(t, http.StatusMethodNotAllowed, ask(http.MethodPost, "", "").Code)
}

// The server ends with the context.
func TestServe(t *testing.T) {
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- Serve(ctx, listener) }()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+listener.Addr().String()+"/nothing", nil)
	require.NoError(t, err)
	got, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	require.NoError(t, got.Body.Close())
	assert.Equal(t, http.StatusNotFound, got.StatusCode)
	cancel()
	assert.NoError(t, <-served)
}
