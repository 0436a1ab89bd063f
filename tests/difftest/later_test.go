package difftest

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/models"
)

// otherData is the model with other values for some parameters: those of another instance, or any that their types
// have; nil if none is found.
func otherData(program *model.Program, m *model.Model, names []string, r *rand.Rand) *model.Model {
	var built []*model.Model
	for _, inst := range program.Instances {
		if other, diags := semantics.Build(program, inst, nil); !diags.HasErrors() {
			built = append(built, other)
		}
	}
	for try := range len(built) + 20 {
		given := map[string]semantics.Binding{}
		for _, a := range m.ParamArrays() {
			for _, name := range names {
				if a.Name != name {
					continue
				}
				values := drawn(m, a, r)
				if try < len(built) {
					values = listOf(built[try], a)
				}
				text, err := json.Marshal(values)
				if err == nil {
					given[name] = semantics.Binding{JSON: text}
				}
			}
		}
		other, diags := semantics.Build(program, m.Instance, given)
		if diags.HasErrors() || dataOf(other, names) == dataOf(m, names) {
			continue
		}
		if slices.ContainsFunc(other.ParamArrays(), func(a *model.Array) bool {
			return slices.Contains(names, a.Name) && !slices.Contains(readNames(other), a.Name)
		}) { // a constant is undefined in places: a program says so
			continue
		}
		if !slices.Equal(other.Dims, m.Dims) || slices.ContainsFunc(named(m, names), func(a *model.Array) bool {
			return !fewerLetters(m, other, a)
		}) {
			continue
		}
		unexpected := *other.Program
		unexpected.Expects, other.Program, other.Instance = nil, &unexpected, nil
		x := semantics.NewMachine(other)
		if x.Model().HasChoice() {
			return other
		}
		if states, _, err := x.InitialStates(context.Background(), 1); err == nil && len(states) > 0 {
			return other
		}
	}
	return nil
}

// fewerLetters tells whether a map has only such characters as another one has, or as the model allows: others a
// program refuses.
func fewerLetters(m, other *model.Model, a *model.Array) bool {
	kind, ok := a.Domain.(*model.AnyMap)
	if !ok || kind.Alphabet != nil {
		return true
	}
	return !slices.ContainsFunc(other.Data[a.ID].Values[0].C.Map.Cells, func(c rune) bool {
		return !slices.Contains(m.Data[a.ID].Values[0].C.Map.Cells, c)
	})
}

func named(m *model.Model, names []string) []*model.Array {
	return slices.DeleteFunc(m.ParamArrays(), func(a *model.Array) bool { return !slices.Contains(names, a.Name) })
}

// drawn are values for a parameter: those that it has, in another order or with one changed.
func drawn(m *model.Model, a *model.Array, r *rand.Rand) any {
	d := m.Data[a.ID]
	if a.Type.Kind == model.MapKind {
		return drawnMap(d.Values[0].C.Map, r)
	}
	list := []any{}
	for _, v := range d.Values {
		list = append(list, jsonOf(m, a.Type, v.N))
	}
	if len(list) == 0 {
		return list
	}
	i, j := r.IntN(len(list)), r.IntN(len(list))
	if list[i], list[j] = list[j], list[i]; r.IntN(2) == 0 || len(list) == 1 {
		list[i] = jsonOf(m, a.Type, d.Domain.Elems[r.IntN(d.Domain.Len())].N)
	}
	if len(a.Index) == 0 {
		return list[0]
	}
	return list
}

// drawnMap is a map with two cells exchanged, or one made like another.
func drawnMap(of *model.Map, r *rand.Rand) any {
	out := model.Map{Rows: of.Rows, Cols: of.Cols, Cells: slices.Clone(of.Cells)}
	if n := len(out.Cells); n > 0 {
		i, j := r.IntN(n), r.IntN(n)
		if out.Cells[i], out.Cells[j] = out.Cells[j], out.Cells[i]; r.IntN(2) == 0 {
			out.Cells[i] = out.Cells[j]
		}
	}
	return linesOf(&out)
}

// TestLongGeneratedLaterData writes programs for each third model of the library. They read parameters when they run.
// The test gives them other values, and holds them against the semantics of the model with these.
func TestLongGeneratedLaterData(t *testing.T) {
	generatedLaterData(t, func(n int) bool { return n%3 == 1 })
}

