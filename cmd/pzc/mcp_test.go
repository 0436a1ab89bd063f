package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/internal/filetest"
	"github.com/pzc-lang/pzc/internal/pddl/pddltest"
)

// assistant speaks with `pzc mcp` over its streams.
type assistant struct {
	t    *testing.T
	in   io.WriteCloser
	out  *bufio.Reader
	cmd  *exec.Cmd
	last int // id of a request
}

func newAssistant(t *testing.T, flags ...string) *assistant {
	t.Helper()
	cmd := exec.Command("pzc", append([]string{"mcp"}, flags...)...)
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	a := &assistant{t: t, in: in, out: bufio.NewReader(out), cmd: cmd}
	assert.Contains(t, fmt.Sprint(a.ask("initialize", `{"protocolVersion":"2024-11-05"}`)), "protocolVersion:2024-11-05")
	return a
}

func (a *assistant) send(line string) {
	a.t.Helper()
	_, err := io.WriteString(a.in, line+"\n")
	require.NoError(a.t, err)
}

// next returns the next message.
func (a *assistant) next() map[string]any {
	a.t.Helper()
	line, err := a.out.ReadBytes('\n')
	require.NoError(a.t, err)
	var m map[string]any
	require.NoError(a.t, json.Unmarshal(line, &m), "%s", line)
	return m
}

// ask sends a request and returns its response, which must be the next message.
func (a *assistant) ask(method, params string) map[string]any {
	a.t.Helper()
	a.last++
	a.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, a.last, method, params))
	m := a.next()
	require.EqualValues(a.t, a.last, m["id"], "%v", m)
	return m
}

// call calls a tool and returns the text of its result.
func (a *assistant) call(tool string, arguments map[string]any) (text string, wrong bool) {
	a.t.Helper()
	params, err := json.Marshal(map[string]any{"name": tool, "arguments": arguments})
	require.NoError(a.t, err)
	result, ok := a.ask("tools/call", string(params))["result"].(map[string]any)
	require.True(a.t, ok)
	content := result["content"].([]any)[0].(map[string]any)
	return content["text"].(string), result["isError"].(bool)
}

func (a *assistant) end() {
	a.t.Helper()
	require.NoError(a.t, a.in.Close())
	require.NoError(a.t, a.cmd.Wait())
}

// toolCall is a call of a tool, and a part of the text that it returns.
type toolCall struct {
	tool      string
	arguments map[string]any
	want      string
	wrong     bool
}

func (a *assistant) calls(all []toolCall) {
	a.t.Helper()
	for _, c := range all {
		text, wrong := a.call(c.tool, c.arguments)
		assert.Contains(a.t, text, c.want, "%s %v", c.tool, c.arguments)
		assert.Equal(a.t, c.wrong, wrong, "%s %v: %s", c.tool, c.arguments, text)
	}
}

// TestLongMCPTools: two calls that take long.
func TestLongMCPTools(t *testing.T) {
	a := newAssistant(t)
	defer a.end()
	a.calls([]toolCall{
		{"why", map[string]any{"model": "std:sudoku", "instance": "clash"}, "contradict", false},
		{"rate", map[string]any{"model": "std:taquin", "instance": "small"}, "cost", false},
	})
}

