package difftest

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	pzc "github.com/pzc-lang/pzc"
	"github.com/pzc-lang/pzc/backends/gogen"
	"github.com/pzc-lang/pzc/compiler"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/models"
	"github.com/pzc-lang/pzc/semantics"
	"github.com/pzc-lang/pzc/task"
)

// Generated programs are held against the reference semantics state by state: the states are numbered as breadth-first search meets them,
// and of each the moves that can be made, where they lead, what they cost and are called, the estimates, the goal and the view must agree.

// oracle is what the semantics says of a puzzle.
type oracle struct {
	States     []oracleState
	Starts     int
	Cost       int64 // that the model expects, -1 if it says nothing
	Unsolvable bool  // as the model expects
	AtLeast    map[string]bool
	Runs       []oracleRun
}

type oracleState struct {
	Goal, Dead bool
	View       string
	Estimates  map[string]int64
	Expanded   bool
	Steps      []oracleStep
}

type oracleStep struct {
	Move, Label string
	Cost        int64
	To          int
}

// consult asks the semantics about the first states of a puzzle; nil if it has no single initial state.
func consult(m *model.Model, limit int, spared map[string]bool) *oracle {
	x := semantics.NewMachine(m)
	starts, complete, err := x.InitialStates(context.Background(), 100)
	if err != nil || !complete || x.HasChoice() {
		return nil
	}
	o := &oracle{Starts: len(starts), Cost: -1}
	expects := m.Expects
	if m.Instance != nil {
		expects = m.Instance.Expects
	}
	for _, e := range expects {
		switch e.Kind {
		case model.ExpectCost:
			o.Cost = e.Number
		case model.ExpectUnsolvable:
			o.Unsolvable = true
		case model.ExpectSolvable, model.ExpectSolutions:
		}
	}
	var states [][]int64
	number := map[string]int{}
	add := func(s []int64) int {
		i, ok := number[key(s)]
		if !ok {
			i = len(states)
			number[key(s)] = i
			states = append(states, s)
		}
		return i
	}
	for _, s := range starts {
		add(s)
	}
	for i := 0; i < len(states); i++ {
		s := states[i]
		st := oracleState{Goal: x.Goal(s), Dead: x.Dead(s), View: strings.Join(x.View(s), "\n"), Estimates: map[string]int64{}, Expanded: i < limit}
		for _, h := range m.Heuristics {
			if spared[h.Name] {
				continue
			}
			if v, err := x.Heuristic(h, s); err == nil {
				st.Estimates[h.Name] = v
			}
		}
		if st.Expanded {
			st.Steps = steps(x, s, add)
		}
		o.States = append(o.States, st)
	}
	return o
}

// spared are the heuristics of which the semantics is not asked: those that need a large table.
func spared(t *task.Task) map[string]bool {
	out := map[string]bool{}
	for _, h := range t.Heuristics {
		if h.Missing == "" && h.Value != task.None {
			out[h.Name] = slices.ContainsFunc(abstractions(t, h.Value), tooLarge)
		}
	}
	return out
}

// atLeast are the heuristics that may say more than the semantics says of the simpler puzzles that they need: grounding may have shown that a
// move can never be made, that a value never occurs, or that no goal is reached.
func atLeast(t *task.Task) map[string]bool {
	out := map[string]bool{}
	if f := &t.Facts; f.Unsolvable == "" && f.StaticVars+f.ImpossibleMoves+f.ImpossibleValues == 0 {
		return out
	}
	for _, h := range t.Heuristics {
		if h.Missing == "" && h.Value != task.None {
			out[h.Name] = t.Pool.Node(h.Value).Hi >= task.Unreachable || len(abstractions(t, h.Value)) > 0
		}
	}
	return out
}

// abstractions are the simpler puzzles whose costs an expression reads.
func abstractions(t *task.Task, e task.Expr) (all []*task.Abstraction) {
	n := t.Pool.Node(e)
	if n.Op == task.OpCost {
		all = append(all, &t.Abstractions[n.N])
	}
	for _, a := range n.Args {
		all = append(all, abstractions(t, a)...)
	}
	return all
}

// tableStates is of how many states the semantics works out the costs in a reasonable time.
const tableStates = 1 << 16

// tooLarge tells whether a pattern or projection has more. Relaxations reach few of the combinations of their values.
func tooLarge(a *task.Abstraction) bool {
	states := 1
	for _, v := range a.Task.Vars {
		states = min(states*len(v.Values), tableStates+1)
	}
	return states > tableStates && !strings.HasPrefix(a.Name, "relaxation ")
}

