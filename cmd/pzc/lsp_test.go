package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"os/exec"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// editor speaks with `pzc lsp` over its streams.
type editor struct {
	t   *testing.T
	in  io.Writer
	out *bufio.Reader
}

func (e *editor) send(text string) {
	e.t.Helper()
	_, err := fmt.Fprintf(e.in, "Content-Length: %d\r\n\r\n%s", len(text), text)
	require.NoError(e.t, err)
}

// await returns the response to a request.
func (e *editor) await(id int) map[string]any {
	e.t.Helper()
	for {
		header, err := textproto.NewReader(e.out).ReadMIMEHeader()
		require.NoError(e.t, err)
		n, err := strconv.Atoi(header.Get("Content-Length"))
		require.NoError(e.t, err)
		text := make([]byte, n)
		_, err = io.ReadFull(e.out, text)
		require.NoError(e.t, err)
		var m map[string]any
		require.NoError(e.t, json.Unmarshal(text, &m))
		if m["id"] == float64(id) && m["method"] == nil {
			return m
		}
	}
}

// TestLSP: an editor has a puzzle solved by a process of its own, and cancels a run without end.
func TestLSP(t *testing.T) {
	cmd := exec.Command("pzc", "lsp")
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	e := &editor{t, in, bufio.NewReader(out)}
	e.send(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`)
	assert.Contains(t, fmt.Sprint(e.await(1)), "name:pzc")
	open := func(uri, text string) {
		e.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":%q,"text":%s}}}`,
			uri, quotedJSON(text)))
	}
	order := func(id int, uri string) {
		e.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"workspace/executeCommand","params":{"command":"pzc.run",`+
			`"arguments":[{"uri":%q,"verb":"solve"}]}}`, id, uri))
	}
	folder := "file://" + t.TempDir()
	open(folder+"/short.pz", "puzzle P\nstate at: 0..9 = 0\nmove up when at < 9 { at := at + 1 }\ngoal at == 9\n")
	open(folder+"/endless.pz", endless)
	order(2, folder+"/short.pz")
	assert.Contains(t, fmt.Sprint(e.await(2)), "P: solved in 9 moves, optimal")
	order(3, folder+"/endless.pz")
	e.send(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":3}}`)
	assert.Contains(t, fmt.Sprint(e.await(3)), "cancelled")
	e.send(`{"jsonrpc":"2.0","id":4,"method":"shutdown"}`)
	e.await(4)
	e.send(`{"jsonrpc":"2.0","method":"exit"}`)
	require.NoError(t, cmd.Wait())
}

func quotedJSON(text string) string {
	out, _ := json.Marshal(text)
	return string(out)
}
