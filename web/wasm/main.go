//go:build js && wasm

// Command wasm is the compiler in a worker of a browser. Each message is a string that holds JSON. The language server
// answers messages of JSON-RPC 2.0, the playground all others: web/README.md.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"syscall/js"

	"github.com/pzc-lang/pzc/apps/lsp"
	"github.com/pzc-lang/pzc/apps/playground"
)

// version is set by the linker.
var version = "(development)"

func main() {
	ctx := context.Background()
	worker := js.Global()
	send := func(message []byte) { worker.Call("postMessage", string(message)) }
	play := playground.New(playground.Options{Version: version}, send)
	server := lsp.New(lsp.Options{Version: version, Words: playground.Words}, send)

	requests := make(chan []byte, 1024)
	worker.Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		requests <- []byte(args[0].Get("data").String())
		return nil
	}))
	go func() {
		if err := server.Run(ctx); err != nil {
			send([]byte(`{"method":"failed","params":{"message":"the language server ended"}}`))
		}
	}()
	play.Ready()
	for message := range requests {
		if forServer(message) {
			server.Receive(ctx, message)
		} else {
			play.Receive(ctx, message)
		}
	}
}

// forServer reports whether a message is of JSON-RPC 2.0.
func forServer(message []byte) bool {
	var m struct {
		Version string `json:"jsonrpc"`
	}
	return bytes.Contains(message, []byte("jsonrpc")) && json.Unmarshal(message, &m) == nil && m.Version == "2.0"
}
