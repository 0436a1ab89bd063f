// Package arch tests rules about all files: the import order, and the length of lines.
package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
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

const module = "github.com/pzc-lang/pzc"

// allowed says, for each package, which of our packages it may import: the pipeline, read from the top. Test files are
// exempt.
var allowed = map[string][]string{
	"internal/diag":    {},
	"compiler/task":    {},
	"docs":             {},
	"course":           {},
	"internal/mention": {},
	"models":           {},
	"dsl":              {"internal/diag"},

	"compiler/model":     {"internal/diag"},
	"compiler/semantics": {"internal/diag", "internal/room", "compiler/model"},
	// Above the machine: its moves as text, what states look like, and what is checked of a whole puzzle.
	"compiler/semantics/parse":  {"internal/diag", "dsl", "compiler/model", "compiler/semantics"},
	"compiler/semantics/view":   {"compiler/model", "compiler/semantics", "internal/diag"},
	"compiler/semantics/verify": {"internal/diag", "compiler/model", "compiler/semantics"},
	"internal/present/readback": {"internal/diag"},
	"compiler/static":           {"internal/diag", "compiler/model"},
	"compiler/check": {
		"internal/diag", "internal/draw", "dsl", "compiler/index", "compiler/model", "compiler/static",
	},
	// Grounding, lowest layer first.
	"compiler/ground/work":   {"internal/diag", "internal/room", "compiler/semantics", "compiler/task"},
	"compiler/ground/reach":  {"compiler/ground/work", "compiler/task"},
	"compiler/ground/parity": {"compiler/ground/work", "compiler/task"},
	"compiler/ground/symbolic": {
		"compiler/ground/work", "compiler/model", "internal/diag", "compiler/semantics", "compiler/task",
	},
	"compiler/ground/lint": {
		"compiler/ground/symbolic", "compiler/ground/work", "compiler/model", "internal/diag", "compiler/task",
	},
	"compiler/ground": {
		"compiler/ground/lint", "compiler/ground/reach", "compiler/ground/symbolic",
		"compiler/ground/work", "compiler/model", "internal/diag", "compiler/semantics", "compiler/task",
	},
	"compiler/normal": {"compiler/task"},
	"compiler/index":  {"internal/diag", "dsl"},
	"compiler/compilertest": { // for tests
		"internal/diag", "compiler/check", "compiler/model", "models", "compiler/semantics",
		"compiler/semantics/parse",
	},
	"compiler/task/describe": {"internal/diag", "compiler/task"},
	"compiler/task/tasktest": {"compiler/task"}, // for tests

	"backends": {"backends/technique", "internal/diag", "internal/room", "compiler/task"},
	// The SAT backend, lowest layer first: formulas and the solvers that are asked about them know nothing of tasks.
	"backends/technique":    {},
	"backends/potential":    {"compiler/task"},
	"backends/automorphism": {"compiler/task"},
	"backends/sat/cnf":      {"backends"},
	"backends/sat/solver":   {"backends/sat/cnf", "internal/processor"},
	"backends/sat/layers":   {"backends/sat/cnf", "backends/technique", "compiler/task"},
	"backends/sat/reduced":  {"backends", "backends/sat/layers", "backends/technique", "compiler/task"},
	"backends/sat/encode": {
		"backends", "backends/sat/cnf", "backends/sat/layers", "backends/sat/reduced", "backends/technique",
		"compiler/task",
	},
	// The same formulas, written down for other solvers.
	"backends/sat/outside": {
		"backends", "backends/sat/solver", "internal/whole", "compiler/task", "backends/sat/cnf",
		"backends/sat/encode", "backends/sat/layers", "backends/sat/reduced",
	},

	// The search backend, lowest layer first.
	"backends/search/searchtest": {"compiler/task", "compiler/task/tasktest"}, // for tests
	"backends/search/packed":     {"compiler/task"},
	"backends/search/store":      {"backends/search/packed", "compiler/task"},
	"backends/search/space":      {"backends/search/packed", "backends/search/store", "compiler/task"},
	"backends/search/assign":     {"backends", "backends/search/space", "compiler/task"},
	// for tests
	"backends/search/librarytest": {
		"backends", "backends/search/assign", "backends/search/space", "backends/search/store", "compiler/check",
		"compiler/ground/parity",
		"compiler/ground", "compiler/model", "models", "compiler/semantics", "compiler/task",
	},
	"backends/search/prune": {"backends/search/space", "compiler/task"},
	"backends/search/symmetry": {
		"backends", "backends/automorphism", "backends/technique", "backends/search/job", "backends/search/packed",
		"backends/search/space", "backends/search/store", "compiler/task",
	},
	"backends/search/estimate": {"backends", "backends/technique", "backends/search/space", "compiler/task"},
	"backends/search/pattern": {
		"backends/technique", "backends", "backends/automorphism", "backends/search/assign", "backends/search/estimate",
		"backends/search/packed", "backends/search/space", "backends/search/store", "compiler/task",
		"internal/processor", "internal/whole",
	},
	"backends/search/heuristic": {
		"backends/technique", "backends", "backends/search/estimate", "backends/search/space", "compiler/task",
		"backends/search/packed", "backends/potential",
	},
	"backends/search/job": {
		"backends/technique", "backends", "backends/search/assign", "backends/search/estimate",
		"backends/search/packed", "backends/search/space", "backends/search/store", "compiler/task",
	},
	"backends/search/breadthfirst": {
		"backends/technique", "backends/search/estimate", "backends/search/job", "backends/search/packed",
		"backends/search/prune", "backends/search/space", "backends/search/store", "compiler/task",
	},
	"backends/search/depthfirst": {
		"backends/technique", "backends", "backends/search/estimate", "backends/search/job",
		"backends/search/packed", "backends/search/prune", "backends/search/space", "backends/search/store",
		"compiler/task",
		"internal/processor",
	},
	"backends/search/explore": {
		"backends", "backends/search", "backends/search/estimate", "backends/search/job",
		"backends/search/prune",
		"backends/search/space", "backends/search/store", "backends/search/breadthfirst", "compiler/task",
	},
	"backends/search/searchtree": {
		"backends", "backends/search", "backends/search/estimate", "backends/search/job", "backends/search/store",
		"compiler/task",
	},
	"backends/search": {
		"backends/technique", "backends", "backends/search/estimate", "backends/search/depthfirst",
		"backends/search/heuristic", "backends/search/job", "backends/search/pattern", "backends/search/prune",
		"backends/search/space",
		"backends/search/store", "backends/search/symmetry", "backends/search/breadthfirst", "compiler/task",
		"internal/processor", "internal/room",
	},

	"backends/sat": {
		"backends", "backends/sat/cnf", "backends/sat/encode", "backends/sat/layers", "backends/sat/reduced",
		"backends/potential", "internal/processor",
		"backends/sat/solver", "backends/technique", "compiler/task", "backends/constraint/cdcl",
	},
	"backends/sat/sattest": { // for tests
		"backends/sat/cnf", "backends/search/searchtest", "compiler/task", "compiler/task/tasktest",
	},

	"backends/relay": {"backends", "internal/processor", "internal/room", "compiler/task"},

	// The constraint engine: clauses, then integers with propagators and the task.
	"backends/constraint/cdcl":    {},
	"backends/constraint/globals": {"compiler/task"},
	"backends/constraint": {
		"backends/technique", "backends", "backends/automorphism", "backends/constraint/cdcl",
		"backends/constraint/globals", "compiler/task", "compiler/task/describe",
	},
	"backends/pddl": {"compiler/task"},
	// The runtime of generated programs is copied into them, so it imports nothing of ours.
	"backends/gogen/rt": {},
	// Go source as it is written, which knows nothing of puzzles.
	"backends/gogen/code": {},
	// The puzzle as a state space in Go.
	"backends/gogen/statespace": {
		"backends/gogen/code", "compiler/ground", "compiler/model", "internal/diag", "compiler/semantics", "compiler/task",
	},
	// gogen prints models: a program that reads as the model does needs its names and shapes, which a task no longer has.
	// Which moves may follow a move, it takes from the task.
	"backends/gogen": {
		"backends/gogen/code", "backends/gogen/rt", "backends/gogen/statespace", "backends/search/depthfirst",
		"backends/search", "compiler/model", "compiler/semantics", "compiler/semantics/verify", "compiler/task",
	},
	// native writes a program, builds it and reads its answer, which has the form that the runtime gives it.
	"backends/native": {
		"backends/technique", "backends", "backends/gogen", "backends/search", "backends/gogen/rt", "compiler/model",
		"compiler/task",
	},
	"internal/puzzle": {
		"internal/diag", "compiler/task", "models", "dsl", "compiler/task/describe", "compiler/index",
		"compiler/model", "compiler/check", "compiler/ground", "compiler/ground/parity", "compiler/ground/work",
		"compiler/normal", "compiler/semantics", "internal/pddl", "backends",
		"backends/automorphism", "backends/constraint", "backends/relay", "backends/search", "backends/search/explore",
		"backends/search/searchtree", "backends/sat", "backends/technique",
		"internal/present/readback", "internal/room", "compiler/semantics/verify", "compiler/semantics/parse",
		"compiler/semantics/view",
	},
	"apps/emit": {
		"internal/puzzle", "backends", "backends/gogen", "backends/pddl", "backends/sat", "backends/sat/cnf",
		"compiler/model", "internal/diag", "backends/sat/outside", "compiler/semantics", "compiler/semantics/parse",
		"internal/present/readback",
	},
	"apps/why": {
		"internal/puzzle", "backends", "compiler/model", "internal/diag", "internal/room", "compiler/semantics",
		"compiler/task",
		"compiler/semantics/parse", "backends/constraint", "backends/search/explore",
	},
	"apps/generate": {
		"internal/puzzle", "apps/rate", "backends", "compiler/model", "compiler/semantics", "compiler/task",
		"internal/diag", "compiler/static", "backends/constraint", "backends/search/explore",
		"compiler/semantics/view",
	},
	"apps/rate":   {"internal/puzzle", "apps/why", "backends", "dsl", "internal/diag", "backends/search/explore"},
	"apps/report": {"internal/puzzle", "apps/rate", "apps/why", "backends", "compiler/model"},
	"apps/compare": {
		"internal/puzzle", "backends", "backends/constraint", "backends/sat", "backends/search/space",
		"backends/search/store", "compiler/model", "internal/diag", "dsl", "compiler/semantics", "compiler/task",
		"compiler/semantics/parse",
	},
	"apps/lsp": {
		"internal/puzzle", "backends", "compiler/check", "compiler/index", "compiler/model", "internal/diag", "dsl",
		"internal/pddl", "internal/room", "internal/present/show", "compiler/semantics/view",
	},
	"apps/coursework/exercise": {"internal/puzzle", "internal/diag"},
	// settings is apart so that the playground, which needs no reader of TOML, is small.
	"apps/coursework/exercise/settings": {
		"internal/puzzle", "apps/compare", "apps/coursework/exercise", "apps/rate", "internal/diag",
	},
	// grading builds programs of students as native does those that gogen writes.
	"apps/coursework/grading": {
		"internal/puzzle", "backends", "backends/native", "apps/compare", "compiler/model",
		"apps/coursework/exercise", "internal/diag", "internal/draw", "apps/emit", "apps/rate",
		"internal/present/show", "compiler/semantics/verify", "backends/constraint/cdcl", "backends/sat/reduced",
		"compiler/task", "compiler/semantics/parse", "backends/search/explore",
	},
	// class starts a process for each submission.
	"apps/coursework/class": {
		"apps/coursework/exercise", "apps/coursework/grading", "internal/diag", "internal/jobs", "internal/puzzle",
		"internal/draw", "internal/whole",
	},
	"tests/peers":      {},
	"tests/difftest":   {}, // tests only
	"tests/modelforms": {}, // tests only
	"tests/ablation": {
		"internal/puzzle", "internal/levels", "internal/diag", "backends", "backends/technique", "internal/processor",
	},
	"tests/forms":        {},
	"internal/processor": {},
	"internal/lazy":      {},
	"internal/room":      {},
	"internal/whole":     {},
	"internal/bench":     {"internal/draw"},
	"internal/jobs":      {"internal/whole"},
	"internal/text":      {},
	"internal/lists":     {},
	// What is shown of puzzles; everything that is no terminal, such as a page, can use it.
	"internal/present/gamepage": {"internal/draw", "internal/present/gamepage/positions"},
	"internal/present/gamepage/positions": {
		"internal/puzzle", "backends", "internal/diag", "internal/draw", "internal/present/show",
		"backends/search/explore", "compiler/semantics/view",
	},
	"internal/present/show": {
		"internal/puzzle", "backends", "internal/diag", "internal/draw", "compiler/semantics/view",
	},
	"internal/present/show/explored": {
		"internal/puzzle", "internal/draw", "internal/present/show", "backends/search/explore",
	},
	"internal/present/show/searched": {
		"internal/puzzle", "backends", "internal/diag", "internal/draw", "internal/present/show",
		"backends/search/explore", "backends/search/searchtree",
	},
	// What a page asks, and the program that answers in it.
	"apps/playground": {
		"internal/puzzle", "backends", "compiler/check", "compiler/index", "course", "apps/coursework/exercise",
		"apps/coursework/grading", "internal/diag", "internal/levels", "internal/pddl", "dsl",
		"internal/present/gamepage/positions", "internal/room", "internal/present/show",
		"internal/present/show/explored", "compiler/semantics", "apps/generate", "apps/rate", "apps/report",
		"apps/why", "backends/search/explore", "compiler/model", "compiler/semantics/view",
	},
	"web/shell":              {"internal/present/gamepage"},
	"web/strip":              {},
	"web/wasm":               {"apps/lsp", "apps/playground"},
	"web":                    {},
	"internal/draw":          {},
	"internal/datafile":      {"internal/diag"},
	"internal/filetest":      {}, // for tests
	"internal/levels":        {"internal/diag"},
	"internal/pddl":          {"internal/diag"},
	"internal/pddl/pddltest": {}, // for tests
	"cmd/pzc/internal/mcp":   {"docs", "internal/diag", "internal/puzzle"},
	"cmd/pzc/internal/play": {
		"internal/puzzle", "backends", "internal/diag", "internal/present/show", "apps/why",
		"compiler/semantics/view",
	},
	"cmd/pzc/internal/play/playtest": {},
	".": { // the front for Go programs
		"internal/puzzle", "internal/present/show", "internal/diag", "apps/why", "backends", "compiler/model",
		"compiler/semantics/view",
	},
	"examples/numbrix":   {"."},
	"examples/solvable":  {"."},
	"examples/timetable": {"."},
	"cmd/pzc": {
		"backends/technique", "internal/datafile", "internal/puzzle", "backends", "backends/constraint",
		"backends/native", "backends/sat/outside", "backends/search", "cmd/pzc/internal/play", "apps/compare",
		"internal/present/gamepage", "apps/coursework/class", "apps/coursework/exercise",
		"apps/coursework/exercise/settings", "apps/coursework/grading", "internal/diag", "docs", "internal/draw",
		"apps/emit", "apps/lsp", "cmd/pzc/internal/mcp", "internal/present/show", "internal/present/show/explored",
		"internal/present/show/searched", "internal/bench", "internal/whole", "internal/jobs", "internal/levels",
		"internal/pddl",
		"web", "apps/generate", "apps/rate", "apps/report", "apps/why", "internal/present/gamepage/positions",
		"internal/room", "backends/search/explore", "compiler/model", "compiler/semantics/view",
	},
}

