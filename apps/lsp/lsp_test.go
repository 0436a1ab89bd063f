package lsp

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/dsl"
)

const uri = "file:///tmp/none/a.pz"

const walk = `// A walk.
puzzle Walk
param n: 1..9 = 3
// Where the man is.
state at: 0..n = 0
def ahead(k: 1..2) = at + k
move go(k: 1..2) when ahead(k) <= n { let next = at + k  at := next }
goal at == n
instance far { n = 7 } expect cost 4
`

func TestFindings(t *testing.T) {
	c := start(t, `{}`, Options{})
	c.open(uri, strings.Replace(walk, "goal at", "goal 'ä' == 'ä' and att", 1))
	found := c.findings(uri)
	require.Len(t, found, 1)
	assert.Equal(t, diagnostic{
		Range: rangeOf{position{7, 20}, position{7, 23}}, Severity: 1, Code: "unknown-name", Source: "pzc",
		Message: "unknown name `att`\ndid you mean `at`?",
	}, found[0])
	c.change(uri, walk)
	assert.Empty(t, c.findings(uri))
	c.change(uri, strings.Replace(walk, "ahead(k) <= n", "ahead(k) <= n + 1", 1))
	late := c.late(uri)
	require.NotEmpty(t, late)
	assert.Equal(t, "may-leave-type", late[0].Code)
	c.change(uri, strings.Replace(walk, "at := next }", "at := next  also := next }\nstate also: 0..n = 0", 1))
	late = c.late(uri)
	require.Len(t, late, 2)
	assert.Equal(t, "state-follows", late[1].Code)
	assert.Equal(t, severityInfo, late[1].Severity)
	assert.Equal(t, 7, late[1].Range.Start.Line)
	c.notify("textDocument/didClose", documentParams{documentID{uri}})
	c.request("shutdown", nil, nil)
	c.notify("exit", nil)
	require.NoError(t, <-c.ended)
}

func TestNavigation(t *testing.T) {
	c := start(t, `{}`, Options{})
	c.open(uri, walk)
	var h hover
	c.request("textDocument/hover", c.at(uri, "at + k\nmove"), &h)
	assert.Equal(t, "```pz\nstate at: 0..n = 0\n```\n\nstate variable: a number\n\nWhere the man is.\n", h.Contents.Value)
	assert.Equal(t, rangeOf{position{5, 21}, position{5, 23}}, h.Range)

	var l location
	c.request("textDocument/definition", c.at(uri, "n {"), &l)
	assert.Equal(t, location{uri, rangeOf{position{2, 6}, position{2, 7}}}, l)

	params := map[string]any{"context": map[string]bool{"includeDeclaration": true}}
	at := c.at(uri, "k) <= n")
	params["textDocument"], params["position"] = at.TextDocument, at.Position
	var all []location
	c.request("textDocument/references", params, &all)
	assert.Len(t, all, 3)

	var symbols []documentSymbol
	c.request("textDocument/documentSymbol", documentParams{documentID{uri}}, &symbols)
	var names []string
	for _, s := range symbols {
		names = append(names, s.Name)
	}
	assert.Equal(t, []string{"Walk", "n", "at", "ahead", "go", "goal at == n", "far", "expect cost 4"}, names)

	var edits []textEdit
	c.change(uri, strings.Replace(walk, "goal at ==", "goal   at==", 1))
	c.request("textDocument/formatting", documentParams{documentID{uri}}, &edits)
	assert.Equal(t, []textEdit{{rangeOf{position{7, 0}, position{8, 0}}, "goal at == n\n"}}, edits)
}

// TestSeveralFiles: what is typed in one file shows in the others, before anything is stored.
func TestSeveralFiles(t *testing.T) {
	dir := t.TempDir()
	rules := strings.Replace(walk, "param n: 1..9 = 3", "use \"data.pz\"", 1)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "data.pz"), []byte("param n: 1..9 = 3\n"), 0o600))
	c := start(t, `{}`, Options{})
	main, data := "file://"+dir+"/main.pz", "file://"+dir+"/data.pz"
	c.open(main, rules)
	assert.Empty(t, c.findings(main))
	var l location
	c.request("textDocument/definition", c.at(main, "n { let"), &l)
	assert.Equal(t, location{data, rangeOf{position{0, 6}, position{0, 7}}}, l)
	c.request("textDocument/definition", c.at(main, "data.pz"), &l)
	assert.Equal(t, data, l.URI)

	c.open(data, "// Less.\nparam m: 1..9 = 3\n")
	assert.Empty(t, c.findings(data), "a part is judged by those that use it")
	found := c.findings(main)
	require.NotEmpty(t, found)
	assert.Equal(t, "unknown-name", found[0].Code)
	c.change(data, "param n: 1..9 = \n")
	assert.Len(t, c.findings(data), 1)
}

