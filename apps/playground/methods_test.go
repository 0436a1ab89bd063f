package playground

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/course"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// TestLibrary asks about each model of the library what a page asks first. Boards are tables of cells with names, and
// their boxes lie in the picture.
func TestLibrary(t *testing.T) {
	p := newPage(t)
	for _, m := range puzzle.LibraryModels() {
		got := p.library(m.Name)
		instance := ""
		if got["complete"] != true {
			instance = strs(got["instances"])[0]
		}
		method := "values"
		if got["moves"] == true {
			method = "position"
		}
		at := p.result(method, object{"instance": instance})
		for _, b := range at["boards"].([]any) {
			board := b.(object)
			n := len(board["cells"].([]any))
			assert.Equal(t, n, int(board["rows"].(float64))*int(board["cols"].(float64)))
			if names, has := board["names"].([]any); has {
				assert.Len(t, names, n)
			}
			assert.Positive(t, board["width"])
		}
		safe(t, at["svg"].(string))
	}
}

// A game is solved from where it stands; a hint is the first move of a cheapest plan.
func TestSolve(t *testing.T) {
	p := newPage(t)
	p.library("wolf_goat_cabbage")
	first := p.result("solve", object{"algorithm": "bfs"})
	plan := strs(first["plan"])
	assert.EqualValues(t, 7, first["cost"])
	assert.Contains(t, first["headline"], "solved in 7 moves, optimal")
	rest := p.result("solve", object{"moves": plan[:3]})
	assert.EqualValues(t, 4, rest["cost"])
	end := p.result("position", object{"moves": append(plan[:3:3], strs(rest["plan"])...)})
	assert.Equal(t, true, end["goal"])
	hint := p.result("hint", object{"moves": plan[:6]})
	assert.Equal(t, object{"status": "solved", "left": 1.0, "next": plan[6], "message": "The goal is 1 away."}, hint)
	assert.Empty(t, p.result("hint", object{"moves": plan})["next"])
	all := p.result("solve", object{"all": true, "limit": 10})
	assert.Len(t, all["solutions"], 2)
	assert.Contains(t, p.refused("solve", object{"algorithm": "astra"}), `did you mean "astar"?`)
	assert.Contains(t, p.refused("solve", object{"moves": []string{"row(fox)"}}), "move 1 cannot be made")
	results := p.result("test", object{})["results"].([]any)
	assert.Equal(t, []string{"ok"}, each(results, "result")[:1])
}

// The puzzles of a file of levels are its own, not those of the model that it uses.
func TestLevels(t *testing.T) {
	p := newPage(t)
	facts := p.load("use \"std:hanoi.pz\"\ninstance two { disks = 2 }")
	assert.Nil(t, facts["complete"])
	assert.Equal(t, []string{"two"}, strs(facts["instances"]))
	assert.Len(t, p.result("solve", object{"instance": "two"})["plan"], 3)
	assert.Len(t, p.result("solve", object{})["plan"], 3)
}

// A start that is chosen is a part of the solution, and of positions.
func TestStart(t *testing.T) {
	p := newPage(t)
	p.load("puzzle P state n: 0..9 = any init n > 6 goal n == 0 move down { n := n - 2 }")
	s := p.result("solve", object{})
	assert.Equal(t, object{"n": "8"}, s["start"])
	at := p.result("position", object{"start": s["start"], "moves": s["plan"]})
	assert.Equal(t, true, at["goal"])
	assert.Contains(t, p.refused("position", object{"start": object{"n": "3"}}), "init")
	assert.Contains(t, p.refused("position", object{"start": object{"m": "3"}}), "no state variable")
	lost := p.result("hint", object{"start": object{"n": "7"}})
	assert.Equal(t, "unsolvable", lost["status"])
}

