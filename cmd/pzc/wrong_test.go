package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// data has a parameter of each kind.
const data = `puzzle Data
enum Colour { red, green }
type Cell = grid(2, 2)
param n: 0..3 = 3
param colour: Colour = red
param flag: bool = true
param sign: {'a', 'b'} = 'a'
param cells: set Cell = {(0, 0)}
param pos: Cell = (0, 0)
param pair: (0..3, Colour) = (1, red)
param way: Dir = up
param list[0..2]: 0..9 = [1, 2, 3]
param table[0..1, 0..1]: 0..9 = [[1, 2], [3, 4]]
param level: map of {'.', '#'} = """
  ..
  #.
  """
assume n > 0 else "n is {n}, it must be positive"
state x: 0..9 = n
move go when x < 9 { x := x + list[0] }
goal x == 9 and colour == red and flag and sign == 'a' and (0, 0) in cells and pos == (0, 0) and pair == (1, red)
goal way == up and table[0, 0] == 1 and level[(0, 0)] != '#'
instance one { n = 1 }
instance two { n = 2 }
`

// goSpeak is what only makers of pzc understand.
var goSpeak = regexp.MustCompile(`(?i)\b(panic|goroutine|nil pointer|invalid ` +
	`character|strconv|EOL|EOF|%!|unmarshal|runtime error|int64|interface)\b`)

// complains runs pzc and demands status 2, one message that matches, nothing on standard output and nothing that only
// makers of pzc understand.
func complains(t *testing.T, want string, args ...string) {
	t.Helper()
	e, stdout, stderr := testEnv()
	assert.Equal(t, exitWrong, run(args, e), "%s", stderr)
	assert.Empty(t, stdout.String())
	assert.Regexp(t, want, stderr.String())
	assert.NotRegexp(t, goSpeak, stderr.String())
}

func TestWrongValues(t *testing.T) {
	model := modelFile(t, data)
	for value, want := range map[string]string{
		"n":                      `-D n: a name and a value are wanted`,
		"=3":                     `-D =3: a name and a value are wanted`,
		"n=":                     `^-D n:1:1: error: expected a value`,
		"m=3":                    "no parameter `m`",
		"n=4":                    `n is 4, outside 0..3`,
		"n=-1":                   `n is -1, outside 0..3`,
		"n=0":                    `n is 0, it must be positive`,
		"n=1 2":                  `^-D n:1:2: error: expected the end of the text`,
		"n=1;":                   `^-D n:1:2: error: nothing is separated by`,
		"n=1.5":                  `^-D n:1:1: error: .* has a decimal point`,
		"n=true":                 `^-D n:1:1: error: this is a Boolean, a number is wanted`,
		"n='1'":                  `^-D n:1:1: error: this is a character`,
		`n="1"`:                  `^-D n:1:1: error: a text can stand only in labels`,
		"n=[1]":                  `^-D n:1:1: error: .*is one value`,
		"n=x":                    `^-D n:1:1: error: this reads the state`,
		"n=any":                  "^-D n:1:1: error: `any` can only be",
		"n=n":                    "`n` depends on itself",
		"n=1/0":                  `n is undefined`,
		"n=(1":                   "^-D n:1:3: error: `\\)` is missing",
		"n=99999999999999999999": `^-D n:1:1: error: the number .* is too large`,
		"n=4000000000000000000 + 4000000000000000000": `leaves the range of numbers`,
		"n=size(0..1000000000)":                       `too many values`,
		"n=@nothing.txt":                              `nothing.txt`,
		"level=@" + os.TempDir():                      `is a directory`,
		"n=@" + model:                                 `is not a map|not in the alphabet|tab`,
		"level=.#":                                    `^-D level:1:1: error: unexpected|^-D level:1:1: error: expected`,
		"colour=blue":                                 "^-D colour:1:1: error: unknown name `blue`",
		"colour=0":                                    `^-D colour:1:1: error: this is a number, a value of Colour is wanted`,
		"sign='c'":                                    `sign is 'c', outside`,
		"pos=(5, 5)":                                  `pos is undefined: \(5, 5\) lies outside grid\(2, 2\)`,
		"pos=3":                                       `^-D pos:1:1: error: this is a number, a cell`,
		"cells={(0, 9)}":                              `cells is undefined: \(0, 9\) lies outside`,
		"pair=(1, 2)":                                 `^-D pair:1:`,
		"list=[1, 2]":                                 `list needs 3 values, has 2`,
		"list=[1, 2, 30]":                             `list\[2\] is 30, outside 0..9`,
		"table=[[1, 2], [3]]":                         `needs 2 values, has 1`,
		"way=north":                                   "^-D way:1:1: error: unknown name `north`",
	} {
		t.Run(value, func(t *testing.T) { complains(t, want, "solve", model, "-D", value) })
	}
}

