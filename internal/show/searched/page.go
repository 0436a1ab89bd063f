package searched

import (
	"crypto/sha256"
	_ "embed" // for the page
	"encoding/base64"
	"html/template"
	"io"

	"github.com/pzc-lang/pzc/diag"
	"github.com/pzc-lang/pzc/draw"
)

var (
	//go:embed page.html
	pageText string
	//go:embed page.css
	pageStyle string
	//go:embed page.js
	script string
)

var page = template.Must(template.New("page").Parse(pageText))

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
	return page.Execute(w, map[string]any{
		"Title": diag.Shown(title), "Summary": summary, "Steps": t.steps, "Legend": t.legend, "Details": details,
		"Style": template.CSS(draw.Theme + pageStyle), "SVG": template.HTML(t.svg()), "Script": template.JS(script),
		"Hash": template.HTMLAttr("sha256-" + base64.StdEncoding.EncodeToString(sum[:])),
	})
}
