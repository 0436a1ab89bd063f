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

// Page is an HTML page that plays plans. It has boards as SVG, buttons, keys, the list of moves, and statistics.
type Page struct {
	Title, Headline string
	List            string // the name of the list of frames: "Moves", "Solutions"
	First           int    // the number of the first frame
	Films           []Film
	Facts           [][2]string
	Sections        []Section
}

// Section is a part of a page below the others: a table, lines of text, and pictures with captions.
type Section struct {
	Title  string
	Rows   [][]string // the first cell of each is its head
	Lines  []string
	Frames []Frame
	Link   string // the file to which the title leads; "": nowhere
}

// Still reports whether the page has one frame only, so that there is nothing to play.
func (p *Page) Still() bool { return len(p.Films) == 1 && len(p.Films[0].Frames) == 1 }

// Film is a plan, as frames from its first state on.
type Film struct {
	Name   string
	Frames []Frame
}

// Frame is a state and the move that leads to it.
type Frame struct {
	Picture *Picture
	Move    string
	Note    string // label and cost of the move, if they are worth showing
}
