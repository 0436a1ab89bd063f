package playground

import (
	"bytes"
	"context"
	"fmt"

	"github.com/pzc-lang/pzc"
	"github.com/pzc-lang/pzc/internal/show"
	"github.com/pzc-lang/pzc/internal/text"
)

// exported is a file for the user.
type exported struct {
	Name string `json:"name"`
	Type string `json:"type"`
	Text string `json:"text,omitempty"`
}

// export writes the position as a picture.
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
	return picture(g.z, g.game.Shown(g.state()), q.What)
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
	return picture(f.z, boards, what)
}

// picture draws boards as a file. The page itself makes an image of pixels of it.
func picture(z *pzc.Puzzle, boards []pzc.Board, what string) (*exported, error) {
	if what != "svg" {
		return nil, fmt.Errorf("%q cannot be exported; there is svg", what)
	}
	picture, _ := show.PictureOf(boards)
	var out bytes.Buffer
	err := picture.SVG(&out)
	return &exported{Name: text.FileName(z.Program.Name()) + ".svg", Type: "image/svg+xml", Text: out.String()}, err
}
