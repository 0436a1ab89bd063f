package sat

import (
	"context"
	"fmt"
	"io"
	"strconv"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/task"
)

// recorder writes a formula down in DIMACS: clauses in commented groups, and a comment for each variable with a meaning.
type recorder struct {
	labels  []string // by variable
	used    []bool   // by variable: it occurs in a clause
	clauses int
	body    []byte // the clauses as text
	heading string // of the group, until its first clause
	discard bool   // only the variables are wanted
}

func (r *recorder) newVar() lit {
	r.labels, r.used = append(r.labels, ""), append(r.used, false)
	return lit(len(r.labels))
}

func (r *recorder) label(l lit, meaning string) { r.labels[l-1] = meaning }

func (r *recorder) group(name string) { r.heading = name }

func (r *recorder) clause(lits []lit) {
	if len(lits) == 0 { // not every reader takes an empty clause
		x := r.newVar()
		r.clause([]lit{x})
		lits = []lit{-x}
	}
	r.clauses++
	for _, l := range lits {
		r.used[max(l, -l)-1] = true
	}
	if r.discard {
		return
	}
	if r.heading != "" {
		r.body = fmt.Appendf(r.body, "c %s\n", r.heading)
		r.heading = ""
	}
	for _, l := range lits {
		r.body = strconv.AppendInt(r.body, int64(l), 10)
		r.body = append(r.body, ' ')
	}
	r.body = append(r.body, "0\n"...)
}

// EmitCNF writes, in DIMACS, the formula whose models are the plans of exactly so many moves. Every value of every variable at
// every step and every move that is possible has a variable of its own, named in a comment. The same task gives the same text.
func EmitCNF(ctx context.Context, w io.Writer, t *task.Task, horizon int) error {
	rec := &recorder{}
	if _, err := record(ctx, rec, t, horizon); err != nil {
		return err
	}
	if _, err := w.Write(rec.head(t, horizon)); err != nil {
		return err
	}
	_, err := w.Write(rec.body)
	return err
}

func (r *recorder) head(t *task.Task, horizon int) []byte {
	out := fmt.Appendf(nil, "c model %s\n", t.Puzzle)
	if t.Instance != "" {
		out = fmt.Appendf(out, "c instance %s\n", t.Instance)
	}
	out = fmt.Appendf(out, "c horizon %d\n", horizon)
	out = append(out, "c encoding direct: one variable per value (a two-valued variable: one), one per move, at each step\n"...)
	for i, name := range r.labels {
		if name != "" {
			out = fmt.Appendf(out, "c var %d %s\n", i+1, name)
		}
	}
	return fmt.Appendf(out, "p cnf %d %d\n", len(r.labels), r.clauses)
}

// record encodes a task for others to read.
func record(ctx context.Context, rec *recorder, t *task.Task, horizon int) (*encoder, error) {
	if horizon < 0 {
		return nil, fmt.Errorf("sat: the horizon is %d, want 0 or more", horizon)
	}
	p, err := newProblem(ctx, t, defaultLimits())
	if err != nil {
		return nil, err
	}
	e := &encoder{p: p, f: &formula{ctx: ctx, sink: rec, memory: backends.DefaultMemory}, pin: true}
	if err := e.useLayers(ctx, horizon); err != nil {
		return nil, err
	}
	e.encode(horizon, true)
	return e, e.f.err
}

// useLayers restricts the steps to what can be reached from the initial states.
func (e *encoder) useLayers(ctx context.Context, horizon int) error {
	if len(e.p.task.Moves) == 0 {
		return nil
	}
	l, err := newLayers(ctx, e.p, backends.DefaultMemory)
	if err != nil || l == nil {
		return err
	}
	if _, err := l.layer(ctx, horizon); err != nil {
		return err
	}
	e.at, e.dead, e.tr = l.forward[:horizon+1], l.dead, l.tr
	return nil
}
