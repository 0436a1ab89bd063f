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
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// abroad are names of things that are no part of this project.
var abroad = strings.Fields(`Boolean Brotli Dockerfile FUZZTIME GitHub GitLab JavaScript KenKen Korf McDermott MemTotal
	Microban MiniZinc PuzzleScript ReadFileFS SHA256SUMS Sokoban TestingM TopSpin kB mcpServers pcHeader readOnly
	runtime/symtab.go runtime2.go sharpSAT`)

// excepted are names in comments and documents that nothing has, each with its reason.
var excepted = map[string]string{
	"tests/difftest/testdata/found": "is made when a test fails",
	"kernel.go":                     "a file of earlier generated programs, in their history",
	"HOT":                           "a variable of the Makefile",
	"models/sudoku":                 "an address of the MCP server",
	"clueSize":                      "an example of names that the checker makes",
	"clueValue":                     "an example of names that the checker makes",
}

// named matches what a comment or document may name: a file or folder, a test, an identifier.
var (
	aFile = regexp.MustCompile(`[\w./-]*\w+\.(?:go|txtar|golden)\b|` +
		`\b(?:apps|backends|cmd|compiler|docs|dsl|editors|internal|models|tests|web)/[\w/-]+`)
	aTest  = regexp.MustCompile(`\b(?:Test|Fuzz|Benchmark)[A-Z]\w*`)
	anName = regexp.MustCompile(`\b(?:[A-Z]+[a-z0-9]+[A-Z]\w*|[a-z]+[A-Z]\w*)\b`)
	aLone  = regexp.MustCompile(`[a-z,][ \n]([A-Z][a-z]+)(?:[^-\w]|$)`)
	quoted = regexp.MustCompile("`[^`]*`|\"[^\"]*\"")
	source = regexp.MustCompile(`\([^()]*\d{4}[^()]*\)`) // a paper or book with its year
	fenced = regexp.MustCompile("(?ms)^ *```.*?^ *```")
	// sentence ends what is named together: at a blank line, a cell of a table, an item of a list, a colon, a full stop.
	sentence = regexp.MustCompile(`\n\n|\n- |\||[:.;] |[:.;]\n`)
	inline   = regexp.MustCompile("`([A-Z]\\w*)`")
)

// tree is what there is: files and folders, and the identifiers of the code.
type tree struct {
	files       map[string]bool // by each end of the path
	paths       map[string]bool
	byName      map[string][]string // the folders that have a file
	written     map[string]bool     // by pzc
	identifiers map[string]bool
	used        map[string]bool            // folder and identifier, without tests
	private     map[string]map[string]bool // by folder: what it declares for itself
}

func newTree(t *testing.T) *tree {
	t.Helper()
	w := &tree{
		map[string]bool{},
		map[string]bool{},
		map[string][]string{},
		map[string]bool{},
		map[string]bool{},
		map[string]bool{},
		map[string]map[string]bool{},
	}
	require.NoError(t, filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && (d.Name() == "node_modules" || d.Name() == ".git") {
			return filepath.SkipDir
		}
		if rel, err := filepath.Rel(root, name); err == nil {
			p := filepath.ToSlash(rel)
			w.paths[p] = true
			w.byName[path.Base(p)] = append(w.byName[path.Base(p)], path.Dir(p))
			w.add(strings.TrimSuffix(p, ".golden"))
		}
		if text := filepath.Ext(name); text == ".js" || text == ".mjs" || text == ".py" || text == ".ts" {
			code, err := os.ReadFile(name)
			require.NoError(t, err)
			for _, word := range regexp.MustCompile(`\w+`).FindAllString(string(code), -1) {
				w.identifiers[word] = true
			}
		}
		if filepath.Ext(name) != ".go" {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil
		}
		folder, _ := filepath.Rel(root, filepath.Dir(name))
		if w.private[folder] == nil {
			w.private[folder] = map[string]bool{}
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				if w.identifiers[n.Name] = true; !strings.HasSuffix(name, "_test.go") {
					w.used[folder+" "+n.Name] = true
				}
			case *ast.BasicLit:
				for _, word := range regexp.MustCompile(`\w+`).FindAllString(n.Value, -1) {
					w.identifiers[word] = true
				}
				for _, f := range aFile.FindAllString(n.Value, -1) { // files that are written, such as those of programs
					w.written[f] = true
				}
			case *ast.FuncDecl:
				w.private[folder][n.Name.Name] = true
			case *ast.TypeSpec:
				w.private[folder][n.Name.Name] = true
			}
			return true
		})
		return nil
	}))
	return w
}

