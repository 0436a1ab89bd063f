// Package datafile reads values of parameters from files of other programs, and writes them as JSON.
package datafile

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lazy"
)

// DZN reads a data file of MiniZinc, lines `name = value;`, and returns an object of JSON. Numbers, true, false, texts
// and names are what they seem, and <>, which stands for a value that is missing, is null. Lists, sets, ranges and
// arrays are lists, arrays of two dimensions lists of rows.
func DZN(name, text string) (object string, problem *diag.Diagnostic) {
	r := &dzn{name: name, text: text}
	defer func() {
		switch p := recover().(type) {
		case nil:
		case *diag.Diagnostic:
			problem = p
		default:
			panic(p)
		}
	}()
	var members []string
	seen := map[string]bool{}
	for r.next(); r.word != ""; r.next() {
		key := r.word
		switch {
		case !identifier.Get().MatchString(key):
			r.wanted("the name of a parameter")
		case seen[key]:
			r.fail("`%s` is given twice", key)
		}
		seen[key] = true
		r.next()
		r.take("=")
		members = append(members, strconv.Quote(key)+": "+written(r.value()))
		if r.word == "" {
			break
		}
		if r.word != ";" {
			r.wanted("`;`")
		}
	}
	return "{" + strings.Join(members, ",\n ") + "}", nil
}

var (
	identifier = lazy.Compile(`^[A-Za-z_]\w*$`)
	dznToken   = lazy.Compile(`^(?:\s|%[^\n]*|/\*(?s:.*?)\*/)*(\[\||\|\]|\.\.|<>|"(?:[^"\\\n]|\\.)*"|` +
		`[A-Za-z_]\w*|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|.)?`)
)

// dzn reads the words of a file.
type dzn struct {
	name, text string
	begin, end int    // of the present word
	word       string // "" at the end
	depth      int    // of open lists
}

const maxDepth = 100

func (r *dzn) next() {
	m := dznToken.Get().FindStringSubmatchIndex(r.text[r.end:])
	if m[2] < 0 {
		r.begin, r.word = len(r.text), ""
		r.end = r.begin
		return
	}
	r.begin, r.word = r.end+m[2], r.text[r.end+m[2]:r.end+m[3]]
	r.end += m[3]
}

// fail ends the reading with an error at the present word.
func (r *dzn) fail(format string, args ...any) {
	at := diag.At(r.name, r.text, r.begin)
	span := diag.Span{Start: at, End: diag.At(r.name, r.text, r.end)}
	panic(&diag.Diagnostic{Severity: diag.Error, Code: "data", Span: span, Msg: fmt.Sprintf(format, args...)})
}

// wanted ends the reading with an error that says what should stand in place of the present word.
func (r *dzn) wanted(what string) {
	if r.word == "" {
		r.fail("the file ends where %s is wanted", what)
	}
	r.fail("%s is wanted, found `%s`", what, r.word)
}

// take demands a word and goes on behind it.
func (r *dzn) take(word string) {
	if r.word != word {
		r.wanted("`" + word + "`")
	}
	r.next()
}

// value reads a value and goes on behind it.
func (r *dzn) value() any {
	if r.depth++; r.depth > maxDepth {
		r.fail("lists nest too deeply")
	}
	defer func() { r.depth-- }()
	first := r.word
	switch {
	case first == "[" || first == "{":
		r.next()
		return r.list(map[string]string{"[": "]", "{": "}"}[first])
	case first == "[|":
		return r.rows()
	case first == "":
		r.wanted("a value")
	case first[0] == '"':
		r.next()
		text, err := strconv.Unquote(first)
		if err != nil {
			r.fail("%s is no text", first)
		}
		return text
	case first == "<>":
		r.next()
		return nil
	case first == "true" || first == "false":
		r.next()
		return first == "true"
	case first == "array1d" || first == "array2d":
		return r.shaped()
	case identifier.Get().MatchString(first):
		r.next()
		return first
	}
	n := r.number()
	if r.word != ".." {
		return n
	}
	r.next()
	last := r.number()
	if last-n > 100_000 {
		r.fail("a range of %d numbers is too long for data", last-n+1)
	}
	out := []any{}
	for ; n <= last; n++ {
		out = append(out, n)
	}
	return out
}

// number reads a whole number and goes on behind it.
func (r *dzn) number() int64 {
	n, err := strconv.ParseInt(strings.TrimSuffix(r.word, ".0"), 10, 64)
	if err != nil {
		r.wanted("a whole number, a text, a list or a set")
	}
	r.next()
	return n
}

// list reads values up to the closing bracket.
func (r *dzn) list(end string) []any {
	out := []any{}
	for r.word != end {
		out = append(out, r.value())
		if r.word != end {
			r.take(",")
		}
	}
	r.next()
	return out
}

// rows reads an array of two dimensions: [| 1, 2 | 3, 4 |].
func (r *dzn) rows() []any {
	out := []any{}
	for r.word != "|]" {
		r.next() // [| or |
		row := []any{}
		for r.word != "|" && r.word != "|]" {
			row = append(row, r.value())
			if r.word == "," {
				r.next()
			} else if r.word != "|" && r.word != "|]" {
				r.wanted("`,`, `|` or `|]`")
			}
		}
		if len(row) > 0 || r.word == "|" {
			out = append(out, row)
		}
	}
	r.next()
	return out
}

// shaped reads array1d(S, list) and array2d(S, S, list).
func (r *dzn) shaped() any {
	dimensions := int(r.word[5] - '0')
	r.next()
	r.take("(")
	var sizes []int
	for range dimensions {
		set, is := r.value().([]any)
		if !is {
			r.fail("an array has sets as indices, such as 1..3")
		}
		sizes = append(sizes, len(set))
		r.take(",")
	}
	list, is := r.value().([]any)
	if !is {
		r.fail("an array has a list of values")
	}
	r.take(")")
	if dimensions == 1 {
		return list
	}
	if sizes[0]*sizes[1] != len(list) {
		r.fail("%d rows of %d want %d values; the list before has %d", sizes[0], sizes[1], sizes[0]*sizes[1], len(list))
	}
	out := []any{}
	for i := range sizes[0] {
		out = append(out, list[i*sizes[1]:(i+1)*sizes[1]])
	}
	return out
}

func written(v any) string {
	text, err := json.Marshal(v)
	if err != nil { // numbers, texts and lists can be written
		return "null"
	}
	return string(text)
}
