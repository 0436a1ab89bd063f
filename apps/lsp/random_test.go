package lsp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/compiler/compilertest"
	"github.com/pzc-lang/pzc/models"
)

// units is a text as a client has it: lines of units of UTF-16, each with its end.
type units [][]uint16

func unitsOf(text string) (all units) {
	rest := text
	for {
		end := strings.IndexAny(rest, "\r\n")
		if end < 0 {
			return append(all, utf16.Encode([]rune(rest)))
		}
		if end++; strings.HasPrefix(rest[end-1:], "\r\n") {
			end++
		}
		all = append(all, utf16.Encode([]rune(rest[:end])))
		rest = rest[end:]
	}
}

// TestRandomEdits: after edits at random positions the text of the server is that of the client.
func TestRandomEdits(t *testing.T) {
	piece := rapid.StringMatching(`(goal|at|[a-z]|ä|😀|\n|\r\n|\r| |"|\{|\}){0,6}`)
	rapid.Check(t, func(t *rapid.T) {
		client := piece.Draw(t, "text") + piece.Draw(t, "more")
		server := newText(client, false)
		for range rapid.IntRange(1, 8).Draw(t, "edits") {
			lines := unitsOf(client)
			// A place of the client: a character of a line that is not its end.
			place := func(label string) (position, int) {
				line := rapid.IntRange(0, len(lines)-1).Draw(t, label)
				content := strings.TrimRight(string(utf16.Decode(lines[line])), "\r\n")
				runes := []rune(content)
				k := rapid.IntRange(0, len(runes)).Draw(t, label+" character")
				before := 0
				for _, l := range lines[:line] {
					before += len(string(utf16.Decode(l)))
				}
				return position{line, len(utf16.Encode(runes[:k]))}, before + len(string(runes[:k]))
			}
			from, i := place("from")
			to, j := place("to")
			if j < i {
				from, to, i, j = to, from, j, i
			}
			now := piece.Draw(t, "now")
			client = client[:i] + now + client[j:]
			server = server.edit(change{&rangeOf{from, to}, now})
			require.Equal(t, client, server.raw)
			require.Equal(t, strings.ReplaceAll(client, "\r\n", "\n"), server.read)
		}
		for offset := range len(server.read) + 1 {
			at := server.position(offset)
			back := server.offset(at)
			assert.LessOrEqual(t, back, offset)
			assert.Equal(t, at, server.position(back))
		}
	})
}

// wild are positions that a client should not send.
func wild(t *rapid.T) position {
	return position{rapid.IntRange(-2, 40).Draw(t, "line"), rapid.IntRange(-2, 90).Draw(t, "character")}
}

// TestRandomRequests: whatever is asked about a damaged model, the server answers and does not fail.
func TestRandomRequests(t *testing.T) {
	methods := []string{
		"hover", "definition", "references", "documentSymbol", "formatting", "completion", "signatureHelp", "prepareRename",
		"rename", "codeAction", "foldingRange", "semanticTokens/full", "codeLens",
	}
	rapid.Check(t, func(t *rapid.T) {
		var c client
		c.in = make(chan message, 10_000)
		s := New(Options{}, func(text []byte) {
			var m message
			require.NoError(t, json.Unmarshal(text, &m))
			c.in <- m
		})
		go func() { _ = s.Run(t.Context()) }()
		id := 0
		ask := func(method string, params any) {
			id++
			raws := json.RawMessage(fmt.Sprint(id))
			require.True(t, s.Receive(t.Context(), raw(message{ID: &raws, Method: method, Params: raw(params)})))
			for m := range c.in {
				require.NotEqual(t, "window/logMessage", m.Method, "%s", m.Params)
				if m.ID != nil && string(*m.ID) == fmt.Sprint(id) {
					if m.Error != nil {
						require.NotEqual(t, codeInternal, m.Error.Code, "%s: %s", method, m.Error.Message)
					}
					return
				}
			}
		}
		ask("initialize", struct{}{})
		text := walk + "param level: map of {'#'} = \"\"\"\n  ä#\n  \"\"\"\nview c in grid(level): \"{level[c]}\"\n"
		from := rapid.IntRange(0, len(text)).Draw(t, "from")
		to := min(len(text), from+rapid.IntRange(0, 20).Draw(t, "length"))
		text = strings.ToValidUTF8(text[:from]+rapid.StringMatching(`[a-z"'{}(),.:= \n]{0,4}`).Draw(t, "typed")+text[to:], "")
		send := func(method string, params any) {
			require.True(t, s.Receive(t.Context(), raw(message{Method: method, Params: raw(params)})))
		}
		send("textDocument/didOpen", map[string]any{"textDocument": documentItem{uri, 1, text}})
		for range 4 {
			method := rapid.SampledFrom(methods).Draw(t, "method")
			ask("textDocument/"+method, map[string]any{
				"textDocument": documentID{uri}, "position": wild(t), "newName": "x", "range": rangeOf{wild(t), wild(t)},
			})
			send("textDocument/didChange", map[string]any{
				"textDocument": map[string]any{"uri": uri, "version": 2},
				"contentChanges": []any{change{
					&rangeOf{wild(t), wild(t)}, rapid.SampledFrom([]string{"x", "\n", "goal ", "😀", ""}).Draw(t, "change"),
				}},
			})
		}
	})
}

