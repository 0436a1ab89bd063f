package main

import (
	"errors"
	"path/filepath"
	"regexp"

	"github.com/pzc-lang/pzc"
	"github.com/pzc-lang/pzc/draw"
)

// writePlots writes each plot as SVG and as PNG.
func (x *exploration) writePlots(folder string) error {
	var errs []error
	for name, p := range x.plots() {
		pic := p.Picture()
		errs = append(errs, writePicture(filepath.Join(folder, name+".svg"), pic), writePicture(filepath.Join(folder, name+".png"), pic))
	}
	return errors.Join(errs...)
}

// plots are the pictures of what was found, by the names of their files.
func (x *exploration) plots() map[string]*draw.Plot {
	v := x.survey
	all := map[string]*draw.Plot{}
	if len(v.Layers) > 0 {
		all["depths"] = x.depthPlot()
	}
	for i := range v.Comparisons {
		if c := &v.Comparisons[i]; c.Missing == "" {
			all["scatter-"+fileName(c.Heuristic)] = x.scatter(c)
		}
	}
	if x.growth != nil {
		all["tree"] = x.treePlot()
	}
	return all
}

var notInNames = regexp.MustCompile(`[^A-Za-z0-9_]+`)

// fileName is a part of a file's name made of any text.
func fileName(s string) string { return notInNames.ReplaceAllString(s, "-") }

func (x *exploration) depthPlot() *draw.Plot {
	v := x.survey
	from := draw.Series{Name: "from the start"}
	for _, l := range v.Layers {
		from.Points = append(from.Points, draw.Mark{X: float64(l.Distance), Y: float64(l.States)})
	}
	p := &draw.Plot{Title: x.title() + ": states by distance", X: "distance (" + x.unit() + ")", Y: "states", Log: v.States() > 1000, Series: []draw.Series{from}}
	if !x.distancesMatch() {
		return p
	}
	to := draw.Series{Name: "to a goal"}
	for _, d := range v.Distances {
		to.Points = append(to.Points, draw.Mark{X: float64(d.Distance), Y: float64(d.States)})
	}
	p.Series = append(p.Series, to)
	return p
}

func (x *exploration) scatter(c *pzc.Comparison) *draw.Plot {
	s := draw.Series{Name: "states (area: how many)", Dots: true}
	for _, p := range c.Points {
		if p.Estimate < pzc.Endless {
			s.Points = append(s.Points, draw.Mark{X: float64(p.Exact), Y: float64(p.Estimate), Weight: float64(p.States)})
		}
	}
	return &draw.Plot{
		Title: x.title() + ": " + c.Heuristic + " against the exact distance", X: "exact distance to a goal (cost)", Y: c.Heuristic + " (cost)",
		Equal: "exact", Series: []draw.Series{s},
	}
}

func (x *exploration) treePlot() *draw.Plot {
	p := &draw.Plot{Title: x.title() + ": growth of the search tree", X: "length (moves)", Y: "sequences, or states", Log: true}
	for _, c := range x.growth.Columns {
		s := draw.Series{Name: growthName(c)}
		for n, count := range c.Sequences {
			f, _ := count.Float64()
			s.Points = append(s.Points, draw.Mark{X: float64(n), Y: f})
		}
		p.Series = append(p.Series, s)
	}
	if v := x.survey; !v.ByCost {
		s := draw.Series{Name: "states"}
		for i, l := range v.Layers {
			if i < len(x.growth.Columns[0].Sequences) {
				s.Points = append(s.Points, draw.Mark{X: float64(l.Distance), Y: float64(l.States)})
			}
		}
		p.Series = append(p.Series, s)
	}
	return p
}

// graph is a small space as a picture.
func (x *exploration) graph() *draw.Picture {
	k := x.survey.Kept
	g := &draw.Graph{Title: x.title() + ": " + x.headline()}
	for id, codes := range k.States {
		g.Nodes = append(g.Nodes, draw.Node{
			Picture: picture(x.z, x.z.StateOf(codes)), Layer: k.Depths[id], Goal: k.Goals[id], Lost: k.Rests[id] < 0,
		})
	}
	for _, m := range k.Moves {
		g.Edges = append(g.Edges, draw.Edge{From: m.From, To: m.To, Label: x.z.MoveName(m.Move)})
	}
	return g.Picture()
}
