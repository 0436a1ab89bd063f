package playground

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"maps"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/internal/puzzle"
)

// page is a page that asks.
type page struct {
	t    *testing.T
	play *Playground
	sent [][]byte
}

func newPage(t *testing.T) *page {
	t.Helper()
	p := &page{t: t}
	p.play = New(Options{Version: "test"}, func(m []byte) { p.sent = append(p.sent, append([]byte(nil), m...)) })
	return p
}

type object = map[string]any

// ask sends a request and returns its result, or else its error as an object with message and findings.
func (p *page) ask(method string, params any) (result, failed object) {
	p.t.Helper()
	request, err := json.Marshal(object{"id": 1, "method": method, "params": params})
	require.NoError(p.t, err)
	p.sent = nil
	p.play.Receive(p.t.Context(), request)
	require.NotEmpty(p.t, p.sent)
	var answer struct {
		ID            int
		Result, Error object
	}
	require.NoError(p.t, json.Unmarshal(p.sent[len(p.sent)-1], &answer))
	require.Equal(p.t, 1, answer.ID)
	return answer.Result, answer.Error
}

// result is ask where no error may come.
func (p *page) result(method string, params any) object {
	p.t.Helper()
	result, failed := p.ask(method, params)
	require.Nil(p.t, failed)
	return result
}

// refused is ask where an error must come; it returns the message.
func (p *page) refused(method string, params any) string {
	p.t.Helper()
	_, failed := p.ask(method, params)
	require.NotNil(p.t, failed)
	return failed["message"].(string)
}

// load loads a model that must have no errors.
func (p *page) load(text string) object {
	p.t.Helper()
	got := p.result("load", object{"files": object{"m.pz": text}, "main": "m.pz"})
	require.Equal(p.t, true, got["ok"], "%v", got)
	return got
}

// library loads a model of the library.
func (p *page) library(name string) object {
	p.t.Helper()
	m, ok := puzzle.Library(name)
	require.True(p.t, ok)
	example := p.result("example", object{"name": m.Name})
	assert.NotContains(p.t, example["main"], ":")
	got := p.result("load", example)
	require.Equal(p.t, true, got["ok"], "%v", got)
	return got
}

// strs returns a list of texts.
func strs(v any) []string {
	out := []string{}
	for _, s := range v.([]any) {
		out = append(out, s.(string))
	}
	return out
}

// each returns a field of each object of a list.
func each(v any, field string) []string {
	out := []string{}
	for _, o := range v.([]any) {
		s, _ := o.(object)[field].(string)
		out = append(out, s)
	}
	return out
}

func TestLoad(t *testing.T) {
	p := newPage(t)
	assert.Equal(t, "no model is loaded", p.refused("position", object{}))
	assert.Contains(t, p.refused("positoin", object{}), `did you mean "position"?`)
	p.load("puzzle P state n: 0..3 = 0 goal n == 3 move up { n := n + 1 }")
	got := p.result("load", object{"files": object{"m.pz": "puzzle P\nstate \U0001f40d: 0..3 = 0"}, "main": "m.pz"})
	assert.NotEqual(t, true, got["ok"])
	f := got["findings"].([]any)[1].(object) // the first is that there is no goal
	assert.Equal(t, object{"severity": "error", "file": "m.pz", "line": 2.0, "column": 7.0, "from": 15.0, "to": 17.0},
		without(f, "message", "help", "code"))
	at := p.result("position", object{"moves": []string{"up"}}) // the last good model stays
	assert.Equal(t, []string{"up"}, each(at["made"], "move"))
}

// without returns an object without some fields.
func without(o object, fields ...string) object {
	o = maps.Clone(o)
	for _, f := range fields {
		delete(o, f)
	}
	return o
}

// A position keeps the moves that can still be made, and says why the next one cannot.
func TestBroken(t *testing.T) {
	p := newPage(t)
	const text = "puzzle P state n: 0..9 = 0 goal n == 5 move up when n < 3 else \"the top is 3\" { n := n + 1 } move " +
		"down { n := n - 1 }"
	p.load(text)
	at := p.result("position", object{"moves": []string{"up", "up", "up", "up"}})
	assert.Equal(t, []string{"up", "up", "up"}, each(at["made"], "move"))
	assert.Equal(t, []string{"down"}, each(at["moves"], "move"))
	broken := at["broken"].(object)
	assert.Equal(t, object{"index": 3.0, "move": "up", "message": "the top is 3"},
		without(broken, "file", "from", "to", "line", "column"))
	from, to := int(broken["from"].(float64)), int(broken["to"].(float64))
	assert.Equal(t, "n < 3", text[from:to])
	gone := p.result("position", object{"moves": []string{"up", "sideways"}})
	assert.Equal(t, []string{"up"}, each(gone["made"], "move"))
	assert.NotEmpty(t, gone["broken"].(object)["message"])
	no := p.result("refusal", object{"moves": []string{"up", "up", "up"}, "move": "up"})
	assert.Equal(t, "the top is 3", no["message"])
	assert.NotEqual(t, true, no["possible"])
}

