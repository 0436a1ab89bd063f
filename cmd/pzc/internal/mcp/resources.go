package mcp

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"

	"github.com/pzc-lang/pzc/docs"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// Addresses of resources begin with these.
const (
	documents = "pzc://docs/"
	models    = "pzc://models/"
)

// resources lists the documents and the models of the library.
func resources() (all []any) {
	add := func(address, name, kind, about string) {
		all = append(all, map[string]any{"uri": address, "name": name, "mimeType": kind, "description": about})
	}
	files, _ := fs.Glob(docs.FS(), "*.md") // the pattern is well formed
	for _, file := range files {
		text, _ := fs.ReadFile(docs.FS(), file) // it is embedded
		title, _, _ := strings.Cut(string(text), "\n")
		add(documents+file, file, "text/markdown", strings.TrimPrefix(title, "# "))
	}
	for _, m := range puzzle.LibraryModels() {
		add(models+m.Name, m.Name, "text/plain", m.About())
	}
	return all
}

// readResource returns a document or a model.
func readResource(params json.RawMessage) (any, *failure) {
	var p struct {
		URI string `json:"uri"`
	}
	if json.Unmarshal(params, &p) != nil || p.URI == "" {
		return nil, &failure{invalidParams, "resources/read takes a uri"}
	}
	contents := func(text, kind string) (any, *failure) {
		content := map[string]any{"uri": p.URI, "mimeType": kind, "text": text}
		return map[string]any{"contents": []any{content}}, nil
	}
	if file, ok := strings.CutPrefix(p.URI, documents); ok && fs.ValidPath(file) {
		if text, err := fs.ReadFile(docs.FS(), file); err == nil {
			return contents(string(text), "text/markdown")
		}
	}
	if name, ok := strings.CutPrefix(p.URI, models); ok {
		if m, found := puzzle.Library(name); found {
			return contents(m.Text, "text/plain")
		}
	}
	return nil, &failure{noResource, fmt.Sprintf("there is no resource %q; resources/list lists them", p.URI)}
}
