package lsp

import (
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc/compiler/index"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/diag"
	counts "github.com/pzc-lang/pzc/internal/text"
)

// mostShown is the greatest number of values of an array that a hover shows.
const mostShown = 16

// value returns the value of a symbol in the instance, in Markdown; "" if it is not known.
func (p *project) value(symbol *index.Symbol) string {
	if p.puzzle == nil {
		return ""
	}
	m := p.puzzle.Model()
	within := ""
	if name := p.puzzle.Instance(); name != "" {
		within = " in instance `" + name + "`"
	}
	switch symbol.Kind {
	case index.Param, index.Const, index.State:
		for _, a := range m.Arrays {
			if a.Span == symbol.Span {
				return values(m, a, within)
			}
		}
	case index.Type:
		for _, t := range m.Types {
			if t.Span == symbol.Span && m.Sets[t.ID] != nil {
				return counts.Plural(int64(m.Sets[t.ID].Len()), "value") + within
			}
		}
	case index.Move:
		if task := p.puzzle.Task(); task != nil {
			n := 0
			for i := range task.Moves {
				if name, _, _ := strings.Cut(task.Moves[i].Name, "("); name == symbol.Name {
					n++
				}
			}
			return counts.Plural(int64(n), "instance") + " that can be possible" + within
		}
	default:
	}
	return ""
}

// values shows the values of an array, or the number of elements of a state variable.
func values(m *model.Model, a *model.Array, within string) string {
	d := m.Data[a.ID]
	if a.Role == model.State {
		if len(a.Index) == 0 {
			return ""
		}
		return diag.Thousands(d.Size) + " elements" + within
	}
	var shown []string
	for i, v := range d.Values[:min(len(d.Values), mostShown)] {
		text := "undefined"
		if d.Defined == nil || d.Defined[i] || v.IsNone() {
			text = m.Format(a.Type, v)
		}
		shown = append(shown, text)
	}
	switch {
	case len(d.Values) > mostShown:
		shown = append(shown, fmt.Sprintf("… %s more", diag.Thousands(len(d.Values)-mostShown)))
	case len(shown) == 0:
		return ""
	}
	text := strings.Join(shown, ", ")
	if len(a.Index) > 0 {
		text = "[" + text + "]"
	}
	return "value" + within + ":\n```pz\n" + diag.Clip(text) + "\n```"
}
