package arch

import (
	"io/fs"
	"maps"
	"math"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// kinds says of folders and files what kind of code they are, as ARCHITECTURE.md divides it. The longest name that a
// file begins with counts. The core answers every question alone; techniques make answers come sooner.
var kinds = map[string][]string{
	"core": {
		"dsl", "compiler", "backends", "internal", "models", "docs", "course",
	},
	"command line": {"cmd/pzc", "cmd/pzc-nats"},
	"features": {
		"pzc.go", "play.go", "values.go", "examples", "apps", "web", "cmd/pzc/internal/mcp", "cmd/pzc/internal/play",
		"compiler/ground/lint", "compiler/index", "compiler/semantics/verify",
		"compiler/semantics/describe.go", "compiler/semantics/explain.go", "compiler/semantics/failures.go",
		"compiler/semantics/maptext.go", "backends/gogen", "backends/native", "backends/pddl", "backends/sat/outside",
		"backends/sat/count", "backends/sat/residual.go", "backends/search/class.go", "backends/search/explore",
		"backends/search/searchtree", "internal/datafile", "internal/draw", "internal/jobs", "internal/levels",
		"internal/pddl", "internal/present/gamepage", "internal/present/readback", "internal/present/show/explored",
		"internal/present/show/searched",
	},
	"techniques": { // and what is removable
		"backends/gogen/rt/inplace.go", "backends/sat/chain.go", "backends/sat/cubes.go",
		"backends/sat/equivalent.go", "backends/sat/encode/cardinal.go",
		"backends/sat/encode/narrow.go", "backends/sat/reduced/cases.go", "backends/sat/reduced/fuse.go",
		"backends/sat/reduced/partial.go", "backends/search/prepare.go",
		"backends/search/upgrade.go", "backends/search/worth.go", "backends/search/breadthfirst/direct.go",
		"backends/search/prune/compose.go", "backends/search/prune/redundant.go",
		"backends/search/space/bitflood.go", "backends/search/space/flood.go", "backends/search/space/inverse.go",
		"compiler/task/abstract", "compiler/task/dual.go", "compiler/task/operators.go", "compiler/task/unary.go",
	},
	"tests and measuring": {
		"tests", "web/strip", "internal/bench", "internal/filetest", "internal/pddl/pddltest", "compiler/compilertest",
		"compiler/task/tasktest", "backends/sat/sattest", "backends/search/searchtest",
		"backends/search/librarytest", "cmd/pzc/internal/play/playtest",
	},
}

// kindOf returns the kind of a file, and whether it belongs to a whole folder of this kind.
func kindOf(t *testing.T, file string) (kind string, folder bool) {
	longest := -1
	all := maps.Clone(kinds)
	all["techniques"] = slices.Concat(kinds["techniques"], slices.Concat(slices.Collect(maps.Values(removable))...))
	for k, prefixes := range all {
		for _, p := range prefixes {
			if len(p) > longest && (strings.HasPrefix(file, p+"/") || strings.HasPrefix(file, p)) {
				kind, longest, folder = k, len(p), strings.HasPrefix(file, p+"/")
			}
		}
	}
	require.NotEmpty(t, kind, "%s has no kind", file)
	return kind, folder
}

// techniquesInCore are the imports by which lists of the core name packages that are techniques as a whole.
var techniquesInCore = map[string]bool{
	"backends/search → backends/search/heuristic": true,
	"backends/search → backends/search/pattern":   true,
	"backends/search → backends/search/symmetry":  true,
	"internal/puzzle → backends/automorphism":     true,
	"internal/puzzle → compiler/ground/parity":    true,
	"internal/puzzle → compiler/normal":           true,
}

// eachSource calls do with each Go file of the project that is no test.
func eachSource(t *testing.T, do func(name string)) {
	require.NoError(t, filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir():
			return skip(name, d)
		case strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go"):
			do(name)
		}
		return nil
	}))
}

// TestKinds: the figures of ARCHITECTURE.md are those of the files, to a twentieth, there are many lines of techniques,
// and the core names no other technique than those above.
func TestKinds(t *testing.T) {
	lines, met := map[string]int{}, map[string]bool{}
	eachSource(t, func(name string) {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		rel, err := filepath.Rel(root, name)
		require.NoError(t, err)
		file := filepath.ToSlash(rel)
		kind, _ := kindOf(t, file)
		lines[kind] += strings.Count(string(text), "\n")
		if kind != "core" {
			return
		}
		for _, imported := range imports(t, name) {
			if ours, is := own(imported); is {
				if k, whole := kindOf(t, ours+"/"); k == "techniques" && whole {
					met[path.Dir(file)+" → "+ours] = true
				}
			}
		}
	})
	assert.Equal(t, techniquesInCore, met)
	assert.GreaterOrEqual(t, lines["techniques"], 13_000)
	text, err := os.ReadFile(filepath.Join(root, "ARCHITECTURE.md"))
	require.NoError(t, err)
	rows := regexp.MustCompile(`(?m)^\| \*\*(.+?)\*\* \| ([\d,]+) \|`).FindAllStringSubmatch(string(text), -1)
	require.Len(t, rows, len(kinds))
	for _, row := range rows {
		said, err := strconv.Atoi(strings.ReplaceAll(row[2], ",", ""))
		require.NoError(t, err)
		t.Logf("%s: %d lines", row[1], lines[row[1]])
		assert.LessOrEqual(t, math.Abs(float64(said-lines[row[1]])), float64(lines[row[1]])/20, row[1])
	}
}
