package arch

import (
	"bytes"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// removable has the techniques of which each can be deleted: its files or folders, and the entries that name what
// stands there in one of the lists.
var removable = map[string][]string{
	"bidirectional search":  {"backends/search/bidirectional.go", "backends/search/reverse.go"},
	"parity":                {"compiler/ground/parity"},
	"normal form":           {"compiler/normal"},
	"late variables":        {"backends/constraint/late.go"},
	"global constraints":    {"backends/constraint/views.go", "backends/constraint/globals"},
	"images of assignments": {"backends/constraint/symmetry.go"},
	"automorphisms": {
		"backends/automorphism", "backends/constraint/symmetry.go", "backends/search/pattern",
		"backends/search/symmetry/found.go",
	},
	"programs in place": {
		"backends/gogen/inplace.go", "backends/gogen/statespace/inplace.go", "backends/search/depthfirst/movelists.go",
	},
	"safe variables":      {"backends/sat/safe.go", "backends/sat/reduced/safe.go"},
	"two moves at a step": {"backends/sat/bytwo.go", "backends/sat/encode/bytwo.go", "backends/sat/reduced/double.go"},
	"potentials": {
		"backends/sat/potential.go", "backends/search/heuristic/potential.go", "backends/potential",
	},
	"lists of states":    {"backends/sat/listing.go"},
	"symmetric states":   {"backends/search/symmetry"},
	"pattern databases":  {"backends/search/pattern"},
	"derived heuristics": {"backends/search/heuristic", "backends/search/features.go"},
	"corrals":            {"backends/search/prune/corral.go"},
	"packing":            {"backends/search/prune/packing.go", "backends/search/features.go"},
	"Sokoban": {
		"backends/search/prune/corral.go", "backends/search/prune/packing.go", "backends/search/prune/sokoban.go",
		"backends/search/features.go",
	},
	"ranks": {"backends/search/breadthfirst/rank.go", "backends/search/breadthfirst/unrank.go"},
	"products": {
		"backends/search/breadthfirst/product.go", "backends/search/breadthfirst/flood.go",
		"backends/search/breadthfirst/rescan.go", "backends/search/explore/product.go",
	},
	"batches of IDA*":      {"backends/search/depthfirst/batch.go"},
	"threads of IDA*":      {"backends/search/depthfirst/threads.go"},
	"threads of A*":        {"backends/search/batches.go"},
	"deferred estimates":   {"backends/search/deferred.go"},
	"pairs of tokens":      {"backends/search/heuristic/pairs.go", "backends/search/heuristic/fewer.go"},
	"landmark cuts":        {"backends/search/heuristic/lmcut.go"},
	"plans of relaxations": {"backends/search/heuristic/ff.go"},
}

// lists are the files with these entries, and all that are named rows.go. An entry is an element of a list or of a
// struct, or a statement.
var lists = []string{
	"backends/gogen/gogen.go", "backends/search/algorithms.go", "backends/search/explore/explore.go",
	"backends/search/heuristic/table.go",
}

// TestLongRemovable hides each of these techniques and its entries. What is left must pass the type checker.
func TestLongRemovable(t *testing.T) {
	all := slices.DeleteFunc(load(t), func(p *loaded) bool {
		return among(kinds["tests and measuring"], strings.TrimPrefix(p.path, module+"/"))
	})
	for name, prefixes := range removable {
		for _, p := range prefixes {
			_, err := os.Stat(filepath.Join(root, p))
			require.NoError(t, err, name)
		}
		hidden := func(file string) bool { return among(prefixes, file) }
		for _, p := range all {
			if !slices.ContainsFunc(slices.Concat(p.names, slices.Collect(maps.Keys(p.uses))), hidden) {
				continue
			}
			for _, problem := range p.without(t, hidden) {
				t.Errorf("%s: %s", name, problem)
			}
		}
	}
}

// among reports whether a file or folder is one of some, or inside one.
func among(some []string, name string) bool {
	return slices.ContainsFunc(some, func(p string) bool { return name == p || strings.HasPrefix(name, p+"/") })
}

// loaded is a package: its files, and which files of this module they name.
type loaded struct {
	path   string
	set    *token.FileSet
	others types.Importer
	names  []string
	files  []*ast.File
	info   *types.Info
	uses   map[string]bool
}

// load reads and checks all packages of this module. It skips the test if there is no go command.
func load(t *testing.T) (all []*loaded) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command")
	}
	list := exec.CommandContext(t.Context(), "go", "list", "-export", "-deps", "-f",
		"{{.ImportPath}}\t{{.Export}}\t{{join .GoFiles \" \"}}", "./...")
	list.Dir = root
	out, err := list.Output()
	require.NoError(t, err)
	set, exports := token.NewFileSet(), map[string]string{}
	others := importer.ForCompiler(set, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	for line := range strings.Lines(string(out)) {
		row := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		exports[row[0]] = row[1]
		folder, is := own(row[0])
		if !is {
			continue
		}
		p := &loaded{path: row[0], set: set, others: others, uses: map[string]bool{}, info: &types.Info{
			Uses: map[*ast.Ident]types.Object{}, Types: map[ast.Expr]types.TypeAndValue{},
		}}
		for _, base := range strings.Fields(row[2]) {
			f, err := parser.ParseFile(set, filepath.Join(root, folder, base), nil, parser.SkipObjectResolution)
			require.NoError(t, err)
			p.names, p.files = append(p.names, path.Join(folder, base)), append(p.files, f)
		}
		require.NoError(t, p.check(p.files, p.info, nil), p.path)
		for _, o := range p.info.Uses {
			p.uses[p.fileOf(t, o)] = true
		}
		all = append(all, p)
	}
	return all
}

