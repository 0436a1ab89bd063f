// Package web holds the playground that `make web` builds, and serves it. Without `make web` there is nothing to serve:
// Built returns false.
package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"embed"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"
)

//go:embed all:dist
var dist embed.FS

// packed and brotli are how the names of files end that are kept compressed. They are served without. Files that are
// kept by Brotli are also kept by gzip.
const (
	packed = ".gz"
	brotli = ".br"
)

// placeholder is the file that the folder of the site has before it is built.
const placeholder = "README.txt"

// site returns the files of the site.
func site() fs.FS {
	files, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // the folder is embedded
	}
	return files
}

// Built reports whether this program was built after `make web`.
func Built() bool {
	_, err := fs.Stat(site(), "index.html")
	return err == nil
}

// Compiler returns the compiler as WebAssembly, compressed by gzip, and wasm_exec.js, which runs it; nil if this
// program was built without `make wasm`.
func Compiler() (wasm, exec []byte) {
	wasm, err := fs.ReadFile(site(), "pzc.wasm"+packed)
	if err != nil {
		return nil, nil
	}
	if exec, err = fs.ReadFile(site(), "wasm_exec.js"); err != nil {
		return nil, nil
	}
	return wasm, exec
}

// policy is the Content-Security-Policy of the site: nothing is loaded from elsewhere, and no script is written in a
// page.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src " +
	"'self' data: blob:; " +
	"font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; frame-src 'self'; base-uri 'none'; " +
	"form-action 'none'"

// Serve answers on all connections until ctx ends, and then closes the listener.
func Serve(ctx context.Context, listener net.Listener) error {
	server := &http.Server{
		Handler: handler(site()), ReadHeaderTimeout: headTime, WriteTimeout: answerTime, MaxHeaderBytes: headBytes,
		ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelError), // a browser that breaks off is of no interest
	}
	defer context.AfterFunc(ctx, func() { _ = server.Close() })()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

const (
	headTime   = 10 * time.Second // until the head of a request is there
	answerTime = 2 * time.Minute  // until the browser has taken the answer
	headBytes  = 1 << 16          // of the head of a request
)

// handler answers with the files of the site. They are the same for everybody and hold no secret, so the Host of a
// request is not checked.
func handler(files fs.FS) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "the site is only read", http.StatusMethodNotAllowed)
			return
		}
		name := strings.TrimPrefix(path.Clean("/"+r.URL.Path), "/")
		if name == "" {
			name = "index.html"
		}
		text, encoding, err := read(files, name, r.Header.Get("Accept-Encoding"))
		if err != nil || name == placeholder {
			http.Error(w, "the site has no such file", http.StatusNotFound)
			return
		}
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-cache")
		h.Set("Content-Type", contentType(name))
		h.Set("Content-Length", strconv.Itoa(len(text)))
		if encoding != "" {
			h.Set("Content-Encoding", encoding)
		}
		_, _ = w.Write(text)
	})
}

// contentType does not ask the operating system, which may know other types.
func contentType(name string) string {
	switch path.Ext(name) {
	case ".wasm":
		return "application/wasm"
	case ".js", ".mjs":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".html":
		return "text/html; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	case ".json", ".webmanifest":
		return "application/json"
	case ".txt", ".md":
		return "text/plain; charset=utf-8"
	}
	return "application/octet-stream"
}

// read returns a file, compressed if it is kept so and the browser accepts that.
func read(files fs.FS, name, accepted string) (text []byte, encoding string, err error) {
	if text, err := fs.ReadFile(files, name); err == nil {
		return text, "", nil
	}
	if strings.Contains(accepted, "br") {
		if text, err := fs.ReadFile(files, name+brotli); err == nil {
			return text, "br", nil
		}
	}
	if text, err = fs.ReadFile(files, name+packed); err != nil || strings.Contains(accepted, "gzip") {
		return text, "gzip", err
	}
	text, err = unpack(text)
	return text, "", err
}

func unpack(text []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

// Each calls write with each file of the site, as a static host needs it. A file that is kept by Brotli is there twice,
// for hosts that can send it compressed.
func Each(write func(name string, text []byte) error) error {
	files := site()
	return fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || name == placeholder {
			return err
		}
		text, err := fs.ReadFile(files, name)
		if err == nil && strings.HasSuffix(name, packed) {
			name = strings.TrimSuffix(name, packed)
			text, err = unpack(text)
		}
		if err != nil {
			return err
		}
		return write(name, text)
	})
}
