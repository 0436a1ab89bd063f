// Package diag holds source positions and diagnostics: what was found, where, and what to write instead.
//
// Every stage of the pipeline reports through it and none of them prints; only the command does.
package diag

import (
	"fmt"
	"slices"
	"strings"
)

// Pos is a place in a source text. Offset counts bytes from 0; Line and Column count from 1, columns in runes.
// Its fields are those of participle's lexer.Position, so that the parser can fill it in.
type Pos struct {
	Filename string
	Offset   int
	Line     int
	Column   int
}

// IsValid tells whether the position was set.
func (p Pos) IsValid() bool { return p.Line > 0 }

func (p Pos) String() string { return fmt.Sprintf("%s:%d:%d", p.Filename, p.Line, p.Column) }

// Span is a stretch of source text, from Start up to but not including End.
type Span struct{ Start, End Pos }

// Severity tells an error, which stops the work, from a warning, which does not.
type Severity uint8

// The two severities.
const (
	Error Severity = iota
	Warning
)

func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// A Diagnostic is one finding. Code is stable and names the rule ("unknown-name"); Msg says in lower case what was
// found and what was wanted; Help, where there is one, says what to write instead; Related names further places.
type Diagnostic struct {
	Severity Severity
	Code     string
	Span     Span
	Msg      string
	Help     string
	Related  []Related
}

// A Code is the stable name of a rule, as diagnostics give it, and what the rule says.
type Code struct{ Name, Meaning string }

// Related is a second place that a diagnostic speaks of ("first declared here").
type Related struct {
	Span Span
	Msg  string
}

func (d *Diagnostic) Error() string {
	return fmt.Sprintf("%s: %s: %s", d.Span.Start, d.Severity, d.Msg)
}

// List collects diagnostics; it is an error if it holds one.
type List []*Diagnostic

// Add appends a diagnostic.
func (l *List) Add(d *Diagnostic) { *l = append(*l, d) }

// Errorf appends an error and returns it, so that Help or Related can be set.
func (l *List) Errorf(span Span, code, format string, args ...any) *Diagnostic {
	d := &Diagnostic{Severity: Error, Code: code, Span: span, Msg: Clip(fmt.Sprintf(format, args...))}
	l.Add(d)
	return d
}

// Warnf appends a warning and returns it.
func (l *List) Warnf(span Span, code, format string, args ...any) *Diagnostic {
	d := &Diagnostic{Severity: Warning, Code: code, Span: span, Msg: Clip(fmt.Sprintf(format, args...))}
	l.Add(d)
	return d
}

// HasErrors tells whether one of the diagnostics is an error.
func (l List) HasErrors() bool {
	return slices.ContainsFunc(l, func(d *Diagnostic) bool { return d.Severity == Error })
}

// Err returns the list as an error, or nil if it holds warnings only.
func (l List) Err() error {
	if l.HasErrors() {
		return l
	}
	return nil
}

// Sorted returns the list ordered by file, place and severity, without repetitions.
func (l List) Sorted() List {
	out := slices.Clone(l)
	slices.SortStableFunc(out, func(a, b *Diagnostic) int {
		if c := strings.Compare(a.Span.Start.Filename, b.Span.Start.Filename); c != 0 {
			return c
		}
		if c := a.Span.Start.Offset - b.Span.Start.Offset; c != 0 {
			return c
		}
		return int(a.Severity) - int(b.Severity)
	})
	return slices.CompactFunc(out, func(a, b *Diagnostic) bool {
		return a.Span == b.Span && a.Code == b.Code && a.Msg == b.Msg
	})
}

func (l List) Error() string {
	lines := make([]string, len(l))
	for i, d := range l {
		lines[i] = d.Error()
	}
	return strings.Join(lines, "\n")
}
