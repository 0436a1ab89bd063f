// Package gamepage writes a page on which others play a puzzle: one file that works offline and without a server.
//
// If a puzzle has few positions, the page holds them as a graph: drawings composed of shared parts, the moves, and why
// there is no move in a direction. Other puzzles are played by the compiler itself, as WebAssembly in the page. The
// page never has rules of its own. It holds a solution only if this is asked for.
package gamepage

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io"

	"github.com/pzc-lang/pzc"
	"github.com/pzc-lang/pzc/draw"
)

// Level is an instance of the puzzle.
type Level struct {
	Name   string
	Puzzle *pzc.Puzzle
	// Best is the cost of the best known plan, if the page may tell it.
	Best *Best
	// Plan is a solution, if the page may tell it: the names of the moves.
	Plan []string
}

// Best holds the known bounds on the cost of plans.
type Best struct {
	Cost    int64
	Optimal bool // no plan costs less
}

// Page is the content of a page.
type Page struct {
	Title  string
	Levels []Level
	// Files are the texts of the model by name, and Main is the name of the model; for the compiler in the page.
	Files map[string]string
	Main  string
	// Engine is the compiler; nil: there is none.
	Engine *Engine
}

// Engine is the compiler as WebAssembly.
type Engine struct {
	Wasm []byte // compressed by gzip
	Exec []byte // wasm_exec.js of the Go release
}

// ErrEngine is the error of a page that needs the compiler.
var ErrEngine = errors.New("the page needs the compiler as WebAssembly")

// Limits of a page without the compiler.
const (
	maxStates = 20_000
	maxTries  = 400_000 // moves that are tried in all positions together
	maxData   = 1 << 20 // bytes, compressed
)

// Write writes the page. An error that wraps ErrEngine says that there is no engine and why it is needed.
func Write(ctx context.Context, w io.Writer, p *Page) error {
	d, err := explore(ctx, p)
	if err != nil {
		return err
	}
	packed, err := pack(d)
	if err != nil {
		return err
	}
	if d.Model == nil && len(packed) > maxData {
		d.tooLarge("the drawings take more than 1 MB")
	}
	if d.Model == nil {
		return render(w, p.Title, packed, nil)
	}
	if p.Engine == nil {
		return fmt.Errorf("%w: %s", ErrEngine, d.why)
	}
	d.Model = &source{p.Files, p.Main}
	if packed, err = pack(d); err != nil {
		return err
	}
	return render(w, p.Title, packed, p.Engine)
}

// Template writes a page with the compiler in it, whose texts @TITLE@, @DATA@ and @WASM@ are to be replaced: the
// playground makes pages of it. The title is HTML; the data (JSON as in explore.go) and the compiler are compressed by
// gzip and written in base64url.
func Template(w io.Writer, exec []byte) error {
	t, err := parsed()
	if err != nil {
		return err
	}
	c, err := contents(&Engine{Exec: exec})
	if err != nil {
		return err
	}
	c.Title, c.Data, c.Wasm = "@TITLE@", "@DATA@", "@WASM@"
	return t.Execute(w, c)
}

// pack returns JSON, compressed.
func pack(v any) ([]byte, error) {
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if err := json.NewEncoder(z).Encode(v); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

var (
	//go:embed game.html
	pageText string
	//go:embed game.css
	pageStyle string
	//go:embed game.js
	pageScript string
)

func parsed() (*template.Template, error) { return template.New("page").Parse(pageText) }

// content holds the values of the page's template.
type content struct {
	Title            string
	Policy           string
	Style            template.CSS
	Script           template.JS
	Data, Wasm, Exec string
}

// contents returns all but the title and the data.
func contents(engine *Engine) (*content, error) {
	style := draw.Style() + pageStyle
	c := &content{
		Policy: "default-src 'none'; style-src " + hash(style) + "; script-src " + hash(pageScript),
		Style:  template.CSS(style), Script: template.JS(pageScript),
	}
	if engine == nil {
		return c, nil
	}
	c.Policy += " 'wasm-unsafe-eval'; worker-src blob:"
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	if _, err := z.Write(engine.Exec); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	c.Wasm, c.Exec = encode(engine.Wasm), encode(out.Bytes())
	return c, nil
}

// render writes the page with its data.
func render(w io.Writer, title string, data []byte, engine *Engine) error {
	t, err := parsed()
	if err != nil {
		return err
	}
	c, err := contents(engine)
	if err != nil {
		return err
	}
	c.Title, c.Data = title, encode(data)
	return t.Execute(w, c)
}

// encode writes bytes with letters that no template and no browser changes.
func encode(raw []byte) string { return base64.RawURLEncoding.EncodeToString(raw) }

// hash names a text in a Content-Security-Policy.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
