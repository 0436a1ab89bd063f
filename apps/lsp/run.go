package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// Solving is done by other processes, so that it can be cancelled, has limits, and never harms the server.

// Job is a run of pzc that the user asked for.
type Job struct {
	Dir      string // the folder to run in
	Verb     string // the command: solve, explore, verify, test or why
	Model    string // the file; "": the model is Stdin
	Instance string // "" for none
	Move     string // for why: the move that cannot be made after the plan in Stdin; "": where this plan goes wrong
	Stdin    string
	JSON     bool // the output is read by the server
}

// Output is the output of a run, and its exit status.
type Output struct {
	Text   string
	Status int
}

// lens is a command above a line.
type lens struct {
	Range   rangeOf `json:"range"`
	Command command `json:"command"`
}

// The commands that the server executes.
const (
	commandRun      = "pzc.run"
	commandTest     = "pzc.test"
	commandInstance = "pzc.instance"
	commandFinish   = "pzc.finish"
)

// order is the argument of a command.
type order struct {
	URI      string `json:"uri"`
	Verb     string `json:"verb,omitempty"`
	Instance string `json:"instance,omitempty"`
}

// mayRun reports whether the server may start processes.
func (s *Server) mayRun() bool { return s.o.Run != nil && !s.client.Options.Untrusted }

// codeLenses lists the runnable parts: each puzzle and instance, and each `expect` with its last result.
func (s *Server) codeLenses(d *document, _ *documentParams) (any, error) {
	out := []lens{}
	in := s.projectOf(d.name)
	if !s.mayRun() || in == nil || !in.sound() {
		return out, nil
	}
	add := func(at diag.Span, title, name string, o order) {
		r := d.rangeOf(at)
		out = append(out, lens{rangeOf{r.Start, r.Start}, command{title, name, []any{o}}})
	}
	verbs := []string{"solve", "explore", "verify"}
	runs := func(at diag.Span, instance string) {
		for _, verb := range verbs {
			add(at, "▶ "+verb, commandRun, order{URI: d.uri, Verb: verb, Instance: instance})
		}
	}
	for _, p := range d.parts() {
		if verbs = verbs[:2]; p.Section == "problem" {
			runs(p.Named, "")
		}
	}
	for _, decl := range d.file().Decls {
		switch decl := decl.(type) {
		case *dsl.PuzzleDecl:
			if in.program.Complete() {
				runs(decl.Span(), "")
			}
		case *dsl.InstanceDecl:
			runs(decl.Span(), decl.Name.Name)
			if in.instance != decl.Name.Name {
				add(decl.Span(), "show its values", commandInstance, order{URI: d.uri, Instance: decl.Name.Name})
			}
		default:
		}
	}
	for _, e := range s.expects(in, d.name) {
		title := "▶ expect " + e.text
		if r, tested := in.results[e.at]; tested {
			title = map[puzzle.Verdict]string{puzzle.Met: "✓ ", puzzle.Missed: "✗ ", puzzle.Undecided: "? "}[r.Verdict] + r.Found
		}
		add(e.at, title, commandTest, order{URI: d.uri, Instance: e.instance})
	}
	return out, nil
}

// expect is an `expect` line.
type expect struct {
	at             diag.Span
	instance, text string
}

// expects lists the `expect` lines of a project that stand in a file; "" for all files.
func (s *Server) expects(p *project, name string) (all []expect) {
	for _, instance := range append([]string{""}, p.program.Instances()...) {
		for _, x := range p.program.Expectations(instance) {
			if name == "" || x.Span.Start.Filename == name {
				all = append(all, expect{x.Span, instance, puzzle.ExpectationText(x)})
			}
		}
	}
	return all
}

// expectations lists the `expect` lines of a document for a test explorer.
func (s *Server) expectations(d *document, _ *documentParams) (any, error) {
	out := []map[string]any{}
	in := s.projectOf(d.name)
	if in == nil || !in.sound() {
		return out, nil
	}
	for _, e := range s.expects(in, d.name) {
		out = append(out, map[string]any{"instance": e.instance, "expect": e.text, "range": d.rangeOf(e.at)})
	}
	return out, nil
}

// execute executes a command.
func (s *Server) execute(p *struct {
	Command   string  `json:"command"`
	Arguments []order `json:"arguments"`
},
) (any, error) {
	if len(p.Arguments) != 1 {
		return nil, &responseError{codeInvalidParams, "a command has one argument: an object with a uri"}
	}
	o := p.Arguments[0]
	d, err := s.document(documentID{o.URI})
	if err != nil {
		return nil, err
	}
	if !s.mayRun() && p.Command != commandInstance {
		return nil, refuse("this workspace is not trusted, or pzc cannot be started from here: models are only checked")
	}
	switch p.Command {
	case commandInstance:
		s.instances[d.name] = o.Instance
		s.changed(d.name)
		return nil, nil
	case commandRun:
		if o.Verb == "why" && isPlan(d.name) {
			return s.why(d), nil
		}
		if !slices.Contains([]string{"solve", "explore", "verify"}, o.Verb) {
			return nil, refuse("there is no command `%s`", o.Verb)
		}
		return s.run(d, o), nil
	case commandTest:
		return s.test(d, o), nil
	case commandFinish:
		if isPlan(d.name) {
			return s.finish(d), nil
		}
	}
	return nil, &responseError{codeInvalidParams, "there is no command " + p.Command}
}

// job returns the run of a command on the text of a document.
func job(d *document, verb, instance string) Job {
	return Job{Dir: path.Dir(d.name), Verb: verb, Instance: instance, Stdin: d.text.read}
}

