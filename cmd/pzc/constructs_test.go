package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// construct is a model that uses a construct, and the same model without it, which has another answer.
type construct struct{ name, model, without, plan string }

// constructs lists what a command may overlook.
func constructs() []construct {
	return []construct{
		{
			"objective", "puzzle P\nstate x: 0..3 = any\nstate y: 0..3 = any\ngoal x + y == 3\nminimize x\n", "minimize x\n",
			"x = 1\ny = 2\n",
		},
		{
			"lost", "puzzle P\nstate at: 0..3 = 0\nlost at == 1 else \"the ice breaks\"\n" +
				"move step when at < 3 { at := at + 1 }\nmove hop when at < 2 { at := at + 2 }\ngoal at == 3\n",
			"lost at == 1 else \"the ice breaks\"\n", "step\nhop\n",
		},
		{
			"cost", "puzzle P\nstate at: 0..3 = 0\nmove road cost 5 when at == 0 { at := 3 }\n" +
				"move walk when at < 3 { at := at + 1 }\ngoal at == 3\n", " cost 5", "road\n",
		},
		{
			"start", "puzzle P\nstate at: 0..5 = any\ninit at >= 2 and at != 4\n" +
				"move down when at > 0 { at := at - 1 }\ngoal at == 0\n",
			" and at != 4", "at = 4\ndown\ndown\ndown\ndown\n",
		},
		{
			"set", "puzzle P\nstate on[i in 1..3]: bool = false\n" +
				"move press(g: set 1..3) where size(g) == 2 { for i in g { on[i] := not on[i] } }\n" +
				"goal on[1] and on[3] and not on[2]\n", " where size(g) == 2", "press({1})\npress({3})\n",
		},
		{
			"phase", "puzzle P\nstate at: 0..4 = 0\nstate deep: bool = false\n" +
				"move push when at < 4 { at := at + 2 } then { deep := at == 4 }\ngoal deep\n", "} then {", "push\n",
		},
		{
			"answer", "puzzle P\nstate x: 0..3 = any\ndef big = x >= 2\ngoal x > 0\nanswer big\nview \"{big}\"\n",
			"answer big\n", "big = true\n",
		},
	}
}

// TestConstructs: each command respects each construct, or refuses it by name. An answer in the table differs from the
// answer for the model without the construct.
func TestConstructs(t *testing.T) {
	const noMoves, moves = "has no moves", "this one has moves"
	columns := []string{"objective", "lost", "cost", "start", "set", "phase", "answer"}
	for _, row := range []struct {
		command string
		want    [7]string // by column: a part of the output
	}{
		{"solve MODEL", [7]string{
			"best value 0", "solved in 2 moves", "solved in 3 moves, optimal", "solved in 2 moves", "solved in 1 move",
			"solved in 2 moves",
			"big = false",
		}},
		{"solve MODEL --backend sat", [7]string{
			"best value 0", "hop", "solved in 3 moves, optimal", "solved in 2 moves", "press({1, 3})", "solved in 2 moves",
			"big =",
		}},
		{"solve MODEL --backend search", [7]string{
			"best value 0", "hop", "solved in 3 moves, optimal", "solved in 2 moves", "press({1, 3})", "solved in 2 moves",
			"big =",
		}},
		{"solve MODEL --backend constraint", [7]string{
			"best value 0", "use --backend search", "use --backend search", "use --backend search", "use --backend search",
			"use --backend search",
			"big = false",
		}},
		{"solve MODEL --all", [7]string{
			"1 solution of the best value 0", "1 solution of cost 2", "1 solution of cost 3", "1 solution of cost 2",
			"1 solution of cost 1", "1 solution of cost 2",
			"2 solutions",
		}},
		{"count MODEL", [7]string{
			"1 solution", "1 optimal plan", "1 optimal plan", "1 optimal plan", "1 optimal plan", "1 optimal plan",
			"2 solutions",
		}},
		{"validate MODEL PLAN --optimal", [7]string{
			"the best value is 0", "the ice breaks", "a best plan costs 3", "not valid", "at least 2", "not valid",
			"compares costs of plans",
		}},
		{"why MODEL", [7]string{"The best value is 0", "2 moves", "3 moves", "2 moves", "1 move", "2 moves", "Values fit"}},
		{"why MODEL --unique", [7]string{
			"The solution is the only one", "one cheapest plan, 2 moves", "one cheapest plan, 3 moves",
			"one cheapest plan, 2 moves", "one cheapest plan, 1 move", "one cheapest plan, 2 moves",
			"big: false, or true",
		}},
		{"why MODEL --plan PLAN", [7]string{
			"no best solution", "the ice breaks", "costs 2 too much", "at", "set 1..3, at least 2 values, at most 2",
			"no goal",
			"The values are a solution",
		}},
		{"why MODEL --steps", [7]string{"Solved in 2 steps", moves, moves, moves, moves, moves, "1 element may differ"}},
		{"why MODEL --redundant", [7]string{"the only one", moves, moves, moves, moves, moves, "more than one solution"}},
		{"explore MODEL", [7]string{noMoves, "3 states", "farthest at cost 3", "6 states", "4 states", "3 states", noMoves}},
		{"compare MODEL WITHOUT", [7]string{
			"different", "different", "different", "different", "different", "different",
			"the same puzzle",
		}},
		{"emit-cnf MODEL --horizon 2", [7]string{
			"`minimize`", "p cnf", "p cnf", "p cnf", "p cnf", "p cnf", "only horizon 0",
		}},
		{"emit-go MODEL -o OUT", [7]string{
			"`minimize` cannot be written", "files in", "files in", "files in", "files in", "files in",
			"files in",
		}},
		{"emit-pddl MODEL -o OUT", [7]string{
			"no `minimize`", "actions", "actions", "actions", "actions", "action", "actions",
		}},
	} {
		for i, c := range constructs() {
			require.Equal(t, columns[i], c.name)
			t.Run(row.command+"/"+c.name, func(t *testing.T) {
				dir := t.TempDir()
				at := strings.NewReplacer("MODEL", filepath.Join(dir, "model.pz"), "WITHOUT", filepath.Join(dir, "without.pz"),
					"PLAN", filepath.Join(dir, "plan.txt"), "OUT", filepath.Join(dir, "out"))
				without := strings.Replace(c.model, c.without, "", 1)
				require.NotEqual(t, c.model, without)
				for name, text := range map[string]string{"model.pz": c.model, "without.pz": without, "plan.txt": c.plan} {
					require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
				}
				var args []string
				for _, a := range strings.Fields(row.command) {
					args = append(args, at.Replace(a))
				}
				e, stdout, stderr := testEnvCommand()
				run(args, e)
				assert.Contains(t, stdout.String()+stderr.String(), row.want[i])
			})
		}
	}
}
