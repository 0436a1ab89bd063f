package main

import (
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/pzc-lang/pzc/backends/technique"
)

// row holds the measurements of a technique.
type row struct {
	technique technique.Technique
	changed   int // questions for which the technique makes a difference
	lost      int // of these, how many get no answer without the technique, or another one

	with, without float64 // seconds of what is answered with and without
	clauses       float64 // sum of the logarithms of the ratios of clauses
	written       int     // ratios in clauses
	best, worst   extreme
}

// extreme is a question with its ratio.
type extreme struct {
	name  string
	ratio float64
}

// leastSeconds is the time of the longer run of a question that may be an extreme.
const leastSeconds = 0.05

// add adds a question for which the technique makes a difference.
func (r *row) add(name string, with, without result) {
	r.changed++
	if !without.decided || without.answer != with.answer {
		r.lost++
		return
	}
	r.with, r.without = r.with+with.seconds, r.without+without.seconds
	if with.clauses > 0 && without.clauses > 0 {
		r.clauses += math.Log(float64(without.clauses) / float64(with.clauses))
		r.written++
	}
	if max(with.seconds, without.seconds) < leastSeconds {
		return
	}
	ratio := without.seconds / max(with.seconds, 0.001)
	if ratio > max(r.best.ratio, 1) {
		r.best = extreme{name, ratio}
	}
	if ratio < 1 && (r.worst.name == "" || ratio < r.worst.ratio) {
		r.worst = extreme{name, ratio}
	}
}

// print writes the table in Markdown, as it stands in docs/tried.md.
func (m *measurement) print(w io.Writer) {
	fmt.Fprintf(w, "%d questions.\n\n", m.asked)
	fmt.Fprintln(w, "| technique | what it does | differs | lost | time | clauses | most | least |")
	fmt.Fprintln(w, "| --- | --- | --- | --- | --- | --- | --- | --- |")
	for _, r := range m.rows {
		var lost, time, clauses string
		if r.lost > 0 {
			lost = strconv.Itoa(r.lost)
		}
		if r.with >= leastSeconds {
			time = fmt.Sprintf("%.3g", r.without/r.with)
		}
		if r.written > 0 {
			clauses = fmt.Sprintf("%.3g", math.Exp(r.clauses/float64(r.written)))
		}
		fmt.Fprintf(w, "| `%s` | %s | %d | %s | %s | %s | %s | %s |\n", r.technique.Name(), r.technique.About(),
			r.changed, lost, time, clauses, r.best, r.worst)
	}
}

// String returns the ratio and the question.
func (e extreme) String() string {
	if e.name == "" {
		return ""
	}
	return fmt.Sprintf("%.2g %s", e.ratio, e.name)
}