func TestCompletion(t *testing.T) {
	c := start(t, `{"capabilities":{"textDocument":{"completion":{"completionItem":{"snippetSupport":true}}}}}`, Options{})
	for _, tt := range []struct{ text, has, hasNot string }{
		{"goal at == |", "at n ahead forall min abs", "go k move next and"},
		{"goal at |", "and or in", "at forall"},
		{"move b(k: 1..2) |", "when where cost as order", "at and goal"},
		{"move b(k: 1..2) when |\ngoal true", "k at ahead", "go next"},
		{"move b(k: 1..2) { let q = k  |", "at if for let require", "q n k goal when"},
		{"move b(k: 1..2) { let q = k  at := |", "at q k n", "go"},
		{"goal forall (x, y) in {(1, 2)}: y > |", "x y at", "k"},
		{"type C = grid(2, 2)\ngoal (the c in C: true).|", "row col", "at"},
		{"instance i { |", "n", "at"},
		{"|", "goal move state instance", "at and"},
		{"// at |", "", "at goal"},
		{"state |", "", "at n"},
		{"prune go(1), |", "go", "at"},
		{"def twice(a: 1..2, b: 1..3) = a * |\nparam zz: 1..2 = 1", "a b at zz", "k"},
		{"use \"|\"", "std:moves/taquin.pz", "at"},
		{"param level: map of {'#', '.'} = \"\"\"\n  #.|\n  \"\"\"", "# .", "at"},
		{"view c in grid(1, 2): \"\" fill if at == 1 then \"red\" else \"|\"", "orange blue", "star at"},
		{"view c in grid(1, 2): \"\" fill \"red\" shape \"st|\"", "star orange up-left", "at"},
		{"view c in grid(1, 2): \"|\" fill \"red\"", "", "star orange"},
		{"|", "title author rules lost minimize maximize", "at"},
		{"view \"at {|}\"", "at n ahead", "go when"},
		{"move b(k: 1..2) when at == k else \"{at} is not {|}\" { at := k }", "k at", "b"},
	} {
		text := walk + tt.text
		at := strings.LastIndex(text, "|")
		text = text[:at] + text[at+1:]
		c.open(uri, text)
		var list completionList
		c.request("textDocument/completion", placeParams{documentID{uri}, newText(text, false).position(at)}, &list)
		labels := map[string]bool{}
		for _, i := range list.Items {
			labels[i.Label] = true
		}
		for _, w := range strings.Fields(tt.has) {
			assert.True(t, labels[w], "%s: no %s", tt.text, w)
		}
		for _, w := range strings.Fields(tt.hasNot) {
			assert.False(t, labels[w], "%s: %s", tt.text, w)
		}
	}
}

func TestProtocol(t *testing.T) {
	c := start(t, `{"capabilities":{"general":{"positionEncodings":["utf-16","utf-8"]}}}`, Options{})
	assert.True(t, c.s.utf8)
	assert.Contains(t, c.refused("textDocument/nothing", struct{}{}), "no method")
	assert.Contains(t, c.refused("initialize", struct{}{}), "before")
	assert.Contains(t, c.refused("textDocument/hover", []int{1}), "cannot unmarshal")
	assert.Contains(t, c.refused("textDocument/formatting", documentParams{documentID{uri}}), "not open")
	require.True(t, c.s.Receive(t.Context(), []byte("{")))
	assert.Equal(t, codeParse, (<-c.in).Error.Code)
	c.request("shutdown", nil, nil)
	assert.Contains(t, c.refused("textDocument/hover", struct{}{}), "shut down")
}

// URIs of files are those of package net/url, in both directions.
func TestURIs(t *testing.T) {
	s := &Server{}
	rapid.Check(t, func(t *rapid.T) {
		name := "/" + rapid.StringMatching(`[a-zA-Z0-9%# ?é~+;=\[\]&-]{1,20}`).Draw(t, "name")
		uri := s.uriOf(name)
		u, err := url.Parse(uri)
		require.NoError(t, err)
		assert.Equal(t, name, u.Path)
		assert.Equal(t, (&url.URL{Scheme: "file", Path: name}).String(), uri)
		assert.Equal(t, name, nameOf(uri))
	})
	for uri, name := range map[string]string{
		"file:///c%3A/a/b.pz": "c:/a/b.pz", "file://host/a/../b.pz": "/host/b.pz", "file:///a%2": "/a%2",
		"file:///%zz":         "/%zz",
		"untitled:Untitled-1": "untitled:Untitled-1", "std:taquin.pz": "std:taquin.pz",
	} {
		assert.Equal(t, name, nameOf(uri), uri)
	}
}

// Each word of the language and each predeclared name is described, with an example that is a declaration.
func TestWords(t *testing.T) {
	described := map[string]bool{}
	for line := range strings.Lines(wordTexts) {
		parts := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if !assert.Len(t, parts, 3, line) {
			continue
		}
		assert.False(t, described[parts[0]], "%s is there twice", parts[0])
		described[parts[0]] = true
		assert.Contains(t, parts[2], parts[0], "the example has the word")
		_, diags := dsl.Parse("example.pz", []byte("puzzle P\n"+parts[2]))
		require.NoError(t, diags.Err(), parts[2])
	}
	for _, word := range dsl.Words() {
		assert.True(t, described[word], word)
	}
	for _, name := range check.PredeclaredNames() {
		assert.True(t, described[name.Name], name.Name)
	}
}

func TestWordHover(t *testing.T) {
	c := start(t, `{}`, Options{})
	c.open("file:///a.pz", "puzzle P\nstate n: 0..3 = 0\ngoal forall i in 0..2: abs(i) < 3 and n == 3\n")
	for before, want := range map[string]string{
		"forall i":  "forall: whether a condition holds for all values",
		"abs(i)":    "goal abs(a - b) == 1",
		"n: 0..3":   "state n: 0..3",
		"puzzle P":  "a model begins with it",
		"and n ==":  "both conditions hold",
		"0..2: abs": "",
	} {
		var h *hover
		c.request("textDocument/hover", c.at("file:///a.pz", before), &h)
		if want == "" {
			assert.Nil(t, h, before)
		} else if assert.NotNil(t, h, before) {
			assert.Contains(t, h.Contents.Value, want)
		}
	}
}
