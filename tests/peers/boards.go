package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Boards of pencil puzzles at the sizes that people play, made by Simon Tatham's generators. Each has one solution: all
// programs look for a second one. The data of a board are a JSON file that the model of the library reads. clingo gets
// the same as facts.

// boards returns the rows for the boards in the folder data.
func boards() (all []row, err error) {
	for _, name := range []string{
		"slitherlink20", "slitherlink30", "nonogram30", "bridges15", "bridges25", "bridges30", "hitori12", "hitori25",
		"tents25", "kurodoko16", "fillomino9", "galaxies15", "slant20", "net20", "palisade10",
	} {
		text, err := text("data/" + name + ".json")
		if err != nil {
			return nil, err
		}
		var data map[string]any
		if err := json.Unmarshal([]byte(text), &data); err != nil {
			return nil, err
		}
		kind := strings.TrimRight(name, "0123456789")
		model := kind
		if kind == "palisade" {
			model = "models/palisade.pz" // not in the library
		}
		all = append(all, board(name, model, kind, data)...)
	}
	return all, nil
}

// board is two rows for a board with one solution: pzc solves it by a model and looks for a second solution, or counts.
func board(name, model, kind string, data map[string]any) []row {
	r := row{
		name: name, want: "1", pzc: solve(model, "--limit", "2", "--data", "{data}"), read: solutions, data: data,
		facts: facts(data), peers: []peer{clingo(kind, counted, "2", "-q", "--project")},
	}
	counting := r
	counting.name, counting.pzc, counting.read = name+", counted", count(model, "--limit", "2", "--data", "{data}"), answer
	return []row{r, counting}
}

// solutions counts the solutions that pzc writes.
func solutions(out string) string {
	var a struct {
		Status    string
		Solutions []any
	}
	if err := json.Unmarshal([]byte(out), &a); err != nil {
		return err.Error()
	}
	if a.Status != "solved" {
		return a.Status
	}
	return strconv.Itoa(len(a.Solutions))
}

// facts are the values of parameters for clingo. An element of a list, or a character of a row of a map, is a fact with
// its indices, which begin at 0, and its value.
func facts(data map[string]any) string {
	var b strings.Builder
	var add func(fact string, v any)
	add = func(fact string, v any) {
		switch v := v.(type) {
		case []any:
			for i, x := range v {
				add(fact+strconv.Itoa(i)+",", x)
			}
		case string:
			for i, ch := range v {
				fmt.Fprintf(&b, "%s%d,%s).\n", fact, i, term(ch))
			}
		default:
			fmt.Fprintf(&b, "%s%v).\n", fact, v)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(data)) {
		add(name+"(", data[name])
	}
	return b.String()
}

// term is a character of a map as a term of clingo: a digit is a number.
func term(ch rune) string {
	if '0' <= ch && ch <= '9' {
		return string(ch)
	}
	return strconv.Quote(string(ch))
}
