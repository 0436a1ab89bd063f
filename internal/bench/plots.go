package bench

import (
	"cmp"
	"slices"

	"github.com/pzc-lang/pzc/internal/draw"
)

// Plots returns plots of the measurements, by name: times and states by instance, their growth with the cost of the
// plan, a cactus plot.
func Plots(all []*Summary) map[string]*draw.Plot {
	seconds := func(s *Summary) float64 { return max(s.CPU, 0.001) } // a log axis has no 0
	nodes := func(s *Summary) float64 {
		if s.Nodes == nil {
			return 0
		}
		return float64(*s.Nodes)
	}
	cost := func(s *Summary) float64 {
		if s.Cost == nil {
			return -1
		}
		return float64(*s.Cost)
	}
	plots := map[string]*draw.Plot{
		"cactus": {
			Title: "Instances decided within a time", X: "instances decided", Y: "processor time of the slowest of them (s)",
			Log: true, Series: cactus(all, seconds),
		},
		"time": {
			Title: "Time by instance", X: "instance (number in the table)", Y: "processor time (s)", Log: true,
			Series: byInstance(all, seconds),
		},
		"growth-time": {
			Title: "Growth of time with the cost of the plan", X: "cost of the plan", Y: "processor time (s)", Log: true,
			Series: against(all, cost, seconds),
		},
	}
	if slices.ContainsFunc(all, func(s *Summary) bool { return s.Nodes != nil }) {
		plots["nodes"] = &draw.Plot{
			Title: "States expanded by instance", X: "instance (number in the table)", Y: "states expanded", Log: true,
			Series: byInstance(all, nodes),
		}
		plots["growth-nodes"] = &draw.Plot{
			Title: "Growth of states with the cost of the plan", X: "cost of the plan", Y: "states expanded", Log: true,
			Series: against(all, cost, nodes),
		}
	}
	return plots
}

// byWay makes a series of each way in the order of the table; point is false for what has no place in it.
func byWay(all []*Summary, point func(*Summary) (draw.Mark, bool)) []draw.Series {
	var series []draw.Series
	at := map[string]int{}
	for _, s := range all {
		way := s.Way()
		if _, ok := at[way]; !ok {
			at[way] = len(series)
			series = append(series, draw.Series{Name: way})
		}
		if m, ok := point(s); ok && s.Decided() {
			series[at[way]].Points = append(series[at[way]].Points, m)
		}
	}
	return series
}

// cactus is, for each way, the values of what it decided in ascending order.
func cactus(all []*Summary, value func(*Summary) float64) []draw.Series {
	series := byWay(all, func(s *Summary) (draw.Mark, bool) { return draw.Mark{Y: value(s)}, true })
	for i := range series {
		points := series[i].Points
		slices.SortFunc(points, func(a, b draw.Mark) int { return cmp.Compare(a.Y, b.Y) })
		for k := range points {
			points[k].X = float64(k + 1)
		}
	}
	return series
}

// byInstance has the number of an instance in the table across.
func byInstance(all []*Summary, value func(*Summary) float64) []draw.Series {
	number := map[[2]string]int{}
	for _, s := range all {
		if key := [2]string{s.File, s.Instance}; number[key] == 0 {
			number[key] = len(number) + 1
		}
	}
	series := byWay(all, func(s *Summary) (draw.Mark, bool) {
		return draw.Mark{X: float64(number[[2]string{s.File, s.Instance}]), Y: value(s)}, true
	})
	for i := range series {
		series[i].Apart = true
	}
	return series
}

// against has one value across and another upwards, sorted by the first.
func against(all []*Summary, x, y func(*Summary) float64) []draw.Series {
	series := byWay(all, func(s *Summary) (draw.Mark, bool) { return draw.Mark{X: x(s), Y: y(s)}, x(s) >= 0 })
	for i := range series {
		series[i].Apart = true // instances of one cost are several points
		slices.SortStableFunc(series[i].Points, func(a, b draw.Mark) int {
			return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y))
		})
	}
	return series
}
