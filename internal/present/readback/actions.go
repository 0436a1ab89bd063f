package readback

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lazy"
)

// A plan in PDDL is a sequence of steps, whatever the line ends, as in the grammar of VAL. What planners print around
// their plans is known by its head. Between the head and the end only the steps and the other lines of the form stand,
// so that no damaged step is skipped.

// form is how a planner prints its plans for people.
type form struct {
	planner string
	// head begins a plan. step is a line with a step: its number and its action are groups of these names.
	// other are further lines. end ends the plan; its group is the number of the steps.
	head, step, other, end *lazy.Regexp
	headIsStep             bool
}

// never matches no line.
var never = lazy.Compile(`$^.`)

// forms are the known forms; docs/validating.md lists them.
var forms = []form{
	{
		planner: "Fast Downward",
		head:    lazy.Compile(`^(?:\[t=[^]]*\] )?Solution found!`),
		step:    lazy.Compile(`^(?P<action>[A-Za-z][^()]*?)\s+\(\d+\)$`),
		other:   lazy.Compile(`^(?:\[t=[^]]*\] |INFO |Actual search time: )`),
		end:     lazy.Compile(`^(?:\[t=[^]]*\] )?Plan length: (\d+) step`),
	},
	{
		planner: "ENHSP",
		head:    lazy.Compile(`^Found Plan:`),
		step:    lazy.Compile(`^(?P<action>[0-9.]+:\s*\(.*\))$`),
		other:   never,
		end:     lazy.Compile(`^Plan-Length:\s*(\d+)`),
	},
	{
		planner: "FF",
		head:    lazy.Compile(`^\s*step\s+0:\s`), headIsStep: true,
		step:  lazy.Compile(`^\s*(?:step\s+)?(?P<number>\d+):\s+(?P<action>[^\s(].*)$`),
		other: lazy.Compile(`^\s*\d+:\s+REACH-GOAL$`),
		end:   lazy.Compile(`^(?:time spent:|\s*plan cost:)`),
	},
	{
		planner: "Madagascar",
		head:    lazy.Compile(`^STEP 0:\s`), headIsStep: true,
		step:  lazy.Compile(`^STEP (?P<number>\d+):\s+(?P<action>.*)$`),
		other: never,
		end:   lazy.Compile(`^\s*(\d+) actions in the plan|^total time`),
	},
	{
		planner: "unified-planning",
		head:    lazy.Compile(`^SequentialPlan:$`),
		step:    lazy.Compile(`^\s+(?P<action>\S.*)$`),
		other:   never, end: never,
	},
}

// actionLine matches the first line of a plan in brackets for a domain of `pzc emit-pddl`, whose actions have no
// parameters.
var actionLine = lazy.Compile(`^([0-9.]+ *: *)?\([a-zA-Z][a-zA-Z0-9-]*\)`)

// ByPlanner reports whether a text is a plan as planners write it, for a puzzle that is not written in PDDL.
func ByPlanner(input string) bool {
	first := ""
	for l := range strings.Lines(input) {
		l = strings.TrimRight(l, " \t\r\n")
		if slices.ContainsFunc(forms, func(f form) bool { return f.head.Get().MatchString(l) }) {
			return true
		}
		if first == "" && !strings.HasPrefix(strings.TrimSpace(l), ";") {
			first = strings.TrimSpace(l)
		}
	}
	return actionLine.Get().MatchString(first)
}

// actions reads a plan in PDDL.
func (r *reader) actions(input string) {
	lines := strings.Split(input, "\n")
	for i := range forms {
		for n := range lines {
			if forms[i].head.Get().MatchString(strings.TrimRight(lines[n], " \t\r")) {
				r.ofPlanner(&forms[i], lines)
				return
			}
		}
	}
	if r.isPrinted(lines) {
		r.print(lines)
		return
	}
	input = blanked(input)
	if list := strings.TrimSpace(input); strings.HasPrefix(list, "[") { // [go(a, b), go(b, c)]
		from := strings.IndexByte(input, '[')
		input = input[:from] + " " + strings.TrimSuffix(strings.TrimRight(input[from+1:], " \t\r\n"), "]")
	}
	from := 0
	for n, raw := range lines {
		if heading.Get().MatchString(raw) {
			r.steps(input[:r.places.begins[n]], from)
			r.begin(r.places.at(r.places.begins[n]))
			from = r.places.begins[n]
		}
	}
	r.steps(input, from)
}

// blanked returns an input with blanks in place of its comments, which begin with `;` or, at the begin of a line, `#`.
func blanked(input string) string {
	return comment.Get().ReplaceAllStringFunc(input, func(c string) string { return strings.Repeat(" ", len(c)) })
}