// steps are the moves that can be made, sorted as tree searches try them.
func steps(x *semantics.Machine, s []int64, add func([]int64) int) []oracleStep {
	type keyed struct {
		oracleStep
		next []int64
		key  int64
	}
	var all []keyed
	for _, mv := range x.Instances() {
		next, cost, refusal := x.Apply(s, mv)
		if refusal != nil {
			continue
		}
		k := keyed{oracleStep{Move: x.Format(mv), Label: x.Label(s, mv), Cost: cost}, next, 0}
		if mv.Decl.Order != nil {
			if v, ok := x.OrderKey(s, mv); ok {
				k.key = v
			} else {
				k.key = math.MaxInt64
			}
		}
		all = append(all, k)
	}
	slices.SortStableFunc(all, func(a, b keyed) int { return cmp.Compare(a.key, b.key) })
	var out []oracleStep
	for _, k := range all {
		k.To = add(k.next)
		out = append(out, k.oracleStep)
	}
	return out
}

// census is what the semantics says of a puzzle whose initial values are chosen, in whatever order they come: without moves the number of
// solutions, else the states by their distance from a start, the moves that can be made, and the goals.
type census struct {
	Layers       []int
	Moves, Goals int
	Runs         []oracleRun `json:",omitempty"`
}

// count takes such a census; nil if there are more states than the limit.
func count(m *model.Model, limit int) *census {
	x := semantics.NewMachine(m)
	layer, complete, err := x.InitialStates(context.Background(), limit)
	if err != nil || !complete {
		return nil
	}
	c := &census{}
	seen := map[string]bool{}
	for _, s := range layer {
		seen[key(s)] = true
	}
	for len(layer) > 0 {
		c.Layers = append(c.Layers, len(layer))
		var next [][]int64
		for _, s := range layer {
			if x.Goal(s) {
				c.Goals++
			}
			c.Moves += len(steps(x, s, func(t []int64) int {
				if !seen[key(t)] {
					seen[key(t)] = true
					next = append(next, t)
				}
				return 0
			}))
		}
		if layer = next; len(seen) > limit {
			return nil
		}
	}
	return c
}

// censusTest is the test that such a package gets.
const censusTest = `package PACKAGE

import (
	"context"
	"encoding/json"
	"os"
	"reflect"
	"testing"

	"oracle/PACKAGE/search"
)

func TestCensus(t *testing.T) {
	type census struct {
		Layers       []int
		Moves, Goals int
	}
	var want, got census
	text, err := os.ReadFile("oracle.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	COUNT
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%+v, should be %+v", got, want)
	}
}
`

const countSolutions = `search.Solutions(context.Background(), Assignment(), search.Options{}, func(s *State) bool {
		got.Goals++
		if !s.Goal() {
			t.Fatalf("no goal:\n%s", s.String())
		}
		return true
	})
	want.Layers = nil`

const countStates = `_, _ = context.Background, search.Options{}
	seen := map[Key]bool{}
	layer := Starts()
	for _, s := range layer {
		if seen[s.Pack()] {
			t.Fatal("a start occurs twice")
		}
		seen[s.Pack()] = true
	}
	for len(layer) > 0 {
		got.Layers = append(got.Layers, len(layer))
		var next []State
		for _, s := range layer {
			if s.Goal() {
				got.Goals++
			}
			for _, step := range s.Successors(nil) {
				got.Moves++
				if k := step.Next.Pack(); !seen[k] {
					seen[k] = true
					next = append(next, step.Next)
				}
			}
		}
		layer = next
	}`

