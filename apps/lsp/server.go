package lsp

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"github.com/pzc-lang/pzc/internal/room"
)

// Options are options of a server. With the zero value the server checks and shows models, and runs nothing.
type Options struct {
	// Version is the version of pzc that the server reports to the client.
	Version string
	// Words puts other words in the place of the options that findings mention (package mention); nil: texts stay as they
	// are.
	Words func(string) string
	// Rest is the pause in typing after which the server computes findings that need the data of a puzzle; 0: 250 ms.
	Rest time.Duration
	// Run runs pzc, as the user of the editor asks; nil: models are only checked. It ends the run when the context ends.
	Run func(context.Context, Job) (Output, error)
	// Bound is the greatest time for computing these findings; 0: 10 s.
	Bound time.Duration
	// Memory is the greatest number of bytes for these findings and for plans; 0: 2 GiB.
	Memory int64
}

// Server is a language server for one client. Receive may be called by any goroutine.
type Server struct {
	o    Options
	send func(message []byte)
	in   chan incoming
	done chan func()   // work of other goroutines that changes the state
	one  chan struct{} // held by the goroutine that grounds a puzzle: one at a time
	runs chan struct{} // held by processes: two at a time
	work sync.WaitGroup

	mu      sync.Mutex
	tokens  int
	pending map[string]context.CancelFunc // requests that have no response yet, by id, and progress by token

	// The rest belongs to the goroutine of Run.
	ctx       context.Context
	phase     phase
	client    initializeParams
	utf8      bool
	docs      map[string]*document
	projects  map[string]*project // by the file that was checked
	dirty     map[string]bool     // the files to be checked
	stale     map[string]bool     // the files of which other findings are to be shown
	plans     map[string]*plan
	instances map[string]string  // whose values are shown, by the file of the model
	stored    map[string]*stored // files of the workspace that are not open
	shown     map[string]bool    // the files of which the client shows findings
}

// phase is the phase of the connection.
type phase uint8

const (
	fresh phase = iota
	running
	shut
	exited
)

// incoming is a message that was received.
type incoming struct {
	message *message
	ctx     context.Context // ends when the client cancels the request
}

// New makes a server. send is called with each message for the client, by one goroutine at a time or by several;
// it must not keep the message.
func New(o Options, send func(message []byte)) *Server {
	o.Rest, o.Bound = cmp.Or(o.Rest, 250*time.Millisecond), cmp.Or(o.Bound, 10*time.Second)
	o.Memory = cmp.Or(o.Memory, 2<<30)
	if o.Words == nil {
		o.Words = func(text string) string { return text }
	}
	return &Server{
		o: o, send: send, in: make(chan incoming, 256), done: make(chan func()), one: make(chan struct{}, 1),
		runs: make(chan struct{}, 2), plans: map[string]*plan{}, instances: map[string]string{},
		pending: map[string]context.CancelFunc{}, docs: map[string]*document{}, projects: map[string]*project{},
		dirty: map[string]bool{}, stale: map[string]bool{}, shown: map[string]bool{},
	}
}

// Receive takes a message of the client. It waits while too many messages wait, and returns false if the context ends
// before the message is taken.
func (s *Server) Receive(ctx context.Context, text []byte) bool {
	var m message
	if err := json.Unmarshal(text, &m); err != nil {
		null := json.RawMessage("null")
		s.respond(&null, nil, &responseError{codeParse, err.Error()})
		return ctx.Err() == nil
	}
	if m.Method == "$/cancelRequest" { // at once: the request may be the one that is handled
		var p struct {
			ID json.RawMessage `json:"id"`
		}
		if json.Unmarshal(m.Params, &p) == nil {
			s.mu.Lock()
			defer s.mu.Unlock()
			if cancel := s.pending[string(p.ID)]; cancel != nil {
				cancel()
			}
		}
		return true
	}
	in := incoming{&m, ctx}
	if m.ID != nil && m.Method != "" {
		request, cancel := context.WithCancel(ctx)
		in.ctx = request
		s.mu.Lock()
		s.pending[string(*m.ID)] = cancel
		s.mu.Unlock()
	}
	select {
	case s.in <- in:
		return true
	case <-ctx.Done():
		return false
	}
}

