package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// runner runs jobs as a test says.
type runner struct{ jobs chan Job }

func (r runner) run(_ context.Context, j Job) (Output, error) {
	r.jobs <- j
	if j.Verb == "test" && j.JSON {
		return Output{`{"results":[{"instance":"far","expect":"cost 4","result":"failed","found":"cost 3"}]}`, 1}, nil
	}
	return Output{"Walk: solved\n\n1. go(2)\n", 0}, nil
}

const trusting = `{"capabilities":{"window":{"workDoneProgress":true},"workspace":{"codeLens":{"refreshSupport":true}}}}`

func (c *client) lenses(uri string) (titles []string, commands []command) {
	var all []lens
	c.request("textDocument/codeLens", documentParams{documentID{uri}}, &all)
	for _, l := range all {
		titles = append(titles, l.Command.Title)
		commands = append(commands, l.Command)
	}
	return titles, commands
}

func (c *client) execute(do command) string {
	return c.begin("workspace/executeCommand", map[string]any{"command": do.Command, "arguments": do.Arguments})
}

func TestHeadline(t *testing.T) {
	assert.Equal(t, "solved in 7 moves", headline("solved in 7 moves\n\n  1. take(goat)\n"))
	assert.Equal(t, "`row` cannot be made: the wolf eats the goat",
		headline("`row` cannot be made:\n  the wolf eats the goat\nThe nearest state …\n"))
	assert.Empty(t, headline("\n"))
}

func TestLenses(t *testing.T) {
	r := runner{make(chan Job, 10)}
	c := start(t, trusting, Options{Run: r.run})
	c.open(uri, walk)
	titles, commands := c.lenses(uri)
	assert.Equal(t, []string{
		"▶ solve", "▶ explore", "▶ verify", "▶ solve", "▶ explore", "▶ verify", "show its values", "▶ expect cost 4",
	}, titles)
	c.await(c.execute(commands[3]))
	assert.Equal(t, Job{Dir: "/tmp/none", Verb: "solve", Instance: "far", Stdin: walk}, <-r.jobs)
	shown := ""
	for _, m := range c.notes {
		if m.Method == "window/showMessage" {
			shown += string(m.Params)
		}
	}
	assert.Contains(t, shown, "Walk: solved")

	c.notes = nil
	c.await(c.execute(commands[7]))
	found := c.findings(uri)
	for len(found) == 0 || found[0].Code != "expect" {
		found = c.findings(uri)
	}
	assert.Equal(t, "expected cost 4, found cost 3", found[0].Message)
	titles, _ = c.lenses(uri)
	assert.Equal(t, "✗ cost 3", titles[7])
	c.change(uri, walk+"\n")
	titles, _ = c.lenses(uri)
	assert.Equal(t, "▶ expect cost 4", titles[7], "what was found is about another text")

	// The chosen instance has the values that are shown.
	c.late(uri)
	c.await(c.execute(commands[6]))
	c.notes = nil
	titles, _ = c.lenses(uri)
	assert.NotContains(t, titles, "show its values")
	var h hover
	for !strings.Contains(h.Contents.Value, "value") {
		c.request("textDocument/hover", c.at(uri, "n: 1..9"), &h)
	}
	assert.Contains(t, h.Contents.Value, "in instance `far`:\n```pz\n7\n")
}

// TestUntrusted: without trust, or without a way to start processes, models are only checked.
func TestUntrusted(t *testing.T) {
	r := runner{make(chan Job, 10)}
	for _, c := range []*client{
		start(t, `{"initializationOptions":{"untrusted":true}}`, Options{Run: r.run}), start(t, `{}`, Options{}),
	} {
		c.open(uri, walk)
		titles, _ := c.lenses(uri)
		assert.Empty(t, titles)
		why := c.refused("workspace/executeCommand", map[string]any{
			"command": commandRun, "arguments": []order{{URI: uri, Verb: "solve"}},
		})
		assert.Contains(t, why, "not trusted")
	}
	assert.Empty(t, r.jobs)
}

// TestCancel: the user cancels a run, by the request or by its progress.
func TestCancel(t *testing.T) {
	begun := make(chan struct{})
	c := start(t, trusting, Options{Run: func(ctx context.Context, _ Job) (Output, error) {
		begun <- struct{}{}
		<-ctx.Done()
		return Output{}, errors.New("ended")
	}})
	c.open(uri, walk)
	_, commands := c.lenses(uri)
	id := c.execute(commands[0])
	<-begun
	var h hover
	c.request("textDocument/hover", c.at(uri, "n: 1..9"), &h) // the server does not wait for the run
	c.notify("$/cancelRequest", map[string]any{"id": raw(c.nextID - 1)})
	assert.Equal(t, codeCancelled, c.await(id).Error.Code)
	id = c.execute(commands[0])
	<-begun
	c.notify("window/workDoneProgress/cancel", map[string]string{"token": "pzc-2"})
	assert.Equal(t, codeCancelled, c.await(id).Error.Code)
}