// oracleTest is the test that a generated package gets.
const oracleTest = `package PACKAGE

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"oracle/PACKAGE/search"
)

// What the model expects of the instance is what the algorithms find, if they find it soon.
func expected(t *testing.T, cost int, unsolvable bool) {
	ctx, stop := context.WithTimeout(context.Background(), 2*time.Second)
	defer stop()
	p, o := Problem(), search.Options{MaxStates: 200_000, Admissible: true}
	answers := map[string]search.Result[State]{"backtrack": search.Backtrack(ctx, p, o)}
	for _, h := range Heuristics {
		if h.Admissible {
			answers["astar, "+h.Name] = search.AStar(ctx, p, h.Estimate, o)
			answers["idastar, "+h.Name] = search.IDAStar(ctx, p, h.Estimate, o)
		}
	}
	for name, r := range answers {
		if r.Status == search.Unsolvable && cost >= 0 {
			t.Errorf("%s finds no plan, of cost %d", name, cost)
		}
		if r.Status == search.Solved && (unsolvable || cost >= 0 && r.Cost < cost || r.Optimal && cost >= 0 && r.Cost != cost) {
			t.Errorf("%s finds a plan of cost %d, not %d (unsolvable: %t)", name, r.Cost, cost, unsolvable)
		}
		if r.Status != search.Unknown {
			t.Logf("%s: %s, cost %d, %d states", name, r.Status, r.Cost, r.Stats.Expanded)
		}
	}
}

func TestOracle(t *testing.T) {
	var want struct {
		Cost       int
		Unsolvable bool
		AtLeast    map[string]bool
		Starts     int
		States []struct {
			Goal, Dead, Expanded bool
			View                 string
			Estimates            map[string]int
			Steps                []struct {
				Move, Label string
				Cost, To    int
			}
		}
	}
	text, err := os.ReadFile("oracle.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	READ
	if want.Cost >= 0 || want.Unsolvable {
		expected(t, want.Cost, want.Unsolvable)
	}
	states, number := Starts(), map[Key]int{}
	if len(states) != want.Starts {
		t.Fatalf("%d starts, not %d", len(states), want.Starts)
	}
	for i := range states {
		number[states[i].Pack()] = i
	}
	for i := 0; i < len(states); i++ {
		if i >= len(want.States) {
			t.Fatalf("there are more than %d states", i)
		}
		s, w := states[i], want.States[i]
		if u := s.Pack().Unpack(); u != s {
			t.Fatalf("state %d: packed and unpacked it is %+v, not %+v", i, u, s)
		}
		if s.Goal() != w.Goal {
			t.Fatalf("state %d: goal %t, not %t\n%s", i, s.Goal(), w.Goal, s.String())
		}
		if DEAD {
			t.Fatalf("state %d: dead, not %t\n%s", i, w.Dead, s.String())
		}
		if view := strings.TrimSuffix(s.String(), "\n"); VIEWS && view != w.View {
			t.Fatalf("state %d is shown as\n%s\nnot\n%s", i, view, w.View)
		}
		for _, h := range Heuristics {
			if v, ok := w.Estimates[h.Name]; ok && v != h.Estimate(&s) && !(want.AtLeast[h.Name] && v < h.Estimate(&s)) {
				t.Fatalf("state %d: %s is %d, not %d\n%s", i, h.Name, h.Estimate(&s), v, s.String())
			}
		}
		if !w.Expanded {
			continue
		}
		steps := s.Successors(nil)
		for k, step := range steps {
			if k >= len(w.Steps) {
				t.Fatalf("state %d: %s can be made\n%s", i, MoveName(step.Move), s.String())
			}
			to, ok := number[step.Next.Pack()]
			if !ok {
				to = len(states)
				states = append(states, step.Next)
				number[step.Next.Pack()] = to
			}
			v := w.Steps[k]
			if MoveName(step.Move) != v.Move || step.Cost != v.Cost || to != v.To || s.Label(step.Move) != v.Label {
				t.Fatalf("state %d: %s %q costs %d and leads to %d; should be %s %q, %d, %d\n%s", i, MoveName(step.Move), s.Label(step.Move), step.Cost, to, v.Move, v.Label, v.Cost, v.To, s.String())
			}
		}
		if len(steps) < len(w.Steps) {
			t.Fatalf("state %d: %s cannot be made\n%s", i, w.Steps[len(steps)].Move, s.String())
		}
	}
}
`

// place writes a puzzle's program and its oracle into a folder of a module; false, and why, if it cannot be written.
func place(t require.TestingT, dir, name string, m *model.Model, sources map[string]string, limit int) (bool, string) {
	return placeWith(t, dir, name, m, nil, sources, limit)
}

