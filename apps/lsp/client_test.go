package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/index"
	"github.com/pzc-lang/pzc/internal/diag"
)

// client is an editor without a screen.
type client struct {
	t        testing.TB
	s        *Server
	in       chan message
	ended    chan error
	nextID   int
	versions map[string]int
	texts    map[string]string
	notes    []message // notifications that came while responses were awaited
}

// start starts a server that looks for late findings at once.
func start(t testing.TB, capabilities string, o Options) *client {
	t.Helper()
	if o.Rest == 0 {
		o.Rest = time.Nanosecond
	}
	o.Bound = time.Hour
	c := &client{
		t: t, in: make(chan message, 10_000), ended: make(chan error, 1), versions: map[string]int{},
		texts: map[string]string{},
	}
	c.s = New(o, func(text []byte) {
		var m message
		if err := json.Unmarshal(text, &m); err != nil {
			panic(err)
		}
		c.in <- m
	})
	ctx, cancel := context.WithCancel(context.Background())
	go func() { c.ended <- c.s.Run(ctx) }()
	t.Cleanup(cancel)
	c.request("initialize", json.RawMessage(capabilities), nil)
	c.notify("initialized", struct{}{})
	return c
}

func (c *client) send(m message) {
	c.t.Helper()
	m.Version = "2.0"
	require.True(c.t, c.s.Receive(c.t.Context(), raw(m)))
}

func (c *client) notify(method string, params any) {
	c.t.Helper()
	c.send(message{Method: method, Params: raw(params)})
}

// begin sends a request and returns its id.
func (c *client) begin(method string, params any) string {
	c.t.Helper()
	c.nextID++
	id := json.RawMessage(fmt.Sprint(c.nextID))
	c.send(message{ID: &id, Method: method, Params: raw(params)})
	return string(id)
}

// await returns the response to a request.
func (c *client) await(id string) message {
	c.t.Helper()
	for m := range c.in {
		if m.ID != nil && m.Method == "" && string(*m.ID) == id {
			return m
		}
		c.note(m)
	}
	return message{}
}

// note keeps a message, and answers a request of the server.
func (c *client) note(m message) {
	if m.ID != nil && m.Method != "" {
		c.send(message{ID: m.ID, Result: json.RawMessage("null")})
	}
	c.notes = append(c.notes, m)
}

// request sends a request and reads the result.
func (c *client) request(method string, params, result any) {
	c.t.Helper()
	m := c.await(c.begin(method, params))
	require.Nil(c.t, m.Error, "%s: %v", method, m.Error)
	if result != nil {
		require.NoError(c.t, json.Unmarshal(m.Result, result))
	}
}

// refused sends a request that must fail, and returns why.
func (c *client) refused(method string, params any) string {
	c.t.Helper()
	m := c.await(c.begin(method, params))
	require.NotNil(c.t, m.Error, "%s", m.Result)
	return m.Error.Message
}

// open opens a document.
func (c *client) open(uri, text string) {
	c.t.Helper()
	c.versions[uri], c.texts[uri] = 1, text
	c.notify("textDocument/didOpen", map[string]any{
		"textDocument": map[string]any{"uri": uri, "version": 1, "languageId": "pz", "text": text},
	})
}

// change replaces the whole text of a document.
func (c *client) change(uri, text string) {
	c.t.Helper()
	c.versions[uri]++
	c.texts[uri] = text
	c.notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": uri, "version": c.versions[uri]},
		"contentChanges": []any{map[string]any{"text": text}},
	})
}

// findings waits for the next findings of the newest version of a document.
func (c *client) findings(uri string) []diagnostic {
	c.t.Helper()
	for {
		for i, m := range c.notes {
			var p publishParams
			if m.Method == "textDocument/publishDiagnostics" && json.Unmarshal(m.Params, &p) == nil && p.URI == uri &&
				p.Version != nil && *p.Version == c.versions[uri] {
				c.notes = c.notes[i+1:]
				return p.Diagnostics
			}
		}
		c.notes = nil
		c.note(<-c.in)
	}
}

// late waits until the data of a model are known, and returns the findings of its newest version. The server may
// publish these findings with those of syntax, names and types, or after them.
func (c *client) late(uri string) []diagnostic {
	c.t.Helper()
	for known := false; !known; time.Sleep(time.Millisecond) {
		c.check(uri)
		done := make(chan struct{})
		c.s.post(func() {
			p := c.s.projectOf(nameOf(uri))
			known = p != nil && p.puzzle != nil
			close(done)
		})
		<-done
	}
	c.check(uri) // so that all is published
	var list []diagnostic
	for _, m := range c.notes {
		var p publishParams
		if m.Method == "textDocument/publishDiagnostics" && json.Unmarshal(m.Params, &p) == nil && p.URI == uri {
			list = p.Diagnostics
		}
	}
	c.notes = nil
	return list
}

// check has the server check the text of a document.
func (c *client) check(uri string) {
	c.request("textDocument/hover", placeParams{documentID{uri}, position{}}, nil)
}

// at returns the parameters that name the place of the first `|` in a text, which is left out of the document.
func (c *client) at(uri, before string) placeParams {
	c.t.Helper()
	i := strings.Index(c.texts[uri], before)
	require.GreaterOrEqual(c.t, i, 0, before)
	return placeParams{documentID{uri}, newText(c.texts[uri], false).position(i)}
}

// symbol returns the symbol at an offset of a document.
func (c *client) symbol(uri string, offset int) (symbol *index.Symbol, span diag.Span) {
	done := make(chan struct{})
	c.check(uri)
	c.s.post(func() {
		if p := c.s.projectOf(nameOf(uri)); p != nil {
			symbol, span = p.x.At(nameOf(uri), offset)
		}
		close(done)
	})
	<-done
	return symbol, span
}