func TestPlan(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "walk.pz"), []byte(walk), 0o600))
	r := runner{make(chan Job, 10)}
	c := start(t, trusting, Options{Run: r.run})
	plan := "file://" + dir + "/walk.far.plan"
	text := "# A walk.\ngo(2)\ngo(2)\ngo(1)\ngo(2)\n"
	c.open(plan, text)
	assert.Empty(t, c.findings(plan))
	var h hover
	c.request("textDocument/hover", placeParams{documentID{plan}, position{2, 0}}, &h)
	assert.Equal(t, "after move 2, cost 2\n```\nat = 4\n```\n", h.Contents.Value)
	c.request("textDocument/hover", placeParams{documentID{plan}, position{4, 3}}, &h)
	assert.Contains(t, h.Contents.Value, "cost 4: a goal\n")
	var list completionList
	c.request("textDocument/completion", placeParams{documentID{plan}, position{4, 1}}, &list)
	require.Len(t, list.Items, 2)
	assert.Equal(t, "go(2)", list.Items[1].Label)
	assert.Equal(t, "cost 1, reaches a goal", list.Items[1].Detail)

	var tokens struct{ Data []int }
	c.request("textDocument/semanticTokens/full", map[string]any{"textDocument": documentID{plan}}, &tokens)
	assert.Empty(t, tokens.Data, "the words of a plan's comments are no keywords")

	c.change(plan, text+"go(1)\n")
	found := c.findings(plan)
	require.Len(t, found, 1)
	assert.Equal(t, rangeOf{position{5, 0}, position{5, 5}}, found[0].Range)
	var actions []codeAction
	c.request("textDocument/codeAction", map[string]any{"textDocument": documentID{plan}, "range": found[0].Range},
		&actions)
	require.Len(t, actions, 1)
	assert.Contains(t, actions[0].Title, "why")
	c.await(c.execute(*actions[0].Command))
	assert.Equal(t, Job{Dir: dir, Verb: "why", Model: dir + "/walk.pz", Instance: "far", Move: "go(1)", Stdin: text},
		<-r.jobs)

	var l location
	c.request("textDocument/definition", placeParams{documentID{plan}, position{1, 0}}, &l)
	assert.Equal(t, location{"file://" + dir + "/walk.pz", rangeOf{position{6, 5}, position{6, 7}}}, l)

	c.change(plan, "go(1)\ngo(2)")
	var rest []string
	done := c.await(c.execute(command{Command: commandFinish, Arguments: []any{order{URI: plan}}}))
	require.NoError(t, json.Unmarshal(done.Result, &rest))
	assert.Equal(t, []string{"go(2)", "go(2)"}, rest)
	edited := ""
	for _, m := range c.notes {
		if m.Method == "workspace/applyEdit" {
			edited = string(m.Params)
		}
	}
	assert.Contains(t, edited, `"newText":"\ngo(2)\ngo(2)\n"`)

	c.change(plan, "go(1)\ngo(3)\nrun\n")
	assert.NotEmpty(t, c.findings(plan))
	c.change(plan, "go(1)\n")
	found = c.findings(plan)
	require.Len(t, found, 1)
	assert.Equal(t, severityInfo, found[0].Severity, "the goal may still be reached")

	// A model that changes in the editor changes what its plans are worth.
	c.open("file://"+dir+"/walk.pz", strings.Replace(walk, "n = 7", "n = 1", 1))
	assert.Empty(t, c.findings(plan))
	c.change(plan, "# model missing.pz\ngo(1)\n")
	assert.Contains(t, c.findings(plan)[0].Message, "cannot be read")
	c.change(plan, "# model std:jugs.pz\n")
	c.request("textDocument/completion", placeParams{documentID{plan}, position{1, 0}}, &list)
	assert.NotEmpty(t, list.Items)
}

