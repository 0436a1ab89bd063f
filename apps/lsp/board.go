package lsp

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// shown is the content of a board panel, in the form of a link to the playground: web/README.md. The panel keeps the
// instance and the moves that it has if they are absent.
type shown struct {
	Files    map[string]string `json:"files"`
	Main     string            `json:"main"`
	Folder   string            `json:"folder"` // of the files, as a URI
	Instance *string           `json:"instance,omitempty"`
	Start    map[string]string `json:"start,omitempty"`
	Moves    []string          `json:"moves,omitzero"`
	Ahead    []string          `json:"ahead,omitzero"`
}

// board returns the content of a board panel for a document: for a model its text, for a plan also the moves up to the
// line and those that follow.
func (s *Server) board(d *document, p *placeParams) (any, error) {
	if isPlan(d.name) {
		return s.planBoard(d, p.Position), nil
	}
	in := s.projectOf(d.name)
	if in == nil {
		return nil, refuse("%s cannot be read", d.uri)
	}
	out := shownOf(in.program, in.main, s.uriOf(path.Dir(in.main)))
	if in.instance != "" {
		out.Instance = &in.instance
	}
	return out, nil
}

func shownOf(program *puzzle.Program, model, folder string) *shown {
	files, main := program.Beside(model)
	return &shown{Files: files, Main: main, Folder: folder}
}

func (s *Server) planBoard(d *document, at position) later {
	p, whole := s.planOf(d), puzzle.Text{Name: d.name, Text: d.text.read}
	line := max(0, min(at.Line, len(d.text.lines)-1))
	before := puzzle.Text{Name: d.name, Text: whole.Text[:d.text.offset(position{line, 0})]}
	upTo := puzzle.Text{Name: d.name, Text: whole.Text[:d.text.offset(position{line, len(d.text.content(line))})]}
	folder := s.uriOf(path.Dir(p.model))
	return func(ctx context.Context) (any, error) {
		text, err := p.files.readModel(p.model)
		if p.model == "" || err != nil {
			p.with(ctx, func(*puzzle.Puzzle, *puzzle.Game) {}) // says the problem
			return nil, refuse("%s", p.problem)
		}
		program, _ := p.load(text)
		out := shownOf(program, p.model, folder)
		out.Instance = &p.instance
		p.with(ctx, func(z *puzzle.Puzzle, g *puzzle.Game) {
			if g == nil {
				return
			}
			if start, _, _ := g.Load(whole); !slices.Equal(start, g.Start) {
				out.Start = map[string]string{}
				for _, v := range z.Assignment(start) {
					out.Start[v.Name] = v.Text
				}
			}
			out.Moves = movesOf(g, upTo)
			if out.Moves == nil { // the line is being written
				out.Moves = movesOf(g, before)
			}
			out.Ahead = []string{}
			if all := movesOf(g, whole); len(all) > len(out.Moves) {
				out.Ahead = all[len(out.Moves):]
			}
		})
		return out, nil
	}
}

// movesOf returns the moves of a plan that can be made; nil if it cannot be read.
func movesOf(g *puzzle.Game, plan puzzle.Text) []string {
	_, steps, why := g.Load(plan)
	if steps == nil && why != "" {
		return nil
	}
	return append([]string{}, lists.Map(steps, func(step puzzle.Step) string { return step.Move })...)
}

// playedParams hold what was played on a board beside a plan: the moves up to the position, and those behind it.
type playedParams struct {
	documentParams
	Moves []string `json:"moves"`
	Ahead []string `json:"ahead"`
}

// playedEdits are the edits that write a game into a plan. Line is where the cursor then stands.
type playedEdits struct {
	Edits []textEdit `json:"edits"`
	Line  *int       `json:"line,omitempty"` // none: the plan has no line before its first move
}

// played writes a game into a plan: it replaces the moves behind the last that the plan and the game have in common.
func (s *Server) played(d *document, q *playedParams) (any, error) {
	if !isPlan(d.name) {
		return nil, refuse("%s is no plan", d.uri)
	}
	p, t := s.planOf(d), d.text
	return later(func(ctx context.Context) (any, error) {
		var out *playedEdits
		p.with(ctx, func(z *puzzle.Puzzle, g *puzzle.Game) {
			if g == nil {
				return
			}
			plan := puzzle.Text{Name: d.name, Text: t.read}
			var lines []int // of the moves
			checks, _ := z.Validate(ctx, plan, puzzle.ValidateOptions{})
			for _, c := range checks {
				lines = append(lines, lists.Map(c.Places, func(at diag.Span) int { return t.position(at.Start.Offset).Line })...)
			}
			if has := movesOf(g, plan); has != nil {
				out = write(t, has, lines, q)
			}
		})
		if out == nil {
			return nil, refuse("the moves cannot be written into %s: %s", path.Base(d.name),
				cmp.Or(p.problem, "it has an error"))
		}
		return out, nil
	}), nil
}

// write returns the edits of played. has are the moves that the plan makes. The plan may have further lines of moves,
// which cannot be made.
func write(t *text, has []string, lines []int, q *playedParams) *playedEdits {
	game, same := slices.Concat(q.Moves, q.Ahead), 0
	for same < min(len(has), len(lines), len(game)) && has[same] == game[same] {
		same++
	}
	end := t.position(len(t.read))
	first, from, to := end.Line, end, end // the line of the first new move, and what it replaces
	before, behind := "", "\n"
	switch {
	case same > 0:
		first, behind = lines[same-1]+1, ""
		from = position{lines[same-1], len(t.content(lines[same-1]))}
		to, before = from, "\n"
	case len(lines) > 0:
		first, behind = lines[0], ""
		from = position{first, 0}
	case end.Character > 0:
		first, before = end.Line+1, "\n"
	}
	if same < len(lines) {
		last := lines[len(lines)-1]
		to = position{last, len(t.content(last))}
	}
	out := &playedEdits{Edits: []textEdit{}}
	if len(game) == same {
		before, behind = "", ""
	}
	if text := before + strings.Join(game[same:], "\n") + behind; len(game) > same || same < len(lines) {
		out.Edits = append(out.Edits, textEdit{rangeOf{from, to}, text})
	}
	line := first + len(q.Moves) - same - 1
	if n := len(q.Moves); n > 0 && n <= same {
		line = lines[n-1]
	} else if n == 0 && same > 0 {
		line = lines[0] - 1
	}
	if line >= 0 {
		out.Line = &line
	}
	return out
}
