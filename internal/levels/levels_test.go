package levels

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/dsl"
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

func TestRead(t *testing.T) {
	grid := strings.Repeat(".", 80) + "7"
	for name, c := range map[string]struct{ format, text, want string }{
		"yards": {"xsb", "; 1\n\n####\n#@$.#\n####\n\n'two'\n --#####\n__#+$-#  \n  #####\nAuthor: me\n", `// 1
instance level_1 {
  level = """
  ####
  #@$.#
  ####
  """ }

// two
// by me
instance level_2 {
  level = """
     #####
    #+$ #
    #####
  """ }
`},
		"titles after": {"xsb", "#####\n#@$.#\n#####\nTitle: one\n\n#####\n#.$@#\n#####\nTitle: two", `// one
instance level_1 {
  level = """
  #####
  #@$.#
  #####
  """ }

// two
instance level_2 {
  level = """
  #####
  #.$@#
  #####
  """ }
`},
		"run lengths": {"xsb", "; 1\n5#|#@$.#|5#\n\n 4#|#-@3-#|3#$.#\n2-4#", `// 1
instance level_1 {
  level = """
  #####
  #@$.#
  #####
  """ }

instance level_2 {
  level = """
   ####
  # @   #
  ###$.#
    ####
  """ }
`},
		"walls of X": {"xsb", "XXXXX\nX@$.X\nXXXXX", `instance level_1 {
  level = """
  #####
  #@$.#
  #####
  """ }
`},
		"an XML file": {"xsb", "<?xml?>\n<Level Id=\"a\">\n<L>#####</L>\n  <L>#@$.#</L>\n<L>#####</L>\n</Level>", `title "a"

instance level_1 {
  level = """
  #####
  #@$.#
  #####
  """ }
`},
		"rows": {"tiles", "3\n1 2 3\n4 5 6\n7 0 8\n\n1 2 3\n0 4 5\n", `instance level_1 {
  rows = 3
  cols = 3
  start = [1, 2, 3, 4, 5, 6, 7, 0, 8] }

instance level_2 {
  rows = 2
  cols = 3
  start = [1, 2, 3, 0, 4, 5] }
`},
		"digits": {"tiles", "123456708", `instance level_1 {
  rows = 3
  cols = 3
  start = [1, 2, 3, 4, 5, 6, 7, 0, 8] }
`},
		"a board of signs": {"bloxorz", "one\nSoo--\n-oooT\n", `title "one"

instance level_1 {
  level = """
  Soo..
  .oooT
  """ }
`},
		"a nonogram": {"non", "title A cup\nby me\nwidth 2\nheight 3\n\nrows\n2\n0\n1\n\ncolumns\n1\n1,1\n", `title "A cup"
author "me"

instance level_1 {
  height = 3
  width = 2
  row_clues = [[2], [], [1]]
  col_clues = [[1], [1, 1]] }
`},
		"an address": {"puzzlink", "# two\nhttps://puzz.link/p?slither/3/1/72\n\npzprv3/slither/1/3/2 . 2 /\n", `instance level_1 {
  level = """
  2.2
  """ }

instance level_2 {
  level = """
  2.2
  """ }
`},
		"a variant": {"puzzlink", "?slither/f/2/1/i", `instance level_1 {
  level = """
  ..
  """
  full = true }
`},
		"the red car": {"rush_hour", "BBooooAAooooXXooDoooooDo" + strings.Repeat("o", 12), `instance level_1 {
  level = """
  BB....
  XX....
  AA..D.
  ....D.
  ......
  ......
  """ }
`},
		"cars": {"rush_hour", "# cars\n60 ooxoooooDEoFAADEoFCCCooooooooooooooo 12\r\n", `// 60
instance level_1 {
  level = """
  ..x...
  ..DE.F
  AADE.F
  CCC...
  ......
  ......
  """ }
`},
		"sudoku": {"sudoku", "name | " + grid + " | 1", `title "name"

instance level_1 {
  clues = """
  ` + strings.Repeat(".........\n  ", 8) + `........7
  """ }
`},
		"tiles": {
			"tiles", "1 | 2 | 8 6 7 2 5 4 3 0 1 | x\n8,6,7,2,5,4,3,0,1\n\n5 8 6 7 2 5 4 3 0 1\n2 3 | 4 5 0 1 2 3",
			`// 1 | 2
instance level_1 {
  rows = 3
  cols = 3
  start = [8, 6, 7, 2, 5, 4, 3, 0, 1] }

instance level_2 {
  rows = 3
  cols = 3
  start = [8, 6, 7, 2, 5, 4, 3, 0, 1] }

// 5
instance level_3 {
  rows = 3
  cols = 3
  start = [8, 6, 7, 2, 5, 4, 3, 0, 1] }

// 2 3
instance level_4 {
  rows = 2
  cols = 3
  start = [4, 5, 0, 1, 2, 3] }
`,
		},
		"bloxorz": {"bloxorz", smallBloxorz, `title "of our own"

instance level_7 {
  level = """
  ooo..
  oSaoA
  ooofT
  """
  wires = {(0, 'A', heavy, toggle, 'a')}
  shown = {'a'}
  ports = {} }
`},
	} {
		t.Run(name, func(t *testing.T) {
			levels, diags := Read(format(t, c.format), "file", c.text, Options{})
			require.Empty(t, diags)
			data, ok := strings.CutPrefix(DataFile("model.pz", "about", levels), "// about\nuse \"model.pz\"\n")
			assert.True(t, ok)
			assert.Equal(t, c.want, strings.TrimPrefix(data, "\n"))
		})
	}
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
				hole := slices.Index(queue[0], Value(number(0)))
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

// Errors in a file are reported with line and column.
func TestWrongFiles(t *testing.T) {
	car := "ooooooooooooAAoooooooooooooooooooooo"
	for _, c := range []struct{ format, text, want string }{
		{"xsb", "", "file:1:1: error: there is nothing here of the format xsb"},
		{"xsb", "hello\nworld", "file:1:1: error: there is nothing here"},
		{"xsb", "####\n#@x.#\n####", "file:2:3: error: 'x' is no sign of Sokoban"},
		{"xsb", "####\n#\t@$.#\n####", "file:2:2: error: a tab"},
		{"xsb", ";1\n####\n#$.#\n####", "file:2:1: error: the level that begins here has no man"},
		{"xsb", "####\n#$.@#\n#@###", "file:3:2: error: this is a second man; the level begins in line 1"},
		{"xsb", "####\n#$@#\n####", "has no target"},
		{"xsb", "#####\n#$@.#\n#.  #\n#####", "has 2 targets and 1 crates"},
		{
			"xsb", "####\n#@ #\n#$ #\n#. #\n $.#",
			"file:5:1: error: this looks like a row of a level, and does not begin with a wall",
		},
		{"xsb", "#####\n#@$.#\n#####\n\nXXXXX\nX@*.X\nXXXXX", "file:5:1: error: the level that begins here has 2 targets"},
		{"xsb", "█████\n█@$.█\n█████", "file:2:1: error: this looks like a row of a level with '█' for walls"},
		{"xsb", "5#\n#@$.#\n5#", "file:1:1: error: this looks like a run-length encoded row; write a bar"},
		{"xsb", "5#|#@$.3#|#@#", "file:1:2: error: this is a second man"},
		{"xsb", "#####\n#@2$#\n#####", "file:2:3: error: '2' is no sign of Sokoban"},
		{"rush_hour", car[1:], "file:1:1: error: this has 35 signs; a board has 36, in a word or in 6 rows"},
		{"rush_hour", "1 " + car + "oo", "file:1:3: error: this has 38 signs"},
		{"rush_hour", "1 | " + strings.Replace(car, "AA", "aA", 1), "file:1:17: error: 'a' is no sign of a board"},
		{"rush_hour", "BBBBoo" + car[6:12] + "CCDDoo" + car[18:], "file:1:13: error: the red car is missing: it is A, X or"},
		{"rush_hour", "B" + car[1:35] + "B", "file:1:1: error: the signs B of this board are no straight piece"},
		{"rush_hour", "C" + car[1:], "file:1:1: error: the signs C of this board"},
		{"rush_hour", "oooooBBo" + car[8:], "file:1:6: error: the signs B of this board"},
		{"sudoku", strings.Repeat("1", 80), "file:1:1: error: this has 80 signs; a board has 81, in a word or in 9 rows"},
		{"sudoku", "\n\nx | " + strings.Repeat(".", 40) + "a" + strings.Repeat(".", 40), "file:3:45: error: 'a' is no digit"},
		{"sudoku", strings.Repeat("003020600\n", 8), "file:1:1: error: the board that begins here has 8 rows; 9 are wanted"},
		{"sudoku", strings.Repeat("003020600\n", 8) + "Grid 2", "file:1:1: error: the board that begins here has 8 rows"},
		{"sudoku", strings.Repeat("003020600\n", 8) + "0030z0600", "file:9:5: error: 'z' is no digit"},
		{"tiles", "1 2 3\n4 5 6\n7 8 8", "file:3:5: error: 8 stands twice"},
		{"tiles", "1 2 3\n4 5\n", "file:1:1: error: 3 numbers cannot be a board"},
		{"puzzlink", "hello", "file:1:1: error: this is no address of puzz.link"},
		{"puzzlink", "https://puzz.link/p?slither/5/5", "the address ends before the board"},
		{"puzzlink", "https://puzz.link/p?slither/5/5/cbc", "the address ends before the board is full"},
		{"puzzlink", "https://puzz.link/p?slither/5/5/cbcbcddadzz", `goes on with "zz" behind the board`},
		{"puzzlink", "https://puzz.link/p?slither/5/5/cb!cddad", `"!" in the address stands for nothing here`},
		{"puzzlink", "https://puzz.link/p?slither/99/5/cbcbcddad", `this one has "5" and "99"`},
		{"puzzlink", "https://puzz.link/p?slither/z/5/5/cbcbcddad", `a variant of slither, "z"`},
		{"puzzlink", "https://puzz.link/p?slithr/5/5/cbcbcddad", "did you mean slither?"},
		{"puzzlink", "https://puzz.link/p?yajilin/5/5/m32j10", "there is no model of the genre yajilin; there are fillomino"},
		{"puzzlink", "?slither/5/5/cbcbcddad\nhitori/4/4/1114142333214213", "write them to two files"},
		{"puzzlink", "?shikaku/2/1/4.", "row 1, column 2: a question mark; the model shikaku does not know"},
		{"puzzlink", "?hashi/2/1/49", "row 1, column 2: the number 9; the model bridges does not know"},
		{"puzzlink", "https://puzz.link/p?kakuro/2/2/.m..", `"." in the address stands for nothing`},
		{"puzzlink", "https://puzz.link/p?starbattle/4/4/x/000000", `"x" is no number of stars`},
		{"puzzlink", "https://puzz.link/p?kakuro/2/2/n0033", "the run behind row 0, column 1 has no sum"},
		{"puzzlink", "pzprv3/sudoku/4/. 1 . ./. . . /", `". . ." is a row of 3; rows of this board have 4`},
		{"puzzlink", "pzprv3/sudoku/4/. 1 . ./", "the board ends before its last row"},
		{"puzzlink", "?nonogram/2/2/+fffg2g", "a run of 4095 in a line of 2 cells"},
		{"puzzlink", "pzprv3/sudoku", "the board ends too early"},
		{"tiles", "1 2 3", "file:1:1: error: 3 numbers cannot be a board"},
		{"tiles", "1 2 3 4 5 6 7 8 x", `file:1:17: error: "x" is no number`},
		{"tiles", "1 2 3 4 5 6 7 8 9", "file:1:17: error: the numbers of this board go from 0, the hole, to 8"},
		{"tiles", "1 2 3 4 5 6 7 8 -1", "file:1:17: error: the numbers of this board"},
		{"tiles", "7 | 1 2 3 4 5 6 7 8 8", "file:1:21: error: 8 stands twice"},
		{"bloxorz", "", "file:1:1: error: there is nothing here of the format bloxorz"},
		{"bloxorz", "SoT\noxo\n", "file:2:1: error: this row has other signs than . - o # S T G f !"},
		{"bloxorz", "Soo\n", "the board that ends here must have one start, S, and one goal, T or G; it has 1 and 0"},
		{"non", "width 2\nheight x", `a nonogram has 1 to 60 rows and columns, not "x"`},
		{"non", "width 1\nheight 1\nrows\na\ncolumns\n1", `file:4:1: error: "a" is no length of a run`},
		{"non", "width 1\nheight 1\nrows\n1\n", "there are clues for 1 of 1 rows and 0 of 1 columns"},
		{
			"bloxorz", "{\n  \"rows\": [,]}",
			"file:2:12: error: this is not the JSON of a level: this sign does not belong here",
		},
		{"bloxorz", "[1]", "error: this is not the JSON of a level: an object was expected"},
		{"bloxorz", `{"rows": 3}`, "`rows` cannot be a number"},
		{"bloxorz", `{}`, "file:1:1: error: the level has no `rows`"},
		{"bloxorz", "{\"rows\":\n [\"S#x\", \"G\"]}", "file:2:3: error: 'x' is no sign of this level"},
		{
			"bloxorz", `{"rows": ["S##"]}`, "file:1:2: error: the level must have one start, S, and one goal, G; it has 1 and 0",
		},
		{
			"bloxorz", strings.Replace(smallBloxorz, "heavy", "weighty", 1),
			`file:3:35: error: a switch is soft, heavy or split, not "weighty"`,
		},
		{
			"bloxorz", strings.Replace(smallBloxorz, "toggle", "turn", 1),
			`a switch turns a bridge on, off or toggles it, not "turn"`,
		},
		{"bloxorz", strings.Replace(smallBloxorz, `"bridge": "k"`, `"bridge": "j"`, 1), `there is no bridge "j"`},
		{
			"bloxorz", strings.Replace(smallBloxorz, `"initial": "on"`, `"initial": "open"`, 1),
			`at first on or off, not "open"`,
		},
		{"bloxorz", strings.Replace(smallBloxorz, "heavy", "split", 1), "needs two cells"},
		{"bloxorz", strings.Replace(smallBloxorz, `"id": "k"`, `"id": "kk"`, 1), `has a letter of its own, "kk" is none`},
	} {
		levels, diags := Read(format(t, c.format), "file", c.text, Options{})
		assert.Empty(t, levels)
		var said []string
		for _, d := range diags {
			said = append(said, d.Error())
		}
		assert.Contains(t, strings.Join(said, "\n"), c.want)
	}
}

// Any text is either refused with a position inside it, or its levels are valid text of the language and valid JSON.
func FuzzRead(f *testing.F) {
	for i, text := range []string{
		"; 1\n####\n#@$.#\n####", "60 ooxoooooDEoFAADEoFCCCooooooooooooooo 12", "n | " + strings.Repeat(".", 81),
		"2 3 | 4 5 0 1 2 3", smallBloxorz, "?starbattle/6/6/1/2u9gn9c9jpmk", "?kakuro/6/5/Dclh4t9fl3-p-gl-alJeC3BgG",
		"?nonogram/6/7/31h12h31h111g2i5l32g22g11g1211113h", "?tentaisho/5/5/6fl94fi65en8dbf10000",
		"?skyscrapers/4/4/1h23i1h34ih2h1j1h2h", "pzprv3/tents/2/2/. 1 . /. 1 A /. . . /",
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
