package difftest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/gogen"
	"github.com/pzc-lang/pzc/backends/sat"
	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/ground"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/models"
)

// Generated programs are held against the reference semantics state by state. The states are numbered as breadth-first
// search meets them. For each state the moves that can be made must agree, with their ends, costs and names, and so
// must the estimates, the goal and the view.

// place writes a puzzle's program and its oracle into a folder of a module; false, and why, if it cannot be written.
func place(t require.TestingT, dir, name string, m *model.Model, sources map[string]string, limit int) (bool, string) {
	ctx := context.Background()
	grounded, diags := ground.Task(ctx, m, ground.Options{})
	if diags.HasErrors() {
		return false, "not grounded"
	}
	written, err := gogen.Emit(ctx, m, grounded, gogen.Options{Package: name, Module: "oracle/" + name, Sources: sources})
	var construct *gogen.Error
	if errors.As(err, &construct) {
		return false, construct.What
	}
	require.NoError(t, err)
	test, answers := held(m, grounded, name, limit)
	if answers == nil {
		return false, "no state space"
	}
	files := written.Files
	// interp prunes and searches as the program does. Of the moves of all forms, the states say as much.
	if n := len(grounded.Moves); n > 0 && n < 200 {
		switch o := answers.(type) {
		case *oracle:
			o.Runs = runs(grounded, written.Missing)
		case *census:
			o.Runs = runs(grounded, written.Missing)
		}
		files = append(files, gogen.File{
			Name: "runs_test.go", Text: []byte(strings.NewReplacer("PACKAGE", name, "CASES\n", runCases()).Replace(runsTest)),
		})
	}
	text, err := json.Marshal(answers)
	require.NoError(t, err)
	files = append(files, gogen.File{Name: "oracle_test.go", Text: []byte(test)},
		gogen.File{Name: "oracle.json", Text: text})
	for _, f := range files {
		file := filepath.Join(dir, name, filepath.FromSlash(f.Name))
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o750))
		require.NoError(t, os.WriteFile(file, f.Text, 0o600))
	}
	return true, ""
}

// held is the test that holds a package against the semantics, and the answers that it needs; nil if there are none.
func held(m *model.Model, t *task.Task, name string, limit int) (test string, answers any) {
	if len(m.Moves) == 0 || m.HasChoice() {
		c := count(m, 20*limit)
		if c == nil && len(m.Moves) == 0 {
			c = counted(t, 20*limit)
		}
		if c == nil {
			return "", nil
		}
		body := countStates
		if len(m.Moves) == 0 {
			body = countSolutions
			c.Layers = nil
		}
		return strings.NewReplacer("PACKAGE", name, "COUNT", body).Replace(censusTest), c
	}
	o := consult(m, limit)
	if o == nil {
		return "", nil
	}
	dead, views := "false && w.Dead", "true"
	if len(m.Deads) > 0 {
		dead = "s.Dead() != w.Dead"
	}
	if len(m.Views) == 0 {
		views = "false"
	}
	return strings.NewReplacer("PACKAGE", name, "DEAD", dead, "VIEWS", views).Replace(oracleTest), o
}

// counted is the number of solutions of a puzzle without moves whose choices are too many to be listed, as the SAT
// backend counts them; nil if there are too many, or it takes much work.
func counted(t *task.Task, most int) *census {
	o := backends.Options{All: true, Count: true, Threads: 1, Work: &backends.Work{Most: 20_000_000}}
	r, err := sat.Backend{}.Solve(context.Background(), t, o)
	if err != nil || r.Status == backends.Unknown || !r.Complete ||
		r.Count != nil && r.Count.Cmp(big.NewInt(int64(most))) > 0 {
		return nil
	}
	c := &census{}
	if r.Count != nil {
		c.Goals = int(r.Count.Int64())
	}
	return c
}

// runGo runs the go command in a folder. The compilers need little memory, and a quarter less time if they do not clean
// up.
func runGo(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off", "GOTOOLCHAIN=local", "GOGC=off")
	out, err := cmd.CombinedOutput()
	assert.NoError(t, err, "go %s:\n%s", strings.Join(args, " "), out)
}

func goModule(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command")
	}
	dir := t.ArtifactDir() // kept with -artifacts
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module oracle\n\ngo 1.23\n"), 0o600))
	return dir
}

// TestLongGeneratedFound writes the models on which these tests failed once, made smaller.
func TestLongGeneratedFound(t *testing.T) {
	dir := goModule(t)
	files, err := filepath.Glob("testdata/written/*.pz")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	var names []string
	for i, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		m := quietly(string(text))
		require.NotNil(t, m, file)
		name := fmt.Sprint("found", i)
		ok, why := place(t, dir, name, m, map[string]string{m.Name: string(text)}, 200)
		require.True(t, ok, "%s: %s", file, why)
		names = append(names, name)
	}
	runGo(t, dir, "vet", "./...")
	testTogether(t, dir, names)
}

