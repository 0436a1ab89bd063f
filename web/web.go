// Package web holds the playground that `make web` builds, and serves it. Without `make web` there is nothing to serve:
// Built returns false.
package web

import (
	"bytes"
	"compress/gzip"
	"embed"
	"io"
	"io/fs"
	"path"
	"strings"

	"github.com/pzc-lang/pzc/web/serve"
)

//go:embed all:dist
var dist embed.FS

// packed is how the name of a file ends that is kept compressed; it is served and written without.
const packed = ".gz"

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

// Handler answers with the files of the site.
func Handler() serve.Handler { return answers(site()) }

func answers(files fs.FS) serve.Handler {
	return func(name string, zipped bool) serve.Answer {
		if name == "" {
			name = "index.html"
		}
		text, compressed, err := read(files, name, zipped)
		if err != nil || name == placeholder {
			return serve.Refuse("404 Not Found", "the site has no such file")
		}
		fields := []string{
			"Content-Security-Policy: " + policy,
			"X-Content-Type-Options: nosniff",
			"Referrer-Policy: no-referrer",
			"Cache-Control: no-cache",
			"Content-Type: " + contentType(name),
		}
		if compressed {
			fields = append(fields, "Content-Encoding: gzip")
		}
		return serve.Answer{Status: "200 OK", Fields: fields, Body: text}
	}
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
func read(files fs.FS, name string, accepts bool) (text []byte, compressed bool, err error) {
	if text, err := fs.ReadFile(files, name); err == nil {
		return text, false, nil
	}
	if text, err = fs.ReadFile(files, name+packed); err != nil || accepts {
		return text, err == nil, err
	}
	text, err = unpack(text)
	return text, false, err
}

func unpack(text []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

// Each calls write with each file of the site, as a static host needs it.
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
