package playground

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/pzc-lang/pzc/compiler/semantics/view"
	"github.com/pzc-lang/pzc/internal/present/gamepage/positions"
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// exported is a file for the user.
type exported struct {
	Name string `json:"name"`
	Type string `json:"type"`
	Text string `json:"text,omitempty"`
}

// export writes the position as a picture, or a problem of PDDL as a model.
func (p *Playground) export(ctx context.Context, q *struct {
	place
	Values map[string]string `json:"values"`
	What   string            `json:"what"`
},
) (any, error) {
	if q.What == "pz" && p.program != nil && p.program.Translated() != "" {
		model, diags := p.program.Imported()
		return &exported{Name: text.FileName(p.program.Name()) + ".pz", Type: "text/plain", Text: model}, diags.Err()
	}
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
	return picture(f.z, f.Plain(), what)
}

// picture draws boards as a file. The page itself makes an image of pixels of it.
func picture(z *puzzle.Puzzle, boards []view.Board, what string) (*exported, error) {
	if what != "svg" {
		return nil, fmt.Errorf("%q cannot be exported; there is svg", what)
	}
	picture, _ := show.PictureOf(boards)
	var out bytes.Buffer
	err := picture.SVG(&out)
	return &exported{Name: text.FileName(z.Program.Name()) + ".svg", Type: "image/svg+xml", Text: out.String()}, err
}

// sheet writes instances for paper, with their solutions at the end. Those without a solution are left out.
func (p *Playground) sheet(ctx context.Context, q *struct {
	Instances []string `json:"instances"`
},
) (any, error) {
	if p.program == nil {
		return nil, errNothing
	}
	sheet := show.Paper(p.program.About())
	for _, instance := range q.Instances {
		o, err := p.open(ctx, instance)
		if err == nil {
			err = o.ground(ctx)
		}
		if err != nil {
			return nil, err
		}
		one, err := show.Printed(ctx, o.z, puzzle.Options{})
		if err != nil {
			return nil, err
		}
		if one != nil {
			sheet.Boards = append(sheet.Boards, *one)
		}
	}
	if len(sheet.Boards) == 0 {
		return nil, errors.New("no instance has a solution, so there is nothing to print")
	}
	var out bytes.Buffer
	err := sheet.HTML(&out)
	return &exported{Name: text.FileName(p.program.Name()) + ".html", Type: "text/html", Text: out.String()}, err
}

// game returns the data of a page on which others play the instances. A plan is their solution, if the page may tell
// it. If compiler is true, the compiler plays it.
func (p *Playground) game(ctx context.Context, q *struct {
	Instances []string `json:"instances"`
	Plan      []string `json:"plan"`
	Hardness  []string `json:"hardness"` // of each instance, if it is known
},
) (any, error) {
	if p.program == nil {
		return nil, errNothing
	}
	about := p.program.About()
	g := &positions.Game{Title: about.Title, Model: positions.Model{Files: p.texts.raw, Main: p.texts.main}}
	for i, instance := range q.Instances {
		o, err := p.open(ctx, instance)
		if err != nil {
			return nil, err
		}
		level := positions.Level{Puzzle: o.z, Plan: q.Plan}
		if i < len(q.Hardness) {
			level.Hard = q.Hardness[i]
		}
		g.Levels = append(g.Levels, level)
	}
	data, why, err := positions.JSON(ctx, &positions.Book{
		Title: about.Title, Author: about.Author, Games: []*positions.Game{g},
		Most: positions.MostPositions / 2, // a page takes five times as long to visit them
	})
	return text.Fields{"title", g.Title, "data", string(data), "compiler", why != ""}, err
}
