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
	"errors"
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/pzc-lang/pzc/internal/draw"
	"github.com/pzc-lang/pzc/internal/present/gamepage/positions"
)

// Engine is the compiler as WebAssembly.
type Engine struct {
	Wasm []byte // compressed by gzip
	Exec []byte // wasm_exec.js of the Go release
}

// ErrEngine is the error of a page that needs the compiler.
var ErrEngine = errors.New("the page needs the compiler as WebAssembly")

// Write writes the page. An error that wraps ErrEngine says that there is no engine and why it is needed.
func Write(ctx context.Context, w io.Writer, g *positions.Game, engine *Engine) error {
	data, why, err := positions.JSON(ctx, g)
	if err != nil {
		return err
	}
	packed, err := pack(data)
	if err != nil {
		return err
	}
	marks := []string{"@TITLE@", html.EscapeString(g.Title), "@DATA@", encode(packed)}
	var exec []byte
	if why != "" {
		if engine == nil {
			return fmt.Errorf("%w: %s", ErrEngine, why)
		}
		marks = append(marks, "@WASM@", encode(engine.Wasm))
		exec = engine.Exec
	}
	shell, err := Shell(exec)
	if err != nil {
		return err
	}
	_, err = strings.NewReplacer(marks...).WriteString(w, shell)
	return err
}

// pack compresses a text.
func pack(text []byte) ([]byte, error) {
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(text); err != nil {
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

// Shell returns the page without a puzzle. Its texts @TITLE@, @DATA@ and, if the compiler plays, @WASM@ are to be
// replaced. The title is HTML. The data (positions.JSON) and the compiler are compressed by gzip and written in
// base64url. exec runs the compiler; nil: the page has all positions. The playground makes pages of the shell, too.
func Shell(exec []byte) (string, error) {
	style := draw.Style() + pageStyle
	policy := "default-src 'none'; style-src " + hash(style) + "; script-src " + hash(pageScript)
	engine := ""
	if exec != nil {
		packed, err := pack(exec)
		if err != nil {
			return "", err
		}
		policy += " 'wasm-unsafe-eval'; worker-src blob:"
		engine = `
<script type="text/plain" id="exec">` + encode(packed) + `</script>
<script type="text/plain" id="wasm">@WASM@</script>`
	}
	return strings.NewReplacer("@POLICY@", policy, "@STYLE@", style, "@SCRIPT@", pageScript, "@ENGINE@", engine).
		Replace(pageText), nil
}

// encode writes bytes with letters that no browser changes and no mark has.
func encode(raw []byte) string { return base64.RawURLEncoding.EncodeToString(raw) }

// hash names a text in a Content-Security-Policy.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
