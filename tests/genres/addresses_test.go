package genres

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/apps/generate"
	"github.com/pzc-lang/pzc/internal/levels"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// TestAddresses writes the boards as addresses of puzz.link, and reads them. A board that no address can say is
// refused, and the reason is logged.
func TestAddresses(t *testing.T) {
	formats := levels.Formats()
	format := formats[slices.IndexFunc(formats, func(f levels.Format) bool { return f.Name == "puzzlink" })]
	for _, g := range slices.Concat(genres, older) {
		t.Run(g.name, func(t *testing.T) {
			program, diags, err := puzzle.LoadFile("std:" + g.model)
			require.NoError(t, err)
			require.NoError(t, diags.Err())
			refused := map[string]int{}
			all := boards(t, g.name)
			for _, b := range some(all, 30) {
				data := g.data(&b)
				if data == nil {
					continue
				}
				text, err := json.Marshal(data)
				require.NoError(t, err)
				z, diags := program.Instantiate(puzzle.Data{JSON: &puzzle.Text{Name: b.name, Text: string(text)}})
				if diags.HasErrors() {
					continue
				}
				parameters, err := generate.Data(z)
				require.NoError(t, err)
				address, err := levels.Address(program.Name(), parameters)
				if err != nil {
					refused[err.Error()]++
					continue
				}
				read, diags := levels.Read(format, "address", address, levels.Options{})
				require.NoError(t, diags.Err(), address)
				object, err := read[0].JSON()
				require.NoError(t, err)
				z, diags = program.Instantiate(puzzle.Data{JSON: &puzzle.Text{Name: b.name, Text: string(object)}})
				require.NoError(t, diags.Err(), address)
				parameters, err = generate.Data(z)
				require.NoError(t, err)
				again, err := levels.Address(program.Name(), parameters)
				require.NoError(t, err, address)
				assert.Equal(t, address, again)
				t.Log(address)
			}
			if len(refused) > 0 {
				t.Log(refused)
			}
		})
	}
}
