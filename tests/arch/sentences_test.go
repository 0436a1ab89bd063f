package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// mostWords is the greatest length of a sentence, or of a part of it between semicolons. A citation counts as one word,
// and so does a list of names in backquotes.
const mostWords = 35

// TestSentences: sentences in comments and documents are short enough to be understood at once, and have no turn of
// turns.
func TestSentences(t *testing.T) {
	eachText(t, func(name string, text []byte) {
		if rules.MatchString(name) {
			return
		}
		for _, p := range paragraphs(t, name, text) {
			for _, s := range sentences(p.text) {
				if n := len(strings.Fields(s)); n > mostWords {
					assert.Fail(t, "a long sentence", "%s:%d: %d words; at most %d: %s", name, p.line, n, mostWords, s)
				}
			}
			if turn := turns.FindString(p.text); turn != "" {
				assert.Fail(t, "a turn that makes readers stumble", "%s:%d: %q", name, p.line, turn)
			}
		}
	})
}

// turns is what made readers stumble. The noun itself, "other conditions" or "only if" is clearer.
var turns = regexp.MustCompile(`(?i)\b(of no importance where|the like\b|those that \w+ (that|which)|of which that|` +
	`it is that of|in such a way that|such are|that of those|what goes with it)`)

// paragraph is a text that begins in a line.
type paragraph struct {
	line int
	text string
}

// paragraphs lists the paragraphs of a document, or of the comments of a Go file.
func paragraphs(t *testing.T, name string, text []byte) []paragraph {
	if filepath.Ext(name) == ".md" {
		return divide(1, strings.Split(string(text), "\n"))
	}
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, text, parser.ParseComments)
	require.NoError(t, err)
	if ast.IsGenerated(file) {
		return nil
	}
	var all []paragraph
	for _, group := range file.Comments {
		var lines []string
		for _, c := range group.List {
			if strings.HasPrefix(c.Text, "// Output:") { // what an example prints
				break
			}
			lines = append(lines, strings.TrimPrefix(strings.TrimPrefix(c.Text, "//"), " "))
		}
		all = append(all, divide(files.Position(group.Pos()).Line, lines)...)
	}
	return all
}

// begins matches lines that begin a paragraph: items of lists.
var begins = regexp.MustCompile(`^\s*([-*]|\d+\.)\s`)

// divide divides lines into paragraphs. It leaves out examples, headings and tables.
func divide(first int, lines []string) (all []paragraph) {
	example, ended := false, true
	for i, line := range lines {
		text := strings.TrimSpace(line)
		fence := strings.HasPrefix(text, "```")
		switch {
		case fence || example:
			example, ended = example != fence, true
			continue
		case text == "" || strings.HasPrefix(text, "|") || strings.HasPrefix(text, "#") || strings.HasPrefix(line, "\t"):
			ended = true
			continue
		}
		if ended || begins.MatchString(line) {
			all = append(all, paragraph{line: first + i})
		}
		all[len(all)-1].text += " " + text
		ended = false
	}
	return all
}

var (
	code     = regexp.MustCompile("`[^`]*`")
	names    = regexp.MustCompile(`code(( \(code\)|,)*( and| or)? code)+`)
	citation = regexp.MustCompile(`\([^()]*\b(1[89]|20)\d\d\b[^()]*\)`)
	link     = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
	ends     = regexp.MustCompile(`[.!?;][)"*]*\s+| · `)
)

// sentences divides a paragraph.
func sentences(text string) []string {
	text = names.ReplaceAllString(code.ReplaceAllString(text, "code"), "code")
	text = link.ReplaceAllString(text, "$1")
	text = citation.ReplaceAllString(text, "(cited)")
	return ends.Split(text+" ", -1)
}

// eachText calls do with all Go files and documents.
func eachText(t *testing.T, do func(name string, text []byte)) {
	require.NoError(t, filepath.WalkDir(root, func(name string, d os.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == "node_modules":
			return filepath.SkipDir
		case d.IsDir():
			return skip(name, d)
		case filepath.Ext(name) != ".go" && filepath.Ext(name) != ".md":
			return nil
		}
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		do(name, text)
		return nil
	}))
}
