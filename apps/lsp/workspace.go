package lsp

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/index"
	"github.com/pzc-lang/pzc/dsl"
)

// Bounds on the files that are read from a workspace.
const (
	mostFiles   = 2000
	mostEntries = 50_000
	mostUsers   = 50
	mostMatches = 500
)

// stored holds the facts about a file of the workspace that is not open.
type stored struct {
	size    int64
	changed time.Time
	file    *dsl.File
}

// workspaceFiles returns the models in the folders of the workspace, and those that are open.
func (s *Server) workspaceFiles() map[string]*dsl.File {
	all, kept := map[string]*dsl.File{}, map[string]*stored{}
	entries := 0
	for _, f := range append([]folder{{s.client.RootURI}}, s.client.Folders...) {
		if !strings.HasPrefix(f.URI, "file:") {
			continue
		}
		walkFolder(filepath.FromSlash(nameOf(f.URI)), func(path string, entry fs.DirEntry, err error) error {
			base := filepath.Base(path)
			entries++
			switch {
			case err != nil:
				return nil // what cannot be read is left out
			case len(kept) >= mostFiles || entries > mostEntries:
				return fs.SkipAll
			case entry.IsDir() && (strings.HasPrefix(base, ".") || base == "node_modules"):
				return fs.SkipDir
			case entry.Type().IsRegular() && filepath.Ext(path) == ".pz":
				name := filepath.ToSlash(path)
				if k := s.storedFile(name, entry); k != nil {
					kept[name], all[name] = k, k.file
				}
			}
			return nil
		})
	}
	s.stored = kept
	for name, d := range s.docs {
		all[name] = d.file()
	}
	return all
}

// storedFile reads a file, unless it is known already.
func (s *Server) storedFile(name string, entry fs.DirEntry) *stored {
	info, err := entry.Info()
	if err != nil || info.Size() > 1<<20 {
		return nil
	}
	if k := s.stored[name]; k != nil && k.size == info.Size() && k.changed.Equal(info.ModTime()) {
		return k
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil
	}
	file, _ := dsl.Parse(name, text)
	return &stored{info.Size(), info.ModTime(), file}
}

// users lists the files of the workspace that use a file, also through others.
func (s *Server) users(name string) []string {
	files := s.workspaceFiles()
	used := map[string]bool{name: true}
	for more := true; more && len(used) < mostUsers; {
		more = false
		for _, file := range sorted(files) {
			for _, path := range dsl.Paths(files[file]) {
				if to, _ := check.Relative(file, path); used[to] && !used[file] {
					used[file], more = true, true
				}
			}
		}
	}
	delete(used, name)
	return sorted(used)
}

// projectsWith lists the projects that have a file, after it has checked all files of the workspace that use the file.
func (s *Server) projectsWith(name string) (all []*project) {
	for _, main := range append(s.users(name), name) {
		if s.projects[main] == nil {
			s.dirty[main] = true
		}
	}
	for s.refresh() {
	}
	for _, main := range sorted(s.projects) {
		if s.projects[main].has(name) {
			all = append(all, s.projects[main])
		}
	}
	return all
}

// workspaceSymbols lists the declarations whose names have the characters of a query in this order.
func (s *Server) workspaceSymbols(p *struct {
	Query string `json:"query"`
},
) (any, error) {
	out := []map[string]any{}
	files := s.workspaceFiles()
	for _, name := range sorted(files) {
		file := files[name]
		t := newText(file.Src, s.utf8)
		if d := s.docs[name]; d != nil {
			t = d.text
		}
		for _, decl := range file.Decls {
			ident, ok := dsl.DeclName(decl)
			if !ok || !matches(ident.Name, p.Query) || len(out) == mostMatches {
				continue
			}
			kind := index.Kind("")
			for _, in := range s.projects {
				if known := in.x.Declared(ident.Span()); known != nil {
					kind = known.Kind
				}
			}
			at := t.rangeOf(ident.Pos.Offset, ident.EndPos.Offset)
			place := location{s.uriOf(name), at}
			out = append(out, map[string]any{"name": ident.Name, "kind": lookOf(kind).symbol, "location": place})
		}
	}
	return out, nil
}

// matches reports whether a name has the characters of a query, in this order.
func matches(name, query string) bool {
	name = strings.ToLower(name)
	for _, r := range strings.ToLower(query) {
		_, rest, ok := strings.Cut(name, string(r))
		if !ok {
			return false
		}
		name = rest
	}
	return true
}
