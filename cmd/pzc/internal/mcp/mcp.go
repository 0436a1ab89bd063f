// Package mcp serves pzc to assistants: the Model Context Protocol (2025-11-25) over two streams, with one message of
// JSON-RPC 2.0 on each line.
//
// The tools are command lines of pzc (tools.go). The caller runs them, each in a process of its own. The documents and
// the models of the library are resources.
package mcp

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
)

// Options are what a server needs from its caller.
type Options struct {
	// Version is the version of pzc that the server reports to the client.
	Version string
	// Run runs a call of a tool. It ends the run when the context ends.
	Run func(context.Context, Call) (Output, error)
}

// Call is a command line of pzc, with the files that it names.
type Call struct {
	Args    []string
	Files   map[string]string
	Seconds int // the limit of time; 0: that of the caller
}

// Output is what a run printed, and its exit status.
type Output struct {
	Stdout, Stderr string
	Status         int
}

// The protocol versions that the server speaks, the newest first. What the server uses is equal in all of them.
var versions = []string{"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}

const (
	mostBytes   = 4 << 20 // of a message
	mostWaiting = 100     // calls that have no response yet
	mostRunning = 2       // calls that run at the same time
)

// The codes of JSON-RPC, and the code of MCP for a resource that does not exist.
const (
	parseError     = -32700
	invalidRequest = -32600
	unknownMethod  = -32601
	invalidParams  = -32602
	noResource     = -32002
)

type request struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
}

type response struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  any             `json:"result,omitempty"`
	Error   *failure        `json:"error,omitempty"`
}

// failure is the error of a response.
type failure struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (f *failure) Error() string { return f.Message }

type server struct {
	o       Options
	ctx     context.Context
	running chan struct{}
	work    sync.WaitGroup

	mu      sync.Mutex // guards what follows
	out     io.Writer
	err     error // of writing
	pending map[string]context.CancelFunc
}

// Serve answers a client until its messages end and all calls have a response, or until the context ends.
func Serve(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	s := &server{
		o: o, ctx: ctx, out: out,
		running: make(chan struct{}, mostRunning), pending: map[string]context.CancelFunc{},
	}
	ended := make(chan error, 1)
	go func() { ended <- s.read(bufio.NewReaderSize(in, mostBytes)) }()
	var err error
	select {
	case err = <-ended:
	case <-ctx.Done():
	}
	s.work.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	return errors.Join(err, s.err)
}

