package sat

import (
	"encoding/json"
	"fmt"
)

// opb writes the formula in the linear format of the pseudo-Boolean competitions: each clause is a sum that is large enough.
// What needs no clauses in it is said as it is (linear.go).
func (w *writer) opb() {
	fmt.Fprintf(w, "* #variable= %d #constraint= %d\n", len(w.labels), w.clauses)
	w.head("*")
	for i := range w.groups {
		w.title("*", &w.groups[i])
		w.groups[i].each(func(clause []lit) {
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
		for _, c := range w.groups[i].linears {
			for _, m := range c.terms {
				fmt.Fprintf(w, "%+d x%d ", m.factor, m.lit)
			}
			relation := ">="
			if c.equal {
				relation = "="
			}
			fmt.Fprintf(w, "%s %d ;\n", relation, c.least)
		}
	}
}

// smt2 writes the formula for solvers of satisfiability modulo theories, of which it needs none.
func (w *writer) smt2() {
	w.head(";")
	fmt.Fprintln(w, "(set-option :produce-models true)\n(set-logic QF_UF)")
	for i := range w.labels {
		fmt.Fprintf(w, "(declare-const x%d Bool)\n", i+1)
	}
	for i := range w.groups {
		w.title(";", &w.groups[i])
		w.groups[i].each(func(clause []lit) {
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
		Model     string      `json:"model"`
		Instance  string      `json:"instance,omitempty"`
		Horizon   int         `json:"horizon"`
		Encoding  string      `json:"encoding"`
		AtMost    string      `json:"at_most,omitempty"`
		Variables int         `json:"variables"`
		Meanings  []meaning   `json:"meanings"`
		Groups    []jsonGroup `json:"groups"`
	}
	meaning struct {
		Variable int    `json:"variable"`
		Means    string `json:"means"`
	}
	jsonGroup struct {
		Name    string  `json:"name"`
		Clauses [][]lit `json:"clauses"`
	}
)

func (w *writer) json() {
	out := jsonFormula{
		Model: w.task.Puzzle, Instance: w.task.Instance, Horizon: w.x.Horizon, Encoding: w.encoding(), AtMost: w.x.AtMost,
		Variables: len(w.labels), Meanings: []meaning{}, Groups: []jsonGroup{},
	}
	for i, name := range w.labels {
		if name != "" {
			out.Meanings = append(out.Meanings, meaning{i + 1, name})
		}
	}
	for i := range w.groups {
		if g := (jsonGroup{Name: w.groups[i].name}); w.groups[i].Clauses > 0 {
			w.groups[i].each(func(clause []lit) { g.Clauses = append(g.Clauses, clause) })
			out.Groups = append(out.Groups, g)
		}
	}
	_ = json.NewEncoder(w).Encode(out) // an error stays in the writer
}
