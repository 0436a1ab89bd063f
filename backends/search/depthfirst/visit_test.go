package depthfirst

import (
	"bytes"
	"go/format"
	"strings"
	"testing"
	"text/template"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/internal/filetest"
)

//go:generate go test -run TestVisit -update

// TestVisit compares oneword.go and widewords.go with their template.
func TestVisit(t *testing.T) {
	for _, w := range []words{
		{file: "oneword.go", Name: "1", Type: "uint64", fields: []string{""}},
		{file: "widewords.go", Name: "Wide", Type: "wide", fields: []string{".a", ".b", ".c"}},
	} {
		var b bytes.Buffer
		require.NoError(t, template.Must(template.ParseFiles("visit.go.tmpl")).Execute(&b, w))
		want, err := format.Source(b.Bytes())
		require.NoError(t, err)
		filetest.Golden(t, w.file, want)
	}
}

// words is a shape of states as the template sees it: the suffix of its functions, its type, and the selectors of its
// words.
type words struct {
	file, Name, Type string
	fields           []string
}

// each writes a text for each word, in which W stands for the selector of the word.
func (w words) each(text, between string) string {
	var all []string
	for _, f := range w.fields {
		all = append(all, strings.ReplaceAll(text, "W", f))
	}
	return strings.Join(all, between)
}

// Equals is the condition that state s has the bits that of demands.
func (w words) Equals(of string) string { return w.each("sW&"+of+".maskW == "+of+".wantW", " && ") }

// Differs is its negation.
func (w words) Differs(of string) string { return w.each("sW&"+of+".maskW != "+of+".wantW", " || ") }

// Add sets the bits of entry e in state next.
func (w words) Add() string { return w.each("nextW |= e.bitsW", "\n") }

// Next is the state after the move of branch st, by entry e.
func (w words) Next() string {
	if len(w.fields) == 1 {
		return "s&st.keep | e.bits"
	}
	var all []string
	for _, f := range w.fields {
		all = append(all, f[1:]+": s"+f+"&st.keep"+f+" | e.bits"+f+",\n")
	}
	return w.Type + "{\n" + strings.Join(all, "") + "}"
}

// Index is the number of the entry in the first table of branch st.
func (w words) Index() string {
	word := "s"
	if len(w.fields) > 1 {
		word = "s.at(int(st.shift >> 6))"
	}
	return word + ">>(st.shift&63)&st.cut&(tableSize-1)"
}

// Place is the place of the state in a table with index at.
func (w words) Place(at string) string {
	if len(w.fields) == 1 {
		return at + ".Index1(s)"
	}
	return "s.indexOf(&" + at + ")"
}

// Spread writes state s into the words of to.
func (w words) Spread(to string) string {
	if len(w.fields) == 1 {
		return to + ".st[0] = s"
	}
	return "s.spread(" + to + ".st)"
}
