package check_test

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"

	"github.com/pzc-lang/pzc/compiler/check"
)

const looped = `needs type Cell = grid(2, 2)
needs def may(c: Cell) = true
needs param least: 0..9 = 1
def some = exists c in Cell: may(c) and c.row >= least
`

// TestNeeds: a part takes names from the model. What the model lacks is one error at its use line.
func TestNeeds(t *testing.T) {
	head := "puzzle P\nuse \"part.pz\"\nstate on: bool = any\ngoal on and some\n"
	for _, test := range []struct{ name, text, want string }{
		{"part.pz", looped, ""},
		{"whole", head + "type Cell = grid(3, 3)\ndef may(c: Cell) = c.row > 1\nparam least: 0..2 = 1", ""},
		{"enum", head + "enum Cell { a }\ndef may(c: Cell) = true\nconst least: 0..2 = 1", "member"},
		{"nothing", head, "part.pz needs `type Cell`, `def may(c: Cell)`, `param least: 0..9` from the model"},
		{"other", head + "state Cell: bool = any\ndef may = true\nparam least: 0..2 = 1", "`type Cell`, `def may(c: Cell)`"},
		{"twice", "use \"part.pz\"\n" + head, "the puzzle line comes before"},
	} {
		fsys := fstest.MapFS{"part.pz": {Data: []byte(looped)}, test.name: {Data: []byte(test.text)}}
		program, diags := check.Load(fsys, test.name)
		switch test.want {
		case "":
			assert.Empty(t, diags, test.name)
			assert.Equal(t, test.name == "part.pz", program.IsPart, test.name)
		case "member":
			assert.True(t, diags.HasErrors(), test.name)
		default:
			assert.Contains(t, diags.Error(), test.want, test.name)
		}
	}
}
