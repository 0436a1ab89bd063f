// Package arch tests rules about all files: the import order, and the length of lines.
package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
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

const module = "github.com/pzc-lang/pzc"

// allowed says, for each package, which of our packages it may import: the pipeline, read from the top. Test files are
// exempt.
var allowed = map[string][]string{
	"diag":        {},
	"task":        {},
	"docs":        {},
	"course":      {},
	"mention":     {},
	"models":      {},
	"dsl":         {"diag"},
	"dsl/dsltest": {"diag"}, // for the tests of other packages

	"compiler/model":    {"diag"},
	"semantics":         {"diag", "dsl", "internal/room", "compiler/model"},
	"internal/readback": {"diag"},
	"compiler/static":   {"diag", "compiler/model"},
	"compiler/check":    {"diag", "draw", "dsl", "compiler/index", "compiler/model", "compiler/static"},
	// Grounding, lowest layer first.
	"compiler/ground/work":     {"diag", "internal/room", "semantics", "task"},
	"compiler/ground/reach":    {"compiler/ground/work", "task"},
	"compiler/ground/parity":   {"compiler/ground/work", "task"},
	"compiler/ground/symbolic": {"compiler/ground/work", "compiler/model", "diag", "semantics", "task"},
	"compiler/ground/lint": {
		"compiler/ground/symbolic", "compiler/ground/work", "compiler/model", "diag", "task",
	},
	"compiler/ground": {
		"compiler/ground/lint", "compiler/ground/parity", "compiler/ground/reach", "compiler/ground/symbolic",
		"compiler/ground/work", "compiler/model", "diag", "semantics", "task",
	},
	"compiler/index":        {"diag"},
	"compiler/later":        {"semantics", "compiler/model", "compiler/static"},
	"compiler/compilertest": {"diag", "compiler/check", "compiler/model", "models", "semantics"}, // for tests
	"task/describe":         {"diag", "task"},
	"task/tasktest":         {"task"}, // for tests

	"backends":      {"diag", "task"},
	"backends/best": {"backends", "task"},
	// The SAT backend, lowest layer first: formulas and the solvers that are asked about them know nothing of tasks.
	"backends/sat/technique": {"backends"},
	"backends/sat/cnf":       {"backends"},
	"backends/sat/solver":    {"backends/sat/cnf", "internal/processor"},
	"backends/sat/layers":    {"backends/sat/cnf", "backends/sat/technique", "task"},
	"backends/sat/reduced":   {"backends", "backends/sat/layers", "backends/sat/technique", "task"},
	"backends/sat/encode": {
		"backends", "backends/sat/cnf", "backends/sat/layers", "backends/sat/reduced", "backends/sat/technique", "task",
	},
	// The same formulas, written down for other solvers.
	"backends/sat/outside": {
		"backends", "backends/best", "backends/sat/solver", "internal/whole", "task", "backends/sat/cnf",
		"backends/sat/encode", "backends/sat/layers", "backends/sat/reduced", "backends/sat/technique",
	},

	// The search backend, lowest layer first.
	"backends/search/searchtest": {"task"}, // for tests
	"backends/search/packed":     {"task"},
	"backends/search/store":      {"backends/search/packed", "task"},
	"backends/search/space":      {"backends/search/packed", "backends/search/store", "task"},
	"backends/search/assign":     {"backends", "backends/search/space", "task"},
	// for tests
	"backends/search/librarytest": {
		"backends", "backends/search/assign", "backends/search/space", "backends/search/store", "compiler/check",
		"compiler/ground", "compiler/model", "models", "semantics", "task",
	},
	"backends/search/prune":    {"backends/search/space", "task"},
	"backends/search/symmetry": {"backends/search/packed", "backends/search/space", "backends/search/store", "task"},
	"backends/search/estimate": {"backends/search/space", "task"},
	"backends/search/amount":   {},
	"backends/search/pattern": {
		"backends", "backends/search/amount", "backends/search/assign", "backends/search/estimate",
		"backends/search/packed", "backends/search/space", "backends/search/store", "mention", "task",
		"internal/processor", "internal/whole",
	},
	"backends/search/heuristic": {
		"backends", "backends/search/estimate", "backends/search/pattern", "backends/search/space", "task",
		"backends/search/packed",
	},
	"backends/search/job": {
		"backends", "backends/search/amount", "backends/search/assign", "backends/search/estimate",
		"backends/search/heuristic", "backends/search/packed", "backends/search/space", "backends/search/store",
		"backends/search/symmetry", "task",
	},
	"backends/search/wave": {
		"backends/search/amount", "backends/search/estimate", "backends/search/job", "backends/search/packed",
		"backends/search/prune", "backends/search/space", "backends/search/store", "task",
	},
	"backends/search/forks": {
		"backends", "backends/search/amount", "backends/search/estimate", "backends/search/job",
		"backends/search/packed", "backends/search/prune", "backends/search/space", "backends/search/store", "task",
		"internal/processor",
	},
	"backends/search/explore": {
		"backends", "backends/search/amount", "backends/search/estimate", "backends/search/job", "backends/search/prune",
		"backends/search/space", "backends/search/store", "backends/search/wave", "task",
	},
	"backends/search/searchtree": {
		"backends", "backends/search/estimate", "backends/search/job", "backends/search/store", "task",
	},
	"backends/search": {
		"backends", "backends/best", "backends/search/amount", "backends/search/estimate", "backends/search/forks",
		"backends/search/heuristic", "backends/search/job", "backends/search/pattern", "backends/search/prune",
		"backends/search/space", "backends/search/store", "backends/search/symmetry", "backends/search/wave", "task",
		"internal/processor",
	},

	"backends/sat": {
		"backends", "backends/best", "backends/sat/cnf", "backends/sat/encode", "backends/sat/layers",
		"backends/sat/reduced", "backends/sat/solver", "backends/sat/technique", "mention", "task",
		"backends/constraint/cdcl",
	},
	"backends/sat/sattest": {"backends/sat/cnf", "backends/sat/solver", "task"}, // for tests

	"backends/relay": {"backends", "internal/processor", "internal/room", "internal/text", "task"},

	// The constraint engine: clauses, then integers with propagators, then the task.
	"backends/constraint/cdcl":    {},
	"backends/constraint/integer": {"backends/constraint/cdcl"},
	"backends/constraint": {
		"backends", "backends/constraint/cdcl", "backends/constraint/integer", "mention", "task", "task/describe",
	},
	"backends/pddl": {"task"},
	// The runtime of generated programs is copied into them, so it imports nothing of ours.
	"backends/gogen/rt": {},
	// Go source as it is written, which knows nothing of puzzles.
	"backends/gogen/code": {},
	// The fast form of a program is made from the task, not from the model.
	"backends/gogen/kernel": {"backends/gogen/code", "backends/search/forks", "task"},
	// The puzzle as a state space in Go.
	"backends/gogen/statespace": {"backends/gogen/code", "compiler/model", "diag", "semantics", "task"},
	// gogen prints models: a program that reads as the model does needs its names and shapes, which a task no longer has.
	"backends/gogen": {
		"backends/gogen/code", "backends/gogen/kernel", "backends/gogen/rt", "backends/gogen/statespace",
		"backends/search", "compiler/model", "semantics", "task", "diag",
	},
	// native writes a program, builds it and reads its answer, which has the form that the runtime gives it.
	"backends/native": {
		"backends", "backends/gogen", "backends/search", "backends/gogen/rt", "compiler/model", "task",
	},
	".": {
		"diag", "task", "models", "dsl", "task/describe", "compiler/index", "compiler/model", "compiler/check",
		"compiler/ground", "semantics", "backends", "backends/constraint", "backends/relay", "backends/search",
		"backends/search/explore", "backends/search/searchtree", "backends/sat", "backends/sat/reduced",
		"backends/sat/technique", "internal/readback", "internal/room",
	},
	"emit": {
		".", "backends", "backends/gogen", "backends/pddl", "backends/sat", "backends/sat/cnf", "compiler/ground",
		"compiler/later", "compiler/model", "diag", "task", "backends/sat/outside",
	},
	"why": {".", "backends", "compiler/model", "diag", "internal/text", "semantics", "task"},
	"compare": {
		".", "backends", "backends/constraint", "backends/sat", "backends/search/space", "backends/search/store",
		"compiler/model", "diag",
		"semantics", "task",
	},
	"lsp": {
		".", "backends", "compiler/check", "compiler/index", "compiler/model", "diag", "dsl",
		"internal/room", "internal/show",
	},
	"coursework/exercise": {".", "diag"},
	// settings is apart so that the playground, which needs no reader of TOML, is small.
	"coursework/exercise/settings": {".", "coursework/exercise", "diag"},
	"coursework/formula":           {".", "backends", "backends/constraint/cdcl", "backends/sat/reduced", "diag", "task"},
	// grading builds programs of students as native does those that gogen writes.
	"coursework/grading": {
		".", "backends", "backends/native", "compare", "compiler/model", "coursework/exercise", "coursework/formula", "diag",
		"draw", "emit",
		"internal/show", "internal/text",
	},
	"coursework/report":    {"coursework/grading", "diag", "draw", "internal/text"},
	"internal/bench":       {"draw"},
	"internal/bench/peers": {},
	"internal/difftest":    {}, // tests only
	"internal/mutants":     {},
	"internal/ablation":    {".", "backends", "backends/sat/technique", "internal/processor"},
	"internal/forms":       {},
	"internal/processor":   {},
	"internal/lazy":        {},
	"internal/room":        {},
	"internal/whole":       {},
	"internal/text":        {},
	// What is shown of puzzles; everything that is no terminal, such as a page, can use it.
	"internal/gamepage":           {"draw", "internal/gamepage/positions"},
	"internal/gamepage/positions": {".", "backends", "diag", "draw", "internal/show", "internal/text"},
	"internal/show":               {".", "backends", "diag", "draw", "internal/text"},
	"internal/show/explored":      {".", "draw", "internal/show", "internal/text"},
	"internal/show/searched":      {".", "backends", "diag", "draw", "internal/show", "internal/text"},
	// What a page asks, and the program that answers in it.
	"playground": {
		".", "backends", "compiler/check", "compiler/index", "course", "coursework/exercise", "coursework/grading",
		"diag", "dsl", "internal/gamepage/positions", "internal/room", "internal/show", "internal/show/explored",
		"internal/text", "semantics", "why",
	},
	"web/shell":                      {"internal/gamepage"},
	"web/wasm":                       {"lsp", "playground"},
	"web":                            {},
	"draw":                           {},
	"levels":                         {"diag"},
	"cmd/pzc/internal/progress":      {"backends", "internal/text"},
	"cmd/pzc/internal/play":          {".", "backends", "diag", "internal/show", "internal/text", "why"},
	"cmd/pzc/internal/play/playtest": {},
	"cmd/pzc": {
		".", "backends", "backends/constraint", "backends/native", "backends/sat/outside", "backends/search",
		"cmd/pzc/internal/play", "compare", "internal/gamepage", "coursework/exercise", "coursework/exercise/settings",
		"coursework/grading", "coursework/report", "diag", "docs", "draw", "emit", "internal/bench", "lsp",
		"internal/show", "internal/show/explored", "internal/show/searched", "internal/text", "internal/whole",
		"levels", "web", "why", "cmd/pzc/internal/progress", "internal/gamepage/positions", "internal/room",
	},
}

