// Package diag holds source positions and diagnostics. A diagnostic says what was found, where, and what to write
// instead.
//
// All stages of the pipeline report errors and warnings as diagnostics. Only the command prints them.
package diag

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/internal/lists"
)

// Pos is a position in a source text. Offset counts bytes from 0. Line and Column count from 1, columns in runes. The
// fields are those of participle's lexer.Position, so that the parser can fill them in.
type Pos struct {
	Filename string
	Offset   int
	Line     int
	Column   int
}

// IsValid reports whether the position was set.
func (p Pos) IsValid() bool { return p.Line > 0 }

func (p Pos) String() string { return fmt.Sprintf("%s:%d:%d", p.Filename, p.Line, p.Column) }

// Span is a part of a source text, from Start up to but not including End.
type Span struct{ Start, End Pos }

// severity distinguishes errors, which stop the pipeline, from warnings and remarks, which do not. A remark is about
// what is right and can be said more plainly.
type severity uint8

// The three severities.
const (
	Error severity = iota
	Warning
	remark
)

func (s severity) String() string { return [...]string{"error", "warning", "remark"}[s] }

// A Diagnostic is one error, warning or remark. Code is the stable name of the rule ("unknown-name"). Msg says in lower
// case what was found and what was wanted. Help says what to write instead; it may be empty. Fix is the edit that does
// it; nil if there is none or several are possible. Related lists further positions.
type Diagnostic struct {
	Severity severity
	Code     string
	Span     Span
	Msg      string
	Help     string
	Fix      *Fix
	Related  []Related
}

// A Code is the stable name of a rule with its text.
type Code struct{ Name, Meaning string }

// Related is a further position of a diagnostic, with a message ("first declared here").
type Related struct {
	Span Span
	Msg  string
}

// See adds a further position. It returns d, so that the caller can set Help.
func (d *Diagnostic) See(span Span, msg string) *Diagnostic {
	d.Related = append(d.Related, Related{span, msg})
	return d
}

func (d *Diagnostic) Error() string {
	return fmt.Sprintf("%s: %s: %s", d.Span.Start, d.Severity, d.Msg)
}

// List collects diagnostics. As an error, its text has one line for each diagnostic.
type List []*Diagnostic

// Add appends a diagnostic.
func (l *List) Add(d *Diagnostic) { *l = append(*l, d) }

// Errorf appends an error and returns it, so that the caller can set Help or Related.
func (l *List) Errorf(span Span, code, format string, args ...any) *Diagnostic {
	return l.add(Error, span, code, format, args...)
}

// Warnf appends a warning and returns it.
func (l *List) Warnf(span Span, code, format string, args ...any) *Diagnostic {
	return l.add(Warning, span, code, format, args...)
}

// Remarkf appends a remark and returns it.
func (l *List) Remarkf(span Span, code, format string, args ...any) *Diagnostic {
	return l.add(remark, span, code, format, args...)
}

func (l *List) add(s severity, span Span, code, format string, args ...any) *Diagnostic {
	d := &Diagnostic{Severity: s, Code: code, Span: span, Msg: Clip(fmt.Sprintf(format, args...))}
	l.Add(d)
	return d
}

// HasErrors reports whether at least one diagnostic is an error.
func (l List) HasErrors() bool {
	return slices.ContainsFunc(l, func(d *Diagnostic) bool { return d.Severity == Error })
}

// Err returns the list as an error, or nil if the list holds no error.
func (l List) Err() error {
	if l.HasErrors() {
		return l
	}
	return nil
}

// Sorted returns the list ordered by file, position and severity, without duplicates.
func (l List) Sorted() List {
	out := slices.Clone(l)
	slices.SortStableFunc(out, func(a, b *Diagnostic) int {
		x, y := a.Span.Start, b.Span.Start
		return cmp.Or(strings.Compare(x.Filename, y.Filename), x.Offset-y.Offset, int(a.Severity)-int(b.Severity))
	})
	return slices.CompactFunc(out, func(a, b *Diagnostic) bool {
		return a.Span == b.Span && a.Code == b.Code && a.Msg == b.Msg
	})
}

func (l List) Error() string {
	return strings.Join(lists.Map(l, (*Diagnostic).Error), "\n")
}