// add adds a file or folder by each end of its path, with and without the ending of its name.
func (w *tree) add(p string) {
	for more := true; more; _, p, more = strings.Cut(p, "/") {
		w.files[p], w.files[strings.TrimSuffix(p, path.Ext(p))] = true, true
	}
}

// below reports whether a folder, one below it, or the one above it has a file.
func (w *tree) below(folder, file string) bool {
	return w.paths[path.Join(path.Dir(folder), file)] || slices.ContainsFunc(w.byName[file], func(in string) bool {
		return in == folder || strings.HasPrefix(in, folder+"/")
	})
}

// has reports whether there is an identifier, also of one of several things.
func (w *tree) has(n string) bool {
	return w.identifiers[n] || w.identifiers[strings.TrimSuffix(n, "s")] || slices.Contains(abroad, n)
}

// inText lists the files and tests that a text names and the tree lacks. A file without a folder is in the folder of
// the text or below, or in that of the file that is named before it.
func (w *tree) inText(folder, text string) (out []string) {
	for _, sentence := range sentence.Split(text, -1) {
		in := folder
		for _, f := range aFile.FindAllString(sentence, -1) {
			f = strings.TrimPrefix(strings.Trim(path.Clean(f), "/."), "../")
			written := strings.TrimPrefix(f, "search/") // a folder of generated programs
			switch {
			case slices.Contains(abroad, f), w.written[written]:
			case strings.Contains(f, "/"):
				if in = path.Dir(f); path.Ext(f) == "" {
					in = f
				}
				if !w.files[f] {
					out = append(out, f)
				}
			case !w.files[f] || in != "" && !w.below(in, f):
				out = append(out, f)
			}
		}
	}
	for _, n := range aTest.FindAllString(text, -1) {
		if !w.identifiers[n] && n != "TestLong" && n != "TestHours" {
			out = append(out, n)
		}
	}
	return out
}

// inComment adds the identifiers that a comment of a folder names and the tree lacks: mixed ones, and exported ones
// that the folder declares for itself.
func (w *tree) inComment(folder, text string) []string {
	out := w.inText(folder, text)
	text = source.ReplaceAllString(quoted.ReplaceAllString(text, ""), "")
	for _, n := range anName.FindAllString(aFile.ReplaceAllString(text, ""), -1) {
		if !w.has(n) && !aTest.MatchString(n) {
			out = append(out, n)
		}
	}
	for _, m := range aLone.FindAllStringSubmatch(text, -1) {
		if !w.used[folder+" "+m[1]] && !slices.Contains(abroad, m[1]) && w.private[folder][strings.ToLower(m[1])] {
			out = append(out, m[1])
		}
	}
	return out
}

// inDocument adds the exported identifiers that a document names between backquotes and the tree lacks.
func (w *tree) inDocument(text string) []string {
	text = fenced.ReplaceAllString(text, "")
	out := w.inText("", text)
	for _, m := range inline.FindAllStringSubmatch(text, -1) {
		if n := m[1]; !w.has(n) && !w.has("Test"+n) && !aTest.MatchString(n) {
			out = append(out, n)
		}
	}
	return out
}

// TestNames: comments and documents name only what exists: files, tests, identifiers.
func TestNames(t *testing.T) {
	w := newTree(t)
	eachText(t, func(name string, text []byte) {
		if rules.MatchString(name) || strings.HasSuffix(name, "CHANGELOG.md") {
			return
		}
		folder, err := filepath.Rel(root, filepath.Dir(name))
		require.NoError(t, err)
		report := func(where string, missing []string) {
			for _, m := range missing {
				if excepted[m] == "" {
					assert.Fail(t, "names what does not exist", "%s: %s", where, m)
				}
			}
		}
		if filepath.Ext(name) == ".md" {
			report(name, w.inDocument(string(text)))
			return
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, name, text, parser.ParseComments)
		if err != nil {
			return
		}
		for _, group := range f.Comments {
			report(set.Position(group.Pos()).String(), w.inComment(folder, group.Text()))
		}
	})
	assert.LessOrEqual(t, len(excepted), 10)
}