// A move that loses the game is made, and then no other.
func TestLost(t *testing.T) {
	p := newPage(t)
	p.load("puzzle P state n: 0..9 = 0 goal n == 5 move up(k: 1..2) { n := n + k } lost n == 3 else \"three is a trap\"")
	at := p.result("position", object{"moves": []string{"up(1)", "up(2)", "up(1)"}})
	assert.Equal(t, []string{"up(1)", "up(2)"}, each(at["made"], "move"))
	assert.Equal(t, "three is a trap", at["lost"])
	assert.Empty(t, at["moves"])
	assert.Equal(t, "three is a trap", at["broken"].(object)["message"])
	assert.Equal(t, "The game is lost: three is a trap.",
		p.result("hint", object{"moves": []string{"up(1)", "up(2)"}})["message"])
	assert.Contains(t, p.refused("solve", object{"moves": []string{"up(1)", "up(2)"}}), "the game is lost")
}

// TestHostileTexts: what a model shows is text, whatever it holds.
func TestHostileTexts(t *testing.T) {
	p := newPage(t)
	const evil = `<script>alert(1)</script><a href='javascript:x'>&"` + `</svg><img onerror=x>`
	quoted := `"` + strings.NewReplacer(`"`, `\"`, `{`, `\{`).Replace(evil) + `"`
	p.load("puzzle P type C = grid(1, 2) state n: 0..3 = 0 goal n == 3 def evil: text = " + quoted +
		" move up as " + quoted + " { n := n + 1 } view c in C: " + quoted +
		" fill evil ink evil shape evil corner evil view " + quoted)
	at := p.result("position", object{})
	safe(t, at["svg"].(string))
	safe(t, p.result("export", object{"what": "svg"})["text"].(string))
	space := p.result("explore", object{})
	safe(t, space["graph"].(object)["svg"].(string))
	for _, plot := range each(space["plots"], "svg") {
		safe(t, plot)
	}
}

// safe demands that a picture is shapes and texts alone.
func safe(t *testing.T, svg string) {
	t.Helper()
	known := []string{
		"aria-label", "cx", "cy", "d", "fill", "font-family", "font-size", "font-weight", "height", "r", "role", "space",
		"stroke", "stroke-dasharray", "stroke-linecap", "stroke-width", "text-anchor", "transform", "viewBox", "width", "x",
		"xmlns", "y",
	}
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		require.NoError(t, err)
		if e, is := token.(xml.StartElement); is {
			require.Contains(t, []string{"svg", "path", "circle", "text", "title", "rect"}, e.Name.Local)
			for _, a := range e.Attr {
				require.Contains(t, known, a.Name.Local)
				require.NotContains(t, a.Value, "url(")
			}
		}
	}
}

// What a click or a drag means follows from names and from what is seen.
func TestPointed(t *testing.T) {
	p := newPage(t)
	for _, c := range []struct {
		model        string
		from, to     int
		can, refused []string
	}{
		{"lights_out", 4, 4, []string{"press((0, 4))"}, nil},
		{"lights_out", 7, 7, nil, []string{"press((1, 2))"}},
		{"taquin", 4, 4, []string{"slide((1, 1), (2, 1))"}, nil},
		{"taquin", 4, 7, []string{"slide((1, 1), (2, 1))"}, nil},
		{"taquin", 4, 5, nil, []string{"slide((1, 1), (1, 2))"}},
		{"hanoi", 0, 1, []string{"lift(1, 0, 1)"}, nil},
		{"rush_hour", 1, 2, []string{"slide('B', 0, 1)"}, nil},
		{"rush_hour", 0, 2, []string{"slide('B', 0, 2)"}, nil},
		{"sokoban_pushes", 16, 23, []string{"push((2, 2), down)"}, nil},
		{"sokoban_pushes", 16, 16, []string{"push((2, 2), up)", "push((2, 2), down)"}, nil},
		{"sokoban_pushes", 0, 1, nil, nil},
		{"pegs", 3, 1, []string{"jump((0, 3), left)"}, nil},
	} {
		p.library(c.model)
		got := p.result("pointed", object{"from": []int{0, c.from}, "to": []int{0, c.to}})
		assert.Equal(t, append([]string{}, c.can...), strs(got["moves"]), "%v", c)
		assert.Equal(t, append([]string{}, c.refused...), strs(got["refused"]), "%v", c)
	}
}

