package puzzle

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
)

func TestFix(t *testing.T) {
	head := "puzzle P\nparam n: 1..9 = 3\nparam m: 1..9 = 3\nstate at: 0..9 = 0\n"
	tail := "move step when at < n { at := at + 1 }\ngoal at == n + m\n"
	for _, tt := range []struct{ name, wrong, right string }{
		{"a word", head + "mvoe step when at < n { at := at + 1 }\ngoal at == n + m\n", head + tail},
		{"a name, twice", head + tail + "goal att == n or att == m\n", head + tail + "goal at == n or at == m\n"},
		{
			"signs", head + tail + "goal at = n && at <> 2 || not at ≤ 3\n",
			head + tail + "goal at == n and at != 2 or not at <= 3\n",
		},
		{
			"a word of another language", "puzzle P\nvar at: 0..9 = 0\nmove m { at := 1 }\ngoal at == 1\n",
			"puzzle P\nstate at: 0..9 = 0\nmove m { at := 1 }\ngoal at == 1\n",
		},
		{
			"signs without blanks", head + tail + "goal !(at==1)&&at==2||!(at==3)\ngoal !exists i in 1..2: at==1&&!!(at==i)\n",
			head + tail + "goal not(at==1)and at==2 or not(at==3)\ngoal not exists i in 1..2: at==1 and not not(at==i)\n",
		},
		{
			"signs between words", head + "move step when at<n { at := at + 1;at := n;}\ngoal at≠n∧at≤m\n",
			head + "move step when at<n { at := at + 1 at := n}\ngoal at!=n and at<=m\n",
		},
		{"a sign in a text", head + tail + "view \"{at=n}{!(at=m)}\"\n", head + tail + "view \"{at==n}{not(at==m)}\"\n"},
		{"two names are near", head + tail + "goal at == k\n", head + tail + "goal at == k\n"},
		{
			"line breaks of Windows", strings.ReplaceAll(head+tail+"goal not (at == 3\n", "\n", "\r\n"),
			strings.ReplaceAll(head+tail+"goal not (at == 3)\n", "\n", "\r\n"),
		},
	} {
		got, _ := Fix(fstest.MapFS{}, "p.pz", tt.wrong)
		assert.Equal(t, tt.right, got, tt.name)
	}
}

// TestFixOfErrorFiles: whatever Fix does to the files of errors, it adds no error of the syntax.
func TestFixOfErrorFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("each file with errors")
	}
	for _, pattern := range []string{"../../dsl/testdata/errors/*", "../../compiler/check/testdata/errors/*.pz"} {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for _, file := range files {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			if len(text) > 10_000 {
				continue
			}
			_, before := LoadText(fstest.MapFS{}, file, string(text))
			after, fixed := Fix(fstest.MapFS{}, file, string(text))
			_, found := LoadText(fstest.MapFS{}, file, after)
			assert.LessOrEqual(t, syntaxErrors(found), syntaxErrors(before), file)
			assert.Equal(t, len(fixed) == 0, after == string(text), file)
		}
	}
}

func syntaxErrors(l diag.List) (n int) {
	for _, d := range l {
		if dsl.IsSyntax(d.Code) {
			n++
		}
	}
	return n
}
