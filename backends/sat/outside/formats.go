package outside

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
)

// opb writes the format of the pseudo-Boolean competitions. A clause becomes a sum that is large enough. Linear
// constraints are written as they are.
func (w *writer) opb() {
	fmt.Fprintf(w, "* #variable= %d #constraint= %d\n", len(w.Labels), w.Clauses)
	w.head("*")
	for i := range w.Groups {
		w.title("*", &w.Groups[i])
		w.Groups[i].Each(func(clause []cnf.Lit) {
			least := 1
			for _, l := range clause {
				if l > 0 {
					fmt.Fprintf(w, "+1 x%d ", l)
				} else {
					fmt.Fprintf(w, "-1 x%d ", -l)
					least--
				}
			}
			fmt.Fprintf(w, ">= %d ;\n", least)
		})
		for _, c := range w.Groups[i].Linears {
			for _, m := range c.Terms {
				fmt.Fprintf(w, "%+d x%d ", m.Factor, m.Lit)
			}
			relation := ">="
			if c.Equal {
				relation = "="
			}
			fmt.Fprintf(w, "%s %d ;\n", relation, c.Least)
		}
	}
}

// smt2 writes the formula for solvers of SMT-LIB. It needs no theory.
func (w *writer) smt2() {
	w.head(";")
	fmt.Fprintln(w, "(set-option :produce-models true)\n(set-logic QF_UF)")
	for i := range w.Labels {
		fmt.Fprintf(w, "(declare-const x%d Bool)\n", i+1)
	}
	for i := range w.Groups {
		w.title(";", &w.Groups[i])
		w.Groups[i].Each(func(clause []cnf.Lit) {
			fmt.Fprint(w, "(assert (or false")
			for _, l := range clause {
				if l > 0 {
					fmt.Fprintf(w, " x%d", l)
				} else {
					fmt.Fprintf(w, " (not x%d)", -l)
				}
			}
			fmt.Fprintln(w, "))")
		})
	}
	fmt.Fprintln(w, "(check-sat)\n(get-model)")
}

// The formula as JSON.
type (
	jsonFormula struct {
		Model     string `json:"model"`
		Instance  string `json:"instance,omitempty"`
		Horizon   int    `json:"horizon"`
		Encoding  string `json:"encoding"`
		AtMost    string `json:"at_most,omitempty"`
		Variables int    `json:"variables"`
	}
	meaning struct {
		Variable int    `json:"variable"`
		Means    string `json:"means"`
	}
)

// json writes the formula as one object, part by part. Made at once, it would take several times the memory of the
// formula.
func (w *writer) json() {
	w.part(jsonFormula{
		Model: w.task.Puzzle, Instance: w.task.Instance, Horizon: w.x.Horizon, Encoding: w.encoding(),
		AtMost: w.x.AtMost, Variables: len(w.Labels),
	}, "}")
	fmt.Fprint(w, `,"meanings":[`)
	comma := ""
	for i, name := range w.Labels {
		if name != "" {
			fmt.Fprint(w, comma)
			w.part(meaning{i + 1, name}, "")
			comma = ","
		}
	}
	fmt.Fprint(w, `],"groups":[`)
	comma = ""
	for i := range w.Groups {
		if w.Groups[i].Clauses > 0 {
			fmt.Fprint(w, comma, `{"name":`)
			w.part(w.Groups[i].Name, "")
			fmt.Fprint(w, `,"clauses":[`)
			comma = ""
			w.Groups[i].Each(func(clause []cnf.Lit) {
				fmt.Fprint(w, comma)
				w.part(clause, "")
				comma = ","
			})
			fmt.Fprint(w, "]}")
		}
	}
	fmt.Fprintln(w, "]}")
}

// part writes a value as JSON, without the end of the JSON.
func (w *writer) part(value any, end string) {
	text, _ := json.Marshal(value) // cannot fail for numbers and strings
	_, _ = w.Write(bytes.TrimSuffix(text, []byte(end)))
}
