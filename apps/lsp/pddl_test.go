package lsp

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/internal/pddl/pddltest"
)

const (
	boxes = "; Boxes are carried from room to room.\n" + pddltest.Domain
	moved = pddltest.Problem
)

// TestPDDL: a problem is read with the domain that is open, or else with the one beside it, and each finding stands
// where it belongs.
func TestPDDL(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "domain.pddl"), []byte(boxes), 0o600))
	ran := make(chan Job, 1)
	c := start(t, `{}`, Options{Run: func(_ context.Context, j Job) (Output, error) {
		ran <- j
		return Output{Text: "solved"}, nil
	}})
	domain, problem := "file://"+dir+"/domain.pddl", "file://"+dir+"/p01.pddl"
	c.open(problem, moved)
	assert.Empty(t, c.findings(problem))
	c.change(problem, strings.Replace(moved, "(at c b)", "(at c q)", 1))
	found := c.findings(problem)
	require.Len(t, found, 1)
	assert.Equal(t, "pddl-unknown", found[0].Code)
	assert.Equal(t, rangeOf{position{3, 15}, position{3, 16}}, found[0].Range)
	c.change(problem, strings.Replace(moved, "c - box", "c d - box", 1))
	assert.Empty(t, c.findings(problem))
	c.change(problem, moved)
	assert.Empty(t, c.findings(problem))

	c.open(domain, boxes)
	assert.Empty(t, c.findings(domain))
	c.change(problem, strings.Replace(moved, "(here a)", "", 1))
	for found = nil; len(found) == 0; { // what can never be applied is found when the task is compiled
		found = c.findings(domain)
	}
	assert.Contains(t, found[0].Message, "`walk` can never be made")
	c.change(problem, moved)
	assert.Empty(t, c.findings(problem))
	c.change(domain, strings.Replace(boxes, "(held ?b) (here ?r))", "(helt ?b) (here ?r))", 1))
	found = c.findings(domain)
	require.Len(t, found, 1)
	assert.Equal(t, 15, found[0].Range.Start.Line)
	assert.Contains(t, found[0].Message, "did you mean `held`?")
	c.change(domain, strings.Replace(boxes, "domain boxes", "domain crates", 1))
	assert.Empty(t, c.findings(domain))
	found = c.findings(problem)
	require.NotEmpty(t, found)
	assert.Contains(t, found[0].Message, "crates")
	c.change(domain, boxes)
	for len(found) > 0 { // lists from before the change may come first
		found = c.findings(problem)
	}

	var symbols []documentSymbol
	c.request("textDocument/documentSymbol", documentParams{documentID{domain}}, &symbols)
	assert.Equal(t, "boxes: room box at here held free walk pick drop", outlined(symbols))
	c.request("textDocument/documentSymbol", documentParams{documentID{problem}}, &symbols)
	assert.Equal(t, "moved: a b c goal", outlined(symbols))

	var lenses []lens
	c.request("textDocument/codeLens", documentParams{documentID{domain}}, &lenses)
	assert.Empty(t, lenses)
	c.request("textDocument/codeLens", documentParams{documentID{problem}}, &lenses)
	require.Len(t, lenses, 2)
	params := map[string]any{"command": lenses[0].Command.Command, "arguments": lenses[0].Command.Arguments}
	c.request("workspace/executeCommand", params, nil)
	j := <-ran
	assert.Equal(t, []string{"solve", "", boxes + "\n" + moved}, []string{j.Verb, j.Model, j.Stdin})

	var board shown
	c.request("pzc/board", placeParams{TextDocument: documentID{problem}}, &board)
	assert.Equal(t, map[string]string{"domain.pddl": boxes, "p01.pddl": moved}, board.Files)
	quiet(c, domain)
	quiet(c, problem)
}

// outlined writes an outline as a line.
func outlined(symbols []documentSymbol) string {
	var words []string
	for _, s := range symbols {
		words = append(words, s.Name+":")
		for _, c := range s.Children {
			words = append(words, c.Name)
		}
	}
	return strings.Join(words, " ")
}