// TestHoursGeneratedLaterData is the same for the other models.
func TestHoursGeneratedLaterData(t *testing.T) {
	generatedLaterData(t, func(n int) bool { return n%3 != 1 })
}

func generatedLaterData(t *testing.T, chosen func(n int) bool) {
	t.Helper()
	dir := goModule(t)
	var packs []string
	refused := map[string]string{}
	for n, library := range puzzle.LibraryModels() {
		if !chosen(n) {
			continue
		}
		loader := &check.Loader{FS: models.FS()}
		program, diags := loader.Load(strings.TrimPrefix(library.File, check.Std))
		require.False(t, diags.HasErrors(), "%s: %v", library.Name, diags)
		m, diags := semantics.Build(program, nil, nil)
		if diags.HasErrors() {
			continue
		}
		names := readNames(m)
		if len(names) == 0 {
			continue
		}
		other := otherData(program, m, names, rand.New(rand.NewPCG(uint64(n), 0)))
		if other == nil {
			refused[library.Name] = "no other data"
			continue
		}
		pack := strings.NewReplacer("_", "", "/", "", ".", "").Replace(strings.ToLower(library.Name))
		if ok, why := placeWith(t, dir, pack, other, m, loader.Sources, 100); !ok {
			refused[library.Name] = why
			continue
		}
		packs = append(packs, pack)
		t.Logf("%s: %s", pack, dataOf(other, names))
	}
	t.Logf("%d programs; not written: %v", len(packs), refused)
	assert.NotEmpty(t, packs)
	runGo(t, dir, "vet", "./...")
	testTogether(t, dir, packs)
}

// withParameters makes parameters of what random models have as constants, and lets one of their constants depend on
// them.
func withParameters(text string) string {
	text = strings.Replace(text, "const k[", "param k[", 1)
	text = strings.Replace(text, "param level: map =", "param level: map of {'.', 'x', '#', '0', '1', '2', '3'} =", 1)
	if strings.Contains(text, "\nmove ") {
		text += "param late: 0..3 = 2\nstate early: 0..6 = 2 * late\nmove hurry when early > 0 { early := early - 1 }\n"
	}
	head, rest, ok := strings.Cut(text, "const w[c in Cell]: -1..5 = ")
	if !ok {
		return text
	}
	value, rest, _ := strings.Cut(rest, "\n")
	return head + "const w[c in Cell]: -1..5 = if k[1] > 0 or size == 2 then " + value + " else k[0] - c.col\n" + rest
}

// TestLongGeneratedLaterRandom is the same for random models: whatever a model does with a parameter, the program must
// do with the values that it reads.
func TestLongGeneratedLaterRandom(t *testing.T) { laterRandom(t, writeModel) }

// TestLongGeneratedLaterConstraints is the same for models without moves.
func TestLongGeneratedLaterConstraints(t *testing.T) { laterRandom(t, writeConstraints) }

func laterRandom(t *testing.T, write func(*rapid.T, int) string) {
	t.Helper()
	count := programs(t)
	for seed := firstSeed(t); count > 0; {
		n := min(count, togetherBatch)
		count -= n
		t.Run(fmt.Sprint("from ", seed), func(t *testing.T) { seed = laterFrom(t, write, seed, n) })
	}
}

func laterFrom(t *testing.T, write func(*rapid.T, int) string, seed, count int) int {
	t.Helper()
	dir := goModule(t)
	refused := map[string]int{}
	var packs []string
	for len(packs) < count {
		text := withParameters(rapid.Custom(func(rt *rapid.T) string { return anyModel(rt, write, 200) }).Example(seed))
		name := "m" + strconv.Itoa(seed)
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		seed++
		m := quietly(text)
		if m == nil {
			continue
		}
		names := readNames(m)
		if len(names) == 0 {
			refused["no parameter can be given later"]++
			continue
		}
		other := otherData(m.Program, m, names, r)
		if other == nil {
			refused["no other data"]++
			continue
		}
		ok, why := placeWith(t, dir, name, other, m, map[string]string{m.Name: text}, 200)
		if !ok {
			refused[why]++
			continue
		}
		said := "// " + dataOf(other, names) + "\n"
		require.NoError(t, os.WriteFile(filepath.Join(dir, name, "model.pz"), []byte(said+text), 0o600))
		packs = append(packs, name)
	}
	t.Logf("not written: %v", refused)
	testTogether(t, dir, packs)
	return seed
}
