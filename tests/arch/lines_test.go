package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// longest is the length of a line in characters. A tab counts as one.
const longest = 120

// TestLines: no line of Go or Markdown is longer than longest, unless the line cannot be broken.
func TestLines(t *testing.T) {
	require.NoError(t, filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == "node_modules":
			return filepath.SkipDir
		case d.IsDir():
			return skip(name, d)
		}
		kept := unbroken[filepath.Ext(name)]
		if kept == nil {
			return nil
		}
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		lines := strings.Split(string(text), "\n")
		fixed := kept(t, name, lines)
		for i, line := range lines {
			if n := utf8.RuneCountInString(line); n > longest && !fixed[i+1] {
				assert.Fail(t, "a long line", "%s:%d has %d characters; at most %d", name, i+1, n, longest)
			}
		}
		return nil
	}))
}

// unbroken says, for each kind of file, which lines may be long, by their numbers.
var unbroken = map[string]func(t *testing.T, name string, lines []string) map[int]bool{
	".go": goTexts,
	".md": markdownBlocks,
}

// goTexts are the lines of generated files, of tags of structs, and of texts that span several lines or have no space.
func goTexts(t *testing.T, name string, lines []string) map[int]bool {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, nil, parser.ParseComments)
	require.NoError(t, err)
	fixed := map[int]bool{}
	if ast.IsGenerated(file) {
		for i := range lines {
			fixed[i+1] = true
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BasicLit:
			first, last := files.Position(n.Pos()).Line, files.Position(n.End()).Line
			for i := first; i <= last; i++ {
				fixed[i] = fixed[i] || first < last || !strings.Contains(n.Value, " ") && len(n.Value) > longest/2
			}
		case *ast.Field:
			if n.Tag != nil {
				fixed[files.Position(n.Tag.Pos()).Line] = true
			}
		}
		return true
	})
	return fixed
}

// markdownBlocks are the lines of examples and tables, and those of a single word, such as a link.
func markdownBlocks(_ *testing.T, _ string, lines []string) map[int]bool {
	fixed, example := map[int]bool{}, false
	for i, line := range lines {
		start := strings.TrimSpace(line)
		if strings.HasPrefix(start, "```") {
			example = !example
		}
		fixed[i+1] = example || strings.HasPrefix(start, "|") || !strings.Contains(start, " ")
	}
	return fixed
}
