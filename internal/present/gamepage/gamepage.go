// Package gamepage writes a page on which others play a puzzle: one file that works offline and without a server.
//
// If a puzzle has few positions, the page holds them as a graph: drawings composed of shared parts, the moves, and why
// there is no move in a direction. Other puzzles are played by the compiler itself, as WebAssembly in the page. The
// page never has rules of its own. It holds a solution only if this is asked for. Pages in one folder can share the
// compiler, as a script beside them.
package gamepage

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"embed"
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

	Shared bool // pages take the compiler from the script beside them
}

// Script returns the script beside pages that share the compiler, and its name. The name changes with the compiler, so
// that pages of several versions of pzc can stand in one folder.
func (e *Engine) Script() (name, text string, err error) {
	exec, err := pack(e.Exec)
	text = fmt.Sprintf("var pzcCompiler = { exec: %q, wasm: %q };\n", encode(exec), encode(e.Wasm))
	return fmt.Sprintf("pzc-%x.js", sha256.Sum256([]byte(text)))[:len("pzc-")+8] + ".js", text, err
}

// ErrEngine is the error of a page that needs the compiler.
var ErrEngine = errors.New("the page needs the compiler as WebAssembly")

// Write writes the page. An error that wraps ErrEngine says that there is no engine and why it is needed.
func Write(ctx context.Context, w io.Writer, b *positions.Book, engine *Engine) error {
	data, why, err := positions.JSON(ctx, b)
	if err != nil {
		return err
	}
	packed, err := pack(data)
	if err != nil {
		return err
	}
	marks := []string{"@TITLE@", html.EscapeString(b.Title), "@DATA@", encode(packed)}
	var exec []byte
	script := ""
	switch {
	case why == "":
	case engine == nil:
		return fmt.Errorf("%w: %s", ErrEngine, why)
	case engine.Shared:
		if script, _, err = engine.Script(); err != nil {
			return err
		}
	default:
		marks = append(marks, "@WASM@", encode(engine.Wasm))
		exec = engine.Exec
	}
	shell, err := shell(exec, script)
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
	//go:embed *.js
	scripts embed.FS

	// pageScript is a classic script, which pages on disk may have.
	pageScript = joined("fill.js", "hints.js", "board.js", "engine.js", "moving.js", "forming.js", "game.js")
)

// joined returns scripts as one. The first two are modules elsewhere.
func joined(names ...string) string {
	out := "\"use strict\";\n"
	for _, name := range names {
		text, _ := scripts.ReadFile(name)
		out += strings.ReplaceAll(string(text), "\nexport ", "\n")
	}
	return out
}

// Shell returns the page without a puzzle. Its texts @TITLE@, @DATA@ and, if the compiler plays, @WASM@ are to be
// replaced. The title is HTML. The data (positions.JSON) and the compiler are compressed by gzip and written in
// base64url. exec runs the compiler; nil: the page has all positions. The playground makes pages of the shell, too.
func Shell(exec []byte) (string, error) { return shell(exec, "") }

// shell also writes pages that take the compiler from a script beside them.
func shell(exec []byte, script string) (string, error) {
	style := draw.Style() + pageStyle
	policy := "default-src 'none'; style-src " + hash(style) + "; script-src " + hash(pageScript)
	engine := ""
	if exec != nil || script != "" {
		policy += " 'wasm-unsafe-eval'"
	}
	if script != "" {
		policy += " 'self' file:; worker-src blob:"
		engine = "\n<script src=\"" + script + "\"></script>"
	}
	if exec != nil {
		packed, err := pack(exec)
		if err != nil {
			return "", err
		}
		policy += "; worker-src blob:"
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
