package gogen_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends/gogen"
	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/ground"
	"github.com/pzc-lang/pzc/compiler/later"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/models"
	"github.com/pzc-lang/pzc/semantics"
)

const hashes = "testdata/library.golden"

// TestLibraryTexts knows the programs of each third model of the library by their hashes: a change of what is written
// must be wanted. To build and run the programs takes minutes (TestLongGeneratedLibrary of internal/difftest), and
// belongs to each such change; a slip is seen here.
func TestLibraryTexts(t *testing.T) {
	compareTexts(t, func(i int) bool { return i%3 == 0 })
}

// TestLongLibraryTexts is the same for the other models.
func TestLongLibraryTexts(t *testing.T) {
	compareTexts(t, func(i int) bool { return i%3 != 0 })
}

// compareTexts compares the hashes of the programs of some models with those in the golden file, or writes them anew.
func compareTexts(t *testing.T, chosen func(i int) bool) {
	t.Helper()
	known, files := knownTexts(t), libraryFiles(t)
	if !*update {
		assert.Len(t, known, len(files))
	}
	var all strings.Builder
	for i, file := range files {
		if !chosen(i) {
			all.WriteString(known[file])
			continue
		}
		text := hashesOf(t, file)
		if !*update {
			assert.Equal(t, known[file], text,
				"if this is wanted: go test ./internal/difftest -run 'Generated', then make update")
		}
		all.WriteString(text)
	}
	if *update {
		require.NoError(t, os.WriteFile(hashes, []byte(all.String()), 0o600))
	}
}

// knownTexts are the parts of the golden file: the line of each model, and the indented lines that follow.
func knownTexts(t *testing.T) map[string]string {
	t.Helper()
	golden, err := os.ReadFile(hashes)
	require.NoError(t, err)
	known := map[string]string{}
	file := ""
	for line := range strings.Lines(string(golden)) {
		if !strings.HasPrefix(line, " ") {
			file = strings.TrimSuffix(line, "\n")
		}
		known[file] += line
	}
	return known
}

// hashesOf are the hashes of the programs of a model.
func hashesOf(t *testing.T, file string) string {
	t.Helper()
	var out strings.Builder
	loader := &check.Loader{FS: models.FS()}
	program, diags := loader.Load(file)
	require.False(t, diags.HasErrors(), "%s: %v", file, diags)
	m, diags := semantics.Build(program, nil, nil)
	require.False(t, diags.HasErrors(), "%s: %v", file, diags)
	fmt.Fprintf(&out, "%s\n", file)
	for _, p := range programs {
		files, err := p.write(m, gogen.Options{Sources: loader.Sources})
		var construct *gogen.Error
		switch {
		case errors.As(err, &construct):
			fmt.Fprintf(&out, "  %s: %s\n", p.what, construct.What)
		case files != nil:
			fmt.Fprintf(&out, "  %s: %s\n", p.what, hashOf(files))
		default:
			require.NoError(t, err, "%s %s", file, p.what)
		}
	}
	return out.String()
}

// programs are what is written of a puzzle; nil for none of this kind.
var programs = []struct {
	what  string
	write func(m *model.Model, o gogen.Options) ([]gogen.File, error)
}{
	{"program", func(m *model.Model, o gogen.Options) ([]gogen.File, error) { return written(m, o) }},
	{"data", func(m *model.Model, o gogen.Options) ([]gogen.File, error) {
		var names []string
		for _, x := range gogen.GivenLater(m) {
			if x.Why == "" {
				names = append(names, x.Array.Name)
			}
		}
		return withData(m, o, names)
	}},
	{"more data", func(m *model.Model, o gogen.Options) ([]gogen.File, error) {
		var more []string
		for _, x := range gogen.GivenLater(m) {
			if x.Why == "" || later.WhyNot(m, x.Array, nil) == "" {
				more = append(more, x.Array.Name)
			}
		}
		return withData(m, o, more)
	}},
	{"idastar", driven("idastar")},
	{"astar", driven("astar")},
	{"backtrack", driven("backtrack")},
}

// written is a program, for the parameters that it reads.
func written(m *model.Model, o gogen.Options, names ...string) ([]gogen.File, error) {
	ctx := context.Background()
	task, diags := ground.Task(ctx, m, ground.Options{Open: gogen.OpenArrays(m, names)})
	if diags.HasErrors() {
		return nil, diags
	}
	program, err := gogen.Emit(ctx, m, task, o)
	if err != nil {
		return nil, err
	}
	return program.Files, nil
}

// withData is a program that reads some parameters.
func withData(m *model.Model, o gogen.Options, names []string) ([]gogen.File, error) {
	if len(names) == 0 {
		return nil, nil
	}
	o.Package, o.RunTimeData = "puzzle", &gogen.RunTimeData{Names: names}
	if more := gogen.DecidingMore(m, names); len(more) > 0 {
		d := later.Defer(m, more)
		m, o.RunTimeData.With, o.RunTimeData.LeftOut = d.Model, d.With, d.LeftOut
	}
	return written(m, o, names...)
}

// driven writes the program of the native engine, with the last heuristic of the model.
func driven(algorithm string) func(*model.Model, gogen.Options) ([]gogen.File, error) {
	return func(m *model.Model, _ gogen.Options) ([]gogen.File, error) {
		ctx, heuristic := context.Background(), "blind"
		if n := len(m.Heuristics); n > 0 && algorithm != "backtrack" {
			heuristic = m.Heuristics[n-1].Name
		}
		task, diags := ground.Task(ctx, m, ground.Options{})
		if diags.HasErrors() || len(task.Moves) == 0 {
			return nil, nil
		}
		draft, err := gogen.NewDraft(ctx, m, task, heuristic)
		if err != nil || draft.Missing[heuristic] != "" {
			return nil, err
		}
		program, err := draft.Write(ctx, algorithm, heuristic, nil)
		if err != nil {
			return nil, err
		}
		return program.Files, nil
	}
}

// hashOf tells programs apart by what is not the same for all.
func hashOf(files []gogen.File) string {
	h := sha256.New()
	for _, f := range files {
		if !strings.HasPrefix(f.Name, "search/") {
			fmt.Fprintf(h, "%s\n%s\n", f.Name, f.Text)
		}
	}
	return fmt.Sprintf("%.6x", h.Sum(nil))
}

func libraryFiles(t *testing.T) (files []string) {
	t.Helper()
	require.NoError(t, fs.WalkDir(models.FS(), ".", func(name string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(name, ".pz") {
			files = append(files, name)
		}
		return err
	}))
	return files
}