// FuzzMessages: no bytes make the server fail. A server that ends says why.
func FuzzMessages(f *testing.F) {
	frame := func(texts ...string) []byte {
		var b bytes.Buffer
		for _, text := range texts {
			fmt.Fprintf(&b, "Content-Length: %d\r\n\r\n%s", len(text), text)
		}
		return b.Bytes()
	}
	begin := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`
	open := string(raw(message{Method: "textDocument/didOpen", Params: raw(map[string]any{
		"textDocument": documentItem{uri, 1, walk},
	})}))
	f.Add(frame(begin, open, `{"id":2,"method":"textDocument/hover","params":{"textDocument":{"uri":"`+uri+
		`"},"position":{"line":4,"character":7}}}`, `{"id":3,"method":"shutdown"}`, `{"method":"exit"}`))
	f.Add(frame(begin, `{"method":"$/cancelRequest","params":{"id":1}}`, `[]`, `{"id":null,"method":""}`, `{`))
	f.Add([]byte("Content-Length: 99999999999\r\n\r\n{}"))
	f.Add([]byte("Content-Length: -1\r\n\r\n{}"))
	f.Fuzz(func(t *testing.T, input []byte) {
		var out bytes.Buffer
		_ = Serve(t.Context(), bytes.NewReader(input), &out, Options{})
		for in := bufio.NewReader(&out); ; {
			text, err := readMessage(in)
			if errors.Is(err, io.EOF) {
				return
			}
			require.NoError(t, err)
			var m message
			require.NoError(t, json.Unmarshal(text, &m))
			require.NotContains(t, string(text), "panic")
		}
	})
}

// typed types a model character by character, makes a mistake regularly and takes it back.
func typed(c *client, uri, text string, every int, check func()) {
	var done strings.Builder
	for i, r := range text {
		done.WriteRune(r)
		if i%every == 0 {
			c.change(uri, done.String()+"q(")
			check()
		}
		c.change(uri, done.String())
		check()
	}
}

// TestTyping types a short model, TestLongTyping every thirtieth model of the library, TestHoursTyping all. No check
// fails, the last findings are those of the whole text, and requests between the keys are answered.
func TestTyping(t *testing.T) { typing(t, "jugs.pz") }

func TestLongTyping(t *testing.T) {
	for i, file := range compilertest.LibraryFiles(t) {
		if i%30 == 0 {
			typing(t, file)
		}
	}
}

func TestHoursTyping(t *testing.T) { typing(t, compilertest.LibraryFiles(t)...) }

func typing(t *testing.T, files ...string) {
	c := start(t, `{}`, Options{Rest: time.Hour}) // nobody rests
	for _, file := range files {
		text, err := fs.ReadFile(models.FS(), file)
		require.NoError(t, err)
		uri := "std-copy:/" + file
		c.open(uri, "")
		n := 0
		typed(c, uri, string(text), 97, func() {
			if n++; n%50 == 0 {
				at := c.s.newestEnd(c.texts[uri])
				c.request("textDocument/completion", placeParams{documentID{uri}, at}, nil)
				c.request("textDocument/semanticTokens/full", documentParams{documentID{uri}}, nil)
			}
			for _, m := range c.notes {
				require.NotEqual(t, "window/logMessage", m.Method, "%s: %s", file, m.Params)
			}
			c.notes = nil
		})
		c.change(uri, string(text)) // so that there are findings which nobody has read
		for _, d := range c.findings(uri) {
			outside := strings.HasPrefix(d.Message, "cannot read") || d.Code == "relaxation-file" || d.Code == "no-puzzle" ||
				d.Code == "unknown-name" || d.Severity > 1
			assert.True(t, outside, "%s: %s", file, d.Message)
		}
		c.notify("textDocument/didClose", documentParams{documentID{uri}})
	}
}

// newestEnd is the position of the end of a text.
func (s *Server) newestEnd(text string) position {
	t := newText(text, false)
	return t.position(len(t.read))
}
