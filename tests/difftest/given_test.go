package difftest

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends/gogen"
	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/later"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/models"
)

// withoutData is a model in which some parameters are known only when a program runs.
func withoutData(m *model.Model, names []string) (*model.Model, *gogen.RunTimeData) {
	data := &gogen.RunTimeData{Names: names}
	deferred := gogen.DecidingMore(m, names)
	if len(deferred) == 0 {
		return m, data
	}
	d := later.Defer(m, deferred)
	data.With, data.LeftOut = d.With, d.LeftOut
	return d.Model, data
}

// startOnly are the parameters that decide nothing but the initial state.
func startOnly(m *model.Model) (names []string) {
	for _, x := range gogen.GivenLater(m) {
		if x.Why == "" {
			names = append(names, x.Array.Name)
		}
	}
	return names
}

// dataOf is the data of some parameters of a model as JSON.
func dataOf(m *model.Model, names []string) string {
	data := map[string]any{}
	for _, a := range m.ParamArrays() {
		if slices.Contains(names, a.Name) {
			data[a.Name] = listOf(m, a)
		}
	}
	text, err := json.Marshal(data)
	if err != nil {
		panic(err)
	}
	return string(text)
}

func listOf(m *model.Model, a *model.Array) any {
	if a.Type.Kind == model.MapKind {
		return linesOf(m.Data[a.ID].Values[0].C.Map)
	}
	list := []any{}
	for _, v := range m.Data[a.ID].Values {
		list = append(list, jsonOf(m, a.Type, v.N))
	}
	if len(a.Index) == 0 {
		return list[0]
	}
	return list
}

func linesOf(of *model.Map) (lines []string) {
	for r := range of.Rows {
		lines = append(lines, string(of.Cells[r*of.Cols:(r+1)*of.Cols]))
	}
	return lines
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

// TestLongGeneratedRunTimeData writes programs for one instance of a model of the library, gives them the data of
// another one of the same sizes when they run, and holds them against the semantics.
func TestLongGeneratedRunTimeData(t *testing.T) {
	dir := goModule(t)
	var names []string
	for _, library := range puzzle.LibraryModels() {
		loader := &check.Loader{FS: models.FS()}
		program, diags := loader.Load(strings.TrimPrefix(library.File, check.Std))
		require.False(t, diags.HasErrors(), "%s: %v", library.Name, diags)
		built := map[string]*model.Model{} // by what is fixed
		pairs := 0
		for i, inst := range program.Instances {
			m, diags := semantics.Build(program, inst, nil)
			if diags.HasErrors() || semantics.NewMachine(m).HasChoice() {
				continue
			}
			given := startOnly(m)
			if len(given) == 0 || len(gogen.OpenArrays(m, given)) == 0 {
				break
			}
			data := dataOf(m, given)
			fixed := fixedOf(m)
			if built[fixed] == nil {
				built[fixed] = m
				continue
			}
			if pairs == 2 || dataOf(built[fixed], given) == data {
				continue
			}
			name := strings.NewReplacer("_", "", "/", "", ".", "").Replace(strings.ToLower(library.Name)) +
				strconv.Itoa(i)
			if ok, why := placeWith(t, dir, name, m, built[fixed], given, loader.Sources, 100); !ok {
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
