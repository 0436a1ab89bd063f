package playground

import (
	"context"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pzc-lang/pzc/compiler/index"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
)

// mapText is a map literal in a text.
type mapText struct {
	span
	Name     string `json:"name"`               // the parameter
	Instance string `json:"instance,omitempty"` // that gives it the map; "": the model itself
	// Instances lists the instances that have the map; "" is the model with its own values.
	Instances []string `json:"instances"`
	Indent    string   `json:"indent"`
	Rows      []string `json:"rows"`
	// characters that it may have: those of the type, or else those of all maps with the name
	Alphabet []string `json:"alphabet"`
	// Words are the words of a map of words, in place of Rows.
	Words [][]string `json:"words,omitempty"`
	Edges bool       `json:"edges,omitempty"` // it is a set of edges: see edgeSigns
}

// maps lists the map literals of all files, also of those with errors.
func (t *texts) maps(names *index.Index) []mapText {
	all := []mapText{}
	rows, cols := 0, 0                                   // of the largest map
	edges, words := map[string]bool{}, map[string]bool{} // by parameter
	for _, s := range names.Symbols {
		edges[s.Name] = edges[s.Name] || s.Edges && s.Kind == index.Param
		words[s.Name] = words[s.Name] || s.Words
	}
	add := func(name, instance string, e dsl.Expr) {
		if m, is := e.(*dsl.MapLit); is {
			text := mapText{span: t.span(m.Span()), Name: name, Instance: instance, Indent: indentOf(m), Rows: m.Rows}
			if words[name] {
				text.Rows, text.Words = []string{}, lists.Map(model.Words(m.Rows), func(row []model.Word) []string {
					return lists.Map(row, func(w model.Word) string { return w.Text })
				})
			}
			all = append(all, text)
			rows = max(rows, len(m.Rows))
			for _, row := range m.Rows {
				cols = max(cols, utf8.RuneCountInString(row))
			}
		} else if r := edgeRows(e, rows, cols); edges[name] && r != nil {
			all = append(all, mapText{span: t.span(e.Span()), Name: name, Instance: instance, Rows: r, Edges: true})
		}
	}
	for _, name := range keys(t.raw) {
		if !strings.Contains(t.raw[name], `"""`) && !strings.Contains(t.raw[name], "Dir)") {
			continue // there is no map, and parsing takes a page's first view longer
		}
		var file *dsl.File
		if i := slices.IndexFunc(names.Files, func(f *dsl.File) bool { return f.Name == name }); i >= 0 {
			file = names.Files[i]
		} else {
			file, _ = dsl.Parse(name, []byte(t.raw[name]))
		}
		first := len(all)
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *dsl.ParamDecl:
				add(d.Name.Name, "", d.Value)
			case *dsl.ConstDecl:
				add(d.Name.Name, "", d.Value)
			case *dsl.InstanceDecl:
				for _, v := range d.Values {
					add(v.Name.Name, d.Name.Name, v.Value)
				}
			default:
			}
		}
		assign(all[first:], file)
	}
	for i := range all {
		if all[i].Alphabet = edgeSigns; !all[i].Edges {
			all[i].Alphabet = alphabet(all[i].Name, all, names)
		}
	}
	return all
}

// assign gives the maps of a file the instances that have them.
func assign(all []mapText, file *dsl.File) {
	names, instances := []string{""}, map[string]*dsl.InstanceDecl{}
	for _, d := range file.Decls {
		if d, is := d.(*dsl.InstanceDecl); is {
			names, instances[d.Name.Name] = append(names, d.Name.Name), d
		}
	}
	// giver is the instance, or its nearest parent, that gives a parameter its value; "": the model.
	giver := func(name, param string) string {
		for range instances { // parents may form a circle
			at := instances[name]
			if at == nil || slices.ContainsFunc(at.Values, func(v *dsl.InstanceValue) bool { return v.Name.Name == param }) {
				break
			}
			if name = ""; at.Parent != nil {
				name = at.Parent.Name
			}
		}
		return name
	}
	for i := range all {
		all[i].Instances = slices.DeleteFunc(slices.Clone(names), func(name string) bool {
			return giver(name, all[i].Name) != all[i].Instance
		})
	}
}

// indentOf returns the blanks before the rows of a map.
func indentOf(m *dsl.MapLit) string {
	for _, at := range m.RowPos {
		if at.Column > 1 {
			return strings.Repeat(" ", at.Column-1)
		}
	}
	return ""
}

// alphabet returns the characters that a map with a name may have.
func alphabet(name string, all []mapText, names *index.Index) []string {
	out := []string{}
	add := func(r rune) {
		if s := string(r); !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	for _, s := range names.Symbols {
		if s.Name == name && s.Kind == index.Param {
			for _, r := range s.Alphabet {
				add(r)
			}
		}
	}
	if len(out) > 0 {
		return out
	}
	for _, m := range all {
		if m.Name != name {
			continue
		}
		for _, r := range strings.Join(m.Rows, "") {
			add(r)
		}
	}
	return out
}

// mapLiteral writes a map literal, or a set of edges.
func (p *Playground) mapLiteral(_ context.Context, q *struct {
	Indent string   `json:"indent"`
	Rows   []string `json:"rows"`
	Edges  bool     `json:"edges"`
},
) (any, error) {
	width := 0
	for _, row := range q.Rows {
		if strings.ContainsAny(row, "\r\n") || diag.FirstHidden(row) >= 0 || strings.Contains(row, `"""`) {
			return nil, errors.New("a row of a map is a line of characters that are printed, without three quotes")
		}
		width = max(width, utf8.RuneCountInString(row))
	}
	if width == 0 {
		return nil, errors.New("a map has at least one cell")
	}
	if q.Edges {
		return map[string]string{"text": edgeSet(q.Rows)}, nil
	}
	var b strings.Builder
	b.WriteString("\"\"\"\n")
	for _, row := range q.Rows {
		b.WriteString(q.Indent + row + strings.Repeat(" ", width-utf8.RuneCountInString(row)) + "\n")
	}
	b.WriteString(q.Indent + `"""`)
	return map[string]string{"text": b.String()}, nil
}