// placeWith is place; with another instance of the same sizes, the program is written for that one, and reads the data of m when it runs.
func placeWith(t require.TestingT, dir, name string, m, other *model.Model, sources map[string]string, limit int) (bool, string) {
	ctx := context.Background()
	ground, diags := compiler.Ground(ctx, m, compiler.GroundOptions{})
	if diags.HasErrors() {
		return false, "not grounded"
	}
	from, open, o := m, ground, gogen.Options{Package: name, Module: "oracle/" + name, Sources: sources}
	if other != nil {
		from, o.RunTimeData = other, true
		open, diags = compiler.Ground(ctx, other, compiler.GroundOptions{Open: gogen.OpenArrays(other)})
		require.False(t, diags.HasErrors(), "%v", diags)
	}
	written, err := gogen.Emit(ctx, from, open, o)
	var construct *gogen.Error
	if errors.As(err, &construct) {
		return false, construct.What
	}
	require.NoError(t, err)
	test, answers := held(m, ground, name, limit)
	if answers == nil {
		return false, "no state space"
	}
	files, read := written.Files, ""
	if other != nil {
		data, ok := dataOf(m)
		if !ok {
			return false, "no data"
		}
		read = "if err := ReadData([]byte(" + strconv.Quote(data) + ")); err != nil {\nt.Fatal(err)\n}"
	}
	test = strings.Replace(test, "READ\n", read+"\n", 1)
	if len(ground.Moves) > 0 && other == nil { // without data of its own, interp prunes and searches as the program does
		switch o := answers.(type) {
		case *oracle:
			o.Runs = runs(ground, written.Missing)
		case *census:
			o.Runs = runs(ground, written.Missing)
		}
		fast := ""
		if slices.ContainsFunc(files, func(f gogen.File) bool { return f.Name == "kernel.go" }) {
			fast = fastRun
		}
		files = append(files, gogen.File{Name: "runs_test.go", Text: []byte(strings.NewReplacer("PACKAGE", name, "FAST", fast).Replace(runsTest))})
	}
	text, err := json.Marshal(answers)
	require.NoError(t, err)
	files = append(files, gogen.File{Name: "oracle_test.go", Text: []byte(test)}, gogen.File{Name: "oracle.json", Text: text})
	for _, f := range files {
		file := filepath.Join(dir, name, filepath.FromSlash(f.Name))
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o750))
		require.NoError(t, os.WriteFile(file, f.Text, 0o600))
	}
	return true, ""
}

// dataOf is the data of a model's parameters as JSON, those that can be read by programs; false if there are none.
func dataOf(m *model.Model) (string, bool) {
	data := map[string]any{}
	for _, x := range gogen.GivenLater(m) {
		if x.Why != "" {
			continue
		}
		d := m.Data[x.Array.ID]
		list := []any{}
		for _, v := range d.Values {
			list = append(list, jsonOf(m, x.Array.Type, v.N))
		}
		if data[x.Array.Name] = list; len(x.Array.Index) == 0 {
			data[x.Array.Name] = list[0]
		}
	}
	text, err := json.Marshal(data)
	return string(text), err == nil && len(data) > 0
}

func jsonOf(m *model.Model, t *model.Type, n int64) any {
	switch t.Kind {
	case model.Boolean:
		return n != 0
	case model.Character:
		return string(rune(n))
	case model.Direction:
		return model.DirNames[n]
	case model.Enumerated:
		return t.Enum.Values[n]
	case model.CellKind:
		cols := m.Dims[t.Grid.ID].Cols
		return []int64{n / cols, n % cols}
	default:
		return n
	}
}

// TestGeneratedRunTimeData writes programs for one instance of a model of the library, gives them the data of another one of the same sizes when they
// run, and holds them against the semantics.
func TestGeneratedRunTimeData(t *testing.T) {
	dir := goModule(t)
	var names []string
	for _, library := range pzc.LibraryModels() {
		loader := &compiler.Loader{FS: models.FS()}
		program, diags := loader.Load(strings.TrimPrefix(library.File, compiler.Std))
		require.False(t, diags.HasErrors(), "%s: %v", library.Name, diags)
		built := map[string]*model.Model{} // by what is fixed
		pairs := 0
		for i, inst := range program.Instances {
			m, diags := semantics.Build(program, inst, nil)
			if diags.HasErrors() || semantics.NewMachine(m).HasChoice() {
				continue
			}
			data, ok := dataOf(m)
			if !ok || len(gogen.OpenArrays(m)) == 0 {
				break
			}
			fixed := fixedOf(m)
			if built[fixed] == nil {
				built[fixed] = m
				continue
			}
			if before, _ := dataOf(built[fixed]); pairs == 2 || before == data || testing.Short() && pairs == 1 {
				continue
			}
			name := strings.NewReplacer("_", "", "/", "", ".", "").Replace(strings.ToLower(library.Name)) + strconv.Itoa(i)
			if ok, why := placeWith(t, dir, name, m, built[fixed], loader.Sources, 100); !ok {
				t.Logf("%s %s: %s", library.Name, inst.Name, why)
				continue
			}
			pairs++
			names = append(names, name)
		}
	}
	assert.Greater(t, len(names), 2)
	t.Logf("%d programs", len(names))
	runGo(t, dir, "vet", "./...")
	testTogether(t, dir, names)
}

// fixedOf is the same for instances that differ in nothing but what programs can read.
func fixedOf(m *model.Model) string {
	var out strings.Builder
	for _, x := range gogen.GivenLater(m) {
		if x.Why != "" {
			for _, v := range m.Data[x.Array.ID].Values {
				out.WriteString(m.Format(x.Array.Type, v) + " ")
			}
		}
		out.WriteString(";")
	}
	return out.String()
}