// everywhere has the packages that all may import: how texts name options, how they count, and what is made when it is
// needed.
var everywhere = []string{"mention", "internal/lazy", "internal/text"}

// importers says which one package may import a library that is not ours.
var importers = map[string]string{
	"github.com/alecthomas/participle/v2": "dsl",
	"github.com/go-air/gini":              "backends/sat/solver",
	"github.com/alecthomas/kong":          "cmd/pzc",
	"golang.org/x/image":                  "draw",
	"charm.land/bubbletea/v2":             "cmd/pzc/internal/play",
	"github.com/charmbracelet/x/ansi":     "cmd/pzc/internal/play",
	"golang.org/x/term":                   "cmd/pzc",
	"github.com/pelletier/go-toml/v2":     "coursework/exercise/settings",
}

// forTests lists the libraries that tests import, and packages for tests.
var forTests = []string{"pgregory.net/rapid", "github.com/stretchr/testify/require"}

// root is the folder of the module.
const root = "../.."

// TestFacadeStandsAlone: a program that loads, solves and plays needs no generated programs.
func TestFacadeStandsAlone(t *testing.T) {
	needs := map[string]bool{".": true}
	for open := []string{"."}; len(open) > 0; open = open[1:] {
		files, err := filepath.Glob(filepath.Join(root, open[0], "*.go"))
		require.NoError(t, err)
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			for _, pkg := range imports(t, name) {
				if ours, is := own(pkg); is && !needs[ours] {
					needs[ours] = true
					open = append(open, ours)
				}
			}
		}
	}
	assert.True(t, needs["backends/search"])
	for pkg := range needs {
		for _, unwanted := range []string{
			"emit", "backends/gogen", "backends/native", "backends/pddl", "backends/sat/outside", "cmd",
		} {
			assert.False(t, pkg == unwanted || strings.HasPrefix(pkg, unwanted+"/"), "the façade needs %s", pkg)
		}
	}
}

