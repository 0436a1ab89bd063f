package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// wide is a puzzle whose states take many bytes, and that has far too many.
const wide = `
puzzle Wide
type Cell = grid(12, 12)
type Tile = 0..143
state board[c in Cell]: Tile distinct = 143 - index(c)
move slide(from: Cell, to: Cell) where adjacent(from, to) when board[to] == 0 {
  board[from], board[to] := board[to], board[from]
}
goal forall c in Cell: board[c] == (index(c) + 1) % 144
`

// small is what a model needs beside the declaration that takes long.
const small = "puzzle P\nstate x: 0..1 = 0\nmove m when x == 0 { x := 1 }\ngoal x == 1\n"

// minutes is an expression that takes long.
const minutes = "count a in 1..3000, b in 1..3000, c in 1..3000: a * b == c + x"

// TestLongEachStageEnds: each stage of the work looks whether the time limit was reached. Each stage has far more to do
// here than there is time for, and pzc's own net below the stages is taken away. So a stage that does not look runs
// into the deadline of the tests.
func TestLongEachStageEnds(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
	}
	write("parse.pz", small+lines(60_000, "move m%d when x == 0 { x := 1 }\n"))
	write("constants.pz", small+lines(5000, "const c%d: 0..1000000000000 = sum i in 0..8999, j in 0..4999: i * j %% 7\n"))
	write("instances.pz",
		"puzzle P\nparam n: 0..9000\nconst c: 0..1000000000000 = sum i in 0..n, j in 0..4999: i * j % 7\n"+
			"state x: 0..1 = 0\nmove m when x == 0 { x := 1 }\ngoal x == 1\n"+lines(5000, "instance i%d { n = 9000 }\n"))
	write("start.pz", "puzzle P\nstate x[i in 0..9999]: 0..9999 = (sum j in 0..9999: i * j) % 10000\n"+
		"move m when x[0] == 0 { x[0] := 1 }\ngoal x[0] == 1\n")
	write("choice.pz", "puzzle P\nstate x[i in 0..19]: 0..9 = any\ninit (sum i in 0..19: x[i] * (x[i] + 1)) % 2 == 1\n"+
		"move m when x[0] == 0 { x[0] := 1 }\ngoal x[0] == 1\ninvariant x[1] + x[2] >= x[3] - 9\n")
	write("moves.pz", "puzzle P\ntype T = 0..9\nstate x: 0..9 = 0\n"+
		"move m(a: T, b: T, c: T, d: T, e: T, f: T, g: T, h: T, i: T, j: T)\n"+
		"  where a + b + c + d + e + f + g + h + i + j == 91 when x != a { x := b }\ngoal x == 9\n")
	write("guards.pz", "puzzle P\ntype C = grid(60, 60)\nstate x[c in C]: 0..99 = 0\n"+
		"move m(a: C) when (sum c in C, d in C: if x[c] == x[d] then 1 else 0) > 5 {\n"+
		"  x[a] := (x[a] + 1) % 100\n}\ngoal forall c in C: x[c] == 9\n")
	write("wide.pz", wide+"heuristic p = pattern(board, {1, 2, 3, 4, 5, 6})\n")
	write("promise.pz", wide+"heuristic p admissible = pattern(board, {1, 2, 3, 4, 5, 6})\n")
	write("free.pz", "puzzle P\nstate x[i in 0..30]: 0..3 = any\ngoal (sum i in 0..30: x[i]) % 2 == 0\n")
	write("digits.pz", "puzzle P\nstate x[i in 0..2]: 0..99999 = any\ngoal x[0] + x[1] + x[2] == 299996\n")
	write("hanoi.pz", "puzzle H\ntype Disk = 1..17\nenum Peg { a, b, c }\nstate on[d in Disk]: Peg = a\n"+
		"move go(d: Disk, p: Peg)\n"+
		"  when on[d] != p and (forall e in Disk where e < d: on[e] != on[d] and on[e] != p) { on[d] := p }\n"+
		"goal forall d in Disk: on[d] == c\n")
	write("there_and_back.plan", strings.Repeat("go(1, b)\ngo(1, c)\ngo(1, a)\n", 500_000))
	write("label.pz", strings.Replace(small, "move m when x == 0", `move m when x == 0 as "{`+minutes+`}"`, 1))
	write("view.pz", small+`view "{`+minutes+`}"`+"\n")
	write("m.plan", "m\n")
	for _, line := range []string{
		"solve parse.pz",
		"fmt parse.pz",
		"validate label.pz m.plan",
		"solve label.pz",
		"solve view.pz --trace",
		"validate view.pz m.plan --trace",
		"check parse.pz",
		"solve constants.pz",
		"check instances.pz",
		"solve start.pz",
		"check choice.pz",
		"solve moves.pz",
		"solve guards.pz",
		"solve guards.pz --backend sat",
		"explore wide.pz",
		"solve wide.pz --heuristic p --tables none",
		"solve wide.pz --heuristic patterns --tables none",
		"solve wide.pz --heuristic lmcut",
		"solve wide.pz --backend sat",
		"solve wide.pz --backend sat --horizon 300",
		"solve wide.pz --backend sat --parallel",
		"emit-cnf wide.pz --horizon 300 -o wide.cnf",
		"emit-cnf wide.pz --horizon 100 --encoding textbook --stats",
		"solve free.pz --all",
		"solve free.pz --all --backend sat --format json",
		"count free.pz --backend search",
		"solve digits.pz --backend search",
		"validate hanoi.pz there_and_back.plan",
		"solve hanoi.pz --algorithm idastar",
		"verify promise.pz",
	} {
		t.Run(line, func(t *testing.T) {
			e, stdout, stderr := testEnv()
			args := strings.Fields(line)
			for i, arg := range args[1:] {
				if strings.Contains(arg, ".") {
					args[i+1] = filepath.Join(folder, arg)
				}
			}
			status := run(append(args, "--timeout", "300ms"), e)
			said, _, _ := strings.Cut(stdout.String(), "\nsolution 2")
			said += stderr.String()
			require.Equal(t, exitUndecided, status, said)
			require.Contains(t, said, "time limit")
		})
	}
}

func lines(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}
