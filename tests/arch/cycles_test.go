package arch

import (
	"go/types"
	"testing"

	"github.com/stretchr/testify/assert"
)

// The largest cycle of files of a package, each of which uses the next one: who changes one of them may have to read
// all.
const (
	mostFiles = 16
	mostLines = 3800
)

// TestLongCycles: in no package a large part of the files use one another in a cycle.
func TestLongCycles(t *testing.T) {
	for _, p := range load(t) {
		files, lines := usesIn(p).largest()
		assert.LessOrEqual(t, files, mostFiles, p.path)
		assert.LessOrEqual(t, lines, mostLines, p.path)
	}
}

// graph is which files of a package use names of which others, and their lines.
type graph struct {
	lines map[string]int
	uses  map[string]map[string]bool
}

// usesIn returns the graph of a package.
func usesIn(p *loaded) graph {
	g := graph{map[string]int{}, map[string]map[string]bool{}}
	for _, f := range p.files {
		g.lines[p.set.File(f.Pos()).Name()] = p.set.File(f.Pos()).LineCount()
	}
	for id, o := range p.info.Uses {
		v, isVar := o.(*types.Var)
		_, isFunc := o.(*types.Func)
		if o.Pkg() == nil || o.Pkg().Path() != p.path ||
			!isFunc && o.Parent() != o.Pkg().Scope() && !(isVar && v.IsField()) {
			continue
		}
		from, to := p.set.File(id.Pos()).Name(), p.set.File(o.Pos()).Name()
		if g.uses[from] == nil {
			g.uses[from] = map[string]bool{}
		}
		g.uses[from][to] = true
	}
	return g
}

// largest is the greatest number of files in a cycle, files that reach one another, and the greatest number of lines.
func (g graph) largest() (files, lines int) {
	reached := map[string]map[string]bool{}
	for from := range g.lines {
		reached[from] = map[string]bool{}
		g.reach(from, reached[from])
	}
	for a := range g.lines {
		n, sum := 0, 0
		for b := range reached[a] {
			if reached[b][a] {
				n, sum = n+1, sum+g.lines[b]
			}
		}
		files, lines = max(files, n), max(lines, sum)
	}
	return files, lines
}

// reach adds the files that a file uses, directly or through others.
func (g graph) reach(from string, to map[string]bool) {
	for next := range g.uses[from] {
		if !to[next] {
			to[next] = true
			g.reach(next, to)
		}
	}
}
