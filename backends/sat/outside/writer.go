package outside

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/encode"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/text"
)

// Options select the formula and its encoding.
type Options struct {
	Horizon  int    // the models are the plans of exactly Horizon moves
	Encoding string // one of encode.Encodings; "": direct
	AtMost   string // one of cnf.AtMostOnes; "": chosen by the number of literals
	Parallel bool   // Horizon counts steps of any number of moves
	Format   string // one of Formats; "": the first
	Memory   int64  // limit in bytes; 0: backends.DefaultMemory

	Without []string // techniques that are not used; see package technique
}

// Formats lists the names of the formats.
func Formats() []string { return []string{"dimacs", "json", opb, "smt2"} }

// opb is the format of pseudo-Boolean solvers.
const opb = "opb"

func (x Options) check() error {
	if x.Horizon < 0 {
		return fmt.Errorf("sat: the horizon is %d, want 0 or more", x.Horizon)
	}
	if x.Format != "" && !slices.Contains(Formats(), x.Format) {
		return &backends.UnknownError{What: "format of formulas", Name: x.Format, Known: Formats()}
	}
	return encode.CheckNames(x.Encoding, x.AtMost)
}

// length describes the length of the plans.
func (x Options) length() string {
	if x.Parallel { // a step may be empty
		return "at most " + text.Count(x.Horizon, "step")
	}
	return "exactly " + text.Count(x.Horizon, "move")
}

// Write writes the formula whose models are the plans of exactly x.Horizon moves. Comments name each value of each
// variable at each step, and each move that is possible. The same task gives the same text.
func Write(ctx context.Context, w io.Writer, t *task.Task, x Options) error {
	f, err := single(ctx, t, x)
	if err != nil {
		return err
	}
	return f.write(w)
}

// write writes the formula.
func (f *formula) write(w io.Writer) error {
	out := &writer{bufio.NewWriter(w), f.rec, f.e, f.e.P.Task, f.x}
	switch f.x.Format {
	case "json":
		out.json()
	case opb:
		out.opb()
	case "smt2":
		out.smt2()
	default:
		out.dimacs()
	}
	return out.Flush()
}

// writer writes a recorded formula. Errors are reported by Flush.
type writer struct {
	*bufio.Writer
	*cnf.Recorder
	e    *encode.Encoder
	task *task.Task
	x    Options
}

// encoding returns the name of the encoding.
func (w *writer) encoding() string { return cmp.Or(w.x.Encoding, encode.Direct) }

// described describes an encoding in one line.
func described(encoding string) string {
	switch encoding {
	case encode.Logarithm:
		return "the place of a value in its list, in binary, one variable per bit, one per move, at each step"
	case encode.Order:
		return "one variable per value but the first, for this value or a later one of the list, one per move, at each step"
	case encode.Textbook:
		return "direct, without simplifications"
	}
	return "one variable per value (a two-valued variable: one), one per move, at each step"
}

// head writes comments: the subject of the formula, and the meanings of its variables. sign begins a comment.
func (w *writer) head(sign string) {
	fmt.Fprintf(w, "%s model %s\n", sign, w.task.Puzzle)
	if w.task.Instance != "" {
		fmt.Fprintf(w, "%s instance %s\n", sign, w.task.Instance)
	}
	fmt.Fprintf(w, "%s horizon %d\n", sign, w.x.Horizon)
	if w.x.Parallel {
		fmt.Fprintf(w, "%s a step is several moves, or none\n", sign)
	}
	fmt.Fprintf(w, "%s encoding %s: %s\n", sign, w.encoding(), described(w.encoding()))
	if w.x.AtMost != "" {
		fmt.Fprintf(w, "%s at most one: %s\n", sign, w.x.AtMost)
	}
	for v := range w.task.Vars {
		if w.encoding() == encode.Logarithm { // the values are numbered
			fmt.Fprintf(w, "%s values %s: %s\n", sign, w.task.Vars[v].Name, strings.Join(w.task.Vars[v].Names, " "))
		}
	}
	for i, name := range w.Labels {
		if name != "" {
			fmt.Fprintf(w, "%s var %d %s\n", sign, i+1, name)
		}
	}
}

func (w *writer) dimacs() {
	w.head("c")
	fmt.Fprintf(w, "p cnf %d %d\n", len(w.Labels), w.Clauses)
	var line []byte
	for i := range w.Groups {
		w.title("c", &w.Groups[i])
		w.Groups[i].Each(func(clause []cnf.Lit) {
			line = line[:0]
			for _, l := range clause {
				line = append(strconv.AppendInt(line, int64(l), 10), ' ')
			}
			_, _ = w.Write(append(line, "0\n"...))
		})
	}
}

// title names a group that has clauses.
func (w *writer) title(sign string, g *cnf.Recorded) {
	if g.Clauses > 0 {
		fmt.Fprintf(w, "%s %s\n", sign, g.Name)
	}
}