var comment = lazy.Compile(`;[^\n]*|(?m:^[ \t]*#[^\n]*)`)

// ofPlanner reads what a planner prints.
func (r *reader) ofPlanner(f *form, lines []string) {
	in := false
	for n, raw := range lines {
		l := line{strings.TrimRight(raw, " \t\r"), r.places.begins[n], r.places}
		m := f.step.Get().FindStringSubmatchIndex(l.text)
		switch end := f.end.Get().FindStringSubmatchIndex(l.text); {
		case f.head.Get().MatchString(l.text):
			r.begin(r.places.at(l.offset))
			if in = true; f.headIsStep {
				r.step(f, l, m)
			}
		case !in || l.text == "":
		case end != nil:
			if in = false; len(end) > 2 && end[2] >= 0 {
				r.demand(l.part(end[2], end[3]))
			}
		case f.other.Get().MatchString(l.text):
		case m == nil:
			r.fail(l.trimmed(0, len(l.text)).Span, "this is no step of a plan of "+f.planner, "")
		default:
			r.step(f, l, m)
		}
	}
}

// step reads a step that stands on a line of its own. m are the places of the groups of the form.
func (r *reader) step(f *form, l line, m []int) {
	for i, group := range f.step.Get().SubexpNames() {
		if from, to := l.offset+m[2*i], l.offset+m[2*i+1]; group == "number" {
			r.follows(l.part(m[2*i], m[2*i+1]))
		} else if group == "action" {
			r.steps(r.places.input[:to], from)
		}
	}
}

var (
	// prefix matches what may stand before an action: the number that pzc prints, or the time that planners print.
	prefix   = lazy.Compile(`^(?:(\d+)\.\s+|(\d+(?:\.\d*)?|\.\d+)\s*:\s*)`)
	bracket  = lazy.Compile(`^\(\s*[^\s()]+(?:\s+[^\s()]+)*\s*\)$`)
	duration = lazy.Compile(`^\s*\[[0-9.]+\]`)
	word     = lazy.Compile(`^[A-Za-z][\w-]*`)
	bare     = lazy.Compile(`^[A-Za-z][\w-]*(?:[ \t]+[\w-]+)*`)
)

// steps reads the steps of an input from a place on: an action in brackets, as `name(a, b)`, or a line with its words.
func (r *reader) steps(input string, from int) {
	for r.problem == nil {
		from += len(input[from:]) - len(strings.TrimLeft(input[from:], " \t\r\n,"))
		if from == len(input) {
			return
		}
		begin, time := from, ""
		if m := prefix.Get().FindStringSubmatchIndex(input[from:]); m != nil {
			if begin += m[1]; m[2] < 0 {
				time = input[from+m[4] : from+m[5]]
			} else if !r.follows(r.part(from+m[2], from+m[3])) {
				return
			}
		}
		end := begin + len(word.Get().FindString(input[begin:]))
		switch {
		case end < len(input) && input[end] == '(':
			if end = closing(input, end); begin == end || input[end-1] != ')' || input[begin] == '(' &&
				!bracket.Get().MatchString(input[begin:end]) {
				end = begin
			}
		case end > begin:
			end = begin + len(bare.Get().FindString(input[begin:]))
			if rest := strings.TrimLeft(input[end:], " \t\r"); rest != "" && rest[0] != '\n' && rest[0] != ',' {
				end = begin
			}
		}
		if begin == end {
			line, _, _ := strings.Cut(input[from:], "\n")
			r.fail(r.part(from, from+len(line)).Span, "this is no step of a plan",
				"a step is an action in brackets, as (move a b)")
			return
		}
		r.now.Moves, r.times = append(r.now.Moves, r.part(begin, end)), append(r.times, time)
		from = end + len(duration.Get().FindString(input[end:]))
	}
}

// part returns a stretch of the input.
func (r *reader) part(from, to int) Text {
	return Text{r.places.input[from:to], diag.Span{Start: r.places.at(from), End: r.places.at(to)}}
}

// inTime puts the steps of the present answer in the order of their times. Steps of the same time keep their order.
func (r *reader) inTime() {
	type timed struct {
		move Text
		time float64
	}
	var all []timed
	for i, m := range r.now.Moves {
		if time, err := strconv.ParseFloat(append(r.times, "")[min(i, len(r.times))], 64); err == nil {
			all = append(all, timed{m, time})
		}
	}
	if len(all) < len(r.now.Moves) {
		if len(all) > 0 {
			r.fail(all[0].move.Span, "this step has a time, and others have none", "write the times of all steps, or of none")
		}
		return
	}
	slices.SortStableFunc(all, func(a, b timed) int { return cmp.Compare(a.time, b.time) })
	for i := range all {
		r.now.Moves[i] = all[i].move
	}
}
