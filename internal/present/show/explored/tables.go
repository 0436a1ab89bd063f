package explored

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/pzc-lang/pzc/backends/search/explore"
	"github.com/pzc-lang/pzc/internal/lists"
)

// Table is a table for other programs: plain numbers.
type Table struct {
	Name   string // what it is about, in a word
	Header []string
	Rows   [][]string
}

// CSV writes the table as comma-separated values.
func (t Table) CSV(w io.Writer) error {
	c := csv.NewWriter(w)
	if err := c.Write(t.Header); err != nil {
		return err
	}
	return c.WriteAll(t.Rows)
}

// Tables returns the tables that have rows.
func (space *Space) Tables() []Table {
	return slices.DeleteFunc(space.tables(), func(t Table) bool { return len(t.Rows) == 0 })
}

func (space *Space) tables() []Table {
	v := space.Survey
	depths := Table{Name: "depths", Header: []string{space.unit(), "states", "goals", "no_move", "moves"}}
	depths.Rows = lists.Map(v.Layers, func(l explore.Layer) []string {
		return numbers(l.Distance, l.States, l.Goals, l.Stuck, l.Moves)
	})
	distances := Table{Name: "distances", Header: []string{"distance_to_goal", "states"}}
	distances.Rows = lists.Map(v.Distances, func(d explore.Distance) []string { return numbers(d.Distance, d.States) })
	heuristics := Table{
		Name:   "heuristics",
		Header: []string{"heuristic", "mean", "exact_mean", "states", "exact_in_states", "admissible", "consistent"},
	}
	scatter := Table{Name: "scatter", Header: []string{"heuristic", "exact", "value", "states"}}
	for i := range v.Comparisons {
		c := &v.Comparisons[i]
		if c.Missing != "" {
			continue
		}
		heuristics.Rows = append(heuristics.Rows, []string{
			c.Heuristic, fmt.Sprintf("%.4f", c.Mean), fmt.Sprintf("%.4f", c.Exact),
			strconv.FormatInt(c.States, 10), strconv.FormatInt(c.Hits, 10),
			strconv.FormatBool(c.TooHigh == nil), strconv.FormatBool(c.Drop == nil),
		})
		for _, p := range c.Points {
			row := append([]string{c.Heuristic}, numbers(p.Exact, p.Estimate, p.States)...)
			if p.Estimate >= explore.Endless {
				row[2] = "inf"
			}
			scatter.Rows = append(scatter.Rows, row)
		}
	}
	return []Table{depths, distances, heuristics, scatter, growthTable(space.Growth)}
}

func growthTable(g *explore.Growth) Table {
	if g == nil {
		return Table{}
	}
	t := Table{Name: "tree", Header: append([]string{"moves"}, lists.Map(g.Columns, growthName)...)}
	for n := range g.Columns[0].Sequences {
		row := numbers(int64(n))
		for _, c := range g.Columns {
			cell := ""
			if n < len(c.Sequences) {
				cell = c.Sequences[n].String()
			}
			row = append(row, cell)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func numbers(all ...int64) (row []string) {
	return lists.Map(all, func(n int64) string { return strconv.FormatInt(n, 10) })
}
