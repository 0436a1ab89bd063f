package datafile

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestDZN(t *testing.T) {
	for text, want := range map[string]string{
		"": `{}`,
		"n = 3; % three\n/* and\n more */ ok=true;":                       `{"n":3,"ok":true}`,
		`name = "a \"b\""; City = {ulm, bonn};`:                           `{"name":"a \"b\"","City":["ulm","bonn"]}`,
		"a = [1, -2,]; s = {}; r = 2..4;":                                 `{"a":[1,-2],"s":[],"r":[2,3,4]}`,
		"m = [| 1, 2 | 3, 4 |];":                                          `{"m":[[1,2],[3,4]]}`,
		"a = [<>, 1]; b = <>; m = [| <>, 2 |];":                           `{"a":[null,1],"b":null,"m":[[null,2]]}`,
		"m = [|1|2|];e = [||];":                                           `{"m":[[1],[2]],"e":[]}`,
		"m = array2d(1..2, 1..2, [1,2,3,4]); l = array1d(0..1, [5.0, 6])": `{"m":[[1,2],[3,4]],"l":[5,6]}`,
	} {
		object, problem := DZN("a.dzn", text)
		require.Nil(t, problem, text)
		assert.JSONEq(t, want, object, text)
	}
	for text, want := range map[string]string{
		"n = 2.5;":                         "a.dzn:1:5: error: a whole number, a text, a list or a set is wanted",
		"n = [1, 2":                        "a.dzn:1:10: error: the file ends where `,` is wanted",
		"n = 1\nm = 2;":                    "a.dzn:2:1: error: `;` is wanted, found `m`",
		"n = 1; n = 2;":                    "a.dzn:1:8: error: `n` is given twice",
		"3 = n;":                           "the name of a parameter is wanted, found `3`",
		"n 3":                              "`=` is wanted, found `3`",
		"n = ":                             "the file ends where a value is wanted",
		"n = 1..1000000000;":               "a range of 1000000000 numbers is too long",
		"m = array2d(1..2, 1..2, [1])":     "2 rows of 2 want 4 values; the list before has 1",
		"m = array2d(2, 1..2, [1])":        "an array has sets as indices",
		"m = [| 1 ; 2 |];":                 "`,`, `|` or `|]` is wanted, found `;`",
		"m = [| 1, 2":                      "the file ends where `,`, `|` or `|]` is wanted",
		"m = " + strings.Repeat("[", 1000): "lists nest too deeply",
	} {
		_, problem := DZN("a.dzn", text)
		require.NotNil(t, problem, text)
		assert.Contains(t, problem.Error(), want)
	}
}

func TestCSV(t *testing.T) {
	for text, want := range map[string]string{
		"":                        `[]`,
		"1,2\n3,4\n":              `[[1,2],[3,4]]`,
		"row;size\n1; 2\n3;x\n":   `[[1,2],[3,"x"]]`,
		"5\n6\n":                  `[5,6]`,
		"ada,bob\ncy,\"d, e\"\n":  `[["ada","bob"],["cy","d, e"]]`,
		"a\ttrue\r\n1\tfalse\r\n": `[[1,false]]`,
	} {
		list, problem := CSV("a.csv", text)
		require.Nil(t, problem, text)
		assert.JSONEq(t, want, list, text)
	}
	_, problem := CSV("a.csv", "1,2\n3\n")
	require.NotNil(t, problem)
	assert.Contains(t, problem.Error(),
		"a.csv:2:1: error: this row has another number of values than the first row, which has 2")
}

func FuzzDatafile(f *testing.F) {
	f.Add("n = [| 1, 2 | 3, 4 |]; s = {a, 1..3}; t = array2d(1..2, 1..1, [\"x\", true]);")
	f.Add("1,2\n3,4")
	f.Fuzz(func(t *testing.T, text string) {
		if object, problem := DZN("a", text); problem == nil {
			require.True(t, json.Valid([]byte(object)), "%s", object)
		}
		if list, problem := CSV("a", text); problem == nil {
			require.True(t, json.Valid([]byte(list)), "%s", list)
		}
	})
}
