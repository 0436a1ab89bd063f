package arch

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The largest cycle of files of a package, each of which uses the next one: who changes one of them may have to read
// all.
const (
	mostFiles = 16
	mostLines = 3800
)

// TestLongCycles: in no package a large part of the files use one another in a cycle.
func TestLongCycles(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command")
	}
	list := exec.CommandContext(t.Context(), "go", "list", "-export", "-deps", "-f",
		"{{.ImportPath}}\t{{.Export}}\t{{.Dir}}\t{{join .GoFiles \" \"}}", "./...")
	list.Dir = root
	out, err := list.Output()
	require.NoError(t, err)
	exports := map[string]string{}
	rows := [][]string{}
	for line := range strings.Lines(string(out)) {
		row := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if exports[row[0]] = row[1]; row[0] == module || strings.HasPrefix(row[0], module+"/") {
			rows = append(rows, row)
		}
	}
	for _, row := range rows {
		export := func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }
		files, lines := uses(t, row[0], row[2], strings.Fields(row[3]), export).largest()
		assert.LessOrEqual(t, files, mostFiles, row[0])
		assert.LessOrEqual(t, lines, mostLines, row[0])
	}
}

// graph is which files of a package use names of which others, and their lines.
type graph struct {
	lines map[string]int
	uses  map[string]map[string]bool
}

// uses reads the files of a package.
func uses(t *testing.T, path, dir string, names []string, export importer.Lookup) graph {
	set, files := token.NewFileSet(), []*ast.File(nil)
	g := graph{map[string]int{}, map[string]map[string]bool{}}
	for _, name := range names {
		f, err := parser.ParseFile(set, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		files = append(files, f)
		g.lines[set.File(f.Pos()).Name()] = set.File(f.Pos()).LineCount()
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: importer.ForCompiler(set, "gc", export)}
	p, err := conf.Check(path, set, files, info)
	require.NoError(t, err, path)
	for id, o := range info.Uses {
		v, isVar := o.(*types.Var)
		_, isFunc := o.(*types.Func)
		if o.Pkg() != p || !isFunc && o.Parent() != p.Scope() && !(isVar && v.IsField()) {
			continue
		}
		from, to := set.File(id.Pos()).Name(), set.File(o.Pos()).Name()
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
