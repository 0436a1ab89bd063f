package lsp

import (
	"io/fs"
	"maps"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// Files have the names that findings have: paths with slashes, or the whole URI if the client has no file of the
// operating system. The library has names with `std:`.

// nameOf returns the name of the file that a URI means.
func nameOf(uri string) string {
	name, isFile := strings.CutPrefix(uri, "file://")
	if !isFile {
		if strings.HasPrefix(uri, check.Std) {
			return uri
		}
		return path.Clean(uri)
	}
	if decoded, err := url.PathUnescape(name); err == nil {
		name = decoded
	}
	if !strings.HasPrefix(name, "/") { // it begins with a host
		name = "/" + name
	}
	if len(name) > 2 && name[0] == '/' && name[2] == ':' { // a drive of Windows
		name = name[1:]
	}
	return path.Clean(name)
}

// uriOf returns the URI of a file: the client's own if the file is open.
func (s *Server) uriOf(name string) string {
	if d := s.docs[name]; d != nil {
		return d.uri
	}
	if strings.Contains(name, ":/") && !isDrive(name) || strings.HasPrefix(name, check.Std) {
		return name
	}
	if isDrive(name) {
		name = "/" + name
	}
	return "file://" + (&url.URL{Path: name}).EscapedPath()
}

// isDrive reports whether a name begins with a drive of Windows.
func isDrive(name string) bool { return len(name) > 2 && name[1] == ':' && name[2] == '/' }

// document is a text that is open in the editor.
type document struct {
	uri     string
	name    string
	version int
	text    *text
	parsed  *dsl.File // nil: not parsed yet
	pddl    bool
}

// set gives the document another text.
func (d *document) set(t *text) {
	d.text, d.parsed, d.pddl = t, nil, puzzle.IsPlanning(d.name, t.raw)
}

// mostBytes is the length of the longest text that is checked while it is written.
const mostBytes = 1 << 20

// file returns the syntax tree of a document. The tree is empty if the document is too long, a plan, or PDDL.
func (d *document) file() *dsl.File {
	if d.parsed == nil && (len(d.text.raw) > mostBytes || isPlan(d.name) || d.pddl) {
		d.parsed = &dsl.File{Name: d.name}
	}
	if d.parsed == nil {
		d.parsed, _ = dsl.Parse(d.name, []byte(d.text.raw))
	}
	return d.parsed
}

// document returns an open document.
func (s *Server) document(id documentID) (*document, error) {
	if d := s.docs[nameOf(id.URI)]; d != nil {
		return d, nil
	}
	return nil, &responseError{codeInvalidParams, id.URI + " is not open"}
}

func (s *Server) didOpen(p *struct {
	TextDocument documentItem `json:"textDocument"`
},
) (any, error) {
	d := p.TextDocument
	name := nameOf(d.URI)
	s.docs[name] = &document{uri: d.URI, name: name, version: d.Version}
	s.docs[name].set(newText(d.Text, s.utf8))
	s.filesChanged()
	return nil, nil
}

func (s *Server) didChange(p *struct {
	TextDocument struct {
		documentID
		Version int `json:"version"`
	} `json:"textDocument"`
	Changes []change `json:"contentChanges"`
},
) (any, error) {
	d, err := s.document(p.TextDocument.documentID)
	if err != nil {
		return nil, err
	}
	t := d.text
	for _, c := range p.Changes {
		t = t.edit(c)
	}
	d.version = p.TextDocument.Version
	d.set(t)
	s.changed(d.name)
	return nil, nil
}

func (s *Server) didClose(d *document, _ *documentParams) (any, error) {
	s.notify("textDocument/publishDiagnostics", publishParams{URI: d.uri, Diagnostics: []diagnostic{}})
	delete(s.shown, d.name)
	delete(s.docs, d.name)
	s.filesChanged()
	return nil, nil
}

// openTexts is the models of a folder, with the texts that are open in the editor in place of the files.
type openTexts struct {
	fs.FS
	folder string
	texts  map[string]string
}

// filesOf returns the files that a model may use.
func (s *Server) filesOf(main string) openTexts {
	dir := path.Dir(main)
	o := openTexts{puzzle.Folder(dir), dir, map[string]string{}}
	for name, d := range s.docs {
		o.texts[name] = d.text.raw
	}
	return o
}

func (o openTexts) ReadFile(name string) ([]byte, error) {
	text, open := o.texts[name]
	within := o.folder == "." || strings.HasPrefix(name, strings.TrimSuffix(o.folder, "/")+"/")
	if open && within && !strings.HasPrefix(name, "../") && path.Ext(name) == ".pz" {
		return []byte(text), nil
	}
	return fs.ReadFile(o.FS, name)
}

// library returns the text of a file of the library, which the editor cannot open itself.
func (s *Server) library(p *documentID) (any, error) {
	if !strings.HasPrefix(p.URI, check.Std) {
		return nil, refuse("%s is no file of the library", p.URI)
	}
	text, err := puzzle.ReadFile(p.URI)
	return string(text), err
}

// sorted returns the keys of a map in order.
func sorted[V any](m map[string]V) []string {
	return slices.Sorted(maps.Keys(m))
}

// modelsBeside lists the other models in the folder of a file.
func (s *Server) modelsBeside(name string) []string {
	all, _ := puzzle.NamesIn(path.Dir(name)) // none in a browser
	return lists.Filter(all, func(other string) bool { return other != path.Base(name) && path.Ext(other) == ".pz" })
}
