package levels

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/filetest"
)

func format(t testing.TB, name string) Format {
	t.Helper()
	i := slices.IndexFunc(Formats(), func(f Format) bool { return f.Name == name })
	require.GreaterOrEqual(t, i, 0, "there is a format %s", name)
	return Formats()[i]
}

const smallBloxorz = `{"level": 7, "source": "of our own", "rows": ["###..", "#Sk#Q", "###!G"],
 "bridges": [{"id": "k", "initial": "on"}],
 "switches": [{"id": "Q", "kind": "heavy", "effects": [{"op": "toggle", "bridge": "k"}]}]}`

// testdata/levels.txtar has levels, and what is written of them.
func TestRead(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/levels.txtar")
	require.NoError(t, err)
	cars := "# cars\n60 ooxoooooDEoFAADEoFCCCooooooooooooooo 12\r\n\n"
	want := "// 60\ninstance level_1 {\n  level = \"\"\"\n  ..x...\n  ..DE.F\n  AADE.F\n  CCC...\n" +
		"  ......\n  ......\n  \"\"\" }\n"
	for pair := range slices.Chunk(append(archive.Files,
		txtar.File{Name: "cars, rush_hour", Data: []byte(cars)}, txtar.File{Data: []byte(want)},
	), 2) {
		t.Run(pair[0].Name, func(t *testing.T) {
			_, name, _ := strings.Cut(pair[0].Name, ", ")
			levels, diags := Read(format(t, name), "file", strings.TrimSuffix(string(pair[0].Data), "\n"), Options{})
			require.Empty(t, diags)
			data, ok := strings.CutPrefix(DataFile("model.pz", "about", levels), "// about\nuse \"model.pz\"\n")
			assert.True(t, ok)
			assert.Equal(t, string(pair[1].Data), strings.TrimPrefix(data, "\n"))
		})
	}
}

// Levels in XML: rows are elements wherever the lines of the text end, and comments are none.
func TestReadSLC(t *testing.T) {
	level := func(id string) string {
		return `<Level Id=` + id + ` Width="5"><L>#####</L><L>#@$.#</L><L>#####</L></Level>`
	}
	for _, c := range []struct{ text, titles string }{
		{
			`<?xml version="1.0"?><SokobanLevels><LevelCollection>` + level(`"one"`) + `</LevelCollection></SokobanLevels>`,
			"one",
		},
		{"<SokobanLevels>\n" + level(`"one"`) + "\n" + level(`'two'`) + "</SokobanLevels>", "one two"},
		{"<SokobanLevels>" + strings.ReplaceAll(level(`"a &amp; b"`), "<L>", "\n<L>") + "</SokobanLevels>", "a & b"},
		{"<SokobanLevels><!-- " + level(`"off"`) + " -->" + level(`"on"`) + "</SokobanLevels>", "on"},
		{`<?xml version="1.0" encoding="ISO-8859-1"?><sokobanlevels>` + strings.ReplaceAll(level(`"low"`), "L>", "l>") +
			"</sokobanlevels>", "low"},
		{
			"<SokobanLevels>" + strings.ReplaceAll(level(`"x"`), "<L>#@$.#</L>", "<L>#@$.#</L>\n\n<L># #</L>") +
				"</SokobanLevels>", "x",
		},
	} {
		levels, diags := Read(format(t, "xsb"), "a.slc", c.text, Options{})
		require.Empty(t, diags, c.text)
		var titles []string
		for _, l := range levels {
			titles = append(titles, l.Title)
			assert.Contains(t, DataFile("m.pz", "about", []Level{l}), "#@$.#")
		}
		assert.Equal(t, c.titles, strings.Join(titles, " "))
	}
}

// Levels that are run-length encoded, each on its line.
func TestReadPackedLines(t *testing.T) {
	levels, diags := Read(format(t, "xsb"), "a.xsb", "5#|#@$.#|5#\n6#|#@-$.#|6#\n", Options{})
	require.Empty(t, diags)
	assert.Len(t, levels, 2)
}

