package draw

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"io"
)

// SVG returns the picture as an element. It is safe: the texts are escaped, and everything else comes from this
// package.
func (f Frame) SVG() template.HTML { return template.HTML(f.Picture.Inline()) }

var (
	//go:embed page.html
	pageText string
	//go:embed page.js
	pageScript string
)

// HTML writes the page. The page loads nothing. Its Content-Security-Policy allows only its own script.
func (p *Page) HTML(w io.Writer) error {
	t, err := template.New("page").Parse(pageText)
	if err != nil {
		return err
	}
	width := 0.0
	for _, film := range p.Films {
		for _, f := range film.Frames {
			width = max(width, f.Picture.W)
		}
	}
	hash := sha256.Sum256([]byte(pageScript))
	return t.Execute(w, struct {
		*Page
		Style      template.CSS
		Script     template.JS
		ScriptHash template.HTMLAttr
		Width      int
	}{
		p, template.CSS(Theme + pageStyle), template.JS(pageScript),
		template.HTMLAttr("sha256-" + base64.StdEncoding.EncodeToString(hash[:])), int(max(1.6*width, 240)),
	})
}
