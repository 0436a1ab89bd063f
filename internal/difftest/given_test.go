package difftest

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	pzc "github.com/pzc-lang/pzc"
	"github.com/pzc-lang/pzc/backends/gogen"
	"github.com/pzc-lang/pzc/compiler"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/models"
	"github.com/pzc-lang/pzc/semantics"
)

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
