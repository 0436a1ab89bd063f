package modelforms

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/pzc-lang/pzc/compiler/normal"
)

// size is that of a task.
type size struct{ vars, moves int }

// sizes returns the size of the normal form of each instance.
func sizes(t *testing.T, text string) (all map[string]size) {
	t.Helper()
	all = map[string]size{}
	program, _ := questions(t, text)
	for _, instance := range append([]string{""}, program.Instances()...) {
		f := normal.Of(t.Context(), grounded(t, program, instance).Task()).Task
		all[instance] = size{len(f.Vars), len(f.Moves)}
	}
	return all
}

// normalized is a puzzle whose forms have normal forms of one size, but for some.
type normalized struct {
	puzzle string
	want   map[string]size // by instance
	other  []string        // forms
	few    bool            // so few states that the work depends on the search alone
}

func ofOneSize() []normalized {
	return []normalized{
		{puzzle: "tiles", want: map[string]size{"": {9, 24}, "four": {16, 48}}},
		{puzzle: "pancakes", want: map[string]size{"": {9, 8}, "twelve": {12, 11}}},
		{puzzle: "ring", want: map[string]size{"": {8, 8}, "ten": {10, 10}}},
		{puzzle: "beads", want: map[string]size{"": {9, 4}}},
		{puzzle: "tokens", want: map[string]size{"": {7, 8}}},
		{puzzle: "dials", want: map[string]size{"": {6, 12}}, few: true},
		{puzzle: "crates", want: map[string]size{"": {30, 68}}},
		{puzzle: "frogs", want: map[string]size{"": {11, 38}}, other: []string{"empty"}, few: true},
	}
}

// forms lists the forms that have the size.
func (n *normalized) forms(t *testing.T) []form {
	t.Helper()
	return slices.DeleteFunc(all(t), func(f form) bool {
		return f.puzzle != n.puzzle || slices.Contains(n.other, f.name)
	})
}

func TestSizes(t *testing.T) {
	for _, n := range ofOneSize() {
		for _, f := range n.forms(t) {
			assert.Equal(t, n.want, sizes(t, f.text), "%s/%s", f.puzzle, f.name)
		}
	}
}

// TestLongWork: forms whose normal forms have one size are solved by nearly the same work.
func TestLongWork(t *testing.T) {
	const ratio, least = 2, 1000
	for _, n := range slices.DeleteFunc(ofOneSize(), func(n normalized) bool { return n.few }) {
		first := map[string]int64{}
		for i, f := range n.forms(t) {
			program, asked := questions(t, f.text)
			for _, q := range asked {
				_, work := answer(t, grounded(t, program, q.instance), q.expect)
				work = max(work, least)
				if i == 0 {
					first[q.String()] = work
				}
				assert.LessOrEqual(t, work, ratio*first[q.String()], "%s/%s %s", f.puzzle, f.name, q)
				assert.LessOrEqual(t, first[q.String()], ratio*work, "%s/%s %s", f.puzzle, f.name, q)
			}
		}
	}
}

// TestLongSizesOfCopies: a copy with other names, whose declarations stand in another order, has a normal form of the
// same size. Of lorries/booleans, the order decides which moves are joined.
func TestLongSizesOfCopies(t *testing.T) {
	for _, f := range all(t) {
		if strings.Contains(f.text, "\nmove ") && f.puzzle+"/"+f.name != "lorries/booleans" {
			assert.Equal(t, sizes(t, f.text), sizes(t, renamed(shuffled(f.text))), "%s/%s", f.puzzle, f.name)
		}
	}
}

var (
	opens    = regexp.MustCompile(`(?m)^(?:param|const|type|enum|def|state|move|goal|always|lost|instance|expect)\b`)
	declares = regexp.MustCompile(`(?m)^(?:param|const|type|enum|def|state|move) (\w+)`)
)

// shuffled reverses the declarations of a model, moves first. Instances and what is expected keep their order.
func shuffled(text string) string {
	at := opens.FindAllStringIndex(text, -1)
	var first, moves, last []string
	for i, a := range at {
		end := len(text)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		part := strings.TrimSuffix(text[a[0]:end], "\n") + "\n"
		switch strings.Fields(part)[0] {
		case "instance", "expect":
			last = append(last, part)
		case "move":
			moves = append(moves, part)
		default:
			first = append(first, part)
		}
	}
	slices.Reverse(first)
	slices.Reverse(moves)
	return text[:at[0][0]] + strings.Join(slices.Concat(moves, first, last), "")
}

// renamed gives other names to what a model declares.
func renamed(text string) string {
	names := declares.FindAllStringSubmatch(text, -1)
	for i, name := range names {
		other := strings.Repeat("z", len(names)-i) + "_" + name[1][1:]
		text = regexp.MustCompile(`\b`+name[1]+`\b`).ReplaceAllString(text, other)
	}
	return text
}
