package searched

import (
	"fmt"
	"html/template"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/lazy"
	"github.com/pzc-lang/pzc/internal/text"
)

// Deduced is how the constraint engine comes to its answer: a tree of its choices, with what it concludes from each,
// the contradictions, and what it learns from these. Add is given the steps of the engine, one by one.
type Deduced struct {
	Nodes []*deduction
	// Ended is the result of the search, as the end of a sentence.
	Ended string
	// Solved is true if the last node leads to a solution.
	Solved bool

	rows  [][]string
	path  []int  // the node of each level
	trail []fact // what is true
}

// deduction is a node: the facts at the beginning, a choice, a contradiction, or what follows from a learnt clause
// after the engine went back.
type deduction struct {
	parent, depth int
	event         backends.Event // Concluded: it went back
	what          string
	steps         []backends.Traced
	learnt        []string
	graph         *implications // of a contradiction
}

// fact is a choice or a conclusion.
type fact struct {
	backends.Traced
	stronger string // of a weaker bound: the bound that it follows from
}

// Add adds a step.
func (d *Deduced) Add(step backends.Traced) {
	if len(d.Nodes) == 0 {
		d.node(-1, backends.Concluded, "without any choice")
		d.path = []int{0}
	}
	level := step.Level
	if step.Event == backends.Chosen {
		level--
	}
	back := level < len(d.path)-1
	if back && (step.Event == backends.Chosen || step.Event == backends.Concluded) {
		d.path = d.path[:level+1]
		for len(d.trail) > 0 && d.trail[len(d.trail)-1].Level > level {
			d.trail = d.trail[:len(d.trail)-1]
		}
	}
	last := d.Nodes[len(d.Nodes)-1]
	switch step.Event {
	case backends.Chosen:
		if back && len(last.learnt) == 1 { // a fact from now on, of which no step tells
			d.path[level] = d.node(d.path[level], backends.Concluded, "back: "+last.learnt[0])
		}
		d.path = append(d.path, d.node(d.path[level], step.Event, "choose "+step.What))
	case backends.Concluded:
		if back {
			d.path[level] = d.node(d.path[level], step.Event, "back: "+step.What)
		}
		if n := d.Nodes[d.path[level]]; !step.Weaker {
			n.steps = append(n.steps, step)
		}
	case backends.Contradicted:
		d.node(d.path[level], step.Event, "contradiction")
		last = d.Nodes[len(d.Nodes)-1]
		last.steps = append(last.steps, step)
		last.graph = d.implications(step)
	case backends.Learnt:
		last.learnt = step.Because
		if last.graph != nil {
			last.graph.cut(step.Against)
		}
	}
	if step.Event == backends.Chosen || step.Event == backends.Concluded {
		f := fact{Traced: step}
		if step.Weaker {
			f.stronger = step.Because[0]
		}
		d.trail = append(d.trail, f)
	}
	if !step.Weaker {
		d.rows = append(d.rows, []string{
			strconv.Itoa(len(d.rows)), strconv.Itoa(len(d.Nodes) - 1), strconv.Itoa(step.Level), string(step.Event), step.What,
			strings.Join(step.Because, "; "),
		})
	}
}

// Steps returns the number of steps that are kept.
func (d *Deduced) Steps() int { return len(d.rows) }

func (d *Deduced) node(parent int, event backends.Event, what string) int {
	n := &deduction{parent: parent, event: event, what: what}
	if parent >= 0 {
		n.depth = d.Nodes[parent].depth + 1
	}
	d.Nodes = append(d.Nodes, n)
	return len(d.Nodes) - 1
}

// Drawing draws the tree.
func (d *Deduced) Drawing(title string) *Drawing {
	count := map[backends.Event]int{}
	for _, n := range d.Nodes {
		count[n.event]++
	}
	summary := fmt.Sprintf("constraint: %s, %s; %s", text.Count(count[backends.Chosen], "choice"),
		text.Count(count[backends.Contradicted], "contradiction"), d.Ended)
	return &Drawing{title, summary, func() [][]string {
		return append([][]string{{"step", "node", "level", "event", "what", "because"}}, d.rows...)
	}, d.tree}
}

// mostListed is the number of steps that a page lists for a node.
const mostListed = 200

// tree returns the tree as it is drawn.
func (d *Deduced) tree() *tree {
	out := &tree{nodes: make([]node, len(d.Nodes)), steps: len(d.Nodes), across: wide, legend: [][2]string{
		{"", "choice"}, {"back", "back, with what was learnt"}, {"contradiction", "contradiction"}, {"goal", "solution"},
	}}
	for i, n := range d.Nodes {
		o := node{parent: n.parent, depth: n.depth, born: i + 1, order: i + 1, title: n.what, below: short(n.what)}
		switch n.event {
		case backends.Contradicted:
			o.class, o.inside = "contradiction", "×"
			if o.below = ""; len(n.learnt) > 0 {
				o.title += "\nlearnt: " + strings.Join(n.learnt, " or ")
			}
		case backends.Concluded, backends.Learnt:
			if o.class = "back"; i == 0 {
				o.class, o.below = "", "facts"
			}
		case backends.Chosen:
		}
		if n.event != backends.Contradicted && len(n.steps) > 0 {
			o.inside = fmt.Sprintf("+%d", len(n.steps))
		}
		o.detail = n.detail()
		out.nodes[i] = o
	}
	if i := len(out.nodes) - 1; d.Solved && i >= 0 {
		out.nodes[i].class = "goal"
		for ; i >= 0; i = out.nodes[i].parent {
			out.nodes[i].found = true
		}
	}
	return out
}

// short shortens the text below a node.
func short(what string) string {
	_, label, found := strings.Cut(what, " ")
	if !found {
		label = what
	}
	if runes := []rune(label); len(runes) > 15 {
		return string(runes[:14]) + "…"
	}
	return label
}

var concluded = lazy.Value[*template.Template]{Make: func() *template.Template {
	return template.Must(template.New("concluded").Parse(
		`{{define "codes"}}{{range $i, $s := .}}{{if $i}}, {{end}}<code>{{$s}}</code>{{end}}{{end -}}
{{if .Graph}}<p>These contradict one another: {{template "codes" .Because}}.</p>{{.Graph}}
{{- if .Learnt}}<p>Learnt: {{range $i, $s := .Learnt}}{{if $i}} or {{end}}<code>{{$s}}</code>{{end -}}
. Its opposites are outlined: they are enough for the contradiction.</p>
{{- else}}<p>No choice is left to blame: there is nothing else to try.</p>{{end}}
{{- else}}<ol>{{range .Steps}}<li><code>{{.What}}</code>{{if .Because}} since {{template "codes" .Because}}{{end}}{{end}}</ol>
{{- if .More}}<p>… and {{.More}} more</p>{{end}}{{end}}`))
}}

// detail lists what is concluded at a node, or draws why there is a contradiction.
func (n *deduction) detail() template.HTML {
	shown := min(len(n.steps), mostListed)
	data := map[string]any{"Steps": n.steps[:shown], "More": len(n.steps) - shown, "Learnt": n.learnt}
	if n.graph != nil {
		data["Graph"], data["Because"] = template.HTML(n.graph.svg()), n.steps[0].Because
	}
	var b strings.Builder
	if err := concluded.Get().Execute(&b, data); err != nil {
		panic(err) // the template fits its data
	}
	return template.HTML(b.String())
}
