package genres

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/apps/generate"
	"github.com/pzc-lang/pzc/internal/levels"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// addressOf writes a puzzle as an address of puzz.link, and reads it: what was read has the same address.
func addressOf(t *testing.T, program *puzzle.Program, z *puzzle.Puzzle) (string, error) {
	t.Helper()
	formats := levels.Formats()
	format := formats[slices.IndexFunc(formats, func(f levels.Format) bool { return f.Name == "puzzlink" })]
	parameters, err := generate.Data(z)
	require.NoError(t, err)
	address, level, err := levels.Address(program.Name(), parameters)
	if err != nil {
		return "", err
	}
	read, diags := levels.Read(format, "address", address, levels.Options{})
	require.NoError(t, diags.Err(), address)
	object, err := read[0].JSON()
	require.NoError(t, err)
	z, diags = program.Instantiate(puzzle.Data{JSON: &puzzle.Text{Name: "read", Text: string(object)}})
	require.NoError(t, diags.Err(), address)
	back, err := generate.Data(z)
	require.NoError(t, err)
	for _, p := range level.Params {
		switch was, is := string(parameters[p.Name]), string(back[p.Name]); {
		case p.Name == "room", program.Name() == "StarBattle":
			// other signs for the same rooms
		case p.Name == "clue" && parameters["room"] != nil, // the number of a room stands in its first cell
			p.Name == "centre": // of a galaxy, in any order
			assert.Equal(t, sorted(was), sorted(is), "%s of %s", p.Name, address)
		case p.Name == "arrow" && program.Name() == "CastleWall": // those without numbers mean nothing
		default:
			assert.JSONEq(t, was, is, "%s of %s", p.Name, address)
		}
	}
	again, _, err := levels.Address(program.Name(), back)
	require.NoError(t, err, address)
	assert.Equal(t, address, again)
	t.Log(address)
	return address, nil
}

func sorted(list string) []string {
	words := strings.FieldsFunc(list, func(r rune) bool { return strings.ContainsRune("[], ", r) })
	slices.Sort(words)
	return words
}

// TestAddresses writes the boards as addresses of puzz.link, and reads them. A board that no address can say is
// refused, and the reason is logged.
func TestAddresses(t *testing.T) {
	for _, g := range slices.Concat(genres, older) {
		t.Run(g.name, func(t *testing.T) {
			program, diags, err := puzzle.LoadFile("std:" + g.model)
			require.NoError(t, err)
			require.NoError(t, diags.Err())
			refused := map[string]int{}
			all := boards(t, g.name)
			for _, b := range some(all, 10) {
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
				if _, err := addressOf(t, program, z); err != nil {
					refused[err.Error()]++
				}
			}
			if len(refused) > 0 {
				t.Log(refused)
			}
		})
	}
}

// TestOwnAddresses: each genre of puzz.link has a model in the library, and the instances of the model have addresses.
func TestOwnAddresses(t *testing.T) {
	known := levels.Genres()
	for _, m := range puzzle.LibraryModels() {
		program, diags, err := puzzle.LoadFile(m.File)
		require.NoError(t, err)
		require.NoError(t, diags.Err())
		for _, instance := range program.Instances() {
			z, diags := program.Instantiate(puzzle.Data{Instance: instance})
			require.NoError(t, diags.Err())
			if address, err := addressOf(t, program, z); err == nil {
				genre, _, _ := strings.Cut(strings.TrimPrefix(address, "https://puzz.link/p?"), "/")
				known = slices.DeleteFunc(known, func(name string) bool { return name == genre })
			}
		}
	}
	assert.Empty(t, known, "genres whose addresses no instance has")
}
