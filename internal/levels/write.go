package levels

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/internal/lists"
)

// value is the value of a parameter. It can be written in the language of models and, by package json, as JSON.
type value interface {
	text() string
}

type (
	number int
	truth  bool
	rows   []string // a map
	sign   rune     // a character
	name   string   // a value of an enum
	cell   [2]int
	list   []value
	tuple  []value
	set    []value

	missing struct{}
)

func (v number) text() string { return strconv.Itoa(int(v)) }
func (v truth) text() string  { return strconv.FormatBool(bool(v)) }
func (v rows) text() string   { return "\"\"\"\n  " + strings.Join(v, "\n  ") + "\n  \"\"\"" }
func (v sign) text() string   { return "'" + string(v) + "'" }
func (v name) text() string   { return string(v) }
func (v cell) text() string   { return fmt.Sprintf("(%d, %d)", v[0], v[1]) }
func (v list) text() string   { return "[" + joined(v) + "]" }
func (v tuple) text() string  { return "(" + joined(v) + ")" }
func (missing) text() string  { return "none" }
func (v set) text() string    { return "{" + joined(v) + "}" }

func joined(values []value) string {
	return strings.Join(lists.Map(values, value.text), ", ")
}

func (v sign) MarshalJSON() ([]byte, error)  { return json.Marshal(string(v)) }
func (missing) MarshalJSON() ([]byte, error) { return []byte("null"), nil }

// An empty list is [], not null.
func (v list) MarshalJSON() ([]byte, error)  { return json.Marshal(append([]value{}, v...)) }
func (v tuple) MarshalJSON() ([]byte, error) { return json.Marshal(append([]value{}, v...)) }
func (v set) MarshalJSON() ([]byte, error)   { return json.Marshal(append([]value{}, v...)) }

// JSON returns the object that gives a model the parameters of the level, one on each line. Maps have one line for each
// row.
func (l Level) JSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("{")
	for i, p := range l.Params {
		if i > 0 {
			b.WriteString(",")
		}
		text, err := json.Marshal(p.Value)
		if _, is := p.Value.(rows); is && err == nil {
			text, err = json.MarshalIndent(p.Value, "  ", "  ")
		}
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, "\n  %q: %s", p.Name, text)
	}
	b.WriteString("\n}\n")
	return b.Bytes(), nil
}

// literal writes a text between the quotes of the language.
var literal = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "{", `\{`, "}", `\}`)

// DataFile returns a file of the language with an instance for each level. use is the file of the model. The title of
// the only level and the author of all levels are declared; those of one level among others are comments.
func DataFile(use, about string, levels []Level) string {
	var b strings.Builder
	fmt.Fprintf(&b, "// %s\nuse %q\n", plain(about), use)
	title, author := "", levels[0].Author
	if t := levels[0].Title; len(levels) == 1 && strings.Trim(t, "0123456789 ") != "" { // not the number of a level
		title = t
	}
	if slices.ContainsFunc(levels, func(l Level) bool { return l.Author != author }) {
		author = ""
	}
	if title != "" {
		fmt.Fprintf(&b, "title \"%s\"\n", literal.Replace(title))
	}
	if author != "" {
		fmt.Fprintf(&b, "author \"%s\"\n", literal.Replace(author))
	}
	for _, l := range levels {
		b.WriteString("\n")
		if l.Title != title {
			fmt.Fprintf(&b, "// %s\n", l.Title)
		}
		if l.Author != author {
			fmt.Fprintf(&b, "// by %s\n", l.Author)
		}
		fmt.Fprintf(&b, "instance %s {", l.Name)
		for _, p := range l.Params {
			fmt.Fprintf(&b, "\n  %s = %s", p.Name, p.Value.text())
		}
		b.WriteString(" }\n")
	}
	return b.String()
}
