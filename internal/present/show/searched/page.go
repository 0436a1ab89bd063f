package searched

import (
	"crypto/sha256"
	_ "embed" // for the page
	"encoding/base64"
	"encoding/csv"
	"html/template"
	"io"
	"strings"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/draw"
	"github.com/pzc-lang/pzc/internal/lazy"
)

var (
	//go:embed page.html
	pageText string
	//go:embed page.css
	pageStyle string
	//go:embed page.js
	script string
)

var page = lazy.Value[*template.Template]{Make: func() *template.Template {
	return template.Must(template.New("page").Parse(pageText))
}}

// Drawing is a search that can be written in three ways.
type Drawing struct {
	Title   string
	Summary string // how it went, in a line
	rows    func() [][]string
	tree    func() *tree
}

// Write writes the search as the ending of a file says: a table (.csv), a page on which the search can be stepped
// through (.html), or else a picture.
func (d *Drawing) Write(w io.Writer, ending string) error {
	switch strings.ToLower(ending) {
	case ".csv":
		return csv.NewWriter(w).WriteAll(d.rows())
	case ".html":
		return d.tree().page(w, d.Title, d.Summary)
	default:
		_, err := io.WriteString(w, d.tree().svg())
		return err
	}
}

// page writes a page on which the steps can be gone through.
func (t *tree) page(w io.Writer, title, summary string) error {
	sum := sha256.Sum256([]byte(script))
	type detail struct {
		Node int
		HTML template.HTML
	}
	var details []detail
	for i := range t.nodes {
		if t.nodes[i].detail != "" {
			details = append(details, detail{i, t.nodes[i].detail})
		}
	}
	return page.Get().Execute(w, map[string]any{
		"Title": diag.Shown(title), "Summary": summary, "Steps": t.steps, "Legend": t.legend, "Details": details,
		"Style": template.CSS(draw.Theme + pageStyle), "SVG": template.HTML(t.svg()), "Script": template.JS(script),
		"Hash": template.HTMLAttr("sha256-" + base64.StdEncoding.EncodeToString(sum[:])),
	})
}