// Run handles messages until the client says exit or the context ends. It returns an error if the client did not say
// shutdown before.
func (s *Server) Run(ctx context.Context) error {
	s.ctx = ctx
	defer func() {
		for _, p := range s.projects {
			p.stop()
		}
		s.mu.Lock()
		for _, cancel := range s.pending {
			cancel()
		}
		s.mu.Unlock()
		s.work.Wait() // so that no process outlives the server
	}()
	for s.phase != exited {
		select {
		case in := <-s.in:
			s.handle(in)
			continue
		case work := <-s.done:
			_ = s.guarded("", work)
			continue
		default: // nothing waits
		}
		if s.refresh() {
			continue
		}
		select {
		case in := <-s.in:
			s.handle(in)
		case work := <-s.done:
			_ = s.guarded("", work)
		case <-ctx.Done():
			if s.phase == shut {
				return nil
			}
			return errors.New("the client ended the stream without shutdown and exit")
		}
	}
	return nil
}

// bounded returns a context that also ends when the work takes too long or too much memory.
func (s *Server) bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := room.Timed(ctx, s.o.Bound, context.DeadlineExceeded)
	return room.Within(ctx, s.o.Memory, cancel), cancel
}

// post has Run do work, and returns when Run takes the work or ends.
func (s *Server) post(work func()) {
	select {
	case s.done <- work:
	case <-s.ctx.Done():
	}
}

// guarded does work. It catches a panic, tells the client, and returns it as an error.
func (s *Server) guarded(what string, work func()) (err error) {
	defer func() {
		if r := recover(); r != nil {
			s.log(logError, fmt.Sprintf("pzc: panic in %s: %v\n%s", what, r, debug.Stack()))
			err = &responseError{codeInternal, fmt.Sprintf("pzc failed: %v", r)}
		}
	}()
	work()
	return nil
}

// handle handles a message.
func (s *Server) handle(in incoming) {
	m := in.message
	if m.Method == "" {
		return // a response, to which nothing is to be done
	}
	var result any
	err := s.admit(m)
	if err == nil && in.ctx.Err() != nil && m.ID != nil {
		err = &responseError{codeCancelled, "cancelled"}
	}
	h := handlers()[m.Method]
	switch {
	case err != nil:
	case h == nil && m.ID == nil:
		return // notifications that are not known are ignored
	case h == nil:
		err = &responseError{codeNoMethod, "there is no method " + m.Method}
	default:
		if fault := s.guarded(m.Method, func() { result, err = h(s, m.Params) }); fault != nil {
			err = fault
		}
	}
	if m.ID == nil {
		if err != nil && s.phase != fresh {
			s.log(logWarning, "pzc: "+m.Method+": "+err.Error())
		}
		return
	}
	work, long := result.(later)
	if !long || err != nil {
		s.respond(m.ID, result, err)
		return
	}
	s.work.Go(func() {
		var result any
		var err error
		if fault := s.guarded(m.Method, func() { result, err = work(in.ctx) }); fault != nil {
			err = fault
		}
		if in.ctx.Err() != nil {
			err = &responseError{codeCancelled, "cancelled"}
		}
		s.respond(m.ID, result, err)
	})
}

// admit reports whether a message may come in the phase of the server.
func (s *Server) admit(m *message) error {
	switch {
	case m.Method == "exit":
		return nil
	case s.phase == fresh && m.Method != "initialize":
		return &responseError{codeNotInitialized, "the first request is initialize"}
	case s.phase == shut:
		return &responseError{codeInvalidRequest, "the server was shut down"}
	case s.phase == running && m.Method == "initialize":
		return &responseError{codeInvalidRequest, "the server was initialized before"}
	}
	return nil
}

// respond answers a request.
func (s *Server) respond(id *json.RawMessage, result any, err error) {
	s.mu.Lock()
	if cancel := s.pending[string(*id)]; cancel != nil {
		cancel()
		delete(s.pending, string(*id))
	}
	s.mu.Unlock()
	m := message{ID: id}
	var known *responseError
	switch {
	case errors.As(err, &known):
		m.Error = known
	case err != nil:
		m.Error = &responseError{codeRequestFailed, err.Error()}
	default:
		m.Result = raw(result)
	}
	s.write(m)
}

