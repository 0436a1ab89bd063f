// Package editors_test makes the grammars of the editors from the words and signs of the parser, and compares the
// tokens that a grammar finds with those of pzc's own lexer.
package editors_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/compilertest"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/filetest"
)

// textMate is the file of the TextMate grammar.
const textMate = "vscode/syntaxes/pz.tmLanguage.json"

// rule is a rule of a TextMate grammar: a match, a stretch with a begin and an end, or an include. Only expressions
// that Go, Oniguruma and others read alike are used, so that the grammar can be tested without an editor.
type rule struct {
	Name          string             `json:"name,omitempty"`
	Match         string             `json:"match,omitempty"`
	Captures      map[string]capture `json:"captures,omitempty"`
	Begin         string             `json:"begin,omitempty"`
	End           string             `json:"end,omitempty"`
	BeginCaptures map[string]capture `json:"beginCaptures,omitempty"`
	EndCaptures   map[string]capture `json:"endCaptures,omitempty"`
	Patterns      []rule             `json:"patterns,omitempty"`
	Include       string             `json:"include,omitempty"`
}

type capture struct {
	Name string `json:"name"`
}

type grammar struct {
	Schema   string `json:"$schema"`
	Comment  string `json:"comment"`
	Name     string `json:"name"`
	Scope    string `json:"scopeName"`
	Patterns []rule `json:"patterns"`
}

// words is an expression for some words.
func words(list []string) string { return `\b(?:` + strings.Join(list, "|") + `)\b` }

// newGrammar makes the TextMate grammar.
func newGrammar() grammar {
	const name = `[A-Za-z_][A-Za-z0-9_]*`
	var reserved, inPlace, declaring []string
	for _, w := range dsl.Words() {
		if dsl.IsReserved(w) {
			reserved = append(reserved, w)
		} else {
			inPlace = append(inPlace, w)
		}
	}
	for _, w := range dsl.DeclWords() {
		if dsl.IsReserved(w) && strings.HasPrefix(dsl.Snippet(w), w+" ${1:name}") {
			declaring = append(declaring, w)
		}
	}
	var signs []string
	for _, s := range dsl.Signs() {
		signs = append(signs, regexp.QuoteMeta(s))
	}
	operator := map[string]capture{"0": {"keyword.operator.pz"}}
	return grammar{
		Schema:  "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
		Comment: "Generated from the words and signs of the parser by `go test ./editors -update`; do not edit.",
		Name:    "pz", Scope: "source.pz",
		Patterns: []rule{
			{Name: "comment.line.double-slash.pz", Match: `//.*`},
			{Name: "string.quoted.triple.pz", Begin: `"""\s*$`, End: `^\s*"""`},
			{Name: "string.quoted.double.pz", Begin: `"`, End: `"|$`, Patterns: []rule{
				{Name: "constant.character.escape.pz", Match: `\\.`},
				{
					Name: "meta.embedded.pz", Begin: `\{`, End: `\}`, BeginCaptures: operator, EndCaptures: operator,
					Patterns: []rule{{Include: "$self"}},
				},
			}},
			{Name: "string.quoted.single.pz", Match: `'(?:\\.|[^'\\])'`},
			{Name: "meta.braces.pz", Begin: `\{`, End: `\}`, BeginCaptures: operator, EndCaptures: operator, Patterns: []rule{
				{Include: "$self"},
			}},
			{Name: "keyword.control.pz", Match: `\b(?:` + strings.Join(declaring, "|") + `)\s+` + words(reserved)}, // an error
			{
				Match:    `\b(` + strings.Join(declaring, "|") + `)\s+(` + name + `)`,
				Captures: map[string]capture{"1": {"keyword.control.pz"}, "2": {"entity.name.function.pz"}},
			},
			{Name: "keyword.control.pz", Match: words(reserved)},
			{Name: "keyword.other.pz", Match: words(inPlace)},
			{Name: "constant.numeric.pz", Match: `\b[0-9]+`},
			{Name: "variable.other.pz", Match: name},
			{Name: "keyword.operator.pz", Match: strings.Join(signs, "|")},
		},
	}
}

// open is a stretch whose end is looked for.
type open struct {
	name     string
	end      *regexp.Regexp
	captures map[string]capture
	patterns []rule
}

