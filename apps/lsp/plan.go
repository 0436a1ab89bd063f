package lsp

import (
	"context"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/compiler/index"
	"github.com/pzc-lang/pzc/compiler/semantics/view"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lazy"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// A plan is a file with moves of a model. The plan names its model: `# model FILE.pz INSTANCE` in a comment, or by its
// own name: MODEL.plan or MODEL.INSTANCE.plan beside MODEL.pz or MODEL.pddl. The reference semantics replays it after
// each change.

// planExt is how names of plans end.
const planExt = ".plan"

func isPlan(name string) bool { return path.Ext(name) == planExt }

// plan is a plan that is open, with its model. The puzzle and the game belong to whoever holds busy.
type plan struct {
	model, instance string
	files           openTexts
	beside          []string // files of PDDL
	busy            chan struct{}
	built           bool
	puzzle          *puzzle.Puzzle
	game            *puzzle.Game
	problem         string             // why there is no game
	cancel          context.CancelFunc // ends the replay in hand
	replayed        *text              // the text that found and refused are about
	found           []diagnostic
	refused         int // the line of the move that cannot be made, -1: there is none
}

var modelLine = lazy.Compile(`(?m)^[ \t]*#[ \t]*model:?[ \t]+(\S+)(?:[ \t]+(\S+))?\s*$`)

// modelOf returns the model and the instance of a plan; the model is "" if the plan names none.
func (s *Server) modelOf(d *document) (model, instance string) {
	dir := path.Dir(d.name)
	if m := modelLine.Get().FindStringSubmatch(d.text.read); m != nil {
		if strings.HasPrefix(m[1], "std:") {
			return m[1], m[2]
		}
		return path.Join(dir, m[1]), m[2]
	}
	base := strings.TrimSuffix(path.Base(d.name), planExt)
	for {
		for _, ext := range []string{".pz", ".pddl"} {
			model := path.Join(dir, base+ext)
			if _, exists := s.read(model); exists {
				return model, instance
			}
		}
		i := strings.LastIndexByte(base, '.')
		if i < 0 || instance != "" {
			return "", ""
		}
		base, instance = base[:i], base[i+1:]
	}
}

// planOf returns the stored results about the plan in a document. It drops them if the plan names another model.
func (s *Server) planOf(d *document) *plan {
	model, instance := s.modelOf(d)
	p := s.plans[d.name]
	if p == nil || p.model != model || p.instance != instance {
		s.forgetPlan(d.name)
		p = &plan{model: model, instance: instance, files: s.filesOf(model), busy: make(chan struct{}, 1)}
		p.beside = s.planningFiles(model)
		s.plans[d.name] = p
	}
	return p
}

// forgetPlan drops the stored results about a plan.
func (s *Server) forgetPlan(name string) {
	if p := s.plans[name]; p != nil && p.cancel != nil {
		p.cancel()
	}
	delete(s.plans, name)
}

// with calls use with the game of the plan, which is built first, unless there is no game or the context ends.
func (p *plan) with(ctx context.Context, use func(*puzzle.Puzzle, *puzzle.Game)) {
	select {
	case p.busy <- struct{}{}:
		defer func() { <-p.busy }()
	case <-ctx.Done():
		return
	}
	if !p.built {
		p.build(ctx)
		p.built = ctx.Err() == nil
	}
	if p.puzzle == nil || ctx.Err() != nil {
		return
	}
	if p.game != nil {
		defer p.game.Within(ctx)()
	}
	use(p.puzzle, p.game)
}

func (p *plan) build(ctx context.Context) {
	if p.model == "" {
		p.problem = "the plan has no model: call it MODEL.plan or MODEL.INSTANCE.plan beside MODEL.pz, " +
			"or write a line `# model FILE.pz INSTANCE`"
		return
	}
	text, err := p.files.readModel(p.model)
	if err != nil {
		p.problem = "the model cannot be read: " + err.Error()
		return
	}
	program, diags := p.load(text)
	var z *puzzle.Puzzle
	if !diags.HasErrors() && program.Model() == nil {
		p.problem = "the plan belongs to a domain; a plan is of a problem"
		return
	}
	if !diags.HasErrors() {
		var more diag.List
		z, more = program.InstantiateContext(ctx, puzzle.Data{Instance: p.instance})
		diags = append(diags, more...)
	}
	if ctx.Err() != nil {
		return
	}
	if diags.HasErrors() {
		errs := slices.DeleteFunc(diags, func(d *diag.Diagnostic) bool { return d.Severity != diag.Error })
		p.problem = "the model has an error: " + diag.Clip(errs[0].Error())
		return
	}
	p.puzzle = z
	if p.game, err = z.Play(ctx); err != nil && ctx.Err() == nil {
		p.problem = err.Error()
	}
}

// load reads the model of a plan, which has a text.
func (p *plan) load(text []byte) (*puzzle.Program, diag.List) {
	if puzzle.IsPlanning(p.model, string(text)) {
		return puzzle.LoadPlanning(puzzle.Text{Name: p.model, Text: string(text)}, p.beside, p.files.readModel)
	}
	return puzzle.LoadText(p.files, p.model, string(text))
}

// readModel reads a file that a plan names, or its text in the editor.
func (o openTexts) readModel(name string) ([]byte, error) {
	if text, open := o.texts[name]; open {
		return []byte(text), nil
	}
	return puzzle.ReadFile(name)
}

// checkPlan replays a plan, and shows why it is refused.
func (s *Server) checkPlan(d *document) {
	p := s.planOf(d)
	if p.cancel != nil {
		p.cancel()
	}
	ctx, cancel := s.bounded(s.ctx)
	p.cancel = cancel
	t := d.text
	go func() {
		defer cancel()
		found, refused := []diagnostic{}, -1
		fault := s.guarded("replaying "+d.name, func() {
			p.with(ctx, func(z *puzzle.Puzzle, _ *puzzle.Game) { found, refused = s.replay(ctx, z, d.name, t) })
			if p.problem != "" {
				found = []diagnostic{{Severity: severityInfo, Source: "pzc", Message: p.problem}}
			}
		})
		if fault != nil || ctx.Err() != nil {
			return
		}
		s.post(func() {
			if s.plans[d.name] == p && d.text == t {
				p.replayed, p.found, p.refused = t, found, refused
				s.stale[d.name] = true
			}
		})
	}()
}

// replay returns the findings about a plan, and the line of the move that is not applicable. That the goal is not
// reached yet is no error: the plan may be in the middle of being written.
func (s *Server) replay(ctx context.Context, z *puzzle.Puzzle, name string, t *text) (found []diagnostic, refused int) {
	found, refused = []diagnostic{}, -1
	checks, diags := z.Validate(ctx, puzzle.Text{Name: name, Text: t.read}, puzzle.ValidateOptions{})
	for _, d := range diags {
		found = append(found,
			diagnostic{t.rangeOf(d.Span.Start.Offset, d.Span.End.Offset), severityError, d.Code, "pzc", d.Msg, nil, nil})
	}
	for _, c := range checks {
		for _, f := range c.Failures {
			out := diagnostic{Severity: severityError, Code: f.Code, Source: "pzc", Message: diag.Clip(f.Msg)}
			switch {
			case f.OfAnswer() && f.Span.Start.Filename == name:
				out.Range = t.rangeOf(f.Span.Start.Offset, f.Span.End.Offset)
			case c.Step > 0:
				out.Range = t.rangeOf(c.Places[c.Step-1].Start.Offset, c.Places[c.Step-1].End.Offset)
				refused = out.Range.Start.Line
			default:
				if n := len(c.Places); n > 0 {
					out.Range = t.rangeOf(c.Places[n-1].Start.Offset, c.Places[n-1].End.Offset)
				}
				out.Severity = severityInfo
			}
			if f.Help != "" {
				out.Message += "\n" + s.o.Words(f.Help)
			}
			found = append(found, out)
		}
	}
	return found, refused
}

// after returns the state after a plan, the number of its moves, their cost, and why the next move is refused.
func after(g *puzzle.Game, plan puzzle.Text) (state []int64, moves int, cost int64, why string) {
	state, steps, why := g.Load(plan)
	for _, step := range steps {
		state, cost = step.State, cost+step.Cost
	}
	return state, len(steps), cost, why
}

// planHover shows the state after the line of a plan.
func (s *Server) planHover(d *document, at position) any {
	p, t := s.planOf(d), d.text
	line := max(0, min(at.Line, len(t.lines)-1))
	prefix := puzzle.Text{Name: d.name, Text: t.read[:t.offset(position{line, len(t.content(line))})]}
	return later(func(ctx context.Context) (any, error) {
		var out *hover
		p.with(ctx, func(_ *puzzle.Puzzle, g *puzzle.Game) {
			if g == nil {
				return
			}
			state, moves, cost, why := after(g, prefix)
			words := "at the start"
			if moves > 0 {
				words = fmt.Sprintf("after move %d, cost %d", moves, cost)
			}
			if g.Goal(state) {
				words += ": a goal"
			}
			if why != "" {
				words += "; then refused: " + why
			}
			out = &hover{markup{"markdown", words + "\n```\n" + board(g.Shown(state)) + "```\n"}, rangeOf{
				position{line, 0}, position{line, t.position(len(prefix.Text)).Character},
			}}
		})
		return out, nil
	})
}

// planDefinition returns where the move in a line of a plan is declared.
func (s *Server) planDefinition(d *document, at position) any {
	p, line := s.planOf(d), strings.TrimSpace(d.text.content(max(0, min(at.Line, len(d.text.lines)-1))))
	name := regexp.MustCompile(`^\w*`).FindString(line)
	model, err := p.files.readModel(p.model)
	if err != nil {
		return nil
	}
	program, x, _ := puzzle.LoadIndexed(p.files, p.model, string(model))
	in := &project{main: p.model, sources: program.Sources(), texts: map[string]*text{}, utf8: s.utf8}
	is := func(symbol *index.Symbol) bool { return symbol.Kind == index.Move && symbol.Name == name }
	if move := lists.First(x.Symbols, is); move != nil {
		return s.placeOf(in, move.Span)
	}
	return nil
}

// finish writes the rest of a best plan at the end of a plan.
func (s *Server) finish(d *document) later {
	p, t := s.planOf(d), d.text
	return func(ctx context.Context) (any, error) {
		ctx, cancel := s.bounded(ctx)
		defer cancel()
		if s.client.Capabilities.Window.WorkDoneProgress {
			defer s.endProgress(s.beginProgress("finishing "+path.Base(d.name), cancel))
		}
		var rest []string
		var problem error
		p.with(ctx, func(z *puzzle.Puzzle, g *puzzle.Game) {
			if g == nil {
				problem = refuse("%s", p.problem)
				return
			}
			rest, problem = s.rest(ctx, z, g, puzzle.Text{Name: d.name, Text: t.read})
		})
		switch {
		case problem != nil:
			return nil, problem
		case ctx.Err() != nil || rest == nil:
			return nil, refuse("no best plan was found in time; `pzc solve` has longer limits")
		}
		end := t.position(len(t.read))
		text := strings.Join(rest, "\n") + "\n"
		if end.Character > 0 {
			text = "\n" + text
		}
		edit := map[string]any{"changes": map[string][]textEdit{d.uri: {{rangeOf{end, end}, t.withLineBreaks(text)}}}}
		id := raw("pzc-edit")
		s.write(message{ID: &id, Method: "workspace/applyEdit", Params: raw(map[string]any{"edit": edit})})
		return rest, nil
	}
}

// rest solves a puzzle from the state after a plan. It returns nil if that is not done when the context ends.
func (s *Server) rest(ctx context.Context, z *puzzle.Puzzle, g *puzzle.Game, plan puzzle.Text) ([]string, error) {
	state, _, _, why := after(g, plan)
	if why != "" {
		return nil, refuse("the plan is refused: %s", why)
	}
	if g.Goal(state) {
		return nil, refuse("the plan has reached a goal already")
	}
	if diags := z.GroundOnce(ctx); diags.HasErrors() || z.Task() == nil {
		return nil, diags.Err()
	}
	a, err := z.From(state).Solve(ctx, puzzle.Options{Options: backends.Options{Memory: s.o.Memory}})
	switch {
	case err != nil:
		return nil, refuse("%s", s.o.Words(err.Error()))
	case a.Status == backends.Unsolvable:
		return nil, refuse("no goal can be reached from the state after the plan")
	case len(a.Solutions) == 0 || !a.Optimal:
		return nil, nil
	}
	return lists.Map(a.Solutions[0].Steps, func(step puzzle.Step) string { return step.Move }), nil
}

// board draws a state as text.
func board(boards []view.Board) string {
	var b strings.Builder
	for _, l := range show.Boards(boards, false, false) {
		b.WriteString(diag.Shown(l.Text) + "\n")
	}
	return b.String()
}

// planCompletion lists the moves that are possible at a line of a plan, in the order of the model.
func (s *Server) planCompletion(d *document, at position) any {
	p, t := s.planOf(d), d.text
	end := t.offset(at)
	start := strings.LastIndexByte(t.read[:end], '\n') + 1
	prefix := puzzle.Text{Name: d.name, Text: t.read[:start]}
	return later(func(ctx context.Context) (any, error) {
		list := completionList{Items: []completionItem{}}
		p.with(ctx, func(_ *puzzle.Puzzle, g *puzzle.Game) {
			if g == nil {
				return
			}
			state, _, _, why := after(g, prefix)
			if why != "" {
				return
			}
			for i, m := range g.Moves() {
				step, no := g.Try(state, m)
				if no != "" || g.Lost(step.State) != "" || ctx.Err() != nil || len(list.Items) == mostMatches {
					continue
				}
				item := completionItem{
					Label: m.Name, Kind: itemFunction, Detail: fmt.Sprintf("%s, cost %d", step.Label, step.Cost),
					SortText: fmt.Sprintf("%06d", i), Edit: &textEdit{t.rangeOf(start, end), m.Name},
				}
				if step.Label == "" || step.Label == m.Name {
					item.Detail = fmt.Sprintf("cost %d", step.Cost)
				}
				if g.Goal(step.State) {
					item.Detail += ", reaches a goal"
				}
				list.Items = append(list.Items, item)
			}
		})
		return list, nil
	})
}
