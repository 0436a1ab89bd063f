package acceptance_test

import (
	"cmp"
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/models"
)

// compiled are the models of BenchmarkCompile: the library models that take longest, and boards of 14×14 to 20×20
// cells, whose data are in testdata/compile.
var compiled = []struct{ file, data, expr string }{
	{file: "klotski.pz"},
	{file: "moves/knight.pz", data: "instance twenty_four"},
	{file: "moves/rubik2_cubies.pz"},
	{file: "rush_hour.pz", data: "instance hard"},
	{file: "snowman.pz"},
	{file: "moves/taquin.pz", data: "instance fifteen"},
	{file: "domino.pz", data: "domino.json"},
	{file: "ice.pz", data: "ice.json"},
	{file: "mathematics/knight_circuit.pz", expr: "n=20"},
	{file: "latin.pz", data: "latin.json"},
	{file: "moves/lights_out.pz", data: "lights_out.json"},
	{file: "nonogram.pz", data: "nonogram.json"},
	{file: "ricochet.pz", data: "ricochet.json"},
	{file: "slitherlink.pz", data: "slitherlink.json"},
	{file: "moves/sokoban_pushes.pz", data: "sokoban_pushes.json"},
	{file: "takuzu.pz", data: "takuzu.json"},
	{file: "tilt.pz", data: "tilt.json"}, // a def without state that is asked 154,000 times
	{file: "wide.pz"},                    // 40 variables of 1,001 values
}

// BenchmarkCompile measures instances from the checked model to the task.
func BenchmarkCompile(b *testing.B) {
	own := os.DirFS("testdata/compile")
	for _, x := range compiled {
		name := strings.TrimSuffix(path.Base(cmp.Or(x.data, x.file)), path.Ext(cmp.Or(x.data, x.file)))
		b.Run(strings.TrimPrefix(name, "instance "), func(b *testing.B) {
			files := fs.FS(models.FS())
			if _, err := fs.Stat(files, x.file); err != nil {
				files = own
			}
			program, diags := puzzle.Load(files, x.file)
			require.Empty(b, diags)
			var data puzzle.Data
			if instance, is := strings.CutPrefix(x.data, "instance "); is {
				data.Instance = instance
			} else if x.data != "" {
				text, err := fs.ReadFile(own, x.data)
				require.NoError(b, err)
				data.JSON = &puzzle.Text{Name: x.data, Text: string(text)}
			}
			if x.expr != "" {
				param, value, _ := strings.Cut(x.expr, "=")
				data.Values = []puzzle.Value{{Param: param, Text: puzzle.Text{Text: value}}}
			}
			for b.Loop() {
				z, diags := program.Instantiate(data)
				require.False(b, diags.HasErrors(), "%v", diags)
				diags = z.Ground(b.Context())
				require.False(b, diags.HasErrors(), "%v", diags)
			}
		})
	}
}
