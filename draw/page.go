package draw

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"io"
)

// Page is a page of its own that plays plans: boards as SVG, buttons, keys, the list of moves, statistics.
type Page struct {
	Title, Headline string
	List            string // what the frames of a film are: "Moves", "Solutions"
	First           int    // the number of the first of them
	Films           []Film
	Facts           [][2]string
}

// Still tells whether there is nothing to play.
func (p *Page) Still() bool { return len(p.Films) == 1 && len(p.Films[0].Frames) == 1 }

// Film is a plan, from its first state on.
type Film struct {
	Name   string
	Frames []Frame
}

// Frame is a state and the move that led to it.
type Frame struct {
	Picture *Picture
	Move    string
	Note    string // its label and its cost, if they say more
}

// SVG is the picture as an element. It is safe: its texts are escaped, and the rest of it comes from this package.
func (f Frame) SVG() template.HTML { return template.HTML(f.Picture.Inline()) }

var (
	//go:embed page.html
	pageText string
	//go:embed page.css
	pageStyle string
	//go:embed page.js
	pageScript string
)

// HTML writes the page. It loads nothing from elsewhere, and no script runs in it but its own.
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
	}{p, template.CSS(pageStyle), template.JS(pageScript), template.HTMLAttr("sha256-" + base64.StdEncoding.EncodeToString(hash[:])), int(max(1.6*width, 240))})
}
