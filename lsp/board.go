package lsp

import (
	"context"
	"path"

	"github.com/pzc-lang/pzc"
)

// shown is the content of a board panel, in the form of a link to the playground: web/README.md. The panel keeps the
// instance and the moves that it has if they are absent.
type shown struct {
	Files    map[string]string `json:"files"`
	Main     string            `json:"main"`
	Folder   string            `json:"folder"` // of the files, as a URI
	Instance *string           `json:"instance,omitempty"`
	Moves    []string          `json:"moves,omitzero"`
	Ahead    []string          `json:"ahead,omitzero"`
}

// board returns the content of a board panel for a document: for a model its text, for a plan also the moves up to the
// line and those that follow.
func (s *Server) board(p *placeParams) (any, error) {
	d, err := s.document(p.TextDocument)
	if err != nil {
		return nil, err
	}
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

func shownOf(program *pzc.Program, model, folder string) *shown {
	files, main := program.Beside(model)
	return &shown{Files: files, Main: main, Folder: folder}
}

func (s *Server) planBoard(d *document, at position) later {
	p, whole := s.planOf(d), pzc.Text{Name: d.name, Text: d.text.read}
	line := max(0, min(at.Line, len(d.text.lines)-1))
	before := pzc.Text{Name: d.name, Text: whole.Text[:d.text.offset(position{line, 0})]}
	upTo := pzc.Text{Name: d.name, Text: whole.Text[:d.text.offset(position{line, len(d.text.content(line))})]}
	folder := s.uriOf(path.Dir(p.model))
	return func(ctx context.Context) (any, error) {
		text, err := p.files.readModel(p.model)
		if p.model == "" || err != nil {
			p.with(ctx, func(*pzc.Puzzle, *pzc.Game) {}) // says the problem
			return nil, refuse("%s", p.problem)
		}
		program, _ := pzc.LoadText(p.files, p.model, text)
		out := shownOf(program, p.model, folder)
		out.Instance = &p.instance
		p.with(ctx, func(_ *pzc.Puzzle, g *pzc.Game) {
			if g == nil {
				return
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
func movesOf(g *pzc.Game, plan pzc.Text) []string {
	steps, why := g.Load(plan)
	if steps == nil && why != "" {
		return nil
	}
	moves := []string{}
	for _, step := range steps {
		moves = append(moves, step.Move)
	}
	return moves
}
