package mcp

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/docs"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
)

const instructions = "pzc solves puzzles that are written as models: a plan of least cost, or a proof that there is " +
	"none. Call the tool language before you write a model. A model that is solved may still be another puzzle than " +
	"you meant: test it with explore, count, validate and compare, as language says."

// tool is a command of pzc, as an assistant calls it.
type tool struct {
	name, about string
	command     []string
	inputs      []input
	text        func() any // the result of a tool that needs no process; nil: the command is run
}

// input is an argument of a tool. It becomes a flag, or an argument of the command in the order of the inputs.
type input struct {
	name, about string
	kind        kind
	needed      bool
	flag        string // stands before the value; "": an argument without flag
	file        string // the file that holds the text; "": the value stands on the command line
}

// kind is a type of JSON Schema.
type kind string

const (
	isText   kind = "string"
	isNumber kind = "integer"
	isYes    kind = "boolean"
	isList   kind = "array" // of texts
	isObject kind = "object"
)

var (
	model = input{
		name: "model", kind: isText, needed: true, file: "model.pz",
		about: "The text of a model, or std:NAME for a model of the library; or a domain and a problem of PDDL, one text.",
	}
	instance = input{name: "instance", kind: isText, flag: "-i", about: "The instance of the model to use."}
	data     = input{
		name: "data", kind: isObject, flag: "--data=", file: "data.json",
		about: `Values of parameters, such as {"n": 6, "level": ["#@.#"]}.`,
	}
	plan = input{
		name: "plan", kind: isText, flag: "--plan=", file: "plan.txt", about: "Moves, one on each line.",
	}
	answer = input{
		name: "answer", kind: isText, needed: true, file: "answer.txt",
		about: "The answer: a move on each line, or NAME = VALUE on each line.",
	}
	partial = input{
		name: "partial", kind: isYes, flag: "--partial", about: "Values may be missing: can the answer be completed?",
	}
	seconds = input{name: "seconds", kind: isNumber, about: "The limit of time; that of the server unless given."}
	asJSON  = input{name: "json", kind: isYes, flag: "--format=json", about: "Answer with JSON instead of text."}
)

// of lists the inputs of a tool: those that it has alone, between those of all tools.
func of(own ...input) []input {
	return slices.Concat([]input{model}, own, []input{instance, data, seconds, asJSON})
}

var tools = []tool{
	{name: "language", about: "How models are written, with examples, and how to test what a model means.", text: card},
	{
		name: "check", about: "Find mistakes in a model: the place, what is wrong, and what to write instead.",
		command: []string{"check"}, inputs: of(),
	},
	{
		name: "solve", about: "Find a plan or values of least cost, or prove that there is no solution.",
		command: []string{"solve"}, inputs: of(
			input{name: "all", kind: isYes, flag: "--all", about: "Find all solutions, up to limit."},
			input{name: "limit", kind: isNumber, flag: "--limit=", about: "With all: at most this number."},
			input{name: "first", kind: isYes, flag: "--first", about: "A plan soon, even if it is not a cheapest one."}),
	},
	{
		name: "count", about: "Count the solutions. Limit 2 tells whether a solution is the only one.",
		command: []string{"count"}, inputs: of(
			input{name: "limit", kind: isNumber, flag: "--limit=", about: "Stop when this number is found."},
			input{name: "on", kind: isText, flag: "--on=", about: "Solutions that agree in these variables count as one."}),
	},
	{
		name: "why", about: "Say why there is no solution, a move cannot be made, a plan fails, or no plan costs less.",
		command: []string{"why"}, inputs: of(
			input{name: "move", kind: isText, about: "Why this move cannot be made at the start."}, plan,
			input{name: "unique", kind: isYes, flag: "--unique", about: "Whether there is a second solution."},
			input{name: "redundant", kind: isYes, flag: "--redundant", about: "Which clauses could be left out."}),
	},
	{
		name: "steps", about: "Solve a puzzle without moves as a person would, with a reason for each step.",
		command: []string{"why", "--steps"}, inputs: of(),
	},
	{name: "rate", about: "Measure how hard a puzzle is.", command: []string{"rate"}, inputs: of()},
	{
		name: "explore", about: "Visit all states of a puzzle with moves: their number, dead ends, farthest states.",
		command: []string{"explore"}, inputs: of(),
	},
	{
		name: "compare", about: "Tell whether two models are the same puzzle, and show a shortest disagreement.",
		command: []string{"compare"}, inputs: slices.Concat([]input{
			{name: "reference", kind: isText, needed: true, file: "reference.pz", about: "Another model, as in model."},
		}, []input{model, instance, seconds, asJSON}, []input{
			{name: "same", kind: isList, flag: "--same=", about: "What corresponds, such as 'take(t) = row(t)'."},
			{name: "extra", kind: isYes, flag: "--extra", about: "Allow further moves that change nothing compared."},
			{name: "no_costs", kind: isYes, flag: "--no-costs", about: "Compare no costs."},
		}),
	},
	{
		name: "validate", about: "Judge an answer. Each condition that fails is named.",
		command: []string{"validate"}, inputs: of(answer, partial,
			input{name: "optimal", kind: isYes, flag: "--optimal", about: "Also say whether the answer is optimal."}),
	},
	{
		name: "board", about: "Show the states to which moves lead, as text, from the start on.",
		command: []string{"validate", "--trace"}, inputs: of(optional(answer), partial),
	},
}