func TestImportOrder(t *testing.T) {
	found := map[string]bool{}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			return skip(name, d)
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		rel, err := filepath.Rel(root, filepath.Dir(name))
		if err != nil {
			return err
		}
		pkg := filepath.ToSlash(rel)
		found[pkg] = true
		checkFile(t, pkg, name)
		return nil
	})
	require.NoError(t, err)
	for pkg := range allowed {
		assert.True(t, found[pkg], "package %s is in the table but has no files", pkg)
	}
}

// skip leaves out folders that hold no code of the module.
func skip(name string, d fs.DirEntry) error {
	base := d.Name()
	if name != root && (strings.HasPrefix(base, ".") || base == "testdata" || base == "tools") {
		return filepath.SkipDir
	}
	return nil
}

func checkFile(t *testing.T, pkg, name string) {
	may, listed := allowed[pkg]
	if !assert.True(t, listed, "package %s is not in the table of the import order", pkg) {
		return
	}
	for _, imported := range imports(t, name) {
		ours, is := own(imported)
		switch {
		case is:
			assert.Contains(t, slices.Concat(may, everywhere), ours,
				"%s: package %s may not import %s", name, pkg, ours)
		case strings.Contains(strings.Split(imported, "/")[0], "."):
			checkLibrary(t, pkg, name, imported)
		}
	}
}