// A puzzle without moves is filled in by hand.
func TestValues(t *testing.T) {
	p := newPage(t)
	p.load(`puzzle P type C = grid(1, 3) state v[c in C]: 1..3 = if c.col == 0 then 1 else any
goal forall c in C, d in C where c < d: v[c] != v[d] else "{c} and {d} are equal" view c in C: "{v[c]}"`)
	at := p.result("values", object{"values": object{"v[(0, 1)]": "1", "v[(7, 7)]": "1"}})
	assert.Equal(t, []string{"v[(0, 1)]", "v[(0, 2)]"}, each(at["elements"], "name"))
	assert.EqualValues(t, 1, at["missing"])
	assert.Equal(t, []string{"v[(7, 7)] = 1"}, strs(at["dropped"]))
	assert.Equal(t, "r1c1 and r1c2 are equal", each(at["conflicts"], "message")[0])
	board := at["boards"].([]any)[0].(object)
	assert.Equal(t, []string{"1", "1", ""}, strs(board["cells"]))
	assert.Contains(t, board["wrong"], 1.0)
	pressed := p.result("values", object{"press": []int{0, 2}})
	assert.Equal(t, object{"v[(0, 2)]": "1"}, pressed["values"])
	assert.Equal(t, false, p.result("check", object{"values": pressed["values"]})["solvable"])
	good := object{"v[(0, 2)]": "2"}
	assert.Equal(t, true, p.result("check", object{"values": good})["solvable"])
	step := p.result("next", object{"values": good})
	assert.Equal(t, "v[(0, 1)] is 3.", step["message"])
	assert.NotEmpty(t, step["facts"])
	done := p.result("values", object{"values": object{"v[(0, 1)]": "3", "v[(0, 2)]": "2"}})
	assert.Equal(t, true, done["solved"])
	assert.Len(t, p.result("solve", object{})["values"], 3)
	assert.Contains(t, p.refused("position", object{}), "no moves")
	assert.NotEmpty(t, p.result("export", object{"what": "svg"})["text"])
	assert.Contains(t, p.result("sheet", object{"instances": []string{""}})["text"], "Solutions")
}

// A map in the text is painted: the span that `load` names is replaced by the text of `map`, and is a map again.
func TestMaps(t *testing.T) {
	p := newPage(t)
	text := "puzzle P // \U0001f40d\nparam level: map of {'#', '.', '@'} = \"\"\"\n  #.\n  @#\n  \"\"\"\n" +
		"state n: 0..1 = 0 goal n == 1 move go { n := 1 }\ninstance two { level = \"\"\"\n..\n\"\"\" }" +
		" instance three of two { } instance four { }"
	maps := p.load(text)["maps"].([]any)
	require.Len(t, maps, 2)
	m := maps[0].(object)
	assert.Equal(t, []string{"#.", "@#"}, strs(m["rows"]))
	assert.Equal(t, []string{"#", ".", "@"}, strs(m["alphabet"]))
	assert.Equal(t, []string{"#", ".", "@"}, strs(maps[1].(object)["alphabet"]))
	assert.Equal(t, []string{"", "two"}, each(maps, "instance"))
	assert.Equal(t, []string{"", "four"}, strs(m["instances"]))
	assert.Equal(t, []string{"two", "three"}, strs(maps[1].(object)["instances"]))
	units := []rune(strings.ReplaceAll(text, "\U0001f40d", "\x00\x00")) // as JavaScript counts
	literal := string(units[int(m["from"].(float64)):int(m["to"].(float64))])
	written := p.result("map", object{"indent": m["indent"], "rows": m["rows"]})["text"]
	assert.Equal(t, literal, written)
	assert.Contains(t, p.refused("map", object{"rows": []string{"a\"\"\""}}), "three quotes")
	assert.Contains(t, p.refused("map", object{"rows": []string{}}), "at least one cell")
}

// A map of words is painted word by word.
func TestWordMaps(t *testing.T) {
	p := newPage(t)
	text := "puzzle P\nparam level: map of 1..99 or none = \"\"\"\n   . 12\n   3  .\n  \"\"\"\ntype Cell = grid(level)\n" +
		"state n: 0..1 = 0\ngoal n == 1 and defined(level[(0, 1)])\nmove go { n := 1 }\n" +
		"instance two { level = \"\"\"\n  4.\n  \"\"\" }\n"
	maps := p.load(text)["maps"].([]any)
	require.Len(t, maps, 2)
	assert.Equal(t, []any{[]any{".", "12"}, []any{"3", "."}}, maps[0].(object)["words"])
	assert.Equal(t, []any{[]any{"4", "."}}, maps[1].(object)["words"])
}

// A set of edges is painted as a map of the board's size: what is written is the set again.
func TestEdges(t *testing.T) {
	p := newPage(t)
	text := "puzzle P\nparam level: map = \"\"\"\n  abc\n  abc\n  \"\"\"\ntype Cell = grid(level)\n" +
		"param bar: set (Cell, Dir) = {((0, 1), right), ((1, 0), right), ((1, 0), down)}\n" +
		"param other: set (Cell, Dir) = {((0, 1), left)}\nparam far: set (0..999, Dir) = {}\n" +
		"enum Room { hall, attic } param door: set (Room, Dir) = {} type Seat = 0..3 param gap: set (Seat, Dir) = {}\n" +
		"state n: 0..1 = 0 goal n == 1 move go { n := 1 }\ninstance two { bar = {} }\n" +
		"instance far { bar = {((1000000000, 0), down)} } instance open { bar = { (c, right) for c in Cell } }\n"
	loaded := p.load(text)
	require.Equal(t, true, loaded["ok"])
	maps := loaded["maps"].([]any)
	require.Equal(t, []string{"level", "bar", "bar"}, each(maps, "name"))
	bar := maps[1].(object)
	assert.Equal(t, []string{".|.", "J.."}, strs(bar["rows"]))
	assert.Equal(t, []string{".", "|", "_", "J"}, strs(bar["alphabet"]))
	assert.Equal(t, []string{"...", "..."}, strs(maps[2].(object)["rows"]))
	assert.Equal(t, []string{"two"}, strs(maps[2].(object)["instances"]))
	literal := text[int(bar["from"].(float64)):int(bar["to"].(float64))]
	assert.Equal(t, literal, p.result("map", object{"rows": bar["rows"], "edges": true})["text"])
	assert.Equal(t, "{}", p.result("map", object{"rows": []string{"x.", "", ".."}, "edges": true})["text"])
}

