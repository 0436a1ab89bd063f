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

	"github.com/pzc-lang/pzc/internal/filetest"
	"github.com/pzc-lang/pzc/internal/puzzle"
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
	for _, row := range append(filetest.Rows(t, "testdata/wrong/values.txt", 2),
		[]string{"level=@" + os.TempDir(), "is a directory"}, []string{"n=@" + model, "is not a map|not in the alphabet|tab"},
	) {
		t.Run(row[0], func(t *testing.T) { complains(t, row[1], "solve", model, "-D", row[0]) })
	}
}

func TestWrongJSON(t *testing.T) {
	model := modelFile(t, data)
	file := filepath.Join(t.TempDir(), "d.json")
	for _, row := range append(filetest.Rows(t, "testdata/wrong/data.txt", 2),
		[]string{strings.Repeat(`{"n":`, 20_000), "d.json:1:"}, []string{"{\"n\": \"\xff\"}", "d.json"},
	) {
		t.Run(row[0][:min(len(row[0]), 30)], func(t *testing.T) {
			require.NoError(t, os.WriteFile(file, []byte(row[0]), 0o600))
			complains(t, row[1], "solve", model, "--data", file)
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

// slow lists the models whose own parameters take long to solve, with an instance that does not, or "" for none.
var slow = map[string]string{
	"klotski": "", "knight": "", "knight_circuit": "", "knight_table": "", "golomb": "", "ricochet": "", "ball_sort": "",
	"sliding_squares": "", "bloxorz_levels": "",
}

// formats are the ways to print answers.
var formats = []string{"", "--quiet", "--trace", "--format json"}

// What pzc solve prints is read back as valid: for each model in one of the formats, of one answer and of two.
func TestLongPrintedAnswersAreValid(t *testing.T) {
	printedAnswersAreValid(t, func(i int) []string { return formats[i%4 : i%4+1] })
}

func TestHoursPrintedAnswersAreValid(t *testing.T) {
	printedAnswersAreValid(t, func(int) []string { return formats })
}

// printedAnswersAreValid tries formats of the i-th model of the library.
func printedAnswersAreValid(t *testing.T, formats func(i int) []string) {
	t.Helper()
	for i, m := range puzzle.LibraryModels() {
		if _, isSlow := slow[m.Name]; isSlow {
			continue
		}
		t.Run(m.Name, func(t *testing.T) {
			for _, format := range formats(i) {
				readBack(t, m.Name, strings.Fields(format))
				readBack(t, m.Name, strings.Fields("--all --limit 2 "+format))
			}
		})
	}
}

// readBack solves a model and validates what was printed.
func readBack(t *testing.T, model string, flags []string) {
	t.Helper()
	e, answer, _ := testEnv()
	status := run(append([]string{"solve", model}, flags...), e)
	if status == 1 {
		return // unsolvable
	}
	require.Equal(t, 0, status, "%v", flags)
	e, out, _ := testEnv()
	e.stdin = strings.NewReader(answer.String())
	require.Equal(t, 0, run([]string{"validate", model, "-"}, e), "%v: %s\n%s", flags, out, answer)
	many := strings.Contains(answer.String(), "solution 2") || strings.Count(answer.String(), `"plan"`) > 1
	if many {
		require.Contains(t, out.String(), "\nsolution 2, line ", "%v", flags)
	}
}