func TestWrongJSON(t *testing.T) {
	model := modelFile(t, data)
	file := filepath.Join(t.TempDir(), "d.json")
	for text, want := range map[string]string{
		``:                              `d.json:1:1: error: .*ends too early`,
		`{`:                             `d.json:1:2: error: .*ends too early`,
		`[1]`:                           `d.json:1:1: error: .*an object was expected`,
		`{"n": 1,}`:                     `d.json:1:9: error: .*a name between double quotes was expected`,
		`{'n': 1}`:                      `d.json:1:2: error: .*a name between double quotes was expected`,
		`{"n" 1}`:                       "d.json:1:6: error: .*`:` was expected",
		`{"n": 01}`:                     "d.json:1:8: error: .*`,` or `}` was expected",
		`{"n": 1} 2`:                    `d.json:1:10: error: .*the object has ended`,
		`{"list": [1 2]}`:               "d.json:1:13: error: .*`,` or `\\]` was expected",
		"{\n \"n\": NaN}":               `d.json:2:7: error: .*a value was expected, found 'N'`,
		`{"n": 1, "n": 2}`:              "d.json:1:12: error: .*`n` is given twice",
		strings.Repeat(`{"n":`, 20_000): `d.json:1:`,
		`{"m": 1}`:                      "d.json: Data has no parameter `m`",
		`{"n": "1"}`:                    `d.json: n is "1", a whole number is wanted`,
		`{"n": 1.5}`:                    `d.json: n is 1.5, a whole number is wanted`,
		`{"n": 1e99}`:                   `d.json: n is 1e99, a whole number is wanted`,
		`{"n": null}`:                   `d.json: n is null`,
		`{"n": {}}`:                     `d.json: n is an object`,
		`{"n": 4}`:                      `d.json: n is 4, outside 0..3`,
		`{"colour": "Red"}`:             "d.json: colour is \"Red\".*did you mean `red`",
		`{"colour": "blue"}`:            `d.json: colour is "blue".*one of red, green`,
		`{"flag": 1}`:                   `d.json: flag is 1, true or false is wanted`,
		`{"sign": "ab"}`:                `d.json: sign is "ab", a string of one character`,
		`{"cells": [[0, 0], [5, 5]]}`:   `d.json: cells has place 1 that is \[5, 5\], outside`,
		`{"pos": [0]}`:                  `d.json: pos is a list, a cell \[row, column\] is wanted`,
		`{"pair": [1]}`:                 `d.json: pair is a list of 1, one of 2 is wanted`,
		`{"list": [1, 2]}`:              `d.json: list needs 3 values, has 2`,
		`{"list": [1, [2], 3]}`:         `d.json: list\[1\] is a list, a whole number is wanted`,
		`{"list": 5}`:                   `d.json: list is 5, a list of 3 values is wanted`,
		`{"table": [[1, 2], [3, 40]]}`:  `d.json: table\[1\]\[1\] is 40, outside 0..9`,
		`{"table": [[1, 2], 3]}`:        `d.json: table`,
		`{"level": "..\n.x"}`:           `d.json: level: line 2, column 2: 'x' is not in the alphabet`,
		`{"level": [".\t"]}`:            `d.json: level is not a map: line 1, column 2: a tab`,
		`{"level": [".", 3]}`:           `d.json: level has a line 2 that is no string`,
		"{\"n\": \"\xff\"}":             `d.json`,
	} {
		t.Run(text[:min(len(text), 30)], func(t *testing.T) {
			require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
			complains(t, want, "solve", model, "--data", file)
		})
	}
}