// optional is an input with a text that may be left out. The file is then empty.
func optional(i input) input {
	i.needed = false
	return i
}

// listed describes the tools to a client.
func listed() (all []any) {
	for _, t := range tools {
		properties, required := map[string]any{}, []string{}
		for _, i := range t.inputs {
			schema := map[string]any{"type": i.kind, "description": i.about}
			if i.kind == isList {
				schema["items"] = map[string]any{"type": isText}
			}
			properties[i.name] = schema
			if i.needed {
				required = append(required, i.name)
			}
		}
		all = append(all, map[string]any{
			"name": t.name, "description": t.about,
			"inputSchema": map[string]any{
				"type": "object", "properties": properties, "required": required, "additionalProperties": false,
			},
			"annotations": map[string]any{"readOnlyHint": true, "openWorldHint": false},
		})
	}
	return all
}

// line makes the command line of a call. An error says which argument is wrong.
func (t tool) line(arguments map[string]json.RawMessage) (Call, error) {
	names := []string{}
	names = append(names, lists.Map(t.inputs, func(i input) string { return i.name })...)
	for _, name := range slices.Sorted(maps.Keys(arguments)) {
		if !slices.Contains(names, name) {
			help := " takes " + strings.Join(names, ", ")
			if near := diag.Nearest(name, names); near != "" {
				help += fmt.Sprintf("; did you mean `%s`?", near)
			}
			return Call{}, fmt.Errorf("there is no argument %q: %s%s", name, t.name, help)
		}
	}
	c := Call{Args: slices.Clone(t.command), Files: map[string]string{}}
	places := []string{"--"} // after it, no value is read as a flag
	for _, i := range t.inputs {
		raw, given := arguments[i.name]
		switch {
		case given && string(raw) != "null":
		case i.needed:
			return c, fmt.Errorf("the argument `%s` is missing: %s", i.name, i.about)
		case i.flag == "" && i.file != "":
			raw = json.RawMessage(`""`)
		default:
			continue
		}
		values, err := i.values(raw)
		if err != nil {
			return c, err
		}
		for _, v := range values {
			switch {
			case i.name == seconds.name:
				c.Seconds, _ = strconv.Atoi(v) // values has found a number
				continue
			case i.file == model.file || i.file == "reference.pz":
				if !strings.HasPrefix(v, "std:") {
					c.Files[i.file], v = v, i.file
				}
			case i.file != "":
				c.Files[i.file], v = v, i.file
			}
			if i.flag == "" {
				places = append(places, v)
			} else {
				c.Args = append(c.Args, i.flag+v)
			}
		}
	}
	c.Args = append(c.Args, places...)
	return c, nil
}

// values reads the value of an input: several for a list, none for false.
func (i input) values(raw json.RawMessage) ([]string, error) {
	var text string
	var number int
	var yes bool
	var list []string
	var object map[string]any
	var err error
	switch i.kind {
	case isText:
		err = json.Unmarshal(raw, &text)
		list = []string{text}
	case isNumber:
		if err = json.Unmarshal(raw, &number); err == nil && number < 1 {
			return nil, fmt.Errorf("`%s` is %d, but at least 1 is wanted", i.name, number)
		}
		list = []string{strconv.Itoa(number)}
	case isYes:
		if err = json.Unmarshal(raw, &yes); yes {
			list = []string{""}
		}
	case isList:
		err = json.Unmarshal(raw, &list)
	case isObject:
		err = json.Unmarshal(raw, &object)
		list = []string{string(raw)}
	}
	if err != nil {
		return nil, fmt.Errorf("`%s` has the wrong type, %s is wanted: %s", i.name, i.kind, i.about)
	}
	return list, nil
}

// said is a result of a text.
func said(text string, wrong bool) any {
	return map[string]any{"content": []any{map[string]any{"type": "text", "text": text}}, "isError": wrong}
}

// shown is the result of a run. That there is no solution, or that a limit was reached, is no error.
func shown(out Output) any {
	text := out.Stdout
	if out.Stderr != "" {
		text = strings.TrimLeft(text+"\n"+out.Stderr, "\n")
	}
	wrong := out.Status != 0 && out.Status != 1 && out.Status != 3
	return said(cmp.Or(text, "No mistake was found.\n"), wrong)
}

// card is the result of the tool language.
func card() any {
	text, err := fs.ReadFile(docs.FS(), "card.md")
	return said(string(text), err != nil)
}
