package explored

import (
	"github.com/pzc-lang/pzc/backends/search/explore"
	"github.com/pzc-lang/pzc/internal/draw"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/text"
)

// Plots returns the plots of the results, by name.
func (space *Space) Plots() map[string]*draw.Plot {
	v := space.Survey
	all := map[string]*draw.Plot{}
	if len(v.Layers) > 0 {
		all["depths"] = space.depthPlot()
	}
	for i := range v.Comparisons {
		if c := &v.Comparisons[i]; c.Missing == "" {
			all["scatter-"+text.FileName(c.Heuristic)] = space.scatter(c)
		}
	}
	if space.Growth != nil {
		all["tree"] = space.treePlot()
	}
	return all
}

func (space *Space) depthPlot() *draw.Plot {
	v := space.Survey
	p := &draw.Plot{
		Title: space.title() + ": states by distance", X: "distance (" + space.unit() + ")", Y: "states",
		Log: v.States() > 1000, Series: []draw.Series{{Name: "from the start", Points: lists.Map(v.Layers, layerMark)}},
	}
	if space.distancesMatch() {
		marks := lists.Map(v.Distances, func(d explore.Distance) draw.Mark {
			return draw.Mark{X: float64(d.Distance), Y: float64(d.States)}
		})
		p.Series = append(p.Series, draw.Series{Name: "to a goal", Points: marks})
	}
	return p
}

func layerMark(l explore.Layer) draw.Mark {
	return draw.Mark{X: float64(l.Distance), Y: float64(l.States)}
}

func (space *Space) scatter(c *explore.Comparison) *draw.Plot {
	s := draw.Series{Name: "states (area: how many)", Dots: true}
	for _, p := range c.Points {
		if p.Estimate < explore.Endless {
			s.Points = append(s.Points, draw.Mark{X: float64(p.Exact), Y: float64(p.Estimate), Weight: float64(p.States)})
		}
	}
	return &draw.Plot{
		Title: space.title() + ": " + c.Heuristic + " against the exact distance",
		X:     "exact distance to a goal (cost)", Y: c.Heuristic + " (cost)", Equal: "exact", Series: []draw.Series{s},
	}
}

func (space *Space) treePlot() *draw.Plot {
	p := &draw.Plot{
		Title: space.title() + ": growth of the search tree", X: "length (moves)", Y: "sequences, or states", Log: true,
	}
	for _, c := range space.Growth.Columns {
		s := draw.Series{Name: growthName(c)}
		for n, count := range c.Sequences {
			f, _ := count.Float64()
			s.Points = append(s.Points, draw.Mark{X: float64(n), Y: f})
		}
		p.Series = append(p.Series, s)
	}
	if v := space.Survey; !v.ByCost {
		layers := v.Layers[:min(len(v.Layers), len(space.Growth.Columns[0].Sequences))]
		p.Series = append(p.Series, draw.Series{Name: "states", Points: lists.Map(layers, layerMark)})
	}
	return p
}
