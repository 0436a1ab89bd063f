package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/cmd/pzc/internal/play"
	"github.com/pzc-lang/pzc/cmd/pzc/internal/play/playtest"
	"github.com/pzc-lang/pzc/internal/filetest"
)

// documents are those whose examples are run: fenced blocks marked `console`, in which a line `$ pzc …` is followed by
// what it prints; those marked `play`, which are games; and blocks marked `pz` or `pddl` that begin with a comment
// `// file.pz` or `; file.pddl`, which become files for these commands. Drawings that the commands make are those of
// docs/images.
var documents = []string{
	"README.md", "docs/encoding.md", "docs/pictures.md", "docs/playing.md", "docs/benchmarks.md",
	"docs/reasons.md", "docs/constraints.md", "docs/validating.md", "docs/comparing.md", "docs/teaching.md",
	"docs/tutorial.md", "docs/card.md", "docs/forms.md",
	"course/01-errors/task.md", "course/02-river/task.md", "course/03-sliding/task.md", "course/05-heuristics/task.md",
	"course/04-counting/task.md", "course/06-patterns/task.md", "course/07-knight/task.md", "course/09-formula/task.md",
	"course/10-constraints/task.md", "course/11-project/task.md",
	"course/13-measures/task.md",
	"course/12-pddl/task.md",
}

// longDocuments are further ones, whose examples take long.
var longDocuments = []string{"docs/exploring.md", "docs/generating.md", "course/08-symmetry/task.md"}

func TestDocumentExamples(t *testing.T) { documentExamples(t, documents) }

func TestLongDocumentExamples(t *testing.T) { documentExamples(t, longDocuments) }

func documentExamples(t *testing.T, documents []string) {
	t.Helper()
	for _, name := range documents {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join("../..", name)
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			run := runExamples(t, string(text))
			if filetest.Updating() && maskTimes(run) != maskTimes(string(text)) {
				require.NoError(t, os.WriteFile(file, []byte(run), 0o644))
			}
		})
	}
}

var fence = regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```")

// runExamples runs the examples of a document and returns it as it should be.
func runExamples(t *testing.T, document string) string {
	dir := t.TempDir()
	pzc, err := os.Executable()
	require.NoError(t, err)
	bin := t.TempDir()
	installed(t, pzc, filepath.Join(bin, "pzc"))
	ran := 0
	whole := fence.ReplaceAllStringFunc(document, func(block string) string {
		parts := fence.FindStringSubmatch(block)
		body := parts[2]
		switch parts[1] {
		case "pz", "pddl":
			first, _, _ := strings.Cut(body, "\n")
			if file := strings.TrimLeft(first, "/; "); file != first && strings.HasSuffix(file, "."+parts[1]) {
				require.NoError(t, os.WriteFile(filepath.Join(dir, file), []byte(body), 0o600))
			}
			return block
		case "console":
			ran++
			body = examples(t, body, "$ ", func(command string) string { return shell(t, dir, bin, command) })
		case "play":
			ran++
			body = games(t, body)
		default:
			return block
		}
		return "```" + parts[1] + "\n" + body + "```"
	})
	assert.NotZero(t, ran, "no examples found")
	drawings(t, dir, document)
	return whole
}

// installed puts the test's own program where the shell finds it as pzc: as a file, since by the name of its file it
// knows what it is.
func installed(t *testing.T, program, as string) {
	t.Helper()
	if os.Link(program, as) == nil {
		return
	}
	data, err := os.ReadFile(program)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(as, data, 0o755))
}

// examples runs what stands behind the prompt and compares what comes with what follows. It returns the text as it
// should be.
func examples(t *testing.T, body, prompt string, do func(command string) string) string {
	t.Helper()
	var b strings.Builder
	for i, example := range strings.Split("\n"+body, "\n"+prompt)[1:] {
		command, want, _ := strings.Cut(example, "\n")
		got := strings.TrimRight(do(command), "\n")
		if !filetest.Updating() {
			assert.Equal(t, maskTimes(strings.TrimSpace(want)), maskTimes(strings.TrimSpace(got)), "%s%s", prompt, command)
		}
		if i > 0 && strings.HasPrefix(want, "\n") || i > 0 && b.Len() > 0 && strings.HasPrefix(prompt, "keys") {
			b.WriteString("\n")
		}
		b.WriteString(prompt + command + "\n")
		if got != "" {
			b.WriteString(got + "\n")
		}
	}
	return b.String()
}

// games plays what a block says: a line that begins the game, and then lines of keys with the screens that follow.
// Blank lines are left out of these.
func games(t *testing.T, body string) string {
	first, rest, _ := strings.Cut(body, "\n")
	model, ok := strings.CutPrefix(first, "$ pzc play ")
	require.True(t, ok, first)
	g := playtest.Begin(player(t, model))
	return first + "\n" + examples(t, rest, "keys: ", func(keys string) string {
		for key := range strings.FieldsSeq(keys) {
			g.Press(key)
		}
		blank := func(line string) bool { return strings.TrimSpace(line) == "" }
		return strings.Join(slices.DeleteFunc(g.Screen(), blank), "\n")
	})
}

// player is a game of a model of the library, with hints.
func player(t *testing.T, model string) *play.Player {
	t.Helper()
	c := playCommand{}
	e, _, stderr := testEnv()
	puzzle, err := c.data().compile(t.Context(), e, model)
	require.NoError(t, err, "%s", stderr)
	p, err := play.New(t.Context(), puzzle, play.Settings{Hints: &play.Hints{Options: c.besides()}})
	require.NoError(t, err)
	return p
}

// drawings compares what the examples of a document drew with the images that it shows.
func drawings(t *testing.T, dir, document string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		drawn := strings.HasSuffix(name, ".svg") || strings.HasSuffix(name, ".gif")
		if err != nil || !drawn || !strings.Contains(document, "images/"+d.Name()+")") {
			return err
		}
		image := filepath.Join("../../docs/images", d.Name())
		got, err := os.ReadFile(name)
		require.NoError(t, err)
		filetest.Golden(t, image, got)
		return nil
	}))
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

var (
	times    = regexp.MustCompile(`\d+\.\d+ s\b`)
	measured = regexp.MustCompile(`(?m) +\d+\.\d{3} +\d+$`) // of bench: seconds and MiB
)

// maskTimes replaces what differs from run to run.
func maskTimes(s string) string {
	return measured.ReplaceAllString(times.ReplaceAllString(s, "0.000 s"), " 0.000 0")
}
