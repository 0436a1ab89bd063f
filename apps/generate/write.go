package generate

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/apps/rate"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// File writes levels as a data file: `use`, and an instance for each, with its expect lines and its measures in a
// comment. about is the first comment, and use the file of the model. last, if not nil, is the nearest to a want that
// none meets.
func File(use, about string, levels []Level, last *Level) (string, diag.List) {
	var b strings.Builder
	fmt.Fprintf(&b, "// %s\nuse %q\n", about, use)
	for i := range levels {
		levels[i].write(&b, fmt.Sprintf("level_%d", i+1), "")
	}
	if last != nil {
		last.write(&b, "nearest", "This does not meet the want. It is the nearest that was found.")
	}
	return puzzle.Format("levels", b.String())
}

// write writes an instance. It names all parameters whose values differ from those of the instance that it is made of.
func (l *Level) write(b *strings.Builder, name, note string) {
	b.WriteString("\n")
	known := lists.Map(l.known(), func(x rate.Measure) string { return fmt.Sprintf("%s %d", x.Name, x.Value) })
	for _, line := range []string{note, strings.Join(known, ", ")} {
		if line != "" {
			fmt.Fprintf(b, "// %s\n", line)
		}
	}
	fmt.Fprintf(b, "instance %s", name)
	if of := l.Puzzle.Instance(); of != "" {
		fmt.Fprintf(b, " of %s", of)
	}
	b.WriteString(" {")
	given := l.Puzzle.GivenNames()
	for _, a := range l.Puzzle.Model().ParamArrays() {
		if slices.Contains(given, a.Name) {
			fmt.Fprintf(b, "\n  %s = %s", a.Name, valueText(l.Puzzle, a))
		}
	}
	b.WriteString(" }")
	for _, x := range l.Expect {
		b.WriteString(" expect " + puzzle.ExpectationText(x))
	}
	b.WriteString("\n")
}

// known returns the measures that are known.
func (l *Level) known() []rate.Measure {
	if l.Rating == nil {
		return nil
	}
	return l.Rating.Known()
}

// valueText writes the value of a parameter in the language.
func valueText(z *puzzle.Puzzle, a *model.Array) string {
	m := z.Model()
	parts := lists.Map(m.Data[a.ID].Values, func(v model.Value) string { return m.Format(a.Type, v) })
	if len(a.Index) == 0 {
		return parts[0]
	}
	var rows []string
	for row := range slices.Chunk(parts, perRow(z, a)) {
		rows = append(rows, "["+strings.Join(row, ", ")+"]")
	}
	if len(rows) == 1 {
		return rows[0]
	}
	return "[" + strings.Join(rows, ",\n    ") + "]"
}

// Line writes a level as a line of JSON: the question in words, the data as --data reads them, and the answer, which
// values or the moves of a plan are.
func (l *Level) Line(question string, answer any) ([]byte, error) {
	measures := map[string]int64{}
	for _, x := range l.known() {
		measures[x.Name] = x.Value
	}
	return json.Marshal(text.Fields{
		"puzzle", l.Puzzle.Program.Name(), "question", question, "data", l.Data, "answer", answer, "unique", l.Unique,
		"measures?", measures,
	})
}

// keyOf returns a key that a level shares with its images: those whose drawings are reflected, or turned by a half or a
// quarter.
func keyOf(data map[string]json.RawMessage) string {
	least := ""
	for turn := range 8 {
		key := "data\n"
		for _, name := range slices.Sorted(maps.Keys(data)) {
			key += name + "=" + turned(data[name], turn) + "\n"
		}
		if turn == 0 || key < least {
			least = key
		}
	}
	return least
}

// turned returns a rectangle of values after one of eight reflections and turns, and other data unchanged.
func turned(raw json.RawMessage, turn int) string {
	var rows []string
	var table [][]json.RawMessage
	if json.Unmarshal(raw, &rows) == nil && len(rows) > 1 {
		for _, row := range rows {
			var cells []json.RawMessage
			for _, c := range row {
				cells = append(cells, json.RawMessage(string(c)))
			}
			table = append(table, cells)
		}
	} else if json.Unmarshal(raw, &table) != nil || len(table) == 0 {
		return string(raw)
	}
	wide := len(table[0])
	if slices.ContainsFunc(table, func(row []json.RawMessage) bool { return len(row) != wide }) {
		return string(raw)
	}
	if turn&1 != 0 {
		slices.Reverse(table)
	}
	for _, row := range table {
		if turn&2 != 0 {
			slices.Reverse(row)
		}
	}
	if turn&4 != 0 {
		flipped := make([][]json.RawMessage, wide)
		for _, row := range table {
			for c, x := range row {
				flipped[c] = append(flipped[c], x)
			}
		}
		table = flipped
	}
	return fmt.Sprintf("%q", table)
}