// TestPlayed: what is played on the board is written into the plan; comments above the change stay.
func TestPlayed(t *testing.T) {
	folder := "file://" + t.TempDir()
	plan := folder + "/walk.plan"
	c := start(t, trusting, Options{})
	c.open(folder+"/walk.pz", walk)
	c.open(plan, "")
	line := func(n int) *int { return &n }
	for _, x := range []struct {
		before       string
		moves, ahead []string
		after        string
		line         *int
	}{
		{"", []string{"go(2)"}, nil, "go(2)\n", line(0)},
		{"# model walk.pz", []string{"go(2)"}, nil, "# model walk.pz\ngo(2)\n", line(1)},
		{
			"# a\ngo(2)\n# b\ngo(1) # é\n",
			[]string{"go(2)", "go(1)", "go(2)"},
			nil,
			"# a\ngo(2)\n# b\ngo(1) # é\ngo(2)\n", line(4),
		},
		{"# a\ngo(2)\ngo(1)\n# end", []string{"go(2)", "go(2)"}, nil, "# a\ngo(2)\ngo(2)\n# end", line(2)},
		{"# a\ngo(2)\ngo(1)\n", []string{"go(1)"}, nil, "# a\ngo(1)\n", line(1)},
		{"# a\ngo(2)\ngo(1)\n", []string{"go(2)"}, []string{"go(1)"}, "# a\ngo(2)\ngo(1)\n", line(1)},
		{"# a\ngo(2)\n", nil, []string{"go(2)"}, "# a\ngo(2)\n", line(0)},
		{"go(2)\n", nil, []string{"go(2)"}, "go(2)\n", nil},
		// The last move cannot be made.
		{"go(2)\ngo(2)\ngo(2)\ngo(2)\n", []string{"go(2)", "go(1)"}, nil, "go(2)\ngo(1)\n", line(1)},
	} {
		c.change(plan, x.before)
		var got playedEdits
		c.request("pzc/played", playedParams{documentParams{documentID{plan}}, x.moves, x.ahead}, &got)
		assert.Equal(t, x.line, got.Line, x.before)
		after := newText(x.before, false)
		for _, e := range got.Edits {
			after = after.edit(change{&e.Range, e.NewText})
		}
		assert.Equal(t, x.after, after.raw)
	}
	c.change(plan, "go(2\n")
	refused := c.refused("pzc/played", playedParams{documentParams{documentID{plan}}, []string{"go(1)"}, nil})
	assert.Contains(t, refused, "cannot be written")
	model := documentParams{documentID{folder + "/walk.pz"}}
	assert.Contains(t, c.refused("pzc/played", playedParams{model, nil, nil}), "is no plan")
}

// TestBoardStart: the board of a plan with a start of its own begins there.
func TestBoardStart(t *testing.T) {
	folder := "file://" + t.TempDir()
	c := start(t, trusting, Options{})
	c.open(folder+"/p.pz",
		"puzzle P\nstate n: 0..9 = any\ninit n > 6\ngoal n == 0\nmove down when n > 0 { n := n - 1 }\n")
	c.open(folder+"/p.plan", "# model p.pz\nn = 8\ndown\ndown\n")
	var b shown
	c.request("pzc/board", placeParams{documentID{folder + "/p.plan"}, position{2, 0}}, &b)
	assert.Equal(t, map[string]string{"n": "8"}, b.Start)
	assert.Equal(t, []string{"down"}, b.Moves)
	assert.Equal(t, []string{"down"}, b.Ahead)
}

// TestBoard: what a board panel shows of a plan, up to a line, and of a model.
func TestBoard(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "steps.pz"), []byte("def most = 2\n"), 0o600))
	model := strings.Replace(walk, "go(k: 1..2)", "go(k: 1..most)", 1) + "use \"steps.pz\"\n"
	folder := "file://" + dir
	c := start(t, trusting, Options{})
	board := func(uri string, line int) (b shown) {
		c.request("pzc/board", placeParams{documentID{uri}, position{line, 0}}, &b)
		return b
	}
	c.open(folder+"/walk.pz", model)
	files := map[string]string{"walk.pz": model, "steps.pz": "def most = 2\n"}
	assert.Equal(t, shown{Files: files, Main: "walk.pz", Folder: folder}, board(folder+"/walk.pz", 3))

	plan, far := folder+"/walk.far.plan", "far"
	c.open(plan, "# A walk.\ngo(2)\ngo(1) # slow\ngo(2)\n")
	assert.Equal(t, shown{
		Files: files, Main: "walk.pz", Folder: folder, Instance: &far, Moves: []string{"go(2)", "go(1)"},
		Ahead: []string{"go(2)"},
	}, board(plan, 2))
	assert.Equal(t, []string{}, board(plan, 0).Moves, "the start, not what was shown before")
	c.change(plan, "go(2)\ngo(")
	assert.Equal(t, []string{"go(2)"}, board(plan, 1).Moves, "the line is being written")
	c.change(plan, "go(2)\ngo(2)\ngo(2)\ngo(2)\n")
	assert.Len(t, board(plan, 3).Moves, 3, "the last move cannot be made")
	c.change(plan, "# model missing.pz\n")
	assert.Contains(t, c.refused("pzc/board", placeParams{documentID{plan}, position{0, 0}}), "cannot be read")

	c.open(folder+"/walk.pz", strings.Replace(model, "goal", "goal!", 1))
	c.change(plan, "go(2)\n")
	b := board(plan, 0)
	assert.Nil(t, b.Moves, "the model has an error: the moves stay")
	assert.Contains(t, b.Files["walk.pz"], "goal!")
}