// check calls the type checker.
func (p *loaded) check(files []*ast.File, info *types.Info, handle func(error)) error {
	conf := types.Config{Importer: p.others, Error: handle}
	_, err := conf.Check(p.path, p.set, files, info)
	return err
}

// fileOf returns the file of this module in which an object stands, "" if it stands in none.
func (p *loaded) fileOf(t *testing.T, o types.Object) string {
	if _, is := o.(*types.PkgName); is || o == nil || o.Pkg() == nil || !o.Pos().IsValid() {
		return ""
	}
	folder, is := own(o.Pkg().Path())
	if !is {
		return ""
	}
	return path.Join(folder, filepath.Base(p.set.Position(o.Pos()).Filename))
}

// without says what is wrong with the package if files are hidden and their entries are gone.
func (p *loaded) without(t *testing.T, hidden func(file string) bool) (problems []string) {
	changed, files := false, []*ast.File(nil)
	for i, f := range p.files {
		if hidden(p.names[i]) {
			changed = true
			continue
		}
		text := []byte(nil)
		ast.PreorderStack(f, nil, func(n ast.Node, above []ast.Node) bool {
			id, is := n.(*ast.Ident)
			if !is || !hidden(p.fileOf(t, p.info.Uses[id])) {
				return true
			}
			if !slices.Contains(lists, p.names[i]) && path.Base(p.names[i]) != "rows.go" {
				problems = append(problems, p.set.Position(id.Pos()).String()+" names "+id.Name)
				return true
			}
			if text == nil {
				var err error
				text, err = os.ReadFile(filepath.Join(root, p.names[i]))
				require.NoError(t, err)
			}
			e := p.entry(slices.Concat(above, []ast.Node{n}))
			from, to := p.set.Position(e.Pos()).Offset, p.set.Position(e.End()).Offset
			if to < len(text) && text[to] == ',' {
				to++
			}
			copy(text[from:], bytes.Repeat([]byte(" "), to-from))
			return true
		})
		if text != nil {
			var err error
			f, err = parser.ParseFile(p.set, p.names[i], text, parser.SkipObjectResolution)
			require.NoError(t, err)
			changed = true
		}
		files = append(files, f)
	}
	if changed && len(files) > 0 && len(problems) == 0 {
		_ = p.check(files, nil, func(err error) {
			if !strings.Contains(err.Error(), "imported and not used") {
				problems = append(problems, err.Error())
			}
		})
	}
	return problems
}

// entry returns the entry in which a name stands: the last element of a list, else the last element of a struct, else
// the last statement.
func (p *loaded) entry(stack []ast.Node) ast.Node {
	var in [4]ast.Node
	in[3] = stack[len(stack)-1]
	for i, n := range stack[:len(stack)-1] {
		switch n := n.(type) {
		case *ast.CompositeLit:
			if e, is := stack[i+1].(ast.Expr); is && e != n.Type {
				k := 0
				if _, isStruct := p.info.Types[n].Type.Underlying().(*types.Struct); isStruct {
					k = 1
				}
				in[k] = e
			}
		case *ast.BlockStmt:
			in[2] = stack[i+1]
		}
	}
	return in[slices.IndexFunc(in[:], func(n ast.Node) bool { return n != nil })]
}