// quiet asks for what the server does not tell of a text of PDDL: each answer is empty.
func quiet(c *client, uri string) {
	c.t.Helper()
	at := placeParams{documentID{uri}, position{4, 20}}
	for _, method := range []string{"hover", "definition", "signatureHelp"} {
		var got any
		c.request("textDocument/"+method, at, &got)
		assert.Nil(c.t, got, method)
	}
	for _, method := range []string{"references", "formatting", "codeAction", "foldingRange"} {
		var got []any
		c.request("textDocument/"+method, at, &got)
		assert.Empty(c.t, got, method)
	}
	var list completionList
	c.request("textDocument/completion", at, &list)
	assert.Empty(c.t, list.Items)
	c.request("textDocument/semanticTokens/full", at, nil)
	c.request("workspace/symbol", map[string]string{"query": "a"}, nil)
	c.request("pzc/expectations", at, nil)
	assert.Contains(c.t, c.refused("textDocument/prepareRename", at), "no name")
	c.request("pzc/board", at, nil)
	c.request("textDocument/codeLens", at, nil)
}

// TestPDDLWrong: what is no pair of a domain and a problem has one clear finding, and nothing else fails.
func TestPDDLWrong(t *testing.T) {
	for name, tt := range map[string]struct{ file, text, has string }{
		"alone":     {"p.pddl", moved, "there is no domain beside this problem"},
		"other":     {"p.pddl", boxes + strings.Replace(moved, ":domain boxes", ":domain crates", 1), "crates"},
		"open":      {"domain.pddl", strings.Replace(boxes, "(here ?to)))", "(here ?to))", 1), "not closed"},
		"closed":    {"p.pddl", boxes + moved + ")", "closes nothing"},
		"empty":     {"p.pddl", "", "(define (domain …) …)` is missing"},
		"cut":       {"p.pddl", "(define (problem", "there is no domain"},
		"binary":    {"p.pddl", "\x00\x01\xff(define", "the file is not text"},
		"many":      {"p.pddl", strings.Repeat("(", 5000), "brackets"},
		"a model":   {"p.pddl", walk, "a PDDL text is one"},
		"by text":   {"a.pz", boxes + strings.Replace(moved, "c b", "c q", 1), "`q`"},
		"only name": {"p.pddl", "(define (problem p))", "there is no domain beside"},
	} {
		t.Run(name, func(t *testing.T) {
			c := start(t, `{}`, Options{Run: func(context.Context, Job) (Output, error) { return Output{}, nil }})
			uri := "file://" + t.TempDir() + "/" + tt.file
			c.open(uri, tt.text)
			found := c.findings(uri)
			require.NotEmpty(t, found)
			assert.Contains(t, found[0].Message, tt.has)
			quiet(c, uri)
		})
	}
}

// TestPDDLPlan: a plan of a problem is replayed, as a plan of a model is.
func TestPDDLPlan(t *testing.T) {
	c := start(t, `{}`, Options{})
	folder := "file://" + t.TempDir()
	c.open(folder+"/p.pddl", boxes+moved)
	plan := folder + "/p.plan"
	c.open(plan, "(pick c a)\n(walk a b)\n(drop c b)\n")
	assert.Empty(t, c.findings(plan))
	c.change(plan, "(pick c a)\n(drop c b)\n")
	found := c.findings(plan)
	require.Len(t, found, 1)
	assert.Equal(t, 1, found[0].Range.Start.Line)
	assert.Contains(t, found[0].Message, "(here b)")
	var list completionList
	c.request("textDocument/completion", placeParams{documentID{plan}, position{1, 0}}, &list)
	require.NotEmpty(t, list.Items)
	assert.Contains(t, list.Items[0].Label, "(")
	c.change(folder+"/p.pddl", boxes)
	assert.Contains(t, c.findings(plan)[0].Message, "a plan is of a problem")
}
