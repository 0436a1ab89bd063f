// Package models is the library of puzzles of pzc. Each puzzle is one .pz file, in the folder of its kind. Each file
// opens with a comment that explains the puzzle, and has instances with the expected answers, which `pzc test` checks.
package models

import (
	"embed"
	"io/fs"
	"path"
	"slices"
	"strings"
)

//go:embed */*.pz
var files embed.FS

// Kinds are the folders of the models.
var Kinds = []string{"latin", "loops", "mathematics", "moves", "numbers", "objects", "regions", "shading"}

// oldFolders had models in earlier versions; their paths go on working, as do those of models in no folder.
var oldFolders = []string{".", "bloxorz", "colourings", "knight", "lights_out", "rubik2", "sokoban", "taquin"}

// Aliases are names that people know puzzles by elsewhere, such as at puzz.link, janko.at and in Simon Tatham's
// collection, and the models of these puzzles.
var Aliases = map[string]string{
	"akari": "light_up", "arukone": "numberlink", "battleship": "battleships", "binairo": "takuzu",
	"building": "skyscrapers", "country": "country_road", "fifteen": "taquin", "filling": "fillomino",
	"foseruzu": "four_cells", "fourcells": "four_cells", "gokigen": "slant", "gokigen_naname": "slant",
	"griddlers": "nonogram", "hashi": "bridges", "hashikake": "bridges", "hashiwokakero": "bridges",
	"hidato": "hidoku", "kuromasu": "kurodoko", "lightup": "light_up", "loopy": "slitherlink", "mashu": "masyu",
	"numlin": "numberlink", "pearl": "masyu", "picross": "nonogram", "range": "kurodoko", "rectangles": "shikaku",
	"ripple": "hakyuu", "ripple_effect": "hakyuu", "simpleloop": "simple_loop", "skyscraper": "skyscrapers",
	"slither": "slitherlink", "spiral_galaxies": "galaxies", "starbattle": "star_battle", "str8t": "str8ts",
	"tectonic": "suguru", "tent": "tents", "tentaisho": "galaxies", "towers": "skyscrapers", "unequal": "futoshiki",
	"unruly": "takuzu", "yajirin": "yajilin", "yajisan_kazusan": "yajikazu", "yinyang": "yin_yang",
}

// Find returns the file of a model by its name, its path, a path of an earlier version, or an alias.
func Find(name string) (file string, found bool) {
	folder, base := path.Dir(name), strings.TrimSuffix(path.Base(name), ".pz")
	if model, is := Aliases[base]; is {
		base = model
	}
	for _, kind := range Kinds {
		file = kind + "/" + base + ".pz"
		if _, err := fs.Stat(files, file); err == nil {
			return file, folder == kind || slices.Contains(oldFolders, folder)
		}
	}
	return "", false
}

// Templates is the folder of models to begin with. They are short, and do not belong to the library.
const Templates = "templates"

// Kits is the folder of the parts of models: rules that many puzzles share. `use "std:loop"` takes kits/loop.pz.
const Kits = "kits"

// FS returns the library and the templates. File names are relative to this folder: "latin/sudoku.pz". They may begin
// with "std:", as names of library files do in models, and be what Find takes.
func FS() Library { return Library{files} }

// Library is the file system of the library.
type Library struct{ embed.FS }

// Open implements fs.FS.
func (l Library) Open(name string) (fs.File, error) { return l.FS.Open(at(name)) }

// ReadFile implements fs.ReadFileFS.
func (l Library) ReadFile(name string) ([]byte, error) { return l.FS.ReadFile(at(name)) }

// at returns the path of a file.
func at(name string) string {
	name = strings.TrimPrefix(name, "std:")
	if file, found := Find(name); found {
		return file
	}
	return name
}