// TestLongGeneratedRandom writes random models as Go.
func TestLongGeneratedRandom(t *testing.T) { generatedRandom(t, programs(t), writeModel) }

// TestLongGeneratedWide is the same for states of two words or three.
func TestLongGeneratedWide(t *testing.T) { generatedRandom(t, (programs(t)+3)/4, writeWide) }

// TestLongGeneratedConstraints is the same for models without moves.
func TestLongGeneratedConstraints(t *testing.T) { generatedRandom(t, programs(t), writeConstraints) }

func generatedRandom(t *testing.T, count int, write func(*rapid.T, int) string) {
	t.Helper()
	seed := firstSeed(t)
	for count > 0 {
		from, n := seed, min(count, togetherBatch)
		count -= n
		t.Run(fmt.Sprint("from ", from), func(t *testing.T) { seed = generatedFrom(t, write, from, n) })
	}
}

// generatedFrom writes `count` models as programs, and tests these. It returns the next seed.
func generatedFrom(t *testing.T, write func(*rapid.T, int) string, seed, count int) int {
	t.Helper()
	dir := goModule(t)
	refused := map[string]int{}
	var names []string
	for len(names) < count {
		text := rapid.Custom(func(rt *rapid.T) string { return anyModel(rt, write, 200) }).Example(seed)
		name := "m" + strconv.Itoa(seed)
		seed++
		m := quietly(text)
		if m == nil {
			continue
		}
		ok, why := place(t, dir, name, m, map[string]string{m.Name: text}, 200)
		if !ok {
			require.True(t, why == "no state space" || why == "not grounded" || mayRefuse(why), "%s:\n%s", why, text)
			refused[why]++
			continue
		}
		require.NoError(t, os.WriteFile(filepath.Join(dir, name, "model.pz"), []byte(text), 0o600))
		names = append(names, name)
	}
	t.Logf("not written: %v", refused)
	if programs(t) <= togetherBatch { // the looks of many add nothing
		runGo(t, dir, "vet", "./...")
	}
	testTogether(t, dir, names)
	return seed
}

// TestLongGeneratedLibrary writes some models of the library as Go, with their own parameters.
func TestLongGeneratedLibrary(t *testing.T) {
	some := strings.Fields("bloxorz hanoi jugs magic star_battle walking")
	generatedLibrary(t, func(model string, instance int) bool { return slices.Contains(some, model) && instance == 0 })
}

// TestHoursGeneratedLibrary writes all instances of the library as Go.
func TestHoursGeneratedLibrary(t *testing.T) {
	generatedLibrary(t, func(string, int) bool { return true })
}

// mayRefuse tells whether emit-go may refuse a model for a reason: an objective, too many values to choose from, or a
// program that is too large.
func mayRefuse(why string) bool {
	return why == "`minimize`" || why == "`maximize`" || strings.HasPrefix(why, "a choice among more than ") ||
		strings.HasPrefix(why, "a program of ")
}

// generatedLibrary writes the instances that are chosen; instance 0 are the model's own parameters.
func generatedLibrary(t *testing.T, chosen func(model string, instance int) bool) {
	t.Helper()
	dir := goModule(t)
	var packs []string
	for _, library := range puzzle.LibraryModels() {
		name := library.Name
		loader := &check.Loader{FS: models.FS()}
		program, diags := loader.Load(strings.TrimPrefix(library.File, check.Std))
		require.False(t, diags.HasErrors(), "%s: %v", name, diags)
		instances := append([]*model.Instance{nil}, program.Instances...)
		for i, inst := range instances {
			if !chosen(name, i) {
				continue
			}
			m, diags := semantics.Build(program, inst, nil)
			if diags.HasErrors() {
				continue
			}
			pack := strings.Map(func(r rune) rune {
				if r == '_' || r == '/' || r == '.' {
					return -1
				}
				return r
			}, strings.ToLower(name)) + strconv.Itoa(i)
			ok, why := place(t, dir, pack, m, loader.Sources, 150)
			switch {
			case ok:
				packs = append(packs, pack)
			case why != "no state space" && !mayRefuse(why):
				t.Errorf("%s %d: %s", name, i, why)
			}
		}
	}
	runGo(t, dir, "vet", "./...")
	testTogether(t, dir, packs)
}

// quietly loads a random model; nil if it is wrong.
func quietly(text string) *model.Model {
	loader := &check.Loader{FS: beside}
	program, diags := loader.LoadText("random.pz", text)
	if diags.HasErrors() {
		return nil
	}
	m, diags := semantics.Build(program, nil, nil)
	if diags.HasErrors() {
		return nil
	}
	return m
}
