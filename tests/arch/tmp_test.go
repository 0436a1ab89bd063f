package arch

import (
	"path/filepath"
	"testing"
)

func TestHoursCycle(t *testing.T) {
	for _, p := range load(t) {
		if p.path != "github.com/pzc-lang/pzc/backends/search" {
			continue
		}
		g := usesIn(p)
		reached := map[string]map[string]bool{}
		for from := range g.lines {
			reached[from] = map[string]bool{}
			g.reach(from, reached[from])
		}
		for a := range g.lines {
			if !reached[a][a] {
				continue
			}
			s := ""
			for b := range g.uses[a] {
				if reached[b][a] && b != a {
					s += " " + filepath.Base(b)
				}
			}
			t.Log(filepath.Base(a), "->", s)
		}
	}
}
