package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// documents are those whose examples are run: fenced blocks marked `console`, in which a line `$ pzc …` is followed by what
// it prints, and blocks marked `pz` that begin with a comment `// file.pz`, which become files for these commands.
var documents = []string{"README.md", "docs/encoding.md"}

func TestDocumentExamples(t *testing.T) {
	for _, name := range documents {
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join("../..", name))
			require.NoError(t, err)
			runExamples(t, string(text))
		})
	}
}

var fence = regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```")

func runExamples(t *testing.T, document string) {
	dir := t.TempDir()
	pzc, err := os.Executable()
	require.NoError(t, err)
	bin := t.TempDir()
	require.NoError(t, os.Symlink(pzc, filepath.Join(bin, "pzc")))
	ran := 0
	for _, block := range fence.FindAllStringSubmatch(document, -1) {
		switch body := block[2]; block[1] {
		case "pz":
			if file, ok := strings.CutPrefix(strings.SplitN(body, "\n", 2)[0], "// "); ok && strings.HasSuffix(file, ".pz") {
				require.NoError(t, os.WriteFile(filepath.Join(dir, file), []byte(body), 0o600))
			}
		case "console":
			for _, example := range strings.Split("\n"+body, "\n$ ")[1:] {
				command, want, _ := strings.Cut(example, "\n")
				assert.Equal(t, maskTimes(strings.TrimSpace(want)), maskTimes(strings.TrimSpace(shell(t, dir, bin, command))), "$ %s", command)
				ran++
			}
		}
	}
	assert.NotZero(t, ran, "no examples found")
}

// shell runs a command line as a reader of the document would, and returns what the terminal shows.
func shell(t *testing.T, dir, bin, command string) string {
	cmd := exec.Command("sh", "-c", command)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	out, err := cmd.CombinedOutput()
	var exited *exec.ExitError
	if err != nil {
		require.ErrorAs(t, err, &exited)
	}
	return string(out)
}

var times = regexp.MustCompile(`\d+\.\d+ s\b`)

// maskTimes replaces what differs from run to run.
func maskTimes(s string) string { return times.ReplaceAllString(s, "0.000 s") }