// pastFacade is how often a package of apps or of what is shown imports one of the parts that the façade is built on.
const pastFacade = 71

// TestImportsPastTheFacade: most of apps read the typed tree or what a part returns; no more do than today.
func TestImportsPastTheFacade(t *testing.T) {
	n := 0
	for pkg, imported := range allowed {
		if strings.HasPrefix(pkg, "apps/") || strings.HasPrefix(pkg, "internal/present/") {
			for _, i := range imported {
				switch part, _, _ := strings.Cut(i, "/"); part {
				case "dsl", "compiler", "backends":
					n++
				}
			}
		}
	}
	assert.LessOrEqual(t, n, pastFacade)
}

// everywhere has the packages that all may import: how texts name options, how they count, what is made when it is
// needed, and how lists are made and sorted.
var everywhere = []string{"internal/mention", "internal/lazy", "internal/text", "internal/lists"}

// importers says which one package may import a library that is not ours.
var importers = map[string]string{
	"github.com/alecthomas/participle/v2": "dsl",
	"github.com/go-air/gini":              "backends/sat/solver",
	"github.com/alecthomas/kong":          "cmd/pzc",
	"golang.org/x/image":                  "internal/draw",
	"charm.land/bubbletea/v2":             "cmd/pzc/internal/play",
	"github.com/charmbracelet/x/ansi":     "cmd/pzc/internal/play",
	"golang.org/x/term":                   "cmd/pzc",
	"github.com/pelletier/go-toml/v2":     "apps/coursework/exercise/settings",
}

// forTests lists the libraries that tests import, and packages for tests.
var forTests = []string{"pgregory.net/rapid", "github.com/stretchr/testify/require"}

// root is the folder of the module.
const root = "../.."

// TestFacadeStandsAlone: a program that loads, solves and plays needs no generated programs.
func TestFacadeStandsAlone(t *testing.T) {
	needs := map[string]bool{"internal/puzzle": true}
	for open := []string{"internal/puzzle"}; len(open) > 0; open = open[1:] {
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
			"apps/emit", "backends/gogen", "backends/native", "backends/pddl", "backends/sat/outside", "cmd",
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
		if _, err := os.Stat(filepath.Join(name, "go.mod")); err == nil && name != root {
			return filepath.SkipDir // another module
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
		if strings.HasPrefix(pkg, "cmd/") || pkg == "internal/bench" || pkg == "tests/peers" { // which run the command
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