// What is made loads as a file beside the model, its expect lines hold, and the same seed makes the same text.
func TestGenerate(t *testing.T) {
	p := newPage(t)
	model := "puzzle P param last: 0..9 = 4 state n: 0..9 = 2 goal n == last move up { n := n + 1 }\n" +
		"instance far { last = 9 }"
	p.load(model)
	ask := object{"vary": []string{"last"}, "want": "cost in 2..5", "count": 2, "seed": 4}
	made := p.result("generate", ask)
	assert.EqualValues(t, 2, made["made"])
	text := made["text"].(string)
	assert.Equal(t, text, p.result("generate", ask)["text"])
	assert.Contains(t, strs(made["said"])[0], "2 puzzles from ")
	loaded := p.result("load", object{"main": "levels.pz", "files": object{"levels.pz": text, "m.pz": model}})
	assert.Equal(t, true, loaded["ok"], text)
	assert.Contains(t, loaded["instances"], "level_1")
	for _, r := range p.result("test", object{"instance": "level_2"})["results"].([]any) {
		assert.Equal(t, "ok", r.(object)["result"])
	}

	p.load(model)
	few := p.result("generate", object{"vary": []string{"last"}, "want": "cost > 20"})
	assert.EqualValues(t, 0, few["made"])
	assert.Contains(t, few["text"], "nearest")
	for wrong, says := range map[*object]string{
		{"want": "cost >", "vary": []string{"last"}}:    "expected a value",
		{"want": "costs > 2", "vary": []string{"last"}}: "did you mean `cost`?",
		{"vary": []string{"lats"}}:                      "did you mean `last`?",
		{"vary": []string{"last"}, "backwards": true}:   "choose one",
		{"vary": []string{"last"}, "count": 1000}:       "1 to 100",
		{}: "start states",
		{"instance": "fra", "vary": []string{"last"}}: "fra",
	} {
		assert.Contains(t, p.refused("generate", *wrong), says)
	}
	p.library("sudoku")
	made = p.result("generate", object{"instance": "four"})
	assert.Contains(t, made["text"], "expect solutions 1")
	late := p.result("generate", object{"instance": "escargot", "count": 100, "seconds": 0.5})
	assert.Contains(t, late["said"], "Ended early: the time limit of 0.5 s was reached.")
}

// Levels of other programs become a data file. What cannot be read says where and why.
func TestImport(t *testing.T) {
	p := newPage(t)
	got := p.result("levels", object{"text": "#####\n#@$.#\n#####\n"})
	assert.Equal(t, "sokoban_pushes.pz", got["name"])
	assert.EqualValues(t, 1, got["levels"])
	facts := p.load(got["text"].(string))
	assert.Equal(t, []string{"level_1"}, strs(facts["instances"]))
	assert.EqualValues(t, 1, p.result("solve", object{"instance": "level_1"})["cost"])

	none := p.result("levels", object{"text": "hello"})
	assert.Equal(t, false, none["fits"])
	assert.Nil(t, none["name"])
	assert.Len(t, none["formats"], 7)
	wrong := p.result("levels", object{"text": "1 2 3\n4 5 x\n", "as": "tiles"})
	assert.Nil(t, wrong["name"])
	assert.Len(t, wrong["findings"], 1)
	assert.EqualValues(t, 2, wrong["findings"].([]any)[0].(object)["line"])
	assert.Contains(t, p.refused("levels", object{"text": "hello", "as": "xbs"}), "there is no format")
}

// Each model has a picture, and begins with its start or with an empty form.
func TestPictures(t *testing.T) {
	p := newPage(t)
	for _, kind := range []string{"push", "sudoku", "clues"} {
		assert.Contains(t, p.result("picture", object{"name": "new/" + kind})["text"], "<svg")
	}
	assert.Contains(t, p.result("picture", object{"name": "bloxorz_levels"})["text"], "<svg")
	assert.Contains(t, p.refused("picture", object{"name": "taqin"}), `did you mean "taquin"?`)
	groups := map[string]string{}
	for _, m := range p.result("examples", object{})["models"].([]any) {
		groups[m.(object)["name"].(string)] = m.(object)["group"].(string)
	}
	assert.Equal(t, "moves", groups["bloxorz_levels"])
	assert.Equal(t, "latin", groups["sudoku"])
	assert.Equal(t, "template", groups["new/walk"])
	assert.Equal(t, "course", groups["01-errors"])
	assert.Equal(t, "one", p.result("example", object{"name": "aqre"})["instance"], "its own rooms are an empty board")
	assert.NotContains(t, p.result("example", object{"name": "sudoku"}), "instance")
	for _, m := range puzzle.Templates() {
		assert.True(t, p.load(m.Text)["ok"].(bool), m.Name)
	}
}
