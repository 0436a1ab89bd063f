package search_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	search "github.com/pzc-lang/pzc/backends/gogen/rt"
)

func TestReadParameters(t *testing.T) {
	var start [4]int
	var at, letter, mood int
	var open bool
	digits := search.Type{Kind: "number", High: 9}
	list := []search.Parameter{
		{Name: "rows", Type: digits, Fixed: []int{2}},
		{Name: "level"},
		{Name: "start", Shape: []int{2, 2}, Type: digits, Set: func(i, v int) { start[i] = v }},
		{Name: "at", Type: search.Type{Kind: "cell", Rows: 2, Cols: 2, High: 3}, Set: func(_, v int) { at = v }},
		{Name: "letter", Type: search.Type{Kind: "character", High: 200}, Set: func(_, v int) { letter = v }},
		{
			Name: "mood", Type: search.Type{Kind: "name", Names: []string{"good", "bad"}, High: 1},
			Set: func(_, v int) { mood = v },
		},
		{Name: "open", Type: search.Type{Kind: "bool", High: 1}, Set: func(_, v int) { open = v == 1 }},
		{Name: "low", Type: digits, Set: func(int, int) {}},
		{Name: "odd", Type: search.Type{Kind: "number", Among: []int{1, 3}}, Set: func(int, int) {}},
		{
			Name: "cells", Shape: []int{1}, Type: search.Type{Kind: "cell", Rows: 2, Cols: 2, High: 3},
			Set: func(_, v int) { at = v },
		},
	}
	require.NoError(t, search.ReadParameters([]byte(`{"rows": 2, "start": [[1, 2], [3, 4]], "at": [1, 0], "letter": `+
		`"x", "mood": "bad", "open": true, "odd": 3}`), list))
	assert.Equal(t, [4]int{1, 2, 3, 4}, start)
	assert.Equal(t, []int{2, 'x', 1}, []int{at, letter, mood})
	assert.True(t, open)
	require.NoError(t, search.ReadParameters([]byte("\ufeff{\"start\": [4.0, 3.00, 2, 1]}\r\n"), list))
	assert.Equal(t, [4]int{4, 3, 2, 1}, start)
	require.NoError(t, search.ReadParameters([]byte(`{"start": [5, 6, 7, 8], "cells": [[0, 1]]}`), list))
	assert.Equal(t, [4]int{5, 6, 7, 8}, start)
	assert.Equal(t, 1, at)
	for text, says := range map[string]string{
		"{\n  \"start\": [1,\n  ]}": "line 3, column 3: invalid character ']'",
		`[1]`:                       "one object with values by name is wanted",
		`{"start": 5} {}`:           "something follows",
		``:                          "one object",
		`{"begin": 5}`: `there is no parameter "begin": those that can be given are start, at, letter, ` +
			`mood, open, low, odd, cells`,
		`{"start": 5}`:                  "start is 5, a list of 4 values is wanted",
		`{"start": [1, 2, 3]}`:          "start needs 4 values, has 3",
		`{"start": [[1, 2], [3]]}`:      "start[1] needs 2 values, has 1",
		`{"start": [[1, 2], [3, "4"]]}`: `start[1][1] is "4", a whole number is wanted`,
		`{"start": [1, 2, 3, 10]}`:      "start[3] is 10, outside 0..9",
		`{"start": [1, 2, 3, 1.5]}`:     "start[3] is 1.5, a whole number is wanted",
		`{"at": [2, 0]}`:                "at is a list, a cell [row, column] of 2 rows and 2 columns is wanted",
		`{"mood": "fair"}`:              `mood is "fair", one of good, bad is wanted`,
		`{"letter": "xy"}`:              "a string of one character is wanted",
		`{"open": 1}`:                   "open is 1, true or false is wanted",
		`{"odd": 2}`:                    "odd is 2, which is not one of the values",
		`{"rows": 3}`:                   "rows was fixed when this program was written, with another value",
		`{"level": "x"}`:                "level was fixed when this program was written",
		`{"open": {}}`:                  "open is an object",
		"\xff\xfe{\x00}\x00":            "the file is not text: save the file as UTF-8 text",
		`{"odd": 3.5}`:                  "odd is 3.5, a whole number is wanted",
	} {
		require.ErrorContains(t, search.ReadParameters([]byte(text), list), says, text)
	}
	board := make([]rune, 6)
	list = append(list, search.Parameter{
		Name: "board", Shape: []int{2, 3}, Map: true,
		Type: search.Type{Kind: "character", Among: []int{' ', '#', 'x'}}, Set: func(i, v int) { board[i] = rune(v) },
	})
	for text, want := range map[string]string{
		`{"board": "#x#\n#"}`:            "#x##  ",
		`{"board": "#x#\r\n #\r\n"}`:     "#x# # ",
		`{"board": ["", "xxx"]}`:         "   xxx",
		`{"board": "\ufeff###\nx x\n"}`:  "###x x",
		`{"board": 5}`:                   "!board is 5, a map is wanted: a string, or a list of lines",
		`{"board": ["###", 5]}`:          "!board is a list, a map is wanted",
		`{"board": "###"}`:               "!board has 1 lines of up to 3 characters, this program is for 2 lines of 3",
		`{"board": ["##", "#"]}`:         "!board has 2 lines of up to 2 characters",
		`{"board": ["##y", "#"]}`:        `!board[2] is "y", which is not one of the values`,
		`{"board": [["#", "#"], ["#"]]}`: "!board is a list, a map is wanted",
	} {
		err := search.ReadParameters([]byte(text), list)
		if says, wrong := strings.CutPrefix(want, "!"); wrong {
			require.ErrorContains(t, err, says, text)
			continue
		}
		require.NoError(t, err, text)
		assert.Equal(t, want, string(board), text)
	}
	list[len(list)-1].Type.Among = []int{'#', 'x'}
	require.NoError(t, search.ReadParameters([]byte(`{"board": "\n  \n  #x# \r\n  xxx\n\n"}`), list))
	assert.Equal(t, "#x#xxx", string(board))
	err := search.ReadParameters([]byte(`{"board": " #x#\n  xx"}`), list)
	require.ErrorContains(t, err, `board[3] is " ", which is not`)
	require.Error(t, search.ReadParameters([]byte(`{"start": [0, 0, 0, 0], "at": 1}`), list))
	assert.Equal(t, [4]int{5, 6, 7, 8}, start, "nothing is changed where something is wrong")
}
