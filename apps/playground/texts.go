package playground

import (
	"cmp"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/mention"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// texts are files of the page, by name. It is an fs.ReadFileFS that also has the files of the library.
type texts struct {
	raw  map[string]string
	main string // the name of the model
}

func (t *texts) Open(name string) (fs.File, error) {
	if strings.HasPrefix(name, "std:") {
		return puzzle.Folder(".").Open(name)
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

func (t *texts) ReadFile(name string) ([]byte, error) {
	if text, ok := t.raw[path.Clean(name)]; ok {
		return []byte(text), nil
	}
	return fs.ReadFile(puzzle.Folder("."), name)
}

// span is a part of a text, in units of UTF-16 from its beginning. Line and Column count from 1.
type span struct {
	File   string `json:"file,omitempty"`
	From   int    `json:"from,omitempty"`
	To     int    `json:"to,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

// findings returns the JSON of findings.
func (t *texts) findings(diags diag.List) []text.Fields {
	out := make([]text.Fields, len(diags))
	for i, d := range diags {
		related := lists.Map(d.Related, func(r diag.Related) text.Fields {
			return append(text.Fields{"message", r.Msg}, t.place(r.Span)...)
		})
		out[i] = append(append(text.Fields{
			"severity", d.Severity.String(), "code?", d.Code, "message", d.Msg, "help?", Words(d.Help),
		}, t.place(d.Span)...), "related?", related)
	}
	return out
}

// place returns the fields of a span.
func (t *texts) place(s diag.Span) text.Fields {
	x := t.span(s)
	return text.Fields{"file?", x.File, "from?", x.From, "to?", x.To, "line?", x.Line, "column?", x.Column}
}

// span returns a part of a text as the page counts.
func (t *texts) span(s diag.Span) span {
	if !s.Start.IsValid() {
		return span{}
	}
	end := s.End
	if !end.IsValid() {
		end = s.Start
	}
	out := span{File: s.Start.Filename, Line: s.Start.Line, Column: s.Start.Column}
	raw, known := t.raw[s.Start.Filename]
	if known {
		out.From, out.To = units(raw, s.Start.Offset), units(raw, max(end.Offset, s.Start.Offset))
	}
	return out
}

// mark is the byte order mark, which pzc does not count.
const mark = "\ufeff"

// units returns how many units of UTF-16 stand before an offset. The offset counts the bytes that pzc reads: without a
// byte order mark, and with LF for CRLF.
func units(raw string, offset int) (n int) {
	if strings.HasPrefix(raw, mark) {
		raw, n = raw[len(mark):], 1
	}
	for i, read := 0, 0; i < len(raw) && read < offset; {
		r, size := utf8.DecodeRuneInString(raw[i:])
		if !strings.HasPrefix(raw[i:], "\r\n") {
			read += size
		}
		i += size
		if n++; r >= 0x10000 {
			n++
		}
	}
	return n
}

// controls maps options that texts of the library mention to their names in the page.
var controls = map[string]string{
	mention.Algorithm: "the algorithm", mention.Backend: "the backend", mention.Instance: "the instance",
	mention.Memory: "the memory limit", mention.Values: "the parameters", mention.Solve: "Solve", mention.Count: "Solve",
	mention.Vary: "random values", mention.Backwards: "start states", mention.From: "a generator on the command line:",
}

// Words puts words of the page in the place of the options that a text of the library mentions.
func Words(text string) string {
	return mention.Render(text, func(option, value string) string {
		name, known := controls["["+option+"]"]
		if !known {
			return ""
		}
		return strings.TrimSpace(name + " " + value)
	})
}

// keys returns the keys of a map in order.
func keys[K cmp.Ordered, V any](m map[K]V) []K {
	return slices.Sorted(maps.Keys(m))
}
