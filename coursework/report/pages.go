package report

import (
	_ "embed" // for the page
	"fmt"
	"html/template"
	"io"
	"path/filepath"

	"github.com/pzc-lang/pzc/coursework/grading"
	"github.com/pzc-lang/pzc/internal/text"
)

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Funcs(template.FuncMap{"points": Points, "shown": shown}).Parse(pageText))

// link is a line of the page of the class.
type link struct {
	*grading.Report
	File string
}

// Pages writes a page for each submission, and index.html for the class, into a folder. write writes a file.
func Pages(
	folder, title string, all []*grading.Report, write func(name string, fill func(io.Writer) error) error,
) error {
	links := make([]link, len(all))
	for i, r := range all {
		links[i] = link{r, fmt.Sprintf("%03d-%s.html", i+1, text.FileName(r.Submission))}
		err := write(filepath.Join(folder, links[i].File), func(w io.Writer) error {
			return page.ExecuteTemplate(w, "page", map[string]any{"Title": title, "Report": r})
		})
		if err != nil {
			return err
		}
	}
	return write(filepath.Join(folder, "index.html"), func(w io.Writer) error {
		return page.ExecuteTemplate(w, "page", map[string]any{"Title": title, "Links": links, "Groups": Groups(all)})
	})
}
