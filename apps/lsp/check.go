package lsp

import (
	"context"
	"path"
	"slices"
	"time"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/index"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// project is a model that was checked: a file and the files that it uses.
type project struct {
	main    string
	program *puzzle.Program
	x       *index.Index
	found   diag.List         // of syntax, names and types
	late    diag.List         // of the data and the compiled puzzle
	puzzle  *puzzle.Puzzle    // nil before late is known, and with errors
	failed  diag.List         // `expect` lines that are not met
	sources map[string]string // the texts of the files, by name
	texts   map[string]*text
	part    bool // the file is a part of other models: it has no puzzle line
	pddl    bool // the file is a domain or a problem of PDDL
	utf8    bool

	results  map[diag.Span]result // of `expect` lines
	instance string               // whose values are shown; "": the model's own, or the first

	rest   *time.Timer        // until late is looked for
	cancel context.CancelFunc // ends looking for late
}

// stop ends looking for late findings.
func (p *project) stop() {
	if p.rest != nil {
		p.rest.Stop()
	}
	if p.cancel != nil {
		p.cancel()
	}
}

// sound reports whether the model has no errors. A domain of PDDL without a problem is no model.
func (p *project) sound() bool { return !p.found.HasErrors() && p.program.Model() != nil }

// has reports whether a file belongs to the project.
func (p *project) has(name string) bool {
	_, ok := p.sources[name]
	return ok
}

// text returns the text of a file of the project, as it was when it was checked.
func (p *project) text(name string) *text {
	t := p.texts[name]
	if t == nil {
		t = newText(p.sources[name], p.utf8)
		p.texts[name] = t
	}
	return t
}

// changed records that a text has changed.
func (s *Server) changed(name string) {
	s.dirty[name] = true
	if !isPlan(name) {
		s.forgetPlans()
	}
	for _, p := range s.projects {
		if p.has(name) || p.pddl && path.Dir(p.main) == path.Dir(name) {
			s.dirty[p.main] = true
			p.stop()
		}
	}
}

// forgetPlans has all plans replayed, because models changed.
func (s *Server) forgetPlans() {
	for name := range s.plans {
		s.forgetPlan(name)
		s.dirty[name] = true
	}
}

// filesChanged records that files were added, changed or removed. It drops projects that no document needs.
func (s *Server) filesChanged() {
	for main, p := range s.projects {
		p.stop()
		s.outdate(p)
		delete(s.projects, main)
	}
	s.forgetPlans()
	clear(s.dirty)
	for name := range s.docs {
		s.dirty[name] = true
	}
}

// refresh checks one of the files that changed or, when all are checked, shows the findings. It tells whether there was
// something to do.
func (s *Server) refresh() bool {
	for _, main := range sorted(s.dirty) {
		delete(s.dirty, main)
		_ = s.guarded("checking "+main, func() { s.check(main) })
		return true
	}
	files := sorted(s.stale)
	s.publish(files...)
	clear(s.stale)
	return len(files) > 0
}

// check checks a file and the files that it uses, shows the findings, and starts the timer for late findings.
func (s *Server) check(main string) {
	if isPlan(main) {
		if d := s.docs[main]; d != nil {
			s.checkPlan(d)
		}
		return
	}
	before := s.projects[main]
	if before != nil {
		before.stop()
		s.outdate(before)
	}
	content, ok := s.read(main)
	if !ok {
		delete(s.projects, main)
		return
	}
	p := &project{main: main, texts: map[string]*text{}, utf8: s.utf8, results: map[diag.Span]result{}}
	long := len(content) > mostBytes
	if long {
		content = ""
	}
	if p.pddl = puzzle.IsPlanning(main, content); p.pddl {
		p.x = &index.Index{}
		p.program, p.found = puzzle.LoadPlanning(puzzle.Text{Name: main, Text: content}, s.planningFiles(main), s.readFile)
	} else {
		p.program, p.x, p.found = puzzle.LoadIndexed(s.filesOf(main), main, content)
	}
	if long {
		p.found = nil
		p.found.Errorf(diag.Span{}, "too-large",
			"a text of more than 1 MB is not checked while it is written").Help = "write " +
			"large levels into files of their own, or run `pzc check`"
	}
	p.sources = p.program.Sources()
	delete(p.sources, check.TranslatedName(main)) // no file
	for name := range p.sources {
		if d := s.docs[name]; d != nil {
			p.texts[name] = d.text
		}
	}
	if chosen := s.instances[main]; p.sound() && slices.Contains(p.program.Instances(), chosen) {
		p.instance = chosen
	}
	p.part = slices.ContainsFunc(p.found, func(d *diag.Diagnostic) bool { return d.Code == "no-puzzle" })
	s.projects[main] = p
	s.outdate(p)
	if p.part && before == nil && s.docs[main] != nil { // before: the users are known
		for _, user := range s.users(main) {
			if s.projects[user] == nil {
				s.dirty[user] = true
			}
		}
	}
	if p.sound() && slices.ContainsFunc(sorted(p.sources), func(f string) bool { return s.docs[f] != nil }) {
		p.rest = time.AfterFunc(s.o.Rest, func() { s.post(func() { s.ground(p) }) })
	}
}

// read returns the text of a file: as it is in the editor, or as it is stored.
func (s *Server) read(name string) (string, bool) {
	content, err := s.readFile(name)
	return string(content), err == nil
}

// readFile is read that says why a file cannot be read.
func (s *Server) readFile(name string) ([]byte, error) {
	if d := s.docs[name]; d != nil {
		return []byte(d.text.raw), nil
	}
	return puzzle.ReadFile(name)
}

// planningFiles lists the names of the files in the folder of a file that may be PDDL, stored or open.
func (s *Server) planningFiles(name string) []string {
	names, _ := puzzle.PlanningFiles(name) // none in a browser
	for _, open := range sorted(s.docs) {
		if path.Dir(open) == path.Dir(name) && !slices.Contains(names, path.Base(open)) {
			names = append(names, path.Base(open))
		}
	}
	return names
}

// outdate records that the findings in the files of a project are outdated.
func (s *Server) outdate(p *project) {
	for name := range p.sources {
		s.stale[name] = true
	}
}

// ground looks for the findings that need the data of the puzzle.
func (s *Server) ground(p *project) {
	if s.projects[p.main] != p || s.dirty[p.main] {
		return
	}
	ctx, cancel := s.bounded(s.ctx)
	p.cancel = cancel
	go func() {
		defer cancel()
		select {
		case s.one <- struct{}{}:
			defer func() { <-s.one }()
		case <-ctx.Done():
			return
		}
		var z *puzzle.Puzzle
		var late diag.List
		check := func() { z, late = p.program.Check(ctx, puzzle.Data{Instance: p.instance}) }
		if s.guarded("compiling "+p.main, check) != nil ||
			ctx.Err() != nil {
			return
		}
		s.post(func() {
			if s.projects[p.main] == p && !s.dirty[p.main] {
				p.puzzle, p.late = z, late
				s.outdate(p)
			}
		})
	}()
}

// projectOf returns the project that knows most of a file, which is checked first if it changed; nil if there is none.
func (s *Server) projectOf(name string) *project {
	for s.refresh() {
	}
	own := s.projects[name]
	if own != nil && !own.part {
		return own
	}
	for _, main := range sorted(s.projects) {
		if p := s.projects[main]; main != name && p.has(name) {
			return p
		}
	}
	return own
}

// publish sends the findings in some files.
func (s *Server) publish(files ...string) {
	for _, name := range files {
		d := s.docs[name]
		list := lists.Map(s.findings(name), func(f finding) diagnostic { return s.diagnostic(f.project, f.Diagnostic) })
		if p := s.plans[name]; p != nil && d != nil {
			if p.replayed != d.text {
				continue // the findings come when the newest text is replayed
			}
			list = p.found
		}
		if d == nil && len(list) == 0 && !s.shown[name] {
			continue
		}
		params := publishParams{URI: s.uriOf(name), Diagnostics: append([]diagnostic{}, list...)}
		if d != nil {
			params.Version = &d.version
		}
		if s.shown[name] = len(list) > 0; !s.shown[name] {
			delete(s.shown, name)
		}
		s.notify("textDocument/publishDiagnostics", params)
	}
}

// finding is a finding of a project.
type finding struct {
	*diag.Diagnostic
	project *project
}

// findings lists the findings in a file: of its own project, and of others that use the file. A part is judged by those
// that use it, if there are any.
func (s *Server) findings(name string) (all []finding) {
	mains := sorted(s.projects)
	used := slices.ContainsFunc(mains, func(m string) bool { return m != name && s.projects[m].has(name) })
	seen := map[string]bool{}
	for _, main := range mains {
		p := s.projects[main]
		if main == name && p.part && used {
			continue
		}
		for _, d := range slices.Concat(p.found, p.late, p.failed).Sorted() {
			in := d.Span.Start.Filename
			key := d.Error() + d.Code
			if (in == name || main == name && !p.has(in)) && !seen[key] {
				seen[key] = true
				all = append(all, finding{d, p})
			}
		}
	}
	return all
}

// diagnostic writes a finding for the client.
func (s *Server) diagnostic(p *project, d *diag.Diagnostic) diagnostic {
	out := diagnostic{
		Range: s.placeOf(p, d.Span).Range, Severity: [...]int{severityError, severityWarning, severityInfo}[d.Severity],
		Code: d.Code, Source: "pzc", Message: diag.Clip(d.Msg),
	}
	if d.Help != "" {
		out.Message += "\n" + diag.Clip(s.o.Words(d.Help))
	}
	if d.Code == "unused" {
		out.Tags = []int{tagUnnecessary}
	}
	for _, r := range d.Related {
		if p.has(r.Span.Start.Filename) {
			out.Related = append(out.Related, relatedInfo{s.placeOf(p, r.Span), r.Msg})
		}
	}
	return out
}

// placeOf returns the place of a span of a project.
func (s *Server) placeOf(p *project, span diag.Span) location {
	name := span.Start.Filename
	if !p.has(name) {
		return location{URI: s.uriOf(p.main)}
	}
	return location{s.uriOf(name), p.text(name).rangeOf(span.Start.Offset, span.End.Offset)}
}