// The exercises of the course begin with their public files, and what is handed in is graded by their public part.
func TestExercises(t *testing.T) {
	p := newPage(t)
	names := p.result("examples", object{})["models"].([]any)
	require.Contains(t, each(names, "name"), "02-river")
	river := p.result("example", object{"name": "02-river"})
	assert.Contains(t, river["task"], "# ")
	assert.Equal(t, "crossing.pz", river["main"])
	assert.NotEmpty(t, river["files"].(object)["crossing.pz"])
	whole, err := json.Marshal(river)
	require.NoError(t, err)
	reference, err := course.FS().ReadFile("02-river/reference.pz")
	require.NoError(t, err)
	assert.NotContains(t, string(whole), string(reference))
	got := p.result("exercise", object{"exercise": "02-river", "files": object{"crossing.pz": string(reference)}})
	assert.Equal(t, got["of"], got["points"])
	wrong := p.result("exercise", object{"exercise": "02-river", "files": object{"crossing.pz": "puzzle P"}})
	assert.Zero(t, wrong["points"])
	assert.Contains(t, p.refused("exercise", object{"exercise": "02-river", "files": object{}}), "nothing is written")
	assert.Contains(t, p.refused("example", object{"name": "02-rivr"}), `did you mean "02-river"?`)
}

// A small space is listed with its dead ends, each state with a place in the picture and a way that leads to it.
func TestExplore(t *testing.T) {
	p := newPage(t)
	p.load("puzzle P state n: 0..4 = 2 goal n == 4 move up when n > 1 { n := n + 1 } move down { n := n - 1 }")
	space := p.result("explore", object{})
	states := space["graph"].(object)["states"].([]any)
	var left []float64
	for _, s := range states {
		left = append(left, s.(object)["left"].(float64))
	}
	assert.ElementsMatch(t, []float64{2, 1, 0, -1, -1}, left)
	assert.Equal(t, -1, int(states[0].(object)["from"].(float64)))
	assert.NotEmpty(t, each(states[1:], "move")[0])
	assert.Equal(t, true, space["complete"])
	assert.NotEmpty(t, space["tables"])
	assert.NotEmpty(t, space["plots"])
	p.library("pegs")
	p.library("taquin")
	assert.Nil(t, p.result("explore", object{"instance": "", "heuristics": []string{}})["graph"])
}

// Questions are answered with facts that have places in the text.
func TestWhy(t *testing.T) {
	p := newPage(t)
	const text = "puzzle P state n: 0..4 = 0 goal n == 4 move up when n < 3 else \"no\" { n := n + 1 }"
	p.load(text)
	a := p.result("why", object{"question": "solution"})
	assert.Equal(t, "no plan", a["question"])
	no := p.result("why", object{"question": "move", "moves": []string{"up", "up", "up"}, "move": "up"})
	assert.Equal(t, "refused", no["question"])
	assert.Contains(t, p.refused("why", object{"question": "what"}), "there are solution")
}

// What would last is ended by its limits, and the next request is answered.
func TestLimits(t *testing.T) {
	p := newPage(t)
	p.load("puzzle P state n[i in 1..40]: 0..9 = 0 goal (sum i in 1..40: n[i]) == 175 " +
		"move up(i: 1..40) { n[i] := n[i] + 1 }")
	s := p.result("solve", object{"algorithm": "dfs"}) // also compiles the puzzle, which the limit must not meet
	assert.Equal(t, "solved", s["answer"].(object)["status"])
	s = p.result("solve", object{"seconds": 0.2, "algorithm": "bfs"})
	assert.Equal(t, "unknown", s["answer"].(object)["status"])
	assert.Contains(t, s["reason"], "the time limit of 0.2 s was reached")
	p.load("puzzle P state n: 0..3 = 0 goal n == 3 move up { n := n + 1 }")
	assert.EqualValues(t, 3, p.result("solve", object{})["cost"])
}
