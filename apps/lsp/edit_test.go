package lsp

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/dsl"
)

type edits struct {
	Changes map[string][]textEdit `json:"changes"`
}

// apply applies edits, which do not overlap, to a text.
func apply(text string, list []textEdit) string {
	for i := len(list) - 1; i >= 0; i-- {
		text = newText(text, false).edit(change{&list[i].Range, list[i].NewText}).raw
	}
	return text
}

// two writes two models: rules, and levels that use them.
func two(t *testing.T) (dir, rules, levels string) {
	dir = t.TempDir()
	for name, text := range map[string]string{
		"rules.pz": walk, "levels.pz": "use \"rules.pz\"\ninstance near { n = 2 } expect cost 1\n", "note.txt": "n",
		".hidden/x.pz": "puzzle X", "part.pz": "use \"common.pz\"\n",
	} {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	return dir, "file://" + dir + "/rules.pz", "file://" + dir + "/levels.pz"
}

func TestRename(t *testing.T) {
	dir, rules, levels := two(t)
	c := start(t, `{"workspaceFolders":[{"uri":"file://`+dir+`"}]}`, Options{})
	c.open(rules, walk)
	rename := func(before, name string) map[string]any {
		at := c.at(rules, before)
		return map[string]any{"textDocument": at.TextDocument, "position": at.Position, "newName": name}
	}
	var got edits
	c.request("textDocument/rename", rename("n: 1..9", "width"), &got)
	require.Len(t, got.Changes, 2)
	assert.Equal(t, strings.NewReplacer("param n", "param width", "0..n", "0..width", "<= n {", "<= width {", "== n",
		"== width", "{ n =", "{ width =").Replace(walk), apply(walk, got.Changes[rules]))
	assert.Equal(t, []textEdit{{rangeOf{position{1, 16}, position{1, 17}}, "width"}}, got.Changes[levels])

	for _, tt := range []struct{ before, name, why string }{
		{"n: 1..9", "at", "declared twice"},
		{"n: 1..9", "goal", "word of the language"},
		{"n: 1..9", "2n", "no name"},
		{"n: 1..9", "up", "hides the predeclared"},
		{"n: 1..9", "next", "hides"},
		{"k: 1..2) when", "next", "`next` is the name of another local"},
		{"goal at", "x", "no name of the model"},
	} {
		assert.Contains(t, c.refused("textDocument/rename", rename(tt.before, tt.name)), tt.why, tt.name)
	}
	c.open(rules, "use \"std:moves/taquin.pz\"\ninstance a { start = 1 }\n")
	assert.Contains(t, c.refused("textDocument/prepareRename", c.at(rules, "start")), "library")

	// What was not opened is found, too.
	var symbols []struct {
		Name     string   `json:"name"`
		Location location `json:"location"`
	}
	c.request("workspace/symbol", map[string]string{"query": "NR"}, &symbols)
	require.Len(t, symbols, 1)
	assert.Equal(t, levels, symbols[0].Location.URI)
}

func TestFixes(t *testing.T) {
	c := start(t, `{}`, Options{})
	wrong := strings.NewReplacer("goal at", "goal att", "<= n {", "<= n && true {").Replace(walk)
	c.open(uri, wrong)
	params := map[string]any{
		"textDocument": documentID{uri}, "range": rangeOf{End: position{99, 0}},
		"context": map[string]any{"diagnostics": []any{}},
	}
	var actions []struct {
		Title string
		Edit  edits
	}
	c.request("textDocument/codeAction", params, &actions)
	require.Len(t, actions, 2) // names are looked for also while the syntax is wrong
	assert.Equal(t, "write `and`", actions[0].Title)
	assert.Equal(t, strings.Replace(wrong, "&&", "and", 1), apply(wrong, actions[0].Edit.Changes[uri]))
	params["context"] = map[string]any{"only": []string{"source.fixAll"}}
	c.request("textDocument/codeAction", params, &actions)
	require.Len(t, actions, 1)
	assert.Equal(t, strings.NewReplacer("goal at", "goal at", "<= n {", "<= n and true {").Replace(walk),
		apply(wrong, actions[0].Edit.Changes[uri]))
}

func TestSignatureAndValues(t *testing.T) {
	c := start(t, `{}`, Options{})
	c.open(uri, walk+"const sq[i in 1..3]: 0..9 = i*i\ntype Half = 0..n/2\ngoal ahead(1) == nth({1}, at) "+
		"or sq[1] in Half\n")
	var help struct {
		Signatures []struct {
			Label string `json:"label"`
		} `json:"signatures"`
		Active int `json:"activeParameter"`
	}
	c.request("textDocument/signatureHelp", c.at(uri, "at) or"), &help)
	assert.Equal(t, "nth(T, i)", help.Signatures[0].Label)
	assert.Equal(t, 1, help.Active)
	c.request("textDocument/signatureHelp", c.at(uri, "1) == nth"), &help)
	assert.Equal(t, "ahead(k: 1..2)", help.Signatures[0].Label)
	c.late(uri) // the data are known
	for before, has := range map[string]string{
		"sq[i": "value:\n```pz\n[1, 4, 9]", "n: 1..9": "```pz\n3\n```", "Half =": "2 values", "go(k": "2 instances",
	} {
		var h hover
		c.request("textDocument/hover", c.at(uri, before), &h)
		assert.Contains(t, h.Contents.Value, has)
	}
}

func TestFoldingAndTokens(t *testing.T) {
	c := start(t, `{}`, Options{})
	text := "// One.\n// Two.\npuzzle P\nparam level: map = \"\"\"\n  ä@.\n  ...\n  \"\"\"\nstate at: " +
		"grid(level) = (0, 1)\n" +
		"move go(d: Dir) {\n  at := at + d\n}\ngoal level[at] == '.' and \"{at}\" != \"\"\n"
	c.open(uri, text)
	var folds []foldingRange
	c.request("textDocument/foldingRange", documentParams{documentID{uri}}, &folds)
	assert.Equal(t, []foldingRange{{0, 1, "comment"}, {3, 5, ""}, {8, 9, ""}}, folds)
	var tokens struct {
		Data []int `json:"data"`
	}
	c.request("textDocument/semanticTokens/full", documentParams{documentID{uri}}, &tokens)
	shown := map[string]string{}
	line, char := 0, 0
	in := newText(text, false)
	for d := tokens.Data; len(d) > 0; d = d[5:] {
		if line += d[0]; d[0] > 0 {
			char = 0
		}
		char += d[1]
		from, to := in.offset(position{line, char}), in.offset(position{line, char + d[2]})
		shown[text[from:to]] += tokenTypes[d[3]] + " "
	}
	assert.Equal(t, "keyword ", shown["goal"])
	assert.Equal(t, "string ", shown["  ä@."])
	assert.Equal(t, "variable variable variable variable variable ", shown["at"])
	assert.Equal(t, "method ", shown["go"])
	assert.Equal(t, "parameter parameter ", shown["d"])
}

// TestWordsOfEachDeclaration: what completion offers for a declaration is read by the parser once the holes are filled.
func TestWordsOfEachDeclaration(t *testing.T) {
	for _, w := range dsl.DeclWords() {
		next := dsl.Following(w)
		assert.True(t, next.Name || next.Value || len(next.Words) > 0 || w == "use" || w == "generator", w)
		assert.True(t, dsl.Snippet(w) != "" || w == "expect", w)
	}
}
