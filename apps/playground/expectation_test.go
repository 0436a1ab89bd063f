package playground

import (
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What was found is written as an `expect` line, which is read as one of the same instance.
func TestExpectLine(t *testing.T) {
	cost := func(n int) object { return object{"kind": "cost", "number": n} }
	kind := func(k string) object { return object{"kind": k} }
	const own = "puzzle P param a: 0..9 = 0 state n: 0..3 = a move up when n < 3 { n := n + 1 }\n"
	const given = "puzzle P param a: 0..9 state n: 0..3 = a move up when n < 3 { n := n + 1 }\ngoal n == 3 // 𝒳\r\n"
	tests := []struct {
		name, text, instance string
		expect               object
		want                 string // the text that follows; "": nothing is changed
	}{
		{
			"own, behind the goal", own + "goal n == 3 // all\nview \"{n}\"\n", "", cost(3),
			own + "goal n == 3 // all\nexpect cost 3\nview \"{n}\"\n",
		},
		{
			"own, with more on the line", own + "goal n == 3 view \"{n}\"", "", cost(3),
			own + "goal n == 3 expect cost 3 view \"{n}\"",
		},
		{
			"own, before the first instance", own + "instance i { a = 1 }\ngoal n == 3\n", "", cost(3),
			own + "expect cost 3\ninstance i { a = 1 }\ngoal n == 3\n",
		},
		{
			"own, beside another", own + "goal n == 3\nexpect solutions 1\n", "", cost(3),
			own + "goal n == 3\nexpect solutions 1\nexpect cost 3\n",
		},
		{
			"of an instance", given + "instance i { a = 1 } // one\ninstance j { a = 2 }\n", "i", cost(2),
			given + "instance i { a = 1 } expect cost 2 // one\ninstance j { a = 2 }\n",
		},
		{
			"in the place of a wrong one", given + "instance i { a = 1 } expect unsolvable", "i", cost(2),
			given + "instance i { a = 1 } expect cost 2",
		},
		{"it is there", given + "instance i { a = 1 } expect cost 2", "i", cost(2), ""},
		{"more is there", given + "instance i { a = 1 } expect cost 2", "i", kind("solvable"), ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { expectLine(t, tt.text, tt.instance, tt.expect, tt.want) })
	}
}

func expectLine(t *testing.T, text, instance string, expect object, want string) {
	t.Helper()
	p := newPage(t)
	p.load(text)
	e := p.result("expect", object{"instance": instance, "expect": expect})
	assert.Equal(t, "m.pz", e["file"])
	if want == "" {
		assert.Empty(t, e["text"])
		return
	}
	u := utf16.Encode([]rune(text))
	from, to := int(e["from"].(float64)), int(e["to"].(float64))
	got := string(utf16.Decode(u[:from])) + e["text"].(string) + string(utf16.Decode(u[to:]))
	require.Equal(t, want, got)
	p.load(got)
	assert.Empty(t, p.result("expect", object{"instance": instance, "expect": expect})["text"], "it is the instance's")
}

// An answer says what may be expected: only that about the instance itself, and only what is proved.
func TestExpects(t *testing.T) {
	p := newPage(t)
	texts := func(q object) []string { return each(p.result("solve", q)["expects"], "text") }
	p.library("wolf_goat_cabbage")
	assert.Equal(t, []string{"cost 7"}, texts(object{}))
	assert.Equal(t, []string{"cost 7", "solutions 2"}, texts(object{"all": true}))
	assert.Equal(t, []string{"cost 7"}, texts(object{"all": true, "limit": 1}))
	assert.Empty(t, texts(object{"moves": []string{"take(goat)"}}))
	p.load("puzzle P state n: 0..3 = any goal n > 1")
	assert.Equal(t, []string{"solvable"}, texts(object{}))
	p.load("puzzle P state n: 0..3 = any maximize n")
	assert.Equal(t, []string{"best 3"}, texts(object{}))
	p.load("puzzle P state n: 0..3 = 0 move up when n < 2 { n := n + 1 } goal n == 3")
	assert.Equal(t, []string{"unsolvable"}, texts(object{}))
	assert.Contains(t, p.refused("expect", object{"expect": object{"kind": "easy"}}), "cannot be written")
}