func TestHoleFirst(t *testing.T) {
	levels, diags := Read(format(t, "tiles"), "file", "1 0 2 3 4 5 6 7 8", Options{HoleFirst: true})
	require.Empty(t, diags)
	text, err := levels[0].JSON()
	require.NoError(t, err)
	assert.Equal(t, 6, strings.Count(string(text), "\n"), "a parameter in a line")
	assert.JSONEq(t, `{
  "rows": 3,
  "cols": 3,
  "start": [1,0,2,3,4,5,6,7,8],
  "finish": [0,1,2,3,4,5,6,7,8]
}
`, string(text))
}

// Findings that are no errors.
func TestWarnings(t *testing.T) {
	korf := "1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15\n4 1 2 3 0 5 6 7 8 9 10 11 12 13 14 15\n"
	last := "1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15\n"
	for _, c := range []struct {
		format, text, want string
		o                  Options
	}{
		{
			"tiles", korf, "file:1:1: warning: no board here can be solved with the hole last in the goal, and each can with " +
				"the hole first", Options{},
		},
		{"tiles", korf, "", Options{HoleFirst: true}},
		{"tiles", korf + last, "", Options{}},
		{"tiles", last, "file:1:1: warning: no board here can be solved with the hole first", Options{HoleFirst: true}},
		{"tiles", "1 2 3 4 5 6 8 7 0", "", Options{}}, // nor with the hole first
		{"rush_hour", "ooooooooooooRRooBoooooBo" + strings.Repeat("o", 12), "1:13: warning: R is the red car", Options{}},
		{"rush_hour", "AAooooooooooXXooBoooooBo" + strings.Repeat("o", 12), "", Options{}},
	} {
		found, diags := Read(format(t, c.format), "file", c.text, c.o)
		assert.NotEmpty(t, found)
		said := ""
		for _, d := range diags {
			said += d.Error()
		}
		if c.want == "" {
			assert.Empty(t, said, c.text)
		} else {
			assert.Contains(t, said, c.want)
		}
	}
}

// The name of a file or its text tells its format.
func TestGuess(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a.xsb", "hello", "xsb"},
		{"a.txt", "#####\n#@$.#\n#####\n", "xsb"},
		{"a.SLC", "", "xsb"},
		{"a", strings.Repeat("003020600\n", 9), "sudoku"},
		{"a", "3\n8 1 3\n4 0 2\n7 6 5\n", "tiles"},
		{"a", "IBB..o\nI..LDD\nJAAL..\nJ.KEEM\nFFK..M\nGGHHHM", "rush_hour"},
		{"a", smallBloxorz, "bloxorz"},
		{"a", "Soo--\n-oooT", "bloxorz"},
		{"a", "width 1\nheight 1\nrows\n1\ncolumns\n1", "non"},
		{"a", "https://puzz.link/p?slither/5/5/cbcbcddad", "puzzlink"},
		{"a", "hello", ""},
		{"a", "", ""},
	} {
		var names []string
		for _, f := range Guess(c.name, c.text) {
			names = append(names, f.Name)
		}
		assert.Equal(t, c.want, strings.Join(names, " "), c.text)
	}
}

// Boards that can be solved are those from which the goal is reached.
func TestIsSolvable(t *testing.T) {
	for _, first := range []bool{false, true} {
		for _, shape := range [][2]int{{2, 3}, {3, 2}, {2, 2}} {
			height, width := shape[0], shape[1]
			goal := make(list, height*width)
			for i := range goal {
				goal[i] = number(i)
				if !first {
					goal[i] = number((i + 1) % len(goal))
				}
			}
			reached := map[string]bool{goal.text(): true}
			for queue := []list{goal}; len(queue) > 0; queue = queue[1:] {
				hole := slices.Index(queue[0], value(number(0)))
				for _, to := range []int{hole - width, hole + width, hole - 1, hole + 1} {
					beside := to/width == hole/width || to%width == hole%width
					if to < 0 || to >= len(goal) || !beside {
						continue
					}
					next := slices.Clone(queue[0])
					next[hole], next[to] = next[to], next[hole]
					if !reached[next.text()] {
						reached[next.text()] = true
						queue = append(queue, next)
					}
				}
			}
			solvable := 0
			permute(goal, 0, func(board list) {
				if assert.Equal(t, reached[board.text()], isSolvable(board, width, first), board.text()); reached[board.text()] {
					solvable++
				}
			})
			assert.Len(t, reached, solvable)
		}
	}
}

