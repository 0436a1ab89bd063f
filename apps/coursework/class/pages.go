package class

import (
	_ "embed" // for the page
	"errors"
	"fmt"
	"html"
	"html/template"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/apps/coursework/grading"
	"github.com/pzc-lang/pzc/internal/draw"
	"github.com/pzc-lang/pzc/internal/lazy"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/text"
	"github.com/pzc-lang/pzc/internal/whole"
)

var (
	//go:embed page.html
	pageText string
	//go:embed page.css
	pageStyle string
)

var quoted = lazy.Compile("`([^`]+)`")

// prose returns a sentence. What stands between backticks is code.
func prose(s string) template.HTML {
	return template.HTML(quoted.Get().ReplaceAllString(html.EscapeString(shown(s)), "<code>$1</code>"))
}

// picture draws a state, in its natural size; "" if there is only text.
func picture(s *grading.Scene) template.HTML {
	if len(s.Views) == 0 {
		return ""
	}
	p := draw.Boards(s.Views)
	return template.HTML(strings.Replace(p.Inline(), "<svg ", fmt.Sprintf(`<svg width="%.0f" `, p.W), 1))
}

// link is a line of the page of the class.
type link struct {
	*grading.Report
	File string
}

var linked = lazy.Compile(`<td><a href="(\d+-[^"/]+\.html)">`)

// linkedFrom lists the pages of submissions to which index.html links; nil if Pages did not write this text.
func linkedFrom(index string) (files []string) {
	if !strings.Contains(index, `<meta name="generator" content="pzc grade">`) {
		return nil
	}
	return lists.Map(linked.Get().FindAllStringSubmatch(index, -1), func(m []string) string { return m[1] })
}

// Pages writes a page for each submission, and index.html for the class, into a folder. It removes pages of an earlier
// run that are not written again.
func Pages(folder, title string, all []*grading.Report) error {
	index := filepath.Join(folder, "index.html")
	before, _ := os.ReadFile(index)
	if err := writePages(folder, title, all); err != nil {
		return err
	}
	now, err := os.ReadFile(index)
	for _, name := range linkedFrom(string(before)) {
		if !slices.Contains(linkedFrom(string(now)), name) {
			err = errors.Join(err, os.Remove(filepath.Join(folder, name)))
		}
	}
	return err
}

func writePages(folder, title string, all []*grading.Report) error {
	page := template.Must(template.New("page").Funcs(template.FuncMap{
		"points": pointsText, "counted": counted, "graded": graded, "shown": shown, "prose": prose, "picture": picture,
		"style": func() template.CSS { return template.CSS(draw.Theme + pageStyle) },
	}).Parse(pageText))
	links, files := make([]link, len(all)), map[string]string{}
	for i, r := range all {
		links[i] = link{r, fmt.Sprintf("%03d-%s.html", i+1, text.FileName(r.Submission))}
		files[r.Submission] = links[i].File
		err := whole.Write(filepath.Join(folder, links[i].File), func(w io.Writer) error {
			return page.ExecuteTemplate(w, "page", map[string]any{"Title": title, "Report": r})
		})
		if err != nil {
			return err
		}
	}
	return whole.Write(filepath.Join(folder, "index.html"), func(w io.Writer) error {
		return page.ExecuteTemplate(w, "page",
			map[string]any{"Title": title, "Links": links, "Groups": Groups(all), "Files": files})
	})
}
