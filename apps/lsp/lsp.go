// Package lsp is a language server for models (.pz), PDDL (.pddl) and plans (.plan): it tells editors what to show
// while a puzzle is written. The protocol is the Language Server Protocol 3.17.
//
// A Server takes messages by Receive and gives messages to a function. So it needs neither processes nor files, and
// also serves an editor in a browser. Serve connects a Server to two streams, as editors expect of a program.
//
// The server has two tiers. It checks syntax, names and types after each message that changes a text, when no further
// message waits. It computes findings that need the data of a puzzle when nothing was typed for a while; the next
// change cancels this work. Only the goroutine of Run changes the state of a server. Long work runs in goroutines of
// its own, on values that nobody changes, and returns its results to Run.
package lsp

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
)

// maxMessage is the greatest length of a message in bytes.
const maxMessage = 64 << 20

// Serve reads messages from a stream and writes the answers to another one, until the client says exit or ends the
// stream. It returns an error if the client did not say shutdown first, or breaks the protocol.
func Serve(ctx context.Context, r io.Reader, w io.Writer, o Options) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var writing sync.Mutex
	var broken error // of writing
	s := New(o, func(message []byte) {
		writing.Lock()
		defer writing.Unlock()
		if broken == nil {
			_, broken = fmt.Fprintf(w, "Content-Length: %d\r\n\r\n%s", len(message), message)
		}
		if broken != nil {
			cancel()
		}
	})
	var ended error // of reading; set before the context ends
	go func() {
		defer cancel()
		in := bufio.NewReader(r)
		for {
			message, err := readMessage(in)
			if err != nil {
				ended = err
				return
			}
			if !s.Receive(ctx, message) {
				return
			}
		}
	}()
	err := s.Run(ctx)
	writing.Lock()
	defer writing.Unlock()
	switch {
	case broken != nil:
		return broken
	case ctx.Err() != nil && err != nil && ended != nil && !errors.Is(ended, io.EOF):
		return ended
	}
	return err
}

// readMessage reads a header and the message that follows it.
func readMessage(in *bufio.Reader) ([]byte, error) {
	length := -1
	for lines := 0; ; lines++ {
		line, err := in.ReadSlice('\n')
		if err != nil {
			if errors.Is(err, bufio.ErrBufferFull) {
				err = errors.New("a line of the header is too long")
			}
			return nil, err
		}
		text := strings.TrimSpace(string(line))
		if text == "" && length >= 0 {
			break
		}
		name, value, _ := strings.Cut(text, ":")
		if strings.EqualFold(name, "Content-Length") {
			n, err := strconv.Atoi(strings.TrimSpace(value))
			if err != nil || n < 0 || n > maxMessage {
				return nil, fmt.Errorf("Content-Length is %q", strings.TrimSpace(value))
			}
			length = n
		}
		if lines > 100 {
			return nil, errors.New("the header names no Content-Length")
		}
	}
	message := make([]byte, length)
	_, err := io.ReadFull(in, message)
	return message, err
}

// The codes of errors that JSON-RPC and the protocol name.
const (
	codeParse          = -32700
	codeInvalidRequest = -32600
	codeNoMethod       = -32601
	codeInvalidParams  = -32602
	codeInternal       = -32603
	codeNotInitialized = -32002
	codeRequestFailed  = -32803
	codeCancelled      = -32800
)

// message is a request, a notification, or a response, as it is received or sent.
type message struct {
	Version string           `json:"jsonrpc"`
	ID      *json.RawMessage `json:"id,omitempty"`
	Method  string           `json:"method,omitempty"`
	Params  json.RawMessage  `json:"params,omitempty"`
	Result  json.RawMessage  `json:"result,omitempty"`
	Error   *responseError   `json:"error,omitempty"`
}

// responseError is why a request has no result.
type responseError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *responseError) Error() string { return e.Message }

// refuse returns an error that the user of the editor reads.
func refuse(format string, args ...any) error {
	return &responseError{codeRequestFailed, fmt.Sprintf(format, args...)}
}

// handler handles a request or a notification. A result of type later is computed in a goroutine.
type handler func(s *Server, params json.RawMessage) (any, error)

// later computes the result of a request without the state of the server.
type later func(ctx context.Context) (any, error)

// on makes a handler of a function whose parameters are read from JSON.
func on[P any](f func(*Server, *P) (any, error)) handler {
	return func(s *Server, raw json.RawMessage) (any, error) {
		var p P
		if len(raw) > 0 {
			if err := json.Unmarshal(raw, &p); err != nil {
				return nil, &responseError{codeInvalidParams, err.Error()}
			}
		}
		return f(s, &p)
	}
}

// onDocument is on for a function that is about a document which is open.
func onDocument[P any, I interface {
	*P
	id() documentID
}](f func(*Server, *document, *P) (any, error)) handler {
	return on(func(s *Server, p *P) (any, error) {
		d, err := s.document(I(p).id())
		if err != nil {
			return nil, err
		}
		return f(s, d, p)
	})
}

func (p *documentParams) id() documentID { return p.TextDocument }
func (p *placeParams) id() documentID    { return p.TextDocument }