// notify sends a notification.
func (s *Server) notify(method string, params any) {
	s.write(message{Method: method, Params: raw(params)})
}

// log writes into the log of the client.
func (s *Server) log(kind int, text string) { s.notify("window/logMessage", logParams{kind, text}) }

func (s *Server) write(m message) {
	m.Version = "2.0"
	s.send(raw(m))
}

// handlers are the methods of the protocol by name.
func handlers() map[string]handler {
	return map[string]handler{
		"initialize":  on((*Server).initialize),
		"initialized": on(func(*Server, *struct{}) (any, error) { return nil, nil }),
		"shutdown": on(func(s *Server, _ *struct{}) (any, error) {
			s.phase = shut
			return nil, nil
		}),
		"exit": func(s *Server, _ json.RawMessage) (any, error) { return nil, s.exit() },

		"textDocument/didOpen":   on((*Server).didOpen),
		"textDocument/didChange": on((*Server).didChange),
		"textDocument/didClose":  onDocument((*Server).didClose),

		"textDocument/hover":               on((*Server).hover),
		"textDocument/definition":          on((*Server).definition),
		"textDocument/formatting":          onDocument((*Server).formatting),
		"textDocument/completion":          onDocument((*Server).completion),
		"textDocument/prepareRename":       on((*Server).prepareRename),
		"textDocument/rename":              on((*Server).rename),
		"textDocument/codeAction":          onDocument((*Server).codeActions),
		"textDocument/references":          on((*Server).references),
		"textDocument/documentSymbol":      onDocument((*Server).documentSymbols),
		"textDocument/signatureHelp":       onDocument((*Server).signatureHelp),
		"textDocument/foldingRange":        onDocument((*Server).folding),
		"textDocument/codeLens":            onDocument((*Server).codeLenses),
		"textDocument/semanticTokens/full": onDocument((*Server).semanticTokens),
		"pzc/board":                        onDocument((*Server).board),
		"pzc/played":                       onDocument((*Server).played),
		"pzc/expectations":                 onDocument((*Server).expectations),
		"pzc/library":                      on((*Server).library),
		"window/workDoneProgress/cancel":   on((*Server).cancelProgress),
		"workspace/executeCommand":         on((*Server).execute),
		"workspace/symbol":                 on((*Server).workspaceSymbols),
		"workspace/didChangeWatchedFiles": on(func(s *Server, _ *struct{}) (any, error) {
			s.filesChanged()
			return nil, nil
		}),
	}
}

// exit ends the server, at once if the client did not say shutdown.
func (s *Server) exit() error {
	if s.phase != shut {
		return errors.New("exit without shutdown")
	}
	s.phase = exited
	return nil
}

// initialize tells the client what the server can do.
func (s *Server) initialize(p *initializeParams) (any, error) {
	s.phase, s.client = running, *p
	encoding := "utf-16"
	for _, e := range p.Capabilities.General.PositionEncodings {
		if e == "utf-8" {
			encoding, s.utf8 = e, true
		}
	}
	type object = map[string]any
	return object{
		"serverInfo": object{"name": "pzc", "version": s.o.Version},
		"capabilities": object{
			"positionEncoding":           encoding,
			"textDocumentSync":           object{"openClose": true, "change": 2},
			"hoverProvider":              true,
			"definitionProvider":         true,
			"referencesProvider":         true,
			"documentSymbolProvider":     true,
			"documentFormattingProvider": true,
			"foldingRangeProvider":       true,
			"workspaceSymbolProvider":    true,
			"renameProvider":             object{"prepareProvider": true},
			"signatureHelpProvider":      object{"triggerCharacters": []string{"(", ","}},
			"codeLensProvider":           object{},
			"executeCommandProvider":     object{"commands": []string{commandRun, commandTest, commandInstance, commandFinish}},
			"codeActionProvider":         object{"codeActionKinds": []string{quickFix, refactor, fixAll}},
			"completionProvider":         object{"triggerCharacters": []string{".", "'", "\""}},
			"semanticTokensProvider": object{
				"full": true, "legend": object{"tokenTypes": tokenTypes, "tokenModifiers": tokenModifiers},
			},
		},
	}, nil
}