// run runs a command, and shows its output.
func (s *Server) run(d *document, o order) later {
	j := job(d, o.Verb, o.Instance)
	if in := s.projectOf(d.name); d.pddl && in != nil {
		for name, text := range in.sources {
			if name != d.name { // the domain
				j.Stdin = text + "\n" + j.Stdin
			}
		}
	}
	return func(ctx context.Context) (any, error) { return s.shownRun(ctx, o.Verb+" "+path.Base(d.name), j) }
}

// why asks why a move of a plan cannot be made or, without such a move, where the plan goes wrong.
func (s *Server) why(d *document) later {
	p, t := s.planOf(d), d.text
	j := job(d, "why", p.instance)
	j.Model = p.model
	if p.refused >= 0 && p.refused < len(t.lines) {
		move, _, _ := strings.Cut(t.content(p.refused), "#")
		j.Move, j.Stdin = strings.TrimSpace(move), t.read[:t.offset(position{p.refused, 0})]
	}
	return func(ctx context.Context) (any, error) { return s.shownRun(ctx, "why "+path.Base(d.name), j) }
}

// shownRun runs a command and shows its output: the headline as a message, all of it in the log.
func (s *Server) shownRun(ctx context.Context, title string, j Job) (any, error) {
	out, err := s.working(ctx, title, j)
	if err != nil {
		return nil, err
	}
	kind := logInfo
	if out.Status > 1 {
		kind = logWarning
	}
	s.log(logInfo, "pzc "+title+"\n"+out.Text)
	s.notify("window/showMessage", logParams{kind, diag.Clip(headline(out.Text))})
	return map[string]any{"text": out.Text, "status": out.Status}, nil
}

// headline returns the first line of a text. If this line announces others by a colon, the next line belongs to it.
func headline(text string) string {
	first, rest, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if strings.HasSuffix(first, ":") {
		next, _, _ := strings.Cut(rest, "\n")
		first += " " + strings.TrimSpace(next)
	}
	return first
}

// working runs a command while the client shows that it works, and lets the user cancel it. At most two run at once.
func (s *Server) working(ctx context.Context, title string, j Job) (Output, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if s.client.Capabilities.Window.WorkDoneProgress {
		defer s.endProgress(s.beginProgress(title, cancel))
	}
	select {
	case s.runs <- struct{}{}:
		defer func() { <-s.runs }()
	case <-ctx.Done():
		return Output{}, &responseError{codeCancelled, "cancelled"}
	}
	out, err := s.o.Run(ctx, j)
	if ctx.Err() != nil {
		return Output{}, &responseError{codeCancelled, "cancelled"}
	}
	return out, err
}

// beginProgress has the client show a piece of work that can be cancelled.
func (s *Server) beginProgress(title string, cancel context.CancelFunc) string {
	s.mu.Lock()
	s.tokens++
	token := fmt.Sprintf("pzc-%d", s.tokens)
	s.pending[token] = cancel
	s.mu.Unlock()
	id := raw(token)
	s.write(message{ID: &id, Method: "window/workDoneProgress/create", Params: raw(map[string]string{"token": token})})
	s.progress(token, map[string]any{"kind": "begin", "title": "pzc " + title, "cancellable": true})
	return token
}

func (s *Server) endProgress(token string) {
	s.mu.Lock()
	delete(s.pending, token)
	s.mu.Unlock()
	s.progress(token, map[string]any{"kind": "end"})
}

func (s *Server) progress(token string, value any) {
	s.notify("$/progress", map[string]any{"token": token, "value": value})
}

// cancelProgress ends a piece of work that the client shows.
func (s *Server) cancelProgress(p *struct {
	Token string `json:"token"`
},
) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.pending[p.Token]; cancel != nil {
		cancel()
	}
	return nil, nil
}

// result is the result of an `expect` line, as `pzc test` writes it.
type result struct {
	Instance string         `json:"instance"`
	Expect   string         `json:"expect"`
	Verdict  puzzle.Verdict `json:"result"`
	Found    string         `json:"found"`
	Seconds  float64        `json:"seconds"`
}

// test tests the `expect` lines of an instance. Lines that are not met become findings.
func (s *Server) test(d *document, o order) any {
	in := s.projectOf(d.name)
	if in == nil || !in.sound() {
		return later(func(context.Context) (any, error) { return nil, refuse("the model has errors; correct them first") })
	}
	expects := s.expects(in, "")
	j := job(d, "test", o.Instance)
	j.JSON = true
	return later(func(ctx context.Context) (any, error) {
		out, err := s.working(ctx, "test "+path.Base(d.name), j)
		if err != nil {
			return nil, err
		}
		var answer struct {
			Results []result `json:"results"`
		}
		if err := json.Unmarshal([]byte(out.Text), &answer); err != nil {
			return nil, refuse("%s", diag.Clip(out.Text))
		}
		s.post(func() { s.tested(in, expects, answer.Results) })
		return answer.Results, nil
	})
}

// tested keeps results of `expect` lines, until the text of the model changes.
func (s *Server) tested(p *project, expects []expect, results []result) {
	if s.projects[p.main] != p {
		return
	}
	for _, e := range expects {
		for _, r := range results {
			if r.Instance != e.instance || r.Expect != e.text {
				continue
			}
			p.results[e.at] = r
			p.failed = slices.DeleteFunc(p.failed, func(d *diag.Diagnostic) bool { return d.Span == e.at })
			if r.Verdict == puzzle.Missed {
				p.failed.Errorf(e.at, "expect", "expected %s, found %s", r.Expect, r.Found)
			}
		}
	}
	s.outdate(p)
	if s.client.Capabilities.Workspace.CodeLens.RefreshSupport {
		id := raw(fmt.Sprintf("pzc-lens-%d", len(p.results)))
		s.write(message{ID: &id, Method: "workspace/codeLens/refresh"})
	}
}
