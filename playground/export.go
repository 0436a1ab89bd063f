package playground

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"

	"github.com/pzc-lang/pzc"
	"github.com/pzc-lang/pzc/internal/show"
	"github.com/pzc-lang/pzc/internal/text"
)

// exported is a file for the user.
type exported struct {
	Name   string `json:"name"`
	Type   string `json:"type"`
	Text   string `json:"text,omitempty"`
	Base64 string `json:"base64,omitempty"`
}

// export writes the position as a picture, or the moves as a page that plays them.
func (p *Playground) export(ctx context.Context, q *struct {
	place
	Values map[string]string `json:"values"`
	What   string            `json:"what"`
},
) (any, error) {
	if p.program != nil && !p.program.HasMoves() {
		return p.exportForm(ctx, &filling{q.Instance, q.Values}, q.What)
	}
	g, err := p.play(ctx, &q.place)
	if err != nil {
		return nil, err
	}
	a := &pzc.Answer{
		Puzzle: g.z.Program.Name(), Instance: g.z.Instance(), HasMoves: true,
		Solutions: []pzc.Solution{{Start: g.start, Steps: g.steps}},
	}
	for _, s := range g.steps {
		a.Solutions[0].Cost += s.Cost
	}
	return write(g.z, a, g.game.Shown(g.state()), q.What)
}

func (p *Playground) exportForm(ctx context.Context, q *filling, what string) (any, error) {
	f, err := p.fillIn(ctx, q)
	if err != nil {
		return nil, err
	}
	boards := make([]pzc.Board, len(f.Boards))
	for i := range boards {
		boards[i] = f.Boards[i].Board
	}
	return write(f.z, nil, boards, what)
}

// write writes boards as a picture, or an answer as a page.
func write(z *pzc.Puzzle, a *pzc.Answer, boards []pzc.Board, what string) (*exported, error) {
	picture, _ := show.PictureOf(boards)
	name := text.FileName(z.Program.Name())
	var out bytes.Buffer
	var err error
	switch {
	case what == "svg":
		err = picture.SVG(&out)
		return &exported{Name: name + ".svg", Type: "image/svg+xml", Text: out.String()}, err
	case what == "png":
		err = picture.PNG(&out)
		err = picture.PNG(&out)
		return &exported{Name: name + ".png", Type: "image/png", Base64: base64.StdEncoding.EncodeToString(out.Bytes())}, err
	case what == "page" && a != nil:
		page := show.Page(a, show.Films(z, a))
		page.Headline = text.Count(len(a.Solutions[0].Steps), "move")
		err = page.HTML(&out)
		return &exported{Name: name + ".html", Type: "text/html", Text: out.String()}, err
	}
	return nil, fmt.Errorf("%q cannot be exported; there are svg, png and, of moves, page", what)
}