// scopes finds the innermost scope of each byte of a text, as an editor does: line by line; of the rules that match,
// the one that matches first, and of several the first in the list; the end of a stretch goes before its rules.
func (g grammar) scopes(text string) []string {
	all := make([]string, 0, len(text))
	stack := []open{{patterns: g.Patterns}}
	compiled := map[string]*regexp.Regexp{}
	expression := func(s string) *regexp.Regexp {
		if compiled[s] == nil {
			compiled[s] = regexp.MustCompile(s)
		}
		return compiled[s]
	}
	for line := range strings.SplitAfterSeq(text, "\n") {
		content := strings.TrimSuffix(line, "\n")
		marks := make([]string, len(line))
		mark := func(from, to int, scope string) {
			for i := from; i < to; i++ {
				marks[i] = scope
			}
		}
		find := func(e string, from int) []int {
			if strings.HasPrefix(e, "^") && from > 0 {
				return nil
			}
			m := expression(e).FindStringSubmatchIndex(content[from:])
			// A word must not begin in the middle of another one.
			for m != nil && strings.HasPrefix(e, `\b`) && from+m[0] > 0 && isWord(content[from+m[0]-1]) {
				next := expression(e).FindStringSubmatchIndex(content[from+m[0]+1:])
				for i := range next {
					if next[i] >= 0 {
						next[i] += m[0] + 1
					}
				}
				m = next
			}
			for i := range m {
				if m[i] >= 0 {
					m[i] += from
				}
			}
			return m
		}
		for at := 0; ; {
			top := &stack[len(stack)-1]
			var best []int
			var by *rule
			if top.end != nil {
				best = find(top.end.String(), at)
			}
			patterns := top.patterns
			if len(patterns) == 1 && patterns[0].Include == "$self" {
				patterns = g.Patterns
			}
			for i := range patterns {
				e := patterns[i].Match + patterns[i].Begin
				if m := find(e, at); m != nil && (best == nil || m[0] < best[0]) {
					best, by = m, &patterns[i]
				}
			}
			if best == nil {
				mark(at, len(line), top.name)
				break
			}
			mark(at, best[0], top.name)
			switch {
			case by == nil:
				mark(best[0], best[1], top.name)
				if c, ok := top.captures["0"]; ok {
					mark(best[0], best[1], c.Name)
				}
				stack = stack[:len(stack)-1]
			case by.Begin != "":
				mark(best[0], best[1], by.Name)
				if c, ok := by.BeginCaptures["0"]; ok {
					mark(best[0], best[1], c.Name)
				}
				stack = append(stack, open{by.Name, expression(by.End), by.EndCaptures, by.Patterns})
			default:
				mark(best[0], best[1], by.Name)
				for i := 1; i < len(best)/2; i++ {
					if c, ok := by.Captures[string(rune('0'+i))]; ok && best[2*i] >= 0 {
						mark(best[2*i], best[2*i+1], c.Name)
					}
				}
			}
			at = best[1]
		}
		all = append(all, marks...)
	}
	return all
}

func isWord(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}

// scopeOf is the beginning of the scopes of a class of tokens.
func scopeOf(k dsl.TokenKind) []string {
	switch k {
	case dsl.TokenComment:
		return []string{"comment"}
	case dsl.TokenKeyword:
		return []string{"keyword.control"}
	case dsl.TokenNumber:
		return []string{"constant.numeric"}
	case dsl.TokenChar, dsl.TokenString, dsl.TokenMap:
		return []string{"string", "constant.character"}
	case dsl.TokenSign:
		return []string{"keyword.operator"}
	default: // names, and words that are words in their place only, which TextMate cannot tell from names
		return []string{"variable", "entity.name", "keyword.other"}
	}
}

func TestTextMate(t *testing.T) {
	g := newGrammar()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	require.NoError(t, e.Encode(g))
	filetest.Golden(t, textMate, b.Bytes())

	for name, text := range texts(t) {
		f, _ := dsl.Parse(name, []byte(text))
		scopes := g.scopes(f.Src)
		require.Len(t, scopes, len(f.Src))
		for _, tok := range dsl.Tokens(f) {
			if tok.Kind == dsl.TokenSign && !slices.Contains(dsl.Signs(), tok.Text) {
				continue // of another language
			}
			want := scopeOf(tok.Kind)
			for i := range tok.Text {
				at := tok.Pos.Offset + i
				if strings.ContainsRune(" \t\n", rune(f.Src[at])) {
					continue
				}
				ok := slices.ContainsFunc(want, func(w string) bool { return strings.HasPrefix(scopes[at], w) })
				if !assert.True(t, ok, "%s: `%s` is %q, for pzc it is %s", tok.Pos, tok.Text, scopes[at], tok.Kind) {
					return
				}
			}
		}
	}
}

// texts are the models of the library, and the files with errors that the lexer accepts.
func texts(t *testing.T) map[string]string {
	all := map[string]string{}
	for _, name := range compilertest.LibraryFiles(t) {
		all[name] = compilertest.LibraryText(t, name)
	}
	for _, pattern := range []string{"../dsl/testdata/errors/*.pz", "../compiler/*/testdata/errors/*.pz"} {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for _, name := range files {
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			_, diags := dsl.Parse(name, text)
			refused := !utf8.Valid(text)
			for _, d := range diags {
				refused = refused || strings.HasPrefix(d.Code, "lex-") || d.Code == dsl.CodeNotText
			}
			if !refused {
				all[name] = string(text)
			}
		}
	}
	return all
}
