package searched

import (
	"encoding/csv"
	"fmt"
	"html"
	"html/template"
	"io"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/text"
)

// Deduced is how the constraint engine comes to its answer: a tree of its choices, with what it concludes from each,
// the contradictions, and what it learns from these. Add is given the steps of the engine, one by one.
type Deduced struct {
	Nodes []*Deduction
	// Ended says how it ended, as the end of a sentence.
	Ended string
	// Solved is true if the last node leads to a solution.
	Solved bool

	rows  [][]string
	path  []int  // the node of each level
	trail []fact // what is true
}

// Deduction is a node: the facts at the beginning, a choice, a contradiction, or what follows from a learnt clause
// after the engine went back.
type Deduction struct {
	parent, depth int
	event         backends.Event // Concluded: it went back
	what          string
	steps         []backends.Traced
	learnt        []string
	graph         *implications // of a contradiction
}

// fact is what was chosen or concluded.
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

// Steps is the number of steps that are kept.
func (d *Deduced) Steps() int { return len(d.rows) }

func (d *Deduced) node(parent int, event backends.Event, what string) int {
	n := &Deduction{parent: parent, event: event, what: what}
	if parent >= 0 {
		n.depth = d.Nodes[parent].depth + 1
	}
	d.Nodes = append(d.Nodes, n)
	return len(d.Nodes) - 1
}

// Summary says in a line how it went.
func (d *Deduced) Summary() string {
	count := map[backends.Event]int{}
	for _, n := range d.Nodes {
		count[n.event]++
	}
	return fmt.Sprintf("constraint: %s, %s; %s", text.Count(count[backends.Chosen], "choice"),
		text.Count(count[backends.Contradicted], "contradiction"), d.Ended)
}

// CSV writes a row for each step.
func (d *Deduced) CSV(w io.Writer) error {
	c := csv.NewWriter(w)
	_ = c.Write([]string{"step", "node", "level", "event", "what", "because"})
	_ = c.WriteAll(d.rows)
	return c.Error()
}

// SVG writes the tree as a picture.
func (d *Deduced) SVG(w io.Writer) error {
	_, err := io.WriteString(w, d.tree().svg())
	return err
}

// HTML writes a page on which the tree can be gone through.
func (d *Deduced) HTML(w io.Writer, title string) error { return d.tree().page(w, title, d.Summary()) }

// mostListed is the number of steps that a page lists for a node.
const mostListed = 200

// tree is the tree as it is drawn.
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

// short cuts what stands below a node.
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

// detail lists what is concluded at a node, or draws why there is a contradiction.
func (n *Deduction) detail() template.HTML {
	var b strings.Builder
	code := func(s string) string { return "<code>" + html.EscapeString(s) + "</code>" }
	codes := func(list []string, between string) string {
		out := make([]string, len(list))
		for i, s := range list {
			out[i] = code(s)
		}
		return strings.Join(out, between)
	}
	if n.graph != nil {
		fmt.Fprintf(&b, "<p>These contradict one another: %s.</p>%s", codes(n.steps[0].Because, ", "), n.graph.svg())
		if len(n.learnt) > 0 {
			fmt.Fprintf(&b, "<p>Learnt: %s. Its opposites are outlined: they are enough for the contradiction.</p>",
				codes(n.learnt, " or "))
		} else {
			b.WriteString("<p>No choice is left to blame: there is nothing else to try.</p>")
		}
		return template.HTML(b.String())
	}
	b.WriteString("<ol>")
	for _, s := range n.steps[:min(len(n.steps), mostListed)] {
		b.WriteString("<li>" + code(s.What))
		if len(s.Because) > 0 {
			b.WriteString(" since " + codes(s.Because, ", "))
		}
	}
	b.WriteString("</ol>")
	if more := len(n.steps) - mostListed; more > 0 {
		fmt.Fprintf(&b, "<p>… and %d more</p>", more)
	}
	return template.HTML(b.String())
}