func permute(board list, from int, visit func(list)) {
	if from == len(board) {
		visit(board)
	}
	for i := from; i < len(board); i++ {
		board[from], board[i] = board[i], board[from]
		permute(board, from+1, visit)
		board[from], board[i] = board[i], board[from]
	}
}

// Errors in a file are reported with line and column: testdata/wrong.txt has some.
func TestWrongFiles(t *testing.T) {
	for _, row := range append(filetest.Rows(t, "testdata/wrong.txt", 3),
		[]string{"xsb", "####\n#\t@$.#\n####", "file:2:2: error: a tab"},
	) {
		levels, diags := Read(format(t, row[0]), "file", row[1], Options{})
		assert.Empty(t, levels)
		var said []string
		for _, d := range diags {
			said = append(said, d.Error())
		}
		assert.Contains(t, strings.Join(said, "\n"), row[2])
	}
}

// Any text is either refused with a position inside it, or its levels are valid text of the language and valid JSON.
func FuzzRead(f *testing.F) {
	for i, text := range []string{
		"; 1\n####\n#@$.#\n####", "60 ooxoooooDEoFAADEoFCCCooooooooooooooo 12", "n | " + strings.Repeat(".", 81),
		"2 3 | 4 5 0 1 2 3", smallBloxorz, "?starbattle/6/6/1/2u9gn9c9jpmk", "?kakuro/6/5/Dclh4t9fl3-p-gl-alJeC3BgG",
		"?nonogram/6/7/31h12h31h111g2i5l32g22g11g1211113h", "?tentaisho/5/5/6fl94fi65en8dbf10000",
		"?skyscrapers/4/4/1h23i1h34ih2h1j1h2h", "?building/4/4/1h23i1h34ih2h1j1h2h", "pzprv3/tents/2/2/. 1 . /. 1 A /. . . /",
		"pzprv3/kakuro/2/2/0 3 0 /3 . . /0 . 0,0 ",
	} {
		f.Add(uint8(min(i, len(Formats())-1)), text)
	}
	f.Fuzz(func(t *testing.T, which uint8, text string) {
		format := Formats()[int(which)%len(Formats())]
		levels, diags := Read(format, "file", text, Options{HoleFirst: which > 127})
		lines := strings.Count(text, "\n") + 1
		for _, d := range diags {
			require.True(t, d.Span.Start.Line >= 1 && d.Span.Start.Line <= lines && d.Span.Start.Column >= 1, "%s", d)
		}
		if diags.HasErrors() {
			require.Empty(t, levels)
			return
		}
		require.NotEmpty(t, levels)
		data := DataFile("model.pz", "about", levels)
		_, diags = dsl.Parse("levels", []byte(data))
		require.Empty(t, diags, "%s", data)
		for _, l := range levels {
			object, err := l.JSON()
			require.NoError(t, err)
			require.True(t, json.Valid(object))
		}
	})
}

// TestTapa: one run or several, also of any length, have their forms.
func TestTapa(t *testing.T) {
	for text, n := range map[string]int{
		"0": 0, "8": 8, ".": 9, "a0": 99, "a4": 94, "ao": 49, "az": 55, "b0": 999, "cr": 333, "9": 1111, "cs": 9999,
		"d5": 1191,
	} {
		b := &linkBoard{source: &source{}, body: text + "g", genre: &genre{}}
		assert.Equal(t, []int{n, blank}, tapa.read(b, 2), text)
		assert.Empty(t, b.body)
		assert.Equal(t, text+"g", tapa.write(b, []int{n, blank}))
	}
}