// TestMCPTools: each tool does its work. The texts are those of the commands.
func TestMCPTools(t *testing.T) {
	a := newAssistant(t)
	defer a.end()
	task := pddltest.Domain + pddltest.Problem
	const lamp = "puzzle Lamp\nstate on: bool = false\nmove press { on := not on }\ngoal on\n"
	touch := strings.ReplaceAll(lamp, "press", "touch")
	a.calls([]toolCall{
		{"check", map[string]any{"model": lamp}, "1 move", false},
		{"check", map[string]any{"model": lamp + "goal on && on\n"}, "model.pz:5:9: error: there is no operator `&&`", true},
		{"check", map[string]any{"model": lamp + "goal on && on\n", "json": true}, `"fix": {"start"`, true},
		{"solve", map[string]any{"model": lamp}, "solved in 1 move, optimal", false},
		{"solve", map[string]any{"model": "std:taquin", "instance": "loyd"}, "unsolvable", false},
		{"solve", map[string]any{"model": "std:queens", "data": map[string]any{"n": 4}, "all": true}, "2 solutions", false},
		{"count", map[string]any{"model": "std:queens", "data": map[string]any{"n": 5}}, "10 solutions", false},
		{"count", map[string]any{"model": "std:queens", "limit": 2}, "at least 2", false},
		{"why", map[string]any{"model": "std:wolf_goat_cabbage", "move": "take(wolf)"}, "the goat eats the cabbage", false},
		{"why", map[string]any{"model": lamp, "plan": "press\npress\npress\n"}, "press", false},
		{"steps", map[string]any{"model": "std:sudoku"}, "1. ", false},
		{"rate", map[string]any{"model": "std:wolf_goat_cabbage"}, "cost", false},
		{"explore", map[string]any{"model": "std:wolf_goat_cabbage"}, "10 states can be reached", false},
		{"compare", map[string]any{"reference": lamp, "model": lamp}, "the same", false},
		{"compare", map[string]any{"reference": lamp, "model": touch, "same": []string{"press = touch"}}, "the same", false},
		{"validate", map[string]any{"model": lamp, "answer": "press"}, "valid: 1 move", false},
		{"validate", map[string]any{"model": lamp, "answer": ""}, "not valid", false},
		{"board", map[string]any{"model": "std:taquin"}, "867\n", false},
		{"solve", map[string]any{"model": task}, "1. (pick c a)", false},
		{"check", map[string]any{"model": pddltest.Problem + pddltest.Domain}, "3 moves", false},
		{"explore", map[string]any{"model": "; a task\n" + task}, "can be reached", false},
		{"why", map[string]any{"model": task, "move": "(drop c a)"}, "(held c) does not hold", false},
		{"validate", map[string]any{"model": task, "answer": "(walk a b)"}, "not valid", false},
		{"compare", map[string]any{"reference": task, "model": pddltest.Problem + pddltest.Domain}, "the same", false},
		{"solve", map[string]any{"model": pddltest.Domain}, "give a problem as well", true},
	})
	card, _ := a.call("language", nil)
	assert.Contains(t, card, "reads the **old** state")
	assert.LessOrEqual(t, utf8.RuneCountInString(card), 14000)
	for _, r := range a.ask("resources/list", `{}`)["result"].(map[string]any)["resources"].([]any) {
		read := a.ask("resources/read", fmt.Sprintf(`{"uri":%q}`, r.(map[string]any)["uri"]))
		assert.NotEmpty(t, read["result"].(map[string]any)["contents"].([]any)[0].(map[string]any)["text"], "%v", r)
	}
}