// read reads lines. A line that is too long is answered by an error, and skipped.
func (s *server) read(in *bufio.Reader) error {
	for {
		line, err := in.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			for errors.Is(err, bufio.ErrBufferFull) {
				_, err = in.ReadSlice('\n')
			}
			s.fail(nil, &failure{invalidRequest, fmt.Sprintf("a message has at most %d bytes", mostBytes)})
		} else {
			s.receive(line)
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// receive answers a message. Calls of tools run in goroutines of their own.
func (s *server) receive(line []byte) {
	var r request
	var syntax *json.SyntaxError
	switch err := json.Unmarshal(line, &r); {
	case len(line) == 0 || line[0] == '\n' || line[0] == '\r':
		return
	case errors.As(err, &syntax):
		s.fail(nil, &failure{parseError, "not JSON: " + err.Error()})
		return
	case err != nil || r.Version != "2.0" || len(r.ID) > 0 && !isID(r.ID):
		s.fail(nil, &failure{invalidRequest, "not a message of JSON-RPC 2.0; one message stands on one line"})
		return
	case r.Method == "notifications/cancelled":
		s.cancel(r.Params)
		return
	case r.Method == "" || len(r.ID) == 0: // a response, or another notification
		return
	case r.Method == "tools/call":
		s.call(r)
		return
	}
	result, err := s.answer(r.Method, r.Params)
	if err != nil {
		s.fail(r.ID, err)
		return
	}
	s.send(response{ID: r.ID, Result: result})
}

// isID reports whether a value of JSON is a text or a number.
func isID(id json.RawMessage) bool {
	return len(id) < 1000 && (id[0] == '"' || id[0] == '-' || id[0] >= '0' && id[0] <= '9')
}

// answer answers a request that needs no process.
func (s *server) answer(method string, params json.RawMessage) (any, *failure) {
	switch method {
	case "initialize":
		return s.initialize(params), nil
	case "ping":
		return struct{}{}, nil
	case "tools/list":
		return map[string]any{"tools": listed()}, nil
	case "resources/list":
		return map[string]any{"resources": resources()}, nil
	case "resources/templates/list":
		return map[string]any{"resourceTemplates": []any{}}, nil
	case "resources/read":
		return readResource(params)
	}
	return nil, &failure{unknownMethod, fmt.Sprintf("there is no method %q", method)}
}

func (s *server) initialize(params json.RawMessage) any {
	var p struct {
		ProtocolVersion string `json:"protocolVersion"`
	}
	_ = json.Unmarshal(params, &p) // of another type: the client gets the newest version
	if !slices.Contains(versions, p.ProtocolVersion) {
		p.ProtocolVersion = versions[0]
	}
	return map[string]any{
		"protocolVersion": p.ProtocolVersion,
		"capabilities":    map[string]any{"tools": struct{}{}, "resources": struct{}{}},
		"serverInfo":      map[string]any{"name": "pzc", "version": s.o.Version},
		"instructions":    instructions,
	}
}

// call runs a tool. A mistake in the arguments is a result, which the assistant reads and corrects.
func (s *server) call(r request) {
	var p struct {
		Name      string                     `json:"name"`
		Arguments map[string]json.RawMessage `json:"arguments"`
	}
	if err := json.Unmarshal(r.Params, &p); err != nil {
		s.fail(r.ID, &failure{invalidParams, "tools/call takes a name, and an object of arguments"})
		return
	}
	i := slices.IndexFunc(tools, func(t tool) bool { return t.name == p.Name })
	if i < 0 {
		s.fail(r.ID, &failure{invalidParams, fmt.Sprintf("there is no tool %q; tools/list lists them", p.Name)})
		return
	}
	id := string(r.ID)
	ctx, cancel := context.WithCancel(s.ctx)
	s.mu.Lock()
	_, twice := s.pending[id]
	full := len(s.pending) >= mostWaiting
	if !twice && !full {
		s.pending[id] = cancel
	}
	s.mu.Unlock()
	if twice || full {
		cancel()
		s.fail(r.ID, &failure{invalidRequest, "another call with this id has no response yet, or too many calls wait"})
		return
	}
	s.work.Go(func() {
		result := s.run(ctx, tools[i], p.Arguments)
		s.mu.Lock()
		delete(s.pending, id)
		s.mu.Unlock()
		if ctx.Err() == nil { // a cancelled request has no response
			s.send(response{ID: r.ID, Result: result})
		}
		cancel()
	})
}

// run waits for a place among the calls that run, and runs one.
func (s *server) run(ctx context.Context, t tool, arguments map[string]json.RawMessage) any {
	if t.text != nil {
		return t.text()
	}
	call, err := t.line(arguments)
	if err != nil {
		return said(err.Error(), true)
	}
	select {
	case s.running <- struct{}{}:
		defer func() { <-s.running }()
	case <-ctx.Done():
		return nil
	}
	out, err := s.o.Run(ctx, call)
	if err != nil {
		return said(err.Error(), true)
	}
	return shown(out)
}

// cancel ends the call with the id that the client names.
func (s *server) cancel(params json.RawMessage) {
	var p struct {
		ID json.RawMessage `json:"requestId"`
	}
	if json.Unmarshal(params, &p) != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.pending[string(p.ID)]; cancel != nil {
		cancel()
	}
}

func (s *server) fail(id json.RawMessage, f *failure) { s.send(response{ID: id, Error: f}) }

func (s *server) send(r response) {
	r.Version = "2.0"
	line, err := json.Marshal(r)
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil {
		_, err = s.out.Write(append(line, '\n'))
	}
	s.err = cmp.Or(s.err, err)
}