// imports lists what a file imports.
func imports(t *testing.T, name string) (all []string) {
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
	require.NoError(t, err)
	for _, spec := range file.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		require.NoError(t, err)
		all = append(all, imported)
	}
	return all
}

// own returns the folder of a package of this module.
func own(imported string) (folder string, is bool) {
	if imported != module && !strings.HasPrefix(imported, module+"/") {
		return "", false
	}
	return strings.TrimPrefix(path.Clean("./"+strings.TrimPrefix(imported, module)), "/"), true
}

// flag is a flag of the command line in a text.
var flag = regexp.MustCompile(`(^|[ "(])--[a-z]`)

// TestLibrariesNameNoFlags: only the command knows its flags. The texts of all others name options by package mention.
func TestLibrariesNameNoFlags(t *testing.T) {
	for pkg := range allowed {
		if strings.HasPrefix(pkg, "cmd/") || strings.HasPrefix(pkg, "internal/bench") { // which run the command
			continue
		}
		files, err := filepath.Glob(filepath.Join(root, pkg, "*.go"))
		require.NoError(t, err)
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			fset := token.NewFileSet()
			file, err := parser.ParseFile(fset, name, nil, 0)
			require.NoError(t, err)
			ast.Inspect(file, func(n ast.Node) bool {
				if text, is := n.(*ast.BasicLit); is && text.Kind == token.STRING {
					assert.NotRegexp(t, flag, text.Value, "%s", fset.Position(n.Pos()))
				}
				return true
			})
		}
	}
}

func checkLibrary(t *testing.T, pkg, name, imported string) {
	if slices.Contains(forTests, imported) && strings.HasSuffix(pkg, "test") {
		return
	}
	for library, importer := range importers {
		if imported == library || strings.HasPrefix(imported, library+"/") {
			tests := strings.HasPrefix(pkg, importer+"/") && strings.HasSuffix(pkg, "test")
			assert.True(t, importer == pkg || tests, "%s imports %s, which is for %s", name, imported, importer)
			return
		}
	}
	assert.Fail(t, "a library without an importer", "%s imports %s: say in the table who may", name, imported)
}