// TestMCPHostile: a request that is wrong gets an error that says what is wanted, and the server goes on.
func TestMCPHostile(t *testing.T) {
	a := newAssistant(t, "--timeout", "2s", "--memory", "200MB")
	defer a.end()
	for _, c := range []struct{ line, want string }{
		{`{"jsonrpc":`, "not JSON"},
		{`[1, 2]`, "JSON-RPC 2.0"},
		{`{"jsonrpc":"1.0","id":1,"method":"ping"}`, "JSON-RPC 2.0"},
		{`{"jsonrpc":"2.0","id":{},"method":"ping"}`, "JSON-RPC 2.0"},
		{`{"jsonrpc":"2.0","id":1,"method":"shell"}`, `there is no method "shell"`},
		{`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]}`, "takes a name"},
		{`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"solv"}}`, `there is no tool "solv"`},
		{`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}`, "there is no resource"},
		{`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"pzc://docs/../docs.go"}}`, "there is no resource"},
		{strings.Repeat(" ", 9<<20), "at most 4194304 bytes"},
		{strings.Repeat("[", 1<<20), "not JSON"},
	} {
		a.send(c.line)
		answer := a.next()
		assert.NotNil(t, answer["error"])
		assert.Contains(t, fmt.Sprint(answer["error"]), c.want, "%.80s", c.line)
	}
	a.send(`{"jsonrpc":"2.0","method":"notifications/unknown"}`)
	a.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":77}}`)
	for _, c := range []struct {
		tool      string
		arguments map[string]any
		want      string
	}{
		{"solve", nil, "the argument `model` is missing"},
		{"solve", map[string]any{"model": 7}, "`model` has the wrong type, string is wanted"},
		{"solve", map[string]any{"model": "std:queens", "limit": -1}, "at least 1 is wanted"},
		{"solve", map[string]any{"model": "std:queens", "instant": ""}, "did you mean `instance`?"},
		{"solve", map[string]any{"model": "std:quens"}, "did you mean `queens`?"},
		{"solve", map[string]any{"model": "/etc/passwd"}, "model.pz:1:1: error"},
		{"solve", map[string]any{"model": "use \"../../etc/passwd\"\n"}, "outside the model's folder"},
		{"solve", map[string]any{"model": "std:taquin", "instance": "x --html=/tmp/x"}, "there is no instance"},
		{"why", map[string]any{"model": "std:taquin", "move": "--html=/tmp/x"}, "expected the name of a move"},
		{"validate", map[string]any{"model": "std:taquin", "answer": "\x00"}, "error"},
	} {
		text, wrong := a.call(c.tool, c.arguments)
		assert.Contains(t, text, c.want, "%s %v", c.tool, c.arguments)
		assert.True(t, wrong, "%s %v: %s", c.tool, c.arguments, text)
	}
	text, wrong := a.call("explore", map[string]any{"model": endless, "seconds": 1})
	assert.Contains(t, text, "limit", "a model without end")
	assert.False(t, wrong)
	left, err := os.ReadDir(os.TempDir())
	require.NoError(t, err)
	for _, f := range left {
		assert.NotContains(t, f.Name(), "pzc-mcp", "nothing is left behind")
	}
}

// TestMCPCancels: a call that is cancelled has no response, and its process ends.
func TestMCPCancels(t *testing.T) {
	a := newAssistant(t)
	defer a.end()
	params, err := json.Marshal(map[string]any{"name": "explore", "arguments": map[string]any{"model": endless}})
	require.NoError(t, err)
	for _, id := range []string{`"a"`, `"b"`, `"c"`} { // one of them waits for its turn
		a.send(`{"jsonrpc":"2.0","id":` + id + `,"method":"tools/call","params":` + string(params) + `}`)
	}
	a.send(`{"jsonrpc":"2.0","id":"a","method":"tools/call","params":` + string(params) + `}`)
	assert.Contains(t, fmt.Sprint(a.next()["error"]), "another call with this id")
	for _, id := range []string{`"c"`, `"b"`, `"a"`} {
		a.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":` + id + `}}`)
	}
	text, _ := a.call("count", map[string]any{"model": "std:queens"})
	assert.Contains(t, text, "92 solutions")
}

// TestMCPTranscript: what a client reads, word by word. Clients depend on it.
func TestMCPTranscript(t *testing.T) {
	cmd := exec.Command("pzc", "mcp")
	cmd.Stdin = strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2026-01-01"}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"ping"}
{"jsonrpc":"2.0","id":3,"method":"tools/list"}
{"jsonrpc":"2.0","id":"four","method":"tools/call","params":{"name":"count","arguments":{"model":"std:queens","data":{"n":6},"json":true}}}
`)
	out, err := cmd.Output()
	require.NoError(t, err)
	got := speedInJSON.ReplaceAllString(maskSeconds.ReplaceAllString(string(out), `${1}0`), "")
	filetest.Golden(t, "testdata/mcp.jsonl", []byte(got))
}

// maskSeconds matches what differs from run to run: times and sizes in JSON within JSON.
var maskSeconds = regexp.MustCompile(`((?:_seconds|_bytes)\\": )[0-9.]+`)

// speedInJSON matches the speed of a search, which only a search of a millisecond or more has.
var speedInJSON = regexp.MustCompile(`\\"nodes_per_second\\": [0-9]+, `)