// held is the test that holds a package against the semantics, and the answers that it needs; nil if there are none.
func held(m *model.Model, t *task.Task, name string, limit int) (test string, answers any) {
	x := semantics.NewMachine(m)
	if x.HasChoice() && t.HasFree() {
		c := count(m, 20*limit)
		if c == nil {
			return "", nil
		}
		body := countStates
		if len(t.Moves) == 0 {
			if len(m.Moves) > 0 {
				return "", nil
			}
			body = countSolutions
			c.Layers = nil
		}
		return strings.NewReplacer("PACKAGE", name, "COUNT", body).Replace(censusTest), c
	}
	o := consult(m, limit, spared(t))
	if o == nil || len(t.Moves) == 0 {
		return "", nil
	}
	o.AtLeast = atLeast(t)
	dead, views := "false && w.Dead", "true"
	if len(m.Deads) > 0 {
		dead = "s.Dead() != w.Dead"
	}
	if len(m.Views) == 0 {
		views = "false"
	}
	return strings.NewReplacer("PACKAGE", name, "DEAD", dead, "VIEWS", views).Replace(oracleTest), o
}

// runGo runs the go command in a folder. The compilers need little memory, and a quarter less time if they do not clean up.
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
	dir := t.TempDir()
	if keep := os.Getenv("GOGEN_KEEP"); keep != "" {
		dir = keep
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module oracle\n\ngo 1.23\n"), 0o600))
	return dir
}

var (
	generated = flag.Int("generated", 12, "random models that are written as Go")
	firstSeed = flag.Int("seed", 0, "the first of these")
	whole     = flag.Bool("whole", false, "all instances of the library are written as Go, not only some")
	only      = flag.String("only", "", "those whose package has such a name, a regular expression")
)

// TestGeneratedFound writes the models on which these tests failed once, made smaller.
func TestGeneratedFound(t *testing.T) {
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

// TestGeneratedRandom writes random models as Go.
func TestGeneratedRandom(t *testing.T) { generatedRandom(t, writeModel) }

// TestGeneratedConstraints is the same for models without moves.
func TestGeneratedConstraints(t *testing.T) { generatedRandom(t, writeConstraints) }

func generatedRandom(t *testing.T, write func(*rapid.T, int) string) {
	t.Helper()
	count := *generated
	if testing.Short() {
		count = min(count, 2)
	}
	seed := *firstSeed
	for count > 0 {
		from, n := seed, min(count, togetherBatch)
		count -= n
		t.Run(fmt.Sprint("from ", from), func(t *testing.T) { seed = generatedFrom(t, write, from, n) })
	}
}

// generatedFrom writes so many models, and tests them. It gives the seed to go on with.
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
			refused[why]++
			continue
		}
		require.NoError(t, os.WriteFile(filepath.Join(dir, name, "model.pz"), []byte(text), 0o600))
		names = append(names, name)
	}
	t.Logf("not written: %v", refused)
	if *generated <= togetherBatch { // the looks of many add nothing
		runGo(t, dir, "vet", "./...")
	}
	testTogether(t, dir, names)
	return seed
}

// TestGeneratedLibrary writes instances of the library as Go; to build them all takes ten minutes of work.
func TestGeneratedLibrary(t *testing.T) {
	dir := goModule(t)
	var packs []string
	n, every := 0, 5
	if testing.Short() {
		every = 12
	}
	for _, library := range pzc.LibraryModels() {
		name := library.Name
		loader := &compiler.Loader{FS: models.FS()}
		program, diags := loader.Load(strings.TrimPrefix(library.File, compiler.Std))
		require.False(t, diags.HasErrors(), "%s: %v", name, diags)
		instances := append([]*model.Instance{nil}, program.Instances...)
		for i, inst := range instances {
			if !*whole && (i > 0 || n%every != 0) {
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
			if !regexp.MustCompile(*only).MatchString(pack) {
				continue
			}
			ok, why := place(t, dir, pack, m, loader.Sources, 150)
			switch {
			case ok:
				packs = append(packs, pack)
			case why != "no state space":
				t.Errorf("%s %d: %s", name, i, why)
			}
		}
		n++
	}
	runGo(t, dir, "vet", "./...")
	testTogether(t, dir, packs)
}

// quietly loads a random model; nil if it is wrong.
func quietly(text string) *model.Model {
	loader := &compiler.Loader{FS: beside}
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