// Models that ask for more than there is: within the limits there is an answer, and it is one of the answers that there
// are.
func TestModelsThatAskForTooMuch(t *testing.T) {
	const tail = " state x: 0..9 = 0 move go when x < 9 { x := x + 1 } goal x == 9"
	for name, src := range map[string]string{
		"grid":         "state at: grid(100000, 100000) = (0, 0) init at == (0, 0)",
		"state":        "state a[0..3000, 0..3000]: 0..9 = 0 init a[0, 0] == 0",
		"constant":     "const c[i in 0..999, j in 0..999]: 0..9 = (i + j) % 10 init c[0, 0] == 0",
		"indices":      "const c[0..99999, 0..99999, 0..99999, 0..99999]: 0..9 = 1 init c[0, 0, 0, 0] == 0",
		"moves":        "move m(a: 0..1000, b: 0..1000, c: 0..1000) { x := a + b + c }",
		"where":        "move m(a: 0..1000, b: 0..1000, c: 0..1000) where a + b + c == 5 { x := 1 }",
		"sum":          "init (sum i in 0..100000, j in 0..100000: i * j) > x",
		"sum of state": "goal (sum i in 0..3000000: i * x) == 4",
		"set":          "init size({(a, b, c) for a in 0..999, b in 0..999, c in 0..999}) > 1",
		"tuples":       "type T = (0..9999, 0..9999, 0..9999) init size(T) > 1",
		"range":        "state y: 0..4611686018427387904 = 0 init y == 0",
		"exists":       "goal exists i in 0..999, j in 0..999, k in 0..999: i * j + k == x",
		"any":          "state a[0..1999]: 0..1999 = any init distinct i in 0..1999: a[i]",
		"doubling":     doubling(),
		"steps":        "type C = grid(700, 700) def next(a: C, b: C) = adjacent(a, b) init steps(next, (0, 0), (1, 1)) == 2",
		"reaches": "type C = grid(200, 200) state w[C]: bool = false def free(c: C) = not w[c] goal reaches(free, " +
			"(0, 0), (9, 9))",
		"forall effect": "state a[0..5]: 0..9 = 0 move m { for i in 0..3000, j in 0..3000 where i == j { a[i % 6] := 1 } }",
	} {
		t.Run(name, func(t *testing.T) {
			e, stdout, stderr := testEnv()
			code := run([]string{
				"solve", modelFile(t, "puzzle P "+src+tail), "--timeout", "300ms", "--memory", "1GiB", "--format", "json",
			}, e)
			assert.Contains(t, []int{exitOK, exitNo, exitWrong, exitUndecided}, code, "%s", stderr)
			assert.NotRegexp(t, goSpeak, stderr.String())
			if code == exitWrong {
				assert.Regexp(t, `model.pz:\d+:\d+: error: `, stderr.String())
				return
			}
			assert.True(t, json.Valid([]byte(stdout.String())), "%s", stdout)
		})
	}
}

// doubling is a def that has 2^50 nodes when written out.
func doubling() string {
	text := "def d0(i: 0..1) = x + i "
	for i := 1; i <= 50; i++ {
		text += fmt.Sprintf("def d%d(i: 0..1) = (d%d(i) + d%d(1 - i)) %% 7 ", i, i-1, i-1)
	}
	return text + "goal d50(1) >= 0"
}
